"""The settings, customization and about screens."""

from __future__ import annotations

from collections.abc import Hashable, Sequence

from immutables import Map

from android_gym.simulator.appkit import simple_about, simple_customization
from android_gym.simulator.appkit.preferences import Row
from android_gym.simulator.appkit.simple_about import Question
from android_gym.simulator.appkit.simple_commons import COMMONS
from android_gym.simulator.appkit.simple_customization import CustomizationState
from android_gym.simulator.appkit.simple_locks import APP, LockSettings, lock_row
from android_gym.simulator.appkit.simple_rows import (
    COLORS,
    DATES,
    Section,
    check_row,
    link_row,
    list_row,
    opening_row,
)
from android_gym.simulator.apps.sms_messenger.actions import Actions
from android_gym.simulator.apps.sms_messenger.dialogs import EmptyBin
from android_gym.simulator.apps.sms_messenger.migration import ExportMessages, ImportMessages
from android_gym.simulator.apps.sms_messenger.storage.backup import (
    NOTHING_TO_EXPORT,
    NOTHING_TO_IMPORT,
    export_messages,
    import_messages,
)
from android_gym.simulator.system.documents import chosen_path
from android_gym.simulator.system.intents import Intent

JSON = "application/json"

_BIN = check_row("use_recycle_bin", "Move items into the Recycle Bin instead of deleting")


class SettingsActivity(Actions, LockSettings):
    """The app's settings."""

    DIALOGS = (EmptyBin, ExportMessages, ImportMessages)

    def rows(self) -> Sequence[Row | None]:
        """List the settings, in sections."""
        count = f"{len(self.store.recycled())} messages"
        empty = link_row(
            "Empty the Recycle Bin",
            "empty_recycle_bin",
            lambda _: self.show_dialog(EmptyBin()),
            count,
        )
        blocked, words = "Manage blocked numbers", "Manage blocked keywords"
        return (
            Section("Color customization", name="color_customization_section"),
            COLORS,
            Section("General", name="general_settings", after="color_customization"),
            link_row("Language", "language", self.open_language, "English"),
            list_row(
                "date_format_index",
                "Change date and time format",
                *enumerate(DATES),
                summary="",
                id="change_date_time_format",
            ),
            opening_row(
                blocked, "manage_blocked_numbers", f"{COMMONS}.ManageBlockedNumbersActivity"
            ),
            opening_row(
                words, "manage_blocked_keywords", ".activities.ManageBlockedKeywordsActivity"
            ),
            list_row(
                "font_size",
                "Font size",
                *enumerate(("Small", "Medium", "Large", "Extra large")),
                default=1,
            ),
            Section("Notifications", after="general_settings"),
            link_row("Customize notifications", "customize_notifications", self.open_notifications),
            list_row(
                "lock_screen_visibility",
                "Lock screen notification visibility",
                (1, "Sender and message"),
                (2, "Sender only"),
                (3, "Nothing"),
            ),
            Section("Outgoing messages", after="notifications"),
            check_row("show_character_counter", "Show a character counter at writing messages"),
            check_row("use_simple_characters", "Remove accents and diacritics at sending messages"),
            check_row("send_on_enter", "Send message on pressing Enter"),
            check_row("enable_delivery_reports", "Enable delivery reports"),
            check_row("send_long_message_mms", "Send long messages as MMS"),
            check_row("send_group_message_mms", "Send group messages as MMS"),
            list_row(
                "mms_file_size_limit",
                "Resize sent MMS images",
                (102_400, "100KB"),
                (204_800, "200KB"),
                (307_200, "300KB"),
                (614_400, "600KB"),
                (1_048_576, "1MB"),
                (2_097_152, "2MB"),
                (-1, "No limit"),
                default=614_400,
            ),
            Section("Recycle Bin", after="outgoing_messages"),
            _BIN,
            empty if self.value(_BIN) else None,
            Section("Security", after="recycle_bin"),
            lock_row(APP, "Password protect the whole application", "app_password_protection"),
            Section("Migrating", after="migrating"),
            link_row("Export messages", "export_messages", self._export),
            link_row("Import messages", "import_messages", self._import),
        )

    def _export(self, _: object) -> None:
        now = self.context.system.clock.datetime()
        self.show_dialog(ExportMessages(name=f"messages_{now:%Y-%m-%d_%H-%M-%S}"))

    def export_to(self, name: str, *, texts: bool) -> None:
        """Ask where to save a file with a name, and export to it."""
        request = "export" if texts else "export nothing"
        create = Intent(
            "android.intent.action.CREATE_DOCUMENT",
            type=JSON,
            categories=("android.intent.category.OPENABLE",),
            extras=Map({"android.intent.extra.TITLE": name}),
        )
        self.open_elsewhere(create, request)

    def _import(self, _: object) -> None:
        openable = ("android.intent.category.OPENABLE",)
        get = Intent("android.intent.action.GET_CONTENT", type=JSON, categories=openable)
        self.open_elsewhere(get, "import")

    def import_from(self, path: str, *, texts: bool) -> None:
        """Import from a file."""
        self.toast(import_messages(self.store, path) if texts else NOTHING_TO_IMPORT)

    def on_activity_result(self, request: Hashable, code: int, data: Intent | None) -> None:
        """Export to the created file, or ask what to import from the chosen one."""
        path = chosen_path(code, data)
        if path is None:
            return
        if request == "import":
            self.show_dialog(ImportMessages(path=path))
        elif request == "export":
            self.toast(export_messages(self.store, path))
        else:
            self.toast(NOTHING_TO_EXPORT)


class CustomizationActivity(
    simple_customization.CustomizationActivity, Actions[CustomizationState]
):
    """Customization of the app's colours."""


class AboutActivity(Actions, simple_about.AboutActivity):
    """The About screen."""

    WITH_IDS = False


class FAQActivity(Actions, simple_about.FAQActivity):
    """Frequently asked questions."""

    QUESTIONS = (
        Question(
            "Why can a message not be sent?",
            "Messages of more than one part, or with attachments, need a connection for MMS.",
        ),
    )


class LicenseActivity(Actions, simple_about.LicenseActivity):
    """Third-party licences."""

    LIBRARIES = (
        "Kotlin (programming language)",
        "Glide (image loading and caching)",
        "Event Bus (communication within the app)",
        "SMS MMS (SMS and MMS handling)",
        "Indicator Fast Scroll (letters on scrollbar)",
    )
