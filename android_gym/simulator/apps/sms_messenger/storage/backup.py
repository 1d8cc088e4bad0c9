"""Messages as a JSON file."""

from __future__ import annotations

import base64
import json
from typing import Final

from android_gym.errors import FileError
from android_gym.simulator.apps.sms_messenger.storage.messages import MessageStore

PATH: Final = "/storage/emulated/0/Download/sms_messages.json"
_NAMES: Final = {
    "sub_id": "subscriptionId", "address": "address", "body": "body", "date": "date",
    "date_sent": "dateSent", "locked": "locked", "read": "read", "status": "status",
    "type": "type",
}  # fmt: skip
"""The file's name for each column."""


def _encode(value: object) -> str:
    return base64.b64encode(value).decode() if isinstance(value, bytes) else str(value)


def export_messages(store: MessageStore) -> str:
    """Write all texts to the file; returns what the user is told."""
    rows = store.query("sms", list(_NAMES), None, "date")
    if not rows or not store.available:
        return "No entries have been found for exporting"
    backup = [{**dict(zip(_NAMES.values(), row, strict=True)), "backupType": "sms"} for row in rows]
    text = json.dumps(backup, ensure_ascii=False, default=_encode)
    try:
        store.context.system.files.write(PATH, text.encode())
    except FileError:
        return "Exporting failed"
    return "Exporting successful"


def import_messages(store: MessageStore) -> str:
    """Add the texts of the file that are not there yet; returns what the user is told."""
    try:
        backup = json.loads(store.context.system.files.read(PATH))
        messages = [
            (str(m["address"]), str(m["body"]), int(m["date"]), int(m["type"])) for m in backup
        ]
    except FileError:
        return "No valid app found"
    except (ValueError, TypeError, KeyError):
        return "Invalid file format"
    where = "address = ? AND body = ? AND date = ? AND type = ?"
    for message in messages:
        if not store.query("sms", ["_id"], where, None, message):
            values = dict(zip(("address", "body", "date", "type"), message, strict=True))
            store.insert("sms", **values, read=1, seen=1, creator=store.context.package)
    return "Importing successful"
