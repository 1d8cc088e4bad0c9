"""Tasks.org through its screen, and what it makes of databases and input it did not expect."""

from __future__ import annotations

import sqlite3

import pytest

from android_gym.simulator.phone import Phone
from android_gym.testing.driver import AppDriver

PACKAGE = "org.tasks"
MAIN = "com.todoroo.astrid.activity.MainActivity"
DATABASE = f"/data/data/{PACKAGE}/databases/database"
COLUMNS = (
    "_id, title, importance, dueDate, hideUntil, created, modified, completed, deleted, notes, "
    "estimatedSeconds, elapsedSeconds, timerStart, notificationFlags, lastNotified, recurrence, "
    "repeat_from, remoteId, collapsed, parent"
)
DAY = 86_400_000
NOON = 1_697_371_200_000
"""October 15 2023, 12:00 UTC; the phone's clock begins at 15:34."""


class App(AppDriver):
    """Tasks on a phone of its own."""

    phone: Phone

    def __init__(self) -> None:
        super().__init__(Phone(), PACKAGE)

    def launch(self) -> None:
        """Start it."""
        self.start(MAIN)

    def add(self, number: int, title: str, **values: object) -> None:
        """Put a task into the database over adb."""
        row = dict.fromkeys(COLUMNS.split(", "), 0) | {
            "_id": number,
            "title": title,
            "importance": 3,
            "created": number,
            "modified": 1,
            "notes": "",
            "recurrence": "",
            "remoteId": str(number),
        }
        texts = ", ".join(f"'{value}'" for value in (row | values).values())
        self.shell(f'sqlite3 {DATABASE} "INSERT INTO tasks ({COLUMNS}) VALUES ({texts})"')

    def sql(self, statement: str) -> None:
        """Run a statement over adb."""
        self.shell(f'sqlite3 {DATABASE} "{statement}"')

    def titles(self) -> list[str]:
        """Return the titles and headings in the list, from its top to its end."""
        return [
            element.text or ""
            for element in sorted(
                (
                    element
                    for element in self.phone.ui_elements()
                    if (element.resource_name or "").endswith((":id/title", ":id/header"))
                ),
                key=lambda element: element.bbox_pixels.y_min if element.bbox_pixels else 0,
            )
        ]

    def row(self, number: int, columns: str) -> tuple[object, ...]:
        """Return columns of a task."""
        return self.query(DATABASE, f"SELECT {columns} FROM tasks WHERE _id = {number}")[0]

    def group(self, by: str) -> None:
        """Choose what the list is grouped by."""
        self.tap("Sort", "Grouping", by)
        self.back()

    def new(self, title: str) -> None:
        """Open the edit screen of a new task and name it."""
        self.tap("Create new task")
        self.type(title)
        self.phone.windows.hide_keyboard()
        self.wait(300)

    def drawer(self) -> None:
        """Open the drawer."""
        self.tap_element(
            next(e for e in self.phone.ui_elements() if e.class_name.endswith("ImageButton"))
        )


@pytest.fixture
def app() -> App:
    return App()


def test_a_new_task_with_date_time_and_priority(app: App) -> None:
    app.launch()
    app.new("Call the bank")
    app.tap("Dismiss", "No due date", "Tomorrow", "5 PM", "OK")
    radios = [e for e in app.phone.ui_elements() if e.class_name == "android.widget.RadioButton"]
    app.tap_element(radios[-1])
    app.tap("Save")
    assert app.titles() == ["Call the bank"]
    assert "Tmrw 5 PM" in app.texts()
    due = NOON + DAY + 5 * 3_600_000 + 1000
    assert app.row(1, "title, importance, dueDate, completed, deleted") == (
        "Call the bank", 0, due, 0, 0,
    )  # fmt: skip
    reminders = app.query(DATABASE, "SELECT type, time, repeat, interval FROM alarms")
    assert reminders == [(2, 0, 0, 0), (2, DAY, 6, DAY)]
    ((name, calendar),) = app.query(
        DATABASE, "SELECT cdl_name, cd_calendar = cdl_uuid FROM caldav_lists, caldav_tasks"
    )
    assert (name, calendar) == ("Default list", 1)
    ((uid,),) = app.query(DATABASE, "SELECT remoteId FROM tasks")
    assert uid.isdecimal() and int(uid) >= 10**8


def test_a_task_without_a_name(app: App) -> None:
    app.launch()
    app.new(" ")
    app.tap("Save")
    assert app.row(1, "title") == ("(No title)",)


def test_leaving_the_edit_screen_asks_before_changes_are_lost(app: App) -> None:
    app.launch()
    app.new("Never kept")
    app.back()
    app.tap("KEEP EDITING")
    assert app.shows("Never kept")
    app.back()
    app.tap("DISCARD")
    assert app.shows("There are no tasks here.")
    assert app.query(DATABASE, "SELECT count(*) FROM tasks") == [(0,)]


def test_a_box_completes_with_all_below_and_undo_takes_it_back(app: App) -> None:
    app.add(1, "Party")
    app.add(2, "Cake", parent=1)
    app.add(3, "Candles", parent=2)
    app.add(4, "Zoo")
    app.launch()
    assert app.titles() == ["Party", "Cake", "Candles", "Zoo"]
    app.tap("completeBox")
    assert [app.row(n, "completed > 0")[0] for n in (1, 2, 3, 4)] == [1, 1, 1, 0]
    assert app.titles() == ["Zoo", "Party", "Cake", "Candles"]
    app.tap("UNDO")
    assert [app.row(n, "completed")[0] for n in (1, 2, 3, 4)] == [0, 0, 0, 0]


def test_what_was_done_before_keeps_its_date_when_the_rest_is_completed(app: App) -> None:
    app.add(1, "Party")
    app.add(2, "Cake", parent=1, completed=NOON, modified=NOON)
    app.add(3, "Candles", parent=1)
    app.launch()
    app.tap("completeBox")
    assert app.row(2, "completed, modified") == (NOON, NOON)
    assert [app.row(n, "completed > 0")[0] for n in (1, 2, 3)] == [1, 1, 1]
    app.tap("UNDO")
    assert [app.row(n, "completed")[0] for n in (1, 2, 3)] == [0, NOON, 0]


def test_a_task_that_repeats_is_put_off(app: App) -> None:
    app.add(1, "Water plants", dueDate=NOON, recurrence="FREQ=WEEKLY;COUNT=3")
    app.launch()
    app.tap("completeBox")
    assert app.row(1, "completed, dueDate, recurrence") == (
        0,
        NOON + 7 * DAY,
        "FREQ=WEEKLY;COUNT=2",
    )
    assert app.shows("Water plants rescheduled for Sunday, October 22")
    app.tap("UNDO")
    assert app.row(1, "completed, dueDate, recurrence") == (0, NOON, "FREQ=WEEKLY;COUNT=3")


def test_smart_order_weighs_dates_by_priority(app: App) -> None:
    app.add(1, "Later, high", dueDate=NOON + 5 * DAY, importance=0)
    app.add(2, "Soon, none", dueDate=NOON + DAY, importance=3)
    app.add(3, "Never, high", importance=0)
    app.add(4, "Done", dueDate=NOON, completed=NOON)
    app.launch()
    assert app.titles() == ["Later, high", "Soon, none", "Never, high", "Done"]
    app.tap("Sort", "Sorting", "By due date")
    app.back()
    assert app.titles() == ["Soon, none", "Later, high", "Never, high", "Done"]
    app.tap("Sort", "Sorting", "By title")
    app.back()
    assert app.titles() == ["Later, high", "Never, high", "Soon, none", "Done"]


def test_groups_fold_and_a_new_grouping_begins_unfolded(app: App) -> None:
    app.add(1, "Old", dueDate=NOON - 3 * DAY, importance=0)
    app.add(2, "New", dueDate=NOON + DAY)
    app.add(3, "Far", dueDate=NOON + 9 * DAY)
    app.launch()
    app.group("By due date")
    assert app.titles() == ["Overdue", "Old", "Due Tomorrow", "New", "Due Oct 24", "Far"]
    app.tap("Overdue")
    assert app.titles() == ["Overdue", "Due Tomorrow", "New", "Due Oct 24", "Far"]
    app.group("By priority")
    assert app.titles() == ["High priority", "Old", "No priority", "New", "Far"]


def test_what_is_shown_follows_the_menu(app: App) -> None:
    app.add(1, "Open")
    app.add(2, "Done", completed=5)
    app.add(3, "Waiting", hideUntil=NOON + DAY)
    app.add(4, "Deleted", deleted=5)
    app.launch()
    assert app.titles() == ["Open", "Waiting", "Done"]
    app.menu("Show completed")
    assert app.titles() == ["Open", "Waiting"]
    app.menu("Show unstarted")
    assert app.titles() == ["Open"]


def test_clear_completed(app: App) -> None:
    app.add(1, "Open")
    app.add(2, "Done", completed=5)
    app.launch()
    app.menu("Clear completed")
    app.tap("OK")
    assert app.titles() == ["Open"]
    assert app.row(2, "deleted > 0") == (1,)


def test_search_looks_into_titles_notes_and_tags(app: App) -> None:
    app.add(1, "Stamps", notes="at the Post office")
    app.add(2, "Postcards")
    app.add(3, "Bread")
    app.launch()
    app.tap("Search")
    app.type("post")
    assert app.titles() == ["Postcards", "Stamps"]
    app.type("%")
    assert app.titles() == []
    app.tap("Collapse")
    assert len(app.titles()) == 3


def test_marked_tasks(app: App) -> None:
    for number, title in enumerate(("One", "Two", "Three"), 1):
        app.add(number, title)
    app.launch()
    app.long_press("One")
    app.tap("Two", "Change priority")
    radios = [e for e in app.phone.ui_elements() if e.class_name == "android.widget.RadioButton"]
    app.tap_element(radios[-1])
    app.tap("OK")
    assert [app.row(n, "importance")[0] for n in (1, 2, 3)] == [0, 0, 3]
    app.long_press("Three")
    app.menu("Select all")
    assert app.shows("3")
    app.menu("Delete")
    app.tap("OK")
    assert app.shows("3 deleted")
    assert app.query(DATABASE, "SELECT count(*) FROM tasks WHERE deleted = 0") == [(0,)]


def test_a_tag_is_made_and_becomes_a_list(app: App) -> None:
    app.add(1, "Stamps")
    app.add(2, "Bread")
    app.launch()
    app.long_press("Stamps")
    app.tap("Tags")
    app.enter("search_input", "Errands")
    app.tap('Create "Errands"')
    app.back()
    assert app.shows("Errands")
    app.drawer()
    app.tap("Errands")
    assert app.titles() == ["Stamps"]
    app.tap("Create new task")
    app.phone.windows.hide_keyboard()
    app.wait(300)
    app.tap("Dismiss")
    assert app.shows("Errands")  # a new task of this list has the tag


def test_a_list_is_made_renamed_and_deleted_with_its_tasks(app: App) -> None:
    app.launch()
    app.drawer()
    app.tap("add_item", nth=2)
    app.tap("Save")
    assert app.shows("Name cannot be empty")
    app.enter("name", "Garden")
    app.tap("Save")
    app.drawer()
    app.tap("Garden")
    app.new("Weed")
    app.tap("Save")
    assert app.titles() == ["Weed"]
    app.menu("List settings")
    app.tap("Delete", "OK")
    assert app.query(DATABASE, "SELECT count(*) FROM tasks") == [(0,)]
    assert not app.query(DATABASE, "SELECT 1 FROM caldav_lists WHERE cdl_name = 'Garden'")


def test_a_custom_filter(app: App) -> None:
    app.add(1, "Late and high", importance=0, dueDate=NOON - DAY)
    app.add(2, "Late", importance=2, dueDate=NOON - DAY)
    app.add(3, "High", importance=0)
    app.launch()
    app.drawer()
    app.tap("add_item")
    app.enter("name", "Urgent")
    app.tap("ADD CRITERIA", "Priority…", "High")
    app.tap("ADD CRITERIA", "Due By…", "Today")
    app.tap("Save")
    app.drawer()
    app.tap("Urgent")
    assert app.titles() == ["Late and high"]
    app.menu("Filter settings")
    app.tap("Due By: Today", "NOT", "OK", "Save")
    assert app.titles() == ["High"]


def test_a_reminder_rings_in_virtual_time_and_its_buttons_work(app: App) -> None:
    app.launch()
    app.new("Turn off the oven")
    app.tap("Dismiss", "No due date", "Today", "5 PM", "OK", "Save")
    app.press("HOME")
    app.wait(3_600_000)
    assert not app.phone.system.notifications.active()
    app.wait(1_600_000)
    (notice,) = app.phone.system.notifications.active()
    assert (notice.package, notice.title) == (PACKAGE, "Turn off the oven")
    app.phone.system.notifications.press_action(notice.key, 0)
    app.wait(500)
    assert app.row(1, "completed > 0") == (1,)
    assert not app.phone.system.notifications.active()


def test_a_snoozed_reminder_rings_again(app: App) -> None:
    app.launch()
    app.new("Walk")
    app.tap("Dismiss", "No due date", "Today", "5 PM", "OK", "Save")
    app.wait(6_000_000)
    (notice,) = app.phone.system.notifications.active()
    app.phone.system.notifications.press_action(notice.key, 1)
    app.wait(500)
    app.tap(next(text for text in app.texts() if text.startswith("For an hour")))
    assert not app.phone.system.notifications.active()
    app.drawer()
    assert app.shows("Snoozed")
    app.wait(3_700_000)
    assert len(app.phone.system.notifications.active()) == 1


def test_a_date_from_the_list_by_the_calendar(app: App) -> None:
    app.add(1, "Move house", dueDate=NOON)
    app.launch()
    app.tap("due_date", "Next month", "8", "OK")
    assert app.row(1, "dueDate") == (NOON + 24 * DAY,)
    app.tap("due_date", "Tomorrow", "CANCEL")
    assert app.row(1, "dueDate") == (NOON + 24 * DAY,)


def test_a_start_date_that_follows_the_due_date(app: App) -> None:
    app.add(1, "Pack", dueDate=NOON + 9 * DAY)
    app.launch()
    app.tap("Pack", "Dismiss", "No start date", "Week before due", "OK", "Save")
    assert app.row(1, "hideUntil") == (NOON + 2 * DAY - 12 * 3_600_000,)
    assert app.shows("Tue")


def test_subtasks_typed_in_the_edit_screen(app: App) -> None:
    app.launch()
    app.new("Party")
    app.tap("Dismiss", "Add subtask")
    app.type("Cake")
    app.phone.windows.hide_keyboard()
    app.wait(300)
    app.tap("Save")
    assert app.titles() == ["Party", "Cake"]
    assert app.row(2, "title, parent") == ("Cake", 1)
    app.tap("1")
    assert app.titles() == ["Party"]
    assert app.row(1, "collapsed") == (1,)


def test_settings_change_what_is_shown(app: App) -> None:
    app.add(1, "Soon", dueDate=NOON + 2 * DAY)
    app.launch()
    assert app.shows("Tue")
    app.drawer()
    app.tap("Settings", "Date and time", "Show full date")
    app.back(2)
    assert app.shows("Oct 17")


def put(app: App, **values: object) -> None:
    """Keep preferences as their pages do."""
    app.phone.host.context(PACKAGE).preferences().put(**values)


def top_of(app: App, name: str) -> int:
    """Return how far below the screen's top an element begins."""
    box = app.find(name).bbox_pixels
    assert box is not None
    return box.y_min


def test_the_bar_stands_at_the_top_where_that_is_chosen(app: App) -> None:
    app.add(1, "Soon")
    app.launch()
    assert top_of(app, "Sort") > 2000
    app.drawer()
    app.tap("Settings", "Task list options", "App bar position", "Top")
    app.back(2)
    assert top_of(app, "Sort") < 300
    app.tap("More options")
    assert app.shows("Clear completed")
    app.back()
    assert top_of(app, "Create new task") > 2000
    app.tap("Create new task")
    assert app.shows("Task name")


@pytest.mark.parametrize("collapse", [True, False])
def test_bars_leave_the_screen_unless_they_are_to_stay(app: App, collapse: bool) -> None:
    for number in range(1, 40):
        app.add(number, f"Task {number}")
    put(app, app_bar_collapse=collapse)
    app.launch()
    app.phone.swipe(540, 1800, 540, 600, 400)
    app.wait(1000)
    assert app.shows("Sort") is not collapse


@pytest.mark.parametrize(("mode", "typed"), [("0", False), ("1", True)])
def test_times_are_typed_where_that_is_chosen(app: App, mode: str, typed: bool) -> None:
    put(app, picker_mode_time=mode)
    app.launch()
    app.tap("Create new task", "No due date", "Pick time")
    assert app.shows("Minute") is typed


@pytest.mark.parametrize(("mode", "typed"), [("0", False), ("1", True)])
def test_dates_are_typed_where_that_is_chosen(app: App, mode: str, typed: bool) -> None:
    put(app, picker_mode_date=mode)
    app.add(1, "Soon", dueDate=NOON)
    app.start("org.tasks.reminders.SnoozeActivity", wait_ms=600)
    app.tap("Pick a date and time")
    assert app.shows("mm/dd/yyyy") is typed


def test_a_shared_text_becomes_a_task(app: App) -> None:
    app.shell(
        "am start -a android.intent.action.SEND -t text/plain "
        f"-n {PACKAGE}/com.todoroo.astrid.activity.ShareLinkActivity "
        "--es android.intent.extra.TEXT 'Read this'"
    )
    app.wait(600)
    app.tap("Save")
    assert app.row(1, "title") == ("Read this",)


# --- what is not as it should be


def test_survives_rotation_and_the_death_of_its_process(app: App) -> None:
    app.add(1, "Long title", notes="kept")
    app.launch()
    app.tap("Long title", "Dismiss")
    app.tap("No due date", "Tomorrow")
    app.shell("settings put system accelerometer_rotation 0; settings put system user_rotation 1")
    app.wait(500)
    assert app.shows("Tomorrow")
    app.shell("settings put system user_rotation 0")
    app.wait(500)
    app.press("HOME")
    app.shell(f"am kill {PACKAGE}")
    app.launch()
    app.tap("OK", "Save")
    assert app.row(1, "dueDate, notes") == (NOON + DAY, "kept")


def test_follows_what_adb_changes_under_it(app: App) -> None:
    app.add(1, "Before")
    app.launch()
    app.shell(f"sqlite3 {DATABASE} \"UPDATE tasks SET title = 'After'\"")
    app.wait(300)
    assert app.titles() == ["After"]
    app.tap("After")
    app.shell(f"sqlite3 {DATABASE} 'DELETE FROM tasks'")
    app.wait(300)
    app.back()
    assert app.shows("There are no tasks here.")


def test_a_database_pushed_by_androidworld(app: App) -> None:
    """It pulls the file, writes rows, deletes the folder and pushes the main file alone."""
    content = app.phone.pull(DATABASE)
    connection = sqlite3.connect(":memory:")
    connection.deserialize(content[:18] + b"\1\1" + content[20:])  # in memory there is no WAL
    marks = ", ".join("?" * 20)
    row = [1, "Pushed", 0, NOON, 0, 1, 1, 0, 0, "", 0, 0, 0, 0, 0, None, 0, "9" * 39, 0, 0]
    connection.execute(f"INSERT INTO tasks ({COLUMNS}) VALUES ({marks})", row)
    connection.commit()
    app.shell(f"rm -r {DATABASE}*")
    app.phone.push(DATABASE, connection.serialize(), mode=0o777)
    connection.close()
    app.shell(f"am force-stop {PACKAGE}")
    app.launch()
    assert app.titles() == ["Pushed"]
    assert app.shows("Today")


def test_rows_that_no_app_writes(app: App) -> None:
    app.add(1, "Its own parent", parent=1)
    app.add(2, "Circle one", parent=3)
    app.add(3, "Circle two", parent=2)
    app.add(4, "Long ago", dueDate=-(10**17), importance=99)
    app.add(5, "Far away", dueDate=10**17, hideUntil=10**17, recurrence="FREQ=NEVER")
    app.add(6, "Orphan", parent=77)
    app.add(7, "x" * 5000, notes="y" * 5000)
    app.launch()
    assert {"Long ago", "Far away", "Orphan"} <= set(app.titles())
    app.group("By due date")
    app.tap("Sort", "Subtasks", "By due date")
    app.back()
    app.tap("Long ago")
    assert app.shows("Delete task")


@pytest.mark.parametrize("by", ["By due date", "By priority", "By list"])
def test_groups_of_what_no_app_writes(app: App, by: str) -> None:
    app.launch()
    app.tap("Create new task")
    app.back(2)
    app.add(1, "Text", dueDate="a\x1eb\x1fc", importance="d\x1fe")
    app.add(2, "Far away", dueDate=2**62, importance=77)
    app.add(3, "Listed", dueDate=NOON)
    app.sql("UPDATE caldav_lists SET cdl_uuid = 'one' || char(30) || char(31)")
    app.sql("INSERT INTO caldav_tasks (cd_task, cd_calendar, cd_last_sync, cd_deleted, gt_moved, "
            "gt_remote_order) VALUES (3, 'one' || char(30) || char(31), 0, 0, 0, 0)")  # fmt: skip
    app.group(by)
    assert {"Text", "Far away", "Listed"} <= set(app.titles())
    assert by != "By list" or app.titles().index("Default list") < app.titles().index("Listed")


@pytest.mark.app_crashes
@pytest.mark.parametrize(
    "statement", ("DROP TABLE tasks", "UPDATE room_master_table SET identity_hash = 'x'")
)
def test_another_database_crashes_it_as_room_does(app: App, statement: str) -> None:
    app.shell(f'sqlite3 {DATABASE} "{statement}"')
    app.launch()
    crash = app.shell("logcat -d -b crash")
    assert PACKAGE in crash
    app.shell(f"pm clear {PACKAGE}")
    app.launch()
    assert app.shows("There are no tasks here.")


def test_five_thousand_tasks(app: App) -> None:
    values = ", ".join(
        f"({n}, 'Task {n:04}', 3, 0, 0, {n}, 1, 0, 0, '', 0, 0, 0, 0, 0, '', 0, '{n}', 0, 0)"
        for n in range(1, 5001)
    )
    statement = f"INSERT INTO tasks ({COLUMNS}) VALUES {values};"
    app.phone.push("/data/local/tmp/fill.sql", statement.encode())
    app.shell(f"sqlite3 {DATABASE} < /data/local/tmp/fill.sql")
    app.launch()
    assert app.titles()[:2] == ["Task 0001", "Task 0002"]
    assert len(app.titles()) < 40
    app.long_press("Task 0001")
    app.menu("Select all")
    assert app.shows("5000")


def test_a_backup_is_made_and_read_again() -> None:
    app = App()
    app.launch()
    app.add(1, "Stamps", notes="Two", dueDate=NOON + DAY)
    app.add(2, "Rye")
    app.sql("INSERT INTO tagdata (remoteId, name, td_order) VALUES ('77', 'Errands', -1)")
    app.sql("INSERT INTO tags (task, name, tag_uid, task_uid) VALUES (1, 'Errands', '77', '1')")
    app.start("org.tasks.preferences.fragments.Backups")
    app.tap("Backup now")
    folder = "/storage/emulated/0/Android/data/org.tasks/files/backups"
    assert app.shell(f"ls {folder}") == "user.231015-1534.json\n"
    assert app.shows("Last backup: Oct 15 3:34 PM")
    app.shell(f"cp {folder}/*.json /sdcard/Download/kept.json")
    app.sql("DELETE FROM tasks WHERE _id = 1")
    app.sql("DELETE FROM tagdata")
    app.tap("Import backup")
    app.tap("kept.json")
    told = "File kept.json contained 2 tasks.\n\n1 imported,\n1 already exist\n0 had errors\n"
    assert app.shows(told)
    app.tap("OK")
    rows = app.query(DATABASE, "SELECT title, notes, dueDate FROM tasks ORDER BY title")
    assert rows == [("Rye", "", 0), ("Stamps", "Two", NOON + DAY)]
    assert app.query(DATABASE, "SELECT name FROM tagdata") == [("Errands",)]
    tagged = "SELECT title FROM tags JOIN tasks ON tasks._id = tags.task WHERE tag_uid = '77'"
    assert app.query(DATABASE, tagged) == [("Stamps",)]


def test_backups_go_into_the_folder_that_was_chosen() -> None:
    app = App()
    app.launch()
    app.add(1, "Stamps")
    app.start("org.tasks.preferences.fragments.Backups")
    app.tap("Backup folder", "Movies", "USE THIS FOLDER", "Allow")
    assert app.shows("/storage/emulated/0/Movies")
    app.tap("Backup now")
    assert app.shell("ls /sdcard/Movies") == "user.231015-1534.json\n"


@pytest.mark.parametrize(
    ("content", "told"),
    [
        ("", "Invalid backup file"),
        ("[]", "Invalid backup file"),
        ('{"data": []}', "Invalid backup file"),
        ("[" * 5000, "Invalid backup file"),
        ('{"data": {}}', "contained 0 tasks"),
        ('{"data": {"tasks": [{"task": {"title": "No uid"}}, 7]}}', "1 had errors"),
        ('{"data": {"tasks": [{"task": {"remoteId": "1", "title": "Half"}}]}}', "1 had errors"),
        ('{"data": {"tasks": [{"task": {"remoteId": "\\ud800"}}]}}', "1 had errors"),
        ('{"data": {"tasks": [{"task": {"remoteId": "1", "dueDate": 1e999}}]}}', "1 had errors"),
        ('{"data": {"tasks": [{"task": {"remoteId": "1", "created": 9999999999999999999}}]}}', "1"),
    ],
)
def test_what_is_no_backup_adds_nothing(content: str, told: str) -> None:
    app = App()
    app.launch()
    app.phone.push("/sdcard/Download/bad.json", content.encode())
    app.start("org.tasks.preferences.fragments.Backups")
    app.tap("Import backup")
    app.tap("bad.json")
    assert told in " ".join([*app.texts(), *(app.phone.system.status_bar.toast or ())])
    assert app.query(DATABASE, "SELECT count(*) FROM tasks") == [(0,)]


def test_new_tasks_get_what_the_defaults_say() -> None:
    app = App()
    app.launch()
    app.start("org.tasks.preferences.fragments.TaskDefaults")
    for row, choice in (
        ("Default due date", "Tomorrow"),
        ("Default start date", "Day before due"),
        ("Default recurrence", "Every week"),
        ("Random reminders", "Daily"),
    ):
        app.scroll_to(row)
        app.tap(row, choice)
    app.tap("Default reminders", "When overdue", "When started", "OK")
    assert app.shows("When started, When due")
    app.launch()
    app.tap("Create new task")
    app.type("Water")
    app.tap("Save")
    sql = "SELECT dueDate / 86400000, hideUntil / 86400000, recurrence FROM tasks"
    assert app.query(DATABASE, sql) == [(NOON // DAY + 1, NOON // DAY, "FREQ=WEEKLY")]
    assert app.query(DATABASE, "SELECT type, time FROM alarms ORDER BY type") == [
        (1, 0), (2, 0), (3, DAY),
    ]  # fmt: skip


@pytest.mark.parametrize(("start", "until"), [(15, 17), (23, 17), (17, 15), (16, 15)])
def test_quiet_hours_put_reminders_off(start: int, until: int) -> None:
    app = App()
    app.launch()
    app.add(1, "Tea", dueDate=NOON + 4 * 3_600_000 + 1000)  # 16:00
    app.sql("INSERT INTO alarms (task, time, type) VALUES (1, 0, 2)")
    app.start("org.tasks.preferences.NotificationPreferences")
    app.scroll_to("No reminders during quiet hours")
    app.tap("No reminders during quiet hours")
    prefs = app.phone.windows.host.context(PACKAGE).preferences()
    prefs.put(notif_qstart_new=start * 3_600_000, notif_qend_new=until * 3_600_000)
    app.launch()
    app.stop()
    app.launch()
    app.wait(40 * 60_000)  # 16:14
    quiet = start <= 16 < until or (start > until and not until <= 16 < start)
    notices = app.phone.system.notifications
    assert [n.title for n in notices.active()] == ([] if quiet else ["Tea"])
    if quiet and until == 17:
        app.wait(50 * 60_000)  # 17:04
        assert [n.title for n in notices.active()] == ["Tea"]


def test_links_to_the_web_open_the_browser() -> None:
    app = App()
    app.start("org.tasks.preferences.HelpAndFeedback")
    app.tap("Issue tracker")
    assert app.phone.system.activities.top.package == "com.android.chrome"


def test_a_backup_that_cannot_be_written_is_told_of() -> None:
    app = App()
    app.launch()
    folder = "/sdcard/Android/data/org.tasks/files"
    app.shell(f"mkdir -p {folder}; touch {folder}/backups")
    app.start("org.tasks.preferences.fragments.Backups")
    app.tap("Backup now")
    package, words = app.phone.system.status_bar.toast or ("", "")
    assert package == PACKAGE and words.startswith("Error: ")
