"""The output of a program under test, read line by line beside the lines that are right.

Words decide whether an answer is right; where they are the same and the white space is not, it is a
matter of presentation. White space at the end of a line, CRLF, a BOM, blank lines at the end of the
output and a missing last line end are nobody's fault.
"""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass
from typing import BinaryIO

__all__ = ["Fault", "Output"]

MAX_PIECE = 1 << 20  # bytes of a line to be read at once
MAX_SHOWN = 200  # bytes of a line, for a message
BOM = b"\xef\xbb\xbf"
UTF16 = (b"\xff\xfe", b"\xfe\xff")


@dataclass(frozen=True, slots=True)
class Fault:
    """Where the output is wrong.

    Attributes:
        line: the number of its line, from 1.
        found: what stands there, None where the output has ended.
        earlier: whether the fault is that of the right line before the one asked for.
        hint: what else is to be said of it.
    """

    line: int
    found: str | None
    earlier: bool = False
    hint: str = ""


class Output:
    """An output, of which no more than a line is held, and of a very long line a piece.

    `presentation` is the first fault of presentation, None if there was none.

    >>> import io
    >>> output = Output(io.BytesIO(b"Case  1: 3\\nCase 2: 4 5\\n"))
    >>> output.meets("Case 1: 3")
    >>> output.presentation
    'line 1: white space differs'
    >>> output.meets("Case 2: 4")
    >>> output.ends()
    Fault(line=2, found='Case 2: 4 5', earlier=True, hint='')
    """

    def __init__(self, stream: BinaryIO) -> None:
        self.presentation: str | None = None
        self._stream = stream
        self._number = 0
        self._line = b""
        self._words: deque[bytes] = deque()  # of the line, not met yet
        self._ended_line = 0  # where the right line before ended
        self._began_line = False  # whether it began there, and with the line
        self._blanks_due = 0  # blank lines that should stand before the next line
        self._open = False  # whether the line has no end yet
        self._cut = b""  # the beginning of a word that goes on
        self._uncertain = False
        self._hint = ""

    def meets(self, right: str) -> Fault | None:
        """Return what is wrong with the next line, or lines, if this is the right one."""
        line = right.encode()
        wanted = line.split()
        if not wanted:
            self._blanks_due += 1
            return None
        if not self._words and not self._to_words(inside=False):
            return Fault(self._number, None)
        start, text = self._number, self._line
        fresh = start != self._ended_line
        after_one = not fresh and self._began_line  # then what is left may belong to the one before
        for k, word in enumerate(wanted):
            if not self._words and not self._to_words(inside=True):
                return Fault(start, _shown(text), after_one, "the output ends there")
            if self._words.popleft() != word:
                earlier = after_one and (k == 0 or self._number != start)
                return Fault(start, _shown(text), earlier, self._hint)
        if self._words or not fresh or self._number != start:
            self._note(start, "a line for each answer is right")
        elif text.rstrip() != line:
            self._note(start, "white space differs")
        self._began_line = fresh and self._number == start
        self._ended_line = self._number
        return None

    def skip(self) -> Fault | None:
        """Let the next line be whatever it is; return what is wrong before it.

        From there on, what lines there should be is not certain, and presentation does not count.
        """
        if self._words:
            return Fault(self._number, _shown(self._line), self._began_line, self._hint)
        self._uncertain = True
        if self._to_words(inside=False):
            self._words.clear()
        return None

    def ends(self) -> Fault | None:
        """Return what is wrong if the output should end here."""
        while not self._words:
            if not self._next_line():
                return None
        earlier = self._began_line and self._number == self._ended_line
        return Fault(self._number, _shown(self._line), earlier, self._hint)

    def _to_words(self, *, inside: bool) -> bool:
        """Go to the next line with words; False at the end. `inside` an answer none is blank."""
        before = self._number
        while self._next_line():
            if self._words:
                self._note_blanks(self._number - before - 1, 0 if inside else self._blanks_due)
                self._blanks_due = 0
                return True
        return False

    def _note_blanks(self, found: int, due: int) -> None:
        if found < due:
            self._note(self._number, "a blank line is missing before it")
        elif found > due:
            self._note(self._number - 1, "no line should be blank here")

    def _note(self, line: int, what: str) -> None:
        if self.presentation is None and not self._uncertain:
            self.presentation = f"line {line}: {what}"

    def _next_line(self) -> bool:
        """Bring in the next line; False at the end."""
        piece = self._stream.readline(MAX_PIECE)
        line, self._cut = self._cut + piece, b""
        if not line:
            return False
        if not self._open:
            self._number += 1
            self._hint = ""
            if self._number == 1:
                line = line.removeprefix(BOM)
                if line.startswith(UTF16):
                    self._hint = "the output is UTF-16 text, which no contest judge reads"
        self._open = not line.endswith(b"\n")
        self._line = line
        self._words.extend(line.split())
        if len(piece) == MAX_PIECE and self._open and not line[-1:].isspace():
            if len(self._words[-1]) < MAX_PIECE:
                self._cut = self._words.pop()
            else:
                self._hint = f"a word has {MAX_PIECE} characters or more"
        return True


def _shown(line: bytes) -> str:
    return line[:MAX_SHOWN].strip().decode("utf-8", "replace")
