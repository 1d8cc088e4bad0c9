"""The app's own database, ``conversations.db``, and its preferences."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Final

from android_gym.simulator.appkit.room import RoomSchema
from android_gym.simulator.apps.sms_messenger.model import QUEUED, STATUS_NONE, Message
from android_gym.simulator.system.databases import Database
from android_gym.simulator.ui.activity import Context, Preferences

ROLE_KEY: Final = "sms_default_application"
"""Secure setting with the package of the default SMS app."""

_SCHEMA: Final = RoomSchema(
    "conversations.db",
    version=8,
    script="""
CREATE TABLE android_metadata (locale TEXT);
INSERT INTO android_metadata VALUES ('en_US');
CREATE TABLE `conversations` (`thread_id` INTEGER NOT NULL, `snippet` TEXT NOT NULL,
`date` INTEGER NOT NULL, `read` INTEGER NOT NULL, `title` TEXT NOT NULL,
`photo_uri` TEXT NOT NULL, `is_group_conversation` INTEGER NOT NULL, `phone_number` TEXT NOT NULL,
`is_scheduled` INTEGER NOT NULL, `uses_custom_title` INTEGER NOT NULL,
`archived` INTEGER NOT NULL, PRIMARY KEY(`thread_id`));
CREATE UNIQUE INDEX `index_conversations_thread_id` ON `conversations` (`thread_id`);
CREATE TABLE `attachments` (`id` INTEGER PRIMARY KEY AUTOINCREMENT, `message_id` INTEGER NOT NULL,
`uri_string` TEXT NOT NULL, `mimetype` TEXT NOT NULL, `width` INTEGER NOT NULL,
`height` INTEGER NOT NULL, `filename` TEXT NOT NULL);
CREATE UNIQUE INDEX `index_attachments_message_id` ON `attachments` (`message_id`);
CREATE TABLE `message_attachments` (`id` INTEGER NOT NULL, `text` TEXT NOT NULL,
`attachments` TEXT NOT NULL, PRIMARY KEY(`id`));
CREATE TABLE `messages` (`id` INTEGER NOT NULL, `body` TEXT NOT NULL, `type` INTEGER NOT NULL,
`status` INTEGER NOT NULL, `participants` TEXT NOT NULL, `date` INTEGER NOT NULL,
`read` INTEGER NOT NULL, `thread_id` INTEGER NOT NULL, `is_mms` INTEGER NOT NULL,
`attachment` TEXT, `sender_phone_number` TEXT NOT NULL, `sender_name` TEXT NOT NULL,
`sender_photo_uri` TEXT NOT NULL, `subscription_id` INTEGER NOT NULL,
`is_scheduled` INTEGER NOT NULL, PRIMARY KEY(`id`));
CREATE TABLE `recycle_bin_messages` (`id` INTEGER NOT NULL, `deleted_ts` INTEGER NOT NULL,
PRIMARY KEY(`id`));
CREATE UNIQUE INDEX `index_recycle_bin_messages_id` ON `recycle_bin_messages` (`id`);
CREATE TABLE room_master_table (id INTEGER PRIMARY KEY,identity_hash TEXT);
INSERT OR REPLACE INTO room_master_table (id,identity_hash)
VALUES(42, '23811e41b338a810cf5df26a5dff67a5');
""",
)


def preferences(context: Context) -> Preferences:
    """Return the app's preferences."""
    return context.preferences("Prefs")


def holds_role(context: Context) -> bool:
    """Return whether the app holds the SMS role and its permissions."""
    default = context.system.settings.get("secure", ROLE_KEY)
    return default == context.package and context.granted("android.permission.SEND_SMS")


def open_database(context: Context) -> Database:
    """Open the app's database, creating it or missing tables."""
    return _SCHEMA.open(context)


def install(context: Context, *, cleared: bool) -> None:
    """Make the app the default SMS app, as in AndroidWorld's image; a cleared app asks for it."""
    if cleared:
        return
    context.system.settings.put("secure", ROLE_KEY, context.package)
    preferences(context).put(
        app_run_count=1,
        last_version=85,
        internal_storage_path="/storage/emulated/0",
        was_db_cleared_4=True,
        is_archive_available=True,
    )
    open_database(context)
    context.system.databases.close_owner(context.package)


class AppData:
    """The app's own data: archive, pins, recycle bin, scheduled messages, blocking lists."""

    def __init__(self, context: Context) -> None:
        self.context = context

    @property
    def database(self) -> Database:
        """The app's own database."""
        return open_database(self.context)

    def now_ms(self) -> int:
        """Return the current time in epoch milliseconds."""
        return self.context.system.clock.now_ms()

    def setting(self, name: str) -> bool:
        """Return whether a setting is on."""
        return preferences(self.context).get(name, False)

    def _texts(self, name: str) -> frozenset[str]:
        return preferences(self.context).get(name, frozenset())

    # -- archive and pins

    def archived(self) -> set[int]:
        """Return the ids of archived conversations."""
        rows = self.database.query("SELECT thread_id FROM conversations WHERE archived = 1")
        return {row[0] for row in rows}

    def pinned(self) -> frozenset[int]:
        """Return the ids of pinned conversations."""
        return frozenset(
            int(value) for value in self._texts("pinned_conversations") if value.isdecimal()
        )

    def pin(self, threads: Iterable[int], pinned: bool) -> None:
        """Pin or unpin conversations."""
        kept = self.pinned() | set(threads) if pinned else self.pinned() - set(threads)
        preferences(self.context).put(pinned_conversations=frozenset(map(str, kept)))

    # -- the recycle bin

    def recycled(self) -> dict[int, int]:
        """Return the time of deletion (epoch milliseconds) of the recycled messages, by id."""
        return dict(self.database.query("SELECT id, deleted_ts FROM recycle_bin_messages"))

    def recycle(self, numbers: Iterable[int]) -> None:
        """Move messages to the recycle bin."""
        now = self.now_ms()
        self.database.executemany(
            "INSERT OR REPLACE INTO recycle_bin_messages VALUES (?, ?)",
            [(number, now) for number in numbers],
        )

    def take_back(self, numbers: Iterable[int]) -> None:
        """Restore messages from the recycle bin."""
        self.database.executemany(
            "DELETE FROM recycle_bin_messages WHERE id = ?", [(number,) for number in numbers]
        )

    # -- scheduled messages

    def scheduled(self, thread: int | None = None) -> list[Message]:
        """Return the scheduled messages of a conversation or all, earliest first."""
        where = "" if thread is None else f" AND thread_id = {thread}"
        rows = self.database.query(
            f"SELECT id, body, date FROM messages WHERE is_scheduled = 1{where} ORDER BY date, id"
        )
        return [
            Message(number, body, QUEUED, STATUS_NONE, date * 1000, scheduled=True)
            for number, body, date in rows
        ]

    # -- blocked senders and keywords

    def blocked_numbers(self) -> list[str]:
        """Return the blocked numbers."""
        return sorted(self._texts("blocked_numbers"))

    def block(self, numbers: Iterable[str]) -> None:
        """Block numbers."""
        kept = self._texts("blocked_numbers").union(numbers)
        preferences(self.context).put(blocked_numbers=kept)

    def replace_number(self, old: str, new: str) -> None:
        """Replace a blocked number; either may be empty."""
        numbers = self._texts("blocked_numbers") - {old} | ({new} if new else set())
        preferences(self.context).put(blocked_numbers=numbers)

    def blocked_keywords(self) -> list[str]:
        """Return the blocked keywords."""
        return sorted(self._texts("blocked_keywords"))

    def replace_keyword(self, old: str, new: str) -> None:
        """Replace a blocked keyword; either may be empty."""
        words = self._texts("blocked_keywords") - {old} | ({new} if new else set())
        preferences(self.context).put(blocked_keywords=words)

    def blocks(self, address: str, body: str) -> bool:
        """Return whether a message is blocked."""

        def plain(number: str) -> str:
            return re.sub(r"[^\d+]", "", number) or number

        return plain(address) in map(plain, self.blocked_numbers()) or any(
            word.lower() in body.lower() for word in self.blocked_keywords()
        )
