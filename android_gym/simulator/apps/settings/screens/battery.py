"""Battery and Storage."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from android_gym.simulator.appkit.preferences import Category, ListPreference, Row
from android_gym.simulator.apps.settings.actions import SHARED, AnyPage
from android_gym.simulator.apps.settings.dialogs import EmptyTrash, shows, tells
from android_gym.simulator.apps.settings.look import Custom, Footer, usage
from android_gym.simulator.apps.settings.model import (
    Link,
    MainSwitch,
    Toggle,
    app_icon,
    file_size,
    link,
)
from android_gym.simulator.apps.settings.screens.page import Page
from android_gym.simulator.system.intents import Intent
from android_gym.simulator.system.words import phrase, verbatim
from android_gym.simulator.ui.widgets import Button


def battery_summary(page: AnyPage) -> str:
    """Return the battery level as text."""
    return f"{page.system.battery.state.level}%"


class Battery(Page):
    """The battery's level and the ways to save power."""

    TITLE = "Battery"

    def rows(self) -> Sequence[Row | None]:
        """List the level and three rows."""
        saver = "On" if self.store.is_on("global/low_power") else "Off"
        battery = self.system.battery.state
        states = {2: "Charging", 4: "Connected, not charging", 5: "Charged"}
        state = states.get(battery.status, "Not charging")
        return [
            Custom(lambda: usage(battery_summary(self), "", state, battery.level / 100)),
            link("Battery usage", "battery:BatteryUsage", "View usage from last full charge"),
            link("Battery Saver", "battery:BatterySaver", saver),
            Toggle(
                "system/status_bar_show_battery_percent",
                "Battery percentage",
                "Show battery percentage in status bar",
            ),
        ]


class BatteryUsage(Page):
    """Battery usage by app: none, because the battery is always full."""

    TITLE = "Battery usage"
    ROWS = (
        Category("Battery usage since last full charge"),
        Footer("Battery usage data will be available after using your phone for a few hours"),
    )


class Optimization(Page):
    """Apps and whether the system limits their battery usage in the background."""

    TITLE = "Battery optimization"

    def rows(self) -> Sequence[Row | None]:
        """List the apps; each leads to its own page."""
        return [
            link(
                self.store.name(app),
                "app:AppBattery",
                self.store.battery_usage(app.package),
                app_icon(app),
                package=app.package,
            )
            for app in self.store.apps()
        ]


class BatterySaver(Page):
    """Battery Saver and its schedule."""

    TITLE = "Battery Saver"
    ROWS = (
        MainSwitch("global/low_power", "Use Battery Saver"),
        ListPreference(
            "global/low_power_trigger_level",
            "Set a schedule",
            choices=(("0", "No schedule"), ("20", "Based on percentage")),
        ),
        Toggle(
            "global/low_power_sticky_auto_disable_enabled",
            "Turn off when charged",
            "Battery Saver turns off when battery is at 90%",
            default=True,
        ),
        Footer(
            "Battery Saver turns on Dark theme and limits or turns off background activity,"
            " some visual effects, certain features, and some network connections."
        ),
    )


_KINDS: Final = {
    "Images": ("image_outline", ("jpg", "jpeg", "png", "gif", "webp", "bmp", "heic")),
    "Videos": ("movie_outline", ("mp4", "mkv", "3gp", "webm", "avi", "mov")),
    "Audio": ("music_note_outline", ("mp3", "m4a", "ogg", "wav", "flac", "aac", "amr", "opus")),
    "Documents & other": ("file_document_outline", ()),
}
"""Icon and file name extensions of each category; the last one takes all other files."""

_OTHER: Final = "Documents & other"
_SYSTEM_BYTES: Final = 2_900_000_000


def storage_summary(page: AnyPage) -> str:
    """Return how full the storage is, as the home page words it."""
    space = page.system.files.space()
    return phrase(
        "{part} used - {free} free",
        part=f"{round(100 * space.used / space.total)}%",
        free=file_size(space.free),
    )


@dataclass(frozen=True)
class StorageState:
    """State of the storage page.

    Attributes:
        sizes: (title, bytes) of each file category, counted when the page was opened.
    """

    sizes: tuple[tuple[str, int], ...] = ()


class Storage(Page[StorageState]):
    """Used and free space by category."""

    TITLE = "Storage"
    DIALOGS = (EmptyTrash,)

    def on_resume(self) -> None:
        """Count the sizes again."""
        sizes = dict.fromkeys((*_KINDS, "Trash"), 0)
        by_extension = {e: title for title, (_, extensions) in _KINDS.items() for e in extensions}
        for path, stat in self.system.files.walk(SHARED):
            if stat.kind == "file":
                name = path.rpartition("/")[2]
                title = by_extension.get(name.rpartition(".")[2].lower(), _OTHER)
                sizes["Trash" if name.startswith(".trashed-") else title] += stat.size
        self.update(sizes=tuple(sizes.items()))

    def rows(self) -> Sequence[Row | None]:
        """List the bar and a row for each category."""
        space = self.system.files.space()
        sizes = dict(self.state.sizes)
        own = [app.package for app in self.store.apps() if not app.system]
        apps = sum(sum(self.store.sizes(package)) for package in own)
        trash = sizes.get("Trash", 0)
        empty = tells("Trash is empty", "There is nothing to delete.")
        if trash:
            empty = shows(EmptyTrash(file_size(trash)))
        about = tells(
            "System",
            phrase(
                "System includes files used to run Android version {release}",
                release=verbatim(self.system.properties.release),
            ),
        )
        used = phrase("{size} used", size=file_size(space.used))
        total = phrase("{size} total", size=file_size(space.total))
        return [
            Custom(lambda: usage(used, total, "", space.used / space.total)),
            Custom(
                lambda: Button(
                    "Free up space",
                    id="android:id/button1",
                    kind="tonal",
                    on_click=self._files,
                    margin=(24, 8),
                )
            ),
            link("Apps", "battery:StorageApps", file_size(apps), "apps"),
            *(
                Link(title, lambda _: self._files(), file_size(sizes.get(title, 0)), icon)
                for title, (icon, _) in _KINDS.items()
            ),
            link("Games", "battery:StorageApps", "0 B", "gamepad_variant_outline"),
            Link("System", about, file_size(_SYSTEM_BYTES), "android"),
            Link("Trash", empty, file_size(trash), "delete_outline"),
        ]

    def _files(self) -> None:
        view = Intent(
            action="android.intent.action.VIEW",
            data="content://com.android.externalstorage.documents/root/primary",
            type="vnd.android.document/root",
        )
        if not self.start_activity(view):
            self.toast("No app can show files")


class StorageApps(Page):
    """Apps by size, largest first."""

    TITLE = "Apps"

    def rows(self) -> Sequence[Row | None]:
        """List each with its size."""
        sizes = {app.package: sum(self.store.sizes(app.package)) for app in self.store.apps()}
        return [
            link(
                self.store.name(app),
                "app:AppStorage",
                file_size(sizes[app.package]),
                app_icon(app),
                package=app.package,
            )
            for app in sorted(self.store.apps(), key=lambda m: (-sizes[m.package], m.label))
        ]
