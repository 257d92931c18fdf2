"""The words below a picture: the score, who is to move, the value, and what the signs mean.

They stand in rows, as many in one as fit:

    [A] 3  [B] 1   A to move, value +2
    (best) (up to 2 worse)  (1) A  [2] B  === last move
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial

from ..errors import cut
from ..game import Objective
from .labels import BADGE, badge, pill, pill_width
from .style import (
    BEST,
    CLOSED,
    CUT_HALO,
    DRAWN_HALO,
    HALO,
    INK,
    LARGE,
    PLAYERS,
    QUIET,
    SMALL,
    Grade,
    grade,
    grade_words,
    signed,
)
from .svg import cut_to, tag, text, text_width
from .view import View

__all__ = ["draw_caption", "words_of"]

SIZE, ROW, GAP, LEAD = 14.0, 28.0, 16.0, 12.0


@dataclass(frozen=True, slots=True)
class Entry:
    """A sign and its words: a width, and how to draw it from a point on the left, in the middle."""

    width: float
    draw: Callable[[float, float], str]


def draw_caption(view: View, words: str, width: float, kind: str) -> tuple[list[str], float]:
    """Return the rows of a caption of this width, from 0, 0 on, and their height.

    The last move looks as in the picture above: a `"board"`, a `"graph"` or `"tiles"`.
    """
    rows: list[tuple[float, list[tuple[float, Entry]]]] = []
    for group in ([*_score(view), *_words(words, width)], list(_legend(view, kind))):
        row: list[tuple[float, Entry]] = []
        x = 0.0
        for entry in group:
            if row and x + entry.width > width:
                rows.append((x - GAP, row))
                row, x = [], 0.0
            row.append((x, entry))
            x += entry.width + GAP
        if row:
            rows.append((x - GAP, row))
    elements = [
        entry.draw((width - used) / 2 + x, k * ROW + ROW / 2 + LEAD)
        for k, (used, row) in enumerate(rows)
        for x, entry in row
    ]
    return elements, len(rows) * ROW + LEAD if rows else 0.0


def words_of(view: View) -> str:
    """Return what there is to say of a position: who is to move, and its value."""
    match, solution = view.match, view.solution
    said = []
    if match is not None:
        said.append(f"{match.player} to move" if view.position.moves else "the end")
    if solution is None:
        return ", ".join(said)
    mover = match.player if match is not None else "the player to move"
    value, (low, high) = solution.value, solution.bounds
    if not view.position.moves:
        return "" if match is not None else "the end"
    if value is None:
        said.append(f"value between {signed(low)} and {signed(high)}")
    elif view.game.objective is Objective.LAST:
        said.append(f"{mover} {'wins' if value > 0 else 'loses'}")
    else:
        said.append(f"value {signed(value)} for {mover}")
    if solution.nimber is not None:
        said.append(
            solution.nimber if isinstance(solution.nimber, str) else f"nimber {solution.nimber}"
        )
    return ", ".join(said)


def _score(view: View) -> Iterator[Entry]:
    if view.match is not None:
        for player, (name, points) in enumerate(
            zip(view.match.players, view.match.points, strict=True)
        ):
            words = str(points) if name == PLAYERS[player].letter else f"{cut(name, 24)} {points}"
            yield _signed_entry(_square(player), 20, words, bold=True)


def _square(player: int) -> Callable[[float, float], str]:
    look = PLAYERS[player]

    def drawn(x: float, y: float) -> str:
        ground = tag(
            "rect", x=x - 10, y=y - 10, width=20, height=20, rx=4, fill=look.fill, stroke=look.ink
        )  # fmt: skip
        return ground + text(x, y, look.letter, SIZE, look.ink, bold=True)

    return drawn


def _words(words: str, width: float) -> Iterator[Entry]:
    """Yield words as lines that are no wider than the picture."""
    line = ""
    for word in [cut_to(width, word, SIZE) for word in words.split()] + [None]:
        longer = f"{line} {word}".strip()
        if line and (word is None or text_width(longer, SIZE) > width):
            yield _text_entry(line)
            longer = word or ""
        line = longer


def _text_entry(words: str) -> Entry:
    width = text_width(words, SIZE)
    return Entry(width, lambda x, y: text(x + width / 2, y, words, SIZE, INK))


def _signed_entry(
    sign: Callable[[float, float], str], width: float, words: str, *, bold: bool = False
) -> Entry:
    """Return an entry of a sign, drawn around its middle, and words to its right."""

    def drawn(x: float, y: float) -> str:
        said = text(x + width + 6, y, words, SIZE, INK, bold=bold, anchor=None)
        return sign(x + width / 2, y) + said

    return Entry(width + 6 + text_width(words, SIZE, bold=bold), drawn)


def _legend(view: View, kind: str) -> Iterator[Entry]:
    objective = view.game.objective
    grades = [grade(move.regret, objective) for move in view.moves.values()]
    for look in (BEST, SMALL, LARGE):
        if look in grades:
            yield _grade_entry(look, grade_words(look, objective))
    if view.best and not view.moves:
        yield _signed_entry(_best_line, 30, "best")
    first: dict[int, int] = {}
    for step, player in sorted(view.steps.values()):
        first.setdefault(player, step)
    for player, step in sorted(first.items()):
        who = PLAYERS[player].letter if view.match else ("player to move", "opponent")[player]
        yield _signed_entry(partial(badge, step=step, player=player), BADGE, who)
    if view.last is not None:
        sign, width = (_tile, 22) if kind == "tiles" else (_line(kind), 36)
        yield _signed_entry(sign, width, "last move")


def _grade_entry(look: Grade, words: str) -> Entry:
    width = pill_width(words)
    return Entry(width, lambda x, y: pill(x + width / 2, y, words, look))


def _best_line(x: float, y: float) -> str:
    return _stroke(x, y, BEST.line, BEST.width)


def _line(kind: str) -> Callable[[float, float], str]:
    """Return the last move of a board or of a graph."""

    def drawn(x: float, y: float) -> str:
        if kind == "graph":
            return _stroke(x, y, HALO, CUT_HALO) + _stroke(x, y, QUIET, 1.5, "2 5")
        return _stroke(x, y, HALO, DRAWN_HALO) + _stroke(x, y, INK, 5.5)

    return drawn


def _stroke(x: float, y: float, colour: str, width: float, dash: str | None = None) -> str:
    return tag(
        "line",
        x1=x - 11,
        y1=y,
        x2=x + 11,
        y2=y,
        stroke=colour,
        stroke_width=width,
        stroke_dasharray=dash,
        stroke_linecap="round",
    )


def _tile(x: float, y: float) -> str:
    place = {"x": x - 9, "y": y - 7, "width": 18.0, "height": 14.0, "rx": 4.0}
    return tag("rect", **place, fill=CLOSED, stroke=HALO, stroke_width=4)
