"""Checkpoints of a search: what they save, what is refused; there is always a whole one."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import zlib
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from search_helpers import GEMS, SMALL, search_of, table_of

from perfectplay import (
    ArgumentError,
    CheckpointWarning,
    Game,
    GameSpec,
    InputError,
    MemoryLimitError,
    Objective,
    Position,
    Region,
    Regions,
    Search,
    SetFunction,
    TurnRule,
    analyze,
    at_least,
    parse_game,
    solve,
)
from perfectplay import search as search_module
from perfectplay.checkpoint import Checkpoint
from perfectplay.cli import run

DAMAGED = "is damaged; delete it to start anew"
NO_CHECKPOINT = "is no checkpoint of a search"
FOREIGN = "is of another search: {} is .* there and .* here; give another file"


def random_function(items: int, rng: Random) -> list[int]:
    """Return a function with many different values, monotone by construction."""
    values = [0]
    for mask in range(1, 1 << items):
        below = max(values[mask ^ 1 << i] for i in range(items) if mask >> i & 1)
        values.append(below + rng.choice([0, 0, 1, 3]))
    return values


FUNCTION = random_function(12, Random(1))
GAMES: dict[str, Game] = {
    "theory": parse_game("dots-and-boxes:3x3"),
    "renumbered coins": parse_game("complete:6"),
    "regions": parse_game("triangles:3,objective=fewest"),
    "gems": parse_game(f'gems:{{"melt":3,"bags":{GEMS}}}'),
    "wide": GameSpec(
        14, Regions(tuple(Region(0b10011 << k, 100 + k) for k in range(10))), TurnRule.ALTERNATE
    ).validate(),
    "function": GameSpec(12, SetFunction(FUNCTION)).validate(),
}


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "search.checkpoint"


def resumed(game: Game, file: Path, **options: Any) -> Search:
    return search_of(Position.start(game), checkpoint=file, **options)


# What it saves


@pytest.mark.parametrize("name", GAMES)
def test_a_search_goes_on_where_it_was(name: str, file: Path) -> None:
    game = GAMES[name]
    start = Position.start(game)
    expected = table_of(start).analyze(start)
    nodes = []
    for threads in (1, 1, 2):
        search = resumed(game, file, threads=threads)
        analysis = search.analyze(start)
        assert analysis.values == expected.values
        assert analysis.solution.line == expected.solution.line
        nodes.append(search.nodes)
    assert nodes[0] > 200
    assert nodes[1] < nodes[0] / 20
    assert nodes[2] < nodes[0] / 20


@pytest.mark.parametrize("name", ["theory", "regions"])
def test_stopped_searches_come_to_an_end_together(name: str, file: Path) -> None:
    start = Position.start(GAMES[name])
    alone = search_of(start)
    value = alone.bounds(start)
    nodes = 0
    for _ in range(1_000):
        search = resumed(start.game, file, node_limit=2_000)
        low, high = search.bounds(start)
        nodes += search.nodes
        assert low <= value[0] <= high
        if low == high:
            break
    assert (low, high) == value
    assert alone.nodes / 2 < nodes < 2 * alone.nodes


def test_it_is_saved_when_a_search_is_interrupted(file: Path) -> None:
    def interrupt(_: object) -> None:
        raise KeyboardInterrupt

    game = parse_game("dots-and-boxes:4x4")
    search = resumed(game, file, on_progress=interrupt)
    with pytest.raises(KeyboardInterrupt):
        search.solve(search.base)
    assert search.stored > 1_000
    assert resumed(game, file).stored == search.stored


def test_it_is_saved_now_and_then(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    saves = []
    save = Checkpoint.save

    def counted(checkpoint: Checkpoint) -> None:
        saves.append(checkpoint)
        save(checkpoint)

    monkeypatch.setattr(Checkpoint, "save", counted)
    monkeypatch.setattr(search_module, "SAVE_EVERY", 0.01)
    game = parse_game("dots-and-boxes:2x4,objective=fewest")
    search = resumed(game, file, without=("lookahead",), memory_limit=8 * SMALL)
    value = table_of(search.base).value(search.base)
    assert search.bounds(search.base) == (value, value)
    assert len(saves) > 1


def test_all_questions_use_it(file: Path) -> None:
    game = GAMES["theory"]
    first = solve(game, checkpoint=file, memory_limit=SMALL)
    assert (first.engine, first.reason) == ("search", "a checkpoint is the search's")
    assert file.exists()
    again = solve(game, engine="search", checkpoint=str(file), memory_limit=SMALL)
    assert (again.value, again.line, again.reason) == (first.value, first.line, "")
    assert again.nodes < first.nodes / 100
    assert at_least(game, -3, checkpoint=file).nodes == 0
    known = analyze(game, checkpoint=file).solution.nodes
    assert analyze(game, checkpoint=file).solution.nodes < known / 10


def test_the_table_is_as_large_as_the_one_saved(file: Path) -> None:
    game = GAMES["regions"]
    search = resumed(game, file, memory_limit=3 * SMALL)
    search.bounds(search.base)
    assert resumed(game, file, memory_limit=8 * SMALL).stored == search.stored
    message = r"the table of .*search.checkpoint needs 3 MiB of memory, but 1 MiB are allowed"
    with pytest.raises(MemoryLimitError, match=message):
        resumed(game, file, memory_limit=SMALL)


def test_other_engines_have_none(file: Path) -> None:
    for engine in ("table", "reference"):
        with pytest.raises(ArgumentError, match=f"the search's; the {engine} engine has none"):
            solve("dots-and-boxes:2x2", engine=engine, checkpoint=file)
    assert not file.exists()


# What is refused


@pytest.fixture(scope="module")
def saved(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A checkpoint of `GAMES["regions"]`, in two pieces."""
    file = tmp_path_factory.mktemp("checkpoints") / "whole"
    search = resumed(GAMES["regions"], file, memory_limit=5 * SMALL)
    search.bounds(search.base)
    return file


@pytest.fixture
def whole(saved: Path) -> bytes:
    return saved.read_bytes()


@pytest.fixture(scope="module")
def spoiled(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("spoiled") / "checkpoint"


def is_refused(data: bytes, file: Path, message: str = "checkpoint") -> None:
    file.write_bytes(data)
    with pytest.raises(InputError, match=message) as error:
        resumed(GAMES["regions"], file, memory_limit=None)
    assert str(file) in str(error.value)
    assert len(str(error.value)) < 400 + len(str(file))


places = st.integers(0, 1 << 40)


@settings(max_examples=settings().max_examples // 5)
@given(st.booleans(), places, st.integers(1, 255))
def test_no_byte_may_be_wrong(
    saved: Path, spoiled: Path, early: bool, place: int, change: int
) -> None:
    changed = bytearray(saved.read_bytes())
    changed[place % (400 if early else len(changed))] ^= change
    is_refused(bytes(changed), spoiled)


@settings(max_examples=settings().max_examples // 10)
@given(places)
def test_no_end_may_be_missing(saved: Path, spoiled: Path, place: int) -> None:
    whole = saved.read_bytes()
    is_refused(whole[: place % len(whole)], spoiled)


def test_nothing_may_follow(whole: bytes, file: Path) -> None:
    is_refused(whole + b"\0", file, DAMAGED)
    is_refused(whole + whole, file, DAMAGED)


def test_pieces_that_are_whole_but_wrong(whole: bytes, file: Path) -> None:
    header = whole[: whole.index(b"\n") + 1]
    for piece in (b"no deflated bytes", zlib.compress(b"too few"), zlib.compress(bytes(9 << 20))):
        check = zlib.crc32(piece).to_bytes(4, "little")
        is_refused(header + len(piece).to_bytes(4, "little") + check + piece, file, DAMAGED)


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"\n",
        b"a diary\n",
        b"\xff\xfe\x00\n",
        b"[1, 2]\n",
        b'{"bytes": 1048576}\n',
        b'{"perfectplay": 1}\n',
        b'{"perfectplay": 1, "bytes": -64}\n',
        b'{"perfectplay": 1, "bytes": "many"}\n',
        b'{"perfectplay": 1, "bytes": ' + b"9" * 5_000 + b"}\n",
        b"[" * 100_000 + b"\n",
    ],
)
def test_files_that_are_no_checkpoints(data: bytes, file: Path) -> None:
    is_refused(data, file, NO_CHECKPOINT)
    assert file.read_bytes() == data


def with_header(whole: bytes, **fields: Any) -> bytes:
    header, pieces = whole.split(b"\n", 1)
    return json.dumps(json.loads(header) | fields).encode() + b"\n" + pieces


@pytest.mark.parametrize(
    ("key", "theirs"),
    [
        ("perfectplay", 2),
        ("game", "triangles:3"),
        ("base", [1]),
        ("order", list(range(18))),
        ("byteorder", "middle"),
        ("without", ["theory"]),
        ("without", None),
    ],
)
def test_another_header(key: str, theirs: Any, whole: bytes, file: Path) -> None:
    is_refused(with_header(whole, **{key: theirs}), file, FOREIGN.format(key))


def test_a_table_of_another_size(whole: bytes, file: Path) -> None:
    for size in (SMALL, 4 * SMALL, 6 * SMALL):
        is_refused(with_header(whole, bytes=size), file, DAMAGED)
    is_refused(with_header(whole, bytes=5 * SMALL + 1), file, FOREIGN.format("bytes"))
    file.write_bytes(with_header(whole, bytes=1 << 80))
    with pytest.raises(MemoryLimitError, match=r"needs 2\^80 bytes of memory"):
        resumed(GAMES["regions"], file, memory_limit=None)


def regions_of(game: Game) -> tuple[Region, ...]:
    assert isinstance(game.score, Regions)
    return game.score.regions


def others() -> dict[str, tuple[Game, Game]]:
    """Return pairs of games with the same items that are not the same."""
    board, function = GAMES["regions"], GAMES["function"]
    last, middle = list(FUNCTION), list(FUNCTION)
    last[-1] += 2
    free = next(
        mask
        for mask in range(1_500, 3_000)  # where repr leaves values out
        if all(mask >> i & 1 or middle[mask | 1 << i] > middle[mask] for i in range(12))
    )
    middle[free] += 1
    weighty = GameSpec(18, Regions(tuple(replace(r, weight=2) for r in regions_of(board))))
    named = replace(parse_game("triangles:3"), given_text="mine")
    return {
        "objective": (board, parse_game("triangles:3")),
        "turn": (board, parse_game("triangles:3,turn=alternate,objective=fewest")),
        "weights, same text": (
            replace(board, given_text="mine"),
            replace(weighty.validate(), given_text="mine", numbered_from=1),
        ),
        "objective, same text": (named, replace(named, objective=Objective.FEWEST)),
        "turn, same text": (named, replace(named, turn=TurnRule.ALTERNATE)),
        "objective of a function": (function, replace(function, objective=Objective.FEWEST)),
        "turn of a function": (function, replace(function, turn=TurnRule.ALTERNATE)),
        "last value": (function, GameSpec(12, SetFunction(last)).validate()),
        "value in the middle": (function, GameSpec(12, SetFunction(middle)).validate()),
    }


OTHERS = others()


@pytest.mark.parametrize("name", OTHERS)
def test_another_game(name: str, file: Path) -> None:
    mine, other = OTHERS[name]
    search = resumed(mine, file)
    search.at_least(search.base, 1)
    saved = file.read_bytes()
    with pytest.raises(InputError, match="is of another search"):
        resumed(other, file)
    assert file.read_bytes() == saved
    again = resumed(mine, file)
    assert again.stored == search.stored


def test_another_position_and_other_techniques(file: Path) -> None:
    game = GAMES["theory"]
    solve(game, "0 1 2", checkpoint=file, memory_limit=SMALL)
    with pytest.raises(InputError, match=FOREIGN.format("base")):
        solve(game, "0 1 3", checkpoint=file)
    base = Position.parse(game, "0 1 2")
    with pytest.raises(InputError, match=FOREIGN.format("without")):
        search_of(base, checkpoint=file, without=("pairs",))
    assert solve(game, "2 1 0", checkpoint=file).nodes < 200


# There is always a whole one


def test_a_file_written_in_part_replaces_nothing(
    file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    search = resumed(GAMES["regions"], file, memory_limit=5 * SMALL, node_limit=2_000)
    search.bounds(search.base)
    saved, stored = file.read_bytes(), search.stored
    compress = zlib.compress
    pieces = []

    def fail_later(*arguments: Any) -> bytes:
        pieces.append(arguments)
        if len(pieces) == 2:
            raise OSError(28, "No space left on device")
        return compress(*arguments)

    monkeypatch.setattr(zlib, "compress", fail_later)
    with pytest.warns(CheckpointWarning, match="checkpoint could not be written: no space left"):
        bounds = search.bounds(search.base)  # an answer all the same
    assert bounds == search.known(search.base)
    monkeypatch.undo()
    assert file.read_bytes() == saved
    assert list(file.parent.iterdir()) == [file]
    assert resumed(GAMES["regions"], file, memory_limit=None).stored == stored
    search.bounds(search.base)  # it goes on, and saves again
    again = resumed(GAMES["regions"], file, memory_limit=None)
    assert again.stored == search.stored > stored


KILLED = """
import os, sys, zlib
from perfectplay import Search, parse_game
search = Search(parse_game(sys.argv[1]), threads=1, checkpoint=sys.argv[2])
compress = zlib.compress
def die(*arguments):
    os._exit(9)
zlib.compress = die
search.bounds(search.base)
"""


def test_a_process_killed_while_it_saves(file: Path) -> None:
    game = GAMES["regions"]
    search = resumed(game, file, node_limit=2_000)
    search.bounds(search.base)
    saved = file.read_bytes()
    done = subprocess.run(
        [sys.executable, "-c", KILLED, game.text, str(file)], check=False, timeout=60
    )
    assert done.returncode == 9
    assert file.read_bytes() == saved
    assert resumed(game, file).stored == search.stored


def test_a_directory_that_goes_away_costs_no_answer(tmp_path: Path) -> None:
    place = tmp_path / "place"
    place.mkdir()
    search = resumed(parse_game("dots-and-boxes:2x3"), place / "file")
    place.rmdir()
    with pytest.warns(CheckpointWarning, match="file could not be written: no such file"):
        low, high = search.bounds(search.base)
    assert low == high


def test_the_command_line_answers_when_nothing_can_be_saved(
    file: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*_: Any) -> bytes:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(zlib, "compress", full)
    assert run(["solve", "dots-and-boxes:2x2", "--checkpoint", str(file)]) == 0
    out, err = capsys.readouterr()
    assert out.startswith("value +2")
    reason = "could not be written: no space left on device"
    assert err == f"perfectplay: warning: the checkpoint {file} {reason}\n"


@pytest.mark.parametrize("place", ["missing/file", "."])
def test_a_place_where_nothing_can_be_saved_is_refused_at_once(place: str, tmp_path: Path) -> None:
    """Not after a search of hours."""
    game = parse_game("dots-and-boxes:4x4")
    with pytest.raises((OSError, InputError)) as error:
        resumed(game, tmp_path / place)
    assert str(tmp_path) in str(error.value)
    assert list(tmp_path.iterdir()) == []


# The command line

Run = Callable[..., tuple[int, dict[str, Any]]]


@pytest.fixture
def asked(file: Path, capsys: pytest.CaptureFixture[str]) -> Run:
    def ask(*arguments: str) -> tuple[int, dict[str, Any]]:
        options = ["--json", "--checkpoint", str(file), "--memory-limit", "1M", "--threads", "1"]
        code = run([*arguments, *options])
        return code, json.loads(capsys.readouterr().out)

    return ask


def test_a_run_in_parts(asked: Run) -> None:
    game = "dots-and-boxes:3x3"
    code, stopped = asked("solve", game, "--node-limit", "5000")
    assert (code, stopped["status"]) == (3, "bounded")
    code, solved = asked("solve", game)
    assert (code, solved["to_move_value"]) == (0, -3)  # see tests/data/values.csv
    code, again = asked("solve", game)
    assert (code, again["line"]) == (0, solved["line"])
    assert again["nodes"] < solved["nodes"] / 20
    assert asked("solve", game, "--at-least", "-3")[1]["nodes"] == 0
    assert asked("analyze", game)[1]["moves"][0]["value"] == -3


def test_checkpoints_that_are_no_good_on_the_command_line(
    file: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    command = ["solve", "dots-and-boxes:2x2", "--checkpoint", str(file)]
    file.write_text("a diary\n")
    assert run(command) == 1
    assert capsys.readouterr() == ("", f"perfectplay: {file} {NO_CHECKPOINT}\n")
    file.unlink()
    assert run([*command, "--engine", "table"]) == 1
    message = "perfectplay: a checkpoint is the search's; the table engine has none\n"
    assert capsys.readouterr() == ("", message)
    assert run(command) == 0
    assert run([*command, "--position", "0"]) == 1
    assert f"the checkpoint {file} is of another search: base is " in capsys.readouterr().err
    data = file.read_bytes()
    file.write_bytes(data[: len(data) // 2])
    assert run(command) == 1
    assert capsys.readouterr() == ("", f"perfectplay: the checkpoint {file} {DAMAGED}\n")
    assert os.listdir(file.parent) == [file.name]


def test_a_table_read_back_grows_when_it_is_full(
    file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(search_module, "FIRST_SIZE", 1 << 16)
    position = Position.start(parse_game("dots-and-boxes:3x3"))
    options: dict[str, Any] = {"checkpoint": file, "without": ["theory"], "memory_limit": 1 << 26}
    saved = search_of(position, node_limit=30_000, **options)
    saved.bounds(position)
    assert saved.stored > 10_000
    resumed = search_of(position, **options)
    assert resumed.bounds(position) == (-3, -3)
    assert resumed.stored > 2 * saved.stored


def test_the_order_and_number_of_names_left_out_do_not_matter(file: Path) -> None:
    position = Position.start(parse_game("dots-and-boxes:2x2"))
    first = search_of(position, checkpoint=file, without=["pairs", "loose", "pairs"])
    assert first.bounds(position) == (2, 2)
    again = search_of(position, checkpoint=file, without=["loose", "pairs"])
    assert again.known(position) == (2, 2)
