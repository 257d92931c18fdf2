"""How contest files may be laid out, and the rules of single formats."""

from __future__ import annotations

import io
import subprocess
import sys
from collections.abc import Iterable
from itertools import product
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st
from judging_helpers import json_lines, judged, sample

from perfectplay import outcomes, parse_game, solve
from perfectplay.judges import JUDGES
from perfectplay.reading import Words

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


@pytest.mark.parametrize("spoiled", ["6 x", "a b", "x 6"])
def test_gym100015f_skips_the_list_below_a_spoiled_first_line(spoiled: str) -> None:
    code, out, said = judged("gym100015f", f"{spoiled}\n1 2 3 4 5 6\n5\n1 2 3 5 11\n0\n")
    assert (code, out, len(said)) == (1, "Draw\n", 1)
    assert "line 1, case 1" in said[0]


def test_gym100015f_goes_on_after_a_bad_case_on_one_line() -> None:
    code, out, said = judged("gym100015f", "5 1 2 3 5 x\n5 1 2 3 5 11\n0\n")
    assert (code, out, len(said)) == (1, "Draw\n", 1)
