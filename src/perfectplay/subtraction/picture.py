"""A strip of heaps as an SVG: outcomes or nim-values, with the preperiod and the period marked.

A pure function of a sequence. Heaps go from left to right and on in the next row; each cell shows
its value as a letter or number and as a colour, so the colour is never alone. Heaps before the
period are hatched; where the period starts anew there is a bar with its heap.
"""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

from ..errors import ArgumentError, as_integer
from .certificates import Periodicity
from .game import SubtractionGame
from .takes import FiniteTakes

__all__ = ["strip", "strip_of"]

CELL = 24  # pixels
BAR_ROOM = 16  # above a row, for the numbers of heaps
MARGIN = 12
SOON = 1_000_000  # heaps to look at for a period to mark
MOST_CELLS = 20_000  # larger pictures are of use to nobody

# Two hues for outcomes, and a cycle of eight for nim-values, told apart also without colour vision:
# Source: Okabe and Ito, Color Universal Design (2008), lightened so that black text is legible.
OUTCOME_FILLS = {"W": "#fdf3d0", "L": "#8cbfe6"}
NIM_FILLS = (
    "#8cbfe6", "#fdf3d0", "#f3b562", "#7fd0b2", "#e8a5c8", "#d9d9d9", "#f08f6a", "#c5e06f",
)  # fmt: skip


def strip(
    values: str | Sequence[int],
    *,
    periodicity: Periodicity | None = None,
    first: int = 0,
    columns: int | None = None,
    title: str = "",
) -> str:
    """Return the SVG of a sequence of outcomes (letters `W` and `L`) or of nim-values.

    Arguments:
        values: one for each heap.
        periodicity: what to mark, if known.
        first: the heap of the first value.
        columns: heaps in a row; by default about 40, and whole periods unless those are too long.
        title: the heading, and the name of the picture for those who do not see it.

    Raises `ArgumentError` for more than 20,000 values, or for columns below 1.

    >>> strip("LWLW", title="{1}").startswith('<svg xmlns="http://www.w3.org/2000/svg"')
    True
    """
    if len(values) > MOST_CELLS:
        raise ArgumentError(f"there are {len(values)} heaps; a picture has at most {MOST_CELLS}")
    if columns is None:
        period = periodicity.period if periodicity is not None else 0
        columns = max(1, 40 // period) * period if 1 < period <= 60 else 40
    as_integer("columns", columns, low=1)
    rows = max(1, -(-len(values) // columns))
    top = MARGIN + (20 if title else 0)
    row_height = CELL + BAR_ROOM
    label = max(len(str(first + len(values))) * 8 + 8, 32)
    cells = label + min(columns, max(1, len(values))) * CELL + 1
    width = 2 * MARGIN + max(cells, 9 * len(title))
    height = top + rows * row_height + MARGIN
    caption = _caption(values, first, periodicity)
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" '
        f'viewBox="0 0 {width} {height}" role="img" font-family="sans-serif" font-size="12">',
        f"<title>{escape(title or 'strip of heaps')}</title>",
        f"<desc>{escape(caption)}</desc>",
        '<defs><pattern id="before" width="6" height="6" patternUnits="userSpaceOnUse" '
        'patternTransform="rotate(45)"><path d="M0 0V6" stroke="#777" stroke-width="1.5"/>'
        "</pattern></defs>",
        f'<rect width="{width}" height="{height}" fill="#fff"/>',
    ]
    if title:
        parts.append(
            f'<text x="{MARGIN}" y="{MARGIN + 8}" font-size="14" font-weight="bold">'
            f"{escape(title)}</text>"
        )
    cell_values: list[str | int] = [*values]
    for place, value in enumerate(cell_values):
        row, column = divmod(place, columns)
        x = MARGIN + label + column * CELL
        y = top + row * row_height + BAR_ROOM
        heap = first + place
        if column == 0:
            parts.append(
                f'<text x="{x - 8}" y="{y + 16}" text-anchor="end" fill="#555">{heap}</text>'
            )
        parts += _cell(x, y, heap, value, periodicity)
    parts.append("</svg>\n")
    return "\n".join(parts)


def strip_of(
    game: SubtractionGame,
    *,
    nim: bool = False,
    last: int | None = None,
    columns: int | None = None,
) -> str:
    """Return the strip of a game from heap 0 to `last`, with its period if that is found soon.

    `last` is two periods on by default if that is not too far, else heap 119.

    >>> picture = strip_of(SubtractionGame({2, 4, 7}), nim=True)
    >>> "The nim-values of heaps 0 to 13: 0 0 1 1 2 2 0 3 1 0 2 1 0 2." in picture
    True
    """
    search = game.nim_period if nim else game.outcome_period
    found = search(limit=SOON).periodicity
    if last is None:
        last = 119
        if found is not None and found.preperiod + 2 * found.period <= 600:
            last = max(1, found.preperiod + 2 * found.period) - 1
    if last >= MOST_CELLS:
        raise ArgumentError(f"the last heap is {last}; a picture has at most {MOST_CELLS} heaps")
    what = "Nim-values" if nim else "Outcomes"
    takes = f"{{{game.takes}}}" if isinstance(game.takes, FiniteTakes) else str(game.takes)
    title = f"{what} of {takes}{' in misere play' if game.misere else ''}"
    values: str | list[int]
    if nim:
        values = [game.nim_value(0), *game.nim_sequence(last)]
    else:
        values = game.outcome(0) + game.outcomes(last)
    return strip(values, periodicity=found, columns=columns, title=title)


def _cell(
    x: int, y: int, heap: int, value: str | int, periodicity: Periodicity | None
) -> list[str]:
    fill = OUTCOME_FILLS.get(value, "#fff") if isinstance(value, str) else NIM_FILLS[value % 8]
    size = 12 if len(str(value)) < 3 else 9
    parts = [f'<rect x="{x}" y="{y}" width="{CELL}" height="{CELL}" fill="{fill}" stroke="#555"/>']
    if periodicity is not None and heap < periodicity.preperiod:
        parts.append(
            f'<rect x="{x}" y="{y}" width="{CELL}" height="{CELL}" fill="url(#before)" '
            'opacity="0.45"/>'
        )
    parts.append(
        f'<text x="{x + CELL // 2}" y="{y + 16}" text-anchor="middle" font-size="{size}">'
        f"{value}</text>"
    )
    if periodicity is not None and heap >= periodicity.preperiod:
        times, rest = divmod(heap - periodicity.preperiod, periodicity.period)
        if rest == 0 and (periodicity.period > 1 or times == 0):
            parts.append(f'<path d="M{x} {y - 6}V{y + CELL}" stroke="#b00020" stroke-width="3"/>')
            parts.append(
                f'<text x="{x + 4}" y="{y - 3}" font-size="10" fill="#b00020">{heap}</text>'
            )
    return parts


def _caption(values: str | Sequence[int], first: int, periodicity: Periodicity | None) -> str:
    what = "outcomes" if isinstance(values, str) else "nim-values"
    shown = values if isinstance(values, str) else " ".join(map(str, values))
    text = f"The {what} of heaps {first} to {first + len(values) - 1}: {shown}."
    if periodicity is not None:
        text += f" Preperiod {periodicity.preperiod}, period {periodicity.period}"
        text += f", saltus {periodicity.saltus}." if periodicity.saltus else "."
    return text
