"""The periods of all subtraction sets {a, b, c} up to a bound, as a table in a CSV file.

    a,b,c,outcome_preperiod,outcome_period,nim_preperiod,nim_period
    1,2,3,0,4,0,4

Rows come in the order of (a, b, c). Every period is verified by its certificate before it is
written; where the search hit its limit, the fields are empty. A survey that was stopped goes on
after the last whole row of its file.
"""

from __future__ import annotations

import csv
import math
import os
from collections.abc import Iterable, Iterator
from dataclasses import astuple, dataclass, fields
from itertools import combinations
from pathlib import Path

from ..errors import InputError, as_integer, shorten
from .certificates import verify
from .game import SubtractionGame
from .periods import LIMIT, OnProgress, PeriodSearch

__all__ = ["SurveyRow", "read_survey", "survey", "write_survey"]

BETWEEN = 200  # rows between two calls of `on_progress`, which also go to the file together


@dataclass(frozen=True, slots=True)
class SurveyRow:
    """The least preperiods and periods of a set {a, b, c}; None where a search hit its limit."""

    a: int
    b: int
    c: int
    outcome_preperiod: int | None
    outcome_period: int | None
    nim_preperiod: int | None
    nim_period: int | None

    @property
    def takes(self) -> tuple[int, int, int]:
        """The subtraction set."""
        return self.a, self.b, self.c

    @property
    def cells(self) -> tuple[int | None, ...]:
        """All fields in the order of the columns."""
        return astuple(self)


HEADER = [column.name for column in fields(SurveyRow)]


def survey(bound: int, *, limit: int = LIMIT, skip: int = 0) -> Iterator[SurveyRow]:
    """Yield the rows of all sets {a, b, c} with 1 <= a < b < c <= bound, without the first `skip`.

    `limit` is how many heaps to look at for each. Raises `ArgumentError` for a bound below 3.

    >>> list(survey(4))[-1]  # doctest: +NORMALIZE_WHITESPACE
    SurveyRow(a=2, b=3, c=4, outcome_preperiod=0, outcome_period=6, nim_preperiod=0, nim_period=6)
    """
    triples = _triples(bound)
    for _ in range(skip):
        next(triples, None)
    for takes in triples:
        game = SubtractionGame(takes)
        outcome = _verified(game.outcome_period(limit=limit))
        nim = _verified(game.nim_period(limit=limit))
        yield SurveyRow(*takes, outcome.preperiod, outcome.period, nim.preperiod, nim.period)


def write_survey(
    path: str | Path,
    bound: int,
    *,
    limit: int = LIMIT,
    resume: bool = False,
    on_progress: OnProgress | None = None,
) -> int:
    """Write the survey up to a bound to a CSV file and return the number of rows it has now.

    Arguments:
        limit: heaps to look at for each set.
        resume: go on with the file if there is one; otherwise an existing file is refused.
        on_progress: called now and then with the rows in the file and their number.

    Raises `InputError` for a file that is in the way, or not the beginning of this survey; also
    `OSError` if it cannot be written.
    """
    total = math.comb(_bound(bound), 3)
    done = 0
    if os.path.exists(path):
        if not resume:
            raise InputError(f"{path} exists already; resume it or name another file")
        done = _trim(path, bound)
    with open(path, "a", encoding="ascii", newline="") as file:
        writer = csv.writer(file, lineterminator="\n")
        if file.tell() == 0:
            writer.writerow(HEADER)
        for row in survey(bound, limit=limit, skip=done):
            writer.writerow("" if cell is None else cell for cell in row.cells)
            done += 1
            if done % BETWEEN == 0:
                file.flush()
                if on_progress is not None:
                    on_progress(done, total)
    if on_progress is not None:
        on_progress(total, total)
    return done


def read_survey(path: str | Path) -> Iterator[SurveyRow]:
    """Yield the rows of a file that `write_survey` wrote.

    Raises `InputError` with the line for a file that is something else.
    """
    with open(path, encoding="utf-8", errors="replace", newline="") as file:
        yield from _rows(path, file)


def _rows(path: str | Path, lines: Iterable[str]) -> Iterator[SurveyRow]:
    rows = csv.reader(lines)
    if next(rows, None) != HEADER:
        raise InputError(f"{path}, line 1: no survey; its first line is {','.join(HEADER)}")
    for number, cells in enumerate(rows, 2):
        yield _row(path, number, cells)


def _row(path: str | Path, number: int, cells: list[str]) -> SurveyRow:
    numbers = [int(cell) if cell.isdecimal() else None for cell in cells]
    known = len(cells) == len(HEADER) and None not in numbers[:3]
    if not known or any(cell and n is None for cell, n in zip(cells, numbers, strict=True)):
        raise InputError(f"{path}, line {number}: {shorten(','.join(cells))} is no row of a survey")
    return SurveyRow(*numbers)  # type: ignore[arg-type]  # the first three are numbers


def _trim(path: str | Path, bound: int) -> int:
    """Cut off a last line that was not finished; return how many rows are there.

    Raises `InputError`, and leaves the file as it is, if it is not the beginning of this survey.
    """
    content = Path(path).read_bytes()
    whole = content[: content.rfind(b"\n") + 1]
    if not whole and ",".join(HEADER).encode().startswith(content):
        os.truncate(path, 0)
        return 0
    rows = list(_rows(path, whole.decode("utf-8", "replace").splitlines()))
    done = 0
    for row, takes in zip(rows, _triples(bound), strict=False):
        if row.takes != takes:
            raise InputError(
                f"{path}, line {done + 2}: the set is {row.takes}; a survey up to {bound} has"
                f" {takes} there"
            )
        done += 1
    if len(rows) > done:
        raise InputError(f"{path} has more than the {done} rows of a survey up to {bound}")
    os.truncate(path, len(whole))
    return done


def _triples(bound: int) -> Iterator[tuple[int, int, int]]:
    return combinations(range(1, _bound(bound) + 1), 3)


def _bound(bound: int) -> int:
    return as_integer("bound", bound, low=3)


def _verified(found: PeriodSearch) -> PeriodSearch:
    if found.certificate is not None:
        verify(found.certificate)
    return found
