"""The command `perfectplay subtraction` and what its subcommands share."""

from __future__ import annotations

import contextlib
import sys
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any, ClassVar, TypeVar

import click

from .group import Commands

if TYPE_CHECKING:
    from ..subtraction import SubtractionGame
    from ..subtraction.periods import OnProgress

__all__ = [
    "LIMIT",
    "about",
    "game_of",
    "game_options",
    "limit_option",
    "nim_option",
    "on_progress_if",
    "progress_option",
    "subtraction_command",
]

LIMIT = 3
Command = TypeVar("Command", bound=Callable[..., Any])


class Subcommands(Commands):
    """The commands about subtraction games."""

    homes: ClassVar[dict[str, str]] = {
        "outcomes": ".heaps",
        "nim": ".heaps",
        "period": ".heaps",
        "verify": ".heaps",
        "moves": ".heaps",
        "draw": ".heaps",
        "infer": ".inferring",
        "equivalent": ".takes",
        "survey": ".takes",
    }


@click.group("subtraction", cls=Subcommands, short_help="Outcomes, periods and sets of takes.")
def subtraction_command() -> None:
    """Ask about subtraction games: a turn takes one of the numbers in SET from a heap.

    \b
    Examples:
      perfectplay subtraction outcomes 1,3,4
      perfectplay subtraction period 2,4,7 --json
      perfectplay subtraction moves 1-5,9 12 7 30
      perfectplay subtraction infer WLWWWWLWLWWWWL

    \b
    SET is one of
      1,3,4  1-5,9  none     these takes
      all-but:3,7  all       every number of tokens but these
      squares  primes  ...   a sequence: cubes, factorials, fibonacci, powers-of-2, triangular
      b-file:PATH            the terms of a file as the OEIS has them
    """


def game_options(command: Command) -> Command:
    """Add what the commands about a game share."""
    for option in (
        click.option("--json", "as_json", is_flag=True, help="Print JSON."),
        click.option(
            "--misere", is_flag=True, help="The player who cannot move wins (default: loses)."
        ),
    ):
        command = option(command)
    return command


progress_option = click.option(
    "--progress/--no-progress",
    default=None,
    help="Show a progress bar on stderr (default: on a terminal).",
)
nim_option = click.option("--nim", is_flag=True, help="Ask about nim-values instead of outcomes.")
limit_option = click.option(
    "--limit",
    type=click.IntRange(1),
    metavar="HEAPS",
    default=100_000_000,
    show_default=True,
    help="Heaps to look at, at most; exit code 3 if no period shows.",
)


def game_of(text: str, misere: bool) -> SubtractionGame:
    """Return the game of a SET."""
    from ..subtraction import SubtractionGame

    return SubtractionGame(text, misere=misere)


@contextlib.contextmanager
def on_progress_if(show: bool | None) -> Iterator[OnProgress | None]:
    """Give a callback that draws a bar on stderr, if one is to show."""
    if not (sys.stderr.isatty() if show is None else show):
        yield None
        return
    from ..progress import Progress
    from .progress import bar

    with bar() as draw:
        yield lambda done, total: draw(Progress("subtraction", done, total))


def about(game: SubtractionGame) -> dict[str, Any]:
    """Return what JSON says about a game."""
    return {"takes": str(game.takes), "play": "misere" if game.misere else "normal"}
