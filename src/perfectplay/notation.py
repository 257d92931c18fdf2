"""Matches and positions as text.

A match is a small file of lines `key: value` that people can read and edit:

    # whatever begins like this is for people only
    game: dots-and-boxes:2x2        as `parse_game` reads it
    A: Anna                         the players' names, if they have any
    B: machine
    start: 0 3                      items taken before the match began, if any: here `first`,
    first: B                        who made the first move (A), and
    points before: 1 0              the points of A and B by then (0 0) can be given, too
    moves: 1 2 6
        7 8                         in order, by number or name

A line that begins with a space goes on with the one above. `start` may also be a board drawn in
such lines, as `parse_board` reads it. The points are not written: they follow from the moves.
"""

from __future__ import annotations

import re
import textwrap
from collections.abc import Iterator

from .errors import (
    ArgumentError,
    IllegalMoveError,
    NotationError,
    PerfectplayError,
    closest,
    shorten,
)
from .game import Game, data_text
from .masks import mask_of
from .position import PLAYERS, SEPARATED, Match, Position, indices, parse_items

__all__ = ["match_text", "parse_match", "position_from_text"]

KEYS = ("game", *PLAYERS, "start", "first", "points before", "moves")
POINTS = re.compile(r"\s*(\d{1,9})[\s,]+(\d{1,9})\s*")
WIDTH = 79

Lines = list[tuple[int, str]]
"""A value: the lines it stands in with their numbers, what comes before it blanked out."""


def position_from_text(game: Game, text: str) -> Position:
    """Return the position of a text: items taken, or a drawn board if the game is one of boxes.

    Raises `NotationError` as `Position.parse` does.

    >>> from perfectplay import parse_game
    >>> position_from_text(parse_game("dots-and-boxes:1x1"), "+---+\\n|\\n+   +").taken
    (0, 2)
    """
    if isinstance(text, str) and _has_boxes(game):
        from .boardreading import looks_like_a_board, parse_board

        if looks_like_a_board(text):
            return parse_board(text, game)
    return Position(game, mask_of(parse_items(game, text)))


def _has_boxes(game: Game) -> bool:
    return isinstance(game, Game) and game.geometry is not None and game.geometry.grid is not None


def match_text(match: Match) -> str:
    """Return the text of a match, one `key: value` a line; `parse_match` reads it back.

    >>> from perfectplay import Match, Position, parse_game
    >>> game = parse_game("triangles:2")
    >>> print(match_text(Match.replay(game, "3 4", Position.of(game, [1, 2]))))
    game: triangles:2
    start: 1 2
    moves: 3 4
    """
    game = match.position.game
    text = game.text
    if text != text.strip() or not text.isprintable():  # of a file with such a name
        text = data_text(game)
    begun = match.beginning
    lines = [f"game: {text}"]
    lines += [
        f"{letter}: {name}"
        for letter, name in zip(PLAYERS, match.players, strict=True)
        if name != letter
    ]
    if begun.position.mask != game.start:
        lines += _wrapped(f"start: {begun.position}")
    if begun.to_move:
        lines.append(f"first: {begun.player}")
    if begun.points != (0, 0):
        lines.append(f"points before: {begun.points[0]} {begun.points[1]}")
    lines += _wrapped(f"moves: {' '.join(game.names[game.index(move)] for move in match.moves)}")
    return "\n".join(lines)


def _wrapped(line: str) -> list[str]:
    return textwrap.wrap(
        line, WIDTH, subsequent_indent="    ", break_long_words=False, break_on_hyphens=False
    )


def parse_match(text: str, game: Game | None = None) -> Match:
    """Return the match of a text; see `Match.parse`, which this is.

    >>> parse_match("game: triangles:2\\nA: Anna\\nmoves: 4 5").players
    ('Anna', 'B')
    """
    if not isinstance(text, str):
        raise ArgumentError(f"text is {shorten(text)}; it must be a match in a text")
    if game is not None and not isinstance(game, Game):
        raise ArgumentError(f"game is {shorten(game)}; it must be a Game or None")
    values = dict(_values(text))
    played = _game(values.get("game"), game)
    start = _start(values["start"], played) if "start" in values else Position.start(played)
    match = Match(start, _points(values, start), _first(values), (), _players(values))
    for k, (place, word) in enumerate(_words(values.get("moves", [])), 1):
        try:
            match = match.play(word)
        except IllegalMoveError as error:
            raise IllegalMoveError(f"{place}: move {k}: {error}") from None
    return match


def _values(text: str) -> Iterator[tuple[str, Lines]]:
    """Yield each key and the lines of its value."""
    from .boardreading import numbered_lines

    key, value, seen = "", Lines(), set[str]()
    for number, line in numbered_lines(text.removeprefix("\ufeff")):
        if line.startswith("#"):
            continue
        if not line[:1].strip():  # it goes on, or is blank
            if not key and line.strip():
                column = len(line) - len(line.lstrip()) + 1
                raise NotationError(
                    f"line {number}, character {column}: a line that begins with a space goes on "
                    "with the one above, but there is none; expected `game: ` and a game"
                )
            value.append((number, line))
            continue
        if key:
            yield key, value
        name, colon, _ = line.partition(":")
        key = next((known for known in KEYS if known.lower() == name.strip().lower()), "")
        at = f"line {number}, character 1"
        if not colon:
            raise NotationError(
                f"{at}: expected a line such as `moves: 1 2 3`, or one that begins with a space "
                f"and goes on with the one above, found {shorten(line)}"
            )
        if not key:
            raise NotationError(f"{at}: no key {shorten(name)}, {closest(name, KEYS)}")
        if key in seen:
            raise NotationError(f"{at}: a second line `{key}: `; there can be one")
        seen.add(key)
        blank = "".join("\t" if character == "\t" else " " for character in name) + " "
        value = [(number, blank + line[len(blank) :])]
    if key:
        yield key, value


def _words(lines: Lines) -> Iterator[tuple[str, str]]:
    """Yield each word of a value and its place."""
    for number, line in lines:
        for word in SEPARATED.finditer(line):
            yield f"line {number}, character {word.start() + 1}", word[0]


def _single(lines: Lines, what: str) -> tuple[str, str]:
    """Return the place and the text of a value in one line."""
    for number, line in lines[1:]:
        if line.strip():
            column = len(line) - len(line.lstrip()) + 1
            raise NotationError(f"line {number}, character {column}: {what} is a single line")
    number, line = lines[0]
    return f"line {number}, character {len(line) - len(line.lstrip()) + 1}", line.strip()


def _game(lines: Lines | None, known: Game | None) -> Game:
    if lines is None:
        if known is None:
            raise NotationError(
                "line 1, character 1: expected a line `game: `, which names the game"
            )
        return known
    place, text = _single(lines, "a game")
    if known is not None and text == known.text:
        return known
    if text.startswith("python:"):
        raise NotationError(
            f"{place}: {shorten(text)} is code, which a match does not run; build the game and "
            "read the match as one of it"
        )
    from .games import parse_game

    try:
        game = parse_game(text)
    except PerfectplayError as error:
        raise NotationError(f"{place}: {error}") from None
    if known is not None and game != known:
        raise NotationError(f"{place}: this is a match of {shorten(text)}, not of {known}")
    return known or game


def _start(lines: Lines, game: Game) -> Position:
    from .boardreading import looks_like_a_board, read_board

    if _has_boxes(game) and looks_like_a_board("\n".join(line for _, line in lines)):
        return read_board(lines, game)
    return Position(game, mask_of(indices(game, _words(lines))))


def _first(values: dict[str, Lines]) -> int:
    if "first" not in values:
        return 0
    place, text = _single(values["first"], "who moves first")
    if text.upper() not in PLAYERS:
        raise NotationError(f"{place}: expected A or B, who moves first, found {shorten(text)}")
    return PLAYERS.index(text.upper())


def _points(values: dict[str, Lines], start: Position) -> tuple[int, int]:
    if "points before" not in values:
        return 0, 0
    place, text = _single(values["points before"], "points")
    found = POINTS.fullmatch(text)
    if found is None:
        raise NotationError(
            f"{place}: expected the points of A and of B, such as 1 0, found {shorten(text)}"
        )
    a, b = int(found[1]), int(found[2])
    if a + b > start.points:
        raise NotationError(
            f"{place}: expected at most the {start.points} points that the items taken before the "
            f"match can have made, found {a + b}"
        )
    return a, b


def _players(values: dict[str, Lines]) -> tuple[str, str]:
    names = []
    for letter in PLAYERS:
        place, name = _single(values[letter], "a name") if letter in values else ("", letter)
        if not name or not name.isprintable():
            raise NotationError(
                f"{place}: expected the name of player {letter}, printable, found {shorten(name)}"
            )
        names.append(name)
    return names[0], names[1]
