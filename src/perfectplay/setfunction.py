"""F given by its values: any monotone integer function of sets of items."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from .errors import ArgumentError, is_integer, plain_int, shorten
from .masks import show_mask

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

__all__ = ["SetFunction"]

MAX_FUNCTION_ITEMS = 30  # 2^30 values of 8 bytes; a larger array is a mistake, not a game


@dataclass(frozen=True, slots=True, eq=False)
class SetFunction:
    """F(T) is `values[T]`, for any monotone integer function of the 2^n sets of items.

    Arguments:
        values: 2^n integers indexed by mask, a sequence or NumPy array, not to be changed later;
            or a function that gets the NumPy array of all masks, shape (2^n,), uint64, and returns
            2^n integers. All must fit int64.
        shift: whether F(empty) may be any integer, which is subtracted from all values.

    Nothing is looked at until it is needed; then `ArgumentError` is raised for values that are not
    integers, also by `==` and `hash`. `GameSpec.validate` raises `InvalidGameError`, with a set and
    an item as witness, unless F is monotone, F(empty) = 0 and F(all) <= 32767. The game it returns
    has the values themselves as its score, whatever becomes of the function or array.

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
    _checked: NDArray[np.int64] | None = field(init=False, default=None, repr=False)

    def __reduce__(self) -> tuple[type[SetFunction], tuple[Any, bool]]:
        return SetFunction, (self.values, self.shift)  # copies of arrays are not read-only

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
        if self._checked is not None:
            return self._checked
        if not callable(self.values):
            object.__setattr__(self, "_checked", _as_int64(self.values, self.shift))
            return self.array()
        if n is None or not 0 <= n <= MAX_FUNCTION_ITEMS:
            raise ArgumentError(
                f"a set function of {n} items; at most {MAX_FUNCTION_ITEMS} can be tabulated"
            )
        import numpy as np

        function: Callable[[NDArray[np.uint64]], Any] = self.values
        return _as_int64(function(np.arange(1 << n, dtype=np.uint64)), self.shift)

    def tabulated(self, n: int) -> SetFunction:
        """Return the function given by its values in a game of n items.

        What a function returns may depend on n, so that only its values are good for a game. Raises
        `ArgumentError` as `array` does.

        >>> from perfectplay import SetFunction
        >>> SetFunction(lambda masks: masks == masks.max()).tabulated(2)
        SetFunction(values=array([0, 0, 0, 1]), shift=False)
        """
        return SetFunction(self.array(n))

    def points(self, taken: int) -> int:
        """Return F(taken); of a function that of the smallest game that has these items."""
        return int(self.array(taken.bit_length())[taken])

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
            number = f"2^{n} = {1 << n}" if n < 64 else f"2^{n}"
            yield f"F has {len(values)} values; {n} items need {number}"
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
                    f"F is not monotone: T = {show_mask(t)}, e = {item}: F(T) = {values[t]} but "
                    f"F(T+e) = {values[t | 1 << item]}"
                )
                return


def _as_int64(values: Any, shift: bool) -> NDArray[np.int64]:
    """Return one value a set, read-only; `ArgumentError` unless they are such integers.

    It is a new array unless they are such an array already.
    """
    import numpy as np

    try:
        raw = np.asarray(values)
    except ValueError:  # lists of different lengths
        raise ArgumentError(f"F is {shorten(values)}; it is one integer a set") from None
    if raw.ndim != 1:
        raise ArgumentError(f"F has shape {raw.shape}; it is one value a set, shape (2^n,)")
    if raw.dtype == np.int64 and raw.base is None and not raw.flags.writeable and not shift:
        return raw  # the values of a game; a view could be of an array that changes
    suspects: list[tuple[int, Any]]
    if raw.dtype.kind in "iub":
        suspects = [(int(t), int(raw[t])) for t in np.flatnonzero(raw > np.iinfo(np.int64).max)[:1]]
    else:
        suspects = [(taken, plain_int(value)) for taken, value in enumerate(raw.tolist())]
    for taken, value in suspects:
        if not is_integer(value) and not (isinstance(value, float) and value.is_integer()):
            raise ArgumentError(
                f"F({show_mask(taken)}) = {shorten(value)} is not an integer; all values must be"
            )
        if not -(1 << 63) <= value < 1 << 63:
            raise ArgumentError(f"F({show_mask(taken)}) = {shorten(value)} does not fit 64 bits")
    result = raw.astype(np.int64)
    if shift and len(result):
        spread = int(result.max()) - int(result[0]), int(result.min()) - int(result[0])
        if not all(-(1 << 63) <= value < 1 << 63 for value in spread):
            raise ArgumentError(
                f"F(empty) = {result[0]} is too far from other values to be shifted"
            )
        result -= result[0]
    result.flags.writeable = False
    return result
