"""Playing against the machine: what it chooses, and the command as a user meets it."""

from __future__ import annotations

import os
import pty
import re
import signal
import subprocess
import sys
from pathlib import Path
from random import Random
from typing import Any

import pytest
from click.testing import CliRunner
from hypothesis import given
from hypothesis import strategies as st
from strategies import positions

from perfectplay import (
    ArgumentError,
    Match,
    Objective,
    Opponent,
    Position,
    analyze,
    opponent,
    parse_game,
    tabulate,
)
from perfectplay.cli.playing import play_command
from perfectplay.opponent import sensible_moves

DATA = Path(__file__).parent / "data" / "play"
TRANSCRIPTS = {
    "boxes": ["dots-and-boxes:2x2", "--seed", "1"],
    "triangles": ["triangles:2", "--seed", "5", "--first", "machine", "--skill", "2"],
    "nimstring": ["complete:4,objective=last", "--seed", "2"],
    "gems": ['gems:{"melt":3,"bags":[[2,3],[1,3],[1,1,2],[3]]}', "--seed", "1"],
    "large": ["dots-and-boxes:6x6", "--seed", "1", "--memory-limit", "1M"],
}


def play(arguments: list[str], typed: str | bytes) -> str:
    """Run the command by click's runner and return what it printed."""
    done = CliRunner().invoke(play_command, arguments, input=typed, standalone_mode=False)
    assert done.exception is None, done.exception
    assert done.return_value == 0
    assert done.stderr == ""
    return done.stdout


@pytest.mark.parametrize("name", TRANSCRIPTS)
def test_transcripts(name: str) -> None:
    typed = (DATA / f"{name}.in").read_text()
    assert play(TRANSCRIPTS[name], typed) == (DATA / f"{name}.out").read_text()


def run(arguments: list[str], typed: str | None = "", **options: Any) -> Any:
    command = [sys.executable, "-m", "perfectplay", "play", *arguments]
    return subprocess.run(
        command, input=typed, capture_output=True, text=True, check=False, timeout=60, **options
    )


def test_a_transcript_of_a_real_process() -> None:
    done = run(TRANSCRIPTS["boxes"], (DATA / "boxes.in").read_text())
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout == (DATA / "boxes.out").read_text()


@pytest.mark.parametrize(
    ("arguments", "code", "message"),
    [
        ([], 2, "name a GAME, such as dots-and-boxes:3x3, or --load a match"),
        (["triangle:2"], 1, "did you mean triangles?"),
        (["triangles:2", "--skill", "-1"], 2, "-1 is not in the range"),
        (["triangles:2", "--first", "you"], 2, "'you' is not one of 'me', 'machine'"),
        (["triangles:2", "--position", "1 99"], 1, "character 3: no item '99'"),
        (["triangles:2", "--position", "@/nowhere.txt"], 1, "/nowhere.txt: no such file"),
        (["--load", "/nowhere.txt"], 1, "/nowhere.txt: no such file"),
        (["--load", "/"], 1, "/: is a directory"),
        (["triangles:2", "--position", "1", "--load", "x"], 2, "--position and --load both"),
    ],
)
def test_errors(arguments: list[str], code: int, message: str) -> None:
    done = run(arguments)
    assert (done.returncode, done.stdout) == (code, "")
    assert message in done.stderr
    assert "Traceback" not in done.stderr


def test_a_closed_stdin_is_one_line_and_exit_code_1() -> None:
    command = ["sh", "-c", 'exec "$@" <&-', "sh", sys.executable, "-m", "perfectplay", "play"]
    done = subprocess.run(
        [*command, "triangles:2"], capture_output=True, text=True, check=False, timeout=60
    )
    message = "perfectplay: standard input is closed, so there is nobody to play with\n"
    assert (done.returncode, done.stderr) == (1, message)


def test_interrupt_is_exit_code_130() -> None:
    process = subprocess.Popen(
        [sys.executable, "-m", "perfectplay", "play", "triangles:2"],
        stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
    )  # fmt: skip
    with process:
        assert process.stdout is not None
        while not process.stdout.readline().endswith(b"your move\n"):
            pass
        process.send_signal(signal.SIGINT)
        _, message = process.communicate(timeout=30)
    assert process.returncode == 130
    assert message == b"\nperfectplay: interrupted\n"


def test_at_a_terminal_there_is_a_prompt_and_end_of_file_ends() -> None:
    ours, theirs = pty.openpty()
    process = subprocess.Popen(
        [sys.executable, "-m", "perfectplay", "play", "triangles:1", "--seed", "1"],
        stdin=theirs, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
    )  # fmt: skip
    os.close(theirs)
    os.write(ours, b"2\n3\n\x04")
    out, err = process.communicate(timeout=30)
    os.close(ours)
    assert (process.returncode, err) == (0, b"")
    assert out.count(b"\n> ") == 3
    assert b"> 2" not in out  # the terminal shows what is typed
    assert out.endswith(b"The end: you win by 1.\n> \n")


def test_bad_input_gets_a_line_and_loses_nothing(tmp_path: Path) -> None:
    board = tmp_path / "board.json"
    board.write_text("{}")
    lines = {
        "17": "no item '17': the items are 1..9",
        "1": "item 1 is taken already; possible are 3 4 5 6 7 8 9",
        "udno": "'udno' is no move and no command: did you mean undo? Known: undo, hint,",
        "undo please": "undo stands alone; there is 'please' after it",
        "hint some": "hint or `hint all`; 'some' after it means nothing",
        "save": "save where? Write save FILE",
        "load": "load what? Write load FILE",
        f"save {board}": f"{board} is there and is no match; choose another name",
        f"save {tmp_path}": f"{tmp_path} is there and is no match; choose another name",
        "save /nowhere/x": "/nowhere/x: no such file or directory",
        "save x\0y": "'x\\x00y': embedded null",
        "load /nowhere/x": "/nowhere/x: no such file or directory",
        "load x\0y": "'x\\x00y' cannot be the name of a file",
        f"load {board}": f"{board}, line 1, character 1: expected a line such as",
        f"load {tmp_path}": "is a directory",
        "\x1b[A": "no item '\\x1b[A'",
        "9" * 5000: "no item '9999",
        "x" * 20_000: "a line of more than 10000 bytes is no move and no command",
        "": "",
        " ,": "",
    }
    typed = "\n".join(["moves", *lines, "moves", "quit", "5"])
    out = play(["triangles:2", "--position", "1 2"], typed)
    answers = out[out.index("> moves") :].split("\n> ")
    last = [answer for answer in answers if "moves\npossible" in answer]
    assert last == ["> moves\npossible: 3 4 5 6 7 8 9\nmade: none", last[0].removeprefix("> ")]
    said = iter(out[out.index("> moves") :].splitlines())
    for message in filter(None, lines.values()):
        assert any(message in line for line in said), message
    assert out.endswith("> quit\n")
    assert board.read_text() == "{}"


def test_bytes_that_are_no_text() -> None:
    out = play(["triangles:2"], b"\xff\xfe\n\xe9t\xe9\n3")
    assert "> \\xff\\xfe\nno item '\\\\xff\\\\xfe'" in out
    assert "machine: " in out


def test_save_and_load(tmp_path: Path) -> None:
    file = tmp_path / "a match.txt"
    out = play(
        ["triangles:3", "--seed", "1", "--first", "machine"],
        f"4\nsave {file}\n1 2\nsave {file}\nundo\nload {file}\nmoves\n",
    )
    saved = Match.parse(file.read_text())
    assert saved.players == ("machine", "me")
    made = re.sub(r"[AB] |,| \(\+\d\)", "", out.splitlines()[-1].removeprefix("made: "))
    assert made == str(saved).partition("moves: ")[2]
    for arguments in ([], ["triangles:3"]):
        again = play([*arguments, "--load", str(file)], "undo\n")
        assert "You are B, the machine is A." in again
        assert "B (you)" in again
    other = play(["--load", str(file), "--first", "me"], "")
    assert "You are A, the machine is B." in other
    done = run(["triangles:2", "--load", str(file)])
    assert done.returncode == 1
    assert "line 1, character 7: this is a match of 'triangles:3', not of" in done.stderr


def test_undo_goes_back_to_the_last_move_of_the_user() -> None:
    out = play(["triangles:2", "--seed", "4"], "moves\n1\n4\nundo\nmoves\nundo\nmoves\nundo\n")
    first, second, third = (line for line in out.splitlines() if line.startswith("made: "))
    assert first == third == "made: none"
    assert second.startswith("made: A 1, B ")
    assert "you have made no move that could be taken back" in out


def test_several_moves_in_a_line_stop_where_the_turn_ends() -> None:
    out = play(["dots-and-boxes:1x2", "--position", "0 2 4", "--seed", "1"], "5 3 6\n")
    assert "not made, the machine being to move: 6" in out
    assert "A (you) 1, B (machine) " in out


def test_positions_of_a_match_may_be_drawn(tmp_path: Path) -> None:
    file = tmp_path / "board.txt"
    file.write_text("```\n+---+---+\n|   |   |\n+---+   +\n```\n")
    out = play(["dots-and-boxes:1x2", "--position", f"@{file}", "--seed", "1"], "moves\n3\n")
    assert "possible: 3" in out
    assert "The end: you win by 1." in out
    file.write_text("+---+---+\n|   /   |\n+---+   +\n")
    done = run(["dots-and-boxes:1x2", "--position", f"@{file}"])
    assert (done.returncode, done.stdout) == (1, "")
    assert f"perfectplay: {file}, line 2, column 5: expected |" in done.stderr


def test_hints() -> None:
    out = play(["dots-and-boxes:2x2", "--position", "0 3"], "hint\nhint all\n")
    assert "> hint\nbest: 1 6 7 8 10; played well on both sides, you will win by 2\n" in out
    rows = out.split("> hint all\n")[1].splitlines()
    assert rows[0].split()[:4] == ["move", "gain", "value", "regret"]
    assert [row.split()[0] for row in rows[1:6]] == ["1", "6", "7", "8", "10"]
    assert len(rows) == 11
    out = play(["dots-and-boxes:1x1", "--position", "0 1"], "hint\n")
    assert "you will lose by 1" in out
    out = play(["dots-and-boxes:1x1,objective=last"], "hint\n")
    assert "you will win\n" in out


@pytest.mark.parametrize("rule", ["", ",objective=fewest", ",objective=last", ",turn=alternate"])
def test_a_whole_match_ends_as_foreseen(rule: str) -> None:
    """The user plays the hint each time, the machine is perfect: the first hint comes true."""
    for seed in range(5):
        game = parse_game(f"dots-and-boxes:2x2{rule}")
        match, machine, best = Match.start(game), Opponent(seed=seed), Random(seed)
        begun = analyze(game).solution
        while match.position.moves:
            if match.to_move:
                move = machine.choose(match.position).move
            else:
                move = best.choice(analyze(game, match.position).solution.best_moves)
            match = match.play(move)
        if game.objective is Objective.LAST:
            assert (match.to_move == 1) == (begun.value == 1)
        else:
            assert match.margin == begun.value


@given(positions(least=1, most=8), st.integers(0, 6), st.integers(0, 2**32))
def test_the_opponent_stays_within_its_skill(position: Position, skill: int, seed: int) -> None:
    if not position.moves:
        return
    machine = Opponent(skill=skill, seed=seed)
    choice = machine.choose(position)
    regrets = {move.move: move.regret for move in analyze(position.game, position).moves}
    assert regrets[choice.move] <= skill
    assert choice.reason == ""
    assert Opponent(skill=skill, seed=seed).choose(position).move == choice.move


def test_a_weaker_opponent_makes_weaker_moves_and_others_with_other_seeds() -> None:
    position = Position.parse(parse_game("dots-and-boxes:2x2"), "0 3")
    regret = {move.move: move.regret for move in analyze(position.game, position).moves}
    chosen = {skill: set[int]() for skill in (0, 2)}
    for skill, moves in chosen.items():
        for seed in range(60):
            moves.add(Opponent(skill=skill, seed=seed).choose(position).move)
    assert chosen[0] == {move for move in regret if regret[move] == 0}
    assert chosen[2] == set(regret)
    with pytest.raises(ArgumentError, match="skill is -1; it must be an integer >= 0"):
        Opponent(skill=-1)


def test_one_table_serves_a_match(monkeypatch: pytest.MonkeyPatch) -> None:
    made = []

    def count(game: Any, position: Any, **limits: Any) -> Any:
        made.append(position)
        return tabulate(game, position, **limits)

    monkeypatch.setattr(opponent, "tabulate", count)
    large = parse_game("dots-and-boxes:3x4")
    for game, start in ((parse_game("dots-and-boxes:2x3"), ""), (large, "0 5 10 17 22 26")):
        made.clear()
        match, machine = Match(Position.parse(game, start)), Opponent(seed=1)
        while match.position.moves:
            match = match.play(machine.choose(match.position).move)
        assert made == [Position.parse(game, start)]
    machine.choose(Position.parse(parse_game("triangles:2"), "3"))
    assert made[1:] == [Position.start(parse_game("triangles:2"))]


@given(positions(least=1), st.integers(0, 2**32))
def test_rules_of_thumb(position: Position, seed: int) -> None:
    if not position.moves:
        return
    game = position.game
    moves = sensible_moves(position, Random(seed))
    gains = {move: position.gain(move) for move in position.moves}
    assert moves
    assert set(moves) <= set(gains)
    if game.objective is Objective.FEWEST:
        assert {gains[move] for move in moves} == {min(gains.values())}
    elif game.objective is Objective.MOST and max(gains.values()) > 0:
        assert {gains[move] for move in moves} == {max(gains.values())}
    elif game.objective is Objective.MOST:

        def gives(move: int) -> bool:
            after = position.play(move)
            return any(after.gain(other) for other in after.moves)

        if not all(map(gives, gains)):
            assert not any(map(gives, moves))


def test_what_fits_nowhere_is_played_by_rules_of_thumb(monkeypatch: pytest.MonkeyPatch) -> None:
    position = Position.parse(parse_game("dots-and-boxes:6x6"), "0 6 42")
    choice = Opponent(seed=1).choose(position)
    assert choice.move == 43
    assert choice.analysis.solution.status == "bounded"
    assert choice.reason.startswith("a table of 2^81 positions (81 free items) is too large")


def test_what_fits_no_table_is_searched() -> None:
    board = parse_game("dots-and-boxes:4x4")
    opponent = Opponent(seed=1)
    choice = opponent.choose(Position.start(board), time_limit=0.1)
    assert choice.analysis.solution.engine == "search"
    assert choice.analysis.solution.status == "bounded"
    assert choice.reason == "it takes more than 0.1 s"
    # 31 lines left, too many for a quick table, but with chains enough for a quick search
    end = Position.parse(board, "1 4 5 6 7 9 10 13 14")
    choice = opponent.choose(end, time_limit=60)
    assert (choice.analysis.solution.status, choice.reason) == ("solved", "")
    assert choice.move in choice.analysis.solution.best_moves


def test_time_that_runs_out(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(opponent, "tabulate", lambda *_, **__: None)
    position = Position.parse(parse_game("dots-and-boxes:1x2"), "0 2 4")
    choice = Opponent().choose(position, time_limit=0.25)
    assert (choice.move, choice.reason) == (5, "it takes more than 0.25 s")
    assert choice.analysis.solution.bounds == (-2, 2)


def test_the_machine_says_when_it_sees_to_the_end() -> None:
    options = ["--memory-limit", "100K", "--seed", "1"]
    out = play(["dots-and-boxes:3x3", *options], "\n".join(map(str, range(10))))
    cannot = out.index("The machine cannot see to the end yet and does not play perfectly until")
    sees = out.index("The machine plays perfectly from here on.")
    assert cannot < sees
    assert out.count("The machine cannot") == out.count("The machine plays perfectly") == 1
    out = play(["dots-and-boxes:4x4", *options], "hint")
    assert "not known yet: a search needs 1 MiB of memory, but 100 KiB are allowed" in out
    assert "; sensible: 0 1 2 3 4 5 6 7 8 9 10 11 ..." in out
