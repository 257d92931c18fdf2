"""Inference: known answers, long records, refusals that are evidence, bad arguments, limits."""

from __future__ import annotations

import re
from itertools import combinations
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from perfectplay.errors import (
    ArgumentError,
    NoSubtractionSetError,
    NotationError,
    TimeLimitError,
)
from perfectplay.subtraction import (
    SubtractionGame,
    count_sets,
    count_smallest_sets,
    explain,
    infer,
    outcomes,
    smallest_set,
    smallest_sets,
    take_roles,
)
from perfectplay.subtraction import inference as inverse

DATA = Path(__file__).parent / "data" / "subtraction"


def records(name: str) -> list[tuple[str, str]]:
    lines = (DATA / name).read_text().splitlines()
    pairs = [line.split(" | ") for line in lines if not line.startswith("#")]
    return [(left, right) for left, right in pairs]


def numbers(text: str) -> tuple[int, ...]:
    return tuple(map(int, text.split()))


@pytest.mark.parametrize(("outcome", "expected"), records("ties.txt"))
def test_ties(outcome: str, expected: str) -> None:
    assert infer(outcome, max_take=20) == numbers(expected)


@given(
    st.sets(st.integers(1, 60), max_size=14),
    st.integers(0, 200),
    st.booleans(),
    st.sampled_from([10, 100, 1000]),
)
def test_infer_explains_the_outcomes_at_least_as_well(
    takes: set[int], length: int, misere: bool, first: int
) -> None:
    outcome = outcomes(takes, length, misere=misere)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(inverse, "FIRST", first)
        patch.setattr(inverse, "WORD", 30)
        found = infer(outcome, allow_empty=True, misere=misere)
    used = sorted(take for take in takes if take <= length)
    assert outcomes(found, length, misere=misere) == outcome
    assert list(found) == sorted(set(found))
    assert (len(found), list(found)) <= (len(used), used)
    if takes:
        again = infer(outcome, max_take=max(takes), allow_empty=True, misere=misere)
        assert again == found or max(found) > max(takes)


@given(st.sets(st.integers(1, 40), max_size=8), st.integers(0, 120), st.booleans())
def test_infer_explains_the_nim_values_at_least_as_well(
    takes: set[int], length: int, misere: bool
) -> None:
    game = SubtractionGame(takes, misere=misere)
    found = infer(game.nim_values(length), allow_empty=True, misere=misere)
    used = sorted(take for take in takes if take <= length)
    assert (len(found), list(found)) <= (len(used), used)
    again = SubtractionGame(found, misere=misere).nim_values(length)
    assert np.array_equal(again, game.nim_values(length))


def test_infer_without_a_win() -> None:
    assert infer("") == infer([]) == (1,)
    assert infer("", allow_empty=True) == infer("LLL", allow_empty=True, max_take=1) == ()
    assert infer("LLL") == infer("LLL", max_take=4) == infer([0, 0, 0]) == (4,)
    with pytest.raises(NoSubtractionSetError, match="the empty set, which fits, is not allowed"):
        infer("LLL", max_take=3)
    with pytest.raises(NoSubtractionSetError, match=r"^no subtraction set is left"):
        infer("", max_take=1, forbid=[1])


def test_infer_long_records() -> None:
    for takes in [(1, 2), (3, 7, 11, 16, 20), (2, 19)]:
        assert infer(outcomes(takes, 1_000_000), max_take=20) == takes
    assert infer(outcomes((1, 2, 30_000), 100_000)) == (1, 2, 30_000)
    some = outcomes((2, 5, 9_001), 30_000)
    hidden = "".join(letter if k % 3 else "?" for k, letter in enumerate(some))
    assert infer(hidden, max_take=10_000) == (2, 5, 9_001)
    assert infer(SubtractionGame({3, 5, 8}).nim_values(20_000)) == (3, 5, 8)
    assert infer("W" * 200_000) == tuple(range(1, 200_001))


# Source: computed; a random set of 12 takes up to 200, and the size of the smallest set that has
# its outcomes, of which every second is unknown, up to heap 2000.
@pytest.mark.parametrize(("seed", "size"), [(2, 12), (4, 12), (7, 12), (8, 11)])
def test_hard_records(seed: int, size: int) -> None:
    rng = Random(seed)
    takes = sorted(rng.sample(range(1, 201), 12))
    full = outcomes(takes, 2000)
    assert infer(full) == tuple(takes)
    half = "".join("?" if rng.random() < 0.5 else letter for letter in full)
    found = smallest_set(half)
    assert (found.status, found.bounds) == ("solved", (size, size))
    assert found.takes is not None
    again = outcomes(found.takes, 2000)
    assert all(asked in ("?", letter) for asked, letter in zip(half, again, strict=True))


# --- bad arguments ---------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("outcome", "heap", "letter"),
    [
        ("WwL", 2, "'w'"),
        ("X", 1, "'X'"),
        ("WL ", 3, "' '"),
        ("LLW\n", 4, r"'\\n'"),
        ("é", 1, "'é'"),
        ("L\ud800", 2, r"'\\ud800'"),
        ("W?L!", 4, "'!'"),
    ],
)
def test_infer_names_a_wrong_letter(outcome: str, heap: int, letter: str) -> None:
    with pytest.raises(NotationError, match=f"^heap {heap} is {letter};"):
        infer(outcome)


@pytest.mark.parametrize("value", [-1, True, 1.0, "1", float("nan")])
def test_infer_names_a_wrong_nim_value(value: Any) -> None:
    with pytest.raises(NotationError, match=r"^heap 2 has .*; a nim-value is an integer >= 0"):
        infer([1, value, 0])


@pytest.mark.parametrize("record", [b"WWL", bytearray(3), 5, None])
def test_infer_refuses_other_records(record: Any) -> None:
    with pytest.raises(ArgumentError):
        infer(record)


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"max_take": 0}, "max_take is 0; it must be an integer >= 1"),
        ({"max_take": -3}, "max_take is -3"),
        ({"max_take": True}, "max_take is True"),
        ({"max_take": 2.0}, "max_take is 2.0"),
        ({"require": [0]}, "a take to require is 0; takes are positive integers"),
        ({"require": ["1"]}, "a take to require is '1'"),
        ({"forbid": [-1]}, "a take to forbid is -1"),
        ({"require": [2, 3], "forbid": [3]}, "take 3 is both required and forbidden"),
        ({"require": [9], "max_take": 5}, "take 9 is required, but max_take is 5"),
        ({"time_limit": 0}, "time_limit is 0; it is a number of seconds, > 0"),
        ({"time_limit": float("nan")}, "time_limit is nan"),
        ({"engine": "sta"}, "engine is 'sta': did you mean sat"),
    ],
)
def test_infer_refuses_options(options: dict[str, Any], message: str) -> None:
    for ask in (infer, smallest_set, count_sets, count_smallest_sets, take_roles, explain):
        with pytest.raises(ArgumentError, match=re.escape(message)):
            ask("WLW", **options)
    with pytest.raises(ArgumentError, match=re.escape(message)):
        list(smallest_sets("WLW", **options))


def test_the_engine_of_an_extra_that_is_missing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("perfectplay.subtraction.solvers.find_spec", lambda name: None)
    assert infer("WL?WW", engine="auto") == infer("WL?WW", engine="native")
    with pytest.raises(ArgumentError, match=r"pip install 'perfectplay\[sat\]'"):
        infer("WL?WW", engine="sat")


# --- refusals --------------------------------------------------------------------------------


REFUSAL = re.compile(
    r"no subtraction set( with takes up to (?P<most>\d+))? fits heaps? (1 to )?(?P<prefix>\d+):"
    r" heap (?P<heap>\d+) is W, but every take from it to an L heap"
    r"(?P<limit> is not allowed)?( or)?"
    r"( also leads from one L heap to another:"
    r" taking (?P<take>\d+) leads from heap (?P<above>\d+) to heap (?P<below>\d+))?"
    r"(?P<aside>; with larger takes there is a set)?"
)


@given(st.text("WL", max_size=40).filter(lambda text: "W" in text), st.none() | st.integers(1, 20))
def test_a_refusal_is_evidence(outcome: str, most: int | None) -> None:
    try:
        takes = infer(outcome, max_take=most)
    except NoSubtractionSetError as error:
        found = REFUSAL.fullmatch(str(error))
        why = error.explanation
    else:
        assert outcomes(takes, len(outcome)) == outcome
        return
    assert found
    assert why is not None
    prefix, heap = int(found["prefix"]), int(found["heap"])
    assert (why.prefix, why.heap, why.value) == (prefix, heap, 0)
    assert heap == prefix or outcome[prefix - 1] == "L"
    sequence = "L" + outcome[:prefix]
    assert sequence[heap] == "W"
    joined = {
        above - below
        for below, above in combinations(range(len(sequence)), 2)
        if sequence[above] == sequence[below] == "L"
    }
    leads = [take for take in range(1, heap + 1) if sequence[heap - take] == "L"]
    assert [out.take for out in why.takes] == leads
    for out in why.takes:
        assert out.take in joined or (most is not None and out.take > most)
        if out.heaps is not None:
            above, below = out.heaps
            assert sequence[above] == sequence[below] == "L"
            assert above - below == out.take
    assert bool(found["take"]) == any(out.heaps for out in why.takes)
    if found["take"]:
        assert int(found["above"]) - int(found["below"]) == int(found["take"])
    possible_without = most is not None and explain(outcome) is None
    assert bool(found["aside"]) == possible_without
    before = infer(outcome[: prefix - 1], max_take=most, allow_empty=True)
    assert outcomes(before, prefix - 1) == outcome[: prefix - 1]


def test_refusals_are_short() -> None:
    for outcome in ("WLL", "W" * 21, "W" * 100_000 + "L", "L" * 99_999 + "W", "LWL" * 50_000):
        with pytest.raises(NoSubtractionSetError) as caught:
            infer(outcome, max_take=20)
        assert len(str(caught.value)) < 250
    for outcome in ("L" * 2, "W" * 21, "W" * 100_000 + "L", "L" * 99_999 + "W"):
        with pytest.raises(NoSubtractionSetError) as caught:
            infer(outcome, max_take=20, misere=True)
        assert len(str(caught.value)) < 250
    with pytest.raises(NoSubtractionSetError) as caught:
        infer("LWL" * 50_000)
    assert str(caught.value) == (
        "no subtraction set fits heaps 1 to 3: heap 2 is W, but every take from it to an L heap"
        " also leads from one L heap to another: taking 1 leads from heap 1 to heap 0"
    )


@pytest.mark.parametrize(
    ("record", "options", "message"),
    [
        (
            "WLL",
            {},
            "no subtraction set fits heaps 1 to 3: heap 1 is W, but every take from it to an L heap"
            " also leads from one L heap to another: taking 1 leads from heap 3 to heap 2",
        ),
        (
            "WWWW",
            {"max_take": 3},
            "no subtraction set with takes up to 3 fits heaps 1 to 4: heap 4 is W, but every take"
            " from it to an L heap is not allowed; with larger takes there is a set",
        ),
        (
            "WWL",
            {"require": [3]},
            "no subtraction set with the takes required fits heaps 1 to 3: heap 3 is L, but every"
            " set that yields the heaps before makes it W",
        ),
        (
            [1, 0, 4],
            {},
            "no subtraction set fits heaps 1 to 3: heap 3 has the nim-value 4, but allows at most"
            " 3 moves",
        ),
        (
            [1, 0, 3],
            {},
            "no subtraction set fits heaps 1 to 3: heap 3 has the nim-value 3, but every take from"
            " it to a heap of nim-value 1 also leads from one heap to another of its nim-value:"
            " taking 2 leads from heap 2 to heap 0",
        ),
        (
            "WLW?L",
            {"forbid": [1]},
            "no subtraction set without the takes forbidden fits heap 1: heap 1 is W, but every"
            " take from it to an L heap is not allowed",
        ),
        (
            "LL",
            {"misere": True},
            "no subtraction set fits heaps 1 to 2: heap 2 is L, but every set that yields the heaps"
            " before makes it W",
        ),
    ],
)
def test_messages(record: Any, options: dict[str, Any], message: str) -> None:
    with pytest.raises(NoSubtractionSetError) as caught:
        infer(record, **options)
    assert str(caught.value) == message


# --- limits ----------------------------------------------------------------------------------


def hidden_takes(seed: int, length: int, count: int) -> str:
    return outcomes(Random(seed).sample(range(1, length + 1), count), length)


def test_a_time_limit_gives_bounds() -> None:
    record = hidden_takes(0, 3000, 60)
    found = smallest_set(record, time_limit=0.5)
    assert found.status == "bounded"
    lower, upper = found.bounds
    assert found.seconds < 5
    assert upper is not None
    assert 20 < lower < upper < 60
    assert found.takes is not None
    assert len(found.takes) == upper
    assert outcomes(found.takes, 3000) == record
    assert found.to_dict()["status"] == "bounded"
    with pytest.raises(TimeLimitError, match=r"^the time is up: .* at least \d+ takes;") as caught:
        infer(record, time_limit=0.5)
    assert caught.value.inference is not None
    assert isinstance(caught.value, TimeoutError)


def test_bounds_hold(monkeypatch: pytest.MonkeyPatch) -> None:
    rng = Random(3)
    for seed in range(20):
        record = hidden_takes(seed, 120, 12)
        if seed % 2:
            record = "".join("?" if rng.random() < 0.4 else letter for letter in record)
        best = infer(record)
        found = smallest_set(record, time_limit=rng.choice([1e-9, 1e-4, 1e-3]))
        lower, upper = found.bounds
        assert lower <= len(best) <= (upper or len(best))
        if found.status == "solved":
            assert found.takes == best
        elif found.takes is not None:
            again = outcomes(found.takes, len(record))
            assert all(a in ("?", b) for a, b in zip(record, again, strict=True))


@pytest.mark.parametrize("ask", [count_sets, count_smallest_sets, take_roles, explain])
def test_no_time_at_all(ask: Any) -> None:
    record = "?" + hidden_takes(1, 400, 30)[1:]
    with pytest.raises(TimeLimitError, match=r"^the time is up before"):
        ask(record, time_limit=1e-9)
    with pytest.raises(TimeLimitError, match=r"^the time is up before"):
        list(smallest_sets(record, time_limit=1e-9))


def test_deduction_has_a_limit() -> None:
    found = smallest_set("?" * 500_000 + "W", time_limit=0.2)
    assert (found.status, found.bounds) == ("bounded", (1, None))
    assert found.seconds < 3


def test_counting_has_a_limit() -> None:
    with pytest.raises(TimeLimitError, match="before the sets were counted"):
        count_sets(hidden_takes(0, 1000, 30), time_limit=0.2)
