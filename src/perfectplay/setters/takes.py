"""All smallest sets of takes for an outcome string, by plain enumeration; and the greedy one.

A set yields the string iff its takes lead from no L to an L, and one of them from each W to an L.
`perfectplay.infer` finds the first of the smallest sets much faster; here the others count, too.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations

__all__ = ["CAP", "greedy_set", "possible_takes", "smallest_sets"]

CAP = 20  # the largest take


def possible_takes(outcome: str) -> list[int]:
    """Return the takes that lead from no L to an L.

    >>> possible_takes("WLWLW")
    [1, 3, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20]
    """
    lost = {0, *(heap for heap, letter in enumerate(outcome, 1) if letter == "L")}
    return [take for take in range(1, CAP + 1) if not any(heap + take in lost for heap in lost)]


def _clauses(outcome: str, takes: Sequence[int]) -> list[list[int]]:
    """Return for each W those of the takes that lead to an L."""
    return [
        [
            take
            for take in takes
            if take == heap or (take < heap and outcome[heap - take - 1] == "L")
        ]
        for heap, letter in enumerate(outcome, 1)
        if letter == "W"
    ]


def smallest_sets(
    outcome: str, takes: Sequence[int], largest: int = CAP
) -> Iterator[tuple[int, ...]]:
    """Yield the smallest sets out of the takes that meet every W, in lexicographic order.

    None with more than `largest` elements. The set is not empty, even if there is no W.

    >>> list(smallest_sets("LWWW", possible_takes("LWWW")))
    [(2, 3), (2, 4)]
    """
    masks = {sum(1 << take for take in clause) for clause in _clauses(outcome, takes)}
    for size in range(1, largest + 1):
        found = False
        for chosen in combinations(takes, size):
            mask = sum(1 << take for take in chosen)
            if all(mask & clause for clause in masks):
                found = True
                yield chosen
        if found:
            return


def greedy_set(outcome: str) -> tuple[int, ...]:
    """Return the set that grows by the smallest possible take wherever a W meets no L yet.

    >>> greedy_set("LWWWWW")
    (2, 3, 4, 5)
    """
    chosen: list[int] = []
    for clause in _clauses(outcome, possible_takes(outcome)):
        if not set(clause) & set(chosen):
            chosen.append(clause[0])
    return tuple(sorted(chosen))
