"""Observation modes: what an agent sees.

Each is a small class, chosen by name (`OBSERVATIONS`), with a space and a method that reads it from
the device. Unchanged parts are not read again: the same array is returned, so arrays are read-only.
"""

from __future__ import annotations

import json
from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, Final

import numpy as np
from gymnasium import Space, spaces

from android_gym.accessibility import BoundingBox, UIElement
from android_gym.checks import check_size, check_whole, shown
from android_gym.devices.device import Device
from android_gym.errors import OptionError
from android_gym.screen_html import MAX_LENGTH as MAX_HTML
from android_gym.screen_html import screen_html

__all__ = [
    "DEFAULT_OBSERVATION",
    "DEFAULT_SIZE",
    "HTML_LENGTH",
    "RESULT_LENGTH",
    "OBSERVATIONS",
    "OUTLINE_LENGTH",
    "UI_COLUMNS",
    "UI_STRINGS",
    "GoalText",
    "Observation",
    "ObservationOptions",
    "Pixels",
    "UIElementStrings",
    "UIElementTable",
    "UIHTML",
    "UIOutline",
    "UIElementText",
    "decode_elements",
    "decode_text",
    "element_text",
    "encode_text",
    "make_observations",
    "outline",
]

UI_COLUMNS: tuple[str, ...] = (
    "is_present",
    "x_min",
    "y_min",
    "x_max",
    "y_max",
    "is_checkable",
    "is_checked",
    "is_clickable",
    "is_editable",
    "is_enabled",
    "is_focusable",
    "is_focused",
    "is_long_clickable",
    "is_scrollable",
    "is_selected",
    "is_visible",
)
"""Columns of the ``ui_elements`` table: bounds are relative to the screen, the rest is 0 or 1."""

UI_STRINGS: tuple[str, ...] = (
    "text",
    "content_description",
    "hint_text",
    "resource_name",
    "class_name",
)
"""Strings of a row in ``ui_strings``; the last two without all up to their last slash or dot."""

DEFAULT_OBSERVATION: tuple[str, ...] = ("pixels", "ui_elements", "ui_text", "ui_strings", "goal")
"""Observation mode of an environment by default."""

DEFAULT_SIZE: Final = (270, 600)
"""Default (width, height) of ``pixels``, for environments and tasks that set no other."""

OUTLINE_LENGTH: Final = 16_384
"""Bytes of ``ui_outline``; the fullest screen of the demonstrations takes 6,440."""


HTML_LENGTH: Final = 32_768
RESULT_LENGTH: Final = 5_120
"""Bytes of ``api_result``."""


@dataclass(frozen=True)
class ObservationOptions:
    """Sizes of observations.

    Attributes:
        size: (width, height) of ``pixels``.
        max_elements: Rows of ``ui_elements`` and ``ui_text``; further elements are left out.
        text_length: Bytes of a row of ``ui_text``.
        strings_length: Bytes of ``ui_strings``.
        goal_length: Bytes of ``goal``.
        outline_length: Bytes of ``ui_outline``.
        html_length: Bytes of ``ui_html``, at most 65,536.
        result_length: Bytes of ``api_result``.
    """

    size: Sequence[int] = DEFAULT_SIZE
    max_elements: int = 100
    text_length: int = 64
    strings_length: int = 16384
    goal_length: int = 2048
    outline_length: int = OUTLINE_LENGTH
    html_length: int = HTML_LENGTH
    result_length: int = RESULT_LENGTH

    def __post_init__(self) -> None:
        check_size("observation_size", self.size)
        names = ("max_elements", "text_length", "strings_length", "goal_length", "outline_length")
        for name in names:
            check_whole(1, 1_000_000, **{name: getattr(self, name)})
        check_whole(1, MAX_HTML, html_length=self.html_length)
        check_whole(result_length=self.result_length)


def encode_text(text: str, length: int) -> np.ndarray:
    """Encode text as UTF-8 in an array of fixed length, cut between characters, zero-padded.

    Returns:
        uint8 array of shape (length,), read-only.
    """
    return np.frombuffer(_utf8(text, length), np.uint8)


def _utf8(text: str, length: int) -> bytes:
    data = text.encode("utf-8", "replace")
    if len(data) > length:
        data = data[:length].decode("utf-8", "ignore").encode()
    return data.ljust(length, b"\0")


def decode_text(array: Any) -> str:
    """Decode an array made by `encode_text`, without invalid bytes or control characters.

    Everything from the first zero on is left out.
    """
    data = np.asarray(array, np.uint8).tobytes().partition(b"\0")[0].decode("utf-8", "ignore")
    return "".join(c for c in data if c >= " " and c != "\x7f" or c in "\n\t")


def element_text(element: UIElement) -> str:
    """Return an element's ``ui_text``: its text, else its description, else its hint."""
    return element.text or element.content_description or element.hint_text or ""


class Observation(ABC):
    """One part of what an agent sees.

    Attributes:
        space: Its Gymnasium space.
        text: The text last read, for observations whose whole text goes into the info.
        info_name: Key of that text in the info.
    """

    name: ClassVar[str]
    info_name: ClassVar[str] = ""
    space: Space
    text: str | None = None

    def __init__(self, options: ObservationOptions) -> None:
        self.options = options

    def hear(self, result: str) -> None:  # noqa: B027 - most don't listen
        """Take in the result of the step's API call, before `read`; ``""`` if there was none."""

    @abstractmethod
    def read(self, device: Device, goal: str) -> np.ndarray:
        """Return the current array; the same object as before if nothing has changed."""

    def copy(self, device: Device, goal: str) -> np.ndarray:
        """Return the current array as a new one that belongs to the caller."""
        return self.read(device, goal).copy()


class Pixels(Observation):
    """``pixels``: the screen, uint8 (height, width, 3), RGB."""

    name = "pixels"

    def __init__(self, options: ObservationOptions) -> None:
        super().__init__(options)
        self._size = (int(options.size[0]), int(options.size[1]))
        self.space = spaces.Box(0, 255, (self._size[1], self._size[0], 3), np.uint8)

    def read(self, device: Device, goal: str) -> np.ndarray:
        """See `Observation.read`."""
        return device.screenshot(self._size)

    def copy(self, device: Device, goal: str) -> np.ndarray:
        """See `Observation.copy`."""
        return device.copy_screenshot(self._size)


class _OfElements(Observation):
    """An observation made from the list of elements, and made again only for another list."""

    MOST_KEPT: ClassVar[int] = 32

    def __init__(self, options: ObservationOptions) -> None:
        super().__init__(options)
        # By id of the list, which is kept with it: a copy of this object gets other ids.
        self._made: dict[int, tuple[tuple[UIElement, ...], np.ndarray]] = {}

    def read(self, device: Device, goal: str) -> np.ndarray:
        """See `Observation.read`."""
        elements = device.ui_elements()
        known = self._made.get(id(elements))
        if known is None or known[0] is not elements:
            array = self._encode(elements[: self.options.max_elements], device)
            array.flags.writeable = False
            if len(self._made) >= self.MOST_KEPT:
                del self._made[next(iter(self._made))]
            known = self._made[id(elements)] = elements, array
        return known[1]

    @abstractmethod
    def _encode(self, elements: Sequence[UIElement], device: Device) -> np.ndarray: ...


class UIElementTable(_OfElements):
    """``ui_elements``: a row for each element, float32 (max_elements, columns of `UI_COLUMNS`)."""

    name = "ui_elements"

    def __init__(self, options: ObservationOptions) -> None:
        super().__init__(options)
        self.space = spaces.Box(0.0, 1.0, (options.max_elements, len(UI_COLUMNS)), np.float32)

    def _encode(self, elements: Sequence[UIElement], device: Device) -> np.ndarray:
        table = np.zeros(self.space.shape or (), np.float32)
        if elements:
            width, height = device.size
            rows = table[: len(elements)]
            rows[:] = [_row(element) for element in elements]
            rows[:, 1:5] /= (width, height, width, height)
            np.maximum(rows, 0.0, out=rows)  # np.clip takes three times as long for so few rows
            np.minimum(rows, 1.0, out=rows)
        return table


def _row(e: UIElement) -> tuple[Any, ...]:
    """Return an element's row, with bounds in pixels."""
    box = e.bbox_pixels
    return (
        1,
        *((box.x_min, box.y_min, box.x_max, box.y_max) if box is not None else (0, 0, 0, 0)),
        e.is_checkable or 0,
        e.is_checked or 0,
        e.is_clickable or 0,
        e.is_editable or 0,
        e.is_enabled or 0,
        e.is_focusable or 0,
        e.is_focused or 0,
        e.is_long_clickable or 0,
        e.is_scrollable or 0,
        e.is_selected or 0,
        e.is_visible is not False,
    )


class UIElementText(_OfElements):
    """``ui_text``: a row of UTF-8 for each element, uint8 (max_elements, text_length)."""

    name = "ui_text"

    def __init__(self, options: ObservationOptions) -> None:
        super().__init__(options)
        self.space = spaces.Box(0, 255, (options.max_elements, options.text_length), np.uint8)

    def _encode(self, elements: Sequence[UIElement], device: Device) -> np.ndarray:
        rows, length = self.options.max_elements, self.options.text_length
        data = b"".join(_utf8(element_text(element), length) for element in elements)
        return np.frombuffer(data.ljust(rows * length, b"\0"), np.uint8).reshape(rows, length)


class UIElementStrings(_OfElements):
    """``ui_strings``: all strings of the elements as UTF-8, uint8 (strings_length,).

    The `UI_STRINGS` of element after element, in the order of ``ui_elements``, each string
    terminated by a zero byte; zeros after the last. If there is not enough room, the longest
    strings are cut, all to the same number of bytes. See `decode_elements`.
    """

    name = "ui_strings"

    def __init__(self, options: ObservationOptions) -> None:
        super().__init__(options)
        self.space = spaces.Box(0, 255, (options.strings_length,), np.uint8)

    def _encode(self, elements: Sequence[UIElement], device: Device) -> np.ndarray:
        strings: list[str] = []
        for e in elements:
            strings += (
                e.text or "",
                e.content_description or "",
                e.hint_text or "",
                (e.resource_name or "").rpartition("/")[2],
                (e.class_name or "").rpartition(".")[2],
            )
        length = self.options.strings_length
        data = "\0".join(strings).encode("utf-8", "replace")
        if len(data) >= length or data.count(0) >= max(len(strings), 1):
            data = _fitted(
                [s.replace("\0", "").encode("utf-8", "replace") for s in strings], length
            )
        return np.frombuffer(data.ljust(length, b"\0"), np.uint8)


def _fitted(strings: list[bytes], length: int) -> bytes:
    """Join strings with zeros, the longest cut so that all fit with a zero at the end."""
    room = length - len(strings)
    if sum(map(len, strings)) > room:
        left, most = len(strings), 0
        for size in sorted(map(len, strings)):
            most = max(room, 0) // left
            if size > most:
                break
            room, left = room - size, left - 1
        strings = [s[:most].decode("utf-8", "ignore").encode() for s in strings]
    return b"\0".join(strings)[:length]


_STATES = (
    ("is_clickable", "clickable"),
    ("is_long_clickable", "long-clickable"),
    ("is_editable", "editable"),
    ("is_scrollable", "scrollable"),
    ("is_checkable", "checkable"),
    ("is_checked", "checked"),
    ("is_selected", "selected"),
    ("is_focused", "focused"),
)


def outline(elements: Sequence[UIElement]) -> str:
    """Return elements as text for agents that read, one line each.

    A line has the element's index (its row in ``ui_elements``, and ``index`` in the ``json`` action
    mode), the simple name of its class, its text, description or hint as a JSON string, its bounds
    in pixels as ``[left,top][right,bottom]``, and its states and actions, e.g.
    ``12 Switch "Wi-Fi" [945,412][1038,538] clickable checkable checked``.
    """
    return "\n".join(_line(index, element) for index, element in enumerate(elements))


def _line(index: int, element: UIElement) -> str:
    words = [str(index), (element.class_name or "View").rpartition(".")[2]]
    text = element_text(element)
    if text:
        words.append(json.dumps(text, ensure_ascii=False))
    box = element.bbox_pixels
    if box is not None:
        words.append(f"[{box.x_min:g},{box.y_min:g}][{box.x_max:g},{box.y_max:g}]")
    words += (word for name, word in _STATES if getattr(element, name))
    if element.is_enabled is False:
        words.append("disabled")
    return " ".join(words)


class UIOutline(Observation):
    """``ui_outline``: the screen as text, see `outline`; uint8 (outline_length,), UTF-8.

    It has all elements with their whole texts. A longer text is cut between characters;
    ``info["ui_outline"]`` is not.
    """

    name = "ui_outline"

    def __init__(self, options: ObservationOptions) -> None:
        super().__init__(options)
        self.space = spaces.Box(0, 255, (options.outline_length,), np.uint8)
        self._elements: tuple[UIElement, ...] | None = None

    def read(self, device: Device, goal: str) -> np.ndarray:
        """See `Observation.read`."""
        elements = device.ui_elements()
        if elements is not self._elements:
            self.text = outline(elements)
            self._array = encode_text(self.text, self.options.outline_length)
            self._elements = elements
        return self._array


class UIHTML(Observation):
    """``ui_html``: the screen as HTML with numbered lists, see `screen_html.screen_html`.

    uint8 (html_length,), UTF-8, cut between characters; ``info["html"]`` is cut at 65,536
    characters only, between elements.
    """

    name = "ui_html"
    info_name = "html"

    def __init__(self, options: ObservationOptions) -> None:
        super().__init__(options)
        self.space = spaces.Box(0, 255, (options.html_length,), np.uint8)
        self._elements: tuple[UIElement, ...] | None = None

    def read(self, device: Device, goal: str) -> np.ndarray:
        """See `Observation.read`."""
        elements = device.ui_elements()
        if elements is not self._elements:
            self.text = screen_html(elements).text
            self._array = encode_text(self.text, self.options.html_length)
            self._elements = elements
        return self._array


class ApiResultText(Observation):
    """``api_result``: the result of the step's API call as UTF-8, uint8 (result_length,).

    Empty if the step made none. It is cut between characters; ``info["api_result"]`` is not.
    """

    name = "api_result"

    def __init__(self, options: ObservationOptions) -> None:
        super().__init__(options)
        self.space = spaces.Box(0, 255, (options.result_length,), np.uint8)
        self._heard = ""
        self._array = encode_text("", options.result_length)

    def hear(self, result: str) -> None:
        """See `Observation.hear`."""
        if result != self._heard:
            self._heard = result
            self._array = encode_text(result, self.options.result_length)

    def read(self, device: Device, goal: str) -> np.ndarray:
        """See `Observation.read`."""
        return self._array


class GoalText(Observation):
    """``goal``: the instruction as UTF-8, uint8 (goal_length,)."""

    name = "goal"

    def __init__(self, options: ObservationOptions) -> None:
        super().__init__(options)
        self.space = spaces.Box(0, 255, (options.goal_length,), np.uint8)
        self._goal: str | None = None

    def read(self, device: Device, goal: str) -> np.ndarray:
        """See `Observation.read`."""
        if goal != self._goal:
            self._goal = goal
            self._array = encode_text(goal, self.options.goal_length)
        return self._array


OBSERVATIONS: dict[str, type[Observation]] = {
    cls.name: cls
    for cls in (
        Pixels,
        UIElementTable,
        UIElementText,
        UIElementStrings,
        GoalText,
        UIOutline,
        UIHTML,
        ApiResultText,
    )
}
"""Observations by name."""


def make_observations(
    names: str | Sequence[str], options: ObservationOptions
) -> tuple[Observation, ...]:
    """Make the observations called `names`.

    Raises:
        OptionError: If there is no such observation, or one is named twice.
    """
    given: Any = names  # by a user, so its type is not certain
    chosen = (given,) if isinstance(given, str) else given
    if isinstance(chosen, bytes) or not isinstance(chosen, Sequence):
        raise OptionError(
            f"observation must be a name of {list(OBSERVATIONS)} or a list of them, got "
            f"{shown(names)}."
        )
    for name in chosen:
        if not isinstance(name, str) or name not in OBSERVATIONS:
            raise OptionError(
                f"No observation is called {shown(name)}; there are {list(OBSERVATIONS)}."
            )
    if not chosen or len(set(chosen)) != len(chosen):
        raise OptionError(
            f"observation must name one or more observations, each only once, got {shown(names)}."
        )
    return tuple(OBSERVATIONS[name](options) for name in chosen)


def decode_elements(
    table: np.ndarray, strings: np.ndarray, size: tuple[int, int]
) -> tuple[UIElement, ...]:
    """Read elements back from ``ui_elements`` and ``ui_strings``.

    Args:
        table: float32 (max_elements, columns of `UI_COLUMNS`).
        strings: uint8 (strings_length,).
        size: (width, height) of the screen, the unit of `UIElement.bbox_pixels`.

    Returns:
        The elements, as far as the two arrays hold them: bounds end at the screen's edges, a
            resource's name has no package, a class no Java package.
    """
    width, height = size
    count = int(table[:, 0].sum())
    parts = strings.tobytes().decode("utf-8", "ignore").split("\0")
    elements = []
    for i, row in enumerate(table[:count].tolist()):
        flags: dict[str, Any] = dict(zip(UI_COLUMNS[5:], (v == 1.0 for v in row[5:]), strict=True))
        own = parts[i * len(UI_STRINGS) : (i + 1) * len(UI_STRINGS)]
        own += [""] * (len(UI_STRINGS) - len(own))
        text, description, hint, resource, kind = own
        box = BoundingBox(
            x_min=round(row[1] * width),
            x_max=round(row[3] * width),
            y_min=round(row[2] * height),
            y_max=round(row[4] * height),
        )
        elements.append(
            UIElement(
                text=text or None,
                content_description=description or None,
                hint_text=hint or None,
                resource_name=resource or None,
                class_name=kind or None,
                bbox_pixels=box,
                **flags,
            )
        )
    return tuple(elements)
