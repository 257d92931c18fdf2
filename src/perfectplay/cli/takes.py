"""The commands that compare sets of takes: `subtraction equivalent` and `survey`."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import click

from .options import Seconds
from .subtraction import (
    LIMIT,
    game_of,
    limit_option,
    nim_option,
    on_progress_if,
    progress_option,
)

if TYPE_CHECKING:
    from ..subtraction import SubtractionGame
    from ..subtraction.certificates import Kind
    from ..subtraction.periods import OnProgress

__all__ = ["equivalent_command", "survey_command"]

HEAPS = 100_000_000  # to look at for a period, unless somebody asks for more
Answer = tuple[int, dict[str, Any]]  # the exit code, and JSON with a line to `say`


@click.command("equivalent", short_help="Which sets have the same values?")
@click.argument("takes", metavar="SET")
@click.argument("other", metavar="[OTHER]", required=False)
@nim_option
@click.option(
    "--limit",
    type=click.IntRange(1),
    metavar="HEAPS",
    help="Heaps to look at, at most; exit code 3 if that decides nothing.",
)
@click.option(
    "--time-limit",
    type=Seconds(),
    metavar="SECONDS",
    help="Stop the search for the smallest set after this time; exit code 3.",
)
@progress_option
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
def equivalent_command(
    takes: str,
    other: str | None,
    *,
    nim: bool,
    limit: int | None,
    time_limit: float | None,
    progress: bool | None,
    as_json: bool,
) -> int:
    """Compare two sets for ever; or print the smallest set like SET, and what can join it.

    \b
    Examples:
      perfectplay subtraction equivalent 1,3,4 1,3,4,6
      perfectplay subtraction equivalent 1,3,4 1,3,4,6 --nim
      perfectplay subtraction equivalent 1,3,4,6,8,11 --json
    """
    of: Kind = "nim" if nim else "outcomes"
    game = game_of(takes, False)
    with on_progress_if(progress) as on_progress:
        if other is None:
            code, answer = _describe_class(
                game, of, limit or HEAPS, time_limit=time_limit, on_progress=on_progress
            )
        else:
            code, answer = _compare(game, game_of(other, False), of, limit, on_progress)
    say = answer.pop("say")
    click.echo(json.dumps({"takes": str(game.takes), "of": of, **answer}) if as_json else say)
    return code


def _compare(
    game: SubtractionGame,
    other: SubtractionGame,
    of: Kind,
    limit: int | None,
    on_progress: OnProgress | None,
) -> Answer:
    from ..subtraction import equivalent

    found = equivalent(game, other, of=of, limit=limit, on_progress=on_progress)
    if found.equal:
        say = "equal for all heaps"
    elif found.heap is not None:
        one, two = (
            g.nim_value(found.heap) if of == "nim" else g.outcome(found.heap) for g in (game, other)
        )
        say = f"different: heap {found.heap} has {one} and {two}"
    else:
        say = f"equal up to heap {found.compared - 1}; no proof beyond"
    answer = {
        "other": str(other.takes),
        "status": found.status,
        "equal": found.equal,
        "heap": found.heap,
        "compared": found.compared,
        "say": say,
    }
    return 0 if found.status == "solved" else LIMIT, answer


def _describe_class(
    game: SubtractionGame,
    of: Kind,
    limit: int,
    *,
    time_limit: float | None,
    on_progress: OnProgress | None,
) -> Answer:
    from ..subtraction import FiniteTakes, addable, canonical

    free = addable(game, of=of, limit=limit, on_progress=on_progress)
    status, smallest, why = free.status, None, ""
    if isinstance(game.takes, FiniteTakes) and free.status == "solved":
        found = canonical(game, of=of, limit=limit, time_limit=time_limit)
        status, smallest, why = found.status, found.takes, found.reason
    say = f"not known: {free.reason}"
    if free.status == "solved":
        rest = f"none beyond {free.start}"
        if free.residues:
            rest = f"beyond {free.start} those that are {_listed(free.residues)} mod {free.period}"
        say = f"can join: {_listed(free.listed)}; {rest}"
    if smallest is not None or why:
        what = "nim-values" if of == "nim" else "outcomes"
        known = f"not known: {why}" if smallest is None else _listed(smallest)
        say = f"smallest set with the same {what}: {known}\n{say}"
    answer = {
        "status": status,
        "smallest": None if smallest is None else list(smallest),
        "addable": {
            "listed": list(free.listed),
            "from": free.start + 1,
            "period": free.period,
            "residues": list(free.residues),
        },
        "say": say,
    }
    return 0 if status == "solved" else LIMIT, answer


def _listed(numbers: tuple[int, ...]) -> str:
    return " ".join(map(str, numbers)) or "none"


@click.command("survey", short_help="Write the periods of all {a, b, c} as CSV.")
@click.argument("bound", type=click.IntRange(3))
@click.option("-o", "--output", metavar="FILE", help="Write there (default: stdout).")
@click.option("--resume", is_flag=True, help="Go on with a file that was not finished.")
@limit_option
@progress_option
def survey_command(
    bound: int, output: str | None, resume: bool, limit: int, progress: bool | None
) -> int:
    """Write preperiods and periods of all sets {a, b, c} with a < b < c <= BOUND, as CSV.

    \b
    Examples:
      perfectplay subtraction survey 20
      perfectplay subtraction survey 60 -o triples.csv
      perfectplay subtraction survey 200 -o more.csv --resume

    Every period is certified before it is written; a search that hits the limit leaves its fields
    empty, and makes the exit code 3.
    """
    from ..subtraction.triples import HEADER, read_survey, survey, write_survey

    if output is None:
        if resume:
            raise click.UsageError("--resume needs -o FILE")
        click.echo(",".join(HEADER))
        complete = True
        for row in survey(bound, limit=limit):
            complete = complete and None not in row.cells
            click.echo(",".join("" if cell is None else str(cell) for cell in row.cells))
        return 0 if complete else LIMIT
    with on_progress_if(progress) as on_progress:
        rows = write_survey(output, bound, limit=limit, resume=resume, on_progress=on_progress)
    empty = sum(None in row.cells for row in read_survey(output))
    click.echo(f"{output}: {rows} sets" + (f", {empty} of them not solved" if empty else ""))
    return LIMIT if empty else 0
