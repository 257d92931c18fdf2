"""The smallest size of a set by RC2, the MaxSAT solver of python-sat (the extra `sat`).

RC2 cannot be asked for some work at a time, so it runs in a thread, which is interrupted when the
task is closed; the lower bound it has proven so far is noted whenever the task has its turn.

Source: Ignatiev, Morgado and Marques-Silva, RC2: an efficient MaxSAT solver, JSAT 11 (2019).
"""

from __future__ import annotations

import threading
from importlib import import_module
from typing import Any

from .formula import Formula
from .learning import Bounds
from .tasks import Task

__all__ = ["core_guided"]

SLICE = 0.02  # seconds


def core_guided(formula: Formula, bounds: Bounds) -> Task[bool]:
    """Close in on the smallest size from below; return whether there is a set."""
    rc2: Any = import_module("pysat.examples.rc2")
    formulas: Any = import_module("pysat.formula")
    problem = formulas.WCNF()
    problem.extend(formula.clauses)
    for variable in range(1, len(formula.takes) + 1):
        problem.append([-variable], weight=1)
    models: list[list[int] | None] = []
    with rc2.RC2(problem, adapt=True, exhaust=True, incr=False, minz=True) as solver:
        thread = threading.Thread(
            target=lambda: models.append(solver.compute(expect_interrupt=True)), daemon=True
        )
        thread.start()
        try:
            while thread.is_alive():
                yield
                thread.join(SLICE)
                bounds.exclude(solver.cost - 1)
        finally:
            while thread.is_alive():
                solver.interrupt()
                thread.join(SLICE)
    model = models[0]
    if model is None:
        return False
    bounds.offer(tuple(formula.takes[v - 1] for v in model[: len(formula.takes)] if v > 0))
    bounds.exclude(len(bounds.cover or ()) - 1)
    return True
