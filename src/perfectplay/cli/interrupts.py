"""Ctrl-C while modules are imported, where an exception is not always safe."""

from __future__ import annotations

import contextlib
import signal
from collections.abc import Iterator
from types import FrameType

__all__ = ["interrupts_wait"]


@contextlib.contextmanager
def interrupts_wait() -> Iterator[None]:
    """Let Ctrl-C wait until this ends, which is to be soon; a second one does not wait.

    An exception that comes up while the compiled core is imported would abort the process, and
    in some other places of an import it is lost.
    """
    waiting = False

    def note(number: int, frame: FrameType | None) -> None:
        nonlocal waiting
        if waiting:
            raise KeyboardInterrupt
        waiting = True

    before = signal.getsignal(signal.SIGINT)
    if before is not signal.default_int_handler:  # ignored, or somebody else's business
        yield
        return
    try:
        signal.signal(signal.SIGINT, note)
    except ValueError:  # not the main thread, which alone gets the signal
        yield
        return
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)
        if waiting:
            raise KeyboardInterrupt
