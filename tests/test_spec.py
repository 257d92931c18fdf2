"""A specification becomes a game, or says all that is wrong with it."""

from __future__ import annotations

import dataclasses
import pickle
import re
from typing import Any

import numpy as np
import pytest

from perfectplay import (
    Game,
    GameSpec,
    Gems,
    InvalidGameError,
    NotationError,
    Position,
    Region,
    Regions,
    SetFunction,
    parse_game,
    regions,
    solve,
)


def problems_of(items: Any, score: Any, **more: Any) -> str:
    return "\n".join(GameSpec(items, score, **more).problems())


def test_all_problems_are_reported_together() -> None:
    spec = GameSpec(
        ["a", "a", "b c", "7"],
        Regions((Region(0), Region(0b10000), Region(0b11, 0, "corner"))),
        start=1 << 9,
    )
    text = "\n".join(spec.problems())
    for part in (
        "2 items have the name 'a'",
        "item 2 has the name 'b c'",
        "item 3 has the name '7', but its number is 3",
        "start is 0b1000000000",
        "region 0 has no items",
        "region 1 names item 4",
        "region 2 ('corner') has weight 0",
    ):
        assert part in text
    with pytest.raises(InvalidGameError) as caught:
        spec.validate()
    assert caught.value.problems == spec.problems()


@pytest.mark.parametrize(
    ("values", "message"),
    [
        ([0, 1, 0], "F has 3 values; 2 items need 2^2 = 4"),
        ([0, 1, 1, 0], "F is not monotone: T = {1}, e = 0: F(T) = 1 but F(T+e) = 0"),
        ([0, 0, 5, 4], "F is not monotone: T = {1}, e = 0: F(T) = 5 but F(T+e) = 4"),
        ([1, 1, 1, 1], "F(empty) = 1"),
        ([0, 0.5, 1, 1], "F({0}) = 0.5 is not an integer"),
        ([0, float("nan"), 1, 1], "F({0}) = nan is not an integer"),
        (["a", "b", "c", "d"], "is not an integer"),
        ([[0, 0], [1, 1]], "F has shape (2, 2)"),
        ([0, 0, 0, 40_000], "F(all) = 40000; more than 32767"),
        ([0, 0, 2**70, 0], "F({1}) = 1180591620717411303424 does not fit 64 bits"),
        (
            np.array([0, 0, 2**63, 0], np.uint64),
            "F({1}) = 9223372036854775808 does not fit 64 bits",
        ),
        ([0, 0, -1e30, 0], "F({1}) = -1e+30 does not fit 64 bits"),
    ],
)
def test_set_functions_are_refused_with_a_witness(values: Any, message: str) -> None:
    assert message in problems_of(2, SetFunction(values))
    assert message in problems_of(2, SetFunction(np.array(values)))
    with pytest.raises(InvalidGameError, match=re.escape(message)):
        GameSpec(2, SetFunction(lambda masks: np.array(values))).validate()


def test_set_function_of_lists_of_different_lengths_is_refused() -> None:
    assert "one integer a set" in problems_of(1, SetFunction([[0], [0, 1]]))


def test_set_function_may_be_shifted() -> None:
    game = GameSpec(2, SetFunction([5, 5, 6, 9], shift=True)).validate()
    assert (game.points(0), game.total) == (0, 4)


def test_set_function_by_vectorised_callable() -> None:
    def count(masks: Any) -> Any:
        return np.bitwise_count(masks) // 2

    game = GameSpec(5, SetFunction(count)).validate()
    assert [game.points(m) for m in (0, 1, 3, 31)] == [0, 0, 1, 2]
    assert "no text form" in game.text
    with pytest.raises(NotationError, match="GameSpec"):
        parse_game(game.text)


def test_gems_problems() -> None:
    text = problems_of(3, Gems(0, ((1, 2), (1, -1))))
    assert "melt is 0" in text
    assert "2 bags for 3 items" in text
    assert "-1 gems" in text
    assert "bag 1 has 1 colours" in problems_of(2, Gems(2, ((1, 2), (1,))))


def test_symmetries_are_checked() -> None:
    square = Regions((Region(0b0011), Region(0b1100)))
    GameSpec(4, square, symmetries=[[2, 3, 0, 1]]).validate()
    assert "symmetry 0 changes the score" in problems_of(4, square, symmetries=[[0, 2, 1, 3]])
    assert "not a permutation" in problems_of(4, square, symmetries=[[0, 0, 1, 2]])
    bags = Gems(2, ((1, 0), (0, 1)))
    GameSpec(2, bags, symmetries=[[1, 0]]).validate()
    assert "changes" in problems_of(2, Gems(2, ((1, 0), (0, 2))), symmetries=[[1, 0]])
    GameSpec(2, SetFunction([0, 1, 1, 2]), symmetries=[[1, 0]]).validate()
    assert "changes" in problems_of(2, SetFunction([0, 1, 0, 2]), symmetries=[[1, 0]])


def half(masks: Any) -> Any:
    return np.bitwise_count(masks) // 2


def test_set_functions_are_equal_if_their_values_are() -> None:
    assert SetFunction([5, 5, 6, 9], shift=True) == SetFunction(np.array([0, 0, 1, 4]))
    assert hash(SetFunction([5, 5, 6, 9], shift=True)) == hash(SetFunction([0, 0, 1, 4]))
    assert SetFunction([0, 0, 1, 3]) != SetFunction([0, 0, 1, 4])
    assert SetFunction(half) == SetFunction(half) != SetFunction(half, shift=True)
    assert SetFunction([0, 1]) != 1


def test_values_of_a_set_function_are_kept_out_of_its_arguments() -> None:
    function = SetFunction([5, 6])
    assert function.array().tolist() == [5, 6]
    assert dataclasses.replace(function, shift=True).array().tolist() == [0, 1]
    assert pickle.loads(pickle.dumps(function)).array().flags.writeable is False
    with pytest.raises(TypeError):
        SetFunction([5, 6], False, {})  # type: ignore[call-arg]


def largest(masks: Any) -> Any:
    """What it says of a set depends on how many items there are: all of them make a point."""
    return (masks == masks.max()).astype(int)


def test_a_function_means_the_game_it_was_validated_for() -> None:
    function = SetFunction(largest)
    three, five = (GameSpec(n, function).validate() for n in (3, 5))
    assert (three.total, five.total) == (1, 1)
    assert [three.points(mask) for mask in range(8)] == [0] * 7 + [1]
    assert five.points(7) == 0
    for engine in ("reference", "table"):
        assert solve(three, engine=engine).value == 1
        assert solve(five, engine=engine).value == 1
    assert function.array(2).tolist() == [0, 0, 0, 1]
    assert function.points(0b11) == 1  # of itself it knows the smallest game only


def test_a_function_is_asked_once_and_its_values_are_kept() -> None:
    calls = []

    def changing(masks: Any) -> Any:
        calls.append(len(masks))
        return np.bitwise_count(masks) * len(calls)

    game = GameSpec(3, SetFunction(changing)).validate()
    assert (game.total, game.total, calls) == (3, 3, [8])
    assert isinstance(game.score, SetFunction)
    assert game.score.array().flags.writeable is False
    assert game.score.array(3) is game.score.array()
    assert game == GameSpec(3, SetFunction([0, 1, 1, 2, 1, 2, 2, 3])).validate()


@pytest.mark.parametrize("shift", [False, True])
def test_arrays_changed_later_change_no_game(shift: bool) -> None:
    values = np.array([0, 0, 1, 3])
    view = values.view()
    view.flags.writeable = False
    games = [GameSpec(2, SetFunction(v, shift)).validate() for v in (values, view)]
    values[3] = 9
    assert [game.points(3) for game in games] == [3, 3]


def test_games_of_functions_can_be_copied_even_if_the_function_cannot() -> None:
    game = GameSpec(2, SetFunction(lambda masks: masks // 3)).validate()
    again: Game = pickle.loads(pickle.dumps(game))
    assert again == game
    assert [again.points(mask) for mask in range(4)] == [0, 0, 0, 1]


def test_set_functions_that_cannot_be_shifted_or_tabulated() -> None:
    far = [2**63 - 1, -(2**63)]  # their difference is 1 in 64 bits
    assert "too far from other values" in problems_of(1, SetFunction(far, shift=True))
    assert "31 items; at most 30 can be tabulated" in problems_of(31, SetFunction(largest))
    assert "9999 items need 2^9999" in problems_of(9999, SetFunction([0]))
    assert problems_of(1, SetFunction(np.array([0, np.int64(1)], object))) == ""


def test_gems_that_would_not_fit_64_bits_are_refused() -> None:
    text = problems_of(1, Gems(10**9 + 1, ((1, 10**400),)))
    assert "melt is 1000000001; it takes at most 1000000000 gems" in text
    assert "gems of colour 1; a count is at most 1000000000" in text
    largest_game = GameSpec(2, Gems(10**9, ((10**9 - 1,), (10**9 - 1,)))).validate()
    assert solve(largest_game).value == solve(largest_game, engine="reference").value == -1
    assert repr(largest_game) == "<Game gem-counts:2 bags (too many gems to list, no text form)>"


NO_SCORE = Regions(())


@pytest.mark.parametrize(
    ("spec", "message"),
    [
        ({"items": 2.0}, "items is 2.0; it must be their number"),
        ({"items": True}, "items is True; it must be their number"),
        ({"items": None}, "items is None; it must be their number"),
        ({"items": [[1], 2]}, "item 0 has the name [1]"),
        ({"items": [[1], 2]}, "item 1 has the name 2; a name is a text"),
        ({"items": -1}, "the number of items is -1; it must be >= 0"),
        ({"items": 10_001}, "there are 10001 items; at most 10000"),
        ({"items": 10**5000}, "items; at most 10000"),
        ({"items": ["a\ud800"]}, r"item 0 has the name 'a\ud800'"),
        ({"items": ["a\x07"]}, r"item 0 has the name 'a\x07'"),
        ({"items": [""]}, "not empty"),
        ({"start": None}, "start is None; it must be a mask"),
        ({"start": 1.0}, "start is 1.0; it must be a mask"),
        ({"start": -1}, "start is -0b1; it must be a mask of the items 0..1"),
        ({"start": 1 << 9999}, "...; it must be a mask of the items 0..1"),
        ({"numbered_from": "1"}, "numbered_from is '1'; it must be an integer in 0..1000000000"),
        ({"numbered_from": 1.5}, "numbered_from is 1.5"),
        ({"numbered_from": -3}, "numbered_from is -3"),
        ({"numbered_from": 10**5000, "items": ["7"]}, "numbered_from is <int of 16610 bits>"),
        ({"turn": "bonus"}, "turn is 'bonus'; it must be a TurnRule"),
        ({"text": 5}, "text is 5; it must be a text or None"),
        ({"symmetries": 5}, "symmetries is 5; it must be a sequence of permutations"),
        ({"symmetries": [5]}, "symmetry 0 is not a permutation"),
        ({"symmetries": [[0, "1"]]}, "symmetry 0 is not a permutation"),
        ({"symmetries": [[False, True]]}, "symmetry 0 is not a permutation"),
        ({"score": None}, "score is None; it must be Regions, Gems or a SetFunction"),
        ({"score": Regions(None)}, "regions is None; it must be a tuple of Region"),  # type: ignore[arg-type]
        ({"score": Regions((1, 2))}, "region 1 is 2; it must be a Region"),  # type: ignore[arg-type]
        ({"score": Regions((Region(1.0),))}, "region 0 has mask 1.0"),  # type: ignore[arg-type]
        ({"score": Regions((Region(1, 10**5000),))}, "F(all) = <int of 16610 bits>; more than"),
        ({"score": Regions((Region(1, 1, "\n"),))}, "no text that can be printed"),
        ({"score": Regions((Region(1, 1, 5),))}, "no text that can be printed"),  # type: ignore[arg-type]
        ({"score": Gems(2, None)}, "bags is None; it must be a tuple of tuples"),  # type: ignore[arg-type]
        ({"score": Gems(2, (5, (1,)))}, "bag 0 is 5; it must be a tuple of integers"),  # type: ignore[arg-type]
        ({"score": Gems(2, (5, (1,), ()))}, "bag 2 has 0 colours, bag 1 has 1"),  # type: ignore[arg-type]
        ({"score": Gems(2.0, ((), ()))}, "melt is 2.0; it takes at least 1 gem"),  # type: ignore[arg-type]
        ({"score": Gems(2, ("1", ""))}, "bag 0 has '1' gems of colour 0"),  # type: ignore[arg-type]
    ],
)
def test_wrong_types_are_reasons_too(spec: dict[str, Any], message: str) -> None:
    fields: dict[str, Any] = {"items": 2, "score": NO_SCORE}
    asked = GameSpec(**fields | spec)
    assert message in "\n".join(asked.problems())
    with pytest.raises(InvalidGameError, match=re.escape(message)):
        asked.validate()


def test_lists_and_arrays_become_tuples_of_plain_integers() -> None:
    two: Any = np.int64(2)
    made: list[tuple[Any, Any]] = [
        (Regions([Region(1)]), Regions((Region(1),))),  # type: ignore[arg-type]
        (Region(two, two), Region(2, 2)),
        (Gems(two, [[1], [2]]), Gems(2, ((1,), (2,)))),  # type: ignore[arg-type]
        (Gems(2, np.array([[1], [2]])), Gems(2, ((1,), (2,)))),  # type: ignore[arg-type]
        (GameSpec(["a"], NO_SCORE), GameSpec(("a",), NO_SCORE)),
        (GameSpec(np.array(["a"]), NO_SCORE), GameSpec(("a",), NO_SCORE)),  # type: ignore[arg-type]
        (
            GameSpec(two, NO_SCORE, start=two, numbered_from=two, symmetries=np.array([[1, 0]])),  # type: ignore[arg-type]
            GameSpec(2, NO_SCORE, start=2, numbered_from=2, symmetries=((1, 0),)),
        ),
    ]
    for given, plain in made:
        assert given == plain
        assert hash(given) == hash(plain)
        assert repr(given).replace("np.str_('a')", "'a'") == repr(plain)
        if isinstance(given, GameSpec):
            assert given.validate() == plain.validate()
            assert repr(given.validate()) == repr(plain.validate())


def test_games_of_numpy_integers_are_solved() -> None:
    one: Any = np.uint64(1)
    game = GameSpec(np.uint8(3), Regions((Region(np.uint64(7), one),)), start=one).validate()  # type: ignore[arg-type]
    assert solve(game).value == solve(game, engine="reference").value
    assert solve(regions(2, [[0, 1]], weights=[one])).value == -1
    assert 2 in Position.start(game).moves


def test_games_with_numbers_as_large_as_possible() -> None:
    game = GameSpec(2, NO_SCORE, numbered_from=10**9).validate()
    assert game.names == ("1000000000", "1000000001")
    assert game.index(10**9 + 1) == 1
    with pytest.raises(NotationError, match="no item <int of"):
        game.index(10**5000)
