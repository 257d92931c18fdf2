"""The picture of a board, or of a graph of coins and strings.

On a board, lines drawn are dark and free ones pale; in a graph it is the free strings that are
there, and those cut are faint and dashed. A string to the ground ends in three bars.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass

from ..geometry import Point
from ..score import Regions
from .labels import Label, around, fit, label_of
from .layout import Curve, Layout
from .style import (
    BEST,
    CLOSED,
    CUT_HALO,
    DRAWN_HALO,
    FAINT,
    HALO,
    INK,
    PALE,
    PAPER,
    PLAYERS,
    QUIET,
    Grade,
    grade,
)
from .svg import Box, number, tag, text, text_width
from .view import View, free_items
from .wording import item_words, region_words

__all__ = ["Drawing", "draw_board"]

BOARD_SCALE, GRAPH_SCALE = 60.0, 84.0
MOST, MOST_NAMES = 3000.0, 260.0  # the largest scales, with values and without
DOT, COIN = 4.5, 13.0
BARS = ((0.0, 9.0), (4.0, 6.0), (8.0, 3.0))  # of the ground: how far on, and half how wide
LETTER, WEIGHT, SMALLEST = 26.0, 12.0, 7.5  # sizes of text
TIMES = "\N{MULTIPLICATION SIGN}"


@dataclass(frozen=True, slots=True)
class Drawing:
    """Elements, and the box around them."""

    elements: list[str]
    box: Box


def draw_board(view: View, place: Layout) -> Drawing:
    """Return the picture of a position whose game says where everything stands."""
    labels = {
        index: label
        for index in free_items(view.position)
        if (label := label_of(view, index)) is not None
    }
    graph = place.kind == "graph"
    keep = bool(view.moves or view.steps)
    board = _Board(view, place)
    scale, at = fit(
        place.curves,
        labels,
        board.obstacles,
        graph=graph,
        keep=keep,
        scale=GRAPH_SCALE if graph else BOARD_SCALE,
        most=MOST if keep else MOST_NAMES,
    )
    elements = [
        *board.regions(scale),
        *board.items(scale),
        *(board.coins(scale) if graph else board.dots(scale)),
        *board.labels(labels, at),
    ]
    boxes = [
        *board.extent(scale),
        *(around(*point, labels[k].width, 22) for k, point in at.items()),
    ]
    lefts, tops, rights, bottoms = zip(*boxes, strict=True)
    return Drawing(elements, (min(lefts), min(tops), max(rights), max(bottoms)))


@dataclass(frozen=True, slots=True)
class _Board:
    view: View
    place: Layout

    @property
    def graph(self) -> bool:
        return self.place.kind == "graph"

    def weights(self) -> list[int]:
        score = self.view.game.score
        return [r.weight for r in score.regions] if isinstance(score, Regions) else []

    def obstacles(self, scale: float) -> Iterator[Box]:
        """Yield what labels must not cover."""
        for x, y in self.place.dots:
            yield around(x * scale, y * scale, 2 * DOT, 2 * DOT)
        for face, weight in zip(self.place.faces, self.weights(), strict=False):
            if face and self.graph:
                yield around(face[0][0] * scale, face[0][1] * scale, 2 * COIN, 2 * COIN)
            elif face and weight != 1:
                x, y = _middle(face)
                yield around(x * scale, y * scale, text_width(TIMES + str(weight), WEIGHT), 14)
        for curve, ends in zip(self.place.curves, self.place.grounded, strict=True):
            for x, y, _, _ in _grounds(curve.scaled(scale), ends):
                yield around(x, y, 18, 18)

    def extent(self, scale: float) -> Iterator[Box]:
        """Yield boxes around all that is drawn but labels."""
        for curve in self.place.curves:
            for t in (0.0, 0.25, 0.5, 0.75, 1.0):
                x, y = curve.at(t)
                yield around(x * scale, y * scale, 2 * DOT, 2 * DOT)
        for face in self.place.faces:
            for x, y in face:
                yield around(x * scale, y * scale, 2 * COIN, 2 * COIN)
        for curve, ends in zip(self.place.curves, self.place.grounded, strict=True):
            for x, y, _, _ in _grounds(curve.scaled(scale), ends):
                yield around(x, y, 22, 22)

    def regions(self, scale: float) -> Iterator[str]:
        """Yield the faces of a board that are closed, or have a weight to be told."""
        if self.graph:
            return
        for k, (face, weight) in enumerate(zip(self.place.faces, self.weights(), strict=False)):
            if len(face) < 3 or not (self.view.closed(k) or weight != 1):
                continue
            corners = [(x * scale, y * scale) for x, y in face]
            yield tag(
                "g",
                tag("title", region_words(self.view, k)),
                *self._face(k, corners, weight),
                data_region=k,
            )

    def _face(self, k: int, corners: list[Point], weight: int) -> Iterator[str]:
        owner = self.view.owners[k]
        x, y = _middle(corners)
        inside = min(_distance((x, y), a, b) for a, b in _sides(corners))
        if self.view.closed(k):
            yield tag(
                "polygon",
                points=" ".join(f"{number(a)},{number(b)}" for a, b in corners),
                fill=CLOSED if owner is None else PLAYERS[owner].fill,
            )
        if self.view.closed(k) and owner is not None:
            yield from _owned(x, y, owner, weight, min(LETTER, 1.15 * inside))
        elif weight != 1:
            yield text(x, y, TIMES + str(weight), WEIGHT, QUIET)

    def coins(self, scale: float) -> Iterator[str]:
        """Yield the coins of a graph."""
        for k, (face, weight) in enumerate(zip(self.place.faces, self.weights(), strict=False)):
            if not face:
                continue
            x, y = face[0][0] * scale, face[0][1] * scale
            owner, closed = self.view.owners[k], self.view.closed(k)
            player = PLAYERS[owner] if closed and owner is not None else None
            disk = tag(
                "circle",
                cx=x,
                cy=y,
                r=COIN,
                fill=player.fill if player else CLOSED if closed else PAPER,
                stroke=player.ink if player else FAINT if closed else INK,
                stroke_width=1.5 if closed else 2.5,
                stroke_dasharray="3 3" if closed and not player else None,
            )
            inside = [disk]
            if player:
                inside += _owned(x, y, owner or 0, weight, 15)
            elif not closed:
                inside += _named(x, y, self._coin_name(k), weight)
            yield tag(
                "g", tag("title", region_words(self.view, k)), *inside, data_region=k
            )  # fmt: skip

    def _coin_name(self, k: int) -> str:
        score = self.view.game.score
        assert isinstance(score, Regions)
        return (score.regions[k].name or "").removeprefix("coin ")

    def dots(self, scale: float) -> Iterator[str]:
        """Yield the dots of a board, one group."""
        if self.place.dots:
            disks = [
                tag("circle", cx=x * scale, cy=y * scale, r=DOT) for x, y in self.place.dots
            ]  # fmt: skip
            yield tag("g", *disks, fill=INK)

    def items(self, scale: float) -> Iterator[str]:
        """Yield lines or strings, those over others last: pale, drawn, the last move."""
        for index in sorted(range(len(self.place.curves)), key=self._rank):
            curve = self.place.curves[index].scaled(scale)
            taken = self.view.taken(index)
            shape = _shape(curve)
            wide = CUT_HALO if self.graph else DRAWN_HALO
            last = index == self.view.last
            halo = tag("path", d=shape, stroke=HALO, stroke_width=wide) if last else ""
            line = tag("path", d=shape, **self._stroke(index))
            bars = "".join(
                _bars(*ground, FAINT if self.graph and taken else QUIET)
                for ground in _grounds(curve, self.place.grounded[index])
            )
            yield tag(
                "g",
                tag("title", item_words(self.view, index)),
                halo,
                line,
                bars,
                data_item=self.view.game.number(index),
                data_state="taken" if taken else "free",
                fill="none",
                stroke_linecap="round",
            )

    def _rank(self, index: int) -> tuple[bool, bool, bool]:
        return (
            index == self.view.last,
            self.view.taken(index) != self.graph,
            index in self.view.best,
        )

    def _stroke(self, index: int) -> dict[str, str | float | None]:
        look = self._look(index)
        if self.view.taken(index):
            if self.graph:
                colour = QUIET if index == self.view.last else FAINT
                return {"stroke": colour, "stroke_width": 1.5, "stroke_dasharray": "2 5"}
            return {"stroke": INK, "stroke_width": 5.5}
        if look is not None:
            return {
                "stroke": look.line,
                "stroke_width": look.width,
                "stroke_dasharray": look.dash,
            }
        if self.graph:
            return {"stroke": QUIET, "stroke_width": 2.5}
        return {"stroke": PALE, "stroke_width": 2.5}

    def _look(self, index: int) -> Grade | None:
        move = self.view.moves.get(index)
        if move is not None:
            return grade(move.regret, self.view.game.objective)
        return BEST if index in self.view.best else None

    def labels(self, labels: dict[int, Label], at: dict[int, Point]) -> Iterator[str]:
        """Yield the labels that found a place."""
        for index in sorted(at):
            title = (
                tag("title", item_words(self.view, index)) if index in self.view.moves else ""
            )  # fmt: skip
            drawn = labels[index].draw(*at[index])
            yield tag("g", title, drawn, data_label=self.view.game.number(index))


def _owned(x: float, y: float, owner: int, weight: int, size: float) -> Iterator[str]:
    """Yield the letter of an owner, and the points if they are not one."""
    player = PLAYERS[owner]
    if weight == 1:
        yield text(x, y, player.letter, size, player.ink, bold=True)
        return
    words = TIMES + str(weight)
    small = min(0.62 * size, 1.9 * size / len(words))
    yield text(x, y - 0.3 * size, player.letter, 0.75 * size, player.ink, bold=True)
    yield text(x, y + 0.4 * size, words, small, player.ink)


def _named(x: float, y: float, name: str, weight: int) -> Iterator[str]:
    """Yield the name of an open coin, and its weight if that is not one."""
    words = TIMES + str(weight)
    room = 1.9 * COIN
    size = min(WEIGHT, room / max(text_width(name, 1), 0.1))
    if size < SMALLEST:  # no room
        name, size = "", WEIGHT
    if weight == 1:
        yield text(x, y, name, size, QUIET)
        return
    small = min(WEIGHT if not name else 9.5, room / text_width(words, 1))
    if name:
        yield text(x, y - 5, name, min(size, 9.5), QUIET)
    yield text(x, y + (5 if name else 0), words, small, INK)


def _shape(curve: Curve) -> str:
    (x, y), (cx, cy), (ex, ey) = curve.start, curve.control, curve.end
    if curve.straight:
        return f"M{number(x)} {number(y)}L{number(ex)} {number(ey)}"
    return f"M{number(x)} {number(y)}Q{number(cx)} {number(cy)} {number(ex)} {number(ey)}"


def _grounds(curve: Curve, ends: tuple[bool, bool]) -> Iterator[tuple[float, float, float, float]]:
    """Yield where a curve goes into the ground, and in which direction."""
    for grounded, (x, y) in zip(ends, (curve.start, curve.end), strict=True):
        if grounded:
            dx, dy = x - curve.control[0], y - curve.control[1]
            length = math.hypot(dx, dy) or 1.0
            yield x, y, dx / length, dy / length


def _bars(x: float, y: float, dx: float, dy: float, colour: str) -> str:
    shape = "".join(
        f"M{number(x + far * dx - half * dy)} {number(y + far * dy + half * dx)}"
        f"L{number(x + far * dx + half * dy)} {number(y + far * dy - half * dx)}"
        for far, half in BARS
    )
    return tag("path", d=shape, stroke=colour, stroke_width=2)


def _middle(points: list[Point] | tuple[Point, ...]) -> Point:
    return sum(x for x, _ in points) / len(points), sum(y for _, y in points) / len(points)


def _sides(corners: list[Point]) -> list[tuple[Point, Point]]:
    return list(zip(corners, [*corners[1:], corners[0]], strict=True))


def _distance(point: Point, a: Point, b: Point) -> float:
    """Return how far a point is from a side."""
    length = math.dist(a, b)
    if not length:
        return math.dist(point, a)
    return abs((b[0] - a[0]) * (point[1] - a[1]) - (b[1] - a[1]) * (point[0] - a[0])) / length
