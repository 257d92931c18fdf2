"""Known exact values, and the counts of whole families of boards."""

from __future__ import annotations

import csv
from collections import Counter
from itertools import combinations
from pathlib import Path

import pytest

from perfectplay import parse_game, solve
from perfectplay.table import tabulate

DATA = Path(__file__).parent / "data" / "values.csv"
BOARDS = [
    (row["game"], int(row["value"]), int(row["best"]) if row["best"] else None)
    for row in csv.DictReader(x for x in DATA.read_text().splitlines() if not x.startswith("#"))
]


def test_there_are_boards() -> None:
    assert len(BOARDS) == len({game for game, _, _ in BOARDS}) == 151


@pytest.mark.parametrize(("text", "value", "first_moves"), BOARDS)
def test_known_values(text: str, value: int, first_moves: int | None) -> None:
    solution = solve(text)
    assert solution.value == value
    if first_moves is not None:
        assert len(solution.best_moves) == first_moves


# Source: Jobson, Sledd, White and Wildstrom, Variations on narrow dots-and-boxes and
# dots-and-triangles, Integers 17 (2017): an open row of an even number of boxes is a tie.
@pytest.mark.parametrize("boxes", range(1, 11))
def test_open_strips_are_rows_of_boxes_and_even_ones_are_ties(boxes: int) -> None:
    value = solve(f"strip:{boxes}").value
    assert value == solve(f"dots-and-boxes:1x{boxes}").value
    assert value == (0 if boxes % 2 == 0 else -1)


# Source: the same; conjectured by Nowakowski and Ottaway.
@pytest.mark.parametrize("size", range(1, 10))
def test_the_first_player_wins_closed_strips_of_triangles_except_the_second(size: int) -> None:
    value = solve(f"triangle-strip:{size},border=closed").value
    assert value is not None
    assert (value > 0) == (size != 2)


# Source: Codeforces Gym 100015 F; counts over all boards of N lines computed independently.
GYM_100015F = {
    5: (7212, 1074, 282),
    6: (15822, 2616, 126),
    7: (28170, 2892, 762),
    8: (39969, 2280, 1509),
    9: (46018, 2113, 489),
    10: (42579, 1119, 60),
}


def test_all_boards_of_fighting_for_triangles() -> None:
    table = tabulate(parse_game("triangles:3"))
    assert table is not None
    boards = 0
    for drawn, expected in GYM_100015F.items():
        wins: Counter[int] = Counter()
        for lines in combinations([1 << i for i in range(18)], drawn):
            value = table.value(sum(lines))
            wins[(value > 0) - (value < 0)] += 1
        assert (wins[1], wins[-1], wins[0]) == expected
        boards += wins.total()
    assert boards == 195_092
