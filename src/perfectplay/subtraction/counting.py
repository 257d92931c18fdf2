"""How many solutions has a formula? Exactly, however many there are.

Clauses with a single literal decide it; what is left falls into components without a variable in
common, whose numbers multiply; a component is counted once, by trying a take in and out. Takes that
occur in no clause any more are free, and each doubles the number.

To count sets of some size, numbers become polynomials: the coefficient of z^k is the number of sets
with k takes. A polynomial is an integer, too: z is a power of two so large that the coefficients do
not run into each other.
"""

from __future__ import annotations

from collections.abc import Generator, Iterable
from typing import NamedTuple

from .formula import Formula
from .tasks import Clock, Task, run

__all__ = ["count_sets", "counted"]

Clauses = frozenset[tuple[int, ...]]


def count_sets(formula: Formula, clock: Clock, *, size: int | None = None) -> int:
    """Return the number of solutions, or of those with `size` takes.

    Raises `TimeIsUpError` if the time is up first.

    >>> from perfectplay.subtraction.formula import formula_of_clauses
    >>> formula = formula_of_clauses([(2, 5), (5, 7)])
    >>> count_sets(formula, Clock()), count_sets(formula, Clock(), size=2)
    (5, 3)
    """
    return run(clock, counted(formula, size=size))


def counted(formula: Formula, *, size: int | None = None) -> Task[int]:
    """Return what `count_sets` does, in slices."""
    counter = _Counter(formula, size)
    total = yield from counter.run(formula.clauses)
    if size is None:
        return total
    digits = counter.digits
    return total >> digits * size & (1 << digits) - 1


class _Simpler(NamedTuple):
    """Clauses after some literals became true; `weight` is that of the variables gone."""

    clauses: list[tuple[int, ...]]
    weight: int


class _Counter:
    def __init__(self, formula: Formula, size: int | None) -> None:
        self.takes = len(formula.takes)
        self.digits = self.takes + 1  # no coefficient is above 2 ** takes
        self.take_in = 1 if size is None else 1 << self.digits  # the weight of a take in the set
        self.mask = -1 if size is None else (1 << self.digits * (size + 1)) - 1
        self.known: dict[Clauses, int] = {}

    def run(self, clauses: list[tuple[int, ...]]) -> Task[int]:
        """Count, with the generators of `_node` as a stack of its own."""
        stack = [self._node(clauses, range(1, self.takes + 1))]
        answer: int | None = None  # to the one on top, which has asked for it
        while stack:
            yield
            try:
                stack.append(next(stack[-1]) if answer is None else stack[-1].send(answer))
                answer = None
            except StopIteration as end:
                stack.pop()
                answer = end.value
        assert answer is not None
        return answer

    def _node(self, clauses: list[tuple[int, ...]], takes: Iterable[int]) -> _Node:
        """Count the solutions of clauses over these takes."""
        simpler = self._simplified(clauses, takes)
        if simpler is None:
            return 0
        total = simpler.weight
        for component in _components(simpler.clauses):
            key = frozenset(component)
            if key not in self.known:
                self.known[key] = yield self._branch(component)
            total = total * self.known[key] & self.mask
            if not total:
                break
        return total

    def _branch(self, clauses: list[tuple[int, ...]]) -> _Node:
        """Count the solutions of clauses that hang together."""
        times: dict[int, float] = {}
        for clause in clauses:
            for literal in clause:
                times[abs(literal)] = times.get(abs(literal), 0) + 2.0 ** -len(clause)
        takes = [v for v in times if v <= self.takes]
        chosen = max(takes or times, key=lambda v: (times[v], -v))
        inside = yield self._node([*clauses, (chosen,)], takes)
        outside = yield self._node([*clauses, (-chosen,)], takes)
        return (inside + outside) & self.mask

    def _simplified(self, clauses: list[tuple[int, ...]], takes: Iterable[int]) -> _Simpler | None:
        """Assign what single literals decide; None if that fails."""
        if () in clauses:
            return None
        true: set[int] = set()
        while True:
            units = {clause[0] for clause in clauses if len(clause) == 1}
            if not units:
                break
            if any(-unit in units for unit in units):
                return None
            true |= units
            rest = []
            for clause in clauses:
                if units.isdisjoint(clause):
                    left = tuple(literal for literal in clause if -literal not in units)
                    if not left:
                        return None
                    rest.append(left)
            clauses = rest
        left_over = {abs(literal) for clause in clauses for literal in clause}
        count = 1
        for take in takes:
            if take in true:
                count *= self.take_in
            elif -take not in true and take not in left_over:
                count *= 1 + self.take_in
        return _Simpler(clauses, count & self.mask)


_Node = Generator["_Node", int, int]


def _components(clauses: list[tuple[int, ...]]) -> list[list[tuple[int, ...]]]:
    """Return the clauses in parts without a variable in common."""
    above: dict[int, int] = {}

    def root(variable: int) -> int:
        above.setdefault(variable, variable)
        while above[variable] != variable:
            above[variable] = above[above[variable]]
            variable = above[variable]
        return variable

    for clause in clauses:
        one = root(abs(clause[0]))
        for literal in clause[1:]:
            above[root(abs(literal))] = one
    parts: dict[int, list[tuple[int, ...]]] = {}
    for clause in clauses:
        parts.setdefault(root(abs(clause[0])), []).append(clause)
    return list(parts.values())
