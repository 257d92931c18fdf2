"""Boards for Codeforces Gym 100015 F "Fighting for Triangles".

The contest allows 5 to 10 lines, in any order, and sets no limit to the number of boards.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations

from ..judges.gym100015f import LINES, board, winner
from ..position import Match, Position
from .dice import Dice
from .matches import Draft, Mistake, match_kinds
from .play import Rule, best_margin, both_greedy, mistaken_margin, table_of
from .setter import Case, Limit, Setter, Span, Spans

__all__ = ["SETTER"]


def _draw(dice: Dice, spans: Spans) -> Draft:
    return _draft(dice.sample(range(1, LINES + 1), spans["lines"].draw(dice)))


def _draft(drawn: Sequence[int]) -> Draft:
    text = f"{len(drawn)}\n{' '.join(map(str, drawn))}\n"
    return Draft(text, Match(Position.of(board(), drawn)))


def _extremes(dice: Dice, spans: Spans) -> Iterator[Case | None]:
    """Boards of the largest and the smallest margin of all with so many lines."""
    low, high = spans["lines"].low, spans["lines"].high
    sizes = sorted(range(low, high + 1), key=lambda n: min(n - low, high - n))  # the ends first
    known = {n: _extreme_boards(n) for n in sizes}
    while True:
        for n in sizes:
            for which, margin, boards in known[n]:
                note = f"{n} lines; the margin is {margin}, the {which} there is"
                drawn = [line + 1 for line in dice.choice(boards)]
                for order in (drawn, drawn[::-1], dice.sample(drawn, n)):
                    yield Case(_draft(order).text, note)


def _extreme_boards(n: int) -> list[tuple[str, int, list[tuple[int, ...]]]]:
    """Return the largest and the smallest margin, and the boards by the indices of their lines."""
    boards = list(combinations(range(LINES), n))
    values = table_of(Position.start(board())).values(
        [sum(1 << line for line in drawn) for drawn in boards]
    )
    return [
        (which, margin, [boards[k] for k in (values == margin).nonzero()[0]])
        for which, margin in (("largest", int(values.max())), ("smallest", int(values.min())))
    ]


def _ralph_begins_if_odd(draft: Draft) -> str:
    margin = best_margin(draft.match)
    return winner(-margin if len(draft.match.position.taken) % 2 else margin)


def _late(dice: Dice, spans: Spans) -> Draft:
    """A board of so many lines that wrong rules are quick to follow, and matter."""
    return _draw(dice, {"lines": spans["lines"].part(7, 8)})


def _by_rule(name: str, rule: Rule) -> Mistake:
    return Mistake(name, lambda draft: winner(mistaken_margin(draft.match, rule)), _late)


MISTAKES = (
    _by_rule("counts at most one triangle a line", Rule(points="one")),
    Mistake(
        "gives Andy the triangles of the start",
        lambda draft: winner(best_margin(draft.match) + draft.match.position.points),
    ),
    _by_rule("gives a turn for each of two triangles", Rule(turns="all")),
    _by_rule("never gives another turn", Rule(turns="none")),
    Mistake("lets Ralph begin after an odd number of lines", _ralph_begins_if_odd),
    Mistake("always takes the most at once", lambda draft: winner(both_greedy(draft.match))),
)


def _compose(texts: Sequence[str], spans: Spans, dice: Dice) -> str:
    return "".join(texts) + "0\n"


SETTER = Setter(
    name="gym100015f",
    limits={"lines": Limit("lines drawn", Span(5, 10))},
    kinds=match_kinds(_draw, winner, MISTAKES, _extremes, draws=True),
    compose=_compose,
)
