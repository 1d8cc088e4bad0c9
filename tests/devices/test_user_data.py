"""User data: the part of a phone that is read, and the part that is left out."""

from __future__ import annotations

import random
import re
from collections import Counter
from collections.abc import Iterator, Mapping
from datetime import timedelta
from pathlib import Path

import pytest

import android_gym
from android_gym.devices import make_device
from android_gym.devices.device import Device
from android_gym.devices.user_bookmarks import BOOKMARKS
from android_gym.devices.user_data import FOLDER, SETTINGS, STORAGE, UserData, read_user_data
from android_gym.devices.user_places import FAVORITE_ROWS, TRACK_ROWS
from android_gym.devices.user_preferences import KEPT
from android_gym.devices.user_tables import TABLES, Listing, Row, Table
from android_gym.errors import DeviceError
from android_gym.simulator.apps.settings.screens.sound import VOLUMES
from android_gym.task_suite.android_world.calendar import rows as calendar
from android_gym.testing.user_data import read_in_full

from .test_device import ScriptedDevice


@pytest.fixture
def device() -> Iterator[Device]:
    device = make_device()
    device.reset()
    yield device
    device.close()


HELLO = "b1946ac92492d2347c6235b4d2611184"  # `echo hello | md5sum`


def test_files_by_content(device: Device) -> None:
    device.shell(
        f"cd {STORAGE}; echo hello > 'a  b'; echo hello > Music/.c; mkdir D; : > $'D/e\\\\f'"
    )
    files = read_user_data(device).files
    assert files[f"{STORAGE}/a  b"] == files[f"{STORAGE}/Music/.c"] == HELLO
    assert files[f"{STORAGE}/D"] == FOLDER
    assert files[f"{STORAGE}/D/e\\f"] == "d41d8cd98f00b204e9800998ecf8427e"
    assert STORAGE not in files


@pytest.mark.parametrize(
    "path",
    [
        "Android/data/a.b/cache/x",
        "Android/obb/a.b/x",
        "Pictures/.thumbnails/1.jpg",
        ".thumbnails/1.jpg",
        "Movies/.pending-1-VID.mp4",
        "DCIM/.trashed-1-IMG.jpg",
        "LOST.DIR/1",
    ],
)
def test_volatile_files_are_left_out(device: Device, path: str) -> None:
    before = read_user_data(device)
    device.push(f"{STORAGE}/{path}", "x")
    folders = {FOLDER}
    after = read_user_data(device)
    assert {after.files[new] for new in after.files.keys() - before.files.keys()} <= folders
    assert f"{STORAGE}/{path}" not in after.files


@pytest.mark.parametrize(
    "path",
    [
        ".hidden",
        "Music/.nomedia",
        "Androids/x",
        "Android/x",
        "Android/media/a.b/x",
        "Pictures/thumbnails/1",
        "x.pending-1",
    ],
)
def test_what_only_looks_like_it_is_read(device: Device, path: str) -> None:
    device.push(f"{STORAGE}/{path}", "x")
    assert f"{STORAGE}/{path}" in read_user_data(device).files


def test_every_table_is_there_once_its_app_has_run(device: Device) -> None:
    device.shell("content query --uri content://com.android.blockednumber/blocked")
    device.shell("am start -W -n com.google.android.deskclock/com.android.deskclock.DeskClock")
    device.launch("com.google.android.keep")
    rows = read_user_data(device).rows
    assert list(rows) == [*TABLES, *OTHER_ROWS]
    assert None not in rows.values()


def rows(found: UserData, table: str) -> Counter[Row]:
    listing = found.rows[table]
    assert listing is not None
    return listing.rows()


def test_rows_without_ids_times_and_flags(device: Device) -> None:
    sms = "content insert --uri content://sms"
    for box, number, text in (
        ("inbox", "+1 (555) 010-2030", "in"),
        ("sent", "+1555", "out"),
        ("sent", "+1555", "out"),
        ("draft", "+1555", "draft"),
        ("outbox", "+1556", "under way"),
    ):
        device.shell(
            f"{sms}/{box} --bind address:s:'{number}' --bind body:s:'{text}' --bind date:l:5"
        )
    calls = "content insert --uri content://call_log/calls --bind date:l:5 --bind duration:i:0"
    device.shell(f"{calls} --bind number:s:'555-1' --bind type:i:2")
    device.shell(f"{calls} --bind number:s:'555-2' --bind type:i:3")
    found = read_user_data(device)
    assert rows(found, "received messages") == Counter({("+15550102030", "in"): 1})
    sent = Counter({("+1555", "out"): 2, ("+1556", "under way"): 1})
    assert rows(found, "sent messages") == sent
    assert rows(found, "drafts of messages") == Counter({("draft",): 1})
    assert rows(found, "outgoing calls") == Counter({("5551",): 1})
    assert rows(found, "incoming calls") == Counter({("5552", "3"): 1})


def test_a_contacts_job_and_chat_belong_to_it(device: Device) -> None:
    from android_gym.task_suite.android_world.sms.messages import add_contact

    add_contact(device, "Ann Bell", "+1555")
    data = "--uri content://com.android.contacts/data"
    for kind in ("organization", "im"):
        item = f"vnd.android.cursor.item/{kind}"
        device.shell(
            f"content insert {data} --bind raw_contact_id:i:1 --bind mimetype:s:{item} "
            "--bind data1:s:Acme"
        )
        before = rows(read_user_data(device), "contacts")
        device.shell(f"content update {data} --where \"mimetype='{item}'\" --bind data5:s:5")
        assert rows(read_user_data(device), "contacts") != before


@pytest.mark.parametrize("column", ["dueDate", "hideUntil"])
def test_a_day_of_a_task_has_no_time_without_seconds(device: Device, column: str) -> None:
    device.shell(HARMS["a task"])
    day = 1_695_168_000_000

    def of(ms: int) -> Counter[Row]:
        device.execute(TASKS, f"UPDATE tasks SET {column} = ?", [(ms,)])
        return rows(read_user_data(device), "tasks")

    assert of(day + 9 * 3_600_000) == of(day + 12 * 3_600_000)  # as the app's picker stores it
    assert len({str(of(day + ms)) for ms in (0, 1_000, 61_000, 86_400_000)}) == 4


def test_a_contact_is_one_row(device: Device) -> None:
    from android_gym.task_suite.android_world.sms.messages import add_contact

    add_contact(device, "Ann Bell", "+1555")
    add_contact(device, "Cy Dole", "+1556")
    contacts = rows(read_user_data(device), "contacts")
    assert {row[0] for row in contacts} == {"Ann Bell", "Cy Dole"}
    assert contacts.total() == 2
    device.shell("content delete --uri content://com.android.contacts/raw_contacts --where _id=1")
    assert [row[0] for row in rows(read_user_data(device), "contacts")] == ["Cy Dole"]


def test_settings_of_a_person_only(device: Device) -> None:
    device.put_setting("global", "boot_count", 9)
    device.put_setting("global", "zen_mode", 1)
    settings = read_user_data(device).settings
    assert settings["global zen_mode"] == "1"
    assert "global boot_count" not in settings


def test_tiles_that_android_adds_by_itself_are_left_out(device: Device) -> None:
    device.put_setting("secure", "sysui_qs_tiles", "internet,bt,saver,dark,hotspot")
    assert read_user_data(device).settings["secure sysui_qs_tiles"] == "internet,bt,dark"


def test_all_that_the_settings_app_writes_is_read() -> None:
    """Settings for developers, or that say nothing without another, are left out."""
    written = set()
    folder = Path(android_gym.__file__).parent / "simulator" / "apps" / "settings"
    for file in folder.rglob("*.py"):  # values are named by table and key there
        source = file.read_text(encoding="utf-8")
        written |= set(re.findall(r'"(global|secure|system)/([\w.]+)"', source))
    written |= {("system", key) for keys, *_ in VOLUMES.values() for key in keys.split()}
    assert len(written) > 70
    assert written - {(n, key) for n, keys in SETTINGS.items() for key in keys} == {
        ("global", "private_dns_specifier"),
        ("global", "wait_for_debugger"),
        ("system", "pointer_location"),  # AndroidWorld's environment shows and hides it
    }


def test_apps_that_are_there_and_enabled(device: Device) -> None:
    assert "net.gsantner.markor" in read_user_data(device).apps
    device.shell("pm disable-user net.gsantner.markor")
    assert "net.gsantner.markor" not in read_user_data(device).apps


def test_permissions_of_run_time(device: Device) -> None:
    camera = "com.android.camera2 android.permission.CAMERA"
    granted = read_user_data(device).permissions
    assert camera in granted
    assert not any(name.endswith("android.permission.INTERNET") for name in granted)
    device.shell("pm revoke com.android.camera2 android.permission.CAMERA")
    assert granted - read_user_data(device).permissions == {camera}


def test_reading_changes_nothing(device: Device) -> None:
    device.shell("am start -W -n net.gsantner.markor/.activity.MainActivity; sleep 1")
    first, elements = read_user_data(device), device.ui_elements()
    assert read_user_data(device) == first
    assert device.ui_elements() == elements


SMS = "content insert --uri content://sms"
OTHER_ROWS = (*KEPT, BOOKMARKS, FAVORITE_ROWS, TRACK_ROWS)
PEOPLE = "content update --uri content://com.android.contacts/contacts/1"
MESSENGER = "/data/data/com.simplemobiletools.smsmessenger/databases/conversations.db"
MAIL = "/data/data/com.google.android.gm/databases/mailstore.owner@example.com.db"
KEEP = "/data/data/com.google.android.keep/databases/keep.db"
TASKS = "/data/data/org.tasks/databases/database"
EVENTS = "/data/data/com.simplemobiletools.calendar.pro/databases/events.db"
PHONE_EVENTS = "/data/data/com.android.providers.calendar/databases/calendar.db"
CONTACTS = "/data/data/com.android.providers.contacts/databases/contacts2.db"
CLOCK = "com.google.android.deskclock"
CLOCK_KEEPS = f"/data/user_de/0/{CLOCK}/shared_prefs/{CLOCK}_preferences.xml"
VIDEOS = "/data/data/org.videolan.vlc/app_db/vlc_media.db"
PLACES = f"{STORAGE}/Android/data/net.osmand/files"
HARMS = {
    "a file's content": f"echo x >> {STORAGE}/Documents/kept.txt",
    "a file's content, in place and as long": f"sed -i s/kept/KEPT/ {STORAGE}/Documents/kept.txt",
    "a deep file": f"mkdir -p {STORAGE}/a/b/c; echo 1 > {STORAGE}/a/b/c/d",
    "a lost file": f"rm {STORAGE}/Documents/kept.txt",
    "a renamed file": f"mv {STORAGE}/Documents/kept.txt {STORAGE}/Documents/other.txt",
    "a moved folder": f"mv {STORAGE}/Documents {STORAGE}/Papers",
    "a new folder": f"mkdir {STORAGE}/new",
    "a new folder in an empty one": f"mkdir {STORAGE}/Podcasts/new",
    "a file through another path": "echo x > /data/media/0/Documents/kept.txt",
    "a file that replaces another": f"cp /system/build.prop {STORAGE}/Documents/kept.txt",
    "a link to another content": (
        f"cd {STORAGE}/Documents; echo 2 > .n; rm kept.txt; mv .n kept.txt"
    ),
    "a sent message": f"{SMS}/sent --bind address:s:+1555 --bind body:s:out --bind date:l:5",
    "a received message": f"{SMS}/inbox --bind address:s:+1555 --bind body:s:in --bind date:l:5",
    "a lost message": "content delete --uri content://sms --where \"body='kept'\"",
    "a multimedia message": (
        "sqlite3 /data/data/com.android.providers.telephony/databases/mmssms.db "
        "'insert into pdu (thread_id, date, msg_box) values (1, 5, 2)'"
    ),
    "a contact": "content delete --uri content://com.android.contacts/raw_contacts --where _id=1",
    "a call": (
        "content insert --uri content://call_log/calls --bind date:l:5 --bind duration:i:0 "
        "--bind number:s:555 --bind type:i:2"
    ),
    "a call missed": (
        "content insert --uri content://call_log/calls --bind date:l:5 --bind duration:i:0 "
        "--bind number:s:555 --bind type:i:3"
    ),
    "a blocked number": (
        "content insert --uri content://com.android.blockednumber/blocked "
        "--bind original_number:s:555"
    ),
    "an alarm": (
        "sqlite3 /data/user_de/0/com.google.android.deskclock/databases/alarms.db "
        "'update alarm_templates set enabled = 1'"
    ),
    "an alarm's sound": (
        "sqlite3 /data/user_de/0/com.google.android.deskclock/databases/alarms.db "
        "\"update alarm_templates set ringtone = ''\""
    ),
    "an alarm's date": (
        "sqlite3 /data/user_de/0/com.google.android.deskclock/databases/alarms.db "
        "\"update alarm_templates set scheduled_date = '2033-12-24'\""
    ),
    "an alarm's vibration": (
        "sqlite3 /data/user_de/0/com.google.android.deskclock/databases/alarms.db "
        "'update alarm_templates set vibrate = 0'"
    ),
    "a timer": (
        "am start -W -a android.intent.action.SET_TIMER --ei android.intent.extra.alarm.LENGTH 300 "
        "--ez android.intent.extra.alarm.SKIP_UI true; sleep 1"
    ),
    "the stopwatch": f'echo \'<map><int name="sw_state" value="2"/></map>\' > {CLOCK_KEEPS}',
    "a city of the clock": (
        f"echo '<map><string name=\"cities\">Berlin</string></map>' > {CLOCK_KEEPS}"
    ),
    "a favourite folder of videos": (
        "sqlite3 /data/data/org.videolan.vlc/databases/vlc_database "
        "\"insert into fav_table values ('file:///storage/emulated/0/Movies', 1, 'Movies', null)\""
    ),
    "a bookmark of a video": (
        f"sqlite3 {VIDEOS} 'insert into Bookmark values (1, 9000, null, null, 1, 0, 0)'"
    ),
    "a renamed group of videos": (
        f"sqlite3 {VIDEOS} 'insert into MediaGroup (name, user_interacted, creation_date, "
        "last_modification_date) values (1, 1, 0, 0)'"
    ),
    "a favorite place": (
        f"mkdir -p {PLACES}/favorites; "
        f'echo \'<gpx xmlns="http://www.topografix.com/GPX/1/1"><wpt lat="1" lon="2"/></gpx>\' '
        f"> {PLACES}/favorites/favorites-new.gpx"
    ),
    "a saved track": f"mkdir -p {PLACES}/tracks/rec; echo '<gpx/>' > {PLACES}/tracks/rec/a.gpx",
    "contacts that are linked": (
        "content update --uri content://com.android.contacts/aggregation_exceptions "
        "--bind type:i:1 --bind raw_contact_id1:i:1 --bind raw_contact_id2:i:2"
    ),
    "a contact's calls routed to voicemail": f"{PEOPLE} --bind send_to_voicemail:i:1",
    "a contact's ringtone": f"{PEOPLE} --bind custom_ringtone:s:null",
    "a contact's label": (
        "content update --uri content://com.android.contacts/data --where data1=\"'+1555'\" "
        "--bind data3:s:Boss"
    ),
    "a bookmark": (
        "mkdir -p /data/data/com.android.chrome/app_chrome/Default; echo "
        '\'{"roots": {"synced": {"name": "Mobile bookmarks", "children": '
        '[{"type": "url", "name": "x", "url": "https://example.org/"}]}}}\' > '
        "/data/data/com.android.chrome/app_chrome/Default/Bookmarks"
    ),
    "a contact's phonetic name": (
        "content update --uri content://com.android.contacts/data "
        "--where \"mimetype='vnd.android.cursor.item/name'\" --bind data7:s:Anne"
    ),
    "a message to be sent later": (
        f'sqlite3 {MESSENGER} "insert into messages values '
        "(1099511627776, 'x', 6, -1, '[]', 5, 1, 1, 0, null, '', '', '', 1, 1)\""
    ),
    "a message in the recycle bin": (
        f"sqlite3 {MESSENGER} 'insert into recycle_bin_messages values (1, 5)'"
    ),
    "a name with a line break": f"echo x > {STORAGE}/Documents/$'kept.txt\\nx'",
    "an owner's second line": "settings put secure lock_screen_owner_info $'A. Bell\\n+1555'",
    "the volume of media": "settings put system volume_music_speaker 0",
    "the time zone": "cmd alarm set-timezone Europe/Paris",
    "a network that is forgotten": "cmd wifi forget-network 0",
    "an expense": (
        "sqlite3 /data/data/com.arduia.expense/databases/accounting.db "
        '"insert into expense (name, amount, category, note, created_date, modified_date) '
        "values ('x', 5, 1, '', 1, 1)\""
    ),
    "a recipe": (
        "sqlite3 /data/data/com.flauschcode.broccoli/databases/broccoli "
        "\"insert into recipes (title, favorite) values ('x', 0)\""
    ),
    "a playlist with a song": (
        "sqlite3 /data/data/code.name.monkey.retromusic/databases/playlist.db "
        "\"insert into PlaylistEntity values (1, 'x'); insert into SongEntity values "
        "(1, 1, 1, 'a', 0, 0, 0, '/a', 0, 0, 'b', 0, 'c', null, null)\""
    ),
    "a playlist of videos": (
        "sqlite3 /data/data/org.videolan.vlc/app_db/vlc_media.db "
        "\"insert into Playlist (name, creation_date) values ('x', 0)\""
    ),
    "a category of recipes": (
        "sqlite3 /data/data/com.flauschcode.broccoli/databases/broccoli "
        "\"insert into categories (name) values ('x')\""
    ),
    "a recording": (
        "sqlite3 /data/data/com.dimowner.audiorecorder/databases/records.db "
        '"insert into records (name, duration, created, added, path, data, data_str) '
        "values ('x', 1, 1, 1, '/x', '', '')\""
    ),
    "a track": (
        "sqlite3 /data/data/de.dennisguse.opentracks/databases/database.db "
        "\"insert into tracks (name, description, category) values ('x', '', '')\""
    ),
    "a marker on the map": (
        "sqlite3 /data/data/net.osmand/databases/map_markers_db "
        "\"insert into map_markers (marker_id, marker_lat) values ('x', 47)\""
    ),
    "a marker of a track": (
        "sqlite3 /data/data/de.dennisguse.opentracks/databases/database.db "
        "\"insert into tracks (name) values ('x'); insert into markers (name, trackid) "
        "select 'x', max(_id) from tracks\""
    ),
    "an event": (
        "sqlite3 /data/data/com.simplemobiletools.calendar.pro/databases/events.db "
        f"\"insert into events ({calendar.COLUMNS}) values (0, 60, 'x', '', '', -1, -1, -1, 0, 0, "
        "0, 0, 0, 0, '[]', '', '', 'UTC', 0, 1, 0, 0, '', 0, 0, 0)\""
    ),
    "a type of event": (
        "sqlite3 /data/data/com.simplemobiletools.calendar.pro/databases/events.db "
        "'update event_types set color = color + 1, title = 1'"
    ),
    "a task": (
        "sqlite3 /data/data/org.tasks/databases/database "
        '"insert into tasks (title, importance, dueDate, hideUntil, created, modified, completed, '
        "deleted, estimatedSeconds, elapsedSeconds, timerStart, notificationFlags, lastNotified, "
        "collapsed, parent) values ('x', 3, 0, 0, 1, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0)\""
    ),
    "a task's list": f'sqlite3 {TASKS} "insert into caldav_lists (cdl_uuid, cdl_name, cdl_color, '
    "cdl_order, cdl_access, cdl_last_sync) values ('u', 'x', 0, 0, 0, 0); insert into caldav_tasks "
    "(cd_task, cd_calendar, cd_last_sync, cd_deleted, gt_moved, gt_remote_order) "
    "values (1, 'u', 0, 0, 0, 0)\"",
    "a task's tag": f'sqlite3 {TASKS} "insert into tagdata (remoteId, name, td_order) '
    "values ('u', 'x', 0); insert into tags (task, tag_uid) values (1, 'u')\"",
    "a task's reminder": (
        f"sqlite3 {TASKS} 'insert into alarms (task, time, type) values (1, 5, 0)'"
    ),
    "a task's place": (
        f"sqlite3 {TASKS} 'insert into geofences (task, place, arrival, departure) "
        "values (1, 2, 1, 0)'"
    ),
    "a filter of tasks": (
        f"sqlite3 {TASKS} \"insert into filters (title, f_order) values ('x', 0)\""
    ),
    "a place of tasks": (
        f"sqlite3 {TASKS} \"insert into places values (2, 'u', 'x', '', '', '', 1, 2, 0, 0, 0, 9)\""
    ),
    "an event's reminder": f"sqlite3 {EVENTS} 'update events set reminder_2_minutes = 30'",
    "an event's colour": f"sqlite3 {EVENTS} 'update events set color = 9'",
    "an event's availability": f"sqlite3 {EVENTS} 'update events set availability = 1'",
    "a guest of an event of the phone's calendar": (
        f"sqlite3 {PHONE_EVENTS} 'insert into Attendees (event_id, attendeeEmail) "
        "select _id, 5 from Events limit 1'"
    ),
    "a reminder of the phone's calendar": (
        f"sqlite3 {PHONE_EVENTS} 'insert into Reminders (event_id, minutes) "
        "select _id, 5 from Events limit 1'"
    ),
    "a label of contacts": (
        f"sqlite3 {CONTACTS} \"insert into groups (title, account_id) values ('x', 1)\""
    ),
    "a label of a contact": (
        f'sqlite3 {CONTACTS} "insert into data (raw_contact_id, mimetype_id, data1) select 1, _id, '
        "7 from mimetypes where mimetype like '%/group_membership'\""
    ),
    "a folder left out of the music": (
        "sqlite3 /data/data/code.name.monkey.retromusic/databases/blacklist.db "
        "\"insert into blacklist values ('/storage/emulated/0/Music')\""
    ),
    "a calendar of the phone hidden": f"sqlite3 {PHONE_EVENTS} 'update Calendars set visible = 0'",
    "a contact's usual number": f"sqlite3 {CONTACTS} 'update data set is_super_primary = 1'",
    "a conversation at the top": (
        "echo '<map><set name=\"pinned_conversations\"><string>1</string></set></map>' > "
        "/data/data/com.simplemobiletools.smsmessenger/shared_prefs/Prefs.xml"
    ),
    "an event of the phone's calendar": (
        "content insert --uri content://com.android.calendar/events --bind calendar_id:i:1 "
        "--bind dtstart:l:5 --bind dtend:l:5"
    ),
    "a task of Google Tasks, in a list": (
        "sqlite3 /data/data/com.google.android.apps.tasks/files/tasks-local/data.db "
        "\"insert into TaskLists (Title) values ('x'); "
        "insert into Tasks (TaskListId, Title) values (2, 'x')\""
    ),
    "an item of Keep": f"sqlite3 {KEEP} 'update list_item set is_checked = 1'",
    "a reminder of Keep": (
        f"sqlite3 {KEEP} 'insert into reminder (account_id, tree_entity_id, time) values (1, 1, 5)'"
    ),
    "a mail that is starred": (
        f"sqlite3 {MAIL} 'insert into message_labels select 3, messageId, 1 from messages'"
    ),
    "a mail that becomes a draft": (
        f'sqlite3 {MAIL} "insert into message_labels select _id, messageId, 1 '
        "from messages join labels where canonicalName = '^r'\""
    ),
    "a label of Gmail": (
        f"sqlite3 {MAIL} \"insert into labels (canonicalName, name) values ('x', 'x')\""
    ),
    "a label of Keep": f"sqlite3 {KEEP} \"update label set name = 'y'\"",
    "a note": (
        "sqlite3 /data/data/net.cozic.joplin/databases/joplin.sqlite "
        "\"insert into notes (id, title, created_time, updated_time) values ('1', 'x', 1, 1)\""
    ),
    "a notebook": (
        "sqlite3 /data/data/net.cozic.joplin/databases/joplin.sqlite "
        "\"insert into folders (id, title, created_time, updated_time) values ('1', 'x', 1, 1)\""
    ),
    "a favourite picture": (
        "sqlite3 /data/data/com.simplemobiletools.gallery.pro/databases/gallery.db "
        "\"insert into favorites (full_path, filename, parent_path) values ('/x', 'x', '/')\""
    ),
    "a lost database": "rm /data/data/com.arduia.expense/databases/accounting.db",
    "a database that is overwritten": (
        "echo no > /data/data/com.arduia.expense/databases/accounting.db"
    ),
    "a global setting": "settings put global zen_mode 1",
    "a secure setting": "settings delete secure location_mode",
    "a system setting": "settings put system font_scale 1.3",
    "an app": "pm uninstall net.gsantner.markor",
    "a draft": f"{SMS}/draft --bind address:s:+1555 --bind body:s:Hm --bind date:l:5",
    "a lost draft": "content delete --uri content://sms --where 'type=3'",
    "a conversation in the archive": (
        f'sqlite3 {MESSENGER} "insert into conversations values '
        "(99, '', 5, 1, 'Ann', '', 0, '+1555', 0, 0, 1)\""
    ),
    "a conversation's name": (
        f'sqlite3 {MESSENGER} "insert into conversations values '
        "(99, '', 5, 1, 'Ann', '', 0, '+1555', 0, 1, 0)\""
    ),
    "the clock": "date -u 010112002020.00",
    "the clock, by a service": "cmd alarm set-time 1000000",
    "an app's data": "pm clear net.gsantner.markor",
    "an operation": "appops set com.android.camera2 CAMERA ignore",
    "an operation that is refused": "appops set com.android.camera2 READ_CLIPBOARD deny",
    "special access": "appops set net.gsantner.markor MANAGE_EXTERNAL_STORAGE default",
    "rules of Do Not Disturb": "settings put global zen_mode_config_etag 1234",
    "an app switched off": "pm disable-user net.gsantner.markor",
    "a permission": "pm revoke com.android.camera2 android.permission.CAMERA",
}


def with_something_to_lose(device: Device) -> None:
    from android_gym.task_suite.android_world.sms.tasks import add_contact

    device.push(f"{STORAGE}/Documents/kept.txt", "kept\n")
    add_contact(device, "Ann Bell", "+1555")
    add_contact(device, "Cy Dole", "+1559")
    device.shell(f"{SMS}/inbox --bind address:s:+1555 --bind body:s:kept --bind date:l:5")
    device.shell(f"{SMS}/draft --bind address:s:+1557 --bind body:s:begun --bind date:l:5")
    device.shell("am start -W -n com.google.android.deskclock/com.android.deskclock.DeskClock")
    device.launch("com.google.android.keep")
    device.force_stop("com.google.android.keep")
    device.execute(KEEP, "INSERT INTO tree_entity (_id, account_id, title) VALUES (1, 1, 'Kept')")
    device.execute(
        KEEP, "INSERT INTO list_item (account_id, list_parent_id, text) VALUES (1, 1, 'kept')"
    )
    device.execute(MAIL, "INSERT INTO messages (messageId, subject) VALUES (1, 'Kept')")
    device.execute(KEEP, "INSERT INTO label (_id, account_id, name) VALUES (1, 1, 'x')")
    device.shell(
        f"sqlite3 {CONTACTS} \"insert into groups (_id, title, account_id) values (7, 'kept', 1); "
        "insert or ignore into mimetypes (mimetype) "
        "values ('vnd.android.cursor.item/group_membership')\""
    )
    device.shell(HARMS["a task"])
    device.shell(HARMS["an event"])
    device.shell(HARMS["an event of the phone's calendar"])
    device.shell("input keyevent KEYCODE_HOME")
    device.put_setting("secure", "lock_screen_owner_info", "A. Bell\n+1556")


@pytest.mark.rotating  # all harms are found once, on each commit, by the test below
@pytest.mark.parametrize("harm", sorted(HARMS))
def test_each_harm_is_found_by_a_device_that_remembers(device: Device, harm: str) -> None:
    """Twice, as in two episodes: the second time all but the harmed part is known."""
    with_something_to_lose(device)
    for _ in range(2):
        before = read_user_data(device)
        start = device.snapshot()
        device.shell(HARMS[harm])
        after = read_user_data(device)
        assert after == read_in_full(device)
        assert after != before
        device.restore(start)
        assert read_user_data(device) == before == read_in_full(device)


PARTS = ("files", "apps", "permissions", "restrictions", "data")


def test_every_part_is_harmed_by_one_of_them(device: Device) -> None:
    with_something_to_lose(device)
    before, start = read_user_data(device), device.snapshot()
    harmed: set[str] = set()
    for command in HARMS.values():
        device.shell(command)
        after = read_user_data(device)
        harmed |= {name for name in before.rows if before.rows[name] != after.rows[name]}
        for table in (*SETTINGS, "phone"):
            changed = dict(before.settings.items() ^ after.settings.items())
            harmed |= {table} & {name.split()[0] for name in changed}
        for part in PARTS:
            harmed |= {part} if getattr(before, part) != getattr(after, part) else set()
        device.restore(start)
    assert harmed == {*TABLES, *OTHER_ROWS, *SETTINGS, "phone", *PARTS} - {
        "received multimedia messages"  # read of the tables that the sent ones are read of
    }


@pytest.mark.parametrize("seed", range(3))
def test_a_device_that_remembers_reads_what_is_there(device: Device, seed: int) -> None:
    """After any changes in any order, with touches, and with going back and forth."""
    rng = random.Random(seed)
    with_something_to_lose(device)
    kept = [device.snapshot()]
    packages = sorted(line[8:] for line in device.shell("pm list packages").splitlines())
    for _ in range(40):
        match rng.randrange(6):
            case 0 | 1:
                device.run(rng.choice(sorted(HARMS.values())))
            case 2:
                kept.append(device.snapshot())
            case 3:
                device.restore(rng.choice(kept))
            case 4:
                package = rng.choice(packages)
                device.run(f"monkey -p {package} -c android.intent.category.LAUNCHER 1")
            case _:
                for _ in range(5):
                    x, y = rng.randrange(1080), rng.randrange(2400)
                    device.shell(f"input tap {x} {y}; sleep 0.2")
        assert read_user_data(device) == read_in_full(device)


def test_only_what_changed_is_read_again(device: Device, monkeypatch: pytest.MonkeyPatch) -> None:
    with_something_to_lose(device)
    read_user_data(device)
    commands: list[str] = []
    shell = Device.run
    monkeypatch.setattr(
        Device,
        "run",
        lambda self, command, *rest: commands.append(command) or shell(self, command, *rest),
    )
    read_user_data(device)
    assert commands == []
    device.shell("settings put global zen_mode 1")
    commands.clear()
    read_user_data(device)
    assert commands == ["settings list global"]


def test_a_copy_of_a_device_remembers_nothing_of_it(device: Device) -> None:
    import pickle

    before = read_user_data(device)
    copy = pickle.loads(pickle.dumps(device))
    try:
        assert read_user_data(copy) == before
        copy.shell(f"touch {STORAGE}/new")
        assert read_user_data(copy) == read_in_full(copy) != before
        assert read_user_data(device) == before
    finally:
        copy.close()


def test_remembering_goes_back_and_forth(device: Device) -> None:
    device.push(f"{STORAGE}/a", "1")
    recall = device.remember(lambda phone: phone.read_text(f"{STORAGE}/a"))
    device.push(f"{STORAGE}/a", "2")
    device.shell("am start -W -n com.android.settings/.Settings; sleep 1")
    elements, frame, now = device.ui_elements(), device.screenshot((108, 240)), device.now()
    assert recall() == "1"
    assert device.read_text(f"{STORAGE}/a") == "2"
    assert device.ui_elements() == elements
    assert (device.screenshot((108, 240)) == frame).all()
    assert device.now() == now
    device.push(f"{STORAGE}/a", "3")
    assert recall() == "1"


def test_a_failing_recollection_leaves_the_present(device: Device) -> None:
    recall = device.remember(lambda phone: phone.read_text("/nowhere"))
    device.push(f"{STORAGE}/a", "2")
    with pytest.raises(Exception, match="nowhere"):
        recall()
    assert device.read_text(f"{STORAGE}/a") == "2"


def test_other_devices_read_at_once() -> None:
    device = ScriptedDevice()
    device.android_env.answers = {"date +%s": ("1", 0)}
    recall = device.remember(lambda phone: phone.shell("date +%s"))
    device.android_env.answers = {"date +%s": ("2", 0)}
    assert recall() == recall() == "1"
    assert len(device.android_env.commands) == 1


VALUES = ("a", "it's", "''", "two\nlines", "'\n'", "", None, "NULL", ",", "\n")


def written(rows: list[Row]) -> str:
    lines = [
        ",".join("NULL" if v is None else "'" + v.replace("'", "''") + "'" for v in row)
        for row in rows
    ]
    return "".join(f"{line}\n" for line in lines)


@pytest.mark.parametrize("seed", range(20))
def test_differences_are_those_of_all_rows(seed: int) -> None:
    rng = random.Random(seed)

    def draw() -> Row:
        return tuple(rng.choice(VALUES) for _ in range(3))

    for _ in range(50):
        was = [draw() for _ in range(rng.randrange(8))]
        is_now = list(was)
        for _ in range(rng.randrange(4)):
            place = rng.randrange(len(is_now) + 1)
            is_now[place : place + rng.randrange(3)] = [draw() for _ in range(rng.randrange(3))]
        if rng.random() < 0.2:
            rng.shuffle(is_now)
        before, after = Listing(written(was)), Listing(written(is_now))
        assert before.rows() == Counter(was)
        expected = (Counter(was) - Counter(is_now), Counter(is_now) - Counter(was))
        assert before.differences(after) == expected


def test_rows_that_are_the_same_are_not_read() -> None:
    same = "no row\n" * 10_000
    before, after = Listing(f"{same}'a'\n{same}"), Listing(f"{same}'b'\n'a'\n{same}")
    assert before.differences(after) == (Counter(), Counter({("b",): 1}))
    with pytest.raises(DeviceError, match="no row"):
        before.rows()


def test_rows_of_a_table_that_is_too_big_for_one_value(
    device: Device, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The device's SQLite has a limit of the length of a value."""
    path, text = "/data/local/tmp/big.db", "x" * 1000
    many = "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 5000)"
    device.shell(f"sqlite3 {path} 'CREATE TABLE t (a)' '{many} INSERT INTO t SELECT i FROM n'")
    table = Table("big things", path, ("a", f"'{text}'"), "t")
    monkeypatch.setitem(TABLES, table.name, table)
    found = rows(read_user_data(device), "big things")
    assert found == Counter((str(i), text) for i in range(1, 5001))


class Answering(ScriptedDevice):
    """Answers commands that have a given part; all others print nothing."""

    def __init__(self, answers: Mapping[str, str]) -> None:
        super().__init__()
        self.answers = answers

    def run(self, command: str, timeout_s: float | None = None) -> tuple[str, int]:
        return next((text for part, text in self.answers.items() if part in command), ""), 0


def test_a_clock_that_nobody_sets_stands_still(device: Device) -> None:
    for command in ("true", "sleep 20.5", "cmd alarm set-timezone Asia/Kolkata", "sleep 0.7"):
        device.shell(command)
        assert read_user_data(device).settings["phone clock"] == "1697383980"
    device.set_time(device.now() + timedelta(minutes=2))
    assert read_user_data(device).settings["phone clock"] == "1697384099"  # to the second


def test_a_device_that_does_not_tell_when_it_was_started() -> None:
    device = Answering({"uptime -s": "UTC\nuptime: Unknown option 's'\n"})
    with pytest.raises(DeviceError, match="Unknown option"):
        read_user_data(device)


def test_an_app_s_data_by_the_folders_that_hold_it(device: Device) -> None:
    markor = read_user_data(device).data["net.gsantner.markor"]
    assert [line.split()[1] for line in markor] == ["/data/data/net.gsantner.markor/shared_prefs"]
    device.shell("am start -W -n net.gsantner.markor/.activity.MainActivity; sleep 1")
    assert markor <= read_user_data(device).data["net.gsantner.markor"]
    device.shell(
        "pm clear net.gsantner.markor; am start -W -n net.gsantner.markor/.activity.MainActivity"
    )
    again = read_user_data(device).data.get("net.gsantner.markor", frozenset())
    assert not markor & again


def test_operations_that_are_forbidden_and_special_access(device: Device) -> None:
    access = "net.gsantner.markor MANAGE_EXTERNAL_STORAGE"
    found = read_user_data(device)
    assert access in found.permissions
    assert not found.restrictions
    device.shell(
        "appops set net.gsantner.markor MANAGE_EXTERNAL_STORAGE deny\n"
        "appops set com.android.camera2 CAMERA foreground\n"
        "appops set com.android.camera2 VIBRATE allow\n"
        "appops set com.android.camera2 RUN_ANY_IN_BACKGROUND ignore"
    )
    found = read_user_data(device)
    assert access not in found.permissions
    assert "com.android.camera2 VIBRATE" not in found.permissions
    assert found.restrictions == {access, "com.android.camera2 RUN_ANY_IN_BACKGROUND"}


def test_default_apps(device: Device) -> None:
    settings = read_user_data(device).settings
    assert settings["phone home"] == "com.google.android.apps.nexuslauncher"
    assert settings["phone browser"] == "com.android.chrome"
    uptime, roles = "UTC\n2023-10-15 15:33:00\n", "BROWSER a.b\nHOME\nDIALER e.f c.d\n"
    read = read_user_data(Answering({"uptime -s": uptime, "cmd role": roles})).settings
    assert {name: read[f"phone {name}"] for name in ("browser", "home", "dialer")} == {
        "browser": "a.b",
        "home": "",
        "dialer": "c.d e.f",
    }
    device.shell("cmd role add-role-holder android.app.role.DIALER com.google.android.dialer")
    assert read_user_data(device).settings == settings


@pytest.mark.parametrize(
    ("command", "setting"),
    [
        ("cmd netpolicy add restrict-background-blacklist 10055", "phone background_data"),
        ("cmd netpolicy add restrict-background-whitelist 10055", "phone background_data"),
        ("dumpsys deviceidle whitelist +com.android.chrome", "phone battery_unrestricted"),
    ],
)
def test_limits_of_apps_in_the_background(device: Device, command: str, setting: str) -> None:
    before = read_user_data(device).settings
    device.shell(command)
    after = read_user_data(device).settings
    assert {name for name in after if after[name] != before[name]} == {setting}
