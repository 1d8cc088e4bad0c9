"""The settings page for backups."""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass

from android_gym.simulator.appkit.dialogs import MessageDialog
from android_gym.simulator.appkit.preferences import Category, LinkPreference, Row, SwitchPreference
from android_gym.simulator.appkit.times import moment
from android_gym.simulator.apps.tasks_org import backup
from android_gym.simulator.apps.tasks_org.screens.preferences import Page, web
from android_gym.simulator.apps.tasks_org.times import date_text, time_text
from android_gym.simulator.system.activity_records import RESULT_OK
from android_gym.simulator.system.documents import document_path
from android_gym.simulator.system.intents import Intent

__all__ = ["BackupsPage"]


@dataclass(frozen=True)
class RestoreSummary(MessageDialog["BackupsPage"]):
    """Show the result of restoring a backup.

    Attributes:
        file: Name of the backup file.
        imported: Tasks that were added.
        existing: Tasks that existed already.
        errors: Tasks that could not be read.
    """

    TITLE = "Restore summary"
    MESSAGE = (
        "File {file} contained {total}.\n\n{imported} imported,\n{existing} already exist\n"
        "{errors} had errors\n"
    )
    file: str = ""
    imported: int = 0
    existing: int = 0
    errors: int = 0

    @property
    def total(self) -> str:
        """The total number of tasks, in words."""
        return _tasks(self.imported + self.existing + self.errors)


def _tasks(number: int) -> str:
    return "1 task" if number == 1 else f"{number} tasks"


class BackupsPage(Page):
    """Backs tasks up to a file and restores them."""

    TITLE = "Backups"
    DIALOGS = (RestoreSummary,)

    def rows(self) -> list[Row | None]:
        """Return the rows."""
        last = backup.last_backup_ms(self.context)
        day = date_text(self.context, last, full=True, time=False)
        made = f"{day} {time_text(self.context, moment(self.context, last))}" if last else "Never"
        return [
            LinkPreference("Documentation", web("https://tasks.org/backups"), icon="open_in_new"),
            LinkPreference(
                "Backup folder", BackupsPage._choose_folder, backup.folder(self.context)
            ),
            LinkPreference("Backup now", BackupsPage._back_up, f"Last backup: {made}"),
            LinkPreference("Import backup", BackupsPage._ask),
            Category("Automatic backups"),
            SwitchPreference("backups_enabled", "Enabled", default=True),
            Category("Android Backup Service"),
            SwitchPreference("backups_android_backup_enabled", "Enabled", default=True),
            LinkPreference(
                "Device settings",
                BackupsPage._open_device,
                "You must also opt in to backup service through your device settings. Not all "
                "devices provide backup service.",
                icon="open_in_new",
            ),
            Category("Advanced"),
            SwitchPreference(
                "backups_ignore_warnings",
                "Ignore warnings",
                "Ignore backup warnings if you do not need backups or have your own backup "
                "solution",
            ),
        ]

    def _back_up(self) -> None:
        try:
            number, path = backup.back_up(self.context)
        except backup.BackupError as error:
            self.toast(f"Error: {error}", long=True)
            return
        self.toast(f"Backed up {_tasks(number)} to {path}.", long=True)

    def _choose_folder(self) -> None:
        self.start_activity(Intent("android.intent.action.OPEN_DOCUMENT_TREE"), request="folder")

    def _ask(self) -> None:
        intent = Intent(
            "android.intent.action.OPEN_DOCUMENT",
            type="*/*",
            categories=("android.intent.category.OPENABLE",),
        )
        self.start_activity(intent, request="import")

    def _open_device(self) -> None:
        self.start_activity(Intent("android.settings.SETTINGS"))

    def on_activity_result(self, request: Hashable, code: int, data: Intent | None) -> None:
        """Store the chosen folder, or restore the chosen file."""
        if code != RESULT_OK or data is None:
            return
        if request == "folder":
            if document_path(data.data or "") is not None:
                backup.keep_folder(self.context, data.data or "")
            return
        path = document_path(data.data or "") or ""
        try:
            found = backup.restore(self.context, path)
        except backup.BackupError:
            self.toast("Invalid backup file", long=True)
            return
        name = path.rpartition("/")[2]
        self.show_dialog(RestoreSummary(name, found.imported, found.existing, found.errors))
