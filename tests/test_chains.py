"""Chains, loops, components and classes of moves against plain searches and the definitions."""

from __future__ import annotations

import time
from typing import Any

import pytest
from hypothesis import given
from string_games import GROUND, game_of, greedy, pieces, string_positions

from perfectplay import (
    ArgumentError,
    Chain,
    MoveClass,
    Position,
    Regions,
    chains_of,
    classify,
    is_strings_and_coins,
    parse_game,
)
from perfectplay.nimstring import nimber
from perfectplay.strings import no_strings_because


def strings_left(position: Position) -> dict[int, set[int]]:
    """Return the coins left, each with the numbers of its strings, straight from the regions."""
    score = position.game.score
    assert isinstance(score, Regions)
    left = {
        k: {move for move in position.moves if region.mask >> position.game.index(move) & 1}
        for k, region in enumerate(score.regions)
    }
    return {coin: strings for coin, strings in left.items() if strings}


def merged(sets: list[set[Any]]) -> list[set[Any]]:
    """Return the unions of the sets that overlap, directly or by others."""
    found: list[set[Any]] = []
    for new in sets:
        apart = [old for old in found if not old & new]
        found = [*apart, new.union(*(old for old in found if old & new))]
    return found


@given(string_positions(11))
def test_chains_and_loops_against_a_plain_search(position: Position) -> None:
    left = strings_left(position)
    thin = {coin for coin, strings in left.items() if len(strings) <= 2}
    expected = set()
    for group in merged([{("coin", c), *(("string", s) for s in left[c])} for c in thin]):
        coins = frozenset(x for kind, x in group if kind == "coin")
        strings = frozenset(x for kind, x in group if kind == "string")
        open_ends = sum(len(left[coin]) == 1 for coin in coins)
        loop = open_ends == 0 and len(strings) == len(coins)
        expected.add((coins, strings, loop, open_ends))
    found = chains_of(position)
    every = (*found.chains, *found.loops, *found.opened)
    assert {(frozenset(c.coins), frozenset(c.items), c.loop, c.open_ends) for c in every} == (
        expected
    )
    assert len(every) == len(expected)
    assert found.long_chains == sum(
        len(coins) >= 3 and not loop and not open_ends for coins, _, loop, open_ends in expected
    )
    for chain in every:
        assert len(chain.items) == len(chain) + 1 - chain.loop - chain.open_ends
        in_a_row(chain, left)
    assert all(c.open_ends for c in found.opened)
    assert not any(c.loop or c.open_ends for c in found.chains)
    for group_of in (found.chains, found.loops, found.opened):
        assert [len(c) for c in group_of] == sorted((len(c) for c in group_of), reverse=True)


def in_a_row(chain: Chain, left: dict[int, set[int]]) -> None:
    """Neighbours in the chain share the string between them."""
    items = list(chain.items)
    if chain.loop:
        items.insert(0, items[-1])
    elif chain.open_ends and left[chain.coins[0]] == {items[0]}:
        items.insert(0, items[0])  # a coin with one string
    for k, coin in enumerate(chain.coins):
        assert left[coin] == set(items[k : k + 2])


@given(string_positions(11))
def test_components_and_free_coins_against_a_plain_search(position: Position) -> None:
    left = strings_left(position)
    alone = [{("string", s)} for s in position.moves]
    groups = merged([*alone, *({("coin", c)} | {("string", s) for s in left[c]} for c in left)])
    expected = {
        (
            tuple(sorted(x for kind, x in group if kind == "coin")),
            tuple(sorted(x for kind, x in group if kind == "string")),
        )
        for group in groups
    }
    found = chains_of(position)
    assert {(c.coins, c.items) for c in found.components} == expected
    assert len(found.components) == len(expected)
    assert [c.items[0] for c in found.components] == sorted(c.items[0] for c in found.components)
    assert found.free_coins == greedy(position)[1]


@given(string_positions(7))
def test_classes_of_moves_are_what_their_definitions_say(position: Position) -> None:
    free = greedy(position)[1]
    whole = {
        item: chain
        for chain in chains_of(position).chains + chains_of(position).loops
        for item in chain.items
    }
    classes = classify(position)
    assert [found.move for found in classes] == list(position.moves)
    for found in classes:
        after = position.play(found.move)
        gain = position.gain(found.move)
        captures = [after.gain(move) for move in after.moves if after.gain(move)]
        assert found.captures == gain
        assert found.leaves == greedy(after)[1]
        assert found.loony == (not gain and nimber(after) == "loony")
        assert found.opens == (None if gain else whole.get(found.move))
        assert (found.kind == "capture") == (gain > 0)
        assert (found.kind == "safe") == (not gain and not captures)
        if gain or not captures:
            continue
        new = [m for m in after.moves if after.gain(m) == 2 != position.gain(m)]
        dominoes = sum(captures) == 2 * len(captures) == found.leaves
        assert (found.kind == "double-dealing") == bool(free and dominoes and new)
        assert (found.kind in {"loony", "half-hearted handout"}) == found.loony
        handout = found.opens is not None and len(found.opens) == 2 and not found.opens.loop
        handout = handout and found.leaves == 2
        if found.opens is not None and handout:
            middle = found.move == found.opens.items[1]
            assert found.kind == ("hard-hearted handout" if middle else "half-hearted handout")
        else:
            assert "handout" not in found.kind
        if found.kind in {"sacrifice", "hard-hearted handout"}:
            assert not free
        if found.kind == "decline":
            assert free


@pytest.mark.parametrize(
    ("lengths", "taken", "kinds"),
    [
        ((1,), "", {1: "sacrifice", 2: "sacrifice"}),
        ((2,), "", {1: "half-hearted handout", 2: "hard-hearted handout"}),
        ((3,), "", {1: "loony", 2: "loony", 3: "loony", 4: "loony"}),
        ((3,), "1", {2: "capture", 3: "decline", 4: "decline"}),
        ((3,), "1 2", {3: "capture", 4: "double-dealing"}),
        ((-2,), "", {1: "sacrifice", 2: "sacrifice"}),
        ((-3,), "", {1: "sacrifice", 2: "sacrifice", 3: "sacrifice"}),
        ((-4,), "", {1: "loony", 4: "loony"}),
        ((-4,), "1", {2: "capture", 3: "double-dealing", 4: "capture"}),
        ((-6,), "1", {2: "capture", 3: "loony", 4: "decline"}),
        ((2, 2), "2", {1: "capture", 4: "loony", 5: "decline"}),
    ],
)
def test_classes_in_chains_and_loops(
    lengths: tuple[int, ...], taken: str, kinds: dict[int, str]
) -> None:
    position = Position.parse(game_of(pieces(*lengths)), taken)
    found = {c.move: c.kind for c in classify(position)}
    assert {move: found[move] for move in kinds} == kinds


def test_a_dipper_gives_more_than_the_chain_opened() -> None:
    # a joint with a string to the ground and a chain of two that comes back to it
    game = game_of([(0, 1), (1, 2), (2, 0), (0, GROUND)])
    found = chains_of(Position.start(game))
    assert [str(chain) for chain in found.chains] == ["chain of 2"]
    assert found.long_chains == 0
    handout, middle = classify(Position.start(game))[:2]
    assert handout.hints == ("opens a chain of 2", "leaves 3", "loony")
    assert middle.hints == handout.hints


def test_boards_are_the_strings_of_their_dual() -> None:
    position = Position.parse(parse_game("dots-and-boxes:2x2"), "0 1 4 5 6 8 9 11")
    found = chains_of(position)
    assert [(str(loop), loop.items) for loop in found.loops] == [("loop of 4", (2, 10, 3, 7))]
    assert (found.controller, found.controlled_value, found.wanted) == ("opponent", 4, "odd")
    assert found.summary == (
        "1 loop (4); every move is loony, so the opponent has control, controlled value 4"
    )


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ('gems:{"melt":3,"bags":[[2,3],[1,3]]}', "its score is Gems, not regions"),
        ("triangles:3,turn=alternate", "a gain does not give another turn"),
        (
            'regions:{"items":2,"regions":[{"items":[0,1]},{"items":[1],"weight":2}]}',
            "region 1 is worth 2 points; a coin is worth 1",
        ),
        (
            'regions:{"items":["a","b"],"regions":[{"items":[1]},{"items":[0,1]},{"items":[1]}]}',
            "item b is in more than two regions; a string has two ends",
        ),
    ],
)
def test_other_games_are_refused_with_the_reason(text: str, reason: str) -> None:
    game = parse_game(text)
    assert not is_strings_and_coins(game)
    assert no_strings_because(game) == reason
    for ask in (chains_of, classify, nimber):
        with pytest.raises(
            ArgumentError, match="has no chains, not being Strings-and-Coins: "
        ) as e:
            ask(Position.start(game))
        assert str(e.value).endswith(reason)


def test_weights_do_not_matter_where_the_last_move_wins() -> None:
    regions = '{"items":2,"regions":[{"items":[0,1],"weight":9}],"objective":"last"}'
    [only] = classify(Position.parse(parse_game(f"regions:{regions}"), "0"))
    assert only == MoveClass(1, "capture", 1, 0, None, loony=False)


@pytest.mark.parametrize("text", ['{"items":0,"regions":[]}', '{"items":3,"regions":[]}'])
def test_games_without_coins(text: str) -> None:
    position = Position.start(parse_game(f"regions:{text}"))
    found = chains_of(position)
    assert (found.chains, found.loops, found.free_coins, found.loony) == ((), (), 0, False)
    assert len(found.components) == len(position.moves)
    assert [c.kind for c in classify(position)] == ["safe"] * len(position.moves)
    assert nimber(position) == len(position.moves) % 2


def test_chains_as_json_data() -> None:
    position = Position.parse(game_of(pieces(3, -4)), "2")
    assert chains_of(position).to_dict() == {
        "long_chains": 0,
        "chains": [],
        "loops": [{"length": 4, "items": [5, 6, 7, 8], "regions": [3, 4, 5, 6], "open_ends": 0}],
        "opened": [
            {"length": 2, "items": [3, 4], "regions": [1, 2], "open_ends": 1},
            {"length": 1, "items": [1], "regions": [0], "open_ends": 1},
        ],
        "components": [[1], [3, 4], [5, 6, 7, 8]],
        "free_coins": 3,
        "loony": True,
        "controller": "mover",
        "wanted": None,
        "long_chain_rule": None,
        "controlled_value": None,
        "summary": (
            "1 loop (4), 3 free coins, 3 components; loony, so the player to move has control"
        ),
    }


def test_large_boards_take_no_time() -> None:
    game = parse_game("dots-and-boxes:70x69")
    rows = range(71 * 69)  # all horizontal lines
    began = time.perf_counter()
    found = chains_of(Position.of(game, rows))
    assert (found.long_chains, {len(chain) for chain in found.chains}) == (70, {69})
    assert found.controller == "opponent"
    assert len(classify(Position.start(game))) == len(game)
    assert time.perf_counter() - began < 20
