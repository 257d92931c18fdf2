"""Honeycombs: boards of hexagonal cells.

Lines are numbered from 0, top to bottom and left to right by their middles. The patch of 3 cells:

          o
        0   1
      o       o
      2       3
      o       o
    4   5   6   7
  o       o       o
  8       9      10
  o       o       o
   11  12  13  14
      o       o

The most compact patches of 3, 4 and 5 cells have 15, 19 and 23 lines; the flower, 7 cells and 30
lines, is the honeycomb of radius 2: one cell and its neighbours. Radius N has 3 N (N - 1) + 1
cells.
"""

from __future__ import annotations

import math
import re
from collections.abc import Mapping

from ..errors import ArgumentError, NotationError, is_integer, plain_int, shorten
from ..game import Game, GameSpec, Objective, TurnRule
from ..geometry import Point
from .family import Family, check_lines, with_rules
from .plane import board, plane_symmetries

__all__ = ["HONEYCOMB", "honeycomb"]

# row by row from the top: where the row begins, in half cells, and how many cells it has
PATCHES = {"3": ((1, 1), (0, 2)), "4": ((1, 2), (0, 2)), "5": ((1, 2), (0, 3))}
RADIUS = re.compile(r"r([1-9][0-9]{0,17})")
CORNERS = [
    (math.sin(math.pi * k / 3), -math.cos(math.pi * k / 3)) for k in range(6)
]  # of a cell around the origin, from the top clockwise


def honeycomb(
    patch: int | str,
    *,
    turn: TurnRule = TurnRule.BONUS,
    objective: Objective = Objective.MOST,
) -> Game:
    """Return the board of hexagonal cells, where whoever closes a cell wins it.

    Arguments:
        patch: `3`, `4` or `5` for the most compact patch of so many cells, `"flower"` for 7, or
            `"rN"` for the honeycomb of radius N, so that `"r2"` is the flower.
        turn, objective: the rules; by default a gain gives another turn, and the most points win.

    The lines are numbered from 0, top to bottom and left to right. Raises `ArgumentError` for
    another patch and for more than 10,000 lines, `InvalidGameError` for rules that are none.

    >>> from perfectplay import honeycomb
    >>> [len(honeycomb(patch)) for patch in (3, 4, 5, "flower", "r3")]
    [15, 19, 23, 30, 72]
    """
    size = plain_int(patch)
    try:
        spec = _spec(str(size) if is_integer(size) else size)
    except NotationError as error:
        raise ArgumentError(str(error)) from None
    return with_rules(spec, turn, objective).validate()


def _spec(patch: str) -> GameSpec:
    rows = _rows(patch)
    cells = {
        f"cell {row},{column}": (math.sqrt(3) * (start / 2 + column), 1.5 * row)
        for row, (start, count) in enumerate(rows)
        for column in range(count)
    }
    geometry, score = board([_corners(centre) for centre in cells.values()], list(cells))
    return GameSpec(
        items=len(geometry.lines),
        score=score,
        text=f"honeycomb:{patch}",
        symmetries=plane_symmetries(geometry, 6),
        geometry=geometry,
    )


def _rows(patch: str) -> tuple[tuple[int, int], ...]:
    if isinstance(patch, str):
        if patch in PATCHES:
            return PATCHES[patch]
        if found := RADIUS.fullmatch("r2" if patch == "flower" else patch):
            radius = int(found[1])
            check_lines(f"a honeycomb of radius {shorten(radius)}", 9 * radius**2 - 3 * radius)
            return tuple((abs(k), 2 * radius - 1 - abs(k)) for k in range(1 - radius, radius))
    raise NotationError(f"patch {shorten(patch)} is not 3, 4, 5, flower or rN, such as r3")


def _corners(centre: Point) -> tuple[Point, ...]:
    return tuple((centre[0] + x, centre[1] + y) for x, y in CORNERS)


def _build(argument: str, keys: Mapping[str, str]) -> GameSpec:
    return _spec(argument)


HONEYCOMB = Family(
    name="honeycomb",
    summary="draw a line; whoever closes a hexagonal cell wins it and moves again",
    usage="honeycomb:3|4|5|flower|rN",
    example="honeycomb:3",
    build=_build,
)
