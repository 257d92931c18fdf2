"""Where the items and regions of a game stand in the plane, for those who draw it.

x grows to the right, y grows downwards, as in pictures; the unit is one line of a board.

A *board* (`kind="board"`) has an item for each line between two dots, and a region for each face:

    o---o        dots, lines between them, faces inside
    |   |
    o---o

A *graph* (`kind="graph"`) has coins at points and an item for each string; a string to the ground
ends at a point without a coin, and parallel strings have the same ends:

    (0)====(1)----   two parallel strings and one to the ground
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

__all__ = ["Geometry", "Point"]

Point = tuple[float, float]


@dataclass(frozen=True, slots=True)
class Geometry:
    """Where a game's items and regions stand.

    Attributes:
        kind: `"board"`, or `"graph"` where the regions are coins.
        lines: the two ends of each item, by index.
        faces: the corners of each region in the order of the score's regions, going around it; of a
            coin its one point.
        dots: the points to be marked on a board; none for a graph.
        grid: rows and columns of boxes, for the square family only.

    >>> from perfectplay import parse_game
    >>> parse_game("dots-and-boxes:1x1").geometry.lines[3]
    ((1, 0), (1, 1))
    """

    kind: Literal["board", "graph"]
    lines: tuple[tuple[Point, Point], ...]
    faces: tuple[tuple[Point, ...], ...]
    dots: tuple[Point, ...] = ()
    grid: tuple[int, int] | None = None
