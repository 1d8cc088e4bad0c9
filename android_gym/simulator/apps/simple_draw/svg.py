"""SVG files as the app writes them: a rectangle for the background, and a path for each stroke."""

from __future__ import annotations

import re
from xml.etree import ElementTree

from android_gym.simulator.ui.sketch import Operation, path_of

__all__ = ["read_svg", "write_svg"]

_SVG = "http://www.w3.org/2000/svg"
_MOST_BYTES = 8 << 20
_NUMBER = r"-?\d+(?:\.\d+)?"
_COMMAND = re.compile(rf"([MQL]) ?((?:{_NUMBER}[ ,]?)+)")


def write_svg(size: tuple[int, int], background: str, operations: tuple[Operation, ...]) -> bytes:
    """Return the SVG file; fills are left out, as in the app, because they are no strokes."""
    width, height = size
    root = ElementTree.Element(
        "svg", {"width": str(width), "height": str(height), "xmlns": _SVG, "version": "1.1"}
    )
    ElementTree.SubElement(
        root, "rect", {"width": str(width), "height": str(height), "fill": background}
    )
    for operation in operations:
        if operation.kind not in ("stroke", "erase"):
            continue
        path = " ".join(
            f"{command}{','.join(f'{number:.2f}' for number in numbers)}"
            for command, *numbers in path_of(operation.points)
        )
        attributes = {
            "d": path,
            "fill": "none",
            "stroke": background if operation.kind == "erase" else operation.color,
            "stroke-width": f"{operation.width:.2f}",
            "stroke-linecap": "round",
        }
        ElementTree.SubElement(root, "path", attributes)
    return ElementTree.tostring(root, encoding="utf-8", xml_declaration=True)


def read_svg(content: bytes) -> tuple[str, tuple[Operation, ...]] | None:
    """Return the background and strokes of a file written by the app; None for any other."""
    if len(content) > _MOST_BYTES or b"<!DOCTYPE" in content or b"<!ENTITY" in content:
        return None
    try:
        root = ElementTree.fromstring(content)
    except (ElementTree.ParseError, ValueError, LookupError):
        return None
    sheet = root.find(f"{{{_SVG}}}rect")
    background = _color(sheet.get("fill")) if sheet is not None else None
    if root.tag != f"{{{_SVG}}}svg" or background is None:
        return None
    operations = []
    for path in root.iterfind(f"{{{_SVG}}}path"):
        color, width = _color(path.get("stroke")), path.get("stroke-width", "")
        points = _points(path.get("d", ""))
        if color is None or not points or not re.fullmatch(r"\d{1,4}(\.\d{1,4})?", width):
            return None
        operations.append(Operation("stroke", color, float(width), points))
    return background, tuple(operations)


def _color(text: str | None) -> str | None:
    return text.upper() if text is not None and re.fullmatch(r"#[0-9A-Fa-f]{6}", text) else None


def _points(path: str) -> tuple[tuple[float, float], ...]:
    """Return the points of a path: the first pair of each curve, and the end of the last line."""
    points = []
    for command, text in _COMMAND.findall(path):
        numbers = [float(number) for number in re.findall(_NUMBER, text)]
        if command in "QL" and len(numbers) >= 2 and all(abs(n) < 1e6 for n in numbers):
            points.append((numbers[0], numbers[1]))
    return tuple(points)
