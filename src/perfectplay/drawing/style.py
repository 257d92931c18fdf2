"""Colours and shapes: every difference in colour is one of shape, width or text as well.

The colours come in pairs of light and dark whose contrast is at least 4.5 where text stands on
them; blue and orange are told apart in all common kinds of colour-blindness, and so are green and
red here, one being filled and the other not.
"""

from __future__ import annotations

from dataclasses import dataclass

from ..game import Objective

__all__ = [
    "BEST",
    "CLOSED",
    "CUT_HALO",
    "DRAWN_HALO",
    "FAINT",
    "FONT",
    "HALO",
    "INK",
    "LARGE",
    "PALE",
    "PAPER",
    "PLAYERS",
    "QUIET",
    "SMALL",
    "Grade",
    "Player",
    "grade",
    "grade_words",
    "signed",
]

FONT = "'DejaVu Sans', Verdana, 'Segoe UI', Arial, sans-serif"
PAPER = "#ffffff"
INK = "#1f2328"  # drawn lines, dots, words
QUIET = "#57606a"  # names, strings
FAINT = "#9aa4af"  # strings that are cut
PALE = "#d5dae0"  # lines nobody has drawn yet
CLOSED = "#e4e7eb"  # regions of nobody known
MINUS = "\N{MINUS SIGN}"  # as wide as a plus
HALO = "#f2c200"  # behind the last move
DRAWN_HALO, CUT_HALO = 15.0, 10.0  # how wide: behind a line drawn, a string cut


@dataclass(frozen=True, slots=True)
class Player:
    """How the regions and moves of a player look."""

    letter: str
    fill: str
    ink: str


PLAYERS = (Player("A", "#cfe4f5", "#0b4f80"), Player("B", "#fde0bd", "#8a3d00"))


@dataclass(frozen=True, slots=True)
class Grade:
    """How moves of about the same regret look: their label and their line.

    Attributes:
        fill, ink, edge: of the label: its ground, its text, its border.
        bold: whether its text is.
        round: how round its corners are: 1 for half circles, 0 for none.
        line, width, dash: of the line or string.
    """

    fill: str
    ink: str
    edge: str
    bold: bool
    round: float
    line: str
    width: float
    dash: str | None


BEST = Grade("#00664b", "#ffffff", "#00664b", True, 1.0, "#008a66", 5.0, None)
SMALL = Grade("#fff3cf", "#4d3800", "#b07d00", False, 0.4, "#d9a520", 3.0, None)
LARGE = Grade("#ffffff", "#8f1d14", "#b8392e", False, 0.0, "#cf7a72", 2.0, "5 4")


def grade(regret: int, objective: Objective) -> Grade:
    """Return how a move of this regret looks; with `Objective.LAST` there is only won and lost."""
    if regret == 0:
        return BEST
    return SMALL if regret <= 2 and objective is not Objective.LAST else LARGE


def grade_words(which: Grade, objective: Objective) -> str:
    """Return what the legend calls moves that look like this."""
    if which is BEST:
        return "best"
    if objective is Objective.LAST:
        return "loses"
    return "up to 2 worse" if which is SMALL else "over 2 worse"


def signed(value: int) -> str:
    """Return a value with its sign.

    >>> signed(2), signed(0), signed(-1)
    ('+2', '0', '−1')
    """
    return f"{value:+d}".replace("-", MINUS) if value else "0"
