"""The commands about subtraction games as a user meets them."""

from __future__ import annotations

import contextlib
import io
import json
import sys
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from perfectplay.cli import run
from perfectplay.progress import OnProgress
from perfectplay.subtraction import outcomes

Captured = pytest.CaptureFixture[str]


def out(capsys: Captured, *arguments: object, code: int = 0) -> str:
    assert run(["subtraction", *map(str, arguments)]) == code
    return capsys.readouterr().out


def answer(capsys: Captured, *arguments: object, code: int = 0) -> Any:
    return json.loads(out(capsys, *arguments, "--json", code=code))


def complaint(capsys: Captured, *arguments: object, code: int = 1) -> str:
    assert run(["subtraction", *map(str, arguments)]) == code
    captured = capsys.readouterr()
    assert captured.out == ""
    assert "Traceback" not in captured.err
    return captured.err


# --- from takes to heaps ------------------------------------------------------------------------


def test_outcomes(capsys: Captured) -> None:
    assert out(capsys, "outcomes", "1,3,4", "--length", 14) == "WLWWWWLWLWWWWL\n"
    assert len(out(capsys, "outcomes", "squares")) == 61
    assert out(capsys, "outcomes", "1-2", "--misere", "--length", 6) == "LWWLWW\n"
    assert (
        out(capsys, "outcomes", "1,3,4", "--heap", 7 * 10**30, "--heap", 1)
        == f"{7 * 10**30} L\n1 W\n"
    )
    assert answer(capsys, "outcomes", "4,3,1", "--length", 3) == {
        "takes": "1,3,4", "play": "normal", "outcomes": "WLW",
    }  # fmt: skip


def test_nim_values(capsys: Captured) -> None:
    assert out(capsys, "nim", "2,3,7", "--length", 10) == "0 1 1 2 0 0 1 1 2 0\n"
    assert out(capsys, "nim", "2,3,7", "--length", 5, "--misere") == "1 0 0 2 1\n"
    assert answer(capsys, "nim", "all-but:2,3,7", "--length", 6)["nim"] == [1, 0, 1, 2, 3, 2]
    found = answer(capsys, "nim", "all-but:2,3,7", "--heap", 10**20, "--heap", 4)
    assert (found["heaps"], found["nim"]) == ([10**20, 4], [10**20 // 2, 2])


def test_periods(capsys: Captured) -> None:
    assert out(capsys, "period", "2,4,7") == (
        "outcomes:   preperiod 4, period 3 (certified)\n"
        "nim-values: preperiod 8, period 3 (certified)\n"
    )
    found = answer(capsys, "period", "all-but:1,4,7,8")
    assert list(found) == ["takes", "play", "outcomes", "nim"]
    for kind, known in (("outcomes", (9, 1, 0)), ("nim", (11, 12, 4))):
        keys = ("preperiod", "period", "saltus")
        assert tuple(found[kind][key] for key in keys) == known
        assert found[kind]["certified"] is True
    assert "saltus 4" in out(capsys, "period", "all-but:1,4,7,8")


def test_a_period_that_was_not_found(capsys: Captured) -> None:
    found = answer(capsys, "period", "6,23,27,44,50", "--limit", 1000, code=3)
    for kind in ("outcomes", "nim"):
        assert found[kind]["certified"] is False
        assert found[kind]["status"] == "bounded"
        assert found[kind]["period"] is None
        assert found[kind]["exceeds"] >= 900
    text = out(capsys, "period", "6,23,27,44,50", "--limit", 1000, code=3)
    assert "no period up to 1024 heaps; preperiod + period > 924" in text
    assert "endless" in out(capsys, "period", "squares", code=3)


def test_certificates(capsys: Captured, tmp_path: Path) -> None:
    folder = tmp_path / "new" / "proofs"
    out(capsys, "period", "2,4,7", "--certificates", folder, "--misere")
    files = sorted(folder.iterdir())
    assert [file.name for file in files] == ["nim.json", "outcomes.json"]
    text = out(capsys, "verify", *files)
    assert text.splitlines()[0] == (
        f"{files[0]}: nim-values of 2,4,7 in misere play: preperiod 8, period 3, saltus 0: right"
    )
    data = json.loads(files[0].read_text())
    data["values"][3] += 1
    files[0].write_text(json.dumps(data))
    assert f"{files[0]}: heap 3 " in complaint(capsys, "verify", files[0])
    files[0].write_text("{")
    assert "this is not JSON" in complaint(capsys, "verify", files[0])
    files[0].write_text("[" * 100_000)
    assert "this is not JSON" in complaint(capsys, "verify", files[0])
    assert "no such file" in complaint(capsys, "verify", tmp_path / "none.json")


def test_moves(capsys: Captured) -> None:
    assert out(capsys, "moves", "1,3,4", 2, 5) == (
        "W: the player to move wins\nnim-values 0 3, sum 3\ntake 3 from 5, leaving 2\n"
    )
    assert out(capsys, "moves", "1,3,4", 7).startswith("L: the player to move loses")
    found = answer(capsys, "moves", "1,3,4", 2, 5, "--misere")
    assert found["outcome"] == "W"
    assert found["winning_moves"] == [{"heap": 1, "size": 5, "take": 4, "leaves": 1}]


def test_draw(capsys: Captured, tmp_path: Path) -> None:
    picture = out(capsys, "draw", "2,4,7", "--nim")
    assert picture.startswith("<svg")
    assert picture.endswith("</svg>\n")
    file = tmp_path / "strip.svg"
    assert out(capsys, "draw", "2,4,7", "--nim", "-o", file) == ""
    assert file.read_text() == picture
    assert "no such file" in complaint(capsys, "draw", "1", "-o", tmp_path / "no" / "x.svg")


# --- from heaps to takes, and among takes -------------------------------------------------------


def test_infer(capsys: Captured) -> None:
    assert out(capsys, "infer", "WLWWWWLWLWWWWL", "WWL") == "1 3 4\n1 2\n"
    assert out(capsys, "infer", "1,0,1,2,3,2,0,1", "1 0 ? 2 3") == "1 3 4\n1 3 4\n"
    assert out(capsys, "infer", "LL?W??", "--require", "5") == "3 5\n"
    assert out(capsys, "infer", "LWW??W", "--forbid", "3-6", "--misere") == "1 2\n"
    assert out(capsys, "infer", "LLL", "--allow-empty") == "none\n"
    assert out(capsys, "infer", "LWWW", "--all") == "2 3\n2 4\n"
    assert out(capsys, "infer", "LWWW", "--all", "--most", 1) == "2 3\n...\n"
    assert out(capsys, "infer", "WWLWWL", "--count") == "1 smallest, 4 of any size\n"
    assert out(capsys, "infer", "LWW??W", "--roles").startswith("forced: 2\nforbidden: 1\n")
    found = answer(capsys, "infer", "WWL")
    assert (found["record"], found["status"], found["takes"]) == (1, "solved", [1, 2])
    assert answer(capsys, "infer", "LWWW", "--all") == {
        "record": 1, "status": "solved", "sets": [[2, 3], [2, 4]], "complete": True,
    }  # fmt: skip
    assert answer(capsys, "infer", "WWLWWL", "--count")["sets"] == 4


def test_huge_counts(capsys: Captured) -> None:
    record = outcomes([1, 2], 30_000)
    assert out(capsys, "infer", record, "--count") == "1 smallest, 2^19998 of any size\n"
    most = sys.get_int_max_str_digits()
    digits = out(capsys, "infer", record, "--count", "--json").split('"sets": ')[1].rstrip("}\n")
    assert most == sys.get_int_max_str_digits() < len(digits)
    assert digits.isdecimal()
    assert digits.endswith(str(pow(2, 19998, 10**5)))
    assert out(capsys, "infer", "LL", "--count", "--max-take", 1500).endswith(
        f", {2**1498 - 1} of any size\n"
    )
    assert out(capsys, "infer", "L?W", "--count", "--max-take", 1600).endswith(
        ", 3 * 2^1597 of any size\n"
    )


def test_infer_reads_lines(
    capsys: Captured, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "records.txt"
    file.write_bytes(b"WWL\n\n  WLW\r\nLLL")
    assert out(capsys, "infer", "-f", file) == "1 2\n1\n4\n"
    monkeypatch.setattr("sys.stdin", SimpleNamespace(buffer=io.BytesIO(file.read_bytes())))
    assert out(capsys, "infer") == "1 2\n1\n4\n"
    assert "not both" in complaint(capsys, "infer", "W", "-f", file, code=2)
    assert "no such file" in complaint(capsys, "infer", "-f", tmp_path / "none")


def test_infer_goes_on_after_a_bad_record(capsys: Captured) -> None:
    assert run(["subtraction", "infer", "WLL", "WWL", "WX", "1,x", "1,9"]) == 1
    captured = capsys.readouterr()
    assert captured.out == "1 2\n"
    lines = captured.err.splitlines()
    assert [line.split(":")[1] for line in lines] == [f" record {n}" for n in (1, 3, 4, 5)]
    assert "heap 1 is W, but every take from it" in lines[0]
    assert "heap 2 is 'x'" in lines[2]
    assert run(["subtraction", "infer", "WLL", "WX", "--json"]) == 1
    refused = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert [entry["status"] for entry in refused] == ["impossible", "invalid"]
    assert (refused[0]["prefix"], refused[0]["heap"]) == (3, 1)


def test_infer_refuses_options(capsys: Captured) -> None:
    assert "not finite" in complaint(capsys, "infer", "W", "--forbid", "squares", code=2)
    assert "character 3" in complaint(capsys, "infer", "W", "--require", "1,x", code=2)
    assert "ask for one of" in complaint(capsys, "infer", "W", "--count", "--roles", code=2)
    assert "both required and forbidden" in complaint(
        capsys, "infer", "W", "--forbid", "1", "--require", "1"
    )


def test_equivalent(capsys: Captured) -> None:
    assert out(capsys, "equivalent", "1,3,4", "1,3,4,6") == "equal for all heaps\n"
    different = "different: heap 4 has 2 and 0\n"
    assert out(capsys, "equivalent", "1,3,4", "1,3,5", "--nim") == different
    assert "no proof beyond" in out(
        capsys, "equivalent", "squares", "squares", "--limit", 500, code=3
    )
    found = answer(capsys, "equivalent", "1,3,4", "1,3,5")
    assert (found["status"], found["equal"], found["heap"]) == ("solved", False, 4)
    assert out(capsys, "equivalent", "1,3,4,6,8,11") == (
        "smallest set with the same outcomes: 1 3 4\n"
        "can join: none; beyond 7 those that are 1 3 4 6 mod 7\n"
    )
    found = answer(capsys, "equivalent", "1,3,4,6,8,11", "--nim")
    assert found["smallest"] == [1, 3, 4]
    assert found["addable"]["residues"] == [1, 3, 4, 6]
    assert out(capsys, "equivalent", "all-but:2,3,7") == "can join: 3 7; none beyond 7\n"
    hurried = ("equivalent", "4,9,11,25,36,49,50", "--time-limit", "1e-9")
    assert "smallest set with the same outcomes: not known" in out(capsys, *hurried, code=3)
    assert out(capsys, "equivalent", "primes", code=3).startswith("not known: primes is endless")


def test_survey(capsys: Captured, tmp_path: Path) -> None:
    lines = out(capsys, "survey", 4).splitlines()
    assert lines[0].startswith("a,b,c,outcome_preperiod")
    assert lines[1:] == ["1,2,3,0,4,0,4", "1,2,4,0,3,0,3", "1,3,4,0,7,0,7", "2,3,4,0,6,0,6"]
    file = tmp_path / "rows.csv"
    assert out(capsys, "survey", 4, "-o", file) == f"{file}: 4 sets\n"
    assert file.read_text().splitlines() == lines
    assert "exists already" in complaint(capsys, "survey", 4, "-o", file)
    assert out(capsys, "survey", 4, "-o", file, "--resume") == f"{file}: 4 sets\n"
    assert "needs -o FILE" in complaint(capsys, "survey", 4, "--resume", code=2)
    few = out(capsys, "survey", 20, "--limit", 64, code=3).splitlines()
    assert len(few) == 1141
    assert any(line.endswith(",,") for line in few)


# --- mistakes -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("arguments", "code", "words"),
    [
        (("outcomes", "1,3x"), 1, "character 3: '3x' is no take"),
        (("outcomes", "squars"), 1, "did you mean squares?"),
        (("nim", "0"), 1, "takes are positive"),
        (("period", "1-99999999999"), 1, "more than 10000000 takes"),
        (("outcomes", "1", "--length", 10**15), 3, "ask for fewer heaps"),
        (("outcomes", "1", "--length", "-1"), 2, "not in the range"),
        (("outcomes", "b-file:/nonexistent"), 1, "no such file"),
        (("moves", "1"), 2, "Missing argument 'HEAP...'"),
        (("survey", "2"), 2, "not in the range"),
        (("perod", "1"), 2, "did you mean period?"),
        (("period", "1", "--time-limit", "0"), 2, "Invalid value for '--time-limit'"),
    ],
)
def test_mistakes(arguments: tuple[object, ...], code: int, words: str, capsys: Captured) -> None:
    assert words in complaint(capsys, *arguments, code=code)


@pytest.mark.parametrize(
    "command",
    ["outcomes", "nim", "period", "verify", "moves", "draw", "infer", "equivalent", "survey"],
)
def test_help_leads_with_examples(command: str, capsys: Captured) -> None:
    text = out(capsys, command, "--help")
    assert f"perfectplay subtraction {command}" in text
    assert command in out(capsys, "--help")


def test_progress_goes_to_stderr(
    capsys: Captured, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    shown: list[tuple[int, int | None]] = []

    @contextlib.contextmanager
    def bar() -> Iterator[OnProgress]:
        yield lambda progress: shown.append((progress.done, progress.total))

    monkeypatch.setattr("perfectplay.cli.progress.bar", bar)
    file = tmp_path / "rows.csv"
    assert out(capsys, "survey", 12, "-o", file, "--progress") == f"{file}: 220 sets\n"
    assert shown == [(200, 220), (220, 220)]
    shown.clear()
    out(capsys, "survey", 12, "-o", tmp_path / "quiet.csv", "--no-progress")
    assert shown == []
