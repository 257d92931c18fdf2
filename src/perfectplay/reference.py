"""The theory of these games on one page, obviously right and slow: the oracle for every engine.

    value(all)  = 0, or -1 if the last mover is to win
    value(T)    = best over e not in T of   gain + (value(T+e) if the turn is kept else -value(T+e))

where gain = F(T+e) - F(T), the turn is kept iff the rule is BONUS and gain > 0, best is max, or min
when the fewest points win, and gains count nothing when only the last move does. The value is for
the player to move: the points this player will still make minus those the opponent will.
"""

from __future__ import annotations

from collections.abc import Callable

from .game import Game, Objective, TurnRule

__all__ = ["Reference"]


class Reference:
    """Values of the positions of a game by memoised recursion; time and memory grow as 2^n.

    >>> from perfectplay import parse_game
    >>> Reference(parse_game("dots-and-boxes:2x2")).value(0)
    2
    """

    def __init__(self, game: Game, watch: Callable[[int], None] | None = None) -> None:
        self.game = game
        self.watch = watch  # called with the number of positions known; may raise to stop
        self.known: dict[int, int] = {}

    def value(self, taken: int) -> int:
        """Return the value of the position where the items of the mask are taken."""
        if taken not in self.known:
            self.known[taken] = self._value(taken)
            if self.watch is not None:
                self.watch(len(self.known))
        return self.known[taken]

    def _value(self, taken: int) -> int:
        objective = self.game.objective
        values = [self.move_value(taken, e) for e in self.free(taken)]
        if not values:
            return -1 if objective is Objective.LAST else 0
        return min(values) if objective is Objective.FEWEST else max(values)

    def move_value(self, taken: int, e: int) -> int:
        """Return what taking item e is worth to the player to move, gain included."""
        after = taken | 1 << e
        gain = self.game.points(after) - self.game.points(taken)
        keeps_turn = self.game.turn is TurnRule.BONUS and gain > 0
        counted = 0 if self.game.objective is Objective.LAST else gain
        return counted + (self.value(after) if keeps_turn else -self.value(after))

    def free(self, taken: int) -> list[int]:
        """Return the indices of the items not taken, ascending."""
        return [e for e in range(len(self.game)) if not taken >> e & 1]

    def best_moves(self, taken: int) -> list[int]:
        """Return the indices of all best moves, ascending."""
        return [e for e in self.free(taken) if self.move_value(taken, e) == self.value(taken)]
