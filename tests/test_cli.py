"""The command line as a user meets it."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path
from typing import Any

import pytest

from perfectplay.cli import progress, run
from perfectplay.cli.group import HOMES
from perfectplay.cli.interrupts import interrupts_wait

# 2^28 positions, no two items alike: more than a second by the slowest path
TRIPLES = [{"items": [i, i + 1, i + 2]} for i in range(26)]
SLOW = "regions:" + json.dumps({"items": 28, "regions": TRIPLES})
Captured = pytest.CaptureFixture[str]


def test_solve_says_value_moves_and_line(capsys: Captured) -> None:
    assert run(["solve", "dots-and-boxes:2x2"]) == 0
    out = capsys.readouterr().out.splitlines()
    assert out[0] == "value +2: the player to move wins by 2 from here"
    assert out[1] == "dots-and-boxes:2x2, 12 of 12 items free, 4 points left"
    assert out[2] == "best moves: 0 1 4 5 6 8 9 11"
    assert out[3].startswith("line of play: 0 ")


@pytest.mark.parametrize(
    ("game", "position", "heading"),
    [
        ("triangles:3", "4 5 6 7 8", "value -2: the player to move loses by 2 from here"),
        ("triangles:3", "1 2 3 5 11", "value 0: a draw from here"),
        ("dots-and-boxes:1x1,objective=last", "", "the player to move wins"),
        ("dots-and-boxes:1x1,objective=fewest", "", "value -1: the player to move wins by 1"),
    ],
)
def test_headings(game: str, position: str, heading: str, capsys: Captured) -> None:
    assert run(["solve", game, "--position", position]) == 0
    assert capsys.readouterr().out.startswith(heading)


def test_solve_json_has_the_whole_schema(capsys: Captured) -> None:
    assert run(["solve", "triangles:3", "--position", "4,5,6,7,8", "--json"]) == 0
    answer = json.loads(capsys.readouterr().out)
    assert list(answer) == [
        "game", "position", "objective", "to_move_value", "status", "bounds", "best_moves",
        "best_moves_complete", "line", "engine", "reason", "positions", "stored", "nodes",
        "seconds", "setup_seconds",
    ]  # fmt: skip
    assert answer["game"] == "triangles:3"
    assert answer["position"] == [4, 5, 6, 7, 8]
    assert (answer["to_move_value"], answer["bounds"], answer["status"]) == (-2, [-2, -2], "solved")
    assert answer["positions"] == 2**13


def test_analyze(capsys: Captured) -> None:
    command = ["analyze", "dots-and-boxes:1x2", "--position", "0 2 4"]
    assert run([*command, "--json"]) == 0
    moves = json.loads(capsys.readouterr().out)["moves"]
    assert [(m["move"], m["gain"], m["keeps_turn"], m["value"], m["regret"]) for m in moves] == [
        (5, 1, True, 2, 0),
        (1, 0, False, 0, 2),
        (3, 0, False, 0, 2),
        (6, 0, False, 0, 2),
    ]
    assert run(command) == 0
    assert "5       +1     +2       0  again" in capsys.readouterr().out


def test_games_lists_every_family_with_an_example_that_solves(capsys: Captured) -> None:
    assert run(["games", "--json"]) == 0
    families = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    names = {"dots-and-boxes", "triangles", "gems", "regions"}
    assert names <= {f["name"] for f in families}
    for family in families:
        assert run(["solve", family["example"]]) == 0
    assert run(["games"]) == 0
    assert "dots-and-boxes:ROWSxCOLUMNS" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("arguments", "code", "message"),
    [
        (["sovle", "x"], 2, "did you mean solve?"),
        (["judge", "hdu4788"], 2, "did you mean hdu4778?"),
        (["solve"], 2, "Missing argument 'GAME'"),
        (["solve", "dots-and-boxes:2x2", "--engine", "magic"], 2, "'magic' is not one of"),
        (["solve", "dots-and-boxes:2x2", "--memory-limit", "lots"], 2, "'lots' is not a size"),
        (
            ["solve", "dots-and-boxes:2x2", "--memory-limit", "9" * 400],
            2,
            "is more than any memory",
        ),
        (["solve", "dots-and-boxes:2x2", "--threads", "1025"], 2, "1025 is not in the range"),
        (["solve", "dots-and-boxes:2x2", "--time-limit", "nan"], 2, "'nan' is no time"),
        (["solve", "dots-and-boxes:2x2", "--time-limit", "0"], 2, "0.0 is not in the range"),
        (["solve", "triangles:999"], 1, "1498500 lines; boards of at most 10000 are possible"),
        (["solve", 'gems:{"melt":1180591620717411303424,"bags":[[1]]}'], 1, "at most 1000000000"),
        (["solve", 'gems:{"melt":' + "9" * 5000 + ',"bags":[]}'], 1, "at most 600 digits"),
        (["solve", "gems:x,case=" + "9" * 5000], 1, "is not a number in 1..999999999"),
        (["solve", "regions:{" + '"a":{' * 20_000], 1, "the JSON is nested too deeply"),
        (["solve", 'regions:{"items":["\\ud800"],"regions":[]}'], 1, "name '\\ud800'"),
        (["solve", "dots:2x2"], 1, "did you mean dots-and-boxes?"),
        (["solve", "triangles:3", "--position", "1 99"], 1, "character 3: no item '99'"),
        (["solve", "regions:/nowhere/x.json"], 1, "/nowhere/x.json: no such file or directory"),
        (["solve", "dots-and-boxes:5x5", "--engine", "table"], 3, "2^60 positions"),
        (["solve", "dots-and-boxes:3x3", "--memory-limit", "99K"], 3, "but 99 KiB are allowed"),
        (["judge", "hdu4778", "/nowhere/x.txt"], 1, "/nowhere/x.txt: no such file or directory"),
        (["judge", "hdu4778", "/"], 1, "/: is a directory"),
    ],
)
def test_errors(arguments: list[str], code: int, message: str, capsys: Captured) -> None:
    assert run(arguments) == code
    captured = capsys.readouterr()
    assert captured.out == ""
    assert message in captured.err
    assert "Traceback" not in captured.err
    assert len(captured.err) < 400


def test_a_system_without_memory_is_one_line_and_exit_code_3(
    capsys: Captured, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_: Any, **__: Any) -> None:
        raise MemoryError("std::bad_alloc")

    monkeypatch.setattr("perfectplay.cli.solving.solve", fail)
    assert run(["solve", "triangles:2"]) == 3
    message = "perfectplay: this needs more memory than the system gives (std::bad_alloc)\n"
    assert capsys.readouterr() == ("", message)


def test_time_limit_prints_bounds(capsys: Captured, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PERFECTPLAY_PATH", "portable")
    assert run(["solve", SLOW, "--threads", "1", "--time-limit", "0.1"]) == 3
    out = capsys.readouterr().out
    assert out.startswith("not solved: the value for the player to move is between -26 and +26")


def test_commands_are_summed_up_in_whole_sentences(capsys: Captured) -> None:
    assert run(["--help"]) == 0
    commands = capsys.readouterr().out.split("Commands:\n")[1].split("\n\n")[0].splitlines()
    assert len(commands) == len(HOMES)
    assert all(line.endswith(".") and not line.endswith("...") for line in commands)


def test_the_exit_code_of_a_judge_is_1_if_a_case_hits_a_limit(
    tmp_path: Path, capsys: Captured
) -> None:
    file = tmp_path / "cases.txt"
    file.write_text("5\n4 5 6 7 8\n0\n")
    assert run(["judge", "gym100015f", str(file), "--memory-limit", "100"]) == 1
    assert "100 bytes are allowed" in capsys.readouterr().err
    assert run(["judge", "--help"]) == 0
    assert "hits a limit" in capsys.readouterr().out


def test_help_leads_with_examples(capsys: Captured) -> None:
    for command in ([], ["solve"], ["analyze"], ["judge"], ["games"]):
        assert run([*command, "--help"]) == 0
        out = capsys.readouterr().out
        assert out.index("Example") < out.index("Options")


def cli(*arguments: str) -> list[str]:
    return [sys.executable, "-m", "perfectplay", *arguments]


def test_closed_stdout_is_one_line_and_exit_code_1(tmp_path: Path) -> None:
    cases = tmp_path / "cases.txt"
    cases.write_text("40000\n" + "WWLWWL\n" * 40_000)
    process = subprocess.Popen(
        cli("judge", "uva11587", str(cases)), stdout=subprocess.PIPE, stderr=subprocess.PIPE
    )
    assert process.stdout is not None
    assert process.stderr is not None
    assert process.stdout.readline() == b"Case 1: 1 2\n"
    process.stdout.close()
    message = process.stderr.read().decode()
    process.stderr.close()
    assert process.wait(timeout=60) == 1
    assert message == "perfectplay: standard output was closed before the end of the output\n"


def in_shell(redirection: str, *arguments: str) -> tuple[int, str, str]:
    """Run the command line with its streams redirected by a shell, which can also close them."""
    shell = ["sh", "-c", f'exec "$@" {redirection}', "sh", *cli(*arguments)]
    done = subprocess.run(shell, capture_output=True, text=True, check=False, timeout=60)
    return done.returncode, done.stdout, done.stderr


@pytest.fixture
def bricks(tmp_path: Path) -> str:
    """A file whose second case is bad."""
    file = tmp_path / "bricks.txt"
    file.write_text("4\nWLW\nWXW\nWLW\nWWLWWL\n")
    return str(file)


BRICKS = "Case 1: 1\nCase 3: 1\nCase 4: 1 2\n"
VALUE = "value -2: the player to move loses by 2 from here\n"


@pytest.mark.parametrize("closed", ["2>&-", "2>/dev/full"])
def test_a_stderr_that_takes_nothing_loses_no_answers(closed: str, bricks: str) -> None:
    assert in_shell(closed, "judge", "uva11587", bricks) == (1, BRICKS, "")
    for option in ("--progress", "--no-progress"):
        code, out, _ = in_shell(closed, "solve", "triangles:2", option)
        assert (code, out[: len(VALUE)]) == (0, VALUE)
    assert in_shell(closed, "solve", "triangles:x") == (1, "", "")
    assert in_shell(closed, "sovle") == (2, "", "")
    assert in_shell(closed, "solve", "dots-and-boxes:6x6") == (3, "", "")


@pytest.mark.parametrize("arguments", [["judge", "uva11587"], ["solve", "triangles:2"]])
def test_a_stderr_that_nobody_reads_loses_no_answers(arguments: list[str], bricks: str) -> None:
    reader, writer = os.pipe()
    os.close(reader)
    file = [bricks] if arguments[0] == "judge" else []
    done = subprocess.run(
        cli(*arguments, *file, "--progress"),
        stdout=subprocess.PIPE, stderr=writer, text=True, check=False, timeout=60,
    )  # fmt: skip
    os.close(writer)
    expected = (1, BRICKS) if file else (0, VALUE)
    assert (done.returncode, done.stdout[: len(expected[1])]) == expected


def test_a_closed_stdin_is_one_line_and_exit_code_1() -> None:
    message = "perfectplay: standard input is closed; name a FILE or send one to it\n"
    assert in_shell("<&-", "judge", "hdu4778") == (1, "", message)
    assert in_shell("<&-", "judge", "hdu4778", "-") == (1, "", message)
    code, out, _ = in_shell("<&-", "solve", "triangles:2")
    assert (code, out[: len(VALUE)]) == (0, VALUE)
    message = "perfectplay: standard input: bad file descriptor\n"
    assert in_shell("0>/dev/null", "judge", "hdu4778") == (1, "", message)


@pytest.mark.parametrize(
    ("closed", "reason"),
    [
        (">&-", "standard output is closed, so there is nowhere to answer"),
        (">/dev/full", "standard output: no space left on device"),
    ],
)
def test_a_stdout_that_takes_nothing_is_one_line_and_exit_code_1(
    closed: str, reason: str, bricks: str
) -> None:
    commands = [["solve", "triangles:2"], ["judge", "uva11587", bricks], ["games"]]
    for arguments in (*commands, ["--help"], ["solve", "--help"], ["--version"]):
        assert in_shell(closed, *arguments) == (1, "", f"perfectplay: {reason}\n")
        assert in_shell(f"{closed} 2>&-", *arguments) == (1, "", "")


def test_all_streams_closed() -> None:
    assert in_shell("<&- >&- 2>&-", "judge", "hdu4778") == (1, "", "")


def test_characters_that_stdout_has_not_are_escaped(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PYTHONIOENCODING", "ascii")
    game = 'regions:{"items":["h\u00f6he"],"regions":[{"items":[0]}]}'
    code, out, _ = in_shell("", "solve", game)
    assert code == 0
    assert r"best moves: h\xf6he" in out


def test_answers_stream_out_case_by_case() -> None:
    process = subprocess.Popen(
        cli("judge", "uva11587"), stdin=subprocess.PIPE, stdout=subprocess.PIPE, bufsize=0
    )
    assert process.stdin is not None
    assert process.stdout is not None
    with process:
        process.stdin.write(b"2\nWWLWWL\n")
        assert process.stdout.readline() == b"Case 1: 1 2\n"
        process.stdin.write(b"WLW\n")
        assert process.stdout.readline() == b"Case 2: 1\n"
        process.stdin.close()
    assert process.returncode == 0


def test_version_and_module() -> None:
    done = subprocess.run(cli("--version"), capture_output=True, text=True, check=True)
    assert done.stdout.startswith("perfectplay 0.")


def test_interrupt_while_modules_are_imported(tmp_path: Path) -> None:
    # it comes while click is imported; this one has nothing else, and that does not matter then
    (tmp_path / "click.py").write_text("import signal; signal.raise_signal(signal.SIGINT)")
    done = subprocess.run(
        cli("solve", "triangles:2"),
        env=os.environ | {"PYTHONPATH": str(tmp_path)},
        capture_output=True, text=True, check=False, timeout=60,
    )  # fmt: skip
    assert (done.returncode, done.stdout) == (130, "")
    assert done.stderr == "perfectplay: interrupted\n"


def test_interrupts_wait_until_imports_are_done_but_not_twice() -> None:
    survived = []

    def interrupt(times: int) -> None:
        with interrupts_wait():
            for k in range(times):
                signal.raise_signal(signal.SIGINT)
                survived.append(k)

    with pytest.raises(KeyboardInterrupt):
        interrupt(1)
    with pytest.raises(KeyboardInterrupt):
        interrupt(3)
    assert survived == [0, 0]
    assert signal.getsignal(signal.SIGINT) is signal.default_int_handler


def test_interrupt_is_exit_code_130() -> None:
    process = subprocess.Popen(
        cli("solve", "dots-and-boxes:4x5", "--threads", "1", "--memory-limit", "64M"),
        stderr=subprocess.PIPE,
    )
    time.sleep(1)  # whether it solves by then or is still being imported
    process.send_signal(signal.SIGINT)
    _, message = process.communicate(timeout=30)
    assert process.returncode == 130
    assert message.endswith(b"perfectplay: interrupted\n")


@pytest.mark.parametrize("command", [["solve"], ["solve", "--at-least", "0"], ["analyze"]])
def test_an_interrupted_search_says_what_it_knows(command: list[str], capsys: Captured) -> None:
    assert run([*command, "dots-and-boxes:1x1"]) == 0  # everything is imported then
    capsys.readouterr()
    timer = threading.Timer(0.4, os.kill, (os.getpid(), signal.SIGINT))
    timer.start()
    assert run([*command, "dots-and-boxes:4x5", "--threads", "1", "--memory-limit", "64M"]) == 130
    out, err = capsys.readouterr()
    assert ("not known" if "--at-least" in command else "is between -20 and") in out
    assert err.endswith("perfectplay: interrupted\n")
    assert signal.getsignal(signal.SIGINT) is signal.default_int_handler


@pytest.mark.parametrize("with_rich", [True, False])
def test_progress_bars(with_rich: bool, capsys: Captured, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(progress, "PATIENCE", 0.0)
    monkeypatch.setattr(progress, "find_spec", lambda name: with_rich)
    monkeypatch.setenv("FORCE_COLOR", "1")  # rich draws bars on terminals only
    assert run(["solve", "dots-and-boxes:2x4", "--progress"]) == 0
    captured = capsys.readouterr()
    assert captured.out.startswith("value +2")
    assert ("of 1,327,104" if with_rich else "positions") in captured.err


def test_without_progress_nothing_is_said(capsys: Captured) -> None:
    for options in ([], ["--no-progress"]):
        assert run(["solve", "dots-and-boxes:2x4", *options]) == 0
        assert capsys.readouterr().err == ""
