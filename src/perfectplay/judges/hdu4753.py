"""HDU 4753 "Fishhead's Little Game": boxes on 4 x 4 dots, and no bonus turn.

The number of cases; each is `N` and N lines `a b` already drawn, the first by Tom, the second by
Jerry and so on, whatever they complete:

     1  2  3  4
     5  6  7  8
     9 10 11 12
    13 14 15 16
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

from ..game import TurnRule
from ..games.boxes import dots_and_boxes
from ..reading import Words
from ..solver import SolveOptions
from .judge import Judge, Verdict, counted, judge_match
from .pairs import PairBoard

__all__ = ["HDU4753", "board", "winner"]

HORIZONTAL = tuple((dot, dot + 1) for dot in range(1, 16) if dot % 4)
VERTICAL = tuple((dot, dot + 4) for dot in range(1, 13))


@cache
def board() -> PairBoard:
    """Return the board with its lines by their ends."""
    return PairBoard(dots_and_boxes(3, 3, turn=TurnRule.ALTERNATE), HORIZONTAL + VERTICAL)


def _cases(words: Words, options: SolveOptions) -> Iterator[Verdict]:
    count = words.integer("the number of cases", low=0)
    for _ in counted(words, count):
        yield judge_match(
            words,
            board().read_match(words),
            options,
            answer=winner,
            form="Case #{case}: {answer}",
            move=board().move,
        )


def winner(margin: int) -> str:
    """Return the answer, given the boxes of Tom minus those of Jerry; nine of them, so no draw."""
    return "Tom200" if margin > 0 else "Jerry404"


HDU4753 = Judge(
    name="hdu4753",
    title="Fishhead's Little Game (HDU 4753)",
    form="the number of cases and for each `N` and N drawn lines `a b`",
    cases=_cases,
)
