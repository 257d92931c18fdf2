"""Subtraction games forward: outcomes, nim-values and moves against the definition and the OEIS."""

from __future__ import annotations

import copy
import math
import pickle
from collections.abc import Callable, Iterator
from dataclasses import replace
from itertools import combinations, count
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from subtraction_helpers import (
    nim_by_definition,
    numbers,
    outcomes_by_definition,
    records,
    sum_is_won,
)

from perfectplay import SubtractionGame, all_but, outcomes
from perfectplay.errors import ArgumentError, InputError, MemoryLimitError, NotationError
from perfectplay.subtraction import (
    SEQUENCES,
    AllButTakes,
    EndlessTakes,
    FiniteTakes,
    Periodicity,
    b_file,
    parse_takes,
)

small = st.sets(st.integers(1, 20), max_size=6)
mixed = st.one_of(
    small,
    st.sets(st.integers(1, 64), max_size=12),
    st.sets(st.integers(50, 90), max_size=12),  # around the width of a word
    st.sets(st.integers(1, 300), max_size=8),
    st.sets(st.integers(100, 300), min_size=60, max_size=160),  # enough for a mask of takes
)


# --- one heap -----------------------------------------------------------------------------------


@given(mixed, st.integers(0, 260), st.booleans())
def test_outcomes_by_definition(takes: set[int], length: int, misere: bool) -> None:
    expected = outcomes_by_definition(takes, length + 1, misere=misere)
    assert outcomes(takes, length, misere=misere) == expected[1:]


@given(mixed, st.integers(0, 200), st.booleans())
def test_nim_values_by_definition(takes: set[int], length: int, misere: bool) -> None:
    expected = nim_by_definition(takes, length + 1, misere=misere)
    game = SubtractionGame(takes, misere=misere)
    assert game.nim_values(length).tolist() == game.nim_sequence(length) == expected[1:]


@given(st.sets(st.integers(1, 12), max_size=6), st.integers(0, 100), st.booleans())
def test_all_but_by_definition(excluded: set[int], length: int, misere: bool) -> None:
    game = all_but(excluded, misere=misere)
    won = outcomes_by_definition(lambda take: take not in excluded, length + 1, misere=misere)
    values = nim_by_definition(lambda take: take not in excluded, length + 1, misere=misere)
    assert game.outcomes(length) == won[1:]
    assert game.nim_values(length).tolist() == game.nim_sequence(length) == values[1:]
    assert [game.outcome(heap) for heap in range(length + 1)] == list(won)
    assert [game.nim_value(heap) for heap in range(length + 1)] == values
    lost = [heap for heap, letter in enumerate(won) if letter == "L"]
    assert game.p_positions(length + 1).tolist() == lost


@given(mixed, st.integers(1, 150), st.booleans())
def test_single_heaps_equal_the_sequences(takes: set[int], length: int, misere: bool) -> None:
    game = SubtractionGame(takes, misere=misere)
    text = outcomes_by_definition(takes, length, misere=misere)
    values = nim_by_definition(takes, length, misere=misere)
    heaps = range(length - 1, -1, -7)  # large ones first: nothing is known when they are asked for
    assert [game.outcome(heap) for heap in heaps] == [text[heap] for heap in heaps]
    assert [game.nim_value(heap) for heap in heaps] == [values[heap] for heap in heaps]
    lost = [heap for heap, letter in enumerate(text) if letter == "L"]
    assert game.p_positions(length).tolist() == lost


def test_values_beyond_a_byte() -> None:
    game = SubtractionGame(range(1, 601))
    values = game.nim_values(2000)
    assert values.dtype == np.uint32
    assert values.tolist() == [heap % 601 for heap in range(1, 2001)]
    assert game.nim_period().periodicity == Periodicity(0, 601)
    assert SubtractionGame(range(1, 256)).nim_values(300).dtype == np.uint8


def test_many_takes_by_definition() -> None:
    takes = {1 + 37 * k * k % 4001 for k in range(900)}
    values = nim_by_definition(takes, 1500)
    game = SubtractionGame(takes)
    assert game.nim_values(1499).tolist() == values[1:]
    assert game.outcomes(1499) == "".join("LW"[v > 0] for v in values[1:])


def test_large_takes_and_heaps() -> None:
    assert outcomes([3, 19_000], 20_000) == outcomes_by_definition({3, 19_000}, 20_001)[1:]
    assert outcomes([10**30, 1], 5) == "WLWLW"
    game = SubtractionGame({1, 10**30})
    assert game.nim_value(1001) == 1
    assert game.outcome_period(limit=10_000).status == "bounded"
    assert SubtractionGame({1, 3, 4}).nim_value(7 * 10**99 + 6) == 2


def test_takes_are_a_set() -> None:
    assert outcomes([2, 1, 2], 6) == outcomes((1, 2), 6) == outcomes(iter([2, 1]), 6) == "WWLWWL"
    assert outcomes("1-2", 6) == outcomes(np.array([1, 2]), 6) == "WWLWWL"
    assert outcomes([], 3) == "LLL"
    assert outcomes([], 3, misere=True) == "WWW"
    assert outcomes([1], 0) == outcomes([], 0) == ""


@pytest.mark.parametrize("takes", [[0], [3, -1], [True], [1.0], ["1"], [None]])
def test_refuses_takes(takes: list[int]) -> None:
    with pytest.raises(ArgumentError, match=r"^a take is "):
        outcomes(takes, 5)
    with pytest.raises(ArgumentError, match=r"^an excluded take is "):
        all_but(takes)


@pytest.mark.parametrize("length", [-1, True, 2.0])
def test_refuses_lengths(length: int) -> None:
    game = SubtractionGame([1])
    with pytest.raises(ArgumentError, match=r"^length is "):
        outcomes([1], length)
    with pytest.raises(ArgumentError, match=r"^length is "):
        game.nim_values(length)
    with pytest.raises(ArgumentError, match=r"^below is "):
        game.p_positions(length)
    with pytest.raises(ArgumentError, match=r"^heap is "):
        game.outcome(length)
    with pytest.raises(ArgumentError, match=r"^limit is "):
        game.nim_period(limit=length)


def test_what_does_not_fit_is_refused_first() -> None:
    with pytest.raises(MemoryLimitError, match="ask for fewer heaps"):
        outcomes([1], 10**15)
    with pytest.raises(MemoryLimitError, match="is out of reach"):
        SubtractionGame({5, 10**20}).nim_value(10**15)
    with pytest.raises(MemoryLimitError):
        SubtractionGame("squares").outcome(10**30)


# --- theory -------------------------------------------------------------------------------------


# Source: Ferguson, On sums of graph games with last player losing, Int. J. Game Theory 3 (1974).
@given(mixed.filter(bool), st.integers(0, 150))
def test_fergusons_pairing(takes: set[int], length: int) -> None:
    values = [0, *SubtractionGame(takes).nim_values(length).tolist()]
    least = min(takes)
    for heap, value in enumerate(values):
        assert (value == 1) == (heap >= least and values[heap - least] == 0)


# Source: as above; the game is misere, and the heaps are single ones.
@given(mixed.filter(bool), st.integers(0, 150))
def test_misere_outcomes_are_shifted(takes: set[int], length: int) -> None:
    least = min(takes)
    normal = "L" + outcomes(takes, length)
    misere = SubtractionGame(takes, misere=True).outcome(0) + outcomes(takes, length, misere=True)
    assert misere == ("W" * least + normal)[: length + 1]


# Source: Winning Ways, chapter 4: the nim-values of {1, ..., k} are the residues modulo k + 1.
@given(st.integers(1, 200))
def test_all_takes_up_to_k(k: int) -> None:
    values = SubtractionGame(range(1, k + 1)).nim_values(1000).tolist()
    assert values == [heap % (k + 1) for heap in range(1, 1001)]


# Source: the tests of CGSuite (Siegel), Subtraction({2,3,7}) and all but those.
def test_values_of_cgsuite() -> None:
    assert SubtractionGame({2, 3, 7}).nim_values(20).tolist() == [0, 1, 1, 2, 0] * 4
    misere = SubtractionGame({2, 3, 7}, misere=True)
    assert [misere.nim_value(0), *misere.nim_values(19).tolist()] == [1, 1, 0, 0, 2] * 4
    assert misere.nim_period().period == 5
    assert all_but({2, 3, 7}).nim_values(20).tolist() == [
        1, 0, 1, 2, 3, 2, 3, 4, 5, 4, 5, 6, 7, 6, 7, 8, 9, 8, 9, 10,
    ]  # fmt: skip


# Source: computed by listing the outcomes of all sets.
def test_number_of_outcome_strings() -> None:
    counts = [
        len(
            {outcomes(takes, n) for k in range(n + 1) for takes in combinations(range(1, n + 1), k)}
        )
        for n in range(1, 13)
    ]
    assert counts == [2, 4, 6, 10, 15, 22, 33, 49, 69, 100, 146, 201]


# --- sums ---------------------------------------------------------------------------------------


@given(
    st.sets(st.integers(1, 9), min_size=1, max_size=4),
    st.lists(st.integers(0, 9), max_size=3).map(tuple),
    st.booleans(),
)
def test_sums_by_trying_all_moves(takes: set[int], heaps: tuple[int, ...], misere: bool) -> None:
    position = SubtractionGame(takes, misere=misere).sum(*heaps)
    ordered = sorted(takes)
    assert (position.outcome == "W") == sum_is_won(ordered, heaps, misere=misere)
    expected = [
        (index, take)
        for index, heap in enumerate(heaps)
        for take in ordered
        if take <= heap
        and not sum_is_won(
            ordered, (*heaps[:index], heap - take, *heaps[index + 1 :]), misere=misere
        )
    ]
    assert [(m.index, m.take) for m in position.winning_moves] == expected
    for move in position.winning_moves:
        assert move.size == heaps[move.index]
        assert move.leaves == move.size - move.take


@given(
    st.sets(st.integers(1, 6), max_size=3),
    st.lists(st.integers(0, 8), min_size=1, max_size=3).map(tuple),
    st.booleans(),
)
def test_sums_of_all_but(excluded: set[int], heaps: tuple[int, ...], misere: bool) -> None:
    takes = [take for take in range(1, 9) if take not in excluded]
    game = all_but(excluded, misere=misere)
    position = game.sum(*heaps)
    assert (position.outcome == "W") == sum_is_won(takes, heaps, misere=misere)
    for move in position.winning_moves:
        after = [*heaps]
        after[move.index] = move.leaves
        assert game.sum(*after).outcome == "L"
    wins = sum(
        game.sum(*heaps[:index], heap - take, *heaps[index + 1 :]).outcome == "L"
        for index, heap in enumerate(heaps)
        for take in takes
        if take <= heap
    )
    assert len(position.winning_moves) == wins


def test_a_winning_move_may_go_to_a_larger_nim_value() -> None:
    game = SubtractionGame({1, 3, 4})
    values = [game.nim_value(heap) for heap in range(40)]
    larger = [
        (move, heaps)
        for heaps in combinations(range(20), 2)
        for move in game.sum(*heaps).winning_moves
        if values[move.leaves] > values[move.size]
    ]
    assert larger
    assert all(sum_is_won((1, 3, 4), heaps) for _, heaps in larger)


def test_sums_of_huge_heaps() -> None:
    game = SubtractionGame({2, 4, 7})
    far = 3 * 10**50
    near = game.sum(12, 7).winning_moves
    moved = game.sum(12 + far, 7).winning_moves
    assert [(m.index, m.take) for m in near] == [(m.index, m.take) for m in moved]
    free = all_but({2, 3, 7})
    heap = 10**18
    position = free.sum(heap, 5)
    assert position.values == (free.nim_value(heap), 3)
    assert all(free.sum(*((m.leaves, 5) if m.index == 0 else (heap, m.leaves))).outcome == "L"
               for m in position.winning_moves)  # fmt: skip
    assert any(move.index == 0 for move in position.winning_moves)
    assert game.sum().outcome == "L"
    assert SubtractionGame({1}, misere=True).sum().outcome == "W"


# --- endless sets -------------------------------------------------------------------------------


def is_square(n: int) -> bool:
    return math.isqrt(n) ** 2 == n


def is_prime(n: int) -> bool:
    return n > 1 and all(n % k for k in range(2, math.isqrt(n) + 1))


def is_fibonacci(n: int) -> bool:
    return is_square(5 * n * n + 4) or is_square(5 * n * n - 4)


def is_factorial(n: int) -> bool:
    return n in {math.factorial(k) for k in range(1, 12)}


MEMBERS: dict[str, Callable[[int], bool]] = {
    "squares": is_square,
    "primes": is_prime,
    "fibonacci": is_fibonacci,
    "factorials": is_factorial,
    "cubes": lambda n: round(n ** (1 / 3)) ** 3 == n,
    "powers-of-2": lambda n: n & (n - 1) == 0,
    "triangular": lambda n: is_square(8 * n + 1),
}


@pytest.mark.parametrize(("name", "takes", "what", "terms"), records("oeis.txt"))
def test_oeis(name: str, takes: str, what: str, terms: str) -> None:
    expected = list(numbers(terms))
    game = SubtractionGame(takes)
    if what == "nim":
        assert [0, *game.nim_values(len(expected) - 1).tolist()] == expected
        assert nim_by_definition(MEMBERS[takes], len(expected)) == expected
    else:
        assert game.p_positions(expected[-1] + 1).tolist() == expected
        text = outcomes_by_definition(MEMBERS[takes], expected[-1] + 1)
        assert [heap for heap, letter in enumerate(text) if letter == "L"] == expected
    assert name.startswith("A0")


@pytest.mark.parametrize("name", sorted(SEQUENCES))
@pytest.mark.parametrize("misere", [False, True])
def test_endless_sets_by_definition(name: str, misere: bool) -> None:
    game = SubtractionGame(name, misere=misere)
    text = outcomes_by_definition(MEMBERS[name], 400, misere=misere)
    assert game.outcomes(399) == text[1:]
    assert [game.outcome(heap) for heap in (0, 1, 2, 77, 399)] == [
        text[h] for h in (0, 1, 2, 77, 399)
    ]
    values = nim_by_definition(MEMBERS[name], 400, misere=misere)
    assert game.nim_values(399).tolist() == values[1:]
    assert game.nim_value(399) == values[399]
    lost = [heap for heap, letter in enumerate(text) if letter == "L"]
    assert game.p_positions(400).tolist() == lost
    assert all((take in game.takes) == MEMBERS[name](take) for take in range(1, 500))
    assert game.nim_period().status == "bounded"


# Source: computed, as the rest of this by the kernels of another program.
def test_number_of_lost_heaps_of_squares() -> None:
    lost = SubtractionGame("squares").p_positions(10**7 + 1)
    assert [int((lost <= 10**k).sum()) for k in (5, 6, 7)] == [2781, 13952, 69489]


# Source: comments in OEIS A014587 and A014589 (von Broemssen; Huet).
def test_remarks_in_the_oeis() -> None:
    factorials = [0, *SubtractionGame("factorials").nim_values(5050).tolist()]
    assert all(factorials[heap] == factorials[heap % 25] for heap in range(5050))
    assert factorials[5050] == 4
    primes = [0, *SubtractionGame("primes").nim_values(20_000).tolist()]
    firsts = [primes.index(value) for value in range(12)]
    assert firsts == [0, 2, 4, 6, 8, 19, 21, 23, 43, 48, 67, 156]
    assert max(primes) == 11


def test_sums_of_endless_sets() -> None:
    game = SubtractionGame("squares")
    position = game.sum(30, 41)
    assert (position.outcome == "W") == sum_is_won([k * k for k in range(1, 7)], (30, 41))
    for move in position.winning_moves:
        after = (move.leaves, 41) if move.index == 0 else (30, move.leaves)
        assert game.sum(*after).outcome == "L"


def test_any_iterable_is_a_sequence() -> None:
    game = SubtractionGame(EndlessTakes((k * k for k in count()), name="my squares"))
    assert game.outcomes(500) == SubtractionGame("squares").outcomes(500)
    assert str(game) == "my squares"
    assert SubtractionGame(EndlessTakes([2, 2, 5])).outcomes(30) == outcomes({2, 5}, 30)
    assert EndlessTakes([]).least is None
    assert EndlessTakes(count(7)).least == 7


def falling() -> Iterator[int]:
    yield from (1, 5, 3)


@pytest.mark.parametrize(
    ("terms", "words"),
    [(falling(), "has 3 after 5"), ([-2], "has -2;"), (["x"], "a term of sequence is 'x'")],
)
def test_refuses_sequences(terms: Iterator[int], words: str) -> None:
    with pytest.raises(InputError, match=words):
        SubtractionGame(EndlessTakes(terms)).outcomes(20)


def test_b_files(tmp_path: Path) -> None:
    path = tmp_path / "b000290.txt"
    path.write_text("# squares\n" + "".join(f"{n} {n * n}\n" for n in range(40)) + "\n")
    game = SubtractionGame(f"b-file:{path}")
    assert game.outcomes(1500) == SubtractionGame("squares").outcomes(1500)
    assert str(game) == f"b-file:{path}"
    with pytest.raises(InputError, match="ends with 1521; a heap of 1522 needs all terms"):
        game.outcomes(1522)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", "no positive terms"),
        ("0 0\n", "no positive terms"),
        ("1 2\n2\n", "line 2: '2' is not an index and a term"),
        ("1 2\n2 1\n", "line 2: 1; terms must ascend"),
        ("1 x\n", "line 1"),
        ("1 -5\n", "line 1"),
    ],
)
def test_refuses_b_files(text: str, words: str, tmp_path: Path) -> None:
    path = tmp_path / "b.txt"
    path.write_text(text)
    with pytest.raises(InputError, match=words):
        b_file(path)


# --- texts --------------------------------------------------------------------------------------


@given(st.sets(st.integers(1, 60), max_size=20), st.booleans(), st.booleans())
def test_texts_parse_back(elements: set[int], without: bool, misere: bool) -> None:
    game = all_but(elements, misere=misere) if without else SubtractionGame(elements, misere=misere)
    assert SubtractionGame.parse(str(game)) == game
    assert eval(repr(game), {"SubtractionGame": SubtractionGame}) == game
    assert parse_takes(str(game.takes)) == game.takes


def test_games_can_be_copied_and_sent() -> None:
    game = SubtractionGame({1, 3, 4}, misere=True)
    assert game.nim_value(10**9) == 2
    assert pickle.loads(pickle.dumps(game)) == copy.deepcopy(game) == game
    assert replace(game, misere=False) == SubtractionGame({1, 3, 4})


def test_texts() -> None:
    assert str(parse_takes(" 5, 1 - 3 ,9,10 ".replace(" - ", "-"))) == "1-3,5,9,10"
    assert parse_takes("all") == AllButTakes(())
    assert parse_takes("none") == FiniteTakes(())
    assert parse_takes("squares") is parse_takes(" squares ")
    assert SubtractionGame.parse(" misere:1,2") == SubtractionGame({1, 2}, misere=True)
    assert {SubtractionGame("1,2"), SubtractionGame([2, 1])} == {SubtractionGame("1-2")}


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", "character 1: '' is no take"),
        ("1,,2", "character 3: '' is no take"),
        ("1, x", "character 4: 'x' is no take"),
        ("1,-2", "character 3: '-2' is no take"),
        ("0", "character 1: 0 is no take; takes are positive"),
        ("2,5-3", "character 3: 5-3 is no range"),
        ("1.5", "character 1: '1.5' is no take"),
        ("²", "is no take"),
        ("all-but:", "character 9: '' is no take"),
        ("all-but:3,x", "character 11: 'x' is no take"),
        ("sqares", "did you mean squares"),
        ("9" * 5000, "is no take"),
    ],
)
def test_refuses_texts(text: str, words: str) -> None:
    with pytest.raises(NotationError, match=words):
        parse_takes(text)


def test_refuses_huge_ranges() -> None:
    with pytest.raises(ArgumentError, match="more than 10000000 takes"):
        parse_takes("1-99999999999")


def test_refuses_endless_iterators_as_finite_sets(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("perfectplay.subtraction.takes.MOST_TAKES", 1000)
    with pytest.raises(ArgumentError, match="more than 1000 takes; make an endless sequence"):
        SubtractionGame(count(1))


def test_progress_is_told() -> None:
    told: list[tuple[int, int]] = []
    game = SubtractionGame({3, 40, 70, 111, 172, 500})
    game.nim_values(20_000_000, on_progress=lambda done, total: told.append((done, total)))
    assert all(0 <= done <= total == 20_000_001 for done, total in told)
    assert told == sorted(told)

    def stop(done: int, total: int) -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        game.nim_values(2_000_000_000, on_progress=stop)
