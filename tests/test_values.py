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
    (row["game"], int(row["value"]), int(row["best"]))
    for row in csv.DictReader(x for x in DATA.read_text().splitlines() if not x.startswith("#"))
]


def test_there_are_boards() -> None:
    assert len(BOARDS) == 70


@pytest.mark.parametrize(("text", "value", "first_moves"), BOARDS)
def test_known_values(text: str, value: int, first_moves: int) -> None:
    solution = solve(text)
    assert (solution.value, len(solution.best_moves)) == (value, first_moves)


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
