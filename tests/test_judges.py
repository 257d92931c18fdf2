"""The judges: what the contests print, byte for byte, and as JSON; streaming."""

from __future__ import annotations

import io
import os
from pathlib import Path

import pytest
from judging_helpers import EXAMPLES, FILES, HERE, json_lines, judged, sample

from perfectplay import parse_game, solve
from perfectplay.judges import JUDGES, run
from perfectplay.reading import Words
from perfectplay.solver import SolveOptions


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_contest_files(file: Path) -> None:
    name = file.stem.partition("_")[0]
    expected = file.with_suffix(".out").read_text()
    assert judged(name, file.read_bytes()) == (0, expected, [])


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_contest_files_with_bom_and_crlf(file: Path) -> None:
    name = file.stem.partition("_")[0]
    data = b"\xef\xbb\xbf" + file.read_bytes().replace(b"\n", b"\r\n")
    assert judged(name, data) == (0, file.with_suffix(".out").read_text(), [])


@pytest.mark.parametrize("file", EXAMPLES, ids=lambda file: file.stem)
def test_examples(file: Path) -> None:
    expected = file.with_suffix(".out").read_text()
    assert judged(file.stem, file.read_bytes()) == (0, expected, [])


def test_there_is_a_sample_and_an_example_for_each_judge() -> None:
    assert {file.stem for file in EXAMPLES} == set(JUDGES)
    assert {file.stem.partition("_")[0] for file in FILES} == set(JUDGES)
    assert [judge.name for judge in JUDGES.values()] == list(JUDGES)


@pytest.mark.parametrize("stem", ["gym100015f_sample", "uva751_sample", "hdu4778_sample"])
def test_the_reference_engine_agrees(stem: str) -> None:
    name = stem.partition("_")[0]
    by_reference = judged(name, sample(stem), SolveOptions(engine="reference"))
    assert by_reference == judged(name, sample(stem))


if "PERFECTPLAY_UVA751" in os.environ:
    # Source: the file of UVa 751 in the public repository morris821028/UVa, which is not shipped
    # here; the variable names the directory it is in.

    def test_the_file_of_uva_751() -> None:
        folder = Path(os.environ["PERFECTPLAY_UVA751"])
        code, out, said = judged("uva751", (folder / "uva751.in").read_bytes())
        assert (code, said) == (0, [])
        assert out.rstrip("\n") == (folder / "uva751.out").read_text().rstrip("\n")
        assert out.count("Game") == 2044


# --- JSON ------------------------------------------------------------------------------------


def test_json_of_hdu4778() -> None:
    assert json_lines("hdu4778", sample("hdu4778_sample")) == [
        {"case": 1, "answer": 3, "margin": 3, "best_first_move": 1},
        {"case": 2, "answer": -3, "margin": -3, "best_first_move": 1},
    ]


def test_json_of_gym100015f() -> None:
    assert json_lines("gym100015f", sample("gym100015f_sample")) == [
        {"case": 1, "answer": "Andy wins", "margin": 1, "best_first_move": 7},
        {"case": 2, "answer": "Ralph wins", "margin": -2, "best_first_move": 3},
    ]


def test_json_of_uva11587() -> None:
    bad = json_lines("uva11587", "2 WWLWWL WLL")
    assert bad[0] == {"case": 1, "answer": "1 2", "margin": None, "best_first_move": None}
    assert bad[1].pop("error").startswith("line 1, case 2: ")
    assert bad[1] == {"case": 2, "answer": "none", "margin": None, "best_first_move": None}


def test_json_of_uva751() -> None:
    games = json_lines("uva751", sample("uva751_sample"))
    assert [game["margin"] for game in games] == [-5, 3, 3, -7]
    assert games[0] == {
        "block": None,
        "case": 1,
        "answer": "B wins",
        "margin": -5,
        "best_first_move": [2, 3],
    }
    wrapped = json_lines("uva751", "2\n\n1\n1\n1 2\n\n2\n1\n1 2\n1\n1 3\n")
    assert [(game["block"], game["case"]) for game in wrapped] == [(1, 1), (2, 1), (2, 2)]


def test_json_of_hdu4753() -> None:
    cases = json_lines("hdu4753", sample("hdu4753_computed"))
    # Source: computed, independently of this package.
    assert [case["margin"] for case in cases] == [-1, -3, 1, -1, -3, -1]
    assert cases[0] == {"case": 1, "answer": "Jerry404", "margin": -1, "best_first_move": [2, 3]}


@pytest.mark.parametrize(
    ("name", "text", "margin"),
    [
        ("hdu4778", "2 0 3\n0 0 0", 0),
        ("gym100015f", "18\n" + " ".join(map(str, range(1, 19))) + "\n0", 0),
        ("hdu4753", "1 24 " + " ".join(sample("hdu4753_sizes").split()[-48:]), 1),
    ],
)
def test_no_first_move_when_nothing_is_left(name: str, text: str, margin: int) -> None:
    [verdict] = JUDGES[name].verdicts(Words(io.BytesIO(text.encode())))
    assert (verdict.error, verdict.best_first_move, verdict.margin) == (None, None, margin)


def test_json_of_a_bad_case_has_the_error() -> None:
    [line] = json_lines("hdu4778", "1 1 1\n1 2\n")
    error = "line 2, case 1: 2 is out of range; expected a colour in bag 1 of 1, 1..1"
    nothing = {"answer": None, "margin": None, "best_first_move": None}
    assert line == {"case": 1, "error": error} | nothing


def test_the_best_first_move_is_the_lowest_that_keeps_the_value() -> None:
    for line in json_lines("gym100015f", (HERE.parent / "examples" / "gym100015f.txt").read_text()):
        drawn = EXAMPLE_BOARDS[line["case"] - 1]
        board = parse_game("triangles:3")
        keeping = []
        for move in sorted(set(range(1, 19)) - set(drawn)):
            gain = board.gain(sum(1 << (d - 1) for d in drawn), move - 1)
            after = solve(board, [*drawn, move]).value
            assert after is not None
            if gain + (after if gain else -after) == line["margin"]:
                keeping.append(move)
        assert line["best_first_move"] == keeping[0]


EXAMPLE_BOARDS = [
    [int(word) for word in row.split()]
    for row in (HERE.parent / "examples" / "gym100015f.txt").read_text().splitlines()[1::2]
]


# --- streaming -------------------------------------------------------------------------------


class Typist(io.BytesIO):
    """A stream that fails when it is read further than it was typed."""

    def __init__(self) -> None:
        super().__init__()
        self.lines: list[bytes] = []
        self.events: list[str] = []

    def type(self, text: str) -> None:
        self.lines += text.encode().splitlines(keepends=True)

    def readline(self, size: int | None = -1, /) -> bytes:
        assert self.lines, "read further than needed"
        self.events.append("read")
        return self.lines.pop(0)


@pytest.mark.parametrize(
    ("name", "head", "case", "answer"),
    [
        ("hdu4778", "", "1 1 1\n2 1 1\n", "2"),
        ("gym100015f", "", "5\n4 5 6 7 8\n", "Ralph wins"),
        ("uva11587", "2\n", "WWWW\n", "Case {}: 1 2 3 4"),
        ("uva751", "2\n", "2\n1 2\n1 3\n", "Game {}: B wins."),
        ("hdu4753", "2\n", "12\n{}\n".format("\n".join(f"{d} {d + 4}" for d in range(1, 13))), ""),
    ],
)
def test_a_verdict_comes_before_the_next_case_is_read(
    name: str, head: str, case: str, answer: str
) -> None:
    stream = Typist()
    stream.type(head + case)
    verdicts = JUDGES[name].verdicts(Words(stream))
    first = next(verdicts)
    assert (first.error, stream.lines) == (None, [])
    stream.type(case)
    second = next(verdicts)
    assert (first.case, second.case) == (1, 2)
    if answer:
        assert [first.text, second.text] == [answer.format(1), answer.format(2)]


def test_output_is_flushed_before_the_next_case_is_read() -> None:
    stream = Typist()
    stream.type("1 WWWW\n")

    class Out(io.StringIO):
        def write(self, text: str, /) -> int:
            stream.events.append(f"write {text!r}")
            return super().write(text)

        def flush(self) -> None:
            stream.events.append("flush")

    assert run(JUDGES["uva11587"], stream, Out(), print) == 0
    assert stream.events == ["read", r"write 'Case 1: 1 2 3 4\n'", "flush"]
