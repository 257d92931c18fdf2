"""The judges: what the contests print, byte for byte, and how files may be laid out."""

from __future__ import annotations

import io
import json
import os
import subprocess
import sys
from collections.abc import Iterable
from itertools import product
from pathlib import Path
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from perfectplay import outcomes, parse_game, solve
from perfectplay.judges import JUDGES, run
from perfectplay.reading import Words
from perfectplay.solver import SolveOptions

HERE = Path(__file__).parent
FILES = sorted((HERE / "data" / "judges").glob("*.in"))
EXAMPLES = sorted((HERE.parent / "examples").glob("*.txt"))


def judged(
    name: str, text: str | bytes, options: SolveOptions | None = None, *, as_json: bool = False
) -> tuple[int, str, list[str]]:
    """Run a judge; return its exit code, what it printed, and its lines of warning."""
    data = text.encode() if isinstance(text, str) else text
    out = io.StringIO()
    said: list[str] = []
    code = run(JUDGES[name], io.BytesIO(data), out, said.append, json=as_json, options=options)
    return code, out.getvalue(), said


def json_lines(name: str, text: str) -> list[dict[str, Any]]:
    return [json.loads(line) for line in judged(name, text, as_json=True)[1].splitlines()]


def sample(stem: str) -> str:
    return (HERE / "data" / "judges" / f"{stem}.in").read_text()


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


# --- layouts ---------------------------------------------------------------------------------


def scattered(words: Iterable[str], rng: Random) -> str:
    return "".join(word + rng.choice([" ", "\n", "  ", "\t", "\r\n", "\n\n \n"]) for word in words)


@pytest.mark.parametrize("name", ["hdu4778", "uva11587", "hdu4753"])
@given(rng=st.randoms(use_true_random=False))
def test_any_white_space_will_do(name: str, rng: Random) -> None:
    full = " ".join(sample("hdu4753_sizes").split()[-98:])  # two cases of 24 lines
    text = f"2 {full}" if name == "hdu4753" else sample(f"{name}_sample")
    assert judged(name, scattered(text.split(), rng)) == judged(name, text)


@given(rng=st.randoms(use_true_random=False))
def test_gym100015f_takes_a_case_in_any_layout(rng: Random) -> None:
    rows = sample("gym100015f_sample").splitlines()
    pairs = [f"{n} {lines}" for n, lines in zip(rows[0:-1:2], rows[1:-1:2], strict=True)]
    text = "\n".join(scattered(pair.split(), rng) for pair in [*pairs, "0"])
    assert judged("gym100015f", text) == (0, "Andy wins\nRalph wins\n", [])


def test_gym100015f_takes_everything_on_one_line() -> None:
    text = "6 1 2 3 4 5 6 5 4 5 6 7 8 0"
    assert judged("gym100015f", text) == (0, "Andy wins\nRalph wins\n", [])
    assert judged("gym100015f", "5\n4 5 6 7 8 0") == (0, "Ralph wins\n", [])


def test_a_line_may_be_longer_than_a_piece_of_it() -> None:
    text = ("WWWW" + " " * 100_000) * 3 + "\nLWWW"
    expected = "".join(f"Case {k}: 1 2 3 4\n" for k in (1, 2, 3)) + "Case 4: 2 3\n"
    assert judged("uva11587", f"4 {text}") == (0, expected, [])


@given(
    st.lists(st.sampled_from([b"ab", b"cde", b" ", b"\n", b"\r\n", b"\xef\xbb\xbf", b"\xff"])),
    st.integers(3, 9),
)
def test_words_do_not_depend_on_the_pieces_they_come_in(parts: list[bytes], size: int) -> None:
    text = b"".join(parts)

    class Pieces(io.BytesIO):
        def readline(self, limit: int | None = -1, /) -> bytes:
            return super().readline(size)

    words = Words(Pieces(text))
    found = []
    while words.peek() is not None:
        word = words.word("a word")
        found.append((word, words.line))
    bare = text.removeprefix(b"\xef\xbb\xbf")
    expected = [
        (word.decode("utf-8", "backslashreplace"), number)
        for number, line in enumerate(bare.split(b"\n"), 1)
        for word in line.split()
    ]
    assert found == expected


def test_uva751_is_wrapped_only_if_a_blank_line_follows_the_first_number() -> None:
    game = "2\n1 2\n1 3\n"
    assert judged("uva751", "1\n" + game)[1] == "Game 1: B wins.\n"
    assert judged("uva751", "1 \r\n \t\n1\n" + game)[1] == "Game 1: B wins.\n"
    two = f"2\n\n1\n{game}\n2\n{game}{game}"
    assert judged("uva751", two)[1] == "Game 1: B wins.\n\nGame 1: B wins.\nGame 2: B wins.\n"


def test_uva751_keeps_the_blank_lines_around_an_empty_block() -> None:
    game = "2\n1 2\n1 3\n"
    text = f"3\n\n1\n{game}\n0\n\n1\n{game}"
    assert judged("uva751", text)[1] == "Game 1: B wins.\n\n\nGame 1: B wins.\n"


def test_the_ends_of_a_line_may_stand_in_any_order() -> None:
    turned = sample("uva751_sample").replace("2 4\n", "4 2\n").replace("3 5\n", "5 3\n")
    assert turned != sample("uva751_sample")
    assert judged("uva751", turned) == judged("uva751", sample("uva751_sample"))


def test_words_after_the_end_are_not_looked_at() -> None:
    for name, text in [
        ("hdu4778", "0 0 0\nx"),
        ("gym100015f", "0 x"),
        ("uva11587", "0\nx"),
        ("uva751", "0\nx"),
        ("hdu4753", "0\nx"),
    ]:
        assert judged(name, text) == (0, "", [])


# --- the end of the file without the terminator ----------------------------------------------


@pytest.mark.parametrize(
    ("name", "text", "out", "warning"),
    [
        ("hdu4778", "1 1 1\n1 1\n", "1\n", "line 2: the file ends without the closing 0 0 0"),
        (
            "gym100015f",
            "5\n4 5 6 7 8\n\n",
            "Ralph wins\n",
            "line 3: the file ends without the closing 0",
        ),
        ("uva11587", "3\nWWWW", "Case 1: 1 2 3 4\n", "line 2: the file ends after 1 of 3 cases"),
        ("uva751", "2\n1\n1 2", "Game 1: B wins.\n", "line 3: the file ends after 1 of 2 cases"),
        (
            "uva751",
            "2\n\n1\n1\n1 2\n",
            "Game 1: B wins.\n",
            "line 5: the file ends after 1 of 2 blocks",
        ),
        (
            "uva751",
            "3\n\n2\n1\n1 2\n",
            "Game 1: B wins.\n",
            "line 5, block 1: the file ends after 1 of 2 cases",
        ),
        ("hdu4753", "1\n", "", "line 1: the file ends after 0 of 1 cases"),
    ],
)
def test_a_missing_end_is_a_warning(name: str, text: str, out: str, warning: str) -> None:
    assert judged(name, text) == (0, out, [f"warning: {warning}"])


# --- rules of single formats -----------------------------------------------------------------


def test_uva11587_says_none_where_no_set_exists_and_goes_on() -> None:
    text = "5\nWLL\n{}\nWLW\n{}\nWWWW\n".format("L" * 20, "W" * 21)
    code, out, said = judged("uva11587", text)
    assert code == 1
    assert out == "Case 1: none\nCase 2: none\nCase 3: 1\nCase 4: none\nCase 5: 1 2 3 4\n"
    assert [line.partition(": ")[0] for line in said] == [
        "line 2, case 1",
        "line 3, case 2",
        "line 5, case 4",
    ]


def test_uva11587_takes_long_strings() -> None:
    strings = [outcomes({3, 4, 7, 18}, 500_000), "W" * 500_000, "L" * 500_000, "WLW"]
    code, out, said = judged("uva11587", "4\n" + "\n".join(strings))
    assert out == "Case 1: 3 4 7 18\nCase 2: none\nCase 3: none\nCase 4: 1\n"
    assert code == 1
    assert max(map(len, said)) < 300


# Source: computed by brute force over all subsets.
def test_uva11587_number_of_realisable_strings() -> None:
    counts = []
    for length in range(1, 13):
        strings = ["".join(letters) for letters in product("WL", repeat=length)]
        out = judged("uva11587", f"{len(strings)}\n" + "\n".join(strings))[1]
        counts.append(len(strings) - out.count("none"))
    assert counts == [2, 4, 6, 10, 15, 22, 33, 49, 69, 100, 146, 201]


def test_gym100015f_draws_need_an_odd_number_of_closed_triangles() -> None:
    assert judged("gym100015f", "5\n1 2 3 5 11\n0") == (0, "Draw\n", [])
    assert json_lines("gym100015f", "1\n1\n0")[0]["margin"] == 3  # any first move loses


def test_hdu4753_never_gives_a_bonus_turn() -> None:
    # Tom closes the first box with the fourth line by Jerry's mistake: Jerry drew lines 2 and 4
    text = "1\n4\n1 2\n5 6\n1 5\n2 6\n"
    [verdict] = JUDGES["hdu4753"].verdicts(Words(io.BytesIO(text.encode())))
    board = parse_game("dots-and-boxes:3x3,turn=alternate")
    assert verdict.margin == -1 + (solve(board, "0 3 12 13").value or 0)


def test_starting_up_does_not_import_numpy() -> None:
    program = "import sys, perfectplay.judges; sys.exit('numpy' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", program], check=False).returncode == 0
