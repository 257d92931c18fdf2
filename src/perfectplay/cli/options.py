"""What the solving commands share: their options and the progress bar."""

from __future__ import annotations

import contextlib
import math
import sys
from collections.abc import Callable, Iterator
from threading import Event
from typing import Any, TypeVar

import click

from ..errors import ArgumentError
from ..limits import parse_size
from ..solver import ENGINES, SolveOptions

__all__ = ["progress_bar", "solver_options"]

MAX_THREADS = 1024  # a larger number is a mistake, which the system may not survive
Command = TypeVar("Command", bound=Callable[..., Any])


class Size(click.ParamType[int]):
    """A number of bytes such as 8G."""

    name = "size"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> int:
        """Return the bytes."""
        try:
            return value if isinstance(value, int) else parse_size(value)
        except ArgumentError as error:
            self.fail(str(error), param, ctx)


class Seconds(click.FloatRange):
    """A time above 0, which can be compared with others."""

    name = "seconds"

    def __init__(self) -> None:
        super().__init__(min=0, min_open=True)

    def convert(
        self, value: Any, param: click.Parameter | None, ctx: click.Context | None
    ) -> float:
        """Return the number."""
        seconds: float = super().convert(value, param, ctx)
        if math.isnan(seconds):
            self.fail(f"{value!r} is no time; write seconds, such as 1.5", param, ctx)
        return seconds


def solver_options(command: Command) -> Command:
    """Add the options common to everything that solves."""
    for option in reversed(
        (
            click.option(
                "--engine",
                type=click.Choice(ENGINES),
                default="auto",
                help="Which engine answers; `reference` is slow and meant for checking.",
            ),
            click.option(
                "--threads",
                type=click.IntRange(1, MAX_THREADS),
                help="How many threads to use (default: all usable cores).",
            ),
            click.option(
                "--memory-limit",
                type=Size(),
                metavar="SIZE",
                help="Refuse a table larger than this, such as 8G (default: what is free).",
            ),
            click.option(
                "--time-limit",
                type=Seconds(),
                metavar="SECONDS",
                help="Stop after this time with proven bounds; exit code 3, for `judge` 1.",
            ),
            click.option(
                "--node-limit",
                type=click.IntRange(min=1),
                metavar="NODES",
                help="Stop the search after about so many positions, as with --time-limit.",
            ),
            click.option("--json", "as_json", is_flag=True, help="Print JSON."),
            click.option(
                "--progress/--no-progress",
                default=None,
                help="Show a progress bar on stderr (default: on a terminal).",
            ),
        )
    ):
        command = option(command)
    return command


@contextlib.contextmanager
def progress_bar(options: dict[str, Any], cancel: Event | None = None) -> Iterator[SolveOptions]:
    """Give the solver its options, with a callback that draws a bar on stderr if one is to show.

    And with an event that stops it.
    """
    solving = SolveOptions(
        engine=options["engine"],
        threads=options["threads"],
        memory_limit=options["memory_limit"],
        time_limit=options["time_limit"],
        node_limit=options.get("node_limit"),
        checkpoint=options.get("checkpoint"),
        cancel=cancel,
    )
    show = options["progress"]
    if not (sys.stderr.isatty() if show is None else show):
        yield solving
        return
    from .progress import bar

    with bar() as on_progress:
        yield SolveOptions(**solving, on_progress=on_progress)
