"""Work in slices: a task is a generator that yields now and then and returns its result.

Between the slices whoever waits looks at the clock, Ctrl-C gets through, and several tasks with the
same aim can take turns, so that the one that is best at a problem decides how long it takes.
"""

from __future__ import annotations

import time
from collections.abc import Generator, Iterable
from typing import TypeVar

from ..limits import TimeIsUpError

__all__ = ["Clock", "Task", "race", "run"]

Result = TypeVar("Result")
Task = Generator[None, None, Result]


class Clock:
    """A time limit, in seconds from now; None for none."""

    def __init__(self, limit: float | None = None) -> None:
        self.start = time.perf_counter()
        self.limit = limit

    @property
    def seconds(self) -> float:
        """The time since the start."""
        return time.perf_counter() - self.start

    def check(self) -> None:
        """Raise `TimeIsUpError` if the limit has passed."""
        if self.limit is not None and self.seconds > self.limit:
            raise TimeIsUpError


def run(clock: Clock, task: Task[Result]) -> Result:
    """Run a task to its end. Raises `TimeIsUpError` if the time is up first.

    >>> def sum_up(numbers):
    ...     total = 0
    ...     for number in numbers:
    ...         total += number
    ...         yield
    ...     return total
    >>> run(Clock(), sum_up([1, 2, 3]))
    6
    """
    return race(clock, [task])


def race(clock: Clock, tasks: Iterable[Task[Result]], *, head_start: float = 0) -> Result:
    """Run tasks in turn, for the same time each, and return the result of the first at its end.

    The first task has a head start of some seconds. Raises `TimeIsUpError` if the time is up first.
    All tasks are closed in the end.
    """
    running = list(tasks)
    used = [head_start] * len(running)
    used[0] = 0
    try:
        while True:
            clock.check()
            turn = used.index(min(used))
            start = time.perf_counter()
            try:
                next(running[turn])
            except StopIteration as end:
                result: Result = end.value
                return result
            used[turn] += time.perf_counter() - start
    finally:
        for task in running:
            task.close()
