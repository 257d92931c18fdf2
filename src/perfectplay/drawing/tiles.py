"""The picture of a game without lines or strings: a tile an item, in rows.

.-----. .-----. .-----.
|  1  | |--2--| |  3  |     2 is taken
| +2  | |  A  | |  0  |
'-----' '-----' '-----'
"""

from __future__ import annotations

import math
from collections.abc import Iterator

from .board import Drawing
from .labels import BADGE, badge, pill, pill_width
from .style import BEST, CLOSED, FAINT, HALO, INK, PAPER, PLAYERS, QUIET, Grade, grade, signed
from .svg import cut_to, tag, text, text_width
from .view import View
from .wording import item_words

__all__ = ["draw_tiles"]

NAME = 14.0  # size of text
NARROWEST, WIDEST = 56.0, 150.0
GAP = 12.0
SHAPE = 1.5  # width of the picture by its height


def draw_tiles(view: View) -> Drawing:
    """Return the picture of a position as tiles."""
    names = [cut_to(WIDEST - 16, name, NAME) for name in view.game.names]
    if not names:
        return Drawing([text(70, 14, "a game without items", NAME, QUIET)], (-20, 0, 160, 28))
    widths = [text_width(name, NAME) + 16 for name in names]
    widths += [pill_width(signed(move.value)) + 16 for move in view.moves.values()]
    width = max(NARROWEST, *widths)
    height = 58.0 if view.moves or view.takers else 36.0
    columns = math.ceil(math.sqrt(len(names) * (height + GAP) * SHAPE / (width + GAP)))
    columns = min(columns, len(names))
    rows = math.ceil(len(names) / columns)
    columns = math.ceil(len(names) / rows)  # as full as the others
    elements = []
    for index, name in enumerate(names):
        row, column = divmod(index, columns)
        x, y = column * (width + GAP), row * (height + GAP)
        elements.append(
            tag(
                "g",
                tag("title", item_words(view, index)),
                *_tile(view, index, name, (x, y, width, height)),
                data_item=view.game.number(index),
                data_state="taken" if view.taken(index) else "free",
            )
        )
    margin = BADGE / 2 if view.steps else 4.0
    return Drawing(
        elements,
        (
            -margin,
            -margin,
            columns * (width + GAP) - GAP + margin,
            rows * (height + GAP) - GAP + margin,
        ),
    )


def _tile(
    view: View, index: int, name: str, place: tuple[float, float, float, float]
) -> Iterator[str]:
    x, y, width, height = place
    middle = x + width / 2
    low = y + height - 19
    top = y + (19 if height > 40 else height / 2)
    taken, who = view.taken(index), view.takers.get(index)
    move = view.moves.get(index)
    look = grade(move.regret, view.game.objective) if move is not None else _best(view, index)
    if index == view.last:
        yield tag(
            "rect", x=x - 4, y=y - 4, width=width + 8, height=height + 8, rx=9, fill=HALO
        )  # fmt: skip
    yield tag(
        "rect",
        x=x,
        y=y,
        width=width,
        height=height,
        rx=6,
        fill=PAPER if not taken else CLOSED if who is None else PLAYERS[who].fill,
        stroke=look.line if look else FAINT if taken else INK,
        stroke_width=look.width if look else 1.5,
        stroke_dasharray=look.dash if look else None,
    )
    if view.labels or taken:
        yield text(middle, top, name, NAME, QUIET if taken else INK)
    if taken:
        half = text_width(name, NAME) / 2 + 3
        ends = {"x1": middle - half, "y1": top, "x2": middle + half, "y2": top}
        yield tag("line", **ends, stroke=QUIET, stroke_width=1.5)
    if who is not None:
        yield text(middle, low, PLAYERS[who].letter, 17, PLAYERS[who].ink, bold=True)
    if move is not None and look is not None:
        yield tag(
            "g", pill(middle, low, signed(move.value), look), data_label=view.game.number(index)
        )
    if index in view.steps:
        yield badge(x + width - 2, y + 2, *view.steps[index])


def _best(view: View, index: int) -> Grade | None:
    return BEST if index in view.best else None
