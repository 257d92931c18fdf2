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


def race(clock: Clock, tasks: Iterable[Task[Result]], *, head_start: int = 0) -> Result:
    """Run tasks in turn until one is at its end, and return its result.

    The first one runs alone for `head_start` slices. Raises `TimeIsUpError` if the time is up
    first. All tasks are closed in the end.
    """
    running = list(tasks)
    try:
        turn = 0
        while True:
            clock.check()
            task = running[0 if turn < head_start else (turn - head_start) % len(running)]
            try:
                next(task)
            except StopIteration as end:
                result: Result = end.value
                return result
            turn += 1
    finally:
        for task in running:
            task.close()
