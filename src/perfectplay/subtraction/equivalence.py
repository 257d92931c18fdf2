"""Subtraction sets with the same outcomes, or the same nim-values, for ever.

Everything is decided by the period. Let v(h) = v(h + p) for h >= q.

* A take t can join the set if and only if no heaps h and h + t have the same nim-value; of
  outcomes, if no two L heaps are t apart. Takes that can join one by one can join together. For
  t >= q it depends on t modulo p only, so t up to q + p tell all.
* A finite set with takes up to T has these values for ever if it has them up to q + p + T: then
  the last values determine the rest.
* Among the smallest sets with these values there is one with takes up to m + (k - 1)(p + q), with
  m the least take and k their number. For suppose that from some take t on, the next smaller take
  is p + q or more below. Put t - p in the place of t. If t is still needed for a heap n, then
  n - t < q. Let n' be the largest of n - p, n - 2p, ... below t; it is at least q, so it has the
  same value and needs the same, and has it by a smaller take t' <= t - p - q. Then n' - t' >= q,
  so t' serves for n as well. Hence the set with t - p instead of t has these values too, and comes
  earlier.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

from ..errors import ArgumentError
from .certificates import Certificate, Kind
from .game import SubtractionGame
from .periods import LIMIT, OnProgress, PeriodSearch
from .takes import AllButTakes, FiniteTakes, Takes

__all__ = ["Addable", "Canonical", "Equivalence", "addable", "canonical", "equivalent"]

ENDLESS_LIMIT = 1_000_000  # heaps to compare, unless somebody asks for more, if there is no period
EARLY = 4096  # heaps to compare before anything else: sets that differ mostly do so at once
MANY_HEAPS = 30_000  # from which on transforms are faster than sets
Status = Literal["solved", "bounded"]


@dataclass(frozen=True, slots=True)
class Addable:
    """The takes that can join a set without changing its values, ever.

    Attributes:
        status: `"solved"`, or `"bounded"` if no period was found, for the `reason` given; then
            nothing is known, and no take counts as addable.
        takes: the set they can join; its own takes are not counted.
        listed: those up to `start`, ascending.
        start, period, residues: a larger take can join if it is one of `residues` modulo `period`.

    >>> free = addable(SubtractionGame({1, 3, 4}))
    >>> free.up_to(20), free.residues
    ((6, 8, 10, 11, 13, 15, 17, 18, 20), (1, 3, 4, 6))
    >>> 10**100 in free
    True
    """

    status: Status
    takes: Takes
    listed: tuple[int, ...] = ()
    start: int = 0
    period: int = 1
    residues: tuple[int, ...] = ()
    reason: str = ""

    def __contains__(self, take: object) -> bool:
        if not isinstance(take, int) or take in self.takes:
            return False
        return take in self.listed if take <= self.start else take % self.period in self.residues

    def up_to(self, bound: int) -> tuple[int, ...]:
        """Return those up to a bound, ascending."""
        listed = [take for take in self.listed if take <= bound]
        if not self.residues:
            return tuple(listed)
        own, residues = set(self.takes.up_to(bound)), set(self.residues)
        later = range(self.start + 1, bound + 1)
        more = (take for take in later if take % self.period in residues and take not in own)
        return (*listed, *more)


@dataclass(frozen=True, slots=True)
class Canonical:
    """The smallest set with the same values for ever, of several the lexicographically first.

    `takes` is None unless `status` is `"solved"`; `reason` says why.
    """

    status: Status
    takes: tuple[int, ...] | None
    reason: str = ""


@dataclass(frozen=True, slots=True)
class Equivalence:
    """Whether two games have the same values for all heaps.

    Attributes:
        status: `"solved"`, or `"bounded"` if they agree as far as they were compared.
        equal: the answer; None unless solved.
        heap: the first heap where they differ, if they do.
        compared: how many heaps, from 0 on, were compared.
    """

    status: Status
    equal: bool | None
    heap: int | None
    compared: int


def addable(
    game: SubtractionGame,
    *,
    of: Kind = "outcomes",
    limit: int = LIMIT,
    on_progress: OnProgress | None = None,
) -> Addable:
    """Return the takes that can join a set without changing its outcomes, or its nim-values.

    Arguments:
        of: `"outcomes"` or `"nim"`.
        limit, on_progress: of the search for the period.

    The answer is the same for misere play.

    >>> addable(SubtractionGame("all-but:2,3,7")).up_to(10)
    (3, 7)
    """
    normal = SubtractionGame(game.takes)
    found = _period(normal, of, limit, on_progress)
    if found.certificate is None:
        return Addable("bounded", game.takes, reason=found.reason)
    return _addable(found.certificate)


def canonical(
    game: SubtractionGame,
    *,
    of: Kind = "outcomes",
    limit: int = LIMIT,
    time_limit: float | None = None,
    on_progress: OnProgress | None = None,
) -> Canonical:
    """Return the smallest set with the same outcomes, or nim-values, as a finite set, for ever.

    Arguments as for `addable`, and `time_limit`, in seconds, for the set once the period is known.
    The answer is the same for misere play. Raises `ArgumentError` for a set that is not finite: no
    finite set has the outcomes of all takes but some.

    >>> canonical(SubtractionGame({1, 3, 4, 6, 8, 11})).takes
    (1, 3, 4)
    """
    from .inference import smallest_set

    if not isinstance(game.takes, FiniteTakes):
        raise ArgumentError(f"{game.takes} is not finite; a smallest set is asked for finite sets")
    elements = game.takes.elements
    if not elements:
        return Canonical("solved", ())
    found = _period(SubtractionGame(game.takes), of, limit, on_progress)
    if found.certificate is None:
        return Canonical("bounded", None, found.reason)
    repeats = found.certificate.periodicity.preperiod + found.certificate.periodicity.period
    most = elements[0] + (len(elements) - 1) * repeats
    values = _extended(found.certificate, repeats + most + 1)[1:]
    record = "".join(map("LW".__getitem__, values)) if of == "outcomes" else list(values)
    smallest = smallest_set(record, max_take=most, time_limit=time_limit)
    if smallest.status == "solved":
        return Canonical("solved", smallest.takes)
    reason = f"the time is up: a smallest set has at least {smallest.bounds[0]} takes"
    return Canonical("bounded", None, reason)


def equivalent(
    one: SubtractionGame,
    other: SubtractionGame,
    *,
    of: Kind = "outcomes",
    limit: int | None = None,
    on_progress: OnProgress | None = None,
) -> Equivalence:
    """Return whether two games have the same outcomes, or nim-values, for all heaps.

    Arguments:
        of: `"outcomes"` or `"nim"`.
        limit: heaps to look at for periods, 100 million by default; if there is none, heaps to
            compare, a million by default.
        on_progress: called now and then with the heaps done and the limit.

    >>> a, b = SubtractionGame({1, 3, 4}), SubtractionGame({1, 3, 4, 6})
    >>> equivalent(a, b).equal, equivalent(a, b, of="nim")
    (True, Equivalence(status='solved', equal=True, heap=None, compared=15))
    >>> equivalent(a, SubtractionGame({1, 3, 5}))
    Equivalence(status='solved', equal=False, heap=4, compared=5)
    """
    most = ENDLESS_LIMIT if limit is None else limit
    heap = _first_difference(one, other, of, min(most, EARLY))
    if heap is not None:
        return Equivalence("solved", False, heap, heap + 1)
    searches = [
        _period(game, of, LIMIT if limit is None else limit, on_progress) for game in (one, other)
    ]
    periods = [found.periodicity for found in searches if found.periodicity is not None]
    if len(periods) == 2:
        # Two periodic sequences that agree for the sum of their periods agree for ever (Fine and
        # Wilf), also if what is periodic is the difference of one value and the next.
        most = max(p.preperiod for p in periods) + sum(p.period for p in periods) + 1
    heap = _first_difference(one, other, of, most)
    if heap is not None:
        return Equivalence("solved", False, heap, heap + 1)
    if len(periods) == 2:
        return Equivalence("solved", True, None, most)
    return Equivalence("bounded", None, None, most)


def _period(
    game: SubtractionGame, of: Kind, limit: int, on_progress: OnProgress | None
) -> PeriodSearch:
    if of not in ("outcomes", "nim"):
        raise ArgumentError(f"of is {of!r}; it must be 'outcomes' or 'nim'")
    search = game.outcome_period if of == "outcomes" else game.nim_period
    return search(limit=limit, on_progress=on_progress)


def _addable(certificate: Certificate) -> Addable:
    takes, found = certificate.takes, certificate.periodicity
    once = found.preperiod + found.period
    if isinstance(takes, AllButTakes):
        free = tuple(t for t in takes.excluded if not _joined(certificate, once, t))
        return Addable("solved", takes, free, takes.largest_excluded)
    # Takes up to q + p, from heaps below q + p: all heaps and larger takes repeat one of those.
    values = _extended(certificate, 2 * once + 1)
    joined = sorted(set(values)) if certificate.of == "nim" else [0]
    find = _free_by_sets if once < MANY_HEAPS else _free_by_transform
    compatible = find(values, joined, once)
    residues = tuple(sorted(t % found.period for t in compatible if t > found.preperiod))
    own = set(takes.up_to(once))
    listed = tuple(t for t in compatible if t not in own)
    return Addable("solved", takes, listed, once, found.period, residues)


def _joined(certificate: Certificate, heaps: int, take: int) -> bool:
    """Return whether some heap and the one a take above it have the same value (of outcomes, L)."""
    value = certificate.value
    for heap in range(heaps):
        if value(heap) == value(heap + take) and (certificate.of == "nim" or not value(heap)):
            return True
    return False


def _free_by_sets(values: bytes | list[int], joined: list[int], once: int) -> list[int]:
    """Return the takes 1 to `once` that lead from no heap to another one with one of the values.

    Of heaps that repeat from `once` on, at the latest; sets of heaps and of takes are integers.
    """
    free = (1 << (once + 1)) - 2
    for value in joined:
        heaps = _bits(values, value)
        lower = heaps & ((1 << once) - 1)
        for steps, low in enumerate(_members(lower)):  # all differences above one heap at a time...
            if free.bit_count() <= steps:
                break
            free &= ~(heaps >> low)
        else:
            continue
        for take in _members(free):  # ... or all heaps for one difference, if that is less work
            if lower & heaps >> take:
                free ^= 1 << take
    return list(_members(free))


def _free_by_transform(values: bytes | list[int], joined: list[int], once: int) -> list[int]:
    """Return the same for long periods, in time that hardly grows faster than the period.

    The number of pairs of heaps for each take is a correlation, by fast Fourier transforms. They
    are off by much less than the 1/2 that would matter: for n heaps by about n log(n) 2^-52
    (Higham, Accuracy and Stability of Numerical Algorithms, chapter 24).
    """
    import numpy as np

    listed = np.frombuffer(values, np.uint8) if isinstance(values, bytes) else np.array(values)
    size = 1 << (3 * once + 1).bit_length()
    pairs = np.zeros(size // 2 + 1, complex)
    for value in joined:
        having = (listed == value).astype(float)
        pairs += np.conj(np.fft.rfft(having[:once], size)) * np.fft.rfft(having, size)
    found = np.fft.irfft(pairs, size)[1 : once + 1]
    free: list[int] = (np.flatnonzero(found < 0.5) + 1).tolist()
    return free


def _extended(certificate: Certificate, heaps: int) -> bytes | list[int]:
    """Return the values of the first heaps of a certificate whose saltus is 0."""
    found, values = certificate.periodicity, certificate.values
    once = found.preperiod + found.period
    times = max(0, heaps - once) // found.period + 1
    if isinstance(values, bytes):
        return (values[:once] + values[found.preperiod : once] * times)[:heaps]
    return [*values[:once], *list(values[found.preperiod : once]) * times][:heaps]


def _members(bits: int) -> Iterator[int]:
    """Yield the members of a set in ascending order."""
    digits = bin(bits)[:1:-1]
    at = digits.find("1")
    while at >= 0:
        yield at
        at = digits.find("1", at + 1)


def _bits(values: bytes | list[int], value: int) -> int:
    """Return the heaps of a value as an integer, bit h for heap h."""
    if isinstance(values, bytes):
        digits = values[::-1].translate(bytes(48 + (v == value) for v in range(256)))
        return int(digits, 2)
    return int("".join("01"[v == value] for v in reversed(values)), 2)


def _first_difference(
    one: SubtractionGame, other: SubtractionGame, of: Kind, heaps: int
) -> int | None:
    """Return the first heap of the first `heaps` ones where two games differ."""
    import numpy as np

    rest = max(0, heaps - 1)
    if of == "nim":
        if one.nim_value(0) != other.nim_value(0):
            return 0
        different = one.nim_values(rest) != other.nim_values(rest)
    else:
        if one.outcome(0) != other.outcome(0):
            return 0
        letters = [game.outcomes(rest).encode("ascii") for game in (one, other)]
        different = np.frombuffer(letters[0], np.uint8) != np.frombuffer(letters[1], np.uint8)
    first = int(different.argmax()) if different.size else 0
    return first + 1 if different.any() else None
