"""Boards in the plane: lines and regions from the outlines of faces, symmetries from the picture.

A board is known once its faces are: their sides are the lines, each once, numbered from top to
bottom and within a row from left to right by their middles:

      o-0-o-1-o
      2   3   4        the faces are two squares
      o-5-o-6-o
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence

from ..geometry import Geometry, Point
from ..masks import bits
from ..score import Region, Regions, mask_of
from .family import MAX_SYMMETRIC

__all__ = ["board", "plane_symmetries"]

DIGITS = 6  # points closer than this many decimals are one

Place = tuple[int, int]


def board(faces: Sequence[tuple[Point, ...]], names: Sequence[str]) -> tuple[Geometry, Regions]:
    """Return the board with these faces, each given by its corners, going around it, and a name.

    >>> geometry, score = board([((0, 0), (1, 0), (1, 1), (0, 1))], ["box"])
    >>> geometry.lines
    (((0, 0), (1, 0)), ((0, 0), (0, 1)), ((1, 0), (1, 1)), ((0, 1), (1, 1)))
    >>> score.regions[0].mask
    15
    """
    lines: dict[frozenset[Place], tuple[Point, Point]] = {}
    dots: dict[Place, Point] = {}
    around = []
    for corners in faces:
        sides = [(corner, corners[(k + 1) % len(corners)]) for k, corner in enumerate(corners)]
        around.append([_ends(*side) for side in sides])
        for start, end in sides:
            dots.setdefault(_place(start), start)
            lines.setdefault(_ends(start, end), (min(start, end), max(start, end)))
    order = sorted(lines, key=lambda key: _middle(*lines[key]))
    number = {key: k for k, key in enumerate(order)}
    geometry = Geometry(
        kind="board",
        lines=tuple(lines[key] for key in order),
        faces=tuple(faces),
        dots=tuple(dots.values()),
    )
    return geometry, Regions(
        tuple(
            Region(mask_of(number[key] for key in sides), name=name)
            for sides, name in zip(around, names, strict=True)
        )
    )


def plane_symmetries(geometry: Geometry, order: int, start: int = 0) -> tuple[tuple[int, ...], ...]:
    """Return generators of the symmetries a board has as a picture, as permutations of its items.

    Arguments:
        geometry: the board; no two of its lines have the same ends.
        order: 4 on a square lattice and 6 on one of triangles or hexagons: a turn by 360 / order
            degrees is the smallest there can be.
        start: mask of the items that are drawn, which must stay drawn.

    A symmetry of a finite picture leaves its centre where it is. All the turns are repetitions of
    the smallest one, and one reflection with them makes all the others. Boards of more than
    `MAX_SYMMETRIC` lines have none here.

    >>> from perfectplay import parse_game
    >>> plane_symmetries(parse_game("dots-and-boxes:1x1").geometry, 4)
    ((3, 2, 0, 1), (1, 0, 2, 3))
    """
    if len(geometry.lines) > MAX_SYMMETRIC:
        return ()
    numbers = {_ends(*line): k for k, line in enumerate(geometry.lines)}
    points = [point for line in geometry.lines for point in line]
    centre = tuple(math.fsum(point[k] for point in points) / len(points) for k in (0, 1))
    drawn = frozenset(bits(start))
    steps = [(math.cos(2 * math.pi * k / order), math.sin(2 * math.pi * k / order))
             for k in range(order)]  # fmt: skip

    def first(turns: Sequence[tuple[float, float]], mirrored: bool) -> list[tuple[int, ...]]:
        for cos, sin in turns:
            found = _permutation(numbers, geometry, _motion(centre, cos, sin, mirrored), drawn)
            if found is not None:
                return [found]
        return []

    return (*first(steps[1:], False), *first(steps, True))


def _motion(
    centre: tuple[float, ...], cos: float, sin: float, mirrored: bool
) -> Callable[[Point], Point]:
    def image(point: Point) -> Point:
        x, y = point[0] - centre[0], point[1] - centre[1]
        if mirrored:
            y = -y
        return centre[0] + x * cos - y * sin, centre[1] + x * sin + y * cos

    return image


def _permutation(
    numbers: dict[frozenset[Place], int],
    geometry: Geometry,
    image: Callable[[Point], Point],
    drawn: frozenset[int],
) -> tuple[int, ...] | None:
    """Return where a motion takes each line, or None if it takes one elsewhere."""
    goal = []
    for k, (start, end) in enumerate(geometry.lines):
        number = numbers.get(_ends(image(start), image(end)))
        if number is None or (k in drawn) != (number in drawn):
            return None
        goal.append(number)
    return tuple(goal)


def _place(point: Point) -> Place:
    return round(point[0] * 10**DIGITS), round(point[1] * 10**DIGITS)


def _ends(start: Point, end: Point) -> frozenset[Place]:
    return frozenset((_place(start), _place(end)))


def _middle(start: Point, end: Point) -> Place:
    """Twice the middle of a line, the row first."""
    x, y = _place((start[0] + end[0], start[1] + end[1]))
    return y, x
