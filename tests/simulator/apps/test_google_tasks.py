"""Google Tasks: lists, the add sheet, a task's page, dates, stars, undo, notifications."""

from __future__ import annotations

import datetime as dt

import pytest

from android_gym.simulator.apps.google_tasks.changes import following
from android_gym.simulator.apps.google_tasks.model import Due, words_of_day
from android_gym.simulator.phone import Phone
from android_gym.testing.driver import AppDriver

PACKAGE = "com.google.android.apps.tasks"
MAIN = f"{PACKAGE}.ui.TaskListsActivity"
DATABASE = f"/data/data/{PACKAGE}/files/tasks-local/data.db"
OPEN = "SELECT Title FROM Tasks WHERE Completed = 0 AND Deleted = 0 ORDER BY Position, TaskId"


@pytest.fixture
def app() -> AppDriver:
    app = AppDriver(Phone(), PACKAGE)
    app.start(MAIN)
    return app


def add(app: AppDriver, *titles: str) -> None:
    for title in titles:
        app.tap("Create new task")
        app.type(title)
        app.tap("Save")


def tasks(app: AppDriver, sql: str = OPEN) -> list[tuple]:
    return app.query(DATABASE, sql)


def test_lists_are_made_renamed_sorted_and_deleted(app: AppDriver) -> None:
    app.tap("New list")
    app.tap("Done")  # nothing to save without a title
    assert app.shows("Create new list")
    app.type("Work")
    app.tap("Done")
    add(app, "b", "a")
    assert tasks(app) == [("a",), ("b",)]  # new ones come first
    app.tap("More options", "Rename list")
    app.type("er")
    app.tap("Done", "Switch task lists", "My Tasks", "More options")
    assert app.shows("Default list can't be deleted")
    app.tap("Delete list")
    assert app.query(DATABASE, "SELECT Title FROM TaskLists") == [("My Tasks",), ("Worker",)]
    app.back()
    app.tap("Worker", "More options", "Delete list", "Cancel")
    app.tap("More options", "Delete list", "Delete")
    assert app.query(DATABASE, "SELECT Title FROM TaskLists") == [("My Tasks",)]
    assert tasks(app) == []


def test_a_task_with_everything(app: AppDriver) -> None:
    app.tap("Create new task", "Save")
    assert app.shows("New task")
    app.type("Visa")
    app.tap("Add details")
    app.type("two photos")
    app.tap("Add star", "Add date/time", "12", "Set time", "OK", "Repeat", "Done", "Done")
    assert app.shows("Thu, Oct 12, 4:00 PM")
    app.tap("Save")
    sql = "SELECT Title, Details, DueDate, DueMinutes, Starred, Rule FROM Tasks "
    ((*row, rule),) = tasks(app, sql + "JOIN TaskRecurrences USING (TaskRecurrenceId)")
    due = int(dt.datetime(2023, 10, 12, tzinfo=dt.UTC).timestamp() * 1000)
    assert row == ["Visa", "two photos", due, 960, 1]
    assert rule == "FREQ=WEEKLY;WKST=MO;BYDAY=TH"
    app.tap("Starred")
    assert app.shows("Visa")
    app.tap("Remove star")
    assert app.shows("No starred tasks")


def test_done_comes_back_with_undo_and_goes_for_good(app: AppDriver) -> None:
    add(app, "b", "a")
    app.tap("Mark as complete")
    assert tasks(app) == [("b",)]
    app.tap("Undo")
    assert tasks(app) == [("a",), ("b",)]
    app.tap("Mark as complete", "Completed (1)")
    assert app.shows("Mark as not completed")
    app.tap("More options", "Delete all completed tasks", "Delete")
    assert not app.shows("Completed (1)")
    assert tasks(app, "SELECT Title, Deleted FROM Tasks ORDER BY 1") == [("a", 1), ("b", 0)]


def test_a_page_keeps_each_change(app: AppDriver) -> None:
    app.tap("New list")
    app.type("Other")
    app.tap("Done", "My Tasks")
    add(app, "Trip")
    app.tap("Trip", "Add details")
    app.type("by train")
    app.tap("Add subtasks")
    app.type("Tickets")
    app.tap("Add")
    app.type("Hotel")
    app.press("ENTER")
    app.back()
    assert tasks(app, "SELECT Title, Details FROM Tasks WHERE ParentTaskId IS NULL") == [
        ("Trip", "by train")
    ]
    app.tap("Mark as complete")
    assert tasks(app) == [("Trip",), ("Hotel",)]
    app.tap("My Tasks", "Other")
    assert set(tasks(app, "SELECT TaskListId FROM Tasks")) == {(2,)}
    app.tap("More options", "Delete")
    assert tasks(app) == []
    app.tap("Undo")
    assert tasks(app) == [("Trip",), ("Hotel",)]
    assert tasks(app, "SELECT Title FROM Tasks WHERE Completed") == [("Tickets",)]


def test_sorted_by_date_and_by_hand(app: AppDriver) -> None:
    app.shell(
        f'am force-stop {PACKAGE}; sqlite3 {DATABASE} "INSERT INTO Tasks (TaskListId, Title, '
        "Position, DueDate) VALUES (1, 'late', 0, 1697500800000), (1, 'never', 1, NULL), "
        "(1, 'past', 2, 1697241600000), (1, 'now', 3, 1697328000000), (1, 'odd', 4, 'x')\""
    )
    app.start(MAIN)
    app.tap("Sort", "Date")
    wanted = ["Past", "past", "Today", "now", "Tue, Oct 17", "late", "No date", "never", "odd"]
    shown = [text for text in app.texts() if text in wanted]
    assert [text for text in shown if text in ("past", "now", "late", "never", "odd")] == [
        "past", "now", "late", "never", "odd",
    ]  # fmt: skip
    assert set(wanted) <= set(shown)
    app.tap("Sort", "My order")
    names = [text for text in app.texts() if text in ("past", "now", "late", "never", "odd")]
    assert names == ["late", "never", "past", "now", "odd"]
    x, y = app.find("Reorder", 1).bbox_pixels.center
    height = app.find("past").bbox_pixels.y_min - app.find("never").bbox_pixels.y_min
    app.phone.swipe(x, y, x, y + 2.2 * height, 800)
    app.wait(300)
    assert tasks(app)[3] == ("never",)


def test_due_tasks_are_told_of(app: AppDriver) -> None:
    add(app, "now")
    app.tap("now", "Add date/time", "Set time", "OK", "Done")  # at four
    app.wait(27 * 60_000)
    (shown,) = app.phone.system.notifications.active()
    assert (shown.title, shown.text) == ("now", "Due 4:00 PM")
    app.phone.system.status_bar.expand_notifications()
    app.wait(500)
    app.tap("Mark as done")
    assert tasks(app) == []
    assert app.phone.system.notifications.active() == []


def test_a_day_without_time_is_told_of_in_the_morning(app: AppDriver) -> None:
    add(app, "tomorrow")
    app.tap("tomorrow", "Add date/time", "16", "Done")
    app.wait(17 * 3_600_000)
    assert app.phone.system.notifications.active() == []
    app.wait(3_600_000)
    assert [each.title for each in app.phone.system.notifications.active()] == ["tomorrow"]


def test_a_repeating_task_comes_again(app: AppDriver) -> None:
    day = dt.date(2024, 1, 31)
    assert following(Due(day)) is None
    assert following(Due(day, 60, "FREQ=MONTHLY")) == Due(dt.date(2024, 3, 31), 60, "FREQ=MONTHLY")
    assert following(Due(day, rule="FREQ=DAILY;COUNT=2")) == Due(
        dt.date(2024, 2, 1), rule="FREQ=DAILY;COUNT=1"
    )
    assert following(Due(day, rule="FREQ=DAILY;COUNT=1")) is None
    assert following(Due(day, rule="FREQ=DAILY;UNTIL=20240131T235959Z")) is None
    add(app, "water")
    app.tap("water", "Add date/time", "15", "Repeat", "Done", "Done", "Mark completed")
    assert app.shows("Sun, Oct 22")
    app.tap("Undo")
    assert app.shows("Today")
    assert not app.shows("Sun, Oct 22")


def test_undo_completes_a_reopened_task_as_it_was(app: AppDriver) -> None:
    add(app, "water")
    app.tap("water", "Add date/time", "15", "Repeat", "Done", "Done", "Mark completed")
    sql = "SELECT Title, Completed, CompletedTime, Deleted FROM Tasks ORDER BY TaskId"
    before = tasks(app, sql)
    assert len(before) == 2  # the next repetition was added
    app.wait(60_000)
    app.tap("Completed (1)", "Mark as not completed", "Undo")
    assert tasks(app, sql) == before


@pytest.mark.parametrize(
    ("day", "words"),
    [
        (dt.date(2023, 10, 14), "Yesterday"),
        (dt.date(2023, 10, 15), "Today"),
        (dt.date(2023, 10, 16), "Tomorrow"),
        (dt.date(2023, 10, 17), "Tue, Oct 17"),
        (dt.date(2024, 10, 17), "Thu, Oct 17, 2024"),
    ],
)
def test_words_of_days(day: dt.date, words: str) -> None:
    assert words_of_day(day, dt.date(2023, 10, 15)) == words
