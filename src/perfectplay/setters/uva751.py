"""Games for UVa 751 = POJ 1085 "Triangle War".

The contest allows 6 to 18 moves. Its own file is the bare form, that of UVa has blocks of games.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from ..judges.uva751 import board, winner
from .dice import Dice
from .matches import Draft, Mistake, extreme, match_kinds
from .pairs import pair_draw
from .play import Rule, best_margin, both_greedy, mistaken_margin, table_of
from .setter import Limit, Setter, Span, Spans

__all__ = ["SETTER"]

MAX_BLOCKS = 1000


def _a_moves_next(draft: Draft) -> str:
    match = draft.match
    return winner(match.margin + table_of(match.position).value(match.position))


def _by_rule(name: str, rule: Rule) -> Mistake:
    return Mistake(name, lambda draft: winner(mistaken_margin(draft.match, rule)))


MISTAKES = (
    _by_rule("counts at most one triangle a line", Rule(points="one")),
    Mistake(
        "gives nobody the triangles of the moves made",
        lambda draft: winner(best_margin(draft.match) - draft.match.margin),
    ),
    Mistake("lets A move next, whoever's turn it is", _a_moves_next),
    _by_rule("gives a turn for each of two triangles", Rule(turns="all")),
    _by_rule("never gives another turn", Rule(turns="none")),
    Mistake("always takes the most at once", lambda draft: winner(both_greedy(draft.match))),
)


def _compose(texts: Sequence[str], spans: Spans, dice: Dice) -> str:
    count = len(texts)
    if "blocks" not in spans:
        return f"{count}\n" + "".join(texts)
    blocks = min(spans["blocks"].draw(dice), count)
    cuts = [count * k // blocks for k in range(blocks + 1)]
    parts = [texts[low:high] for low, high in pairwise(cuts)]
    return "\n".join([f"{blocks}\n", *(f"{len(part)}\n{''.join(part)}" for part in parts)])


_draw = pair_draw(board, "moves", turned=False)

SETTER = Setter(
    name="uva751",
    limits={
        "moves": Limit("moves made", Span(6, 18)),
        "blocks": Limit("blocks of games, as UVa has them", Span(1, MAX_BLOCKS), optional=True),
    },
    kinds=match_kinds(_draw, winner, MISTAKES, extreme(_draw, "moves"), draws=False),
    compose=_compose,
)
