"""Settings, lists of what is blocked, colours, about."""

from __future__ import annotations

import base64
import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, Literal

from immutables import Map

from android_gym.errors import FileError
from android_gym.simulator.appkit import simple_commons
from android_gym.simulator.appkit.preferences import (
    Category,
    LinkPreference,
    ListPreference,
    Row,
    SwitchPreference,
)
from android_gym.simulator.appkit.simple_commons import (
    COMMONS,
    ConfirmationDialog,
    SettingsScreen,
)
from android_gym.simulator.apps.sms_messenger.look import AppScreen
from android_gym.simulator.apps.sms_messenger.storage import MessageStore, preferences
from android_gym.simulator.system.intents import Intent
from android_gym.simulator.ui.activity import Screen
from android_gym.simulator.ui.components import MenuItem
from android_gym.simulator.ui.dialogs import alert_dialog
from android_gym.simulator.ui.layouts import RecyclerView, column, row
from android_gym.simulator.ui.view import MATCH, View
from android_gym.simulator.ui.widgets import (
    EditText,
    ImageView,
    TextView,
)

__all__ = [
    "AboutActivity",
    "CustomizationActivity",
    "ManageBlockedKeywordsActivity",
    "ManageBlockedNumbersActivity",
    "SettingsActivity",
]

_BACKUP = "/storage/emulated/0/Download/sms_messages.json"

_OUTGOING = (
    (
        "show_character_counter",
        "Show a character counter at writing messages",
    ),
    ("use_simple_characters", "Remove accents and diacritics at sending messages"),
    ("send_on_enter", "Send message on pressing Enter"),
    ("enable_delivery_reports", "Enable delivery reports"),
    ("send_long_message_mms", "Send long messages as MMS"),
    ("send_group_message_mms", "Send group messages as MMS"),
)


@dataclass(frozen=True)
class EmptyBin(ConfirmationDialog["SettingsActivity"]):
    """Ask before the recycle bin is emptied."""

    MESSAGE = (
        "Are you sure you want to empty the Recycle Bin? The messages will be permanently lost."
    )

    def on_confirm(self, screen: SettingsActivity) -> None:
        """Empty it."""
        MessageStore(screen.context).empty_bin()


def _opens(activity: str) -> Callable[[AppScreen], object]:
    return lambda screen: screen.start_activity(activity)


_LOOK: tuple[Row, ...] = (
    Category("Color customization"),
    LinkPreference(
        "Customize colors",
        _opens(f"{COMMONS}.CustomizationActivity"),
        id="settings_color_customization",
    ),
)
_FONT_SIZE = ListPreference(
    "font_size",
    "Font size",
    choices=((0, "Small"), (1, "Medium"), (2, "Large"), (3, "Extra large")),
    default=1,
    cancel=None,
    id="settings_font_size",
)
_DATE_FORMAT = ListPreference(
    "date_format_index",
    "Change date and time format",
    summary="",
    choices=(
        (0, "15.10.2023"),
        (1, "15/10/2023"),
        (2, "10/15/2023"),
        (3, "2023-10-15"),
        (4, "15 October 2023"),
        (5, "October 15 2023"),
    ),
    cancel=None,
    id="settings_change_date_time_format",
)
_LOCK_SCREEN = ListPreference(
    "lock_screen_visibility",
    "Lock screen notification visibility",
    choices=((1, "Sender and message"), (2, "Sender only"), (3, "Nothing")),
    cancel=None,
    id="settings_lock_screen_visibility",
)
_MMS_SIZE = ListPreference(
    "mms_file_size_limit",
    "Resize sent MMS images",
    choices=(
        (102_400, "100KB"),
        (204_800, "200KB"),
        (307_200, "300KB"),
        (614_400, "600KB"),
        (1_048_576, "1MB"),
        (2_097_152, "2MB"),
        (-1, "No limit"),
    ),
    default=614_400,
    cancel=None,
    id="settings_mms_file_size_limit",
)


def _check(key: str, title: str, widget: Literal["switch", "checkbox"] = "checkbox") -> Row:
    return SwitchPreference(key, title, widget=widget, id=f"settings_{key}")


_BIN = SwitchPreference(
    "use_recycle_bin",
    "Move items into the Recycle Bin instead of deleting",
    widget="checkbox",
    id="settings_use_recycle_bin",
)


class SettingsActivity(AppScreen, SettingsScreen):
    """The app's settings."""

    DIALOGS = (EmptyBin,)

    def rows(self) -> Sequence[Row | None]:
        """List the settings, in sections."""
        empty = None
        if self.value(_BIN):
            empty = LinkPreference(
                "Empty the Recycle Bin",
                lambda _: self.show_dialog(EmptyBin()),
                f"{len(MessageStore(self.context).recycled())} messages",
                id="settings_empty_recycle_bin",
            )
        return (
            *_LOOK,
            Category("General"),
            LinkPreference("Language", self._language, "English", id="settings_language"),
            _DATE_FORMAT,
            LinkPreference(
                "Manage blocked numbers",
                _opens(f"{COMMONS}.ManageBlockedNumbersActivity"),
                id="settings_manage_blocked_numbers",
            ),
            LinkPreference(
                "Manage blocked keywords",
                _opens(".activities.ManageBlockedKeywordsActivity"),
                id="settings_manage_blocked_keywords",
            ),
            _FONT_SIZE,
            Category("Notifications"),
            LinkPreference(
                "Customize notifications",
                self._notifications,
                id="settings_customize_notifications",
            ),
            _LOCK_SCREEN,
            Category("Outgoing messages"),
            *(_check(name, label) for name, label in _OUTGOING),
            _MMS_SIZE,
            Category("Recycle Bin"),
            _BIN,
            empty,
            Category("Security"),
            _check("app_password_protection", "Password protect the whole application", "switch"),
            Category("Migrating"),
            LinkPreference("Export messages", self._export, id="settings_export_messages"),
            LinkPreference("Import messages", self._import, id="settings_import_messages"),
        )

    def _language(self, _: object) -> None:
        self.open_elsewhere(
            Intent("android.settings.APP_LOCALE_SETTINGS", data=f"package:{self.context.package}")
        )

    def _notifications(self, _: object) -> None:
        self.open_elsewhere(
            Intent(
                "android.settings.APP_NOTIFICATION_SETTINGS",
                extras=Map({"android.provider.extra.APP_PACKAGE": self.context.package}),
            )
        )

    # -- moving messages

    def _export(self, _: object) -> None:
        store = MessageStore(self.context)
        _, rows = self.context.provider("sms").query(
            "content://sms",
            ["sub_id", "address", "body", "date", "date_sent", "locked", "read", "status", "type"],
            None,
            "date",
        )
        if not rows or not store.available:
            self.toast("No entries have been found for exporting")
            return
        names = ("subscriptionId", "address", "body", "date", "dateSent", "locked", "read",
                 "status", "type")  # fmt: skip
        backup = [
            {**dict(zip(names, message, strict=True)), "backupType": "sms"} for message in rows
        ]
        try:
            self.context.system.files.write(
                _BACKUP, json.dumps(backup, ensure_ascii=False, default=_encode).encode()
            )
        except FileError:
            self.toast("Exporting failed")
            return
        self.toast("Exporting successful")

    def _import(self, _: object) -> None:
        files = self.context.system.files
        try:
            backup = json.loads(files.read(_BACKUP))
            messages = [
                (str(m["address"]), str(m["body"]), int(m["date"]), int(m["type"])) for m in backup
            ]
        except FileError:
            self.toast("No valid app found")
            return
        except (ValueError, TypeError, KeyError):
            self.toast("Invalid file format")
            return
        provider = self.context.provider("sms")
        for address, body, date, kind in messages:
            _, same = provider.query(
                "content://sms", ["_id"], "address = ? AND body = ? AND date = ? AND type = ?",
                None, (address, body, date, kind),
            )  # fmt: skip
            if not same:
                provider.insert(
                    "content://sms",
                    {"address": address, "body": body, "date": date, "type": kind, "read": 1,
                     "seen": 1, "creator": self.context.package},
                )  # fmt: skip
        self.toast("Importing successful")


def _encode(value: Any) -> str:
    return base64.b64encode(value).decode() if isinstance(value, bytes) else str(value)


@dataclass(frozen=True)
class BlockedState:
    """The list's dialog, its text, and what is being changed."""

    dialog: bool = False
    text: str = ""
    old: str = ""


class _Blocked(AppScreen[BlockedState]):
    """A list of words or numbers."""

    TITLE: ClassVar[str] = ""
    ID: ClassVar[str] = ""
    EMPTY: ClassVar[str] = ""
    ADD: ClassVar[str] = ""
    HINT: ClassVar[str] = ""

    def items(self) -> list[str]:
        """What is blocked."""
        raise NotImplementedError

    def change(self, old: str, new: str) -> None:
        """Replaces an entry; either may be empty."""
        raise NotImplementedError

    def build(self) -> Screen:
        """The list, and the dialog that adds to it."""
        items = self.items()
        add = lambda: self.update(dialog=True, text="", old="")  # noqa: E731
        if items:
            body: View = RecyclerView(
                [self._entry(item) for item in items],
                id=f"manage_blocked_{self.ID}_list",
                width=MATCH,
                height=0,
                weight=1,
            )
        else:
            body = column(
                TextView(
                    self.EMPTY,
                    id=f"manage_blocked_{self.ID}_placeholder",
                    size=16,
                    italic=True,
                    align="center",
                    width=MATCH,
                    padding=(16, 20, 16, 0),
                ),
                TextView(
                    self.ADD,
                    id=f"manage_blocked_{self.ID}_placeholder_2",
                    size=16,
                    color="primary",
                    underline=True,
                    padding=8,
                    on_click=add,
                ),
                width=MATCH,
                height=0,
                weight=1,
                content_gravity="center_horizontal",
            )
        dialog = None
        if self.state.dialog:
            dialog = alert_dialog(
                content=EditText(
                    self.state.text,
                    id=f"add_blocked_{self.ID}_edittext",
                    hint=self.HINT,
                    on_text_change=lambda text: self.update(text=text),
                    autofocus=True,
                    width=MATCH,
                    margin=(24, 16, 24, 8),
                ),
                positive="OK",
                on_positive=self._ok,
                negative="Cancel",
                on_dismiss=lambda: self.update(dialog=False),
            )
        bar = self.toolbar(
            self.TITLE,
            MenuItem(self.ADD, add, id=f"add_blocked_{self.ID}", icon="plus"),
            id="block_toolbar",
        )
        return Screen(
            column(bar, body, width=MATCH, height=MATCH), overlays=[dialog], title=self.TITLE
        )

    def _ok(self) -> None:
        text = self.state.text.strip()
        if text:
            self.change(self.state.old, text)
        self.update(dialog=False)

    def _entry(self, item: str) -> View:
        return row(
            TextView(
                item,
                id="manage_blocked_title",
                size=16,
                width=0,
                weight=1,
            ),
            ImageView(
                "delete",
                id="overflow_menu_icon",
                content_description="Delete",
                width=48,
                height=48,
                on_click=lambda: self.change(item, ""),
            ),
            id="manage_blocked_holder",
            key=item,
            width=MATCH,
            min_height=56,
            padding=(16, 0, 4, 0),
            content_gravity="center_vertical",
            on_click=lambda: self.update(dialog=True, text=item, old=item),
        )


class ManageBlockedKeywordsActivity(_Blocked):
    """Words whose messages are thrown away."""

    TITLE = "Manage blocked keywords"
    ID = "keyword"
    EMPTY = "You are not blocking any keywords."
    ADD = "Add a blocked keyword"
    HINT = "Keyword"

    def items(self) -> list[str]:
        """The words."""
        kept = preferences(self.context).get("blocked_keywords", frozenset())
        return sorted(kept) if isinstance(kept, frozenset) else []

    def change(self, old: str, new: str) -> None:
        """Replaces a word."""
        words = frozenset(self.items()) - {old} | ({new} if new else set())
        preferences(self.context).put(blocked_keywords=words)


class ManageBlockedNumbersActivity(_Blocked):
    """Numbers whose messages are thrown away."""

    TITLE = "Manage blocked numbers"
    ID = "number"
    EMPTY = "You are not blocking anyone."
    ADD = "Add a blocked number"
    HINT = "Number"

    def items(self) -> list[str]:
        """The numbers."""
        return MessageStore(self.context).blocked_numbers()

    def change(self, old: str, new: str) -> None:
        """Replaces a number."""
        store = MessageStore(self.context)
        if old:
            store.block([old], blocked=False)
        if new:
            store.block([new])


class CustomizationActivity(AppScreen, simple_commons.CustomizationActivity):
    """The theme in use."""


class AboutActivity(AppScreen, simple_commons.AboutActivity):
    """Who made the app."""
