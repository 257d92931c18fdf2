"""The takes behind given outcomes: inference against trying every set."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from functools import cache
from importlib import import_module
from itertools import combinations, product
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from perfectplay.subtraction.hitting import (
    WHOLE,
    Hitting,
    first_smallest_hitting_set,
    independent_parts,
    members,
)

from perfectplay.errors import ArgumentError, NoSubtractionSetError, NotationError
from perfectplay.subtraction import infer, outcomes
from perfectplay.subtraction.inference import forbidden_differences

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
        return infer(outcome, cap=cap)
    except NoSubtractionSetError:
        return None


@pytest.mark.parametrize(("outcome", "expected"), records("ties.txt"))
def test_ties(outcome: str, expected: str) -> None:
    assert infer(outcome, cap=20) == numbers(expected)


@pytest.mark.parametrize("cap", [1, 2, 3, 5, 9, None])
@pytest.mark.parametrize("length", range(9))
def test_infer_every_short_string(length: int, cap: int | None) -> None:
    best = preferred(length, cap or length + 1)
    for choice in product("WL", repeat=length):
        outcome = "".join(choice)
        assert inferred(outcome, cap) == best.get(outcome)


@given(letters | st.builds(outcomes, small_sets, st.integers(9, 14)), st.sampled_from([1, 3, 1000]))
def test_infer_is_the_best_of_all_sets(outcome: str, batch: int) -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(inverse, "BATCH", batch)
        assert inferred(outcome, 10) == preferred(len(outcome), 10).get(outcome)


# Source: computed by trying every set.
def test_number_of_possible_strings() -> None:
    counts = [
        sum(inferred("".join(choice), None) is not None for choice in product("WL", repeat=length))
        for length in range(1, 13)
    ]
    assert counts == [2, 4, 6, 10, 15, 22, 33, 49, 69, 100, 146, 201]


@given(st.sets(st.integers(1, 60), max_size=14), st.integers(0, 200), st.sampled_from([10, 1000]))
def test_infer_explains_the_outcomes_at_least_as_well(
    takes: set[int], length: int, batch: int
) -> None:
    outcome = outcomes(takes, length)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(inverse, "BATCH", batch)
        found = infer(outcome, allow_empty=True)
    used = sorted(take for take in takes if take <= length)
    assert outcomes(found, length) == outcome
    assert list(found) == sorted(set(found))
    assert (len(found), list(found)) <= (len(used), used)
    if takes:
        assert infer(outcome, cap=max(takes), allow_empty=True) == found or max(found) > max(takes)


def test_infer_without_a_win() -> None:
    assert infer("") == (1,)
    assert infer("", allow_empty=True) == infer("LLL", allow_empty=True, cap=1) == ()
    assert infer("LLL") == infer("LLL", cap=4) == (4,)
    with pytest.raises(NoSubtractionSetError, match="up to 3 fits: all 3 heaps are L"):
        infer("LLL", cap=3)


def test_infer_long_sequences() -> None:
    for takes in [(1, 2), (3, 7, 11, 16, 20), (2, 19)]:
        assert infer(outcomes(takes, 1_000_000), cap=20) == takes
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
    with pytest.raises(ArgumentError, match=r"^cap is "):
        infer("WL", cap=cap)


# --- refusals --------------------------------------------------------------------------------


REFUSAL = re.compile(
    r"no subtraction set( with elements up to (?P<cap>\d+))? fits:"
    r" heap (?P<heap>\d+) is W, but every take from it to an L heap"
    r"( is above \d+)?( or)?"
    r"( also leads from one L heap to another:"
    r" taking (?P<take>\d+) leads from heap (?P<above>\d+) to heap (?P<below>\d+))?"
    r"(?P<aside>; without the cap a set exists)?"
)


@given(st.text("WL", max_size=40).filter(lambda text: "W" in text), st.none() | st.integers(1, 20))
def test_a_refusal_is_evidence(outcome: str, cap: int | None) -> None:
    try:
        takes = infer(outcome, cap=cap)
    except NoSubtractionSetError as error:
        found = REFUSAL.fullmatch(str(error))
    else:
        assert outcomes(takes, len(outcome)) == outcome
        return
    assert found
    sequence = "L" + outcome
    heap = int(found["heap"])
    limit = int(found["cap"] or heap)
    assert sequence[heap] == "W"
    joined = {
        above - below
        for below, above in combinations(range(len(sequence)), 2)
        if sequence[above] == sequence[below] == "L"
    }
    leads = {take for take in range(1, min(limit, heap) + 1) if sequence[heap - take] == "L"}
    assert leads <= joined
    if found["take"]:
        take, above, below = int(found["take"]), int(found["above"]), int(found["below"])
        assert take in leads
        assert sequence[above] == sequence[below] == "L"
        assert above - below == take
    else:
        assert not leads
    assert bool(found["aside"]) == (cap is not None and inferred(outcome, None) is not None)
    assert bool(found["cap"]) == bool(found["aside"])


def test_refusals_are_short() -> None:
    for outcome in ("WLL", "W" * 21, "W" * 100_000 + "L", "L" * 99_999 + "W", "LWL" * 50_000):
        with pytest.raises(NoSubtractionSetError) as caught:
            infer(outcome, cap=20)
        assert len(str(caught.value)) < 200
    with pytest.raises(NoSubtractionSetError) as caught:
        infer("WLL")
    assert str(caught.value) == (
        "no subtraction set fits: heap 1 is W, but every take from it to an L heap also leads from"
        " one L heap to another: taking 1 leads from heap 3 to heap 2"
    )


# --- hitting sets ----------------------------------------------------------------------------


def mask(takes: Iterable[int]) -> int:
    return sum(1 << take for take in set(takes))


clause = st.sets(st.integers(1, 12), min_size=1, max_size=5).map(mask)
short_clause = st.sets(st.integers(1, 12), min_size=2, max_size=3).map(mask)


@given(st.lists(clause, max_size=12) | st.lists(short_clause, max_size=40))
def test_hitting_sets_by_trying_all(clauses: list[int]) -> None:
    best = next(
        takes for takes in ((), *subsets(12)) if all(mask(takes) & clause for clause in clauses)
    )
    assert tuple(members(first_smallest_hitting_set(clauses))) == best


@given(st.lists(short_clause, max_size=6))
def test_independent_parts(clauses: list[int]) -> None:
    parts = independent_parts(clauses)
    assert sorted(clause for part in parts for clause in part) == sorted(clauses)
    for one, other in combinations(parts, 2):
        assert not any(a & b for a, b in product(one, other))
    for part in parts:
        for cut in range(1, len(part)):
            for side in combinations(part, cut):
                rest = list(part)
                for clause in side:
                    rest.remove(clause)
                assert any(a & b for a, b in product(side, rest))


@given(st.lists(short_clause, min_size=1, max_size=40, unique=True))
def test_prices_and_disjoint_clauses_are_lower_bounds(clauses: list[int]) -> None:
    problem = Hitting(clauses)
    size = first_smallest_hitting_set(clauses).bit_count()
    assert all(problem.price(hits) <= WHOLE for hits in problem.hits)
    assert problem.price(problem.all) <= size * WHOLE
    assert problem.disjoint(problem.all) <= size <= problem.greedy.bit_count()


@given(st.sets(st.integers(0, 80)), st.sets(st.integers(1, 80)))
def test_forbidden_differences(heaps: set[int], suspects: set[int]) -> None:
    differences = {high - low for low, high in combinations(sorted(heaps), 2)}
    expected = mask(suspects & differences)
    assert forbidden_differences(mask(heaps), mask(suspects)) == expected


@given(st.sets(st.integers(0, 300)))
def test_members(numbers: set[int]) -> None:
    assert list(members(mask(numbers))) == sorted(numbers)
