"""What a judge is: a contest format read case by case, and one verdict for each case."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

from ..analysis import Solution
from ..errors import (
    InputError,
    InvalidGameError,
    MemoryLimitError,
    NotationError,
    PerfectplayError,
)
from ..game import GameSpec
from ..position import Match
from ..reading import Words
from ..solver import SolveOptions, solve

__all__ = ["Judge", "Move", "Verdict", "counted", "judge_match", "placed"]

Move = int | tuple[int, int]


@dataclass(frozen=True, slots=True)
class Verdict:
    """What a judge says of one case.

    Attributes:
        case: its number from 1 (in its block, for a format with blocks); None for what stands
            before the first case.
        text: exactly what the contest wants on stdout, without the last newline; often one line,
            empty if there is nothing to print.
        answer: the answer alone, as an integer or a text; None for a bad case.
        margin: the points of the player who moves first in the match minus the opponent's at the
            end; None where there is none.
        best_first_move: the lowest-numbered best move as the contest writes moves, a number or a
            pair of vertices; None if there is none.
        block: the number of the block, for a format with blocks.
        error: why the case could not be answered; the message begins with line and case.

    >>> Verdict(1, "Case #1: Tom200", "Tom200", margin=3, best_first_move=(2, 6)).answer
    'Tom200'
    """

    case: int | None
    text: str = ""
    answer: int | str | None = None
    margin: int | None = None
    best_first_move: Move | None = None
    block: int | None = None
    error: PerfectplayError | None = None


@dataclass(frozen=True, slots=True)
class Judge:
    """A contest format.

    Attributes:
        name: as the command line takes it.
        title: the problem and its source, in one line.
        form: how a file looks, for the message about one that is empty.
        cases: reads the cases and yields a verdict for each, before it reads on; raises
            `InputError` where the file cannot be read any further.
        blocks: whether the format has blocks of cases.

    >>> import io
    >>> from perfectplay.judges import JUDGES
    >>> file = io.BytesIO(b"2 WWLWWL WLL")
    >>> for verdict in JUDGES["uva11587"].verdicts(Words(file)):
    ...     print(verdict.text, verdict.error is None)
    Case 1: 1 2 True
    Case 2: none False
    """

    name: str
    title: str
    form: str
    cases: Callable[[Words, SolveOptions], Iterator[Verdict]]
    blocks: bool = False

    def verdicts(self, words: Words, options: SolveOptions | None = None) -> Iterator[Verdict]:
        """Yield the verdict of each case before the next one is read.

        Where the file cannot be read any further, the last verdict has the error. What is odd but
        no error is in `words.warnings`. Raises `ArgumentError` for options that make no sense.
        """
        try:
            if words.peek() is None:
                raise words.fail(f"the file is empty; expected {self.form}")
            yield from self.cases(words, options or SolveOptions())
        except InputError as error:
            yield Verdict(words.case, block=words.block, error=error)


def counted(words: Words, count: int) -> Iterator[int]:
    """Number the cases of a file that said how many there are; warn if it ends before."""
    for case in range(1, count + 1):
        if not words.next_case():
            words.warn(f"the file ends after {case - 1} of {count} cases")
            return
        yield case


def judge_match(
    words: Words,
    start: Match | GameSpec,
    options: SolveOptions,
    *,
    answer: Callable[[int], int | str],
    form: str = "{answer}",
    move: Callable[[int], Move] = lambda number: number,
) -> Verdict:
    """Return the verdict of the case just read: the match played perfectly to its end.

    Arguments:
        words: where the case stands.
        start: the match so far, or a game not validated yet.
        options: for the solver.
        answer: what to answer if the first player ends with this margin.
        form: what to print, with `{case}` and `{answer}`.
        move: how the contest writes the move with this number.

    The verdict has an error when the case cannot be solved: no valid game, too large, a limit hit.
    """
    try:
        match = start if isinstance(start, Match) else Match.start(start.validate())
        solution = solve(match.position.game, match.position, **options)
    except (InvalidGameError, MemoryLimitError) as error:
        return Verdict(words.case, block=words.block, error=placed(words, error))
    if solution.value is None:
        return Verdict(words.case, block=words.block, error=_unfinished(words, match, solution))
    margin = match.final_margin(solution.value)
    said = answer(margin)
    best = move(solution.best_moves[0]) if solution.best_moves else None
    text = form.format(case=words.case, answer=said)
    return Verdict(words.case, text, said, margin, best, words.block)


def placed(words: Words, error: PerfectplayError) -> PerfectplayError:
    """Return the error with the place of the case being read in front of its message."""
    kind: type[Any] = type(error)
    if isinstance(error, InvalidGameError | NotationError):
        kind = InputError
    found: PerfectplayError = kind(f"{words.place(words.start)}: {error}")
    return found


def _unfinished(words: Words, match: Match, solution: Solution) -> PerfectplayError:
    low, high = sorted(match.final_margin(bound) for bound in solution.bounds)
    return PerfectplayError(
        f"{words.place(words.start)}: not solved within the limits given; "
        f"proven is a margin of {low}..{high}"
    )
