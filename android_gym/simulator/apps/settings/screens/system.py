"""System: backup, reset, and links to languages, gestures and the clock."""

from __future__ import annotations

from collections.abc import Sequence

from android_gym.simulator.appkit.preferences import Row
from android_gym.simulator.apps.settings.dialogs import (
    EraseAllData,
    ResetApps,
    ResetNetworks,
    shows,
)
from android_gym.simulator.apps.settings.look import Footer, WideButton
from android_gym.simulator.apps.settings.model import Link, MainSwitch, link
from android_gym.simulator.apps.settings.screens.clock import zone_label
from android_gym.simulator.apps.settings.screens.page import Page
from android_gym.simulator.system.words import phrase, verbatim


class SystemDashboard(Page):
    """Languages, gestures, time and backup; also developer options once they are enabled."""

    TITLE = "System"

    def rows(self) -> Sequence[Row | None]:
        """List the rows of the page."""
        backup = "On" if self.store.is_on("secure/backup_enabled") else "Off"
        developer = link("Developer options", "developer:DeveloperOptions", icon="code_braces")
        return [
            link(
                "Languages & input",
                "languages:LanguagesAndInput",
                "Languages, keyboards, speech",
                "web",
            ),
            link("Gestures", "gestures:Gestures", icon="gesture"),
            link("Date & time", "clock:DateAndTime", zone_label(self), "clock_outline"),
            link("Backup", "system:Backup", backup, "cloud_upload_outline"),
            link(
                "System update",
                "device:SystemUpdate",
                phrase(
                    "Updated to Android {release}",
                    release=verbatim(self.system.properties.release),
                ),
                "cellphone_arrow_down",
            ),
            developer if self.store.is_on("global/development_settings_enabled") else None,
            link(
                "Reset options",
                "system:ResetOptions",
                "Network, apps, or device can be reset",
                "restore",
            ),
        ]


class MultipleUsers(Page):
    """The phone's users: an empty page, because the emulator lets nobody add one."""

    TITLE = "Multiple users"


class Backup(Page):
    """Backup; there is no account to back up to."""

    TITLE = "Backup"
    ROWS = (
        MainSwitch("secure/backup_enabled", "Use Backup by Google One"),
        Link("Backup account", summary="No account", enabled=False),
        Footer("Apps, photos, SMS, call history and device settings are backed up."),
    )


class ResetOptions(Page):
    """Options to reset the network, the apps or everything."""

    TITLE = "Reset options"
    DIALOGS = (ResetApps,)
    ROWS = (
        link("Reset Wi\u2011Fi, mobile & Bluetooth", "system:ResetNetwork"),
        Link("Reset app preferences", shows(ResetApps())),
        link("Erase all data (factory reset)", "system:EraseAll"),
    )


class ResetNetwork(Page):
    """Reset of all network settings."""

    TITLE = "Reset Wi\u2011Fi, mobile & Bluetooth"
    DIALOGS = (ResetNetworks,)
    ROWS = (
        Footer(
            "This will reset all network settings, including:\n\n\u2022 Wi\u2011Fi\n"
            "\u2022 Mobile data\n\u2022 Bluetooth"
        ),
        WideButton("Reset settings", shows(ResetNetworks())),
    )


class EraseAll(Page):
    """Factory reset."""

    TITLE = "Erase all data (factory reset)"
    DIALOGS = (EraseAllData,)
    ROWS = (
        Footer(
            "This will erase all data from your phone\u2019s internal storage, including:\n\n"
            "\u2022 System and app data and settings\n\u2022 Downloaded apps\n\u2022 Music\n"
            "\u2022 Photos\n\u2022 Other user data"
        ),
        WideButton("Erase all data", shows(EraseAllData())),
    )
