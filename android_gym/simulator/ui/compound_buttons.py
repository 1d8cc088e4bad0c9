"""Buttons with two states: check boxes, radio buttons, switches."""

from __future__ import annotations

import math
from collections.abc import Callable, Hashable
from typing import Any, Unpack

from android_gym.simulator.ui.geometry import place
from android_gym.simulator.ui.options import TextOptions
from android_gym.simulator.ui.text_view import Button, TextView
from android_gym.simulator.ui.ui import Ui
from android_gym.simulator.ui.view import View

__all__ = ["CheckBox", "CheckedTextView", "CompoundButton", "EndCheckBox", "RadioButton", "Switch"]


class CompoundButton(Button):
    """A button with two states; the app provides `checked` and is told about taps.

    Args:
        text: Label beside the mark.
        checked: Current state.
        on_checked_change: Called with the new state that a tap requests.
        **common: See `TextView`.
    """

    MARK = 24.0
    STYLE = "body_large"

    def __init__(
        self,
        text: str = "",
        *,
        on_checked_change: Callable[[bool], None] | None = None,
        **common: Unpack[TextOptions],
    ) -> None:
        common.setdefault("padding", 0)
        common.setdefault("min_height", 0)
        common.setdefault("min_width", 0)
        common.setdefault("align", "start")
        common.setdefault("clickable", on_checked_change is not None)
        common.setdefault("checked", False)
        super().__init__(text, **common)
        self.on_checked_change = on_checked_change

    def attach(self, ui: Ui, parent: View | None, position: Hashable) -> None:
        """Attach the view to a tree, without a button's default background."""
        View.attach(self, ui, parent, position)

    def current_color(self) -> int:
        """Return the text colour."""
        return TextView.current_color(self)

    def click(self) -> None:
        """Request the other state."""
        if self.on_checked_change is not None:
            self.on_checked_change(not self.checked)
        super().click()

    def mark_size(self) -> tuple[float, float]:
        """Return width and height of the mark in dp."""
        return self.MARK + 8, max(32.0, self.MARK + 8)

    @property
    def _has_icon(self) -> bool:
        return True

    def _icon_room(self) -> tuple[int, int, int]:
        return self.ui.px(self.mark_size()[0]) + (self.ui.px(4) if self.text else 0), 0, 0

    def measure_content(
        self, width: int, width_mode: int, height: int, height_mode: int
    ) -> tuple[int, int]:
        """Measure mark and text."""
        pad = self.pad
        mark = self.ui.px(self.mark_size()[1])
        if not self.text:
            # No text to lay out, and no room between it and the mark.
            return self._icon_room()[0] + pad[0] + pad[2], mark + pad[1] + pad[3]
        w, h = super().measure_content(width, width_mode, height, height_mode)
        return w, max(h, mark + pad[1] + pad[3])

    def appearance(self) -> Hashable | None:
        """Return text and state."""
        return (
            self.text,
            self.text_style(),
            self.checked,
            self.enabled,
            self.pad,
            self.align,
            self.vertical,
            self.mark_colors(),
        )

    def mark_colors(self) -> tuple[int, ...]:
        """Return the colours of the mark in its current state."""
        ui = self.ui
        if not self.enabled:
            return (ui.color("text_disabled"), ui.color("surface"))
        role = "control_activated" if self.checked else "control_normal"
        return (ui.color(role), ui.color("on_primary"))

    def draw(self, canvas: Any) -> None:
        """Paint mark and text."""
        if self._layout is not None and self.text:
            self._layout.paint(canvas, *self.text_origin())
        left, top, right, bottom = self.inner
        w, h = (self.ui.px(v) for v in self.mark_size())
        x = right - w if self.rtl else left
        self.draw_mark(canvas, x, top + (bottom - top - h) // 2, w, h)

    def draw_mark(self, canvas: Any, x: int, y: int, width: int, height: int) -> None:
        """Paint the mark into its box."""
        from android_gym.simulator.ui.icons import paint_icon

        size = self.ui.px(self.MARK)
        paint_icon(
            canvas,
            self.mark_icon(),
            x + (width - size) // 2,
            y + (height - size) // 2,
            size,
            self.mark_colors()[0],
        )

    def mark_icon(self) -> str:
        """Return the name of the icon that shows the state."""
        raise NotImplementedError(f"{type(self).__name__} has no mark.")


class _MarkAtEnd(CompoundButton):
    """A button whose mark stands at the far end, behind the text."""

    def text_origin(self) -> tuple[int, int]:
        """Return the origin of the text, which stands before the mark."""
        left, top, _, bottom = self.inner
        if self.rtl:
            left += self._icon_room()[0]
        layout = self._layout
        height = math.ceil(layout.height) if layout is not None else 0
        return left, place("center", top, bottom, height, "y")

    def draw(self, canvas: Any) -> None:
        """Paint the text at the start and the mark at the end."""
        if self._layout is not None and self.text:
            self._layout.paint(canvas, *self.text_origin())
        left, top, right, bottom = self.inner
        w, h = (self.ui.px(v) for v in self.mark_size())
        self.draw_mark(canvas, left if self.rtl else right - w, top + (bottom - top - h) // 2, w, h)


class CheckBox(CompoundButton):
    """A box with a tick."""

    CLASS = "android.widget.CheckBox"

    def mark_icon(self) -> str:
        """Return the icon of the box, with or without the tick."""
        return "check_box" if self.checked else "check_box_outline_blank"


class EndCheckBox(_MarkAtEnd, CheckBox):
    """A check box whose box is at the end of the row (``android:layoutDirection="rtl"``)."""


class RadioButton(CompoundButton):
    """One of several choices. A tap on the chosen one changes nothing."""

    CLASS = "android.widget.RadioButton"

    def click(self) -> None:
        """Select it."""
        if self.on_checked_change is not None and not self.checked:
            self.on_checked_change(True)
        View.click(self)

    def mark_icon(self) -> str:
        """Return the icon of the circle, with or without the dot."""
        return "radio_button_checked" if self.checked else "radio_button_unchecked"


class CheckedTextView(TextView):
    """A row of a choice list: text that can be checked."""

    CLASS = "android.widget.CheckedTextView"


class Switch(_MarkAtEnd):
    """A switch in the style of the theme (Material 2, Material 3, Settings)."""

    CLASS = "android.widget.Switch"

    def mark_size(self) -> tuple[float, float]:
        """Return width and height of the track with its margins, in dp."""
        from android_gym.simulator.ui.painting import switch_size

        return switch_size(self.ui.theme)

    def mark_colors(self) -> tuple[int, ...]:
        """Return the colours of track, thumb and outline."""
        from android_gym.simulator.ui.painting import switch_colors

        return switch_colors(self.ui.theme, self.checked, self.enabled)

    def draw_mark(self, canvas: Any, x: int, y: int, width: int, height: int) -> None:
        """Paint track and thumb."""
        from android_gym.simulator.ui.painting import paint_switch

        box = (x, y, x + width, y + height)
        if self.rtl:
            canvas.translate(2 * x + width, 0)
            canvas.scale(-1, 1)
        paint_switch(canvas, box, self.checked, self.mark_colors(), self.ui)
