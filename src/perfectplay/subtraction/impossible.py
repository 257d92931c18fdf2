"""Why no set of takes fits: the smallest prefix of the record that no set yields.

Whatever is possible for some heaps is possible for fewer; so there is a smallest impossible prefix.
All sets that yield its heaps but the last give the last one another value. Mostly that can be said
more simply: some heap of a larger value than v, such as a W, needs a take to a heap of value v,
such as an L, and all such takes are ruled out, because they also lead from one heap to another one
of the same value.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from .bits import members, mirrored
from .deduction import ContradictionError, Deduction, apart
from .given import Given
from .parts import OpenPart
from .question import Question
from .tasks import Clock

__all__ = ["Impossibility", "RuledOut", "explained", "possible"]

MOST_ASKED = 2_000  # heaps for which the question about larger takes takes no time


@dataclass(frozen=True, slots=True)
class RuledOut:
    """A take that cannot be in the set.

    Attributes:
        take: the take.
        heaps: two heaps that are both given with the same value, so that no take leads from the
            first to the second; None if the take is not allowed by `max_take` or `forbid`, or is
            below the least take of a misere game.
    """

    take: int
    heaps: tuple[int, int] | None


@dataclass(frozen=True, slots=True)
class Impossibility:
    """Why no set of takes fits.

    Attributes:
        prefix: the number of heaps of the smallest prefix that no set yields; the heaps before
            the last one are possible.
        heap: a heap that needs a take which is ruled out; `prefix` itself, mostly, or an earlier
            one, if it is heap `prefix` that rules the take out; None if it takes a search to see
            that there is no set.
        value: the value of the heaps to which a take is needed; 0, an L, for outcomes.
        takes: the takes from `heap` to heaps of that value, all ruled out.
        message: all of this in words.

    >>> from perfectplay.subtraction import explain
    >>> explain("WLL")
    ... # doctest: +NORMALIZE_WHITESPACE
    Impossibility(prefix=3, heap=1, value=0, takes=(RuledOut(take=1, heaps=(3, 2)),),
        message='no subtraction set fits heaps 1 to 3: heap 1 is W, but every take from it to an L
        heap also leads from one L heap to another: taking 1 leads from heap 3 to heap 2')
    """

    prefix: int
    heap: int | None
    value: int | None
    takes: tuple[RuledOut, ...]
    message: str


def possible(question: Question, length: int, clock: Clock) -> bool:
    """Return whether some set yields the heaps up to `length`."""
    clock.check()
    given = question.given.prefix(length)
    if given.too_large is not None:
        return False
    try:
        deduction = Deduction(given, question.takes, question.required, clock)
    except ContradictionError:
        return False
    not_empty = _must_not_be_empty(question, deduction)
    if deduction.settled:
        return not not_empty or deduction.takes != 0
    return OpenPart(deduction, question.engine, not_empty=not_empty).possible(clock)


def _must_not_be_empty(question: Question, deduction: Deduction) -> bool:
    """Return whether the set must have one of the takes that the deduction is about."""
    others = question.takes >> deduction.last + 1 or question.required or question.extra
    above = question.max_take is None or question.spare
    return not (question.allow_empty or others or above)


def explained(question: Question, clock: Clock, length: int | None = None) -> Impossibility:
    """Return why no set fits the heaps up to `length`, if none does.

    That the empty set is not allowed is a reason only if there is no other. Raises `TimeIsUpError`
    if the time is up first.
    """
    low, high = -1, question.given.length if length is None else length  # possible, impossible
    with_empty = replace(question, allow_empty=True)
    if not possible(with_empty, high, clock):
        question = with_empty
    while high - low > 1:
        middle = (low + high) // 2
        if possible(question, middle, clock):
            low = middle
        else:
            high = middle
    found = _unexplained(question, question.given.prefix(high), clock)
    return replace(found, message=_message(question, found, clock))


def _unexplained(question: Question, given: Given, clock: Clock) -> Impossibility:
    """Return a heap that needs a take which the heaps given rule out, the last one if possible."""
    length = given.length
    least = _least_take(given)
    nothing = Impossibility(length, None, None, (), "")
    if least is None or not length:
        return nothing
    all_takes = (2 << length) - 2
    ruled_out = all_takes & ~question.takes | (1 << least) - 2
    for value, layer in enumerate(given.layers):
        ruled_out |= apart(layer | (value == given.stuck), all_takes & ~ruled_out)
    there = [_may_be(given, value) for value in range(given.top + 1)]
    takes_there = [mirrored(heaps, length) for heaps in there]
    for heap in (length, *range(least, length)):
        clock.check()
        for value, layer in enumerate(given.layers):
            if not given.known >> heap & 1 or layer >> heap & 1:
                break
            takes = takes_there[value] >> length - heap & ~1
            if not takes & ~ruled_out:
                listed = tuple(_ruled_out(given, take) for take in members(takes))
                return Impossibility(length, heap, value, listed, "")
    return nothing


def _may_be(given: Given, value: int) -> int:
    """Return the heaps that may have a value, heap 0 included."""
    start = value == given.stuck
    return given.layers[value] | start | (2 << given.length) - 2 & ~given.known


def _least_take(given: Given) -> int | None:
    """Return the least take that a set may have; None if that is not clear, in misere play."""
    if not given.misere:
        return 1
    stuck = given.layers[1] if given.nim else given.more
    moving = (2 << given.length) - 2 & ~stuck
    heap = (moving & -moving).bit_length() - 1
    return heap if moving and given.known >> heap & 1 else None


def _ruled_out(given: Given, take: int) -> RuledOut:
    for value, layer in enumerate(given.layers):
        heaps = layer | (value == given.stuck)
        if low := heaps & heaps >> take:
            lowest = (low & -low).bit_length() - 1
            return RuledOut(take, (lowest + take, lowest))
    return RuledOut(take, None)


def _message(question: Question, found: Impossibility, clock: Clock) -> str:
    given, prefix = question.given, found.prefix
    heaps = "heap 1" if prefix == 1 else f"heaps 1 to {prefix}"
    start = f"no subtraction set{_allowed(question)} fits {heaps}"
    if prefix == 0:
        return f"no subtraction set{_allowed(question)} is left"
    if prefix == given.too_large:
        most = "1 move" if prefix == 1 else f"{prefix} moves"
        return f"{start}: heap {prefix} {given.says(prefix)}, but allows at most {most}"
    if found.heap is None:
        other = "LW"["WL".index(str(given.record[prefix - 1]))] if not given.nim else "another one"
        reason = (
            f"heap {prefix} {given.says(prefix)}, but every set that yields the heaps before"
            f" makes it {other}"
        )
    else:
        reason = (
            f"heap {found.heap} {given.says(found.heap)}, but {_takes_in_words(question, found)}"
        )
    return f"{start}: {reason}{_otherwise(question, clock)}"


def _takes_in_words(question: Question, found: Impossibility) -> str:
    given = question.given
    target = f"a heap of nim-value {found.value}" if given.nim else "an L heap"
    if not found.takes:
        return f"no take leads from it to {target}"
    reasons = []
    if any(take.heaps is None for take in found.takes):
        reasons.append("is not allowed")
    if pairs := [take for take in found.takes if take.heaps is not None]:
        first = pairs[0]
        assert first.heaps is not None
        same = "heap to another of its nim-value" if given.nim else "L heap to another"
        reasons.append(
            f"also leads from one {same}: taking {first.take} leads from heap {first.heaps[0]}"
            f" to heap {first.heaps[1]}"
        )
    return f"every take from it to {target} {' or '.join(reasons)}"


def _allowed(question: Question) -> str:
    parts = []
    if question.max_take is not None and question.max_take < question.given.length:
        parts.append(f"with takes up to {question.max_take}")
    if question.required:
        parts.append("with the takes required")
    if any(take <= question.given.length for take in question.forbidden):
        parts.append("without the takes forbidden")
    return f" {' and '.join(parts)}" if parts else ""


def _otherwise(question: Question, clock: Clock) -> str:
    """Say so if it is only `max_take` or `allow_empty` that makes the record impossible."""
    given = question.given
    if not question.allow_empty:
        return "; the empty set, which fits, is not allowed"
    limited = question.max_take is not None and question.max_take < given.length
    if not limited or given.length > MOST_ASKED:
        return ""
    takes = (2 << given.length) - 2
    for take in question.forbidden:
        takes &= ~(1 << take) if take <= given.length else -1
    free = replace(question, takes=takes, max_take=None)
    if not possible(free, given.length, clock):
        return ""
    return "; with larger takes there is a set"
