"""The progress of a long solve, on stderr: rich's bar with positions per second, or click's bar."""

from __future__ import annotations

import contextlib
import sys
import time
from collections.abc import Callable, Iterator
from importlib.util import find_spec
from typing import Any

import click

__all__ = ["bar"]

PATIENCE = 0.3  # seconds a solve may take before a bar is worth the flicker


@contextlib.contextmanager
def bar() -> Iterator[Callable[[int, int], None]]:
    """Give a function of (positions solved, their total) that draws a bar, solve after solve."""
    draw, close = _rich_bar() if find_spec("rich") else _click_bar()
    began: float | None = None

    def on_progress(done: int, total: int) -> None:
        nonlocal began
        now = time.perf_counter()
        if began is None:
            began = now
        if now - began >= PATIENCE:
            draw(done, total)
        if done == total:  # the next call belongs to another solve
            began = None

    try:
        yield on_progress
    finally:
        close()


def _rich_bar() -> tuple[Callable[[int, int], None], Callable[[], None]]:
    from rich.console import Console
    from rich.progress import BarColumn, Progress, ProgressColumn, Task, TimeRemainingColumn
    from rich.text import Text

    class Positions(ProgressColumn):
        def render(self, task: Task) -> Text:
            speed = task.finished_speed or task.speed
            rate = f", {speed:,.0f} positions/s" if speed else ""
            return Text(f"{task.completed:,.0f} of {task.total or 0:,.0f}{rate}")

    progress = Progress(
        BarColumn(),
        Positions(),
        TimeRemainingColumn(),
        console=Console(file=sys.stderr),
        auto_refresh=False,  # it is drawn when there is news, and needs no thread
        transient=True,
    )
    task = progress.add_task("positions", total=None)

    def draw(done: int, total: int) -> None:
        if not progress.live.is_started:
            progress.start()
        if done < progress.tasks[0].completed:
            progress.reset(task)
        progress.update(task, completed=done, total=total, refresh=True)

    return draw, progress.stop


def _click_bar() -> tuple[Callable[[int, int], None], Callable[[], None]]:
    shown: Any = None

    def draw(done: int, total: int) -> None:
        nonlocal shown
        if shown is None or shown.length != total or done < shown.pos:
            shown = click.progressbar(length=total, label="positions", file=sys.stderr)
        shown.update(done - shown.pos)

    def close() -> None:
        if shown is not None:
            shown.render_finish()

    return draw, close
