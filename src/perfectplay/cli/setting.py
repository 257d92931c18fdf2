"""The commands for problem setters: `generate` and `check`."""

from __future__ import annotations

import contextlib
import json
import sys
from collections.abc import Callable, Iterator
from typing import Any, BinaryIO, TypeVar

import click

from ..errors import ArgumentError, GenerationError, closest
from ..judges import JUDGES
from ..setters import SETTERS, ContestFile, check, generate
from .options import progress_bar, solver_options
from .streams import standard_input

__all__ = ["check_command", "generate_command"]

LIMIT = 3
KINDS = ("random", "unique", "greedy-loses", "ties", "extremes", "traps")
Command = TypeVar("Command", bound=Callable[..., Any])


class Range(click.ParamType[tuple[int, int]]):
    """A number, or two as in 5..10."""

    name = "range"

    def convert(
        self, value: Any, param: click.Parameter | None, ctx: click.Context | None
    ) -> tuple[int, int]:
        """Return both ends."""
        low, dots, high = value.partition("..")
        try:
            return int(low), int(high if dots else low)
        except ValueError:
            self.fail(f"{value!r} is no range; write a number, or two as in 5..10", param, ctx)


def constraint_options(command: Command) -> Command:
    """Add an option for everything that may be constrained in some contest."""
    helps: dict[str, list[str]] = {}
    for setter in SETTERS.values():
        for name, limit in setter.limits.items():
            helps.setdefault(name, []).append(f"{setter.name}: {limit.what}, {limit.span}")
    for name, texts in reversed(helps.items()):
        option = click.option(f"--{name}", type=Range(), metavar="RANGE", help="; ".join(texts))
        command = option(command)
    return command


@click.command("generate", short_help="Write a contest file, with its answers.")
@click.argument("name")
@click.option("--seed", type=int, default=0, help="Same seed, same file (default: 0).")
@click.option("--count", type=int, default=10, help="How many cases (default: 10).")
@click.option(
    "--kind", type=click.Choice(KINDS), default="random", help="Which cases (default: random)."
)
@constraint_options
@click.option("-o", "--output", metavar="INPUT", help="Where the file goes (default: stdout).")
@click.option("--answers", metavar="OUTPUT", help="Where its answers go (default: nowhere).")
@click.option("--explain", is_flag=True, help="Say on stderr what each case is good for.")
def generate_command(
    name: str, output: str | None, answers: str | None, explain: bool, **options: Any
) -> int:
    """Write a file of different cases for the contest NAME, and the right answers.

    \b
    Examples:
      perfectplay generate hdu4778 --seed 1 --count 20 -o gems.in --answers gems.out
      perfectplay generate gym100015f --kind traps --explain --lines 5..7
      perfectplay generate uva11587 --kind ties --length 20..40 --size 3

    \b
    Kinds:
      random        anything within the limits of the contest
      unique        one best first move; one smallest set
      greedy-loses  the player to move wins, but not by taking the most at once (of several
                    the lowest item); adding the smallest take whenever one is needed gives too
                    large a set
      ties          draws (hdu4778, gym100015f); several smallest sets (uva11587)
      extremes      limits of the contest, or of the ranges asked for, and extreme margins
      traps         programs with a common mistake answer something else

    A RANGE is a number, or two as in 5..10. If no more cases are found in 4,000 draws, those
    found are written, and the exit code is 3.
    """
    if name not in SETTERS:
        raise click.UsageError(f"no contest {name!r}: {closest(name, SETTERS)}")
    problem = ""
    try:
        file = generate(name, **options)
    except ArgumentError as error:
        raise click.UsageError(str(error)) from None
    except GenerationError as error:
        problem, file = str(error), error.found
    if file.cases:
        _write(file, output, answers)
    if explain:
        for k, case in enumerate(file.cases, 1):
            click.echo(f"case {k}: {case.note}", err=True)
    if problem:
        click.echo(f"perfectplay: {problem}", err=True)
        return LIMIT
    return 0


def _write(file: ContestFile, output: str | None, answers: str | None) -> None:
    if answers is not None and answers != "-" and answers == output:
        raise click.UsageError(f"the file and its answers both go to {output}")
    for text, path in ((file.input, output or "-"), (file.answers, answers)):
        if path == "-":
            sys.stdout.write(text)
        elif path is not None:
            with open(path, "w", encoding="ascii", newline="\n") as stream:
                stream.write(text)


@click.command("check", short_help="Find the first wrong line of a program's output.")
@click.argument("name")
@click.argument("input")
@click.argument("output")
@solver_options
def check_command(name: str, input: str, output: str, **options: Any) -> int:
    """Compare OUTPUT, what a program printed for the contest file INPUT, with the right answers.

    \b
    Examples:
      perfectplay check hdu4778 gems.in gems.out
      ./my-program < boards.in | perfectplay check gym100015f boards.in -

    Names the first line that is wrong, the case, the right line and what was found. White space at
    the ends of lines, CRLF, a BOM and blank lines at the end do not matter; other white space is a
    presentation error. Exit codes: 0 all answers right, 1 something else.
    """
    if name not in JUDGES:
        raise click.UsageError(f"no contest {name!r}: {closest(name, JUDGES)}")
    if input == output == "-":
        raise click.UsageError("INPUT and OUTPUT are both standard input")
    with progress_bar(options) as solving, _open(input) as asked, _open(output) as answered:
        report = check(name, asked, answered, warn=_warn, options=solving)
    click.echo(json.dumps(report.to_dict()) if options["as_json"] else report.message)
    return 0 if report.status == "right" else 1


@contextlib.contextmanager
def _open(file: str) -> Iterator[BinaryIO]:
    if file == "-":
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
