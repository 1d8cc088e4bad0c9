"""Battery and Storage."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from android_gym.simulator.apps.settings.apps import app_bytes, app_icon, listed_apps
from android_gym.simulator.apps.settings.page import Page, PageState, Row
from android_gym.simulator.apps.settings.preferences import (
    Category,
    Custom,
    Footer,
    MainSwitch,
    Preference,
)
from android_gym.simulator.apps.settings.units import file_size
from android_gym.simulator.ui.layouts import column, row
from android_gym.simulator.ui.view import MATCH, View
from android_gym.simulator.ui.widgets import Button, ProgressBar, Space, TextView

__all__ = [
    "Battery",
    "BatterySaver",
    "BatteryUsage",
    "Storage",
    "StorageApps",
    "battery_summary",
    "storage_summary",
]


def battery_summary(page: Page) -> str:
    """How full the battery is."""
    return f"{page.system.battery.state.level}%"


class Battery(Page):
    """How full, and how to make it last."""

    TITLE = "Battery"

    def rows(self) -> Sequence[Row | None]:
        """The level and four rows."""
        saver = self.is_on("global", "low_power")
        battery = self.system.battery.state
        states = {2: "Charging", 4: "Connected, not charging", 5: "Charged"}
        state = states.get(battery.status, "Not charging")
        return [
            Custom(lambda: _usage(battery_summary(self), "", state, battery.level / 100)),
            self.link("Battery usage", "battery:BatteryUsage", "View usage from last full charge"),
            self.link("Battery Saver", "battery:BatterySaver", "On" if saver else "Off"),
            self.toggle(
                "Battery percentage",
                "system",
                "status_bar_show_battery_percent",
                "Show battery percentage in status bar",
            ),
        ]


def _usage(used: str, total: str, below: str, part: float) -> View:
    """The large number with a bar below it (settingslib's usage_progress_preference)."""
    return column(
        row(
            TextView(used, id="usage_summary", style="collapsing_title"),
            Space(width=0, weight=1, height=1),
            TextView(total, id="total_summary", style="preference_summary", gravity="bottom")
            if total
            else None,
            width=MATCH,
        ),
        ProgressBar(part, id="android:id/progress", thickness=8, width=MATCH, margin=(0, 8)),
        TextView(below, id="bottom_summary", style="preference_summary", color="text_secondary")
        if below
        else None,
        width=MATCH,
        padding=(24, 8),
    )


class BatteryUsage(Page):
    """What has used the battery."""

    TITLE = "Battery usage"

    def rows(self) -> Sequence[Row | None]:
        """Nothing: it is always full."""
        return [
            Category("Battery usage since last full charge"),
            Footer("Battery usage data will be available after using your phone for a few hours"),
        ]


class BatterySaver(Page):
    """Saving."""

    TITLE = "Battery Saver"

    def rows(self) -> Sequence[Row | None]:
        """The switch and when it switches itself."""
        return [
            MainSwitch(
                "Use Battery Saver",
                self.is_on("global", "low_power"),
                lambda on: self.put("global", "low_power", on),
            ),
            self.choice(
                "Set a schedule",
                (("0", "No schedule"), ("20", "Based on percentage")),
                self.setting("global", "low_power_trigger_level"),
                lambda value: self.put("global", "low_power_trigger_level", value),
            ),
            self.toggle(
                "Turn off when charged",
                "global",
                "low_power_sticky_auto_disable_enabled",
                "Battery Saver turns off when battery is at 90%",
                default="1",
            ),
            Footer(
                "Battery Saver turns on Dark theme and limits or turns off background activity,"
                " some visual effects, certain features, and some network connections."
            ),
        ]


# Title, icon, file name extensions.
_KINDS: Final = (
    ("Images", "image_outline", ("jpg", "jpeg", "png", "gif", "webp", "bmp", "heic")),
    ("Videos", "movie_outline", ("mp4", "mkv", "3gp", "webm", "avi", "mov")),
    ("Audio", "music_note_outline", ("mp3", "m4a", "ogg", "wav", "flac", "aac", "amr", "opus")),
)
DOCUMENTS: Final = "Documents & other"
_SYSTEM_BYTES: Final = 2_900_000_000


def storage_summary(page: Page) -> str:
    """How full the phone is, as the home page says it."""
    space = page.system.files.space()
    return f"{round(100 * space.used / space.total)}% used - {file_size(space.free)} free"


@dataclass(frozen=True)
class StorageState(PageState):
    """State of the storage page.

    Attributes:
        sizes: (title, bytes) of the kinds of files, counted when the page was opened.
    """

    sizes: tuple[tuple[str, int], ...] = ()


class Storage(Page[StorageState]):
    """What takes how much."""

    TITLE = "Storage"

    def on_resume(self) -> None:
        """Counts anew."""
        sizes = dict.fromkeys((*(kind[0] for kind in _KINDS), DOCUMENTS, "Trash"), 0)
        by_extension = {e: title for title, _, extensions in _KINDS for e in extensions}
        for path, stat in self.system.files.walk("/storage/emulated/0"):
            if stat.kind == "file":
                name = path.rpartition("/")[2]
                extension = name.rpartition(".")[2].lower()
                title = by_extension.get(extension, DOCUMENTS)
                sizes["Trash" if name.startswith(".trashed-") else title] += stat.size
        self.update(sizes=tuple(sizes.items()))

    def rows(self) -> Sequence[Row | None]:
        """The bar, and a row for each kind."""
        space = self.system.files.space()
        sizes = dict(self.state.sizes)
        apps = sum(
            sum(app_bytes(self, manifest.package))
            for manifest in listed_apps(self)
            if not manifest.system
        )
        part = space.used / space.total
        known = [(title, icon) for title, icon, _ in _KINDS]
        empty = self.confirm(
            "trash",
            "Empty trash?",
            f"There are {file_size(sizes.get('Trash', 0))} of files in the trash.",
            "Empty trash",
            self._empty_trash,
        )
        nothing = self.tell("Trash is empty", "There is nothing to delete.")
        about = self.tell("System", "System includes files used to run Android version 13")
        used = file_size(space.used)
        return [
            Custom(lambda: _usage(f"{used} used", f"{file_size(space.total)} total", "", part)),
            Custom(
                lambda: Button(
                    "Free up space",
                    id="android:id/button1",
                    kind="tonal",
                    on_click=self._files,
                    margin=(24, 8),
                )
            ),
            self.link("Apps", "battery:StorageApps", file_size(apps), "apps"),
            *(
                Preference(title, file_size(sizes.get(title, 0)), icon, self._files)
                for title, icon in (*known, (DOCUMENTS, "file_document_outline"))
            ),
            self.link("Games", "battery:StorageApps", "0 B", "gamepad_variant_outline"),
            Preference("System", file_size(_SYSTEM_BYTES), "android", about),
            Preference(
                "Trash",
                file_size(sizes.get("Trash", 0)),
                "delete_outline",
                empty if sizes.get("Trash") else nothing,
            ),
        ]

    def _files(self) -> None:
        """Files shows what there is."""
        from android_gym.simulator.system.intents import Intent

        view = Intent(
            action="android.intent.action.VIEW",
            data="content://com.android.externalstorage.documents/root/primary",
            type="vnd.android.document/root",
        )
        if not self.start_activity(view):
            self.toast("No app can show files")

    def _empty_trash(self) -> None:
        files = self.system.files
        for path, stat in list(files.walk("/storage/emulated/0")):
            if stat.kind == "file" and path.rpartition("/")[2].startswith(".trashed-"):
                files.remove(path)
        self.on_resume()


class StorageApps(Page):
    """Apps, the largest first."""

    TITLE = "Apps"

    def rows(self) -> Sequence[Row | None]:
        """Each with its size."""
        sizes = {m.package: sum(app_bytes(self, m.package)) for m in listed_apps(self)}
        apps = sorted(listed_apps(self), key=lambda m: (-sizes[m.package], m.label))
        return [
            self.link(
                manifest.label,
                "apps:AppStorage",
                file_size(sizes[manifest.package]),
                app_icon(manifest),
                package=manifest.package,
            )
            for manifest in apps
        ]
