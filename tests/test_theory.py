"""The theorems of Strings-and-Coins and Nimstring on random positions, by brute force."""

from __future__ import annotations

from functools import cache
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from string_games import (
    Ends,
    as_nimstring,
    beside,
    game_of,
    greedy,
    pieces,
    string_ends,
    string_positions,
)

from perfectplay import (
    ArgumentError,
    MemoryLimitError,
    Position,
    chains_of,
    opened_value,
    parse_game,
    solve,
)
from perfectplay.nimstring import nimber
from perfectplay.reference import Reference

HEAPS = range(5)
seeded = st.randoms(use_true_random=False)


def wins_with_heap(position: Position, heap: int) -> bool:
    """Return whether the player to move wins the sum of Nimstring and a nim-heap, by the rules."""
    game = position.game

    @cache
    def wins(taken: int, size: int) -> bool:
        for index, gain in game.gains(taken):
            after = wins(taken | 1 << index, size)
            if after if gain else not after:  # who wins a coin has to move again
                return True
        return any(not wins(taken, smaller) for smaller in range(size))

    return wins(position.mask, heap)


@given(string_positions(6))
def test_nimbers_are_those_of_sums_with_heaps(position: Position) -> None:
    value = nimber(position)
    for heap in HEAPS:
        assert wins_with_heap(position, heap) == (value == "loony" or value != heap)


@given(string_ends(4), string_ends(4), seeded)
def test_nimbers_of_sums_are_the_exclusive_or(one: Ends, other: Ends, rng: Random) -> None:
    sides = [Position(game := game_of(e), rng.randint(0, game.all)) for e in (one, other)]
    both = Position(game_of(beside(one, other)), sides[0].mask | sides[1].mask << len(one))
    x, y = map(nimber, sides)
    assert nimber(both) == ("loony" if x == "loony" or y == "loony" else x ^ y)


@given(string_positions(7))
def test_loony_positions_are_those_without_a_nimber(position: Position) -> None:
    assert chains_of(position).loony == (nimber(position) == "loony")


@given(string_positions(7))
def test_who_has_control_wins_nimstring_and_makes_half(position: Position) -> None:
    found = chains_of(position)
    value = Reference(position.game).value(position.mask)
    last = as_nimstring(position)
    wins = Reference(last.game).value(last.mask) > 0
    assert chains_of(last).controller == found.controller
    then = greedy(position)[0]
    all_loony = bool(then.moves) and all(chains_of(then.play(m)).loony for m in then.moves)
    if found.controller == "mover":
        assert found.loony
        assert wins
        assert value >= 0
    elif found.controller == "opponent":
        assert all_loony
        assert not wins
        assert value - found.free_coins <= 0
    else:
        assert not all_loony


@given(string_positions(9), seeded)
def test_double_crossed_moves_decide_who_makes_the_last_one(
    position: Position, rng: Random
) -> None:
    found = chains_of(position)
    position, _ = greedy(position)
    if found.loony or not position.moves:
        assert found.wanted is None
        return
    winning_nothing = double_crossed = 0
    while moves := list(position.moves):
        move = rng.choice(moves)
        gain = position.gain(move)
        winning_nothing += gain == 0
        double_crossed += gain == 2
        position = position.play(move)
    mover_makes_the_last = winning_nothing % 2 == 1
    assert mover_makes_the_last == (found.wanted == ("odd" if double_crossed % 2 else "even"))


@given(string_ends(5), st.integers(3, 6), st.booleans(), seeded)
def test_opened_chains_and_loops(rest: Ends, length: int, loop: bool, rng: Random) -> None:
    length = length + 1 if loop else length
    game = game_of(beside(rest, pieces(-length if loop else length)))
    own = [*range(len(rest), len(game))]
    reference = Reference(game)
    for opening in rng.choices(own, k=5):  # with 500 examples that is well over 1,000 endgames
        taken = rng.randrange(1 << len(rest))
        if chains_of(Position(game, taken)).free_coins:  # the formula is about a rest without
            continue
        of_rest = reference.value(taken | sum(1 << string for string in own))
        value = opened_value(length, of_rest, loop=loop)
        assert reference.value(taken | 1 << opening) == value


@pytest.mark.parametrize(
    ("length", "loop", "message"),
    [
        (2, False, "length is 2; it must be an integer >= 3"),
        (3, True, "length is 3; it must be an integer >= 4"),
        (4.0, False, "length is 4.0"),
    ],
)
def test_opened_chains_may_be_too_short(length: Any, loop: bool, message: str) -> None:
    with pytest.raises(ArgumentError, match=message):
        opened_value(length, 0, loop=loop)


@given(st.lists(st.sampled_from([3, 3, 4, 5, 6, -4, -6, -8]), min_size=1, max_size=4), seeded)
def test_controlled_values(lengths: list[int], rng: Random) -> None:
    while sum(abs(length) + (length > 0) for length in lengths) > 18:
        lengths.pop()
    rng.shuffle(lengths)
    position = Position.start(game_of(pieces(*lengths)))
    found = chains_of(position)
    value = solve(position.game, position).value
    assert value is not None
    assert found.controller == "opponent"
    assert found.controlled_value is not None
    if found.controlled_value >= 2:
        assert found.controlled_value == -value
    else:  # keeping control is one way to play
        assert found.controlled_value <= -value
    assert chains_of(position.play(1)).controlled_value is None


@pytest.mark.parametrize("lengths", [(2, 3), (-3, 4), (1,), ()])
def test_no_controlled_value_with_short_pieces(lengths: tuple[int, ...]) -> None:
    found = chains_of(Position.start(game_of(pieces(*lengths))))
    assert found.controlled_value == (None if lengths else 0)


@pytest.mark.parametrize(
    ("board", "parity"),
    # the first player wants dots + long chains to be even: 9, 16, 25 and 20 dots
    [("2x2", "odd"), ("3x3", "even"), ("4x4", "odd"), ("3x4", "even")],
)
def test_long_chain_rule(board: str, parity: str) -> None:
    position = Position.start(parse_game(f"dots-and-boxes:{board}"))
    assert chains_of(position).long_chain_rule == parity


def test_long_chain_rule_allows_for_short_loops() -> None:
    joint = [(0, -1), (0, -1), (0, -1), (0, -1)]
    without, with_loop = (
        chains_of(Position.start(game_of(beside(joint, pieces(*extra))))) for extra in ((), (-3,))
    )
    assert (without.wanted, without.long_chain_rule) == ("even", "even")
    assert (with_loop.wanted, with_loop.long_chain_rule) == ("even", "odd")


def test_nimbers_of_large_positions_are_refused() -> None:
    position = Position.start(parse_game("dots-and-boxes:5x5"))
    with pytest.raises(MemoryLimitError, match="the nimber of a position with 60 free items"):
        nimber(position)
