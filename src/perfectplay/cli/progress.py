"""The progress of a long solve, on stderr, by rich or, without it, by click.

A bar where it is known how many positions there are to solve; for the search a line with what is
proven of the value, the positions looked at, their rate, and how full the table is.
"""

from __future__ import annotations

import contextlib
import sys
import time
from collections.abc import Callable, Iterator
from importlib.util import find_spec
from typing import Any

import click

from ..progress import OnProgress, Progress

__all__ = ["bar", "search_line"]

PATIENCE = 0.3  # seconds a solve may take before a bar is worth the flicker


@contextlib.contextmanager
def bar() -> Iterator[OnProgress]:
    """Give a function that draws the progress of one solve after the other."""
    draw, close = _rich_bar() if find_spec("rich") else _click_bar()
    began: float | None = None
    last = 0

    def on_progress(progress: Progress) -> None:
        nonlocal began, last
        now = time.perf_counter()
        if began is None or progress.done < last:  # another solve
            began = now
        last = progress.done
        if now - began >= PATIENCE:
            draw(progress, now - began)
        if progress.done == progress.total:  # the next call belongs to another solve
            began = None

    try:
        yield on_progress
    finally:
        close()


def search_line(progress: Progress, seconds: float) -> str:
    """Return what a search has found out and done, in a line."""
    rate = progress.done / seconds
    words = [f"{progress.done:,} nodes, {rate:,.0f}/s"]
    if progress.bounds is not None:
        words.insert(0, "value in {:+d}..{:+d}".format(*progress.bounds))
    if progress.fill is not None:
        words.append(f"table {progress.fill:.0%} full")
    return ", ".join(words)


def _rich_bar() -> tuple[Callable[[Progress, float], None], Callable[[], None]]:
    from rich import progress as bars
    from rich.console import Console
    from rich.text import Text

    class Positions(bars.ProgressColumn):
        def render(self, task: bars.Task) -> Text:
            if task.total is None:
                return Text(task.description)
            speed = task.finished_speed or task.speed
            rate = f", {speed:,.0f} positions/s" if speed else ""
            return Text(f"{task.completed:,.0f} of {task.total or 0:,.0f}{rate}")

    shown = bars.Progress(
        bars.BarColumn(),
        Positions(),
        bars.TimeRemainingColumn(),
        console=Console(file=sys.stderr),
        auto_refresh=False,  # it is drawn when there is news, and needs no thread
        transient=True,
    )
    task = shown.add_task("positions", total=None)

    def draw(progress: Progress, seconds: float) -> None:
        if not shown.live.is_started:
            shown.start()
        if progress.done < shown.tasks[0].completed:
            shown.reset(task)
        line = search_line(progress, seconds) if progress.total is None else "positions"
        shown.update(
            task, completed=progress.done, total=progress.total, description=line, refresh=True
        )

    return draw, shown.stop


def _click_bar() -> tuple[Callable[[Progress, float], None], Callable[[], None]]:
    shown: Any = None
    line = ""

    def draw(progress: Progress, seconds: float) -> None:
        nonlocal shown, line
        if progress.total is None:
            width = len(line)
            line = search_line(progress, seconds)
            click.echo(f"\r{line.ljust(width)}", nl=False, err=True)
            return
        if shown is None or shown.length != progress.total or progress.done < shown.pos:
            shown = click.progressbar(length=progress.total, label="positions", file=sys.stderr)
        shown.update(progress.done - shown.pos)

    def close() -> None:
        if line:
            click.echo(err=True)
        if shown is not None:
            shown.render_finish()

    return draw, close
