"""The schema of Joplin's database, version 46.

``notes_normalized`` holds the searchable notes in lower case without accents; ``notes_fts`` is an
index over it without its own copy of the text (FTS4's external content), maintained by four
triggers.
"""

from __future__ import annotations

from typing import Final

__all__ = ["SCHEMA", "SCHEMA_VERSION"]

SCHEMA_VERSION: Final = 46

_TEXT = "TEXT NOT NULL DEFAULT ''"
_INT = "INT NOT NULL DEFAULT 0"
_NUMERIC = "NUMERIC NOT NULL DEFAULT 0"
_TIMES = "created_time INT NOT NULL, updated_time INT NOT NULL"
_USER_TIMES = f"user_created_time {_INT}, user_updated_time {_INT}"
_CIPHER = f"encryption_cipher_text {_TEXT}, encryption_applied {_INT}"
_SERIAL = "id INTEGER PRIMARY KEY AUTOINCREMENT"

_INDEXED = (
    "id", "title", "body", "user_created_time", "user_updated_time", "is_todo", "todo_completed",
    "parent_id", "latitude", "longitude", "altitude", "source_url", "todo_due",
)  # fmt: skip
_COLUMNS = ", ".join(_INDEXED)
_ITEM_COLUMNS = (
    "id", "title", "body", "item_id", "item_type", "user_updated_time", "reserved1", "reserved2",
    "reserved3", "reserved4", "reserved5", "reserved6",
)  # fmt: skip


def _fts(index: str, content: str, columns: tuple[str, ...], names: tuple[str, ...]) -> list[str]:
    """Return the statements that create an index over a table and the triggers that maintain it."""
    listed = ", ".join(columns)
    quiet = ", ".join(f'notindexed="{name}"' for name in columns if name not in ("title", "body"))
    copied = ", ".join(f"new.{name}" if name == "rowid" else name for name in columns)
    clear = f"DELETE FROM {index} WHERE docid=old.rowid; END"
    fill = (
        f"INSERT INTO {index}(docid, {listed}) SELECT rowid, {copied} FROM {content} "
        f"WHERE new.rowid = {content}.rowid; END"
    )
    moments = ("BEFORE UPDATE", "BEFORE DELETE", "AFTER UPDATE", "AFTER INSERT")
    return [
        f'CREATE VIRTUAL TABLE {index} USING fts4(content="{content}", {quiet}, {listed})',
        *(
            f"CREATE TRIGGER {name} {moment} ON {content} BEGIN "
            f"{clear if moment.startswith('BEFORE') else fill}"
            for name, moment in zip(names, moments, strict=True)
        ),
    ]


def _indices(table: str, *columns: str) -> list[str]:
    return [f"CREATE INDEX {table}_{name} ON {table} (`{name}`)" for name in columns]


SCHEMA: Final = (
    f"CREATE TABLE folders (id TEXT PRIMARY KEY, title {_TEXT}, {_TIMES}, {_USER_TIMES}, "
    f"{_CIPHER}, parent_id {_TEXT}, is_shared {_INT}, share_id {_TEXT}, master_key_id {_TEXT}, "
    f"icon {_TEXT}, user_data {_TEXT}, deleted_time {_INT})",
    *_indices("folders", "title", "updated_time", "user_updated_time", "encryption_applied"),
    f"CREATE TABLE notes (id TEXT PRIMARY KEY, parent_id {_TEXT}, title {_TEXT}, body {_TEXT}, "
    f"{_TIMES}, is_conflict {_INT}, latitude {_NUMERIC}, longitude {_NUMERIC}, "
    f"altitude {_NUMERIC}, author {_TEXT}, source_url {_TEXT}, is_todo {_INT}, todo_due {_INT}, "
    f"todo_completed {_INT}, source {_TEXT}, source_application {_TEXT}, application_data {_TEXT}, "
    f"`order` {_NUMERIC}, {_USER_TIMES}, {_CIPHER}, markup_language INT NOT NULL DEFAULT 1, "
    f"is_shared {_INT}, share_id {_TEXT}, conflict_original_id {_TEXT}, master_key_id {_TEXT}, "
    f"user_data {_TEXT}, deleted_time {_INT})",
    *_indices(
        "notes",
        "title",
        "updated_time",
        "user_updated_time",
        "is_conflict",
        "is_todo",
        "order",
        "encryption_applied",
        "parent_id",
    ),
    f"CREATE TABLE notes_normalized (id TEXT NOT NULL, title {_TEXT}, body {_TEXT}, {_USER_TIMES}, "
    f"is_todo {_INT}, todo_completed {_INT}, parent_id {_TEXT}, latitude {_NUMERIC}, "
    f"longitude {_NUMERIC}, altitude {_NUMERIC}, source_url {_TEXT}, todo_due {_INT})",
    *_indices("notes_normalized", *(n for n in _INDEXED if n not in ("title", "body"))),
    *_fts(
        "notes_fts",
        "notes_normalized",
        _INDEXED,
        (
            "notes_fts_before_update",
            "notes_fts_before_delete",
            "notes_after_update",
            "notes_after_insert",
        ),
    ),
    f"CREATE TABLE items_normalized ({_SERIAL}, title {_TEXT}, body {_TEXT}, "
    f"item_id TEXT NOT NULL, item_type INT NOT NULL, user_updated_time {_INT}, "
    + ", ".join(f"reserved{number} INT NULL" for number in range(1, 7))
    + ")",
    *_fts(
        "items_fts",
        "items_normalized",
        _ITEM_COLUMNS,
        (
            "items_fts_before_update",
            "items_fts_before_delete",
            "items_after_update",
            "items_after_insert",
        ),
    ),
    f"CREATE TABLE resources (id TEXT PRIMARY KEY, title {_TEXT}, mime TEXT NOT NULL, "
    f"filename {_TEXT}, {_TIMES}, {_USER_TIMES}, file_extension {_TEXT}, {_CIPHER}, "
    f"encryption_blob_encrypted {_INT}, size INT NOT NULL DEFAULT -1, is_shared {_INT}, "
    f"share_id {_TEXT}, master_key_id {_TEXT}, user_data {_TEXT}, blob_updated_time {_INT}, "
    f"ocr_text {_TEXT}, ocr_details {_TEXT}, ocr_status {_INT}, ocr_error {_TEXT})",
    f"CREATE TABLE tags (id TEXT PRIMARY KEY, title {_TEXT}, {_TIMES}, {_USER_TIMES}, {_CIPHER}, "
    f"is_shared {_INT}, parent_id {_TEXT}, user_data {_TEXT})",
    *_indices("tags", "title", "updated_time", "user_updated_time", "encryption_applied"),
    f"CREATE TABLE note_tags (id TEXT PRIMARY KEY, note_id TEXT NOT NULL, tag_id TEXT NOT NULL, "
    f"{_TIMES}, {_USER_TIMES}, {_CIPHER}, is_shared {_INT})",
    *_indices("note_tags", "note_id", "tag_id", "updated_time", "encryption_applied"),
    "CREATE TABLE settings (`key` TEXT PRIMARY KEY, `value` TEXT, `type` INT NOT NULL)",
    f"CREATE TABLE table_fields ({_SERIAL}, table_name TEXT NOT NULL, field_name TEXT NOT NULL, "
    "field_type INT NOT NULL, field_default TEXT)",
    f"CREATE TABLE sync_items ({_SERIAL}, sync_target INT NOT NULL, sync_time {_INT}, "
    f"item_type INT NOT NULL, item_id TEXT NOT NULL, sync_disabled {_INT}, "
    f"sync_disabled_reason {_TEXT}, force_sync {_INT}, item_location INT NOT NULL DEFAULT 1)",
    f"CREATE TABLE deleted_items ({_SERIAL}, item_type INT NOT NULL, item_id TEXT NOT NULL, "
    "deleted_time INT NOT NULL, sync_target INT NOT NULL)",
    f"CREATE TABLE alarms ({_SERIAL}, note_id TEXT NOT NULL, trigger_time INT NOT NULL)",
    "CREATE INDEX alarm_note_id ON alarms (note_id)",
    f"CREATE TABLE master_keys (id TEXT PRIMARY KEY, {_TIMES}, source_application TEXT NOT NULL, "
    "encryption_method INT NOT NULL, checksum TEXT NOT NULL, content TEXT NOT NULL)",
    f"CREATE TABLE item_changes ({_SERIAL}, item_type INT NOT NULL, item_id TEXT NOT NULL, "
    "type INT NOT NULL, created_time INT NOT NULL, source INT NOT NULL DEFAULT 1, "
    f"before_change_item {_TEXT})",
    "CREATE TABLE note_resources (id INTEGER PRIMARY KEY, note_id TEXT NOT NULL, "
    "resource_id TEXT NOT NULL, is_associated INT NOT NULL, last_seen_time INT NOT NULL)",
    "CREATE TABLE resource_local_states (id INTEGER PRIMARY KEY, resource_id TEXT NOT NULL, "
    f"fetch_status INT NOT NULL DEFAULT 2, fetch_error {_TEXT})",
    "CREATE TABLE resources_to_download (id INTEGER PRIMARY KEY, resource_id TEXT NOT NULL, "
    "updated_time INT NOT NULL, created_time INT NOT NULL)",
    f"CREATE TABLE revisions (id TEXT PRIMARY KEY, parent_id {_TEXT}, item_type INT NOT NULL, "
    f"item_id TEXT NOT NULL, item_updated_time INT NOT NULL, title_diff {_TEXT}, "
    f"body_diff {_TEXT}, metadata_diff {_TEXT}, {_CIPHER}, {_TIMES})",
    "CREATE TABLE migrations (id INTEGER PRIMARY KEY, number INTEGER NOT NULL, "
    "updated_time INT NOT NULL, created_time INT NOT NULL)",
    "CREATE TABLE key_values (id INTEGER PRIMARY KEY, `key` TEXT NOT NULL, `value` TEXT NOT NULL, "
    "`type` INT NOT NULL, updated_time INT NOT NULL)",
    "CREATE UNIQUE INDEX key_values_key ON key_values (`key`)",
    "CREATE VIEW tags_with_note_count AS SELECT tags.id AS id, tags.title AS title, "
    "tags.created_time AS created_time, tags.updated_time AS updated_time, COUNT(notes.id) AS "
    "note_count, SUM(CASE WHEN notes.todo_completed > 0 THEN 1 ELSE 0 END) AS "
    "todo_completed_count FROM tags LEFT JOIN note_tags nt ON nt.tag_id = tags.id "
    "LEFT JOIN notes ON notes.id = nt.note_id AND notes.deleted_time = 0 "
    "WHERE notes.id IS NOT NULL GROUP BY tags.id",
    "CREATE TABLE version (version INT NOT NULL, table_fields_version INT NOT NULL DEFAULT 0)",
    f"INSERT INTO version (version, table_fields_version) VALUES ({SCHEMA_VERSION}, "
    f"{SCHEMA_VERSION})",
)
