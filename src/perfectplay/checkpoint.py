"""What a long search has found out, kept in a file.

The file is a line of JSON, which says what follows, and then the transposition table of the search
as it lies in memory, compressed in pieces:

    {"perfectplay": 1, "game": ..., "base": [...], "without": [...], "order": [...], ...}\\n
    | length of the piece, 4 bytes | CRC-32 of it, 4 bytes | the piece, deflated | ...

Integers are little-endian. A piece is 4 MiB of the table. A file is written beside its own place
first and moved there when it is complete, so that there is a whole one at any time.
"""

from __future__ import annotations

import hashlib
import json
import os
import sys
import time
import warnings
import zlib
from collections.abc import Collection, Iterator
from pathlib import Path
from typing import Any, BinaryIO

from .errors import CheckpointWarning, InputError, is_integer, shorten
from .game import Game
from .position import Position
from .score import SetFunction
from .searchgames import Lowered

__all__ = ["Checkpoint", "size_of"]

VERSION = 1
PIECE = 4 << 20
MOST_HEADER = 1 << 24


def size_of(path: Path) -> int | None:
    """Return the bytes of the table that a checkpoint holds; None if there is no such file.

    Raises `InputError` for a file that is no checkpoint.
    """
    try:
        with path.open("rb") as file:
            size = _read_header(path, file).get("bytes")
    except FileNotFoundError:
        return None
    if not is_integer(size) or size < 1:
        raise InputError(f"{path} is no checkpoint of a search")
    return size


class Checkpoint:
    """The file of a search.

    Arguments:
        path: the file.
        base: the position the search starts from.
        lowered: the search.
        without: the techniques it leaves out.
    """

    def __init__(
        self, path: Path, base: Position, lowered: Lowered, without: Collection[str] = ()
    ) -> None:
        self.path = path
        self._core = lowered.core
        self._header = {
            "perfectplay": VERSION,
            "game": base.game.text,
            "digest": _digest(base.game),
            "base": list(base.taken),
            "without": sorted(set(without)),
            "order": list(lowered.order),
            "byteorder": sys.byteorder,
        }
        self._saved = time.monotonic()
        self._beside = path.with_name(f".{path.name}.{os.getpid()}.tmp")
        self._beside.touch()  # so that a place where nothing can be written is refused at once
        self._beside.unlink()

    def load(self) -> None:
        """Read the file if there is one.

        Raises `InputError` for a file that is damaged, or of another game, position or size.
        """
        try:
            file = self.path.open("rb")
        except FileNotFoundError:
            return
        with file:
            header = _read_header(self.path, file)
            memory = self._core.memory
            self._check(header, len(memory))
            for at, piece in enumerate(self._pieces(file, len(memory))):
                memory[at * PIECE : at * PIECE + len(piece)] = memoryview(piece)
        self._core.memory_read()

    def is_due(self, every: float) -> bool:
        """Return whether it was read or written longer ago than so many seconds."""
        return time.monotonic() - self._saved >= every

    def save_if_due(self, every: float) -> None:
        """Write the file if that is due."""
        if self.is_due(every):
            self.save()

    def save(self) -> None:
        """Write the file, in one step as others see it; warn if that is impossible."""
        try:
            self._write()
        except OSError as error:  # an answer is worth more than the file
            reason = (error.strerror or str(error)).lower()
            warnings.warn(
                f"the checkpoint {self.path} could not be written: {reason}",
                CheckpointWarning,
                stacklevel=4,
            )
        self._saved = time.monotonic()

    def _write(self) -> None:
        memory = self._core.memory
        header = self._header | {"bytes": len(memory)}
        beside = self._beside
        try:
            with beside.open("wb") as file:
                file.write(json.dumps(header).encode() + b"\n")
                for start in range(0, len(memory), PIECE):
                    piece = zlib.compress(memory[start : start + PIECE].tobytes(), 1)
                    file.write(len(piece).to_bytes(4, "little"))
                    file.write(zlib.crc32(piece).to_bytes(4, "little"))
                    file.write(piece)
                file.flush()
                os.fsync(file.fileno())
            beside.replace(self.path)
        finally:
            beside.unlink(missing_ok=True)

    def _check(self, header: dict[str, Any], size: int) -> None:
        for key, mine in (self._header | {"bytes": size}).items():
            if (theirs := header.get(key)) != mine:
                raise InputError(
                    f"the checkpoint {self.path} is of another search: {key} is "
                    f"{shorten(theirs)} there and {shorten(mine)} here; give another file"
                )

    def _pieces(self, file: BinaryIO, left: int) -> Iterator[bytes]:
        while left > 0:
            size, check = (int.from_bytes(file.read(4), "little") for _ in range(2))
            deflated = file.read(size) if size <= 2 * PIECE else b""
            if len(deflated) != size or zlib.crc32(deflated) != check:
                raise InputError(f"the checkpoint {self.path} is damaged; delete it to start anew")
            try:
                piece = zlib.decompress(deflated)
            except zlib.error:
                piece = b""
            if len(piece) != min(left, PIECE):
                raise InputError(f"the checkpoint {self.path} is damaged; delete it to start anew")
            yield piece
            left -= len(piece)
        if file.read(1):
            raise InputError(f"the checkpoint {self.path} is damaged; delete it to start anew")


def _read_header(path: Path, file: BinaryIO) -> dict[str, Any]:
    try:
        header = json.loads(file.readline(MOST_HEADER))
    except (ValueError, RecursionError):  # no JSON, or no text at all
        header = None
    if not isinstance(header, dict) or "perfectplay" not in header:
        raise InputError(f"{path} is no checkpoint of a search")
    return header


def _digest(game: Game) -> str:
    """Return what tells a game from others of the same text: its rules and its score."""
    score = game.score
    about = (game.turn.value, game.objective.value, len(game), type(score).__name__)
    if isinstance(score, SetFunction):  # its repr leaves values out
        content = score.array(len(game)).tobytes()
    else:
        content = repr(score).encode()
    return hashlib.sha256(repr(about).encode() + content).hexdigest()
