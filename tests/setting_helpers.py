"""Contest files read by other means than the judges', and programs that get the rules wrong."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import cache
from itertools import combinations
from typing import Any

from perfectplay import (
    Game,
    Match,
    Position,
    TurnRule,
    dots_and_boxes,
    gems,
    outcomes,
    solve,
    triangles,
)
from perfectplay.judges.hdu4753 import board as boxes_board
from perfectplay.judges.uva751 import board as triangles_board
from perfectplay.setters import SETTERS, ContestFile, generate

NAMES = list(SETTERS)
PAIRS = [(name, kind) for name in NAMES for kind in SETTERS[name].kinds]
BOARD = triangles(3)


@cache
def generated(name: str, kind: str, count: int = 6, seed: int = 1) -> ContestFile:
    return generate(name, seed=seed, count=count, kind=kind)


def matches(file: ContestFile) -> list[Match]:
    """Read a file strictly: not a blank too many, all numbers within the limits of the contest."""
    found: list[Match] = READERS[file.name](file.input)
    return found


def read_gems(text: str) -> list[Match]:
    assert text.endswith("\n0 0 0\n")
    found = []
    for part in text.removesuffix("\n0 0 0\n").split("\n\n"):
        head, *rows = part.rstrip("\n").split("\n")
        colours, count, melt = map(int, head.split(" "))
        bags = [[int(word) for word in row.split(" ")] for row in rows]
        assert 0 <= colours <= 8
        assert len(bags) == count <= 21
        assert 1 <= melt <= 19
        assert all(1 <= bag[0] == len(bag) - 1 <= 10 for bag in bags)
        assert all(1 <= colour <= colours for bag in bags for colour in bag[1:])
        found.append(Match.start(gems(melt, [bag[1:] for bag in bags])))
    assert len(found) <= 20
    return found


def read_boards(text: str) -> list[Match]:
    *rows, end, nothing = text.split("\n")
    assert (end, nothing) == ("0", "")
    found = []
    for count, row in zip(rows[::2], rows[1::2], strict=True):
        drawn = [int(word) for word in row.split(" ")]
        assert 5 <= int(count) == len(set(drawn)) == len(drawn) <= 10
        found.append(Match(Position.of(BOARD, drawn)))
    return found


def read_pairs(text: str, game: Game, ends: Any, least: int) -> list[Match]:
    numbers = {pair: game.number(index) for index, pair in enumerate(ends)}
    total, *rows = text.removesuffix("\n").split("\n")
    found = []
    while rows:
        count = int(rows.pop(0))
        assert least <= count <= len(game)
        moves = []
        for _ in range(count):
            a, b = map(int, rows.pop(0).split(" "))
            if game == BOARD:
                assert a < b
            moves.append(numbers[min(a, b), max(a, b)])
        found.append(Match.replay(game, moves))
    assert len(found) == int(total)
    return found


def read_strings(text: str) -> list[str]:
    total, *strings = text.removesuffix("\n").split("\n")
    assert len(strings) == int(total)
    assert all(re.fullmatch("[WL]{1,100}", string) for string in strings)
    return strings


READERS: dict[str, Callable[[str], Any]] = {
    "hdu4778": read_gems,
    "gym100015f": read_boards,
    "uva11587": read_strings,
    "uva751": lambda text: read_pairs(text, BOARD, triangles_board().ends, 6),
    "hdu4753": lambda text: read_pairs(
        text, dots_and_boxes(3, 3, turn=TurnRule.ALTERNATE), boxes_board().ends, 12
    ),
}


def margin(match: Match) -> int:
    """The margin of A at the end, by the solver."""
    value = solve(match.position.game, match.position).value
    assert value is not None
    return match.final_margin(value)


def greedy_margin(match: Match) -> int:
    """The margin of A if the player to move takes the most at once and the opponent is perfect."""
    player = match.to_move
    while moves := list(match.position.moves):
        if match.to_move == player:
            most = max(match.position.gain(move) for move in moves)
            match = match.play(next(m for m in moves if match.position.gain(m) == most))
        else:
            match = match.play(solve(match.position.game, match.position).best_moves[0])
    return match.margin


def wrong_value(game: Game, taken: int, points: Any, further: Any) -> int:
    """The value of a position if a gain counts `points(gain)` and gives `further(gain)` turns."""

    @cache
    def value(taken: int, turns: int) -> int:
        best = None
        for index in range(len(game)):
            if taken >> index & 1:
                continue
            after = taken | 1 << index
            gain = game.points(after) - game.points(taken)
            left = turns - 1 + further(gain)
            here = points(gain) + (value(after, left) if left else -value(after, 1))
            best = here if best is None else max(best, here)
        return best or 0

    return value(taken, 1)


def sets_of_size(string: str, size: int) -> list[tuple[int, ...]]:
    """All sets of takes up to 20 with this size and these outcomes, in lexicographic order."""
    sets = combinations(range(1, 21), size)
    return [takes for takes in sets if outcomes(takes, len(string)) == string]
