"""The mailbox's database, ``mailstore.<account>.db``: its tables, and triggers for the lists.

Names of tables and columns are those of Gmail's provider, as far as they are known, and so are the
canonical names of labels; docs/fidelity.md describes the rest. A label belongs to messages
(``message_labels``). Triggers derive ``conversation_labels`` from that, whoever writes, so that a
list of ten thousand conversations is read page by page from an index.
"""

from __future__ import annotations

from typing import Final

from android_gym.simulator.appkit.room import RoomSchema

__all__ = ["ACCOUNT", "OWNER", "SCHEMA"]

OWNER: Final = "Owner"
"""Name of the user; Android's default."""

ACCOUNT: Final = "owner@example.com"
"""Address of the mailbox, in a reserved domain (RFC 2606)."""

_TABLES: Final = """
CREATE TABLE android_metadata (locale TEXT);
INSERT INTO android_metadata VALUES ('en_US');
CREATE TABLE messages (
  messageId INTEGER PRIMARY KEY AUTOINCREMENT, conversation INTEGER NOT NULL DEFAULT 0,
  fromAddress TEXT, toAddresses TEXT, ccAddresses TEXT, bccAddresses TEXT, replyToAddresses TEXT,
  dateSentMs INTEGER, dateReceivedMs INTEGER, subject TEXT, snippet TEXT, body TEXT,
  refMessageId INTEGER NOT NULL DEFAULT 0, forward INTEGER NOT NULL DEFAULT 0,
  quotedText TEXT, clientCreated INTEGER NOT NULL DEFAULT 0
);
CREATE INDEX messages_conversation ON messages (conversation);
CREATE TABLE labels (
  _id INTEGER PRIMARY KEY AUTOINCREMENT, canonicalName TEXT NOT NULL UNIQUE, name TEXT NOT NULL,
  hidden INTEGER NOT NULL DEFAULT 0
);
CREATE TABLE message_labels (
  labels_id INTEGER NOT NULL, message_messageId INTEGER NOT NULL,
  message_conversation INTEGER NOT NULL, PRIMARY KEY (labels_id, message_messageId)
);
CREATE INDEX message_labels_message ON message_labels (message_messageId);
CREATE INDEX message_labels_conversation ON message_labels (message_conversation, labels_id);
CREATE TABLE conversation_labels (
  labels_id INTEGER NOT NULL, conversation_id INTEGER NOT NULL, date INTEGER NOT NULL DEFAULT 0,
  PRIMARY KEY (labels_id, conversation_id)
);
CREATE INDEX conversation_labels_date ON conversation_labels (labels_id, date, conversation_id);
CREATE TABLE attachments (
  _id INTEGER PRIMARY KEY AUTOINCREMENT, messages_messageId INTEGER NOT NULL, filename TEXT,
  mimeType TEXT, size INTEGER NOT NULL DEFAULT 0, path TEXT
);
CREATE INDEX attachments_message ON attachments (messages_messageId);
CREATE TABLE snoozed (conversation_id INTEGER PRIMARY KEY, wakeMs INTEGER NOT NULL);
"""

_LABELS: Final = (
    ("^i", "Inbox"), ("^u", "Unread"), ("^t", "Starred"), ("^io_im", "Important"), ("^f", "Sent"),
    ("^r", "Drafts"), ("^^out", "Outbox"), ("^all", "All mail"), ("^s", "Spam"), ("^k", "Trash"),
    ("^snoozed", "Snoozed"), ("^scheduled", "Scheduled"),
)  # fmt: skip

_DATE: Final = """
SELECT {row}.labels_id, {row}.message_conversation, MAX(coalesce(m.dateReceivedMs, 0))
FROM message_labels AS l JOIN messages AS m ON m.messageId = l.message_messageId
WHERE l.labels_id = {row}.labels_id AND l.message_conversation = {row}.message_conversation
GROUP BY 1
"""
_FORGET: Final = """
DELETE FROM conversation_labels WHERE labels_id = OLD.labels_id
AND conversation_id = OLD.message_conversation;
INSERT OR REPLACE INTO conversation_labels (labels_id, conversation_id, date)
""" + _DATE.format(row="OLD")
# Adding a label reads only its own message, as rereading a long conversation would be slow.
_LEARN: Final = """
INSERT INTO conversation_labels (labels_id, conversation_id, date)
SELECT NEW.labels_id, NEW.message_conversation, coalesce(dateReceivedMs, 0) FROM messages
WHERE messageId = NEW.message_messageId
ON CONFLICT (labels_id, conversation_id) DO UPDATE SET date = MAX(date, excluded.date);
"""

_TRIGGERS: Final = f"""
CREATE TRIGGER label_put AFTER INSERT ON message_labels BEGIN {_LEARN} END;
CREATE TRIGGER label_taken AFTER DELETE ON message_labels BEGIN {_FORGET}; END;
CREATE TRIGGER label_changed AFTER UPDATE ON message_labels BEGIN {_FORGET}; {_LEARN} END;
CREATE TRIGGER message_there AFTER INSERT ON messages BEGIN
  UPDATE messages SET conversation = NEW.messageId
  WHERE messageId = NEW.messageId AND conversation = 0;
  UPDATE message_labels SET labels_id = labels_id WHERE message_messageId = NEW.messageId;
END;
CREATE TRIGGER message_dated AFTER UPDATE OF dateReceivedMs ON messages BEGIN
  UPDATE message_labels SET labels_id = labels_id WHERE message_messageId = NEW.messageId;
END;
CREATE TRIGGER message_gone AFTER DELETE ON messages BEGIN
  DELETE FROM message_labels WHERE message_messageId = OLD.messageId;
  DELETE FROM attachments WHERE messages_messageId = OLD.messageId;
END;
CREATE TRIGGER label_gone AFTER DELETE ON labels BEGIN
  DELETE FROM message_labels WHERE labels_id = OLD._id;
END;
"""

_FIRST: Final = "".join(
    f"INSERT INTO labels (canonicalName, name) VALUES ('{canonical}', '{name}');\n"
    for canonical, name in _LABELS
)

SCHEMA: Final = RoomSchema(f"mailstore.{ACCOUNT}.db", 1, _TABLES + _TRIGGERS + _FIRST)
"""The database."""
