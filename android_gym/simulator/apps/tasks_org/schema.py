"""Tables of ``database``, version 88, as created by Room in Tasks 13.6.3."""

from __future__ import annotations

from typing import Final

__all__ = ["IDENTITY", "NAME", "SCHEMA", "TABLES", "VERSION"]

NAME: Final = "database"
VERSION: Final = 88
IDENTITY: Final = "a2597380bdfaeeb040d40bab2fc653c1"

_KEY = "INTEGER PRIMARY KEY AUTOINCREMENT NOT NULL"
_TASK = "REFERENCES `tasks`(`_id`) ON UPDATE NO ACTION ON DELETE CASCADE"

TABLES: Final = {
    "userActivity": (
        "`_id` INTEGER PRIMARY KEY AUTOINCREMENT, `remoteId` TEXT, `message` TEXT, "
        "`picture` TEXT, `target_id` TEXT, `created_at` INTEGER"
    ),
    "attachment_file": (
        f"`file_id` {_KEY}, `file_uuid` TEXT NOT NULL, `filename` TEXT NOT NULL, "
        "`uri` TEXT NOT NULL"
    ),
    "task_list_metadata": (
        "`_id` INTEGER PRIMARY KEY AUTOINCREMENT, `tag_uuid` TEXT, `filter` TEXT, `task_ids` TEXT"
    ),
    "tasks": (
        f"`_id` {_KEY}, `title` TEXT, `importance` INTEGER NOT NULL, "
        "`dueDate` INTEGER NOT NULL, `hideUntil` INTEGER NOT NULL, `created` INTEGER NOT NULL, "
        "`modified` INTEGER NOT NULL, `completed` INTEGER NOT NULL, `deleted` INTEGER NOT NULL, "
        "`notes` TEXT, `estimatedSeconds` INTEGER NOT NULL, `elapsedSeconds` INTEGER NOT NULL, "
        "`timerStart` INTEGER NOT NULL, `notificationFlags` INTEGER NOT NULL, "
        "`lastNotified` INTEGER NOT NULL, `recurrence` TEXT, "
        "`repeat_from` INTEGER NOT NULL DEFAULT 0, `calendarUri` TEXT, `remoteId` TEXT, "
        "`collapsed` INTEGER NOT NULL, `parent` INTEGER NOT NULL, `order` INTEGER, "
        "`read_only` INTEGER NOT NULL DEFAULT 0"
    ),
    "alarms": (
        f"`_id` {_KEY}, `task` INTEGER NOT NULL, `time` INTEGER NOT NULL, "
        "`type` INTEGER NOT NULL DEFAULT 0, `repeat` INTEGER NOT NULL DEFAULT 0, "
        f"`interval` INTEGER NOT NULL DEFAULT 0, FOREIGN KEY(`task`) {_TASK}"
    ),
    "places": (
        f"`place_id` {_KEY}, `uid` TEXT, `name` TEXT, `address` TEXT, `phone` TEXT, `url` TEXT, "
        "`latitude` REAL NOT NULL, `longitude` REAL NOT NULL, `place_color` INTEGER NOT NULL, "
        "`place_icon` INTEGER NOT NULL, `place_order` INTEGER NOT NULL, "
        "`radius` INTEGER NOT NULL DEFAULT 250"
    ),
    "geofences": (
        f"`geofence_id` {_KEY}, `task` INTEGER NOT NULL, `place` TEXT, "
        "`arrival` INTEGER NOT NULL, `departure` INTEGER NOT NULL, "
        f"FOREIGN KEY(`task`) {_TASK}"
    ),
    "tags": (
        f"`_id` {_KEY}, `task` INTEGER NOT NULL, `name` TEXT, `tag_uid` TEXT, `task_uid` TEXT, "
        f"FOREIGN KEY(`task`) {_TASK}"
    ),
    "tagdata": (
        "`_id` INTEGER PRIMARY KEY AUTOINCREMENT, `remoteId` TEXT, `name` TEXT, `color` INTEGER, "
        "`tagOrdering` TEXT, `td_icon` INTEGER, `td_order` INTEGER NOT NULL"
    ),
    "filters": (
        f"`_id` {_KEY}, `title` TEXT, `sql` TEXT, `values` TEXT, `criterion` TEXT, "
        "`f_color` INTEGER, `f_icon` INTEGER, `f_order` INTEGER NOT NULL"
    ),
    "caldav_lists": (
        f"`cdl_id` {_KEY}, `cdl_account` TEXT, `cdl_uuid` TEXT, `cdl_name` TEXT, "
        "`cdl_color` INTEGER NOT NULL, `cdl_ctag` TEXT, `cdl_url` TEXT, `cdl_icon` INTEGER, "
        "`cdl_order` INTEGER NOT NULL, `cdl_access` INTEGER NOT NULL, "
        "`cdl_last_sync` INTEGER NOT NULL"
    ),
    "caldav_tasks": (
        f"`cd_id` {_KEY}, `cd_task` INTEGER NOT NULL, `cd_calendar` TEXT, `cd_remote_id` TEXT, "
        "`cd_object` TEXT, `cd_etag` TEXT, `cd_last_sync` INTEGER NOT NULL, "
        "`cd_deleted` INTEGER NOT NULL, `cd_remote_parent` TEXT, `gt_moved` INTEGER NOT NULL, "
        f"`gt_remote_order` INTEGER NOT NULL, FOREIGN KEY(`cd_task`) {_TASK}"
    ),
    "caldav_accounts": (
        f"`cda_id` {_KEY}, `cda_uuid` TEXT, `cda_name` TEXT, `cda_url` TEXT, "
        "`cda_username` TEXT, `cda_password` TEXT, `cda_error` TEXT, "
        "`cda_account_type` INTEGER NOT NULL, `cda_collapsed` INTEGER NOT NULL, "
        "`cda_server_type` INTEGER NOT NULL"
    ),
    "principals": (
        f"`id` {_KEY}, `account` INTEGER NOT NULL, `href` TEXT NOT NULL, `email` TEXT, "
        "`display_name` TEXT, FOREIGN KEY(`account`) REFERENCES `caldav_accounts`(`cda_id`) "
        "ON UPDATE NO ACTION ON DELETE CASCADE"
    ),
    "principal_access": (
        f"`id` {_KEY}, `principal` INTEGER NOT NULL, `list` INTEGER NOT NULL, "
        "`invite` INTEGER NOT NULL, `access` INTEGER NOT NULL, "
        "FOREIGN KEY(`principal`) REFERENCES `principals`(`id`) "
        "ON UPDATE NO ACTION ON DELETE CASCADE, "
        "FOREIGN KEY(`list`) REFERENCES `caldav_lists`(`cdl_id`) "
        "ON UPDATE NO ACTION ON DELETE CASCADE"
    ),
    "notification": (
        f"`uid` {_KEY}, `task` INTEGER NOT NULL, `timestamp` INTEGER NOT NULL, "
        f"`type` INTEGER NOT NULL, `location` INTEGER, FOREIGN KEY(`task`) {_TASK}"
    ),
    "attachment": (
        f"`attachment_id` {_KEY}, `task` INTEGER NOT NULL, `file` INTEGER NOT NULL, "
        f"`file_uuid` TEXT NOT NULL, FOREIGN KEY(`task`) {_TASK}, "
        "FOREIGN KEY(`file`) REFERENCES `attachment_file`(`file_id`) "
        "ON UPDATE NO ACTION ON DELETE CASCADE"
    ),
}
"""Columns by table."""

_INDICES = (
    ("UNIQUE ", "t_rid", "tasks", "`remoteId`"),
    ("", "active_and_visible", "tasks", "`completed`, `deleted`, `hideUntil`"),
    ("", "index_alarms_task", "alarms", "`task`"),
    ("UNIQUE ", "place_uid", "places", "`uid`"),
    ("", "index_geofences_task", "geofences", "`task`"),
    ("", "index_tags_task", "tags", "`task`"),
    ("", "index_caldav_tasks_cd_task", "caldav_tasks", "`cd_task`"),
    ("UNIQUE ", "index_principals_account_href", "principals", "`account`, `href`"),
    ("UNIQUE ", "index_principal_access_list_principal", "principal_access", "`list`, `principal`"),
    ("", "index_principal_access_principal", "principal_access", "`principal`"),
    ("UNIQUE ", "index_notification_task", "notification", "`task`"),
    ("UNIQUE ", "index_attachment_task_file", "attachment", "`task`, `file`"),
    ("", "index_attachment_task", "attachment", "`task`"),
    ("", "index_attachment_file", "attachment", "`file`"),
)

SCHEMA: Final = "\n".join(
    (
        "CREATE TABLE IF NOT EXISTS android_metadata (locale TEXT);",
        "INSERT INTO android_metadata VALUES ('en_US');",
        *(f"CREATE TABLE IF NOT EXISTS `{name}` ({it});" for name, it in TABLES.items()),
        *(
            f"CREATE {unique}INDEX IF NOT EXISTS `{name}` ON `{table}` ({columns});"
            for unique, name, table, columns in _INDICES
        ),
        "CREATE TABLE IF NOT EXISTS room_master_table (id INTEGER PRIMARY KEY,identity_hash TEXT);",
        f"INSERT OR REPLACE INTO room_master_table (id,identity_hash) VALUES(42, '{IDENTITY}');",
    )
)
