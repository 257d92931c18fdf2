"""Periods of subtraction games: known theorems, and certificates that hold and that do not."""

from __future__ import annotations

import json
import math
from dataclasses import replace
from itertools import combinations, pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st
from subtraction_helpers import (
    nim_by_definition,
    numbers,
    outcomes_by_definition,
    period_by_definition,
    records,
)

from perfectplay import CertificateError, SubtractionGame, all_but
from perfectplay.subtraction import (
    AllButTakes,
    Certificate,
    FiniteTakes,
    Periodicity,
    PeriodSearch,
    verify,
)
from perfectplay.subtraction import periods as search

small_sets = st.sets(st.integers(1, 14), max_size=6)


def proven(found: PeriodSearch) -> Periodicity:
    assert found.status == "solved"
    assert found.certificate is not None
    return verify(found.certificate)


def both(takes: tuple[int, ...]) -> tuple[tuple[int, int], tuple[int, int]]:
    """Preperiod and period of the outcomes and of the nim-values, proven."""
    game = SubtractionGame(takes)
    outcome, nim = proven(game.outcome_period()), proven(game.nim_period())
    assert nim.period % outcome.period == 0
    assert outcome.preperiod <= nim.preperiod
    return (outcome.preperiod, outcome.period), (nim.preperiod, nim.period)


# --- known values -------------------------------------------------------------------------------


@pytest.mark.parametrize(("takes", "outcome", "nim"), records("periods.txt"))
def test_known_periods(takes: str, outcome: str, nim: str) -> None:
    assert both(numbers(takes)) == (numbers(outcome), numbers(nim))


# Source: computed from all sets with the given largest element.
def test_longest_outcome_periods() -> None:
    longest = [
        max(
            proven(SubtractionGame((*rest, largest)).outcome_period()).period
            for size in range(largest)
            for rest in combinations(range(1, largest), size)
        )
        for largest in range(1, 13)
    ]
    assert longest == [2, 4, 6, 8, 10, 12, 22, 25, 28, 45, 54, 61]


# Source: Winning Ways, chapter 4: the nim-values of {1, ..., k} are the residues modulo k + 1.
@pytest.mark.parametrize("k", [1, 2, 3, 10, 63, 64, 65, 200])
def test_all_takes_up_to_k(k: int) -> None:
    assert both(tuple(range(1, k + 1))) == ((0, k + 1), (0, k + 1))


# Source: known theorem (two takes); computed for these sets.
def test_two_takes() -> None:
    for a, b in combinations(range(1, 40), 2):
        period = 2 * a if b % (2 * a) == a else a + b
        assert both((a, b))[1] == (0, period)


# Source: known theorem (two takes and their sum); computed for these sets.
@pytest.mark.parametrize("a", range(1, 13))
def test_two_takes_and_their_sum(a: int) -> None:
    for b in range(a + 1, 60):
        t = b % (2 * a)
        period = a * (2 * b + t) // math.gcd(a, t) if t <= a else 2 * b + 2 * a - t
        assert both((a, b, a + b))[1] == (0, period)


# Source: conjectured by Flammenkamp, Lange Perioden in Subtraktions-Spielen (1997); computed here.
@pytest.mark.parametrize("a", range(1, 16))
def test_three_takes_repeat_with_the_sum_or_the_double_of_takes(a: int) -> None:
    for b, c in combinations(range(a + 1, 24), 2):
        if c != a + b:
            period = both((a, b, c))[0][1]
            assert any(total % period == 0 for total in (a + b, a + c, b + c, 2 * a, 2 * b, 2 * c))


# Source: Althoefer and Bueltermann, Superlinear period lengths in some subtraction games (1995).
@pytest.mark.parametrize("a", range(1, 9))
def test_superlinear_periods(a: int) -> None:
    outcome, nim = both((a, 4 * a, 12 * a + 1, 16 * a + 1))
    assert outcome == (0, 56 * a**3 + 52 * a**2 + 9 * a + 1)
    assert nim[1] == outcome[1]


# Source: Cairns and Ho, Ultimately bipartite subtraction games (2010).
@pytest.mark.parametrize("k", range(3, 9))
def test_ultimately_bipartite_sets(k: int) -> None:
    outcome, nim = both((3, 5, 2**k + 1))
    assert outcome == (2 ** (k + 1) - 5, 2)
    assert nim == (2 ** (k + 1) - 2, 2)


# Source: Guy's and others' families of one take 1; the sets are cited in arXiv:1201.3299.
@pytest.mark.parametrize("l", range(2, 60))
def test_families_of_one_l_and_l_plus_one(l: int) -> None:  # noqa: E741
    if l % 2 == 0:
        assert both((1, l))[1] == (0, l + 1)
    assert both((1, l, l + 1))[1] == (0, 2 * l if l % 2 == 0 else 2 * l + 1)


# Source: Siegel, in arXiv:1201.3299: all but finitely many takes are arithmetico-periodic in the
# end, purely so for one or two takes excluded, and for three (Sleator and Slusky).
def test_all_but_up_to_three_takes_repeat_from_the_start() -> None:
    for size in (0, 1, 2, 3):
        for excluded in combinations(range(1, 11), size):
            found = proven(all_but(excluded).nim_period())
            assert found.preperiod == 0
            assert found.saltus > 0


def test_all_but_four_takes_may_have_a_preperiod() -> None:
    assert proven(all_but({1, 4, 7, 8}).nim_period()) == Periodicity(11, 12, 4)
    late = [
        excluded
        for excluded in combinations(range(1, 10), 4)
        if proven(all_but(excluded).nim_period()).preperiod
    ]
    assert (1, 4, 7, 8) in late


def windows_mislead(excluded: tuple[int, ...], heaps: int) -> bool:
    """Whether two windows of max(X) values, equal up to a constant, go on differently."""
    window = max(excluded)
    values = [0, *all_but(excluded).nim_values(heaps).tolist()]
    steps = [after - before for before, after in pairwise(values)]
    went_on: dict[tuple[int, ...], int] = {}
    for end in range(window - 1, heaps):
        if went_on.setdefault(tuple(steps[end - window + 1 : end]), steps[end]) != steps[end]:
            return True
    return False


# Source: computed; X are the sets of one to three takes up to 8.
def test_two_windows_do_not_prove_a_saltus() -> None:
    sets = [x for size in (1, 2, 3) for x in combinations(range(1, 9), size)]
    assert len(sets) == 92
    assert sum(windows_mislead(excluded, 200) for excluded in sets) == 50


# --- by definition ------------------------------------------------------------------------------


@given(small_sets, st.booleans())
def test_least_periods_by_definition(takes: set[int], misere: bool) -> None:
    game = SubtractionGame(takes, misere=misere)
    largest = max(takes, default=0)
    text = outcomes_by_definition(takes, 400, misere=misere)
    values = nim_by_definition(takes, 400, misere=misere)
    for found, expected in (
        (proven(game.outcome_period()), period_by_definition([*map("LW".index, text)], largest)),
        (proven(game.nim_period()), period_by_definition(values, largest)),
    ):
        assert expected is None or expected == (found.preperiod, found.period)
    certificate = game.nim_period().certificate
    assert certificate is not None
    assert [certificate.value(heap) for heap in range(400)] == values
    assert "".join("LW"[game.outcome_period().certificate.value(h)] for h in range(400)) == text  # type: ignore[union-attr]


@given(st.sets(st.integers(1, 10), max_size=5), st.booleans())
def test_all_but_by_definition(excluded: set[int], misere: bool) -> None:
    game = all_but(excluded, misere=misere)
    values = nim_by_definition(lambda take: take not in excluded, 150, misere=misere)
    text = outcomes_by_definition(lambda take: take not in excluded, 150, misere=misere)
    found = game.nim_period().certificate
    assert found is not None
    p = verify(found)
    assert [found.value(heap) for heap in range(150)] == values
    rest = range(p.preperiod, 150 - p.period)
    assert all(values[heap] + p.saltus == values[heap + p.period] for heap in rest)
    outcome = game.outcome_period().certificate
    assert outcome is not None
    assert verify(outcome).period == 1
    assert "".join("LW"[outcome.value(heap)] for heap in range(150)) == text


def test_sets_without_takes_and_with_all() -> None:
    none, every = SubtractionGame(()), all_but(())
    assert proven(none.nim_period()) == proven(none.outcome_period()) == Periodicity(0, 1)
    assert proven(every.nim_period()) == Periodicity(0, 1, 1)
    assert proven(every.outcome_period()) == Periodicity(1, 1)
    assert proven(all_but((), misere=True).nim_period()) == Periodicity(2, 1, 1)
    assert SubtractionGame((), misere=True).outcome(5) == "W"
    assert proven(SubtractionGame((), misere=True).outcome_period()) == Periodicity(0, 1)


def test_wide_values_have_periods(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(search, "FIRST", 1)
    takes = tuple(range(1, 300))
    assert both(takes) == ((0, 300), (0, 300))
    assert proven(SubtractionGame(takes, misere=True).nim_period()) == Periodicity(0, 300)


# Source: the theorems above, for takes of more heaps than windows are compared directly.
@pytest.mark.parametrize("largest", [4096, 4097, 5003])
def test_long_windows(largest: int) -> None:
    assert both((largest,)) == ((0, 2 * largest), (0, 2 * largest))
    for least in (3, 3001):
        expected = 2 * least if largest % (2 * least) == least else least + largest
        assert both((least, largest))[1] == (0, expected)
    together = (1000, largest, largest + 1000)
    t = largest % 2000
    long = 1000 * (2 * largest + t) // math.gcd(1000, t) if t <= 1000 else 2 * largest + 2000 - t
    assert both(together)[1] == (0, long)
    assert proven(all_but((largest,)).nim_period()) == Periodicity(0, 2 * largest, largest)


# --- limits -------------------------------------------------------------------------------------


def test_a_limit_is_a_status_and_not_a_guess() -> None:
    game = SubtractionGame({6, 23, 27, 44, 50})
    found = game.outcome_period(limit=100_000)
    assert (found.status, found.certificate, found.period) == ("bounded", None, None)
    assert 100_000 <= found.searched < 100_100
    assert found.exceeds == found.searched - 100
    assert found.reason.startswith("no period up to 100")
    assert proven(game.outcome_period(limit=1_000_000)) == Periodicity(0, 394_814)
    assert found.periodicity is None


@given(small_sets.filter(bool), st.integers(1, 300), st.booleans())
def test_bounds_of_a_stopped_search_hold(takes: set[int], limit: int, nim: bool) -> None:
    game = SubtractionGame(takes)
    stopped = game.nim_period(limit=limit) if nim else game.outcome_period(limit=limit)
    fresh = SubtractionGame(takes)
    full = proven(fresh.nim_period() if nim else fresh.outcome_period())
    if stopped.status == "solved":
        assert proven(stopped) == full
    else:
        assert full.preperiod + full.period > stopped.exceeds


def test_a_time_limit_is_a_status() -> None:
    takes = tuple({1 + 7919 * k * k % 1_000_003 for k in range(1000)})
    found = SubtractionGame(takes).nim_period(limit=10**9, time_limit=0.2)
    assert found.status == "bounded"
    assert "time limit" in found.reason


def test_a_search_goes_on_where_it_was_stopped() -> None:
    game = SubtractionGame({6, 23, 27, 44, 50})
    stopped = game.nim_period(time_limit=1e-9)
    assert stopped.status == "bounded"
    assert stopped.exceeds <= 395_164
    assert game.nim_value(100_000) == SubtractionGame({6, 23, 27, 44, 50}).nim_value(100_000)
    assert proven(game.nim_period()) == Periodicity(350, 394_814)


def test_endless_sets_have_no_proof() -> None:
    found = SubtractionGame("squares").outcome_period()
    assert (found.status, found.searched) == ("bounded", 0)
    assert "endless" in found.reason


# --- certificates -------------------------------------------------------------------------------

games = st.one_of(
    st.builds(SubtractionGame, small_sets, misere=st.booleans()),
    st.builds(all_but, st.sets(st.integers(1, 9), max_size=4), misere=st.booleans()),
)


def certificate_of(game: SubtractionGame, nim: bool) -> Certificate:
    found = (game.nim_period() if nim else game.outcome_period()).certificate
    assert found is not None
    return found


@given(games, st.booleans())
def test_certificates_survive_json(game: SubtractionGame, nim: bool) -> None:
    proof = certificate_of(game, nim)
    again = Certificate.from_dict(json.loads(json.dumps(proof.to_dict())))
    assert verify(again) == verify(proof) == proof.periodicity
    assert again.to_dict() == proof.to_dict()


@given(games, st.booleans(), st.data())
def test_a_changed_value_is_refused(game: SubtractionGame, nim: bool, data: st.DataObject) -> None:
    proof = certificate_of(game, nim)
    values = list(proof.values)
    at = data.draw(st.integers(0, len(values) - 1))
    if proof.of == "outcomes":
        values[at] ^= 1
    else:
        values[at] = data.draw(st.integers(0, max(values) + 1).filter(lambda v: v != values[at]))
    for changed in (tuple(values), bytes(values)):
        with pytest.raises(CertificateError):
            verify(replace(proof, values=changed))


@given(games, st.booleans(), st.integers(-3, 30), st.integers(-3, 30), st.integers(-2, 3))
def test_another_period_is_refused(
    game: SubtractionGame, nim: bool, more: int, longer: int, rise: int
) -> None:
    proof = certificate_of(game, nim)
    p = proof.periodicity
    other = Periodicity(p.preperiod + more, p.period + longer, p.saltus + rise)
    if other == p:
        assert verify(proof) == p
        return
    heap = max(0, proof.heap + more)
    values = tuple(proof.value(h) for h in range(max(0, heap + other.period)))
    with pytest.raises(CertificateError):
        verify(replace(proof, periodicity=other, heap=heap, values=values))


@given(games, st.booleans(), st.integers(2, 3))
def test_multiples_of_the_period_are_refused(game: SubtractionGame, nim: bool, times: int) -> None:
    proof = certificate_of(game, nim)
    p = proof.periodicity
    longer = Periodicity(p.preperiod, times * p.period, times * p.saltus)
    values = tuple(proof.value(h) for h in range(proof.heap + longer.period))
    with pytest.raises(CertificateError):
        verify(replace(proof, periodicity=longer, values=values))


@given(small_sets.filter(bool), small_sets, st.booleans(), st.booleans())
def test_another_set_is_refused_or_has_the_same_values(
    takes: set[int], other: set[int], nim: bool, misere: bool
) -> None:
    game = SubtractionGame(takes, misere=misere)
    proof = certificate_of(game, nim)
    replaced = replace(proof, takes=FiniteTakes(tuple(other)))
    fresh = SubtractionGame(other, misere=misere)
    if nim:
        same = fresh.nim_values(300).tolist() == game.nim_values(300).tolist()
    else:
        same = fresh.outcomes(300) == game.outcomes(300)
    if max(other, default=0) <= max(takes) and same and game.outcome(0) == fresh.outcome(0):
        assert verify(replaced) == proof.periodicity
    elif not same:
        with pytest.raises(CertificateError):
            verify(replaced)


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"heap": 2}, "heap 2 is too small; preperiod and largest take make 15"),
        ({"heap": -1}, "they must be integers >= 0"),
        ({"values": b""}, "there are 0 values"),
        ({"of": "outcomes"}, "outcomes must be 0 for L or 1 for W"),
        ({"misere": True}, "heap 0 allows no move, so in misere play its value is 1"),
        ({"periodicity": Periodicity(8, 0)}, "the period >= 1"),
        ({"periodicity": Periodicity(8, 3, 1)}, "finitely many takes have saltus 0"),
        ({"periodicity": Periodicity(True, 3)}, "they must be integers"),
        ({"takes": AllButTakes((2,))}, "one of its options"),
    ],
)
def test_what_a_refusal_says(change: dict[str, object], words: str) -> None:
    proof = certificate_of(SubtractionGame({2, 4, 7}), True)
    changed = replace(proof, **change)  # type: ignore[arg-type]
    if "values" not in change:
        size = max(0, changed.heap + changed.periodicity.period)
        changed = replace(changed, values=tuple(proof.value(h) for h in range(size)))
    with pytest.raises(CertificateError, match=words):
        verify(changed)


def test_a_saltus_needs_the_older_values_too() -> None:
    """Windows that agree up to a constant, where older heaps have other values: no proof."""
    excluded = (3,)
    proof = certificate_of(all_but(excluded), True)
    values = [proof.value(heap) for heap in range(60)]
    window = max(excluded)
    wrong = []
    for heap, other in combinations(range(window, 60), 2):
        rise = values[other - 1] - values[heap - 1]
        same = all(values[other - k] - values[heap - k] == rise for k in range(1, window + 1))
        if same and rise >= 0 and values[other] - values[heap] != rise:
            wrong.append((heap, other, rise))
    assert wrong
    for heap, other, rise in wrong:
        claim = Periodicity(heap - window, other - heap, rise)
        claimed = replace(proof, periodicity=claim, heap=heap, values=tuple(values[:other]))
        with pytest.raises(CertificateError, match="older heaps have other values"):
            verify(claimed)


@pytest.mark.parametrize(
    "data",
    [
        None,
        [],
        {},
        {"takes": "1"},
        {**certificate_of(SubtractionGame({1}), True).to_dict(), "takes": 5},
        {**certificate_of(SubtractionGame({1}), True).to_dict(), "takes": "b-file:/etc/passwd"},
        {**certificate_of(SubtractionGame({1}), True).to_dict(), "takes": "primes"},
        {**certificate_of(SubtractionGame({1}), True).to_dict(), "play": "odd"},
        {**certificate_of(SubtractionGame({1}), True).to_dict(), "of": "x"},
        {**certificate_of(SubtractionGame({1}), True).to_dict(), "values": "LW"},
        {**certificate_of(SubtractionGame({1}), True).to_dict(), "values": [0, "1"]},
        {**certificate_of(SubtractionGame({1}), True).to_dict(), "values": [0, 10**30, 0]},
        {**certificate_of(SubtractionGame({1}), True).to_dict(), "period": "2"},
        {**certificate_of(SubtractionGame({1}), True).to_dict(), "period": 10**40},
        {**certificate_of(SubtractionGame({1}), False).to_dict(), "values": "LXW"},
        {**certificate_of(SubtractionGame({1}), False).to_dict(), "values": [0, 1, 0]},
    ],
)
def test_other_data_is_refused(data: object) -> None:
    with pytest.raises(CertificateError):
        verify(Certificate.from_dict(data))
