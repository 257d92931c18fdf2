"""Strips of heaps as SVG: the pictures as they were looked at, and what they say in words."""

from __future__ import annotations

import re
from pathlib import Path
from xml.etree import ElementTree

import pytest
from hypothesis import given
from hypothesis import strategies as st

from perfectplay import SubtractionGame, all_but
from perfectplay.errors import ArgumentError
from perfectplay.subtraction import Periodicity, strip, strip_of

PICTURES = Path(__file__).parent / "data" / "subtraction"
SVG = "{http://www.w3.org/2000/svg}"


def test_pictures_are_as_they_were_looked_at() -> None:
    """Otherwise look at the new ones, then write them there."""
    nim = strip_of(SubtractionGame({2, 4, 7}), nim=True, last=59)
    assert nim == (PICTURES / "strip_nim.svg").read_text()
    outcomes = strip_of(SubtractionGame({1, 6, 9}, misere=True), last=44)
    assert outcomes == (PICTURES / "strip_misere.svg").read_text()


def texts(picture: str) -> list[str]:
    return ["".join(e.itertext()) for e in ElementTree.fromstring(picture).iter(f"{SVG}text")]


@given(st.lists(st.integers(0, 2000), max_size=90), st.integers(1, 100), st.integers(0, 50))
def test_every_value_is_written_where_it_belongs(
    values: list[int], columns: int, first: int
) -> None:
    picture = strip(values, columns=columns, first=first)
    root = ElementTree.fromstring(picture)
    width, height = float(root.get("width", "0")), float(root.get("height", "0"))
    middle = [e for e in root.iter(f"{SVG}text") if e.get("text-anchor") == "middle"]
    assert [int(e.text or "") for e in middle] == values
    places = [(float(e.get("y", "0")), float(e.get("x", "0"))) for e in middle]
    assert places == sorted(set(places))
    assert all(0 < x < width and 0 < y < height for y, x in places)
    starts = [int(e.text or "") for e in root.iter(f"{SVG}text") if e.get("text-anchor") == "end"]
    assert starts == list(range(first, first + len(values), columns))


def test_marks_stand_where_the_period_starts() -> None:
    picture = strip("LWWLLWLWLWLW", periodicity=Periodicity(4, 2))
    assert re.findall(r'fill="#b00020">(\d+)<', picture) == ["4", "6", "8", "10"]
    assert picture.count("url(#before)") == 4
    assert "Preperiod 4, period 2." in picture
    everlasting = strip("LWWWW", periodicity=Periodicity(1, 1))
    assert re.findall(r'fill="#b00020">(\d+)<', everlasting) == ["1"]


def test_what_is_drawn_of_a_game() -> None:
    picture = strip_of(all_but({1, 4, 7, 8}), nim=True)
    assert "Preperiod 11, period 12, saltus 4." in picture
    assert texts(picture)[0] == "Nim-values of all-but:1,4,7,8"
    assert "heaps 0 to 34" in picture
    assert "heaps 0 to 119" in strip_of(SubtractionGame("squares"))
    assert "in misere play" in strip_of(SubtractionGame({1, 2}, misere=True), nim=True)
    assert "heaps 0 to 119" in strip_of(SubtractionGame({6, 23, 27, 44, 50}))


def test_titles_are_escaped() -> None:
    assert texts(strip("LW", title="<a> & b"))[0] == "<a> & b"


def test_refuses_pictures() -> None:
    with pytest.raises(ArgumentError, match="at most 20000"):
        strip("L" * 20_001)
    with pytest.raises(ArgumentError, match="at most 20000"):
        strip_of(SubtractionGame({1}), last=20_000)
    with pytest.raises(ArgumentError, match=r"^columns is 0"):
        strip("LW", columns=0)
