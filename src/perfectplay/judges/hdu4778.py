"""HDU 4778 "Gems Fight!" (2013 Asia Hangzhou Regional).

Cases `G B S` and B bags `n c1 ... cn`, ending with `0 0 0`; the answer is the number of stones of
Alice, who moves first, minus those of Bob.
"""

from __future__ import annotations

from collections.abc import Iterator

from ..games.gems import read_case
from ..reading import Words
from ..solver import SolveOptions
from .judge import Judge, Verdict, judge_match

__all__ = ["HDU4778"]


def _cases(words: Words, options: SolveOptions) -> Iterator[Verdict]:
    while words.next_case():
        case = read_case(words)
        if case is None:
            return
        yield judge_match(words, case.spec(), options, answer=int)
    words.warn("the file ends without the closing 0 0 0")


HDU4778 = Judge(
    name="hdu4778",
    title="Gems Fight! (HDU 4778, 2013 Asia Hangzhou Regional)",
    form="cases `G B S` with B bags `n c1 ... cn` each, and 0 0 0 at the end",
    cases=_cases,
)
