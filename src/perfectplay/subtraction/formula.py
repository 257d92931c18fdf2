"""What is left after deduction as a formula in conjunctive normal form.

Variables are numbered from 1, a literal is v or -v. The first variables are the undecided takes,
in ascending order: true if the take is in the set. They determine all others, each of which is
equal to what its name says, so a set that fits is exactly one solution:

    larger(n, v)       the value of heap n is larger than v
    stuck(n)           heap n allows no move (in misere play)
    equal(n, v)        larger(n, v - 1) and not larger(n, v)
    leads(t, n, v)     take t is in the set, and equal(n - t, v)

The mex rule is  larger(n, v) = larger(n, v - 1) and leads(t, n, v) for some t; for v = 0 in misere
play, stuck(n) is another way. Only heaps of several possible values need variables.
"""

from __future__ import annotations

from array import array
from bisect import bisect_right
from collections.abc import Iterable, Sequence

from .bits import lowest, members, mirrored
from .deduction import Deduction
from .tasks import Clock

__all__ = [
    "Encoding",
    "Formula",
    "at_most",
    "clauses_of",
    "formula_of_clauses",
    "formula_of_deduction",
]

TRUE = 1 << 40
FALSE = -TRUE


class Formula:
    """Clauses; the first variables stand for takes.

    `literals` has the clauses one after another, with a zero after each.
    """

    def __init__(self, takes: Iterable[int]) -> None:
        self.takes = tuple(takes)
        self.variable = {take: v for v, take in enumerate(self.takes, 1)}
        self.variables = len(self.takes)
        self.literals = array("i")

    def new(self) -> int:
        """Return a new variable."""
        self.variables += 1
        return self.variables

    def add(self, *literals: int) -> None:
        """Add a clause, simplified if some literals are constant."""
        if TRUE not in literals:
            self.literals.extend([literal for literal in literals if literal != FALSE])
            self.literals.append(0)

    def both(self, one: int, other: int) -> int:
        """Return a literal that is equal to `one and other`."""
        if FALSE in (one, other):
            return FALSE
        if one == TRUE:
            return other
        if other == TRUE:
            return one
        new = self.new()
        self.literals.extend((-new, one, 0, -new, other, 0, new, -one, -other, 0))
        return new

    @property
    def clauses(self) -> list[tuple[int, ...]]:
        """The clauses one by one."""
        return clauses_of(self.literals)


def clauses_of(literals: array[int]) -> list[tuple[int, ...]]:
    """Return the clauses of literals with a zero after each clause.

    >>> clauses_of(array("i", [1, -2, 0, 3, 0]))
    [(1, -2), (3,)]
    """
    clauses, start = [], 0
    for end, literal in enumerate(literals):
        if not literal:
            clauses.append(tuple(literals[start:end]))
            start = end + 1
    return clauses


def formula_of_clauses(clauses: Iterable[Sequence[int]]) -> Formula:
    """Return the formula of sets of takes, each of which the set must meet.

    >>> formula_of_clauses([(2, 5), (5, 7)]).clauses
    [(1, 2), (2, 3)]
    """
    listed = list(clauses)
    formula = Formula(sorted({take for clause in listed for take in clause}))
    for clause in listed:
        formula.add(*(formula.variable[take] for take in clause))
    return formula


def formula_of_deduction(deduction: Deduction, clock: Clock, *, not_empty: bool = False) -> Formula:
    """Return the formula of the sets that fit; with `not_empty` they have a take up to `last`.

    Raises `TimeIsUpError` if the time is up first.
    """
    formula = Formula(members(deduction.takes & ~deduction.required))
    if not_empty and not deduction.required:
        formula.add(*range(1, formula.variables + 1))
    Encoding(deduction, formula, clock).run()
    return formula


class Encoding:
    """The variables and clauses of a deduction, added to a formula by `run`."""

    def __init__(self, deduction: Deduction, formula: Formula, clock: Clock) -> None:
        self.deduction = deduction
        self.clock = clock
        self.formula = formula
        self.take = dict.fromkeys(members(deduction.required), TRUE) | formula.variable
        self.larger: list[dict[int, int]] = []  # by value; only heaps where it is not constant
        self.equal: dict[tuple[int, int], int] = {}
        self.stuck: dict[int, int] = {}  # by take; the same up to the next one
        self.stuck_takes: list[int] = []

    def run(self) -> None:
        """Add all."""
        deduction = self.deduction
        for value in range(deduction.top + 1):
            may = deduction.above(value)
            heaps = may & ~deduction.surely_above(value)
            self.larger.append({heap: self.formula.new() for heap in members(heaps)})
        self._values()
        self._stuck()
        for value in range(deduction.top + 1):
            self._moves(value)

    def _larger(self, heap: int, value: int) -> int:
        """Return the literal of `larger(heap, value)`, which may be constant."""
        if value < 0:
            return TRUE
        if value > self.deduction.top:
            return FALSE
        if (variable := self.larger[value].get(heap)) is not None:
            return variable
        return TRUE if self.deduction.surely_above(value) >> heap & 1 else FALSE

    def equal_to(self, heap: int, value: int) -> int:
        """Return the literal of `equal(heap, value)`; `top` + 1 stands for more."""
        if self.deduction.certain >> heap & 1:
            return TRUE if self.deduction.can[value] >> heap & 1 else FALSE
        if (heap, value) not in self.equal:
            lower, upper = self._larger(heap, value - 1), self._larger(heap, value)
            self.equal[heap, value] = self.formula.both(lower, -upper)
        return self.equal[heap, value]

    def _values(self) -> None:
        """A heap has one value, and one that it may have."""
        deduction = self.deduction
        open_heaps = deduction.heaps & ~deduction.certain
        for value in range(deduction.top + 1):
            for heap in members(open_heaps):
                lower, upper = self._larger(heap, value - 1), self._larger(heap, value)
                self.formula.add(-upper, lower)
                if not deduction.can[value] >> heap & 1:
                    self.formula.add(-lower, upper)

    def _stuck(self) -> None:
        deduction = self.deduction
        if not deduction.given.misere:
            return
        last, takes = TRUE, members(deduction.takes)
        for heap in takes:
            if self.take[heap] == TRUE:
                break
            last = self.formula.both(last, -self.take[heap])
            self.stuck[heap] = last
        self.stuck_takes = sorted(self.stuck)

    def _is_stuck(self, heap: int) -> int:
        if lowest(self.deduction.required, heap + 1) <= heap:
            return FALSE
        return self.stuck[self.stuck_takes[bisect_right(self.stuck_takes, heap) - 1]]

    def _moves(self, value: int) -> None:
        """The mex rule: `larger(n, value)` from `larger(n, value - 1)` and the takes from n."""
        deduction, formula = self.deduction, self.formula
        can = deduction.can[value]
        sure, covered = deduction.sure(value), deduction.covered(value)
        heaps = deduction.above(value - 1) & deduction.moving & ~covered
        last = deduction.last
        there, maybe_there = mirrored(can, last), mirrored(can & ~sure, last)
        for heap in members(heaps):
            self.clock.check()
            lower, upper = self._larger(heap, value - 1), self._larger(heap, value)
            stuck = FALSE
            if value < deduction.given.stuck:
                stuck = self._is_stuck(heap)
                formula.add(-stuck, upper)
            if upper == FALSE:
                takes = (there if lower != TRUE else maybe_there) >> last - heap
                for take in members(takes & deduction.takes):
                    formula.add(-self.take[take], -self.equal_to(heap - take, value), -lower)
                continue
            leads = []
            for take in members(there >> last - heap & deduction.takes):
                leads.append(formula.both(self.take[take], self.equal_to(heap - take, value)))
                formula.add(-leads[-1], -lower, upper)
            formula.add(-upper, stuck, *leads)


def at_most(formula: Formula, literals: Sequence[int], most: int) -> list[int]:
    """Add what tells how many literals are true; return literals that bound their number.

    The k-th literal returned, k = 0, ..., `most`, is true if more than k are; so its negation, as
    an assumption, allows k at most. (It may also be true otherwise.) Where k literals are all
    there are, the list ends.

    Source: Bailleux and Boufkhad, Efficient CNF encoding of Boolean cardinality constraints, CP
    2003.

    >>> formula = Formula([1, 2, 3])
    >>> len(at_most(formula, [1, 2, 3], 1)), formula.variables > 3
    (2, True)
    """
    if len(literals) <= 1:
        return list(literals)
    half = len(literals) // 2
    left = at_most(formula, literals[:half], most)
    right = at_most(formula, literals[half:], most)
    size = min(len(left) + len(right), most + 1)
    outputs = [formula.new() for _ in range(size)]
    for i in range(len(left) + 1):
        for j in range(len(right) + 1):
            if 0 < i + j <= size:
                formula.add(
                    outputs[i + j - 1],
                    -left[i - 1] if i else FALSE,
                    -right[j - 1] if j else FALSE,
                )
    return outputs
