"""The command that plays against the user: `play`."""

from __future__ import annotations

import sys
from typing import Any

import click

from ..games import parse_game
from ..opponent import Opponent
from ..position import Match
from .options import MAX_THREADS, Seconds, Size
from .positions import load_match, position_at
from .session import Session

__all__ = ["play_command"]


@click.command("play", short_help="Play against the machine in the terminal.")
@click.argument("game", required=False)
@click.option(
    "--skill",
    type=click.IntRange(0),
    default=0,
    metavar="POINTS",
    help="The machine picks among moves that lose at most this many points (default: 0, perfect).",
)
@click.option("--seed", type=int, help="Of the machine's choices (default: others each time).")
@click.option("--first", type=click.Choice(("me", "machine")), help="Who begins (default: me).")
@click.option(
    "--position",
    metavar="ITEMS",
    help="Where the match begins: the items taken, or @FILE with them or with a drawn board.",
)
@click.option("--load", "file", metavar="FILE", help="Go on with a match that `save` wrote.")
@click.option("--threads", type=click.IntRange(1, MAX_THREADS), help="As for solve.")
@click.option("--memory-limit", type=Size(), metavar="SIZE", help="As for solve.")
@click.option(
    "--time-limit",
    type=Seconds(),
    default=10.0,
    metavar="SECONDS",
    help="How long the machine may think about a move (default: 10).",
)
@click.option(
    "--progress/--no-progress",
    default=None,
    help="Show a progress bar on stderr (default: on a terminal).",
)
def play_command(
    game: str | None, skill: int, seed: int | None, first: str | None, **options: Any
) -> int:
    """Play against the machine, which is perfect, or weaker by so many points a move.

    \b
    Examples:
      perfectplay play dots-and-boxes:2x3
      perfectplay play triangles:3 --first machine --skill 2
      perfectplay play --load match.txt

    At the prompt, type a move (or several), or one of undo, hint, board, moves, save FILE, load
    FILE, help and quit. The end of the input ends the match.
    """
    position, file = options.pop("position"), options.pop("file")
    if game is None and file is None:
        raise click.UsageError("name a GAME, such as dots-and-boxes:3x3, or --load a match")
    if position is not None and file is not None:
        raise click.UsageError("--position and --load both say where to begin; give one of them")
    known = None if game is None else parse_game(game)
    if file is not None:
        match = load_match(file, known)
    else:
        assert known is not None
        match = Match(position_at(known, position or ""))
    machine = None if first is None else int(first == "me")
    Session(Opponent(skill=skill, seed=seed), options).play(match, machine)
    sys.stdout.flush()
    return 0
