"""What each take is to the sets that fit: in all of them, in none, free, or open.

If all heaps have their values, that can be read off the clauses: a take in no clause that is not
within another one is free. Otherwise a solver of the formula is asked take by take. Whether a take
is free is a question about two sets at once, one that fits and one that differs in that take only
and does not: the formula is written down twice, the second time for a set that may be any, and
linked by what is in one but not in the other.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from .bits import bits_of, members
from .deduction import ContradictionError, Deduction
from .formula import Encoding, Formula, formula_of_deduction
from .given import Given
from .learning import Learning
from .parts import OpenPart, hitting_parts
from .question import Question
from .solvers import uses_sat
from .tasks import Clock, run

__all__ = ["TakeRoles", "roles_of"]


@dataclass(frozen=True, slots=True)
class TakeRoles:
    """The takes up to the length of a record, as the sets see them that yield the record.

    Larger takes up to `max_take`, which no heap of the record allows, are free. Whether the empty
    set is allowed makes no difference here.

    Attributes:
        forced: takes in every set that fits.
        forbidden: takes in none.
        free: takes that can be put into any set that fits, or left out, and it still fits; each
            doubles the number of sets.
        open: all others.

    >>> from perfectplay.subtraction import take_roles
    >>> take_roles("WWLWWL")
    TakeRoles(forced=(1, 2), forbidden=(3, 6), free=(4, 5), open=())
    """

    forced: tuple[int, ...]
    forbidden: tuple[int, ...]
    free: tuple[int, ...]
    open: tuple[int, ...]


def roles_of(question: Question, clock: Clock) -> TakeRoles | None:
    """Return the roles, or None if no set fits. Raises `TimeIsUpError` if the time is up first."""
    clock.check()
    if question.given.too_large is not None:
        return None
    try:
        deduction = Deduction(question.given, question.takes, question.required, clock)
    except ContradictionError:
        return None
    beyond = question.takes >> deduction.last + 1 << deduction.last + 1
    forced = deduction.required | question.required
    free = beyond & ~forced
    possible = deduction.takes
    undecided = possible & ~forced
    if deduction.settled:
        clauses = (takes for _, _, takes in deduction.clauses())
        units, parts = hitting_parts(clauses, question.engine, one_answer=False)
        forced |= bits_of(units)
        used = bits_of(take for part in parts for take in part.takes)
        free |= undecided & ~used & ~forced
    else:
        found = _asked(deduction, question, clock)
        if found is None:
            return None
        always, never, without_effect = found
        forced |= always
        possible &= ~never
        free |= without_effect
    every = (2 << question.given.length) - 2
    none = every & ~possible & ~free & ~forced
    rest = every & ~forced & ~none & ~free
    return TakeRoles(*(tuple(members(takes)) for takes in (forced, none, free, rest)))


def _asked(deduction: Deduction, question: Question, clock: Clock) -> tuple[int, int, int] | None:
    """Return the undecided takes that are in every set, in none, and without effect."""
    if not OpenPart(deduction, question.engine).possible(clock):
        return None
    first = formula_of_deduction(deduction, clock)
    sat = uses_sat(question.engine)
    learning = Learning(first, sat=sat)
    run(clock, learning.possible())
    seen_in = set(learning.found())
    seen_out = set(first.takes) - seen_in
    for take in first.takes:
        for seen, sign in ((seen_in, 1), (seen_out, -1)):
            if take not in seen and run(clock, learning.ask([sign * first.variable[take]])):
                found = set(learning.found())
                seen_in |= found
                seen_out |= set(first.takes) - found
    undecided = seen_in & seen_out
    changed = _with_one_changed(deduction, first, undecided, clock)
    pair = Learning(first, sat=sat)
    off = [-switch for switch in changed.values()]
    without = [
        take
        for k, take in enumerate(changed)
        if not run(clock, pair.ask([*off[:k], -off[k], *off[k + 1 :]]))
    ]
    return (
        bits_of(set(first.takes) - seen_out),
        bits_of(set(first.takes) - seen_in),
        bits_of(without),
    )


def _with_one_changed(
    deduction: Deduction, formula: Formula, takes: set[int], clock: Clock
) -> dict[int, int]:
    """Add that the set with one of the takes in or out instead does not yield what is given.

    Return for each take the variable that says it is the one; at most one of them may be true.
    """
    other = Formula(formula.takes)
    encoding = Encoding(_nothing_given(deduction), other, clock)
    encoding.run()
    given = deduction.given
    different = []
    for value, layer in enumerate((*given.layers, given.more)):
        for heap in members(layer):
            different.append(-encoding.equal_to(heap, value))
    other.add(*different)
    shift = formula.variables
    formula.variables += other.variables
    formula.literals.extend(
        literal and (literal + shift if literal > 0 else literal - shift)
        for literal in other.literals
    )
    switches = {take: formula.new() for take in sorted(takes)}
    for take, here in formula.variable.items():
        there = here + shift
        switch = [switches[take]] if take in switches else []
        formula.add(*switch, -here, there)
        formula.add(*switch, here, -there)
        for one in switch:
            formula.add(-one, here, there)
            formula.add(-one, -here, -there)
    return switches


def _nothing_given(deduction: Deduction) -> Deduction:
    """Return what follows from the takes alone."""
    given = deduction.given
    layers = (0,) * len(given.layers)
    blank: Given = replace(given, layers=layers, more=0)
    return Deduction(blank, deduction.takes, deduction.required, last=deduction.last)
