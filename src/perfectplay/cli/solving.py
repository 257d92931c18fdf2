"""The commands that ask about a game: `games`, `solve` and `analyze`."""

from __future__ import annotations

import json
from typing import Any

import click

from ..analysis import Analysis
from ..games import FAMILIES, parse_game
from ..solver import analyze, as_position
from .options import progress_bar, solver_options
from .show import moves_table, verdict

__all__ = ["analyze_command", "games_command", "solve_command"]

LIMIT = 3
position_option = click.option(
    "--position",
    default="",
    metavar="ITEMS",
    help="The items taken, by number or name, such as '0 3 5' (default: the start).",
)


@click.command("games", short_help="List the families of games.")
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
def games_command(as_json: bool) -> None:
    """List the families of games and how to write them.

    \b
    Example:
      perfectplay games
    """
    if as_json:
        for family in FAMILIES.values():
            fields = ("name", "summary", "usage", "example")
            click.echo(json.dumps({field: getattr(family, field) for field in fields}))
        return
    for family in FAMILIES.values():
        click.echo(f"{family.usage}\n    {family.summary}\n    example: {family.example}\n")
    click.echo("Common to all: ,turn=bonus|alternate and ,objective=most|fewest|last")


@click.command("solve", short_help="Print value, best moves and a line of play.")
@click.argument("game")
@position_option
@solver_options
def solve_command(game: str, position: str, **options: Any) -> int:
    """Print the value of a position, all best moves and a line of play.

    \b
    Examples:
      perfectplay solve dots-and-boxes:3x3
      perfectplay solve triangles:3 --position "4 5 6 7 8"
      perfectplay solve dots-and-boxes:2x3,border=swedish,objective=fewest --json
      perfectplay solve 'regions:{"items":3,"regions":[{"items":[0,1]},{"items":[1,2]}]}'

    The value is the points the player to move will still make minus those of the opponent.
    """
    answer = _answer(game, position, options)
    if options["as_json"]:
        click.echo(json.dumps(answer.solution.to_dict()))
    else:
        click.echo(verdict(answer.solution))
    return 0 if answer.solution.status == "solved" else LIMIT


@click.command("analyze", short_help="Print every move with value and regret.")
@click.argument("game")
@position_option
@solver_options
def analyze_command(game: str, position: str, **options: Any) -> int:
    """Print every legal move with its value and regret, best first.

    \b
    Examples:
      perfectplay analyze dots-and-boxes:2x2 --position "0 3"
      perfectplay analyze triangles:3 --json

    A move's value is for the player making it, its gain included; regret is what it loses against
    the best move.
    """
    answer = _answer(game, position, options)
    if options["as_json"]:
        click.echo(json.dumps(answer.to_dict()))
    else:
        click.echo(verdict(answer.solution))
        if answer.moves:
            click.echo("\n" + moves_table(answer))
    return 0 if answer.solution.status == "solved" else LIMIT


def _answer(game: str, position: str, options: dict[str, Any]) -> Analysis:
    asked = as_position(parse_game(game), position)
    with progress_bar(options) as solving:
        return analyze(asked.game, asked, **solving)
