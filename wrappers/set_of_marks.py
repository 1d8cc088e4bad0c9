"""SetOfMarks: draws numbered boxes on the elements into the pixels."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import Any

import gymnasium as gym
import numpy as np

from android_gym.accessibility import UIElement
from android_gym.checks import check_choice, check_flag
from android_gym.wrappers.base import DeviceWrapper, pixels_space, replace_pixels

__all__ = ["SetOfMarks", "draw_marks", "mark_table", "marked"]

_COLOURS = (
    (213, 0, 0), (0, 105, 192), (0, 121, 64), (156, 39, 176), (191, 87, 0), (0, 121, 134),
    (194, 24, 91), (81, 45, 168), (96, 78, 0), (69, 90, 100),
)  # fmt: skip
"""Dark enough for white digits (contrast of at least 4.5), and distinct from their neighbours."""

Scale = tuple[float, float]
Box = tuple[int, int, int, int]


class SetOfMarks(DeviceWrapper):
    """A wrapper that draws a numbered box around each element into the observation's pixels.

    A mark is the element's index in ``device.ui_elements()``, which is what ``index`` means in the
    ``json`` action mode. An element gets one if it is visible and has non-empty bounds on the
    screen, which is AndroidWorld's rule (``validate_ui_element``).

    Observation: as before, with changed pixels, uint8 (height, width, 3).

    Info: ``marks``, a list of dicts, see `mark_table`.

    Args:
        env: An environment that observes pixels.
        style: ``"android_world"`` draws as AndroidWorld's ``m3a_utils.add_ui_element_mark``: green
            boxes, black numbers on white. ``"clear"`` gives each number a label in its box's colour
            that is as small as the number, stays readable on small frames, and covers no other
            label if there is room.
        only_interactive: Whether to leave out elements that react to nothing, such as captions.

    Raises:
        OptionError: If there are no pixels or no such style.
    """

    def __init__(
        self,
        env: gym.Env[Any, Any],
        style: str = "android_world",
        only_interactive: bool = False,
    ) -> None:
        check_choice("style", style, tuple(_STYLES))
        check_flag(only_interactive=only_interactive)
        super().__init__(env, style=style, only_interactive=only_interactive)
        pixels_space(env)
        self._style = style
        self._only_interactive = only_interactive

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Any, dict[str, Any]]:
        """Reset, and draw the marks."""
        observation, info = self.env.reset(seed=seed, options=options)
        return self._mark(observation, info), info

    def step(self, action: Any) -> tuple[Any, Any, bool, bool, dict[str, Any]]:
        """Step, and draw the marks."""
        observation, reward, terminated, truncated, info = self.env.step(action)
        observation = self._mark(observation, info)
        return observation, reward, terminated, self.truncates(terminated, truncated, info), info

    def _mark(self, observation: Any, info: dict[str, Any]) -> Any:
        elements = self.look(info)
        size = self.device.size if "device_error" not in info else self._size
        self._size = size
        marks = marked(elements, size, self._only_interactive)
        info["marks"] = mark_table(elements, marks)
        pixels = observation["pixels"] if isinstance(observation, dict) else observation
        pixels = pixels.copy()
        draw_marks(pixels, elements, marks, size, self._style)
        return replace_pixels(observation, pixels)

    _size = (1, 1)


def marked(
    elements: Sequence[UIElement], size: tuple[int, int], only_interactive: bool = False
) -> list[int]:
    """Return the indices of the elements that get a mark.

    Args:
        elements: The elements on the screen.
        size: (width, height) of the screen, in pixels.
        only_interactive: Whether to leave out elements that can't be tapped, held, scrolled or
            typed into.
    """
    width, height = size
    return [
        index
        for index, element in enumerate(elements)
        if element.is_visible
        and (box := element.bbox_pixels) is not None
        and box.x_min < box.x_max
        and box.y_min < box.y_max
        and box.x_min < width
        and box.x_max > 0
        and box.y_min < height
        and box.y_max > 0
        and (not only_interactive or _reacts(element))
    ]


def _reacts(element: UIElement) -> bool:
    return bool(
        element.is_clickable
        or element.is_long_clickable
        or element.is_scrollable
        or element.is_editable
    )


def mark_table(elements: Sequence[UIElement], marks: Sequence[int]) -> list[dict[str, Any]]:
    """Return a description of each mark's element, as a dict that can be written as JSON.

    Keys: ``mark`` (int), ``bbox`` ([left, top, right, bottom] in pixels of the screen), ``text``,
    ``content_description``, ``hint_text``, ``class_name`` and ``resource_name`` (str or None), and
    ``is_clickable``, ``is_long_clickable``, ``is_editable``, ``is_scrollable``, ``is_focused``,
    ``is_selected``, ``is_checked`` and ``is_enabled`` (bool).
    """
    table = []
    for mark in marks:
        element = elements[mark]
        box = element.bbox_pixels
        assert box is not None  # ensured by marked()
        table.append(
            {
                "mark": mark,
                "bbox": [box.x_min, box.y_min, box.x_max, box.y_max],
                "text": element.text,
                "content_description": element.content_description,
                "hint_text": element.hint_text,
                "class_name": element.class_name,
                "resource_name": element.resource_name,
                "is_clickable": bool(element.is_clickable),
                "is_long_clickable": bool(element.is_long_clickable),
                "is_editable": bool(element.is_editable),
                "is_scrollable": bool(element.is_scrollable),
                "is_focused": bool(element.is_focused),
                "is_selected": bool(element.is_selected),
                "is_checked": bool(element.is_checked),
                "is_enabled": bool(element.is_enabled),
            }
        )
    return table


def draw_marks(
    frame: np.ndarray,
    elements: Sequence[UIElement],
    marks: Sequence[int],
    size: tuple[int, int],
    style: str = "android_world",
) -> None:
    """Draw marks into a frame.

    Args:
        frame: uint8 (height, width, 3), RGB, contiguous; modified in place.
        elements: The elements on the screen.
        marks: Indices of those to mark.
        size: (width, height) of the screen that the elements' bounds are on.
        style: See `SetOfMarks`.
    """
    height, width = frame.shape[:2]
    x_scale, y_scale = width / size[0], height / size[1]
    boxes = []
    for mark in marks:
        box = elements[mark].bbox_pixels
        assert box is not None  # ensured by marked()
        boxes.append(
            (
                int(box.x_min * x_scale),
                int(box.y_min * y_scale),
                int(box.x_max * x_scale),
                int(box.y_max * y_scale),
            )
        )
    _STYLES[style](frame, boxes, marks, (x_scale, y_scale))


def _draw_android_world(
    frame: np.ndarray, boxes: Sequence[Box], marks: Sequence[int], scale: Scale
) -> None:
    import cv2

    x_scale, y_scale = scale
    both = math.hypot(x_scale, y_scale)
    thickness = max(1, int(2 * both))
    for mark, (left, top, right, bottom) in zip(marks, boxes, strict=True):
        cv2.rectangle(frame, (left, top), (right, bottom), (0, 255, 0), thickness)
        rows = slice(max(0, top + int(y_scale)), max(0, top + int(25 * y_scale)))
        columns = slice(max(0, left + int(x_scale)), max(0, left + int(35 * x_scale)))
        frame[rows, columns] = 255
        cv2.putText(
            frame,
            str(mark),
            (left + int(x_scale), top + int(20 * y_scale)),
            cv2.FONT_HERSHEY_SIMPLEX,
            0.7 * both,
            (0, 0, 0),
            thickness,
        )


def _draw_clear(
    frame: np.ndarray, boxes: Sequence[Box], marks: Sequence[int], scale: Scale
) -> None:
    import cv2

    font = cv2.FONT_HERSHEY_SIMPLEX
    # Digits of 7 pixels are just readable; on a large frame they needn't grow at the same rate.
    digits = max(7.0, 24 * min(scale))
    thick = max(1, round(digits / 8))
    font_scale = cv2.getFontScaleFromHeight(font, round(digits), thick)
    pad = max(1, round(digits / 5))
    height, width = frame.shape[:2]
    for mark, (left, top, right, bottom) in zip(marks, boxes, strict=True):
        colour = _COLOURS[mark % len(_COLOURS)]
        cv2.rectangle(frame, (left, top), (right - 1, bottom - 1), colour, thick)
    taken: list[Box] = []
    for mark, box in zip(marks, boxes, strict=True):
        text = str(mark)
        (text_width, text_height), _ = cv2.getTextSize(text, font, font_scale, thick)
        chip = text_width + 2 * pad, text_height + 2 * pad
        left, top = _place(box, chip, (width, height), taken)
        right, bottom = left + chip[0], top + chip[1]
        taken.append((left, top, right, bottom))
        colour = _COLOURS[mark % len(_COLOURS)]
        cv2.rectangle(frame, (left, top), (right - 1, bottom - 1), colour, -1)
        cv2.putText(
            frame, text, (left + pad, bottom - pad - 1), font, font_scale, (255, 255, 255), thick,
            cv2.LINE_AA,
        )  # fmt: skip


def _place(
    box: Box, chip: tuple[int, int], frame: tuple[int, int], taken: Sequence[Box]
) -> tuple[int, int]:
    """Find a label's place that covers no other: left of the box, not on its text, or a corner."""
    left, top, right, bottom = box
    width, height = chip
    places = (
        (left - width, top),
        (left, top),
        (right - width, top),
        (left, bottom - height),
        (right - width, bottom - height),
        (left, top - height),
    )
    for x, y in places:
        inside = 0 <= x <= frame[0] - width and 0 <= y <= frame[1] - height
        if inside and not any(
            x < other[2] and other[0] < x + width and y < other[3] and other[1] < y + height
            for other in taken
        ):
            return x, y
    return min(max(0, left), frame[0] - width), min(max(0, top), frame[1] - height)


_STYLES: dict[str, Callable[[np.ndarray, Sequence[Box], Sequence[int], Scale], None]] = {
    "android_world": _draw_android_world,
    "clear": _draw_clear,
}
