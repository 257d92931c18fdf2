"""Positions and matches given on the command line, as a text or in a file."""

from __future__ import annotations

from ..errors import NotationError, PerfectplayError
from ..game import Game
from ..games.jsonform import open_file
from ..notation import position_from_text
from ..position import Match, Position

__all__ = ["load_match", "position_at"]

MAX_BYTES = 1 << 20  # of a file: far more than a position or a match needs


def position_at(game: Game, text: str) -> Position:
    """Return the position of an option: items, a drawn board, or `@FILE` with one of these.

    Raises `NotationError` as `Position.parse` does, with the name of the file, and `OSError`.
    """
    if not text.startswith("@"):
        return position_from_text(game, text)
    name = text[1:]
    content = _read(name)
    try:
        return position_from_text(game, content)
    except NotationError as error:
        raise NotationError(f"{name}, {error}") from None


def load_match(name: str, game: Game | None = None) -> Match:
    """Return the match in a file; errors as for `Match.parse`, with the name of the file."""
    content = _read(name)
    try:
        return Match.parse(content, game)
    except PerfectplayError as error:
        raise NotationError(f"{name}, {error}") from None


def _read(name: str) -> str:
    with open_file(name) as file:
        content = file.read(MAX_BYTES + 1)
    if len(content) > MAX_BYTES:
        raise NotationError(f"{name} has more than {MAX_BYTES} bytes, too many for a match")
    try:
        return content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise NotationError(
            f"{name} is not a text file: byte {error.start + 1} is no UTF-8"
        ) from None
