"""What taking items is worth: F(T), the points made once the set T of items is taken.

F is a monotone integer set function with F(empty) = 0. It comes in three kinds, all of them data:
regions with weights, gems and colours, or a general function given by its 2^n values.

A set of items is an integer: bit i is set iff item i is in the set.

    items    5 4 3 2 1 0
    mask   0b0 0 1 0 1 1   = {0, 1, 3}
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from .errors import ArgumentError, shorten

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

__all__ = ["Gems", "Region", "Regions", "Score", "SetFunction", "bits", "mask_of"]

MAX_FUNCTION_ITEMS = 30  # 2^30 values of 4 bytes; a larger array is a mistake, not a game


def bits(mask: int) -> Iterator[int]:
    """Yield the items of a set in ascending order.

    >>> list(bits(0b1011))
    [0, 1, 3]
    """
    while mask:
        low = mask & -mask
        yield low.bit_length() - 1
        mask ^= low


def mask_of(items: Iterable[int]) -> int:
    """Return the set of the given items as a mask.

    >>> bin(mask_of([0, 1, 3]))
    '0b1011'
    """
    mask = 0
    for item in items:
        mask |= 1 << item
    return mask


@dataclass(frozen=True, slots=True)
class Region:
    """A box, triangle, coin...: whoever takes the last item of `mask` gets `weight` points.

    Arguments:
        mask: its items, at least one: bit i is set iff the item with *index* i belongs to it.
        weight: points, an integer >= 1.
        name: what error messages and the game's text call it; without meaning otherwise.

    Only `GameSpec.validate` checks them.

    >>> from perfectplay import Region, Regions
    >>> corner = Region(0b101, weight=2, name="corner")  # of the items 0 and 2
    >>> Regions((corner,)).gain(0b100, 0)
    2
    """

    mask: int
    weight: int = 1
    name: str | None = None


@dataclass(frozen=True, slots=True)
class Regions:
    """F(T) is the total weight of the regions inside T.

    Arguments:
        regions: a tuple of `Region`; they may share items, or be the same.

    Only `GameSpec.validate` checks them; `perfectplay.regions` makes a game from lists of items.

    >>> from perfectplay import Region, Regions
    >>> Regions((Region(0b011), Region(0b110, weight=5))).points(0b111)
    6
    """

    regions: tuple[Region, ...]

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
        for k, region in enumerate(self.regions):
            label = f"region {k}" + (f" ({region.name!r})" if region.name is not None else "")
            if not _is_int(region.mask) or region.mask < 0:
                yield f"{label} has mask {region.mask!r}; a mask is an integer >= 0"
            elif not region.mask:
                yield f"{label} has no items, so nobody can complete it"
            elif region.mask >> n:
                outside = next(bits(region.mask >> n)) + n
                yield f"{label} names item {outside}, but the game has items 0..{n - 1}"
            if not _is_int(region.weight) or region.weight < 1:
                yield f"{label} has weight {region.weight!r}; a weight is an integer >= 1"


@dataclass(frozen=True, slots=True)
class Gems:
    """F(T) is the sum over colours of floor(gems of the colour in the bags of T / melt).

    Arguments:
        melt: how many gems of a colour make a stone, an integer >= 1.
        bags: `bags[i][c]` is the number of gems of colour c in bag i, a tuple of equally long
            tuples of integers >= 0.

    Only `GameSpec.validate` checks them; `perfectplay.gems` makes a game from lists of colours.

    Source: HDU 4778, *Gems Fight!*

    >>> from perfectplay import Gems
    >>> Gems(melt=3, bags=((1, 2), (2, 0))).points(0b11)
    1
    """

    melt: int
    bags: tuple[tuple[int, ...], ...]

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
        if not _is_int(self.melt) or self.melt < 1:
            yield f"melt is {self.melt!r}; it takes at least 1 gem to make a stone"
        if len(self.bags) != n:
            yield f"there are {len(self.bags)} bags for {n} items"
        for i, bag in enumerate(self.bags):
            if len(bag) != len(self.bags[0]):
                yield f"bag {i} has {len(bag)} colours, bag 0 has {len(self.bags[0])}"
            for colour, gems in enumerate(bag):
                if not _is_int(gems) or gems < 0:
                    yield f"bag {i} has {gems!r} gems of colour {colour}; a count is >= 0"


@dataclass(frozen=True, slots=True, eq=False)
class SetFunction:
    """F(T) is `values[T]`, for any monotone integer function of the 2^n sets of items.

    Arguments:
        values: 2^n integers indexed by mask, a sequence or NumPy array, not to be changed later;
            or a function that gets a NumPy array of masks, shape (m,), uint64, and returns m
            integers. All must fit int64.
        shift: whether F(empty) may be any integer, which is subtracted from all values.

    Nothing is looked at until it is needed; then `ArgumentError` is raised for values that are not
    integers, also by `==` and `hash`. `GameSpec.validate` raises `InvalidGameError`, with a set and
    an item as witness, unless F is monotone, F(empty) = 0 and F(all) <= 32767.

    Two of them are equal if all values are; one given by a function equals those with the same one.

    >>> from perfectplay import GameSpec, SetFunction
    >>> SetFunction([0, 0, 1, 3]).points(0b11)
    3
    >>> pairs = SetFunction(lambda masks: (masks & 1) * (masks >> 1 & 1))
    >>> GameSpec(2, pairs).validate().total
    1
    """

    values: Any
    shift: bool = False
    _cache: dict[int | None, NDArray[np.int64]] = field(
        init=False, default_factory=dict, repr=False
    )

    def __reduce__(self) -> tuple[type[SetFunction], tuple[Any, bool]]:
        return SetFunction, (self.values, self.shift)  # a copy makes its own cache

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, SetFunction):
            return NotImplemented
        if callable(self.values) or callable(other.values):
            return self.values is other.values and self.shift == other.shift
        mine, theirs = self.array(), other.array()
        return mine.shape == theirs.shape and bool((mine == theirs).all())

    def __hash__(self) -> int:
        if callable(self.values):
            return hash(self.values)
        return hash(self.array().tobytes())

    def array(self, n: int | None = None) -> NDArray[np.int64]:
        """Return the 2^n values, shape (2^n,), int64, shifted so that F(empty) = 0 if asked for.

        `n` is needed for a function only. The array is read-only. Raises `ArgumentError` for values
        that are not integers of 64 bits, and for a function of more than 30 items.

        >>> from perfectplay import SetFunction
        >>> SetFunction([5, 5, 6, 9], shift=True).array()
        array([0, 0, 1, 4])
        """
        import numpy as np

        key = n if callable(self.values) else None
        if key in self._cache:
            return self._cache[key]
        if callable(self.values):
            if n is None or not 0 <= n <= MAX_FUNCTION_ITEMS:
                raise ArgumentError(
                    f"a set function of {n} items; at most {MAX_FUNCTION_ITEMS} can be tabulated"
                )
            function: Callable[[NDArray[np.uint64]], Any] = self.values
            result = _as_int64(function(np.arange(1 << n, dtype=np.uint64)))
        else:
            result = _as_int64(self.values)
        if self.shift and len(result):
            result = result - result[0]
        result.flags.writeable = False
        self._cache[key] = result
        return result

    def points(self, taken: int) -> int:
        """Return F(taken)."""
        if not callable(self.values):
            return int(self.array()[taken])
        tabulated = max(self._cache.values(), key=len, default=None)  # filled by validation
        if tabulated is None or taken >= len(tabulated):
            tabulated = self.array(taken.bit_length())
        return int(tabulated[taken])

    def gain(self, taken: int, item: int) -> int:
        """Return F(taken + item) - F(taken); the item must not be in `taken`."""
        return self.gains(taken, [item])[0]

    def gains(self, taken: int, items: Iterable[int]) -> list[int]:
        """Return the gain of each item."""
        now = self.points(taken)
        return [self.points(taken | 1 << item) - now for item in items]

    def problems(self, n: int) -> Iterator[str]:
        """Yield what is wrong with this score in a game of n items, with witnesses."""
        import numpy as np

        try:
            values = self.array(n)
        except ArgumentError as error:
            yield str(error)
            return
        if len(values) != 1 << n:
            yield f"F has {len(values)} values; {n} items need 2^{n} = {1 << n}"
            return
        if values[0] != 0:
            yield f"F(empty) = {values[0]}; it must be 0 (or ask for shift=True)"
        for item in range(n):
            halves = values.reshape(-1, 2, 1 << item)
            drop = halves[:, 1] < halves[:, 0]
            if drop.any():
                high, low = (int(x) for x in np.argwhere(drop)[0])
                t = high << (item + 1) | low
                yield (
                    f"F is not monotone: T = {_show(t)}, e = {item}: F(T) = {values[t]} but "
                    f"F(T+e) = {values[t | 1 << item]}"
                )
                return


Score = Regions | Gems | SetFunction


def total(score: Score, n: int) -> int:
    """Return F of all n items."""
    return score.points((1 << n) - 1)


def regions_of(items: Sequence[Sequence[int]]) -> Regions:
    """Return regions of weight 1 from lists of items.

    >>> regions_of([[0, 1], [1, 2]]).points(0b011)
    1
    """
    return Regions(tuple(Region(mask_of(region)) for region in items))


def _as_int64(values: Any) -> NDArray[np.int64]:
    """Return one value a set as a new array; `ArgumentError` unless they are such integers."""
    import numpy as np

    try:
        raw = np.asarray(values)
    except ValueError:  # lists of different lengths
        raise ArgumentError(f"F is {shorten(values)}; it is one integer a set") from None
    if raw.ndim != 1:
        raise ArgumentError(f"F has shape {raw.shape}; it is one value a set, shape (2^n,)")
    if raw.dtype.kind in "iub":
        suspects = [(int(t), int(raw[t])) for t in np.flatnonzero(raw > np.iinfo(np.int64).max)[:1]]
    else:
        suspects = list(enumerate(raw.tolist()))
    for taken, value in suspects:
        if not _is_whole(value):
            raise ArgumentError(
                f"F({_show(taken)}) = {value!r} is not an integer; all values must be"
            )
        if not -(1 << 63) <= value < 1 << 63:
            raise ArgumentError(f"F({_show(taken)}) = {value!r} does not fit 64 bits")
    return raw.astype(np.int64)


def _is_int(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


def _is_whole(value: object) -> bool:
    return _is_int(value) or (isinstance(value, float) and value.is_integer())


def _show(mask: int) -> str:
    return "{" + ", ".join(map(str, bits(mask))) + "}" if mask else "empty"
