"""Floating action buttons, chips and groups of buttons."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from functools import partial
from typing import Literal, Unpack

from android_gym.simulator.ui.drawables import Inset, Rounded
from android_gym.simulator.ui.layouts import (
    FlowLayout,
)
from android_gym.simulator.ui.options import TextOptions, ViewOptions
from android_gym.simulator.ui.themed import Themed
from android_gym.simulator.ui.ui import Ui
from android_gym.simulator.ui.view import View
from android_gym.simulator.ui.widgets import (
    Button,
    ImageButton,
    ImageView,
    TextView,
)

__all__ = [
    "Chip",
    "ChipGroup",
    "ExtendedFloatingActionButton",
    "FloatingActionButton",
    "ToggleGroup",
]

Click = Callable[[], object]


class FloatingActionButton(ImageButton):
    """The round button at the lower end corner of a screen.

    Args:
        icon: Its icon.
        size: "regular" (56 dp), "mini" (40) or "large" (96).
        color: Fill; the theme's "fab" by default.
        **common: See `View`; placed at the lower end corner with a margin of 16 dp by default.
    """

    def __init__(
        self,
        icon: str,
        *,
        size: Literal["regular", "mini", "large"] = "regular",
        color: str | None = None,
        tint: str | int | None = None,
        **common: Unpack[ViewOptions],
    ) -> None:
        side = {"mini": 40, "large": 96}.get(size, 56)
        common.setdefault("width", side)
        common.setdefault("height", side)
        common.setdefault("margin", 16)
        common.setdefault("gravity", "end|bottom")
        common.setdefault("elevation", 6)
        super().__init__(icon, size=36 if size == "large" else 24, tint=tint, **common)
        self.kind = size
        self.color = color

    def attach(self, ui: Ui, parent: View | None, position: Hashable) -> None:
        """Choose colour and shape from the theme."""
        if self.background is None:
            corner = ui.theme.corner("fab")
            if ui.theme.material == 2:
                corner = 999
            elif self.kind != "regular":
                corner = 12 if self.kind == "mini" else 28
            self.background = Rounded(self.color or "fab", corner)
        if self.tint is None:
            self.tint = "on_fab"
        super().attach(ui, parent, position)


class ExtendedFloatingActionButton(Button):
    """A floating action button with text.

    Args:
        text: Label.
        icon: Icon before it.
        fill: Fill; the theme's "fab" by default.
        **common: See `TextView`; placed at the lower end corner with a margin of 16 dp by default.
    """

    def __init__(
        self,
        text: str,
        *,
        fill: str | None = None,
        **common: Unpack[TextOptions],
    ) -> None:
        common.setdefault("margin", 16)
        common.setdefault("gravity", "end|bottom")
        common.setdefault("elevation", 6)
        common.setdefault("icon_size", 24)
        common.setdefault("icon_padding", 12)
        common.setdefault("color", "on_fab")
        super().__init__(text, **common)
        self.fill = fill

    def attach(self, ui: Ui, parent: View | None, position: Hashable) -> None:
        """Choose size, colour and shape from the theme."""
        material = ui.theme.material
        self.min_height = 48 if material == 2 else 56
        if self._fitted:
            self._fitted = False
            self.padding = (12 if self.icon else 20, 0, 20, 0)
        if self.background is None:
            self.background = Rounded(self.fill or "fab", 24 if material == 2 else 16)
        super().attach(ui, parent, position)


class Chip(Themed):
    """A small rounded button: a filter, a choice, an entry that can be removed.

    Args:
        text: Label.
        icon: Icon before it.
        checked: State of a checkable chip; None if it isn't checkable.
        on_click: Called on a tap.
        on_close: Called when its close icon is tapped; None for no close icon.
        exclusive: Whether it is one of several mutually exclusive choices.
        fill: Fill colour; the theme's by default.
        **common: See `View`.
    """

    TEXTS = (*Themed.TEXTS, "text")

    def __init__(
        self,
        text: str,
        *,
        icon: str | None = None,
        on_close: Click | None = None,
        exclusive: bool = False,
        fill: str | None = None,
        tick: bool = True,
        **common: Unpack[ViewOptions],
    ) -> None:
        if "class_name" not in common:
            kind = "View" if common.get("on_click") is None else "Button"
            if common.get("checked") is not None:
                kind = "RadioButton" if exclusive else "CompoundButton"
            common["class_name"] = f"android.{'view' if kind == 'View' else 'widget'}.{kind}"
        common.setdefault("min_height", 48)
        common.setdefault("important_for_accessibility", "yes")
        common.setdefault("checked", None)
        super().__init__((), content_gravity="center_vertical", **common)
        self.text = text
        self.icon = icon
        self.on_close = on_close
        self.fill = fill
        self.tick = tick

    def accessibility_text(self) -> str | None:
        """Return the label."""
        return self.text

    def compose(self, ui: Ui) -> Sequence[View | None]:
        """Return icon or check mark, label and close icon."""
        material, on = ui.theme.material, self.checked
        fill = self.fill or ("chip_selected" if on else "chip")
        color = "text_primary"
        if material == 3:
            color = "on_secondary_container" if on else "text_secondary"
        stroke = "outline" if material == 3 and not on else None
        shape = Rounded(fill, ui.theme.corner("chip"), stroke)
        self.background = Inset(shape, top=8, bottom=8)
        icon = "check" if on and self.tick and self.icon is None else self.icon
        side = 18 if icon == "check" or material == 3 else 24
        self.pad = ui.insets((8 if icon else 12, 0, 4 if self.on_close else 12, 0))
        self.padding = (8 if icon else 12, 0, 4 if self.on_close else 12, 0)
        label = TextView(
            self.text,
            style="chip",
            color=color,
            max_lines=1,
            important_for_accessibility="no",
        )
        label.enabled = self.enabled
        close = None
        if self.on_close is not None:
            close = ImageView(
                "close",
                size=18,
                tint=color,
                width=28,
                height=32,
                class_name="android.widget.Button",
                content_description=f"Remove {self.text}",
                on_click=self.on_close,
            )
        return [
            ImageView(icon, size=side, tint=color, margin=(0, 0, 8, 0)) if icon else None,
            label,
            close,
        ]


class ChipGroup(FlowLayout):
    """Chips in a flow layout that wraps into as many lines as needed.

    Args:
        chips: The chips. (For a single scrolling line put a `row` into a `HorizontalScrollView`.)
        **common: See `FlowLayout`.
    """

    def __init__(
        self,
        chips: Sequence[View | None],
        *,
        spacing: tuple[float, float] = (8, 0),
        **common: Unpack[ViewOptions],
    ) -> None:
        super().__init__(chips, spacing=spacing, **common)


class ToggleGroup(Themed):
    """Connected buttons of which one or several are checked (MaterialButtonToggleGroup).

    Args:
        labels: Their labels.
        checked: Indices of the checked buttons.
        on_click: Called with the index of a tapped button.
        ids: Their resource ids.
        **common: See `View`.
    """

    def __init__(
        self,
        labels: Sequence[str],
        checked: Sequence[int],
        on_click: Callable[[int], None],
        /,
        *,
        ids: Sequence[str | None] = (),
        fill: bool = False,
        **common: Unpack[ViewOptions],
    ) -> None:
        super().__init__((), **common)
        self.labels = labels
        self.chosen = checked
        self.on_choose = on_click
        self.ids = ids
        self.fill = fill

    def compose(self, ui: Ui) -> Sequence[View | None]:
        """Return the buttons, joined into one shape."""
        corner, material = ui.theme.corner("button"), ui.theme.material
        inset = 6 if material == 2 else 4
        buttons = []
        for index, label in enumerate(self.labels):
            on = index in self.chosen
            start = corner if index == 0 else 0.0
            end = corner if index == len(self.labels) - 1 else 0.0
            chosen = "accent@0.12" if material == 2 else "secondary_container"
            line = "outline_variant" if material == 2 else "outline"
            shape = Rounded(chosen if on else "transparent", (start, end, end, start), line)
            button = Button(
                label,
                id=self.ids[index] if index < len(self.ids) else None,
                class_name="android.widget.CompoundButton",
                background=Inset(shape, top=inset, bottom=inset),
                color=("accent" if on else "text_secondary") if material == 2 else "text_primary",
                checked=on,
                on_click=partial(self.on_choose, index),
                padding=(16, 0),
                margin=(-1 if index else 0, 0, 0, 0),
            )
            if self.fill:
                button.width, button.weight = 0, 1.0
            buttons.append(button)
        return buttons
