"""Forward: which heaps are won by the player to move?

An L heap at h makes every heap h + s a W, and the next heap that no L heap reaches is the next L.
So it is enough to go from L to L. Two ways to remember what the L heaps so far have reached:

* a register, an integer that moves along with the current L heap h (takes {1, 3, 4}):

      heap       h+4 h+3 h+2 h+1
      bit         3   2   1   0
      pending     1   1   0   1      heap h+1 is W, heap h+2 is the next L

  The register is all that matters from here on, so when it comes back, the outcomes since then
  repeat for ever.

* a sieve, a letter for each heap, for takes so large that moving the register costs too much.
"""

from __future__ import annotations

from collections.abc import Iterable

from ..errors import ArgumentError, as_integer, shorten

__all__ = ["outcomes"]

REGISTER_BITS = 4096  # a register of this size is quick whatever the takes
BITS_PER_TAKE = 300  # measured: moving so many bits takes as long as marking one letter
WIN, LOSS = b"WL"


def outcomes(takes: Iterable[int], length: int) -> str:
    """Return the outcome sequence of a subtraction set, for the player to move, in normal play.

    `takes` is the subtraction set: positive integers in any order, duplicates do not matter.
    Without takes nobody can ever move and every heap is `L`. `length` is the number of heaps: the
    letters of the result are heaps 1, 2, ..., `length`; heap 0, an `L`, is not among them.

    Raises `ArgumentError` for a take that is no positive integer or for a negative length.

    Source: Winning Ways, chapter 4.

    >>> outcomes([1, 3, 4], 14)
    'WLWWWWLWLWWWWL'
    >>> outcomes([], 3)
    'LLL'
    """
    heaps = as_integer("length", length)
    if heaps < 0:
        raise ArgumentError(f"length is {shorten(heaps)}; it must be 0 or more")
    distinct = {as_integer("a take", take) for take in takes}
    if distinct and min(distinct) <= 0:
        raise ArgumentError(f"a take is {shorten(min(distinct))}; takes are positive integers")
    usable = sorted(take for take in distinct if take <= heaps)
    if usable and usable[-1] > max(REGISTER_BITS, BITS_PER_TAKE * len(usable)):
        return _by_sieve(usable, heaps)
    return _by_register(usable, heaps)


def _by_register(takes: list[int], length: int) -> str:
    letters = bytearray([WIN]) * length
    reached = sum(1 << (take - 1) for take in takes)  # what an L heap at h reaches, seen from h
    pending = heap = 0
    anchor, anchor_heap, steps, next_anchor = -1, 0, 0, 1
    while True:  # `heap` is L
        pending |= reached
        if pending == anchor:
            period = letters[anchor_heap:heap]
            repeats = -(-(length - heap) // len(period))
            letters[heap:] = (period * repeats)[: length - heap]
            break
        if steps == next_anchor:  # Brent: compare with a state that is renewed ever more rarely
            anchor, anchor_heap, next_anchor = pending, heap, 2 * steps
        steps += 1
        wins = (~pending & (pending + 1)).bit_length() - 1  # the ones at the low end
        pending >>= wins + 1
        heap += wins + 1
        if heap > length:
            break
        letters[heap - 1] = LOSS
    return letters.decode("ascii")


def _by_sieve(takes: list[int], length: int) -> str:
    letters = bytearray([LOSS]) * (length + 1 + takes[-1])  # from heap 0, with room for any take
    heap = 0
    while 0 <= heap <= length:
        for take in takes:
            letters[heap + take] = WIN
        heap = letters.find(LOSS, heap + 1)
    return letters[1 : length + 1].decode("ascii")
