"""Positions, moves and matches; copies of them and of what they are made of."""

from __future__ import annotations

import copy
import pickle
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from perfectplay import (
    ArgumentError,
    Game,
    GameSpec,
    Gems,
    IllegalMoveError,
    InvalidGameError,
    Match,
    NotationError,
    Objective,
    Position,
    Region,
    Regions,
    SetFunction,
    dots_and_boxes,
    parse_game,
)


def test_moves_view() -> None:
    position = Position.parse(parse_game("triangles:3"), "1,2 , 3")
    moves = position.moves
    assert list(moves) == list(range(4, 19))
    assert len(moves) == 15
    assert 3 not in moves
    assert "4" in moves
    assert 19 not in moves
    assert 4.0 not in moves
    assert not Position(position.game, position.game.all).moves
    assert repr(moves) == "<Moves 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18>"


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("1 2 x", "character 5: no item 'x': the items are 1..18"),
        ("0", "character 1: no item '0'"),
        ("19", "no item '19'"),
        ("3 4, 3", "character 6: item 3 is listed twice"),
    ],
)
def test_bad_position_names_the_character(text: str, message: str) -> None:
    with pytest.raises(NotationError, match=message):
        Position.parse(parse_game("triangles:3"), text)


def test_names_and_numbers() -> None:
    game = parse_game('regions:{"items":["left","right"],"regions":[{"items":[0,1]}]}')
    assert Position.parse(game, "right").taken == (1,)
    assert Position.parse(game, "1").taken == (1,)
    assert str(Position.parse(game, "1")) == "right"
    with pytest.raises(NotationError, match="or names such as 'left'"):
        Position.parse(game, "middle")


def test_start_is_part_of_every_position() -> None:
    game = parse_game("dots-and-boxes:1x1,border=icelandic")
    assert Position.parse(game, "0") == Position.parse(game, "0 1 2")
    assert str(Position.start(game)) == "1 2"


def test_masks_outside_the_game_are_refused() -> None:
    with pytest.raises(NotationError, match="mask 0x10 is no set"):
        Position(parse_game("dots-and-boxes:1x1"), 16)


@pytest.mark.parametrize("mask", ["x", None, 1.0, True, [1]])
def test_masks_that_are_no_integers_are_refused(mask: Any) -> None:
    with pytest.raises(ArgumentError, match=r"mask is .*; it must be an integer"):
        Position(parse_game("dots-and-boxes:1x1"), mask)


def test_masks_may_be_integers_of_numpy_and_of_any_size() -> None:
    game = parse_game("dots-and-boxes:1x1")
    position = Position(game, np.uint64(5))  # type: ignore[arg-type]
    assert position == Position(game, 5)
    assert type(position.mask) is int
    assert np.int64(1) in position.moves
    assert np.int64(2) not in position.moves
    assert position.play(np.int64(1)).taken == (0, 1, 2)  # type: ignore[arg-type]
    for mask in (10**5000, -(10**5000)):
        with pytest.raises(NotationError, match=r"mask .*\.\.\. is no set of the 4 items"):
            Position(game, mask)


@pytest.mark.parametrize("wrong", [5, None, 1.5])
def test_arguments_of_the_wrong_type_are_said_to_be(wrong: Any) -> None:
    game = parse_game("triangles:2")
    for make in (Position.parse, Position.of, Match.replay):
        with pytest.raises(ArgumentError, match="; it must be "):
            make(game, wrong)
    with pytest.raises(ArgumentError, match="; it must be "):
        Position(wrong, 0)


def test_match_keeps_score_and_turn() -> None:
    game = parse_game("triangles:3")
    match = Match.replay(game, "4 5 6 1 2 3")
    assert (match.points, match.player, match.margin) == ((2, 0), "A", 2)
    assert match.moves == (4, 5, 6, 1, 2, 3)
    assert str(match) == "game: triangles:3\nmoves: 4 5 6 1 2 3"
    assert Match.parse(str(match)) == match
    assert match.final_margin(-1) == 1
    after = match.play(8)
    assert after.player == "B"
    assert after.final_margin(4) == -2


def test_alternate_passes_the_turn_after_a_gain() -> None:
    match = Match.replay(parse_game("dots-and-boxes:1x1,turn=alternate"), [0, 1, 2, 3])
    assert (match.points, match.player) == ((0, 1), "A")


def test_points_of_the_start_position_belong_to_nobody() -> None:
    game = parse_game("triangles:3")
    match = Match.replay(game, [18], Position.parse(game, "1 2 3"))
    assert (match.points, match.player) == ((0, 0), "B")


def test_beginning_of_a_match_and_owners_of_regions() -> None:
    game = parse_game("triangles:3")
    start = Position.parse(game, "1 2 3")  # the first triangle is nobody's
    match = Match.replay(game, [4, 5, 8, 6, 9, 7], start)
    assert match.beginning == Match(start)
    assert match.owners[:3] == (None, 1, 0)
    assert match.points == (2, 1)
    assert sum(owner is not None for owner in match.owners) == sum(match.points)
    later = Match(start, (1, 0), 1, (), ("Anna", "Bert"))  # B moves first
    for move in (4, 5, 8, 6, 9, 7):
        later = later.play(move)
    assert later.beginning == Match(start, (1, 0), 1, (), ("Anna", "Bert"))
    assert later.owners[:3] == (None, 0, 1)
    assert later.points == (2, 2)
    gems = Match.replay(parse_game('gems:{"melt":1,"bags":[[1],[1]]}'), "2")
    assert gems.owners == ()
    assert gems.beginning.position.taken == ()


@pytest.mark.parametrize(
    "players", [("A", " B"), ("", "B"), ("A", "two\nlines"), ("A", 5), ("A",), ("A", "B", "C")]
)
def test_names_of_players_that_cannot_be_written_are_refused(players: Any) -> None:
    with pytest.raises(ArgumentError, match=r"cannot be the name of a player|must be two names"):
        Match(Position.start(parse_game("triangles:1")), players=players)


def test_positions_may_be_drawn() -> None:
    game = dots_and_boxes(1, 2, border="icelandic")
    assert Position.parse(game, "```\no---o   o\n|   |   |\no   o   o\n```").taken == (
        (0, 2, 3, 4, 5, 6)
    )
    with pytest.raises(NotationError, match="line 2, column 3: expected"):
        Position.parse(game, "o---o   o\n| ? |   |\no   o   o")
    with pytest.raises(NotationError, match="line 1, column 1: expected 1 x 2 boxes"):
        Position.parse(game, "+ +\n\n+ +")


def test_places_in_texts_of_several_lines() -> None:
    game = parse_game("triangles:3")
    assert Position.parse(game, "1 2\r\n3,\n\n4").taken == (1, 2, 3, 4)
    with pytest.raises(NotationError, match="line 3, character 3: no item 'x'"):
        Position.parse(game, "1 2\r\n3,\n4 x 5")
    with pytest.raises(NotationError, match="line 2, character 1: item 2 is listed twice"):
        Position.parse(game, "1 2\r2")


def test_illegal_moves_name_the_move() -> None:
    game = parse_game("triangles:3")
    with pytest.raises(IllegalMoveError, match="move 3: item 4 is taken already"):
        Match.replay(game, "4 5 4")
    with pytest.raises(IllegalMoveError, match="move 1: no item '77'"):
        Match.replay(game, "77")


def half(masks: Any) -> Any:
    return np.bitwise_count(masks) // 2


MATCH = Match.replay(parse_game("triangles:2,objective=fewest"), "1 2 3 4")
COPIES: dict[str, Callable[[Any], Any]] = {
    "copy": copy.copy,
    "deepcopy": copy.deepcopy,
    "pickle": lambda thing: pickle.loads(pickle.dumps(thing)),
}
THINGS: list[Any] = [
    Region(0b11, 2, "left"),
    Regions((Region(0b11, 2, "left"), Region(0b10))),
    Gems(2, ((1, 0), (3, 1))),
    SetFunction([5, 5, 6, 9], shift=True),
    SetFunction(np.array([0, 0, 1, 3])),
    SetFunction(half),
    GameSpec(2, Gems(2, ((1, 0), (3, 1))), symmetries=((0, 1),)),
    GameSpec(2, SetFunction([5, 5, 6, 9], shift=True)).validate(),
    GameSpec(5, SetFunction(half)).validate(),
    dots_and_boxes(1, 2, border="icelandic", objective=Objective.LAST),
    parse_game('gems:{"melt":3,"bags":[[2,3],[1,3]]}'),
    MATCH.position,
    MATCH,
    Match(MATCH.position, (0, 1), 1, (), ("Anna", "Bert")).play(5),
]


@pytest.mark.parametrize("how", COPIES)
@pytest.mark.parametrize("thing", THINGS)
def test_copies_are_equal(thing: Any, how: str) -> None:
    if isinstance(thing, Game):
        assert thing.index(str(thing.number(0))) == 0  # this and the text are kept once computed
    again = COPIES[how](thing)
    assert again == thing
    assert hash(again) == hash(thing)
    assert repr(again) == repr(thing)
    if isinstance(thing, Game):
        assert [again.points(m) for m in range(4)] == [thing.points(m) for m in range(4)]
        for name in ("total", "text", "given_text", "symmetries"):
            assert getattr(again, name) == getattr(thing, name)


@pytest.mark.parametrize("how", COPIES)
def test_copies_of_an_error_say_the_same(how: str) -> None:
    error = InvalidGameError(("one reason", "another"))
    again = COPIES[how](error)
    assert (str(again), again.problems) == (str(error), error.problems)


@pytest.mark.parametrize("how", COPIES)
def test_copies_can_be_played_on(how: str) -> None:
    match = COPIES[how](MATCH)
    assert match.play(5) == MATCH.play(5)
    assert list(COPIES[how](MATCH.position.moves)) == list(MATCH.position.moves)
