"""Export and import of messages as JSON files."""

from __future__ import annotations

import base64
import json
from typing import Final

from android_gym.errors import FileError
from android_gym.simulator.apps.sms_messenger.storage.messages import MessageStore

NOTHING_TO_EXPORT: Final = "No entries for exporting have been found"
NOTHING_TO_IMPORT: Final = "No entries for importing have been found"
_NAMES: Final = {
    "sub_id": "subscriptionId", "address": "address", "body": "body", "date": "date",
    "date_sent": "dateSent", "locked": "locked", "read": "read", "status": "status",
    "type": "type",
}  # fmt: skip
"""Key in the file for each column."""


def _encode(value: object) -> str:
    return base64.b64encode(value).decode() if isinstance(value, bytes) else str(value)


def export_messages(store: MessageStore, path: str) -> str:
    """Write all texts to a file; return the message for the user."""
    rows = store.query("sms", list(_NAMES), None, "date")
    if not rows or not store.available:
        return NOTHING_TO_EXPORT
    backup = [{**dict(zip(_NAMES.values(), row, strict=True)), "backupType": "sms"} for row in rows]
    text = json.dumps(backup, ensure_ascii=False, default=_encode)
    try:
        store.context.system.files.write(path, text.encode())
    except FileError:
        return "Exporting failed"
    return "Exporting successful"


def import_messages(store: MessageStore, path: str) -> str:
    """Add the texts of a file that do not exist yet; return the message for the user."""
    try:
        backup = json.loads(store.context.system.files.read(path))
        messages = [
            (str(m["address"]), str(m["body"]), int(m["date"]), int(m["type"])) for m in backup
        ]
    except (FileError, ValueError, TypeError, KeyError):
        return "Invalid file format"
    if not messages:
        return NOTHING_TO_IMPORT
    where = "address = ? AND body = ? AND date = ? AND type = ?"
    for message in messages:
        if not store.query("sms", ["_id"], where, None, message):
            values = dict(zip(("address", "body", "date", "type"), message, strict=True))
            store.insert("sms", **values, read=1, seen=1, creator=store.context.package)
    return "Importing successful"
