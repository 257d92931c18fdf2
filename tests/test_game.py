"""Games as texts, as files, and from their builders."""

from __future__ import annotations

import io
import json
import re
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from strategies import games, positions

from perfectplay import (
    FAMILIES,
    ArgumentError,
    Game,
    InputError,
    InvalidGameError,
    NotationError,
    Objective,
    Position,
    Regions,
    SetFunction,
    TurnRule,
    dots_and_boxes,
    gems,
    parse_game,
    regions,
    triangles,
)
from perfectplay.games.gems import read_case
from perfectplay.reading import Words


@given(games())
def test_game_text_parses_back(game: Game) -> None:
    if isinstance(game.score, SetFunction):
        assert repr(game).startswith("<Game set-function")
        return
    again = parse_game(game.text)
    assert (again.turn, again.objective, len(again)) == (game.turn, game.objective, len(game))
    assert again.total == game.total
    if isinstance(game.score, Regions):
        assert again == game
    assert eval(repr(again)) == again


@given(positions())
def test_position_text_parses_back(position: Position) -> None:
    assert Position.parse(position.game, str(position)) == position
    assert Position.of(position.game, position.taken) == position
    assert set(position.moves) | set(position.taken) == {
        position.game.number(i) for i in range(len(position.game))
    }


@given(positions(), st.data())
def test_gains_are_differences_of_points(position: Position, data: st.DataObject) -> None:
    if position.moves:
        move = data.draw(st.sampled_from(list(position.moves)))
        after = position.play(move)
        assert position.gain(move) == after.points - position.points
        assert after.rest <= position.rest


@pytest.mark.parametrize(
    "text",
    [
        "dots-and-boxes:3x4",
        "dots-and-boxes:1x2,border=icelandic",
        "dots-and-boxes:2x2,border=swedish,turn=alternate,objective=fewest",
        "triangles:4",
        "triangles:3,border=drawn,objective=last",
        'regions:{"items":["a","b"],"regions":[{"items":["a",1],"weight":3,"name":"both"}]}',
        'gems:{"melt":3,"bags":[[2,3],[1,3]],"objective":"fewest"}',
    ],
)
def test_canonical_texts_are_kept(text: str) -> None:
    assert str(parse_game(text)) == text
    assert parse_game(str(parse_game(text))) == parse_game(text)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("dots-and-bokses:2x2", "did you mean dots-and-boxes?"),
        ("nim:3", "no family 'nim': known: dots-and-boxes"),
        ("dots-and-boxes", "has no size or file"),
        ("dots-and-boxes:2", "size '2' is not ROWSxCOLUMNS"),
        ("dots-and-boxes:0x2", "size '0x2' is not ROWSxCOLUMNS"),
        ("dots-and-boxes:2x2,border=danish", "no border 'danish'"),
        ("dots-and-boxes:2x2,bordr=none", "did you mean border?"),
        ("dots-and-boxes:2x2,turn=bonus,turn=bonus", "given twice"),
        ("dots-and-boxes:2x2,objective=mots", "did you mean most?"),
        ("triangles:x", "side 'x'"),
        ("regions:{", "bad JSON at character"),
        ('regions:{"a":' + "[" * 100_000, "the JSON is nested too deeply"),
        ('regions:{"items":' + "[" * 900 + "]" * 900 + ',"regions":[]}', "items; it holds texts"),
        ('regions:{"items":' + "9" * 5000 + ',"regions":[]}', "(5000 characters) is too long"),
        ('gems:{"melt":3,"bags":[[' + "-9" + "9" * 5000 + "]]}", "at most 600 digits"),
        ('regions:{"items":10001,"regions":[]}', "10001 items; at most 10000 are possible"),
        ('regions:{"items":2,"regions":[],"numbered_from":9999999999}', "in 0..1000000000"),
        ("gems:x.txt,case=" + "9" * 5000, "(5000 characters) is not a number in 1..999999999"),
        ("gems:x.txt,case=0", "case '0' is not a number"),
        ("gems:x\0.txt", "'x\\x00.txt' cannot be the name of a file"),
        ("regions:\ud800.json", "cannot be the name of a file"),
        ("gem-counts:2 bags", "build it with GameSpec"),
        ("triangles:" + "9" * 19, "is not a number from 1 on"),
        ('regions:{"items":2}', "the key 'regions' is missing"),
        ('regions:{"items":2,"regions":[{"items":[5]}]}', "region 0: item 5 is outside 0..1"),
        ('regions:{"items":2,"regions":[{"items":[0,0]}]}', "item 0 is listed twice"),
        ('regions:{"items":2,"regions":[{"items":["x"]}]}', "no item named 'x'"),
        ('regions:{"items":2,"regions":[{"items":[true]}]}', "True in items"),
        ('regions:{"items":-2,"regions":[]}', "items is -2"),
        ('regions:{"items":2,"regions":[],"turns":"bonus"}', "did you mean turn?"),
        ('regions:{"items":2,"regions":[],"turn":"x"}', "no turn 'x'"),
        ('regions:{"items":2,"regions":[]}x', "after the JSON"),
        ('gems:{"melt":3,"bags":[[0]]}', "bag 1: 0 is no colour"),
        ('gems:{"melt":3,"bags":[[1]]},case=2', "belongs to a contest file"),
    ],
)
def test_bad_texts_say_what_would_be_right(text: str, message: str) -> None:
    with pytest.raises(NotationError, match=re.escape(message)):
        parse_game(text)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ('regions:{"items":2,"regions":[{"items":[0],"weight":1.5}]}', "weight 1.5"),
        ('regions:{"items":2,"regions":[{"items":[0],"weight":0}]}', "weight 0"),
        ('regions:{"items":2,"regions":[{"items":[]}]}', "has no items"),
        ('gems:{"melt":0,"bags":[[1]]}', "melt is 0"),
        ('gems:{"melt":1180591620717411303424,"bags":[[1]]}', "at most 1000000000 gems"),
        ('regions:{"items":["a\\ud800"],"regions":[]}', "item 0 has the name 'a\\ud800'"),
        ('regions:{"items":["a\\u0007"],"regions":[]}', "item 0 has the name 'a\\x07'"),
    ],
)
def test_bad_games_say_why(text: str, message: str) -> None:
    with pytest.raises(InvalidGameError, match=re.escape(message)):
        parse_game(text)


def test_files(tmp_path: Path) -> None:
    file = tmp_path / "a, b.json"
    file.write_bytes(b'\xef\xbb\xbf{"items": 3, "regions": [{"items": [0, 1]}], "start": [2]}')
    game = parse_game(f"regions:{file},objective=last")
    assert (len(game), game.start, game.objective) == (3, 0b100, Objective.LAST)
    assert parse_game(str(game)) == game
    cases = tmp_path / "gems.txt"
    cases.write_text("1 1 2\n1 1\n\n1 2 2\n1 1\n1 1\n0 0 0\n")
    assert len(parse_game(f"gems:{cases}")) == 1
    assert len(parse_game(f"gems:{cases},case=2")) == 2
    with pytest.raises(InputError, match="has 2 cases, so there is no case 3"):
        parse_game(f"gems:{cases},case=3")
    file.write_text('{"items": 3,\n "regions": ]}')
    with pytest.raises(NotationError, match=r"a, b\.json, line 2, column 13: Expecting value"):
        parse_game(f"regions:{file}")
    file.write_text("[" * 100_000)
    with pytest.raises(NotationError, match=r"a, b\.json is nested too deeply"):
        parse_game(f"regions:{file}")
    binary = tmp_path / "binary"
    binary.write_bytes(b"\xff\xfe\x00")
    with pytest.raises(NotationError, match="not a text file"):
        parse_game(f"regions:{binary}")


def test_boxes_have_four_lines_in_the_order_of_the_picture() -> None:
    game = dots_and_boxes(1, 2)
    assert isinstance(game.score, Regions)
    assert [Position(game, r.mask).taken for r in game.score.regions] == [
        (0, 2, 4, 5),
        (1, 3, 5, 6),
    ]
    assert Position.start(dots_and_boxes(1, 2, border="icelandic")).taken == (2, 3, 4)
    assert Position.start(dots_and_boxes(1, 2, border="swedish")).taken == (0, 1, 2, 3, 4, 6)


def test_triangles_are_those_of_the_contest_picture() -> None:
    game = triangles(3)
    assert isinstance(game.score, Regions)
    assert {Position(game, r.mask).taken for r in game.score.regions} == {
        (1, 2, 3), (4, 5, 6), (7, 8, 9), (10, 11, 12), (13, 14, 15), (16, 17, 18),
        (3, 5, 7), (6, 11, 13), (9, 14, 16),
    }  # fmt: skip
    assert Position.start(triangles(3, border="drawn")).taken == (1, 2, 4, 8, 10, 12, 15, 17, 18)


def test_regions_builder() -> None:
    assert regions(3, [[0, 1], [1, 2]], weights=[2, 1], turn=TurnRule.ALTERNATE).total == 3
    with pytest.raises(ArgumentError, match="1 weights for 2 regions"):
        regions(3, [[0, 1], [1, 2]], weights=[2])
    with pytest.raises(InvalidGameError, match=re.escape("names item 5, but the game has")):
        regions(3, [[0], [5]])
    assert regions(["a", "b"], [[0, 1]]).index("b") == 1


@pytest.mark.parametrize("number", [-1, True, 1.0, "0", None, 10**9, 10**30])
def test_regions_builder_takes_items_by_number_from_0(number: Any) -> None:
    with pytest.raises(ArgumentError, match="region 1"):
        regions(3, [[0], [1, number]])


@pytest.mark.parametrize("colour", [0, -1, True, 1.5, "1", None])
def test_gems_builder_takes_the_colours_that_json_does(colour: Any) -> None:
    with pytest.raises(ArgumentError, match=r"a colour in bag 2 is .* >= 1"):
        gems(3, [[1], [1, colour]])
    if colour is not None:
        with pytest.raises(NotationError, match="no colour"):
            parse_game(f"gems:{json.dumps({'melt': 3, 'bags': [[1, colour]]})}")


@pytest.mark.parametrize("melt", [1.5, "3", True, None])
def test_gems_builder_takes_an_integer_of_gems_to_a_stone(melt: Any) -> None:
    with pytest.raises(ArgumentError, match="melt is"):
        gems(melt, [[1]])
    with pytest.raises(InvalidGameError, match="melt is 0"):
        gems(0, [[1]])


@pytest.mark.parametrize("size", [0, -1, "2", 2.0, True, None])
def test_boards_have_sizes_from_1_on(size: Any) -> None:
    with pytest.raises(ArgumentError, match=r"rows is .* an integer >= 1"):
        dots_and_boxes(size, 2)
    with pytest.raises(ArgumentError, match=r"columns is .* an integer >= 1"):
        dots_and_boxes(2, size)
    with pytest.raises(ArgumentError, match=r"side is .* an integer >= 1"):
        triangles(size)


@pytest.mark.parametrize(
    ("text", "lines"),
    [
        ("triangles:999", 1_498_500),
        ("triangles:82", 10_209),
        ("dots-and-boxes:999x999", 1_998_000),
        ("dots-and-boxes:1x3334", 10_003),
        ("dots-and-boxes:999999999999999999x1", 2_999_999_999_999_999_998),
    ],
)
def test_boards_of_too_many_lines_are_refused_before_they_are_built(text: str, lines: int) -> None:
    with pytest.raises(ArgumentError, match=f"has {lines} lines; .* at most 10000"):
        parse_game(text)
    with pytest.raises(ArgumentError, match="bits> lines"):
        triangles(10**5000)


def test_boards_of_just_as_many_lines_as_are_possible() -> None:
    assert len(triangles(81)) == 9963
    assert len(dots_and_boxes(1, 3333)) == 10_000


def test_bags_times_colours_are_limited_before_they_are_counted() -> None:
    bags = [[k] for k in range(1, 10_001)]
    with pytest.raises(ArgumentError, match="10000 bags with 10000 colours"):
        gems(1, bags)
    case = "10000 10000 1\n" + "".join(f"1 {k}\n" for k in range(1, 10_001))
    with pytest.raises(InputError, match="line 10001: 10000 bags with 10000 colours"):
        read_case(Words(io.BytesIO(case.encode())))


def test_many_items_in_json_take_little_time() -> None:
    names = [f"item{k}" for k in range(10_000)]
    data = {"items": names, "regions": [{"items": names}], "start": names[1:]}
    game = parse_game(f"regions:{json.dumps(data)}")
    assert game.start.bit_count() == 9999


def test_builders_take_integers_of_numpy() -> None:
    two: Any = np.int64(2)
    table: Any = np.array([[0, 1]])
    assert dots_and_boxes(two, two) == dots_and_boxes(2, 2)
    assert triangles(two).text == "triangles:2"
    assert gems(two, table + 1).text == 'gems:{"melt":2,"bags":[[1,2]]}'
    assert regions(2, table) == regions(2, [[0, 1]])


@pytest.mark.parametrize("rules", [{"turn": "bonus"}, {"objective": "last"}])
def test_builders_refuse_rules_that_are_texts(rules: Any) -> None:
    builders: list[tuple[Any, ...]] = [
        (dots_and_boxes, 1, 1), (triangles, 1), (gems, 1, [[1]]), (regions, 1, [[0]])
    ]  # fmt: skip
    for build, *arguments in builders:
        with pytest.raises(InvalidGameError, match="it must be"):
            build(*arguments, **rules)


@pytest.mark.parametrize("border", ["danish", None])
def test_builders_refuse_borders_that_are_none(border: Any) -> None:
    with pytest.raises(NotationError, match="no border"):
        dots_and_boxes(1, 1, border=border)
    with pytest.raises(NotationError, match="no border"):
        triangles(1, border=border)


def test_families_have_examples_of_their_texts() -> None:
    for name, family in FAMILIES.items():
        assert family.name == name
        assert parse_game(family.example).text == family.example
