"""Searches and tables of random positions, for the tests of the search."""

from __future__ import annotations

from itertools import product
from random import Random
from typing import Any

from perfectplay import Game, Objective, Position, Search, Table, TurnRule, parse_game
from perfectplay.masks import bits
from perfectplay.table import tabulate

Rules = tuple[TurnRule, Objective]
RULES: list[Rules] = list(product(TurnRule, Objective))
SMALL = 1 << 20  # bytes, the least a search takes
GEMS = [[k % 4 + 1, k % 3 + 2, k % 5 + 1] for k in range(14)]
LARGER = [
    "dots-and-boxes:2x4",
    "dots-and-boxes:3x3,border=icelandic",
    "triangles:3,border=drawn",
    "honeycomb:4",
    "complete:6",
    "wheel:8",
    f'gems:{{"melt":3,"bags":{GEMS}}}',
]


def name_of(rules: Rules) -> str:
    return "-".join(rule.value for rule in rules)


def with_rules(text: str, rules: Rules) -> Game:
    game = parse_game(text)
    turn = "" if rules[0] is game.turn else f",turn={rules[0].value}"
    objective = "" if rules[1] is game.objective else f",objective={rules[1].value}"
    return parse_game(text + turn + objective)


def table_of(position: Position) -> Table:
    table = tabulate(position.game, position, threads=1)
    assert table is not None
    return table


def search_of(position: Position, **options: Any) -> Search:
    return Search(position.game, position, **({"threads": 1, "memory_limit": SMALL} | options))


def above(position: Position, rng: Random) -> Position:
    """Return a random position above another one, near it, near the end or between."""
    likely = rng.random()
    free = bits(position.game.all & ~position.mask)
    more = sum(1 << i for i in free if rng.random() < likely)
    return Position(position.game, position.mask | more)


def late(game: Game, most: int, rng: Random) -> Position:
    """Return a random position with at most so many free items."""
    free = list(bits(game.all & ~game.start))
    taken = rng.sample(free, max(0, len(free) - most))
    return Position(game, sum(1 << i for i in taken))


def asks_like_the_table(search: Search, table: Table, position: Position, rng: Random) -> None:
    """Ask in random order whether the value reaches each bound, or some if there are many."""
    value = table.value(position)
    most = 1 if position.game.objective is Objective.LAST else position.rest
    points = list(range(-most - 1, most + 2)) if most < 20 else [value, value + 1, value - 3, -most]
    for b in rng.sample(points, len(points)):
        assert search.at_least(position, b) is (value >= b)
    assert search.known(position) == (value, value)
