"""The rows of Settings' pages: what a row says and does, and the views it is made of."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from android_gym.simulator.ui.drawables import Rounded
from android_gym.simulator.ui.layouts import FrameLayout, LinearLayout, column, row
from android_gym.simulator.ui.view import MATCH, View
from android_gym.simulator.ui.widgets import (
    Button,
    ImageView,
    RadioButton,
    SeekBar,
    Space,
    Switch,
    TextView,
)

__all__ = [
    "ActionButton",
    "ActionButtons",
    "Category",
    "Custom",
    "Footer",
    "Header",
    "MainSwitch",
    "Preference",
    "RadioPreference",
    "SliderPreference",
    "SwitchPreference",
    "TwoTarget",
    "wide_button",
]

SIDE: Final = 24.0
"""Room at the sides of a row, dp."""

TITLE: Final = "android:id/title"
SUMMARY: Final = "android:id/summary"
SWITCH: Final = "android:id/switch_widget"


@dataclass
class Preference:
    """A row with a title, a summary below it and an icon before it.

    Attributes:
        title: First line.
        summary: Second line; None for none.
        icon: Icon name or drawable.
        on_click: What a tap on the row does; rows without can't be tapped.
        enabled: Whether it is not greyed out.
        summary_lines: Lines that the summary may take.
        gear: What a tap on the button at the end does; no button if None.
        gear_icon: Its icon.
        gear_label: Its content description.
        widget: View at the end of the row.
        searchable: Whether search lists it.
    """

    title: str
    summary: str | None = None
    icon: Any = None
    on_click: Callable[[], None] | None = None
    enabled: bool = True
    summary_lines: int = 10
    gear: Callable[[], None] | None = None
    gear_icon: str = "settings_outline"
    gear_label: str = "Settings"
    widget: View | None = None
    searchable: bool = True

    def texts(self) -> View:
        """Title and summary."""
        return column(
            TextView(
                self.title,
                id=TITLE,
                style="preference_title",
                max_lines=2,
                enabled=self.enabled,
            ),
            TextView(
                self.summary,
                id=SUMMARY,
                style="preference_summary",
                color="text_secondary",
                max_lines=self.summary_lines,
                enabled=self.enabled,
            )
            if self.summary
            else None,
            class_name="android.widget.RelativeLayout",
            width=0,
            weight=1,
            padding=(0, 16),
        )

    def icon_frame(self) -> View | None:
        """The icon in its frame."""
        if self.icon is None:
            return None
        size = 24 if isinstance(self.icon, str) else 32
        image = ImageView(self.icon, id="android:id/icon", size=size, enabled=self.enabled)
        return row(image, id="icon_frame", min_width=48, padding=(0, 4, 8, 4))

    def widget_frame(self) -> View | None:
        """What stands at the end of the row."""
        if self.gear is not None:
            button = ImageView(
                self.gear_icon,
                id="settings_button",
                content_description=self.gear_label,
                on_click=self.gear,
                min_width=48,
                min_height=48,
                padding=12,
            )
            return row(button, id="android:id/widget_frame", height=MATCH, margin=(16, 0, -12, 0))
        if self.widget is not None:
            return row(
                self.widget, id="android:id/widget_frame", height=MATCH, margin=(16, 0, 0, 0)
            )
        return None

    def view(self) -> View:
        """Makes the row."""
        return row(
            self.icon_frame(),
            self.texts(),
            self.widget_frame(),
            on_click=self.on_click,
            enabled=self.enabled,
            width=MATCH,
            min_height=61.7,
            padding=(SIDE, 0),
        )


@dataclass
class SwitchPreference(Preference):
    """A row with a switch; a tap anywhere on it toggles.

    Attributes:
        checked: Whether it is on.
        on_change: Called with the state that a tap asks for.
    """

    checked: bool = False
    on_change: Callable[[bool], None] | None = None

    def __post_init__(self) -> None:
        change, wanted = self.on_change, not self.checked
        if change is not None:
            self.on_click = lambda: change(wanted)
        self.widget = Switch(id=SWITCH, checked=self.checked, enabled=self.enabled, clickable=False)


@dataclass
class TwoTarget(Preference):
    """A row that opens a page, with a switch of its own behind a line.

    Attributes:
        checked: Whether the switch is on.
        on_change: Called with the state that a tap on the switch asks for.
    """

    checked: bool = False
    on_change: Callable[[bool], None] | None = None

    def view(self) -> View:
        """Makes the row; the switch in it can be tapped by itself."""
        switch = Switch(
            id="switchWidget",
            content_description=self.title,
            checked=self.checked,
            enabled=self.enabled,
            on_checked_change=self.on_change,
            padding=(0, 10),
        )
        return row(
            self.icon_frame(),
            self.texts(),
            Space(width=1, height=40, background="divider", margin=(16, 0, 24, 0)),
            row(switch, id="android:id/widget_frame", height=MATCH),
            on_click=self.on_click,
            enabled=self.enabled,
            width=MATCH,
            min_height=61.7,
            padding=(SIDE, 0),
        )


@dataclass
class Category:
    """The heading of a group of rows."""

    title: str
    searchable = False

    def view(self) -> View:
        """Makes the heading."""
        text = TextView(self.title, id=TITLE, style="preference_category", width=MATCH)
        return column(text, width=MATCH, padding=(SIDE, 12, SIDE, 6.3))


@dataclass
class MainSwitch:
    """The pill at the top of a page that switches the whole thing.

    Attributes:
        title: What it says, "Use ...".
        checked: Whether it is on.
        on_change: Called with the state that a tap asks for.
    """

    title: str
    checked: bool
    on_change: Callable[[bool], None]
    enabled: bool = True
    searchable = True
    summary = None

    def view(self) -> View:
        """Makes the pill."""
        frame = row(
            TextView(
                self.title,
                id="switch_text",
                style="main_switch",
                color="on_main_switch" if self.checked else "text_primary",
                width=0,
                weight=1,
                margin=(0, 24, 24, 24),
            ),
            Switch(id=SWITCH, checked=self.checked, enabled=self.enabled, clickable=False),
            id="frame",
            width=MATCH,
            min_height=75,
            padding=(24, 0, 16, 0),
            background=Rounded("main_switch_on" if self.checked else "main_switch_off", 28),
        )
        bar = LinearLayout(
            [frame],
            id="main_switch_bar",
            on_click=lambda: self.on_change(not self.checked),
            enabled=self.enabled,
            width=MATCH,
            padding=16,
        )
        return LinearLayout([bar], width=MATCH)


@dataclass
class SliderPreference:
    """A row with a slider below its title.

    Attributes:
        title: What it sets.
        value: Present value.
        maximum: Largest value; the smallest is 0.
        on_change: Called with each new value, a whole number.
        icon: Icon before it.
        summary: Line below the title.
        id: Resource id of the slider.
    """

    title: str
    value: int
    maximum: int
    on_change: Callable[[int], None]
    icon: str | None = None
    summary: str | None = None
    enabled: bool = True
    id: str = "seekbar"
    searchable = True

    def view(self) -> View:
        """Makes the row."""

        def change(value: float) -> None:
            if round(value) != self.value:
                self.on_change(round(value))

        icon = None
        if self.icon is not None:
            icon = row(
                ImageView(self.icon, id="android:id/icon"),
                id="android:id/icon_frame",
                min_width=48,
                gravity="bottom",
                margin=(0, 0, 0, 20),
            )
        slider = SeekBar(
            self.value,
            self.maximum,
            id=self.id,
            content_description=self.title,
            on_change=change,
            enabled=self.enabled,
            width=MATCH,
            min_height=48,
            margin=(-16, 0),
        )
        summary = self.summary and TextView(
            self.summary, id=SUMMARY, style="preference_summary", color="text_secondary"
        )
        return row(
            icon,
            column(
                TextView(self.title, id=TITLE, style="preference_title", enabled=self.enabled),
                summary or None,
                FrameLayout([slider], width=MATCH),
                width=0,
                weight=1,
            ),
            width=MATCH,
            padding=(SIDE, 14, SIDE, 4),
        )


@dataclass
class RadioPreference(Preference):
    """One of several choices, with a radio button before it.

    Attributes:
        checked: Whether it is the chosen one.
    """

    checked: bool = False

    def icon_frame(self) -> View | None:
        """The radio button."""
        button = RadioButton(
            id="android:id/checkbox", checked=self.checked, enabled=self.enabled, clickable=False
        )
        return row(button, min_width=48, margin=(-4, 0, 4, 0))


@dataclass
class Footer:
    """Small print with an "i" above it."""

    text: str
    searchable = False

    def view(self) -> View:
        """Makes it."""
        return column(
            row(ImageView("information_outline", id="android:id/icon"), id="icon_frame"),
            TextView(
                self.text,
                id=TITLE,
                style="preference_summary",
                color="text_secondary",
                width=MATCH,
                margin=(0, 16, 0, 0),
            ),
            width=MATCH,
            padding=(SIDE, 16),
        )


@dataclass
class Header:
    """The head of a page about one thing: its picture, name and state, in the middle."""

    title: str
    summary: str | None = None
    icon: Any = None
    searchable = False

    def view(self) -> View:
        """Makes it."""
        plain = isinstance(self.icon, str)
        return column(
            ImageView(
                self.icon,
                id="entity_header_icon",
                size=32 if plain else 56,
                scale="center",
                gravity="center_horizontal",
                margin=(0, 0, 0, 8),
            )
            if self.icon is not None
            else None,
            TextView(
                self.title,
                id="entity_header_title",
                style="preference_title",
                size=24,
                gravity="center_horizontal",
                align="center",
            ),
            TextView(
                self.summary,
                id="entity_header_summary",
                style="preference_summary",
                color="text_secondary",
                gravity="center_horizontal",
                align="center",
                margin=(0, 4, 0, 0),
            )
            if self.summary
            else None,
            id="entity_header",
            width=MATCH,
            padding=(SIDE, 16),
        )


@dataclass
class ActionButton:
    """One of the buttons in a row below a page's head.

    Attributes:
        text: Label.
        icon: Icon above it.
        on_click: What it does.
        enabled: Whether it can be tapped.
    """

    text: str
    icon: str
    on_click: Callable[[], None]
    enabled: bool = True


@dataclass
class ActionButtons:
    """A row of up to four buttons (``button1`` to ``button4``)."""

    buttons: Sequence[ActionButton] = field(default_factory=tuple)
    searchable = False

    def view(self) -> View:
        """Makes the row."""
        last = len(self.buttons) - 1
        made = [
            Button(
                button.text,
                id=f"button{index + 1}",
                icon=button.icon,
                icon_top=True,
                icon_size=24,
                icon_padding=4,
                color="accent",
                on_click=button.on_click,
                enabled=button.enabled,
                width=0,
                weight=1,
                height=72,
                padding=(4, 12),
                background=Rounded(
                    "search_bar",
                    (
                        20.0 if index == 0 else 0.0,
                        20.0 if index == last else 0.0,
                        20.0 if index == last else 0.0,
                        20.0 if index == 0 else 0.0,
                    ),
                ),
                margin=(0, 0, 0 if index == last else 1, 0),
            )
            for index, button in enumerate(self.buttons)
        ]
        return row(*made, width=MATCH, padding=(SIDE, 8, SIDE, 16))


@dataclass
class Custom:
    """A row of other views."""

    make: Callable[[], View]
    searchable = False

    def view(self) -> View:
        """Makes them."""
        return self.make()


def wide_button(text: str, on_click: Callable[[], None], *, enabled: bool = True) -> Custom:
    """A row with one filled button."""
    return Custom(
        lambda: Button(
            text,
            id="button",
            kind="filled",
            on_click=on_click,
            enabled=enabled,
            margin=(SIDE, 16),
        )
    )
