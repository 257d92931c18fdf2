"""The words of a text file with their lines, read only as far as they are asked for.

Contest files are words and numbers between white space. A BOM, CRLF line ends, blank lines and very
long lines are all the same to the reader; a byte that no text has is an error with its line.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import BinaryIO

from .errors import InputError, shorten

__all__ = ["Words"]

WORD = re.compile(rb"\S+")
INTEGER = re.compile(r"[+-]?[0-9]+")
MAX_DIGITS = 18
BOM = b"\xef\xbb\xbf"


class Words:
    """The words of a binary stream.

    `line` is the line of the last word read, `case` the case being read; both go into messages.

    >>> import io
    >>> words = Words(io.BytesIO(b"3 x"))
    >>> words.integer("the count", low=1)
    3
    >>> words.integer("the count")
    Traceback (most recent call last):
    perfectplay.errors.InputError: line 1: 'x' is not a number; expected the count
    """

    def __init__(self, stream: BinaryIO) -> None:
        self.line = 0
        self.case: int | None = None
        self._stream = stream
        self._fetched = 0  # lines read from the stream
        self._rest: Iterator[re.Match[bytes]] = iter(())
        self._peeked: tuple[str, int] | None = None

    def fail(self, message: str, line: int | None = None) -> InputError:
        """Return the error with this message at the last word, or at another line."""
        at = f"line {max(line or self.line, 1)}"
        case = f", case {self.case}" if self.case is not None else ""
        return InputError(f"{at}{case}: {message}")

    def peek(self) -> str | None:
        """Return the next word without reading it; None at the end of the file."""
        while not self._peek_line():
            if not self._fetch():
                return None
        assert self._peeked is not None
        return self._peeked[0]

    def word(self, what: str) -> str:
        """Read the next word; `InputError` at the end of the file, which expected `what`."""
        if self.peek() is None:
            raise self.fail(f"the file ends here; expected {what}", self._fetched)
        assert self._peeked is not None
        word, self.line = self._peeked
        self._peeked = None
        return word

    def integer(self, what: str, low: int | None = None, high: int | None = None) -> int:
        """Read the next word as an integer in low..high; `InputError` if it is none."""
        word = self.word(what)
        if not INTEGER.fullmatch(word):
            raise self.fail(f"{shorten(word)} is not a number; expected {what}")
        if len(word) > MAX_DIGITS:
            raise self.fail(f"{shorten(word)} is too large; expected {what}")
        value = int(word)
        if (low is not None and value < low) or (high is not None and value > high):
            span = f"at least {low}" if high is None else f"{low}..{high}"
            raise self.fail(f"{value} is out of range; expected {what}, {span}")
        return value

    def skip_line(self) -> None:
        """Drop what is left of the line of the last word read."""
        if self._peeked is not None and self._peeked[1] != self.line:
            return
        if self._fetched == self.line:
            self._peeked = None
            self._rest = iter(())

    def line_has_more(self) -> bool:
        """Return whether another word stands on the line of the last word read."""
        return self._peek_line() and self._peeked is not None and self._peeked[1] == self.line

    def blank_line_follows(self) -> bool:
        """Return whether the last word read ends its line and a blank line comes next."""
        return not self._peek_line() and self._fetch() and not self._peek_line()

    def _peek_line(self) -> bool:
        """Return whether a word is left on the current line, and keep it as the next one."""
        if self._peeked is None and (word := next(self._rest, None)) is not None:
            self._peeked = (word[0].decode("utf-8", "backslashreplace"), self._fetched)
        return self._peeked is not None

    def _fetch(self) -> bool:
        """Make the next line the current one; False at the end of the file."""
        line = self._stream.readline()
        if not line:
            return False
        self._fetched += 1
        if self._fetched == 1:
            line = line.removeprefix(BOM)
        if b"\0" in line:
            raise self.fail("this is not a text file (it has a zero byte)", self._fetched)
        self._rest = WORD.finditer(line)
        return True
