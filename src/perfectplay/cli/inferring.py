"""The command that goes from outcomes to takes: `subtraction infer`."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from itertools import islice
from typing import TYPE_CHECKING, Any

import click

from ..errors import (
    ArgumentError,
    NoSubtractionSetError,
    NotationError,
    TimeLimitError,
    shorten,
)
from .options import Seconds
from .streams import standard_input
from .subtraction import LIMIT

if TYPE_CHECKING:
    from ..subtraction.given import Record
    from ..subtraction.question import Options

__all__ = ["infer_command"]

BAD_INPUT = 1
MOST_SHOWN = 1000  # smallest sets that --all prints unless somebody asks for more
WORDY = 1000  # bits of a number; larger ones are written with a power of 2


class SetOfTakes(click.ParamType[tuple[int, ...]]):
    """A finite SET such as 1,3-5."""

    name = "set"

    def convert(
        self, value: Any, param: click.Parameter | None, ctx: click.Context | None
    ) -> tuple[int, ...]:
        """Return the takes."""
        from ..subtraction import FiniteTakes, parse_takes

        if isinstance(value, tuple):
            return value
        try:
            takes = parse_takes(value)
        except (ArgumentError, NotationError) as error:
            self.fail(str(error), param, ctx)
        if not isinstance(takes, FiniteTakes):
            self.fail(f"{shorten(value)} is not finite", param, ctx)
        return takes.elements


@click.command("infer", short_help="Find the smallest set behind outcomes or nim-values.")
@click.argument("records", metavar="[RECORD]...", nargs=-1)
@click.option("-f", "--file", metavar="FILE", help="Read records from there, one a line.")
@click.option("--max-take", type=click.IntRange(1), help="The largest take allowed.")
@click.option("--require", type=SetOfTakes(), default=(), help="Takes that the set must have.")
@click.option("--forbid", type=SetOfTakes(), default=(), help="Takes that it must not have.")
@click.option("--allow-empty", is_flag=True, help="The empty set is an answer, too.")
@click.option("--misere", is_flag=True, help="The player who cannot move wins (default: loses).")
@click.option("--all", "ask_all", is_flag=True, help="Print all smallest sets, in order.")
@click.option(
    "--most",
    type=click.IntRange(1),
    default=MOST_SHOWN,
    show_default=True,
    help="How many of them, at most.",
)
@click.option("--count", "ask_count", is_flag=True, help="Count the smallest sets, and all sets.")
@click.option("--roles", "ask_roles", is_flag=True, help="Say which takes all sets have, or none.")
@click.option(
    "--time-limit",
    type=Seconds(),
    metavar="SECONDS",
    help="Stop after this time for a record, with bounds; exit code 3.",
)
@click.option(
    "--engine",
    type=click.Choice(("auto", "native", "sat")),
    default="auto",
    help="The search of this package, or python-sat's; the answer is the same.",
)
@click.option("--json", "as_json", is_flag=True, help="Print JSON, a line for each record.")
def infer_command(
    records: tuple[str, ...],
    *,
    file: str | None,
    ask_all: bool,
    ask_count: bool,
    ask_roles: bool,
    most: int,
    as_json: bool,
    **options: Any,
) -> int:
    """Find the smallest subtraction set that yields a record, of several the first one in order.

    \b
    Examples:
      perfectplay subtraction infer WLWWWWLWLWWWWL
      perfectplay subtraction infer 'LL?W??' --require 5
      perfectplay subtraction infer 1,0,1,2,3,2,0,1 --all
      perfectplay subtraction infer --max-take 20 --json < records.txt

    A RECORD has a letter for each heap 1, 2, 3, ...: W if the player to move wins, L if that player
    loses, ? if it is not known; or nim-values, such as 1,0,?,2. Without a RECORD, lines are read
    from FILE or stdin. A record that no set yields gets one line on stderr, and the exit code is 1.
    """
    if ask_all + ask_count + ask_roles > 1:
        raise click.UsageError("ask for one of --all, --count and --roles")
    asked: Callable[[Record, Options], dict[str, Any]] = _smallest
    if ask_all:
        asked = partial(_all, most=most)
    elif ask_count:
        asked = _count
    elif ask_roles:
        asked = _roles
    code = 0
    for number, text in enumerate(_texts(records, file), 1):
        try:
            answer = asked(_record(text), options)  # type: ignore[arg-type]
        except (NotationError, NoSubtractionSetError) as error:
            code, answer = BAD_INPUT, _refusal(error)
        except TimeLimitError as error:
            code, answer = code or LIMIT, {"status": "bounded", "message": str(error)}
        if answer["status"] == "bounded":
            code = code or LIMIT
        say = answer.pop("say", None)
        if as_json:
            with _any_digits():
                click.echo(json.dumps({"record": number, **answer}))
        elif say is None:
            click.echo(f"perfectplay: record {number}: {answer['message']}", err=True)
        else:
            click.echo(say)
    return code


def _texts(records: tuple[str, ...], file: str | None) -> Iterator[str]:
    if records and file is not None:
        raise click.UsageError("give records or --file, not both")
    if records:
        yield from records
        return
    if file is None or file == "-":
        yield from _lines(standard_input())
        return
    with open(file, "rb") as stream:
        yield from _lines(stream)


def _lines(stream: Any) -> Iterator[str]:
    for line in stream:
        if text := line.decode("utf-8", "replace").strip():
            yield text


def _record(text: str) -> Record:
    """Return a record, nim-values if there is a digit or a separator in the text."""
    if not any(letter.isdigit() or letter in ", " for letter in text[:100]):
        return text
    values: list[int | None] = []
    for heap, word in enumerate(text.replace(",", " ").split(), 1):
        if word != "?" and not (word.isascii() and word.isdecimal() and len(word) < 100):
            raise NotationError(
                f"heap {heap} is {shorten(word)}; nim-values are numbers, or ? if unknown, with"
                " commas or spaces between them"
            )
        values.append(None if word == "?" else int(word))
    return values


def _written(takes: tuple[int, ...] | None) -> str:
    return " ".join(map(str, takes or ())) or "none"


def _smallest(record: Record, options: Options) -> dict[str, Any]:
    from ..subtraction import smallest_set

    found = smallest_set(record, **options)
    say = _written(found.takes)
    if found.status == "bounded":
        lower, upper = found.bounds
        known = f"; known, with {upper}: {say}" if found.takes is not None else ""
        say = f"not solved: at least {lower} takes{known}"
    return {**found.to_dict(), "say": say}


def _all(record: Record, options: Options, most: int) -> dict[str, Any]:
    from ..subtraction import smallest_sets

    sets = smallest_sets(record, **options)
    found = list(islice(sets, most))
    if not found:
        raise _none_fits(record, options)
    more = len(found) == most and next(sets, None) is not None
    say = "\n".join(map(_written, found)) + ("\n..." if more else "")
    return {
        "status": "solved",
        "sets": [list(takes) for takes in found],
        "complete": not more,
        "say": say,
    }


def _count(record: Record, options: Options) -> dict[str, Any]:
    from ..subtraction import count_sets, count_smallest_sets

    smallest, every = count_smallest_sets(record, **options), count_sets(record, **options)
    if not every:
        raise _none_fits(record, options)
    say = f"{_number(smallest)} smallest, {_number(every)} of any size"
    return {"status": "solved", "smallest_sets": smallest, "sets": every, "say": say}


def _number(number: int) -> str:
    """Return a number as text, a large one with a power of 2: each free take doubles the sets."""
    twos = (number & -number).bit_length() - 1
    with _any_digits():
        if number.bit_length() <= WORDY:
            return str(number)
        odd = number >> twos
        return f"2^{twos}" if odd == 1 else f"{odd} * 2^{twos}" if twos else str(number)


@contextmanager
def _any_digits() -> Iterator[None]:
    """Let integers be written however many digits they have; Python refuses more than 4,300."""
    before = sys.get_int_max_str_digits()
    sys.set_int_max_str_digits(0)
    try:
        yield
    finally:
        sys.set_int_max_str_digits(before)


def _roles(record: Record, options: Options) -> dict[str, Any]:
    from ..subtraction import take_roles

    roles = take_roles(record, **options)
    found = {name: getattr(roles, name) for name in ("forced", "forbidden", "free", "open")}
    say = "\n".join(f"{name}: {_written(takes)}" for name, takes in found.items())
    return {"status": "solved", **{name: list(takes) for name, takes in found.items()}, "say": say}


def _none_fits(record: Record, options: Options) -> NoSubtractionSetError:
    from ..subtraction import explain

    why = explain(record, **options)
    return NoSubtractionSetError("no subtraction set fits" if why is None else why.message, why)


def _refusal(error: NotationError | NoSubtractionSetError) -> dict[str, Any]:
    if isinstance(error, NotationError):
        return {"status": "invalid", "message": str(error)}
    answer: dict[str, Any] = {"status": "impossible", "message": str(error)}
    if error.explanation is not None:
        answer |= {"prefix": error.explanation.prefix, "heap": error.explanation.heap}
    return answer
