"""The command `draw`: where the picture goes, and what is left when it fails."""

from __future__ import annotations

import json
import os
import stat
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from drawing_helpers import parsed, words

from perfectplay.cli import run

Captured = pytest.CaptureFixture[str]


@pytest.fixture
def folder(tmp_path: Path) -> Iterator[Path]:
    """Give a folder, in which nothing but the picture asked for may be left."""
    yield tmp_path
    assert {path.name for path in tmp_path.iterdir()} <= {"board.svg"}


def test_the_command_writes_a_file_or_stdout(folder: Path, capsys: Captured) -> None:
    goal = folder / "board.svg"
    command = ["draw", "dots-and-boxes:2x2", "--position", "0 3", "--values", "--line"]
    assert run(command) == 0
    shown = capsys.readouterr().out
    parsed(shown)
    assert run([*command, "-o", str(goal)]) == 0
    assert capsys.readouterr() == ("", "")
    assert goal.read_bytes() == shown.encode()
    goal.chmod(0o640)
    assert run(["draw", "triangles:1", "--no-labels", "--size", "99", "-o", str(goal)]) == 0
    assert 'width="99"' in goal.read_text()
    assert stat.S_IMODE(goal.stat().st_mode) == 0o640
    assert run([*command, "-o", "-"]) == 0
    assert capsys.readouterr().out == shown


def test_a_link_still_points_to_the_picture(tmp_path: Path) -> None:
    (tmp_path / "link").symlink_to(tmp_path / "board.svg")
    assert run(["draw", "triangles:1", "-o", str(tmp_path / "link")]) == 0
    assert (tmp_path / "link").is_symlink()
    parsed((tmp_path / "board.svg").read_text())


def test_json(capsys: Captured) -> None:
    assert run(["draw", "triangles:1", "--position", "1", "--json"]) == 0
    answer = json.loads(capsys.readouterr().out)
    assert list(answer) == ["game", "position", "svg"]
    assert run(["draw", "triangles:1", "--moves", "1", "--values", "--json"]) == 0
    answer = json.loads(capsys.readouterr().out)
    assert [move["value"] for move in answer["moves"]] == [-1, -1]
    parsed(answer["svg"])


@pytest.mark.parametrize(
    ("arguments", "code", "message"),
    [
        (["triangles:1", "-o", "{}/no/board.svg"], 1, "/no/board.svg: no such file or directory"),
        (["triangles:1", "-o", "{}"], 1, ": is a directory"),
        (["triangles:1", "-o", "/dev/full"], 1, "/dev/full: no space left on device"),
        (["triangles:1", "--moves", "1 1", "-o", "{}/board.svg"], 1, "move 2: item 1 is taken"),
        (["triangles:1", "--position", "7", "-o", "{}/board.svg"], 1, "no item '7'"),
        (["dots-and-boxes:6x6", "--values", "-o", "{}/board.svg"], 3, "84 items are free"),
        (["triangles:1", "--size", "0"], 2, "0 is not in the range"),
    ],
)
def test_a_command_that_fails_leaves_nothing_behind(
    arguments: list[str], code: int, message: str, folder: Path, capsys: Captured
) -> None:
    assert run(["draw", *(argument.format(folder) for argument in arguments)]) == code
    captured = capsys.readouterr()
    assert captured.out == ""
    assert message in captured.err
    assert not (folder / "board.svg").exists()


def test_a_command_that_fails_leaves_the_old_picture(folder: Path, capsys: Captured) -> None:
    goal = folder / "board.svg"
    goal.write_text("old")
    assert run(["draw", "dots-and-boxes:6x6", "--line", "-o", str(goal)]) == 3
    assert goal.read_text() == "old"
    limited = ["--engine", "reference", "--values", "--time-limit", "1e-9", "-o", str(goal)]
    assert run(["draw", "triangles:3", *limited]) == 3
    assert "value between" in " ".join(words(goal.read_text()))


def test_a_device_stays_a_device() -> None:
    assert run(["draw", "triangles:1", "-o", os.devnull]) == 0
    assert stat.S_ISCHR(os.stat(os.devnull).st_mode)


def test_drawing_is_not_imported_before_it_is_used() -> None:
    code = "import sys, perfectplay; perfectplay.solve('triangles:1'); print(*sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert "perfectplay.drawing" not in done.stdout
