"""Alike items and symmetries: known groups, random games, canonical positions, no igraph."""

from __future__ import annotations

import dataclasses
import itertools
import math
import sys
from random import Random

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from strategies import positions

from perfectplay import (
    GameSpec,
    Position,
    Region,
    Regions,
    SetFunction,
    Symmetries,
    gems,
    parse_game,
    symmetries,
    tabulate,
)
from perfectplay.score import bits
from perfectplay.symmetry import image


@pytest.fixture
def no_igraph(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "igraph", None)


def of(text: str, taken: str = "") -> Symmetries:
    game = parse_game(text)
    return symmetries(game, Position.parse(game, taken))


def all_orders(found: Symmetries) -> int:
    """How many permutations of the items there are, alike ones exchanged too."""
    assert found.order is not None
    return found.order * math.prod(math.factorial(mask.bit_count()) for mask in found.classes)


@pytest.mark.parametrize(
    ("text", "order", "alike"),
    [
        ("dots-and-boxes:1x1", 1, [4]),
        ("dots-and-boxes:2x2", 8, [2] * 4),
        ("dots-and-boxes:3x3", 8, [2] * 4),
        ("dots-and-boxes:5x5", 8, [2] * 4),
        ("dots-and-boxes:2x3", 4, [2] * 4),
        ("dots-and-boxes:4x7", 4, [2] * 4),
        ("dots-and-boxes:1x2", 2, [3, 3]),
        ("dots-and-boxes:3x3,border=swedish", 8, []),
        ("dots-and-boxes:3x3,border=icelandic", 2, [2]),
        ("triangles:2", 6, [2] * 3),
        ("triangles:3", 6, [2] * 3),
        ("triangles:5", 6, [2] * 3),
        ("triangles:4,border=drawn", 6, []),
    ],
)
def test_boards(text: str, order: int, alike: list[int]) -> None:
    found = of(text)
    assert found.order == order
    assert sorted(mask.bit_count() for mask in found.classes) == alike
    assert found.complete
    elements = found.elements()
    assert elements is not None
    assert len(elements) == order
    assert elements[0] == tuple(range(len(parse_game(text))))


def test_the_incidence_of_3x3_boxes_has_128_automorphisms() -> None:
    assert all_orders(of("dots-and-boxes:3x3")) == 128


@pytest.mark.parametrize("n", range(3, 9))
def test_complete_graphs_have_all_permutations_of_the_coins(n: int) -> None:
    assert of(f"complete:{n}").order == math.factorial(n)


@pytest.mark.parametrize("n", range(3, 13))
def test_wheels(n: int) -> None:
    assert of(f"wheel:{n}").order == (24 if n == 3 else 2 * n)  # three spokes: complete:4


def test_the_petersen_graph() -> None:
    found = of("petersen")
    assert (found.order, found.classes) == (120, ())


def test_a_large_group_is_not_listed() -> None:
    found = of("friendship:9")
    assert found.order == 185_794_560
    assert len(found.generators) < 30
    assert found.elements() is None
    assert found.elements(limit=1_000_000) is None
    assert found.canonical(0b1) == 0b1
    assert of("complete:25").order == math.factorial(25)


def test_an_order_of_more_digits_than_python_reads_is_not_told() -> None:
    allowed = sys.get_int_max_str_digits()
    sys.set_int_max_str_digits(640)
    try:
        regions = Regions(tuple(Region(1 << i) for i in range(400)))
        found = symmetries(GameSpec(400, regions).validate())
    finally:
        sys.set_int_max_str_digits(allowed)
    assert (found.order, found.elements(), len(found.generators)) == (None, None, 399)


def test_weights_tell_regions_apart() -> None:
    text = 'regions:{"items":6,"regions":[{"items":[0,1,2]},{"items":[3,4,5],"weight":%d}]}'
    assert of(text % 1).order == 2
    assert of(text % 2).order == 1
    # a region given twice is one of twice the weight
    double = Regions((Region(0b000111), Region(0b000111), Region(0b111000, 2)))
    assert symmetries(GameSpec(6, double).validate()).order == 2


def test_symmetries_of_a_position_are_those_of_what_is_left() -> None:
    """They are more than those of the board that keep the lines taken."""
    assert [of("dots-and-boxes:3x3", line).order for line in ("1", "3", "1 10")] == [2, 1, 4]
    assert of("dots-and-boxes:3x3", "0").order == 2  # one line of a corner: the diagonal is left
    # two boxes cut off from the others, in different ways, are left with three lines each
    left = of('regions:{"items":7,"regions":[{"items":[0,1,2]},{"items":[3,4,5,6]}]}', "3")
    assert left.order == 2
    assert left.taken == 0b1000
    assert all(permutation[3] == 3 for permutation in left.elements() or ())
    assert of("dots-and-boxes:3x3", " ".join(map(str, range(24)))).order == 1


def test_bags() -> None:
    # colours and bags exchanged together
    swapped = symmetries(gems(3, [[1, 1, 2], [2, 2, 1], [1, 2]]))
    assert (swapped.order, swapped.classes) == (2, ())
    # a colour of which three gems never come together does not count
    assert symmetries(gems(3, [[1, 1, 3], [1, 1, 3], [1, 1]])).classes == (0b111,)
    # nor do three gems of a colour that make a stone in any case
    assert symmetries(gems(3, [[1, 1, 1, 2], [2, 2, 2, 2], [2, 1]])).classes == (0b011,)
    # what is in the cooker tells colours apart
    game = gems(3, [[1], [1, 1, 2], [2, 2, 1], [1, 2]])
    assert symmetries(game, Position.of(game, [1])).order == 1
    assert symmetries(gems(2, [])).order == 1
    # two colours that are always the same are no symmetry of the bags
    assert symmetries(gems(2, [[1, 2], [1, 1, 2, 2], [3, 3], [3]])).order == 1


def preserves(position: Position, permutation: tuple[int, ...], random: Random) -> bool:
    """Whether F above the position is the same for a set and its image, for random sets."""
    game = position.game
    for _ in range(25):
        mask = position.mask | random.randrange(game.all + 1)
        if game.points(mask) != game.points(image(mask, permutation)):
            return False
    return True


@given(position=positions(most=10), random=st.randoms(use_true_random=False))
def test_generators_and_exchanges_leave_f_unchanged(position: Position, random: Random) -> None:
    game = position.game
    found = symmetries(game, position)
    n = len(game)
    identity = list(range(n))
    for permutation in found.generators:
        assert sorted(permutation) == identity
        assert all(permutation[item] == item for item in bits(position.mask))
        assert preserves(position, permutation, random)
        for alike in found.classes:
            assert image(alike, permutation) in found.classes
            goals = [permutation[item] for item in bits(alike)]
            assert goals == sorted(goals)
    for alike in found.classes:
        assert not alike & position.mask
        assert alike.bit_count() > 1
        first, *others = bits(alike)
        for other in others:
            exchange = identity.copy()
            exchange[first], exchange[other] = other, first
            assert preserves(position, tuple(exchange), random)
    elements = found.elements()
    if elements is not None:
        assert found.order in (None, len(elements))


@settings(max_examples=150)
@given(position=positions(most=6))
def test_nothing_is_missed(position: Position) -> None:
    """Of regions all permutations that leave F unchanged are found, of functions all exchanges."""
    game = position.game
    found = symmetries(game, position)
    free = list(bits(game.all & ~position.mask))
    sets = [position.mask]
    for item in free:
        sets += [mask | 1 << item for mask in sets]
    points = {mask: game.points(mask) for mask in sets}
    count = 0
    for goals in itertools.permutations(free):
        permutation = list(range(len(game)))
        for item, goal in zip(free, goals, strict=True):
            permutation[item] = goal
        if all(points[mask] == points[image(mask, permutation)] for mask in sets):
            count += 1
            moved = sum(1 << i for i, goal in enumerate(permutation) if i != goal)
            if moved.bit_count() == 2 and isinstance(game.score, SetFunction):
                assert any(moved & ~alike == 0 for alike in found.classes)
    if isinstance(game.score, Regions):
        assert all_orders(found) == count
    else:
        assert count % all_orders(found) == 0


@given(position=positions(most=9), data=st.data())
def test_canonical_positions_have_the_same_value(position: Position, data: st.DataObject) -> None:
    game = position.game
    found = symmetries(game, position)
    table = tabulate(game, position)
    assert table is not None
    for _ in range(5):
        mask = position.mask | data.draw(st.integers(0, game.all))
        least = found.canonical(mask)
        assert least <= mask
        assert found.canonical(least) == least
        assert table.value(least) == table.value(mask)
        for permutation in found.generators:
            assert found.canonical(image(mask, permutation)) == least


@pytest.mark.parametrize(
    ("text", "taken", "most"),
    [
        ("dots-and-boxes:2x2", "", 1 / 8),
        ("dots-and-boxes:2x3", "0 5", 1 / 2),
        ("triangles:2", "", 1 / 6),
        ("triangles:3,border=drawn,turn=alternate", "", 1 / 5),
        ('gems:{"melt":3,"bags":[[1,1,2],[2,2,3],[3,3,1],[1,2],[2,3],[3,1],[1,2,3]]}', "", 1 / 2),
    ],
)
def test_canonical_positions_of_boards_are_few_and_right(
    text: str, taken: str, most: float
) -> None:
    position = Position.parse(parse_game(text), taken)
    table = tabulate(position.game, position)
    found = symmetries(position.game, position)
    assert table is not None
    masks = [m for m in range(position.game.all + 1) if m & position.mask == position.mask]
    forms = {mask: found.canonical(mask) for mask in masks}
    assert all(table.value(mask) == table.value(form) for mask, form in forms.items())
    assert len(set(forms.values())) < len(masks) * most * 1.5


def test_canonical_positions_of_a_board() -> None:
    """On 3 x 3 boxes 24 moves are 4 up to symmetry: corner, middle of a side, and two inside."""
    found = of("dots-and-boxes:3x3")
    assert len({found.canonical(1 << line) for line in range(24)}) == 4
    position = Position.parse(parse_game("dots-and-boxes:2x2"), "0")
    above = symmetries(position.game, position)
    for wrong in (0, 0b10, 1 << 12 | 1, -2):
        with pytest.raises(KeyError, match="is not above 0x1"):
            above.canonical(wrong)


def quarter_turn(n: int) -> tuple[int, ...]:
    """The lines of n x n boxes turned by a quarter."""
    below = (n + 1) * n
    goals = []
    for line in range(below):
        row, column = divmod(line, n)
        goals.append(below + column * (n + 1) + n - row)
    for line in range(below):
        row, column = divmod(line, n + 1)
        goals.append(column * n + n - 1 - row)
    return tuple(goals)


@pytest.mark.usefixtures("no_igraph")
@pytest.mark.parametrize(
    ("text", "order"),
    [("dots-and-boxes:3x3", 8), ("dots-and-boxes:2x4", 4), ("triangles:4", 6)],
)
def test_without_igraph_boards_declare_theirs(text: str, order: int) -> None:
    found = of(text)
    assert (found.order, found.complete) == (order, False)


@pytest.mark.usefixtures("no_igraph")
def test_without_igraph_declared_symmetries_are_used() -> None:
    plain = dataclasses.replace(parse_game("dots-and-boxes:3x3"), symmetries=())
    found = symmetries(plain)
    assert (found.order, found.generators, found.complete) == (1, (), False)
    assert len(found.classes) == 4  # alike items are found all the same
    game = dataclasses.replace(plain, symmetries=(quarter_turn(3),))
    found = symmetries(game)
    assert found.order == 4
    assert len(found.generators) == 1
    # at a position those that keep the lines taken, even if they are no generators
    assert symmetries(game, Position.of(game, [1])).order == 1
    assert symmetries(game, Position.of(game, [1, 10])).order == 2
    assert symmetries(game, Position.of(game, [0])).order == 1


@pytest.mark.usefixtures("no_igraph")
def test_many_declared_symmetries_are_not_listed() -> None:
    n = 12
    pairs = Regions(tuple(Region(0b11 << 2 * k) for k in range(n // 2)))
    swap = (2, 3, 0, 1, *range(4, n))
    turn = tuple((i + 2) % n for i in range(n))
    game = GameSpec(n, pairs, symmetries=(swap, turn)).validate()
    assert symmetries(game).order == 720
    big = Regions(tuple(Region(0b11 << 2 * k) for k in range(n)))
    swap = (2, 3, 0, 1, *range(4, 2 * n))
    turn = tuple((i + 2) % (2 * n) for i in range(2 * n))
    game = GameSpec(2 * n, big, symmetries=(swap, turn)).validate()
    found = symmetries(game)
    assert found.order is None
    assert found.elements() is None
    assert len(found.generators) == 2
    assert len(found.classes) == n
    # only generators are looked at for what keeps the items taken
    left = symmetries(game, Position.of(game, [0, 2]))
    assert left.generators == ((0, 3, 2, 1, *range(4, 2 * n)),)
    assert symmetries(game, Position.of(game, [2, 4])).order == 1


@pytest.mark.usefixtures("no_igraph")
@given(position=positions(most=9), data=st.data())
def test_canonical_positions_without_igraph(position: Position, data: st.DataObject) -> None:
    found = symmetries(position.game, position)
    table = tabulate(position.game, position)
    assert table is not None
    mask = position.mask | data.draw(st.integers(0, position.game.all))
    assert table.value(found.canonical(mask)) == table.value(mask)


def test_set_functions_have_alike_items_and_declared_symmetries() -> None:
    n = 6
    masks = np.arange(1 << n)
    ring = sum((masks >> i & 1) * (masks >> (i + 1) % n & 1) for i in range(n))
    turn = tuple((i + 1) % n for i in range(n))
    game = GameSpec(n, SetFunction(ring), symmetries=(turn,)).validate()
    found = symmetries(game)
    assert (found.order, found.classes, found.complete) == (6, (), False)
    left = symmetries(game, Position.of(game, [0, 3]))
    assert (left.order, left.classes) == (2, (0b000110, 0b110000))
    assert symmetries(game, Position.of(game, [0, 2, 4])).classes == (0b101010,)
    count = GameSpec(20, SetFunction(lambda masks: np.bitwise_count(masks) // 3)).validate()
    assert symmetries(count).classes == ((1 << 20) - 1,)


def test_symmetries_show_themselves() -> None:
    found = of("dots-and-boxes:1x2")
    assert eval(repr(found)) == found
    assert hash(found) == hash(of("dots-and-boxes:1x2"))
