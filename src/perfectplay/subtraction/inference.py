"""Inverse: which subtraction set yields these outcomes?

The question is a hitting set. Let A be the heaps that are L, heap 0 among them.

* A take s that leads from an L heap to an L heap would make the first of them a W: the *forbidden
  differences* are those between two members of A. The other takes are *possible*.
* A heap k that is W needs a take that leads to an L heap. The possible takes s with k - s in A are
  its *clause*, and the set must contain one of them.
* Nothing else matters: a set of possible takes that meets every clause yields the outcomes. Takes
  beyond the last heap are never used.

Sets of heaps and sets of takes are integers. For `WWLWW`, heaps 0 to 5 = LWWLWW:

    bit               5 4 3 2 1 0
    losses            0 0 1 0 0 1     bit h: heap h is L
    mirrored          1 0 0 1 0 0     bit N - h: heap h is L
    mirrored >> 1     0 1 0 0 1 0     bit s: taking s from heap N - 1 = 4 leads to an L heap
    losses >> 3       0 0 0 0 0 1     bit h: heap h + 3 is L; common bits forbid the take 3

Long sequences are solved by their first clauses; if the answer fails to explain some heap, clauses
of such heaps join. The answer to some of the clauses that meets all of them is the answer to all.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import islice

from ..errors import ArgumentError, NoSubtractionSetError, NotationError, as_integer, shorten
from .hitting import first_smallest_hitting_set, members

__all__ = ["infer"]

BATCH = 1000  # heaps whose clauses join at a time
EXPLAINED = 2000  # heaps up to which a refusal also looks at larger takes: a few milliseconds


def infer(outcome: str, *, cap: int | None = None, allow_empty: bool = False) -> tuple[int, ...]:
    """Return the smallest subtraction set with the given outcomes, its elements ascending.

    `outcome` has a letter for each heap 1, 2, ..., N: `W` if the player to move wins, `L` if that
    player loses, in normal play. Among sets of equal size the answer is the lexicographically first
    one. `cap` is the largest element allowed, None for any. Outcomes without a `W` need no take at
    all; the answer is then the smallest single take that is too large to be made, `(N + 1,)`, or
    the empty set with `allow_empty`.

    Raises `NoSubtractionSetError` if there is no such set, `NotationError` for letters other than
    `W` and `L`, and `ArgumentError` for a cap below 1. The question is a hitting set: most
    answers come at once, but some sequences of a hundred heaps or more, with many takes and no low
    cap, take very long.

    Source: UVa 11587 "Brick Game", where the cap is 20.

    >>> infer("WWLWWL")
    (1, 2)
    >>> infer("LLWWWW", cap=20)
    (3, 4)
    >>> infer("LLL"), infer("LLL", allow_empty=True)
    ((4,), ())
    >>> infer("WLL")
    Traceback (most recent call last):
    perfectplay.errors.NoSubtractionSetError: no subtraction set fits: heap 1 is W, but ...
    """
    limit = None if cap is None else as_integer("cap", cap)
    if limit is not None and limit < 1:
        raise ArgumentError(f"cap is {shorten(limit)}; it must be 1 or more")
    if wrong := outcome.lstrip("WL"):
        heap = len(outcome) - len(wrong) + 1
        raise NotationError(f"heap {heap} is {wrong[0]!r}; an outcome is W or L, one letter a heap")
    heaps = Heaps(outcome, limit)
    if not heaps.wins:
        return _without_a_win(len(outcome), limit, allow_empty)
    clauses: list[int] = []
    answer = 0
    while unexplained := heaps.unexplained(answer):
        for heap, clause in needed_clauses(heaps, islice(members(unexplained), BATCH)):
            if not clause:
                raise NoSubtractionSetError(_refusal(outcome, heaps, heap))
            clauses.append(clause)
        answer = first_smallest_hitting_set(clauses)
    return tuple(members(answer))


class Heaps:
    """The heaps 0 to N of an outcome sequence as bit sets, and the takes that are possible."""

    def __init__(self, outcome: str, cap: int | None) -> None:
        self.length = len(outcome)
        digits = outcome.translate({ord("W"): "0", ord("L"): "1"}) or "0"
        self.mirrored = 1 << self.length | int(digits, 2)
        self.losses = int(digits[::-1], 2) << 1 | 1
        self.wins = ((2 << self.length) - 1) ^ self.losses
        self.cap = cap if cap is not None and cap < self.length else None
        self._allowed = (2 << (self.length if self.cap is None else self.cap)) - 1
        self._tested = 0
        self._possible = 0

    def to_losses(self, heap: int) -> int:
        """Return the takes, up to the cap, that lead from a W heap to an L heap."""
        return self.mirrored >> (self.length - heap) & self._allowed

    def clause(self, heap: int) -> int:
        """Return the possible takes from a W heap to an L heap."""
        takes = self.to_losses(heap)
        if untested := takes & ~self._tested:  # on demand: mostly a few takes are ever asked for
            self._possible |= untested & ~forbidden_differences(self.losses, untested)
            self._tested |= untested
        return takes & self._possible

    def unexplained(self, takes: int) -> int:
        """Return the W heaps from which none of the takes leads to an L heap."""
        heaps = self.wins
        for take in members(takes):
            heaps ^= heaps & self.losses << take
        return heaps


def forbidden_differences(heaps: int, suspects: int) -> int:
    """Return the suspects that are a difference of two of the heaps.

    >>> bin(forbidden_differences(0b1001001, 0b1111110))
    '0b1001000'
    """
    free = suspects
    for steps, low in enumerate(members(heaps)):  # all differences above one heap at a time...
        if free.bit_count() <= steps:
            break
        free &= ~(heaps >> low)
    else:
        return suspects & ~free
    for take in members(free):  # ... or all pairs of heaps at one distance, if that is less work
        if heaps & heaps >> take:
            free ^= 1 << take
    return suspects & ~free


def needed_clauses(heaps: Heaps, wins: Iterable[int]) -> Iterator[tuple[int, int]]:
    """Yield W heaps with their clauses, without the clauses that a single possible take meets."""
    forced = 0
    for heap in wins:
        if heaps.to_losses(heap) & forced:
            continue
        clause = heaps.clause(heap)
        if clause.bit_count() == 1:
            forced |= clause
        yield heap, clause


def _without_a_win(length: int, cap: int | None, allow_empty: bool) -> tuple[int, ...]:
    if allow_empty:
        return ()
    if cap is None or length < cap:
        return (length + 1,)
    raise NoSubtractionSetError(
        f"no subtraction set with elements up to {cap} fits: all {length} heaps are L,"
        f" so every element is above {length}; the empty set is not allowed"
    )


def _refusal(outcome: str, heaps: Heaps, heap: int) -> str:
    """Say why no set exists, given the first W heap whose clause is empty."""
    aside = ""
    if heaps.cap is not None and heaps.length <= EXPLAINED:
        uncapped = Heaps(outcome, None)
        stuck = next((win for win in members(uncapped.wins) if not uncapped.clause(win)), None)
        if stuck is None:
            aside = "; without the cap a set exists"
        else:
            heaps, heap = uncapped, stuck  # not the fault of the cap
    which, reasons = "", []
    if heaps.cap is not None:
        which = f" with elements up to {heaps.cap}"
        reasons.append(f"is above {heaps.cap}")
    if takes := heaps.to_losses(heap):
        take = next(members(takes))
        low = next(members(heaps.losses & heaps.losses >> take))
        reasons.append(
            "also leads from one L heap to another:"
            f" taking {take} leads from heap {low + take} to heap {low}"
        )
    return (
        f"no subtraction set{which} fits: heap {heap} is W,"
        f" but every take from it to an L heap {' or '.join(reasons)}{aside}"
    )
