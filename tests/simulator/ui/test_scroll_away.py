"""Bars that leave the screen as a list is scrolled, and come back."""

from __future__ import annotations

import pytest

from android_gym.simulator.phone import Phone
from android_gym.testing.driver import AppDriver

MAIN = "com.todoroo.astrid.activity.MainActivity"
DATABASE = "/data/data/org.tasks/databases/database"


@pytest.fixture
def app() -> AppDriver:
    """Task with thirty tasks: an app whose list has bars of both kinds."""
    app = AppDriver(Phone(), "org.tasks")
    values = ", ".join(
        f"('Task {n:02}', 3, 0, 0, {n}, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0)" for n in range(30)
    )
    app.shell(
        f'sqlite3 {DATABASE} "INSERT INTO tasks (title, importance, dueDate, hideUntil, created, '
        "modified, completed, deleted, estimatedSeconds, elapsedSeconds, timerStart, "
        f'notificationFlags, lastNotified, collapsed, parent) VALUES {values}"'
    )
    app.start(MAIN)
    return app


def drag(app: AppDriver, dy: int) -> None:
    """Move a finger over the list and lift it at rest."""
    phone = app.phone
    phone.touch(300, 1200, True)
    for part in range(1, 11):
        phone.advance(30)
        phone.touch(300, 1200 + dy * part / 10, True)
    phone.advance(300)
    phone.touch(300, 1200 + dy * 1.0, True)
    phone.touch(300, 1200 + dy, False)
    phone.advance(400)


def top(app: AppDriver, name: str) -> float:
    box = app.find(name).bbox_pixels
    assert box is not None
    return box.y_min


def test_bars_leave_and_come_back_wherever_the_list_stands(app: AppDriver) -> None:
    button = top(app, "fab")
    assert app.shows("My Tasks") and app.shows("Sort")
    drag(app, -900)
    assert not app.shows("My Tasks") and not app.shows("Sort")
    assert top(app, "fab") > button  # it stays, at the lower edge
    assert not app.shows("Task 00")
    drag(app, 200)
    assert app.shows("My Tasks") and app.shows("Sort")
    assert not app.shows("Task 00")
    assert top(app, "fab") == button


def test_the_bar_moves_before_the_list_does(app: AppDriver) -> None:
    before = top(app, "Task 05")
    drag(app, -100)
    assert app.shows("Task 00") and app.shows("Sort")
    assert 60 < before - top(app, "Task 05") < 101


def test_beside_a_list_that_fits_only_the_top_bar_moves(app: AppDriver) -> None:
    app.shell(f"sqlite3 {DATABASE} 'DELETE FROM tasks WHERE _id > 3'")
    app.wait(300)
    drag(app, -900)
    assert not app.shows("My Tasks")
    assert app.shows("Sort") and app.shows("Task 00")
    drag(app, 900)
    assert app.shows("My Tasks")


def test_a_bar_that_collapses_waits_for_the_list_and_hides_its_button(app: AppDriver) -> None:
    app.tap("Task 00", "Dismiss")
    assert app.shows("fab")
    name = top(app, "Task 00")
    drag(app, -700)
    assert app.shows("Save") and not app.shows("fab")
    drag(app, 60)
    assert not app.shows("fab")
    drag(app, 900)
    assert app.shows("fab") and top(app, "Task 00") == name
