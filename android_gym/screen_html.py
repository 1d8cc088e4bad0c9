"""The screen as HTML, and numbered lists of what can be done on it.

The format is Mobile-Bench's (Deng et al., 2024, section 3): a line for each element that shows
something or can be used, and below it ``[Clickables]``, ``[Scrollables]`` and ``[Inputs]`` with the
numbers that an agent refers to. Unlike there, texts are escaped, so that no text can pass for an
element.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from html import escape
from typing import Final, Literal

from android_gym.accessibility import UIElement

__all__ = ["MAX_LENGTH", "ScreenHTML", "Tag", "element_html", "screen_html"]

Tag = Literal["img", "button", "input", "p", "div"]
"""HTML elements that stand for elements of the screen."""

MAX_LENGTH: Final = 65_536
"""Characters of the HTML and its lists; elements beyond are left out."""

_MAX_TEXT: Final = 4_096
_TAGS: Final[tuple[tuple[str, Tag], ...]] = (
    ("ImageView", "img"),
    ("IconView", "img"),
    ("Button", "button"),
    ("Image", "img"),
    ("MenuItemView", "button"),
    ("EditText", "input"),
    ("TextView", "p"),
)
"""Tags by part of a class's name; the first match counts (Mobile-Bench, ``xml_to_html``)."""


@dataclass(frozen=True, slots=True)
class ScreenHTML:
    """A screen as HTML.

    Attributes:
        html: A line for each element.
        clickables: Numbers, from 1, of elements that may react to a tap.
        scrollables: Numbers of elements that can be scrolled.
        inputs: Numbers of elements that take text.
        indexes: The element's index in the given list, at position ``number - 1``.
        lists: The three lists as text.
    """

    html: str
    clickables: tuple[int, ...]
    scrollables: tuple[int, ...]
    inputs: tuple[int, ...]
    indexes: tuple[int, ...]
    lists: str

    @property
    def text(self) -> str:
        """The HTML and the lists."""
        return f"{self.html}\n{self.lists}"

    def index(self, number: int) -> int | None:
        """Return the index of the element with a number; None if no element has it."""
        return self.indexes[number - 1] if 0 < number <= len(self.indexes) else None


def tag_of(element: UIElement) -> Tag:
    """Return the tag that stands for an element's class."""
    name = element.class_name or ""
    return next((tag for part, tag in _TAGS if part in name), "div")


def element_html(element: UIElement) -> str:
    """Return an element as one line of HTML.

    It has the attributes id, package, class, description, clickable, and scrollable with bounds in
    pixels; empty or false ones are left out. Texts longer than 4,096 characters are cut.
    """
    tag = tag_of(element)
    words: list[str] = [tag]
    if element.resource_name:
        words.append(f'id="{_plain(element.resource_name)}"')
    if element.package_name:
        words.append(f'package="{_plain(element.package_name)}"')
    if element.class_name:
        words.append(f'class="{_plain(element.class_name)}"')
    if element.content_description:
        words.append(f'description="{_plain(element.content_description)}"')
    if element.is_clickable:
        words.append('clickable="true"')
    if element.is_checkable:
        words.append(f'checked="{"true" if element.is_checked else "false"}"')
    if element.is_scrollable:
        words.append(f'scrollable="true" bounds="{_bounds(element)}"')
    return f"<{' '.join(words)}> {_plain(element.text or element.hint_text or '')} </{tag}>"


def screen_html(elements: Sequence[UIElement], max_length: int = MAX_LENGTH) -> ScreenHTML:
    """Return a screen's elements as HTML with numbered lists.

    An element is listed under ``[Clickables]`` if it is clickable or shows a text: a list's row
    takes the taps on the texts in it, but is not an element itself.

    Args:
        elements: The elements, as `Device.ui_elements` lists them.
        max_length: Maximum number of characters of `ScreenHTML.text`; elements beyond are left out.
    """
    lines, indexes = list[str](), list[int]()
    lists: dict[str, list[str]] = {"Clickables": [], "Scrollables": [], "Inputs": []}
    numbers: dict[str, list[int]] = {name: [] for name in lists}
    left = max_length - sum(len(name) + 4 for name in lists)
    for index, element in enumerate(elements):
        text = element.text or element.content_description
        used = element.is_clickable or element.is_scrollable or element.is_editable
        if element.is_visible is False or not (text or used):
            continue
        entries = dict[str, str]()
        label = _plain(element.content_description or element.text or element.hint_text or "")
        label = label or f"Empty <{tag_of(element)}>"
        number = len(indexes) + 1
        if element.is_editable:
            entries["Inputs"] = f"{number}: {label}"
        elif element.is_clickable or text:
            entries["Clickables"] = f"{number}: {label}"
        if element.is_scrollable:
            entries["Scrollables"] = f"{number}: {label} ({_bounds(element)})"
        line = element_html(element)
        left -= len(line) + 1 + sum(len(entry) + 1 for entry in entries.values())
        if left < 0:
            break
        lines.append(line)
        indexes.append(index)
        for name, entry in entries.items():
            lists[name].append(entry)
            numbers[name].append(number)
    return ScreenHTML(
        html="\n".join(lines),
        clickables=tuple(numbers["Clickables"]),
        scrollables=tuple(numbers["Scrollables"]),
        inputs=tuple(numbers["Inputs"]),
        indexes=tuple(indexes),
        lists="\n".join(line for name in lists for line in (f"[{name}]:", *lists[name])),
    )


def _bounds(element: UIElement) -> str:
    box = element.bbox_pixels
    return "" if box is None else f"[{box.x_min:g},{box.y_min:g}][{box.x_max:g},{box.y_max:g}]"


@lru_cache(maxsize=1024)  # names of classes and views recur
def _plain(text: str) -> str:
    """Return a text on one line, safe between tags and inside quotes."""
    return escape(" ".join(text[:_MAX_TEXT].split()))
