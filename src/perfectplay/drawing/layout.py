"""Where lines, regions and coins stand, in units of a line.

A line between two dots is straight. Parallel strings are bent apart, and so is a string that would
run through a third coin: a quadratic Bezier curve, whose control is the middle of its ends for a
straight one. Coins of a game that does not say where they stand are put on a circle:

           (0)            strings to the ground point outwards
          /   \\
    |I--(3)   (1)--I|
          \\   /
           (2)
"""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Literal

from ..errors import ArgumentError, shorten
from ..game import Game
from ..geometry import Geometry, Point
from ..score import Regions, bits

__all__ = ["Curve", "Layout", "layout"]

BEND = 0.34  # between the middles of parallel strings
CLEARANCE = 0.24  # of a string and a coin it does not end at
GROUND = 0.8  # the length of a string to the ground
MAX_CHECKS = 200_000  # pairs of a string and a coin looked at
FARTHEST = 1_000_000  # lines from the origin
SAMPLE = 100  # coins whose neighbours are looked for
Place = tuple[int, int]


@dataclass(frozen=True, slots=True)
class Curve:
    """A line or string: a quadratic Bezier curve."""

    start: Point
    control: Point
    end: Point

    @classmethod
    def between(cls, start: Point, end: Point, bend: float = 0.0) -> Curve:
        """Return the curve whose middle is this far from the straight line.

        It bends to the same side in whichever order its ends are given.
        """
        middle = (start[0] + end[0]) / 2, (start[1] + end[1]) / 2
        if not bend:
            return cls(start, middle, end)
        low, high = sorted((start, end))
        dx, dy = high[0] - low[0], high[1] - low[1]
        reach = 2 * bend / (math.hypot(dx, dy) or 1)
        return cls(start, (middle[0] - dy * reach, middle[1] + dx * reach), end)

    def at(self, t: float) -> Point:
        """Return the point at t, from 0 at the start to 1 at the end."""
        a, b, c = (1 - t) * (1 - t), 2 * t * (1 - t), t * t
        return (
            a * self.start[0] + b * self.control[0] + c * self.end[0],
            a * self.start[1] + b * self.control[1] + c * self.end[1],
        )

    def scaled(self, scale: float) -> Curve:
        """Return the curve in other units."""
        return Curve(*((x * scale, y * scale) for x, y in (self.start, self.control, self.end)))

    @property
    def straight(self) -> bool:
        """Whether the curve is a straight line."""
        middle = (self.start[0] + self.end[0]) / 2, (self.start[1] + self.end[1]) / 2
        return math.dist(middle, self.control) < 1e-9


@dataclass(frozen=True, slots=True)
class Layout:
    """Where everything stands, by index.

    Attributes:
        kind: `"board"`, or `"graph"` where the regions are coins.
        curves: of each item.
        faces: the corners of each region; of a coin its one point.
        dots: the points to be marked on a board.
        grounded: for each item whether its start and its end are in the ground.
    """

    kind: Literal["board", "graph"]
    curves: tuple[Curve, ...]
    faces: tuple[tuple[Point, ...], ...]
    dots: tuple[Point, ...]
    grounded: tuple[tuple[bool, bool], ...]


def layout(game: Game) -> Layout | None:
    """Return where everything stands; None for a game that has neither lines nor strings.

    Raises `ArgumentError` for a geometry that does not fit the game.
    """
    geometry = game.geometry
    if geometry is None:
        geometry = _circle(game)
    else:
        _check(game, geometry)
        geometry = _in_lines(geometry)
        points = [*geometry.dots, *_flat(geometry.lines), *_flat(geometry.faces)]
        if not all(abs(x) <= FARTHEST and abs(y) <= FARTHEST for x, y in points):
            raise ArgumentError(
                f"the geometry of {shorten(game.text)} has points that are more than {FARTHEST} of "
                "its lines away"
            )
    if geometry is None or not geometry.lines:
        return None
    coins = [face[0] for face in geometry.faces if face] if geometry.kind == "graph" else []
    known = {_place(coin) for coin in coins}
    return Layout(
        kind=geometry.kind,
        curves=tuple(_bent(geometry.lines, coins)),
        faces=geometry.faces,
        dots=geometry.dots,
        grounded=tuple(
            (geometry.kind == "graph" and _place(a) not in known,
             geometry.kind == "graph" and _place(b) not in known)
            for a, b in geometry.lines
        ),
    )  # fmt: skip


def _check(game: Game, geometry: Geometry) -> None:
    if len(geometry.lines) != len(game):
        raise ArgumentError(
            f"{shorten(game.text)} has {len(game)} items, its geometry {len(geometry.lines)}"
        )
    if isinstance(game.score, Regions) and len(geometry.faces) not in (0, len(game.score.regions)):
        raise ArgumentError(
            f"{shorten(game.text)} has {len(game.score.regions)} regions, its geometry "
            f"{len(geometry.faces)}"
        )


def _flat(groups: Iterable[Iterable[Point]]) -> list[Point]:
    return [point for group in groups for point in group]


def _in_lines(geometry: Geometry) -> Geometry:
    """Return the geometry in units of one of its shorter lines, or of the distance of its coins.

    So it does not matter what its unit was. Lines to the ground do not count.
    """
    lengths = [math.dist(a, b) for a, b in geometry.lines]
    if not all(map(math.isfinite, lengths)):
        return geometry
    if geometry.kind == "graph":
        coins = [face[0] for face in geometry.faces if face]
        known = set(map(_place, coins))
        lengths = [
            length
            for length, (a, b) in zip(lengths, geometry.lines, strict=True)
            if {_place(a), _place(b)} <= known
        ] or lengths
        unit = min(_lower_quarter(lengths), _lower_quarter(_distances(coins)))
    else:
        unit = _lower_quarter(lengths)
    unit = 1.0 if unit == math.inf else unit
    if abs(unit - 1) < 1e-6:
        return geometry

    def scaled(point: Point) -> Point:
        return point[0] / unit, point[1] / unit

    return Geometry(
        kind=geometry.kind,
        lines=tuple((scaled(a), scaled(b)) for a, b in geometry.lines),
        faces=tuple(tuple(map(scaled, face)) for face in geometry.faces),
        dots=tuple(map(scaled, geometry.dots)),
    )


def _lower_quarter(lengths: Iterable[float]) -> float:
    """Return the length that a quarter are shorter than; infinite if there is none above 0."""
    some = sorted(length for length in lengths if length > 0)
    return some[len(some) // 4] if some else math.inf


def _distances(coins: Sequence[Point]) -> list[float]:
    """Return how far some of the coins are from the coin nearest to them."""
    return [
        min(away)
        for coin in coins[:: len(coins) // SAMPLE + 1]
        if (away := [length for other in coins if (length := math.dist(coin, other)) > 0])
    ]


def _place(point: Point) -> Place:
    """Return the same for points that are the same but for rounding."""
    return round(point[0] * 10_000), round(point[1] * 10_000)


def _bent(lines: Sequence[tuple[Point, Point]], coins: Sequence[Point]) -> list[Curve]:
    """Return the curves of lines: parallel ones apart, and none through a coin."""
    alike: dict[tuple[Place, ...], list[int]] = defaultdict(list)
    for k, ends in enumerate(lines):
        alike[tuple(sorted(map(_place, ends)))].append(k)
    few = len(lines) * len(coins) <= MAX_CHECKS
    curves = [Curve.between(*ends) for ends in lines]
    for group in alike.values():
        bends = [(k - (len(group) - 1) / 2) * BEND for k in range(len(group))]
        if few and coins and not _clear([curves[group[0]]], coins):
            width = bends[-1] - bends[0]
            around = [
                side * (0.35 + more + width / 2) for more in (0, 0.3, 0.6) for side in (1, -1)
            ]
            bends = next(
                (
                    moved
                    for shift in around
                    if (moved := [bend + shift for bend in bends])
                    and _clear([Curve.between(*lines[group[0]], bend) for bend in moved], coins)
                ),
                bends,
            )
        for k, bend in zip(group, bends, strict=True):
            curves[k] = Curve.between(*lines[k], bend)
    return curves


def _clear(curves: Iterable[Curve], coins: Iterable[Point]) -> bool:
    """Return whether no curve runs through a coin that is not one of its ends."""
    along = [(curve.start, curve.end, [curve.at(k / 16) for k in range(1, 16)]) for curve in curves]
    return not any(
        math.dist(point, coin) < CLEARANCE
        for start, end, points in along
        for coin in coins
        if _place(coin) not in (_place(start), _place(end))
        for point in points
    )


def _circle(game: Game) -> Geometry | None:
    """Return the coins of a game on a circle, strings between them; None if it has no coins."""
    if not isinstance(game.score, Regions):
        return None
    at: list[list[int]] = [[] for _ in range(len(game))]  # the coins of each item
    for k, region in enumerate(game.score.regions):
        for item in bits(region.mask):
            at[item].append(k)
    if any(len(coins) > 2 for coins in at):
        return None
    count = len(game.score.regions)
    spacing = 1.3
    radius = spacing / (2 * math.sin(math.pi / count)) if count > 1 else 0.0
    turns = [2 * math.pi * k / count - math.pi / 2 for k in range(count)]
    places: list[Point] = [(radius * math.cos(a), radius * math.sin(a)) for a in turns]
    lines: list[tuple[Point, Point]] = [((0.0, 0.0), (0.0, 0.0))] * len(game)
    to_ground: dict[int, list[int]] = defaultdict(list)
    loose = [item for item, coins in enumerate(at) if not coins]
    for item, coins in enumerate(at):
        if len(coins) == 2:
            lines[item] = places[coins[0]], places[coins[1]]
        elif coins:
            to_ground[coins[0]].append(item)
    for coin, items in to_ground.items():
        for item, turn in zip(items, _fan(turns[coin], len(items), count), strict=True):
            x, y = places[coin]
            end = x + GROUND * math.cos(turn), y + GROUND * math.sin(turn)
            lines[item] = places[coin], end
    below = radius + GROUND + 0.7 if count else 0.0
    for k, item in enumerate(loose):  # strings from ground to ground
        x = (k - len(loose) / 2) * 1.4
        lines[item] = (x, below), (x + 0.9, below)
    return Geometry("graph", tuple(lines), tuple((place,) for place in places))


def _fan(middle: float, count: int, coins: int) -> list[float]:
    """Return directions around a middle one: outwards, or all around a single coin."""
    if coins == 1:
        return [middle + 2 * math.pi * k / count for k in range(count)]
    step = min(math.pi / 4, math.pi / count)
    return [middle + (k - (count - 1) / 2) * step for k in range(count)]
