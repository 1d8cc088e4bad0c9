"""Text fields in a labelled box, and dropdown fields."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from functools import partial
from typing import Any, Unpack

from android_gym.simulator.ui.activity import Overlay
from android_gym.simulator.ui.drawables import Rounded
from android_gym.simulator.ui.geometry import AT_MOST, EXACTLY, MATCH, UNSPECIFIED, WRAP, Rect
from android_gym.simulator.ui.layouts import (
    LinearLayout,
    ScrollView,
    column,
    row,
)
from android_gym.simulator.ui.options import FieldKind, ViewOptions
from android_gym.simulator.ui.themed import Themed
from android_gym.simulator.ui.ui import Ui
from android_gym.simulator.ui.view import View
from android_gym.simulator.ui.widgets import (
    CheckedTextView,
    EditText,
    ImageButton,
    ImageView,
    TextView,
)

__all__ = [
    "DropdownField",
    "FieldBox",
    "Spinner",
    "TextInputLayout",
]

Click = Callable[[], object]


class FieldBox(LinearLayout):
    """The box around a text field, with a label that floats up into its edge."""

    TEXTS = (*View.TEXTS, "label")
    MIRRORS = False

    def __init__(
        self,
        children: Sequence[View | None],
        kind: FieldKind,
        label: str,
        **common: Unpack[ViewOptions],
    ):
        super().__init__(children, content_gravity="center_vertical", **common)
        self.kind = kind
        self.label = label
        self.floating = self.focused = self.wrong = self.disabled = False
        self.label_inset = self.end_inset = 16.0

    def appearance(self) -> Hashable | None:
        """Return shape, label and state."""
        return (
            self.kind,
            self.label,
            self.floating,
            self.focused,
            self.wrong,
            self.disabled,
            self.label_start(),
            self.bounds[2] - self.bounds[0],
        )

    def label_start(self) -> int:
        """Return where the label begins, in pixels from the left: the end in a mirrored window."""
        return self.ui.px(self.end_inset if self.rtl else self.label_inset)

    def draw_margin(self) -> int:
        """Return room for the label, which overlaps the upper edge."""
        return self.ui.px(10) if self.floating and self.kind == "outlined" else 0

    def draw(self, canvas: Any) -> None:
        """Paint box and label."""
        from android_gym.simulator.ui.painting import paint_field

        paint_field(canvas, self)


class TextInputLayout(Themed):
    """A text field in a box with a floating label and an error text below.

    Args:
        field: The field; its hint is the label.
        kind: "outlined", "filled" or "line" (only an underline, as before Material's boxes).
        error: Error text, shown below in red.
        helper: Text shown below while there is no error.
        counter_max: Shows a character counter with this maximum.
        prefix: Text before that of the field.
        suffix: Text after that of the field.
        start_icon: Icon at the start of the box.
        on_start_icon: Called when the start icon is tapped.
        end_icon: Icon at the end of the box.
        on_end_icon: Called when the end icon is tapped.
        end_icon_description: Content description of the end icon.
        clear: Content description of a button that clears the field, shown while it has text.
        **common: See `View`. As wide as its parent by default.
    """

    CLASS = "android.widget.LinearLayout"
    ATTACHES_AGAIN = True

    def __init__(
        self,
        field: EditText,
        *,
        kind: FieldKind = "outlined",
        error: str | None = None,
        helper: str | None = None,
        counter_max: int | None = None,
        prefix: str | None = None,
        suffix: str | None = None,
        start_icon: str | None = None,
        on_start_icon: Click | None = None,
        end_icon: str | None = None,
        on_end_icon: Click | None = None,
        end_icon_description: str | None = None,
        **common: Unpack[ViewOptions],
    ) -> None:
        common.setdefault("width", MATCH)
        super().__init__((), orientation="vertical", **common)
        self.field = field
        self.kind = kind
        self.error = error
        self.helper = helper
        self.counter_max = counter_max
        self.prefix = prefix
        self.suffix = suffix
        self.start_icon = start_icon
        self.on_start_icon = on_start_icon
        self.end_icon = end_icon
        self.on_end_icon = on_end_icon
        self.end_icon_description = end_icon_description
        self._box: FieldBox | None = None

    def compose(self, ui: Ui) -> Sequence[View | None]:
        """Return the box with the field, and the line below it."""
        field, label = self.field, self.field.hint or ""
        field.label_floats = bool(label)
        if field.id is None and field.key is None:
            field.key = "field"
        top, bottom = (16.0, 16.0) if self.kind == "outlined" or not label else (24.0, 8.0)
        side = 16.0 if self.kind != "line" else 0.0
        if self.kind == "line":
            top, bottom = (20.0 if label else 8.0), 8.0
        field.background = "transparent"
        field.underlined = False
        field.padding = (
            0 if self.prefix or self.start_icon else side,
            top,
            0 if self.suffix or self.end_icon else side,
            bottom,
        )
        field.width, field.weight = 0, 1.0
        tall = self.height != WRAP
        field.height = MATCH if tall else field.height
        if tall and not field.multi_line:
            field.vertical = "center"
        field.min_height = max(field.min_height, 56 if self.kind != "line" else 48)
        end: View | None = None
        if self.end_icon is not None:
            end = ImageButton(
                self.end_icon,
                id="text_input_end_icon",
                content_description=self.end_icon_description,
                on_click=self.on_end_icon,
                clickable=self.on_end_icon is not None,
            )
        style: dict[str, Any] = {"style": "edit_text", "color": "text_secondary"}
        box = FieldBox(
            [
                self._start(),
                TextView(self.prefix, id="textinput_prefix_text", padding=(side, 0, 4, 0), **style)
                if self.prefix
                else None,
                field,
                TextView(self.suffix, id="textinput_suffix_text", padding=(4, 0, side, 0), **style)
                if self.suffix
                else None,
                end,
            ],
            self.kind,
            label,
            key="box",
            width=MATCH,
            height=0 if tall else WRAP,
            weight=1.0 if tall else 0.0,
            margin=(0, 6 if self.kind == "outlined" and label else 0, 0, 0),
        )
        box.label_inset = side + (32 if self.start_icon else 0)
        box.end_inset = side + (32 if self.end_icon else 0)
        box.wrong = self.error is not None
        box.disabled = not field.enabled
        self._box = box
        return [box, self._below(ui)]

    def _start(self) -> View | None:
        """Return the icon before the text; if it can be tapped, it is an ImageButton."""
        if self.start_icon is None:
            return None
        if self.on_start_icon is None:
            return ImageView(self.start_icon, margin=(12, 0))
        return ImageButton(self.start_icon, id="text_input_start_icon", on_click=self.on_start_icon)

    def attach(self, ui: Ui, parent: View | None, position: Hashable) -> None:
        """Attach field and box; only then it is known whether there is text."""
        super().attach(ui, parent, position)
        box, field = self._box, self.field
        assert box is not None
        box.focused = ui.focused(field)
        box.floating = box.focused or bool(field.text) or bool(self.prefix)

    def _below(self, ui: Ui) -> View | None:
        below = self.error if self.error is not None else self.helper
        if below is None and self.counter_max is None:
            return None
        wrong = self.error is not None
        message = TextView(
            below or "",
            id="textinput_error" if wrong else "textinput_helper_text",
            style="body_small",
            color="error" if wrong else "text_secondary",
            width=0,
            weight=1.0,
            visibility="invisible" if not below else "visible",
        )
        counter = None
        if self.counter_max is not None:
            used = len(_field_text(ui, self, self.field))
            counter = TextView(
                f"{used} / {self.counter_max}",
                id="textinput_counter",
                style="body_small",
                color="error" if used > self.counter_max else "text_secondary",
                content_description=f"Characters entered {used} of {self.counter_max}",
            )
        return row(message, counter, width=MATCH, padding=(16, 4, 16, 0))


def _field_text(ui: Ui, layout: TextInputLayout, field: EditText) -> str:
    """Return the text that a field will have: the app's, or the one that the view keeps."""
    if field.on_text_change is not None:
        return field.given or ""
    states = ui.offset_at((*layout.path, "box", field.key or field.id), type(field), None)
    return states.text if states is not None else field.given or ""


class _DropDown(Themed):
    """The list in a spinner's popup."""

    def __init__(
        self, items: Sequence[str], selected: int, choose: Callable[[int], None], width: int
    ) -> None:
        super().__init__((), orientation="vertical")
        self.items = items
        self.chosen = selected
        self.choose = choose
        self.least = width

    def compose(self, ui: Ui) -> Sequence[View | None]:
        """Return the rows."""
        self.background = Rounded("menu", ui.theme.corner("menu"))
        self.elevation = 8 if ui.theme.material == 2 else 3
        rows = [
            CheckedTextView(
                text,
                id="android:id/text1",
                style="menu_item",
                max_lines=1,
                vertical="center",
                width=MATCH,
                height=48,
                padding=(16, 0),
                checked=index == self.chosen,
                on_click=partial(self.choose, index),
                background="ripple" if index == self.chosen else None,
            )
            for index, text in enumerate(self.items)
        ]
        listing = ScrollView(column(*rows, width=MATCH), class_name="android.widget.ListView")
        listing.width = MATCH
        return [listing]

    def measure_content(
        self, width: int, width_mode: int, height: int, height_mode: int
    ) -> tuple[int, int]:
        """Measure as wide as the spinner, or the longest entry if that is wider."""
        if width_mode == AT_MOST:
            wanted = self.least
            for view in self.walk():
                if isinstance(view, CheckedTextView):
                    view.measure(0, UNSPECIFIED, 0, UNSPECIFIED)
                    wanted = max(wanted, view.measured[0])
            width, width_mode = min(width, wanted), EXACTLY
        return super().measure_content(width, width_mode, height, height_mode)


class Spinner(Themed):
    """A view that shows the selected entry; a tap opens a dropdown list of all entries.

    Args:
        items: The entries.
        selected: Index of the selected entry; -1 for none.
        on_select: Called with the index of the chosen entry, even if it was already selected.
        prompt: Shown while nothing is selected.
        text_id: Resource id of the text.
        text_style: Style of the text.
        color: Colour of text and arrow.
        **common: See `View`.
    """

    CLASS = "android.widget.Spinner"
    COVERS = True

    def __init__(
        self,
        items: Sequence[str],
        selected: int,
        on_select: Callable[[int], None],
        /,
        *,
        prompt: str = "",
        text_id: str | None = "android:id/text1",
        text_style: str = "list_item",
        color: str = "text_primary",
        **common: Unpack[ViewOptions],
    ) -> None:
        common.setdefault("min_height", 48)
        common.setdefault("clickable", True)
        super().__init__((), content_gravity="center_vertical", **common)
        self.items = list(items)
        self.chosen = selected
        self.on_select = on_select
        self.prompt = prompt
        self.text_id = text_id
        self.text_style_name = text_style
        self.color = color

    def compose(self, ui: Ui) -> Sequence[View | None]:
        """Return the selected entry and an arrow."""
        if ui.read(self):
            ui.popups.append(
                Overlay(
                    _DropDown(self.items, self.chosen, self._choose, 0),
                    key=self.path,
                    anchor=self._anchor,
                    over_anchor=self.COVERS,
                    gravity="start",
                    on_dismiss=self._close,
                    margin=(8, 8, 8, 8),
                )
            )
            content = ui.popups[-1].content
            assert isinstance(content, _DropDown)
            self._list = content
        chosen = 0 <= self.chosen < len(self.items)
        return [
            TextView(
                self.items[self.chosen] if chosen else self.prompt,
                id=self.text_id,
                style=self.text_style_name,
                color=self.color if chosen else "text_hint",
                max_lines=1,
                padding=(8, 0),
                enabled=self.enabled,
                width=WRAP if self.width == WRAP else 0,
                weight=0.0 if self.width == WRAP else 1.0,
            ),
            ImageView(
                "arrow_drop_down", tint=self.color if self.color != "text_primary" else "icon"
            ),
        ]

    def _anchor(self) -> Rect:
        return self.bounds

    def layout(self, left: int, top: int, right: int, bottom: int) -> None:
        """Lay out the view, and tell an open list its minimum width."""
        super().layout(left, top, right, bottom)
        if self.ui.read(self):
            self._list.least = right - left

    def _close(self) -> None:
        self.ui.write(self, None)

    def _choose(self, index: int) -> None:
        self._close()
        self.on_select(index)

    def click(self) -> None:
        """Open the list."""
        self.ui.write(self, True)
        super().click()


class DropdownField(Spinner):
    """A `Spinner` in the box of a `TextInputLayout` (Material's exposed dropdown menu).

    Args:
        label: Label that floats in the edge of the box.
        items: The entries.
        selected: Index of the selected entry; -1 for none.
        on_select: Called with the index of the chosen entry.
        kind: As for `TextInputLayout`.
        **common: See `Spinner`.
    """

    COVERS = False

    def __init__(
        self,
        label: str,
        items: Sequence[str],
        selected: int,
        on_select: Callable[[int], None],
        /,
        *,
        prompt: str = "",
        text_id: str | None = None,
        color: str = "text_primary",
        kind: FieldKind = "outlined",
        **common: Unpack[ViewOptions],
    ) -> None:
        common.setdefault("width", MATCH)
        super().__init__(
            items,
            selected,
            on_select,
            prompt=prompt,
            text_id=text_id,
            text_style="edit_text",
            color=color,
            **common,
        )
        self.label = label
        self.kind = kind

    def compose(self, ui: Ui) -> Sequence[View | None]:
        """Return the box with text and arrow."""
        content = super().compose(ui)
        chosen = 0 <= self.chosen < len(self.items)
        box = FieldBox(content, self.kind, self.label, width=MATCH, min_height=56, key="box")
        box.padding = (8, 8 if self.kind == "filled" and chosen else 0, 12, 0)
        box.margin = (0, 6 if self.kind == "outlined" else 0, 0, 0)
        box.floating = chosen or bool(self.prompt)
        box.focused = bool(ui.read(self))
        return [box]

    def _anchor(self) -> Rect:
        return self.bounds
