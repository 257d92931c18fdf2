"""Memory and cores, as a container sees them; what is refused before it is taken."""

from __future__ import annotations

from pathlib import Path

import pytest

from perfectplay import ArgumentError, MemoryLimitError, Position, limits, parse_game, solve
from perfectplay.limits import check_memory, free_memory, parse_size, show_size, usable_cores


def test_a_container_may_have_less_than_the_machine(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    machine = free_memory()
    assert machine > 1 << 20
    most, used = tmp_path / "max", tmp_path / "current"
    used.write_text("4096\n")
    monkeypatch.setattr(limits, "CGROUPS", ((str(most), str(used)),))
    for text, expected in (("1048576\n", 1048576 - 4096), ("1024\n", 0)):
        most.write_text(text)
        assert free_memory() == expected
    most.write_text("max\n")  # no limit
    assert free_memory() > 1 << 20


def test_memory_is_checked_against_the_limit_and_against_what_is_free(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(limits, "free_memory", lambda: 1 << 30)
    check_memory("a table", 1 << 30)
    check_memory("a table", 1 << 20, 1 << 20)
    with pytest.raises(MemoryLimitError, match=r"needs 1.5 GiB .* but 1 GiB are free"):
        check_memory("a table", 3 << 29)
    with pytest.raises(MemoryLimitError, match=r"but 1 GiB are free"):
        check_memory("a table", 3 << 29, 1 << 40)
    with pytest.raises(MemoryLimitError, match=r"but 1 MiB are allowed; .* raise the memory limit"):
        check_memory("a table", 1 << 21, 1 << 20)


def test_a_table_of_2_to_33_positions_is_refused_under_a_small_limit() -> None:
    game = parse_game("dots-and-boxes:3x5")
    position = Position.of(game, [8, 12, 20, 25, 30])
    assert len(position.moves) == 33
    with pytest.raises(MemoryLimitError, match=r"2\^33 positions .* but 256 MiB are allowed"):
        solve(game, position, engine="table", memory_limit=256 << 20)


@pytest.mark.parametrize(
    ("text", "size"),
    [("1000", 1000), ("8G", 8 << 30), ("512MiB", 512 << 20), ("1.5k", 1536), ("2 TB", 2 << 40)],
)
def test_sizes(text: str, size: int) -> None:
    assert parse_size(text) == size


@pytest.mark.parametrize("text", ["", "G", "-1", "8X", "1e3", "8 G B"])
def test_bad_sizes(text: str) -> None:
    with pytest.raises(ArgumentError, match="is not a size"):
        parse_size(text)


def test_show_size() -> None:
    assert [show_size(n) for n in (0, 1023, 1 << 10, 5 << 30, 1 << 60)] == [
        "0 bytes",
        "1023 bytes",
        "1 KiB",
        "5 GiB",
        "2^60 bytes",
    ]


def test_there_is_a_core() -> None:
    assert usable_cores() >= 1


def test_a_size_beyond_all_numbers() -> None:
    with pytest.raises(ArgumentError, match="is more than any memory"):
        parse_size("9" * 400 + "T")
