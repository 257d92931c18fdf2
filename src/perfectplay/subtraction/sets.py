"""All sets that fit what is given, by what follows at once and by parts for the rest."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cached_property

from .bits import members
from .deduction import ContradictionError, Deduction
from .given import Given
from .parts import OpenPart, Part, following, hitting_parts
from .question import Question
from .tasks import Clock

__all__ = ["Sets"]

SLICES = 3  # of work on a lower bound before the search


class Sets:
    """The sets that fit.

    Arguments:
        question: which takes are allowed and required.
        given: its outcomes or nim-values, or those of the first heaps.
        one_answer: whether only the first one of the smallest sets is asked for.
        not_empty: whether they must have a take up to the last heap.
    """

    def __init__(
        self,
        question: Question,
        given: Given,
        clock: Clock,
        *,
        one_answer: bool = False,
        not_empty: bool = False,
    ) -> None:
        self.question = question
        self.impossible = given.too_large is not None
        self.parts: list[Part] = []
        self.always: tuple[int, ...] = ()
        self.free = 0
        if self.impossible:
            return
        clock.check()
        try:
            deduction = Deduction(given, question.takes, question.required, clock)
        except ContradictionError:
            self.impossible = True
            return
        clock.check()
        self.always = tuple(members(deduction.required))
        undecided = deduction.takes & ~deduction.required
        engine = question.engine
        clauses = [takes for _, _, takes in deduction.clauses()]
        if deduction.settled:
            if not_empty and not deduction.required:
                clauses.append(undecided)
                self.impossible = not undecided
            forced, parts = hitting_parts(clauses, engine, one_answer=one_answer)
            self.always += forced
            self.parts += parts
            used = len(forced) + sum(len(part.takes) for part in parts)
            self.free = undecided.bit_count() - used
        else:
            # a required take may do, if it leads to a heap with the value
            lower = _lower_bound([takes for takes in clauses if not takes & deduction.required])
            lower = max(lower, int(not_empty))
            self.parts.append(OpenPart(deduction, engine, lower=lower, not_empty=not_empty))
        beyond = question.takes & ~question.required
        self.free += (beyond >> deduction.last + 1).bit_count()

    @cached_property
    def _own_takes(self) -> list[frozenset[int]]:
        return [frozenset(part.takes) for part in self.parts]

    @property
    def lower(self) -> int:
        """A lower bound of the smallest size."""
        parts = sum(part.bounds.lower for part in self.parts)
        return len(self.question.with_more(self.always)) + parts

    @property
    def cover(self) -> tuple[int, ...] | None:
        """The smallest set known that fits."""
        found: list[int] = []
        for part in self.parts:
            if part.bounds.cover is None:
                return None
            found += part.bounds.cover
        return None if self.impossible else self.question.with_more([*self.always, *found])

    def smallest(self, clock: Clock) -> bool:
        """Find the smallest size; return whether there is a set at all."""
        return not self.impossible and all(part.smallest(clock) for part in self.parts)

    def first(self, clock: Clock) -> tuple[int, ...]:
        """Return the lexicographically first of the smallest sets, once their size is known."""
        first = self._first(clock)
        assert first is not None
        return self.question.with_more([*self.always, *first])

    def all_smallest(self, clock: Clock) -> Iterator[tuple[int, ...]]:
        """Yield the smallest sets in lexicographic order, once their size is known."""
        if len(self.parts) == 1:
            found = self.parts[0].all_smallest(clock)
        else:
            found = following(lambda chosen, above: self._first(clock, chosen, above))
        for takes in found:
            yield self.question.with_more([*self.always, *takes])

    def _first(
        self, clock: Clock, chosen: Sequence[int] = (), above: int = 0
    ) -> tuple[int, ...] | None:
        found: list[int] = []
        for k, part in enumerate(self.parts):
            own = [take for take in chosen if take in self._own_takes[k]]
            first = part.first(clock, own, above)
            if first is None:
                return None
            found += first
        return tuple(sorted(found))

    def count_smallest(self, clock: Clock) -> int:
        """Return the number of smallest sets, once their size is known."""
        number = 1
        for part in self.parts:
            number *= part.count_smallest(clock)
        return number

    def count_all(self, clock: Clock) -> int:
        """Return the number of sets that fit, with takes up to the length of the record."""
        if self.impossible:
            return 0
        number = 1
        for part in self.parts:
            number *= part.count_all(clock)
        return number << self.free


def _lower_bound(clauses: list[int]) -> int:
    """Return a lower bound of the size of a set that meets the clauses."""
    forced, parts = hitting_parts(clauses, "native", one_answer=True)
    for part in parts:
        part.work(SLICES)
    return len(forced) + sum(part.bounds.lower for part in parts)
