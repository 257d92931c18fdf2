"""The inverse against trying every set: outcomes, nim-values, unknown heaps, both kinds of play."""

from __future__ import annotations

import os
from itertools import product
from random import Random
from typing import Any

import numpy as np
import pytest
from infer_helpers import Brute, brute, letters, random_record, takes_of

from perfectplay.errors import MemoryLimitError, NoSubtractionSetError
from perfectplay.subtraction import (
    count_sets,
    count_smallest_sets,
    explain,
    infer,
    outcomes,
    smallest_set,
    smallest_sets,
    take_roles,
)
from perfectplay.subtraction.given import Record

RECORDS = 100_000 if os.environ.get("PERFECTPLAY_TESTS") == "long" else 2_000
MOST = 14  # the largest take tried
HEAPS = 18
LONG = 200
KINDS = list(product([False, True], [False, True]))
GROUPS = 10


@pytest.mark.parametrize(("nim", "misere"), KINDS)
@pytest.mark.parametrize("group", range(GROUPS))
def test_infer_and_counts_by_trying_all_sets(group: int, nim: bool, misere: bool) -> None:
    rng = Random(f"{group} {nim} {misere}")
    for _ in range(RECORDS // len(KINDS) // GROUPS):
        most = rng.randint(1, MOST)
        length = rng.randint(0, HEAPS)
        tried = brute(most, HEAPS, misere)
        record = random_record(
            rng,
            tried,
            length,
            nim=nim,
            unknown=rng.choice((0, 0, 0.1, 0.4, 0.8)),
            noise=rng.choice((0, 0, 0.05, 0.3)),
        )
        options: dict[str, Any] = {
            "misere": misere,
            "max_take": most,
            "allow_empty": rng.random() < 0.5,
        }
        allowed = np.ones(1 << most, np.bool_)
        if rng.random() < 0.2:
            required = tuple(s for s in range(1, most + 1) if rng.random() < 0.1)
            forbidden = tuple(
                s for s in range(1, most + 4) if rng.random() < 0.2 and s not in required
            )
            options |= {"require": required, "forbid": forbidden}
            allowed = tried.allowed(most, required, forbidden)
        check_all(tried, record, allowed, options)


def check_all(tried: Brute, record: Record, allowed: Any, options: dict[str, Any]) -> None:
    """Compare every question about a record with the sets that fit."""
    what = (record, options)
    fit = tried.fits(record) & allowed
    roles_fit = fit.copy()
    if not options["allow_empty"]:
        fit[0] = False
    best = tried.in_order(fit)
    assert list(smallest_sets(record, **options)) == best, what
    assert count_smallest_sets(record, **options) == len(best), what
    assert count_sets(record, **options) == fit.sum(), what
    why = explain(record, **options)
    assert (why is None) == bool(best), what
    if best:
        assert infer(record, **options) == best[0], what
        solved = smallest_set(record, **options)
        assert (solved.status, solved.takes) == ("solved", best[0]), what
        assert solved.bounds == (len(best[0]), len(best[0])), what
    else:
        with pytest.raises(NoSubtractionSetError) as raised:
            infer(record, **options)
        assert why is not None
        assert raised.value.explanation == why, what
        assert str(raised.value) == why.message
        check_prefix(tried, record, allowed, options["allow_empty"] or not roles_fit[0], why.prefix)
    check_roles(tried, record, allowed, options, roles_fit)


def check_prefix(
    tried: Brute, record: Record, allowed: Any, allow_empty: bool, prefix: int
) -> None:
    """The prefix is impossible, and a shorter one is not."""
    for length, possible in ((prefix, False), (prefix - 1, True)):
        if length < 0:
            continue
        fit = tried.fits(record[:length]) & allowed  # type: ignore[index]
        fit[0] &= allow_empty
        assert fit.any() == possible, (record, length)


def check_roles(
    tried: Brute, record: Record, allowed: Any, options: dict[str, Any], fit: Any
) -> None:
    if not fit.any():
        with pytest.raises(NoSubtractionSetError):
            take_roles(record, **options)
        return
    roles = take_roles(record, **options)
    anything = tried.fits(record)
    sets = np.flatnonzero(fit)
    found: dict[str, list[int]] = {"forced": [], "forbidden": [], "free": [], "open": []}
    for take in range(1, len(record) + 1):  # type: ignore[arg-type]
        bit = 1 << (take - 1)
        if take > tried.most or not (sets & bit).any():
            found["forbidden"].append(take)
        elif (sets & bit).all():
            found["forced"].append(take)
        elif anything[sets ^ bit].all():
            found["free"].append(take)
        else:
            found["open"].append(take)
    assert {name: list(getattr(roles, name)) for name in found} == found, (record, options)


@pytest.mark.parametrize(("nim", "misere"), KINDS)
@pytest.mark.parametrize("engine", ["native", "sat"])
def test_longer_records(engine: Any, nim: bool, misere: bool) -> None:
    rng = Random(f"{engine} {nim} {misere}")
    for _ in range(RECORDS // 200):
        most = rng.choice((10, 12))
        tried = brute(12, LONG, misere)
        length = rng.choice((30, 63, 64, 65, 128, LONG))
        unknown = rng.choice((0.0, 0.3, 0.6, 0.9, 0.95))
        # python-sat may take long to see that a wrong value makes a record impossible
        noise = rng.choice((0, 0, 0.005)) if engine == "native" else 0
        record = random_record(rng, tried, length, nim=nim, unknown=unknown, noise=noise)
        options = {"misere": misere, "max_take": most, "allow_empty": True, "engine": engine}
        check_all(tried, record, tried.allowed(most), options)


@pytest.mark.parametrize("misere", [False, True])
@pytest.mark.parametrize("length", range(1, 9))
def test_every_record_of_outcomes(length: int, misere: bool) -> None:
    tried = brute(length + 1, HEAPS, misere)
    for choice in product("WL?", repeat=length) if length < 6 else product("WL", repeat=length):
        record = "".join(choice)
        fit = tried.fits(record) & tried.allowed(length)
        fit[0] = False
        if not fit.any():  # unless the empty set fits, no larger take helps either
            fit = tried.fits(record) & (tried.sizes == 1)
        best = tried.in_order(fit)
        if best:
            assert infer(record, misere=misere) == best[0]
        else:
            with pytest.raises(NoSubtractionSetError):
                infer(record, misere=misere)


# Source: computed from all sets of takes up to the length; UVa 11587 asks about such strings.
def test_number_of_possible_strings() -> None:
    counts = [2, 4, 6, 10, 15, 22, 33, 49, 69, 100, 146, 201, 281, 402, 554]
    for length, expected in enumerate(counts, 1):
        tried = brute(length, length, False)
        seen: dict[str, list[int]] = {}
        for number in range(1 << length):
            column = tried.values[1:, number].tolist()
            seen.setdefault(letters(column), []).append(number)
        assert len(seen) == expected
        for string, numbers in seen.items():
            fit = np.zeros(1 << length, np.bool_)
            fit[numbers] = True
            best = tried.in_order(fit)[0]
            assert infer(string, allow_empty=True) == best
        if length <= 10:
            possible = [
                string
                for choice in product("WL", repeat=length)
                if explain(string := "".join(choice)) is None
            ]
            assert possible == sorted(seen, reverse=True)


@pytest.mark.parametrize("engine", ["native", "sat"])
def test_engines_agree(engine: Any) -> None:
    rng = Random(7)
    for _ in range(60):
        nim, misere = rng.choice(KINDS)
        tried = brute(11, HEAPS, misere)
        record = random_record(rng, tried, HEAPS, nim=nim, unknown=0.4, noise=0)
        options: dict[str, Any] = {"misere": misere, "max_take": 11, "allow_empty": True}
        best = tried.in_order(tried.fits(record))
        assert infer(record, **options, engine=engine) == best[0]
        assert list(smallest_sets(record, **options, engine=engine)) == best


def test_takes_above_the_length() -> None:
    assert infer("WWL", require=[7]) == (1, 2, 7)
    assert infer("LLL", max_take=9, forbid=[4, 5]) == (6,)
    assert list(smallest_sets("LLL", max_take=6)) == [(4,), (5,), (6,)]
    assert list(smallest_sets("LLL")) == [(4,)]
    assert list(smallest_sets("L?", max_take=4)) == [(2,), (3,), (4,)]
    assert count_sets("WWL", max_take=103) == 2**100
    assert count_sets("WWL", max_take=103, require=[50], forbid=[60, 70, 5000]) == 2**97
    with pytest.raises(MemoryLimitError, match="over 999999999997 binary digits and needs 931 GiB"):
        count_sets("WWL", max_take=10**12)
    assert count_sets("WLL", max_take=10**12) == 0
    assert count_sets("LLL", max_take=10) == 2**7 - 1
    assert count_sets("LLL", max_take=10, allow_empty=True) == 2**7
    assert count_sets("LLL") == count_sets("") == 1
    assert count_smallest_sets("LLL", max_take=10**6) == 10**6 - 3
    assert infer("L???LL") == (2, 3)  # a single take would have to be too large to be made
    assert infer("L???LL", max_take=7) == (7,)


def test_huge_counts_are_exact() -> None:
    record = outcomes([1, 2], 300)
    roles = take_roles(record)
    assert roles.forced == (1, 2)
    assert not roles.open
    assert count_sets(record) == 2 ** len(roles.free) == 2**198
    assert takes_of(0b1011) == (1, 2, 4)
