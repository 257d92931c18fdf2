"""Games for HDU 4753 "Fishhead's Little Game": boxes on 4 x 4 dots without a bonus turn.

At most 12 of the 24 lines are left, and the ends of a line stand in any order.
"""

from __future__ import annotations

from collections.abc import Sequence

from ..games.boxes import dots_and_boxes
from ..judges.hdu4753 import board, winner
from ..position import Match
from .dice import Dice
from .matches import Draft, Mistake, extreme, match_kinds
from .pairs import pair_draw
from .play import Rule, best_margin, both_greedy, mistaken_margin, table_of
from .setter import Limit, Setter, Span, Spans

__all__ = ["SETTER"]


def _with_bonus_turns(draft: Draft) -> str:
    return winner(best_margin(Match.replay(dots_and_boxes(3, 3), draft.match.moves)))


def _tom_moves_next(draft: Draft) -> str:
    match = draft.match
    return winner(match.margin + table_of(match.position).value(match.position))


def _late(dice: Dice, spans: Spans) -> Draft:
    """A game of so many lines that wrong rules are quick to follow."""
    return _draw(dice, {"lines": spans["lines"].part(16, 24)})


_draw = pair_draw(board, "lines", turned=True)

MISTAKES = (
    Mistake("gives another turn for a box", _with_bonus_turns),
    Mistake(
        "gives nobody the boxes drawn already",
        lambda draft: winner(best_margin(draft.match) - draft.match.margin),
    ),
    Mistake(
        "counts at most one box a line",
        lambda draft: winner(mistaken_margin(draft.match, Rule(points="one", turns="none"))),
        _late,
    ),
    Mistake("lets Tom move next, whoever's turn it is", _tom_moves_next),
    Mistake("always takes the most at once", lambda draft: winner(both_greedy(draft.match))),
)


def _compose(texts: Sequence[str], spans: Spans, dice: Dice) -> str:
    return f"{len(texts)}\n" + "".join(texts)


SETTER = Setter(
    name="hdu4753",
    limits={"lines": Limit("lines drawn", Span(12, 24))},
    kinds=match_kinds(_draw, winner, MISTAKES, extreme(_draw, "lines"), draws=False),
    compose=_compose,
)
