"""Judging of changes where the asked row has got what nobody asked for, and no field tells."""

from __future__ import annotations

from typing import Any

import gymnasium as gym
import pytest

import android_gym  # noqa: F401  (registers the ids)
from android_gym.devices.user_data import STORAGE
from android_gym.task_suite.android_world.markor.notes import path_of
from android_gym.task_suite.questions.conditions import Row

EVENTS = "/data/data/com.android.providers.calendar/databases/calendar.db"
APPOINTMENTS = "/data/data/com.simplemobiletools.calendar.pro/databases/events.db"
TASKS = "/data/data/org.tasks/databases/database"
ALARMS = "/data/user_de/0/com.google.android.deskclock/databases/alarms.db"
CONTACTS = "/data/data/com.android.providers.contacts/databases/contacts2.db"
RECIPES = "/data/data/com.flauschcode.broccoli/databases/broccoli"
TRACKS = "/data/data/de.dennisguse.opentracks/databases/database.db"
NOTES = "/data/data/net.cozic.joplin/databases/joplin.sqlite"
BOOKMARKS = "/data/data/com.android.chrome/app_chrome/Default/Bookmarks"
PLAYLISTS = "/data/data/code.name.monkey.retromusic/databases/playlist.db"
KEEP = "/data/data/com.google.android.keep/databases/keep.db"

_DATUM = (
    "INSERT INTO data (raw_contact_id, mimetype_id, {column}) SELECT raw_contacts._id, "
    "mimetypes._id, 'Ferry lane' FROM raw_contacts, mimetypes WHERE display_name = ? AND "
    "mimetype = 'vnd.android.cursor.item/{kind}'"
)

_WORK = (
    "UPDATE data SET data2 = 3 WHERE mimetype_id = (SELECT _id FROM mimetypes WHERE mimetype = "
    "'vnd.android.cursor.item/phone_v2') AND raw_contact_id = (SELECT _id FROM raw_contacts WHERE "
    "display_name = ?)"
)
_WORK_EMAIL = _WORK.replace("phone_v2", "email_v2").replace("data2 = 3", "data2 = 2")
_PERSON = (
    "UPDATE contacts SET {} WHERE _id = (SELECT contact_id FROM raw_contacts "
    "WHERE display_name = ?)"
)


def solve(env: gym.Env[Any, Any]) -> Row:
    """Reset to seed 0, and put the one wanted row in place of those that are to change."""
    _, info = env.reset(seed=0)
    params = info["params"]
    kept = [row for i, row in enumerate(params["rows"]) if i not in params["targets"]]
    adapter = env.get_wrapper_attr("task").change.adapter
    adapter.put(env.get_wrapper_attr("device"), [*kept, *params["wanted"]])
    (wanted,) = params["wanted"]
    return wanted


@pytest.mark.parametrize(
    ("env_id", "database", "edit"),
    [
        ("CalendarDescribe", APPOINTMENTS, "UPDATE events SET availability = 1 WHERE title = ?"),
        ("EventsRetitle", EVENTS, "UPDATE Events SET eventColor = -5 WHERE title = ?"),
        ("EventsRetitle", EVENTS, "UPDATE Events SET availability = 1 WHERE title = ?"),
        ("EventsRetitle", EVENTS, "UPDATE Events SET accessLevel = 2 WHERE title = ?"),
        ("EventsRetitle", EVENTS, "INSERT INTO Attendees (event_id, attendeeEmail) "
         "SELECT _id, 'ada@example.org' FROM Events WHERE title = ?"),
        ("TasksRetitle", TASKS, "UPDATE tasks SET hideUntil = 1697700000000 WHERE title = ?"),
        ("TasksRetitle", TASKS, "UPDATE tasks SET parent = 1 WHERE title = ?"),
        ("TasksRetitle", TASKS, "UPDATE tasks SET estimatedSeconds = 60 WHERE title = ?"),
        ("TasksRetitle", TASKS, "UPDATE tasks SET elapsedSeconds = 60 WHERE title = ?"),
        ("TasksRetitle", TASKS, "UPDATE tasks SET timerStart = 1697700000000 WHERE title = ?"),
        ("TasksRetitle", TASKS, "INSERT INTO alarms (task, time, type, repeat, interval) "
         "SELECT _id, 1697700000000, 0, 0, 0 FROM tasks WHERE title = ?"),
        ("TasksRetitle", TASKS, "INSERT INTO tags (task, name) "
         "SELECT _id, 'barn' FROM tasks WHERE title = ?"),
        ("ClockRelabel", ALARMS, "UPDATE alarm_templates SET ringtone = 'content://a' "
         "WHERE label = ?"),
        ("ClockRelabel", ALARMS, "UPDATE alarm_templates SET ringtone = '' WHERE label = ?"),
        ("ClockAddLabelled", ALARMS, "UPDATE alarm_templates SET ringtone = '' WHERE label = ?"),
        ("ClockAddLabelled", ALARMS, "UPDATE alarm_templates SET scheduled_date = '2023-10-30' "
         "WHERE label = ?"),
        ("ContactsMarried", CONTACTS, _PERSON.format("send_to_voicemail = 1")),
        ("ContactsMarried", CONTACTS, _PERSON.format("custom_ringtone = 'content://a'")),
        ("ContactsMarried", CONTACTS, _PERSON.format("custom_ringtone = ''")),  # silent
        ("ContactsMarried", CONTACTS, _DATUM.format(kind="note", column="data1")),
        ("ContactsMarried", CONTACTS, _DATUM.format(kind="postal-address_v2", column="data1")),
        ("ContactsMarried", CONTACTS, _WORK),  # a mobile number before
        ("ContactsNewNumber", CONTACTS, _WORK),
        ("ContactsNewEmail", CONTACTS, _WORK_EMAIL),
        ("ContactsAddFromCompany", CONTACTS, _DATUM.format(kind="organization", column="data4")),
        ("ContactsMarried", CONTACTS, "UPDATE data SET data7 = 'Eff' WHERE data1 = ?"),
        ("EventsRelocate", EVENTS, "INSERT INTO Reminders (event_id, minutes) "
         "SELECT _id, 10 FROM Events WHERE title = ?"),
        ("TasksRetitle", TASKS, "INSERT INTO geofences (task, place, arrival, departure) "
         "SELECT _id, 'barn', 1, 0 FROM tasks WHERE title = ?"),
        ("TasksRetitle", TASKS, "INSERT INTO alarms (task, time, type, repeat, interval) "
         "SELECT _id, 86400000, 3, 0, 0 FROM tasks WHERE title = ?"),
        ("BroccoliRename", RECIPES, "UPDATE recipes SET imageName = 'a.jpg' WHERE title = ?"),
        ("JoplinWriteToDo", NOTES, "UPDATE notes SET todo_due = 1697700000000 WHERE title = ?"),
        ("JoplinRetitle", NOTES, "INSERT INTO note_tags (id, note_id, tag_id, created_time, "
         "updated_time) SELECT id, id, 'b', 0, 0 FROM notes WHERE title = ?"),
        ("KeepRenameItem", KEEP, "INSERT INTO reminder (account_id, tree_entity_id, time) "
         "SELECT 1, list_parent_id, 1697700000000 FROM list_item WHERE text = ?"),
        ("KeepRenameItem", KEEP, "UPDATE list_item SET is_indented = 1 WHERE text = ?"),
        ("RetroAddToPlaylist", PLAYLISTS, "UPDATE SongEntity SET data = '/a.mp3' WHERE title = ?"),
        ("RetroAddToPlaylist", PLAYLISTS, "UPDATE SongEntity SET data = data || '4' "
         "WHERE title = ?"),
    ],
)  # fmt: skip
def test_the_asked_row_has_nothing_else_that_is_new(env_id: str, database: str, edit: str) -> None:
    env = gym.make(f"AndroidGym/{env_id}-v0", observation="goal", termination="declared")
    wanted = solve(env)
    judge, device = env.get_wrapper_attr("judge"), env.get_wrapper_attr("device")
    assert judge.ask_success(device, None) == 1.0
    name = next(wanted[key] for key in ("title", "label", "name", "item") if key in wanted)
    device.execute(database, edit, [(name,)])
    assert judge.ask_success(device, None) == 0.0
    env.close()


def test_an_empty_item_of_a_list_does_not_count() -> None:
    """Keep makes one for the next line to be typed."""
    env = gym.make("AndroidGym/KeepRenameItem-v0", observation="goal", termination="declared")
    wanted = solve(env)
    judge, device = env.get_wrapper_attr("judge"), env.get_wrapper_attr("device")
    sql = "INSERT INTO list_item (account_id, list_parent_id, text, order_in_parent) SELECT 1, "
    sql += "list_parent_id, {}, 99 FROM list_item WHERE text = ?"
    for text, right in (("''", 1.0), ("NULL", 1.0), ("'x'", 0.0)):
        device.execute(KEEP, sql.format(text), [(wanted["item"],)])
        assert judge.ask_success(device, None) == right
    env.close()


@pytest.mark.parametrize(
    ("env_id", "edit"), [("ContactsAddFromCompany", _WORK), ("ContactsAddEmail", _WORK_EMAIL)]
)
def test_a_new_number_or_address_may_have_any_label(env_id: str, edit: str) -> None:
    """Goals name none."""
    env = gym.make(f"AndroidGym/{env_id}-v0", observation="goal", termination="declared")
    wanted = solve(env)
    judge, device = env.get_wrapper_attr("judge"), env.get_wrapper_attr("device")
    device.execute(CONTACTS, edit, [(wanted["name"],)])
    assert judge.ask_success(device, None) == 1.0
    env.close()


def test_an_event_may_have_the_reminder_that_the_app_gives_it() -> None:
    env = gym.make("AndroidGym/EventsRetitle-v0", observation="goal", termination="declared")
    _, info = env.reset(seed=0)
    task, device = env.get_wrapper_attr("task"), env.get_wrapper_attr("device")
    put = info["params"]["rows"]
    before = task.change.adapter.read(device, put)
    device.execute(EVENTS, "INSERT INTO Reminders (event_id, minutes) SELECT _id, 30 FROM Events")
    assert task.change.adapter.read(device, put) == before
    env.close()


@pytest.mark.parametrize(
    "sound",
    [
        "content://settings/system/alarm_alert",
        "Cesium",
        "content://media/internal/audio/media/29?title=Cesium&canonical=1",
    ],
)
def test_an_alarm_may_have_the_usual_sound_by_its_name(sound: str) -> None:
    env = gym.make("AndroidGym/ClockRelabel-v0", observation="goal", termination="declared")
    _, info = env.reset(seed=0)
    task, device = env.get_wrapper_attr("task"), env.get_wrapper_attr("device")
    put = info["params"]["rows"]
    before = task.change.adapter.read(device, put)
    device.execute(ALARMS, "UPDATE alarm_templates SET ringtone = ?", [(sound,)])
    assert task.change.adapter.read(device, put) == before
    env.close()


@pytest.mark.parametrize(
    ("edit", "same"),
    [
        ("UPDATE alarm_templates SET scheduled_date = CASE WHEN printf('%02d%02d', hour, minutes) "
         "> '1534' THEN '2023-10-15' ELSE '2023-10-16' END", True),
        ("UPDATE alarm_templates SET scheduled_date = '2023-10-17'", False),
        ("ALTER TABLE alarm_templates DROP COLUMN scheduled_date", True),  # an older Clock
    ],
)  # fmt: skip
def test_an_alarm_may_have_the_date_on_which_it_rings_anyway(edit: str, same: bool) -> None:
    env = gym.make("AndroidGym/ClockRelabel-v0", observation="goal", termination="declared")
    _, info = env.reset(seed=0)
    task, device = env.get_wrapper_attr("task"), env.get_wrapper_attr("device")
    put = info["params"]["rows"]
    before = task.change.adapter.read(device, put)
    device.execute(ALARMS, edit)
    assert (task.change.adapter.read(device, put) == before) == same
    env.close()


@pytest.mark.parametrize("form", ["{}", "{},"])
@pytest.mark.parametrize("env_id", ["BroccoliIngredients", "BroccoliWriteFrom"])
def test_ingredients_may_be_on_lines_of_their_own(env_id: str, form: str) -> None:
    env = gym.make(f"AndroidGym/{env_id}-v0", observation="goal", termination="declared")
    wanted = solve(env)
    first, *others = str(wanted["ingredients"]).split(", ")
    judge, device = env.get_wrapper_attr("judge"), env.get_wrapper_attr("device")
    for listed, right in (([first, *others], 1.0), (others, 0.0), ([first + "s", *others], 0.0)):
        text = "\n".join(map(form.format, listed))
        sql = "UPDATE recipes SET ingredients = ? WHERE title = ?"
        device.execute(RECIPES, sql, [(text, wanted["title"])])
        assert judge.ask_success(device, None) == right, text
    env.close()


@pytest.mark.parametrize(
    ("form", "right"), [("https://{}", 1.0), ("http://{}/", 0.0), ("https://{}/a", 0.0)]
)
def test_a_bookmark_has_the_whole_address_that_the_goal_says(form: str, right: float) -> None:
    env = gym.make("AndroidGym/ChromeBookmarkAddress-v0", termination="declared")
    host = solve(env)["host"]
    judge, device = env.get_wrapper_attr("judge"), env.get_wrapper_attr("device")
    stored = device.pull(BOOKMARKS).decode()
    device.push(BOOKMARKS, stored.replace(f"https://{host}/", form.format(host)).encode(), 0o600)
    assert judge.ask_success(device, None) == right
    env.close()


@pytest.mark.parametrize(
    ("form", "right"),
    [("{}\n\n{}", 1.0), ("{}\n{}\n\n", 1.0), ("{} {}", 0.0), ("{1}\n{0}", 0.0), ("{1}", 0.0)],
)
def test_a_line_may_be_added_below_an_empty_one(form: str, right: float) -> None:
    """Enter at the end of a note that ends with a line break makes one."""
    env = gym.make("AndroidGym/MarkorAppendLine-v0", observation="goal", termination="declared")
    wanted = solve(env)
    judge, device = env.get_wrapper_attr("judge"), env.get_wrapper_attr("device")
    device.push(path_of(wanted["name"]), form.format(*wanted["text"].split("\n")))
    assert judge.ask_success(device, None) == right
    env.close()


@pytest.mark.parametrize("env_id", ["FilesMoveOne", "FilesMoveKind"])
def test_a_file_may_be_moved_by_copying_it_and_deleting_the_original(env_id: str) -> None:
    """The copy has the date of today."""
    env = gym.make(f"AndroidGym/{env_id}-v0", observation="goal", termination="declared")
    _, info = env.reset(seed=0)
    judge, device = env.get_wrapper_attr("judge"), env.get_wrapper_attr("device")
    for right, target in zip(info["params"]["wanted"], info["params"]["targets"], strict=True):
        old = info["params"]["rows"][target]
        device.shell(f"cd {STORAGE}; cp {old['folder']}/{old['name']} {right['folder']}/")
        assert judge.ask_success(device, None) == 0.0
        device.shell(f"rm {STORAGE}/{old['folder']}/{old['name']}")
    assert judge.ask_success(device, None) == 1.0
    env.close()


@pytest.mark.parametrize(
    ("edit", "right"),
    [
        ("INSERT INTO notes (id, parent_id, title, created_time, updated_time, deleted_time) "
         "SELECT 'a', parent_id, 'By mistake', 0, 0, 1697384040000 FROM notes LIMIT 1", 1.0),
        ("INSERT INTO folders (id, title, created_time, updated_time, deleted_time) "
         "VALUES ('a', 'By mistake', 0, 0, 1697384040000)", 1.0),
        ("INSERT INTO folders (id, title, created_time, updated_time) VALUES ('a', 'x', 0, 0)",
         0.0),
        ("UPDATE notes SET deleted_time = 1697384040000 WHERE title != (SELECT max(title) "
         "FROM notes)", 0.0),
        ("UPDATE folders SET deleted_time = 1697384040000", 0.0),
    ],
)  # fmt: skip
def test_what_was_made_in_joplin_by_mistake_may_be_in_the_trash(edit: str, right: float) -> None:
    env = gym.make("AndroidGym/JoplinRetitle-v0", observation="goal", termination="declared")
    _, info = env.reset(seed=0)
    (target,), (wanted,) = info["params"]["targets"], info["params"]["wanted"]
    judge, device = env.get_wrapper_attr("judge"), env.get_wrapper_attr("device")
    old = info["params"]["rows"][target]["title"]
    device.execute(NOTES, "UPDATE notes SET title = ? WHERE title = ?", [(wanted["title"], old)])
    assert judge.ask_success(device, None) == 1.0
    device.execute(NOTES, edit)
    assert judge.ask_success(device, None) == right
    env.close()


@pytest.mark.parametrize(
    ("kind", "right"), [("skate boarding", 1.0), ("skating", 0.0), ("snow boarding", 0.0)]
)
def test_an_activity_type_may_be_written_as_the_app_does(kind: str, right: float) -> None:
    """The picture of a skateboard stands for two words."""
    env = gym.make("AndroidGym/TracksRecategorize-v0", observation="goal", termination="declared")
    _, info = env.reset(seed=1)
    (wanted,), judge = info["params"]["wanted"], env.get_wrapper_attr("judge")
    assert wanted["category"] == "skateboarding"
    device = env.get_wrapper_attr("device")
    device.execute(
        TRACKS, "UPDATE tracks SET category = ? WHERE name = ?", [(kind, wanted["name"])]
    )
    assert judge.ask_success(device, None) == right
    env.close()
