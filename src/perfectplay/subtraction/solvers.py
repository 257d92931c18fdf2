"""Solvers of clauses: the one of the core, and one of python-sat (the extra `sat`).

Both are asked for a short time, again and again, so that whoever waits can look at the clock; what
they have learned stays.
"""

from __future__ import annotations

import threading
from array import array
from collections.abc import Sequence
from importlib import import_module
from importlib.util import find_spec
from typing import Any, Literal, Protocol

from .. import _core
from ..errors import ArgumentError, closest, shorten
from .formula import clauses_of

__all__ = ["ENGINES", "Engine", "Solver", "new_solver", "uses_sat"]

Engine = Literal["auto", "native", "sat"]
SLICE = 0.05  # seconds for an answer
MOST_PATIENCE = 2.0
ENGINES: tuple[Engine, ...] = ("auto", "native", "sat")


class Solver(Protocol):
    """A solver of clauses that can be asked again and again."""

    def add(self, literals: array[int]) -> None:
        """Add clauses, with a zero after each."""

    def solve(self, assumptions: Sequence[int]) -> bool | None:
        """Return whether there is a solution with these literals true; None: not yet known."""

    def true(self, variables: int) -> list[int]:
        """Return which of the first variables are true in the solution found."""


class NativeSolver:
    """The solver of the core."""

    def __init__(self) -> None:
        self.core = _core.ClauseSolver()

    def add(self, literals: array[int]) -> None:
        """Add clauses, with a zero after each."""
        self.core.add(literals.tobytes())

    def solve(self, assumptions: Sequence[int]) -> bool | None:
        """Return whether there is a solution with these literals true; None: not yet known."""
        return self.core.solve(assumptions, SLICE)

    def true(self, variables: int) -> list[int]:
        """Return which of the first variables are true in the solution found."""
        return self.core.true_up_to(variables)


class PythonSatSolver:
    """Glucose 4 by python-sat.

    It works in a thread, so that it can be interrupted. That starts it afresh, but for the clauses
    it has learned; so it gets more and more time until it answers.
    """

    def __init__(self) -> None:
        solvers: Any = import_module("pysat.solvers")
        self.glucose = solvers.Solver("glucose4")
        self.patience = SLICE

    def add(self, literals: array[int]) -> None:
        """Add clauses, with a zero after each."""
        self.glucose.append_formula(clauses_of(literals))

    def solve(self, assumptions: Sequence[int]) -> bool | None:
        """Return whether there is a solution with these literals true; None: not yet known."""
        answers: list[bool | None] = []
        listed = list(assumptions)
        thread = threading.Thread(
            target=lambda: answers.append(
                self.glucose.solve_limited(listed, expect_interrupt=True)
            ),
            daemon=True,
        )
        thread.start()
        try:
            thread.join(self.patience)
        finally:
            while thread.is_alive():
                self.glucose.interrupt()
                thread.join(SLICE)
            self.glucose.clear_interrupt()
        self.patience = SLICE if answers[0] is not None else min(2 * self.patience, MOST_PATIENCE)
        return answers[0]

    def true(self, variables: int) -> list[int]:
        """Return which of the first variables are true in the solution found."""
        return [literal for literal in self.glucose.get_model()[:variables] if literal > 0]


def uses_sat(engine: Engine) -> bool:
    """Return whether this engine uses python-sat. Raises `ArgumentError` if it must and cannot."""
    if engine not in ENGINES:
        raise ArgumentError(f"engine is {shorten(engine)}: {closest(str(engine), ENGINES)}")
    installed = engine != "native" and find_spec("pysat") is not None
    if engine == "sat" and not installed:
        raise ArgumentError(
            "engine 'sat' needs python-sat: pip install 'perfectplay[sat]', or use 'native'"
        )
    return installed


def new_solver(*, sat: bool) -> Solver:
    """Return a solver without clauses; with `sat`, that of python-sat."""
    return PythonSatSolver() if sat else NativeSolver()
