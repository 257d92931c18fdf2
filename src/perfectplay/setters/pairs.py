"""Cases of contests that name a line by its two ends: the number of moves and a pair for each."""

from __future__ import annotations

from collections.abc import Callable

from ..judges.pairs import PairBoard
from ..position import Match
from .dice import Dice
from .matches import Draft, Draw
from .setter import Spans

__all__ = ["pair_draw"]


def pair_draw(board: Callable[[], PairBoard], size: str, *, turned: bool) -> Draw:
    """Return what draws matches of random moves.

    Arguments:
        board: the board.
        size: the name of the span of how many moves.
        turned: whether the ends of a line may stand in any order.
    """

    def draw(dice: Dice, spans: Spans) -> Draft:
        game, ends = board().game, board().ends
        moves = dice.sample(range(len(game)), spans[size].draw(dice))
        pairs = [ends[i][::-1] if turned and dice.below(2) else ends[i] for i in moves]
        text = f"{len(pairs)}\n" + "".join(f"{a} {b}\n" for a, b in pairs)
        return Draft(text, Match.replay(game, map(game.number, moves)))

    return draw
