"""Proofs that a sequence of outcomes or nim-values is periodic, and the checker of such proofs.

A certificate has the values v(0), v(1), ... of the first heaps. The checker trusts nothing else,
and shares no code with the search: it verifies that

1. every value follows from earlier ones by the rules;
2. the *state* before some heap H is the state before heap H + period: whatever the rules ask about
   smaller heaps when they go on. For finitely many takes with the largest M these are the last M
   values. For all takes but some, the largest of which is M, these are the last M values and the
   set of the values of older heaps, which no heap can have again; all taken relative to the least
   value that no older heap has. What that value has grown by is the saltus;
3. v(h + period) = v(h) + saltus from the preperiod up to H, so by 2 for ever;
4. neither a smaller preperiod nor a smaller period will do.

The values are checked as sets of heaps, which are integers. Of a nim-sequence 0 0 1 1 2 0 0 1 1 2
with the takes 2, 3 and 7, heap 0 at the right:

    heaps of value 0       0 0 0 1 1 0 0 0 1 1
    moved up by 2          0 1 1 0 0 0 1 1 0 0
    by 3                   1 1 0 0 0 1 1 0 0 0
    reached, with 7        1 1 1 0 0 1 1 1 0 0     not those above; all of a larger value
"""

from __future__ import annotations

from array import array
from collections import Counter
from dataclasses import dataclass
from typing import Any, Literal

from ..errors import CertificateError, is_integer, shorten
from .takes import AllButTakes, FiniteTakes, Takes, parse_takes

__all__ = ["Certificate", "Kind", "Periodicity", "verify"]

Kind = Literal["outcomes", "nim"]


@dataclass(frozen=True, slots=True)
class Periodicity:
    """v(h + period) = v(h) + saltus for all heaps h >= preperiod, the least of either.

    Outcomes, and the nim-values of finitely many takes, have saltus 0.
    """

    preperiod: int
    period: int
    saltus: int = 0


@dataclass(frozen=True, slots=True, repr=False)
class Certificate:
    """A proof of a period. It proves nothing before `verify` has checked it.

    Arguments:
        takes: the subtraction set, finite or all but some.
        misere: whether the player who cannot move wins.
        of: `"outcomes"` or `"nim"`.
        periodicity: what is to be proven.
        heap: the H at the top of this module.
        values: of heap 0 to heap H + period - 1; of outcomes, 0 is L and 1 is W.

    >>> from perfectplay import SubtractionGame
    >>> proof = SubtractionGame({2, 4, 7}).nim_period().certificate
    >>> proof
    <Certificate of the nim-values of 2,4,7: preperiod 8, period 3, saltus 0>
    >>> verify(proof)
    Periodicity(preperiod=8, period=3, saltus=0)
    >>> proof.value(10**100)
    2
    """

    takes: Takes
    misere: bool
    of: Kind
    periodicity: Periodicity
    heap: int
    values: bytes | array[int] | tuple[int, ...]

    def __str__(self) -> str:
        what = "outcomes" if self.of == "outcomes" else "nim-values"
        play = " in misere play" if self.misere else ""
        found = self.periodicity
        return (
            f"{what} of {self.takes}{play}: preperiod {found.preperiod}, period {found.period}, "
            f"saltus {found.saltus}"
        )

    def __repr__(self) -> str:
        return f"<Certificate of the {self}>"

    def value(self, heap: int) -> int:
        """Return the value of any heap, however large, that the certificate claims."""
        found = self.periodicity
        if heap < len(self.values):
            return self.values[heap]
        times, rest = divmod(heap - found.preperiod, found.period)
        return self.values[found.preperiod + rest] + times * found.saltus

    def to_dict(self) -> dict[str, Any]:
        """Return the certificate as JSON has it: outcomes as letters, nim-values as a list."""
        letters = self.of == "outcomes"
        return {
            "takes": str(self.takes),
            "play": "misere" if self.misere else "normal",
            "of": self.of,
            "preperiod": self.periodicity.preperiod,
            "period": self.periodicity.period,
            "saltus": self.periodicity.saltus,
            "heap": self.heap,
            "values": "".join("LW"[v] for v in self.values) if letters else list(self.values),
        }

    @staticmethod
    def from_dict(data: Any) -> Certificate:
        """Return a certificate from what `to_dict` gave.

        Raises `CertificateError` if it is something else, `NotationError` for its takes.
        """
        keys = ("takes", "play", "of", "preperiod", "period", "saltus", "heap", "values")
        if not isinstance(data, dict) or set(data) != set(keys):
            raise CertificateError(f"a certificate is a JSON object with {', '.join(keys)}")
        takes, play, of, *numbers, values = (data[key] for key in keys)
        if not isinstance(takes, str) or takes.partition(":")[0].strip() == "b-file":
            raise CertificateError(f"takes is {shorten(takes)}; it must be a text such as '1,3,4'")
        if play not in ("normal", "misere") or of not in ("outcomes", "nim"):
            raise CertificateError(
                f"play is {shorten(play)} and of is {shorten(of)}; they must be 'normal' or "
                "'misere', and 'outcomes' or 'nim'"
            )
        if of == "outcomes":
            if not isinstance(values, str) or values.strip("WL"):
                raise CertificateError("values of outcomes must be a text of W and L")
            values = bytes(letter == "W" for letter in values)
        elif isinstance(values, list):
            values = tuple(values)
        else:
            raise CertificateError("nim-values must be a list of integers >= 0")
        preperiod, period, saltus, heap = numbers
        periodicity = Periodicity(preperiod, period, saltus)
        return Certificate(parse_takes(takes), play == "misere", of, periodicity, heap, values)


def verify(certificate: Certificate) -> Periodicity:
    """Check a certificate from scratch and return what it proves.

    Raises `CertificateError` with the first thing that is wrong.

    >>> from dataclasses import replace
    >>> from perfectplay import SubtractionGame
    >>> proof = SubtractionGame({1, 3, 4}).outcome_period().certificate
    >>> verify(replace(proof, periodicity=Periodicity(0, 14)))
    Traceback (most recent call last):
    perfectplay.errors.CertificateError: there are 11 values; heap 4 and period 14 need 18
    """
    _check_shape(certificate)
    takes = certificate.takes
    if isinstance(takes, FiniteTakes):
        _check_finite(certificate, takes.elements)
    elif isinstance(takes, AllButTakes):
        _check_all_but(certificate, takes)
    else:
        raise CertificateError(
            f"no proof is known for {takes}; takes are finitely many or all but some"
        )
    _check_least(certificate)
    return certificate.periodicity


def _check_shape(certificate: Certificate) -> None:
    found, values = certificate.periodicity, certificate.values
    numbers = (found.preperiod, found.period, found.saltus, certificate.heap)
    if not all(map(is_integer, numbers)) or min(numbers) < 0 or found.period < 1:
        raise CertificateError(
            f"preperiod, period, saltus and heap are {shorten(numbers)}; they must be integers"
            " >= 0, the period >= 1"
        )
    needed = certificate.heap + found.period
    if len(values) != needed:
        raise CertificateError(
            f"there are {len(values)} values; heap {certificate.heap} and period {found.period}"
            f" need {needed}"
        )
    if not isinstance(values, bytes) and not all(is_integer(v) and v >= 0 for v in values):
        raise CertificateError("values must be integers >= 0")
    if certificate.of == "outcomes" and max(values) > 1:
        raise CertificateError("outcomes must be 0 for L or 1 for W")


def _check_finite(certificate: Certificate, takes: tuple[int, ...]) -> None:
    found, values, heap = certificate.periodicity, certificate.values, certificate.heap
    largest = takes[-1] if takes else 0
    if found.saltus:
        raise CertificateError("finitely many takes have saltus 0")
    if heap < (needed := found.preperiod + largest):
        raise CertificateError(
            f"heap {heap} is too small; preperiod and largest take make {needed}"
        )
    stuck = 0  # heaps below this allow no move and are treated apart
    if certificate.misere:
        stuck = takes[0] if takes else len(values)
        _check_stuck(certificate, stuck)
    highest = 0 if certificate.of == "outcomes" else max(values)
    if highest > max(len(takes), 1):
        raise CertificateError(f"with {len(takes)} takes no heap has the value {highest}")
    larger = (1 << len(values)) - 1
    for value in range(highest + 1):
        having = _heaps_of(values, value)
        larger &= ~having
        reached = 0
        for take in takes:
            reached |= having << take
        if wrong := reached & having:
            raise _has_itself(_first(wrong), value)
        if wrong := (larger & ~reached) >> stuck << stuck:
            raise _has_not(_first(wrong), value)
    if values[found.preperiod : heap] != values[found.preperiod + found.period :]:
        raise CertificateError(
            f"the values from heap {found.preperiod} to {heap - 1} do not come back"
            f" {found.period} heaps later"
        )


def _check_all_but(certificate: Certificate, takes: AllButTakes) -> None:
    found, values, heap = certificate.periodicity, certificate.values, certificate.heap
    stuck = takes.least if certificate.misere else 0
    if heap < (needed := max(found.preperiod + takes.largest_excluded, stuck)):
        raise CertificateError(
            f"heap {heap} is too small; preperiod and largest excluded take, or the least take,"
            f" make {needed}"
        )
    _check_stuck(certificate, stuck)
    follow = _Follow(certificate, takes, stuck)
    for at in range(heap):
        follow.check(at)
    before = follow.old.state()
    for at in range(heap, len(values)):
        follow.check(at)
    if certificate.of == "outcomes":
        ever = (found.period, found.saltus) == (1, 0) and 0 not in values[found.preperiod :]
        if 0 not in follow.old or not ever:
            raise CertificateError("heaps that all reach a lost one are W for ever, with period 1")
    elif follow.old.state() != (before[0] + found.saltus, before[1]):
        raise CertificateError(
            f"before heap {heap} and {found.period} heaps later, older heaps have other values"
        )
    for at in range(found.preperiod, heap):
        if values[at] + found.saltus != values[at + found.period]:
            raise CertificateError(
                f"heap {at} and heap {at + found.period} are not {found.saltus} apart"
            )


def _check_stuck(certificate: Certificate, stuck: int) -> None:
    """Check the heaps that allow no move in misere play."""
    for at, value in enumerate(certificate.values[:stuck]):
        if value != 1:
            raise CertificateError(f"heap {at} allows no move, so in misere play its value is 1")


class _Follow:
    """Checks the values one by one when all takes but some are allowed."""

    def __init__(self, certificate: Certificate, takes: AllButTakes, stuck: int) -> None:
        self.old = _Seen()  # the values of heaps that every later heap reaches
        self._seen = _Seen()
        self._values = certificate.values
        self._capped = certificate.of == "outcomes"  # values above 1 count as 1
        self._excluded, self._largest = takes.excluded, takes.largest_excluded
        self._stuck = stuck
        self._having: Counter[int] = Counter()  # how many heaps so far have a value

    def check(self, at: int) -> None:
        """Check the value of a heap; the state is then the one before the next heap."""
        value = self._values[at]
        if at >= self._stuck:
            self._check_rule(at, value)
        self._having[value] += 1
        self._seen.add(value)
        if at >= self._largest:
            self.old.add(self._values[at - self._largest])

    def _check_rule(self, at: int, value: int) -> None:
        """Check that of the values of options the heap's own is missing, and no smaller one."""
        values, having = self._values, self._having
        out_of_reach = [values[at - take] for take in self._excluded if take <= at]
        if having[value] > out_of_reach.count(value) and not (self._capped and value):
            raise _has_itself(at, value)
        if value > self._seen.least:
            raise _has_not(at, self._seen.least)
        for smaller in out_of_reach:
            if smaller < value and having[smaller] == out_of_reach.count(smaller):
                raise _has_not(at, smaller)


class _Seen:
    """A growing set of values."""

    def __init__(self) -> None:
        self.least = 0  # that is not in it
        self._above: set[int] = set()

    def __contains__(self, value: int) -> bool:
        return value < self.least or value in self._above

    def add(self, value: int) -> None:
        """Add a value."""
        if value >= self.least:
            self._above.add(value)
        while self.least in self._above:
            self._above.remove(self.least)
            self.least += 1

    def state(self) -> tuple[int, frozenset[int]]:
        """Return the least value that is missing, and by how much others are above it."""
        return self.least, frozenset(value - self.least for value in self._above)


def _has_itself(heap: int, value: int) -> CertificateError:
    return CertificateError(f"heap {heap} has the value {value}, and so has one of its options")


def _has_not(heap: int, value: int) -> CertificateError:
    return CertificateError(f"heap {heap} has no option of value {value}, so its own is not larger")


def _check_least(certificate: Certificate) -> None:
    found, values = certificate.periodicity, certificate.values
    preperiod, period, saltus = found.preperiod, found.period, found.saltus
    if preperiod and values[preperiod - 1] + saltus == values[preperiod - 1 + period]:
        raise CertificateError(f"the preperiod is not {preperiod} but less")
    once = values[preperiod : preperiod + period]
    for prime in _prime_factors(period):
        if saltus % prime:
            continue
        part, rise = period // prime, saltus // prime
        if all(value + rise == later for value, later in zip(once, once[part:], strict=False)):
            raise CertificateError(f"the period is not {period} but divides {part}")


def _heaps_of(values: bytes | array[int] | tuple[int, ...], value: int) -> int:
    """Return the heaps of a value as an integer, bit h for heap h."""
    if isinstance(values, bytes):
        digits = values[::-1].translate(bytes(48 + (v == value) for v in range(256)))
        return int(digits, 2)
    return int("".join("01"[v == value] for v in reversed(values)), 2)


def _first(heaps: int) -> int:
    return (heaps & -heaps).bit_length() - 1


def _prime_factors(number: int) -> list[int]:
    factors = []
    factor = 2
    while factor * factor <= number:
        if number % factor == 0:
            factors.append(factor)
            while number % factor == 0:
                number //= factor
        factor += 1
    return [*factors, number] if number > 1 else factors
