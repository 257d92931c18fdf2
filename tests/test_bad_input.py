"""Bad contest files: one short line each that names the place, and what was solved before it."""

from __future__ import annotations

import io
import sys
from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from perfectplay import Game, Position, Solution, solve
from perfectplay.judges import JUDGES, run
from perfectplay.solver import SolveOptions

EXAMPLES = Path(__file__).parent.parent / "examples"
MEGABYTE = 1 << 20

GOOD = {
    "hdu4778": ("1 1 1\n2 1 1\n", "2\n"),
    "gym100015f": ("5\n4 5 6 7 8\n", "Ralph wins\n"),
}


def judged(
    name: str, text: str | bytes, options: SolveOptions | None = None
) -> tuple[int, str, list[str]]:
    """Run a judge; return its exit code, what it printed, and its lines of warning."""
    data = text.encode() if isinstance(text, str) else text
    out = io.StringIO()
    said: list[str] = []
    code = run(JUDGES[name], io.BytesIO(data), out, said.append, options=options)
    return code, out.getvalue(), said


# --- formats that stop at a bad case ---------------------------------------------------------


@pytest.mark.parametrize(
    ("bad", "error"),
    [
        ("3 2 2\n3 2 3", "line 4, case 2: the file ends here; expected a colour in bag 1 of 2"),
        ("3 2", "line 3, case 2: the file ends here; expected the number S of gems to a stone"),
        ("3 x 2", "line 3, case 2: 'x' is not a number; expected the number of bags B"),
        ("1.5", "line 3, case 2: '1.5' is not a number; expected the number of colours G"),
        (
            "3 1 2\n2 1 b",
            "line 4, case 2: 'b' is not a number; expected a colour in bag 1 of 1",
        ),
        (
            "3 2 0\n1 1\n1 1",
            "line 3, case 2: S = 0 gems make a stone; with bags present S must be at least 1",
        ),
        (
            "3 1 2\n2 1 4",
            "line 4, case 2: 4 is out of range; expected a colour in bag 1 of 1, 1..3",
        ),
        (
            "3 1 2\n2 0 1",
            "line 4, case 2: 0 is out of range; expected a colour in bag 1 of 1, 1..3",
        ),
        (
            "-3 1 2",
            "line 3, case 2: -3 is out of range; expected the number of colours G, at least 0",
        ),
        (
            "3 1 99999999999999999999",
            "line 3, case 2: '99999999999999999999' is too large; "
            "expected the number S of gems to a stone",
        ),
        (
            "3 1000000 2",
            "line 3, case 2: 1000000 is out of range; expected the number of bags B, 0..10000",
        ),
    ],
)
def test_hdu4778(bad: str, error: str) -> None:
    good, answer = GOOD["hdu4778"]
    assert judged("hdu4778", good + bad) == (1, answer, [error])
    if "the file ends" not in error:
        assert judged("hdu4778", f"{good}{bad}\n{good}0 0 0\n") == (1, answer, [error])


@pytest.mark.parametrize(
    ("bad", "error"),
    [
        ("2\n1 2\n1 2", "case 2: 1 2 is drawn already; expected move 2 of 2, a free line"),
        ("2\n1 2\n2 1", "case 2: 2 1 is drawn already; expected move 2 of 2, a free line"),
        (
            "2\n1 2\n1 4",
            "case 2: 1 4 is no line of the board; expected move 2 of 2, "
            "and lines lead from 1 to 2 3",
        ),
        (
            "2\n1 2\n1 11",
            "case 2: 11 is out of range; expected the other vertex of move 2 of 2, 1..10",
        ),
        ("2\n1 2\n1", "case 2: the file ends here; expected the other vertex of move 2 of 2"),
        ("2\n1 2\na b", "case 2: 'a' is not a number; expected a vertex of move 2 of 2"),
    ],
)
def test_uva751(bad: str, error: str) -> None:
    start = "2\n1\n1 2\n"
    assert judged("uva751", start + bad) == (1, "Game 1: B wins.\n", [f"line 6, {error}"])
    # the same in the second block of the other form
    start = "2\n\n1\n1\n1 2\n\n2\n1\n1 2\n"
    out = "Game 1: B wins.\n\nGame 1: B wins.\n"
    assert judged("uva751", start + bad) == (1, out, [f"line 12, block 2, {error}"])


def test_uva751_with_too_many_moves() -> None:
    error = "line 2, case 1: 19 is out of range; expected the number of moves, 0..18"
    assert judged("uva751", "1\n19\n1 2\n") == (1, "", [error])


@pytest.mark.parametrize(
    ("bad", "error"),
    [
        ("2\n1 2\n2 1", "line 4, case 1: 2 1 is drawn already; expected move 2 of 2, a free line"),
        (
            "1\n1 6",
            "line 3, case 1: 1 6 is no line of the board; expected move 1 of 1, "
            "and lines lead from 1 to 2 5",
        ),
        (
            "1\n4 5",
            "line 3, case 1: 4 5 is no line of the board; expected move 1 of 1, "
            "and lines lead from 4 to 3 8",
        ),
        (
            "1\n16 17",
            "line 3, case 1: 17 is out of range; expected the other vertex of move 1 of 1, 1..16",
        ),
        ("25\n1 2", "line 2, case 1: 25 is out of range; expected the number of moves, 0..24"),
        ("2\n1 2\n", "line 3, case 1: the file ends here; expected a vertex of move 2 of 2"),
        ("N\n1 2\n", "line 2, case 1: 'N' is not a number; expected the number of moves"),
    ],
)
def test_hdu4753(bad: str, error: str) -> None:
    assert judged("hdu4753", f"1\n{bad}") == (1, "", [error])


# --- formats that go on after a bad case -----------------------------------------------------


@pytest.mark.parametrize(
    ("bad", "error"),
    [
        ("5\n1 2 3 4 19", "line 4, case 2: 19 is out of range; expected line 5 of 5, 1..18"),
        ("5\n1 2 3 4 0", "line 4, case 2: 0 is out of range; expected line 5 of 5, 1..18"),
        ("5\n1 2 2 4 5", "line 4, case 2: line 2 is listed twice; expected line 3 of 5, a new one"),
        ("5\n1 2 x 4 5", "line 4, case 2: 'x' is not a number; expected line 3 of 5"),
        (
            "x\n1 2 3 4 5",
            "line 3, case 2: 'x' is not a number; expected the number N of lines drawn",
        ),
        (
            "x 1 2 3 4 5",
            "line 3, case 2: 'x' is not a number; expected the number N of lines drawn",
        ),
        ("x", "line 3, case 2: 'x' is not a number; expected the number N of lines drawn"),
        (
            "19\n1 2 3",
            "line 3, case 2: 19 is out of range; expected the number N of lines drawn, 0..18",
        ),
        ("5\n1 2 3 4 5 6", "line 4, case 2: more than N = 5 lines are listed; expected 5"),
        (
            "5\n1 2 3 4",
            "line 4, case 2: only 4 of N = 5 lines are listed; expected line 5 of 5, "
            "but just 5 stands below",
        ),
        (
            "8\n1 2 3",
            "line 4, case 2: only 3 of N = 8 lines are listed; expected line 4 of 8, "
            "but just 5 stands below",
        ),
        (
            "6\n4 5 6 7 8",
            "line 4, case 2: only 5 of N = 6 lines are listed; expected line 6 of 6, "
            "but just 5 stands below",
        ),
        (
            "7\n",
            "line 3, case 2: only 0 of N = 7 lines are listed; expected line 1 of 7, "
            "but just 5 stands below",
        ),
        ("1\n19", "line 4, case 2: 19 is out of range; expected line 1 of 1, 1..18"),
        # numbers on the line of N, and over several lines
        ("5 1 2 3 4 4", "line 3, case 2: line 4 is listed twice; expected line 5 of 5, a new one"),
        (
            "6\n1 1 3\n4 5 6",
            "line 4, case 2: line 1 is listed twice; expected line 2 of 6, a new one",
        ),
        (
            "6\n1 2 3\n4 1 6",
            "line 5, case 2: line 1 is listed twice; expected line 5 of 6, a new one",
        ),
        (
            "5\n1\n2\n2\n4\n5",
            "line 6, case 2: line 2 is listed twice; expected line 3 of 5, a new one",
        ),
    ],
)
def test_gym100015f_goes_on_with_the_next_pair(bad: str, error: str) -> None:
    good, answer = GOOD["gym100015f"]
    text = f"{good}{bad}\n{good}{good}0\n"
    assert judged("gym100015f", text) == (1, answer * 3, [error])


@pytest.mark.parametrize(
    ("bad", "error"),
    [
        ("5\n1 2 3 4", "line 4, case 2: the file ends here; expected line 5 of 5"),
        ("5\n", "line 3, case 2: the file ends here; expected line 1 of 5"),
        (
            "5\n1 2 3 4\n0\n",
            "line 4, case 2: only 4 of N = 5 lines are listed; expected line 5 of 5, "
            "but just 0 stands below",
        ),
    ],
)
def test_gym100015f_cut_off(bad: str, error: str) -> None:
    good, answer = GOOD["gym100015f"]
    assert judged("gym100015f", good + bad) == (1, answer, [error])


def test_uva11587_goes_on_with_the_next_string() -> None:
    code, out, said = judged("uva11587", "6\nWLW\nWXW\nwlw 0\nW-L\nWLW\n")
    assert (code, out) == (1, "Case 1: 1\nCase 6: 1\n")
    places = ["line 3, case 2: ", "line 4, case 3: ", "line 4, case 4: ", "line 5, case 5: "]
    assert [line[: len(place)] for line, place in zip(said, places, strict=True)] == places


@pytest.mark.parametrize(("first", "error"), [("x", "'x' is not a number"), ("-1", "-1 is out of")])
@pytest.mark.parametrize("name", ["uva11587", "uva751", "hdu4753"])
def test_a_bad_number_of_cases(name: str, first: str, error: str) -> None:
    code, out, [said] = judged(name, f"\n{first}\n1\n1 2\n")
    assert (code, out) == (1, "")
    assert said.startswith(f"line 2: {error}")
    assert "expected the number of" in said


# --- cases that are well formed and cannot be solved -----------------------------------------


def test_too_many_bags_for_memory_are_refused_and_the_run_goes_on() -> None:
    bags = "".join(f"1 {k}\n" for k in range(1, 61))
    good, answer = GOOD["hdu4778"]
    code, out, [said] = judged("hdu4778", f"{good}60 60 1\n{bags}{good}0 0 0\n")
    assert (code, out) == (1, answer * 2)
    assert said.startswith("line 3, case 2: ")
    assert "memory" in said


def test_too_many_points_are_refused_and_the_run_goes_on() -> None:
    bags = "".join(f"20000 {f'{k} ' * 20_000}\n" for k in (1, 2))
    good, answer = GOOD["hdu4778"]
    code, out, [said] = judged("hdu4778", f"2 2 1\n{bags}{good}0 0 0\n")
    assert (code, out) == (1, answer)
    assert said.startswith("line 1, case 1: not a valid game: F(all) = 40000; more than 32767")


def test_a_memory_limit_is_reported_for_each_case() -> None:
    good, _ = GOOD["gym100015f"]
    code, out, said = judged("gym100015f", f"{good}{good}0\n", SolveOptions(memory_limit=100))
    assert (code, out) == (1, "")
    assert [line[:16] for line in said] == ["line 1, case 1: ", "line 3, case 2: "]
    assert all("100 bytes are allowed" in line for line in said)


def test_a_limit_hit_is_reported_with_proven_bounds(monkeypatch: pytest.MonkeyPatch) -> None:
    def stopped_at_16(game: Game, position: Position, **options: Any) -> Solution:
        solution = solve(game, position, **options)
        if len(position.taken) == 16:
            return replace(solution, status="bounded", bounds=(-1, 2), best_moves=())
        return solution

    monkeypatch.setattr(sys.modules["perfectplay.judges.judge"], "solve", stopped_at_16)
    # these moves give A two triangles and B four, and B is to move
    moves = "2 5,2 3,5 6,1 3,3 6,5 8,5 9,7 8,3 5,2 4,8 9,6 9,1 2,4 7,9 10,6 10"
    code, out, [said] = judged("uva751", "2\n16\n" + moves.replace(",", "\n") + "\n1\n1 2\n")
    assert (code, out) == (1, "Game 2: B wins.\n")
    bounds = "not solved within the limits given; proven is a margin of -4..-1"
    assert said == f"line 2, case 1: {bounds}"


# --- whatever the format ---------------------------------------------------------------------


@pytest.mark.parametrize("name", JUDGES)
@pytest.mark.parametrize("text", [b"", b"\n", b" \t\r\n\n", b"\xef\xbb\xbf", b"\xef\xbb\xbf\r\n"])
def test_an_empty_file(name: str, text: bytes) -> None:
    code, out, [said] = judged(name, text)
    assert (code, out) == (1, "")
    assert said.startswith("line 1: the file is empty; expected ")


@pytest.mark.parametrize("name", JUDGES)
@pytest.mark.parametrize(
    "data", [bytes(range(256)), "1 2 3".encode("utf-16"), b"1\0", b"\0" * 100_000]
)
def test_a_binary_file(name: str, data: bytes) -> None:
    said = ["line 1: this is not a text file (it has a zero byte)"]
    assert judged(name, data) == (1, "", said)


@pytest.mark.parametrize("name", JUDGES)
def test_a_file_that_is_text_by_chance_only(name: str) -> None:
    code, out, said = judged(name, bytes(range(1, 256)))
    assert (code, out) == (1, "")
    assert said[0].startswith("line 1")
    assert max(map(len, said)) < 200
    assert all(line.isprintable() for line in said)


def test_a_zero_byte_after_some_cases() -> None:
    good, answer = GOOD["hdu4778"]
    error = "line 3, case 1: this is not a text file (it has a zero byte)"
    assert judged("hdu4778", good.encode() + b"1 1\0") == (1, answer, [error])
    good, answer = GOOD["gym100015f"]
    error = "line 4, case 2: this is not a text file (it has a zero byte)"
    assert judged("gym100015f", good.encode() + b"5\n1 2\0 3\n") == (1, answer, [error])


@pytest.mark.parametrize("name", JUDGES)
@pytest.mark.parametrize(
    "unit",
    [b"x", b"7", b" ", b"W", b"\xff", b"x ", b"-1 ", b"25 ", b"\xc3\xa9", b"0", b"."],
)
def test_a_line_of_50_megabytes(name: str, unit: bytes) -> None:
    head = {"uva11587": b"1 ", "hdu4778": b"3 ", "gym100015f": b"5 "}.get(name, b"1 ")
    code, out, said = judged(name, head + unit * (50 * MEGABYTE // len(unit)))
    assert "Game" not in out
    assert out.count("\n") <= 1
    assert code == 1 or said[0].startswith("warning: ")
    assert max(map(len, said)) < 200


def test_words_after_a_line_of_50_megabytes() -> None:
    long = b"W" * (50 * MEGABYTE)
    code, out, [said] = judged("uva11587", b"3 WLW " + long + b" WLW\n")
    assert (code, out) == (1, "Case 1: 1\nCase 3: 1\n")
    assert said.startswith("line 1, case 2: 'WWWWWWWWWWWWWWWWWWWW'... has 1048576 characters")
    good, answer = (text.encode() for text in GOOD["gym100015f"])
    code, out, [said] = judged("gym100015f", b"5\n1 2 " + long + b" 4 5\n" + good + b"0\n")
    assert (code, out) == (1, answer.decode())
    assert said.startswith("line 2, case 1: 'WWWWWWWWWWWWWWWWWWWW'... has 1048576 characters")


def test_numbers_that_promise_more_than_a_file_holds() -> None:
    ones = b"1 " * (25 * MEGABYTE)
    error = "line 1, case 1: 25000000 is out of range; expected the number of gems in bag 1 of 1, "
    code, out, [said] = judged("hdu4778", b"1 1 2 25000000 " + ones)
    assert (code, out) == (1, "")
    assert said == error + "0..65536"


def test_an_input_without_an_end() -> None:
    class Endless(io.RawIOBase):
        def readline(self, size: int | None = -1, /) -> bytes:
            assert size is not None
            assert size > 0
            return b"9" * size

    for name, judge in JUDGES.items():
        if name != "gym100015f":  # it looks for the next line
            said: list[str] = []
            assert run(judge, Endless(), io.StringIO(), said.append) == 1  # type: ignore[arg-type]
            assert "characters or more" in said[0]


@st.composite
def damaged(draw: st.DrawFn, names: Iterable[str]) -> tuple[str, bytes]:
    """A judge and its example file with some bytes or words changed, lost or repeated."""
    name = draw(st.sampled_from(sorted(names)))
    data = (EXAMPLES / f"{name}.txt").read_bytes()
    pieces = [b"0", b"1", b"-1", b"19", b"x", b"W", b"\n", b"\n\n", b" ", b"\xff", b"\0", b""]
    for _ in range(draw(st.integers(1, 4))):
        begin = draw(st.integers(0, len(data)))
        end = begin + draw(st.sampled_from([0, 1, 2, 10, len(data)]))
        data = data[:begin] + draw(st.sampled_from(pieces)) + data[end:]
    return name, data


@given(damaged(JUDGES))
def test_damaged_files_never_raise(file: tuple[str, bytes]) -> None:
    name, data = file
    code, _, said = judged(name, data, SolveOptions(engine="table", memory_limit=16 * MEGABYTE))
    errors = [line for line in said if not line.startswith("warning: ")]
    assert code == (1 if errors else 0)
    assert all(line.removeprefix("warning: ").startswith("line ") for line in said)
    assert all(line.isprintable() and len(line) < 300 for line in said)
