"""The pages of settings."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import partial

from android_gym.simulator.appkit.dialogs import ColorDialog
from android_gym.simulator.appkit.preferences import (
    Category,
    LinkPreference,
    ListPreference,
    Row,
    Rows,
    SeekBarPreference,
    SwitchPreference,
)
from android_gym.simulator.apps.retro_music.actions import Actions
from android_gym.simulator.apps.retro_music.dialogs import ShowBlacklist
from android_gym.simulator.apps.retro_music.look import ACCENTS, toolbar
from android_gym.simulator.apps.retro_music.model import TABS, Destination, Kind
from android_gym.simulator.apps.retro_music.screens.lists import bar, under_bar
from android_gym.simulator.ui.activity import Dialog, Overlay
from android_gym.simulator.ui.dialogs import alert_dialog
from android_gym.simulator.ui.drawables import Oval
from android_gym.simulator.ui.layouts import RecyclerView, column, row
from android_gym.simulator.ui.view import MATCH, View
from android_gym.simulator.ui.widgets import ImageView, TextView

__all__ = ["ChooseAccent", "ChooseCategories", "page", "rows"]

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


@dataclass(frozen=True)
class ChooseAccent(ColorDialog[Actions]):
    """Choose the accent colour."""

    def colors(self, screen: Actions) -> Sequence[str]:
        """Return those there are."""
        return ACCENTS

    def selected(self, screen: Actions) -> str | None:
        """Return the present one."""
        kept = screen.context.preferences().get("accent_color", ACCENTS[0])
        return kept if kept in ACCENTS else ACCENTS[0]

    def on_pick(self, screen: Actions, color: str) -> None:
        """Keep it."""
        screen.context.preferences().put(accent_color=color)


@dataclass(frozen=True)
class ChooseCategories(Dialog[Actions]):
    """Choose which tabs are shown.

    Attributes:
        ticked: The tabs that are.
    """

    ticked: tuple[str, ...] = ()

    def build(self, screen: Actions) -> Overlay:
        """Build the list and the buttons."""
        kinds: list[Kind] = [kind for kind in TABS if kind != "search"]

        def save(chosen: Sequence[str]) -> None:
            screen.dismiss_dialog()
            kept = [kind for kind in kinds if kind in chosen]
            screen.context.preferences().put(library_categories=",".join(kept) or None)

        def tick(index: int, on: bool) -> None:
            kind = kinds[index]
            others = tuple(each for each in self.ticked if each != kind)
            if on and len(others) >= 5:
                screen.toast("Not more than 5 items")
                return
            screen.update_dialog(replace(self, ticked=(*others, kind) if on else others))

        return alert_dialog(
            "Library categories",
            on_dismiss=screen.dismiss_dialog,
            items=[TABS[kind][0] for kind in kinds],
            checked=[kind in self.ticked for kind in kinds],
            on_checked=tick,
            positive="Done",
            on_positive=lambda: save(self.ticked),
            positive_enabled=bool(self.ticked),
            negative="Cancel",
            neutral="Reset",
            on_neutral=lambda: save(()),
        )


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
    shown = Rows([entry for entry in rows(app, key) if entry is not None], app.view)
    listing = RecyclerView(len(shown), shown.__getitem__, id="recycler_view", key=key)
    return under_bar(top, listing)


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


def rows(app: Actions, key: str) -> Sequence[Row | None]:
    """Return the preferences of a page."""
    pages: dict[str, Callable[[Actions], Sequence[Row | None]]] = {
        "general": _general,
        "now_playing": _now_playing,
        "audio": _audio,
        "personalize": _personalize,
        "images": _images,
        "notification": _notification,
        "other": _other,
        "about": _about,
    }
    return pages[key](app) if key in pages else ()


def _general(app: Actions) -> Sequence[Row | None]:
    material_you = app.is_on("material_you", True)
    return [
        Category("Theme"),
        ListPreference(
            "general_theme",
            "App theme",
            icon="palette_outline",
            choices=(("light", "Clearly White"), ("dark", "Kinda Dark"), ("auto", "Follow system")),
            default="auto",
            cancel=None,
        ),
        SwitchPreference("black_theme", "Just Black"),
        SwitchPreference("material_you", "Material You", default=True),
        Category("Colors"),
        LinkPreference(
            "Accent color",
            lambda screen: screen.show_dialog(ChooseAccent()),
            "The theme accent color, defaults to purple",
            icon="eyedropper",
            key="accent_color",
            enabled=not material_you,
        ),
    ]


def _now_playing(app: Actions) -> Sequence[Row | None]:
    return [
        SwitchPreference(
            "extra_song_info",
            "Song info",
            "Show extra Song information, such as file format, bitrate and frequency",
        ),
        SwitchPreference(
            "swipe_anywhere_now_playing",
            "Swipe anywhere to change song",
            "Enables changing song by swiping anywhere on the now playing screen",
            default=True,
        ),
        Category("Controls"),
        SwitchPreference(
            "swipe_to_dismiss", "Dismiss with swipe down", "Swipe down to dismiss mini player"
        ),
        SwitchPreference(
            "toggle_add_controls",
            "Extra controls",
            "Add extra controls for mini player",
            icon="play",
        ),
    ]


def _audio(app: Actions) -> Sequence[Row | None]:
    return [
        SeekBarPreference(
            "cross_fade_duration",
            "Crossfade (Beta)",
            "Duration to crossfade between songs",
            maximum=12,
        ),
        SwitchPreference(
            "gapless_playback", "Gapless playback", "Can cause playback issues on some devices."
        ),
        LinkPreference(
            "Equalizer",
            lambda screen: screen.toast("No equalizer found"),
            icon="equalizer",
            key="equalizer",
        ),
        SwitchPreference(
            "toggle_headset",
            "Auto-play",
            "Start playing immediately after headphones are connected",
            icon="play",
        ),
        SwitchPreference(
            "bluetooth_playback",
            "Bluetooth playback",
            "Start playing as soon as connected to bluetooth device",
        ),
    ]


def _personalize(app: Actions) -> Sequence[Row | None]:
    return [
        Category("Home"),
        SwitchPreference(
            "toggle_suggestions",
            "Show suggestions",
            "Show New Music Mix on homescreen",
            default=True,
        ),
        SwitchPreference(
            "pause_history",
            "Pause history",
            "When enabled, newly played songs won't show in history",
        ),
        Category("Library"),
        LinkPreference(
            "Library categories",
            lambda screen: screen.show_dialog(ChooseCategories(tuple(screen.tabs()))),
            "Configure visibility and order of library categories.",
            icon="library_music",
            key="library_categories",
        ),
        SwitchPreference(
            "remember_last_tab",
            "Remember last tab",
            "Navigate to the last used tab on start",
            default=True,
        ),
        ListPreference(
            "tab_text_mode",
            "Tab titles mode",
            choices=(("0", "Auto"), ("1", "Labeled"), ("2", "Selected"), ("3", "Unlabeled")),
            default="0",
            cancel=None,
        ),
        ListPreference(
            "appbar_mode",
            "Header style",
            choices=(("0", "Expanded"), ("1", "Compact")),
            default="1",
            cancel=None,
        ),
    ]


def _images(app: Actions) -> Sequence[Row | None]:
    return [
        SwitchPreference(
            "ignore_media_store_artwork",
            "Ignore Media Store covers",
            "Can increase the album cover quality, but causes slower image loading times. Only "
            "enable this if you have problems with low resolution artworks",
            default=True,
        ),
        ListPreference(
            "auto_download_images_policy",
            "Auto-download artist images",
            choices=(("always", "Always"), ("only_wifi", "Only on Wi-Fi"), ("never", "Never")),
            default="never",
        ),
    ]


def _notification(app: Actions) -> Sequence[Row | None]:
    return [
        SwitchPreference(
            "classic_notification",
            "Classic notification design",
            "Use the classic notification design",
        ),
        SwitchPreference(
            "colored_notification",
            "Colored notification",
            "Colors the notification in the album cover’s vibrant color",
            default=True,
        ),
    ]


def _other(app: Actions) -> Sequence[Row | None]:
    return [
        LinkPreference(
            "Blacklist",
            lambda screen: screen.show_dialog(ShowBlacklist()),
            "The content of blacklisted folders is hidden from your library.",
            icon="music_note_off",
            key="blacklist",
        ),
        SwitchPreference(
            "whitelist_music", "Whitelist music", "Only show music from /Music Folder"
        ),
        Category("Advanced"),
        SeekBarPreference(
            "filter_song",
            "Filter song duration",
            "Filter songs by length",
            icon="filter_list",
            default=20,
            maximum=60,
        ),
    ]


def _about(app: Actions) -> Sequence[Row | None]:
    return [
        Category("Support development"),
        _link("GitHub", "Fork the project on GitHub", "https://github.com/RetroMusicPlayer"),
        _link("FAQ", "Frequently asked questions", "https://github.com/RetroMusicPlayer"),
        Category("Social"),
        _link("Telegram group", "Discuss with others", "https://t.me/retromusicapp"),
        Category("Other"),
        LinkPreference(
            "What's new",
            lambda screen: screen.show_news(),
            "What's changed in the last updates",
            icon="history",
            key="changelog",
        ),
        LinkPreference(
            "Version", None, app.context.manifest.version_name, icon="information", key="version"
        ),
    ]


def _link(title: str, text: str, address: str) -> LinkPreference:
    return LinkPreference(title, lambda screen: screen.open_link(address), text)
