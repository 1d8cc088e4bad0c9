"""The settings."""

from __future__ import annotations

from android_gym.simulator.apps.audio_recorder.look import (
    entry,
    framed,
    light,
    megabytes,
    raised,
    toolbar,
)
from android_gym.simulator.apps.audio_recorder.screens.setup import ChoosingActivity
from android_gym.simulator.system.intents import Intent
from android_gym.simulator.ui.activity import Screen
from android_gym.simulator.ui.geometry import MATCH
from android_gym.simulator.ui.layouts import ScrollView, wide_column, wide_row
from android_gym.simulator.ui.view import View
from android_gym.simulator.ui.widgets import Switch


class SettingsActivity(ChoosingActivity):
    """Shows the settings, and the totals of all records."""

    def build(self) -> Screen:
        """Build the rows."""
        themes, names = self.spinners()
        body = wide_column(
            toolbar("Settings", self.finish, back_id="btnBack", title_id=None),
            entry(
                "Trash", "delete", "btnTrash",
                lambda: self.start_activity(".app.trash.TrashActivity"),
            ),
            entry(
                "File browser", "folder_open", "btn_file_browser",
                lambda: self.start_activity(".app.browser.FileBrowserActivity"),
            ),
            themes,
            self._switch(
                "Keep screen ON while recording", "lightbulb_on", "swKeepScreenOn",
                "keep_screen_on", False,
            ),
            self._switch(
                "Show rename dialog after recording is completed", "pencil", "swAskToRename",
                "is_ask_rename_after_stop_recording", True,
            ),
            names,
            wide_row(
                self.explanation(),
                raised("Reset", "btnReset", self.reset_all, padding=(16, 8), margin=(0, 4, 6, 4)),
                id="info_panel",
                margin=(8, 8, 8, 0),
            ),
            *self.choices(),
            entry("Rate app", "thumb_up_outline", "btnRate", self._rate),
            entry("Request or feedback", "message_outline", "btnRequest", self._write),
            *self._totals(),
            padding=(0, 0, 0, 8),
        )  # fmt: skip
        return framed(ScrollView(body, width=MATCH, height=MATCH), self.settings.theme)

    def _switch(self, text: str, icon: str, id: str, key: str, usual: bool) -> View:
        on = self.prefs.get(key, usual)
        return wide_row(
            light(
                text, 20, icon=icon, icon_padding=16, width=0, weight=1, margin=(16, 12),
                vertical="center",
            ),
            Switch(
                "",
                id=id,
                checked=on,
                on_checked_change=lambda checked: self.prefs.put(**{key: checked}),
                margin=(0, 0, 10, 0),
            ),
        )  # fmt: skip

    def _totals(self) -> list[View]:
        count, total = self.store.totals()
        seconds = total // 1_000_000
        hours = f"{seconds // 3600:02}h:" if seconds >= 3600 else ""
        length = f"{hours}{seconds // 60 % 60:02}m:{seconds % 60:02}s"
        free = self.context.system.files.space().free
        chosen = self.settings
        minutes = free // max(1, chosen.bitrate // 8 * 60)
        return [
            light(
                f"Total records count: {count}", 18, id="txt_records_count", margin=(16, 8, 0, 0)
            ),
            light(f"Total recorded duration: {length}", 18, id="txt_total_duration",
                  margin=(16, 0)),
            light(
                f"Available space: {megabytes(free, 0)} Mb, {minutes // 60}h:{minutes % 60:02}m",
                18, id="txt_available_space", margin=(16, 0, 16, 8),
            ),
            light(
                f"Audio Recorder 2021\nVersion {self.context.manifest.version_name}", 18,
                id="txtAbout", width=MATCH, align="center", padding=(16, 10),
            ),
        ]  # fmt: skip

    def _rate(self) -> None:
        uri = f"market://details?id={self.context.package}"
        if not self.start_activity(Intent("android.intent.action.VIEW", uri)):
            self.start_activity(
                Intent(
                    "android.intent.action.VIEW",
                    f"https://play.google.com/store/apps/details?id={self.context.package}",
                )
            )

    def _write(self) -> None:
        if not self.start_activity(Intent("android.intent.action.SENDTO", "mailto:")):
            self.toast("Not found any Email client")
