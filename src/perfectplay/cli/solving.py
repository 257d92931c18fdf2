"""The commands that ask about a game: `games`, `solve` and `analyze`."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from threading import Event
from typing import Any, TypeVar

import click

from ..analysis import Analysis, Forecast
from ..errors import ArgumentError, shorten
from ..games import families, find_plugins, parse_game
from ..position import Match, Position
from ..solver import analyze, at_least, solve
from .interrupts import interrupts_cancel
from .options import progress_bar, solver_options
from .positions import position_at
from .show import at_least_text, bounds_table, moves_table, verdict

__all__ = ["analyze_command", "games_command", "solve_command"]

LIMIT = 3
SCORE = re.compile(r"\s*([0-9]{1,9})\s*[-:]\s*([0-9]{1,9})\s*")
Command = TypeVar("Command", bound=Callable[..., Any])
position_option = click.option(
    "--position",
    default="",
    metavar="ITEMS",
    help="The items taken, by number or name, such as '0 3 5', or @FILE with them or a drawn board "
    "(default: the start).",
)
checkpoint_option = click.option(
    "--checkpoint",
    type=click.Path(dir_okay=False),
    metavar="FILE",
    help="Keep what the search finds out in FILE, and go on from there if it exists.",
)


@click.command("games", short_help="List the families of games.")
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
def games_command(as_json: bool) -> None:
    """List the families of games and how to write them.

    \b
    Example:
      perfectplay games
    """
    broken = [plugin for plugin in find_plugins() if plugin.family is None]
    if as_json:
        for family in families().values():
            fields = ("name", "summary", "usage", "example")
            click.echo(json.dumps({field: getattr(family, field) for field in fields}))
        for plugin in broken:
            about = ("name", "package", "problem")
            click.echo(json.dumps({field: getattr(plugin, field) for field in about}))
        return
    for family in families().values():
        click.echo(f"{family.usage}\n    {family.summary}\n    example: {family.example}\n")
    for plugin in broken:
        click.echo(f"Cannot be used: {' '.join(str(plugin).split())}\n")
    click.echo("Common to all: ,turn=bonus|alternate and ,objective=most|fewest|last")


class Score(click.ParamType[tuple[int, int]]):
    """Points of A and of B, such as 3-1."""

    name = "score"

    def convert(
        self, value: Any, param: click.Parameter | None, ctx: click.Context | None
    ) -> tuple[int, int]:
        """Return the two numbers."""
        found = SCORE.fullmatch(value)
        if found is None:
            self.fail(f"{shorten(value)} is no score; write the points of A and B, as 3-1", param)
        return int(found[1]), int(found[2])


def asking_options(command: Command) -> Command:
    """Add the options that say what is asked about: a position, or a match."""
    for option in reversed(
        (
            position_option,
            click.option(
                "--moves",
                metavar="ITEMS",
                help="A match: moves made from there on, in order; points are counted.",
            ),
            click.option(
                "--points",
                type=Score(),
                metavar="A-B",
                help="A match: points of A and B where --position stands (default: 0-0).",
            ),
            click.option(
                "--to-move",
                type=click.Choice(("A", "B")),
                help="A match: who is to move where --position stands (default: A).",
            ),
        )
    ):
        command = option(command)
    return command


@click.command("solve", short_help="Print value, best moves and a line of play.")
@click.argument("game")
@asking_options
@click.option(
    "--at-least",
    type=int,
    metavar="K",
    help="Ask only whether the value is K or more, which is cheaper.",
)
@checkpoint_option
@solver_options
def solve_command(game: str, **options: Any) -> int:
    """Print the value of a position, all best moves and a line of play.

    \b
    Examples:
      perfectplay solve dots-and-boxes:3x3
      perfectplay solve triangles:3 --position "4 5 6 7 8"
      perfectplay solve triangles:3 --moves "4 5 6 7 8"
      perfectplay solve triangles:3 --position "4 5 6 7 8" --points 1-0 --to-move B
      perfectplay solve dots-and-boxes:2x3,border=swedish,objective=fewest --json
      perfectplay solve dots-and-boxes:4x4 --at-least 0 --time-limit 60
      perfectplay solve 'regions:{"items":3,"regions":[{"items":[0,1]},{"items":[1,2]}]}'

    The value is the points the player to move will still make minus those of the opponent. With
    --moves, --points or --to-move it is about a match of A and B, of whom A begins, and says how
    the match ends.
    """
    asked, match = _asked(game, options)
    if options["at_least"] is not None:
        return _say_at_least(asked, options)
    with interrupts_cancel() as cancel, progress_bar(options, cancel) as solving:
        solution = solve(asked.game, asked, **solving)
    answer = Analysis(solution, ())
    if options["as_json"]:
        click.echo(json.dumps(solution.to_dict() | _match_data(answer, match)))
    else:
        click.echo(verdict(answer, match))
    return _code(solution.status == "solved", cancel)


@click.command("analyze", short_help="Print every move with value and regret.")
@click.argument("game")
@asking_options
@checkpoint_option
@solver_options
def analyze_command(game: str, **options: Any) -> int:
    """Print every legal move with its value and regret, best first.

    \b
    Examples:
      perfectplay analyze dots-and-boxes:2x2 --position "0 3"
      perfectplay analyze dots-and-boxes:2x2 --moves "0 3 1 4"
      perfectplay analyze triangles:3 --json

    A move's value is for the player making it, its gain included; regret is what it loses against
    the best move. In Dots-and-Boxes and its kin the hints say what a move is: safe, loony, a
    sacrifice, double-dealing and so on. For matches see `perfectplay solve --help`.
    """
    asked, match = _asked(game, options)
    with interrupts_cancel() as cancel, progress_bar(options, cancel) as solving:
        answer = analyze(asked.game, asked, **solving)
    if options["as_json"]:
        click.echo(json.dumps(answer.to_dict() | _match_data(answer, match)))
    else:
        click.echo(verdict(answer, match))
        if answer.moves:
            click.echo("\n" + moves_table(answer))
        elif answer.known:
            click.echo("\n" + bounds_table(answer))
    return _code(answer.solution.status == "solved", cancel)


def _code(solved: bool, cancel: Event) -> int:
    """Return the exit code once the answer is printed; raise `KeyboardInterrupt` after Ctrl-C."""
    if not solved and cancel.is_set():
        raise KeyboardInterrupt
    return 0 if solved else LIMIT


def _asked(game: str, options: dict[str, Any]) -> tuple[Position, Match | None]:
    """Return the position asked about, and the match if it is about one."""
    asked = position_at(parse_game(game), options["position"])
    if all(options[name] is None for name in ("moves", "points", "to_move")):
        return asked, None
    match = _match(asked, options["moves"] or "", options["points"], options["to_move"])
    return match.position, match


def _say_at_least(position: Position, options: dict[str, Any]) -> int:
    """Print whether the value is so many points or more; return the exit code."""
    with interrupts_cancel() as cancel, progress_bar(options, cancel) as solving:
        answer = at_least(position.game, options["at_least"], position, **solving)
    click.echo(json.dumps(answer.to_dict()) if options["as_json"] else at_least_text(answer))
    return _code(answer.holds is not None, cancel)


def _match(
    start: Position, moves: str, points: tuple[int, int] | None, to_move: str | None
) -> Match:
    """Return the match after the moves from a position with these points and player to move."""
    so_far = points or (0, 0)
    if sum(so_far) > start.points:
        raise ArgumentError(
            f"points {so_far[0]}-{so_far[1]} are {sum(so_far)} in all, but only {start.points} "
            "could be made with the items taken"
        )
    played = Match.replay(start.game, moves, start)
    first, second = played.points  # of who moved first from there, and of the other
    swap = to_move == "B"
    a, b = (second, first) if swap else (first, second)
    return Match(
        played.position, (so_far[0] + a, so_far[1] + b), played.to_move ^ swap, played.moves
    )


def _match_data(answer: Analysis, match: Match | None) -> dict[str, Any]:
    return {} if match is None else {"match": Forecast(match, answer.solution).to_dict()}
