"""Rules of SPA-Bench's live tasks at their thresholds, on one phone."""

import dataclasses

import gymnasium as gym
import pytest

import android_gym  # noqa: F401  (registers the ids)
from android_gym.accessibility import UIElement
from android_gym.actions import Decoded
from android_gym.devices.simulated import SimulatedDevice
from android_gym.devices.user_data import read_user_data
from android_gym.task_suite.spa_bench.clock.tasks import AlarmAtEight, AlarmOnWeekdays, TwoAlarms
from android_gym.task_suite.spa_bench.contacts.tasks import MakeContact, MakeContactWithMail
from android_gym.task_suite.spa_bench.cross_app.tasks import SaveDataAndSetAlarm
from android_gym.task_suite.spa_bench.files.tasks import GoToDcim, MakeAndMoveFolders, MakeFolder
from android_gym.task_suite.spa_bench.google_calendar.tasks import (
    CheckHalloween,
    PlanDentist,
    PlanHaircut,
    _is_halloween,
)
from android_gym.task_suite.spa_bench.google_tasks.tasks import (
    MakeList,
    MakeListWithDatedTask,
    MakeListWithTask,
)
from android_gym.task_suite.spa_bench.settings.tasks import (
    CheckTimeout,
    TimeoutFive,
    TimeoutTenAndDark,
    TurnOnHistory,
)
from android_gym.task_suite.text_match import same_text
from android_gym.task_suite.touches import side_effects
from android_gym.trace import ScreenState

ALARMS = "/data/user_de/0/com.google.android.deskclock/databases/alarms.db"
DCIM, DOCUMENTS = "/storage/emulated/0/DCIM", "/storage/emulated/0/Documents"


@pytest.fixture(scope="module")
def phone():
    device = SimulatedDevice()
    yield device
    device.close()


@pytest.fixture
def device(phone):
    phone.restore()
    return phone


def alarm(device, hour, days, *, minutes=0, enabled=1, vibrate=1):
    sql = "INSERT INTO alarm_templates (hour, minutes, daysofweek, enabled, vibrate, label, "
    sql += "ringtone, delete_after_use) VALUES (?, ?, ?, ?, ?, '', NULL, 0)"
    device.execute(ALARMS, sql, [(hour, minutes, days, enabled, vibrate)])


@pytest.mark.parametrize(
    ("task", "alarms", "score"),
    [
        (AlarmAtEight, [(8, 0, {})], 1.0),
        (AlarmAtEight, [(8, 31, {})], 0.0),
        (AlarmAtEight, [(7, 0, {})], 0.0),
        (AlarmAtEight, [(8, 0, {"minutes": 1})], 0.0),
        (AlarmAtEight, [(8, 0, {"enabled": 0})], 0.0),
        (AlarmOnWeekdays, [(9, 31, {})], 1.0),
        (AlarmOnWeekdays, [(9, 63, {})], 0.0),
        (AlarmOnWeekdays, [(9, 15, {})], 0.0),
        (AlarmOnWeekdays, [(21, 31, {})], 0.0),
        (TwoAlarms, [(10, 31, {"vibrate": 0}), (11, 96, {})], 1.0),
        (TwoAlarms, [(10, 31, {"vibrate": 0}), (11, 96, {"vibrate": 0})], 0.0),
        (AlarmAtEight, [(8, 0, {"vibrate": 0})], 0.0),
        (TwoAlarms, [(10, 31, {}), (11, 96, {})], 0.0),
        (TwoAlarms, [(10, 31, {"vibrate": 0}), (11, 64, {})], 0.0),
        (TwoAlarms, [(10, 31, {"vibrate": 0})], 0.0),
    ],
)
def test_alarms(device, task, alarms, score):
    assert task().success(device, {}, None) == 0.0
    for hour, days, more in alarms:
        alarm(device, hour, days, **more)
    assert task().success(device, {}, None) == score
    if score:
        assert task().progress(device, {}) == 1.0


@pytest.mark.parametrize(
    ("ringtone", "score"),
    [
        ("NULL", 1.0),
        ("'content://settings/system/alarm_alert'", 1.0),
        ("'Cesium'", 1.0),
        ("'content://x'", 0.0),
        ("'Argon'", 0.0),
        ("''", 0.0),
    ],
)
def test_an_alarm_rings_with_the_usual_sound(device, ringtone, score):
    alarm(device, 8, 0)
    device.execute(ALARMS, f"UPDATE alarm_templates SET ringtone = {ringtone} WHERE hour = 8")
    assert AlarmAtEight().success(device, {}, None) == score


@pytest.mark.parametrize(
    ("saver", "hour", "days", "score"),
    [("true", 6, 0, 1.0), ("false", 6, 0, 0.0), ("true", 18, 0, 0.0), ("true", 6, 1, 0.0)],
)
def test_data_saver_and_an_alarm(device, saver, hour, days, score):
    task = SaveDataAndSetAlarm()
    device.shell("cmd netpolicy set restrict-background true")
    task.setup(device, {})
    assert task.progress(device, {}) == 0.0
    device.shell(f"cmd netpolicy set restrict-background {saver}")
    alarm(device, hour, days)
    assert task.success(device, {}, None) == score
    assert task.progress(device, {}) == (1.0 if score else 0.5)


def test_an_alarm_of_two_is_half(device):
    assert TwoAlarms().progress(device, {}) == 0.0
    alarm(device, 11, 96)
    assert TwoAlarms().progress(device, {}) == 0.5


def test_no_database_is_no_alarm(device):
    device.shell(f"rm -f {ALARMS}*")
    assert AlarmAtEight().success(device, {}, None) == 0.0


@pytest.mark.parametrize(
    ("timeout", "night", "five", "ten"),
    [
        (300_000, "no", 1.0, 0.0),
        (299_999, "no", 0.0, 0.0),
        (600_000, "no", 0.0, 0.0),
        (600_000, "yes", 0.0, 1.0),
        (600_001, "yes", 0.0, 0.0),
    ],
)
def test_timeouts(device, timeout, night, five, ten):
    params = {"timeout_ms": 30_000}
    TimeoutTenAndDark().setup(device, params)
    assert CheckTimeout().success(device, params, None) == 1.0
    assert TimeoutTenAndDark().progress(device, params) == 0.0
    device.put_setting("system", "screen_off_timeout", timeout)
    device.shell(f"cmd uimode night {night}")
    assert TimeoutFive().success(device, params, None) == five
    assert TimeoutTenAndDark().success(device, params, None) == ten
    assert CheckTimeout().success(device, params, None) == 0.0
    done = [stage(device) for stage in TimeoutTenAndDark().stages(params)]
    assert done == [timeout == 600_000, night == "yes"]
    assert TimeoutTenAndDark().progress(device, params) == sum(done) / 2


def test_notification_history(device):
    task = TurnOnHistory()
    task.setup(device, {})
    assert task.success(device, {}, None) == 0.0
    device.put_setting("secure", "notification_history_enabled", 1)
    assert task.success(device, {}, None) == 1.0


def test_folders(device):
    one, two = MakeFolder(), MakeAndMoveFolders()
    two.setup(device, {})
    assert GoToDcim().success(device, {}, None) == 1.0
    device.shell(f"touch {DCIM}/Agent_created")
    assert one.success(device, {}, None) == 0.0
    device.shell(f"rm {DCIM}/Agent_created; mkdir {DCIM}/Agent_created {DCIM}/Agent_created_3")
    assert one.success(device, {}, None) == 1.0
    assert (two.success(device, {}, None), two.progress(device, {})) == (0.0, 0.5)
    device.shell(f"mkdir {DCIM}/Agent_created_2 {DOCUMENTS}/Agent_created_2")
    assert two.success(device, {}, None) == 0.0  # copied
    device.shell(f"rmdir {DCIM}/Agent_created_2")
    assert (two.success(device, {}, None), two.progress(device, {})) == (1.0, 1.0)
    device.shell(f"rmdir {DCIM}/*; rmdir {DCIM}")
    assert GoToDcim().success(device, {}, None) == 0.0


TO_DOS = "/data/data/com.google.android.apps.tasks/files/tasks-local/data.db"
NOVEMBER_12 = 1_699_747_200_000


@pytest.mark.parametrize(
    ("task", "lists", "tasks", "score", "progress"),
    [
        (MakeList, ["Work"], [], 1.0, 1.0),
        (MakeList, ["Work", "Work"], [], 0.0, 0.0),
        (MakeList, ["work "], [], 1.0, 1.0),  # the same word
        (MakeList, ["Work", "work"], [], 0.0, 0.0),
        (MakeList, ["Works"], [], 0.0, 0.0),
        (MakeList, ["Work"], [("x", 2, None, 0)], 0.0, 1.0),
        (MakeListWithTask, ["Weekend"], [("Buy groceries", 2, None, 0)], 1.0, 1.0),
        (MakeListWithTask, ["weekend"], [("Buy  groceries", 2, None, 0)], 1.0, 1.0),
        (MakeListWithTask, ["Weekend"], [("Buy groceries", 2, None, 0)] * 2, 0.0, 0.5),
        (MakeListWithTask, ["Weekend"], [("Buy groceries", 1, None, 0)], 0.0, 0.5),
        (MakeListWithTask, ["Weekend"], [("Buy groceries", 2, None, 1)], 0.0, 0.5),
        (MakeListWithTask, ["Weekend"], [("Buy groceries", 2, NOVEMBER_12, 0)], 0.0, 1.0),
        (MakeListWithDatedTask, ["Travel"], [("Visa", 2, NOVEMBER_12, 0)], 1.0, 1.0),
        (MakeListWithDatedTask, ["Travel"], [("Visa", 2, NOVEMBER_12 - 1, 0)], 0.0, 2 / 3),
        (MakeListWithDatedTask, ["Travel"], [("Visa", 2, NOVEMBER_12 + 86_400_000, 0)], 0.0, 2 / 3),
        (MakeListWithDatedTask, ["Travel"], [("Visa", 2, None, 0)], 0.0, 2 / 3),
        (MakeListWithDatedTask, ["Travel"], [("Visa", 2, 10**18, 0)], 0.0, 2 / 3),
    ],
)
def test_lists_of_google_tasks(device, task, lists, tasks, score, progress):
    assert task().success(device, {}, None) == task().progress(device, {}) == 0.0
    device.execute(TO_DOS, "INSERT INTO TaskLists (Title) VALUES (?)", [(each,) for each in lists])
    sql = "INSERT INTO Tasks (Title, TaskListId, DueDate, Completed) VALUES (?, ?, ?, ?)"
    device.execute(TO_DOS, sql, tasks)
    assert task().success(device, {}, None) == score
    assert task().progress(device, {}) == pytest.approx(progress)


@pytest.mark.parametrize(
    "more", ["Starred = 1", "Details = 'x'", "DueMinutes = 0", "TaskRecurrenceId = 1"]
)
def test_a_task_has_nothing_that_nobody_asked_for(device, more):
    device.execute(TO_DOS, "INSERT INTO TaskLists (Title) VALUES ('Travel')", [()])
    sql = "INSERT INTO Tasks (Title, TaskListId, DueDate) VALUES ('Visa', 2, ?)"
    device.execute(TO_DOS, sql, [(NOVEMBER_12,)])
    assert MakeListWithDatedTask().success(device, {}, None) == 1.0
    device.execute(TO_DOS, f"UPDATE Tasks SET {more}")
    assert MakeListWithDatedTask().success(device, {}, None) == 0.0
    assert MakeListWithDatedTask().progress(device, {}) == pytest.approx(1 / 3)


CALENDAR = "/data/data/com.android.providers.calendar/databases/calendar.db"
EVENTS = "content insert --uri content://com.android.calendar/events --bind calendar_id:i:1 "
HOUR = 3_600_000
NOVEMBER_16, NOVEMBER_17 = NOVEMBER_12 + 4 * 24 * HOUR, NOVEMBER_12 + 5 * 24 * HOUR


@pytest.mark.parametrize(
    ("task", "begin", "hours", "more", "score", "progress"),
    [
        (PlanHaircut, NOVEMBER_16, 24, "allDay:i:1", 1.0, 1.0),
        (PlanHaircut, NOVEMBER_17, 24, "allDay:i:1", 0.0, 2 / 3),
        (PlanHaircut, NOVEMBER_16, 48, "allDay:i:1", 0.0, 2 / 3),
        (PlanHaircut, NOVEMBER_16, 24, "allDay:i:0", 0.0, 2 / 3),
        (PlanHaircut, NOVEMBER_16, 24, "allDay:i:1 --bind eventStatus:i:2", 0.0, 0.0),
        (PlanHaircut, NOVEMBER_16, 24, "allDay:i:1 --bind rrule:s:FREQ=DAILY", 0.0, 0.0),
        (PlanDentist, NOVEMBER_17 + 19 * HOUR, 2, "allDay:i:0", 1.0, 1.0),
        (PlanDentist, NOVEMBER_17 + 7 * HOUR, 2, "allDay:i:0", 0.0, 2 / 3),
        (PlanDentist, NOVEMBER_17 + 19 * HOUR + 60_000, 2, "allDay:i:0", 0.0, 2 / 3),
        (PlanDentist, NOVEMBER_17 + 19 * HOUR, 3, "allDay:i:0", 0.0, 2 / 3),
        (PlanDentist, NOVEMBER_16 + 19 * HOUR, 2, "allDay:i:0", 0.0, 2 / 3),
        (PlanDentist, NOVEMBER_17 + 19 * HOUR, 2, "eventTimezone:s:Europe/Paris", 1.0, 1.0),
        (PlanDentist, NOVEMBER_17 + 18 * HOUR, 2, "eventTimezone:s:Europe/Paris", 0.0, 2 / 3),
        (PlanDentist, NOVEMBER_17 + 19 * HOUR, 2, "description:s:x", 0.0, 0.0),
        (PlanDentist, NOVEMBER_17 + 19 * HOUR, 2, "eventLocation:s:x", 0.0, 0.0),
        (PlanDentist, NOVEMBER_17 + 19 * HOUR, 2, "eventColor:i:-350685", 0.0, 0.0),
        (PlanDentist, NOVEMBER_17 + 19 * HOUR, 2, "accessLevel:i:2", 0.0, 0.0),
        (PlanDentist, NOVEMBER_17 + 19 * HOUR, 2, "availability:i:1", 0.0, 0.0),
        (PlanHaircut, NOVEMBER_16, 24, "allDay:i:1 --bind availability:i:1", 1.0, 1.0),
        (PlanHaircut, NOVEMBER_16, 24, "allDay:i:1 --bind eventColor:i:-350685", 0.0, 0.0),
        (PlanDentist, 10**17, 2, "allDay:i:0", 0.0, 1 / 3),
    ],
)
def test_events(device, task, begin, hours, more, score, progress):
    assert task().success(device, {}, None) == task().progress(device, {}) == 0.0
    device.shell(
        f"{EVENTS} --bind 'title:s:{task.title}' --bind dtstart:l:{begin} "
        f"--bind dtend:l:{begin + hours * HOUR} --bind {more}"
    )
    assert task().success(device, {}, None) == score
    assert task().progress(device, {}) == pytest.approx(progress)


@pytest.mark.parametrize(
    ("title", "score"),
    [
        ("dental check ", 1.0),
        ("Dental  Check", 1.0),
        ("Dental Checks", 0.0),
        ("A Dental Check", 0.0),
    ],
)
def test_an_event_has_the_words_of_its_title(device, title, score):
    begin = NOVEMBER_17 + 19 * HOUR
    device.shell(
        f"{EVENTS} --bind 'title:s:{title}' --bind dtstart:l:{begin} "
        f"--bind dtend:l:{begin + 2 * HOUR}"
    )
    assert PlanDentist().success(device, {}, None) == score


@pytest.mark.parametrize(("relationship", "score"), [(1, 0.0), (2, 1.0), (None, 0.0)])
def test_an_event_has_no_guests_but_its_organizer(device, relationship, score):
    device.shell(
        f"{EVENTS} --bind title:s:Haircut --bind dtstart:l:{NOVEMBER_16} --bind allDay:i:1 "
        f"--bind dtend:l:{NOVEMBER_16 + 24 * HOUR}"
    )
    assert PlanHaircut().success(device, {}, None) == 1.0
    sql = "INSERT INTO Attendees (event_id, attendeeEmail, attendeeRelationship) "
    device.execute(
        CALENDAR, f"{sql} SELECT max(_id), 'ada@example.com', ? FROM Events", [(relationship,)]
    )
    assert PlanHaircut().success(device, {}, None) == score


def test_hours_are_those_of_the_phone(device):
    device.shell("setprop persist.sys.timezone Europe/Paris")
    device.shell(
        f"{EVENTS} --bind 'title:s:Dental Check' --bind dtstart:l:{NOVEMBER_17 + 18 * HOUR} "
        f"--bind dtend:l:{NOVEMBER_17 + 20 * HOUR} --bind eventTimezone:s:UTC"
    )
    assert PlanDentist().success(device, {}, None) == 1.0
    assert PlanHaircut().success(device, {}, None) == 0.0


@pytest.mark.parametrize(
    ("package", "texts", "score"),
    [
        ("com.google.android.calendar", ["Halloween", "Tuesday, Oct 31"], 1.0),
        ("com.google.android.calendar", ["Halloween", "Tuesday, 31 October"], 0.0),
        ("com.google.android.calendar", ["Halloween", "Tuesday, Oct 31, 2022"], 0.0),
        ("com.google.android.calendar", ["Party", "Tuesday, Oct 31"], 0.0),
        ("com.android.chrome", ["Halloween", "Tuesday, Oct 31"], 0.0),
    ],
)
def test_the_page_of_halloween(package, texts, score):
    elements = tuple(UIElement(text=text) for text in texts)
    screen = ScreenState(0, (1080, 2400), f"{package}/.Main", elements)
    assert float(_is_halloween(screen, {})) == score
    typed = tuple(dataclasses.replace(element, is_editable=True) for element in elements)
    assert not _is_halloween(dataclasses.replace(screen, elements=typed), {})


def test_halloween_has_to_be_there(device):
    assert CheckHalloween().success(device, {}, None) == 1.0
    device.shell("content delete --uri content://com.android.calendar/events")
    assert CheckHalloween().success(device, {}, None) == 0.0


INSERT = "content insert --uri content://com.android.contacts/"


def contact(device, name, *items):
    device.shell(f"{INSERT}raw_contacts --bind account_type:n: --bind account_name:n:")
    sql = "SELECT max(_id) FROM raw_contacts"
    path = "/data/data/com.android.providers.contacts/databases/contacts2.db"
    ((number,),) = device.query(path, sql)
    kinds = {"phone_v2": " --bind data2:i:2", "email_v2": " --bind data2:i:1", "name": ""}
    for kind, value in (("name", name), *items):
        device.shell(
            f"{INSERT}data --bind raw_contact_id:i:{number} "
            f"--bind mimetype:s:vnd.android.cursor.item/{kind} --bind data1:s:'{value}'"
            f"{kinds[kind]}"
        )


PHONE, MAIL = ("phone_v2", "+44 (1234) 567-890"), ("email_v2", "benchmark@gmail.com")


@pytest.mark.parametrize(
    ("task", "name", "items", "score"),
    [
        (MakeContact, "Agent", [PHONE], 1.0),
        (MakeContact, "Agent Two", [PHONE], 0.0),
        (MakeContact, "agent", [PHONE], 1.0),  # the same word
        (MakeContact, "Agent", [], 0.0),
        (MakeContact, "Agent", [("phone_v2", "*+441234567890")], 0.0),
        (MakeContact, "Agent", [PHONE, MAIL], 0.0),
        (MakeContactWithMail, "Agent Two", [PHONE, MAIL], 1.0),
        (MakeContactWithMail, "Agent Two", [PHONE], 0.0),
        (MakeContactWithMail, "Agent Two", [PHONE, ("email_v2", "benchmark@mail.com")], 0.0),
    ],
)
def test_contacts(device, task, name, items, score):
    task().setup(device, {})
    assert task().success(device, {}, None) == 0.0
    contact(device, name, *items)
    assert task().success(device, {}, None) == score
    assert (task().progress(device, {}) == 1.0) is (task.items[-1] in _plain(items, name, task))


@pytest.mark.parametrize(
    ("task", "begin", "hours", "all_day", "reminders", "score"),
    [
        (PlanHaircut, NOVEMBER_16, 24, 1, (30,), 1.0),
        (PlanHaircut, NOVEMBER_16, 24, 1, (420,), 1.0),
        (PlanHaircut, NOVEMBER_16, 24, 1, (30, 420), 0.0),
        (PlanDentist, NOVEMBER_17 + 19 * HOUR, 2, 0, (30,), 1.0),
        (PlanDentist, NOVEMBER_17 + 19 * HOUR, 2, 0, (10,), 0.0),
        (PlanDentist, NOVEMBER_17 + 19 * HOUR, 2, 0, (30, 30), 0.0),
    ],
)
def test_an_event_has_the_calendars_own_reminder(
    device, task, begin, hours, all_day, reminders, score
):
    device.shell(
        f"{EVENTS} --bind title:s:'{task.title}' --bind dtstart:l:{begin} "
        f"--bind allDay:i:{all_day} --bind dtend:l:{begin + hours * HOUR}"
    )
    assert task().success(device, {}, None) == 1.0
    sql = "INSERT INTO Reminders (event_id, minutes, method) SELECT max(_id), ?, 1 FROM Events"
    device.execute(CALENDAR, sql, [(minutes,) for minutes in reminders])
    assert task().success(device, {}, None) == score


PHOTO = "mimetype_id = (SELECT _id FROM mimetypes WHERE mimetype = 'vnd.android.cursor.item/photo')"


@pytest.mark.parametrize(
    "more",
    [
        "raw_contacts SET starred = 1",
        "contacts SET custom_ringtone = 'content://settings/system/ringtone'",
        "contacts SET send_to_voicemail = 1",
        *(f"data SET data{column} = 'x' WHERE data1 = 'Agent'" for column in (4, 6, 7, 8, 9)),
        *(f"data SET {PHOTO}, data{column} = 1 WHERE data1 IS NULL" for column in (14, 15)),
    ],
)
def test_a_contact_has_nothing_that_nobody_asked_for(device, more):
    MakeContact().setup(device, {})
    contact(device, "Agent", PHONE)
    path = "/data/data/com.android.providers.contacts/databases/contacts2.db"
    device.execute(path, "INSERT INTO data (mimetype_id, raw_contact_id) VALUES (3, 1)")
    assert MakeContact().success(device, {}, None) == 1.0
    device.execute(path, f"UPDATE {more}")
    assert MakeContact().success(device, {}, None) == 0.0


def test_no_database_is_no_contact(device):
    device.shell("rm -f /data/data/com.android.providers.contacts/databases/contacts2.db*")
    assert MakeContact().success(device, {}, None) == 0.0


def test_a_contact_harms_nothing_and_two_do(device):
    MakeContact().setup(device, {})
    before, touches = read_user_data(device), MakeContact().touches({})
    contact(device, "Agent", PHONE)
    assert side_effects(before, read_user_data(device), touches) == ()
    contact(device, "Agent Two", PHONE)
    assert len(side_effects(before, read_user_data(device), touches)) == 2


@pytest.mark.parametrize(
    ("name", "edit", "saver"),
    [
        ("ENG-clock-1", "hour = 9", "false"),
        ("ENG-General-Tool-2", "hour = 6, daysofweek = 0", "true"),
    ],
)
def test_clocks_own_alarms_may_be_changed_into_those_that_are_wanted(name, edit, saver):
    with gym.make(f"SPABench/{name}-v0", observation="goal", termination="declared") as env:
        env.reset(seed=0)
        device = env.unwrapped.device
        device.shell(f"cmd netpolicy set restrict-background {saver}")
        sql = f"UPDATE alarm_templates SET {edit}, minutes = 0, enabled = 1 WHERE daysofweek = 31"
        device.execute(ALARMS, sql)
        _, reward, _, _, info = env.unwrapped.step(Decoded(declared=True))
        assert (reward, info.get("side_effects")) == (1.0, None)


def _plain(items, name, task):
    found = [(kind, "+441234567890" if "(1234)" in value else value) for kind, value in items]
    return found if same_text(name, task.who) else []
