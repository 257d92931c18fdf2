"""Checking another program's output: the first wrong line, and what is only presentation."""

from __future__ import annotations

import io
import json
import re
from pathlib import Path

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from judging_helpers import EXAMPLES, FILES, HERE
from setting_helpers import NAMES, PAIRS, generated

from perfectplay import ArgumentError
from perfectplay.cli import run
from perfectplay.setters import check, generate
from perfectplay.solver import SolveOptions

Captured = pytest.CaptureFixture[str]
DATA = HERE / "data" / "judges"


def files_of(stem: str) -> tuple[str, str]:
    return (DATA / f"{stem}.in").read_text(), (DATA / f"{stem}.out").read_text()


SAMPLES = {
    name: files_of(f"{name}_sample") for name in ("hdu4778", "gym100015f", "uva11587", "uva751")
}
WRAPPED = files_of("uva751_wrapped")
SHORT = generate("uva751", count=4, moves=17, blocks=2)
QUICK = {  # to be answered hundreds of times
    "hdu4778": SAMPLES["hdu4778"],
    "uva11587": SAMPLES["uva11587"],
    "uva751": (SHORT.input, SHORT.answers),
}
BRICKS = SAMPLES["uva11587"]

# --- right -----------------------------------------------------------------------------------


@pytest.mark.parametrize("file", [*FILES, *EXAMPLES], ids=lambda file: file.stem)
def test_contest_files_and_examples(file: Path) -> None:
    name = file.stem.partition("_")[0]
    report = check(name, file.read_bytes(), file.with_suffix(".out").read_bytes())
    answers = len(re.findall(r"(?m)^.+$", file.with_suffix(".out").read_text()))
    assert (report.status, report.answers) == ("right", answers)
    assert report.message == f"all {answers} answers right"


@pytest.mark.parametrize(("name", "kind"), PAIRS)
def test_generated_files(name: str, kind: str) -> None:
    file = generated(name, kind)
    assert check(name, file.input, file.answers).message == "all 6 answers right"


def test_the_vectors_of_the_contests() -> None:
    # Source: the samples of the problems, and boards and strings computed by brute force.
    assert check("hdu4778", SAMPLES["hdu4778"][0], "3\n-3\n").status == "right"
    boards = "6\n1 2 3 4 5 6\n5\n4 5 6 7 8\n5\n1 2 3 5 11\n0\n"
    assert check("gym100015f", boards, "Andy wins\nRalph wins\nDraw\n").status == "right"
    strings = "4\nWWLWWL\nWLW\nLWWWWW\nLLL\n"
    said = "Case 1: 1 2\nCase 2: 1\nCase 3: 2 3 5\nCase 4: 4\n"
    assert check("uva11587", strings, said).status == "right"
    said = "Game 1: B wins.\nGame 2: A wins.\nGame 3: A wins.\nGame 4: B wins.\n"
    assert check("uva751", SAMPLES["uva751"][0], said).status == "right"


@pytest.mark.parametrize("name", SAMPLES)
def test_what_does_not_matter(name: str) -> None:
    asked, said = SAMPLES[name]
    for output in (
        said.rstrip("\n"),
        said + "\n\n \n",
        said.replace("\n", "\r\n"),
        said.replace("\n", " \t\n"),
        "\ufeff" + said,
        said + "\x0c",
    ):
        assert check(name, asked, output).status == "right"


@given(st.sampled_from(list(QUICK)), st.data())
def test_white_space_at_the_ends_of_lines_never_matters(name: str, data: st.DataObject) -> None:
    ends = st.sampled_from(["", " ", "\r", "\t \r", "  "])
    output = "".join(f"{line}{data.draw(ends)}\n" for line in QUICK[name][1].splitlines())
    assert check(name, QUICK[name][0], output).status == "right"


# --- presentation ----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("output", "fault"),
    [
        ("Case 1:  1 2\nCase 2: 1 2 3 4\nCase 3: 1\n", "line 1: white space differs"),
        ("Case 1: 1 2\n Case 2: 1 2 3 4\nCase 3: 1\n", "line 2: white space differs"),
        ("Case 1: 1 2\n\nCase 2: 1 2 3 4\nCase 3: 1\n", "line 2: no line should be blank here"),
        ("\nCase 1: 1 2\n\nCase 2: 1 2 3 4\nCase 3: 1", "line 1: no line should be blank here"),
        ("Case 1: 1 2 Case 2: 1 2 3 4 Case 3: 1", "line 1: a line for each answer is right"),
        ("Case 1: 1 2\nCase 2: 1\n2 3\n4\nCase 3: 1", "line 2: a line for each answer is right"),
        ("Case 1: 1 2\rCase 2: 1 2 3 4\rCase 3: 1", "line 1: a line for each answer is right"),
    ],
)
def test_presentation(output: str, fault: str) -> None:
    report = check("uva11587", BRICKS[0], output)
    assert (report.status, report.answers, report.line) == ("presentation", 3, None)
    assert (
        report.message == f"presentation error in {fault}; but for white space all 3 answers right"
    )


def test_blank_lines_between_blocks_are_presentation() -> None:
    asked, said = WRAPPED
    gap = said.index("\n\n")
    before = said[:gap].count("\n") + 1
    missing = check("uva751", asked, said[:gap] + said[gap + 1 :])
    assert missing.message.startswith(
        f"presentation error in line {before + 1}: a blank line is missing before it; "
    )
    doubled = check("uva751", asked, said[:gap] + "\n" + said[gap:])
    assert doubled.message.startswith(f"presentation error in line {before + 2}: no line should be")


@given(st.sampled_from(list(QUICK)), st.data())
def test_right_words_in_any_layout_are_never_wrong(name: str, data: st.DataObject) -> None:
    gaps = st.sampled_from([" ", "\n", "\n\n", "  ", "\t", " \n "])
    output = "".join(word + data.draw(gaps) for word in QUICK[name][1].split())
    report = check(name, QUICK[name][0], output)
    assert report.status in ("right", "presentation")
    lines = [line.split() for line in output.strip().split("\n")]
    right = [line.split() for line in QUICK[name][1].strip().split("\n")]
    if lines != right:
        assert report.status == "presentation"


# --- wrong -----------------------------------------------------------------------------------


@given(st.sampled_from(list(QUICK)), st.data())
def test_a_changed_answer_is_found_at_its_line(name: str, data: st.DataObject) -> None:
    lines = QUICK[name][1].split("\n")
    number = data.draw(st.sampled_from([k for k, line in enumerate(lines) if line]))
    right = lines[number]
    words = right.split()
    place = data.draw(st.integers(0, len(words)))
    how = data.draw(st.sampled_from(["change", "insert", "remove"]))
    word = data.draw(st.sampled_from(["0", "7", "A", "Draw", "wins", "-1", "1e5", "Case", "\xff"]))
    if how == "insert":
        words.insert(place, word)
    else:
        assume(place < len(words) and (how == "change" or len(words) > 1))
        words[place : place + 1] = [word] * (how == "change")
    lines[number] = " ".join(words)
    assume(lines[number] != right)
    report = check(name, QUICK[name][0], "\n".join(lines))
    assert (report.status, report.line, report.right) == ("wrong", number + 1, right)
    assert report.found == lines[number]
    assert report.answers == sum(map(bool, lines[:number]))
    case = report.answers % 2 if name == "uva751" else report.answers
    assert report.case == case + 1


@given(st.sampled_from(list(QUICK)), st.data())
def test_a_missing_end_is_found(name: str, data: st.DataObject) -> None:
    lines = QUICK[name][1].splitlines()
    kept = data.draw(st.integers(0, len(lines) - 1))
    report = check(name, QUICK[name][0], "".join(line + "\n" for line in lines[:kept]))
    answers = sum(map(bool, lines[:kept]))
    assert (report.status, report.found, report.answers) == ("wrong", None, answers)
    assert report.right == next(line for line in lines[kept:] if line)
    assert report.message.startswith(
        f"the output ends after line {report.line}; right is" if answers else "no output; right is"
    )


@pytest.mark.parametrize("output", ["", "\n", " \r\n\n", "\ufeff"])
def test_an_empty_output(output: str) -> None:
    report = check("gym100015f", "5\n4 5 6 7 8\n0\n", output)
    assert report.message.endswith(
        "right is 'Ralph wins' for case 1 (line 1 of the input: 5 / 4 5 6 7 8)"
    )
    assert (report.found, report.answers) == (None, 0)


def test_an_output_that_is_too_long() -> None:
    report = check("hdu4778", SAMPLES["hdu4778"][0], "3\n-3\n\n0\n")
    assert report.message == "line 4: '0' is too much; the input has 2 answers"
    assert (report.line, report.case, report.right, report.found) == (4, None, None, "0")


def test_what_is_said_of_a_wrong_line() -> None:
    report = check("uva751", WRAPPED[0], WRAPPED[1].replace("Game 2: B", "Game 2: A", 1))
    assert report.block == 1
    assert "is wrong; right is 'Game 2: B wins.' for block 1, case 2 (line " in report.message
    assert len(report.message) < 300
    games = check("hdu4778", SAMPLES["hdu4778"][0], "3\n3\n")
    assert games.message == (
        "line 2: '3' is wrong; right is '-3' for case 2 "
        "(line 7 of the input: 3 2 2 / 3 2 3 1 / 3 1 2 3)"
    )


def test_the_last_answer_of_a_joined_line() -> None:
    report = check("hdu4778", SAMPLES["hdu4778"][0], "3 3\n")
    assert (report.line, report.case, report.right) == (
        1,
        1,
        "3",
    )  # as if 3 3 were the answer to it
    report = check("uva11587", "3 W W W", "Case 1: 1 Case 2: 1 Case 3: 2")
    assert (report.line, report.case, report.right) == (1, 3, "Case 3: 1")


@pytest.mark.parametrize(
    ("output", "said"),
    [
        (b"\0" * 3_000_000, "a word has 1048576 characters or more"),
        (b"Case 1: 1 2" + b" 3" * 2_000_000, "is wrong; right is 'Case 1: 1 2' for case 1"),
        (bytes(range(256)) * 9, "is wrong; right is 'Case 1: 1 2' for case 1"),
        (BRICKS[1].encode("utf-16"), "the output is UTF-16 text, which no contest judge reads"),
        (BRICKS[1].encode("utf-16-be"), "line 1: '\\x00C\\x00a\\x00s"),
        ("Cäse 1: 1 2".encode("latin-1"), "line 1: 'C\ufffdse 1: 1 2' is wrong"),
        ("Case\xa01: 1 2".encode(), "line 1: 'Case\\xa01: 1 2' is wrong"),
    ],
)
def test_outputs_that_are_no_text(output: bytes, said: str) -> None:
    report = check("uva11587", BRICKS[0], output)
    assert (report.status, report.line, report.case) == ("wrong", 1, 1)
    assert said in report.message
    assert len(report.message) < 300


# --- bad input -------------------------------------------------------------------------------


def checked(
    name: str, asked: str, output: str, options: SolveOptions | None = None
) -> tuple[str, str, list[str]]:
    said: list[str] = []
    report = check(name, asked, output, warn=said.append, options=options)
    return report.status, report.message, said


def test_a_string_without_a_set_may_get_any_line() -> None:
    for line in ("Case 2: none", "Case 2:", "Case 2: 1 2 3 4 5"):
        output = f"Case 1: 1 2\n{line}\nCase 3: 1\n"
        status, message, said = checked("uva11587", "3 WWL WLL WLW", output)
        assert status == "incomplete"
        assert message == "2 answers right, not compared: 1 (see the messages about the input)"
        assert [line.partition(": ")[0] for line in said] == ["input, line 1, case 2"]
    wrong = check("uva11587", "3 WWL WLL WLW", "Case 1: 1 2\nx\nCase 3: 2")
    assert (wrong.line, wrong.case) == (3, 3)
    assert wrong.message.endswith("the input has bad cases before it, so lines may be out of step")


def test_a_wrong_line_before_one_that_may_be_anything() -> None:
    report = check("uva11587", "3 WWL WLL WLW", "Case 1: 1 2 3\nCase 2: none\nCase 3: 1\n")
    assert (report.line, report.case, report.right) == (1, 1, "Case 1: 1 2")
    assert (report.answers, report.found) == (0, "Case 1: 1 2 3")


def test_presentation_does_not_count_after_a_line_that_may_be_anything() -> None:
    output = "Case 1: 1 2\n\nCase 2: ?\n\nCase 3:  1\n"
    assert "presentation" not in checked("uva11587", "3 WWL WLL WLW", output)[1]


def test_a_case_beyond_a_limit_may_get_any_line() -> None:
    asked = SAMPLES["hdu4778"][0]
    status, message, said = checked("hdu4778", asked, "17\n99\n", SolveOptions(memory_limit=1))
    assert (status, len(said)) == ("incomplete", 2)
    assert message.startswith("0 answers right, not compared: 2")
    assert checked("hdu4778", asked, "17\n99\n1\n", SolveOptions(memory_limit=1))[0] == "wrong"


def test_a_bad_case_gets_no_line() -> None:
    asked = "5\n4 5 6 7 8\n5\n1 2 3 5 19\n5\n1 2 3 5 11\n0\n"
    status, _, said = checked("gym100015f", asked, "Ralph wins\nDraw\n")
    assert (status, len(said)) == ("incomplete", 1)
    status, message, _ = checked("gym100015f", asked, "Ralph wins\nAndy wins\nDraw\n")
    assert status == "wrong"
    assert "lines may be out of step" in message


def test_an_input_that_cannot_be_read_on() -> None:
    asked = "1 1 1\n1 1\n1 1 1\n1 x\n1 1 1\n1 1\n0 0 0\n"
    status, message, said = checked("hdu4778", asked, "1\n5\n1\n")
    assert status == "incomplete"
    assert message == "1 answers right, not compared: 1 (see the messages about the input)"
    assert said[0].startswith("input, line 4, case 2: 'x' is not a number")
    assert checked("hdu4778", asked, " 1\n")[1].endswith(
        "presentation error in line 1: white space differs"
    )
    assert checked("hdu4778", "", "1\n")[0] == "incomplete"


def test_a_missing_end_of_the_input_is_a_warning() -> None:
    status, _, said = checked("hdu4778", "1 1 1\n1 1\n", "1\n")
    assert status == "right"
    assert said == ["warning: input, line 2: the file ends without the closing 0 0 0"]


def test_an_unknown_contest() -> None:
    with pytest.raises(ArgumentError, match="no contest 'uva752': did you mean uva751"):
        check("uva752", "", "")


# --- streaming -------------------------------------------------------------------------------


class Endless(io.RawIOBase):
    """A stream that repeats a line for ever, and counts how often it was read."""

    def __init__(self, first: bytes, line: bytes) -> None:
        super().__init__()
        self.first, self.line, self.reads = first, line, 0

    def readline(self, size: int | None = -1, /) -> bytes:
        self.reads += 1
        return self.first if self.reads == 1 else self.line


def test_nothing_is_read_after_the_first_wrong_line() -> None:
    asked = Endless(b"1000000000\n", b"W\n")
    said = io.BytesIO(b"".join(b"Case %d: 1\n" % k for k in range(1, 1000)) + b"Case 1000: 2\n")
    report = check("uva11587", asked, said)  # type: ignore[arg-type]
    assert (report.line, report.case, report.answers) == (1000, 1000, 999)
    assert asked.reads <= 1002


@pytest.mark.parametrize("piece", range(7, 11))
def test_a_line_may_be_longer_than_a_piece_of_it(
    piece: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("perfectplay.setters.output.MAX_PIECE", piece)
    asked = "40\n" + "W\n" * 40
    said = [f"Case {k}: 1" for k in range(1, 41)]
    for gap in ("\n", " " * 50 + "\n", "   "):  # the layout of such a line is not looked at closely
        report = check("uva11587", asked, gap.join(said))
        assert report.status in ("right", "presentation")
        assert report.answers == 40
    wrong = check("uva11587", asked, " ".join(said) + "0")
    assert (wrong.line, wrong.case, wrong.right) == (1, 40, "Case 40: 1")
    wrong = check("uva11587", asked, "\n".join(said) + " " * 60 + "1\n")
    assert (wrong.line, wrong.case, wrong.right) == (40, 40, "Case 40: 1")


def test_an_output_without_an_end() -> None:
    said = Endless(b"Case 1: 1 2\n", b"Case 2: 1 2 3 4\n")
    report = check("uva11587", BRICKS[0], said)  # type: ignore[arg-type]
    assert (report.line, report.right) == (3, "Case 3: 1")
    assert said.reads == 3


def test_many_cases() -> None:
    count = 20_000
    asked = f"{count}\n" + "WWLWWL\n" * count
    said = "".join(f"Case {k}: 1 2\n" for k in range(1, count + 1))
    assert check("uva11587", asked, said).message == f"all {count} answers right"


# --- the command line ------------------------------------------------------------------------


@pytest.fixture
def files(tmp_path: Path) -> tuple[str, str]:
    file = generate("gym100015f", seed=2, count=3)
    (tmp_path / "b.in").write_text(file.input)
    (tmp_path / "b.out").write_text(file.answers)
    return str(tmp_path / "b.in"), str(tmp_path / "b.out")


def test_check_right_and_wrong(files: tuple[str, str], capsys: Captured) -> None:
    assert run(["check", "gym100015f", *files]) == 0
    assert capsys.readouterr() == ("all 3 answers right\n", "")
    Path(files[1]).write_text("nobody wins\n")
    assert run(["check", "gym100015f", *files]) == 1
    assert capsys.readouterr().out.startswith("line 1: 'nobody wins' is wrong; right is ")


def test_check_json(files: tuple[str, str], capsys: Captured) -> None:
    assert run(["check", "gym100015f", *files, "--json"]) == 0
    report = json.loads(capsys.readouterr().out)
    assert list(report) == [
        "status",
        "answers",
        "line",
        "block",
        "case",
        "right",
        "found",
        "message",
    ]
    assert (report["status"], report["answers"], report["line"]) == ("right", 3, None)


def test_check_reads_standard_input(
    files: tuple[str, str], capsys: Captured, monkeypatch: pytest.MonkeyPatch
) -> None:
    with open(files[1]) as stream:
        monkeypatch.setattr("sys.stdin", stream)
        assert run(["check", "gym100015f", files[0], "-"]) == 0
    assert capsys.readouterr().out == "all 3 answers right\n"


def test_check_says_what_is_wrong_with_the_input(tmp_path: Path, capsys: Captured) -> None:
    (tmp_path / "x").write_text("x")
    assert run(["check", "uva751", str(tmp_path / "x"), str(tmp_path / "x")]) == 1
    out, err = capsys.readouterr()
    assert out == "0 answers right, not compared: 1 (see the messages about the input)\n"
    assert err == (
        "perfectplay: input, line 1: 'x' is not a number; "
        "expected the number of games, or of blocks\n"
    )


@pytest.mark.parametrize(
    ("arguments", "code", "message"),
    [
        (["uva752", "a", "b"], 2, "no contest 'uva752': did you mean uva751?"),
        (["uva751", "a"], 2, "Missing argument 'OUTPUT'"),
        (["uva751", "-", "-"], 2, "INPUT and OUTPUT are both standard input"),
        (["uva751", "/nowhere/x", "/"], 1, "/nowhere/x: no such file or directory"),
    ],
)
def test_check_errors(arguments: list[str], code: int, message: str, capsys: Captured) -> None:
    assert run(["check", *arguments]) == code
    captured = capsys.readouterr()
    assert captured.out == ""
    assert message in captured.err


@pytest.mark.parametrize("name", NAMES)
def test_a_round_trip_by_the_commands(name: str, tmp_path: Path, capsys: Captured) -> None:
    asked, said = str(tmp_path / "in"), str(tmp_path / "out")
    assert run(["generate", name, "--seed", "9", "--count", "4", "-o", asked]) == 0
    assert run(["judge", name, asked]) == 0
    Path(said).write_text(capsys.readouterr().out)
    assert run(["check", name, asked, said]) == 0
    assert capsys.readouterr().out == "all 4 answers right\n"
