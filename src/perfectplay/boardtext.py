"""Positions drawn in plain characters, for terminals, messages and text files.

A board is drawn on a raster. The rows and columns its dots stand in become lines and cells of the
text, as far apart as the labels need; a slanted line goes down one cell for each cell across:

    +---+ 1 +          o             o
    |   5   6         / \\           / \\
    +---+---+        o---2         1   o
    | A |   |       / B / \\        |   |
    +---+---+      o---5---o       o   o

Lines taken are drawn, free ones show their label or nothing, completed regions their owner. Boards
of boxes are read back by `parse_board`. Of graphs and other games there is a list instead: what is
left of each region, or the bags that are left.
"""

from __future__ import annotations

import itertools
import math
from bisect import bisect_left
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache

from .errors import ArgumentError, shorten
from .geometry import Geometry
from .masks import bits
from .position import Position
from .score import Gems, Regions

__all__ = ["board_text"]

MARK = "#"
BOX_DOT, DOT = "+", "o"
DIGITS = 6  # places closer than this many decimals are one


def board_text(
    position: Position,
    *,
    owners: Mapping[int, str] | None = None,
    labels: Mapping[int, str] | None = None,
    marked: Collection[int] = (),
) -> str:
    """Return a position drawn in plain characters.

    Boards of boxes, triangles and hexagons are drawn; of other games there is a list of what is
    left of each coin or region, or of the bags.

    Arguments:
        position: what to draw.
        owners: by the index of a region, the letter or digit to put into it once it is complete.
        labels: by the number of an item, what stands there while it is free: letters and digits.
            By default nothing on a board, the names of the items in a list.
        marked: the numbers of items to be drawn with `#` if they are taken, such as the last moves.

    Raises `ArgumentError` for other owners and labels. `parse_board` reads boards of boxes back.

    >>> from perfectplay import Position, board_text, parse_game
    >>> position = Position.parse(parse_game("triangles:2"), "1 2 3 4")
    >>> print(board_text(position, owners={0: "A"}, labels={5: "5"}))
        o
       /A\\
      o---o
     / 5
    o   o   o
    """
    owner, label = dict(owners or {}), dict(labels or {})
    _check(position, owner, label)
    game = position.game
    raster = _raster(game.geometry)
    if raster is None:
        return "\n".join(_listed(position, owner, label))
    score = game.score
    assert isinstance(score, Regions)
    complete = {
        k: owner[k]
        for k, region in enumerate(score.regions)
        if k in owner and not region.mask & ~position.mask
    }
    free = {
        game.index(item): text
        for item, text in label.items()
        if not position.mask >> game.index(item) & 1
    }
    taken = dict.fromkeys(bits(position.mask), False)
    taken |= {game.index(item): True for item in marked if game.index(item) in taken}
    for step in itertools.count(raster.least):  # it fits once there is room for the longest label
        drawn = raster.draw(step, taken, free, complete)
        if drawn is not None:
            return drawn
    raise AssertionError("unreachable")


def _check(position: Position, owners: Mapping[int, str], labels: Mapping[int, str]) -> None:
    score = position.game.score
    count = len(score.regions) if isinstance(score, Regions) else 0
    board = position.game.geometry is not None and position.game.geometry.kind == "board"
    for region, owner in owners.items():
        if region not in range(count):
            raise ArgumentError(
                f"owners names region {shorten(region)}, but {position.game} has {count} regions"
            )
        if not isinstance(owner, str) or len(owner) != 1 or not owner.isalnum():
            raise ArgumentError(
                f"the owner of region {region} is {shorten(owner)}; it must be a letter or a digit"
            )
    for item, label in labels.items():
        position.game.index(item)
        if not isinstance(label, str) or not (label.isalnum() if board else label.isprintable()):
            raise ArgumentError(
                f"the label of item {item} is {shorten(label)}; it must be letters and digits"
            )


Place = tuple[int, int]
"""Which column and row of dots, both from 0."""


@dataclass(frozen=True, slots=True)
class _Raster:
    """A board whose lines run along rows, along columns, or from one row to the next."""

    lines: tuple[tuple[Place, Place], ...]  # the upper or left end first
    faces: tuple[tuple[Place, ...], ...]
    dots: tuple[Place, ...]
    slanted: tuple[bool, ...]  # whether there are slanted lines between a row and the next
    dot: str

    @property
    def least(self) -> int:
        """The fewest cells from one column to the next."""
        return 2 if any(self.slanted) else 4

    def draw(
        self,
        step: int,
        taken: Mapping[int, bool],
        free: Mapping[int, str],
        owners: Mapping[int, str],
    ) -> str | None:
        """Return the board, or None if the texts need more room.

        Arguments:
            step: how many cells from one column to the next.
            taken: the items taken, by index, and whether they are marked.
            free: labels by the index of an item.
            owners: letters by the index of a region.
        """
        tops = [0, *itertools.accumulate(step if slant else 2 for slant in self.slanted)]
        cells: dict[Place, str] = {}  # by row and cell
        texts = [
            (self._corners(self.lines[index], step, tops), text) for index, text in free.items()
        ]
        texts += [(self._corners(self.faces[k], step, tops), text) for k, text in owners.items()]
        for index, mark in taken.items():
            start, end = self._corners(self.lines[index], step, tops)
            cells |= _stroke(start, end, mark)
        for row, cell in self._corners(self.dots, step, tops):
            cells[row, cell] = self.dot
        for corners, text in texts:
            row, middle = (_middle([corner[k] for corner in corners]) for k in (0, 1))
            if len(corners) == 2 and corners[0][1] > corners[1][1] != middle:
                middle = corners[0][1] - (row - corners[0][0])  # on the slant, also where it is odd
            left = middle - (len(text) - 1) // 2
            around = [cells.get((row, left - 1), " "), cells.get((row, left + len(text)), " ")]
            if any(character.isalnum() or character == self.dot for character in around):
                return None
            for cell, character in enumerate(text, left):
                if (row, cell) in cells:
                    return None
                cells[row, cell] = character
        first, last = min(cell for _, cell in cells), max(cell for _, cell in cells)
        return "\n".join(
            "".join(cells.get((row, cell), " ") for cell in range(first, last + 1)).rstrip()
            for row in range(tops[-1] + 1)
        )

    def _corners(
        self, places: Collection[Place], step: int, tops: list[int]
    ) -> list[tuple[int, int]]:
        """Return the row and cell of each place."""
        return [(tops[row], column * step) for column, row in places]


def _middle(numbers: list[int]) -> int:
    """Return the mean, halves rounded down."""
    return math.ceil(sum(numbers) / len(numbers) - 0.5)


def _stroke(start: Place, end: Place, marked: bool) -> dict[Place, str]:
    """Return the characters between two ends, the upper or left one first, by row and cell."""
    rows, cells = end[0] - start[0], end[1] - start[1]
    down, across = (rows > 0), (cells > 0) - (cells < 0)
    character = MARK if marked else "-" if not down else "|" if not across else "\\/"[across < 0]
    return {
        (start[0] + k * down, start[1] + k * across): character
        for k in range(1, max(rows, abs(cells)))
    }


@lru_cache(maxsize=8)
def _raster(geometry: Geometry | None) -> _Raster | None:
    """Return a board on its raster; None for what is no board, or one with other slants."""
    if geometry is None or geometry.kind != "board" or not geometry.dots:
        return None
    across = _levels([x for x, _ in geometry.dots])
    unit = min((b - a for a, b in itertools.pairwise(across)), default=1.0)
    columns = [round((x - across[0]) / unit) for x in across]
    rows = _levels([y for _, y in geometry.dots])

    def place(point: tuple[float, float]) -> Place:
        return columns[_level(across, point[0])], _level(rows, point[1])

    lines = tuple(
        (min(ends, key=_upper), max(ends, key=_upper))
        for ends in ((place(one), place(other)) for one, other in geometry.lines)
    )
    slanted = [False] * (len(rows) - 1)
    for (left, top), (right, bottom) in lines:
        if left != right and top != bottom:
            if abs(left - right) != 1 or bottom - top != 1:
                return None
            slanted[top] = True
    uneven = any(
        abs(x - across[0] - k * unit) > unit / 100 for x, k in zip(across, columns, strict=True)
    )
    if uneven:
        return None
    return _Raster(
        lines=lines,
        faces=tuple(tuple(map(place, face)) for face in geometry.faces),
        dots=tuple(map(place, geometry.dots)),
        slanted=tuple(slanted),
        dot=DOT if geometry.grid is None else BOX_DOT,
    )


def _upper(place: Place) -> tuple[int, int]:
    return place[1], place[0]


def _levels(values: list[float]) -> list[float]:
    levels: list[float] = []
    for value in sorted(values):
        if not levels or value - levels[-1] > 10**-DIGITS:
            levels.append(value)
    return levels


def _level(levels: list[float], value: float) -> int:
    return bisect_left(levels, value - 2 * 10**-DIGITS)


def _listed(
    position: Position, owners: Mapping[int, str], labels: Mapping[int, str]
) -> Iterator[str]:
    game = position.game
    score = game.score
    free = game.all & ~position.mask
    shown = {game.index(item): text for item, text in labels.items()}

    def names(mask: int) -> str:
        return " ".join(shown.get(index) or game.names[index] for index in bits(mask))

    if isinstance(score, Gems):
        colours = range(len(score.bags[0]) if score.bags else 0)
        pot = [sum(score.bags[i][c] for i in bits(position.mask)) % score.melt for c in colours]
        yield f"left over: {_gems(pot)} ({score.melt} of a colour make a point)"
        for index in bits(free):
            yield f"bag {names(1 << index)}: {_gems(score.bags[index])}"
    elif isinstance(score, Regions):
        for k, region in enumerate(score.regions):
            worth = "" if region.weight == 1 else f", {region.weight} points"
            left = region.mask & free
            if left:
                state = f"{left.bit_count()} left: {names(left)}"
            else:
                state = f"complete, {owners[k]}" if k in owners else "complete"
            yield f"{region.name or f'region {k}'}{worth}: {state}"
        used = 0
        for region in score.regions:
            used |= region.mask
        if free & ~used:
            yield f"in no region: {names(free & ~used)}"
    else:
        yield f"{position.points} of {game.total} points made"
        yield f"free: {names(free)}" if free else "no item is free"


def _gems(counts: Collection[int]) -> str:
    """Return how many gems there are of each colour, from 1."""
    some = [f"{count} of colour {c}" for c, count in enumerate(counts, 1) if count]
    return ", ".join(some) or "nothing"
