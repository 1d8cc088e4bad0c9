"""Observation modes: what an agent sees.

Each is a small class, chosen by name (`OBSERVATIONS`), with a space and a way to read it from the
device. What did not change is not read again: the same array comes back, and arrays are read-only.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

import numpy as np
from gymnasium import Space, spaces

from android_gym.accessibility import UIElement
from android_gym.devices.device import Device
from android_gym.errors import OptionError

__all__ = [
    "OBSERVATIONS",
    "UI_COLUMNS",
    "GoalText",
    "Observation",
    "ObservationOptions",
    "Pixels",
    "UIElementTable",
    "UIElementText",
    "decode_text",
    "element_text",
    "encode_text",
    "make_observations",
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
)
"""Columns of the ``ui_elements`` table: bounds are relative to the screen, the rest is 0 or 1."""


@dataclass(frozen=True)
class ObservationOptions:
    """How large observations are.

    Attributes:
        size: (width, height) of ``pixels``.
        max_elements: Rows of ``ui_elements`` and ``ui_text``; further elements are left out.
        text_length: Bytes of a row of ``ui_text``.
        goal_length: Bytes of ``goal``.
    """

    size: Sequence[int] = (270, 600)
    max_elements: int = 100
    text_length: int = 64
    goal_length: int = 2048

    def __post_init__(self) -> None:
        size = self.size
        if not (isinstance(size, Sequence) and len(size) == 2 and all(_is_size(n) for n in size)):
            raise OptionError(
                f"A size must be (width, height) in pixels, up to 4096 each, got {size!r}."
            )
        for name in ("max_elements", "text_length", "goal_length"):
            value = getattr(self, name)
            if not isinstance(value, int) or isinstance(value, bool) or value < 1:
                raise OptionError(f"{name} must be a positive whole number, got {value!r}.")


def _is_size(value: Any) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and 0 < value <= 4096


def encode_text(text: str, length: int) -> np.ndarray:
    """Encodes text as UTF-8 in an array of fixed length, cut between characters, zero-padded.

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
    """Decodes what `encode_text` made: up to the first zero, without invalid or control bytes."""
    data = np.asarray(array, np.uint8).tobytes().partition(b"\0")[0].decode("utf-8", "ignore")
    return "".join(c for c in data if c >= " " and c != "\x7f" or c in "\n\t")


def element_text(element: UIElement) -> str:
    """What stands for an element in ``ui_text``: its text, else its description, else its hint."""
    return element.text or element.content_description or element.hint_text or ""


class Observation(ABC):
    """One part of what an agent sees.

    Attributes:
        space: Its Gymnasium space.
    """

    name: ClassVar[str]
    space: Space

    def __init__(self, options: ObservationOptions) -> None:
        self.options = options

    @abstractmethod
    def read(self, device: Device, goal: str) -> np.ndarray:
        """The array of this moment; the same object as before where nothing changed."""


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


class _OfElements(Observation):
    """Something made from the list of elements, again only where that is another list."""

    _elements: tuple[UIElement, ...] | None = None
    _array: np.ndarray

    def read(self, device: Device, goal: str) -> np.ndarray:
        """See `Observation.read`."""
        elements = device.ui_elements()
        if elements is not self._elements:
            self._array = self._encode(elements[: self.options.max_elements], device)
            self._array.flags.writeable = False
            self._elements = elements
        return self._array

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
            np.clip(rows, 0.0, 1.0, out=rows)
        return table


def _row(e: UIElement) -> tuple[Any, ...]:
    """An element's row, with bounds in pixels."""
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
    cls.name: cls for cls in (Pixels, UIElementTable, UIElementText, GoalText)
}
"""Observations by name."""


def make_observations(
    names: str | Sequence[str], options: ObservationOptions
) -> tuple[Observation, ...]:
    """Makes the observations called `names`.

    Raises:
        OptionError: If there is no such observation, or one is named twice.
    """
    chosen = (names,) if isinstance(names, str) else tuple(names)
    for name in chosen:
        if name not in OBSERVATIONS:
            raise OptionError(f"No observation is called {name!r}; there are {list(OBSERVATIONS)}.")
    if not chosen or len(set(chosen)) != len(chosen):
        raise OptionError(f"observation must name one or more observations once, got {names!r}.")
    return tuple(OBSERVATIONS[name](options) for name in chosen)
