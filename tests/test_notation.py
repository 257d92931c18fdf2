"""Games, positions, moves and matches as text that parses back."""

from __future__ import annotations

import re
from pathlib import Path
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from strategies import games

import perfectplay
from perfectplay import (
    FAMILIES,
    ArgumentError,
    Game,
    GameSpec,
    IllegalMoveError,
    Match,
    NotationError,
    Position,
    SetFunction,
    parse_game,
)

RULES = ["", ",turn=alternate", ",objective=fewest", ",objective=last"]
BOARDS = [
    "dots-and-boxes:3x3,border=icelandic",
    "dots-and-boxes:2x4,border=swedish",
    "triangles:4",
    "triangles:3,border=drawn",
    'regions:{"items":["left","right","#up"],"regions":[{"items":[0,1]},{"items":[1,2]}]}',
]
texts = st.sampled_from([*BOARDS, *(FAMILIES[name].example for name in FAMILIES)])
family_games = st.builds(lambda text, rule: parse_game(text + rule), texts, st.sampled_from(RULES))
any_game = family_games | games()
seeds = st.integers(0, 2**64)


def any_match(game: Game, random: Random) -> Match:
    """A match somewhere, of any beginning."""
    start = Position(
        game, random.getrandbits(len(game) + 1) & game.all if random.random() < 0.5 else 0
    )
    a = random.randint(0, start.points)
    names = random.choice([("A", "B"), ("Anna", "B: 2"), ("\u00c5sa # 1", "machine")])
    points = (a, random.randint(0, start.points - a))
    match = Match(start, points, random.randint(0, 1), (), names)
    moves = list(start.moves)
    for move in random.sample(moves, random.randint(0, len(moves))):
        match = match.play(move)
    return match


@given(any_game, seeds)
def test_texts_parse_back(game: Game, seed: int) -> None:
    random = Random(seed)
    writable = not isinstance(game.score, SetFunction)
    if writable:
        game = parse_game(str(game))  # of gems without colours that no bag has
        assert parse_game(str(game)) == game
    for _ in range(4):
        match = any_match(game, random)
        position = match.position
        assert Position.parse(game, str(position)) == position
        for index in random.sample(range(len(game)), min(len(game), 3)):
            move = game.number(index)
            assert (
                game.number(game.index(game.names[index])) == game.number(game.index(move)) == move
            )
        assert Match.parse(str(match), game) == match
        if writable and not game.text.startswith("python:"):
            again = Match.parse(str(match))
            assert again == match
            assert again.owners == match.owners
            assert eval(repr(match), vars(perfectplay).copy()) == match
            assert eval(repr(position), vars(perfectplay).copy()) == position


def test_a_match_is_a_file_to_read_and_edit(tmp_path: Path) -> None:
    text = """\
# Winning Ways, after Ada Lovelace
game: dots-and-boxes:2x2

A: Anna
b : the machine
start: 0 3
first: B
Points before: 0, 0
moves: 1, 2, 6,
    # no comment, but this line is one:
# see above
\t7
"""
    with pytest.raises(IllegalMoveError, match=r"^line 10, character 5: move 4: no item '#'"):
        Match.parse(text)
    match = Match.parse(text.replace("    # no comment, but this line is one:\n", ""))
    game = match.position.game
    assert match.players == ("Anna", "the machine")
    assert match.moves == (1, 2, 6, 7)
    assert match.beginning == Match(Position.parse(game, "0 3"), to_move=1, players=match.players)
    assert (match.points, match.player) == ((1, 0), "A")
    assert str(match) == (
        "game: dots-and-boxes:2x2\nA: Anna\nB: the machine\nstart: 0 3\nfirst: B\nmoves: 1 2 6 7"
    )
    file = tmp_path / "match.txt"
    for end, start in (("\n", ""), ("\r\n", "\ufeff"), ("\r", "\n")):
        file.write_text(start + str(match).replace("\n", end) + end, encoding="utf-8", newline="")
        assert Match.parse(file.read_bytes().decode()) == match


def test_the_start_may_be_drawn() -> None:
    text = """\
game: dots-and-boxes:1x2,objective=last
start:
    +---+   +
#  between rows
            |

    +---+   +
moves: 4 5
"""
    match = Match.parse(text)
    assert match.beginning.position.taken == (0, 2, 6)
    assert match.points == (0, 1)
    with pytest.raises(NotationError, match=r"^line 3, column 9: expected '-' or a dot"):
        Match.parse(text.replace("    +---+   +\n#", "    +---|   +\n#"))


def test_long_matches_are_wrapped() -> None:
    game = parse_game("dots-and-boxes:6x6")
    match = Match.replay(game, range(84))
    lines = str(match).splitlines()
    assert max(map(len, lines)) < 80
    assert len(lines) == 5
    assert all(line.startswith("    ") for line in lines[2:])
    assert Match.parse(str(match)) == match


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "line 1, character 1: expected a line `game: `"),
        ("moves: 1", "line 1, character 1: expected a line `game: `"),
        ("\n  1 2", "line 2, character 3: a line that begins with a space goes on"),
        ("game: triangles:2\n1 2 3", "line 2, character 1: expected a line such as `moves: 1 2 3`"),
        ("game: triangles:2\nmvoes: 1", "line 2, character 1: no key 'mvoes', did you mean moves?"),
        ("game: triangles:2\nmoves: 1\n\nMoves: 2", "line 4, character 1: a second line `moves: `"),
        ("game: triangle:2", "line 1, character 7: no family 'triangle': did you mean triangles?"),
        ("game:   triangles:0", "line 1, character 9: side '0' is not a number"),
        ("game:", "line 1, character 6: "),
        ('game: gems:{"melt":0,"bags":[]}', "line 1, character 7: not a valid game"),
        ("game: triangles:999", "line 1, character 7: a board of side 999 has"),
        ("game: triangles:2\n   ,turn=bonus", "line 2, character 4: a game is a single line"),
        ("game: python:os:abort", "line 1, character 7: 'python:os:abort' is code"),
        ("game: triangles:2\nstart: 1 2,12", "line 2, character 12: no item '12'"),
        ("game: triangles:2\nstart: 1 2\n   3 1", "line 3, character 6: item 1 is listed twice"),
        ("game: triangles:2\nfirst: C", "line 2, character 8: expected A or B"),
        ("game: triangles:2\npoints before: 3", "line 2, character 16: expected the points of A"),
        (
            "game: triangles:2\nstart: 1 2 3\npoints before: 1 1",
            "line 3, character 16: expected at most the 1 points",
        ),
        ("game: triangles:2\nA:", "line 2, character 3: expected the name of player A"),
        ("game: triangles:2\nA: x\n  y", "line 3, character 3: a name is a single line"),
        ("game: triangles:2\nB: \x07", "line 2, character 4: expected the name of player B"),
    ],
)
def test_errors_name_line_and_character(text: str, message: str) -> None:
    with pytest.raises(NotationError, match="^" + re.escape(message)):
        Match.parse(text)


@pytest.mark.parametrize(
    ("moves", "message"),
    [
        ("moves: 4 5 4", "line 2, character 12: move 3: item 4 is taken already; possible are 1"),
        ("moves: 4 5\n  6\n  x", "line 4, character 3: move 4: no item 'x': the items are 1..9"),
        ("start: 1\nmoves: 1", "line 3, character 8: move 1: item 1 is taken already"),
    ],
)
def test_moves_that_are_not_possible_name_line_and_character(moves: str, message: str) -> None:
    with pytest.raises(IllegalMoveError, match="^" + re.escape(message)):
        Match.parse(f"game: triangles:2\n{moves}")


def test_the_game_may_be_known() -> None:
    game = parse_game("triangles:2")
    assert Match.parse("moves: 1 2", game) == Match.replay(game, "1 2")
    assert Match.parse("game: triangles:2,turn=bonus\nmoves: 1 2", game).position.game is game
    with pytest.raises(
        NotationError, match=r"line 1, character 7: this is a match of 'triangles:3"
    ):
        Match.parse("game: triangles:3", game)
    wrong: Any = 5
    with pytest.raises(ArgumentError, match="game is 5; it must be a Game or None"):
        Match.parse("moves: 1", wrong)
    with pytest.raises(ArgumentError, match="it must be a match in a text"):
        Match.parse(wrong)


def test_files_named_by_a_match_are_read(tmp_path: Path) -> None:
    file = tmp_path / "two words\n.json"  # such a name cannot stand in a line
    file.write_text('{"items":3,"regions":[{"items":[0,1]}]}')
    match = Match.replay(parse_game(f"regions:{file}"), "2 1")
    assert str(match).splitlines()[0] == 'game: regions:{"items":3,"regions":[{"items":[0,1]}]}'
    assert Match.parse(str(match)) == match
    with pytest.raises(FileNotFoundError):
        Match.parse("game: regions:/nowhere.json")


def test_games_without_a_text_say_so() -> None:
    game = GameSpec(2, SetFunction([0, 1, 1, 1])).validate()
    match = Match.replay(game, "0")
    with pytest.raises(
        NotationError, match=r"line 1, character 7: a set-function game has no text"
    ):
        Match.parse(str(match))
    assert Match.parse(str(match), game) == match


@given(st.text("game: triangles2\nmovs1A#B\t.", max_size=80))
def test_any_text_is_a_match_or_refused_with_the_place(text: str) -> None:
    for tried in (text, f"game: triangles:2\n{text}"):
        try:
            match = Match.parse(tried)
        except (NotationError, IllegalMoveError) as error:
            refusal = str(error)
        else:
            assert Match.parse(str(match)) == match
            continue
        assert re.match(r"line \d+, character \d+: ", refusal)
