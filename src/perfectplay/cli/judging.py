"""The command that answers contest files: `judge`."""

from __future__ import annotations

import contextlib
import sys
from collections.abc import Iterator
from typing import Any, BinaryIO

import click

from ..errors import closest
from ..judges import JUDGES, run
from .options import progress_bar, solver_options
from .streams import standard_input

__all__ = ["judge_command"]


@click.command("judge", short_help="Answer a contest file as its judge wants it.")
@click.argument("name")
@click.argument("file", required=False)
@solver_options
def judge_command(name: str, file: str | None, **options: Any) -> int:
    """Answer a contest file, from FILE or stdin, exactly as the contest's judge wants it.

    \b
    Examples:
      perfectplay judge hdu4778 input.txt
      perfectplay judge uva11587 < input.txt
      perfectplay judge gym100015f input.txt --json

    \b
    Formats:
      hdu4778     Gems Fight!
      gym100015f  Fighting for Triangles
      uva11587    Brick Game
      uva751      Triangle War (also POJ 1085)
      hdu4753     Fishhead's Little Game

    A case that cannot be answered, because it is bad or hits a limit, gets one line on stderr; the
    run goes on where the format lets it, and the exit code is 1.
    """
    judge = JUDGES.get(name)
    if judge is None:
        raise click.UsageError(f"no judge {name!r}: {closest(name, JUDGES)}")
    with (
        progress_bar(options) as solving,
        _input(file) as stream,
    ):
        return run(judge, stream, sys.stdout, _warn, json=options["as_json"], options=solving)


@contextlib.contextmanager
def _input(file: str | None) -> Iterator[BinaryIO]:
    if file is None or file == "-":
        try:
            yield standard_input()
        except OSError as error:  # a stream does not know its name
            error.filename = error.filename or "standard input"
            raise
        return
    with open(file, "rb") as stream:
        yield stream


def _warn(message: str) -> None:
    click.echo(f"perfectplay: {message}", err=True)
