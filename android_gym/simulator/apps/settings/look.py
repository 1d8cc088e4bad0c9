"""Views of Settings' rows, with Android 13's dimensions and view ids."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import Any, Final, Unpack

from android_gym.simulator.appkit.preferences import LinkPreference, Preference, ViewRow
from android_gym.simulator.apps.settings.model import Click, Link, TwoTarget
from android_gym.simulator.ui.activity import Activity
from android_gym.simulator.ui.drawables import Drawable, Rounded
from android_gym.simulator.ui.geometry import MATCH
from android_gym.simulator.ui.layouts import (
    FrameLayout,
    LinearLayout,
    column,
    row,
    wide_column,
    wide_row,
)
from android_gym.simulator.ui.options import ImageOptions
from android_gym.simulator.ui.view import View
from android_gym.simulator.ui.widgets import (
    Button,
    ImageButton,
    ImageView,
    RadioButton,
    Space,
    Switch,
    TextView,
)

__all__ = [
    "ActionButton",
    "ActionButtons",
    "Custom",
    "Footer",
    "Header",
    "WideButton",
    "bar_button",
    "category",
    "main_switch",
    "preference",
    "radio_button",
    "slider",
    "two_target",
    "usage",
]

SIDE: Final = 24.0
"""Padding at the sides of a row, in dp."""

TITLE: Final = "android:id/title"
SUMMARY: Final = "android:id/summary"
SWITCH: Final = "android:id/switch_widget"

Item = Preference | LinkPreference
OnClick = Callable[[], object] | None


def _summary(text: str | None, **options: Any) -> View | None:
    if not text:
        return None
    style, color = "preference_summary", "text_secondary"
    return TextView(text, id=SUMMARY, style=style, color=color, **options)


def _texts(item: Item, summary: str | None) -> View:
    lines = item.summary_lines if isinstance(item, Link) else 10
    return column(
        TextView(item.title, id=TITLE, style="preference_title", max_lines=2, enabled=item.enabled),
        _summary(summary, max_lines=lines, enabled=item.enabled),
        class_name="android.widget.RelativeLayout",
        width=0,
        weight=1,
        padding=(0, 16),
    )


def _icon(item: Item) -> View | None:
    if item.icon is None:
        return None
    size = 24 if isinstance(item.icon, str) else 32
    image = ImageView(item.icon, id="android:id/icon", size=size, enabled=item.enabled)
    return row(image, id="icon_frame", min_width=48, padding=(0, 4, 8, 4))


def _gear(item: Link, on_click: OnClick) -> View:
    button = ImageView(
        item.gear_icon,
        id="settings_button",
        content_description=item.gear_label,
        on_click=on_click,
        min_width=48,
        min_height=48,
        padding=12,
    )
    return row(button, id="android:id/widget_frame", height=MATCH, margin=(16, 0, -12, 0))


def _row(item: Item, on_click: OnClick, *parts: View | None) -> View:
    return wide_row(
        *parts, on_click=on_click, enabled=item.enabled, min_height=61.7, padding=(SIDE, 0)
    )


def preference(
    item: Item, summary: str | None, on_click: OnClick, checked: bool | None, gear: OnClick = None
) -> View:
    """Build an ordinary row: icon, title and summary, with an optional switch or button at its end.

    Args:
        item: The row.
        summary: Second line.
        on_click: Called when the row is tapped.
        checked: State of the switch; None for no switch.
        gear: Called when the button at the end is tapped; None for no button.
    """
    frame = None
    if gear is not None and isinstance(item, Link):
        frame = _gear(item, gear)
    elif checked is not None:
        switch = Switch(id=SWITCH, checked=checked, enabled=item.enabled, clickable=False)
        frame = row(switch, id="android:id/widget_frame", height=MATCH, margin=(16, 0, 0, 0))
    return _row(item, on_click, _icon(item), _texts(item, summary), frame)


def radio_button(item: Item, on_click: OnClick, checked: bool) -> View:
    """Build a choice with a radio button at its start."""
    button = RadioButton(
        id="android:id/checkbox", checked=checked, enabled=item.enabled, clickable=False
    )
    frame = row(button, min_width=48, margin=(-4, 0, 4, 0))
    return _row(item, on_click, frame, _texts(item, item.summary))


def two_target(
    item: TwoTarget,
    summary: str | None,
    on_click: OnClick,
    checked: bool,
    on_change: Callable[[bool], None],
) -> View:
    """Build a row with a separately tappable switch behind a divider."""
    switch = Switch(
        id="switchWidget",
        content_description=item.title,
        checked=checked,
        enabled=item.enabled and item.switchable,
        on_checked_change=on_change,
        padding=(0, 10),
    )
    line = Space(width=1, height=40, background="divider", margin=(16, 0, 24, 0))
    frame = row(switch, id="android:id/widget_frame", height=MATCH)
    return _row(item, on_click, _icon(item), _texts(item, summary), line, frame)


def main_switch(item: Item, on_click: OnClick, checked: bool) -> View:
    """Build the pill-shaped main switch at the top of a page."""
    frame = wide_row(
        TextView(
            item.title,
            id="switch_text",
            style="main_switch",
            color="on_main_switch" if checked else "text_primary",
            width=0,
            weight=1,
            margin=(0, 24, 24, 24),
        ),
        Switch(id=SWITCH, checked=checked, enabled=item.enabled, clickable=False),
        id="frame",
        min_height=75,
        padding=(24, 0, 16, 0),
        background=Rounded("main_switch_on" if checked else "main_switch_off", 28),
    )
    bar = LinearLayout(
        [frame],
        id="main_switch_bar",
        on_click=on_click,
        enabled=item.enabled,
        width=MATCH,
        padding=16,
    )
    return LinearLayout([bar], width=MATCH)


def slider(item: Item, bar: View) -> View:
    """Build a row with a slider below its title."""
    icon = None
    if item.icon is not None:
        image = ImageView(item.icon, id="android:id/icon")
        frame = "android:id/icon_frame"
        icon = row(image, id=frame, min_width=48, gravity="bottom", margin=(0, 0, 0, 20))
    return wide_row(
        icon,
        column(
            TextView(item.title, id=TITLE, style="preference_title", enabled=item.enabled),
            _summary(item.summary),
            FrameLayout([bar], width=MATCH),
            width=0,
            weight=1,
        ),
        padding=(SIDE, 14, SIDE, 4),
    )


def bar_button(
    icon: str, label: str, on_click: OnClick, /, **options: Unpack[ImageOptions]
) -> View:
    """Build a toolbar button."""
    options["content_description"] = label
    options["on_click"] = on_click
    options["tint"] = "text_primary"
    return ImageButton(icon, **options)


def category(title: str) -> View:
    """Build the heading of a group of rows."""
    text = TextView(title, id=TITLE, style="preference_category", width=MATCH)
    return wide_column(text, padding=(SIDE, 12, SIDE, 6.3))


def usage(used: str, total: str, below: str, part: float) -> View:
    """Build a large number with a bar below it (settingslib's usage_progress_preference).

    Args:
        used: The large number.
        total: Small text at the end of the number's line; "" for none.
        below: Text below the bar; "" for none.
        part: Filled fraction of the bar, 0 to 1.
    """
    from android_gym.simulator.ui.widgets import ProgressBar

    style = "preference_summary"
    return wide_column(
        wide_row(
            TextView(used, id="usage_summary", style="collapsing_title"),
            Space(width=0, weight=1, height=1),
            TextView(total, id="total_summary", style=style, gravity="bottom") if total else None,
        ),
        ProgressBar(part, id="android:id/progress", thickness=8, width=MATCH, margin=(0, 8)),
        TextView(below, id="bottom_summary", style=style, color="text_secondary")
        if below
        else None,
        padding=(24, 8),
    )


@dataclass(frozen=True)
class Custom(ViewRow):
    """A row made of arbitrary views.

    Attributes:
        make: Function that builds the views.
    """

    make: Callable[[], View]

    def view(self, screen: Activity[Any]) -> View:
        """Build the views."""
        return self.make()


@dataclass(frozen=True)
class Footer(ViewRow):
    """Small print below an "i" icon."""

    text: str

    def view(self, screen: Activity[Any]) -> View:
        """Build icon and text."""
        return wide_column(
            row(ImageView("information_outline", id="android:id/icon"), id="icon_frame"),
            TextView(
                self.text,
                id=TITLE,
                style="preference_summary",
                color="text_secondary",
                width=MATCH,
                margin=(0, 16, 0, 0),
            ),
            padding=(SIDE, 16),
        )


@dataclass(frozen=True)
class Header(ViewRow):
    """The centred header of a page about one thing: its picture, name and state."""

    title: str
    summary: str | None = None
    icon: str | Drawable | None = None

    def view(self, screen: Activity[Any]) -> View:
        """Build the picture and the texts."""
        middle = partial(TextView, gravity="center_horizontal", align="center")
        image = ImageView(
            self.icon,
            id="entity_header_icon",
            size=32 if isinstance(self.icon, str) else 56,
            scale="center",
            gravity="center_horizontal",
            margin=(0, 0, 0, 8),
        )
        return wide_column(
            image if self.icon is not None else None,
            middle(self.title, id="entity_header_title", style="preference_title", size=24),
            middle(
                self.summary,
                id="entity_header_summary",
                style="preference_summary",
                color="text_secondary",
                margin=(0, 4, 0, 0),
            )
            if self.summary
            else None,
            id="entity_header",
            padding=(SIDE, 16),
        )


@dataclass(frozen=True)
class ActionButton:
    """One of the buttons below a page's header.

    Attributes:
        text: Label.
        icon: Icon above it.
        on_click: Called with the page when the button is tapped.
        enabled: Whether the button can be tapped.
    """

    text: str
    icon: str
    on_click: Click
    enabled: bool = True


@dataclass(frozen=True)
class ActionButtons(ViewRow):
    """A row of up to four buttons (``button1`` to ``button4``)."""

    buttons: tuple[ActionButton, ...]

    def view(self, screen: Activity[Any]) -> View:
        """Build the row; only its outer corners are rounded."""
        last = len(self.buttons) - 1
        made = []
        for index, button in enumerate(self.buttons):
            left, right = 20.0 * (index == 0), 20.0 * (index == last)
            made.append(
                Button(
                    button.text,
                    id=f"button{index + 1}",
                    icon=button.icon,
                    icon_top=True,
                    icon_size=24,
                    icon_padding=4,
                    color="accent",
                    on_click=partial(button.on_click, screen),
                    enabled=button.enabled,
                    width=0,
                    weight=1,
                    height=72,
                    padding=(4, 12),
                    background=Rounded("search_bar", (left, right, right, left)),
                    margin=(0, 0, 0 if index == last else 1, 0),
                )
            )
        return wide_row(*made, padding=(SIDE, 8, SIDE, 16))


@dataclass(frozen=True)
class WideButton(ViewRow):
    """A row with one filled button."""

    text: str
    on_click: Click
    id: str = "button"

    def view(self, screen: Activity[Any]) -> View:
        """Build the button."""
        click = partial(self.on_click, screen)
        return Button(self.text, id=self.id, kind="filled", on_click=click, margin=(SIDE, 16))
