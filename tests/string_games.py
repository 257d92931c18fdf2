"""Random small positions of Strings-and-Coins, for property tests."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise

from hypothesis import strategies as st

from perfectplay import Game, GameSpec, Objective, Position, Region, Regions

GROUND = -1
COINS = 7  # coins 0..6 at most, in what is drawn at random
Ends = list[tuple[int, int]]


def game_of(ends: Ends) -> Game:
    """Return the game of strings with these ends, numbered from 1; equal ends are the ground's."""
    masks: dict[int, int] = {}
    for string, both in enumerate(ends):
        for coin in set(both) - {GROUND}:
            masks[coin] = masks.get(coin, 0) | 1 << string
    coins = tuple(Region(masks[coin]) for coin in sorted(masks))
    return GameSpec(len(ends), Regions(coins), numbered_from=1).validate()


def string_ends(most: int) -> st.SearchStrategy[Ends]:
    """Few strings for many coins, so that there are chains and loops."""

    def of_coins(coins: int) -> st.SearchStrategy[Ends]:
        end = st.integers(GROUND, coins - 1)
        return st.lists(st.tuples(end, end), min_size=1, max_size=most)

    return st.integers(1, COINS).flatmap(of_coins)


@st.composite
def string_positions(draw: st.DrawFn, most: int) -> Position:
    game = game_of(draw(string_ends(most)))
    return Position(game, draw(st.integers(0, game.all) | st.just(0)))


def pieces(*lengths: int, first_coin: int = 0) -> Ends:
    """Return the ends of chains of these lengths, from ground to ground; of loops where < 0."""
    ends: Ends = []
    coin = first_coin
    for length in lengths:
        row = list(range(coin, coin + abs(length)))
        coin += abs(length)
        row = [GROUND, *row, GROUND] if length > 0 else [*row, row[0]]
        ends += pairwise(row)
    return ends


def beside(ends: Ends, others: Ends) -> Ends:
    """Return both, the others with coins of their own."""
    return ends + [(a + COINS * (a >= 0), b + COINS * (b >= 0)) for a, b in others]


def as_nimstring(position: Position) -> Position:
    return Position(replace(position.game, objective=Objective.LAST), position.mask)


def greedy(position: Position) -> tuple[Position, int]:
    """Return the position after all captures, found by trying every move again and again."""
    won = 0
    while gains := [(move, g) for move in position.moves if (g := position.gain(move))]:
        move, gain = gains[-1]
        position, won = position.play(move), won + gain
    return position, won
