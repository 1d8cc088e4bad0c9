"""Theme and small parts that several of Clock's screens share."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import cache

from android_gym.simulator.ui.activity import Overlay
from android_gym.simulator.ui.components import FloatingActionButton, TextInputLayout
from android_gym.simulator.ui.dialogs import alert_dialog
from android_gym.simulator.ui.drawables import Rounded
from android_gym.simulator.ui.layouts import FrameLayout, row
from android_gym.simulator.ui.theme import Theme, material_theme
from android_gym.simulator.ui.view import MATCH, View
from android_gym.simulator.ui.widgets import EditText, TextView

__all__ = ["FAB_ROOM", "SNACKBAR_BOTTOM", "big_time", "fab_row", "label_prompt", "theme_of"]

SNACKBAR_BOTTOM = 192
"""dp from the lower edge to a snackbar, which stands above the buttons."""

FAB_ROOM = 128
"""dp that the buttons at the lower edge take from a page."""


@cache
def theme_of(dark: bool) -> Theme:
    """The app's colours: those of the wallpaper, which is blue."""
    return material_theme("#0B57D0", dark=dark, name="clock dark" if dark else "clock")


def _side(icon: str, id: str, words: str, on_click: Callable[[], None] | None) -> View:
    return FloatingActionButton(
        icon,
        id=id,
        class_name="android.widget.Button",
        content_description=words,
        on_click=on_click,
        width=64,
        height=64,
        margin=0,
        gravity="center",
        elevation=0,
        color="secondary_container",
        tint="on_secondary_container",
        background=Rounded("secondary_container", 32),
    )


Button = tuple[str, str, Callable[[], None]]
"""Icon, what a screen reader says, what a tap does."""


def fab_row(middle: Button | None, left: Button | None = None, right: Button | None = None) -> View:
    """The big button over the lower edge of a page, and the smaller ones beside it."""

    def beside(button: Button | None, id: str) -> View:
        inner = _side(button[0], id, button[1], button[2]) if button is not None else None
        return FrameLayout([inner], width=0, weight=1, height=96, key=f"{id} frame")

    fab = None
    if middle is not None:
        fab = FloatingActionButton(
            middle[0],
            id="fab",
            size="large",
            class_name="android.widget.Button",
            content_description=middle[1],
            on_click=middle[2],
            margin=0,
            gravity="center",
            elevation=0,
            color="primary_container",
            tint="on_primary_container",
        )
    return FrameLayout(
        [
            row(
                beside(left, "left_button"),
                FrameLayout([fab], width=96, height=96, key="fab frame"),
                beside(right, "right_button"),
                width=MATCH,
            )
        ],
        id="fab_container",
        width=MATCH,
        gravity="bottom",
        padding=(24, 16),
    )


def big_time(
    text: str, id: str, size: float, *, description: str | None = None, color: str = "text_primary"
) -> View:
    """A time whose letters are smaller than its digits: ``00h 05m 30s``, ``8:30 AM``.

    To accessibility it is one text.
    """
    small = size * 0.42
    parts = []
    for index, part in enumerate(re.findall(r"[\d:]+|[^\d:]+", text)):
        digits = part[0].isdigit()
        # Rows have no common baseline; Roboto's lies 0.244 em above its lower edge.
        lift = 0 if digits else (size - small) * 0.244
        parts.append(
            TextView(
                part.strip(),
                key=index,
                size=size if digits else small,
                color=color,
                weight_font=400 if digits else 500,
                max_lines=1,
                margin=(0 if digits else 3, 0, 6 if part.endswith(" ") else 0, lift),
                important_for_accessibility="no",
            )
        )
    return FrameLayout(
        [
            row(*parts, content_gravity="bottom"),
            TextView(
                text,
                id=id,
                content_description=description,
                color="transparent",
                width=MATCH,
                height=MATCH,
                max_lines=1,
            ),
        ]
    )


def label_prompt(
    text: str,
    on_text: Callable[[str], None],
    on_ok: Callable[[], None],
    on_dismiss: Callable[[], None],
) -> Overlay:
    """The dialog that asks for the name of an alarm or timer."""
    field = EditText(
        text,
        id="label_edit_box",
        hint="Label",
        on_text_change=on_text,
        on_editor_action=on_ok,
        ime_action="done",
        autofocus=True,
        max_lines=1,
    )
    return alert_dialog(
        "Add label",
        content=TextInputLayout(field, padding=(24, 8)),
        on_dismiss=on_dismiss,
        positive="OK",
        on_positive=on_ok,
        negative="Cancel",
    )
