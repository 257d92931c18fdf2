"""Boards of boxes drawn in plain characters, as people paste them, read as positions.

Rows of dots and rows of boxes take turns, from dots to dots. A horizontal line stands between two
dots, a vertical one under a dot; what else stands there, a letter or digit, means nothing (the
number of a free line, the owner of a box):

    +---+ 1 +        dots         +  o  .  *  or O, the same one throughout
    |   5   6        horizontals  -  _  =  any number of them; none is a free line
    +---+---+        verticals    |
    | A |   |        # is a line, too: `board_text` marks the last moves with it
    +---+---+

Columns are taken from the dots of the row above and of the row below, so a row of boxes with a
vertical under each dot may be spaced anyhow, and in others a vertical may be off by a quarter of a
box. A row of boxes may be several rows high, blank where it has no verticals, or left out then.

Indentation, tabs (the stops that make a board out of the text), blank lines, code fences, quoting
by `>` and line ends of any kind are seen through, as are the dashes, bars and dots that web pages
put in place of plain ones. Whatever else stands there is refused with its line and column: a board
is never guessed.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import pairwise

from .checks import MAX_ITEMS
from .errors import ArgumentError, NotationError, shorten
from .game import Game
from .masks import mask_of
from .position import LINE_END, Position

__all__ = ["looks_like_a_board", "numbered_lines", "parse_board", "read_board"]

DOTS = "+o.*O"
DASHES = "-_=#"
BARS = "|#"
TAB_STOPS = (8, 4, 2, 3, 5, 6, 7, 1)
FENCE = re.compile(r"\s*(?:(?:```|~~~).*|\[/?(?:code|pre)\]|</?(?:code|pre)>)\s*", re.IGNORECASE)
QUOTE = re.compile(r"\s*(?:> ?)+")
ALIKE = str.maketrans(
    "\u2010\u2011\u2012\u2013\u2014\u2015\u2212\u2500\u2501\u2502\u2503\u00a6\u2022\u25cf\u00b7",
    "---------|||**.",
) | {ord(space): " " for space in "\u00a0\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2009"}


@dataclass(frozen=True, slots=True)
class _Line:
    """A line of a text, its tabs expanded."""

    number: int  # in the text, from 1
    cells: str
    columns: tuple[int, ...]  # of each cell, and of the end, in the text as it was, from 1

    def fail(self, cell: int, message: str) -> NotationError:
        column = self.columns[min(cell, len(self.cells))]
        return NotationError(f"line {self.number}, column {column}: {message}")


@dataclass(frozen=True, slots=True)
class _Dots:
    """A row of dots: the cells they stand in, and between which the line is drawn."""

    line: _Line
    cells: tuple[int, ...]
    drawn: frozenset[int]


def parse_board(text: str, game: Game | None = None) -> Position:
    """Return the position of a board of boxes drawn in plain characters.

    Arguments:
        text: rows of dots, `+`, `o`, `.` or `*`, with `---` between them, and between these rows
            `|` under the dots; the module `boardreading` says what else may stand there. Owners of
            boxes and numbers of free lines mean nothing.
        game: the game, of the square family; by default Dots-and-Boxes of the size that is drawn,
            without a border drawn at the start. Lines drawn at the start may be left out.

    Raises `NotationError` naming line and column, and what was expected there, for a text that is
    no board, and for a board of another size than the game's.

    >>> from perfectplay import parse_board
    >>> parse_board('''
    ...     o---o---o
    ...     | A |   |
    ...     o---o   o
    ... ''')
    Position.parse(parse_game('dots-and-boxes:1x2'), '0 1 2 4 5 6')
    """
    if not isinstance(text, str):
        raise ArgumentError(f"text is {shorten(text)}; it must be a board drawn in a text")
    return read_board(numbered_lines(text), game)


def numbered_lines(text: str) -> list[tuple[int, str]]:
    """Return the lines of a text with their numbers, from 1.

    >>> numbered_lines("a\\r\\nb")
    [(1, 'a'), (2, 'b')]
    """
    return list(enumerate(LINE_END.split(text), 1))


def looks_like_a_board(text: str) -> bool:
    """Return whether a text begins with a dot, as no list of lines does.

    >>> looks_like_a_board("```\\n  +---+"), looks_like_a_board("0, 3")
    (True, False)
    """
    lines = _board_lines(numbered_lines(text))
    return bool(lines) and lines[0][1].translate(ALIKE).strip()[0] in DOTS


def read_board(lines: Iterable[tuple[int, str]], game: Game | None = None) -> Position:
    """Return the position of a board given by lines with their numbers; see `parse_board`."""
    given = _board_lines(lines)
    found: dict[tuple[int, int, frozenset[int]], int] = {}  # the board, and by which tab stops
    failures = []
    for stop in TAB_STOPS if any("\t" in line for _, line in given) else TAB_STOPS[:1]:
        try:
            found.setdefault(_read([_expanded(*line, stop) for line in given]), stop)
        except NotationError as error:
            failures.append(error)
    if not found:
        raise failures[0]
    if len(found) > 1:
        number, line = next((number, line) for number, line in given if "\t" in line)
        one, other = list(found.values())[:2]
        raise NotationError(
            f"line {number}, column {line.index(chr(9)) + 1}: this is another board with tab stops "
            f"every {one} columns than every {other}; write spaces in place of tabs"
        )
    rows, columns, drawn = next(iter(found))
    return _position(rows, columns, drawn, game, given[0][0])


def _board_lines(lines: Iterable[tuple[int, str]]) -> list[tuple[int, str]]:
    """Leave out code fences, marks of quoting, and the blank lines before and after the board."""
    kept = [(number, line) for number, line in lines if not FENCE.fullmatch(line)]
    kept = [(number, line.replace("\ufeff", " ", 1)) for number, line in kept]
    if all(QUOTE.match(line) for _, line in kept if line.strip()):
        kept = [(n, QUOTE.sub(lambda mark: mark[0].replace(">", " "), line, 1)) for n, line in kept]
    while kept and not kept[-1][1].strip():
        kept.pop()
    first = next((k for k, (_, line) in enumerate(kept) if line.strip()), 0)
    return kept[first:]


def _expanded(number: int, text: str, stop: int) -> _Line:
    cells: list[str] = []
    columns: list[int] = []
    for column, character in enumerate(text.translate(ALIKE).rstrip(), 1):
        width = stop - len(cells) % stop if character == "\t" else 1
        cells += " " * width if character == "\t" else character
        columns += [column] * width
    return _Line(number, "".join(cells), (*columns, len(text.rstrip()) + 1))


def _read(lines: Sequence[_Line]) -> tuple[int, int, frozenset[int]]:
    """Return rows, columns and the lines drawn: horizontals row by row, then verticals."""
    if not lines:
        raise NotationError("line 1, column 1: there is no board; it begins with a row of dots")
    dot = lines[0].cells.strip()[0]
    if dot not in DOTS:
        raise lines[0].fail(
            lines[0].cells.index(dot), f"expected a dot (+, o, . or *), found {dot!r}"
        )
    dots: list[_Dots] = []
    between: list[list[_Line]] = []  # the lines below each row of dots, blank ones left out
    for line in lines:
        if not dots or (dot in line.cells and "|" not in line.cells):
            dots.append(_row_of_dots(line, dot, dots[0] if dots else None))
            between.append([])
        elif line.cells:
            between[-1].append(line)
    columns = len(dots[0].cells) - 1
    if between[-1]:
        line = between[-1][-1]
        raise line.fail(
            len(line.cells), f"expected a row of dots ({dot}) below this line: a board ends so"
        )
    if len(dots) == 1:
        raise lines[-1].fail(
            len(lines[-1].cells), "expected more rows of dots below this one; a board has two"
        )
    if len(dots) * columns + (len(dots) - 1) * (columns + 1) > MAX_ITEMS:
        raise lines[0].fail(0, f"this board has more than {MAX_ITEMS} lines, too many for a game")
    dots[0] = _indented_again(dots[0], dots[1])
    drawn = [row * columns + column for row, line in enumerate(dots) for column in line.drawn]
    for row, (above, below) in enumerate(pairwise(dots)):
        first = len(dots) * columns + row * (columns + 1)
        drawn += [first + column for column in _row_of_boxes(between[row], above, below)]
    return len(dots) - 1, columns, frozenset(drawn)


def _row_of_dots(line: _Line, dot: str, first: _Dots | None) -> _Dots:
    text = line.cells
    start = len(text) - len(text.lstrip())
    if text[start] != dot:
        raise line.fail(start, f"expected a dot ({dot}) at the start, found {text[start]!r}")
    cells = [cell for cell, character in enumerate(text) if character == dot]
    drawn = []
    for column, (left, right) in enumerate(pairwise(cells)):
        gap = text[left + 1 : right]
        if not gap:
            raise line.fail(right, f"expected a line or a space between two dots, found {dot!r}")
        inside = gap.strip()
        start = left + 1 + len(gap) - len(gap.lstrip())
        dashed = inside[:1] in DASHES if inside else False
        if dashed:
            drawn.append(column)
        for cell, character in enumerate(inside, start):
            if not (character in DASHES if dashed else character.isalnum()):
                wanted = repr(inside[0]) if dashed else "a letter, a digit"
                raise line.fail(cell, f"expected {wanted} or a dot ({dot}), found {character!r}")
    if cells[-1] != len(text) - 1:
        raise line.fail(len(text), f"expected a dot ({dot}) at the end")
    if first is not None and len(cells) != len(first.cells):
        more = len(cells) > len(first.cells)
        raise line.fail(
            cells[len(first.cells)] if more else len(text),
            f"uneven columns: expected {len(first.cells)} dots, as in line {first.line.number}, "
            f"found {len(cells)}",
        )
    if len(cells) == 1:
        raise line.fail(len(text), f"expected a second dot ({dot}); a row of boxes has two")
    return _Dots(line, tuple(cells), frozenset(drawn))


def _indented_again(first: _Dots, second: _Dots) -> _Dots:
    """Move the first row of dots over the second if it lost its indentation, as cut texts do."""
    moved = second.cells[0] - first.cells[0]
    if first.cells[0] == 0 and tuple(cell + moved for cell in first.cells) == second.cells:
        return _Dots(first.line, second.cells, first.drawn)
    return first


def _row_of_boxes(lines: Sequence[_Line], above: _Dots, below: _Dots) -> frozenset[int]:
    """Return the verticals of a row of boxes, which must be the same in all its lines."""
    verticals: frozenset[int] = frozenset()
    for k, line in enumerate(lines):
        bars = _bars(line)
        if _one_for_each(line, bars, above):
            here = dict(enumerate(bars))  # one under each dot, more or less
        else:
            here = {}
            for cell in bars:
                column = _column(line, cell, above, below)
                if column in here:
                    raise line.fail(cell, f"expected one {line.cells[cell]} under a dot, found two")
                here[column] = cell
        if not k:
            verticals = frozenset(here)
        elif verticals != here.keys():
            column = min(verticals ^ here.keys())
            raise line.fail(
                here.get(column, min(above.cells[column], len(line.cells))),
                f"expected the same verticals as in line {lines[0].number}, of the same boxes",
            )
    return verticals


def _one_for_each(line: _Line, bars: list[int], above: _Dots) -> bool:
    """Return whether there are as many verticals as dots, with room for a box between each two."""
    if len(bars) != len(above.cells) or any(line.cells[cell] != "|" for cell in bars):
        return False
    return all(right - left > 1 for left, right in pairwise(bars))


def _bars(line: _Line) -> list[int]:
    for cell, character in enumerate(line.cells):
        if not (character in BARS or character == " " or character.isalnum()):
            raise line.fail(
                cell,
                f"expected |, a space, or a letter or digit in a box, found {character!r}",
            )
    return [cell for cell, character in enumerate(line.cells) if character in BARS]


def _column(line: _Line, cell: int, above: _Dots, below: _Dots) -> int:
    """Return which dot a vertical stands under; the rows above and below must agree on it."""
    one, close_to_one = _nearest(cell, above.cells)
    other, close_to_other = _nearest(cell, below.cells)
    if one == other and one is not None and (close_to_one or close_to_other):
        return one
    at = bisect_left(above.cells, cell)
    near = sorted({above.cells[max(at - 1, 0)], above.cells[min(at, len(above.cells) - 1)]})
    where = " or ".join(str(above.line.columns[dot]) for dot in near if dot < len(above.line.cells))
    raise line.fail(
        cell,
        f"expected {line.cells[cell]} under a dot of line {above.line.number} and over the same "
        f"one of line {below.line.number}" + (f", as in column {where}" if where else ""),
    )


def _nearest(cell: int, dots: Sequence[int]) -> tuple[int | None, bool]:
    """Return the nearest dot, None in the middle of two, and whether it is close."""
    right = min(max(bisect_left(dots, cell), 1), len(dots) - 1)
    before, after = cell - dots[right - 1], dots[right] - cell
    near = right - 1 if before < after else right
    width = dots[right] - dots[right - 1]
    return (None if before == after else near), 4 * min(abs(before), abs(after)) <= width


def _position(
    rows: int, columns: int, drawn: frozenset[int], game: Game | None, number: int
) -> Position:
    if game is None:
        from .games import dots_and_boxes

        return Position(dots_and_boxes(rows, columns), mask_of(drawn))
    geometry = game.geometry if isinstance(game, Game) else None
    if geometry is None or geometry.grid is None:
        raise NotationError(
            f"{shorten(str(game))} is no board of boxes, and only those are read as a drawing"
        )
    if geometry.grid != (rows, columns):
        raise NotationError(
            f"line {number}, column 1: expected {geometry.grid[0]} x {geometry.grid[1]} boxes, the "
            f"board of {game}, found {rows} x {columns}"
        )
    across = {(x, y): y * columns + x for y in range(rows + 1) for x in range(columns)}
    down = {
        (x, y): (rows + 1) * columns + y * (columns + 1) + x
        for y in range(rows)
        for x in range(columns + 1)
    }
    mask = 0
    for index, ((x, y), (_, other)) in enumerate(geometry.lines):
        place = int(x), int(y)
        mask |= ((across[place] if y == other else down[place]) in drawn) << index
    return Position(game, mask)
