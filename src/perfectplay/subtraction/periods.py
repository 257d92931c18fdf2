"""Finding the period of a sequence of outcomes or nim-values, with its certificate.

The core writes down the values of more and more heaps, twice as many each time, and looks whether
the last values, as many as the largest take M, were there before. They determine all that follows,
so the nearest earlier place gives the least period. As soon as preperiod + period + 2 M heaps are
known, this finds it: there is a lost heap among any M + 1 in a row, and the values compared are
those that end with the last one.
"""

from __future__ import annotations

import time
from array import array
from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal

from .. import _core
from ..errors import MemoryLimitError, shorten
from ..limits import SMALL, free_memory, show_size
from .certificates import Certificate, Kind, Periodicity
from .takes import AllButTakes, FiniteTakes

__all__ = [
    "LIMIT",
    "OnProgress",
    "PeriodSearch",
    "Values",
    "lost_of_all_but",
    "misere_certificate",
    "outcomes_of_all_but",
    "ticker",
]

LIMIT = 100_000_000  # heaps a search looks at unless somebody asks for more
FIRST = 256  # heaps to begin with
MANY = 64  # takes, from which on there may be so many nim-values that memory has to be watched
OnProgress = Callable[[int, int], None]


@dataclass(frozen=True, slots=True)
class PeriodSearch:
    """What the search for a period found.

    Attributes:
        status: `"solved"`, or `"bounded"` if a limit came first or no proof is known.
        certificate: the proof, for `verify`; None unless solved.
        searched: how many heaps were looked at.
        exceeds: preperiod + period are larger than this together, unless solved.
        reason: why it was not solved, in words.

    >>> from perfectplay import SubtractionGame
    >>> found = SubtractionGame({1, 6, 9}).nim_period()
    >>> found.status, found.preperiod, found.period, found.saltus
    ('solved', 11, 5, 0)
    """

    status: Literal["solved", "bounded"]
    certificate: Certificate | None
    searched: int
    exceeds: int = 0
    reason: str = ""

    @property
    def periodicity(self) -> Periodicity | None:
        """Preperiod, period and saltus; None unless solved."""
        return None if self.certificate is None else self.certificate.periodicity

    @property
    def preperiod(self) -> int | None:
        """The first heap from which on the values repeat; None unless solved."""
        return None if self.certificate is None else self.certificate.periodicity.preperiod

    @property
    def period(self) -> int | None:
        """The least period; None unless solved."""
        return None if self.certificate is None else self.certificate.periodicity.period

    @property
    def saltus(self) -> int | None:
        """By how much the values grow in a period; None unless solved."""
        return None if self.certificate is None else self.certificate.periodicity.saltus


def ticker(
    on_progress: OnProgress | None, total: int, deadline: float | None = None
) -> Callable[[int], bool]:
    """Return what the core is to call now and then: tells the progress, says whether to go on."""

    def tick(done: int) -> bool:
        if on_progress is not None:
            on_progress(min(done, total), total)
        return deadline is None or time.perf_counter() < deadline

    return tick


class Values:
    """The outcomes (0 is L, 1 is W) or nim-values of normal play, written down as far as needed.

    Arguments:
        takes: finitely many, or all but some; the latter for nim-values only.
        of: `"outcomes"` or `"nim"`.
    """

    def __init__(self, takes: FiniteTakes | AllButTakes, of: Kind) -> None:
        self.takes = takes
        self.of = of
        self.certificate: Certificate | None = None
        self._listed = takes.elements if isinstance(takes, FiniteTakes) else takes.excluded
        self._window = self._listed[-1] if self._listed else 0
        self._core: _core.HeapRecord | _core.AllBut | None = None
        self._cleared = 0  # heaps up to which the period does not show
        self._reach = 0  # takes beyond this many heaps were left out of the core
        self._stopped = ""

    @property
    def searched(self) -> int:
        """How many heaps are known."""
        return 0 if self._core is None else self._core.heaps

    def value(self, heap: int, on_progress: OnProgress | None = None) -> int:
        """Return the value of a heap, however large, by the period if that comes first.

        Raises `MemoryLimitError` if the heap is too large to go up to, and no period shows up to
        100 million heaps.
        """
        if self.certificate is None and heap >= self.searched:
            heaps = max(FIRST, 1 << heap.bit_length())  # some more, for those who ask one by one
            if too_many := self._lacks_room(heap + 1):
                heaps = LIMIT
            self._search(heaps, on_progress, None)
            if self.certificate is None and heap >= self.searched:
                why = too_many or self._stopped
                raise MemoryLimitError(
                    f"heap {shorten(heap)} is out of reach: no period shows up to"
                    f" {self.searched} heaps, and {why}"
                )
        if self.certificate is not None:
            return self.certificate.value(heap)
        assert self._core is not None
        return self._core.value(heap)

    def period(
        self,
        limit: int = LIMIT,
        *,
        on_progress: OnProgress | None = None,
        time_limit: float | None = None,
    ) -> PeriodSearch:
        """Return the period, if it shows within the limit of heaps."""
        deadline = None if time_limit is None else time.perf_counter() + time_limit
        self._search(limit, on_progress, deadline)
        if self.certificate is not None:
            return PeriodSearch("solved", self.certificate, self.searched)
        exceeds = self._cleared - 2 * self._window if isinstance(self.takes, FiniteTakes) else 0
        reason = f"no period up to {self._cleared} heaps"
        if self._stopped:
            reason += f"; {self._stopped}"
        return PeriodSearch("bounded", None, self._cleared, max(0, exceeds), reason)

    def _search(self, limit: int, on_progress: OnProgress | None, deadline: float | None) -> None:
        """Write down more and more values, at most `limit`, until the period shows."""
        tick = ticker(on_progress, limit, deadline)
        self._stopped = ""
        while self.certificate is None and self._cleared < limit and not self._stopped:
            target = min(max(FIRST, 2 * self._cleared), limit)
            self._stopped = self._lacks_room(target)
            if not self._stopped:
                self._grow(target, tick)
            if deadline is not None and time.perf_counter() >= deadline:
                self._stopped = "the time limit was hit"
            if not self._stopped:
                self._cleared = max(self._cleared, self.searched)

    def _lacks_room(self, heaps: int) -> str:
        """Return why so many heaps do not fit the memory; empty if they do."""
        if isinstance(self.takes, AllButTakes):
            needed = 20 * heaps
            if heaps >= 1 << 32:
                return "2^32 heaps and more are not supported"
        else:
            layers = self._core.layers if isinstance(self._core, _core.HeapRecord) else 1
            needed = layers * (heaps + min(self._window, 4 * heaps)) // 4
        if needed <= SMALL or needed <= (free := free_memory()):
            return ""
        return (
            f"{shorten(heaps)} heaps need {show_size(needed)} of memory, and {show_size(free)}"
            " are free"
        )

    def _grow(self, heaps: int, tick: Callable[[int], bool]) -> None:
        """Write down the values of so many heaps, and look for the period."""
        if heaps > self._reach and (self._core is None or self._reach < self._window):
            self._reach = 4 * max(heaps, FIRST)  # beyond the heaps the core will know
            listed = [take for take in self._listed if take <= self._reach]
            if isinstance(self.takes, AllButTakes):
                self._core = _core.AllBut(listed)
            else:
                self._core = _core.HeapRecord(listed, self.of == "nim")
        core = self._core
        if isinstance(core, _core.HeapRecord):
            try:
                core.grow(heaps, free_memory() if len(self._listed) > MANY else 1 << 60, tick)
            except MemoryError:
                self._core, self._reach = None, 0
                self._stopped = f"{heaps} heaps need more than {show_size(free_memory())} of memory"
                return
            if core.heaps >= self._window and (found := core.period(tick)) is not None:
                preperiod, period = found
                heap = preperiod + self._window
                wide = core.layers > 256
                data = core.values(heap + period, wide)
                values = array("I", data) if wide else data
                self._found(Periodicity(preperiod, period), heap, values)
        elif core is not None:
            core.grow(heaps, tick)
            if core.heaps >= self._window and (rising := core.period(tick)) is not None:
                preperiod, period, saltus, heap = rising
                values = array("I", core.values(heap + period))
                self._found(Periodicity(preperiod, period, saltus), heap, values)

    def _found(self, found: Periodicity, heap: int, values: bytes | array[int]) -> None:
        self.certificate = Certificate(self.takes, False, self.of, found, heap, values)


def lost_of_all_but(takes: AllButTakes) -> list[int]:
    """Return all heaps that are L when all takes but some are allowed.

    Heap 0 is L, so the others are excluded takes that lead to L heaps by excluded takes only.

    >>> lost_of_all_but(AllButTakes((2, 3, 7)))
    [0, 2]
    """
    lost, excluded = [0], set(takes.excluded)
    for heap in takes.excluded:
        if all(heap - other in excluded for other in lost):
            lost.append(heap)
    return lost


def outcomes_of_all_but(takes: AllButTakes) -> PeriodSearch:
    """Return the proof that all heaps are W which are larger than any excluded take."""
    window = takes.largest_excluded
    lost = lost_of_all_but(takes)
    preperiod = lost[-1] + 1
    heap = preperiod + window
    if heap >= LIMIT:
        reason = f"a proof needs {heap} heaps; more than {LIMIT} are not supported"
        return PeriodSearch("bounded", None, 0, 0, reason)
    values = bytearray(b"\1") * (heap + 1)
    for h in lost:
        values[h] = 0
    found = Periodicity(preperiod, 1)
    proof = Certificate(takes, False, "outcomes", found, heap, bytes(values))
    return PeriodSearch("solved", proof, heap + 1)


def misere_certificate(normal: Certificate) -> Certificate:
    """Return the certificate of misere play from that of normal play.

    A heap has the nim-value 1 if and only if taking the least take m leads to one of value 0
    (Ferguson's pairing), and heaps below m, which allow no take, are won in misere play. So misere
    outcomes are those of normal play m heaps further up, and misere nim-values are those of normal
    play with 0 and 1 exchanged.
    """
    found, takes, least = normal.periodicity, normal.takes, normal.takes.least or 0
    preperiod, period, saltus = found.preperiod, found.period, found.saltus
    window = normal.heap - preperiod
    values = normal.values
    if normal.of == "outcomes":
        values = b"\1" * least + bytes(values)
        if normal.takes.least is None:  # nobody can ever move
            values = b"\1"
        preperiod += least
    elif isinstance(values, bytes):
        values = values.translate(bytes([1, 0, *range(2, 256)]))
    else:
        if saltus:  # after two periods 0 and 1 come back no more
            low = [heap for heap in range(preperiod + 2 * period) if normal.value(heap) < 2]
            preperiod = max(preperiod, low[-1] + 1)
        enough = range(max(preperiod + window, least) + period)
        values = array("I", ((1, 0)[v] if v < 2 else v for v in map(normal.value, enough)))
    heap = max(preperiod + window, least)
    while preperiod and values[preperiod - 1] + saltus == values[preperiod - 1 + period]:
        preperiod -= 1
    found = Periodicity(preperiod, period, saltus)
    return Certificate(takes, True, normal.of, found, heap, values[: heap + period])
