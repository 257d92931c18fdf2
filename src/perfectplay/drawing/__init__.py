"""Pictures: a position or a match as SVG.

picture   `draw`, from arguments to text
view      what there is to show: lines drawn, owners, values, the line of play
layout    where lines, regions and coins stand, in units of a line
labels    what stands on a free item, and a scale at which no two labels overlap
board     the picture of a board or of a graph of coins
tiles     the picture of any other game, a box an item
caption   the words and the legend below
wording   the board in words, for those who cannot see it
style     colours and widths
svg       elements and texts
"""

from __future__ import annotations

from .picture import draw

__all__ = ["draw"]
