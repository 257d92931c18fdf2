"""The commands that go from a set of takes to heaps: `subtraction outcomes`, `period`, ..."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from ..errors import CertificateError, PerfectplayError
from .options import Seconds
from .subtraction import (
    LIMIT,
    about,
    game_of,
    game_options,
    limit_option,
    nim_option,
    on_progress_if,
    progress_option,
)

if TYPE_CHECKING:
    from ..subtraction import PeriodSearch, SubtractionGame

__all__ = [
    "draw_command",
    "moves_command",
    "nim_command",
    "outcomes_command",
    "period_command",
    "verify_command",
]

LENGTH = 60  # heaps shown unless somebody asks for more
_length = click.option(
    "--length",
    type=click.IntRange(0),
    metavar="HEAPS",
    help=f"How many heaps to show, from 1 on (default: {LENGTH}).",
)
_heap = click.option(
    "--heap",
    "heaps",
    type=click.IntRange(0),
    multiple=True,
    help="Show this heap alone, however large if the values repeat; may be given several times.",
)


@click.command("outcomes", short_help="Print W or L for each heap.")
@click.argument("takes", metavar="SET")
@_length
@_heap
@progress_option
@game_options
def outcomes_command(
    takes: str,
    *,
    length: int | None,
    heaps: tuple[int, ...],
    progress: bool | None,
    misere: bool,
    as_json: bool,
) -> None:
    """Print who wins from each heap: W the player to move, L the other one.

    \b
    Examples:
      perfectplay subtraction outcomes 1,3,4 --length 100
      perfectplay subtraction outcomes 1,3,4 --heap 1000000000000
      perfectplay subtraction outcomes squares --misere --json
    """
    game = game_of(takes, misere)
    with on_progress_if(progress) as on_progress:
        if heaps:
            found = [game.outcome(heap, on_progress=on_progress) for heap in heaps]
            _print_heaps(game, heaps, "outcomes", found, as_json)
            return
        shown = LENGTH if length is None else length
        text = game.outcomes(shown, on_progress=on_progress)
    click.echo(json.dumps({**about(game), "outcomes": text}) if as_json else text)


@click.command("nim", short_help="Print the nim-value of each heap.")
@click.argument("takes", metavar="SET")
@_length
@_heap
@progress_option
@game_options
def nim_command(
    takes: str,
    *,
    length: int | None,
    heaps: tuple[int, ...],
    progress: bool | None,
    misere: bool,
    as_json: bool,
) -> None:
    """Print the nim-values of the heaps 1, 2, 3, ...

    \b
    Examples:
      perfectplay subtraction nim 2,4,7
      perfectplay subtraction nim all-but:2,3,7 --length 20 --json
      perfectplay subtraction nim all-but:2,3,7 --heap 100000000000000000000
    """
    game = game_of(takes, misere)
    with on_progress_if(progress) as on_progress:
        if heaps:
            found = [game.nim_value(heap, on_progress=on_progress) for heap in heaps]
            _print_heaps(game, heaps, "nim", found, as_json)
            return
        shown = LENGTH if length is None else length
        values = game.nim_sequence(shown, on_progress=on_progress)
    click.echo(
        json.dumps({**about(game), "nim": values}) if as_json else " ".join(map(str, values))
    )


def _print_heaps(
    game: SubtractionGame, heaps: tuple[int, ...], key: str, found: list[Any], as_json: bool
) -> None:
    if as_json:
        click.echo(json.dumps({**about(game), "heaps": list(heaps), key: found}))
        return
    for heap, value in zip(heaps, found, strict=True):
        click.echo(f"{heap} {value}")


@click.command("period", short_help="Find preperiods and periods, with proof.")
@click.argument("takes", metavar="SET")
@limit_option
@click.option(
    "--time-limit", type=Seconds(), metavar="SECONDS", help="Stop each search after this time."
)
@click.option(
    "--certificates", "folder", type=Path, metavar="FOLDER", help="Write the proofs there."
)
@progress_option
@game_options
def period_command(
    takes: str,
    *,
    limit: int,
    time_limit: float | None,
    folder: Path | None,
    progress: bool | None,
    misere: bool,
    as_json: bool,
) -> int:
    """Find the least preperiods and periods of outcomes and nim-values, and certify them.

    \b
    Examples:
      perfectplay subtraction period 2,4,7
      perfectplay subtraction period all-but:1,4,7,8 --json
      perfectplay subtraction period 6,23,27,44,50 --certificates proofs

    v(h + period) = v(h) + saltus for all heaps h from the preperiod on. Every period found is
    checked by a function of its own before it is printed. The exit code is 3 if one of the two was
    not found.
    """
    game = game_of(takes, misere)
    with on_progress_if(progress) as on_progress:
        found = {
            "outcomes": game.outcome_period(
                limit=limit, time_limit=time_limit, on_progress=on_progress
            ),
            "nim": game.nim_period(limit=limit, time_limit=time_limit, on_progress=on_progress),
        }
    answers = {kind: _answer_of(search) for kind, search in found.items()}
    if folder is not None:
        folder.mkdir(parents=True, exist_ok=True)
        for kind, search in found.items():
            if search.certificate is not None:
                text = json.dumps(search.certificate.to_dict())
                (folder / f"{kind}.json").write_text(text, encoding="ascii")
    if as_json:
        click.echo(json.dumps({**about(game), **answers}))
    else:
        for kind, search in found.items():
            click.echo(f"{'outcomes:  ' if kind == 'outcomes' else 'nim-values:'} {_say(search)}")
    return 0 if all(search.status == "solved" for search in found.values()) else LIMIT


def _answer_of(search: PeriodSearch) -> dict[str, Any]:
    from ..subtraction import verify

    certified = search.certificate is not None
    if search.certificate is not None:
        verify(search.certificate)
    answer: dict[str, Any] = {
        "status": search.status,
        "preperiod": search.preperiod,
        "period": search.period,
        "saltus": search.saltus,
        "certified": certified,
        "searched": search.searched,
    }
    if not certified:
        answer |= {"exceeds": search.exceeds, "reason": search.reason}
    return answer


def _say(search: PeriodSearch) -> str:
    found = search.periodicity
    if found is None:
        more = f"; preperiod + period > {search.exceeds}" if search.exceeds else ""
        return search.reason + more
    rise = f", saltus {found.saltus}" if found.saltus else ""
    return f"preperiod {found.preperiod}, period {found.period}{rise} (certified)"


@click.command("verify", short_help="Check the proof of a period.")
@click.argument("files", metavar="FILE...", nargs=-1, required=True)
def verify_command(files: tuple[str, ...]) -> None:
    """Check certificates that `period --certificates` wrote, from scratch.

    \b
    Example:
      perfectplay subtraction verify proofs/outcomes.json proofs/nim.json
    """
    from ..subtraction import Certificate, verify

    for file in files:
        try:
            data = json.loads(Path(file).read_text(encoding="utf-8"))
            certificate = Certificate.from_dict(data)
            verify(certificate)
        except (ValueError, RecursionError) as error:
            reason = str(error) if isinstance(error, PerfectplayError) else "this is not JSON"
            raise CertificateError(f"{file}: {reason}") from None
        click.echo(f"{file}: {certificate}: right")


@click.command("moves", short_help="Print all winning moves of heaps.")
@click.argument("takes", metavar="SET")
@click.argument("heaps", metavar="HEAP...", type=click.IntRange(0), nargs=-1, required=True)
@progress_option
@game_options
def moves_command(
    takes: str, heaps: tuple[int, ...], progress: bool | None, misere: bool, as_json: bool
) -> None:
    """Print who wins from one heap or a sum of several, and all winning moves.

    \b
    Examples:
      perfectplay subtraction moves 1,3,4 12
      perfectplay subtraction moves 1,3,4 2 5 1000000000
      perfectplay subtraction moves squares 30 41 --misere --json
    """
    game = game_of(takes, misere)
    with on_progress_if(progress) as on_progress:
        position = game.sum(*heaps, on_progress=on_progress)
    if as_json:
        moves = [
            {"heap": move.index, "size": move.size, "take": move.take, "leaves": move.leaves}
            for move in position.winning_moves
        ]
        answer = {
            "heaps": list(heaps),
            "values": list(position.values),
            "nim_value": position.nim_value,
            "outcome": position.outcome,
            "winning_moves": moves,
        }
        click.echo(json.dumps({**about(game), **answer}))
        return
    verb = "wins" if position.outcome == "W" else "loses"
    click.echo(f"{position.outcome}: the player to move {verb}")
    values = " ".join(map(str, position.values))
    click.echo(f"nim-values {values}, sum {position.nim_value}")
    for move in position.winning_moves:
        click.echo(f"take {move.take} from {move.size}, leaving {move.leaves}")


@click.command("draw", short_help="Draw a strip of heaps as SVG.")
@click.argument("takes", metavar="SET")
@click.option("-o", "--output", metavar="FILE", help="Write there (default: stdout).")
@nim_option
@click.option(
    "--length",
    type=click.IntRange(0),
    metavar="HEAPS",
    help="The last heap to draw (default: two periods, if known and not too long).",
)
@click.option("--columns", type=click.IntRange(1), help="Heaps in a row (default: whole periods).")
@click.option("--misere", is_flag=True, help="The player who cannot move wins (default: loses).")
def draw_command(
    takes: str,
    *,
    output: str | None,
    nim: bool,
    length: int | None,
    columns: int | None,
    misere: bool,
) -> None:
    """Draw outcomes or nim-values from heap 0 on, the preperiod hatched, each period marked.

    \b
    Examples:
      perfectplay subtraction draw 2,4,7 --nim -o strip.svg
      perfectplay subtraction draw squares --length 200 > squares.svg
    """
    from ..subtraction.picture import strip_of

    picture = strip_of(game_of(takes, misere), nim=nim, last=length, columns=columns)
    if output is None:
        click.echo(picture, nl=False)
    else:
        Path(output).write_text(picture, encoding="utf-8")
