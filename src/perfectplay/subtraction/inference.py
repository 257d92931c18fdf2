"""Inverse: which subtraction sets yield these outcomes, or these nim-values?

Three steps, each only for what the one before leaves open. *Deduction* finds takes that every set
has, or none, and values of heaps that are not given. If all heaps have their values then, the
question is a *hitting set*: each heap that needs a take to a heap of some value names the takes of
which the set must have one, and nothing else matters. If not, it is a *formula*, whose solutions
are the sets that fit.

Long records are solved by their first heaps: if the answer yields all of them, it is the answer,
for every set that yields them all also yields the first ones.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from typing import Any, Literal, Unpack

from .. import _core
from ..errors import (
    ArgumentError,
    MemoryLimitError,
    NoSubtractionSetError,
    TimeLimitError,
    shorten,
)
from ..limits import SMALL, TimeIsUpError, free_memory, show_size
from .bits import members
from .given import Record
from .impossible import Impossibility, explained, possible
from .question import Options, Question, ask
from .roles import TakeRoles, roles_of
from .sets import Sets
from .solvers import Engine
from .tasks import Clock

__all__ = [
    "Inference",
    "count_sets",
    "count_smallest_sets",
    "explain",
    "infer",
    "smallest_set",
    "smallest_sets",
    "take_roles",
]

WORD = 63  # takes that fit a word of the core
FIRST = 8192  # heaps to begin with


@dataclass(frozen=True, slots=True)
class Inference:
    """The smallest set that fits, or what is known of it when the time was up.

    Attributes:
        status: `"solved"` or `"bounded"`.
        takes: the answer if solved, else the smallest set known that fits; None if none is known.
        bounds: lower and upper bound of the size of a smallest set; the upper one is None if no
            set is known that fits. They may be equal although the status is `"bounded"`: then
            `takes` is a smallest set, but perhaps not the first one.
        seconds: how long it took.

    >>> from perfectplay.subtraction import smallest_set
    >>> found = smallest_set("WLW?W")
    >>> found.status, found.takes, found.bounds
    ('solved', (1,), (1, 1))
    """

    status: Literal["solved", "bounded"]
    takes: tuple[int, ...] | None
    bounds: tuple[int, int | None]
    seconds: float

    def to_dict(self) -> dict[str, Any]:
        """Return it as JSON data."""
        return {
            "status": self.status,
            "takes": None if self.takes is None else list(self.takes),
            "bounds": list(self.bounds),
            "seconds": self.seconds,
        }


def infer(
    record: Record,
    *,
    max_take: int | None = None,
    require: Iterable[int] = (),
    forbid: Iterable[int] = (),
    allow_empty: bool = False,
    misere: bool = False,
    time_limit: float | None = None,
    engine: Engine = "auto",
) -> tuple[int, ...]:
    """Return the smallest subtraction set with the given outcomes or nim-values.

    `record` has a letter for each heap 1, 2, ..., N: `W` if the player to move wins, `L` if that
    player loses, `?` if it is not known; or it is a list of nim-values, None for unknown. Among
    sets of equal size the answer is the lexicographically first one, its elements ascending.

    Options:
        max_take: the largest take allowed. None for N; but if no set fits then except the empty
            one, and that is not allowed, the answer is the least take that is too large to be made.
        require, forbid: takes that the set must have, and must not have.
        allow_empty: whether the empty set is an answer; no by default.
        misere: whether the player who cannot move wins; no by default.
        time_limit: seconds.
        engine: `"native"`; `"sat"`, solvers of python-sat (`pip install 'perfectplay[sat]'`); or
            `"auto"`, both if they are there. The answer is the same.

    Raises `NoSubtractionSetError` with an explanation if there is no such set, `NotationError` for
    other letters or values, `ArgumentError` for options that make no sense, and `TimeLimitError`
    with what is known if the time was up. Without a limit some records take very long: the question
    is NP-hard. `smallest_set` returns bounds instead of raising.

    Source: UVa 11587 "Brick Game", where takes are at most 20.

    >>> infer("WWLWWL")
    (1, 2)
    >>> infer("LLWWWW", max_take=20), infer("LL?W??", require=[5])
    ((3, 4), (3, 5))
    >>> infer([1, 0, 1, 2, 3, 2, 0, 1]), infer("WLLWW", misere=True)
    ((1, 3, 4), (2,))
    >>> infer("LLL"), infer("LLL", allow_empty=True)
    ((4,), ())
    >>> infer("WLL")
    Traceback (most recent call last):
    perfectplay.errors.NoSubtractionSetError: no subtraction set fits heaps 1 to 3: heap 1 is W, ...
    """
    simple = not (require or forbid or misere) and time_limit is None
    simple = simple and engine in ("auto", "native")
    if simple and (quick := _quickly(record, max_take, allow_empty)) is not None:
        return quick
    found = smallest_set(
        record,
        max_take=max_take,
        require=require,
        forbid=forbid,
        allow_empty=allow_empty,
        misere=misere,
        time_limit=time_limit,
        engine=engine,
    )
    if found.status == "solved" and found.takes is not None:
        return found.takes
    lower, upper = found.bounds
    known = f"; one of {upper} takes is known" if found.takes is not None else ""
    if lower == upper:
        known += ", but perhaps there is another one of that size that comes first"
    raise TimeLimitError(
        f"the time is up: a subtraction set that fits has at least {lower} takes{known}",
        found,
    )


def smallest_set(record: Record, **options: Unpack[Options]) -> Inference:
    """Return the smallest set as `infer` does, or bounds when the time is up.

    Arguments and errors as for `infer`, except for `TimeLimitError`.

    >>> smallest_set("WWL" * 100, time_limit=10).takes
    (1, 2)
    """
    clock = _clock(options)
    question = _question(record, options)
    length = min(FIRST, question.given.length)
    while True:
        sets = None
        try:
            sets = _sets(question, length, clock, one_answer=True)
            if not sets.smallest(clock):
                raise _impossible(question, clock, length)
            takes = sets.first(clock)
        except TimeIsUpError:
            return _bounded(question, sets, clock)
        heap = question.given.first_difference(takes) if length < question.given.length else None
        if heap is None:
            break
        length = min(max(2 * length, heap), question.given.length)
    if not takes and not question.allow_empty:
        try:
            single = next(_smallest_not_empty(question, clock), None)
        except TimeIsUpError:
            return Inference("bounded", None, (1, None), clock.seconds)
        if single is None:
            raise _impossible(question, clock, question.given.length)
        takes = single
    return Inference("solved", takes, (len(takes), len(takes)), clock.seconds)


def smallest_sets(record: Record, **options: Unpack[Options]) -> Iterator[tuple[int, ...]]:
    """Yield all subtraction sets of the smallest size that fit, in lexicographic order.

    The first one is what `infer` returns; none is yielded if none fits. Arguments as for `infer`.
    Each set is found when it is asked for. `time_limit` is for all of them together; when it has
    passed, `TimeLimitError` is raised.

    >>> list(smallest_sets("LWWW"))
    [(2, 3), (2, 4)]
    >>> list(smallest_sets("WW?W?W"))
    [(1, 2, 6)]
    """
    clock = _clock(options)
    question = _question(record, options)
    try:
        if _empty_but_not_allowed(question):
            yield from _smallest_not_empty(question, clock)
            return
        sets = _sets(question, question.given.length, clock)
        if sets.smallest(clock):
            yield from sets.all_smallest(clock)
    except TimeIsUpError:
        raise TimeLimitError("the time is up before all sets were found") from None


def count_smallest_sets(record: Record, **options: Unpack[Options]) -> int:
    """Return how many sets `smallest_sets` yields, without finding them one by one.

    Arguments as for `infer`. Raises `TimeLimitError` if the time is up first.

    >>> count_smallest_sets("?" * 20, max_take=1000)
    1000
    """
    clock = _clock(options)
    question = _question(record, options)
    try:
        if _empty_but_not_allowed(question):
            return _count_smallest_not_empty(question, clock)
        sets = _sets(question, question.given.length, clock)
        return sets.count_smallest(clock) if sets.smallest(clock) else 0
    except TimeIsUpError:
        raise TimeLimitError("the time is up before the smallest sets were counted") from None


def count_sets(record: Record, **options: Unpack[Options]) -> int:
    """Return how many subtraction sets of any size fit, with takes up to `max_take`.

    Arguments as for `infer`. Raises `TimeLimitError` if the time is up first: counting is harder
    than finding one set. Raises `MemoryLimitError` if the number has too many digits.

    >>> count_sets("WWLWWL"), count_sets("WWLWWL", max_take=100) == 4 * 2**94, count_sets("WLL")
    (4, True, 0)
    """
    clock = _clock(options)
    question = _question(record, options)
    try:
        sets = _sets(question, question.given.length, clock)
        number = sets.count_all(clock)
    except TimeIsUpError:
        raise TimeLimitError("the time is up before the sets were counted") from None
    if number and question.spare > max(SMALL, free := free_memory()):
        raise MemoryLimitError(
            f"the number of sets has over {shorten(question.spare)} binary digits and needs"
            f" {show_size(question.spare)} of memory, and {show_size(free)} are free; ask with a"
            " smaller max_take"
        )
    number <<= question.spare if number else 0
    if _empty_but_not_allowed(question):
        number -= 1
        if not number and question.max_take is None:
            return 1  # the next take above the length
    return number


def explain(record: Record, **options: Unpack[Options]) -> Impossibility | None:
    """Return why no subtraction set fits; None if one does.

    Arguments as for `infer`. Raises `TimeLimitError` if the time is up first.

    >>> explain("WWLL").message
    'no subtraction set fits heaps 1 to 4: heap 1 is W, but every take from it to an L heap also ...
    >>> explain("WWLW") is None
    True
    """
    clock = _clock(options)
    question = _question(record, options)
    try:
        if possible(question, question.given.length, clock):
            return None
        return explained(question, clock)
    except TimeIsUpError:
        raise TimeLimitError("the time is up before it was clear whether a set fits") from None


def take_roles(record: Record, **options: Unpack[Options]) -> TakeRoles:
    """Return which takes every set that fits has, which none has, and which are free.

    Arguments as for `infer`. Raises `NoSubtractionSetError` if none fits, `TimeLimitError` if the
    time is up first.

    >>> take_roles("LWW??W")
    TakeRoles(forced=(2,), forbidden=(1,), free=(), open=(3, 4, 5, 6))
    """
    clock = _clock(options)
    question = _question(record, options)
    try:
        if (roles := roles_of(question, clock)) is not None:
            return roles
        raise _impossible(question, clock, question.given.length)
    except TimeIsUpError:
        raise TimeLimitError("the time is up before it was clear what the takes are") from None


def _quickly(record: Record, max_take: int | None, allow_empty: bool) -> tuple[int, ...] | None:
    """Return the answer if record and takes are as in a contest; None: it is to be found elsewhere.

    Options that make no sense, letters, too, and records that are impossible are left to others.
    """
    if type(record) is not str or not record.isascii():
        return None
    length = len(record)
    largest = length if max_take is None else max_take
    if type(largest) is not int or largest < 1 or min(largest, length) > WORD:
        return None
    if word := _core.infer_word(record, min(largest, length)):
        return tuple(members(word))
    if allow_empty or record.count("L") < length:
        return None
    return (length + 1,) if max_take is None or length < max_take else None


def _clock(options: Options) -> Clock:
    limit = options.get("time_limit")
    if limit is not None and not limit > 0:
        raise ArgumentError(f"time_limit is {shorten(limit)}; it is a number of seconds, > 0")
    return Clock(limit)


def _question(record: Record, options: Options) -> Question:
    asked = {name: value for name, value in options.items() if name != "time_limit"}
    return ask(record, **asked)  # type: ignore[arg-type]


def _sets(question: Question, length: int, clock: Clock, *, one_answer: bool = False) -> Sets:
    return Sets(question, question.given.prefix(length), clock, one_answer=one_answer)


def _empty_but_not_allowed(question: Question) -> bool:
    """Return whether the empty set fits, but is not allowed."""
    if question.allow_empty or question.required or question.extra:
        return False
    return question.given.fits_no_take


def _smallest_not_empty(question: Question, clock: Clock) -> Iterator[tuple[int, ...]]:
    """Yield the smallest sets, in order, where the empty set fits, but is not allowed."""
    found = False
    for take in _single_takes(question, clock):
        found = True
        yield (take,)
    if found:
        return
    sets = Sets(question, question.given, clock, not_empty=True)
    if sets.smallest(clock):
        yield from sets.all_smallest(clock)
    elif question.max_take is None:
        yield (question.next_take,)


def _single_takes(question: Question, clock: Clock) -> Iterator[int]:
    """Yield the takes that fit alone."""
    given = question.given
    for take in members(question.takes):
        clock.check()
        if given.first_difference((take,)) is None:
            yield take
    for take in range(given.length + 1, (question.max_take or 0) + 1):
        if take not in question.forbidden:
            yield take


def _count_smallest_not_empty(question: Question, clock: Clock) -> int:
    within = replace(question, max_take=None)
    if singles := sum(1 for _ in _single_takes(within, clock)) + question.spare:
        return singles
    return sum(1 for _ in _smallest_not_empty(question, clock))


def _bounded(question: Question, sets: Sets | None, clock: Clock) -> Inference:
    takes = sets.cover if sets else None
    if takes is not None and question.given.first_difference(takes) is not None:
        takes = None  # it fits the first heaps only
    if not takes and not question.allow_empty:
        takes = None
    if takes is not None:
        takes = _trimmed(question, takes)
    lower = max(sets.lower if sets else 0, 0 if question.allow_empty else 1)
    return Inference(
        "bounded", takes, (lower, None if takes is None else len(takes)), clock.seconds
    )


def _trimmed(question: Question, takes: tuple[int, ...]) -> tuple[int, ...]:
    """Return a set that fits without takes that it does not need."""
    needed = {*question.extra, *members(question.required)}
    for take in reversed(takes):
        fewer = tuple(other for other in takes if other != take)
        small = not fewer and not question.allow_empty
        if take not in needed and not small and question.given.first_difference(fewer) is None:
            takes = fewer
    return takes


def _impossible(question: Question, clock: Clock, length: int) -> NoSubtractionSetError:
    try:
        why = explained(question, clock, length)
    except TimeIsUpError:
        return NoSubtractionSetError(
            "no subtraction set fits; the time is up before it was clear why"
        )
    return NoSubtractionSetError(why.message, why)
