"""Smallest solutions of a formula, and the first ones, by a solver that learns from conflicts."""

from __future__ import annotations

from array import array
from collections.abc import Sequence

from .formula import Formula, at_most
from .solvers import new_solver
from .tasks import Task

__all__ = ["Bounds", "Learning"]

MOST_FOR_SAT = 1_000_000  # literals; in larger formulas python-sat can hardly be interrupted
SPREAD = 8  # how far above twice the lower bound sets are looked for


class Bounds:
    """What is known of the smallest size: not below `lower`, and the smallest set known so far."""

    def __init__(self, lower: int = 0, cover: tuple[int, ...] | None = None) -> None:
        self.lower = lower
        self.cover = cover

    @property
    def upper(self) -> int | None:
        """The size of the smallest set known."""
        return None if self.cover is None else len(self.cover)

    @property
    def met(self) -> bool:
        """Whether the smallest size is known."""
        return self.cover is not None and self.lower >= len(self.cover)

    def offer(self, cover: tuple[int, ...]) -> None:
        """Note a set."""
        if self.cover is None or len(cover) < len(self.cover):
            self.cover = cover

    def exclude(self, size: int) -> None:
        """Note that no set has so few takes."""
        self.lower = max(self.lower, size + 1)


class Learning:
    """A formula and a solver that knows it; with `sat` that of python-sat, if it can be stopped."""

    def __init__(self, formula: Formula, *, sat: bool) -> None:
        self.formula = formula
        self.solver = new_solver(sat=sat and len(formula.literals) <= MOST_FOR_SAT)
        self.solver.add(formula.literals)
        self._more_than: list[int] = []  # the literals of `at_most`
        self._most = -1

    def ask(self, assumptions: Sequence[int], *, slices: int | None = None) -> Task[bool | None]:
        """Return whether there is a solution with these literals true; None after the slices."""
        while (answer := self.solver.solve(assumptions)) is None:
            if slices == 0:
                return None
            slices = None if slices is None else slices - 1
            yield
        return answer

    def possible(self) -> Task[bool]:
        """Return whether there is a solution."""
        answer = yield from self.ask([])
        return bool(answer)

    def found(self) -> tuple[int, ...]:
        """Return the takes of the solution found."""
        takes = self.formula.takes
        return tuple(takes[v - 1] for v in self.solver.true(len(takes)))

    def smallest(self, bounds: Bounds) -> Task[bool]:
        """Close in on the smallest size, from below and from above; return whether there is one."""
        patience = 1
        while not bounds.met:
            if bounds.cover is None:
                answer = yield from self.ask([], slices=patience)
                if answer:
                    bounds.offer(self.found())
                elif answer is False:
                    return False
            size = bounds.lower
            answer = yield from self.ask(self._bounded(size), slices=patience)
            if answer is False:
                bounds.exclude(size)
                continue
            if answer:
                bounds.offer(self.found())
            elif bounds.upper is not None and bounds.upper > size + 1:
                size = min(bounds.upper - 1, 2 * size + SPREAD)
                answer = yield from self.ask(self._bounded(size), slices=patience)
                if answer:
                    bounds.offer(self.found())
                elif answer is False:
                    bounds.exclude(size)
            patience *= 2
        return True

    def first(
        self, size: int, chosen: Sequence[int] = (), above: int = 0
    ) -> Task[tuple[int, ...] | None]:
        """Return the lexicographically first set that has the chosen takes, or None.

        Its other takes are larger than `above`; `size` must be the smallest size of any set.
        """
        variable = self.formula.variable
        fixed = self._bounded(size) + [variable[take] for take in chosen]
        fixed += [-variable[t] for t in self.formula.takes if t <= above and t not in chosen]
        if not (yield from self.ask(fixed)):
            return None
        some, done = self.found(), list(chosen)
        while len(done) < size:
            following = next(take for take in some if take > above)
            if wanted := [variable[t] for t in self.formula.takes if above < t < following]:
                active = self.formula.new()  # one of them, while this is true
                self.solver.add(array("i", [-active, *wanted, 0]))
                answer = yield from self.ask([*fixed, active])
                self.solver.add(array("i", [-active, 0]))
                if answer:
                    some = self.found()
                    continue
            fixed += [-v for v in wanted] + [variable[following]]
            done.append(following)
            above = following
        return tuple(done)

    def _bounded(self, most: int) -> list[int]:
        """Return the assumptions that allow `most` takes."""
        if self._most < most:
            before = len(self.formula.literals)
            self._most = most + SPREAD
            every = range(1, len(self.formula.takes) + 1)
            self._more_than = at_most(self.formula, every, self._most)
            self.solver.add(self.formula.literals[before:])
            del self.formula.literals[before:]  # the solver has them
        return [-self._more_than[most]] if most < len(self._more_than) else []
