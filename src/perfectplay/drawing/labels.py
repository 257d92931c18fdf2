"""What stands on a free item, and a scale at which no two labels overlap.

Words keep their size, so a board is made larger until they fit. On a board every label stands in
the middle of its line. The strings of a graph may cross, so there a label may also move along its
string, to where no other string runs behind it.
"""

from __future__ import annotations

import itertools
import math
from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass

from ..geometry import Point
from .layout import Curve
from .style import PAPER, PLAYERS, QUIET, Grade, grade, signed
from .svg import Box, cut_to, tag, text, text_width
from .view import View

__all__ = ["BADGE", "Label", "around", "badge", "fit", "label_of", "pill", "pill_width"]

VALUE, NAME, STEP = 14.0, 12.5, 12.0  # sizes of text
HEIGHT = 21.0
BADGE = 21.0  # width and height of the number of a step
LONGEST = 110.0  # of a name
GAP = 2.5  # between labels
BOARD = (0.5,)
GRAPH = (0.5, 0.44, 0.56, 0.38, 0.62, 0.32, 0.68, 0.26, 0.74, 0.2, 0.8)
GROWTH, FAST_GROWTH = 1.1, 1.6  # of the scale, for a few labels and for many
CELL = 48.0
STEPS = 8  # straight pieces of a bent string
FEW = 64  # labels

Segment = tuple[Point, Point]


@dataclass(frozen=True, slots=True)
class Label:
    """What stands on an item: a width, and how to draw it around a point."""

    width: float
    draw: Callable[[float, float], str]


def label_of(view: View, index: int) -> Label | None:
    """Return the label of a free item: its step, its value, both, or its name."""
    move, step = view.moves.get(index), view.steps.get(index)
    parts: list[Label] = []
    if step is not None:
        parts.append(Label(_badge_width(step[0]), lambda x, y: badge(x, y, *step)))
    if move is not None:
        look = grade(move.regret, view.game.objective)
        words = signed(move.value)
        parts.append(Label(pill_width(words), lambda x, y: pill(x, y, words, look)))
    if not parts and view.labels:
        parts.append(_name(view.game.names[index]))
    return _row(parts) if parts else None


def _row(parts: Sequence[Label]) -> Label:
    if len(parts) == 1:
        return parts[0]
    width = sum(part.width for part in parts) + 1

    def drawn(x: float, y: float) -> str:
        left = x - width / 2
        first, second = parts
        return first.draw(left + first.width / 2, y) + second.draw(
            left + width - second.width / 2, y
        )

    return Label(width, drawn)


def _name(name: str) -> Label:
    words = cut_to(LONGEST, name, NAME)
    width = text_width(words, NAME) + 5

    def drawn(x: float, y: float) -> str:
        ground = tag("rect", x=x - width / 2, y=y - 8, width=width, height=16, rx=4, fill=PAPER)
        return ground + text(x, y, words, NAME, QUIET)

    return Label(width, drawn)


def pill_width(words: str) -> float:
    """Return how wide the label of a value is."""
    return text_width(words, VALUE, bold=True) + 12


def pill(x: float, y: float, words: str, look: Grade) -> str:
    """Return the label of a value, around a point."""
    width = pill_width(words)
    return tag(
        "rect",
        x=x - width / 2,
        y=y - HEIGHT / 2,
        width=width,
        height=HEIGHT,
        rx=look.round * HEIGHT / 2,
        fill=look.fill,
        stroke=look.edge,
        stroke_width=1.5,
    ) + text(x, y, words, VALUE, look.ink, bold=look.bold)


def _badge_width(step: int) -> float:
    return max(BADGE, text_width(str(step), STEP, bold=True) + 6)


def badge(x: float, y: float, step: int, player: int) -> str:
    """Return the number of a step: A's, or that of the player to move, round, the other square."""
    width = _badge_width(step)
    return tag(
        "rect",
        x=x - width / 2,
        y=y - BADGE / 2,
        width=width,
        height=BADGE,
        rx=2 if player else BADGE / 2,
        fill=PLAYERS[player].ink,
        stroke=PAPER,
        stroke_width=1.5,
    ) + text(x, y, str(step), STEP, PAPER, bold=True)


def around(x: float, y: float, width: float, height: float) -> Box:
    """Return the box around a point."""
    return x - width / 2, y - height / 2, x + width / 2, y + height / 2


@dataclass(frozen=True, slots=True)
class Scene:
    """What labels must fit into: curves in units of a line, and what they must not cover.

    Attributes:
        curves: of all items.
        labels: by item.
        obstacles: the boxes not to be covered at a scale.
        ts: where along a curve a label may stand, the best place first.
        crossing: the items whose curves should not run behind another's label.
    """

    curves: Sequence[Curve]
    labels: Mapping[int, Label]
    obstacles: Callable[[float], Iterable[Box]]
    ts: Sequence[float]
    crossing: Sequence[int]


def fit(
    curves: Sequence[Curve],
    labels: Mapping[int, Label],
    obstacles: Callable[[float], Iterable[Box]],
    *,
    graph: bool,
    keep: bool,
    scale: float,
    most: float,
) -> tuple[float, dict[int, Point]]:
    """Return a scale from `scale` on at which labels fit, and where each stands at it.

    Arguments:
        curves: of all items, in units of a line.
        labels: by item.
        obstacles: the boxes that labels must not cover at a scale.
        graph: whether labels may move along their curve.
        keep: whether labels that find no place stand over others, or are left out.
        scale, most: the smallest and the largest scale, in pixels a unit.

    With many labels strings may run behind the labels of others, and steps are larger.
    """
    crossing = sorted(labels) if graph and len(labels) <= FEW else []
    scene = Scene(curves, labels, obstacles, GRAPH if graph else BOARD, crossing)
    found: tuple[int, float, dict[int, Point]] | None = None
    while True:
        places, crossed = _places(scene, scale)
        complete = len(places) == len(labels)
        if complete and (found is None or crossed < found[0]):
            found = crossed, scale, places
        # a clean picture is worth one half larger than the first complete one, not more
        if found is not None and (found[0] == 0 or scale > 1.5 * found[1]):
            return found[1:]
        if scale >= most:
            if keep:  # such as on lines that are the same, or points
                places = {k: curves[k].scaled(scale).at(0.5) for k in labels} | places
            return (scale, places) if found is None else found[1:]
        scale = min(scale * (GROWTH if len(labels) <= FEW else FAST_GROWTH), most)


def _places(scene: Scene, scale: float) -> tuple[dict[int, Point], int]:
    """Return where labels stand at a scale, and how many strings run behind those of others."""
    curves = {k: scene.curves[k].scaled(scale) for k in {*scene.labels, *scene.crossing}}
    crowd = _Crowd()
    for box in scene.obstacles(scale):
        crowd.add(box)
    pieces = {k: _pieces(curves[k]) for k in scene.crossing}
    options: dict[int, list[tuple[int, Point]]] = {}
    for k, label in scene.labels.items():
        points = [curves[k].at(t) for t in scene.ts]
        boxes = [around(*point, label.width, HEIGHT) for point in points]
        options[k] = sorted(
            (
                (_crossings(box, k, pieces), point)
                for point, box in zip(points, boxes, strict=True)
                if not crowd.hits(box)
            ),
            key=lambda option: option[0],
        )
    places: dict[int, Point] = {}
    crossed = 0
    # those with the fewest good places choose first
    for k in sorted(options, key=lambda k: (sum(not c for c, _ in options[k]), k)):
        for crossings, point in options[k]:
            box = around(*point, scene.labels[k].width, HEIGHT)
            if not crowd.hits(box):
                crowd.add(box)
                places[k] = point
                crossed += crossings
                break
    return places, crossed


class _Crowd:
    """Boxes in a plane, found by where they are."""

    def __init__(self) -> None:
        self._cells: dict[tuple[int, int], list[Box]] = defaultdict(list)

    def add(self, box: Box) -> None:
        for cell in _cells(box):
            self._cells[cell].append(box)

    def hits(self, box: Box) -> bool:
        """Return whether a box is nearer to one of them than the gap."""
        left, top, right, bottom = box
        gap = GAP - 1e-6
        return any(
            left < other[2] + gap
            and other[0] < right + gap
            and top < other[3] + gap
            and other[1] < bottom + gap
            for cell in _cells(box)
            if cell in self._cells
            for other in self._cells[cell]
        )


def _cells(box: Box) -> Iterable[tuple[int, int]]:
    left, top, right, bottom = box
    return (
        (i, j)
        for i in range(math.floor((left - GAP) / CELL), math.floor((right + GAP) / CELL) + 1)
        for j in range(math.floor((top - GAP) / CELL), math.floor((bottom + GAP) / CELL) + 1)
    )


def _pieces(curve: Curve) -> list[Segment]:
    if curve.straight:
        return [(curve.start, curve.end)]
    points = [curve.at(k / STEPS) for k in range(STEPS + 1)]
    return list(itertools.pairwise(points))


def _crossings(box: Box, own: int, pieces: Mapping[int, list[Segment]]) -> int:
    """Return how many curves other than its own run behind a box."""
    return sum(
        k != own and any(_runs_through(segment, box) for segment in segments)
        for k, segments in pieces.items()
    )


def _runs_through(segment: Segment, box: Box) -> bool:
    """Return whether a part of a segment is inside a box: clip it by each side in turn."""
    (x, y), (end_x, end_y) = segment
    dx, dy = end_x - x, end_y - y
    low, high = 0.0, 1.0
    for step, distance in (
        (-dx, x - box[0]),
        (dx, box[2] - x),
        (-dy, y - box[1]),
        (dy, box[3] - y),
    ):
        if abs(step) < 1e-12:
            if distance < 0:
                return False
        elif step < 0:
            low = max(low, distance / step)
        else:
            high = min(high, distance / step)
    return low < high
