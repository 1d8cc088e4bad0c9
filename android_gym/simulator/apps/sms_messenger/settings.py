"""Settings, lists of what is blocked, colours, about."""

from __future__ import annotations

import base64
import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

from immutables import Map

from android_gym.errors import FileError
from android_gym.simulator.apps.sms_messenger.look import AppScreen, confirm
from android_gym.simulator.apps.sms_messenger.storage import MessageStore, preferences
from android_gym.simulator.system.intents import Intent
from android_gym.simulator.ui.activity import Overlay, Screen
from android_gym.simulator.ui.components import MenuItem
from android_gym.simulator.ui.dialogs import alert_dialog
from android_gym.simulator.ui.layouts import RecyclerView, ScrollView, column, row
from android_gym.simulator.ui.view import MATCH, View
from android_gym.simulator.ui.widgets import (
    CheckBox,
    Divider,
    EditText,
    ImageView,
    Switch,
    TextView,
)

__all__ = [
    "AboutActivity",
    "CustomizationActivity",
    "ManageBlockedKeywordsActivity",
    "ManageBlockedNumbersActivity",
    "SettingsActivity",
]

_COMMONS = "com.simplemobiletools.commons.activities"
_BACKUP = "/storage/emulated/0/Download/sms_messages.json"

_CHOICES: dict[str, tuple[str, str, int, Sequence[tuple[int, str]]]] = {
    "font_size": (
        "Font size",
        "font_size",
        1,
        ((0, "Small"), (1, "Medium"), (2, "Large"), (3, "Extra large")),
    ),
    "lock_screen": (
        "Lock screen notification visibility",
        "lock_screen_visibility",
        1,
        ((1, "Sender and message"), (2, "Sender only"), (3, "Nothing")),
    ),
    "mms_size": (
        "Resize sent MMS images",
        "mms_file_size_limit",
        614_400,
        (
            (102_400, "100KB"),
            (204_800, "200KB"),
            (307_200, "300KB"),
            (614_400, "600KB"),
            (1_048_576, "1MB"),
            (2_097_152, "2MB"),
            (-1, "No limit"),
        ),
    ),
    "date_format": (
        "Change date and time format",
        "date_format_index",
        0,
        (
            (0, "15.10.2023"),
            (1, "15/10/2023"),
            (2, "10/15/2023"),
            (3, "2023-10-15"),
            (4, "15 October 2023"),
            (5, "October 15 2023"),
        ),
    ),
}
"""Title, preference, default and values of what is chosen from a list."""

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
class SettingsState:
    """Which dialog is open."""

    dialog: str = ""


class SettingsActivity(AppScreen[SettingsState]):
    """The app's settings."""

    def _kept(self, name: str, default: Any) -> Any:
        value = preferences(self.context).get(name, default)
        return value if isinstance(value, type(default)) else default

    def build(self) -> Screen:
        """The rows, in sections."""
        content = column(
            self._section("Color customization"),
            self._row(
                "Customize colors",
                "settings_color_customization",
                lambda: self.start_activity(f"{_COMMONS}.CustomizationActivity"),
            ),
            self._section("General"),
            self._row("Language", "settings_language", self._language, "English"),
            self._row(
                "Change date and time format",
                "settings_change_date_time_format",
                lambda: self.update(dialog="date_format"),
            ),
            self._row(
                "Manage blocked numbers",
                "settings_manage_blocked_numbers",
                lambda: self.start_activity(f"{_COMMONS}.ManageBlockedNumbersActivity"),
            ),
            self._row(
                "Manage blocked keywords",
                "settings_manage_blocked_keywords",
                lambda: self.start_activity(".activities.ManageBlockedKeywordsActivity"),
            ),
            self._choice("font_size", "settings_font_size"),
            self._section("Notifications"),
            self._row(
                "Customize notifications",
                "settings_customize_notifications",
                self._notifications,
            ),
            self._choice("lock_screen", "settings_lock_screen_visibility"),
            self._section("Outgoing messages"),
            *(self._check(name, label) for name, label in _OUTGOING),
            self._choice("mms_size", "settings_mms_file_size_limit"),
            self._section("Recycle Bin"),
            self._check("use_recycle_bin", "Move items into the Recycle Bin instead of deleting"),
            self._row(
                "Empty the Recycle Bin",
                "settings_empty_recycle_bin",
                lambda: self.update(dialog="empty"),
                f"{len(MessageStore(self.context).recycled())} messages",
            )
            if self._kept("use_recycle_bin", False)
            else None,
            self._section("Security"),
            self._check("app_password_protection", "Password protect the whole application"),
            self._section("Migrating"),
            self._row("Export messages", "settings_export_messages", self._export),
            self._row("Import messages", "settings_import_messages", self._import),
            id="settings_holder",
            width=MATCH,
            padding=(0, 0, 0, 24),
        )
        return Screen(
            column(
                self.bar("Settings", id="settings_toolbar"),
                ScrollView(
                    content, id="settings_nested_scrollview", width=MATCH, height=0, weight=1
                ),
                id="settings_coordinator",
                class_name="android.view.ViewGroup",
                width=MATCH,
                height=MATCH,
            ),
            overlays=[self._dialog()],
            title="Settings",
        )

    def _section(self, text: str) -> View:
        return TextView(
            text,
            size=14,
            weight_font=500,
            color="primary",
            key=("section", text),
            padding=(16, 20, 16, 8),
            width=MATCH,
        )

    def _row(
        self, title: str, name: str, action: Callable[[], Any], value: str | None = None
    ) -> View:
        return column(
            TextView(title, id=f"{name}_label", size=16),
            TextView(value, id=f"{name}_value", size=14, color="text_primary@0.6")
            if value
            else None,
            id=f"{name}_holder",
            class_name="android.widget.RelativeLayout",
            width=MATCH,
            min_height=56,
            padding=(16, 10),
            on_click=action,
        )

    def _choice(self, dialog: str, name: str) -> View:
        title, key, default, values = _CHOICES[dialog]
        value = dict(values).get(self._kept(key, default), values[0][1])
        return self._row(title, name, lambda: self.update(dialog=dialog), value)

    def _check(self, name: str, label: str) -> View:
        on = self._kept(name, False)

        def toggle() -> None:
            preferences(self.context).put(**{name: not on})

        box = Switch if name == "app_password_protection" else CheckBox
        return row(
            box(
                label,
                id=f"settings_{name}",
                checked=on,
                size=16,
                width=MATCH,
                clickable=False,
            ),
            id=f"settings_{name}_holder",
            class_name="android.widget.RelativeLayout",
            width=MATCH,
            min_height=56,
            padding=(16, 4),
            content_gravity="center_vertical",
            on_click=toggle,
        )

    def _language(self) -> None:
        self.open_elsewhere(
            Intent("android.settings.APP_LOCALE_SETTINGS", data=f"package:{self.context.package}")
        )

    def _notifications(self) -> None:
        self.open_elsewhere(
            Intent(
                "android.settings.APP_NOTIFICATION_SETTINGS",
                extras=Map({"android.provider.extra.APP_PACKAGE": self.context.package}),
            )
        )

    def _dialog(self) -> Overlay | None:
        name = self.state.dialog

        def close() -> None:
            self.update(dialog="")

        if name == "empty":

            def empty() -> None:
                MessageStore(self.context).empty_bin()
                close()

            return confirm(
                "Are you sure you want to empty the Recycle Bin? "
                "The messages will be permanently lost.",
                empty,
                close,
            )
        if name not in _CHOICES:
            return None
        title, key, default, values = _CHOICES[name]
        numbers = [number for number, _ in values]
        chosen = self._kept(key, default)

        def choose(index: int) -> None:
            preferences(self.context).put(**{key: numbers[index]})
            close()

        return alert_dialog(
            title,
            items=[label for _, label in values],
            selected=numbers.index(chosen) if chosen in numbers else 0,
            on_item=choose,
            on_dismiss=close,
        )

    # -- moving messages

    def _export(self) -> None:
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

    def _import(self) -> None:
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
        bar = self.bar(
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


class CustomizationActivity(AppScreen):
    """Colours: the app takes the phone's."""

    def build(self) -> Screen:
        """The theme in use."""
        return Screen(
            column(
                self.bar("Customize colors", id="customization_toolbar"),
                column(
                    TextView("Theme", id="customization_theme_label", size=16),
                    TextView(
                        "System default",
                        id="customization_theme",
                        size=14,
                        color="text_primary@0.6",
                    ),
                    id="customization_theme_holder",
                    class_name="android.widget.RelativeLayout",
                    width=MATCH,
                    min_height=56,
                    padding=(16, 10),
                ),
                width=MATCH,
                height=MATCH,
            ),
            title="Customize colors",
        )


class AboutActivity(AppScreen):
    """Who made it."""

    def build(self) -> Screen:
        """Support, social, and the version."""
        sections = (
            ("Support", (("Frequently asked questions", "help_circle_outline"),
                         ("info@simplemobiletools.com", "email_outline"))),
            ("Help us", (("Rate us", "star"), ("Invite friends", "account_plus"),
                         ("Contributors", "account_multiple"), ("Donate", "heart"))),
            ("Social", (("Facebook", "facebook"), ("GitHub", "github"), ("Reddit", "reddit"),
                        ("Telegram", "send"))),
            ("Other", (("Website", "web"), ("Privacy policy", "shield_account"),
                       ("Third party licences", "file_document"))),
        )  # fmt: skip
        rows: list[View | None] = []
        for title, entries in sections:
            rows.append(
                TextView(title, size=14, color="primary", padding=(16, 16, 16, 4), key=title)
            )
            rows += [self._entry(label, icon) for label, icon in entries]
            rows.append(Divider(width=MATCH, key=f"{title} divider"))
        version = f"Simple SMS Messenger\nVersion: {self.context.manifest.version_name}"
        rows.append(TextView(version, id="about_version", size=14, padding=16, width=MATCH))
        return Screen(
            column(
                self.bar("About", id="about_toolbar"),
                ScrollView(column(*rows, width=MATCH), width=MATCH, height=0, weight=1),
                width=MATCH,
                height=MATCH,
            ),
            title="About",
        )

    def _entry(self, label: str, icon: str) -> View:
        intent = Intent("android.intent.action.VIEW", data="https://www.simplemobiletools.com")
        if "@" in label:
            intent = Intent("android.intent.action.SENDTO", data=f"mailto:{label}")
        return row(
            ImageView(icon, margin=(0, 0, 24, 0)),
            TextView(label, size=16),
            key=label,
            width=MATCH,
            min_height=48,
            padding=(16, 0),
            content_gravity="center_vertical",
            on_click=lambda: self.open_elsewhere(intent),
        )
