"""Standard streams that may be closed, full, or read by nobody any more.

Answers matter, and what is said about them is best effort: a stdout that fails ends the run with
one clear message, a stderr that fails is ignored.
"""

from __future__ import annotations

import contextlib
import io
import os
import sys
from collections.abc import Callable, Iterator
from typing import BinaryIO, TextIO, cast

from ..errors import InputError

__all__ = ["OutputError", "guarded_streams", "standard_input"]


class OutputError(Exception):
    """Stdout takes no more: whoever read it has gone, as in `| head -1`, or a disk is full."""


@contextlib.contextmanager
def guarded_streams() -> Iterator[bool]:
    """Guard stdout and stderr for as long as this lasts; say whether there is a stdout at all."""
    out, err = sys.stdout, sys.stderr  # None if closed when Python started
    sys.stdout, sys.stderr = (
        cast(TextIO, _Guard(out, vital=True)),
        cast(TextIO, _Guard(err, vital=False)),
    )
    try:
        yield out is not None
    finally:
        sys.stdout, sys.stderr = out, err


def standard_input() -> BinaryIO:
    """Return stdin; `InputError` if it is closed."""
    if sys.stdin is None:
        raise InputError("standard input is closed; name a FILE or send one to it")
    return sys.stdin.buffer


class _Guard(io.TextIOBase):
    """A text stream in front of another one, or of none; if that fails, it is given up.

    Arguments:
        stream: gets what is written, with escapes for characters its encoding has not.
        vital: whether to raise `OutputError` from then on.
    """

    errors = "backslashreplace"  # click takes a stream with these two attributes as it is

    def __init__(self, stream: TextIO | None, *, vital: bool) -> None:
        self._stream = stream
        self._vital = vital
        self._encoding = getattr(stream, "encoding", None) or "utf-8"
        self._failure: OSError | None = None

    @property
    def encoding(self) -> str:  # type: ignore[override]
        return self._encoding

    def isatty(self) -> bool:
        return self._stream is not None and self._stream.isatty()

    def write(self, text: str) -> int:
        known = text.encode(self._encoding, self.errors).decode(self._encoding)
        if known:
            self._do(lambda stream: stream.write(known))
        return len(text)

    def flush(self) -> None:
        self._do(lambda stream: stream.flush())

    def _do(self, action: Callable[[TextIO], object]) -> None:
        if self._stream is not None:
            try:
                action(self._stream)
            except OSError as error:
                self._failure = error
                _drop_buffer(self._stream)
                self._stream = None
        if self._failure is not None and self._vital:  # also if somebody caught the first one
            raise OutputError(_reason(self._failure))


def _reason(error: OSError) -> str:
    if isinstance(error, BrokenPipeError):
        return "standard output was closed before the end of the output"
    return f"standard output: {(error.strerror or str(error)).lower()}"


def _drop_buffer(stream: TextIO) -> None:
    """Let what is still buffered go nowhere, so that it does not fail again at exit."""
    with contextlib.suppress(OSError, ValueError):  # a stream in memory has no descriptor
        os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())
