"""UVa 11587 "Brick Game": which takes yield these outcomes?

The number of cases, then one string of `W` and `L` a case: who wins with 1, 2, 3... bricks. The
answer is the smallest set of takes up to 20, of equal size the first in lexicographic order.
"""

from __future__ import annotations

from collections.abc import Iterator

from ..errors import InputError, NoSubtractionSetError, NotationError
from ..reading import Words
from ..solver import SolveOptions
from ..subtraction import infer
from .judge import Judge, Verdict, counted, placed

__all__ = ["UVA11587"]

MAX_TAKE = 20


def _cases(words: Words, options: SolveOptions) -> Iterator[Verdict]:
    count = words.integer("the number of cases", low=0)
    for case in counted(words, count):
        try:
            takes = infer(words.word("a string of W and L"), max_take=MAX_TAKE)
        except NoSubtractionSetError as error:
            yield Verdict(case, f"Case {case}: none", "none", error=placed(words, error))
        except InputError as error:  # a word without an end; the next one is the next case
            yield Verdict(case, error=error)
        except NotationError as error:
            yield Verdict(case, error=placed(words, error))
        else:
            answer = " ".join(map(str, takes))
            yield Verdict(case, f"Case {case}: {answer}", answer)


UVA11587 = Judge(
    name="uva11587",
    title="Brick Game (UVa 11587)",
    form="the number of cases and one string of W and L for each",
    cases=_cases,
)
