"""Pictures: golden files, and what every picture holds.

The golden files in data/draw, and the pictures of the documentation, are written anew by

    python tests/test_draw.py

after which the changed ones are to be looked at.
"""

from __future__ import annotations

import xml.etree.ElementTree as ET
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from drawing_helpers import SVG, around, box_of, overlap, parsed, with_attribute, words
from hypothesis import given
from hypothesis import strategies as st
from strategies import positions

from perfectplay import (
    ArgumentError,
    Game,
    GameSpec,
    IllegalMoveError,
    Match,
    NotationError,
    Position,
    Region,
    Regions,
    analyze,
    draw,
    gems,
    parse_game,
    regions,
    solve,
)
from perfectplay.cli import run
from perfectplay.geometry import Geometry

GOLDEN = Path(__file__).parent / "data" / "draw"
PICTURES = Path(__file__).parent.parent / "docs" / "pictures"
Captured = pytest.CaptureFixture[str]

COMMANDS = {
    "boxes": ["dots-and-boxes:3x3", "--moves", "13 3 21 9 8 7 12 0 6 19 18 20", "--values"],
    "triangles": ["triangles:3", "--position", "4 5 6 7 8", "--line"],
    "petersen": ["petersen", "--moves", "2-3 1-6 6-8 5-8 2-7 3-8 6-9", "--values"],
}


def analyzed(what: Position | Match, *, line: bool = False) -> str:
    position = what.position if isinstance(what, Match) else what
    answer = analyze(position.game, position)
    return draw(what, analysis=answer, line=answer.solution.line if line else None)


def replayed(game: str | Game, moves: str) -> Match:
    return Match.replay(parse_game(game) if isinstance(game, str) else game, moves)


def weighted() -> Game:
    """Coins on a circle: two parallel strings, three to the ground, one from ground to ground."""
    parts = [[0, 1], [1, 2, 3], [2, 3, 4, 5], [5, 0], [6]]
    return regions(8, parts, weights=[1, 2, 1, 30, 1])


EXAMPLES: dict[str, Callable[[], str]] = {
    "box": lambda: analyzed(Position.start(parse_game("dots-and-boxes:1x1"))),
    "names": lambda: draw(Position.start(parse_game("dots-and-boxes:2x3,border=icelandic"))),
    "line": lambda: analyzed(replayed("triangles:2", "1 2 3 5"), line=True),
    "honeycomb": lambda: analyzed(replayed("honeycomb:3", "0 1 2 3 5 6 4")),
    "coins": lambda: analyzed(Match.replay(weighted(), "6 0 1")),
    "nimstring": lambda: analyzed(replayed("wheel:4,objective=last", "0-1 1-2"), line=True),
    "gems": lambda: analyzed(Match.replay(gems(3, [[2, 3], [1, 3], [1, 2], [2, 3, 1]]), "1 2")),
}


@pytest.mark.parametrize("name", EXAMPLES)
def test_pictures_are_as_they_were(name: str) -> None:
    wanted = (GOLDEN / f"{name}.svg").read_bytes()
    assert EXAMPLES[name]().encode() == wanted, "if that is meant: python tests/test_draw.py"


@pytest.mark.parametrize("name", COMMANDS)
def test_pictures_of_the_documentation_are_what_the_program_draws(
    name: str, capsys: Captured
) -> None:
    assert run(["draw", *COMMANDS[name]]) == 0
    assert capsys.readouterr().out.encode() == (PICTURES / f"{name}.svg").read_bytes()


def test_no_golden_file_is_left_over() -> None:
    assert {path.stem for path in GOLDEN.glob("*.svg")} == set(EXAMPLES)
    assert {path.stem for path in PICTURES.glob("*.svg")} == set(COMMANDS)


def states(root: ET.Element) -> dict[str, list[str]]:
    found: dict[str, list[str]] = {"taken": [], "free": []}
    for number, element in with_attribute(root, "data-item").items():
        found[element.attrib["data-state"]].append(number)
    return {state: sorted(numbers, key=int) for state, numbers in found.items()}


@given(positions(most=6), st.booleans(), st.booleans())
def test_any_game_is_drawn_with_all_there_is_to_say(
    position: Position, solved: bool, line: bool
) -> None:
    answer = analyze(position.game, position, engine="reference") if solved else None
    steps = answer.solution.line if answer and line else None
    root = parsed(picture := draw(position, analysis=answer, line=steps))
    free = [str(number) for number in position.moves]
    assert states(root) == {"taken": [str(n) for n in position.taken], "free": free}
    if answer is not None:
        labels = with_attribute(root, "data-label")
        assert sorted(labels, key=int) == free
        for move in answer.moves:
            sign = f"{move.value:+d}".replace("-", "\N{MINUS SIGN}") if move.value else "0"
            assert sign in [text.text for text in labels[str(move.move)].iter(f"{SVG}text")]
    assert picture == draw(position, analysis=answer, line=steps)


BOARDS = [
    "dots-and-boxes:1x1", "dots-and-boxes:5x5", "triangles:1", "triangles:6", "honeycomb:r3",
    "triangle-strip:4", "complete:8", "complete-bipartite:3x3", "petersen", "wheel:6", "strip:4",
    "friendship:4", "octahedron", "cube", "star:5", "balloon-cycle:4", "cycle:6", "path:4",
]  # fmt: skip


@pytest.mark.parametrize("line", [False, True])
@pytest.mark.parametrize("board", BOARDS)
def test_labels_cover_neither_each_other_nor_dots_nor_coins(board: str, line: bool) -> None:
    game = parse_game(board)
    position = Position(game, (1 << max(0, len(game) - 14)) - 1)
    answer = analyze(game, position)
    root = parsed(draw(position, analysis=answer, line=answer.solution.line if line else None))
    labels = [box_of(e) for e in with_attribute(root, "data-label").values()]
    assert len(labels) == len(position.moves)
    circles = root.iter(f"{SVG}circle")
    disks = [around(*(float(e.attrib[key]) for key in ("cx", "cy", "r"))) for e in circles]
    for k, label in enumerate(labels):
        assert not [other for other in labels[:k] + disks if overlap(label, other)]


@pytest.mark.parametrize("board", BOARDS)
def test_names_of_all_items_have_room_on_boards(board: str) -> None:
    game = parse_game(board)
    labels = with_attribute(parsed(draw(Position.start(game))), "data-label")
    assert len(labels) == len(game)
    boxes = [box_of(label) for label in labels.values()]
    assert not [(a, b) for k, a in enumerate(boxes) for b in boxes[:k] if overlap(a, b)]


def test_everything_is_inside_the_frame() -> None:
    root = parsed(EXAMPLES["coins"]())
    _, _, width, height = map(float, root.attrib["viewBox"].split())
    board = next(e for e in root if e.tag == f"{SVG}g")
    dx, dy = map(float, board.attrib["transform"].removeprefix("translate(")[:-1].split())
    for element in board.iter():
        for key, shift, end in (("x", dx, width), ("cx", dx, width), ("y", dy, height)):
            if key in element.attrib:
                assert 0 < float(element.attrib[key]) + shift < end


def test_owners_come_from_the_moves_of_a_match() -> None:
    match = replayed("dots-and-boxes:1x2", "0 2 4 5 1 3 6")
    assert words(draw(match))[:2] == ["B", "B"]
    assert words(draw(match.position)) == []
    given_owners = words(draw(match.position, owners=["A", None]))
    assert given_owners == ["A"]
    first_b = Match(Position.start(match.position.game), to_move=1)
    for move in match.moves:
        first_b = first_b.play(move)
    assert words(draw(first_b))[:2] == ["A", "A"]


def test_captions() -> None:
    match = Match(Position.start(parse_game("triangles:1")), players=("Ada & Co", "<B>")).play(1)
    picture = draw(match)
    assert "B to move" in words(picture)
    assert "Ada & Co 0" in words(picture)
    assert "<B> 0" in words(picture)
    assert "A to move, value +1 for A" in words(analyzed(match.play(2)))
    assert "the end" in words(draw(match.play(2).play(3)))
    assert "a few words" in words(draw(match.position, caption="a few\nwords"))
    assert words(draw(match.position, caption="", labels=False)) == []
    start = Position.start(parse_game("dots-and-boxes:1x1,objective=last"))
    assert {"the player to move wins,", "nimber 1"} < set(words(analyzed(start)))
    answer = solve(start.game, start)
    assert {"the player to move wins,", "nimber 1"} < set(words(draw(start, analysis=answer)))


def test_a_long_caption_is_broken_into_rows() -> None:
    position = Position.start(parse_game("dots-and-boxes:2x2"))
    picture = draw(position, caption="many words " * 20 + "x" * 500)
    width = float(parsed(picture).attrib["width"])
    assert width < 300
    assert sum("words" in row for row in words(picture)) > 5
    assert words(picture)[-1].endswith("…")


def test_bounds_are_said_when_a_limit_stopped_the_solver() -> None:
    answer = analyze("triangles:3", engine="reference", time_limit=1e-9)
    assert answer.solution.status == "bounded"
    said = words(draw(answer.solution.position, analysis=answer))
    assert "value between −9 and +9" in said  # noqa: RUF001
    assert "18" in said  # no values: names


def test_the_last_move_is_marked() -> None:
    match = replayed("dots-and-boxes:1x1", "0 3")
    marked = [
        number
        for number, element in with_attribute(parsed(draw(match)), "data-item").items()
        if len(element.findall(f"{SVG}path")) == 2
    ]
    assert marked == ["3"]
    assert "last move" in words(draw(match.position, last_move=0))
    assert "last move" not in words(draw(match.position))


def test_the_description_says_it_all() -> None:
    answer = analyze("dots-and-boxes:1x2", "0 2 4")
    picture = draw(answer.solution.position, analysis=answer, line="5 1", last_move=4)
    said = parsed(picture)[1].text or ""
    assert said.splitlines()[:7] == [
        "dots-and-boxes:1x2",
        "taken: 0 2 4",
        "free: 1 3 5 6",
        "last move: 4",
        "values of the moves for the player to move: 5: +2 (captures 1), 1: 0 (leaves 1), "
        "3: 0 (leaves 1), 6: 0 (leaves 1)",
        "best: 5",
        "line of play: 5 1",
    ]
    assert "+---+" in said


def test_sizes_scale_the_picture() -> None:
    position = Position.start(parse_game("dots-and-boxes:2x3"))
    own, large = parsed(draw(position)), parsed(draw(position, size=1000))
    assert large.attrib["width"] == "1000"
    assert large.attrib["viewBox"] == own.attrib["viewBox"]
    ratio = float(own.attrib["height"]) / float(own.attrib["width"])
    assert float(large.attrib["height"]) == pytest.approx(1000 * ratio, abs=0.01)


def test_notebooks_get_a_picture() -> None:
    match = replayed("triangles:2", "1 2 3")
    answer = analyze("triangles:2", "1 2 3")
    solution = answer.solution
    assert match._repr_svg_() == draw(match)
    assert match.position._repr_svg_() == draw(match.position)
    assert answer._repr_svg_() == draw(match.position, analysis=answer)
    assert solution._repr_svg_() == draw(match.position, analysis=solution, line=solution.line)


def bad_geometry(*lines: Any, kind: Any = "board", faces: Any = ()) -> Position:
    score = Regions((Region(0b11),))
    return Position.start(
        GameSpec(2, score, geometry=Geometry(kind, tuple(lines), faces)).validate()
    )


START = Position.start(parse_game("triangles:2"))
LINE = ((0.0, 0.0), (1.0, 0.0))


@pytest.mark.parametrize(
    ("what", "options", "error", "message"),
    [
        (START.game, {}, ArgumentError, "such as Position.start"),
        (START, {"analysis": 3}, ArgumentError, "what analyze or solve returns"),
        (START, {"analysis": solve("triangles:1")}, ArgumentError, "the picture of"),
        (START, {"line": 3}, ArgumentError, "line is 3"),
        (START, {"line": "1 2 1"}, IllegalMoveError, "move 3 of the line: item 1 is taken"),
        (START, {"line": [1, 99]}, IllegalMoveError, "move 2 of the line: no item 99"),
        (START, {"last_move": 3}, ArgumentError, "last_move is 3, an item that is not taken"),
        (START, {"last_move": "x"}, NotationError, "no item 'x'"),
        (START, {"owners": "ABAB"}, ArgumentError, "4 regions"),
        (START, {"owners": ["A"]}, ArgumentError, "4 regions"),
        (START, {"owners": ["A", "C", None, None]}, ArgumentError, "owner of region 1 is 'C'"),
        (START, {"size": 0}, ArgumentError, "size is 0"),
        (START, {"size": 2.5}, ArgumentError, "size is 2.5"),
        (START, {"caption": 3}, ArgumentError, "caption is 3"),
        (bad_geometry(LINE), {}, ArgumentError, "2 items, its geometry 1"),
        (bad_geometry(LINE, LINE, faces=((), ())), {}, ArgumentError, "its geometry 2"),
        (bad_geometry(LINE, ((0, 0), (0, float("nan")))), {}, ArgumentError, "lines away"),
        (bad_geometry(LINE, ((0, 0), (0, 1e200))), {}, ArgumentError, "lines away"),
        (bad_geometry(LINE, ((0, 0), (0, float("inf")))), {}, ArgumentError, "lines away"),
    ],
)
def test_errors(what: Any, options: dict[str, Any], error: type[Exception], message: str) -> None:
    with pytest.raises(error, match=message):
        draw(what, **options)


@pytest.mark.parametrize("kind", ["board", "graph"])
@pytest.mark.parametrize(
    "lines",
    [
        [((0, 0), (0, 0)), ((0, 0), (0, 0))],
        [((0, 0), (1, 0)), ((1, 0), (0, 0))],
        [((0, 0), (1e200, 0)), ((0, 0), (0, 2e200))],
        [((0, 0), (1e-200, 0)), ((0, 0), (0, 2e-200))],
        [((-5000, 0), (5000, 0)), ((0, -5000), (0, 5000))],
    ],
)
def test_odd_geometries_still_show_every_value(kind: str, lines: Any) -> None:
    position = bad_geometry(*lines, kind=kind)
    root = parsed(analyzed(position))
    assert set(with_attribute(root, "data-label")) == {"0", "1"}


def test_characters_that_xml_has_not() -> None:
    game = GameSpec(
        ["<a>", "b&b"], Regions((Region(0b11, 2, '"'),)), text="odd\0<&\ud800"
    ).validate()
    root = parsed(analyzed(Match.start(game)))
    assert root[0].text == "odd\ufffd<&\ufffd"
    assert "<a>" in (root[1].text or "")


@pytest.mark.parametrize(
    "game",
    [
        regions(0, []),
        regions(3, []),
        gems(3, [[1]] * 2000),
        parse_game("dots-and-boxes:20x20"),
        parse_game("complete:30"),
    ],
    ids=["no-items", "no-regions", "bags", "boxes", "strings"],
)
def test_huge_and_empty_games(game: Game) -> None:
    assert len(states(parsed(draw(Position.start(game))))["free"]) == len(game)


def _write() -> None:
    for name, example in EXAMPLES.items():
        (GOLDEN / f"{name}.svg").write_bytes(example().encode())
    for name, command in COMMANDS.items():
        run(["draw", *command, "-o", str(PICTURES / f"{name}.svg")])


if __name__ == "__main__":
    _write()
