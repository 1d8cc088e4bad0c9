"""Costs of steps in each app, and with long lists."""

from __future__ import annotations

import statistics
import time
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

import gymnasium as gym

__all__ = ["APPS", "LISTS", "MONTH", "AppSteps", "ListSteps"]

CONTACTS = "/data/data/com.android.providers.contacts/databases/contacts2.db"
MESSAGES = "/data/data/com.android.providers.telephony/databases/mmssms.db"
CALLS = "/data/data/com.android.providers.contacts/databases/calllog.db"
RECIPES = "/data/data/com.flauschcode.broccoli/databases/broccoli"
TASKS = "/data/data/org.tasks/databases/database"
TRACKS = "/data/data/de.dennisguse.opentracks/databases/database.db"
NOTES = "/sdcard/Documents/Markor"
DOWNLOADS = "/sdcard/Download"
MOVIES = "/storage/emulated/0/Movies"
EVENTS = "/data/data/com.simplemobiletools.calendar.pro/databases/events.db"

LONG = "Text {} " + "and more of it " * 12
"""Text of a row, long enough that a list of twenty can be scrolled."""

PICTURE = (
    "iVBORw0KGgoAAAANSUhEUgAAAAkAAAAMCAIAAAA/PgD0AAAAPUlEQVQYGXXBMQEAAAgCMGhjCIMZkRDc5DABG32Lgr5FQd+ioG9R"
    "0Lco6FsUHAUFR0HBUVBwFBQcBQVHQfHWZxRxIKwx9AAAAABJRU5ErkJggg=="
)
"""A PNG file; bytes appended to it make a different file that looks the same."""

HOW = ("changed", "scrolled")

APPS = {
    "Pro Expense": ("ExpenseAddSingle", "com.arduia.expense/.ui.MainActivity"),
    "Markor": ("MarkorCreateNote", "net.gsantner.markor/.activity.MainActivity"),
    "Files": (
        "FilesDeleteFile",
        "com.google.android.documentsui/com.android.documentsui.files.FilesActivity",
    ),
    "Simple SMS Messenger": (
        "SimpleSmsSend",
        "com.simplemobiletools.smsmessenger/.activities.MainActivity",
    ),
    "Simple Calendar Pro": (
        "SimpleCalendarAddOneEvent",
        "com.simplemobiletools.calendar.pro/.activities.MainActivity",
    ),
    "Contacts": (
        "ContactsAddContact",
        "com.google.android.contacts/com.android.contacts.activities.PeopleActivity",
    ),
    "Clock": ("ClockTimerEntry", "com.google.android.deskclock/com.android.deskclock.DeskClock"),
    "Phone": (
        "OpenAppTaskEval",
        "com.google.android.dialer/com.google.android.dialer.extensions.GoogleDialtactsActivity",
    ),
    "Camera": ("CameraTakePhoto", "com.android.camera2/com.android.camera.CameraLauncher"),
    "Broccoli": ("RecipeAddSingleRecipe", "com.flauschcode.broccoli/.MainActivity"),
    "Tasks": ("TasksDueOnDate", "org.tasks/com.todoroo.astrid.activity.MainActivity"),
    "OpenTracks": (
        "SportsTrackerActivityDuration",
        "de.dennisguse.opentracks/.TrackListActivity",
    ),
    "OsmAnd": ("OsmAndMarker", "net.osmand/net.osmand.plus.activities.MapActivity"),
    "Clipper": ("SystemCopyToClipboard", "ca.zgrs.clipper/.Main"),
    "Simple Gallery Pro": (
        "SaveCopyOfReceiptTaskEval",
        "com.simplemobiletools.gallery.pro/.activities.MainActivity",
    ),
    "Audio Recorder": (
        "AudioRecorderRecordAudio",
        "com.dimowner.audiorecorder/.app.main.MainActivity",
    ),
    "Retro Music": (
        "RetroCreatePlaylist",
        "code.name.monkey.retromusic/.activities.MainActivity",
    ),
    "VLC": ("VlcCreatePlaylist", "org.videolan.vlc/.StartActivity"),
    "Joplin": ("NotesIsTodo", "net.cozic.joplin/.MainActivity"),
}
"""For each app a task whose reward is computed, and the activity where touches happen."""


class AppSteps:
    """Random touches in one app, including the reward of one of its tasks.

    Args:
        name: The app, one of `APPS`.
    """

    def __init__(self, name: str) -> None:
        task, self._activity = APPS[name]
        self._package = self._activity.partition("/")[0]
        self._env: gym.Env[Any, Any] = gym.make(
            f"AndroidWorld/{task}-v0", action_mode="touch", observation_size=(108, 240)
        )
        self._env.action_space.seed(0)
        self._env.reset(seed=0)
        self.rounds: list[float] = []

    def close(self) -> None:
        """Close the environment."""
        self._env.close()

    @property
    def per_second(self) -> float:
        """Median of the rounds, in steps/s."""
        return statistics.median(self.rounds)

    def run(self, seconds: float) -> None:
        """Touch for `seconds`; returning to the app and resets are not counted."""
        device = self._env.get_wrapper_attr("device")
        steps, spent = 0, 0.0
        while spent < seconds:
            if steps % 20 == 0 and self._package not in device.foreground_activity():
                device.shell(f"am start -n {self._activity}")
            action = self._env.action_space.sample()
            start = time.process_time()
            _, _, terminated, truncated, _ = self._env.step(action)
            spent += time.process_time() - start
            steps += 1
            if terminated or truncated:
                self._env.reset()
        self.rounds.append(steps / spent)


@dataclass
class ListSteps:
    """Steps with a list that adb changes, or that is scrolled.

    Attributes:
        name: What is in the list.
        task: A task whose reward is computed with every step.
        start: Arguments of ``am start`` that show the list.
        fill: Adds items number 1 to n to the list: lines of SQL or of shell, with ``{}`` for the
            number.
        change: A command that changes the item ``{}``, so that the list is read again.
        database: The database, if `fill` is SQL.
        look: The action that follows a change.
    """

    name: str
    task: str
    start: str
    fill: tuple[str, ...]
    change: str
    database: str = ""
    look: dict[str, str] = field(default_factory=lambda: {"action_type": "wait"})
    taken: dict[tuple[str, int], list[float]] = field(default_factory=dict)

    def measure(self, few: int = 20, many: int = 2_000, steps: int = 60) -> dict[str, float]:
        """Take steps with both lists in turn.

        Args:
            few: Items in one list.
            many: Items in the other.
            steps: Number of steps of each kind.

        Returns:
            Time of a step with `many` divided by that with `few`, if the list was "changed" before
            the step, and if it was "scrolled" by it.
        """
        envs = {count: self._open(count) for count in (few, many)}
        for number in range(steps):
            for count, env in envs.items():
                self._step(env, count, number)
        for env in envs.values():
            env.close()
        return {how: self.median(how, many) / self.median(how, few) for how in HOW}

    def median(self, how: str, count: int) -> float:
        """Return the median time of a step, in milliseconds."""
        return statistics.median(self.taken[how, count])

    def _open(self, count: int) -> gym.Env[Any, Any]:
        env: gym.Env[Any, Any] = gym.make(
            f"AndroidWorld/{self.task}-v0",
            action_mode="json",
            observation_size=(108, 240),
            max_steps=10**6,
        )
        env.reset(seed=0)
        device = env.get_wrapper_attr("device")
        if self.database:
            script = "".join(self._lines(range(1, count + 1)))
            device.push("/data/local/tmp/fill.sql", f"BEGIN;{script}COMMIT;")
            device.shell(f"sqlite3 {self.database} < /data/local/tmp/fill.sql")
        else:
            for first in range(1, count + 1, 200):
                last = min(first + 200, count + 1)
                device.shell("\n".join(self._lines(range(first, last))))
        device.shell(f"am start {self.start} && sleep 1")
        return env

    def _lines(self, numbers: Iterable[int]) -> list[str]:
        return [line.replace("{}", f"{n:05}") for n in numbers for line in self.fill]

    def _step(self, env: gym.Env[Any, Any], count: int, number: int) -> None:
        device = env.get_wrapper_attr("device")
        device.shell(self.change.replace("{}", f"{number % 20 + 1:05}"))
        direction = "up" if number % 2 else "down"
        scroll = {"action_type": "scroll", "direction": direction}
        for how, action in zip(HOW, (self.look, scroll), strict=True):
            self.taken.setdefault((how, count), []).append(_step_ms(env, action))


def _step_ms(env: gym.Env[Any, Any], action: Any) -> float:
    start = time.process_time()
    env.step(action)
    return 1e3 * (time.process_time() - start)


LISTS = (
    ListSteps(
        "notes",
        "MarkorCreateFolder",
        f"-n {APPS['Markor'][1]}",
        (f"echo text > {NOTES}/n{{}}.md",),
        f"echo more >> {NOTES}/n{{}}.md",
        look={"action_type": "scroll", "direction": "up"},  # pulls down: the folder is read again
    ),
    ListSteps(
        "files",
        "FilesDeleteFile",
        f"-n {APPS['Files'][1]}",
        (f"echo text > {DOWNLOADS}/f{{}}.txt",),
        f"rm {DOWNLOADS}/f{{}}.txt; echo text > {DOWNLOADS}/f{{}}.txt",
    ),
    ListSteps(
        "conversations",
        "SimpleSmsReplyMostRecent",
        f"-n {APPS['Simple SMS Messenger'][1]}",
        (
            "INSERT INTO canonical_addresses (_id, address) VALUES (1{}, '+1555{}00');",
            "INSERT INTO threads (_id, date, recipient_ids) VALUES (1{}, 1697000{}000, '1{}');",
            "INSERT INTO sms (_id, thread_id, address, body, date, read, type) "
            "VALUES (1{}, 1{}, '+1555{}00', 'Text {}', 1697000{}000, 1, 1);",
        ),
        f"sqlite3 {MESSAGES} 'UPDATE sms SET read = 1 - read WHERE _id = 1{{}}'",
        MESSAGES,
    ),
    ListSteps(
        "messages",
        "SimpleSmsReplyMostRecent",
        "-a android.intent.action.SENDTO -d sms:+15550000000",
        (
            "INSERT OR IGNORE INTO canonical_addresses (_id, address) "
            "VALUES (10000, '+15550000000');",
            "INSERT OR IGNORE INTO threads (_id, date, recipient_ids) "
            "VALUES (10000, 1697000000000, '10000');",
            "INSERT INTO sms (_id, thread_id, address, body, date, read, type) "
            f"VALUES (1{{}}, 10000, '+15550000000', '{LONG}', 1697000{{}}000, 1, 1);",
        ),
        f"sqlite3 {MESSAGES} 'UPDATE sms SET read = 1 - read WHERE _id = 1{{}}'",
        MESSAGES,
    ),
    ListSteps(
        "events",
        "SimpleCalendarAddOneEvent",
        "-a android.intent.action.VIEW -t time/epoch "
        "-d content://com.android.calendar/time/1697360400000 "
        f"-n {APPS['Simple Calendar Pro'][1]}",
        (
            "INSERT INTO events VALUES (1{}, 1697328000 + {}, 1697330000 + {}, 'Event {}', '', "
            "'Text', -1, -1, -1, 0, 0, 0, 0, 0, 0, '[]', '', '', 'UTC', 0, 1, 0, 0, "
            "'imported-ics', 0, 0, 0);",
        ),
        f"sqlite3 {EVENTS} \"UPDATE events SET description = 'Text {{}}' WHERE id = 1{{}}\"",
        EVENTS,
    ),
    ListSteps(
        "contacts",
        "ContactsAddContact",
        "-a android.intent.action.VIEW -d content://contacts/people/",
        (
            "INSERT INTO contacts (_id, name_raw_contact_id) VALUES (1{}, 1{});",
            "INSERT INTO raw_contacts (_id, account_id, contact_id, display_name, sort_key, "
            "phonebook_label) VALUES (1{}, 1, 1{}, 'Person {}', 'Person {}', 'P');",
        ),
        f"sqlite3 {CONTACTS} 'UPDATE contacts SET starred = 1 - starred WHERE _id = 1{{}}'",
        CONTACTS,
    ),
    ListSteps(
        "recipes",
        "RecipeAddSingleRecipe",
        f"-n {APPS['Broccoli'][1]}",
        (
            "INSERT INTO recipes (recipeId, title, imageName, description, servings, "
            "preparationTime, source, ingredients, directions, favorite) VALUES (1{}, 'Dish {}', "
            f"'', 'Text {{}}', '2', '1 hrs', '', 'things', '{LONG}', 0);",
        ),
        f"sqlite3 {RECIPES} 'UPDATE recipes SET favorite = 1 - favorite WHERE recipeId = 1{{}}'",
        RECIPES,
    ),
    ListSteps(
        "calls",
        "OpenAppTaskEval",
        "-a android.intent.action.VIEW -t vnd.android.cursor.dir/calls",
        ("INSERT INTO calls (_id, number, type, date) VALUES (1{}, '55{}', 2, 1697000{}000);",),
        f"sqlite3 {CALLS} 'UPDATE calls SET duration = duration + 1 WHERE _id = 1{{}}'",
        CALLS,
    ),
    ListSteps(
        "tasks",
        "OpenAppTaskEval",
        f"-n {APPS['Tasks'][1]}",
        (
            "INSERT INTO tasks (_id, title, importance, dueDate, hideUntil, created, modified, "
            "completed, deleted, estimatedSeconds, elapsedSeconds, timerStart, notificationFlags, "
            "lastNotified, remoteId, collapsed, parent) VALUES (1{}, 'Task {}', {} % 4, "
            "1697000{}000, 0, 1, 1, {} % 2, 0, 0, 0, 0, 0, 0, '{}', 0, 0);",
        ),
        f"sqlite3 {TASKS} 'UPDATE tasks SET importance = 3 - importance WHERE _id = 1{{}}'",
        TASKS,
    ),
    ListSteps(
        "pictures",
        "SaveCopyOfReceiptTaskEval",
        f"-n com.simplemobiletools.gallery.pro/.activities.MediaActivity --es directory {MOVIES}",
        (
            f"mkdir -p {MOVIES}; echo {PICTURE} | base64 -d > {MOVIES}/p{{}}.png; "
            f"echo {{}} >> {MOVIES}/p{{}}.png; touch -d @16970{{}} {MOVIES}/p{{}}.png",
        ),
        f"touch -d @16980{{}} {MOVIES}/p{{}}.png",
    ),
    ListSteps(
        "tracks",
        "SportsTrackerActivityDuration",
        f"-n {APPS['OpenTracks'][1]}",
        (
            "INSERT INTO tracks (_id, name, category, activity_type, starttime, totaltime, "
            "totaldistance) VALUES (1{}, 'Track {}', 'running', 'running', 1697000{}000, "
            "1800000, 5000);",
        ),
        f"sqlite3 {TRACKS} 'UPDATE tracks SET totaltime = totaltime + 1 WHERE _id = 1{{}}'",
        TRACKS,
    ),
)
"""One list for each app that has any."""

MONTH = ListSteps(
    "a month of repeating events",
    "SimpleCalendarAddOneEvent",
    f"-n {APPS['Simple Calendar Pro'][1]}",
    (
        # Daily, weekly on Sundays, monthly: the app encodes the last as 2592001 s.
        "INSERT INTO events VALUES (1{}, 1693569600 + 3600 * ({} % 24), 1693573200 + 3600 * "
        "({} % 24), 'Event {}', '', 'Text', -1, -1, -1, 0, 0, 0, "
        "CASE {} % 3 WHEN 0 THEN 86400 WHEN 1 THEN 604800 ELSE 2592001 END, "
        "CASE {} % 3 WHEN 1 THEN 64 ELSE 1 END, 0, '[]', '', '', 'UTC', 0, 1, 0, 0, "
        "'imported-ics', 0, 0, 0);",
    ),
    f"sqlite3 {EVENTS} \"UPDATE events SET title = 'Event ' || (title = 'Event {{}}') || '{{}}' "
    'WHERE id = 100001 + {} % 5"',
    EVENTS,
)
"""The month view, laid out again after an event has changed."""
