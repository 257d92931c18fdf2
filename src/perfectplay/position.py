"""Positions, moves, and matches: where a game stands, and who has made which points.

A position is the set of items taken, nothing else: what is left to win does not depend on who won
what before. A match adds that: the moves made, the points of both players, and who is to move.
Their texts are read and written by `notation`.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from .errors import (
    ArgumentError,
    IllegalMoveError,
    NotationError,
    as_integer,
    cut,
    plain_int,
    shorten,
)
from .game import Game
from .score import Regions, bits

__all__ = ["Match", "Moves", "Position", "indices", "parse_items"]

SEPARATED = re.compile(r"[^\s,]+")
LINE_END = re.compile(r"\r\n|\r|\n")
PLAYERS = ("A", "B")


def parse_items(game: Game, text: str) -> list[int]:
    """Return the indices of a list of items by number or name, separated by commas or spaces.

    Raises `NotationError` naming the character, and the line if there are several, where an unknown
    or repeated item stands.

    >>> from perfectplay import parse_game
    >>> parse_items(parse_game("triangles:3"), "1, 3 18")
    [0, 2, 17]
    """
    if not isinstance(text, str):
        raise ArgumentError(f"text is {shorten(text)}; it must be numbers or names in a text")
    words = SEPARATED.finditer(text)
    return indices(game, ((_place(text, word.start()), word[0]) for word in words))


def indices(game: Game, words: Iterable[tuple[str, str]]) -> list[int]:
    """Return the indices of items, each by number or name and with the place where it stands."""
    found: dict[int, None] = {}  # in their order
    for place, word in words:
        try:
            index = game.index(word)
        except NotationError as error:
            raise NotationError(f"{place}: {error}") from None
        if index in found:
            raise NotationError(f"{place}: item {word} is listed twice")
        found[index] = None
    return list(found)


def _place(text: str, offset: int) -> str:
    ends = [end.end() for end in LINE_END.finditer(text)]
    if not ends:
        return f"character {offset + 1}"
    before = [end for end in ends if end <= offset]
    return f"line {len(before) + 1}, character {offset - (before or [0])[-1] + 1}"


@dataclass(frozen=True, slots=True)
class Position:
    """The set of items taken in a game.

    Arguments:
        game: the game.
        mask: the items taken, bit i for the item with index i; the items of the game's own start
            are added.

    Raises `NotationError` for a mask that is negative or has items the game has not,
    `ArgumentError` for a mask that is no integer and a game that is no `Game`.

    Iterating `moves` gives the numbers of the items that may be taken.

    >>> from perfectplay import Position, parse_game
    >>> position = Position.parse(parse_game("dots-and-boxes:1x1"), "0, 2")
    >>> position, position.moves
    (Position.parse(parse_game('dots-and-boxes:1x1'), '0 2'), <Moves 1 3>)
    >>> position.play(3).gain(1)
    1
    """

    game: Game
    mask: int

    def __post_init__(self) -> None:
        if not isinstance(self.game, Game):
            raise ArgumentError(f"game is {shorten(self.game)}; it must be a Game")
        mask = as_integer("mask", self.mask)
        if mask < 0 or mask >> len(self.game):
            raise NotationError(
                f"mask {cut(f'{mask:#x}')} is no set of the {len(self.game)} items of {self.game}"
            )
        object.__setattr__(self, "mask", mask | self.game.start)

    @classmethod
    def start(cls, game: Game) -> Position:
        """Return the position before the first move, where the items of `game.start` are taken.

        >>> from perfectplay import Position, parse_game
        >>> Position.start(parse_game("dots-and-boxes:1x1,border=icelandic")).taken
        (1, 2)
        """
        return cls(game, game.start)

    @classmethod
    def parse(cls, game: Game, text: str) -> Position:
        """Return the position of a text: numbers or names of the items taken, in any order.

        They are separated by commas or spaces. Items taken at the start of the game may be listed
        or left out. A board of boxes may also be drawn, as `parse_board` reads it. Raises
        `NotationError` naming the character where an unknown or repeated item stands, or the line
        and column where a drawing is wrong.

        >>> from perfectplay import Position, parse_game
        >>> Position.parse(parse_game("triangles:2"), "3, 1 9").taken
        (1, 3, 9)
        >>> Position.parse(parse_game("dots-and-boxes:1x1"), "+---+\\n    |\\n+   +").taken
        (0, 3)
        """
        from .notation import position_from_text

        return position_from_text(game, text)

    @classmethod
    def of(cls, game: Game, items: Iterable[int | str]) -> Position:
        """Return the position where the items with these numbers or names are taken.

        Repeated items count once. Raises `NotationError` for items the game has not,
        `ArgumentError` for what is no list or other iterable.

        >>> from perfectplay import Position, parse_game
        >>> Position.of(parse_game("triangles:2"), [3, 1, 9])
        Position.parse(parse_game('triangles:2'), '1 3 9')
        """
        if not isinstance(items, Iterable):
            raise ArgumentError(f"items is {shorten(items)}; it must be a list of numbers or names")
        return cls(game, sum(1 << index for index in {game.index(item) for item in items}))

    def __str__(self) -> str:
        return " ".join(self.game.names[i] for i in bits(self.mask))

    def __repr__(self) -> str:
        return f"Position.parse({self.game!r}, {str(self)!r})"

    @property
    def taken(self) -> tuple[int, ...]:
        """The numbers of the items taken, ascending."""
        return tuple(self.game.number(i) for i in bits(self.mask))

    @property
    def moves(self) -> Moves:
        """A view of the items that may be taken.

        >>> from perfectplay import Position, parse_game
        >>> moves = Position.of(parse_game("triangles:1"), [2]).moves
        >>> list(moves), len(moves), 2 in moves
        ([1, 3], 2, False)
        """
        return Moves(self)

    @property
    def points(self) -> int:
        """F(T): the points made so far, by both players together."""
        return self.game.points(self.mask)

    @property
    def rest(self) -> int:
        """F(all) - F(T): the points still to be made."""
        return self.game.total - self.points

    def legal_index(self, move: int | str) -> int:
        """Return the index of a move; `IllegalMoveError` if it is not possible here."""
        try:
            index = self.game.index(move)
        except NotationError as error:
            raise IllegalMoveError(str(error)) from None
        if self.mask >> index & 1:
            raise IllegalMoveError(f"item {move} is taken already; possible are {self._possible()}")
        return index

    def _possible(self) -> str:
        names = [self.game.names[i] for i in bits(self.game.all & ~self.mask)]
        shown = " ".join(names[:10])
        return (shown + " ..." if len(names) > 10 else shown) or "no moves"

    def play(self, move: int | str) -> Position:
        """Return the position after a move, a number or a name.

        Raises `IllegalMoveError` if there is no such item or it is taken already.

        >>> from perfectplay import Position, parse_game
        >>> Position.start(parse_game("triangles:2")).play(3).play(1).taken
        (1, 3)
        """
        return Position(self.game, self.mask | 1 << self.legal_index(move))

    def gain(self, move: int | str) -> int:
        """Return the points the move, a number or a name, makes for the player who moves.

        Raises `IllegalMoveError` if there is no such item or it is taken already.

        >>> from perfectplay import Position, parse_game
        >>> Position.of(parse_game("triangles:2"), [1, 2]).gain(3)
        1
        """
        return self.game.gain(self.mask, self.legal_index(move))

    def _repr_svg_(self) -> str:
        from .drawing import draw

        return draw(self)


class Moves:
    """The legal moves of a position: iterable, `in` tests a number or name, true if any."""

    __slots__ = ("_position",)

    def __init__(self, position: Position) -> None:
        self._position = position

    @property
    def mask(self) -> int:
        """The free items, by index."""
        return self._position.game.all & ~self._position.mask

    def __iter__(self) -> Iterator[int]:
        return map(self._position.game.number, bits(self.mask))

    def __len__(self) -> int:
        return self.mask.bit_count()

    def __contains__(self, move: object) -> bool:
        wanted = plain_int(move)
        if not isinstance(wanted, int | str):
            return False
        try:
            return bool(self.mask >> self._position.game.index(wanted) & 1)
        except NotationError:
            return False

    def __repr__(self) -> str:
        names = " ".join(self._position.game.names[i] for i in bits(self.mask))
        return f"<Moves {names or 'none'}>"


@dataclass(frozen=True, slots=True)
class Match:
    """A game in progress: the position, the points of players A and B, and who is to move.

    Arguments:
        position: where the game stands.
        points: those of A and of B; points made by the position the match began with belong to
            nobody.
        to_move: 0 for A, who usually moves first, or 1 for B.
        moves: the numbers of the items taken since the match began, in order.
        players: the names of A and of B, printable, without spaces at the ends.

    Only `start`, `replay`, `parse` and `play` keep the first four consistent; called directly the
    class checks nothing but the names, with an `ArgumentError`. `str` is the text that `parse`
    reads. `replay`, `parse` and `play` raise `IllegalMoveError`.

    >>> from perfectplay import Match, parse_game
    >>> match = Match.replay(parse_game("triangles:2"), "1 2 3 4")
    >>> match.points, match.player, str(match.position)
    ((1, 0), 'B', '1 2 3 4')
    >>> print(match)
    game: triangles:2
    moves: 1 2 3 4
    """

    position: Position
    points: tuple[int, int] = (0, 0)
    to_move: int = 0
    moves: tuple[int, ...] = ()
    players: tuple[str, str] = PLAYERS

    def __post_init__(self) -> None:
        if self.players == PLAYERS:
            return
        names = tuple(self.players)
        for name in names:
            if not isinstance(name, str) or not name.isprintable() or name != (name.strip() or "?"):
                raise ArgumentError(
                    f"{shorten(name)} cannot be the name of a player; it must be a printable text "
                    "without spaces at the ends"
                )
        if len(names) != 2:
            raise ArgumentError(f"players is {shorten(self.players)}; it must be two names")
        object.__setattr__(self, "players", names)

    @classmethod
    def start(cls, game: Game) -> Match:
        """Return the match before the first move, A to move.

        >>> from perfectplay import Match, parse_game
        >>> Match.start(parse_game("triangles:2")).player
        'A'
        """
        return cls(Position.start(game))

    @classmethod
    def replay(
        cls, game: Game, moves: str | Iterable[int | str], start: Position | None = None
    ) -> Match:
        """Return the match after the moves, made in turn from a position.

        Arguments:
            game: the game.
            moves: numbers or names, in order, or a text of them separated by commas or spaces.
            start: a position of the game; by default that before the first move.

        Raises `IllegalMoveError` naming the first move that is not possible, `ArgumentError` for
        moves that are no text and no list or other iterable.

        >>> from perfectplay import Match, Position, parse_game
        >>> game = parse_game("triangles:2")
        >>> Match.replay(game, [3, 4, 5], Position.of(game, [1, 2])).points
        (1, 0)
        """
        if not isinstance(moves, Iterable):
            raise ArgumentError(f"moves is {shorten(moves)}; it must be a text or a list of moves")
        match = cls(start if start is not None else Position.start(game))
        words = SEPARATED.findall(moves) if isinstance(moves, str) else moves
        for k, move in enumerate(words, 1):
            try:
                match = match.play(move)
            except IllegalMoveError as error:
                raise IllegalMoveError(f"move {k}: {error}") from None
        return match

    @classmethod
    def parse(cls, text: str, game: Game | None = None) -> Match:
        """Return the match of a text: lines `key: value`, as `notation` describes them.

        Arguments:
            text: the text, such as `str(match)`.
            game: the game, if it is known; the text may then leave it out, and must not name
                another.

        Raises `NotationError` naming line and character where the text is wrong, `IllegalMoveError`
        where a move is not possible, `OSError` if it names a file that cannot be read.

        >>> from perfectplay import Match
        >>> match = Match.parse("game: triangles:2\\nstart: 1 2\\nmoves: 3 4 5")
        >>> match.points, match.player
        ((1, 0), 'A')
        >>> Match.parse("game: triangles:2\\nmoves: 3 4 3")
        Traceback (most recent call last):
            ...
        perfectplay.errors.IllegalMoveError: line 2, character 12: move 3: item 3 is taken ...
        """
        from .notation import parse_match

        return parse_match(text, game)

    def __str__(self) -> str:
        from .notation import match_text

        return match_text(self)

    @property
    def player(self) -> str:
        """`"A"` or `"B"`: the player to move."""
        return PLAYERS[self.to_move]

    @property
    def margin(self) -> int:
        """The points of A minus those of B so far."""
        return self.points[0] - self.points[1]

    @property
    def beginning(self) -> Match:
        """The match before its first move.

        >>> from perfectplay import Match, parse_game
        >>> Match.replay(parse_game("triangles:2"), "1 2 3").beginning.position.taken
        ()
        """
        game = self.position.game
        taken = sum(1 << game.index(move) for move in self.moves)
        match = first = Match(Position(game, self.position.mask & ~taken), players=self.players)
        for move in self.moves:
            match = match.play(move)
        made, first_player = match.points, 0
        if match.to_move != self.to_move:  # B began
            made, first_player = made[::-1], 1
        a, b = self.points[0] - made[0], self.points[1] - made[1]
        return Match(first.position, (a, b), first_player, (), self.players)

    @property
    def owners(self) -> tuple[int | None, ...]:
        """Who took the last item of each region: 0 for A, 1 for B, None for nobody so far.

        Nobody, too, owns what was complete when the match began. Empty if the score is not regions.

        >>> from perfectplay import Match, parse_game
        >>> Match.replay(parse_game("triangles:2"), "1 2 3 4").owners
        (0, None, None, None)
        """
        score = self.position.game.score
        regions = score.regions if isinstance(score, Regions) else ()
        owners: list[int | None] = [None] * len(regions)
        match = self.beginning
        for move in self.moves:
            before, after = match, match.play(move)
            for k, region in enumerate(regions):
                if region.mask & ~before.position.mask and not region.mask & ~after.position.mask:
                    owners[k] = before.to_move
            match = after
        return tuple(owners)

    def play(self, move: int | str) -> Match:
        """Return the match after a move, a number or a name, of the player to move.

        Raises `IllegalMoveError` if there is no such item or it is taken already.

        >>> from perfectplay import Match, parse_game
        >>> Match.start(parse_game("triangles:2")).play(3).player
        'B'
        """
        game = self.position.game
        index = self.position.legal_index(move)
        gain = game.gain(self.position.mask, index)
        a, b = self.points
        return Match(
            Position(game, self.position.mask | 1 << index),
            (a, b + gain) if self.to_move else (a + gain, b),
            self.to_move if game.keeps_turn(gain) else 1 - self.to_move,
            (*self.moves, game.number(index)),
            self.players,
        )

    def final_margin(self, value: int) -> int:
        """Return the margin of A at the end if the value for the player to move is this one.

        Not for `Objective.LAST`, where values are no points.

        >>> from perfectplay import Match, parse_game, solve
        >>> match = Match.replay(parse_game("triangles:2"), "1 2 3 4")
        >>> match.player, match.margin, solve(match.position.game, match.position).value
        ('B', 1, 3)
        >>> match.final_margin(3)
        -2
        """
        return self.margin + (-value if self.to_move else value)

    def _repr_svg_(self) -> str:
        from .drawing import draw

        return draw(self)
