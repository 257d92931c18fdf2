"""UVa 751 = POJ 1085 "Triangle War" (ACM East Central North America 1999).

The number of games; each is `m` and m moves `i j`, the ends of a line:

            1
           2 3
          4 5 6
         7 8 9 10

The moves made count: A and B own what they closed, and either may be to move. UVa wraps such files
as blocks: their number, a blank line, and the blocks, with a blank line between their outputs.
Games count from 1 in each block.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import cache

from ..games.triangles import triangles
from ..reading import Words
from ..solver import SolveOptions
from .judge import Judge, Verdict, counted, judge_match
from .pairs import PairBoard

__all__ = ["UVA751", "board", "winner"]

# upright triangle by upright triangle: left, right, base
# fmt: off
ENDS = (
    (1, 2), (1, 3), (2, 3),
    (2, 4), (2, 5), (4, 5), (3, 5), (3, 6), (5, 6),
    (4, 7), (4, 8), (7, 8), (5, 8), (5, 9), (8, 9), (6, 9), (6, 10), (9, 10),
)
# fmt: on


@cache
def board() -> PairBoard:
    """Return the board with its lines by their ends."""
    return PairBoard(triangles(3), ENDS)


def _cases(words: Words, options: SolveOptions) -> Iterator[Verdict]:
    count = words.integer("the number of games, or of blocks", low=0)
    if not words.blank_line_follows():
        yield from _games(words, count, options)
        return
    blank_lines = 0  # to print between the blocks, once there is a game to print
    for block in range(1, count + 1):
        if words.peek() is None:
            words.block = None
            words.warn(f"the file ends after {block - 1} of {count} blocks")
            return
        words.block, words.case = block, None
        games = words.integer("the number of games", low=0)
        for verdict in _games(words, games, options):
            if verdict.text:
                yield replace(verdict, text="\n" * blank_lines + verdict.text)
                blank_lines = 0
            else:
                yield verdict
        if words.warnings:  # the file ended in this block
            return
        blank_lines += 1


def _games(words: Words, count: int, options: SolveOptions) -> Iterator[Verdict]:
    for _ in counted(words, count):
        yield judge_match(
            words,
            board().read_match(words),
            options,
            answer=winner,
            form="Game {case}: {answer}.",
            move=board().move,
        )


def winner(margin: int) -> str:
    """Return the answer, given the triangles of A minus those of B; nine of them, so no draw."""
    return "A wins" if margin > 0 else "B wins"


UVA751 = Judge(
    name="uva751",
    title="Triangle War (UVa 751, POJ 1085, ACM East Central North America 1999)",
    form="the number of games and for each `m` and m moves `i j`, or blocks of such games",
    cases=_cases,
    blocks=True,
)
