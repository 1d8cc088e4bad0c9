"""The main screen: records sound, and plays the latest record."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from dataclasses import dataclass
from functools import partial
from typing import Any, Final

from android_gym.simulator.apps.audio_recorder import player, recorder
from android_gym.simulator.apps.audio_recorder.actions import RecorderActivity
from android_gym.simulator.apps.audio_recorder.dialogs import (
    LostRecords,
    NameRecord,
    Question,
)
from android_gym.simulator.apps.audio_recorder.look import (
    INFO,
    LOGO,
    clock,
    dp_per_second,
    framed,
    icon_button,
    info_words,
    light,
    record_words,
)
from android_gym.simulator.apps.audio_recorder.model import MainState, Record, Recording
from android_gym.simulator.system.documents import document_path
from android_gym.simulator.system.intents import Intent
from android_gym.simulator.system.media.microphone import MAX_AMPLITUDE, RECORD_AUDIO
from android_gym.simulator.ui.activity import Overlay, Screen
from android_gym.simulator.ui.components import MenuItem, popup_menu
from android_gym.simulator.ui.geometry import MATCH
from android_gym.simulator.ui.layouts import (
    FrameLayout,
    LinearLayout,
    OverflowScroll,
    column,
    row,
    wide_row,
)
from android_gym.simulator.ui.options import Visibility
from android_gym.simulator.ui.view import View
from android_gym.simulator.ui.waveform import Waveform
from android_gym.simulator.ui.widgets import ImageButton, ImageView, SeekBar, TextView

__all__ = ["MainActivity", "MoveToTrash", "SaveAs", "record_menu"]

FRAME_MS: Final = 250
"""Milliseconds between two frames of the waveform."""

RUN: Final = "android.intent.action.ACTION_RUN"


@dataclass(frozen=True)
class MoveToTrash(Question):
    """Asks for confirmation before a record is moved to the trash.

    Attributes:
        record: Its id.
    """

    record: int = 0

    def text(self, screen: RecorderActivity[Any]) -> str | None:
        """Return the question, which names the record."""
        record = screen.store.get(self.record)
        return None if record is None else f"Move to trash {record.name}?"

    def on_yes(self, screen: RecorderActivity[Any]) -> None:
        """Move the record."""
        screen.move_to_trash(self.record)


@dataclass(frozen=True)
class SaveAs(Question):
    """Asks for confirmation before a record is copied.

    Attributes:
        record: Its id.
    """

    TITLE = "Save as\u2026"
    record: int = 0

    def text(self, screen: RecorderActivity[Any]) -> str | None:
        """Return the message, which names the target folder."""
        return "The record will be copied to the 'Downloads' directory"

    def on_yes(self, screen: RecorderActivity[Any]) -> None:
        """Copy the record."""
        record = screen.store.get(self.record)
        if record is not None:
            screen.save_as(record)


@dataclass(frozen=True)
class Discard(Question):
    """Asks for confirmation before the recording in progress is deleted."""

    def text(self, screen: RecorderActivity[Any]) -> str | None:
        """Return the question; None if there is no recording."""
        return "Delete this record?" if screen.recording is not None else None

    def on_yes(self, screen: RecorderActivity[Any]) -> None:
        """Delete the recording."""
        recorder.discard(screen.context)


def record_menu(
    screen: RecorderActivity[Any],
    record: Record,
    anchor: str,
    on_dismiss: Callable[[], object],
    save: Callable[[], object],
) -> Overlay:
    """Build the menu of a record; its labels are indented by the width of the icons."""
    entries: tuple[tuple[str, str, Callable[[], object]], ...] = (
        ("Share", "share_variant", partial(screen.share, record)),
        ("Information", "information_outline", partial(screen.show_information, record)),
        (
            "Rename",
            "pencil",
            lambda: screen.show_dialog(NameRecord(record.id, record.name)),
        ),
        ("Open with\u2026", "open_in_app", partial(screen.open_with, record)),
        ("Save as\u2026", "download", save),
        ("Delete", "delete_forever", lambda: screen.show_dialog(MoveToTrash(record.id))),
    )
    items = [MenuItem(" " * 6 + words, click, icon=icon) for words, icon, click in entries]
    return popup_menu(
        items, on_dismiss, anchor=anchor, gravity="end", title_id="android:id/title", min_width=196
    )


class MainActivity(RecorderActivity[MainState]):
    """Records and plays."""

    DIALOGS = (NameRecord, MoveToTrash, SaveAs, Discard, LostRecords)

    # -- lifecycle

    def on_resume(self) -> None:
        """Show the welcome page on the first start; later, open pending dialogs."""
        if self.prefs.get("is_first_run", True):
            self.start_activity(".app.welcome.WelcomeActivity")
            self.finish()
            return
        if self.prefs.get("is_ask_rename_after_stop_recording") is None:
            self.prefs.put(is_ask_rename_after_stop_recording=True)
        self.store.tidy_trash()
        record = self.active
        if record is not None and self.recording is None and self.note_lost([record]):
            self.show_dialog(LostRecords())
        self._ask_name()
        if self.intent.action == RUN and not self.state.ran:
            self.update(ran=True)
            if self.recording is None and not self.dialogs:
                self._press_record()

    def on_new_intent(self) -> None:
        """Handle the shortcut again."""
        self.update(ran=False)

    def _ask_name(self) -> None:
        number = recorder.memory(self.context).peek().ask_name
        record = self.store.get(number) if number else None
        if record is not None and not any(isinstance(d, NameRecord) for d in self.dialogs):
            self.show_dialog(NameRecord(number, record.name, asked=True))

    def on_permission_result(self, request: Hashable, granted: bool) -> None:
        """Start recording once the permission was granted."""
        if granted and request == "record":
            self._press_record()

    def on_activity_result(self, request: Hashable, code: int, data: Intent | None) -> None:
        """Import the chosen file."""
        path = document_path(data.data) if data is not None and data.data else None
        if request == "import" and path is not None:
            self.import_from(path)

    # -- buttons

    def _press_record(self) -> None:
        recording = self.recording
        if not self.context.granted(RECORD_AUDIO):
            self.request_permission(RECORD_AUDIO, "record")
        elif recording is not None:
            recorder.toggle_pause(self.context, recording)
        elif wrong := recorder.start(self.context):
            self.toast(wrong)

    def _press_stop(self) -> None:
        recorder.stop(self.context)
        self._ask_name()

    def _press_delete(self) -> None:
        recording = self.recording
        if recording is not None:
            recorder.pause(self.context, recording, True)
            self.show_dialog(Discard())

    # -- views

    def build(self) -> Screen:
        """Build the toolbar, the waveform, the texts and the buttons."""
        recording = self.recording
        record = None if recording is not None else self.active
        body = column(
            self._bar(recording, record),
            self._middle(recording, record),
            self._words(recording, record),
            self._seek_bar(recording, record),
            self._buttons(recording),
            width=MATCH,
        )
        menu = None
        if self.state.menu and record is not None:
            menu = record_menu(
                self, record, "btn_share", lambda: self.update(menu=False),
                lambda: self.show_dialog(SaveAs(record.id)),
            )  # fmt: skip
        return framed(
            OverflowScroll(body, fill_viewport=True, width=MATCH, height=MATCH),
            self.settings.theme,
            overlays=[menu],
        )

    def _bar(self, recording: Recording | None, record: Record | None) -> View:
        return wide_row(
            icon_button(
                "login_variant", "btn_import", self.pick,
                visibility="invisible" if recording is not None else "visible",
            ),
            TextView(
                "Audio Recorder", size=24, weight_font=500, color="#FFFFFF", width=0, weight=1,
                align="center", max_lines=1,
            ),
            icon_button(
                "dots_vertical", "btn_share", lambda: self.update(menu=True), width=54, height=54,
                visibility="visible" if record is not None else "invisible",
            ),
            id="toolbar",
            min_height=56,
        )  # fmt: skip

    def _middle(self, recording: Recording | None, record: Record | None) -> View:
        high = 200 if self._upright else 96
        views: list[View | None]
        if recording is not None:
            length = self._length(recording)
            step = max(1, length // 400)
            hear = self.context.system.microphone.amplitude
            samples = bytes(
                hear(recording.began_ms + at) * 255 // MAX_AMPLITUDE
                for at in range(0, length, step)
            )
            views = [
                Waveform(
                    samples, length, length, id="recording_view", width=MATCH, height=high,
                    margin=(0, 0, 0, 64),
                )
            ]  # fmt: skip
        elif record is not None:
            views = [
                Waveform(
                    self.store.waveform(record.id),
                    record.duration_ms,
                    self._position(record, FRAME_MS),
                    dp_per_second=dp_per_second(record.duration_ms, self.width_dp),
                    on_seek=lambda ms: player.seek(self.context, record, ms),
                    id="record",
                    width=MATCH,
                    height=high,
                    margin=(0, 0, 0, 64),
                ),
                self._player(record),
            ]
        else:
            views = [
                ImageView(LOGO, id="placeholder", width=148, height=56, scale="fit",
                          gravity="center")
            ]  # fmt: skip
        return FrameLayout(
            [FrameLayout(views, width=MATCH, gravity="center")],
            width=MATCH,
            height=0,
            weight=1,
            min_height=high + 72,
        )

    @property
    def _upright(self) -> bool:
        width, height = self.context.system.display.size
        return height >= width

    def _player(self, record: Record) -> View:
        """Build the player's buttons below the waveform."""
        playing = self.memory.playing == record.id
        runs = playing and player.session(self.context).playing
        buttons: list[View | None] = [
            ImageButton(
                "pause" if runs else "play", id="btn_play", tint="accent", size=48, width=64,
                height=64, on_click=partial(self.toggle_play, record),
            ),
            ImageButton(
                "stop", id="btn_stop", tint="#FFFFFF", size=36, width=64, height=64,
                on_click=partial(player.stop, self.context),
            )
            if playing
            else None,
        ]  # fmt: skip
        return row(*buttons, gravity="bottom|center_horizontal")

    def _length(self, recording: Recording) -> int:
        if recording.paused:
            return recording.before_ms
        return recording.length_at(self.context.system.clock.watch_elapsed(FRAME_MS))

    def _position(self, record: Record, period_ms: int) -> int:
        if self.memory.playing != record.id:
            return 0
        return player.session(self.context).position_ms(period_ms)

    def _words(self, recording: Recording | None, record: Record | None) -> View:
        info, name, time = self._texts(recording, record)
        middle = column(
            TextView(time, id="txt_progress", size=54, weight_font=700, color="#FFFFFF",
                     most_scale=1.0),
            name,
            light(info, 14, id="txt_record_info", color=INFO, max_lines=1, margin=(8, 0, 8, 10)),
            width=0,
            weight=1,
            content_gravity="center_horizontal",
        )  # fmt: skip
        ends: Visibility = "visible" if record is not None else "invisible"
        length = "" if record is None else clock(record.duration_ms)
        return wide_row(
            TextView(
                "00:00", id="txt_zero_time", size=16, color="#FFFFFF", margin=(16, 0, 0, 8),
                visibility=ends, gravity="bottom",
            ),
            middle,
            TextView(
                length or "00:00", id="txt_duration", size=16, color="#FFFFFF",
                margin=(0, 0, 16, 8), visibility=ends, gravity="bottom",
            ),
        )  # fmt: skip

    def _texts(self, recording: Recording | None, record: Record | None) -> tuple[str, View, str]:
        """Return the line below the name, the name's view, and the time."""
        if recording is not None:
            chosen = recording.settings
            size = recorder.expected_size(chosen, recording.stored_ms)
            words = "Paused" if recording.paused else "Recording\u2026"
            info = info_words(size, chosen.format, chosen.sample_rate)
            return info, _name(words), clock(self._length(recording))
        if record is not None:
            name = _name(record.name, lambda: self.show_dialog(NameRecord(record.id, record.name)))
            return record_words(record), name, clock(self._position(record, 1_000))
        chosen = self.settings
        return info_words(0, chosen.format, chosen.sample_rate), _name("", shown=False), "00:00"

    def _seek_bar(self, recording: Recording | None, record: Record | None) -> View:
        place = 0
        if record is not None and record.duration_ms:
            place = 1000 * self._position(record, 1_000) // record.duration_ms

        def seek(value: float) -> None:
            if record is not None:
                player.seek(self.context, record, int(value * record.duration_ms / 1000))

        return SeekBar(
            min(1000, place),
            1000,
            on_change=seek,
            id="play_progress",
            width=MATCH,
            enabled=recording is None,
        )

    def _buttons(self, recording: Recording | None) -> View:
        seen: Visibility = "visible" if recording is not None else "invisible"
        icon, size = "circle", 56
        if recording is not None:
            icon, size = ("record_circle", 56) if recording.paused else ("pause_circle", 60)
        middle: LinearLayout = row(
            ImageButton(
                "delete_forever", id="btn_record_delete", content_description="Delete",
                tint="#FFFFFF", size=32, width=42, height=42, margin=6, visibility=seen,
                on_click=self._press_delete,
            ),
            ImageButton(
                icon, id="btn_record", content_description="Recording: %s", size=size, width=84,
                height=84, margin=8,
                tint="#E51C23" if icon == "record_circle" else "#FFFFFF",
                on_click=self._press_record,
            ),
            ImageButton(
                "stop", id="btn_record_stop", tint="#FFFFFF", size=36, width=54, height=54,
                visibility=seen, on_click=self._press_stop,
            ),
            gravity="center",
        )  # fmt: skip
        buttons = [
            icon_button(
                "cog", "btn_settings",
                lambda: self.start_activity(".app.settings.SettingsActivity"),
                content_description="Settings", width=84, height=84, gravity="center_vertical",
            ),
            middle,
            icon_button(
                "format_list_bulleted", "btn_records_list",
                lambda: self.start_activity(".app.records.RecordsActivity"), width=84, height=84,
                gravity="end|center_vertical",
            ),
        ]  # fmt: skip
        return FrameLayout(buttons, width=MATCH, padding=(0, 0, 0, 8))


def _name(words: str, on_click: Callable[[], object] | None = None, *, shown: bool = True) -> View:
    return TextView(
        words,
        id="txt_name",
        size=22,
        color="#FFFFFF",
        max_lines=2,
        align="center",
        icon_end="pencil" if on_click is not None else None,
        icon_size=16,
        icon_color="#77FFFFFF",
        icon_padding=2,
        margin=(0, 0, 0, 4),
        visibility="visible" if shown else "invisible",
        on_click=on_click,
    )
