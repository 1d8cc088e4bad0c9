"""The settings: one activity, whose intent names the page to show."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from android_gym.errors import FileError
from android_gym.simulator.appkit.dialogs import ConfirmDialog
from android_gym.simulator.appkit.preferences import (
    Category,
    LinkPreference,
    ListPreference,
    Preference,
    PreferenceActivity,
    Row,
    SwitchPreference,
    TextPreference,
    Value,
    ViewRow,
)
from android_gym.simulator.apps.vlc.actions import Actions
from android_gym.simulator.apps.vlc.look import secondary_bar
from android_gym.simulator.apps.vlc.model import ROOT
from android_gym.simulator.apps.vlc.storage import library_database
from android_gym.simulator.ui.activity import Activity, Dialog, NoState, Overlay
from android_gym.simulator.ui.components import bottom_sheet
from android_gym.simulator.ui.layouts import wide_column, wide_row
from android_gym.simulator.ui.view import View
from android_gym.simulator.ui.widgets import Button, CheckBox, ImageView, TextView

__all__ = ["PreferencesActivity"]


def _check(key: str, title: str, summary: str = "", *, default: bool = False,
           enabled: bool = True) -> Row:  # fmt: skip
    return SwitchPreference(
        key, title, summary or None, default=default, widget="checkbox", enabled=enabled
    )


def _list(key: str, title: str, labels: Sequence[str], default: str = "0", *,
          values: Sequence[str] = (), summary: str | None = None) -> Row:  # fmt: skip
    kept = values or [str(index) for index in range(len(labels))]
    choices = tuple(zip(kept, labels, strict=True))
    return ListPreference(key, title, summary, choices=choices, default=default)


def _page(title: str, page: str) -> Row:
    def open_page(screen: Actions[Any]) -> None:
        screen.start_activity(".gui.preferences.PreferencesActivity", page=page)

    return LinkPreference(title, open_page, key=f"{page}_category")


@dataclass(frozen=True)
class ClearLibrary(ConfirmDialog["PreferencesActivity"]):
    """Asks for confirmation before the library is cleared."""

    TITLE = "Clear media database"
    MESSAGE = (
        "You will lose your progresses, bookmarks and the playlists you created but you will "
        "keep your VLC for Android settings."
    )
    POSITIVE = "Clear"

    def on_confirm(self, screen: PreferencesActivity) -> None:
        """Clear the library."""
        screen.clear_library()


@dataclass(frozen=True)
class ClearHistory(ConfirmDialog["PreferencesActivity"]):
    """Asks for confirmation before the history is cleared."""

    TITLE = "Clear playback history"
    MESSAGE = "You will lose your history, your current playlists and your progresses"
    POSITIVE = "Clear"

    def on_confirm(self, screen: PreferencesActivity) -> None:
        """Clear the history."""
        screen.library.clear_history()


@dataclass(frozen=True)
class ForgetQueue(Dialog["PreferencesActivity"]):
    """Asks for confirmation before audio queues are no longer stored."""

    def build(self, screen: PreferencesActivity) -> Overlay | None:
        """Build the question and its buttons."""

        def accept() -> None:
            screen.dismiss_dialog()
            screen.put(audio_resume_playback=False)

        return bottom_sheet(
            wide_column(
                wide_row(
                    ImageView("alert", id="delete_animation", size=40, tint="primary",
                              margin=(16, 16, 0, 0), important_for_accessibility="no"),
                    TextView("Audio play queue history", id="title", size=22, weight_font=700,
                             color="text_primary", width=0, weight=1, margin=16),
                ),
                TextView(
                    "Disabling the audio play queue history may lead to some behavior issues.\n"
                    "After disabling it you may not be able to resume what was heard last.",
                    id="message", size=16, color="text_secondary", margin=(16, 8),
                ),
                wide_row(
                    View(width=0, weight=1),
                    Button("Cancel", id="cancel_button", kind="text",
                           on_click=screen.dismiss_dialog),
                    Button("OK", id="accept_button", kind="filled", margin=(16, 0, 8, 0),
                           on_click=accept),
                    margin=(0, 24, 0, 16),
                ),
            ),
            screen.dismiss_dialog,
        )  # fmt: skip


@dataclass(frozen=True)
class FolderRow(ViewRow):
    """A folder of the storage with a checkbox: whether the library scans it."""

    path: str

    def view(self, screen: Activity[Any]) -> View:
        """Build the row."""
        assert isinstance(screen, PreferencesActivity)
        name = self.path.rpartition("/")[2]
        return wide_row(
            CheckBox(checked=self.path not in screen.banned, id="browser_checkbox",
                     clickable=False, focusable=False),
            ImageView("folder", id="item_icon", width=48, height=48,
                      important_for_accessibility="no"),
            TextView(name, id="title", size=16, color="text_primary", max_lines=1, width=0,
                     weight=1, margin=(12, 0)),
            id="browser_container",
            key=self.path,
            class_name="android.view.ViewGroup",
            content_description=f"Folder: {name}",
            content_gravity="center_vertical",
            min_height=56,
            padding=(12, 4),
            on_click=lambda: screen.toggle_folder(self.path),
        )  # fmt: skip


class PreferencesActivity(Actions[NoState], PreferenceActivity[NoState]):
    """A page of settings."""

    DIALOGS = (ClearLibrary, ClearHistory, ForgetQueue)

    @property
    def page(self) -> str:
        """Name of the page; empty for the first."""
        return self.intent.get_str("page")

    def title(self) -> str:
        """Return the page's title."""
        titles = {"ui": "Interface", "video": "Video", "audio": "Audio", "adv": "Advanced",
                  "directories": "Media library folders"}  # fmt: skip
        return titles.get(self.page, "Settings")

    def bar(self) -> View:
        """Build the bar."""
        return secondary_bar(self.title(), self.finish)

    def rows(self) -> Sequence[Row | None]:
        """Return the rows of the page."""
        pages = {"ui": self._ui, "video": self._video, "audio": self._audio, "adv": self._advanced,
                 "directories": self._directories}  # fmt: skip
        return pages.get(self.page, self._first)()

    def _first(self) -> Sequence[Row | None]:
        history = self.on("playback_history")

        def folders(screen: Actions[Any]) -> None:
            screen.start_activity(".gui.preferences.PreferencesActivity", page="directories")

        return (
            Category("Media library"),
            LinkPreference(
                "Media library folders", folders,
                "Select directories to include in the media library", key="directories",
            ),
            _check("auto_rescan", "Auto rescan",
                   "Automatically scan device for new or deleted media at application startup",
                   default=True),
            Category("Video"),
            _list("video_action_switch", "Background/PiP mode",
                  ("Stop", "Play videos in background",
                   "Play videos in Picture-in-picture mode"),
                  summary="Select VLC behavior when you switch to other application from video "
                  "playback"),
            _list("hardware_acceleration", "Hardware Acceleration",
                  ("Automatic", "Disabled", "Decoding acceleration", "Full acceleration"), "-1",
                  values=("-1", "0", "1", "2"),
                  summary="Disabled: better stability\nDecoding: may improve performance\n"
                  "Full: may improve performance further"),
            _list("screen_orientation", "Video screen orientation",
                  ("Automatic (sensor)", "Portrait", "Landscape", "Landscape reverse",
                   "Last locked orientation"), "99", values=("99", "101", "102", "103", "98")),
            Category("History"),
            _check("playback_history", "Playback history",
                   "Save all media played in History section", default=True),
            _check("video_resume_playback", "Video play queue history",
                   "Allow saving the video play queue to resume later", default=True,
                   enabled=history),
            _check("audio_resume_playback", "Audio play queue history",
                   "Allow saving the audio play queue to resume later", default=True,
                   enabled=history),
            Category("Extra settings"),
            _page("Interface", "ui"),
            _page("Video", "video"),
            _page("Audio", "audio"),
            _page("Advanced", "adv"),
        )  # fmt: skip

    def _ui(self) -> Sequence[Row | None]:
        return (
            _list("app_theme", "DayNight mode",
                  ("Follow system mode", "DayNight mode", "Light theme", "Black theme"), "-1",
                  values=("-1", "0", "1", "2")),
            _list("list_title_ellipsize", "Single line list title ellipsize",
                  ("Default", "Left", "Right", "Middle")),
            Category("Video"),
            _list("video_min_group_length", "Group videos",
                  ("Do not group videos", "Group by folder", "Group by name"), "6",
                  values=("-1", "0", "6")),
            _check("media_seen", "Show seen video marker",
                   "Mark a video as seen when you play it until the end", default=True),
            _check("force_play_all_video", "Video playlist mode",
                   "Play all videos, starting with the one you clicked on"),
            _check("show_video_thumbnails", "Video thumbnails", "Show video thumbnails in lists",
                   default=True),
            Category("Audio"),
            _check("audio_resume_card", "Show last playlist tip",
                   "Shows a tip helping you to resume audio playback on app start", default=True),
            _check("force_play_all_audio", "Audio playlist mode",
                   "Play all audio, starting with the one you clicked on"),
            _check("show_seek_in_compact_notification", "Seek buttons in notification panel",
                   "Show rewind and fast forward buttons in compact media controls"),
        )  # fmt: skip

    def _video(self) -> Sequence[Row | None]:
        return (
            _check("playback_speed_video", "Save Playback Speed",
                   "Keep playback speed between media"),
            _check("always_fast_seek", "Always use fast seek",
                   "Seek is faster but may be less precise"),
            _check("video_transition_show", "Videos transition",
                   "Show new video title on transition", default=True),
            _list("video_confirm_resume", "Resume played videos",
                  ("Always", "Never", "Ask confirmation")),
        )  # fmt: skip

    def _audio(self) -> Sequence[Row | None]:
        gain = self.context.preferences().get("audio-replay-gain-enable", False)
        headset = self.context.preferences().get("enable_headset_detection", True)
        return (
            _check("resume_playback", "Resume playback after a call", "Stay in pause otherwise",
                   default=True),
            _check("playback_speed", "Save Playback Speed", "Keep playback speed between media"),
            _check("audio_digital_output", "Digital audio output (passthrough)"),
            Category("Headset"),
            _check("enable_headset_detection", "Detect headset",
                   "Detect headset insertion and removal", default=True),
            _check("enable_play_on_headset_insertion", "Resume on headset insertion",
                   "Pause otherwise", enabled=headset),
            Category("Replay Gain"),
            _check("audio-replay-gain-enable", "Enable replay gain",
                   "Streams without replay gain information may be quieter due to the default "
                   "gain"),
            ListPreference("audio-replay-gain-mode", "Replay gain mode",
                           "Track mode plays streams with replay gain information at the same "
                           "loudness. Album mode preserves relative stream loudness on the same "
                           "album.",
                           choices=(("track", "Track"), ("album", "Album")), default="track",
                           enabled=gain),
            TextPreference("audio-replay-gain-preamp", "Replay preamp",
                           "Changes the default target level (89 dB) for streams with replay gain "
                           "information", default="0.0",
                           enabled=gain, max_length=8),
            TextPreference("audio-replay-gain-default", "Default replay gain",
                           "Applies to streams without replay gain information\nSet to 0 to "
                           "disable", default="-7.0",
                           enabled=gain, max_length=8),
            _check("audio-replay-gain-peak-protection", "Peak protection",
                   "Protect against sound clipping", default=True, enabled=gain),
            Category("Advanced"),
            _check("audio_ducking", "Lower VLC volume on notifications",
                   "Helps to hear audio notifications, navigation instructions or assistant "
                   "talking", default=True),
            _list("aout", "Audio output", ("AudioTrack", "OpenSL ES"),
                  summary="Change the method that VLC uses to output audio"),
        )  # fmt: skip

    def _advanced(self) -> Sequence[Row | None]:
        def restart(screen: Actions[Any]) -> None:
            screen.start_activity(".StartActivity")

        return (
            LinkPreference("Dump media database", lambda screen: screen.dump(),
                           "Copy database to internal storage root", key="dump_media_db"),
            LinkPreference("Clear media database",
                           lambda screen: screen.show_dialog(ClearLibrary()),
                           "Clears the database to start over", key="clear_media_db"),
            LinkPreference("Clear playback history",
                           lambda screen: screen.show_dialog(ClearHistory()),
                           key="clear_history"),
            LinkPreference("Quit and restart application", restart, key="quit_app"),
            Category("Performance"),
            _check("enable_time_stretching_audio", "Time-stretching audio",
                   "Speed up and slow down audio without changing the pitch (requires a fast "
                   "device)", default=True),
            _list("opengl", "OpenGL ES2 usage", ("Automatic", "Force On", "Force Off"), "-1",
                  values=("-1", "1", "0")),
            _list("deblocking", "Deblocking filter settings",
                  ("Automatic", "Full deblocking (slowest)", "Medium deblocking",
                   "Low deblocking", "No deblocking (fastest)"), "-1",
                  values=("-1", "0", "1", "3", "4")),
            _check("enable_frame_skip", "Frame skip",
                   "Speed up decoding but could lower video quality"),
        )  # fmt: skip

    def _directories(self) -> Sequence[Row | None]:
        files = self.context.system.files
        try:
            stats = files.stats(ROOT)
        except FileError:
            stats = {}
        names = [n for n in sorted(stats) if stats[n].kind == "dir" and not n.startswith(".")]
        return (Category("Internal memory"), *(FolderRow(f"{ROOT}/{name}") for name in names))

    @property
    def banned(self) -> frozenset[str]:
        """The folders that are not scanned."""
        return self.context.preferences().get("banned_folders", frozenset())

    def toggle_folder(self, path: str) -> None:
        """Exclude a folder from scanning, or include it again."""
        self.context.preferences().put(banned_folders=self.banned ^ {path})
        self.library.scan()

    def set_value(self, preference: Preference, value: Value) -> None:
        """Store a value; ask first before audio queues are no longer stored."""
        if preference.key == "audio_resume_playback" and value is False:
            self.show_dialog(ForgetQueue())
        else:
            super().set_value(preference, value)

    # -- actions of the rows

    def dump(self) -> None:
        """Copy the library's database to the shared storage."""
        database, files = library_database(self.context), self.context.system.files
        self.context.system.databases.flush()
        try:
            content = files.read(database.path)
            files.write(f"{ROOT}/vlc_media.db", content, owner=self.context.uid)
        except FileError:
            self.toast("Failed to dump database")
            return
        self.toast("Database dumped on internal storage root")

    def clear_library(self) -> None:
        """Delete the library's database; it is created again by scanning the storage."""
        databases = self.context.system.databases
        path = library_database(self.context).path
        databases.close_owner(self.context.package)
        databases.delete(path)
        self.library.scan()
