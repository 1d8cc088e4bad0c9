"""The preferences of each settings page."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from android_gym.simulator.appkit.dialogs import ChoiceDialog, ColorDialog
from android_gym.simulator.appkit.preferences import (
    Category,
    LinkPreference,
    ListPreference,
    Row,
    SeekBarPreference,
    SwitchPreference,
)
from android_gym.simulator.apps.retro_music.actions import Actions
from android_gym.simulator.apps.retro_music.dialogs import ShowBlacklist
from android_gym.simulator.apps.retro_music.library import ADDED_SINCE
from android_gym.simulator.apps.retro_music.look import ACCENTS, CELLS, accent_color
from android_gym.simulator.apps.retro_music.player_look import (
    COVER_STYLES,
    THEMES,
    player_settings,
)
from android_gym.simulator.apps.retro_music.screens.categories import ChooseCategories
from android_gym.simulator.apps.retro_music.screens.fading import ChooseFade

__all__ = ["ChooseAccent", "ChooseCover", "ChoosePlayer", "rows"]

BATTERY = "Keep in mind that enabling this feature may affect battery life"


@dataclass(frozen=True)
class ChooseAccent(ColorDialog[Actions]):
    """Asks for the accent colour."""

    TITLE = "Accent color"
    COLORS = ACCENTS

    def on_accept(self, screen: Actions, color: str) -> None:
        """Store the colour."""
        screen.context.preferences().put(accent_color=color)


class _ChooseLook(ChoiceDialog[Actions]):
    """Asks for one of several looks, which are stored by number.

    Attributes:
        KEY: Name of the preference.
        NAMES: Names by number.
    """

    KEY = ""
    NAMES: Mapping[int, str] = {}
    NEGATIVE = "Set"

    def choices(self, screen: Actions) -> Sequence[str]:
        """Return the names."""
        return list(self.NAMES.values())

    def selected(self, screen: Actions) -> int:
        """Return the index of the current look."""
        kept = screen.context.preferences().get(self.KEY, 0)
        numbers = list(self.NAMES)
        return numbers.index(kept) if kept in numbers else numbers.index(0)

    def on_choose(self, screen: Actions, index: int) -> None:
        """Store the look's number."""
        screen.context.preferences().put(**{self.KEY: list(self.NAMES)[index]})


@dataclass(frozen=True)
class ChoosePlayer(_ChooseLook):
    """Asks for the player's theme."""

    TITLE = "Now playing theme"
    KEY = "now_playing_screen_id"
    NAMES = {number: theme.name for number, theme in THEMES.items()}


@dataclass(frozen=True)
class ChooseCover(_ChooseLook):
    """Asks for the style of the player's cover."""

    TITLE = "Album cover theme"
    KEY = "album_cover_style_id"
    NAMES = {number: style.name for number, style in COVER_STYLES.items()}


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
    }
    return pages[key](app) if key in pages else ()


def _general(app: Actions) -> Sequence[Row | None]:
    material_you = app.is_on("material_you", True)
    accent = accent_color(app.context)
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
        SwitchPreference(
            "wallpaper_accent",
            "Wallpaper accent color",
            "Extract accent color from wallpaper",
            enabled=not material_you,
        ),
        LinkPreference(
            "Accent color",
            lambda screen: screen.show_dialog(ChooseAccent(color=accent)),
            "The theme accent color, defaults to purple",
            icon="eyedropper",
            key="accent_color",
            enabled=not material_you,
        ),
        SwitchPreference(
            "desaturated_color",
            "Desaturated color",
            "As per Material Design guide lines in dark mode colors should be desaturated",
            enabled=not material_you,
        ),
        SwitchPreference(
            "adaptive_color_app",
            "Adaptive color",
            "The background and control button colors change according to the album art from the "
            "now playing screen",
        ),
    ]


def _now_playing(app: Actions) -> Sequence[Row | None]:
    return [
        LinkPreference(
            "Now playing theme",
            lambda screen: screen.show_dialog(ChoosePlayer()),
            player_settings(app.context).theme.name,
            icon="play_circle",
            key="now_playing_screen_id",
        ),
        SwitchPreference(
            "extra_song_info",
            "Song info",
            "Show extra Song information, such as file format, bitrate and frequency",
        ),
        SwitchPreference("snowfall", "Snow fall effect"),
        ListPreference(
            "lyrics_type",
            "Lyrics type",
            choices=(("0", "Replace Cover"), ("1", "Over Cover")),
            default="0",
        ),
        SwitchPreference("screen_on_lyrics", "Keep screen on when showing lyrics", BATTERY),
        SwitchPreference("circle_play_button", "Circular play button"),
        SwitchPreference(
            "swipe_anywhere_now_playing",
            "Swipe anywhere to change song",
            "Enables changing song by swiping anywhere on the now playing screen",
            default=True,
        ),
        Category("Album style"),
        LinkPreference(
            "Album cover theme",
            lambda screen: screen.show_dialog(ChooseCover()),
            player_settings(app.context).style.name,
            icon="image_outline",
            key="album_cover_style_id",
        ),
        SwitchPreference(
            "carousel_effect",
            "Carousel effect",
            "Carousel effect for the album art in the now playing screen. Note that Card and Blur "
            "Card themes won't work",
            icon="view_carousel",
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
        SwitchPreference(
            "toggle_volume",
            "Volume controls",
            "If enough space is available, show volume controls in the now playing screen",
            icon="volume_up",
        ),
    ]


def _audio(app: Actions) -> Sequence[Row | None]:
    return [
        LinkPreference(
            "Fade audio",
            lambda screen: screen.show_dialog(ChooseFade.of(screen)),
            "Fade audio when song is paused or played",
            key="audio_fade_duration",
        ),
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
    styles = tuple(enumerate(CELLS))
    return [
        Category("Home"),
        ListPreference(
            "home_artist_grid_style",
            "Artist grid",
            icon="home",
            choices=tuple((str(number), name) for number, name in styles),
            default="0",
            cancel=None,
        ),
        ListPreference(
            "home_album_grid_style",
            "Album grid",
            choices=tuple((str(number), name) for number, name in styles),
            default="4",
            cancel=None,
        ),
        SwitchPreference("toggle_home_banner", "Banner", "Show or hide the home banner"),
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
            lambda screen: screen.show_dialog(ChooseCategories.of(screen)),
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
        Category("Window"),
        SwitchPreference(
            "toggle_full_screen", "Fullscreen app", "Immersive mode", icon="fullscreen"
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
        Category("Playlists"),
        ListPreference(
            "last_added_interval",
            "Last added playlist interval",
            icon="playlist_add",
            choices=tuple(ADDED_SINCE.items()),
            default="this_month",
            cancel=None,
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
        SwitchPreference("keep_screen_on", "Keep the screen on", BATTERY, icon="brightness_6"),
    ]
