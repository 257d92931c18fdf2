"""Boards whose lines a contest names by their two ends, and matches written that way."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property

from ..game import Game
from ..position import Match
from ..reading import Words
from .judge import Move

__all__ = ["PairBoard"]


class PairBoard:
    """A game of lines between vertices 1, 2, 3...

    Arguments:
        game: the game; its items are the lines.
        ends: the two vertices of each line, smaller one first, in the order of the items.

    >>> import io
    >>> from perfectplay import triangles
    >>> board = PairBoard(triangles(1), [(1, 2), (1, 3), (2, 3)])
    >>> match = board.read_match(Words(io.BytesIO(b"2  1 2  3 1")))
    >>> match.moves, board.move(3)
    ((1, 2), (2, 3))
    """

    def __init__(self, game: Game, ends: Sequence[tuple[int, int]]) -> None:
        self.game = game
        self.ends = ends
        self.vertices = max(high for _, high in ends)

    @cached_property
    def _numbers(self) -> dict[tuple[int, int], int]:
        return {pair: self.game.number(index) for index, pair in enumerate(self.ends)}

    def move(self, number: int) -> Move:
        """Return the ends of the line with this number."""
        return self.ends[number - self.game.numbered_from]

    def read_match(self, words: Words) -> Match:
        """Read `m` and m moves `i j`, and return the match after them.

        The ends of a line may stand in any order. Raises `InputError` for a pair that is no line of
        the board, and for a line that is drawn already.
        """
        count = words.integer("the number of moves", low=0, high=len(self.game))
        match = Match.start(self.game)
        for k in range(1, count + 1):
            match = match.play(self._read_line(words, match, f"move {k} of {count}"))
        return match

    def _read_line(self, words: Words, match: Match, what: str) -> int:
        first = words.integer(f"a vertex of {what}", low=1, high=self.vertices)
        second = words.integer(f"the other vertex of {what}", low=1, high=self.vertices)
        number = self._numbers.get((min(first, second), max(first, second)))
        if number is None:
            near = " ".join(str(sum(pair) - first) for pair in self.ends if first in pair)
            raise words.fail(
                f"{first} {second} is no line of the board; expected {what}, "
                f"and lines lead from {first} to {near}"
            )
        if number not in match.position.moves:
            raise words.fail(f"{first} {second} is drawn already; expected {what}, a free line")
        return number
