"""Smallest hitting sets: the fewest takes that meet every clause, and the first such set in order.

Sets of takes are integers, bit s for the take s. The set is found by reducing the clauses (units,
subsumption, dominance towards smaller takes), splitting them into independent parts, and a branch
and bound on each part with two lower bounds: clauses that share no take, and prices of takes such
that no clause costs more than the whole.

>>> first_smallest_hitting_set([0b0110, 0b1010, 0b1100])  # of 1 or 2, 1 or 3, 2 or 3
6
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

__all__ = [
    "Hitting",
    "first_smallest_hitting_set",
    "hitting_set",
    "independent_parts",
    "lexicographically_first",
    "members",
    "reduced",
    "smallest_hitting_set",
]

ROUNDS = 150  # of the search for prices, or one a clause; beyond that they hardly improve
WHOLE = 1023  # the price of a take, in parts
DIGITS = range(WHOLE.bit_length())


def members(bits: int) -> Iterator[int]:
    """Yield the members of a set in ascending order, in linear time even for millions of bits."""
    digits = bin(bits)[:1:-1]
    at = digits.find("1")
    while at >= 0:
        yield at
        at = digits.find("1", at + 1)


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
