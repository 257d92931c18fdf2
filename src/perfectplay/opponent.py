"""Somebody to play against: perfect, or weaker by so many points a move.

What it knows comes from one table, made for the first position it is asked about and used for all
positions above it. Where no table fits it asks a search, which remembers what it has found out, and
where that does not know either, it moves by rules of thumb: it takes what it can, and otherwise
gives away as little as it can.
"""

from __future__ import annotations

import contextlib
from dataclasses import dataclass
from random import Random
from typing import TypedDict, Unpack

from .analysis import Analysis, bounded
from .errors import MemoryLimitError, as_integer
from .game import Game, Objective, TurnRule
from .position import Position
from .progress import OnProgress
from .search import Search
from .searchgames import MAX_FREE
from .solver import QUICK
from .symmetry import different_positions
from .table import Table, tabulate

__all__ = ["Choice", "Limits", "Opponent", "sensible_moves"]

SMALL = 24  # free items: a table of so many takes no time, so it may be made from the start
THINKING = 5.0  # seconds the search takes for a move, unless told otherwise
MOST_TRIED = 200  # moves that rules of thumb look at


class Limits(TypedDict, total=False):
    """What the opponent may use for one answer, as `solve` takes it."""

    threads: int | None
    memory_limit: int | None
    time_limit: float | None
    on_progress: OnProgress | None


@dataclass(frozen=True, slots=True)
class Choice:
    """A move and what it was chosen by.

    Attributes:
        move: the number of the item.
        analysis: what is known of the position; where that is nothing, the solution is bounded.
        reason: why the position is not solved; empty if it is.
    """

    move: int
    analysis: Analysis
    reason: str


class Opponent:
    """Somebody to play against.

    Arguments:
        skill: how many points a move may lose against the best one, an integer >= 0 (all moves of a
            position lose an even number, so that 2 is the first that matters); the opponent
            picks at random among those moves. So 0 is perfect play; with `Objective.LAST`, where
            values are 1 and -1, 2 is any move at all.
        seed: of the random choices; by default they differ from time to time.

    Raises `ArgumentError` for another skill.

    >>> from perfectplay import Opponent, Position, parse_game
    >>> opponent = Opponent(seed=1)
    >>> opponent.choose(Position.parse(parse_game("dots-and-boxes:1x2"), "0 2 4")).move
    5
    """

    def __init__(self, *, skill: int = 0, seed: int | None = None) -> None:
        self.skill = as_integer("skill", skill, low=0)
        self._random = Random(seed)
        self._table: Table | None = None
        self._search: Search | None = None

    def choose(self, position: Position, **limits: Unpack[Limits]) -> Choice:
        """Return a move of a position that has one; limits as for `solve`."""
        analysis, reason = self.analyze(position, **limits)
        moves = [move.move for move in analysis.values if move.regret <= self.skill]
        if reason:  # what a stopped search holds for best is worth more than a rule of thumb
            moves = list(analysis.solution.best_moves) or sensible_moves(position, self._random)
        return Choice(self._random.choice(sorted(moves)), analysis, reason)

    def analyze(self, position: Position, **limits: Unpack[Limits]) -> tuple[Analysis, str]:
        """Return what is known of a position, and why it is not solved; that is empty if it is.

        >>> from perfectplay import Opponent, Position, parse_game
        >>> analysis, reason = Opponent().analyze(Position.start(parse_game("dots-and-boxes:6x6")))
        >>> analysis.solution.bounds, reason[:27]
        ((-36, 36), 'a table of 2^84 positions (')
        """
        try:
            table = self._table_for(position, limits)
        except MemoryLimitError as error:
            return self._by_search(position, limits, str(error))
        if table is not None:
            return table.analyze(position), ""
        seconds = limits.get("time_limit") or 0.0
        return bounded(position, "table", seconds), f"it takes more than {seconds:g} s"

    def _by_search(self, position: Position, limits: Limits, reason: str) -> tuple[Analysis, str]:
        """Return what the search finds out, and `reason` if it cannot be asked."""
        if len(position.moves) > MAX_FREE:
            return bounded(position, "search", 0.0), reason
        search = self._search
        if search is None or search.base.game != position.game or search.base.mask & ~position.mask:
            seconds = limits.get("time_limit") or THINKING
            try:
                search = Search(position.game, position, **(limits | {"time_limit": seconds}))
            except MemoryLimitError as error:
                return bounded(position, "search", 0.0), str(error)
            self._search = search
        analysis = search.analyze(position)
        if analysis.solution.status == "solved":
            return analysis, ""
        return analysis, f"it takes more than {limits.get('time_limit') or THINKING:g} s"

    def _table_for(self, position: Position, limits: Limits) -> Table | None:
        """Return a table that has the position; None if time ran out.

        Raises `MemoryLimitError` if there is none that fits and is made quickly.
        """
        game, table = position.game, self._table
        if table is not None and table.base.game == game and not table.base.mask & ~position.mask:
            return table
        self._table = None  # two would need the memory of both
        start = Position.start(game)
        if len(start.moves) <= SMALL:  # so that moves can be taken back
            with contextlib.suppress(MemoryLimitError):
                self._table = tabulate(game, start, **limits)
        if self._table is None:
            if different_positions(position) > QUICK:
                free = len(position.moves)
                raise MemoryLimitError(
                    f"a table of 2^{free} positions ({free} free items) is too large"
                )
            self._table = tabulate(game, position, **limits)
        return self._table


def sensible_moves(position: Position, random: Random) -> list[int]:
    """Return moves that are not foolish, without solving anything; on large boards a sample.

    Where most points win, those are the moves that make most at once; if none makes any, those that
    leave least to the opponent. Where the fewest win, those that make least.

    >>> from perfectplay import Position, parse_game
    >>> position = Position.parse(parse_game("dots-and-boxes:1x2"), "0 2 4")
    >>> sensible_moves(position, Random(1))
    [5]
    """
    game = position.game
    gains = game.gains(position.mask)
    if game.objective is Objective.LAST:
        return [game.number(index) for index, _ in gains]
    if game.objective is Objective.FEWEST:
        least = min(gain for _, gain in gains)
        return [game.number(index) for index, gain in gains if gain == least]
    most = max(gain for _, gain in gains)
    if most > 0:
        return [game.number(index) for index, gain in gains if gain == most]
    tried = random.sample(gains, min(len(gains), MOST_TRIED))
    left = {index: _left(game, position.mask | 1 << index) for index, _ in tried}
    least = min(left.values())
    return [game.number(index) for index, points in left.items() if points == least]


def _left(game: Game, taken: int) -> int:
    """Return what the player to move can make at once, going on as long as moves gain."""
    total = 0
    while taken != game.all:
        gain, index = max((gain, -index) for index, gain in game.gains(taken))
        total += gain
        taken |= 1 << -index
        if game.turn is TurnRule.ALTERNATE or not gain:
            break
    return total
