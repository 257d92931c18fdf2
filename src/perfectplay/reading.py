"""The words of a text file with their lines, read only as far as they are asked for.

Contest files are words and numbers between white space. A BOM, CRLF line ends, blank lines and very
long lines are all the same to the reader; a byte that no text has is an error with its line.

A line comes in pieces of bounded size, cut between words, so that neither a line without an end nor
a word without an end is ever held in memory:

    stream   ... 12 345 6|7 8\\n      (| ends a piece: the 6 waits for its 7)
"""

from __future__ import annotations

import re
from collections import deque
from collections.abc import Iterator
from itertools import islice
from typing import BinaryIO

from .errors import InputError, shorten

__all__ = ["Words"]

WORD = re.compile(rb"\S+")
TORN = re.compile(rb"\S*")
INTEGER = re.compile(r"[+-]?[0-9]+")
MAX_DIGITS = 18
MAX_WORD = 1 << 20
PIECE = 1 << 16
BOM = b"\xef\xbb\xbf"


class Words:
    """The words of a binary stream.

    `line` is the line of the last word read; `block` and `case` are what is being read, `start` is
    the line where that case begins. All go into messages. `warnings` are messages about what is odd
    but no error.

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
        self.block: int | None = None
        self.case: int | None = None
        self.start = 0
        self.warnings: list[str] = []
        self._stream = stream
        self._fetched = 0  # the line the last piece belongs to
        self._open = False  # whether more of that line is to come
        self._cut = b""  # the beginning of a word that the end of the piece cut in two
        self._dropping = False  # whether a word that was too long still goes on
        self._begun = False
        self._ended = False
        self._rest: Iterator[re.Match[bytes]] = iter(())
        self._ahead: deque[tuple[str, int]] = deque()  # words looked at, not read yet

    def place(self, line: int | None = None) -> str:
        """Return where the last word stands, or another line, as the start of a message."""
        place = f"line {max(line or self.line, 1)}"
        if self.block is not None:
            place += f", block {self.block}"
        if self.case is not None:
            place += f", case {self.case}"
        return place

    def fail(self, message: str, line: int | None = None) -> InputError:
        """Return the error with this message at the last word, or at another line."""
        return InputError(f"{self.place(line)}: {message}")

    def warn(self, message: str) -> None:
        """Note something odd that is no error, at the end of the file."""
        self.case = None
        self.warnings.append(f"{self.place(self._fetched)}: {message}")

    def next_case(self) -> bool:
        """Begin the next case at the next word; False at the end of the file."""
        if self.peek() is None:
            return False
        self.case = (self.case or 0) + 1
        self.start = self.next_line
        return True

    def peek(self) -> str | None:
        """Return the next word without reading it; None at the end of the file."""
        return self._ahead[0][0] if self._look(0) else None

    @property
    def next_line(self) -> int:
        """The line of the word that `peek` returns; the last line at the end of the file."""
        return self._ahead[0][1] if self._look(0) else self._fetched

    def word(self, what: str) -> str:
        """Read the next word; `InputError` at the end of the file, which expected `what`."""
        if self.peek() is None:
            raise self.fail(f"the file ends here; expected {what}", self._fetched)
        word, self.line = self._ahead.popleft()
        if len(word) >= MAX_WORD:
            start = shorten(word[:20])
            raise self.fail(f"{start}... has {MAX_WORD} characters or more; expected {what}")
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

    def skip_word(self) -> None:
        """Drop the next word, whatever it is; nothing at the end of the file."""
        if self.peek() is not None:
            _, self.line = self._ahead.popleft()

    def skip_line(self) -> None:
        """Drop what is left of the line of the last word read."""
        while self._ahead and self._ahead[0][1] == self.line:
            self._ahead.popleft()
        if self._ahead or self._fetched != self.line:
            return
        self._rest = iter(())
        while self._open:  # unparsed: the line may be long, and a long word is no error here
            self._read_piece()
        self._cut = b""
        self._dropping = False

    def line_has_more(self) -> bool:
        """Return whether another word stands on the line of the last word read."""
        if not self._ahead and (self._fetched != self.line or not self._more()):
            return False
        return self._ahead[0][1] == self.line

    def next_lines(self, count: int, most: int) -> list[list[str]]:
        """Return the words of the next lines that have any, without reading them.

        At most `count` lines, fewer at the end of the file, and not much more than `most` words of
        a line.
        """
        lines: list[list[str]] = []
        k = 0
        while len(lines) < count and self._look(k):
            number = self._ahead[k][1]
            begin = k
            while k < len(self._ahead) and self._ahead[k][1] == number and k - begin <= most:
                k += 1
                if k == len(self._ahead) and self._fetched == number:
                    self._more()
            lines.append([word for word, _ in islice(self._ahead, begin, k)])
        return lines

    def next_is_alone(self) -> bool:
        """Return whether the next word is the last on its line; False at the end of the file."""
        return [len(line) for line in self.next_lines(1, 1)] == [1]

    def blank_line_follows(self) -> bool:
        """Return whether the last word read ends its line and a blank line comes next."""
        return not self._ahead and not self._more() and self._fetch() and not self._more()

    def _look(self, k: int) -> bool:
        """Return whether there are more than k words to come, and have that many at hand."""
        while len(self._ahead) <= k:
            if not self._more() and not self._fetch():
                return False
        return True

    def _more(self) -> bool:
        """Have one more word of the line in hand; False at its end."""
        while (word := next(self._rest, None)) is None:
            if not self._open or not self._fetch():
                return False
        self._ahead.append((word[0].decode("utf-8", "backslashreplace"), self._fetched))
        return True

    def _fetch(self) -> bool:
        """Bring in the rest of an open line, or the next line; False at the end of the file."""
        text = self._cut + self._read_piece()
        self._cut = b""
        if self._ended and not text:
            return False
        if self._dropping:
            text = text[TORN.match(text).end() :]  # type: ignore[union-attr]  # it always matches
            self._dropping = self._open and not text
        if self._open and text and not text[-1:].isspace():
            last = text.rsplit(None, 1)[-1]
            if len(last) < MAX_WORD:
                self._cut = last
                text = text[: len(text) - len(last)]
            else:
                self._dropping = True  # what is there is long enough for `word` to refuse it
        self._rest = WORD.finditer(text)
        return True

    def _read_piece(self) -> bytes:
        """Read to the end of the line, but not more than a piece; keep the count of lines."""
        piece = b"" if self._ended else self._stream.readline(PIECE)
        self._ended = not piece
        if piece and not self._open:
            self._fetched += 1
        self._open = bool(piece) and not piece.endswith(b"\n")
        if b"\0" in piece:
            self._ended, self._open, self._cut = True, False, b""
            raise self.fail("this is not a text file (it has a zero byte)", self._fetched)
        if not self._begun:
            piece = piece.removeprefix(BOM)
            self._begun = True
        return piece
