"""From a position or a match to the text of a picture."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from ..analysis import Analysis, Solution
from ..errors import ArgumentError, as_integer, shorten
from ..position import Match, Position
from .board import draw_board
from .caption import draw_caption, words_of
from .layout import layout
from .style import FONT, PALE, PAPER
from .svg import number, tag
from .tiles import draw_tiles
from .view import Letter, view
from .wording import description, title

__all__ = ["draw"]

MARGIN = 18.0
NARROWEST = 250.0  # so that the words below have room


def draw(
    what: Position | Match,
    *,
    analysis: Analysis | Solution | None = None,
    line: str | Iterable[int | str] | None = None,
    last_move: int | str | None = None,
    owners: Sequence[Letter | None] | None = None,
    labels: bool = True,
    caption: str | None = None,
    size: int | None = None,
) -> str:
    """Return a position or a match as a picture: the text of an SVG.

    Arguments:
        what: a position, or a match, which knows who closed which region.
        analysis: what `analyze` says of the position: every free item gets its value for the player
            to move, with its sign, and the look of its regret: best moves bold, on a dark ground,
            with a thick line. Of what `solve` returns the value and the best moves are shown.
        line: a line of play from the position: numbers or names of items, or a text of them; its
            steps are numbered, round for the player to move (in a match: A), square for the other.
        last_move: the number or name of an item taken, to be marked; by default that of the match.
        owners: for each region in the order of the score's `"A"`, `"B"` or None; those of open
            regions are not shown. By default those of the match; those of a position are unknown.
        labels: whether free items without value and step have their names. Names that find no
            room in a crowded graph are left out, values never.
        caption: words below; by default who is to move, and the value. An empty text is none.
        size: the width in pixels, an integer >= 1, which scales the picture; by default as wide as
            its labels need.

    The same input makes the same bytes. The text is XML that stands alone, and can stand in an HTML
    page, also several times: it has no ids and no style sheet. Its `title` is the game, its `desc`
    says all that is drawn in words. Items have the attributes `data-item`, their number, and
    `data-state`, `taken` or `free`; labels have `data-label`, regions `data-region`, their index.

    A game with a geometry is drawn as the board or the graph it says. Without one, a game whose
    items are each in at most two regions becomes a graph of coins and strings, any other game rows
    of tiles.

    Raises `ArgumentError` for arguments of the wrong kind, an analysis of another position, a
    `last_move` that is not taken, a geometry that does not fit the game; `NotationError` for a
    `last_move` the game has not; `IllegalMoveError` for a line that cannot be played.

    >>> from perfectplay import Match, draw, parse_game
    >>> picture = draw(Match.replay(parse_game("dots-and-boxes:1x2"), "0 2 4 5 1"))
    >>> picture.count('data-state="taken"'), picture.count('data-state="free"')
    (5, 2)
    >>> "A has box 0,0" in picture
    False
    >>> "B has box 0,0" in picture
    True
    """
    width = None if size is None else as_integer("size", size, low=1)
    if not isinstance(caption, str | None):
        raise ArgumentError(f"caption is {shorten(caption)}; it must be a text or None")
    seen = view(
        what, analysis=analysis, line=line, last_move=last_move, owners=owners, labels=labels
    )
    place = layout(seen.game)
    drawing = draw_tiles(seen) if place is None else draw_board(seen, place)
    left, top, right, bottom = drawing.box
    words = words_of(seen) if caption is None else caption
    inside = right - left
    if words or seen.moves or seen.steps or seen.last is not None or seen.match is not None:
        inside = max(inside, NARROWEST)
    kind = "tiles" if place is None else place.kind
    below, more = draw_caption(seen, words, inside, kind)
    full = inside + 2 * MARGIN
    high = bottom - top + more + 2 * MARGIN
    shift = MARGIN - left + (inside - (right - left)) / 2
    scale = 1.0 if width is None else width / full
    rows = [
        tag("title", title(seen)),
        tag("desc", description(seen)),
        tag(
            "rect",
            x=0.5,
            y=0.5,
            width=full - 1,
            height=high - 1,
            rx=8,
            fill=PAPER,
            stroke=PALE,
        ),
        _group(shift, MARGIN - top, drawing.elements),
    ]
    if below:
        rows.append(_group(MARGIN, MARGIN + bottom - top, below))
    return (
        tag(
            "svg",
            "\n",
            "\n".join(rows),
            "\n",
            xmlns="http://www.w3.org/2000/svg",
            viewBox=f"0 0 {number(full)} {number(high)}",
            width=full * scale,
            height=high * scale,
            role="img",
            font_family=FONT,
        )
        + "\n"
    )


def _group(x: float, y: float, elements: Sequence[str]) -> str:
    return tag(
        "g", "\n", "\n".join(elements), "\n", transform=f"translate({number(x)} {number(y)})"
    )
