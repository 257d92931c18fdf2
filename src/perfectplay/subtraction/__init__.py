"""Subtraction games: the outcomes of a set of takes, and the takes behind given outcomes.

A heap of h tokens; the two players take turns, a turn takes s tokens for some s in the
*subtraction set* S, and a player who cannot move loses (normal play). A heap is `W` (an
N-position) when the player to move wins, `L` (a P-position) when that player loses. The *outcome
sequence* lists the heaps 1, 2, 3, ...; heap 0 is always `L` and is not written.

>>> outcomes({1, 2}, 6)
'WWLWWL'
>>> infer("WWLWWL")
(1, 2)

Source: Berlekamp, Conway and Guy, Winning Ways for your Mathematical Plays, chapter 4; the inverse
question is UVa 11587 "Brick Game".
"""

from __future__ import annotations

from .inference import infer
from .outcomes import outcomes

__all__ = ["infer", "outcomes"]
