"""Narrow Dots-and-Triangles: a strip of triangles between two rows of dots.

A strip of size n has n dots above and n + 1 below, and 2 n - 1 triangles. Lines are numbered from
0, row by row; size 2:

      o-0-o
     1 2 3 4
    o-5-o-6-o

Closed: the top and the two sides are drawn at the start.
"""

from __future__ import annotations

import math
import re
from collections.abc import Mapping

from ..errors import NotationError, shorten
from ..game import GameSpec
from ..geometry import Point
from ..score import mask_of
from .family import Family, check_lines, choice
from .plane import board, plane_symmetries

__all__ = ["TRIANGLE_STRIP"]

BORDERS = ("open", "closed")
SIZE = re.compile(r"[1-9][0-9]{0,17}")


def _spec(size: int, border: str) -> GameSpec:
    lines = 4 * size - 1
    check_lines(f"a strip of size {shorten(size)}", lines)

    def dot(row: int, column: int) -> Point:
        return column + (0.5 if row == 0 else 0), row * math.sqrt(3) / 2

    faces: list[tuple[Point, ...]] = []
    for k in range(size):
        faces.append((dot(0, k), dot(1, k + 1), dot(1, k)))
        if k + 1 < size:
            faces.append((dot(0, k), dot(0, k + 1), dot(1, k + 1)))
    geometry, score = board(faces, [f"triangle {k}" for k in range(len(faces))])
    drawn = [*range(size), lines - size - 1] if border == "closed" else []
    start = mask_of(drawn)
    return GameSpec(
        items=lines,
        score=score,
        start=start,
        text=f"triangle-strip:{size}" + (",border=closed" if border == "closed" else ""),
        symmetries=plane_symmetries(geometry, 6, start),
        geometry=geometry,
    )


def _build(argument: str, keys: Mapping[str, str]) -> GameSpec:
    if not SIZE.fullmatch(argument):
        raise NotationError(f"size {shorten(argument)} is not a number from 1 on, such as 3")
    return _spec(int(argument), choice(keys, "border", BORDERS))


# Source: Jobson, Sledd, White and Wildstrom, Variations on narrow dots-and-boxes and
# dots-and-triangles, Integers 17 (2017), who call this the open and the closed 1 x n game.
TRIANGLE_STRIP = Family(
    name="triangle-strip",
    summary="triangles in a row; whoever closes one wins it and moves again",
    usage="triangle-strip:SIZE[,border=open|closed]",
    example="triangle-strip:3",
    build=_build,
    keys=("border",),
)
