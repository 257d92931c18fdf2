"""Comparing another program's output with what the judge answers, case by case."""

from __future__ import annotations

import io
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, BinaryIO, Literal

from ..errors import ArgumentError, InputError, closest, cut, shorten
from ..judges import JUDGES, Verdict
from ..judges.run import one_line
from ..reading import Words
from ..solver import SolveOptions
from .output import Fault, Output

__all__ = ["Report", "check"]

MAX_WORDS = 40  # of a case, for a message
MAX_CASE = 60  # characters of it
MAX_FOUND = 80  # of a wrong line


@dataclass(frozen=True, slots=True)
class Report:
    """What is to be said of an output.

    Attributes:
        status: `"right"`; `"presentation"`: right but for white space; `"wrong"`; `"incomplete"`:
            right as far as the input, parts of which are bad, has answers to compare with.
        answers: how many answers were right, up to the first wrong one.
        line: the line of the output where it is wrong, from 1; the last one where it ends too soon.
        block, case: the case it answers there, None for what comes after the last one.
        right, found: the right line, and what stands there; None where there is none.
        message: all that in a sentence.

    >>> from perfectplay.setters import check
    >>> report = check("uva11587", "2 WWWW WLW", "Case 1: 1 2 3 4\\nCase 2: 1 2\\n")
    >>> report.status, report.line, report.case, report.right, report.found
    ('wrong', 2, 2, 'Case 2: 1', 'Case 2: 1 2')
    """

    status: Literal["right", "presentation", "wrong", "incomplete"]
    answers: int
    message: str
    line: int | None = None
    block: int | None = None
    case: int | None = None
    right: str | None = None
    found: str | None = None

    def to_dict(self) -> dict[str, Any]:
        """Return the report as JSON data."""
        return {
            "status": self.status,
            "answers": self.answers,
            "line": self.line,
            "block": self.block,
            "case": self.case,
            "right": self.right,
            "found": self.found,
            "message": self.message,
        }


def check(
    name: str,
    input: str | bytes | BinaryIO,
    output: str | bytes | BinaryIO,
    *,
    warn: Callable[[str], object] | None = None,
    options: SolveOptions | None = None,
) -> Report:
    """Compare the output of a program for a contest file with the right answers.

    Both files are read as far as the case at hand needs, up to the first wrong line. White space at
    the ends of lines, CRLF, a BOM and blank lines at the end do not matter; where only white space
    differs otherwise, that is a matter of presentation.

    Arguments:
        name: the contest, as in `perfectplay judge NAME`.
        input: the contest file, a text or a binary stream.
        output: what the program printed, likewise.
        warn: gets one line for each bad case and each oddity of the input.
        options: for the solver.

    A bad case of the input should print nothing, as `judge` does; a case that hits a limit of the
    solver, and a string of `uva11587` that no set yields, may print any line. Raises
    `ArgumentError` for an unknown contest and for options that make no sense.

    >>> from perfectplay.setters import check
    >>> report = check("hdu4778", "1 2 2\\n1 1\\n1 1\\n0 0 0\\n", "1\\n")
    >>> report.message
    "line 1: '1' is wrong; right is '-1' for case 1 (line 1 of the input: 1 2 2 / 1 1 / 1 1)"
    """
    if name not in JUDGES:
        raise ArgumentError(f"no contest {shorten(name)}: {closest(str(name), JUDGES)}")
    words = _CaseWords(_stream(input))
    comparison = _Comparison(Output(_stream(output)), words)
    for verdict in JUDGES[name].verdicts(words, options):
        if verdict.error is not None and warn is not None:
            warn(f"input, {one_line(verdict.error)}")
        if (report := comparison.meet(verdict)) is not None:
            return report
    for message in words.warnings:
        if warn is not None:
            warn(f"warning: input, {message}")
    return comparison.end()


def _stream(file: str | bytes | BinaryIO) -> BinaryIO:
    if isinstance(file, str):
        file = file.encode()
    return io.BytesIO(file) if isinstance(file, bytes) else file


class _CaseWords(Words):
    """Words that remember the case being read, for messages."""

    def __init__(self, stream: BinaryIO) -> None:
        super().__init__(stream)
        self._case_words: list[str] = []
        self._case_line = 0

    def next_case(self) -> bool:
        self._case_words.clear()
        self._case_line = self.next_line
        return super().next_case()

    def word(self, what: str) -> str:
        word = super().word(what)
        if len(self._case_words) < MAX_WORDS:
            if self.line != self._case_line:
                self._case_words.append("/")
                self._case_line = self.line
            self._case_words.append(cut(word, MAX_CASE))
        return word

    def this_case(self) -> str:
        """Return the number of the case and what it is."""
        block = f"block {self.block}, " if self.block is not None else ""
        text = cut(" ".join(self._case_words), MAX_CASE)
        return f"{block}case {self.case} (line {self.start} of the input: {text})"


@dataclass(frozen=True, slots=True)
class _Met:
    """A case that was compared: its verdict, its right line, and what it is."""

    verdict: Verdict
    right: str
    what: str


class _Comparison:
    """The output beside the verdicts."""

    def __init__(self, output: Output, words: _CaseWords) -> None:
        self._output = output
        self._words = words
        self._last: _Met | None = None
        self._answers = 0
        self._bad: list[Verdict] = []

    def meet(self, verdict: Verdict) -> Report | None:
        """Compare the lines of a case; return the report if they are wrong."""
        if verdict.error is not None:
            self._bad.append(verdict)
            skipped = verdict.text or not isinstance(verdict.error, InputError)
            fault = self._output.skip() if skipped else None
            return None if fault is None else self._wrong(fault, None)
        *blank, right = verdict.text.split("\n")
        this = _Met(verdict, right, self._words.this_case())
        for line in (*blank, right):
            if (fault := self._output.meets(line)) is not None:
                return self._wrong(fault, this)
        self._answers += 1
        self._last = this
        return None

    def end(self) -> Report:
        """Return the report after the last case."""
        unread = self._bad and isinstance(self._bad[-1].error, InputError)
        if not unread and (fault := self._output.ends()) is not None:
            return self._wrong(fault, None)
        presentation = self._output.presentation
        if self._bad:
            message = (
                f"{self._answers} answers right, "
                f"not compared: {len(self._bad)} (see the messages about the input)"
            )
            if presentation:
                message += f"; presentation error in {presentation}"
            return Report("incomplete", self._answers, message)
        right = f"all {self._answers} answers right"
        if presentation:
            message = f"presentation error in {presentation}; but for white space {right}"
            return Report("presentation", self._answers, message)
        return Report("right", self._answers, right)

    def _wrong(self, fault: Fault, this: _Met | None) -> Report:
        if fault.earlier and self._last is not None:
            this = self._last
            self._answers -= 1
        if this is None:
            message = f"line {fault.line}: {cut(repr(fault.found), MAX_FOUND)} is too much"
            message += f"; the input has {self._answers} answers"
        elif fault.found is None:
            ends = f"the output ends after line {fault.line}" if fault.line else "no output"
            message = f"{ends}; right is {this.right!r} for {this.what}"
        else:
            message = f"line {fault.line}: {cut(repr(fault.found), MAX_FOUND)} is wrong; "
            message += f"right is {this.right!r} for {this.what}"
        if fault.hint:
            message += f"; {fault.hint}"
        if self._bad:
            message += "; the input has bad cases before it, so lines may be out of step"
        return Report(
            status="wrong",
            answers=self._answers,
            message=message,
            line=fault.line,
            block=this.verdict.block if this else None,
            case=this.verdict.case if this else None,
            right=this.right if this else None,
            found=fault.found,
        )
