"""The table of the periods of three takes: right rows, laws of the literature, resuming."""

from __future__ import annotations

import math
from itertools import combinations
from pathlib import Path

import pytest
from subtraction_helpers import nim_by_definition, period_by_definition

from perfectplay.errors import ArgumentError, InputError
from perfectplay.subtraction import SurveyRow, read_survey, survey, write_survey

LINE = "a,b,c,outcome_preperiod,outcome_period,nim_preperiod,nim_period\n"


def test_rows_by_definition() -> None:
    rows = list(survey(9))
    assert [row.takes for row in rows] == list(combinations(range(1, 10), 3))
    for row in rows:
        values = nim_by_definition(row.takes, 150)
        won = [int(value > 0) for value in values]
        assert (row.nim_preperiod, row.nim_period) == period_by_definition(values, row.c)
        assert (row.outcome_preperiod, row.outcome_period) == period_by_definition(won, row.c)
        assert row.cells == (*row.takes, *row.cells[3:])


# Source: Flammenkamp, Lange Perioden in Subtraktions-Spielen (1997), conjectures the periods of
# three takes; those of a, b and a + b are known. Computed here; the benchmark goes to 60.
def test_laws_of_three_takes() -> None:
    for row in survey(26):
        a, b, c = row.takes
        assert row.outcome_period is not None
        assert row.nim_period is not None
        assert row.nim_period % row.outcome_period == 0
        if c != a + b:
            sums = (a + b, a + c, b + c, 2 * a, 2 * b, 2 * c)
            assert any(total % row.outcome_period == 0 for total in sums)
        else:
            t = b % (2 * a)
            known = a * (2 * b + t) // math.gcd(a, t) if t <= a else 2 * b + 2 * a - t
            assert (row.nim_preperiod, row.nim_period) == (0, known)


def test_a_limit_leaves_fields_empty(tmp_path: Path) -> None:
    path = tmp_path / "rows.csv"
    write_survey(path, 30, limit=300)
    rows = list(read_survey(path))
    full = {row.takes: row for row in survey(30)}
    assert len(rows) == 4060
    assert any(row.nim_period is None for row in rows)
    for row in rows:
        for found, known in zip(row.cells, full[row.takes].cells, strict=True):
            assert found in (None, known)


@pytest.mark.parametrize("cut", [0, 5, len(LINE), len(LINE) + 3, 200, 777, -1])
def test_resumes_where_it_stopped(cut: int, tmp_path: Path) -> None:
    whole, part = tmp_path / "whole.csv", tmp_path / "part.csv"
    told: list[tuple[int, int]] = []
    assert write_survey(whole, 12, on_progress=lambda *seen: told.append(seen)) == 220
    assert told == [(200, 220), (220, 220)]
    part.write_bytes(whole.read_bytes()[:cut])
    assert write_survey(part, 12, resume=True) == 220
    assert part.read_bytes() == whole.read_bytes()
    assert write_survey(part, 12, resume=True) == 220
    assert part.read_bytes() == whole.read_bytes()
    assert whole.read_text().startswith(LINE + "1,2,3,0,4,0,4\n")


def test_resuming_nothing_starts_anew(tmp_path: Path) -> None:
    path = tmp_path / "new.csv"
    assert write_survey(path, 4, resume=True) == 4
    assert [row.takes for row in read_survey(path)] == list(combinations(range(1, 5), 3))


@pytest.mark.parametrize(
    ("content", "words"),
    [
        ("something else\n", "line 1: no survey"),
        ("a, b", "line 1: no survey"),
        ("\0\1\2\n\n\n3", "line 1: no survey"),
        (LINE + "1,2,3,0,4,0,4\n1,2,5,0,3,0,3\n", r"line 3: the set is \(1, 2, 5\)"),
        (LINE + "1,2,3,0,4,0\n", "line 2: '1,2,3,0,4,0' is no row"),
        (LINE + "1,2,x,0,4,0,4\n", "line 2"),
        (LINE + "1,2,,0,4,0,4\n", "line 2"),
        (LINE + "1,2,3,0,4,0,-4\n", "line 2"),
        (LINE + "1,2,3,0,4,0,4\n" * 2, "line 3"),
    ],
)
def test_other_files_are_not_touched(content: str, words: str, tmp_path: Path) -> None:
    path = tmp_path / "mine.csv"
    path.write_text(content)
    with pytest.raises(InputError, match=words):
        write_survey(path, 6, resume=True)
    with pytest.raises(InputError, match="exists already; resume it or name another file"):
        write_survey(path, 6)
    assert path.read_text() == content


def test_a_file_with_too_many_rows_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "rows.csv"
    write_survey(path, 3)
    path.write_text(path.read_text() + "1,2,4,0,3,0,3\n")
    with pytest.raises(InputError, match="more than the 1 rows of a survey up to 3"):
        write_survey(path, 3, resume=True)


@pytest.mark.parametrize("bound", [2, 0, -5, True, 3.0])
def test_refuses_bounds(bound: int, tmp_path: Path) -> None:
    with pytest.raises(ArgumentError, match=r"^bound is "):
        write_survey(tmp_path / "x.csv", bound)
    with pytest.raises(ArgumentError, match=r"^bound is "):
        list(survey(bound))


def test_a_row_knows_its_set() -> None:
    assert SurveyRow(1, 2, 4, 0, 3, None, None).takes == (1, 2, 4)
