"""Players who make mistakes: one who is greedy, and those who know a rule wrong.

What perfect players do comes from tables. Small boards are solved whole, and once; the table of a
larger one starts from the position asked about.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import Literal

from ..game import Game
from ..position import Match, Position
from ..table import Table, tabulate

__all__ = ["Rule", "best_margin", "both_greedy", "greedy_margin", "mistaken_margin", "table_of"]

WHOLE = 18  # items of a board that is solved whole, such as the triangles of two contests


def table_of(position: Position) -> Table:
    """Return a table that knows the position and all above it."""
    game = position.game
    return _whole(game) if len(game) <= WHOLE else _table(game, position)


@lru_cache(maxsize=4)
def _whole(game: Game) -> Table:
    return _table(game, Position.start(game))


def _table(game: Game, position: Position) -> Table:
    table = tabulate(game, position)
    assert table is not None  # there is no time limit
    return table


def best_margin(match: Match) -> int:
    """Return the margin of A at the end when both play perfectly."""
    return match.final_margin(table_of(match.position).value(match.position))


def greedy_margin(match: Match) -> int:
    """Return the margin of A at the end when the player now to move is greedy.

    That is, always takes the item with the largest gain, of equal ones the first; the opponent
    plays perfectly, of equal moves the first.

    >>> from perfectplay import Match, Position, parse_game
    >>> match = Match(Position.parse(parse_game("triangles:3"), "1 10 11 13 14 15 17"))
    >>> best_margin(match), greedy_margin(match)
    (4, -4)
    """
    table, player = table_of(match.position), match.to_move
    while match.position.moves:
        greedy = match.to_move == player
        match = match.play(_greediest(match) if greedy else table.best_moves(match.position)[0])
    return match.margin


def both_greedy(match: Match) -> int:
    """Return the margin of A at the end when both are greedy."""
    while match.position.moves:
        match = match.play(_greediest(match))
    return match.margin


def _greediest(match: Match) -> int:
    game = match.position.game
    gains = game.gains(match.position.mask)
    return game.number(max(gains, key=lambda pair: pair[1])[0])  # the first of equal ones


@dataclass(frozen=True, slots=True)
class Rule:
    """Rules as a program may have them wrong.

    Attributes:
        points: what a gain counts: all of it, or one at most.
        turns: how many further turns it gives: none, one, or as many as points.
    """

    points: Literal["all", "one"] = "all"
    turns: Literal["none", "one", "all"] = "one"

    def counted(self, gain: int) -> int:
        """Return the points made by a gain."""
        return gain if self.points == "all" else min(gain, 1)

    def further(self, gain: int) -> int:
        """Return the turns that a gain gives."""
        return {"none": 0, "one": min(gain, 1), "all": gain}[self.turns]


def mistaken_margin(match: Match, rule: Rule) -> int:
    """Return the margin of A at the end by other rules, for the moves of the match and after it.

    >>> from perfectplay import Match, parse_game
    >>> match = Match.replay(parse_game("triangles:2"), "1 2 4 5 7 8")
    >>> best_margin(match), mistaken_margin(match, Rule(turns="none"))
    (4, 2)
    """
    game = match.position.game
    indices = [game.index(move) for move in match.moves]
    mask = match.position.mask & ~sum(1 << index for index in indices)
    mistaken = _mistaken(game, rule) if len(game) <= WHOLE else Mistaken(game, rule)
    margin, sign, turns = 0, 1, 1
    for index in indices:
        gain = game.gain(mask, index)
        mask |= 1 << index
        margin += sign * rule.counted(gain)
        turns += rule.further(gain) - 1
        if not turns:
            sign, turns = -sign, 1
    return margin + sign * mistaken.value(mask, turns)


class Mistaken:
    """Values by other rules, by memoised recursion; for small games.

    >>> from perfectplay import parse_game
    >>> Mistaken(parse_game("triangles:2"), Rule()).value(0)  # the right rules
    -2
    """

    def __init__(self, game: Game, rule: Rule) -> None:
        self.game = game
        self.rule = rule
        self._known: dict[tuple[int, int], int] = {}

    def value(self, taken: int, turns: int = 1) -> int:
        """Return the value for the player to move, who has so many turns."""
        if taken == self.game.all:
            return 0
        if (taken, turns) not in self._known:
            self._known[taken, turns] = max(
                self._move_value(taken | 1 << index, gain, turns)
                for index, gain in self.game.gains(taken)
            )
        return self._known[taken, turns]

    def _move_value(self, after: int, gain: int, turns: int) -> int:
        turns += self.rule.further(gain) - 1
        child = self.value(after, turns) if turns else -self.value(after)
        return self.rule.counted(gain) + child


_mistaken = lru_cache(maxsize=8)(Mistaken)
