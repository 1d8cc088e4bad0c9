"""The settings pages."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from android_gym.simulator.appkit.preferences import (
    LinkPreference,
    Preference,
    Rows,
    SeekBarPreference,
)
from android_gym.simulator.apps.retro_music.actions import Actions
from android_gym.simulator.apps.retro_music.look import GROUP, accent_color, toolbar
from android_gym.simulator.apps.retro_music.model import Destination
from android_gym.simulator.apps.retro_music.screens.about import about
from android_gym.simulator.apps.retro_music.screens.lists import bar, under_bar
from android_gym.simulator.apps.retro_music.screens.preferences import rows
from android_gym.simulator.ui.drawables import Oval
from android_gym.simulator.ui.geometry import MATCH
from android_gym.simulator.ui.layouts import FrameLayout, RecyclerView, column, row
from android_gym.simulator.ui.view import View
from android_gym.simulator.ui.widgets import ImageView, SeekBar, TextView

__all__ = ["heading", "page", "preference"]

PAGES: dict[str, tuple[str, str, str, str, str]] = {
    "general": (
        "generalSettings",
        "Look and feel",
        "Change the theme and colors of the app",
        "palette",
        "#2196F3",
    ),
    "now_playing": (
        "nowPlayingSettings",
        "Now playing",
        "Customize the now playing screen",
        "play_circle_outline",
        "#E91E63",
    ),
    "audio": (
        "audioSettings",
        "Audio",
        "Change the sound settings and adjust the equalizer controls",
        "volume_high",
        "#3D5AFE",
    ),
    "personalize": (
        "personalizeSettings",
        "Personalize",
        "Customize your now playing and UI controls",
        "circle_multiple",
        "#1DE9B6",
    ),
    "images": (
        "imageSettings",
        "Images",
        "Change artist image download settings",
        "image_outline",
        "#F44336",
    ),
    "notification": (
        "notificationSettings",
        "Notification",
        "Customize the notification style",
        "bell_outline",
        "#FBC02D",
    ),
    "other": (
        "otherSettings",
        "Other",
        "Advanced testing features",
        "shape_outline",
        "#1976D2",
    ),
    "about": (
        "aboutSettings",
        "About",
        "Team, social links",
        "information_outline",
        "#4CAF50",
    ),
}
"""Id, title, summary, icon and colour of each page."""


def page(app: Actions, key: str) -> View:
    """Build the list of pages, or one of them."""
    known = PAGES.get(key)
    top = bar(toolbar(known[1] if known else "Settings", on_navigation=app.close_page, center=True))
    if known is None:
        entries = list(PAGES)
        listing = RecyclerView(
            len(entries), lambda index: _entry(app, entries[index]), id="container"
        )
        return under_bar(top, listing)
    if key == "about":
        return under_bar(top, about(app))
    shown = Rows([entry for entry in rows(app, key) if entry is not None], app.view)
    listing = RecyclerView(len(shown), shown.__getitem__, id="recycler_view", key=key)
    return under_bar(top, listing)


def heading(title: str) -> View:
    """Build the heading of a group of preferences."""
    return TextView(
        title,
        id="android:id/title",
        size=14,
        weight_font=500,
        color="primary",
        padding=(72, 16, 16, 8),
        width=MATCH,
        key=("category", title),
    )


def preference(
    app: Actions,
    entry: Preference | LinkPreference,
    summary: str | None,
    on_click: Callable[[], object] | None,
    widget: View | None,
) -> View:
    """Build the row of a preference; see `PreferenceActivity.row` for the arguments."""
    slider = isinstance(widget, SeekBar)
    shade = "" if entry.enabled else "@0.4"
    texts: list[View | None] = [
        TextView(entry.title, id="android:id/title", size=16, color=f"text_primary{shade}"),
        TextView(
            summary,
            id="android:id/summary",
            size=14,
            color=f"text_secondary{shade}",
            margin=(0, 2, 0, 0),
        )
        if summary
        else None,
    ]
    if slider and isinstance(entry, SeekBarPreference):
        value = TextView(str(app.value(entry)), id="seekbar_value", size=16)
        assert widget is not None
        widget.width, widget.weight = 0, 1
        widget.padding = (6, 0)
        texts.append(row(widget, value, width=MATCH, margin=(0, 8, 0, 0)))
    if entry.key == "accent_color":
        ground = Oval(f"{accent_color(app.context)}{shade}", stroke="divider")
        widget = View(id="circle", width=32, height=32, background=ground)
    icon = ImageView(
        entry.icon, id="android:id/icon", width=24, height=24, tint=f"icon{shade}", gravity="top"
    )
    return row(
        FrameLayout([icon if entry.icon is not None else None], width=56),
        column(*texts, width=0, weight=1, padding=(0, 0, 16, 0)),
        None if slider else widget,
        key=entry.key or entry.title,
        class_name=GROUP,
        width=MATCH,
        min_height=56,
        padding=16,
        on_click=on_click if entry.enabled else None,
    )


def _entry(app: Actions, key: str) -> View:
    id, title, text, icon, color = PAGES[key]
    return row(
        ImageView(
            icon,
            id="icon",
            width=46,
            height=46,
            size=22,
            tint=color,
            background=Oval(f"{color}@0.25"),
            margin=(8, 0, 0, 0),
        ),
        column(
            TextView(title, id="title", size=16, weight_font=700, max_lines=1),
            TextView(text, id="text", size=14, color="text_secondary", max_lines=2),
            width=0,
            weight=1,
            margin=(16, 16, 16, 16),
        ),
        id=id,
        class_name="android.view.ViewGroup",
        width=MATCH,
        on_click=partial(app.open_page, Destination("settings", text=key)),
    )
