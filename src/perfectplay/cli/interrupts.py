"""Ctrl-C where an exception is not what is wanted: during imports, and while a solver works."""

from __future__ import annotations

import contextlib
import signal
from collections.abc import Callable, Iterator
from types import FrameType
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from threading import Event

__all__ = ["interrupts_cancel", "interrupts_wait"]


@contextlib.contextmanager
def interrupts_wait() -> Iterator[None]:
    """Let Ctrl-C wait until this ends, which is to be soon; a second one does not wait.

    An exception that comes up while the compiled core is imported would abort the process, and
    in some other places of an import it is lost.
    """
    waiting = False

    def note() -> None:
        nonlocal waiting
        waiting = True

    try:
        with _first_interrupt(note):
            yield
    finally:
        if waiting:
            raise KeyboardInterrupt


@contextlib.contextmanager
def interrupts_cancel() -> Iterator[Event]:
    """Give an event that Ctrl-C sets, so that a solver stops and says what it knows.

    A second Ctrl-C does not wait for that.
    """
    from threading import Event

    cancel = Event()
    with _first_interrupt(cancel.set):
        yield cancel


@contextlib.contextmanager
def _first_interrupt(do: Callable[[], None]) -> Iterator[None]:
    """Have this done in place of the first KeyboardInterrupt."""
    interrupted = False

    def note(number: int, frame: FrameType | None) -> None:
        nonlocal interrupted
        if interrupted:
            raise KeyboardInterrupt
        interrupted = True
        do()

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
