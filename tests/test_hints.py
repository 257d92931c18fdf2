"""What answers say of moves, of chains and of matches, in Python and on the command line."""

from __future__ import annotations

import json
import pickle
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from strategies import positions

from perfectplay import (
    Analysis,
    ArgumentError,
    Forecast,
    Match,
    Objective,
    Position,
    analyze,
    parse_game,
    solve,
    tabulate,
)
from perfectplay.cli import run
from perfectplay.cli.show import verdict

Captured = pytest.CaptureFixture[str]
# a loop of four boxes on the left, a chain of two on the right
LOOP_AND_CHAIN = "0 1 2 6 7 8 9 11 13 15"


def hints(game: str, position: str) -> dict[int, tuple[str, ...]]:
    return {move.move: move.hints for move in analyze(game, position).moves}


@pytest.mark.parametrize(
    ("game", "position", "expected"),
    [
        ("dots-and-boxes:1x1", "", {0: ("safe",)}),
        ("dots-and-boxes:1x1", "0 1", {2: ("sacrifices 1",)}),
        ("dots-and-boxes:1x1,objective=last", "0 1 2", {3: ("captures 1",)}),
        (
            "dots-and-boxes:2x3",
            LOOP_AND_CHAIN,
            {
                5: ("hard-hearted handout",),
                12: ("half-hearted handout", "loony"),
                3: ("opens a loop of 4", "loony"),
            },
        ),
        (
            "dots-and-boxes:2x3",
            LOOP_AND_CHAIN + " 12",
            {
                5: ("captures 1",),
                16: ("double-dealing: leaves 2",),
                10: ("opens a loop of 4", "leaves 6", "loony"),
            },
        ),
        (
            "dots-and-boxes:2x3",
            LOOP_AND_CHAIN + " 12 16 5 3",
            {10: ("captures 1",), 14: ("captures 1",), 4: ("double-dealing: leaves 4",)},
        ),
        ("dots-and-boxes:1x2", "0 1 2 3 4 6", {5: ("captures 2", "double-crossed")}),
        ("dots-and-boxes:1x5", "0 1 2 3 4 5 6 7 8 9", {12: ("opens a chain of 5", "loony")}),
        ("dots-and-boxes:1x3", "0 1 2 3 4 5 6", {9: ("leaves 3",)}),
        ("dots-and-boxes:1x4", "0 1 2 3 4 5 6 7 8", {12: ("leaves 4", "loony")}),
    ],
)
def test_hints_say_what_a_move_is(
    game: str, position: str, expected: dict[int, tuple[str, ...]]
) -> None:
    found = hints(game, position)
    assert {move: found[move] for move in expected} == expected


@pytest.mark.parametrize(
    "game",
    [
        "triangles:2,objective=fewest",
        "triangles:2,turn=alternate",
        'gems:{"melt":3,"bags":[[2,3],[1,3]]}',
        'regions:{"items":3,"regions":[{"items":[0,1]},{"items":[1,2],"weight":2}]}',
    ],
)
def test_other_games_have_no_hints(game: str, capsys: Captured) -> None:
    analysis = analyze(game)
    assert [move.hints for move in analysis.moves] == [()] * len(analysis.moves)
    assert (analysis.chains, analysis.summary) == (None, None)
    assert analysis.to_dict()["chains"] is None
    assert run(["analyze", game]) == 0
    assert "hints" not in capsys.readouterr().out


def test_every_engine_gives_hints_and_copies_keep_them() -> None:
    game = parse_game("dots-and-boxes:2x3")
    position = Position.parse(game, LOOP_AND_CHAIN)
    answers = [analyze(game, position, engine=engine) for engine in ("table", "reference")]
    table = tabulate(game, position)
    assert table is not None
    answers += [table.analyze(position), pickle.loads(pickle.dumps(answers[0]))]
    for answer in answers:
        assert answer.moves == answers[0].moves == answer.values
        assert [m.hints for m in answer.moves] == [m.hints for m in answers[0].moves]
        assert all(m.hints for m in answer.moves)
        assert not any(m.hints for m in answer.values)
        assert answer.to_dict()["moves"][0]["hints"] == ["hard-hearted handout"]
    assert answers[0].summary == (
        "1 loop (4), 2 components; the player to move wants an even number of long chains"
    )


def test_the_table_on_the_command_line_has_a_column_of_hints(capsys: Captured) -> None:
    assert run(["analyze", "dots-and-boxes:2x3", "--position", LOOP_AND_CHAIN + " 12"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert (
        "1 loop (4), 2 free coins, 2 components; loony, so the player to move has control" in lines
    )
    assert lines[-7:-4] == [
        "move  gain  value  regret  turn    hints",
        "16       0     +2       0  passes  double-dealing: leaves 2",
        "5       +1     -2       4  again   captures 1",
    ]


def test_nothing_is_said_of_chains_where_there_are_none(capsys: Captured) -> None:
    assert run(["solve", "dots-and-boxes:2x2"]) == 0
    assert "chain" not in capsys.readouterr().out


@given(positions(0, 7), st.tuples(st.integers(0, 9), st.integers(0, 9)), st.integers(0, 1))
def test_forecasts_are_what_perfect_play_leads_to(
    position: Position, points: tuple[int, int], to_move: int
) -> None:
    match = end = Match(position, points, to_move)
    solution = solve(position.game, position, engine="reference")
    forecast = Forecast(match, solution)
    for move in solution.line:
        end = end.play(move)
    objective = position.game.objective
    if objective is Objective.LAST:
        assert (forecast.margin, forecast.bounds) == (None, None)
        assert forecast.winner == "BA"[end.to_move]  # who is to move at the end has lost
        return
    assert forecast.margin == end.margin
    assert forecast.bounds == (end.margin, end.margin)
    most, least = ("A", "B") if objective is Objective.MOST else ("B", "A")
    assert forecast.winner == (most if end.margin > 0 else least if end.margin < 0 else "draw")


def test_forecasts_without_a_value_have_bounds() -> None:
    game = parse_game("triangles:3")
    match = Match(Position.start(game), (7, 2), 1)
    solution = replace(solve(game), status="bounded", bounds=(-4, 9))
    forecast = Forecast(match, solution)
    assert (forecast.margin, forecast.bounds, forecast.winner) == (None, (-4, 9), None)
    assert Forecast(match, replace(solution, bounds=(-4, 4))).winner == "A"
    assert Forecast(replace(match, points=(0, 9)), replace(solution, bounds=(-4, 4))).winner == "B"
    first = verdict(Analysis(solution, ()), match).splitlines()[0]
    assert first == "A leads 7-2; not solved: A will end between -4 and +9 against B"
    last = solve("triangles:2,objective=last")
    unknown = Forecast(Match(last.position), replace(last, status="bounded", bounds=(-1, 1)))
    assert (unknown.winner, unknown.bounds) == (None, None)
    first = verdict(Analysis(unknown.solution, ()), unknown.match).splitlines()[0]
    assert first == "not solved: A is to move"


def test_forecasts_are_for_one_position() -> None:
    game = parse_game("triangles:2")
    with pytest.raises(ArgumentError, match="the solution is that of 1 2; the match stands at 1"):
        Forecast(Match.replay(game, "1"), solve(game, "1 2"))


@pytest.mark.parametrize(
    ("game", "options", "lines"),
    [
        (
            "triangles:3",
            ["--moves", "4 5 6 7 8"],
            [
                "A leads 1-0 and will lose by 1",
                "value -2: A, to move, loses by 2 from here",
                "triangles:3, 13 of 18 items free, 8 points left",
            ],
        ),
        ("triangles:3", ["--moves", "4 5 6 1 2 3"], ["A leads 2-0 and will win by 3"]),
        (
            "triangles:3",
            ["--moves", "4,5 6 7 8", "--to-move", "B"],
            ["B leads 1-0 and will lose by 1", "value -2: B, to move, loses by 2 from here"],
        ),
        (
            "triangles:3",
            ["--position", "4 5 6", "--moves", "1 2 3", "--points", " 0 : 1 "],
            ["1-1, and A will win by 1"],
        ),
        ("triangles:3", ["--to-move", "B"], ["0-0, and A will win by 3"]),
        ("triangles:3", ["--moves", ""], ["0-0, and B will win by 3"]),
        ("dots-and-boxes:1x2", ["--moves", "0 1"], ["0-0, and it will be a draw"]),
        (
            "triangles:2",
            ["--moves", "1 2 3 4 5 6 7 8 9"],
            ["A has won 3-1", "value 0: a draw from here"],
        ),
        (
            "dots-and-boxes:1x2",
            ["--position", "0 1 2 3 4 5 6", "--points", "1-1"],
            ["a draw, 1-1"],
        ),
        (
            "dots-and-boxes:1x2",
            ["--position", "0 1 2 3 4 5", "--points", "1-0", "--to-move", "B"],
            ["A leads 1-0, and it will be a draw"],
        ),
        (
            "dots-and-boxes:1x1,objective=fewest",
            ["--moves", "0 1 2 3"],
            ["A has won 0-1 (the fewest points win)"],
        ),
        (
            "dots-and-boxes:1x2,objective=fewest",
            ["--moves", "0 2 4 5"],
            ["A leads 0-1 and will win by 2 (the fewest points win)"],
        ),
        (
            "dots-and-boxes:1x1,objective=last",
            ["--moves", "0"],
            ["A will win", "B, to move, loses (nimber 0)"],
        ),
        ("dots-and-boxes:1x1,objective=last", ["--moves", "0 1 2 3"], ["A has won"]),
    ],
)
def test_matches_on_the_command_line(
    game: str, options: list[str], lines: list[str], capsys: Captured
) -> None:
    for command in ("solve", "analyze"):
        assert run([command, game, *options]) == 0
        assert capsys.readouterr().out.splitlines()[: len(lines)] == lines


def test_a_line_of_play_has_the_scores(capsys: Captured) -> None:
    taken = "1 2 3 4 5 6 7 8 9 10 11"
    score = ["--points", "3-1", "--to-move", "B"]
    assert run(["solve", "triangles:3", "--position", taken, *score]) == 0
    line = "12 (B 3-2) 13 (B 3-3) 17 14 15 (B 3-4) 16 (B 3-5) 18 (B 3-6)"
    assert f"line of play: {line}\n" in capsys.readouterr().out
    assert run(["solve", "triangles:3", "--position", taken]) == 0
    line = "12 (A 1-0) 13 (A 2-0) 17 14 15 (A 3-0) 16 (A 4-0) 18 (A 5-0); A is the player to move"
    assert f"line of play: {line}\n" in capsys.readouterr().out
    assert run(["solve", "dots-and-boxes:1x1,objective=last"]) == 0
    assert "line of play: 0 1 2 3\n" in capsys.readouterr().out


def test_matches_as_json(capsys: Captured) -> None:
    assert run(["analyze", "triangles:3", "--moves", "4 5 6 7 8", "--json"]) == 0
    answer = json.loads(capsys.readouterr().out)
    assert answer["position"] == [4, 5, 6, 7, 8]
    assert answer["match"] == {
        "points": [1, 0],
        "to_move": "A",
        "moves": [4, 5, 6, 7, 8],
        "final_margin": -1,
        "final_bounds": [-1, -1],
        "winner": "B",
    }
    assert answer["chains"]["long_chain_rule"] in {"odd", "even"}
    game = "triangles:3,objective=last"
    assert run(["solve", game, "--points", "0-0", "--to-move", "B", "--json"]) == 0
    answer = json.loads(capsys.readouterr().out)
    assert (answer["match"]["final_margin"], answer["match"]["final_bounds"]) == (None, None)
    assert answer["match"]["winner"] == ("B" if answer["to_move_value"] > 0 else "A")
    assert run(["solve", "triangles:3", "--json"]) == 0
    assert "match" not in json.loads(capsys.readouterr().out)


@pytest.mark.parametrize(
    ("options", "code", "message"),
    [
        (["--moves", "4 5 4"], 1, "move 3: item 4 is taken already"),
        (["--moves", "77"], 1, "move 1: no item '77': the items are 1..18"),
        (["--position", "4", "--moves", "4"], 1, "move 1: item 4 is taken already"),
        (["--points", "3"], 2, "'3' is no score; write the points of A and B, as 3-1"),
        (["--points", "-1-2"], 2, "'-1-2' is no score"),
        (["--points", "9" * 5000 + "-1"], 2, "(5002 characters) is no score"),
        (["--points", "3-1"], 1, "points 3-1 are 4 in all, but only 0 could be made"),
        (["--to-move", "C"], 2, "'C' is not one of 'A', 'B'"),
    ],
)
def test_bad_matches(options: list[str], code: int, message: str, capsys: Captured) -> None:
    assert run(["solve", "triangles:3", *options]) == code
    captured = capsys.readouterr()
    assert captured.out == ""
    assert message in captured.err


@pytest.mark.parametrize(
    ("nimber", "heading"),
    [
        (3, "the player to move wins (nimber 3)"),
        ("loony", "the player to move wins (loony)"),
        (None, "the player to move wins"),
    ],
)
def test_nimbers_are_shown_if_they_are_known(nimber: Any, heading: str) -> None:
    answer = analyze("dots-and-boxes:1x1,objective=last")
    solution = replace(answer.solution, nimber=nimber)
    assert verdict(replace(answer, solution=solution)).splitlines()[0] == heading
    assert solution.to_dict()["nimber"] == nimber
    assert "nimber" not in solve("dots-and-boxes:1x1").to_dict()
