"""The takes behind given outcomes: inference against trying every set."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cache
from importlib import import_module
from itertools import combinations, product
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from perfectplay.errors import ArgumentError, NoSubtractionSetError, NotationError
from perfectplay.subtraction import infer, outcomes

DATA = Path(__file__).parent / "data" / "subtraction"
inverse = import_module("perfectplay.subtraction.inference")

letters = st.text("WL", max_size=14)
small_sets = st.sets(st.integers(1, 12), max_size=8)


def records(name: str) -> list[tuple[str, str]]:
    lines = (DATA / name).read_text().splitlines()
    pairs = [line.split(" | ") for line in lines if not line.startswith("#")]
    return [(left, right) for left, right in pairs]


def numbers(text: str) -> tuple[int, ...]:
    return tuple(map(int, text.split()))


def by_definition(takes: Iterable[int], length: int) -> str:
    takes = set(takes)
    won = [False]
    for heap in range(1, length + 1):
        won.append(any(take <= heap and not won[heap - take] for take in takes))
    return "".join("LW"[win] for win in won[1:])


def subsets(largest: int) -> Iterator[tuple[int, ...]]:
    """All non-empty sets with elements up to `largest`, the preferred ones first."""
    for size in range(1, largest + 1):
        yield from combinations(range(1, largest + 1), size)


# --- inference -------------------------------------------------------------------------------


@cache
def preferred(length: int, cap: int) -> dict[str, tuple[int, ...]]:
    """The best set for each outcome sequence that sets with elements up to `cap` have."""
    best: dict[str, tuple[int, ...]] = {}
    for takes in subsets(cap):
        best.setdefault(by_definition(takes, length), takes)
    return best


def inferred(outcome: str, cap: int | None) -> tuple[int, ...] | None:
    try:
        return infer(outcome, max_take=cap)
    except NoSubtractionSetError:
        return None


@pytest.mark.parametrize(("outcome", "expected"), records("ties.txt"))
def test_ties(outcome: str, expected: str) -> None:
    assert infer(outcome, max_take=20) == numbers(expected)


@pytest.mark.parametrize("cap", [1, 2, 3, 5, 9, None])
@pytest.mark.parametrize("length", range(9))
def test_infer_every_short_string(length: int, cap: int | None) -> None:
    best = preferred(length, cap or length + 1)
    for choice in product("WL", repeat=length):
        outcome = "".join(choice)
        assert inferred(outcome, cap) == best.get(outcome)


@given(letters | st.builds(outcomes, small_sets, st.integers(9, 14)))
def test_infer_is_the_best_of_all_sets(outcome: str) -> None:
    assert inferred(outcome, 10) == preferred(len(outcome), 10).get(outcome)


# Source: computed by trying every set.
def test_number_of_possible_strings() -> None:
    counts = [
        sum(inferred("".join(choice), None) is not None for choice in product("WL", repeat=length))
        for length in range(1, 13)
    ]
    assert counts == [2, 4, 6, 10, 15, 22, 33, 49, 69, 100, 146, 201]


@given(st.sets(st.integers(1, 60), max_size=14), st.integers(0, 200))
def test_infer_explains_the_outcomes_at_least_as_well(takes: set[int], length: int) -> None:
    outcome = outcomes(takes, length)
    found = infer(outcome, allow_empty=True)
    used = sorted(take for take in takes if take <= length)
    assert outcomes(found, length) == outcome
    assert list(found) == sorted(set(found))
    assert (len(found), list(found)) <= (len(used), used)
    if takes:
        assert infer(outcome, max_take=max(takes), allow_empty=True) == found or max(found) > max(
            takes
        )


def test_infer_without_a_win() -> None:
    assert infer("") == (1,)
    assert infer("", allow_empty=True) == infer("LLL", allow_empty=True, max_take=1) == ()
    assert infer("LLL") == infer("LLL", max_take=4) == (4,)
    with pytest.raises(NoSubtractionSetError, match="the empty set, which fits, is not allowed"):
        infer("LLL", max_take=3)


def test_infer_long_sequences() -> None:
    for takes in [(1, 2), (3, 7, 11, 16, 20), (2, 19)]:
        assert infer(outcomes(takes, 1_000_000), max_take=20) == takes
    assert infer(outcomes((1, 2, 30_000), 100_000)) == (1, 2, 30_000)


@pytest.mark.parametrize(
    ("outcome", "heap", "letter"),
    [
        ("WwL", 2, "'w'"),
        ("X", 1, "'X'"),
        ("WL ", 3, "' '"),
        ("LLW\n", 4, r"'\\n'"),
        ("é", 1, "'é'"),
    ],
)
def test_infer_names_a_wrong_letter(outcome: str, heap: int, letter: str) -> None:
    with pytest.raises(NotationError, match=f"^heap {heap} is {letter};"):
        infer(outcome)


@pytest.mark.parametrize("cap", [0, -3, True, 2.0])
def test_infer_refuses_caps(cap: int) -> None:
    with pytest.raises(ArgumentError, match=r"^max_take is "):
        infer("WL", max_take=cap)


# --- refusals --------------------------------------------------------------------------------


@given(st.text("WL", max_size=40).filter(lambda text: "W" in text), st.none() | st.integers(1, 20))
def test_a_refusal_is_evidence(outcome: str, cap: int | None) -> None:
    try:
        takes = infer(outcome, max_take=cap)
    except NoSubtractionSetError as error:
        found = error.explanation
    else:
        assert outcomes(takes, len(outcome)) == outcome
        return
    assert found is not None
    assert found.prefix <= len(outcome)
    shorter = outcome[: found.prefix - 1]
    fits = infer(shorter, max_take=cap, allow_empty=True)  # the prefix is the shortest
    assert outcomes(fits, len(shorter)) == shorter
    if found.heap is None:
        return
    sequence = "L" + outcome[: found.prefix]
    assert sequence[found.heap] == "W"
    limit = found.heap if cap is None else min(cap, found.heap)
    leads = {take for take in range(1, limit + 1) if sequence[found.heap - take] == "L"}
    assert leads <= {one.take for one in found.takes}
    for one in found.takes:
        if one.heaps is None:
            assert cap is not None
            assert one.take > cap
        else:
            above, below = one.heaps
            assert above - below == one.take
            assert sequence[above] == sequence[below] == "L"


def test_refusals_are_short() -> None:
    for outcome in ("WLL", "W" * 21, "W" * 100_000 + "L", "L" * 99_999 + "W", "LWL" * 50_000):
        with pytest.raises(NoSubtractionSetError) as caught:
            infer(outcome, max_take=20)
        assert len(str(caught.value)) < 200
    with pytest.raises(NoSubtractionSetError) as caught:
        infer("WLL")
    assert str(caught.value) == (
        "no subtraction set fits heaps 1 to 3: heap 1 is W, but every take from it to an L heap"
        " also leads from one L heap to another: taking 1 leads from heap 3 to heap 2"
    )


# --- hitting sets ----------------------------------------------------------------------------


def mask(takes: Iterable[int]) -> int:
    return sum(1 << take for take in set(takes))


clause = st.sets(st.integers(1, 12), min_size=1, max_size=5).map(mask)
short_clause = st.sets(st.integers(1, 12), min_size=2, max_size=3).map(mask)
