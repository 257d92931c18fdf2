"""Parts of a problem without a take in common, each with its own smallest sets.

The answers of the parts together are the answer of the whole: the smallest set is the union of
theirs, the first one the union of their first ones (of two sets of one size, that one is first
which has the least take that is not in both), and their numbers multiply.

Each part is searched in several ways in turn, for each is quick where the others are not: by a
search of its own that starts alone, and if that takes long, by solvers that learn from conflicts.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cached_property
from typing import ClassVar

from .. import _core
from .bits import members
from .counting import count_sets, counted
from .deduction import Deduction
from .formula import Formula, formula_of_clauses, formula_of_deduction
from .learning import Bounds, Learning
from .solvers import Engine, uses_sat
from .tasks import Clock, Task, race, run

__all__ = ["HittingPart", "OpenPart", "Part", "hitting_parts"]

NODES = 20_000  # of the branch and bound in a slice
PLAYS = 100_000  # of sets in a slice
MOST_FOR_RC2 = 300_000  # literals; it takes long to read more, and cannot be stopped then
ONE_BY_ONE = 0.1  # seconds for trying or counting sets one by one before a formula is looked at

FirstSet = tuple[int, ...] | None


class Part(ABC):
    """Some of the takes, and what is known of the smallest sets of them that fit."""

    head_start: ClassVar[float]  # seconds before the solvers start

    def __init__(self, engine: Engine) -> None:
        self.own = engine != "sat"  # whether to use the search of its own
        self.sat = uses_sat(engine)
        self.bounds = Bounds()
        self._learning: Learning | None = None

    @property
    @abstractmethod
    def takes(self) -> Sequence[int]:
        """The takes, ascending."""

    @abstractmethod
    def formula(self, clock: Clock) -> Formula:
        """Return the formula of the sets that fit."""

    def smallest(self, clock: Clock) -> bool:
        """Find the smallest size; return whether there is a set at all."""
        if self.bounds.met:
            return True
        own = [self._own_smallest()] if self.own else []
        others = [self._learned_smallest(clock)]
        if self.sat:
            others.append(self._core_guided(clock))
        return race(clock, own + others, head_start=self.head_start)

    def first(self, clock: Clock, chosen: Sequence[int] = (), above: int = 0) -> FirstSet:
        """Return the first smallest set with these takes and else takes above one; or None."""
        own = [self._own_first(chosen, above)] if self.own else []
        others = [self._learned_first(clock, chosen, above)]
        return race(clock, own + others, head_start=self.head_start)

    def all_smallest(self, clock: Clock) -> Iterator[tuple[int, ...]]:
        """Yield the smallest sets in lexicographic order."""
        yield from following(lambda chosen, above: self.first(clock, chosen, above))

    @abstractmethod
    def count_smallest(self, clock: Clock) -> int:
        """Return the number of smallest sets."""

    def count_all(self, clock: Clock) -> int:
        """Return the number of sets that fit."""
        return count_sets(self.formula(clock), clock)

    @abstractmethod
    def _own_smallest(self) -> Task[bool]:
        """Find the smallest size; return whether there is a set at all."""

    @abstractmethod
    def _own_first(self, chosen: Sequence[int], above: int) -> Task[FirstSet]:
        """Return what `first` does."""

    def _learned_smallest(self, clock: Clock) -> Task[bool]:
        return (yield from self._learner(clock).smallest(self.bounds))

    def _learned_first(self, clock: Clock, chosen: Sequence[int], above: int) -> Task[FirstSet]:
        return (yield from self._learner(clock).first(self.bounds.lower, chosen, above))

    def _learner(self, clock: Clock) -> Learning:
        if self._learning is None:
            self._learning = Learning(self.formula(clock), sat=self.sat)
        return self._learning

    def _core_guided(self, clock: Clock) -> Task[bool]:
        from .core_guided import core_guided

        formula = self.formula(clock)
        while len(formula.literals) > MOST_FOR_RC2:
            yield
        return (yield from core_guided(formula, self.bounds))


def following(
    first: Callable[[Sequence[int], int], FirstSet],
) -> Iterator[tuple[int, ...]]:
    """Yield all sets of one size in order, given which is the first with some takes.

    `first` gets the takes chosen, and a take above which the others must be.
    """
    takes = first((), 0)
    while takes is not None:
        yield takes
        # the next one shares as many takes with this one as possible
        later = (first(takes[:k], takes[k]) for k in reversed(range(len(takes))))
        takes = next((found for found in later if found is not None), None)


class HittingPart(Part):
    """Clauses, each a set of takes; a set that fits has one of each.

    The search of its own is a branch and bound. Arguments: the clauses as the core has them.
    """

    head_start = 1.0

    def __init__(self, core: _core.HittingPart, engine: Engine) -> None:
        super().__init__(engine)
        self.core = core
        self._update()

    @cached_property
    def takes(self) -> Sequence[int]:
        """The takes, ascending."""
        return self.core.takes

    def formula(self, clock: Clock) -> Formula:
        """Return the formula of the sets that fit."""
        return formula_of_clauses(self.core.clauses)

    def work(self, slices: int) -> None:
        """Search the smallest size for some slices."""
        task = self._own_smallest()
        for _ in range(slices):
            if next(task, True):
                break

    def _update(self) -> None:
        self.bounds.offer(tuple(self.core.cover))
        self.bounds.exclude(self.core.lower - 1)

    def _own_smallest(self) -> Task[bool]:
        while not self.bounds.met and not self.core.search(NODES):
            self._update()
            yield
        self._update()
        return True

    def _own_first(self, chosen: Sequence[int], above: int) -> Task[FirstSet]:
        known = [] if chosen or above else list(self.bounds.cover or ())
        found = _core.FirstSet(self.core, list(chosen), above + 1, self.bounds.lower, known)
        while (answer := found.search(NODES)) is None:
            yield
        return tuple(found.takes) if answer else None

    def count_smallest(self, clock: Clock) -> int:
        """Return the number of smallest sets."""
        return run(clock, self._counted())

    def _counted(self) -> Task[int]:
        sets = _core.SetCount(self.core, self.bounds.lower)
        while not sets.search(NODES):
            yield
        return sets.count


def hitting_parts(
    clauses: Iterable[int], engine: Engine, *, one_answer: bool
) -> tuple[tuple[int, ...], list[HittingPart]]:
    """Return the takes that every best set has, and what is left in parts.

    Clauses are integers, bit s for the take s. With `one_answer` they are simplified as far as the
    lexicographically first of the smallest sets stays the same; otherwise, as far as all sets do.
    """
    rows = list(clauses)
    width = (max((row.bit_length() for row in rows), default=0) + 7) // 8
    packed = b"".join(row.to_bytes(width, "little") for row in rows)
    core = _core.HittingSet(packed, width, one_answer)
    parts = [HittingPart(core.part(k), engine) for k in range(core.part_count)]
    return tuple(core.forced), parts


class OpenPart(Part):
    """All takes that a deduction has not decided, where heaps have several possible values.

    The search of its own builds sets in ascending order. Arguments:
        deduction: what is known.
        lower: a lower bound of the number of undecided takes in a set.
        not_empty: whether a set must have a take.
    """

    head_start = 3.0  # it takes seconds to write down a large formula

    def __init__(
        self, deduction: Deduction, engine: Engine, *, lower: int = 0, not_empty: bool = False
    ) -> None:
        super().__init__(engine)
        self.deduction = deduction
        self.not_empty = not_empty
        self.bounds.exclude(lower - 1)
        self._formula: Formula | None = None
        self._start = 0  # the size that the search is looking for, once it does
        self._found: tuple[int, ...] | None = None  # the last set it found
        self.playable = deduction.top <= _core.MOST_TOP
        self.own = self.own and self.playable

    @cached_property
    def takes(self) -> Sequence[int]:
        """The takes, ascending."""
        return tuple(members(self.deduction.takes & ~self.deduction.required))

    def formula(self, clock: Clock) -> Formula:
        """Return the formula of the sets that fit."""
        if self._formula is None:
            self._formula = formula_of_deduction(self.deduction, clock, not_empty=self.not_empty)
        return self._formula

    @cached_property
    def _sets(self) -> _core.AscendingSets:
        deduction = self.deduction
        given = bytearray([_core.UNKNOWN]) * (deduction.last + 1)
        for value, layer in enumerate((*deduction.given.layers, deduction.given.more)):
            for heap in members(layer):
                given[heap] = value
        given[0] = stuck = deduction.given.stuck
        takes, required = (list(members(b)) for b in (deduction.takes, deduction.required))
        return _core.AscendingSets(bytes(given), deduction.top, stuck, takes, required)

    def _own_smallest(self) -> Task[bool]:
        size = -1
        while self.bounds.lower <= len(self.takes):
            if self.bounds.lower != size:
                size = self.bounds.lower
                self._sets.start(size + self.deduction.required.bit_count())
            answer = self._next()
            if answer is None:
                yield
            elif answer:
                self.bounds.exclude(size - 1)
                self.bounds.cover = self._found
                return True
            else:
                self.bounds.exclude(size)
        return False

    def _next(self) -> bool | None:
        """Look for the next set in the order."""
        answer = self._sets.next(PLAYS)
        required = self.deduction.required
        self._found = None
        if answer:
            self._found = tuple(take for take in self._sets.takes if not required >> take & 1)
        return answer

    def _own_first(self, chosen: Sequence[int], above: int) -> Task[FirstSet]:
        while chosen or above:
            yield  # only a solver can tell
        if self._found is None:
            self._sets.start(self.bounds.lower + self.deduction.required.bit_count())
            while self._next() is None:
                yield
        return self._found

    def all_smallest(self, clock: Clock) -> Iterator[tuple[int, ...]]:
        """Yield the smallest sets in lexicographic order."""
        first = self.first(clock)
        if self._found is None:
            yield from super().all_smallest(clock)
            return
        while first is not None:
            yield first
            first = run(clock, self._another())

    def _another(self) -> Task[FirstSet]:
        while self._next() is None:
            yield
        return self._found

    def possible(self, clock: Clock) -> bool:
        """Return whether there is a set that fits."""
        learned = self._learned_possible(clock)
        tasks = [self._played(), learned] if self.playable else [learned]
        return race(clock, tasks, head_start=ONE_BY_ONE)

    def _played(self) -> Task[bool]:
        self._sets.start_all()
        while (answer := self._sets.next(PLAYS)) is None or (
            answer and self.not_empty and not self._sets.takes
        ):
            yield
        return answer

    def _learned_possible(self, clock: Clock) -> Task[bool]:
        return (yield from self._learner(clock).possible())

    def count_smallest(self, clock: Clock) -> int:
        """Return the number of smallest sets."""
        return self._count(clock, self.bounds.lower)

    def count_all(self, clock: Clock) -> int:
        """Return the number of sets that fit."""
        return self._count(clock, None)

    def _count(self, clock: Clock, size: int | None) -> int:
        if not self.playable:
            return count_sets(self.formula(clock), clock, size=size)
        tasks = [self._counted(size), self._counted_otherwise(clock, size)]
        return race(clock, tasks, head_start=ONE_BY_ONE)

    def _counted(self, size: int | None) -> Task[int]:
        required = self.deduction.required
        if size is None:
            self._sets.start_all()
        else:
            self._sets.start(size + required.bit_count())
        while not self._sets.count(PLAYS):
            yield
        empty = (
            size is None and self.not_empty and not required and self.deduction.given.fits_no_take
        )
        return self._sets.counted - empty

    def _counted_otherwise(self, clock: Clock, size: int | None) -> Task[int]:
        return (yield from counted(self.formula(clock), size=size))
