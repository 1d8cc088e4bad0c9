"""Theme and constants shared by the screens."""

from __future__ import annotations

from functools import lru_cache

from android_gym.simulator.appkit import simple_theme
from android_gym.simulator.appkit.simple_theme import Look
from android_gym.simulator.ui.theme import Theme

RELATIVE = "android.widget.RelativeLayout"
GROUP = "android.view.ViewGroup"
LINEAR = "android.widget.LinearLayout"

FAINT = 0.5
"""Opacity of past events and completed tasks."""

COLORS = tuple(
    int(f"FF{digits}", 16) - (1 << 32)
    for digits in (
        "F44336 E91E63 9C27B0 673AB7 3F51B5 2196F3 03A9F4 00BCD4 009688 4CAF50 8BC34A CDDC39 "
        "FFEB3B FFC107 FF9800 FF5722 795548 607D8B 9E9E9E"
    ).split()
)
"""Selectable colours of event types, as signed ARGB integers (``md_primary_colors``)."""


@lru_cache(maxsize=64)
def theme_of(look: Look) -> Theme:
    """Return the app's theme for a look."""
    ink = simple_theme.theme_of(look)
    theme = ink.having(
        outline_faint="#40FFFFFF" if ink.dark else "#40808080",
        selected_row="#44888888",
        divider="#55808080",
        text_hint="text_primary@0.5",
        control_activated="primary",
    )
    return theme if look.dark or look.colors else theme.having(**_LIGHT)


_LIGHT = {
    "dialog": "#CCE9F9",
    "primary_container": "#219BCC",
    "on_primary_container": "#001E2C",
    "surface_container_highest": "#F2F0F3",
    "surface_variant": "#F1F1F3",
}
"""Colours of dialogs and time pickers, measured in screenshots of the real app."""
