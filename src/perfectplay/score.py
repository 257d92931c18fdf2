"""What taking items is worth: F(T), the points made once the set T of items is taken.

F is a monotone integer set function with F(empty) = 0. It comes in three kinds, all of them data:
regions with weights, gems and colours, or a general function given by its 2^n values.

A set of items is an integer: bit i is set iff item i is in the set.

    items    5 4 3 2 1 0
    mask   0b0 0 1 0 1 1   = {0, 1, 3}
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from .errors import is_integer, plain_int, plain_ints, plain_tuple, shorten
from .masks import bits, mask_of
from .setfunction import SetFunction

__all__ = ["Gems", "Region", "Regions", "Score", "SetFunction", "bits", "mask_of"]

MAX_GEMS = 1_000_000_000  # sums of them over all bags must fit 64 bits


@dataclass(frozen=True, slots=True)
class Region:
    """A box, triangle, coin...: whoever takes the last item of `mask` gets `weight` points.

    Arguments:
        mask: its items, at least one: bit i is set iff the item with *index* i belongs to it.
        weight: points, an integer >= 1.
        name: what error messages and the game's text call it; without meaning otherwise.

    Only `GameSpec.validate` checks them. Integers of any kind, NumPy's included, become `int`.

    >>> from perfectplay import Region, Regions
    >>> corner = Region(0b101, weight=2, name="corner")  # of the items 0 and 2
    >>> Regions((corner,)).gain(0b100, 0)
    2
    """

    mask: int
    weight: int = 1
    name: str | None = None

    def __post_init__(self) -> None:
        object.__setattr__(self, "mask", plain_int(self.mask))
        object.__setattr__(self, "weight", plain_int(self.weight))


@dataclass(frozen=True, slots=True)
class Regions:
    """F(T) is the total weight of the regions inside T.

    Arguments:
        regions: a tuple of `Region`, made of any iterable; they may share items, or be the same.

    Only `GameSpec.validate` checks them; `perfectplay.regions` makes a game from lists of items.

    >>> from perfectplay import Region, Regions
    >>> Regions((Region(0b011), Region(0b110, weight=5))).points(0b111)
    6
    """

    regions: tuple[Region, ...]

    def __post_init__(self) -> None:
        object.__setattr__(self, "regions", plain_tuple(self.regions))

    def points(self, taken: int) -> int:
        """Return F(taken)."""
        return sum(r.weight for r in self.regions if r.mask & ~taken == 0)

    def gain(self, taken: int, item: int) -> int:
        """Return F(taken + item) - F(taken); the item must not be in `taken`."""
        return self.gains(taken, [item])[0]

    def gains(self, taken: int, items: Iterable[int]) -> list[int]:
        """Return the gain of each item."""
        last: dict[int, int] = {}  # what completing by its only missing item makes
        for region in self.regions:
            missing = region.mask & ~taken
            if missing and not missing & (missing - 1):
                last[missing] = last.get(missing, 0) + region.weight
        return [last.get(1 << item, 0) for item in items]

    def problems(self, n: int) -> Iterator[str]:
        """Yield what is wrong with this score in a game of n items."""
        if not isinstance(self.regions, tuple):
            yield f"regions is {shorten(self.regions)}; it must be a tuple of Region"
            return
        for k, region in enumerate(self.regions):
            if isinstance(region, Region):
                yield from _region_problems(k, region, n)
            else:
                yield f"region {k} is {shorten(region)}; it must be a Region"


@dataclass(frozen=True, slots=True)
class Gems:
    """F(T) is the sum over colours of floor(gems of the colour in the bags of T / melt).

    Arguments:
        melt: how many gems of a colour make a stone, an integer in 1..10^9.
        bags: `bags[i][c]` is the number of gems of colour c in bag i, a tuple of equally long
            tuples of integers in 0..10^9, made of any iterables.

    Only `GameSpec.validate` checks them; `perfectplay.gems` makes a game from lists of colours.

    Source: HDU 4778, *Gems Fight!*

    >>> from perfectplay import Gems
    >>> Gems(melt=3, bags=((1, 2), (2, 0))).points(0b11)
    1
    """

    melt: int
    bags: tuple[tuple[int, ...], ...]

    def __post_init__(self) -> None:
        bags = plain_tuple(self.bags)
        if isinstance(bags, tuple):
            bags = tuple(plain_ints(bag) for bag in bags)
        object.__setattr__(self, "bags", bags)
        object.__setattr__(self, "melt", plain_int(self.melt))

    def poured(self, taken: int) -> list[int]:
        """Return how many gems of each colour the bags taken have."""
        if not taken:
            return [0] * len(self.bags[0]) if self.bags else []
        return [sum(gems) for gems in zip(*(self.bags[i] for i in bits(taken)), strict=True)]

    def points(self, taken: int) -> int:
        """Return F(taken)."""
        return sum(gems // self.melt for gems in self.poured(taken))

    def gain(self, taken: int, item: int) -> int:
        """Return F(taken + item) - F(taken); the item must not be in `taken`."""
        return self.gains(taken, [item])[0]

    def gains(self, taken: int, items: Iterable[int]) -> list[int]:
        """Return the gain of each item."""
        melt = self.melt
        cooker = [gems % melt for gems in self.poured(taken)]
        return [
            sum((a + b) // melt for a, b in zip(cooker, self.bags[i], strict=True)) for i in items
        ]

    def problems(self, n: int) -> Iterator[str]:
        """Yield what is wrong with this score in a game of n items."""
        if not is_integer(self.melt) or self.melt < 1:
            yield f"melt is {shorten(self.melt)}; it takes at least 1 gem to make a stone"
        elif self.melt > MAX_GEMS:
            yield f"melt is {shorten(self.melt)}; it takes at most {MAX_GEMS} gems to make a stone"
        if not isinstance(self.bags, tuple):
            yield f"bags is {shorten(self.bags)}; it must be a tuple of tuples of integers"
            return
        if len(self.bags) != n:
            yield f"there are {len(self.bags)} bags for {n} items"
        first = next((i for i, bag in enumerate(self.bags) if isinstance(bag, tuple)), 0)
        for i, bag in enumerate(self.bags):
            if not isinstance(bag, tuple):
                yield f"bag {i} is {shorten(bag)}; it must be a tuple of integers"
                continue
            if len(bag) != len(self.bags[first]):
                yield f"bag {i} has {len(bag)} colours, bag {first} has {len(self.bags[first])}"
            for colour, gems in enumerate(bag):
                if not is_integer(gems) or gems < 0:
                    yield f"bag {i} has {shorten(gems)} gems of colour {colour}; a count is >= 0"
                elif gems > MAX_GEMS:
                    yield (
                        f"bag {i} has {shorten(gems)} gems of colour {colour}; "
                        f"a count is at most {MAX_GEMS}"
                    )


Score = Regions | Gems | SetFunction


def total(score: Score, n: int) -> int:
    """Return F of all n items."""
    return score.points((1 << n) - 1)


def _region_problems(k: int, region: Region, n: int) -> Iterator[str]:
    label = f"region {k}" + (f" ({shorten(region.name)})" if region.name is not None else "")
    if not is_integer(region.mask) or region.mask < 0:
        yield f"{label} has mask {shorten(region.mask)}; a mask is an integer >= 0"
    elif not region.mask:
        yield f"{label} has no items, so nobody can complete it"
    elif region.mask >> n:
        outside = next(bits(region.mask >> n)) + n
        there_are = f"items 0..{n - 1}" if n else "no items"
        yield f"{label} names item {outside}, but the game has {there_are}"
    if not is_integer(region.weight) or region.weight < 1:
        yield f"{label} has weight {shorten(region.weight)}; a weight is an integer >= 1"
    if region.name is not None and not (isinstance(region.name, str) and region.name.isprintable()):
        yield f"{label} has a name that is no text that can be printed"
