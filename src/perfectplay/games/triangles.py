"""Triangle boards: Fighting for Triangles, Triangle War, at any side.

Lines are numbered from 1, upright triangle by upright triangle, top to bottom and left to right:
left, right, base. Side 3 is the board of the contest problems:

          o
         1 2
        o 3 o
       4 5 7 8
      o 6 o 9 o
    10 11 13 14 16 17
    o 12 o 15 o 18 o
"""

from __future__ import annotations

import math
import re
from collections.abc import Mapping

from ..errors import NotationError, as_integer, shorten
from ..game import Game, GameSpec, Objective, TurnRule
from ..geometry import Geometry, Point
from ..score import Region, Regions, mask_of
from .family import Family, check_lines, choice, with_rules
from .plane import plane_symmetries

__all__ = ["TRIANGLES", "triangles"]

BORDERS = ("none", "drawn")
SIDE = re.compile(r"[1-9][0-9]{0,17}")


def triangles(
    side: int,
    *,
    border: str = "none",
    turn: TurnRule = TurnRule.BONUS,
    objective: Objective = Objective.MOST,
) -> Game:
    """Return the triangular board with this many unit triangles a side; 3 is Triangle War.

    Arguments:
        side: an integer >= 1; the board has side * side triangles.
        border: `"none"`, or `"drawn"`: the outer lines are there at the start.
        turn, objective: the rules; by default a gain gives another turn, and the most points win.

    The lines are numbered from 1, upright triangle by upright triangle, top to bottom and left to
    right: left, right, base. Raises `ArgumentError` for a side that is not an integer >= 1 and for
    more than 10,000 lines, `NotationError` for other borders, `InvalidGameError` for rules that are
    none.

    Source: ACM ECNA 1999 "Triangle War"; Codeforces Gym 100015 F "Fighting for Triangles".

    >>> from perfectplay import triangles
    >>> len(triangles(3)), triangles(3).total
    (18, 9)
    """
    spec = _spec(as_integer("side", side, low=1), choice({"border": border}, "border", BORDERS))
    return with_rules(spec, turn, objective).validate()


def _spec(side: int, border: str) -> GameSpec:
    check_lines(f"a board of side {shorten(side)}", 3 * side * (side + 1) // 2)

    def lines(row: int, column: int) -> tuple[int, int, int]:
        """Left, right and base of an upright triangle; row r has the triangles 0..r."""
        first = 3 * (row * (row + 1) // 2 + column)
        return first, first + 1, first + 2

    places = [(row, column) for row in range(side) for column in range(row + 1)]
    upright = [lines(row, column) for row, column in places]
    # below the base of an upright triangle hangs the inverted one between its two lower neighbours
    inverted = [
        (lines(row, column)[2], lines(row + 1, column)[1], lines(row + 1, column + 1)[0])
        for row, column in places
        if row + 1 < side
    ]
    drawn: list[int] = []
    if border == "drawn":
        for k in range(side):
            drawn += [lines(k, 0)[0], lines(k, k)[1], lines(side - 1, k)[2]]
    geometry = _geometry(side)
    start = mask_of(drawn)
    return GameSpec(
        items=3 * len(places),
        score=Regions(tuple(Region(mask_of(triangle)) for triangle in upright + inverted)),
        start=start,
        numbered_from=1,
        text=f"triangles:{side}" + (",border=drawn" if border == "drawn" else ""),
        symmetries=plane_symmetries(geometry, 6, start),
        geometry=geometry,
    )


def _geometry(side: int) -> Geometry:
    def dot(row: int, column: int) -> Point:
        """Row r has the dots 0..r."""
        return column - row / 2, row * math.sqrt(3) / 2

    lines: list[tuple[Point, Point]] = []
    upright: list[tuple[Point, ...]] = []
    inverted: list[tuple[Point, ...]] = []
    for row in range(side):
        for column in range(row + 1):
            top, left, right = dot(row, column), dot(row + 1, column), dot(row + 1, column + 1)
            lines += [(top, left), (top, right), (left, right)]
            upright.append((top, right, left))
            if row + 1 < side:
                inverted.append((left, right, dot(row + 2, column + 1)))
    return Geometry(
        kind="board",
        lines=tuple(lines),
        faces=(*upright, *inverted),
        dots=tuple(dot(row, column) for row in range(side + 1) for column in range(row + 1)),
    )


def _build(argument: str, keys: Mapping[str, str]) -> GameSpec:
    if not SIDE.fullmatch(argument):
        raise NotationError(f"side {shorten(argument)} is not a number from 1 on, such as 3")
    return _spec(int(argument), choice(keys, "border", BORDERS))


TRIANGLES = Family(
    name="triangles",
    summary="draw a line; whoever closes a triangle wins it and moves again",
    usage="triangles:SIDE[,border=none|drawn]",
    example="triangles:3",
    build=_build,
    keys=("border",),
)
