"""What follows at once from what is given of the heaps: takes that every set has, or no set.

Each heap has the values it may have; each take may be in the set, or must be. All follows from the
mex rule, read forwards and backwards, for the values v = 0, ..., `top`, until nothing new comes:

* No take leads from one heap of value v to another. So takes between two such heaps are out; and
  with s in the set, heaps that are s apart from one with the value v have another value.
* A heap of a larger value than v has a take to a heap of value v. If only one is possible, it is in
  the set, and leads to a heap with that value. If none is, the heap's value is v or less.
* In misere play a heap that allows no move, one smaller than all takes, has a value for that
  reason alone: 1, or `W`. For any other value it must allow a move.

Sets of heaps and of takes are integers. Takes are moved along all heaps at once: `can << s` are the
heaps from which s leads to one of `can`; collecting them twice tells none, one and more apart.
Where there are fewer heaps than takes, heaps are moved along all takes, which is the same.
"""

from __future__ import annotations

from collections.abc import Iterator

from .bits import lowest, members, mirrored, moved
from .given import Given
from .tasks import Clock

__all__ = ["ContradictionError", "Deduction", "apart"]


class ContradictionError(Exception):
    """No set fits."""


def apart(heaps: int, takes: int) -> int:
    """Return those takes that are a difference of two of the heaps.

    >>> bin(apart(0b1001001, 0b1111110))
    '0b1001000'
    """
    free = takes
    for steps, low in enumerate(members(heaps)):  # all differences above one heap at a time...
        if free.bit_count() <= steps:
            break
        free &= ~(heaps >> low)
    else:
        return takes & ~free
    for take in members(free):  # ... or all pairs of heaps at one distance, if that is less work
        if heaps & heaps >> take:
            free ^= 1 << take
    return takes & ~free


class Deduction:
    """Heaps 0 to `last`, by default the last one given, and takes up to it.

    Arguments:
        given: the outcomes or nim-values.
        takes: the takes that are allowed, up to `last`.
        required: those that the set must have.
        clock: raises `TimeIsUpError` when the time is up.

    Attributes:
        can: `can[v]` are the heaps that may have the value v; `can[top + 1]`, a larger one.
        required: the takes that every set has.
        takes: the takes that a set may have, `required` among them.

    Raises `ContradictionError` if no set fits. If none is raised, one may fit or not, unless
    `settled`: then one does.
    """

    def __init__(
        self,
        given: Given,
        takes: int,
        required: int = 0,
        clock: Clock | None = None,
        *,
        last: int | None = None,
    ) -> None:
        self.given = given
        self.clock = clock or Clock()
        self.top = given.top
        self.last = max(0, given.known.bit_length() - 1) if last is None else last
        self.heaps = (2 << self.last) - 1
        self.takes = takes & self.heaps & ~1
        self.required = required & self.heaps
        unknown = self.heaps & ~given.known & ~1
        layers = [*given.layers, given.more]
        layers[given.stuck] |= 1
        self.can = [layer & self.heaps | unknown for layer in layers]
        self._apart_done = [0] * (self.top + 1)
        if self.required & ~self.takes:
            raise ContradictionError
        before: tuple[int, ...] = ()
        while before != (now := (*self.can, self.takes, self.required)):
            before = now
            self._takes_apart()
            for value in range(self.top + 1):
                self._needs(value)
            self._stuck_heaps()

    @property
    def settled(self) -> bool:
        """Whether all heaps have their values; then any set that meets the clauses fits."""
        return self.certain == self.heaps

    @property
    def certain(self) -> int:
        """The heaps with only one value left."""
        one = two = 0
        for can in self.can:
            two |= one & can
            one |= can
        return one & ~two

    def sure(self, value: int) -> int:
        """Return the heaps that have this value for certain."""
        return self.can[value] & self.certain

    def above(self, value: int) -> int:
        """Return the heaps that may have a larger value."""
        heaps = 0
        for can in self.can[value + 1 :]:
            heaps |= can
        return heaps

    def surely_above(self, value: int) -> int:
        """Return the heaps that have a larger value for certain."""
        heaps = self.heaps
        for can in self.can[: value + 1]:
            heaps &= ~can
        return heaps

    def covered(self, value: int) -> int:
        """Return the heaps with a required take to a heap that has this value for certain."""
        heaps = 0
        for reached in moved(self.sure(value), self.required):
            heaps |= reached
        return heaps & self.heaps

    @property
    def maybe_stuck(self) -> int:
        """The heaps that may allow no move and have their value for that reason."""
        if not self.given.misere:
            return 0
        low, high = lowest(self.takes, self.last + 1), lowest(self.required, self.last + 1)
        return (1 << high) - (1 << low) & self.can[1]

    @property
    def moving(self) -> int:
        """The heaps that may allow a move."""
        if not self.given.misere:
            return self.heaps & ~1
        return self.heaps & -(1 << lowest(self.takes, self.last + 1))

    def clauses(self) -> Iterator[tuple[int, int, int]]:
        """Yield what is still to be met: a heap, a value, and takes one of which the set must have.

        The takes are all that may lead from the heap to one of that value.
        """
        for value in range(self.top + 1):
            heaps = self.surely_above(value) & self.moving & ~self.covered(value)
            if value < self.given.stuck:
                heaps &= ~self.maybe_stuck
            if heaps:
                there = mirrored(self.can[value], self.last)
                for heap in members(heaps):
                    yield heap, value, there >> (self.last - heap) & self.takes

    # --- the rules

    def _takes_apart(self) -> None:
        for value in range(self.top + 1):
            sure = self.sure(value)
            if sure != self._apart_done[value]:
                self.takes &= ~apart(sure, self.takes & ~self.required)
                self._apart_done[value] = sure
            below = 0
            for reached in moved(mirrored(sure, self.last), self.required):
                below |= reached
            self.can[value] &= ~(self.covered(value) | mirrored(below & self.heaps, self.last))
        self._check()

    def _needs(self, value: int) -> None:
        covered = self.covered(value)
        heaps = self.above(value) & self.moving & ~covered
        if not heaps:
            return
        one = two = 0
        can = self.can[value]
        for reached in moved(can, self.takes):
            self.clock.check()
            two |= one & reached
            one |= reached
        stuck = self.maybe_stuck if value < self.given.stuck else 0
        surely = self.surely_above(value)
        lacking = heaps & ~one
        if must := lacking & surely & stuck:  # nothing but that no move is possible explains them
            self._drop((2 << must.bit_length() - 1) - 1)
        for other in range(value + 1, self.top + 2):
            self.can[other] &= ~(lacking & ~stuck if other == self.given.stuck else lacking)
        self._check()
        if single := heaps & surely & one & ~two & ~stuck:
            self._explain(single, value, can)

    def _explain(self, single: int, value: int, can: int) -> None:
        """Require the only take that leads from each of these heaps to one of `can`."""
        targets = explained = 0
        if can.bit_count() < self.takes.bit_count():
            for target in members(can):
                self.clock.check()
                if takes := single >> target & self.takes:
                    self.required |= takes
                    targets |= 1 << target
                    explained |= takes << target
        else:
            for take in members(self.takes):
                self.clock.check()
                if heaps := single & can << take:
                    self.required |= 1 << take
                    targets |= heaps >> take
                    explained |= heaps
        if explained != single:
            raise ContradictionError  # the take has just been ruled out
        for other in range(self.top + 2):
            if other != value:
                self.can[other] &= ~targets

    def _stuck_heaps(self) -> None:
        if not self.given.misere:
            return
        low, high = lowest(self.takes, self.last + 1), lowest(self.required, self.last + 1)
        for other in range(self.top + 2):
            if other != self.given.stuck:
                self.can[other] &= -(1 << low)
        self._check()
        if movable := (1 << high) - (1 << low) & ~self.can[1]:
            takes = self.takes & (2 << lowest(movable, 0)) - 1
            if takes & takes - 1 == 0:
                self.required |= takes

    def _drop(self, takes: int) -> None:
        self.takes &= ~takes
        if self.required & takes:
            raise ContradictionError

    def _check(self) -> None:
        possible = 0
        for can in self.can:
            possible |= can
        if possible != self.heaps:
            raise ContradictionError
