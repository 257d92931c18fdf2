"""A graph as somebody wrote it down, and the checks that make Strings-and-Coins of it.

Ends of strings are numbers or names of coins, or `ground`. A string may have parallel ones; a loop
at a coin, a string from ground to ground, and a coin without strings are refused.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from ..checks import MAX_ITEMS
from ..errors import PerfectplayError, cut, is_integer, plain_int, plain_tuple, shorten
from ..geometry import Point
from .graph import GROUND, Ends, Graph

__all__ = ["Sheet"]

LENGTH = 1.5  # of a string between coins in a picture, on the average

Fail = Callable[[str], PerfectplayError]


@dataclass(frozen=True, slots=True)
class Sheet:
    """Coins and strings, not checked yet.

    Attributes:
        coins: their number, or their names.
        strings: the two ends of each.
        weights: of the coins: one each, or those that are not 1, by number or name; or None.
        places: where the coins stand: one each, or by number or name; or None.
        rows: the line of the file each string stands in, if there is one.
        in_order: whether the strings are to be numbered by their ends and not as they come.
    """

    coins: Any
    strings: Any
    weights: Any = None
    places: Any = None
    rows: Sequence[int] = ()
    in_order: bool = False

    def graph(self, fail: Fail) -> tuple[Graph, dict[int, int]]:
        """Return the graph, and the weights that are given; `fail(message)` makes the errors."""
        strings = plain_tuple(self.strings)
        if not isinstance(strings, tuple) or isinstance(self.strings, str):
            raise fail(f"strings is {shorten(self.strings)}; it must be a list of pairs of coins")
        if len(strings) > MAX_ITEMS:
            raise fail(f"there are {len(strings)} strings; at most {MAX_ITEMS} are possible")
        coins = _coins(self.coins, fail)
        lookup = _Lookup(coins, fail)
        ends = [self._ends(k, string, lookup, fail) for k, string in enumerate(strings)]
        if self.in_order:
            ends.sort()
        held = {coin for pair in ends for coin in pair}
        for coin, name in enumerate(lookup.names):
            if coin not in held:
                raise fail(f"coin {shorten(name)} has no string, so nobody can win it")
        weights = lookup.by_coin("weights", self.weights, _weight)
        places = lookup.by_coin("positions", self.places, _place)
        if places and len(places) < lookup.count:
            missing = next(coin for coin in range(lookup.count) if coin not in places)
            raise fail(f"positions: there is none for coin {shorten(lookup.names[missing])}")
        where = _scaled([places[coin] for coin in range(len(places))], ends)
        return Graph(coins, tuple(ends), where), weights

    def _ends(self, k: int, string: Any, lookup: _Lookup, fail: Fail) -> Ends:
        where = f"line {self.rows[k]}" if self.rows else f"string {k}"
        pair = plain_tuple(string)
        if not isinstance(pair, tuple) or isinstance(string, str) or len(pair) != 2:
            raise fail(
                f"{where} is {shorten(string)}; it must be a pair of coins, or coin and ground"
            )
        one, other = sorted(lookup.end(end, where) for end in pair)
        if one == other == lookup.count:
            raise fail(f"{where}: both ends are the ground; one must be a coin")
        if one == other:
            raise fail(
                f"{where}: both ends are coin {shorten(lookup.names[one])}; a string joins two "
                f"coins, or a coin and the {GROUND}"
            )
        return one, other


class _Lookup:
    """The coins by number and name."""

    def __init__(self, coins: int | tuple[str, ...], fail: Fail) -> None:
        self.names = Graph(coins, ()).names
        self.count = len(self.names)
        self.fail = fail
        self._numbers = {name: k for k, name in enumerate(self.names)}

    def end(self, given: Any, where: str) -> int:
        """Return the number of a coin, or of the ground."""
        if isinstance(given, str):
            if given == GROUND:
                return self.count
            if given in self._numbers:
                return self._numbers[given]
        else:
            number = plain_int(given)
            if is_integer(number) and 0 <= number < self.count:
                return number
        known = cut(", ".join(self.names), 60) if self.count else "none"
        raise self.fail(f"{where}: there is no coin {shorten(given)}; the coins are {known}")

    def by_coin(self, what: str, given: Any, check: Callable[[Any], Any]) -> dict[int, Any]:
        """Return what is given for coins: a list with an entry for each, or a mapping."""
        if given is None:
            return {}
        found: dict[int, Any] = {}
        if isinstance(given, Mapping):
            for key, value in given.items():
                coin = self.end(key, what)
                if coin == self.count:
                    raise self.fail(f"{what}: the {GROUND} is no coin")
                found[coin] = value
        else:
            values = plain_tuple(given)
            if not isinstance(values, tuple) or isinstance(given, str):
                raise self.fail(
                    f"{what} is {shorten(given)}; it must be a list, one for each coin, or by coin"
                )
            if len(values) != self.count:
                raise self.fail(f"{what}: there are {len(values)} for {self.count} coins")
            found = dict(enumerate(values))
        for coin, value in found.items():
            try:
                found[coin] = check(value)
            except ValueError as error:
                raise self.fail(
                    f"{what}: coin {shorten(self.names[coin])} has {shorten(value)}; {error}"
                ) from None
        return found


def _coins(given: Any, fail: Fail) -> int | tuple[str, ...]:
    coins = plain_int(given)
    if is_integer(coins):
        if coins < 0:
            raise fail(f"coins is {shorten(given)}; it must be >= 0")
    else:
        coins = plain_tuple(given)
        if not isinstance(coins, tuple) or isinstance(given, str):
            raise fail(f"coins is {shorten(given)}; it must be their number, or a list of names")
        seen = set()
        for name in coins:
            if not isinstance(name, str) or not name or not name.isprintable():
                raise fail(
                    f"a coin has the name {shorten(name)}; a name is a text, not empty, that can "
                    "be printed"
                )
            if name == GROUND:
                raise fail(f"a coin has the name {GROUND!r}, which is what strings end at, no coin")
            if name in seen:
                raise fail(f"two coins have the name {shorten(name)}")
            seen.add(name)
    count = coins if isinstance(coins, int) else len(coins)
    if count > 2 * MAX_ITEMS:
        raise fail(
            f"there are {shorten(count)} coins; every coin needs a string, and at most {MAX_ITEMS} "
            "strings are possible"
        )
    return coins  # type: ignore[no-any-return]


def _weight(given: Any) -> int:
    weight = plain_int(given)
    if not is_integer(weight) or weight < 1:
        raise ValueError("a weight is an integer >= 1")
    return weight


def _place(given: Any) -> Point:
    try:
        x, y = map(float, given)
    except (TypeError, ValueError, OverflowError):
        x = y = math.nan
    if not (math.isfinite(x) and math.isfinite(y)):
        raise ValueError("a position is a pair of numbers, x and y")
    return x, y


def _scaled(places: Sequence[Point], strings: Sequence[Ends]) -> tuple[Point, ...]:
    """Return the places in units that make strings about as long as they are elsewhere."""
    spans = [math.dist(places[one], places[other]) for one, other in strings if other < len(places)]
    mean = math.fsum(spans) / len(spans) if spans else 0.0
    unit = LENGTH / mean if mean > 0 else 1.0
    return tuple((x * unit, y * unit) for x, y in places)
