"""Reading pictures: their elements, words and boxes."""

from __future__ import annotations

import xml.etree.ElementTree as ET

SVG = "{http://www.w3.org/2000/svg}"
Box = tuple[float, float, float, float]


def parsed(picture: str) -> ET.Element:
    """Return the root of a picture that is XML, starts with title and desc, and has no ids."""
    root = ET.fromstring(picture)
    assert root.tag == f"{SVG}svg"
    assert [child.tag for child in root][:2] == [f"{SVG}title", f"{SVG}desc"]
    for element in root.iter():
        assert element.tag != f"{SVG}style"
        assert not {"id", "class", "style"} & set(element.attrib)
    return root


def with_attribute(root: ET.Element, name: str) -> dict[str, ET.Element]:
    return {e.attrib[name]: e for e in root.iter() if name in e.attrib}


def words(picture: str) -> list[str]:
    return [text.text or "" for text in parsed(picture).iter(f"{SVG}text")]


def box_of(label: ET.Element) -> Box:
    rects = [
        [float(rect.attrib[key]) for key in ("x", "y", "width", "height")]
        for rect in label.iter(f"{SVG}rect")
    ]
    return (
        min(x for x, _, _, _ in rects),
        min(y for _, y, _, _ in rects),
        max(x + width for x, _, width, _ in rects),
        max(y + height for _, y, _, height in rects),
    )


def around(x: float, y: float, r: float) -> Box:
    return x - r, y - r, x + r, y + r


def overlap(a: Box, b: Box) -> bool:
    return a[0] < b[2] and b[0] < a[2] and a[1] < b[3] and b[1] < a[3]
