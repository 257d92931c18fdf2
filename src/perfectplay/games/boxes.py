"""Dots-and-Boxes on a board of boxes, with three kinds of border.

Lines are numbered from 0: the horizontal ones row by row, then the vertical ones row by row. A
board of 1 x 2 boxes:

    o-0-o-1-o
    4   5   6
    o-2-o-3-o

Icelandic: the left and the bottom border are drawn at the start; Swedish: the whole border.
"""

from __future__ import annotations

import re
from collections.abc import Mapping

from ..errors import NotationError, as_integer, shorten
from ..game import Game, GameSpec, Objective, TurnRule
from ..geometry import Geometry
from ..score import Region, Regions, mask_of
from .family import Family, check_lines, choice, with_rules
from .plane import plane_symmetries

__all__ = ["DOTS_AND_BOXES", "dots_and_boxes"]

BORDERS = ("none", "icelandic", "swedish")
SIZE = re.compile(r"([1-9][0-9]{0,17})x([1-9][0-9]{0,17})")


def dots_and_boxes(
    rows: int,
    columns: int,
    *,
    border: str = "none",
    turn: TurnRule = TurnRule.BONUS,
    objective: Objective = Objective.MOST,
) -> Game:
    """Return Dots-and-Boxes on a board of boxes.

    Arguments:
        rows, columns: how many boxes, integers >= 1.
        border: which border lines are drawn at the start: `"none"`, `"icelandic"` (left and bottom)
            or `"swedish"` (all).
        turn, objective: the rules; by default a gain gives another turn, and the most points win.

    The lines are numbered from 0: the horizontal ones row by row, then the vertical ones row by
    row. Raises `ArgumentError` for sizes that are not integers >= 1 and for more than 10,000 lines,
    `NotationError` for other borders, `InvalidGameError` for rules that are none.

    Source: Berlekamp, Conway and Guy, Winning Ways for your Mathematical Plays, chapter 16.

    >>> from perfectplay import dots_and_boxes
    >>> dots_and_boxes(2, 2, border="swedish").start.bit_count()
    8
    """
    size = as_integer("rows", rows, low=1), as_integer("columns", columns, low=1)
    spec = _spec(*size, choice({"border": border}, "border", BORDERS))
    return with_rules(spec, turn, objective).validate()


def _spec(rows: int, columns: int, border: str) -> GameSpec:
    lines = (rows + 1) * columns + rows * (columns + 1)
    check_lines(f"a board of {shorten(rows)} x {shorten(columns)} boxes", lines)

    def horizontal(row: int, column: int) -> int:
        return row * columns + column

    def vertical(row: int, column: int) -> int:
        return (rows + 1) * columns + row * (columns + 1) + column

    boxes = [
        Region(
            mask_of(
                (
                    horizontal(row, column),
                    horizontal(row + 1, column),
                    vertical(row, column),
                    vertical(row, column + 1),
                )
            ),
            name=f"box {row},{column}",
        )
        for row in range(rows)
        for column in range(columns)
    ]
    drawn: list[int] = []
    if border != "none":
        drawn += [horizontal(rows, column) for column in range(columns)]
        drawn += [vertical(row, 0) for row in range(rows)]
    if border == "swedish":
        drawn += [horizontal(0, column) for column in range(columns)]
        drawn += [vertical(row, columns) for row in range(rows)]
    geometry = _geometry(rows, columns)
    start = mask_of(drawn)
    return GameSpec(
        items=lines,
        score=Regions(tuple(boxes)),
        start=start,
        text=f"dots-and-boxes:{rows}x{columns}" + (f",border={border}" if border != "none" else ""),
        symmetries=plane_symmetries(geometry, 4, start),
        geometry=geometry,
    )


def _geometry(rows: int, columns: int) -> Geometry:
    across = [((x, y), (x + 1, y)) for y in range(rows + 1) for x in range(columns)]
    down = [((x, y), (x, y + 1)) for y in range(rows) for x in range(columns + 1)]
    return Geometry(
        kind="board",
        lines=(*across, *down),
        faces=tuple(
            ((x, y), (x + 1, y), (x + 1, y + 1), (x, y + 1))
            for y in range(rows)
            for x in range(columns)
        ),
        dots=tuple((x, y) for y in range(rows + 1) for x in range(columns + 1)),
        grid=(rows, columns),
    )


def _build(argument: str, keys: Mapping[str, str]) -> GameSpec:
    size = SIZE.fullmatch(argument)
    if size is None:
        raise NotationError(f"size {shorten(argument)} is not ROWSxCOLUMNS, such as 3x4")
    return _spec(int(size[1]), int(size[2]), choice(keys, "border", BORDERS))


DOTS_AND_BOXES = Family(
    name="dots-and-boxes",
    summary="draw a line; whoever draws the fourth side of a box wins it and moves again",
    usage="dots-and-boxes:ROWSxCOLUMNS[,border=none|icelandic|swedish]",
    example="dots-and-boxes:2x3",
    build=_build,
    keys=("border",),
)
