"""Contest files made by the program: the same everywhere, within the limits, and of their kind."""

from __future__ import annotations

import copy
import re
from collections import Counter
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from judging_helpers import HERE, judged
from setting_helpers import (
    BOARD,
    NAMES,
    PAIRS,
    generated,
    greedy_margin,
    margin,
    matches,
    read_pairs,
    sets_of_size,
    wrong_value,
)

from perfectplay import ArgumentError, GenerationError, outcomes, solve, tabulate
from perfectplay.cli import run
from perfectplay.judges.uva751 import ENDS
from perfectplay.setters import SETTERS, generate
from perfectplay.setters.dice import Dice
from perfectplay.setters.generation import PATIENCE
from perfectplay.setters.setter import ATTEMPTS

Captured = pytest.CaptureFixture[str]
MATCHES = [name for name in NAMES if name != "uva11587"]

# --- the same everywhere ---------------------------------------------------------------------


def test_the_numbers_are_those_of_splitmix64() -> None:
    # Source: the first numbers of the authors' splitmix64.c, with the seed 1234567.
    dice = Dice("")
    dice._state = 1234567
    assert [dice.bits64() for _ in range(5)] == [
        6457827717110365317,
        3203168211198807973,
        9817491932198370423,
        4593380528125082431,
        16408922859458223821,
    ]


@given(st.text(), st.integers(1, 30), st.data())
def test_draws_are_in_range_and_samples_are_samples(text: str, n: int, data: st.DataObject) -> None:
    dice = Dice(text)
    assert 0 <= dice.below(n) < n
    assert -n <= dice.between(-n, n) <= n
    count = data.draw(st.integers(0, n))
    sample = dice.sample(range(n), count)
    assert len(set(sample)) == len(sample) == count
    assert set(sample) <= set(range(n))


def test_every_order_is_about_as_likely() -> None:
    dice = Dice("orders")
    orders = Counter(tuple(dice.sample("abc", 3)) for _ in range(6000))
    assert len(orders) == 6
    assert all(900 < count < 1100 for count in orders.values())


@pytest.mark.parametrize("name", NAMES)
def test_the_bytes_of_a_seed(name: str) -> None:
    # Source: this program; a change here breaks the promise that a seed gives the same file.
    golden = (HERE / "data" / "setters" / f"{name}.txt").read_text()
    assert "".join(golden_part(name, kind) for kind in SETTERS[name].kinds) == golden


def golden_part(name: str, kind: str) -> str:
    file = generated(name, kind)
    return f"--- {kind}: the file\n{file.input}--- {kind}: its answers\n{file.answers}"


@pytest.mark.parametrize(("name", "kind"), PAIRS)
def test_a_smaller_count_gives_the_first_cases(name: str, kind: str) -> None:
    file = generate(name, seed=1, count=1, kind=kind)
    assert file.cases == generated(name, kind).cases[:1]


def test_seeds_and_kinds_give_different_cases() -> None:
    files = [generate("gym100015f", seed=seed, count=4) for seed in (0, 1, -1, 2**70)]
    files.append(generate("gym100015f", seed=0, count=4, kind="unique"))
    assert len({case.text for file in files for case in file.cases}) == 20


# --- every kind ------------------------------------------------------------------------------


@pytest.mark.parametrize(("name", "kind"), PAIRS)
def test_files_are_within_the_limits_and_have_different_cases(name: str, kind: str) -> None:
    file = generated(name, kind)
    assert len(matches(file)) == len({case.text for case in file.cases}) == 6
    assert all(case.text in file.input for case in file.cases)
    assert (file.name, file.kind, file.seed) == (name, kind, 1)


@pytest.mark.parametrize(("name", "kind"), PAIRS)
def test_the_answers_are_those_of_the_judge(name: str, kind: str) -> None:
    file = generated(name, kind)
    assert judged(name, file.input) == (0, file.answers, [])


@pytest.mark.parametrize("name", MATCHES)
def test_unique_means_one_best_first_move(name: str) -> None:
    file = generated(name, "unique")
    for match, case in zip(matches(file), file.cases, strict=True):
        best = solve(match.position.game, match.position).best_moves
        free = len(match.position.moves)
        assert free > 1
        assert case.note == f"of {free} moves only {best[0]} is best"
        assert len(best) == 1


@pytest.mark.parametrize("name", MATCHES)
def test_greedy_loses_where_the_player_to_move_wins(name: str) -> None:
    file = generated(name, "greedy-loses")
    for match, case in zip(matches(file), file.cases, strict=True):
        sign = -1 if match.to_move else 1
        best, greedy = sign * margin(match), sign * greedy_margin(match)
        assert best > 0 >= greedy
        assert case.note.startswith(f"the player to move wins by {best}, and gets {greedy} by")


def test_ties_are_draws() -> None:
    assert generated("gym100015f", "ties").answers == "Draw\n" * 6
    assert generated("hdu4778", "ties").answers == "0\n" * 6
    assert all(match.position.rest for match in matches(generated("hdu4778", "ties")))


# --- uva11587 --------------------------------------------------------------------------------


def strings_and_sets(kind: str, **spans: Any) -> list[tuple[str, tuple[int, ...]]]:
    file = generate("uva11587", seed=3, count=6, kind=kind, **spans)
    answers = [line.partition(": ")[2] for line in file.answers.splitlines()]
    sets = [tuple(map(int, answer.split())) for answer in answers]
    strings: Any = matches(file)
    return list(zip(strings, sets, strict=True))


@pytest.mark.parametrize("size", [1, 2, 3])
def test_uva11587_unique_means_one_smallest_set(size: int) -> None:
    for string, takes in strings_and_sets("unique", size=size):
        assert sets_of_size(string, size) == [takes]
        assert size == 1 or not any(sets_of_size(string, less) for less in range(size))


@pytest.mark.parametrize("size", [2, 3])
def test_uva11587_ties_have_several_smallest_sets(size: int) -> None:
    for string, takes in strings_and_sets("ties", size=size):
        found = sets_of_size(string, size)
        assert found[0] == takes
        assert len(found) > 1
        assert not any(sets_of_size(string, less) for less in range(size))


def test_uva11587_greedy_sets_are_right_but_too_large() -> None:
    for string, takes in strings_and_sets("greedy-loses"):
        lost = {0, *(heap for heap, letter in enumerate(string, 1) if letter == "L")}
        greedy: list[int] = []
        for heap, letter in enumerate(string, 1):
            if letter == "W" and not any(heap - take in lost for take in greedy):
                greedy.append(
                    next(
                        take
                        for take in range(1, 21)
                        if heap - take in lost and not {low + take for low in lost} & lost
                    )
                )
        assert outcomes(greedy, len(string)) == outcomes(takes, len(string)) == string
        assert len(greedy) > len(takes)


def test_uva11587_extremes() -> None:
    file = generate("uva11587", seed=0, count=40, kind="extremes")
    strings: Any = matches(file)
    assert {"W" * 20, "W" * 20 + "L", "L" * 19, "L" * 19 + "W", "W", "L"} <= set(strings)
    assert sum(len(string) == 100 for string in strings) >= 9
    every = " ".join(map(str, range(1, 21)))
    assert {f"Case 1: {every}", "Case 5: 20"} <= set(file.answers.splitlines())


def test_uva11587_traps_catch_what_they_say() -> None:
    file = generate("uva11587", seed=2, count=12, kind="traps", size=(1, 5), length=(1, 40))
    caught: Counter[str] = Counter()
    for string, case in zip(matches(file), file.cases, strict=True):
        found = re.fullmatch(r"a program that (.*) says (.*), not (.*)", case.note)
        assert found is not None
        mistake, wrong, right = found.groups()
        sets = sets_of_size(str(string), len(right.split()))
        caught[mistake] += 1
        assert tuple(map(int, right.split())) == sets[0]
        if mistake == "tries sets in the order of their bit masks":
            said = min(sets, key=lambda takes: sum(1 << take for take in takes))
        elif mistake == "answers the last of equal sets":
            said = sets[-1]
        else:
            continue
        assert wrong == " ".join(map(str, said)) != right
    assert len(caught) == 6


# --- extremes --------------------------------------------------------------------------------


def test_hdu4778_extremes_reach_every_limit() -> None:
    file = generate("hdu4778", seed=4, count=18, kind="extremes")
    heads = {tuple(map(int, case.text.split("\n")[0].split())) for case in file.cases}
    assert {(8, 21, 1), (8, 21, 19), (1, 21, 1), (1, 21, 19)} <= heads
    assert any(bags == 0 for _, bags, _ in heads)
    assert file.answers.startswith("210\n210\n")
    lines = {line.split()[0] for line in file.cases[0].text.splitlines()[1:]}
    assert lines == {"10"}
    assert [case.note for case in file.cases if "the smallest of 64" in case.note]


def test_gym100015f_extremes_have_the_largest_and_the_smallest_margins() -> None:
    file = generate("gym100015f", seed=4, count=36, kind="extremes")
    table = tabulate(BOARD)
    assert table is not None
    histogram = table.histogram()
    seen: dict[int, set[int]] = {}
    for match, case in zip(matches(file), file.cases, strict=True):
        count = len(match.position.taken)
        seen.setdefault(count, set()).add(margin(match))
        assert f"{count} lines; the margin is {margin(match)}, the " in case.note
    assert seen == {n: {max(histogram[n]), min(histogram[n])} for n in range(5, 11)}


@pytest.mark.parametrize(("name", "low", "high"), [("uva751", 6, 18), ("hdu4753", 12, 24)])
def test_extremes_of_matches(name: str, low: int, high: int) -> None:
    file = generated(name, "extremes")
    found = [(len(match.moves), margin(match)) for match in matches(file)]
    assert [count for count, _ in found] == [low] * 3 + [high] * 3
    for k in (0, 3):
        largest, smallest, closest = (value for _, value in found[k : k + 3])
        assert largest > 0 > smallest
        assert abs(closest) == 1


def test_extremes_keep_to_the_spans_asked_for() -> None:
    file = generate(
        "hdu4778", kind="extremes", count=8, bags=(2, 3), colours=2, melt=(3, 4), gems=5
    )
    heads = {case.text.split("\n")[0] for case in file.cases}
    assert heads == {"2 2 3", "2 2 4", "2 3 3", "2 3 4"}


# --- traps -----------------------------------------------------------------------------------

RULES: dict[str, tuple[Any, Any]] = {
    "counts at most one": (lambda gain: min(gain, 1), lambda gain: min(gain, 1)),
    "gives a turn for each": (lambda gain: gain, lambda gain: gain),
    "gives as many turns": (lambda gain: gain, lambda gain: gain),
    "never gives another turn": (lambda gain: gain, lambda gain: 0),
}


@pytest.mark.parametrize("name", ["hdu4778", "gym100015f"])
def test_traps_catch_what_they_say(name: str) -> None:
    spans: Any = {"bags": (0, 7)} if name == "hdu4778" else {"lines": (8, 10)}
    file = generate(
        name,
        seed=6,
        count=12,
        kind="traps",
        **spans,
    )
    caught: Counter[str] = Counter()
    answers = file.answers.splitlines()
    for match, case, answer in zip(matches(file), file.cases, answers, strict=True):
        found = re.fullmatch(r"a program that (.*) says (.*), not (.*)", case.note)
        assert found is not None
        mistake, wrong, right = found.groups()
        assert right == answer != wrong
        caught[mistake] += 1
        for start, (points, further) in RULES.items():
            if mistake.startswith(start):
                value = wrong_value(match.position.game, match.position.mask, points, further)
                assert wrong == said(name, value)
        if len(match.position.moves) <= 10:
            rules: Any = (lambda gain: gain, lambda gain: min(gain, 1))
            value = wrong_value(match.position.game, match.position.mask, *rules)
            assert answer == said(name, value)
        if mistake.startswith("gives Andy"):
            assert wrong == said(name, margin(match) + match.position.points)
    assert len(caught) == (5 if name == "hdu4778" else 6)


def said(name: str, value: int) -> str:
    if name == "hdu4778":
        return str(value)
    return "Draw" if value == 0 else "Andy wins" if value > 0 else "Ralph wins"


def test_traps_of_matches_with_moves_made() -> None:
    for name in ("uva751", "hdu4753"):
        file = generate(name, seed=7, count=12, kind="traps")
        winners = dict(zip(("A wins", "B wins", "Tom200", "Jerry404"), (1, -1, 1, -1), strict=True))
        mistakes = set()
        for match, case in zip(matches(file), file.cases, strict=True):
            found = re.fullmatch(r"a program that (.*) says (.*), not (.*)", case.note)
            assert found is not None
            mistake, wrong, right = found.groups()
            mistakes.add(mistake)
            assert winners[right] * margin(match) > 0 > winners[wrong] * margin(match)
            if mistake.startswith("gives nobody"):
                assert winners[wrong] * (margin(match) - match.margin) >= 0
            if "moves next" in mistake or "move next" in mistake:
                assert match.to_move == 1
        assert len(mistakes) == len({case.note.split(" says ")[0] for case in file.cases}) >= 5


def test_all_traps_are_given_up_before_patience_is_lost() -> None:
    # of more than five kinds of traps, too, the last one must have its turn
    assert ATTEMPTS * 6 < PATIENCE
    file = generate("uva11587", kind="traps", length=(1, 9), count=5, size=1)
    assert any("all are L" in case.note for case in file.cases)


# --- constraints -----------------------------------------------------------------------------


def test_constraints_are_kept() -> None:
    for match in matches(generate("hdu4778", count=20, bags=(3, 4), gems=(2, 3), melt=2)):
        assert 3 <= len(match.position.game) <= 4
        assert match.position.game.score.melt == 2  # type: ignore[union-attr]
    for match in matches(generate("gym100015f", count=20, lines=(7, 8))):
        assert 7 <= len(match.position.taken) <= 8
    for match in matches(generate("uva751", count=5, moves=9)):
        assert len(match.moves) == 9
    for string, takes in strings_and_sets("random", length=(10, 12), takes=(4, 9), size=(2, 3)):
        assert 10 <= len(string) <= 12
        assert 2 <= len(takes) <= 3
        assert 4 <= takes[0] <= takes[-1] <= 9


def test_uva751_in_blocks() -> None:
    file = generate("uva751", seed=1, count=7, blocks=3)
    bare = generate("uva751", seed=1, count=7)
    assert file.cases == bare.cases
    head, *blocks = file.input.split("\n\n")
    assert head == "3"
    assert [len(read_pairs(b.rstrip("\n") + "\n", BOARD, ENDS, 6)) for b in blocks] == [2, 2, 3]
    assert file.answers.count("\n\n") == 2
    wins = re.findall("[AB] wins", bare.answers)
    assert re.findall("[AB] wins", file.answers) == wins
    assert re.findall(r"Game (\d)", file.answers) == list("1212123")
    assert generate("uva751", count=2, blocks=1000).input.startswith("2\n\n1\n")


@settings(max_examples=30)
@given(st.integers(), st.data())
def test_any_seed_and_spans_give_a_valid_file(seed: int, data: st.DataObject) -> None:
    name = data.draw(st.sampled_from(["gym100015f", "uva751", "uva11587"]))
    spans: Any = {}
    for key, limit in SETTERS[name].limits.items():
        if key in ("lines", "moves", "length"):
            low = data.draw(st.integers(limit.span.low, limit.span.high))
            spans[key] = (low, data.draw(st.integers(low, limit.span.high)))
    file = generate(name, seed=seed, count=2, **spans)
    assert len(matches(file)) == 2
    assert judged(name, file.input) == (0, file.answers, [])


# --- what cannot be -----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "arguments", "message"),
    [
        ("hdu4788", {}, "no contest 'hdu4788': did you mean hdu4778"),
        ("hdu4778", {"count": 21}, "count is 21; a file of hdu4778 has 1..20 cases"),
        ("uva751", {"count": 0}, "count is 0; a file of uva751 has 1..1000000 cases"),
        ("uva751", {"count": 2.5}, "count is 2.5; it must be an integer"),
        ("uva751", {"seed": "x"}, "seed is 'x'; it must be an integer"),
        ("uva751", {"kind": "ties"}, "uva751 has no kind 'ties'"),
        ("uva751", {"kind": "trap"}, "did you mean traps"),
        ("uva751", {"lines": 5}, "uva751 has no constraint 'lines': known: moves, blocks"),
        ("gym100015f", {"lines": 4}, "lines is 4; the contest allows 5..10 (lines drawn)"),
        ("gym100015f", {"lines": (5, 11)}, "lines is (5, 11); the contest allows 5..10"),
        ("gym100015f", {"lines": (7, 6)}, "it must be an integer or a pair (low, high)"),
        ("gym100015f", {"lines": "5"}, "lines is '5'; it must be an integer or a pair"),
        ("gym100015f", {"lines": (5, 6, 7)}, "lines is (5, 6, 7); it must be"),
        ("gym100015f", {"lines": True}, "lines is True; it must be"),
        ("hdu4778", {"melt": 0}, "melt is 0; the contest allows 1..19 (gems to a stone)"),
    ],
)
def test_arguments_that_make_no_sense(name: str, arguments: Any, message: str) -> None:
    with pytest.raises(ArgumentError, match=re.escape(message)):
        generate(name, **arguments)


def test_what_is_found_is_kept() -> None:
    with pytest.raises(
        GenerationError, match=r"found 4 of 5 cases of uva11587, kind random"
    ) as caught:
        generate("uva11587", count=5, length=2)
    found = caught.value.found
    assert sorted(case.text for case in found.cases) == ["LL\n", "LW\n", "WL\n", "WW\n"]
    assert judged("uva11587", found.input) == (0, found.answers, [])
    again = copy.copy(caught.value)
    assert (str(again), again.found) == (str(caught.value), found)


def test_nothing_may_be_found() -> None:
    with pytest.raises(GenerationError, match=r"found 0 of 3 .* moves 18; ask for fewer") as caught:
        generate("uva751", count=3, moves=18, kind="unique")
    assert (caught.value.found.cases, caught.value.found.input) == ((), "")


# --- the command line ------------------------------------------------------------------------


def test_generate_to_stdout(capsys: Captured) -> None:
    assert run(["generate", "gym100015f", "--seed", "5", "--count", "3", "--lines", "5..6"]) == 0
    expected = generate("gym100015f", seed=5, count=3, lines=(5, 6)).input
    assert capsys.readouterr() == (expected, "")


def test_generate_to_files_with_notes(tmp_path: Path, capsys: Captured) -> None:
    file = generate("hdu4778", seed=5, count=2, kind="traps", bags=6)
    where = [str(tmp_path / "gems.in"), "--answers", str(tmp_path / "gems.out")]
    asked = ["--seed", "5", "--count", "2", "--kind", "traps", "--bags", "6", "--explain"]
    assert run(["generate", "hdu4778", *asked, "-o", *where]) == 0
    assert (tmp_path / "gems.in").read_bytes() == file.input.encode()
    assert (tmp_path / "gems.out").read_bytes() == file.answers.encode()
    notes = "".join(f"case {k}: {case.note}\n" for k, case in enumerate(file.cases, 1))
    assert capsys.readouterr() == ("", notes)


def test_generate_writes_what_was_found(tmp_path: Path, capsys: Captured) -> None:
    target = tmp_path / "x.in"
    assert run(["generate", "uva11587", "--length", "1", "-o", str(target)]) == 3
    assert sorted(target.read_text().split()) == ["2", "L", "W"]
    out, err = capsys.readouterr()
    assert out == ""
    assert err.startswith(
        "perfectplay: found 2 of 10 cases of uva11587, kind random, with length 1,"
    )
    target.write_text("kept")
    assert run(["generate", "uva751", "--kind", "unique", "--moves", "18", "-o", str(target)]) == 3
    assert target.read_text() == "kept"


@pytest.mark.parametrize(
    ("arguments", "code", "message"),
    [
        (["hdu4788"], 2, "did you mean hdu4778?"),
        (["hdu4778", "--kind", "hard"], 2, "'hard' is not one of"),
        (
            ["hdu4778", "--bags", "a..b"],
            2,
            "'a..b' is no range; write a number, or two as in 5..10",
        ),
        (["hdu4778", "--bags", "5..99"], 2, "bags is (5, 99); the contest allows 0..21"),
        (["uva751", "--bags", "5"], 2, "uva751 has no constraint 'bags'"),
        (["uva751", "--kind", "ties"], 2, "uva751 has no kind 'ties'"),
        (["uva751", "--count", "x"], 2, "'x' is not a valid integer"),
        (["uva751", "-o", "x", "--answers", "x"], 2, "the file and its answers both go to x"),
        (["uva751", "-o", "/nowhere/x"], 1, "/nowhere/x: no such file or directory"),
    ],
)
def test_generate_errors(arguments: list[str], code: int, message: str, capsys: Captured) -> None:
    assert run(["generate", *arguments]) == code
    captured = capsys.readouterr()
    assert captured.out == ""
    assert message in captured.err
    assert "Traceback" not in captured.err
