"""Families of games that other packages add, good ones and broken ones."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from pathlib import Path

import pytest

from perfectplay import FAMILIES, Family, NotationError, families, parse_game, solve
from perfectplay.cli import run
from perfectplay.games import find_plugins

MODULE = """
from perfectplay import Family, GameSpec, NotationError, Region, Regions, parse_game

def build(argument, keys):
    if argument == "crash":
        raise KeyError("no such board")
    if argument == "none":
        return None
    if argument == "game":
        return parse_game("triangles:1")
    if not argument.isdigit():
        raise NotationError(f"{argument} is no number")
    items = int(argument)
    weight = int(keys.get("weight", 1))
    regions = Regions((Region((1 << items) - 1, weight),))
    return GameSpec(items, regions, text=f"heap:{argument}")

def family(name, **more):
    return Family(name, "take the last item", name + ":N", name + ":3", build, **more)

HEAP = family("heap", keys=("weight",))
OTHER_NAME = family("something-else")
BOXES = family("dots-and-boxes")
NOT_A_FAMILY = 42
UNSHOWN = family("unshown", keys=(1,))
LONE = Family("lone", "one game", "lone", "lone", lambda size, keys: build("2", keys), bare=True)
"""
ENTRY_POINTS = """
[perfectplay.families]
heap = heap_games:HEAP
lone = heap_games:LONE
misnamed = heap_games:OTHER_NAME
dots-and-boxes = heap_games:BOXES
number = heap_games:NOT_A_FAMILY
unshown = heap_games:UNSHOWN
gone = heap_games:GONE
absent = no_such_module:FAMILY
leaving = heap_leaves:FAMILY
"""
PROBLEMS = {
    "misnamed": "its family is called 'something-else'; it must have the entry point's name",
    "dots-and-boxes": "perfectplay itself has a family of this name",
    "number": "its object is 42; it must be a perfectplay.games.Family",
    "unshown": "its summary, usage, example and keys must be texts",
    "gone": "AttributeError: module 'heap_games' has no attribute 'GONE'",
    "absent": "ModuleNotFoundError: No module named 'no_such_module'",
    "leaving": "SystemExit: 7",
}


@pytest.fixture
def installed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A package with one good family, one without sizes, and broken ones."""
    monkeypatch.setattr(sys, "dont_write_bytecode", True)
    for name in ("heap_games", "heap_leaves"):
        monkeypatch.delitem(sys.modules, name, raising=False)
    monkeypatch.syspath_prepend(tmp_path)
    (tmp_path / "heap_games.py").write_text(MODULE)
    (tmp_path / "heap_leaves.py").write_text("raise SystemExit(7)\n")
    install(tmp_path, "heap-games", "1.2", ENTRY_POINTS)
    return tmp_path


def install(where: Path, name: str, version: str, entry_points: str) -> None:
    info = where / f"{name.replace('-', '_')}-{version}.dist-info"
    info.mkdir()
    (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {name}\nVersion: {version}\n")
    (info / "entry_points.txt").write_text(entry_points)


@pytest.mark.usefixtures("installed")
def test_a_family_of_another_package_is_one_like_any_other() -> None:
    game = parse_game("heap:3,weight=5,objective=fewest")
    assert (len(game), game.total, game.text) == (3, 5, "heap:3,objective=fewest")
    assert solve("heap:3").value == 1
    assert parse_game("heap:game") == parse_game("triangles:1")
    assert len(parse_game("lone")) == 2
    assert list(families()) == [*FAMILIES, "heap", "lone"]
    assert "heap" not in FAMILIES
    assert isinstance(families()["heap"], Family)
    with pytest.raises(NotationError, match=r"heap has no key 'wait': did you mean weight\?"):
        parse_game("heap:3,wait=5")
    with pytest.raises(NotationError, match=r"did you mean heap\?"):
        parse_game("heep:3")


@pytest.mark.usefixtures("installed")
@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("heap:x", "x is no number"),
        ("heap:crash", "family heap of heap-games 1.2 failed: KeyError: 'no such board'"),
        ("heap:none", "family heap of heap-games 1.2 made None; it must make a GameSpec"),
        ("heap", "'heap' has no size or file; write heap:N"),
        ("lone:3", "lone has no size; write lone"),
    ],
)
def test_faults_in_building_are_named(text: str, message: str) -> None:
    with pytest.raises(NotationError, match=re.escape(message)):
        parse_game(text)


@pytest.mark.usefixtures("installed")
def test_broken_families_are_named_and_harm_nobody() -> None:
    broken = {plugin.name: plugin for plugin in find_plugins() if plugin.family is None}
    assert set(broken) == set(PROBLEMS)
    for name, problem in PROBLEMS.items():
        assert problem in broken[name].problem
        assert str(broken[name]).startswith(f"family {name} of heap-games 1.2: ")
        if name not in FAMILIES:
            with pytest.raises(NotationError, match=re.escape(f"heap-games 1.2: {problem}")):
                parse_game(f"{name}:3")
    assert parse_game("dots-and-boxes:1x1").total == 1


@pytest.mark.usefixtures("installed")
def test_the_command_line_lists_them(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["games"]) == 0
    shown = capsys.readouterr().out
    assert "heap:N\n    take the last item\n    example: heap:3\n" in shown
    assert "Cannot be used: family number of heap-games 1.2: its object is 42" in shown
    assert run(["games", "--json"]) == 0
    rows = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert {row["name"] for row in rows if "problem" in row} == set(PROBLEMS)
    assert {row["name"] for row in rows if "usage" in row} == set(families())
    assert run(["solve", "absent:3"]) == 1
    assert "family absent of heap-games 1.2: ModuleNotFoundError" in capsys.readouterr().err


def test_two_packages_cannot_share_a_name(installed: Path) -> None:
    install(installed, "heap-too", "0.1", "[perfectplay.families]\nheap = heap_games:HEAP\n")
    with pytest.raises(
        NotationError, match=r"heap-games 1\.2 and heap-too 0\.1: both packages have a family"
    ):
        parse_game("heap:3")
    assert "heap" not in families()


def test_nothing_is_looked_up_for_the_families_of_the_package() -> None:
    code = (
        "import sys, perfectplay; perfectplay.parse_game('wheel:5'); perfectplay.honeycomb(3); "
        "print(*sorted({'importlib.metadata', 'networkx', 'numpy', 'difflib'} & set(sys.modules)))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "\n"
