"""Widgets: text, images, buttons, switches, editable text, sliders, progress."""

from __future__ import annotations

import math
from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar, Literal, Unpack

from android_gym.simulator.ui.editable import TypedText
from android_gym.simulator.ui.fonts import FontName
from android_gym.simulator.ui.options import (
    Align,
    ButtonKind,
    Capitalize,
    Ellipsize,
    ImageOptions,
    ImeAction,
    InputType,
    TextOptions,
    Vertical,
    ViewOptions,
    check,
)
from android_gym.simulator.ui.text import layout_text
from android_gym.simulator.ui.view import AT_MOST, EXACTLY, Touch, Ui, View, place

if TYPE_CHECKING:
    from android_gym.simulator.system.words import Words
    from android_gym.simulator.ui.editable import Editable, TextField
    from android_gym.simulator.ui.icons import AppIcon
    from android_gym.simulator.ui.text import TextLayout, TextStyle

__all__ = [
    "Button",
    "CheckBox",
    "CheckedTextView",
    "CompoundButton",
    "Divider",
    "EditState",
    "EditText",
    "EndCheckBox",
    "ImageButton",
    "ImageView",
    "ProgressBar",
    "RadioButton",
    "SeekBar",
    "Space",
    "Switch",
    "TextView",
]


class Space(View):
    """Room without content."""

    CLASS = "android.widget.Space"


class Divider(View):
    """A thin line across, in the theme's "divider" colour unless given one."""

    def __init__(
        self, *, color: str = "divider", thickness: float = 1, **common: Unpack[ViewOptions]
    ) -> None:
        common.setdefault("width", -1.0)
        common["height"] = thickness
        common["background"] = color
        super().__init__(**common)


# Argument of a view, field of its text style.
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
"""Options that need more than becoming an attribute."""


class TextView(View):
    """Text.

    Args:
        text: The text.
        style: Name of one of the theme's text styles, e.g. "body_large".
        size: Text size in sp.
        weight_font: 100 to 900.
        color: Text colour.
        max_lines: More lines end in an ellipsis.
        ellipsize: "end", "start", "middle" or None (cut off).
        align: "start", "center" or "end".
        vertical: "top", "center" or "bottom": where the text lies in a taller view.
        all_caps: Shows (and reports) upper-case letters.
        italic: Slanted letters.
        underline: A line below.
        strike: A line through the middle.
        font: "roboto", "mono" (letters of equal width) or "poppins".
        letter_spacing: In ems.
        line_height: Distance between lines in sp.
        most_scale: Largest font scale that the text follows, for text in a fixed room.
        icon: Icon before the text.
        icon_end: Icon after the text.
        icon_size: Size of these, dp.
        icon_color: Their colour; that of the text by default.
        icon_padding: Room between icon and text, dp.
        icon_top: Puts `icon` above the text.
        text_description: Text reported to accessibility, where it differs.
        **common: See `View`.
    """

    CLASS = "android.widget.TextView"
    LAYOUT_MOVES = True
    IMPORTANT = True
    STYLE = "body_medium"
    TEXTS = (*View.TEXTS, "text", "text_description")
    START_FOLLOWS: ClassVar[bool] = True
    """True if "start" is the right where lines run from right to left, also for Latin letters."""

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
    # The text before it was put in upper case, where it was.
    _lower: str | None = None
    # True if any argument changes the style.
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
        """Put the text in upper case."""
        if self._lower is None:
            self._lower, self.text = self.text, self.text.upper()

    def translate(self, words: Words) -> None:
        """Put its texts into the language of its window."""
        if self._lower is not None:
            self.text = self._lower
        super().translate(words)
        if self._lower is not None:
            self._lower, self.text = self.text, self.text.upper()

    def attach(self, ui: Ui, parent: View | None, position: Hashable) -> None:
        """Put the view into a tree."""
        super().attach(ui, parent, position)
        self._text_style = None

    def text_style(self) -> TextStyle:
        """The style of the text, colour included."""
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
        """Text colour in the present state."""
        ui = self.ui
        if not self.enabled:
            return ui.color("text_disabled")
        if self.color is None:
            return ui.theme.text_style(self.style or self.STYLE).color
        return ui.color(self.color)

    def shown_text(self) -> str:
        """The text as drawn."""
        return self.text

    @property
    def _has_icon(self) -> bool:
        """True if there is anything to keep room for beside the text."""
        return self.icon is not None or self.icon_end is not None

    def _icon_room(self) -> tuple[int, int, int]:
        """Pixels that icons take: at the start, at the end, above."""
        ui = self.ui
        each = ui.px(self.icon_size) + (ui.px(self.icon_padding) if self.text else 0)
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
        """Take its place; text that is not aligned to the start is laid out in that width."""
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
        """Return to which side its lines go: "start" is the left, whatever the direction."""
        if self.rtl and self.START_FOLLOWS and self.align != "center":
            return "end" if self.align == "start" else "start"
        return self.align

    def text_origin(self) -> tuple[int, int]:
        """Top left corner of the text block, in screen pixels."""
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
        """Text, style and icons."""
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
        """Icons on the left and on the right."""
        return (self.icon_end, self.icon) if self.rtl else (self.icon, self.icon_end)

    def accessibility_text(self) -> str | None:
        """The text."""
        return self.text_description if self.text_description is not None else self.text


class Button(TextView):
    """A button with text. Its touch area is 48 dp high, its shape 36 (Material 2) or 40.

    Args:
        text: Label.
        kind: "filled", "tonal", "outlined", "text" or "elevated".
        all_caps: Upper-case letters; by default as the theme has it (Material 2).
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
        """Choose what goes with its kind and theme: background, padding, upper case."""
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
        """Label colour that goes with its kind."""
        if self.color is not None or not self.enabled:
            return super().current_color()
        role = {"filled": "on_primary", "tonal": "on_secondary_container"}.get(self.kind, "primary")
        return self.ui.color(role)


class ImageView(View):
    """A picture.

    Args:
        source: Icon name, an `AppIcon`, a drawable, or encoded image bytes in a `Bitmap` drawable.
        tint: Colour of an icon.
        disabled_tint: Its colour while the view is disabled.
        size: Width and height of the picture, dp; by default 24 for icons.
        scale: "center" or "fit" (fills the view).
        **common: See `View`.
    """

    CLASS = "android.widget.ImageView"

    def __init__(
        self,
        source: str | AppIcon | Any = None,
        *,
        tint: str | int | None = "icon",
        disabled_tint: str | int = "text_disabled",
        size: float = 24,
        scale: Literal["center", "fit"] = "center",
        **common: Unpack[ViewOptions],
    ) -> None:
        super().__init__(**common)
        self.source = source
        self.tint = tint
        self.disabled_tint = disabled_tint
        self.size = size
        self.scale = scale

    def measure_content(
        self, width: int, width_mode: int, height: int, height_mode: int
    ) -> tuple[int, int]:
        """Return the size of the picture."""
        size = self.ui.px(self.size) if self.source is not None else 0
        return size + self.pad[0] + self.pad[2], size + self.pad[1] + self.pad[3]

    def _color(self) -> int:
        if self.tint is None:
            return 0
        return self.ui.color(self.tint if self.enabled else self.disabled_tint)

    def appearance(self) -> Hashable | None:
        """Picture, colour, size."""
        if self.source is None:
            return None
        return (self.source, self._color(), self.size, self.scale, self.pad)

    def draw(self, canvas: Any) -> None:
        """Paint the picture."""
        if self.source is None:
            return
        from android_gym.simulator.ui.icons import paint_icon

        left, top, right, bottom = self.inner
        size = self.ui.px(self.size)
        if self.scale == "fit":
            size = min(right - left, bottom - top)
        x, y = left + (right - left - size) // 2, top + (bottom - top - size) // 2
        if isinstance(self.source, str):
            paint_icon(canvas, self.source, x, y, size, self._color(), mirrored=self.rtl)
            return
        rect = (x, y, x + size, y + size)
        if self.scale == "fit" and not hasattr(self.source, "glyph"):
            rect = (left, top, right, bottom)
        self.source.paint(canvas, rect, self.ui.density, self.ui.theme)


class ImageButton(ImageView):
    """A picture to tap, 48 dp in each direction unless told otherwise."""

    CLASS = "android.widget.ImageButton"
    IMPORTANT = True

    def __init__(self, source: Any = None, **common: Unpack[ImageOptions]) -> None:
        common.setdefault("min_width", 48)
        common.setdefault("min_height", 48)
        common.setdefault("clickable", True)
        super().__init__(source, **common)


class CompoundButton(Button):
    """A button with two states; `checked` comes from the app, which hears of taps.

    Args:
        text: Label beside the mark.
        checked: Present state.
        on_checked_change: Called with the state that a tap asks for.
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
        """Put the view into a tree; there is no background but what is asked for."""
        View.attach(self, ui, parent, position)

    def current_color(self) -> int:
        """Text colour."""
        return TextView.current_color(self)

    def click(self) -> None:
        """Ask for the other state."""
        if self.on_checked_change is not None:
            self.on_checked_change(not self.checked)
        super().click()

    def mark_size(self) -> tuple[float, float]:
        """Width and height of the mark, dp."""
        return self.MARK + 8, max(32.0, self.MARK + 8)

    @property
    def _has_icon(self) -> bool:
        return True

    def _icon_room(self) -> tuple[int, int, int]:
        return self.ui.px(self.mark_size()[0]) + (self.ui.px(4) if self.text else 0), 0, 0

    def measure_content(
        self, width: int, width_mode: int, height: int, height_mode: int
    ) -> tuple[int, int]:
        """Return the room for mark and text."""
        pad = self.pad
        mark = self.ui.px(self.mark_size()[1])
        if not self.text:
            # No text to lay out, and no room between it and the mark.
            return self._icon_room()[0] + pad[0] + pad[2], mark + pad[1] + pad[3]
        w, h = super().measure_content(width, width_mode, height, height_mode)
        return w, max(h, mark + pad[1] + pad[3])

    def appearance(self) -> Hashable | None:
        """Text and state."""
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
        """Colours of the mark in the present state."""
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
        """Name of the icon that shows the state."""
        raise NotImplementedError(f"{type(self).__name__} has no mark.")


class _MarkAtEnd(CompoundButton):
    """A button with its mark behind the text, at the far end."""

    def text_origin(self) -> tuple[int, int]:
        """Text stands before the mark."""
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
        """Box with or without the tick."""
        return "check_box" if self.checked else "check_box_outline_blank"


class EndCheckBox(_MarkAtEnd, CheckBox):
    """A check box whose box is at the end of the row (``android:layoutDirection="rtl"``)."""


class RadioButton(CompoundButton):
    """One of several choices. A tap on the chosen one changes nothing."""

    CLASS = "android.widget.RadioButton"

    def click(self) -> None:
        """Choose it."""
        if self.on_checked_change is not None and not self.checked:
            self.on_checked_change(True)
        View.click(self)

    def mark_icon(self) -> str:
        """Circle with or without the dot."""
        return "radio_button_checked" if self.checked else "radio_button_unchecked"


class CheckedTextView(TextView):
    """A row of a choice list: text that can be ticked."""

    CLASS = "android.widget.CheckedTextView"


class Switch(_MarkAtEnd):
    """A switch; its look (Material 2, Material 3, Settings) is the theme's."""

    CLASS = "android.widget.Switch"

    def mark_size(self) -> tuple[float, float]:
        """Width and height of the track with its margins, dp."""
        from android_gym.simulator.ui.painting import switch_size

        return switch_size(self.ui.theme)

    def mark_colors(self) -> tuple[int, ...]:
        """Colours of track, thumb and outline."""
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


@dataclass(frozen=True)
class EditState:
    """Text being edited.

    Attributes:
        text: The text.
        start: Start of the selection (index of a character).
        end: End of the selection, the cursor where both are equal.
        given: The text the app last gave.
        scroll: Pixels scrolled: sideways on a single line, else downwards.
        dragged: True if a finger has scrolled it since the last edit.
    """

    text: str
    start: int
    end: int
    given: str | None
    scroll: int = 0
    dragged: bool = False


class EditText(TypedText, TextView):
    """Text that can be edited.

    With `on_text_change` the text belongs to the app: it is told of each edit and gives the text
    anew. Without, `text` is only what the field begins with, and the view keeps the rest.

    Args:
        text: Text given by the app.
        hint: Shown while there is no text.
        on_text_change: Called with the whole new text after each edit.
        on_editor_action: Called when the keyboard's action key (or Enter) is pressed.
        on_focus_change: Called with True or False.
        input_type: "text", "number", "decimal", "signed", "phone", "email", "uri", "password",
            "number_password", "datetime"; see `ui.keyboard` for what each shows.
        capitalize: "none", "sentences", "words" or "characters": what the keyboard starts with.
        ime_action: "none", "done", "next", "search", "send", "go" or "previous".
        multi_line: Enter makes a new line.
        max_length: Longer text is cut.
        accept: Called with the text an edit would give; False refuses the edit.
        autofocus: Takes the focus (and shows the keyboard) when its window first appears.
        cursor: Where the cursor stands in a text just given, or (start, end) of what is selected
            in it; at its end by default.
        soft_keyboard: False where the app has keys of its own (showSoftInputOnFocus).
        select_all: Whether the tap that gives it the focus selects its text (selectAllOnFocus).
        colored: Sorted (start, end, colour) of parts of the text given that have a colour of
            their own.
        **common: See `TextView`. Without a background it has Android's underline; "transparent"
            takes that away.
    """

    CLASS = "android.widget.EditText"
    TEXTS = (*View.TEXTS, "hint")  # what is typed is nobody's to translate
    STYLE = "edit_text"
    START_FOLLOWS = False

    def __init__(
        self,
        text: str | None = None,
        *,
        hint: str | None = None,
        on_text_change: Callable[[str], None] | None = None,
        on_editor_action: Callable[[], object] | None = None,
        on_focus_change: Callable[[bool], None] | None = None,
        input_type: InputType = "text",
        capitalize: Capitalize = "none",
        ime_action: ImeAction = "done",
        multi_line: bool = False,
        max_length: int | None = None,
        accept: Callable[[str], bool] | None = None,
        autofocus: bool = False,
        cursor: int | tuple[int, int] | None = None,
        soft_keyboard: bool = True,
        select_all: bool = False,
        hint_color: str | int = "text_hint",
        colored: Sequence[tuple[int, int, str]] = (),
        **common: Unpack[TextOptions],
    ) -> None:
        common.setdefault("clickable", True)
        common.setdefault("focusable", True)
        common.setdefault("max_lines", None if multi_line else 1)
        common.setdefault("ellipsize", None)
        self.underlined = common.get("background") is None
        if self.underlined:
            common.setdefault("padding", (4, 10, 4, 11))
        super().__init__(text or "", **common)
        self.long_clickable = True
        self.given = text
        self.hint = hint
        self.on_text_change = on_text_change
        self.on_editor_action = on_editor_action
        self.on_focus_change = on_focus_change
        check(self, "input_type", input_type)
        check(self, "capitalize", capitalize)
        check(self, "ime_action", ime_action)
        self.input_type = input_type
        self.capitalize = capitalize
        self.ime_action = ime_action
        self.multi_line = multi_line
        self.max_length = max_length
        self.accept = accept
        self.autofocus = autofocus
        self.cursor = cursor
        self.soft_keyboard = soft_keyboard
        self.select_all = select_all
        self.hint_color = hint_color
        self.colored = tuple(colored)
        # A TextInputLayout shows the hint itself.
        self.label_floats = False
        self.selection = (0, 0)
        # True if a finger has made the selection: it then has handles and a toolbar.
        self.touched = False
        self.SCROLLS = "y" if multi_line else None
        self._has_focus = False
        self._scroll = 0
        self._range = 0

    def attach(self, ui: Ui, parent: View | None, position: Hashable) -> None:
        """Take up the text being edited."""
        super().attach(ui, parent, position)
        kept: EditState | None = ui.read(self)
        controlled = self.on_text_change is not None
        if kept is None or (controlled and kept.given != self.given and kept.text != self.given):
            self.text = self.given or ""
            start = end = len(self.text)
            if self.cursor is not None:
                chosen = self.cursor
                wanted = chosen if isinstance(chosen, tuple) else (chosen, chosen)
                start, end = (max(0, min(offset, end)) for offset in wanted)
            self.selection = (start, end)
            self._scroll = 0
        else:
            self.text = kept.text
            self._scroll = kept.scroll
            self.selection = (min(kept.start, len(kept.text)), min(kept.end, len(kept.text)))
        self._has_focus = ui.focused(self)
        ui.fields.append(self)
        if self.underlined and not self.label_floats:
            from android_gym.simulator.ui.painting import underline

            self.background = underline(self._has_focus, self.enabled)
        self.touched = self._has_focus and ui.windows.toolbar.target.get() == (ui.window, self.path)
        if self.touched and not ui.windows.toolbar.selecting.get():
            from android_gym.simulator.ui.text_toolbar import text_toolbar

            ui.popups.append(text_toolbar(self))

    def shown_text(self) -> str:
        """Text, dots, or the hint."""
        if not self.text:
            return "" if self.label_floats else self.hint or ""
        return "\u2022" * len(self.text) if self.hidden else self.text

    def current_color(self) -> int:
        """Text colour, the hint's while there is no text."""
        if not self.text:
            return self.ui.color(self.hint_color)
        return super().current_color()

    def set_text(self, text: str, start: int, end: int | None = None) -> bool:
        """Replace text and selection as an edit by the user does.

        Returns:
            Whether the edit was accepted (in full or cut to `max_length`).
        """
        if self.max_length is not None and len(text) > self.max_length:
            text = text[: self.max_length]
        changed = text != self.text
        if changed and self.accept is not None and not self.accept(text):
            return False
        start = min(start, len(text))
        end = start if end is None else min(end, len(text))
        given = text if self.on_text_change is not None else self.given
        self.text = text
        self._text_style = None
        self.selection = (start, end)
        self.ui.write(self, EditState(text, start, end, given, self._scroll))
        if changed:
            if self.ui.windows.toolbar.target.peek() is not None:
                self.ui.windows.toolbar.hide()  # an edit ends what was selected
            if self.on_text_change is not None:
                self.on_text_change(text)
        return True

    # -- layout: the text may be longer than the field

    def measure_content(
        self, width: int, width_mode: int, height: int, height_mode: int
    ) -> tuple[int, int]:
        """Return the size of its text; a single line is never broken."""
        wanted = super().measure_content(width, width_mode, height, height_mode)
        self._unbreak()
        return wanted

    def _unbreak(self) -> None:
        """Lay a single line of text out without an end, to be scrolled."""
        if self.multi_line or self.max_lines != 1 or not self.text:
            return
        layout = layout_text(self.shown_text(), self.text_style(), self.ui.density, None, 1, None)
        room = self._layout.width if self._layout is not None else 0
        if layout.longest_line > room or self.align == "start":
            self._layout = layout

    def layout(self, left: int, top: int, right: int, bottom: int) -> None:
        """Take its place, and scroll so that the cursor is in sight."""
        super().layout(left, top, right, bottom)
        self._unbreak()
        x0, y0, x1, y1 = self.inner
        layout = self._layout
        if layout is None:
            return
        x, caret_top, caret_bottom = layout.caret(self.selection[1] if self.text else 0)
        if self.multi_line:
            room, size = y1 - y0, math.ceil(layout.height)
            low, high = caret_top, caret_bottom
        else:
            start, end, _ = self._icon_room()
            room, size = x1 - x0 - start - end, math.ceil(layout.longest_line)
            low, high = math.floor(x), math.ceil(x) + self.ui.px(2)
            size = max(size, high) if self._has_focus else size
        self._range = max(0, size - room)
        scroll = min(self._scroll, self._range)
        if self._has_focus and self._range and not self._dragged:
            scroll = max(min(scroll, low), high - room)
        self._scroll = max(0, min(scroll, self._range))

    @property
    def _dragged(self) -> bool:
        """True if a finger has scrolled away from the cursor since the last edit."""
        kept = self.ui.offset(self, None)
        return self.multi_line and kept is not None and kept.dragged

    def can_scroll(self, amount: int) -> bool:
        """Return True if there are lines in that direction."""
        if not self.multi_line:
            return False
        return self._scroll < self._range if amount > 0 else self._scroll > 0

    def scroll(self, amount: int) -> int:
        """Move the lines."""
        scroll = max(0, min(self._range, self._scroll + amount))
        moved = scroll - self._scroll
        if moved:
            start, end = self.selection
            given = self.text if self.on_text_change is not None else self.given
            self._scroll = scroll
            self.ui.set_offset(self, EditState(self.text, start, end, given, scroll, dragged=True))
        return moved

    def text_origin(self) -> tuple[int, int]:
        """Top left corner of the text, less what is scrolled away."""
        x, y = super().text_origin()
        if self.multi_line:
            return x, max(y, self.inner[1]) - self._scroll
        return x - self._scroll, y

    def selection_bounds(self) -> tuple[int, int, int, int]:
        """Rectangle around the selection (or cursor), in the window's pixels."""
        left, top, right, bottom = self.bounds
        if self._layout is None:
            return self.bounds
        x, y = self.text_origin()
        first, last = sorted(self.selection) if self.text else (0, 0)
        from_x, from_top, _ = self._layout.caret(first)
        to_x, to_top, to_bottom = self._layout.caret(last)
        if from_top != to_top:
            from_x, to_x = left - x, right - x
        begin, end = max(left, round(x + from_x)), min(right, round(x + to_x))
        if self.ui.mirrored:
            begin, end = left + right - end, left + right - begin
        return begin, max(top, round(y + from_top)), end, min(bottom, round(y + to_bottom))

    @property
    def text_layout(self) -> TextLayout | None:
        """Return its characters' places, from `text_origin` on; None before it is laid out."""
        return self._layout

    def offset_at(self, x: float, y: float) -> int:
        """Index of the character boundary nearest to a point of the screen."""
        if self._layout is None or not self.text:
            return 0
        left, top = self.text_origin()
        return min(len(self.text), self._layout.offset_at(x - left, y - top))

    @property
    def editor(self) -> Editable | None:
        """Itself; None for a field that can't take the focus, and only shows what was chosen."""
        return self if self.focusable else None

    @property
    def text_field(self) -> TextField | None:
        """Itself, where it can be edited."""
        return self if self.focusable else None

    def appearance(self) -> Hashable | None:
        """Text, hint, selection and cursor."""
        base = super().appearance()
        if self.colored:
            base = (base, self.colored)
        if self._range:
            base = (base, self._scroll)
        if not self._has_focus:
            return base
        return "edit", base, self.selection, self.touched, self.ui.color("primary")

    def draw(self, canvas: Any) -> None:
        """Paint selection, text and cursor."""
        from android_gym.simulator.ui.painting import paint_editor

        paint_editor(canvas, self, self._layout, focused=self._has_focus, clipped=self._range > 0)

    def draw_text(self, canvas: Any) -> None:
        """Paint the text alone."""
        if not self.colored or self._layout is None or self.text != self.given:
            super().draw(canvas)
            return
        from android_gym.simulator.ui.painting import paint_colored

        colors = [(start, end, self.ui.color(color)) for start, end, color in self.colored]
        paint_colored(canvas, self._layout, *self.text_origin(), colors)

    def draw_margin(self) -> int:
        """The cursor may stand just outside, handles hang below."""
        if not self._has_focus:
            return 0
        return self.ui.px(2 if self.selection[0] == self.selection[1] else 24)

    def accessibility_text(self) -> str | None:
        """Text (dots for passwords); the hint while there is none, as Android reports it."""
        if not self.text:
            return self.hint or ""
        return self.shown_text()

    def accessibility_hint(self) -> str | None:
        """The hint."""
        return self.hint

    @property
    def editable(self) -> bool:
        """Return whether it can take the focus."""
        return self.focusable

    @property
    def password(self) -> bool:
        """True if the letters are hidden."""
        return self.hidden

    @property
    def text_selection(self) -> tuple[int, int]:
        """Start and end of the selection."""
        return self.selection if self._has_focus else (-1, -1)


class SeekBar(View):
    """A slider.

    Args:
        value: Present value, between 0 and `maximum`.
        maximum: Largest value.
        on_change: Called with each new value while the finger moves.
        on_stop: Called when the finger leaves.
        text: Text reported to accessibility.
        thick: The full-height look of SystemUI's brightness slider.
        icon: Icon inside a thick slider.
        **common: See `View`.
    """

    CLASS = "android.widget.SeekBar"
    IMPORTANT = True
    MIRRORS = True

    def __init__(
        self,
        value: float,
        maximum: float = 100,
        *,
        on_change: Callable[[float], None] | None = None,
        on_stop: Callable[[], None] | None = None,
        text: str | None = None,
        thick: bool = False,
        icon: str | None = None,
        **common: Unpack[ViewOptions],
    ) -> None:
        common.setdefault("min_height", 48 if thick else 32)
        common.setdefault("padding", 0 if thick else (16, 0))
        common.setdefault("focusable", True)
        super().__init__(**common)
        self.value = value
        self.maximum = maximum
        self.on_change = on_change
        self.on_stop = on_stop
        self.text = text
        self.thick = thick
        self.icon = icon

    def measure_content(
        self, width: int, width_mode: int, height: int, height_mode: int
    ) -> tuple[int, int]:
        """Return all the width there is."""
        return width, self.ui.px(self.min_height)

    @property
    def takes_touch(self) -> bool:
        """Follow the finger from the first touch."""
        return self.enabled and self.on_change is not None

    def takes_drag(self, axis: str) -> bool:
        """Keep sideways movements from scrolling what it stands in."""
        return axis == "x"

    def touch(self, event: Touch) -> None:
        """Move the value to where the finger is."""
        left, _, right, _ = self.inner
        if self.on_change is not None and event.action in ("down", "move", "up"):
            part = (event.x - left) / max(1, right - left)
            value = max(0.0, min(1.0, part)) * self.maximum
            if value != self.value:
                self.on_change(value)
        if event.action in ("up", "cancel") and self.on_stop is not None:
            self.on_stop()

    def appearance(self) -> Hashable | None:
        """Value and colours."""
        ui = self.ui
        part = round(self.value / self.maximum, 4) if self.maximum else 0.0
        return (
            part,
            self.enabled,
            self.thick,
            self.icon,
            self.pad,
            ui.theme.name,
        )

    def draw_margin(self) -> int:
        """The thumb may reach over the ends."""
        return 0 if self.thick else self.ui.px(8)

    def draw(self, canvas: Any) -> None:
        """Paint track and thumb."""
        from android_gym.simulator.ui.painting import paint_slider

        paint_slider(canvas, self)

    def accessibility_text(self) -> str | None:
        """The text given, else the value as Android writes it."""
        return self.text if self.text is not None else str(float(self.value))


class ProgressBar(View):
    """Progress, or (with `value` None) that something is going on.

    Args:
        value: Between 0 and 1; None for an indeterminate bar.
        circular: A ring in place of a bar.
        color: Colour of what is done.
        track: Colour of the rest.
        **common: See `View`.
    """

    CLASS = "android.widget.ProgressBar"
    IMPORTANT = True
    MIRRORS = True

    def __init__(
        self,
        value: float | None = None,
        *,
        circular: bool = False,
        color: str = "primary",
        track: str = "slider_track",
        thickness: float = 4,
        **common: Unpack[ViewOptions],
    ) -> None:
        super().__init__(**common)
        self.value = value
        self.circular = circular
        self.color = color
        self.track = track
        self.thickness = thickness

    def measure_content(
        self, width: int, width_mode: int, height: int, height_mode: int
    ) -> tuple[int, int]:
        """A ring of 48 dp, or a bar of all the width there is."""
        if self.circular:
            size = self.ui.px(48)
            return size, size
        return width, self.ui.px(self.thickness) + self.pad[1] + self.pad[3]

    def appearance(self) -> Hashable | None:
        """Value and colours."""
        ui = self.ui
        return (self.value, self.circular, ui.color(self.color), ui.color(self.track), self.pad)

    def draw(self, canvas: Any) -> None:
        """Paint the bar or ring."""
        from android_gym.simulator.ui.painting import paint_progress

        paint_progress(canvas, self)

    def accessibility_text(self) -> str | None:
        """The value as Android writes it."""
        return None if self.value is None else str(float(round(self.value * 100)))
