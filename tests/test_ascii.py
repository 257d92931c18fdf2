"""Boards drawn in plain characters: read as people paste them, and written."""

from __future__ import annotations

import functools
import re
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from perfectplay import (
    FAMILIES,
    ArgumentError,
    Game,
    NotationError,
    Position,
    board_text,
    dots_and_boxes,
    parse_board,
    parse_game,
)

PLACE = re.compile(r"line \d+, column \d+: ")
SQUARE = "+---+---+\n| A |   |\n+---+   +"
STYLES = {
    "dots": ".---.---.\n|   |   |\n.---.   .",
    "letters": "o---o---o\n| A |   |\no---o   o",
    "stars, underscores": "*___*___*\n|   |   |\n*___*   *",
    "short lines": "+-+-+\n|A| |\n+-+ +",
    "double dashes": "+--+--+\n|AB|  |\n+--+  +",
    "indented": "\n\n    +---+---+\n    | A |   |\n    +---+   +\n\n",
    "first line cut": "+---+---+\n    | A |   |\n    +---+   +",
    "windows": "+---+---+\r\n| A |   |\r\n+---+   +\r\n",
    "old macintosh": "+---+---+\r| A |   |\r+---+   +\r",
    "trailing spaces": "+---+---+   \n| A |   |  \n+---+   + \n",
    "fenced": "```text\n+---+---+\n| A |   |\n+---+   +\n```",
    "tildes, indented": "  ~~~\n  +---+---+\n  | A |   |\n  +---+   +\n  ~~~",
    "forum code": "[code]\n+---+---+\n| A |   |\n+---+   +\n[/code]",
    "quoted": "> +---+---+\n> | A |   |\n> +---+   +",
    "quoted twice": ">> +---+---+\n>> | A |   |\n>> +---+   +\n>>",
    "double spaced": "+---+---+\n\n| A |   |\n\n+---+   +",
    "high boxes": "+-----+-----+\n|     |     |\n|  A  |     |\n|     |     |\n+-----+     +",
    "tabs": "+\t---\t+\t---\t+\n|\tA\t|\t\t|\n+\t---\t+\t\t+",
    "tab indented": "\t+---+---+\n\t| A |   |\n\t+---+   +",
    "odd spacing": "+ --- +-----+\n|A|   |\n  +---+   +",
    "dashes of a web page": "+\u2014+\u2014+\n\u2502A\u2502 \u2502\n+\u2013+ +",
    "bullets": "\u2022---\u2022---\u2022\n| A |   |\n\u2022---\u2022   \u2022",
    "hard spaces": "+---+---+\n|\u00a0A\u00a0|\u00a0\u00a0\u00a0|\n+---+\u00a0\u00a0\u00a0+",
    "byte order mark": "\ufeff+---+---+\n | A |   |\n +---+   +",
    "numbered": "+---+---+\n| A |   |\n+---+ 3 +",
    "just drawn": "+---+###+\n| A |   #\n+---+   +",
}


@pytest.mark.parametrize("style", STYLES)
def test_boards_are_read_in_many_styles(style: str) -> None:
    assert parse_board(STYLES[style]) == Position.parse(dots_and_boxes(1, 2), "0 1 2 4 5 6")


@pytest.mark.parametrize(
    ("text", "game", "taken"),
    [
        ("+   +\n\n+   +", "1x1", ""),
        (". .\n. .", "1x1", ""),
        (".\t.\n.\t.", "1x1", ""),
        ("+   +\n    |\n+---+", "1x1", "1 3"),
        (". .\n| |\n. .\n\n. .", "2x1", "3 4"),
        ("o   o---o   o\n    |    |\no   o   o---o", "1x3", "1 5 7 8"),
        ("+--------+--------+\n  |        |\n+--------+--------+", "1x2", "0 1 2 3 4 5"),
        ("+---+---+\n|       |\n+---+---+\n    |\n+---+---+", "2x2", "0 1 2 3 4 5 6 8 10"),
        ("+ 0 + 1 +\n4   5   6\n+ 2 + 3 +", "1x2", ""),
    ],
)
def test_lines_are_read_where_they_stand(text: str, game: str, taken: str) -> None:
    expected = Position.parse(parse_game(f"dots-and-boxes:{game}"), taken)
    assert parse_board(text) == expected
    assert parse_board(text, expected.game) == expected


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "line 1, column 1: there is no board"),
        (" \n\t\n```\n", "line 1, column 1: there is no board"),
        ("\n  hello", "line 2, column 3: expected a dot (+, o, . or *), found 'h'"),
        ("  ---+", "line 1, column 3: expected a dot (+, o, . or *), found '-'"),
        (". |\n\n. .", "line 1, column 4: expected a dot (.) at the end"),
        ("+---+", "line 1, column 6: expected more rows of dots"),
        ("+---+\n|   |", "line 2, column 6: expected a row of dots (+) below this line"),
        ("+\n\n+", "line 1, column 2: expected a second dot (+)"),
        ("+---+---\n| | |\n+---+---+", "line 1, column 9: expected a dot (+) at the end"),
        ("+---+\n|   |\n---+", "line 3, column 1: expected a dot (+) at the start, found '-'"),
        ("++\n\n++", "line 1, column 2: expected a line or a space between two dots"),
        (
            "+---+---+\n|   |   |\n+---+",
            "line 3, column 6: uneven columns: expected 3 dots, as in line 1, found 2",
        ),
        (
            "+---+\n|   |\n+---+---+",
            "line 3, column 9: uneven columns: expected 2 dots, as in line 1, found 3",
        ),
        ("+- -+\n|   |\n+---+", "line 1, column 3: expected '-' or a dot (+), found ' '"),
        ("+-3-+\n|   |\n+---+", "line 1, column 3: expected '-' or a dot (+), found '3'"),
        (
            "+ 3-+\n|   |\n+---+",
            "line 1, column 4: expected a letter, a digit or a dot (+), found '-'",
        ),
        ("+---+\n| / |\n+---+", "line 2, column 3: expected |, a space, or a letter or digit"),
        ("+---+\n|___|\n+   +", "line 2, column 2: expected |, a space, or a letter or digit"),
        (
            "+-------+-------+\n    |\n+-------+-------+",
            "line 2, column 5: expected | under a dot of line 1 and over the same one of line 3, "
            "as in column 1 or 9",
        ),
        (
            "+---+---+\n  |\n+---+---+",
            "line 2, column 3: expected | under a dot of line 1",
        ),
        (
            "+--+--+--+--+\n      |\n+----+----+----+----+",
            "line 2, column 7: expected | under a dot of line 1 and over the same one of line 3",
        ),
        (
            "+--------+--------+\n||\n+--------+--------+",
            "line 2, column 2: expected one | under a dot, found two",
        ),
        (
            "+---+---+\n|   |   |\n|       |\n+---+---+",
            "line 3, column 5: expected the same verticals as in line 2",
        ),
        (
            "+---+---+---+\n|\t|\n+---+---+---+",
            "line 2, column 2: this is another board with tab stops every 8 columns than every 4",
        ),
        (".   o\n\n.   .", "line 1, column 6: expected a dot (.) at the end"),
        ("+---+\n| \x07 |\n+---+", r"line 2, column 3: expected |, a space, or a letter or digit"),
    ],
)
def test_what_is_no_board_is_refused_with_the_place(text: str, message: str) -> None:
    with pytest.raises(NotationError, match="^" + re.escape(message)):
        parse_board(text)


@pytest.mark.parametrize("bars", ["|       ||  |", "|||         |", "||||", "         ||||"])
def test_verticals_without_room_between_them_are_not_guessed(bars: str) -> None:
    with pytest.raises(NotationError, match=PLACE):
        parse_board(f"+---+---+---+\n{bars}\n+---+---+---+")


def test_a_tab_after_a_quote_mark_is_not_taken_for_a_space() -> None:
    with pytest.raises(NotationError, match="line 2, column 2: this is another board with tab"):
        parse_board(">   +     +     +\n>\t  |\n>   +     +     +")


def test_columns_are_those_of_the_text_as_it_was() -> None:
    with pytest.raises(NotationError, match=r"^line 2, column 8: "):
        parse_board("> \t+---+\n> \t| A /\n> \t+---+")


def test_the_game_must_match() -> None:
    swedish = parse_game("dots-and-boxes:1x2,border=swedish,objective=last")
    assert parse_board(SQUARE, swedish).taken == (0, 1, 2, 3, 4, 5, 6)
    message = "line 2, column 1: expected 2 x 2 boxes, the board of dots-and-boxes:2x2, found 1 x 2"
    with pytest.raises(NotationError, match=message):
        parse_board("\n" + SQUARE, dots_and_boxes(2, 2))
    with pytest.raises(NotationError, match="'triangles:2' is no board of boxes"):
        parse_board(SQUARE, parse_game("triangles:2"))
    with pytest.raises(NotationError, match="more than 10000 lines"):
        parse_board("\n".join(["+   " * 80 + "+"] * 90))
    wrong: Any = 5
    with pytest.raises(ArgumentError, match="it must be a board drawn in a text"):
        parse_board(wrong)


def square(rows: int, columns: int, border: str) -> Game:
    return dots_and_boxes(rows, columns, border=border)


sizes = st.integers(1, 5)
borders = st.sampled_from(["none", "icelandic", "swedish"])
squares = st.builds(functools.cache(square), sizes, sizes, borders)
seeds = st.integers(0, 2**64)


@given(squares, st.lists(st.integers(0, 2**60 - 1), min_size=2, max_size=6), seeds)
def test_what_is_written_is_read_back(game: Game, masks: list[int], seed: int) -> None:
    random = Random(seed)
    items = range(len(game))
    for mask in masks:
        position = Position(game, mask & game.all)
        text = board_text(
            position,
            owners={k: random.choice("ABox17Z\u00e9") for k in range(game.total)},
            labels={
                item: random.choice(["o", str(item), "A1b", "\u00e9"])
                for item in random.sample(items, random.randint(0, len(items)))
            },
            marked=random.sample(items, random.randint(0, 3)),
        )
        assert Position.parse(game, text) == position
        plain = parse_board(text)
        assert plain.game == square(*grid(game), "none")
        assert plain.mask == position.mask


def grid(game: Game) -> tuple[int, int]:
    assert game.geometry is not None
    assert game.geometry.grid is not None
    return game.geometry.grid


def some_rows(position: Position, widths: list[int], random: Random) -> list[str]:
    """Draw a board whose columns have these widths, in a random style."""
    rows, columns = grid(position.game)
    dot = random.choice("+.*o")
    first = (rows + 1) * columns

    def taken(item: int) -> int:
        return position.mask >> item & 1

    text = []
    for row in range(rows + 1):
        line = dot
        for column, width in enumerate(widths):
            drawn = taken(row * columns + column)
            line += (random.choice("-_=") if drawn else " ") * width + dot
        text.append(line)
        if row == rows:
            return text
        boxes = ""
        for column, width in enumerate([*widths, 0]):
            boxes += "|" if taken(first + row * (columns + 1) + column) else " "
            boxes += random.choice(" AB12").center(width)[:width]
        text += random.choice([[boxes], [boxes], [boxes, boxes], ["", boxes], [boxes, "  "]])
    raise AssertionError


def tabbed(line: str, stop: int) -> str:
    """Put tabs in place of spaces where they end at a tab stop."""
    pieces = [line[k : k + stop] for k in range(0, len(line), stop)]
    return "".join(
        piece.rstrip(" ") + "\t" if len(piece) == stop and piece.endswith("  ") else piece
        for piece in pieces
    )


def any_position(game: Game, random: Random) -> Position:
    mask = random.getrandbits(len(game)) if len(game) else 0
    return Position(game, mask | random.getrandbits(len(game)) if random.random() < 0.5 else mask)


widths = st.lists(st.integers(1, 9), min_size=5, max_size=5)


@given(squares, widths, seeds)
def test_noise_that_means_nothing_is_seen_through(game: Game, widths: list[int], seed: int) -> None:
    random = Random(seed)
    for _ in range(4):
        position = any_position(game, random)
        indent = random.choice(["", "  ", "        ", "> ", ">> "])
        text = some_rows(position, widths[: grid(game)[1]], random)
        text = [indent + row + random.choice(["", " ", "   "]) for row in text]
        fence = []
        if not indent.strip():
            fence = random.choice([[], ["```"], ["", ""], ["~~~ text"], ["[code]"]])
            if random.random() < 0.5:
                text[0] = text[0].lstrip()
        end = random.choice(["\n", "\r\n", "\r"])
        assert parse_board(end.join([*fence, *text, *fence]), game) == position


def read_or_place(text: str, game: Game | None = None) -> Position | None:
    """Read a board; what is refused must be refused with the place."""
    try:
        return parse_board(text, game)
    except NotationError as error:
        refusal = str(error)
    assert PLACE.match(refusal)
    return None


@given(squares, widths, seeds)
def test_tabs_are_read_right_or_refused_with_the_place(
    game: Game, widths: list[int], seed: int
) -> None:
    random = Random(seed)
    for stop in random.sample([2, 3, 4, 8], 2):
        position = any_position(game, random)
        rows = some_rows(position, widths[: grid(game)[1]], random)
        text = "\n".join(tabbed(row, stop) for row in rows)
        assert read_or_place(text, game) in (position, None)


@given(squares, st.integers(3, 6), seeds)
def test_verticals_may_be_off_by_a_quarter_of_a_box(game: Game, width: int, seed: int) -> None:
    random = Random(seed)
    for _ in range(4):
        position = any_position(game, random)
        moved = [
            ("  " + row)[1 - random.choice([-1, 0, 1]) :] if "|" in row else f" {row}".rstrip()
            for row in some_rows(position, [width] * grid(game)[1], random)
        ]
        assert parse_board("\n".join(moved), game) == position


@given(squares, widths, seeds)
def test_spaces_come_and_go_but_no_board_is_guessed(
    game: Game, widths: list[int], seed: int
) -> None:
    """One space more or less somewhere; wide boards must still be read right, or refused."""
    random = Random(seed)
    wide = [width + 8 for width in widths[: grid(game)[1]]]
    for _ in range(2):
        position = any_position(game, random)
        rows = some_rows(position, wide, random)
        row = random.randrange(len(rows))
        at = random.randrange(len(rows[row]) + 1)
        rows[row] = rows[row][:at] + random.choice([" ", "  ", "\t"]) + rows[row][at:]
        found = read_or_place("\n".join(rows), game)
        assert found in (position, None)


@given(st.text("+-| .\n\to1#_", max_size=60))
def test_any_text_is_a_board_or_refused_with_the_place(text: str) -> None:
    found = read_or_place(text)
    assert found is None or parse_board(board_text(found)) == found


TRIANGLES = """\
    o
   /A\\
  o---o
 / 5 7 8
o   o###o"""
HONEYCOMB = """\
    o
   / \\
  o   o
  |   |
  o   o
 / \\A/ \\
o###o   o
| B |   10
o---o   o
"""


def test_triangles_are_drawn() -> None:
    game = parse_game("triangles:2")
    position = Position.parse(game, "1 2 3 4 9")
    labels = {item: str(item) for item in position.moves}
    assert board_text(position, owners={0: "A"}, labels=labels, marked=[9]) == TRIANGLES.replace(
        "o   o###o", "o 6 o###o"
    )
    assert board_text(position, owners={0: "A", 1: "B"}, labels={5: "5", 7: "7", 8: "8"}) == (
        TRIANGLES.replace("#", "-")
    )


def test_honeycombs_are_drawn() -> None:
    position = Position.parse(parse_game("honeycomb:3"), "0 1 2 3 4 5 6 8")
    assert board_text(position, owners={0: "A"}, marked=[8]).splitlines() == [
        "    o",
        "   / \\",
        "  o   o",
        "  | A |",
        "  o   o",
        " / \\ /",
        "o   o   o",
        "#",
        "o   o   o",
        "",
        "  o   o",
    ]


examples = st.builds(parse_game, st.sampled_from([FAMILIES[name].example for name in FAMILIES]))


@given(examples, seeds)
def test_every_family_is_drawn_or_listed(game: Game, seed: int) -> None:
    position = any_position(game, Random(seed))
    names = {item: game.names[game.index(item)] for item in position.moves}
    text = board_text(position, labels=names)
    words = re.findall(r"[^\s|+\\#:]+", text)
    assert set(names.values()) <= {part for word in words for part in (word, word.strip("/"))}
    assert all(line == line.rstrip() for line in text.splitlines())
    if game.geometry is not None and game.geometry.kind == "board":
        assert sum(map(text.count, "+o")) == len(game.geometry.dots)
        marked = board_text(position, marked=position.taken)
        assert not set(marked) - set("+o# \n")
        assert marked.count("#") >= len(position.taken)


def drawn(game: Game, **options: Any) -> str:
    return board_text(Position.start(game), **options)


def test_wrong_owners_and_labels_are_refused() -> None:
    game = dots_and_boxes(1, 2)
    with pytest.raises(ArgumentError, match="region 2, but dots-and-boxes:1x2 has 2 regions"):
        drawn(game, owners={2: "A"})
    with pytest.raises(ArgumentError, match="owner of region 0 is 'Anna'; it must be a letter"):
        drawn(game, owners={0: "Anna"})
    with pytest.raises(ArgumentError, match=r"label of item 3 is '-1'; it must be letters"):
        drawn(game, labels={3: "-1"})
    with pytest.raises(NotationError, match="no item 9"):
        drawn(game, labels={9: "x"})
    with pytest.raises(NotationError, match="no item 9"):
        drawn(game, marked=[9])


def test_lists_of_what_is_left() -> None:
    strings = parse_game('strings-and-coins:{"coins":["a","b"],"strings":[[0,1],[1,"ground"]]}')
    assert drawn(strings).splitlines() == ["coin a: 1 left: a-b", "coin b: 2 left: a-b b-ground"]
    position = Position.parse(strings, "a-b")
    assert board_text(position, owners={0: "A"}).splitlines() == [
        "coin a: complete, A",
        "coin b: 1 left: b-ground",
    ]
    gems = parse_game('gems:{"melt":3,"bags":[[2,2,3],[1,2]]}')
    assert board_text(Position.parse(gems, "1")).splitlines() == [
        "left over: 2 of colour 2, 1 of colour 3 (3 of a colour make a point)",
        "bag 2: 1 of colour 1, 1 of colour 2",
    ]
    heavy = parse_game('regions:{"items":3,"regions":[{"items":[0,1],"weight":2}]}')
    assert drawn(heavy).splitlines() == ["region 0, 2 points: 2 left: 0 1", "in no region: 2"]
