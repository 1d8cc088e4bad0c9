"""Tables of the phone's databases that hold what a user has put there."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from android_gym.errors import DeviceError, OptionError

__all__ = [
    "ALARM_DATE",
    "DATED_ALARMS",
    "TABLES",
    "Listing",
    "Row",
    "Table",
    "add_table",
]


Row = tuple[str | None, ...]
"""Values of a row that a user would name, without ids and times, each as SQLite writes it."""


@dataclass(frozen=True, slots=True)
class Table:
    """Rows that belong to the user, from one table or several.

    Attributes:
        name: What a user would call them.
        database: Path of the database.
        columns: SQL of the columns that matter to a user.
        source: What follows ``FROM``. If the device's app has other tables, there are no rows.
        arrives: Whether new rows may come from other people at any time.
        leaves: Whether rows may disappear by themselves at any time.
        prefilled: Returns whether the app itself adds a row when it creates the database.
    """

    name: str
    database: str
    columns: tuple[str, ...]
    source: str
    arrives: bool = False
    leaves: bool = False
    prefilled: Callable[[Row], bool] | None = None

    @property
    def sql(self) -> str:
        """Query that returns each row as comma-separated literals."""
        marks = ",".join(["%Q"] * len(self.columns))
        return f"SELECT printf('{marks}', {', '.join(self.columns)}) AS line FROM {self.source}"


@dataclass(frozen=True, slots=True)
class Listing:
    """The rows of a table at one moment.

    They are kept as SQLite wrote them: to compare two listings, only rows that may differ are
    parsed, so that ten thousand rows cost little more than a hundred.

    Attributes:
        text: A line for each row: comma-separated literals, which may contain line breaks.
    """

    text: str

    def rows(self) -> Counter[Row]:
        """Return how often each row occurs.

        Raises:
            DeviceError: If the text has something other than rows.
        """
        rows: Counter[Row] = Counter()
        row: list[str | None] = []
        position = 0
        while position < len(self.text):
            found = _VALUE.match(self.text, position)
            if found is None:
                line = self.text[position : position + 200]
                raise DeviceError(f"sqlite3 printed {line!r}, no values of a row.")
            position = found.end()
            row.append(None if found[1] is None else found[1].replace("''", "'"))
            if found[2] == "\n":
                rows[tuple(row)] += 1
                row = []
        return rows

    def differences(self, later: Listing) -> tuple[Counter[Row], Counter[Row]]:
        """Return the rows that a later listing has lost, and those that it has gained.

        Raises:
            DeviceError: If a text has something other than rows.
        """
        old, new = self.text, later.text
        start = _same_start(old, new)
        old, new = old[start:], new[start:]
        end = _same_end(old, new)
        was = Listing(old[: len(old) - end]).rows()
        is_now = Listing(new[: len(new) - end]).rows()
        return was - is_now, is_now - was


_VALUE = re.compile(r"(?:'([^']*+(?:''[^']*+)*+)'|NULL)([,\n])")


def _same_start(first: str, second: str) -> int:
    """Return the length of the rows that both listings begin with."""
    most = min(len(first), len(second))
    end = _most(most, lambda low, high: first[low:high] == second[low:high])
    while (line := first.rfind("\n", 0, end)) >= 0:
        if _ends_row(first, line):
            return line + 1
        end = line
    return 0


def _same_end(first: str, second: str) -> int:
    """Return the length of the rows that both listings end with."""
    a, b = len(first), len(second)
    length = _most(
        min(a, b), lambda low, high: first[a - high : a - low] == second[b - high : b - low]
    )
    line = a - length - 1
    while (line := first.find("\n", line + 1)) >= 0:
        if _ends_row(first, line):
            return a - line - 1
    return 0


def _most(most: int, same: Callable[[int, int], bool]) -> int:
    """Return how many characters are the same, up to `most`, comparing each about twice.

    Args:
        most: The most.
        same: Returns whether a range of them is.
    """
    least = 0
    while least < most:
        middle = (least + most + 1) // 2
        least, most = (middle, most) if same(least, middle) else (least, middle - 1)
    return least


def _ends_row(text: str, line: int) -> bool:
    """Return whether a line break is not within a value; as quotes pair, either side tells."""
    shorter = (0, line) if line < len(text) // 2 else (line, len(text))
    return text.count("'", *shorter) % 2 == 0


def _plain_number(column: str) -> str:
    """Return SQL for a telephone number without separators between its digits."""
    for sign in (" ", "-", "(", ")"):
        column = f"replace({column}, '{sign}', '')"
    return column


def _day_or_moment(column: str) -> str:
    """Return SQL for a time of Tasks, which is that of a whole day unless it has seconds.

    The app sets such a time to noon as soon as its day is looked at in the picker.
    """
    return f"iif({column} % 60000, {column}, {column} / 86400000)"


_CONTACTS = "/data/data/com.android.providers.contacts/databases"
_MESSAGES = "/data/data/com.android.providers.telephony/databases/mmssms.db"
_RECIPES = "/data/data/com.flauschcode.broccoli/databases/broccoli"
_MESSENGER = "/data/data/com.simplemobiletools.smsmessenger/databases/conversations.db"
_PLAYLISTS = "/data/data/code.name.monkey.retromusic/databases/playlist.db"
_VIDEOS = "/data/data/org.videolan.vlc/app_db/vlc_media.db"
_PHONE_CALENDARS = "/data/data/com.android.providers.calendar/databases/calendar.db"
ALARM_DATE: Final = "(SELECT scheduled_date FROM alarm_templates AS own WHERE own._id = cards._id)"
"""SQL of the date that an alarm of Clock has, as ``2023-10-16``; NULL if it has none."""

DATED_ALARMS: Final = "alarm_templates AS cards, (SELECT NULL AS scheduled_date)"
"""Clock's alarms, for `ALARM_DATE`; the second table has the column that an older Clock lacks."""

_GOOGLE_TASKS = "/data/data/com.google.android.apps.tasks/files/tasks-local/data.db"
_TASKS = "/data/data/org.tasks/databases/database"
_KEEP = "/data/data/com.google.android.keep/databases/keep.db"
_MAIL = "/data/data/com.google.android.gm/databases/mailstore.owner@example.com.db"
_MAIL_COLUMNS = (
    *"fromAddress toAddresses ccAddresses bccAddresses subject body".split(),
    "(SELECT group_concat(canonicalName, ' ') FROM (SELECT canonicalName FROM "
    "message_labels JOIN labels ON _id = labels_id WHERE message_messageId = messageId "
    "AND canonicalName != '^u' ORDER BY canonicalName))",  # reading a mail is no harm
    "(SELECT group_concat(filename, '; ') FROM (SELECT filename FROM attachments "
    "WHERE messages_messageId = messageId ORDER BY filename))",
)
_DRAFT = (  # not in the trash, nor spam
    "ifnull((SELECT max(canonicalName = '^r') > max(canonicalName IN ('^k', '^s')) FROM "
    "message_labels JOIN labels ON _id = labels_id WHERE message_messageId = messageId), 0)"
)
_RECORDINGS = "/data/data/com.dimowner.audiorecorder/databases/records.db"
_TRACKS = "/data/data/de.dennisguse.opentracks/databases/database.db"
_MAP_MARKERS = "/data/data/net.osmand/databases/map_markers_db"
_NOTES = "/data/data/net.cozic.joplin/databases/joplin.sqlite"
_CALENDAR = "/data/data/com.simplemobiletools.calendar.pro/databases/events.db"
_MULTIMEDIA = (
    "sub",
    "(SELECT group_concat(address) FROM (SELECT address FROM addr WHERE msg_id = pdu._id "
    "ORDER BY address))",
    "(SELECT group_concat(text) FROM part WHERE mid = pdu._id)",
)
_TEXT = (_plain_number("address"), "body")
_LABEL = "deleted = 0 AND auto_add = 0 AND favorites = 0 AND system_id IS NULL"
_MORE_OF_ITEM = (  # a phonetic name, a job, the kind of a chat, a picture
    "CASE replace(mimetype, 'vnd.android.cursor.item/', '') "
    "WHEN 'name' THEN ifnull(data7, '') || ' ' || ifnull(data8, '') || ' ' || ifnull(data9, '') "
    "WHEN 'organization' THEN ifnull(data4, '') || ' ' || ifnull(data5, '') "
    "WHEN 'im' THEN ifnull(data5, '') || ' ' || ifnull(data6, '') "
    "WHEN 'photo' THEN ifnull(data14, '') ELSE '' END"
)
_ITEMS = (
    "SELECT iif(is_super_primary, 'usual ', '') || mimetype || ' ' || ifnull(data1, '') || ' ' || "
    "ifnull(data2, '') || ' ' || "
    f"ifnull(data3, '') || ' ' || {_MORE_OF_ITEM} AS item "
    "FROM data JOIN mimetypes ON mimetypes._id = mimetype_id "
    "WHERE raw_contact_id = raw._id AND (mimetype NOT LIKE '%/group_membership' OR data1 IN "
    f"(SELECT _id FROM groups WHERE {_LABEL})) ORDER BY item"
)
_LIST = (
    "(SELECT cdl_id FROM caldav_tasks JOIN caldav_lists ON cdl_uuid = cd_calendar "
    "WHERE cd_task = tasks._id AND cd_deleted = 0)"
)
_OF_TASK = (
    f"nullif({_LIST}, (SELECT min(cdl_id) FROM caldav_lists))",  # no row: in the first list
    "(SELECT group_concat(name, '; ') FROM (SELECT tagdata.name FROM tags JOIN tagdata "
    "ON remoteId = tag_uid WHERE task = tasks._id ORDER BY tagdata.name))",
    "(SELECT group_concat(time || ' ' || type) FROM (SELECT time, type FROM alarms "
    "WHERE task = tasks._id AND type != 4 ORDER BY type, time))",  # 4: snoozed
    "(SELECT group_concat(place) FROM (SELECT place FROM geofences WHERE task = tasks._id "
    "ORDER BY place))",
)
_REMINDERS = "reminder_1_minutes reminder_2_minutes reminder_3_minutes availability color"


TABLES: dict[str, Table] = {}
"""All tables that are read, by name: those of Android and of the apps that goals name."""


def add_table(table: Table) -> None:
    """Count rows of one more app as its user's data.

    Raises:
        OptionError: If there is another table of this name.
    """
    if TABLES.setdefault(table.name, table) != table:
        raise OptionError(f"There is a table called {table.name!r} already; choose another name.")


for _table in (
    Table("sent messages", _MESSAGES, _TEXT, "sms WHERE type NOT IN (1, 3)"),
    Table("received messages", _MESSAGES, _TEXT, "sms WHERE type = 1", arrives=True),
    Table("drafts of messages", _MESSAGES, ("body",), "sms WHERE type = 3"),
    Table("sent multimedia messages", _MESSAGES, _MULTIMEDIA, "pdu WHERE msg_box NOT IN (1, 3)"),
    Table(
        "received multimedia messages",
        _MESSAGES,
        _MULTIMEDIA,
        "pdu WHERE msg_box = 1",
        arrives=True,
    ),
    Table(
        "scheduled messages",
        _MESSENGER,
        ("participants", "body", "date"),
        "messages WHERE is_scheduled = 1",
    ),
    Table("messages in the recycle bin", _MESSENGER, ("id",), "recycle_bin_messages"),
    Table(
        "archived conversations",
        _MESSENGER,
        ("title", _plain_number("phone_number")),
        "conversations WHERE archived = 1",
        leaves=True,
    ),
    Table(
        "renamed conversations",
        _MESSENGER,
        ("title", _plain_number("phone_number")),
        "conversations WHERE uses_custom_title = 1",
        leaves=True,  # with their messages
    ),
    Table(
        "contacts",
        f"{_CONTACTS}/contacts2.db",
        (
            "display_name",
            "starred",
            f"(SELECT group_concat(item, '; ') FROM ({_ITEMS}))",
            "(SELECT custom_ringtone FROM contacts WHERE contacts._id = raw.contact_id)",
            "(SELECT send_to_voicemail FROM contacts WHERE contacts._id = raw.contact_id)",
            # More than one if others are linked to it.
            "(SELECT count(*) FROM raw_contacts AS part WHERE part.contact_id = raw.contact_id)",
        ),
        "raw_contacts AS raw WHERE deleted = 0",
    ),
    Table("labels of contacts", f"{_CONTACTS}/contacts2.db", ("title",), f"groups WHERE {_LABEL}"),
    Table(
        "outgoing calls",
        f"{_CONTACTS}/calllog.db",
        (_plain_number("number"),),
        "calls WHERE type = 2",
    ),
    Table(
        "incoming calls",
        f"{_CONTACTS}/calllog.db",
        (_plain_number("number"), "type"),
        "calls WHERE type != 2",
        arrives=True,
    ),
    Table(
        "blocked numbers",
        "/data/data/com.android.providers.blockednumber/databases/blockednumbers.db",
        (_plain_number("original_number"),),
        "blocked",
    ),
    Table(
        "alarms",
        "/data/user_de/0/com.google.android.deskclock/databases/alarms.db",
        (
            *"hour minutes daysofweek enabled label vibrate ringtone".split(),
            ALARM_DATE,
        ),
        DATED_ALARMS,
        prefilled=lambda row: row[3] == "0" and not row[4],  # switched off, without a label
    ),
    Table(
        "expenses",
        "/data/data/com.arduia.expense/databases/accounting.db",
        ("name", "amount", "category", "note", "created_date"),
        "expense",
    ),
    Table(
        "recipes",
        _RECIPES,
        (
            "title",
            "imageName",
            "description",
            "servings",
            "preparationTime",
            "source",
            "ingredients",
            "directions",
            "favorite",
            "(SELECT group_concat(name) FROM (SELECT name FROM categories JOIN "
            "recipes_with_categories USING (categoryId) WHERE recipeId = recipes.recipeId "
            "ORDER BY name))",
        ),
        "recipes",
    ),
    Table("recipe categories", _RECIPES, ("name",), "categories"),
    Table("playlists", _PLAYLISTS, ("playlist_name",), "PlaylistEntity"),
    Table(
        "songs in playlists",
        _PLAYLISTS,
        (
            "(SELECT playlist_name FROM PlaylistEntity WHERE playlist_id = playlist_creator_id)",
            "title",
        ),
        "SongEntity",
    ),
    Table(
        "folders left out of the music",
        "/data/data/code.name.monkey.retromusic/databases/blacklist.db",
        ("path",),
        "blacklist",
        prefilled=lambda row: str(row[0]).endswith(("/Alarms", "/Notifications", "/Ringtones")),
    ),
    Table(
        "tasks",
        _TASKS,
        (
            *"title importance completed notes recurrence parent".split(),
            *map(_day_or_moment, ("dueDate", "hideUntil")),
            *_OF_TASK,
        ),
        "tasks WHERE deleted = 0",
    ),
    # The app creates its first list when it is first opened.
    Table("lists of tasks", _TASKS, ("cdl_name",), "caldav_lists WHERE cdl_name != 'Default list'"),
    Table("tags of tasks", _TASKS, ("name",), "tagdata"),
    Table("filters of tasks", _TASKS, ("title", "criterion"), "filters"),
    Table(
        "places of tasks",
        _TASKS,
        ("name", "address", "phone", "url", "latitude", "longitude", "radius"),
        "places",
    ),
    Table(
        "lists of Google Tasks",
        _GOOGLE_TASKS,
        ("Title",),
        "TaskLists",
        prefilled=lambda row: row[0] == "My Tasks",
    ),
    Table(
        "tasks of Google Tasks",
        _GOOGLE_TASKS,
        (
            *"Title Details DueDate DueMinutes Starred Completed".split(),
            "(SELECT Title FROM TaskLists WHERE TaskLists.TaskListId = Tasks.TaskListId)",
            "(SELECT Title FROM Tasks AS above WHERE above.TaskId = Tasks.ParentTaskId)",
            "(SELECT Rule FROM TaskRecurrences WHERE "
            "TaskRecurrences.TaskRecurrenceId = Tasks.TaskRecurrenceId)",
        ),
        "Tasks WHERE Deleted = 0",
    ),
    Table(
        "notes of Keep",
        _KEEP,
        (
            *"type title color_name is_archived is_pinned".split(),
            "(SELECT group_concat(is_checked || is_indented || ifnull(text, ''), '; ') FROM "
            "(SELECT * FROM list_item WHERE list_parent_id = tree_entity._id AND is_deleted = 0 "
            "ORDER BY order_in_parent, _id))",
            "(SELECT group_concat(name, '; ') FROM (SELECT name FROM note_label JOIN label ON "
            "label._id = label_id WHERE tree_entity_id = tree_entity._id "
            "AND note_label.is_deleted = 0 AND label.is_deleted = 0 ORDER BY name))",
            "(SELECT group_concat(time) FROM (SELECT time FROM reminder "
            "WHERE tree_entity_id = tree_entity._id ORDER BY time))",
        ),
        "tree_entity WHERE is_trashed = 0 AND is_deleted = 0",
    ),
    Table("labels of Keep", _KEEP, ("name",), "label WHERE is_deleted = 0"),
    Table("mails of Gmail", _MAIL, _MAIL_COLUMNS, f"messages WHERE NOT {_DRAFT}"),
    Table("drafts of Gmail", _MAIL, _MAIL_COLUMNS, f"messages WHERE {_DRAFT}"),
    Table("labels of Gmail", _MAIL, ("name",), "labels WHERE canonicalName NOT LIKE '^%'"),
    Table("recordings", _RECORDINGS, ("name", "path", "bookmark"), "records"),
    Table(
        "tracks",
        _TRACKS,
        (
            *"name description category starttime totaltime totaldistance".split(),
            "(SELECT count(*) FROM trackpoints WHERE trackid = tracks._id)",
        ),
        "tracks",
    ),
    Table(
        "playlists of videos",
        _VIDEOS,
        (
            "name",
            "(SELECT group_concat(filename, '/') FROM (SELECT filename FROM PlaylistMediaRelation "
            "JOIN Media ON id_media = media_id WHERE playlist_id = id_playlist "
            "ORDER BY position))",
        ),
        "Playlist",
    ),
    Table(
        "bookmarks of videos",
        _VIDEOS,
        ("(SELECT filename FROM Media WHERE id_media = media_id)", "time", "name"),
        "Bookmark",
    ),
    Table("renamed groups of videos", _VIDEOS, ("name",), "MediaGroup WHERE user_interacted"),
    Table(
        "favourite pictures",
        "/data/data/com.simplemobiletools.gallery.pro/databases/gallery.db",
        ("full_path",),
        "favorites",
    ),
    Table(
        "favourite folders of videos",
        "/data/data/org.videolan.vlc/databases/vlc_database",
        ("uri",),
        "fav_table",
    ),
    Table("markers of tracks", _TRACKS, ("name", "description", "category", "time"), "markers"),
    Table(
        "map markers",
        _MAP_MARKERS,
        ("marker_lat", "marker_lon", "marker_description", "marker_active", "marker_color"),
        "map_markers",
    ),
    Table(
        "calendar events",
        _CALENDAR,
        tuple(
            "start_ts end_ts title location description repeat_interval repeat_rule repeat_limit "
            f"repetition_exceptions event_type flags&9 type {_REMINDERS}".split()
        ),
        "events",
    ),
    Table(
        "events of the phone's calendars",
        _PHONE_CALENDARS,
        (
            *"title dtstart dtend duration allDay rrule exdate eventLocation description".split(),
            *"eventColor eventStatus originalInstanceTime availability".split(),
            "(SELECT calendar_displayName FROM Calendars WHERE Calendars._id = calendar_id)",
            "(SELECT group_concat(minutes) FROM (SELECT minutes FROM Reminders "
            "WHERE event_id = Events._id ORDER BY minutes))",
            "(SELECT group_concat(attendeeEmail) FROM (SELECT attendeeEmail FROM Attendees "
            "WHERE event_id = Events._id ORDER BY attendeeEmail))",
        ),
        "Events WHERE deleted = 0",
    ),
    Table(
        "hidden calendars",
        _PHONE_CALENDARS,
        ("calendar_displayName",),
        "Calendars WHERE NOT visible",
    ),
    Table(
        "calendar event types",
        _CALENDAR,
        ("title", "color"),
        "event_types",
        prefilled=lambda row: row[0] == "Regular event",
    ),
    Table(
        "notes",
        _NOTES,
        (
            *"title body is_todo todo_completed>0 todo_due".split(),
            "(SELECT title FROM folders WHERE id = notes.parent_id)",
            "(SELECT group_concat(title, '; ') FROM (SELECT title FROM tags JOIN note_tags ON "
            "tag_id = tags.id WHERE note_id = notes.id ORDER BY title))",
        ),
        "notes WHERE is_conflict = 0 AND deleted_time = 0",  # what is in the trash is gone
    ),
    Table(
        "notebooks",
        _NOTES,
        (
            "title",
            "(SELECT title FROM folders AS above WHERE above.id = folders.parent_id)",
        ),
        "folders WHERE deleted_time = 0",
    ),
):
    add_table(_table)
