"""The peers are right: known answers, and brute forces straight from the rules on small games."""

from collections.abc import Sequence
from functools import cache
from itertools import combinations, product
from random import Random

from cases import brick_cases, gems_cases, outcomes
from peers import (
    HDU4778_BOTTOM_UP,
    HDU4778_MEMOISED,
    UVA11587_ENUMERATION,
    Peer,
    boxes_divide_and_conquer,
    run,
)

GEMS_PEERS = (HDU4778_BOTTOM_UP, HDU4778_MEMOISED)

GEMS_SAMPLE = """\
3 4 3
2 2 3
2 1 3
2 1 2
3 2 3 1

3 2 2
3 2 3 1
3 1 2 3

0 0 0
"""


def printed(peer: Peer, text: str) -> list[str]:
    return run(peer, text.encode("ascii")).stdout.decode("ascii").splitlines()


# Gems Fight!


def gems_margin(melt: int, bags: Sequence[Sequence[int]]) -> int:
    """Play every order of the bags: the pourer's stones, and the turn, by the rules."""

    @cache
    def margin(left: frozenset[int], cooker: tuple[int, ...]) -> int:
        results = []
        for bag in left:
            gems = sorted([*cooker, *bags[bag]])
            stones = 0
            for colour in set(gems):
                while gems.count(colour) >= melt:
                    for _ in range(melt):
                        gems.remove(colour)
                    stones += 1
            rest = margin(left - {bag}, tuple(gems))
            results.append(stones + rest if stones else -rest)
        return max(results, default=0)

    return margin(frozenset(range(len(bags))), ())


def parse_gems(text: str) -> list[tuple[int, list[list[int]]]]:
    """(S, bags) of every game of a file."""
    numbers = iter(map(int, text.split()))
    games: list[tuple[int, list[list[int]]]] = []
    while True:
        _, bags, melt = next(numbers), next(numbers), next(numbers)
        if (bags, melt) == (0, 0):
            return games
        pours = [[next(numbers) for _ in range(next(numbers))] for _ in range(bags)]
        games.append((melt, pours))


def test_gems_sample() -> None:
    for peer in GEMS_PEERS:
        assert printed(peer, GEMS_SAMPLE) == ["3", "-3"]


def test_gems_edges() -> None:
    edges = {
        "3 0 2": "0",  # no bags
        "0 1 2\n1 1": "0",  # no colours: the bag is not looked at
        "2 2 1\n3 1 2 1\n1 1": "4",  # S = 1: every bag scores
        "1 1 19\n1 1": "0",
        "8 21 1\n" + "10 1 2 3 4 5 6 7 8 1 2\n" * 21: "210",
        "1 21 2\n" + "1 1\n" * 21: None,  # the peers agree
    }
    file = "\n\n".join(edges) + "\n0 0 0\n7 7 7\n"
    first, second = (printed(peer, file) for peer in GEMS_PEERS)
    assert first == second
    assert len(first) == len(edges)
    for answer, expected in zip(first, edges.values(), strict=True):
        assert expected is None or answer == expected


def test_gems_against_the_rules() -> None:
    rng = Random(1)
    for seed in range(60):
        file = gems_cases(
            seed,
            10,
            colours=rng.randint(1, 4),
            bags=rng.randint(0, 7),
            most=rng.randint(1, 6),
            melt=range(1, 6),
        )
        expected = [str(gems_margin(melt, bags)) for melt, bags in parse_gems(file)]
        for peer in GEMS_PEERS:
            assert printed(peer, file) == expected, file


def test_gems_peers_agree_on_larger_games() -> None:
    for seed, colours in enumerate((1, 2, 3, 5, 8, 8)):
        file = gems_cases(seed, 20, colours=colours, bags=13)
        first, second = (printed(peer, file) for peer in GEMS_PEERS)
        assert first == second


# Brick Game


def smallest_set(string: str) -> tuple[int, ...]:
    """The answer by definition, or () if no set yields the string."""
    elements = range(1, min(20, len(string) + 1) + 1)
    for size in range(1, len(elements) + 1):
        for chosen in combinations(elements, size):
            if outcomes(chosen, len(string)) == string:
                return chosen
    return ()


def brick_lines(strings: Sequence[str]) -> list[str]:
    """The answers printed, without `Case k:`."""
    lines = printed(UVA11587_ENUMERATION, "\n".join([str(len(strings)), *strings, ""]))
    for number, line in enumerate(lines, 1):
        assert line.startswith(f"Case {number}: ")
    return [line.partition(": ")[2] for line in lines]


def test_bricks_sample_and_ties() -> None:
    answers = {
        "WWLWWL": "1 2",
        "WWWW": "1 2 3 4",
        "WLW": "1",
        "LWWW": "2 3",
        "WLWWW": "1 3 4",
        "LLWWWW": "3 4",
        "LWWWWW": "2 3 5",
        "LLLWWWWW": "4 5",
        "LLLL": "5",
        "L" * 19: "20",
        "L" * 20: "none",
        "WLL": "none",
        "W" * 20 + "L": " ".join(map(str, range(1, 21))),
        "LLLWWWWWWWWWLWWWWWWWWWLLLLWWWWWWWWWLWWW": "4 5 9 14 18",
    }
    assert brick_lines(list(answers)) == list(answers.values())


def test_bricks_against_the_definition() -> None:
    for length in range(1, 8):
        strings = ["".join(s) for s in product("WL", repeat=length)]
        expected = [" ".join(map(str, smallest_set(s))) or "none" for s in strings]
        assert brick_lines(strings) == expected


def test_bricks_realisable_strings() -> None:
    counts = []
    for length in range(1, 13):
        answers = brick_lines(["".join(s) for s in product("WL", repeat=length)])
        counts.append(sum(answer != "none" for answer in answers))
    assert counts == [2, 4, 6, 10, 15, 22, 33, 49, 69, 100, 146, 201]


def test_brick_cases_are_realisable() -> None:
    _, *strings = brick_cases(7, 100).split()
    for string, answer in zip(strings, brick_lines(strings), strict=True):
        assert outcomes(map(int, answer.split()), len(string)) == string


# Dots and Boxes


def boxes_by_rules(rows: int, columns: int) -> tuple[int, int]:
    """The value of the empty board and the number of best first moves, by drawing lines of dots."""
    dots = list(product(range(rows + 1), range(columns + 1)))
    steps = ((0, 1), (1, 0))
    lines = {frozenset({(r, c), (r + i, c + j)}) for r, c in dots for i, j in steps}
    lines = {line for line in lines if line <= set(dots)}

    def boxes(drawn: frozenset[frozenset[tuple[int, int]]]) -> int:
        corners = (
            ((r, c), (r, c + 1), (r + 1, c + 1), (r + 1, c))
            for r, c in product(range(rows), range(columns))
        )
        return sum(
            all(frozenset({square[i - 1], square[i]}) in drawn for i in range(4))
            for square in corners
        )

    @cache
    def values(drawn: frozenset[frozenset[tuple[int, int]]]) -> tuple[int, ...]:
        results = []
        for line in lines - drawn:
            gain = boxes(drawn | {line}) - boxes(drawn)
            rest = max(values(drawn | {line}), default=0)
            results.append(gain + rest if gain else -rest)
        return tuple(results)

    first_moves = values(frozenset())
    return max(first_moves), first_moves.count(max(first_moves))


def boxes_printed(rows: int, columns: int) -> tuple[int, int]:
    (line,) = printed(boxes_divide_and_conquer(rows, columns), "")
    value, best_moves, seconds = line.split()
    assert float(seconds) >= 0
    return int(value), int(best_moves)


def test_boxes_known_values() -> None:
    known = {(1, 1): (-1, 4), (2, 2): (2, 8), (2, 3): (-2, 17), (3, 3): (-3, 24), (2, 4): (2, 18)}
    for size, answer in known.items():
        assert boxes_printed(*size) == answer


def test_boxes_against_the_rules() -> None:
    for size in ((1, 1), (1, 2), (2, 1), (1, 3), (3, 1), (2, 2)):
        assert boxes_printed(*size) == boxes_by_rules(*size)
