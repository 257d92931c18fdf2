"""The command that draws a board: `draw`."""

from __future__ import annotations

import contextlib
import errno
import json
import os
import secrets
from collections.abc import Callable, Iterator
from typing import Any

import click

from ..analysis import Analysis
from ..drawing import draw
from ..games import parse_game
from ..position import Match, Position
from ..solver import analyze
from .options import progress_bar, solver_options
from .positions import position_at
from .solving import LIMIT, position_option

__all__ = ["draw_command", "written_whole"]


@click.command("draw", short_help="Draw a board as an SVG picture.")
@click.argument("game")
@position_option
@click.option(
    "--moves",
    metavar="MOVES",
    help="Moves made from there in turn, A first: the picture shows whose the regions are.",
)
@click.option(
    "--values/--no-values",
    default=False,
    help="Solve, and label every free item with its value for the player to move.",
)
@click.option("--line", is_flag=True, help="Solve, and number the steps of a line of play.")
@click.option(
    "--labels/--no-labels",
    default=True,
    help="Whether free items without a value or a step have their name.",
)
@click.option("--size", type=click.IntRange(1), metavar="PIXELS", help="How wide to be.")
@click.option("-o", "--output", metavar="FILE", help="Where to write it (default: stdout).")
@solver_options
def draw_command(
    *,
    game: str,
    position: str,
    moves: str | None,
    values: bool,
    line: bool,
    labels: bool,
    size: int | None,
    output: str | None,
    **options: Any,
) -> int:
    """Draw a position as an SVG picture, with what its moves are worth if asked.

    \b
    Examples:
      perfectplay draw dots-and-boxes:2x2 --position "0 3 4" -o board.svg
      perfectplay draw dots-and-boxes:3x3 --moves "0 3 12 13 1 4 14" --values -o board.svg
      perfectplay draw triangles:3 --position "4 5 6 7 8" --values --line > board.svg

    The file is written whole or not at all. With --json, stdout gets what `analyze --json` prints
    (`game` and `position` only, if nothing is solved) with the picture as `svg`.
    """
    asked = position_at(parse_game(game), position)
    what = asked if moves is None else Match.replay(asked.game, moves, asked)
    with written_whole(output) as write:
        now = what.position if isinstance(what, Match) else what
        answer = None
        if values or line:
            with progress_bar(options) as solving:
                answer = analyze(now.game, now, **solving)
        picture = draw(
            what,
            analysis=answer if values or answer is None else answer.solution,
            line=answer.solution.line if line and answer is not None else None,
            labels=labels,
            size=size,
        )
        if write is not None:
            write(picture)
    if options["as_json"]:
        click.echo(json.dumps(_data(now, answer) | {"svg": picture}))
    elif write is None:
        click.echo(picture, nl=False)
    return LIMIT if answer is not None and answer.solution.status != "solved" else 0


def _data(position: Position, answer: Analysis | None) -> dict[str, Any]:
    if answer is not None:
        return answer.to_dict()
    return {"game": position.game.text, "position": list(position.taken)}


@contextlib.contextmanager
def written_whole(path: str | None) -> Iterator[Callable[[str], None] | None]:
    """Give a function that takes the text of a file, which is there whole afterwards or not at all.

    The text goes to a new file beside the named one, which takes its name at the end. That file is
    made at once: a path that cannot be written fails before the work is done, not after. For no
    path, and for `-`, which is stdout, there is no such function.
    """
    if path is None or path == "-":
        yield None
        return
    goal = os.path.realpath(path)
    parts: list[str] = []
    if os.path.isdir(goal):
        raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR), path)
    if os.path.exists(goal) and not os.path.isfile(goal):  # a device or a pipe stays what it is
        yield parts.append
        with _errors_name(path), open(goal, "w", encoding="utf-8", newline="") as stream:
            stream.write("".join(parts))
        return
    beside = os.path.join(os.path.dirname(goal), f".{secrets.token_hex(8)}.tmp")
    with _errors_name(path):
        if os.path.exists(goal) and not os.access(goal, os.W_OK):
            raise PermissionError(errno.EACCES, os.strerror(errno.EACCES), path)
        open(beside, "x").close()
    try:
        yield parts.append
        with _errors_name(path):
            with open(beside, "w", encoding="utf-8", newline="") as file:
                file.write("".join(parts))
            if os.path.exists(goal):
                os.chmod(beside, os.stat(goal).st_mode & 0o7777)
            os.replace(beside, goal)
    except BaseException:
        os.unlink(beside)
        raise


@contextlib.contextmanager
def _errors_name(path: str) -> Iterator[None]:
    """Let errors name the path that was given, not the one worked on."""
    try:
        yield
    except OSError as error:
        error.filename, error.filename2 = path, None
        raise
