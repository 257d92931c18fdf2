"""Random small games of every kind, with positions, for property tests."""

from __future__ import annotations

from typing import Any

from hypothesis import strategies as st

from perfectplay import (
    Game,
    GameSpec,
    Gems,
    Objective,
    Position,
    Region,
    Regions,
    SetFunction,
    TurnRule,
)

rules = st.tuples(st.sampled_from(TurnRule), st.sampled_from(Objective))


@st.composite
def region_scores(draw: st.DrawFn, n: int) -> Regions:
    masks = st.integers(1, (1 << n) - 1)
    weights = st.integers(1, 3) | st.integers(1, 400)
    parts = draw(st.lists(st.builds(Region, masks, weights), max_size=12)) if n else []
    if draw(st.booleans()):  # few regions of few items leave many items alike
        parts = [Region(r.mask & -r.mask | 1 << (r.mask.bit_length() - 1), r.weight) for r in parts]
    return Regions(tuple(parts))


@st.composite
def gems_scores(draw: st.DrawFn, n: int) -> Gems:
    colours = draw(st.integers(0, 4))
    most = draw(st.sampled_from([2, 5, 40]))
    bag = st.lists(st.integers(0, most), min_size=colours, max_size=colours).map(tuple)
    bags = draw(st.lists(bag, min_size=n, max_size=n).map(tuple))
    return Gems(draw(st.integers(1, 6)), bags)


@st.composite
def function_scores(draw: st.DrawFn, n: int) -> SetFunction:
    """Monotone by construction: a value is at least that of every subset."""
    steps = draw(st.lists(st.sampled_from([0, 0, 0, 1, 2, 30]), min_size=1 << n, max_size=1 << n))
    values = [0] * (1 << n)
    for mask in range(1, 1 << n):
        below = max(values[mask ^ 1 << i] for i in range(n) if mask >> i & 1)
        values[mask] = below + steps[mask]
    return SetFunction(values)


@st.composite
def games(draw: st.DrawFn, least: int = 0, most: int = 10) -> Game:
    small = least <= 7  # a function has 2^n values to draw
    kinds = [region_scores, gems_scores, *([function_scores] if small else [])]
    kind: Any = draw(st.sampled_from(kinds))
    n = draw(st.integers(least, most if kind is not function_scores else min(most, 7)))
    turn, objective = draw(rules)
    spec = GameSpec(n, draw(kind(n)), turn, objective, numbered_from=draw(st.sampled_from([0, 1])))
    return spec.validate()


@st.composite
def positions(draw: st.DrawFn, least: int = 0, most: int = 10) -> Position:
    game = draw(games(least, most))
    return Position(game, draw(st.integers(0, game.all)))
