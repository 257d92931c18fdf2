"""Running a judge over a file: verdicts to one stream, what went wrong to another."""

from __future__ import annotations

from collections.abc import Callable
from json import dumps
from typing import Any, BinaryIO, TextIO

from ..reading import Words
from ..solver import SolveOptions
from .judge import Judge, Verdict

__all__ = ["one_line", "run", "to_dict"]


def run(
    judge: Judge,
    stream: BinaryIO,
    out: TextIO,
    warn: Callable[[str], object],
    *,
    json: bool = False,
    options: SolveOptions | None = None,
) -> int:
    """Answer a contest file; return the exit code, 0 if every case was answered, else 1.

    Arguments:
        judge: the format.
        stream: the file, read as far as the case at hand needs.
        out: gets each verdict, flushed before the next case is read.
        warn: gets one line, without its newline, for each bad case and each oddity.
        json: print one JSON object a line for each case instead of what the contest wants.
        options: for the solver.

    >>> import io, sys
    >>> from perfectplay.judges import JUDGES
    >>> file = io.BytesIO(b"5\\n4 5 6 7 8\\n5\\n1 2 3 5 19\\n")
    >>> run(JUDGES["gym100015f"], file, sys.stdout, print)
    Ralph wins
    line 4, case 2: 19 is out of range; expected line 5 of 5, 1..18
    1
    """
    words = Words(stream)
    code = 0
    for verdict in judge.verdicts(words, options):
        text = dumps(to_dict(judge, verdict)) if json else verdict.text
        if text:
            out.write(text + "\n")
            out.flush()
        if verdict.error is not None:
            code = 1
            warn(one_line(verdict.error))
    for message in words.warnings:
        warn(f"warning: {message}")
    return code


def to_dict(judge: Judge, verdict: Verdict) -> dict[str, Any]:
    """Return a verdict as JSON data; with `block` if there are blocks, `error` if it is bad."""
    data: dict[str, Any] = {"block": verdict.block} if judge.blocks else {}
    data |= {
        "case": verdict.case,
        "answer": verdict.answer,
        "margin": verdict.margin,
        "best_first_move": verdict.best_first_move,
    }
    if verdict.error is not None:
        data["error"] = one_line(verdict.error)
    return data


def one_line(error: Exception) -> str:
    """Return the message of an error without line breaks."""
    return " ".join(str(error).split())
