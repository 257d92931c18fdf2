"""Inverse: which subtraction set yields these outcomes?

The question is a hitting set. Let A be the heaps that are L, heap 0 among them.

* A take s that leads from an L heap to an L heap would make the first of them a W: the *forbidden
  differences* are those between two members of A. The other takes are *possible*.
* A heap k that is W needs a take that leads to an L heap. The possible takes s with k - s in A are
  its *clause*, and the set must contain one of them.
* Nothing else matters: a set of possible takes that meets every clause yields the outcomes. Takes
  beyond the last heap are never used.

Sets of heaps and sets of takes are integers. For `WWLWW`, heaps 0 to 5 = LWWLWW:

    bit               5 4 3 2 1 0
    losses            0 0 1 0 0 1     bit h: heap h is L
    mirrored          1 0 0 1 0 0     bit N - h: heap h is L
    mirrored >> 1     0 1 0 0 1 0     bit s: taking s from heap N - 1 = 4 leads to an L heap
    losses >> 3       0 0 0 0 0 1     bit h: heap h + 3 is L; common bits forbid the take 3

Long sequences are solved by their first clauses; if the answer fails to explain some heap, clauses
of such heaps join. The answer to some of the clauses that meets all of them is the answer to all.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import islice

from ..errors import ArgumentError, NoSubtractionSetError, NotationError, shorten
from .outcomes import as_integer

__all__ = ["infer"]

BATCH = 1000  # heaps whose clauses join at a time
EXPLAINED = 2000  # heaps up to which a refusal also looks at larger takes: a few milliseconds
ROUNDS = 150  # of the search for prices, or one a clause; beyond that they hardly improve
WHOLE = 1023  # the price of a take, in parts
DIGITS = range(WHOLE.bit_length())


def infer(outcome: str, *, cap: int | None = None, allow_empty: bool = False) -> tuple[int, ...]:
    """Return the smallest subtraction set with the given outcomes, its elements ascending.

    `outcome` has a letter for each heap 1, 2, ..., N: `W` if the player to move wins, `L` if that
    player loses, in normal play. Among sets of equal size the answer is the lexicographically first
    one. `cap` is the largest element allowed, None for any. Outcomes without a `W` need no take at
    all; the answer is then the smallest single take that is too large to be made, `(N + 1,)`, or
    the empty set with `allow_empty`.

    Raises `NoSubtractionSetError` if there is no such set, `NotationError` for letters other than
    `W` and `L`, and `ArgumentError` for a cap below 1. The question is a hitting set: most
    answers come at once, but some sequences of a hundred heaps or more, with many takes and no low
    cap, take very long.

    Source: UVa 11587 "Brick Game", where the cap is 20.

    >>> infer("WWLWWL")
    (1, 2)
    >>> infer("LLWWWW", cap=20)
    (3, 4)
    >>> infer("LLL"), infer("LLL", allow_empty=True)
    ((4,), ())
    >>> infer("WLL")
    Traceback (most recent call last):
    perfectplay.errors.NoSubtractionSetError: no subtraction set fits: heap 1 is W, but ...
    """
    limit = None if cap is None else as_integer("cap", cap)
    if limit is not None and limit < 1:
        raise ArgumentError(f"cap is {shorten(limit)}; it must be 1 or more")
    if wrong := outcome.lstrip("WL"):
        heap = len(outcome) - len(wrong) + 1
        raise NotationError(f"heap {heap} is {wrong[0]!r}; an outcome is W or L, one letter a heap")
    heaps = Heaps(outcome, limit)
    if not heaps.wins:
        return _without_a_win(len(outcome), limit, allow_empty)
    clauses: list[int] = []
    answer = 0
    while unexplained := heaps.unexplained(answer):
        for heap, clause in needed_clauses(heaps, islice(members(unexplained), BATCH)):
            if not clause:
                raise NoSubtractionSetError(_refusal(outcome, heaps, heap))
            clauses.append(clause)
        answer = first_smallest_hitting_set(clauses)
    return tuple(members(answer))


def members(bits: int) -> Iterator[int]:
    """Yield the members of a set in ascending order, in linear time even for millions of bits."""
    digits = bin(bits)[:1:-1]
    at = digits.find("1")
    while at >= 0:
        yield at
        at = digits.find("1", at + 1)


# --- from outcomes to clauses ----------------------------------------------------------------


class Heaps:
    """The heaps 0 to N of an outcome sequence as bit sets, and the takes that are possible."""

    def __init__(self, outcome: str, cap: int | None) -> None:
        self.length = len(outcome)
        digits = outcome.translate({ord("W"): "0", ord("L"): "1"}) or "0"
        self.mirrored = 1 << self.length | int(digits, 2)
        self.losses = int(digits[::-1], 2) << 1 | 1
        self.wins = ((2 << self.length) - 1) ^ self.losses
        self.cap = cap if cap is not None and cap < self.length else None
        self._allowed = (2 << (self.length if self.cap is None else self.cap)) - 1
        self._tested = 0
        self._possible = 0

    def to_losses(self, heap: int) -> int:
        """Return the takes, up to the cap, that lead from a W heap to an L heap."""
        return self.mirrored >> (self.length - heap) & self._allowed

    def clause(self, heap: int) -> int:
        """Return the possible takes from a W heap to an L heap."""
        takes = self.to_losses(heap)
        if untested := takes & ~self._tested:  # on demand: mostly a few takes are ever asked for
            self._possible |= untested & ~forbidden_differences(self.losses, untested)
            self._tested |= untested
        return takes & self._possible

    def unexplained(self, takes: int) -> int:
        """Return the W heaps from which none of the takes leads to an L heap."""
        heaps = self.wins
        for take in members(takes):
            heaps ^= heaps & self.losses << take
        return heaps


def forbidden_differences(heaps: int, suspects: int) -> int:
    """Return the suspects that are a difference of two of the heaps.

    >>> bin(forbidden_differences(0b1001001, 0b1111110))
    '0b1001000'
    """
    free = suspects
    for steps, low in enumerate(members(heaps)):  # all differences above one heap at a time...
        if free.bit_count() <= steps:
            break
        free &= ~(heaps >> low)
    else:
        return suspects & ~free
    for take in members(free):  # ... or all pairs of heaps at one distance, if that is less work
        if heaps & heaps >> take:
            free ^= 1 << take
    return suspects & ~free


def needed_clauses(heaps: Heaps, wins: Iterable[int]) -> Iterator[tuple[int, int]]:
    """Yield W heaps with their clauses, without the clauses that a single possible take meets."""
    forced = 0
    for heap in wins:
        if heaps.to_losses(heap) & forced:
            continue
        clause = heaps.clause(heap)
        if clause.bit_count() == 1:
            forced |= clause
        yield heap, clause


def _without_a_win(length: int, cap: int | None, allow_empty: bool) -> tuple[int, ...]:
    if allow_empty:
        return ()
    if cap is None or length < cap:
        return (length + 1,)
    raise NoSubtractionSetError(
        f"no subtraction set with elements up to {cap} fits: all {length} heaps are L,"
        f" so every element is above {length}; the empty set is not allowed"
    )


def _refusal(outcome: str, heaps: Heaps, heap: int) -> str:
    """Say why no set exists, given the first W heap whose clause is empty."""
    aside = ""
    if heaps.cap is not None and heaps.length <= EXPLAINED:
        uncapped = Heaps(outcome, None)
        stuck = next((win for win in members(uncapped.wins) if not uncapped.clause(win)), None)
        if stuck is None:
            aside = "; without the cap a set exists"
        else:
            heaps, heap = uncapped, stuck  # not the fault of the cap
    which, reasons = "", []
    if heaps.cap is not None:
        which = f" with elements up to {heaps.cap}"
        reasons.append(f"is above {heaps.cap}")
    if takes := heaps.to_losses(heap):
        take = next(members(takes))
        low = next(members(heaps.losses & heaps.losses >> take))
        reasons.append(
            "also leads from one L heap to another:"
            f" taking {take} leads from heap {low + take} to heap {low}"
        )
    return (
        f"no subtraction set{which} fits: heap {heap} is W,"
        f" but every take from it to an L heap {' or '.join(reasons)}{aside}"
    )


# --- the smallest hitting set ----------------------------------------------------------------


def first_smallest_hitting_set(clauses: Iterable[int]) -> int:
    """Return the set that meets all clauses: of smallest size, then lexicographically first.

    No clause may be empty.

    >>> list(members(first_smallest_hitting_set([0b0110, 0b1100, 0b1010])))
    [1, 2]
    """
    answer, rest = reduced(clauses)
    for part in independent_parts(rest):
        problem = Hitting(part)
        chosen = lexicographically_first(problem, smallest_hitting_set(problem))
        answer |= sum(1 << problem.takes[take] for take in members(chosen))
    return answer


def reduced(clauses: Iterable[int]) -> tuple[int, list[int]]:
    """Return the takes in every best set, and the clauses that are left, made simpler.

    Three rules, as long as one applies, none of which changes the answer: a clause with a single
    take forces it; a clause that contains another one is met anyway; a take can be left out if a
    smaller take meets the same clauses and perhaps more. (If a larger take does, leaving it out
    could miss the lexicographically first set.)
    """
    forced = 0
    rest = sorted(set(clauses), key=int.bit_count)
    while True:
        before = sum(rest)
        single = 0
        for clause in rest:
            if clause.bit_count() == 1:
                single |= clause
        forced |= single
        kept: list[int] = []
        for clause in rest:
            if not clause & single and not any(other & clause == other for other in kept):
                kept.append(clause)
        useful = 0
        seen: list[int] = []
        for take, hits in sorted(_hits(kept).items()):
            if not any(hits | other == other for other in seen):
                seen.append(hits)
                useful |= 1 << take
        rest = sorted({clause & useful for clause in kept}, key=int.bit_count)
        if sum(rest) == before:  # leaving anything out makes the sum smaller
            return forced, rest


def independent_parts(clauses: Iterable[int]) -> list[list[int]]:
    """Return the clauses in parts without a take in common: each can be solved by itself."""
    parts: list[tuple[int, list[int]]] = []
    for clause in clauses:
        takes, joined = clause, [clause]
        others = []
        for part in parts:
            if part[0] & clause:
                takes |= part[0]
                joined += part[1]
            else:
                others.append(part)
        parts = [*others, (takes, joined)]
    return [part for _, part in parts]


def _hits(clauses: list[int]) -> dict[int, int]:
    """Return for each take the set of the clauses it meets, by their places in the list."""
    hits: dict[int, int] = {}
    for place, clause in enumerate(clauses):
        for take in members(clause):
            hits[take] = hits.get(take, 0) | 1 << place
    return hits


class Hitting:
    """Clauses made ready for the search: takes and clauses are numbered 0, 1, 2, ...

    `takes[t]` is the take with the number t, in ascending order; `clauses` are sets of such
    numbers, short ones first; `hits[t]` is the set of clauses that t meets; `apart[c]` is the set
    of clauses without a take in common with c.

    Each clause has a price, such that no take meets clauses worth more than `WHOLE` together.
    So clauses worth more than n * `WHOLE` need more than n takes. (This is linear programming
    duality.) The price of a set of clauses is wanted all the time: `digits[d]` is the set of
    clauses in whose price the binary digit 2^d is set, and counting bits does the addition.
    """

    def __init__(self, clauses: Iterable[int]) -> None:
        ordered = sorted(sorted(clauses), key=int.bit_count)
        by_take = sorted(_hits(ordered).items())
        number = {take: t for t, (take, _) in enumerate(by_take)}
        self.takes = [take for take, _ in by_take]
        self.hits = [hits for _, hits in by_take]
        numbers = [[number[take] for take in members(clause)] for clause in ordered]
        self.clauses = [sum(1 << t for t in clause) for clause in numbers]
        self.all = (1 << len(ordered)) - 1
        self.apart: list[int] = []
        for clause in numbers:
            near = 0
            for t in clause:
                near |= self.hits[t]
            self.apart.append(self.all & ~near)
        self.greedy = self._greedy()
        prices = _prices(numbers, self.clauses, len(self.takes), self.greedy.bit_count())
        self.digits = [
            sum(1 << c for c, price in enumerate(prices) if price >> digit & 1) for digit in DIGITS
        ]

    def price(self, clauses: int) -> int:
        """Return the price of a set of clauses."""
        total = 0
        for digit in DIGITS:
            total += (self.digits[digit] & clauses).bit_count() << digit
        return total

    def disjoint(self, clauses: int) -> int:
        """Return how many clauses of a set were found without a take in common.

        Each of them needs a take of its own.
        """
        count = 0
        while clauses:
            clauses &= self.apart[(clauses & -clauses).bit_length() - 1]
            count += 1
        return count

    def shortest(self, clauses: int, usable: int) -> int:
        """Return the usable takes of the clause with the fewest of them."""
        best, fewest = 0, len(self.takes) + 1
        while clauses:
            low = clauses & -clauses
            clauses ^= low
            clause = self.clauses[low.bit_length() - 1] & usable
            if (size := clause.bit_count()) < fewest:
                if size <= 1:
                    return clause
                best, fewest = clause, size
        return best

    def _greedy(self) -> int:
        """Return a hitting set: again and again the take that meets most of what is left."""
        chosen, unmet = 0, self.all
        while unmet:
            best = max(range(len(self.hits)), key=lambda t: (self.hits[t] & unmet).bit_count())
            chosen |= 1 << best
            unmet &= ~self.hits[best]
        return chosen


def smallest_hitting_set(problem: Hitting) -> int:
    """Return some hitting set of the smallest size."""
    everything = (1 << len(problem.takes)) - 1
    least = max(problem.disjoint(problem.all), -(-problem.price(problem.all) // WHOLE))
    for size in range(least, problem.greedy.bit_count()):
        found = hitting_set(problem, problem.all, everything, size)
        if found is not None:
            return found
    return problem.greedy


def lexicographically_first(problem: Hitting, some: int) -> int:
    """Return the lexicographically first hitting set of the size of `some`, a smallest one.

    Take by take in ascending order: it belongs to the answer if a set of that size contains it
    beside what has been chosen. The latest set found, `some`, often has it and spares a search.
    """
    unmet, usable, size = problem.all, (1 << len(problem.takes)) - 1, some.bit_count()
    chosen = 0
    for t, hits in enumerate(problem.hits):
        if not unmet:
            break
        usable ^= 1 << t
        if not some >> t & 1:
            if not hits & unmet:
                continue
            found = hitting_set(problem, unmet & ~hits, usable, size - 1)
            if found is None:
                continue
            some = chosen | 1 << t | found
        chosen |= 1 << t
        unmet &= ~hits
        size -= 1
    return chosen


def hitting_set(problem: Hitting, unmet: int, usable: int, size: int) -> int | None:
    """Return usable takes, at most `size` of them, that meet the clauses in `unmet`, or None.

    Branch and bound, depth first, with a stack of its own. A branch is a take of the shortest
    clause; later branches do without the takes of earlier ones.
    """
    if problem.price(unmet) > size * WHOLE:
        return None
    stack = [(unmet, usable, size, 0)]
    while stack:
        unmet, usable, size, chosen = stack.pop()
        if not unmet:
            return chosen
        if problem.disjoint(unmet) > size:
            continue
        clause = problem.shortest(unmet, usable)
        meeting = [(problem.hits[t] & unmet, t) for t in members(clause)]
        meeting.sort(key=lambda pair: pair[0].bit_count(), reverse=True)
        branches: list[tuple[int, int, int, int]] = []
        tried: list[int] = []
        for hits, t in meeting:
            usable ^= 1 << t
            if any(hits | other == other for other in tried):
                continue  # another take of the clause meets the same and perhaps more
            tried.append(hits)
            left = unmet ^ hits
            if problem.price(left) <= (size - 1) * WHOLE:
                branches.append((left, usable, size - 1, chosen | 1 << t))
        stack += reversed(branches)
    return None


def _prices(numbers: list[list[int]], clauses: list[int], takes: int, enough: int) -> list[int]:
    """Return prices of the clauses as `Hitting` wants them, their total as large as is easy.

    For any prices u >= 0, the total of u less what takes are overpaid (by the clauses they meet,
    beyond 1) is a lower bound of the size of a hitting set. Subgradient steps raise that bound:
    clauses met by no overpaid take get dearer, those met by several cheaper. At the end the prices
    are lowered until no take is overpaid and then raised where there is room.

    `enough` is the size of a known hitting set: a bound above `enough` - 1 cannot get better.

    Source: Beasley, An algorithm for set covering problem, EJOR 31 (1987).
    """
    degree = [0] * takes
    for clause in numbers:
        for t in clause:
            degree[t] += 1
    price = [1 / max(degree[t] for t in clause) for clause in numbers]
    best, best_price, step, stalled = 0.0, price, 2.0, 0
    for _ in range(min(ROUNDS, len(clauses))):
        room = [1.0] * takes
        for value, clause in zip(price, numbers, strict=True):
            for t in clause:
                room[t] -= value
        bound = sum(price) + sum(rest for rest in room if rest < 0)
        stalled += 1
        if bound > best:
            best, best_price, stalled = bound, price, 0
        elif stalled == 8:
            step, stalled = step / 2, 0
        overpaid = sum(1 << t for t, rest in enumerate(room) if rest < 0)
        slopes = [1 - (clause & overpaid).bit_count() for clause in clauses]
        square = sum(slope * slope for slope in slopes)
        if best > enough - 1 or not square:
            break
        stride = step * (enough - bound) / square
        price = [max(0.0, v + stride * s) for v, s in zip(price, slopes, strict=True)]
    return _affordable(numbers, takes, best_price)


def _affordable(numbers: list[list[int]], takes: int, price: list[float]) -> list[int]:
    """Return prices near the given ones, in whole parts, that overpay no take."""
    load = [0.0] * takes
    for value, clause in zip(price, numbers, strict=True):
        for t in clause:
            load[t] += value
    wanted = [
        int(WHOLE * value / max(1.0, *(load[t] for t in clause)))
        for value, clause in zip(price, numbers, strict=True)
    ]
    room = [WHOLE] * takes
    given = [0] * len(numbers)
    for wish in (wanted, [WHOLE] * len(numbers)):  # first what is wanted, then all there is
        for c, clause in enumerate(numbers):
            value = min(wish[c], *(room[t] for t in clause))
            given[c] += value
            for t in clause:
                room[t] -= value
    return given
