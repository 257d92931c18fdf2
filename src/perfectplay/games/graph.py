"""Strings-and-Coins on a graph: whoever cuts a coin's last string wins the coin.

The ends of a string are coins, numbered from 0, or the ground, whose number here is the one after
the last coin. So strings sorted by their ends have those to the ground after the others of a coin:

    0---1---2---ground        strings (0, 1), (1, 2), (2, 3)

A string is named by its ends, `0-1`, and parallel ones get numbers, `2-ground/1`, `2-ground/2`.
Where that gives no names (two strings alike, as with coins `a-b` and `b-c`, or a space inside), the
strings have numbers only.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from ..checks import item_problems
from ..game import GameSpec
from ..geometry import Geometry, Point
from ..score import Region, Regions
from .family import MAX_SYMMETRIC

__all__ = ["GROUND", "Graph", "ring", "string_names"]

GROUND = "ground"
STUB = 0.6  # the length of a string to the ground in a picture

Ends = tuple[int, int]


@dataclass(frozen=True, slots=True)
class Graph:
    """Coins and strings.

    Attributes:
        coins: their number, or their names.
        strings: the ends of each string, coins by number, the ground as the number of coins.
        places: where the coins stand; if there are none, on a circle.
        stubs: where the strings of a coin to the ground go, in their order, as seen from the coin;
            for coins without an entry they go outwards.
        symmetries: permutations of the coins that keep the graph as it is.
    """

    coins: int | tuple[str, ...]
    strings: tuple[Ends, ...]
    places: tuple[Point, ...] = ()
    stubs: Mapping[int, Sequence[Point]] = field(default_factory=dict)
    symmetries: tuple[tuple[int, ...], ...] = ()

    @property
    def names(self) -> tuple[str, ...]:
        """The names of the coins; their numbers as texts if they have no others."""
        return tuple(map(str, range(self.coins))) if isinstance(self.coins, int) else self.coins

    def spec(self, text: str, weights: Mapping[int, int] | None = None) -> GameSpec:
        """Return the game; coins weigh 1 if `weights` does not say otherwise."""
        names = self.names
        masks = [0] * (len(names) + 1)
        for k, (one, other) in enumerate(self.strings):
            masks[one] |= 1 << k
            masks[other] |= 1 << k
        heavy = weights or {}
        symmetries = self.symmetries if len(self.strings) <= MAX_SYMMETRIC else ()
        return GameSpec(
            items=string_names(names, self.strings),
            score=Regions(
                tuple(
                    Region(masks[coin], heavy.get(coin, 1), f"coin {name}")
                    for coin, name in enumerate(names)
                )
            ),
            text=text,
            symmetries=tuple(_on_strings(self.strings, coins) for coins in symmetries),
            geometry=self._geometry(),
        )

    def _geometry(self) -> Geometry:
        places = self.places or ring(len(self.names))
        return Geometry(
            kind="graph",
            lines=tuple(
                (places[one], places[other] if other < len(places) else end)
                for (one, other), end in zip(self.strings, self._ground(places), strict=True)
            ),
            faces=tuple((place,) for place in places),
        )

    def _ground(self, places: Sequence[Point]) -> list[Point]:
        """Return where each string ends if it goes to the ground."""
        ground = len(places)
        count = Counter(one for one, other in self.strings if other == ground)
        middle = tuple(math.fsum(place[k] for place in places) / max(1, ground) for k in (0, 1))
        used: Counter[int] = Counter()
        ends = []
        for one, other in self.strings:
            x, y = places[one]
            if other < ground:
                ends.append((x, y))  # it does not
                continue
            if one in self.stubs:
                across, down = self.stubs[one][used[one]]
            else:
                away = math.hypot(x - middle[0], y - middle[1]) > 1e-9
                angle = math.atan2(y - middle[1], x - middle[0]) if away else -math.pi / 2
                step = min(math.pi / 4, 2 * math.pi / count[one])
                angle += (used[one] - (count[one] - 1) / 2) * step
                across, down = STUB * math.cos(angle), STUB * math.sin(angle)
            ends.append((x + across, y + down))
            used[one] += 1
        return ends


def ring(count: int, radius: float | None = None, spacing: float = 1.0) -> tuple[Point, ...]:
    """Return points on a circle, clockwise from the top, about `spacing` apart.

    >>> ring(1)
    ((0.0, -1.0),)
    """
    size = max(1.0, spacing * count / (2 * math.pi)) if radius is None else radius
    turns = [2 * math.pi * k / count for k in range(count)]
    return tuple((size * math.sin(turn), -size * math.cos(turn)) for turn in turns)


def string_names(coins: Sequence[str], strings: Sequence[Ends]) -> int | tuple[str, ...]:
    """Return the names of the strings, or their number if their ends give them no names.

    >>> string_names(["a", "b"], [(0, 1), (0, 2), (0, 2)])
    ('a-b', 'a-ground/1', 'a-ground/2')
    """
    ends = [*coins, GROUND]
    parallel = Counter(strings)
    used: Counter[Ends] = Counter()
    names = []
    for one, other in strings:
        used[one, other] += 1
        many = f"/{used[one, other]}" if parallel[one, other] > 1 else ""
        names.append(f"{ends[one]}-{ends[other]}{many}")
    return len(names) if any(item_problems(tuple(names), 0)) else tuple(names)


def _on_strings(strings: Sequence[Ends], coins: Sequence[int]) -> tuple[int, ...]:
    """Return the permutation of the strings that a permutation of the coins brings about."""
    goal = [*coins, len(coins)]
    bundles: dict[Ends, list[int]] = {}
    for k, ends in enumerate(strings):
        bundles.setdefault(ends, []).append(k)
    used: Counter[Ends] = Counter()
    image = []
    for ends in strings:
        one, other = sorted((goal[ends[0]], goal[ends[1]]))
        image.append(bundles[one, other][used[ends]])
        used[ends] += 1
    return tuple(image)
