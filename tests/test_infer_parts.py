"""The parts of the inverse one by one: clauses, formulas, counting, solvers, turns, deduction."""

from __future__ import annotations

import time
from collections.abc import Iterable, Sequence
from functools import partial
from itertools import combinations, product
from random import Random
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from infer_helpers import brute, random_record, takes_of

from perfectplay.limits import TimeIsUpError
from perfectplay.subtraction.bits import bits_of, lowest, members, mirrored
from perfectplay.subtraction.core_guided import core_guided
from perfectplay.subtraction.counting import count_sets
from perfectplay.subtraction.deduction import ContradictionError, Deduction, apart
from perfectplay.subtraction.formula import (
    Formula,
    at_most,
    formula_of_clauses,
    formula_of_deduction,
)
from perfectplay.subtraction.given import read
from perfectplay.subtraction.learning import Bounds, Learning
from perfectplay.subtraction.parts import HittingPart, OpenPart, Part, following, hitting_parts
from perfectplay.subtraction.tasks import Clock, Task, race, run

MOST = 10
clause = st.sets(st.integers(1, MOST), min_size=1, max_size=4).map(bits_of)
short_clause = st.sets(st.integers(1, MOST), min_size=2, max_size=3).map(bits_of)
clauses = st.lists(clause, max_size=12) | st.lists(short_clause, max_size=30)


def hitting_sets(clauses: Iterable[int], takes: Iterable[int]) -> list[tuple[int, ...]]:
    """All sets of the takes that meet the clauses, the preferred ones first."""
    listed, every = list(clauses), sorted(takes)
    return [
        chosen
        for size in range(len(every) + 1)
        for chosen in combinations(every, size)
        if all(bits_of(chosen) & clause for clause in listed)
    ]


def smallest_of(sets: list[tuple[int, ...]]) -> list[tuple[int, ...]]:
    return [takes for takes in sets if len(takes) == len(sets[0])]


@given(clauses)
def test_hitting_parts(clauses: list[int]) -> None:
    every = hitting_sets(clauses, range(1, MOST + 1))
    forced, parts = hitting_parts(clauses, "native", one_answer=True)
    clock = Clock()
    assert all(part.smallest(clock) for part in parts)
    first = sorted([*forced, *(take for part in parts for take in part.first(clock) or ())])
    assert tuple(first) == every[0]
    assert len(forced) + sum(part.bounds.lower for part in parts) == len(first)

    forced, parts = hitting_parts(clauses, "native", one_answer=False)
    number, smallest, used = 1, 1, len(forced)
    for part in parts:
        assert part.smallest(clock)
        number *= part.count_all(clock)
        smallest *= part.count_smallest(clock)
        used += len(part.takes)
    assert number << (MOST - used) == len(every)
    assert smallest == len(smallest_of(every))
    for one, other in combinations(parts, 2):
        assert not set(one.takes) & set(other.takes)


def part_of(rng: Random) -> tuple[list[int], HittingPart]:
    """A hitting set of one part that is not solved at sight."""
    while True:
        listed = [bits_of(rng.sample(range(1, MOST + 1), 3)) for _ in range(rng.randint(8, 20))]
        forced, parts = hitting_parts(listed, "auto", one_answer=False)
        if not forced and len(parts) == 1:
            return listed, parts[0]


def first_learned(
    learning: Learning, size: int, chosen: Sequence[int], above: int
) -> tuple[int, ...] | None:
    return run(Clock(), learning.first(size, chosen, above))


@pytest.mark.parametrize("how", ["own", "native", "glucose", "rc2"])
def test_all_ways_to_a_hitting_set(how: str) -> None:
    rng = Random(5)
    for _ in range(25):
        listed, part = part_of(rng)
        best = smallest_of(hitting_sets(listed, part.takes))
        clock = Clock()
        formula = part.formula(clock)
        bounds = Bounds()
        if how == "rc2":
            assert run(clock, core_guided(formula, bounds))
            assert (bounds.lower, bounds.upper) == (len(best[0]), len(best[0]))
            continue
        if how == "own":
            part.own = True
            found = list(part.all_smallest(clock)) if part.smallest(clock) else []
        else:
            learning = Learning(formula, sat=how == "glucose")
            assert run(clock, learning.smallest(bounds))
            assert bounds.met
            found = list(following(partial(first_learned, learning, bounds.lower)))
        assert found == best


def test_a_formula_without_solution() -> None:
    formula = formula_of_clauses([(1, 2)])
    formula.add(-1)
    formula.add(-2)
    for sat in (False, True):
        assert not run(Clock(), Learning(formula, sat=sat).smallest(Bounds()))
    assert not run(Clock(), core_guided(formula, Bounds()))
    assert count_sets(formula, Clock()) == 0


@given(st.integers(0, 9), st.integers(0, 9), st.randoms(use_true_random=False))
def test_at_most(literals: int, most: int, rng: Random) -> None:
    formula = Formula(range(1, literals + 1))
    outputs = at_most(formula, range(1, literals + 1), most)
    assert len(outputs) == min(literals, most + 1)
    learning = Learning(formula, sat=False)
    inside = [v for v in range(1, literals + 1) if rng.random() < 0.5]
    fixed = [v if v in inside else -v for v in range(1, literals + 1)]
    for bound, output in enumerate(outputs):
        assert run(Clock(), learning.ask([*fixed, -output])) == (len(inside) <= bound)


@given(st.lists(st.lists(st.integers(-6, 6).filter(bool), min_size=1, max_size=3), max_size=14))
def test_counting(listed: list[list[int]]) -> None:
    formula = Formula(range(1, 7))
    for literals in listed:
        formula.add(*literals)
    right = [
        sum(choice)
        for choice in product([False, True], repeat=6)
        if all(any(choice[abs(v) - 1] == (v > 0) for v in literals) for literals in listed)
    ]
    assert count_sets(formula, Clock()) == len(right)
    for size in range(7):
        assert count_sets(formula, Clock(), size=size) == right.count(size)


def test_counting_a_long_chain() -> None:
    formula = formula_of_clauses([(k, k + 1) for k in range(1, 400)])
    fibonacci = [1, 2]
    while len(fibonacci) <= 400:
        fibonacci.append(sum(fibonacci[-2:]))
    assert count_sets(formula, Clock()) == fibonacci[400]
    assert count_sets(formula, Clock(), size=200) == 201
    with pytest.raises(TimeIsUpError):
        count_sets(formula, Clock(1e-9))


@pytest.mark.parametrize("misere", [False, True])
@pytest.mark.parametrize("nim", [False, True])
def test_deduction_and_its_formula(nim: bool, misere: bool) -> None:
    """What is deduced holds for all sets that fit, and the formula has these sets as solutions."""
    rng = Random(f"{nim} {misere}")
    for _ in range(150):
        most = rng.randint(1, 8)
        tried = brute(most, 12, misere)
        length = rng.randint(1, 12)
        record = random_record(rng, tried, length, nim=nim, unknown=0.5, noise=rng.choice((0, 0.1)))
        known = read(record, misere=misere)
        if known.too_large is not None:
            continue
        fitting = [takes_of(number) for number in np.flatnonzero(tried.fits(record)).tolist()]
        try:
            deduction = Deduction(known, (2 << most) - 2)
        except ContradictionError:
            assert not fitting, record
            continue
        last = deduction.last
        sets = {bits_of(take for take in takes if take <= last) for takes in fitting}
        for number in sets:
            assert deduction.required & ~number == number & ~deduction.takes == 0, record
            heaps = tried.values[: last + 1, number >> 1].tolist()
            for heap, value in enumerate(heaps):
                assert deduction.can[min(value, deduction.top + 1)] >> heap & 1, record
            assert all(takes & number for _, _, takes in deduction.clauses()), record
        check_formula(deduction, sets)
        if deduction.settled:
            assert sets, record


def check_formula(deduction: Deduction, sets: set[int]) -> None:
    formula = formula_of_deduction(deduction, Clock())
    assert count_sets(formula, Clock()) == len(sets)
    learning = Learning(formula, sat=False)
    for number in sets:
        variables = [v if number >> take & 1 else -v for take, v in formula.variable.items()]
        assert run(Clock(), learning.ask(variables))
    part = OpenPart(deduction, "native")
    assert part.smallest(Clock()) == bool(sets)
    if sets:
        fewest = min(number.bit_count() for number in sets)
        assert part.bounds.lower == fewest - deduction.required.bit_count()
        found = [bits_of(takes) | deduction.required for takes in part.all_smallest(Clock())]
        assert set(found) == {number for number in sets if number.bit_count() == fewest}
        assert part.count_smallest(Clock()) == len(found)
        part.own = False
        assert part.count_smallest(Clock()) == len(found)
        again = [bits_of(takes) | deduction.required for takes in Part.all_smallest(part, Clock())]
        assert again == found


# --- small things ----------------------------------------------------------------------------


@given(st.sets(st.integers(0, 80)), st.sets(st.integers(1, 80)))
def test_apart(heaps: set[int], suspects: set[int]) -> None:
    differences = {high - low for low, high in combinations(sorted(heaps), 2)}
    assert apart(bits_of(heaps), bits_of(suspects)) == bits_of(suspects & differences)


@given(st.sets(st.integers(0, 300)), st.integers(0, 50))
def test_bits(numbers: set[int], more: int) -> None:
    bits = bits_of(numbers)
    assert list(members(bits)) == sorted(numbers)
    assert lowest(bits, -1) == min(numbers, default=-1)
    last = max(numbers, default=0) + more
    assert set(members(mirrored(bits, last))) == {last - number for number in numbers}


def steps(count: int, result: str, seconds: float = 0) -> Task[str]:
    for _ in range(count):
        time.sleep(seconds)
        yield
    return result


def test_race() -> None:
    assert race(Clock(), [steps(500, "long", 0.01), steps(2, "short")]) == "short"
    assert race(Clock(), [steps(5, "first"), steps(0, "quick")], head_start=60) == "first"
    with pytest.raises(TimeIsUpError):
        run(Clock(0.02), steps(10**6, "never", 0.001))


def test_a_race_closes_its_tasks() -> None:
    closed: list[Any] = []

    def task() -> Task[str]:
        try:
            while True:
                yield
        finally:
            closed.append(None)

    assert race(Clock(), [task(), steps(3, "done")]) == "done"
    assert closed == [None]
