"""A subtraction game: outcomes, nim-values, winning moves, sums of heaps, periods."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any

from ..errors import ArgumentError, as_integer, shorten
from .certificates import Kind
from .periods import (
    LIMIT,
    OnProgress,
    PeriodSearch,
    Values,
    lost_of_all_but,
    misere_certificate,
    outcomes_of_all_but,
)
from .sieve import letters, lost_bits, nim_bytes
from .takes import AllButTakes, EndlessTakes, FiniteTakes, Takes, as_takes

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

__all__ = ["HeapMove", "HeapSum", "SubtractionGame", "all_but", "outcomes"]

MISERE = "misere:"


@dataclass(frozen=True, slots=True)
class HeapMove:
    """A move in a sum of heaps: from the heap at place `index`, of `size` tokens, take `take`."""

    index: int
    size: int
    take: int

    @property
    def leaves(self) -> int:
        """How many tokens the heap has afterwards."""
        return self.size - self.take


@dataclass(frozen=True, slots=True)
class HeapSum:
    """A sum of heaps of one game, for the player to move.

    Attributes:
        heaps: their sizes.
        values: their nim-values in normal play, also if the game is misere.
        nim_value: that of the sum in normal play, the XOR of `values`.
        outcome: `"W"` or `"L"`, in the kind of play of the game.
        winning_moves: all of them, by heap and take.
    """

    game: SubtractionGame
    heaps: tuple[int, ...]
    values: tuple[int, ...]
    nim_value: int
    outcome: str
    winning_moves: tuple[HeapMove, ...]


@dataclass(frozen=True)
class SubtractionGame:
    """Heaps of tokens; a turn takes s tokens from one of them, s in the subtraction set.

    Arguments:
        takes: the subtraction set: its elements, its text (`"1,3,4"`, `"1-5,9"`, `"all-but:3,7"`,
            `"squares"`, ...; see `parse_takes`), or a `Takes`.
        misere: whether the player who cannot move wins; by default that player loses.

    Outcomes, and the nim-values of a single heap, are those of the kind of play: in misere play a
    heap that allows no move is won and has the nim-value 1, and the other values follow by mex.
    Values come for heap 1, 2, 3, ...; periods and single heaps count from heap 0.

    Raises `ArgumentError` for takes that are no positive integers, `NotationError` for a text.

    Source: Winning Ways, chapter 4; the words are those of CGSuite.

    >>> game = SubtractionGame({1, 3, 4})
    >>> game.outcomes(14), game.nim_values(14).tolist()
    ('WLWWWWLWLWWWWL', [1, 0, 1, 2, 3, 2, 0, 1, 0, 1, 2, 3, 2, 0])
    >>> game.outcome(10**100), game.outcome_period().period
    ('W', 7)
    >>> SubtractionGame("squares", misere=True)
    SubtractionGame('squares', misere=True)
    """

    takes: Takes
    misere: bool = False
    _values: dict[Kind, Values] = field(
        default_factory=dict, init=False, repr=False, compare=False, hash=False
    )

    def __init__(self, takes: Takes | str | Iterable[int], *, misere: bool = False) -> None:
        object.__setattr__(self, "takes", as_takes(takes))
        object.__setattr__(self, "misere", bool(misere))
        object.__setattr__(self, "_values", {})

    def __repr__(self) -> str:
        return f"SubtractionGame({str(self.takes)!r}{', misere=True' if self.misere else ''})"

    def __str__(self) -> str:
        return f"{MISERE if self.misere else ''}{self.takes}"

    def __reduce__(self) -> tuple[Any, ...]:
        return _remade, (self.takes, self.misere)  # without what has been found

    @staticmethod
    def parse(text: str) -> SubtractionGame:
        """Return the game that `str` writes: the set, after `misere:` if that is the play.

        >>> str(SubtractionGame.parse("misere:1-4"))
        'misere:1-4'
        """
        misere = text.lstrip().startswith(MISERE)
        return SubtractionGame(text.lstrip()[len(MISERE) :] if misere else text, misere=misere)

    # --- sequences

    def outcomes(self, length: int, *, on_progress: OnProgress | None = None) -> str:
        """Return `W` or `L` for the heaps 1 to `length`, for the player to move.

        `on_progress` is called now and then with the heaps done and their number.
        """
        heaps = _length("length", length) + 1
        least = self._shift(heaps)
        found = letters(self.takes, heaps - least, on_progress) if heaps > least else b""
        text = str(memoryview(found)[: heaps - least], "ascii")
        return ("W" * least + text)[1:]

    def nim_values(
        self, length: int, *, on_progress: OnProgress | None = None
    ) -> NDArray[np.uint8 | np.uint32]:
        """Return the nim-values of the heaps 1 to `length`: an array of uint8, or of uint32.

        uint32 if more than 255 takes matter, so that values might exceed a byte.
        """
        import numpy as np

        heaps = _length("length", length) + 1
        found = nim_bytes(self.takes, heaps, on_progress)
        values: NDArray[Any] = np.frombuffer(found, np.uint8 if isinstance(found, bytes) else "I")
        values = values[1:heaps]
        return np.where(values < 2, values ^ 1, values) if self.misere else values

    def nim_sequence(self, length: int, *, on_progress: OnProgress | None = None) -> list[int]:
        """Return what `nim_values` returns as a list, without NumPy.

        >>> SubtractionGame({2, 3, 7}).nim_sequence(10)
        [0, 1, 1, 2, 0, 0, 1, 1, 2, 0]
        """
        heaps = _length("length", length) + 1
        values = list(nim_bytes(self.takes, heaps, on_progress)[1:heaps])
        return [value ^ 1 if value < 2 else value for value in values] if self.misere else values

    def p_positions(
        self, below: int, *, on_progress: OnProgress | None = None
    ) -> NDArray[np.int64]:
        """Return the heaps 0 to `below` - 1 that are lost for the player to move, ascending.

        >>> SubtractionGame("squares").p_positions(25).tolist()
        [0, 2, 5, 7, 10, 12, 15, 17, 20, 22]
        """
        import numpy as np

        heaps = _length("below", below)
        least = self._shift(heaps)
        if heaps <= least:
            return np.zeros(0, np.int64)
        bits = np.frombuffer(lost_bits(self.takes, heaps - least, on_progress), np.uint8)
        step = 1 << 20  # bytes, so that the unpacked bits stay small
        found = [
            np.flatnonzero(np.unpackbits(bits[at : at + step], bitorder="little")) + 8 * at
            for at in range(0, len(bits), step)
        ]
        lost = np.concatenate(found).astype(np.int64) + least
        return lost[: np.searchsorted(lost, heaps)]

    # --- single heaps and sums of them

    def outcome(self, heap: int, *, on_progress: OnProgress | None = None) -> str:
        """Return `W` or `L` for one heap, however large if the outcomes are known to repeat.

        Raises `MemoryLimitError` if they are not, and the heap is too large to go up to.
        """
        size = _length("heap", heap) - self._shift(heap + 1)
        if size < 0 or self.takes.least is None:
            return "W" if self.misere else "L"
        if isinstance(self.takes, AllButTakes):
            return "L" if size in lost_of_all_but(self.takes) else "W"
        return "LW"[self._value("outcomes", size, on_progress)]

    def nim_value(self, heap: int, *, on_progress: OnProgress | None = None) -> int:
        """Return the nim-value of one heap, as `outcome` does its outcome.

        >>> SubtractionGame("all-but:2,3,7").nim_value(10**20)
        50000000000000000000
        """
        value = self._value("nim", _length("heap", heap), on_progress)
        return value ^ 1 if self.misere and value < 2 else value

    def sum(self, *heaps: int, on_progress: OnProgress | None = None) -> HeapSum:
        """Return the outcome and all winning moves of a sum of heaps.

        The target of a winning move may have a larger nim-value than the heap it is made in. In
        misere play a sum is lost if all nim-values (of normal play) are 0 or 1 and their XOR is 1,
        or else if their XOR is 0 (Ferguson 1974).

        >>> position = SubtractionGame({1, 3, 4}).sum(2, 5)
        >>> position.values, position.nim_value, position.outcome
        ((0, 3), 3, 'W')
        >>> [(move.size, move.take) for move in position.winning_moves]
        [(5, 3)]
        """
        sizes = tuple(_length("heap", heap) for heap in heaps)
        if isinstance(self.takes, EndlessTakes) and sizes:
            known = nim_bytes(self.takes, max(sizes) + 1, on_progress)
            lookup: Any = known.__getitem__
        else:
            lookup = lambda heap: self._value("nim", heap, on_progress)  # noqa: E731
        values = tuple(map(lookup, sizes))
        total = 0
        for value in values:
            total ^= value
        moves = []
        for index, (size, value) in enumerate(zip(sizes, values, strict=True)):
            others = [*values[:index], *values[index + 1 :]]
            target = self._losing_value(others, total ^ value)
            if target is not None:
                taken = sorted(self._takes_to(size, target, lookup))
                moves += [HeapMove(index, size, take) for take in taken]
        lost = self._losing_value(list(values), total) == 0
        return HeapSum(self, sizes, values, total, "L" if lost else "W", tuple(moves))

    # --- periods

    def outcome_period(
        self,
        *,
        limit: int = LIMIT,
        time_limit: float | None = None,
        on_progress: OnProgress | None = None,
    ) -> PeriodSearch:
        """Search the period of the outcomes, with a certificate for `verify`.

        Arguments:
            limit: heaps to look at, at most; a search that ends there is `"bounded"`.
            time_limit: seconds.
            on_progress: called now and then with the heaps done and the limit.

        >>> SubtractionGame({2, 4, 7}).outcome_period().periodicity
        Periodicity(preperiod=4, period=3, saltus=0)
        """
        return self._period("outcomes", limit, time_limit, on_progress)

    def nim_period(
        self,
        *,
        limit: int = LIMIT,
        time_limit: float | None = None,
        on_progress: OnProgress | None = None,
    ) -> PeriodSearch:
        """Search the period and saltus of the nim-values, as `outcome_period` does for outcomes.

        >>> all_but({1, 4, 7, 8}).nim_period().periodicity
        Periodicity(preperiod=11, period=12, saltus=4)
        """
        return self._period("nim", limit, time_limit, on_progress)

    def _period(
        self, of: Kind, limit: int, time_limit: float | None, on_progress: OnProgress | None
    ) -> PeriodSearch:
        _length("limit", limit)
        if time_limit is not None and not time_limit > 0:
            raise ArgumentError(f"time_limit is {shorten(time_limit)}; it is in seconds, > 0")
        if isinstance(self.takes, EndlessTakes):
            reason = f"{self.takes} is endless, so equal values in a row do not prove a period"
            return PeriodSearch("bounded", None, 0, 0, reason)
        if isinstance(self.takes, AllButTakes) and of == "outcomes":
            found = outcomes_of_all_but(self.takes)
        else:
            found = self._known(of).period(limit, on_progress=on_progress, time_limit=time_limit)
        if self.misere and found.certificate is not None:
            return replace(found, certificate=misere_certificate(found.certificate))
        return found

    # --- in normal play

    def _shift(self, heaps: int) -> int:
        """Return by how many heaps misere outcomes are shifted up, at most `heaps`."""
        if not self.misere:
            return 0
        least = self.takes.least
        return heaps if least is None else min(least, heaps)

    def _known(self, of: Kind) -> Values:
        assert isinstance(self.takes, FiniteTakes | AllButTakes)
        if of not in self._values:
            self._values[of] = Values(self.takes, of)
        return self._values[of]

    def _value(self, of: Kind, heap: int, on_progress: OnProgress | None) -> int:
        if not isinstance(self.takes, EndlessTakes):
            return self._known(of).value(heap, on_progress)
        if of == "nim":
            return nim_bytes(self.takes, heap + 1, on_progress)[heap]
        bits = lost_bits(self.takes, heap + 1, on_progress)
        return 1 - (bits[heap // 8] >> heap % 8 & 1)

    def _losing_value(self, others: list[int], total: int) -> int | None:
        """Return the nim-value of one more heap that makes the sum lost for the player to move.

        In misere play: with the others all 0 or 1, it is the one that makes the XOR 1; else the
        XOR, as in normal play.
        """
        if self.misere and all(value < 2 for value in others):
            return total ^ 1
        return total

    def _takes_to(self, size: int, target: int, lookup: Any) -> Iterator[int]:
        """Yield the takes from a heap to heaps of this nim-value."""
        takes = self.takes
        if not isinstance(takes, AllButTakes):
            for take in takes.up_to(size):
                if lookup(size - take) == target:
                    yield take
            return
        for heap in self._having(target, size):
            if size - heap in takes:
                yield size - heap

    def _having(self, target: int, size: int) -> Iterator[int]:
        """Yield the heaps below one that have a nim-value, all but some takes being allowed."""
        certificate = self._known("nim").certificate
        if certificate is None:
            found = nim_bytes(self.takes, size)
            yield from (heap for heap in range(size) if found[heap] == target)
            return
        once = certificate.periodicity.preperiod + certificate.periodicity.period
        for heap in range(min(once, size)):
            value = certificate.value(heap)
            if value == target:
                yield heap
            times, rest = divmod(target - value, certificate.periodicity.saltus)
            if heap >= certificate.periodicity.preperiod and times > 0 and rest == 0:
                later = heap + times * certificate.periodicity.period
                if later < size:
                    yield later


def _remade(takes: Takes, misere: bool) -> SubtractionGame:
    return SubtractionGame(takes, misere=misere)


def all_but(excluded: Iterable[int], *, misere: bool = False) -> SubtractionGame:
    """Return the game where any positive number of tokens may be taken, except some numbers.

    >>> all_but({2, 3, 7}).nim_values(10).tolist()
    [1, 0, 1, 2, 3, 2, 3, 4, 5, 4]
    """
    return SubtractionGame(AllButTakes(tuple(excluded)), misere=misere)


def outcomes(takes: Takes | str | Iterable[int], length: int, *, misere: bool = False) -> str:
    """Return the outcome sequence of a subtraction set, for the player to move.

    `takes` is the subtraction set, in any way `SubtractionGame` takes it: positive integers in any
    order, duplicates do not matter, or a text. Without takes nobody can ever move and every heap is
    `L`. `length` is the number of heaps: the letters of the result are heaps 1, 2, ..., `length`;
    heap 0 is not among them. With `misere`, the player who cannot move wins.

    Raises `ArgumentError` for a take that is no positive integer or for a negative length.

    Source: Winning Ways, chapter 4.

    >>> outcomes([1, 3, 4], 14)
    'WLWWWWLWLWWWWL'
    >>> outcomes([], 3)
    'LLL'
    """
    return SubtractionGame(takes, misere=misere).outcomes(length)


def _length(name: str, value: int) -> int:
    number = as_integer(name, value)
    if number < 0:
        raise ArgumentError(f"{name} is {shorten(number)}; it must be 0 or more")
    return number
