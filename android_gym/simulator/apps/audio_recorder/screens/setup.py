"""The setup on the first start, and the settings shared with the settings screen."""

from __future__ import annotations

from android_gym.simulator.apps.audio_recorder.actions import RecorderActivity
from android_gym.simulator.apps.audio_recorder.dialogs import Information
from android_gym.simulator.apps.audio_recorder.look import (
    framed,
    light,
    per_minute,
    raised,
    recorder_chips,
    spinner,
    theme_names,
)
from android_gym.simulator.apps.audio_recorder.model import NAMINGS, THEMES, SetupState
from android_gym.simulator.apps.audio_recorder.recorder import next_name
from android_gym.simulator.apps.audio_recorder.words import explained
from android_gym.simulator.ui.activity import Screen
from android_gym.simulator.ui.geometry import MATCH
from android_gym.simulator.ui.layouts import ScrollView, column, full_column, wide_column, wide_row
from android_gym.simulator.ui.view import View
from android_gym.simulator.ui.widgets import ImageView


class ChoosingActivity(RecorderActivity[SetupState]):
    """Base class of the screens with the recorder's settings."""

    DIALOGS = (Information,)

    def spinners(self) -> tuple[View, View]:
        """Return the spinners of theme and naming."""
        chosen = self.settings
        at_ms = self.context.system.clock.this_minute_ms()
        names = [next_name(self.context, naming, "m4a", at_ms) for naming in NAMINGS]
        samples = [f"Naming: {name}" for name in names]
        keys = [key for key, _ in THEMES]
        return (
            spinner(
                "themeColor", "palette", theme_names(), keys.index(chosen.theme),
                lambda index: self.change_setting(theme=keys[index]),
            ),
            spinner(
                "name_format", "format_title", samples, NAMINGS.index(chosen.naming),
                lambda index: self.change_setting(naming=NAMINGS[index]),
            ),
        )  # fmt: skip

    def choices(self) -> list[View]:
        """Return the recorder's four settings."""

        def change(**changes: object) -> None:
            self.change_setting(**changes)
            self.update(info=next(iter(changes)))

        return recorder_chips(
            self.settings, change, lambda field: self.show_dialog(Information(field))
        )

    def explanation(self) -> View:
        """Return the texts about the expected size of a minute, and the last choice."""
        chosen = self.settings
        return column(
            light(per_minute(chosen), 16, id="txt_size_per_min", margin=(10, 8, 10, 0)),
            light(
                explained(chosen, self.state.info), 14, id="txt_information", margin=(10, 0, 10, 8),
                max_lines=4,
            ),
            width=0,
            weight=1,
        )  # fmt: skip

    def reset_all(self) -> None:
        """Reset the recorder's settings to their defaults."""
        self.reset_settings()
        self.reset()


class SetupActivity(ChoosingActivity):
    """Asks for theme, naming and quality, then opens the main screen."""

    def build(self) -> Screen:
        """Build the settings and the panel with the buttons."""
        first, second = self.spinners()
        body = column(
            wide_row(light("Setup", 24, margin=(56, 0), most_scale=1.7), id="toolbar", height=56),
            first,
            second,
            *self.choices(),
            width=MATCH,
            padding=(0, 0, 0, 16),
        )
        panel = wide_column(
            wide_row(ImageView("information_outline", tint="#FFFFFF", size=20), self.explanation()),
            wide_row(
                raised("Reset", "btn_reset", self.reset_all, width=0, weight=1, margin=4),
                raised("Apply", "btn_apply", self._apply, width=0, weight=1, margin=4),
            ),
            background="#32FFFFFF",
            padding=(8, 0),
        )
        scroll = ScrollView(body, width=MATCH, height=0, weight=1)
        return framed(full_column(scroll, panel), self.settings.theme)

    def _apply(self) -> None:
        self.prefs.put(
            is_first_run=False,
            is_migrated=True,
            is_migrated_db3=True,
            is_store_dir_public=False,
            is_show_directory_setting=False,
        )
        chosen = self.settings
        self.change_setting(
            format=chosen.format,
            sample_rate=chosen.sample_rate,
            bitrate=chosen.bitrate,
            channels=chosen.channels,
            naming=chosen.naming,
            theme=chosen.theme,
        )
        self.start_activity(".app.main.MainActivity")
        self.finish()
