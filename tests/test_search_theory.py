"""The theory that the search uses, as statements about values, and the search without its parts.

Values come from the table engine, which knows none of this. `H + 3 + -4` is a position H beside a
chain of 3 from ground to ground and a loop of 4, as `string_games.pieces` makes them.

Sources: E. R. Berlekamp, The Dots and Boxes Game, A K Peters 2000; E. R. Berlekamp, J. H. Conway
and R. K. Guy, Winning Ways for your Mathematical Plays, chapter 16; J. K. Barker and R. E. Korf,
Solving Dots-And-Boxes, AAAI 2012; K. Buzzard and M. Ciere, Playing simple loony dots-and-boxes
endgames optimally, Integers 14, 2014.
"""

from __future__ import annotations

from collections.abc import Collection
from functools import cache
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from search_helpers import SMALL, above, asks_like_the_table, late, search_of, table_of
from string_games import GROUND, Ends, beside, game_of, greedy, pieces

from perfectplay import Game, Position, Regions, chains_of, opened_value, parse_game
from perfectplay.masks import bits
from perfectplay.search import TECHNIQUES

seeds = st.integers(0, 1 << 32)
EXAMPLES = settings().max_examples
SHORT, CHAINS, LOOPS = (1, 2, -2, -3), (3, 4, 5, 6), (-4, -5, -6, -7)
BOARDS = [
    "dots-and-boxes:2x3",
    "dots-and-boxes:3x3",
    "dots-and-boxes:3x3,border=icelandic",
    "dots-and-boxes:3x4,border=swedish",
    "triangles:3",
    "honeycomb:4",
    "complete:5",
    "complete:6",
    "wheel:7",
    "petersen",
    "cube",
    "friendship:4,cycle=4",
    "hanging-tree:4",
]


def value(position: Position) -> int:
    return table_of(position).value(position)


def value_of(ends: Ends) -> int:
    return value(Position.start(game_of(ends)))


# Random positions


def random_strings(rng: Random, most: int) -> Ends:
    """Return few coins with several strings, some to the ground, some parallel."""
    coins = rng.randint(1, 7)
    ends = []
    for _ in range(rng.randint(0, most)):
        one = rng.randrange(coins)
        other = rng.choice([GROUND, *range(coins)])
        ends.append((one, other if other != one else GROUND))
    return ends


def random_pieces(rng: Random, kinds: Collection[int], most: int) -> list[int]:
    """Return lengths of chains and loops with so many strings at most."""
    lengths: list[int] = []
    while rng.random() < 0.9:
        length = rng.choice(list(kinds))
        if strings_of([*lengths, length]) > most:
            break
        lengths.append(length)
    return lengths


def strings_of(lengths: Collection[int]) -> int:
    return sum(abs(length) + (length > 0) for length in lengths)


@cache
def board(text: str) -> Game:
    return parse_game(text)


def after_safe_moves(game: Game, rng: Random) -> Position:
    """Return a position reached by moves that give nothing away, as long as there are any."""
    assert isinstance(game.score, Regions)
    taken = game.start
    items = list(bits(game.all & ~taken))
    rng.shuffle(items)
    for item in items:
        coins = [region.mask & ~taken for region in game.score.regions if region.mask >> item & 1]
        if all(coin.bit_count() > 2 for coin in coins):
            taken |= 1 << item
    return Position(game, taken)


def random_position(rng: Random) -> Position:
    """Return a position of Strings-and-Coins with at most 13 strings left."""
    kind = rng.randrange(4)
    if kind == 0:
        game = game_of(random_strings(rng, 12) or pieces(2))
        return late(game, rng.randint(1, 12), rng)
    if kind == 1:
        core = random_strings(rng, 5)
        some = random_pieces(rng, (*SHORT, *CHAINS, *LOOPS), 13 - len(core)) or [1]
        ends = beside(core, pieces(*some))
        rng.shuffle(ends)
        return Position.start(game_of(ends))
    game = board(rng.choice(BOARDS))
    position = after_safe_moves(game, rng) if kind == 2 else Position.start(game)
    free = [*bits(game.all & ~position.mask)]
    more = rng.sample(free, max(0, len(free) - 13))
    return Position(game, position.mask | sum(1 << item for item in more))


# The search without its parts


def equals_the_table(rng: Random, without: Collection[str]) -> None:
    """Ten positions above one, of which two are asked about bound by bound."""
    base = random_position(rng)
    table, search = table_of(base), search_of(base, without=without)
    for position in (base, *(above(base, rng) for _ in range(7))):
        expected = table.value(position)
        assert search.bounds(position) == (expected, expected)
    other = search_of(base, without=without)
    for position in (base, above(base, rng)):
        asks_like_the_table(other, table, position, rng)


@pytest.mark.parametrize("technique", TECHNIQUES)
@given(seeds)
@settings(max_examples=EXAMPLES // 10)
def test_values_without_a_technique(technique: str, seed: int) -> None:
    equals_the_table(Random(seed), (technique,))


@given(seeds, st.sets(st.sampled_from(TECHNIQUES)))
def test_values_without_some_techniques(seed: int, without: set[str]) -> None:
    equals_the_table(Random(seed), without)


@given(seeds)
@settings(max_examples=EXAMPLES // 2)
def test_values_with_all_techniques(seed: int) -> None:
    equals_the_table(Random(seed), ())


@pytest.mark.parametrize("technique", TECHNIQUES)
def test_a_technique_left_out_makes_a_difference(technique: str) -> None:
    text = "complete:6" if technique == "relabel" else "dots-and-boxes:3x3"
    base = Position.start(board(text))
    nodes = []
    for without in ((), (technique,)):
        search = search_of(base, without=without, memory_limit=16 * SMALL)
        assert search.bounds(base) == (value(base), value(base))
        nodes.append(search.nodes)
    assert nodes[0] != nodes[1]


# Captures (Winning Ways; Barker and Korf)


def fewest_left(position: Position) -> int | None:
    """Return how few of the coins one may leave so that the other has to take them and move on.

    By trying all moves: some captures, then a move that wins nothing, after which all that can be
    won are pairs of coins, each by one string, and nothing else of the position is touched.
    """
    rest = greedy(position)[0]
    found: list[int] = []
    seen, waiting = set[int](), [position]
    while waiting:
        now = waiting.pop()
        for move in now.moves:
            after = now.play(move)
            if now.gain(move):
                if after.mask not in seen:
                    seen.add(after.mask)
                    waiting.append(after)
                continue
            end, left = greedy(after)
            pairs = [gain for other in after.moves if (gain := after.gain(other))]
            if left and end == rest and left == sum(pairs) == 2 * len(pairs):
                found.append(left)
    return min(found, default=None)


@given(seeds)
def test_captures_are_all_taken_or_all_but_two_or_four(seed: int) -> None:
    """v = c + v(R), or c - L + |v(R) + L| where L of the c coins can be left before a rest R."""
    rng = Random(seed)
    position = above(late(random_position(rng).game, 9, rng), rng)
    rest, coins = greedy(position)
    left = fewest_left(position)
    assert left in (None, 2, 4)
    of_rest = value(rest)
    expected = coins + of_rest if left is None else coins - left + abs(of_rest + left)
    assert value(position) == expected


# Loose chains and loops, that nothing else touches


@given(seeds)
def test_of_loose_chains_and_loops_only_the_lengths_matter(seed: int) -> None:
    """A position is worth as much as what is left of it beside new chains and loops so long."""
    position = greedy(random_position(Random(seed)))[0]
    score = position.game.score
    assert isinstance(score, Regions)
    ends: dict[int, list[int]] = {move: [] for move in position.moves}
    for coin, region in enumerate(score.regions):
        for move in position.moves:
            if region.mask >> position.game.index(move) & 1:
                ends[move].append(coin)
    found = chains_of(position)
    alone = {component.coins for component in found.components}
    lengths = []
    for chain in (*found.chains, *found.loops):
        if tuple(sorted(chain.coins)) in alone:
            lengths.append(-len(chain) if chain.loop else len(chain))
            for item in chain.items:
                del ends[item]
    core = [(pair[0], pair[1] if len(pair) == 2 else GROUND) for pair in ends.values()]
    anew = pieces(*sorted(lengths), first_coin=len(score.regions))
    assert value_of(core + anew) == value(position)


@given(seeds, st.sampled_from([*((k, k) for k in SHORT), (2, -2)]))
def test_pairs_of_short_chains_cancel(seed: int, pair: tuple[int, int]) -> None:
    """v(H + k + k) = v(H), where a chain and a loop of two are the same."""
    rng = Random(seed)
    rest = random_strings(rng, 5)
    beside_others = beside(rest, pieces(*random_pieces(rng, (*SHORT, 3, 4, -4), 5)))
    game = game_of(beside_others + pieces(*pair, first_coin=40))
    taken = rng.choice([0, rng.getrandbits(len(beside_others))])
    paired = ((1 << len(game)) - 1) >> len(beside_others) << len(beside_others)
    table = table_of(Position.start(game))
    assert table.value(taken) == table.value(taken | paired)


@given(seeds)
def test_a_chain_of_two_is_a_loop_of_two(seed: int) -> None:
    rng = Random(seed)
    rest = beside(random_strings(rng, 6), pieces(*random_pieces(rng, (*SHORT, 3, -4), 5)))
    taken = rng.choice([0, rng.getrandbits(len(rest))])
    chain, loop = (
        value(Position(game_of(rest + pieces(k, first_coin=40)), taken)) for k in (2, -2)
    )
    assert chain == loop


NEXT = {1: 2, 2: -3, -2: -3} | {k: k + 1 for k in (3, 4, 5)} | {-k: -k - 1 for k in (4, 5, 6)}


@given(seeds, st.sampled_from(sorted(NEXT)))
def test_a_coin_more_changes_the_value_by_one_at_most(seed: int, length: int) -> None:
    """|v(H + n) - v(H + (n + 1))| <= 1 if both are short, both long chains or both long loops."""
    rng = Random(seed)
    rest = beside(random_strings(rng, 5), pieces(*random_pieces(rng, (*SHORT, 3, -4), 5)))
    taken = rng.choice([0, rng.getrandbits(len(rest))])
    one, other = (
        value(Position(game_of(rest + pieces(n, first_coin=40)), taken))
        for n in (length, NEXT[length])
    )
    assert abs(one - other) == 1


@given(seeds, st.sampled_from([SHORT, CHAINS, LOOPS]))
def test_of_loose_ones_of_a_kind_the_shortest_is_opened_first(
    seed: int, kind: tuple[int, ...]
) -> None:
    """Where nothing can be captured no string of a longer one is better than all of a shorter."""
    rng = Random(seed)
    shorter, longer = sorted(rng.choices(kind, k=2), key=abs)
    rest = random_strings(rng, 16 - strings_of([shorter, longer]))[:6]
    game = game_of(rest + pieces(shorter, longer, first_coin=40))
    position = greedy(Position(game, rng.choice([0, rng.getrandbits(len(rest))])))[0]
    table = table_of(position)
    worth = {move.move: move.value for move in table.moves(position)}
    first = len(rest) + 1  # strings are numbered from 1
    second = first + strings_of([shorter])
    best = max(worth[move] for move in range(first, second))
    assert best >= max(worth[move] for move in range(second, len(game) + 1))


@given(seeds)
def test_prices_of_openings(seed: int) -> None:
    """Who opens n coins makes n - 2 coins less than the other, n - 3 if joined, n - 4 in a loop."""
    position = greedy(random_position(Random(seed)))[0]
    worth = {move.move: move.value for move in table_of(position).moves(position)}
    found = chains_of(position)
    alone = {component.coins for component in found.components}
    for chain in (*found.chains, *found.loops):
        left = 4 if chain.loop else 2 if tuple(sorted(chain.coins)) in alone else 3
        if len(chain) >= (4 if chain.loop else 3):
            assert max(worth[item] for item in chain.items) <= left - len(chain)


@given(seeds)
def test_of_a_chain_one_string_is_as_good_as_another_but_of_two_coins_the_middle(
    seed: int,
) -> None:
    """Where nothing can be captured; a handout of two coins is best made so that all are taken."""
    position = greedy(random_position(Random(seed)))[0]
    worth = {move.move: move.value for move in table_of(position).moves(position)}
    found = chains_of(position)
    for chain in (*found.chains, *found.loops):
        values = [worth[item] for item in chain.items]
        if len(chain) == 2 and not chain.loop:
            assert values[0] == values[2] <= values[1]
        else:
            assert len(set(values)) == 1


# Endgames (Berlekamp, chapter 8; Buzzard and Ciere)


@cache
def endgame_value(lengths: tuple[int, ...]) -> int:
    """Return the value of loose chains and loops, lengths ascending, by what each opening costs."""
    values = []
    for k, length in enumerate(lengths):
        coins = abs(length)
        rest = endgame_value(lengths[:k] + lengths[k + 1 :])
        is_long = coins >= (4 if length < 0 else 3)
        opened = opened_value(coins, rest, loop=length < 0) if is_long else coins + rest
        values.append(-opened)
    return max(values, default=0)


def controlled_value(lengths: Collection[int]) -> int:
    """Return what the player in control makes more who always leaves two or four coins, but last.

    At the end nothing is left of the last one; loops come after chains of more than three coins.
    """
    chains, loops = [n for n in lengths if n > 0], [-n for n in lengths if n < 0]
    all_but = sum(n - 4 for n in chains) + sum(n - 8 for n in loops)
    if not chains:
        return all_but + (8 if loops else 0)
    return all_but + (6 if loops and max(chains) == 3 else 4)


@given(seeds)
def test_endgames_by_what_each_opening_costs(seed: int) -> None:
    lengths = random_pieces(Random(seed), (*SHORT, *CHAINS, *LOOPS), 16)
    assert endgame_value(tuple(sorted(lengths))) == value_of(pieces(*lengths))


@given(st.lists(st.sampled_from([3, 3, 3, 4, 4, 5, 6, 9, -4, -4, -6, -8, -10]), max_size=12))
def test_endgames_are_worth_their_controlled_value_if_it_is_two(lengths: list[int]) -> None:
    controlled = controlled_value(lengths)
    if controlled >= 2:
        assert endgame_value(tuple(sorted(lengths))) == -controlled
    else:  # keeping control is one way to play
        assert endgame_value(tuple(sorted(lengths))) <= -controlled


@given(seeds, st.sets(st.sampled_from(TECHNIQUES), max_size=2))
@settings(max_examples=EXAMPLES // 2)
def test_the_search_knows_endgames_of_many_coins(seed: int, without: set[str]) -> None:
    rng = Random(seed)
    kinds = rng.choice(
        [(3, 4, 5, -4, -6), (1, 2, 3, 4, 5, 6, -2, -3, -4, -5, -6), (13, 14, 15, -9)]
    )
    lengths = random_pieces(rng, kinds, rng.choice([30, 64]))
    base = Position.start(game_of(pieces(*lengths) or pieces(1)))
    if not lengths:
        return
    if strings_of(lengths) > 30:
        without &= {"order", "symmetries", "remembered", "pairs"}
    expected = endgame_value(tuple(sorted(lengths)))
    assert search_of(base, without=without).bounds(base) == (expected, expected)


# How many coins; which positions count as one


@pytest.mark.parametrize("pairs", [1, 20, 29, 30, 31, 32, 40, 59])  # from 31 on: no theory
def test_more_coins_than_strings(pairs: int) -> None:
    """Two coins tied by their last string are taken at once: v(H + such) = 2 + v(H)."""
    dominoes = [(2 * k, 2 * k + 1) for k in range(pairs)]
    rest = pieces(4, first_coin=2 * pairs)
    search = search_of(Position.start(game_of(dominoes + rest)), node_limit=20_000)
    expected = 2 * pairs + value_of(pieces(4))
    low, high = search.bounds(search.base)
    assert low <= expected <= high
    assert low == high or pairs > 30


@pytest.mark.parametrize("text", ["dots-and-boxes:2x3", "triangles:3", "complete:5", "wheel:5"])
def test_symmetric_positions_count_as_one(text: str) -> None:
    """What is known of a position is known of its images, without a search."""
    game, rng = board(text), Random(text)
    search = search_of(Position.start(game))
    for _ in range(50):
        position = above(search.base, rng)
        known = search.bounds(position)
        nodes = search.nodes
        for permutation in game.symmetries:
            moved = sum(1 << permutation[item] for item in bits(position.mask))
            assert search.known(Position(game, moved)) == known
        assert search.nodes == nodes


@given(seeds)
@settings(max_examples=EXAMPLES // 5)
def test_parallel_strings_are_alike(seed: int) -> None:
    rng = Random(seed)
    ends = random_strings(rng, 8) or pieces(1)
    ends += rng.choices(ends, k=2)
    search = search_of(Position.start(game_of(ends)))
    table = table_of(search.base)
    for _ in range(4):
        position = above(search.base, rng)
        known = search.bounds(position)
        assert known == (table.value(position),) * 2
        kinds = sorted(frozenset(ends[i]) for i in bits(position.mask))
        other = Position.start(position.game)
        for kind in kinds:
            alike = [i for i, both in enumerate(ends) if frozenset(both) == kind]
            other = other.play(rng.choice([i for i in alike if not other.mask >> i & 1]) + 1)
        assert search.known(other) == known
