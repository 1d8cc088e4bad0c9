"""Views with text: ``TextView`` and ``Button``."""

from __future__ import annotations

import math
from collections.abc import Hashable
from typing import TYPE_CHECKING, Any, ClassVar, Unpack

from android_gym.simulator.ui.fonts import FontName
from android_gym.simulator.ui.geometry import AT_MOST, EXACTLY, place
from android_gym.simulator.ui.options import (
    Align,
    ButtonKind,
    Ellipsize,
    TextOptions,
    Vertical,
    check,
)
from android_gym.simulator.ui.text import layout_text
from android_gym.simulator.ui.ui import Ui
from android_gym.simulator.ui.view import View

if TYPE_CHECKING:
    from android_gym.simulator.system.words import Words
    from android_gym.simulator.ui.text import TextLayout, TextStyle

__all__ = ["Button", "TextView"]


# Option of a view, field of its text style.
_STYLE_FIELDS = (
    ("size", "size_sp"),
    ("line_height", "line_height"),
    ("weight_font", "weight"),
    ("letter_spacing", "letter_spacing"),
    ("italic", "italic"),
    ("underline", "underline"),
    ("strike", "strike"),
    ("font", "font"),
)
_STYLE_NAMES = frozenset(name for name, _ in _STYLE_FIELDS)


_SPECIAL = _STYLE_NAMES | {"align", "vertical", "ellipsize"}
"""Options that don't simply become attributes."""


class TextView(View):
    """A view that shows text.

    Args:
        text: The text.
        style: Name of one of the theme's text styles, e.g. "body_large".
        size: Text size in sp.
        weight_font: Font weight, 100 to 900.
        color: Text colour.
        max_lines: Most lines; further text is replaced by an ellipsis.
        ellipsize: "end", "start", "middle" or None (cut off).
        align: "start", "center" or "end".
        vertical: "top", "center" or "bottom": alignment of the text in a taller view.
        all_caps: Whether to show (and report) upper-case text.
        italic: Whether the text is italic.
        underline: Whether the text is underlined.
        strike: Whether the text is struck through.
        font: "roboto", "mono" (monospace) or "poppins".
        letter_spacing: Extra letter spacing in ems.
        line_height: Distance between lines in sp.
        most_scale: Largest font scale that the text follows, if its space is limited.
        icon: Icon before the text.
        icon_end: Icon after the text.
        icon_size: Size of the icons in dp.
        icon_color: Colour of the icons; that of the text by default.
        icon_padding: Space between icon and text in dp.
        icon_top: Whether `icon` is above the text.
        text_description: Text reported to accessibility, if it differs.
        **common: See `View`.
    """

    CLASS = "android.widget.TextView"
    LAYOUT_MOVES = True
    IMPORTANT = True
    STYLE = "body_medium"
    TEXTS = (*View.TEXTS, "text", "text_description")
    START_FOLLOWS: ClassVar[bool] = True
    """True if "start" is the right in right-to-left layouts, even for left-to-right text."""

    OPTIONS = TextOptions.__optional_keys__

    style: str | None = None
    size: float | None = None
    weight_font: int | None = None
    color: str | int | None = None
    max_lines: int | None = None
    ellipsize: Ellipsize | None = "end"
    align: Align = "start"
    vertical: Vertical = "top"
    all_caps: bool | None = False
    italic: bool = False
    underline: bool = False
    strike: bool = False
    font: FontName = "roboto"
    letter_spacing: float | None = None
    line_height: float | None = None
    most_scale: float = 2.0
    icon: str | None = None
    icon_end: str | None = None
    icon_size: float = 24
    icon_color: str | int | None = None
    icon_padding: float = 8
    icon_top: bool = False
    text_description: str | None = None
    # The original text, if it was changed to upper case.
    _lower: str | None = None
    # True if any option changes the style.
    _restyled: bool = False
    _layout: TextLayout | None = None
    _text_style: TextStyle | None = None

    def __init__(self, text: str = "", **common: Unpack[TextOptions]) -> None:
        self.take(common)
        if not _SPECIAL.isdisjoint(common):
            self._restyled = not _STYLE_NAMES.isdisjoint(common)
            check(self, "align", self.align)
            check(self, "vertical", self.vertical)
            check(self, "ellipsize", self.ellipsize)
        self.text = text
        if self.all_caps:
            self.upper()

    def upper(self) -> None:
        """Change the text to upper case."""
        if self._lower is None:
            self._lower, self.text = self.text, self.text.upper()

    def translate(self, words: Words) -> None:
        """Translate its texts into the language of its window."""
        if self._lower is not None:
            self.text = self._lower
        super().translate(words)
        if self._lower is not None:
            self._lower, self.text = self.text, self.text.upper()

    def attach(self, ui: Ui, parent: View | None, position: Hashable) -> None:
        """Attach the view to a tree."""
        super().attach(ui, parent, position)
        self._text_style = None

    def text_style(self) -> TextStyle:
        """Return the style of the text, including its colour."""
        known = self._text_style
        if known is None:
            known = self._text_style = self._make_style()
        return known

    def _make_style(self) -> TextStyle:
        ui = self.ui
        style = ui.theme.text_style(self.style or self.STYLE)
        changes: dict[str, Any] = {}
        if self._restyled:
            for name, field in _STYLE_FIELDS:
                value = getattr(self, name)
                if value is not None and value is not False:
                    changes[field] = value
        if "size_sp" in changes and "line_height" not in changes:
            changes["line_height"] = None
        color = self.current_color()
        if color != style.color:
            changes["color"] = color
        if ui.words is not None:
            changes["language"] = ui.words.written
        if ui.font_scale != 1.0:
            scale = min(ui.font_scale, self.most_scale)
            changes["size_sp"] = changes.get("size_sp", style.size_sp) * scale
            line_height = changes.get("line_height", style.line_height)
            if line_height is not None:
                changes["line_height"] = line_height * scale
        return style.having(**changes) if changes else style

    def current_color(self) -> int:
        """Return the text colour in the current state."""
        ui = self.ui
        if not self.enabled:
            return ui.color("text_disabled")
        if self.color is None:
            return ui.theme.text_style(self.style or self.STYLE).color
        return ui.color(self.color)

    def shown_text(self) -> str:
        """Return the text as drawn."""
        return self.text

    @property
    def _has_icon(self) -> bool:
        """True if anything beside the text takes up room."""
        return self.icon is not None or self.icon_end is not None

    def _icon_room(self) -> tuple[int, int, int]:
        """Return the pixels that icons take up: at the start, at the end, above."""
        ui = self.ui
        beside = self.text or self.editor is not None  # a button of an icon alone has no space
        each = ui.px(self.icon_size) + (ui.px(self.icon_padding) if beside else 0)
        if self.icon_top:
            return 0, 0, each if self.icon else 0
        return each if self.icon else 0, each if self.icon_end else 0, 0

    def measure_content(
        self, width: int, width_mode: int, height: int, height_mode: int
    ) -> tuple[int, int]:
        """Return the size of its text."""
        pad, ui = self.pad, self.ui
        start, end, above = self._icon_room() if self._has_icon else (0, 0, 0)
        across, along = pad[0] + pad[2] + start + end, pad[1] + pad[3] + above
        limit = None if width_mode not in (EXACTLY, AT_MOST) else max(0, width - across)
        layout = layout_text(
            self.shown_text(),
            self.text_style(),
            ui.density,
            limit,
            self.max_lines,
            self.ellipsize,
            self._aligned(),
        )
        self._layout = layout
        wanted = math.ceil(layout.width)
        if start or end or above:
            icon = ui.px(self.icon_size)
            return max(wanted, icon if above else 0) + across, max(
                math.ceil(layout.height), 0 if above else icon
            ) + along
        return wanted + across, math.ceil(layout.height) + along

    def layout(self, left: int, top: int, right: int, bottom: int) -> None:
        """Lay out the view, and text that isn't aligned to the start again at the final width."""
        super().layout(left, top, right, bottom)
        if self.rtl or self.align != "start":
            start, end, _ = self._icon_room()
            room = max(0, right - left - self.pad[0] - self.pad[2] - start - end)
            self._layout = layout_text(
                self.shown_text(),
                self.text_style(),
                self.ui.density,
                room,
                self.max_lines,
                self.ellipsize,
                self._aligned(),
            )

    def _aligned(self) -> Align:
        """Return the alignment of lines, where "start" is the left whatever the direction."""
        if self.rtl and self.START_FOLLOWS and self.align != "center":
            return "end" if self.align == "start" else "start"
        return self.align

    def text_origin(self) -> tuple[int, int]:
        """Return the top left corner of the text, in screen pixels."""
        left, top, right, bottom = self.inner
        start, end, above = self._icon_room()
        if self.rtl:
            start = end
        layout = self._layout
        if layout is None:
            return left + start, top + above
        height = math.ceil(layout.height)
        return left + start, place(self.vertical, top + above, bottom, height, "y")

    def appearance(self) -> Hashable | None:
        """Return text, style and icons."""
        if not self.shown_text() and not self.icon and not self.icon_end:
            return None
        left, top, right, bottom = self.bounds
        return (
            self.shown_text(),
            self.text_style(),
            self.pad,
            self.align,
            self.vertical,
            self.max_lines,
            self.ellipsize,
            self.icon,
            self.icon_end,
            self.icon_size,
            self.icon_top,
            self._icon_color() if self.icon or self.icon_end else 0,
        )

    def _icon_color(self) -> int:
        return self.current_color() if self.icon_color is None else self.ui.color(self.icon_color)

    def draw(self, canvas: Any) -> None:
        """Paint text and icons."""
        x, y = self.text_origin()
        if self._layout is not None:
            self._layout.paint(canvas, x, y)
        if self.icon or self.icon_end:
            from android_gym.simulator.ui.icons import paint_icon

            left, top, right, bottom = self.inner
            first, last = self._icons()
            size = self.ui.px(self.icon_size)
            color = self._icon_color()
            middle = top + (bottom - top - size) // 2
            if self.icon_top and self.icon:
                paint_icon(canvas, self.icon, left + (right - left - size) // 2, top, size, color)
                return
            slack = 0
            if self.align == "center" and self._layout is not None:
                start, end, _ = self._icon_room()
                slack = (right - left - start - end - math.ceil(self._layout.longest_line)) // 2
            if first:
                paint_icon(
                    canvas, first, left + max(0, slack), middle, size, color, mirrored=self.rtl
                )
            if last:
                at = right - size - max(0, slack)
                paint_icon(canvas, last, at, middle, size, color, mirrored=self.rtl)

    def _icons(self) -> tuple[str | None, str | None]:
        """Return the icons on the left and on the right."""
        return (self.icon_end, self.icon) if self.rtl else (self.icon, self.icon_end)

    def accessibility_text(self) -> str | None:
        """Return the text, or its description."""
        return self.text_description if self.text_description is not None else self.text


class Button(TextView):
    """A button with text. Its touch target is 48 dp high, its shape 36 (Material 2) or 40.

    Args:
        text: Label.
        kind: "filled", "tonal", "outlined", "text" or "elevated".
        all_caps: Whether the label is upper-case; by default as the theme has it (Material 2).
        **common: See `TextView`.
    """

    CLASS = "android.widget.Button"
    STYLE = "button"

    def __init__(
        self, text: str = "", *, kind: ButtonKind = "text", **common: Unpack[TextOptions]
    ) -> None:
        check(self, "kind", kind)
        self._fitted = "padding" not in common
        common.setdefault("min_height", 48)
        common.setdefault("min_width", 64)
        common.setdefault("align", "center")
        common.setdefault("vertical", "center")
        common.setdefault("clickable", True)
        common.setdefault("icon_size", 18)
        common.setdefault("all_caps", None)
        super().__init__(text, **common)
        self.kind = kind

    def attach(self, ui: Ui, parent: View | None, position: Hashable) -> None:
        """Choose background, padding and upper case by its kind and the theme."""
        material = ui.theme.material
        if self._fitted:
            across = (12 if material == 3 else 8) if self.kind == "text" else 8 * material
            self.padding = (across, 0)
        if self.all_caps is None and material == 2:
            self.upper()
        super().attach(ui, parent, position)
        if self.background is None:
            from android_gym.simulator.ui.painting import button_background

            self.background = button_background(ui.theme, self.kind, self.enabled)

    def current_color(self) -> int:
        """Return the label's colour, by its kind."""
        if self.color is not None or not self.enabled:
            return super().current_color()
        role = {"filled": "on_primary", "tonal": "on_secondary_container"}.get(self.kind, "primary")
        return self.ui.color(role)
