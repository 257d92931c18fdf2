"""Known exact values, and the counts of whole families of boards."""

from __future__ import annotations

from collections import Counter
from itertools import combinations

import pytest

from perfectplay import parse_game, solve
from perfectplay.table import tabulate


# Source: exhaustive tables published for small boards, agreeing with OpenSpiel and the graph
# tables of 0xCUB3/Modified-Dots-and-Boxes: value and number of optimal first moves.
@pytest.mark.parametrize(
    ("text", "value", "first_moves"),
    [
        ("dots-and-boxes:1x1", -1, 4),
        ("dots-and-boxes:1x2", 0, 1),
        ("dots-and-boxes:1x5", -1, 16),
        ("dots-and-boxes:2x2", 2, 8),
        ("dots-and-boxes:2x3", -2, 17),
        ("dots-and-boxes:2x4,border=icelandic", 4, 2),
        ("dots-and-boxes:3x3,border=icelandic", -1, 2),
        ("dots-and-boxes:2x3,border=swedish", 6, 1),
        ("dots-and-boxes:3x4,border=swedish", 4, 3),
        ("dots-and-boxes:1x9,border=icelandic", -1, 10),
        ("triangles:1", 1, 3),
        ("triangles:2", -2, 9),
        ("triangles:3", -3, 12),
        ("triangles:3,border=drawn", -3, 3),
        ("triangles:4,border=drawn", -8, 3),
    ],
)
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
