"""Sets with the same outcomes or nim-values: what can join, the smallest set, comparing two."""

from __future__ import annotations

from itertools import combinations
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from perfectplay import SubtractionGame, all_but
from perfectplay.errors import ArgumentError
from perfectplay.subtraction import EndlessTakes, addable, canonical, equivalent
from perfectplay.subtraction.certificates import Kind

FAR = 600  # heaps that tell small sets apart

kinds: st.SearchStrategy[Kind] = st.sampled_from(["outcomes", "nim"])
small_sets = st.sets(st.integers(1, 9), max_size=5)


def shown(takes: set[int] | tuple[int, ...], of: Kind, heaps: int = FAR) -> object:
    game = SubtractionGame(takes)
    return game.outcomes(heaps) if of == "outcomes" else game.nim_values(heaps).tolist()


# --- what can join ------------------------------------------------------------------------------


@given(small_sets, kinds, st.integers(1, 120))
def test_a_take_can_join_if_nothing_changes(takes: set[int], of: Kind, take: int) -> None:
    free = addable(SubtractionGame(takes), of=of)
    assert free.status == "solved"
    same = shown(takes | {take}, of) == shown(takes, of)
    assert (take in free) == (same and take not in takes)


@given(small_sets, kinds)
def test_all_that_can_join_can_join_together(takes: set[int], of: Kind) -> None:
    more = addable(SubtractionGame(takes), of=of).up_to(150)
    assert list(more) == sorted(set(more) - takes)
    assert shown(takes | set(more), of) == shown(takes, of)


@given(st.sets(st.integers(1, 9), max_size=5), kinds, st.integers(1, 30))
def test_what_can_join_all_but_some(excluded: set[int], of: Kind, take: int) -> None:
    free = addable(all_but(excluded), of=of)
    more, fewer = all_but(excluded), all_but(excluded - {take})
    if of == "outcomes":
        same = more.outcomes(200) == fewer.outcomes(200)
    else:
        same = more.nim_values(200).tolist() == fewer.nim_values(200).tolist()
    assert (take in free) == (take in excluded and same)
    assert list(free.up_to(30)) == [t for t in range(1, 31) if t in free]


def test_what_can_join_depends_on_residues_in_the_end() -> None:
    free = addable(SubtractionGame({2, 4, 7}), of="nim")
    assert (free.start, free.period, free.residues) == (11, 3, (1,))
    assert free.up_to(30) == tuple(t for t in range(1, 31) if t in free)
    assert 3 * 10**50 not in free
    assert 3 * 10**50 + 1 in free
    assert "3" not in free
    assert addable(SubtractionGame(())).up_to(5) == ()
    assert addable(SubtractionGame({2, 4, 7}, misere=True), of="nim") == free


@given(small_sets, kinds)
def test_long_periods_are_asked_in_another_way(takes: set[int], of: Kind) -> None:
    game = SubtractionGame(takes)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("perfectplay.subtraction.equivalence.MANY_HEAPS", 0)
        by_transform = addable(game, of=of)
    assert by_transform == addable(game, of=of)


def test_long_periods_can_be_asked() -> None:
    free = addable(SubtractionGame({7, 17, 22, 32, 39}))
    assert free.period == 34461
    assert len(free.residues) < 34461 / 2
    assert all(take % 34461 in free.residues for take in (7, 17, 22, 32, 39))


def test_nothing_is_known_without_a_period() -> None:
    free = addable(SubtractionGame("squares"))
    assert (free.status, free.up_to(100)) == ("bounded", ())
    assert "endless" in free.reason
    assert addable(SubtractionGame({6, 23, 27, 44, 50}), limit=1000).status == "bounded"


# --- the smallest set ---------------------------------------------------------------------------


@given(st.sets(st.integers(1, 7), max_size=5), kinds)
def test_the_smallest_set_among_all_of_small_takes(takes: set[int], of: Kind) -> None:
    found = canonical(SubtractionGame(takes), of=of)
    assert found.status == "solved"
    assert found.takes is not None
    assert shown(found.takes, of) == shown(takes, of)
    best = next(
        other
        for size in range(len(takes) + 1)
        for other in combinations(range(1, 10), size)
        if shown(other, of, 60) == shown(takes, of, 60) and shown(other, of) == shown(takes, of)
    )
    assert (len(found.takes), found.takes) <= (len(best), best)
    assert found.takes == best or max(found.takes) > 9
    assert canonical(SubtractionGame(found.takes), of=of).takes == found.takes


@given(small_sets, kinds)
def test_equivalent_sets_have_the_same_smallest_set(takes: set[int], of: Kind) -> None:
    game = SubtractionGame(takes)
    more = takes | set(addable(game, of=of).up_to(9)[:3])
    assert canonical(game, of=of) == canonical(SubtractionGame(more), of=of)


def test_the_smallest_set_needs_a_finite_set_and_a_period() -> None:
    with pytest.raises(ArgumentError, match="all-but:2 is not finite"):
        canonical(all_but({2}))
    with pytest.raises(ArgumentError, match="squares is not finite"):
        canonical(SubtractionGame("squares"))
    found = canonical(SubtractionGame({6, 23, 27, 44, 50}), limit=1000)
    assert (found.status, found.takes) == ("bounded", None)
    assert canonical(SubtractionGame(())).takes == ()
    assert canonical(SubtractionGame({1, 1000})).takes == (1, 1000)
    assert canonical(SubtractionGame({1, 1001})).takes == (1,)


# --- two sets -----------------------------------------------------------------------------------


@given(small_sets, small_sets, kinds, st.booleans())
def test_two_sets_are_compared_for_ever(one: set[int], two: set[int], of: Kind, mis: bool) -> None:
    first, second = SubtractionGame(one, misere=mis), SubtractionGame(two, misere=mis)
    found = equivalent(first, second, of=of)
    assert found.status == "solved"
    pair = [
        game.outcome(0) + game.outcomes(FAR)
        if of == "outcomes"
        else [game.nim_value(0), *game.nim_values(FAR).tolist()]
        for game in (first, second)
    ]
    assert found.equal == (pair[0] == pair[1])
    if not found.equal:
        assert found.heap is not None
        assert pair[0][: found.heap] == pair[1][: found.heap]
        assert pair[0][found.heap] != pair[1][found.heap]


def test_sets_that_differ_late_or_never() -> None:
    one = SubtractionGame({1, 10_000})  # heap 10,000 alone tells it from {1}
    found = equivalent(SubtractionGame({1}), one)
    assert (found.status, found.equal, found.heap) == ("solved", False, 10_000)
    assert equivalent(SubtractionGame({1}), SubtractionGame({1, 10_001})).equal
    assert equivalent(all_but({2, 3, 7}), all_but({2, 7})).equal
    assert not equivalent(all_but({2, 3, 7}), all_but({3, 7})).equal
    assert equivalent(all_but({2, 3, 7}), all_but({2, 3, 7}), of="nim").equal
    assert not equivalent(all_but({2, 3, 7}), SubtractionGame("1,4-6,8-40")).equal
    assert equivalent(SubtractionGame(()), SubtractionGame(())).equal
    assert not equivalent(SubtractionGame(()), SubtractionGame((), misere=True)).equal


def test_endless_sets_are_compared_as_far_as_asked() -> None:
    squares = SubtractionGame("squares")
    other = SubtractionGame(EndlessTakes(k * k for k in range(1, 100)))
    found = equivalent(squares, other, limit=9_000)
    assert (found.status, found.equal, found.compared) == ("bounded", None, 9_000)
    found = equivalent(squares, other, limit=30_000)
    assert (found.status, found.equal) == ("solved", False)
    assert found.heap is not None
    assert found.heap >= 10_000


def test_refuses_other_questions() -> None:
    game = SubtractionGame({1})
    wrong: Any = "values"
    for ask in (addable, canonical):
        with pytest.raises(ArgumentError, match="of is 'values'"):
            ask(game, of=wrong)
    with pytest.raises(ArgumentError, match="of is 'values'"):
        equivalent(game, game, of=wrong)
