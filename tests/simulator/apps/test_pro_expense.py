"""Pro Expense through its screen, and what it makes of databases and input it did not expect."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator

import pytest

from android_gym.simulator.apps.pro_expense.format import (
    amount_text,
    cents,
    date_range,
    plain_amount,
    row_date,
    week_range,
)
from android_gym.simulator.phone import Phone
from android_gym.simulator.system.keycodes import KEYCODES
from android_gym.simulator.ui.charts import LineChart
from android_gym.simulator.ui.view import View
from android_gym.testing.driver import AppDriver

PACKAGE = "com.arduia.expense"
DATABASE = f"/data/data/{PACKAGE}/databases/accounting.db"
COLUMNS = "expense_id, name, amount, category, note, created_date, modified_date"
OCTOBER = 1_696_500_000_000


class App(AppDriver):
    """Pro Expense on a phone of its own."""

    phone: Phone

    def __init__(self) -> None:
        super().__init__(Phone(), PACKAGE)

    def launch(self) -> None:
        """Start it and wait for the splash screen to go."""
        self.start(".ui.MainActivity", wait_ms=1500)

    def slide(self, name: str, dp: float) -> None:
        """Move a finger sideways over a row."""
        element = self.find(name)
        assert element is not None and element.bbox_pixels is not None, (name, self.texts())
        y = element.bbox_pixels.center[1]
        self.phone.swipe(540, y, 540 + dp * 2.625, y, 500)
        self.phone.advance(400)

    def go(self, destination: str) -> None:
        """Open the drawer and a destination."""
        button = next(
            e for e in self.phone.ui_elements() if e.class_name == "android.widget.ImageButton"
        )
        assert button.bbox_pixels is not None
        self.phone.tap(*button.bbox_pixels.center)
        self.tap(destination)

    def enter(self, name: str, text: str) -> None:
        """Types into a field."""
        self.tap(name)
        self.phone.type_text(text)
        self.phone.windows.hide_keyboard()

    def rows(self) -> list[tuple]:
        """Return the table, as a file on the phone holds it."""
        return self.query(DATABASE, f"SELECT {COLUMNS} FROM expense ORDER BY 1")

    def push_database(self, *statements: str, version: int = 6) -> None:
        """Replace the database by one made elsewhere."""
        connection = sqlite3.connect(":memory:")
        for statement in statements:
            connection.execute(statement)
        connection.execute(f"PRAGMA user_version = {version}")
        connection.commit()
        self.phone.system.activities.force_stop(PACKAGE)
        self.phone.push(DATABASE, connection.serialize())
        connection.close()

    def seed(self, *expenses: tuple[str, int, int, str]) -> None:
        """Add rows over the app's head, then start it."""
        self.launch()
        self.phone.system.activities.force_stop(PACKAGE)
        database = self.phone.system.databases.open(DATABASE, owner="shell")
        for index, (name, amount, category, note) in enumerate(expenses):
            moment = OCTOBER - index * 86_400_000
            database.execute(
                "INSERT INTO expense (name, amount, category, note, created_date, modified_date) "
                "VALUES (?, ?, ?, ?, ?, ?)",
                (name, amount, category, note, moment, moment),
            )
        self.phone.system.databases.close_owner("shell")
        self.launch()


TABLE = (
    "CREATE TABLE expense (expense_id INTEGER PRIMARY KEY AUTOINCREMENT NOT NULL, name TEXT, "
    "amount INTEGER, category INTEGER, note TEXT, created_date INTEGER, modified_date INTEGER)"
)


@pytest.fixture
def app() -> Iterator[App]:
    """Pro Expense as the prepared image has it, not started yet."""
    yield App()


# -- what it writes


@pytest.mark.parametrize(
    ("value", "shown"),
    [(1234, "12.34"), (1200, "12"), (1250, "12.5"), (1234567, "12,345.67"), (0, "0"), (5, "0.05")],
)
def test_amount_text(value: int, shown: str) -> None:
    assert amount_text(value) == shown
    assert cents(plain_amount(value)) == value


@pytest.mark.parametrize("text", ["", ".", "1e9", "-5", ",", "1,200", "$12", "12.345", "123456789"])
def test_amounts_that_are_none(text: str) -> None:
    assert cents(text) is None


def test_dates() -> None:
    import datetime as dt

    today = dt.date(2023, 10, 15)

    def at(*when: int) -> dt.datetime:
        return dt.datetime(*when, tzinfo=dt.UTC)  # type: ignore[misc]

    assert row_date(at(2023, 10, 15, 15, 34), today) == "Today 3:34 PM"
    assert row_date(at(2023, 10, 14, 0, 5), today) == "Yesterday 12:05 AM"
    assert row_date(at(2023, 9, 28), today) == "Sep 28"
    assert row_date(at(2023, 10, 3), today) == "2023 Oct 3"
    # Yesterday counts only within the month.
    assert row_date(at(2023, 9, 30, 12), dt.date(2023, 10, 1)) == "Sep 30"
    assert date_range(at(2023, 10, 1), at(2023, 10, 15)) == "2023 Oct 1 - 15"
    assert date_range(at(2022, 12, 30), at(2023, 1, 2)) == "2022 Dec 30 - 2023 Jan 2"
    assert week_range(at(2023, 10, 18)) == "OCT 15 - 22"
    assert week_range(at(2023, 10, 30)) == "OCT 29 - NOV 5"


# -- screens


def test_saving_inserts_one_row(app: App) -> None:
    app.launch()
    app.tap("fb_main_add")
    app.enter("edt_name", "Coffee beans")
    app.enter("edt_amount", "12.5")
    app.enter("edt_note", "from the market")
    app.tap("Social")
    app.tap("SAVE")
    assert app.shows("fb_main_add")
    ((number, name, amount, category, note, created, modified),) = app.rows()
    assert (number, name, amount, category, note) == (1, "Coffee beans", 1250, 5, "from the market")
    assert created >= modified > 1_697_384_000_000


def test_an_empty_amount_is_refused(app: App) -> None:
    app.launch()
    app.tap("fb_main_add")
    app.enter("edt_name", "Nothing")
    app.tap("SAVE")
    assert "Cost is Empty" in app.texts()
    assert app.rows() == []


@pytest.mark.parametrize(
    ("typed", "kept"),
    [
        ("1e9", "19"),
        ("-5", "5"),
        ("12.345", "12.34"),
        (",", ""),
        ("123456789", "12345678"),
        ("12.34", "12.34"),
    ],
)
def test_the_amount_field_drops_what_is_no_amount(app: App, typed: str, kept: str) -> None:
    app.launch()
    app.tap("fb_main_add")
    app.enter("edt_amount", typed)
    field = app.find("edt_amount")
    assert field is not None
    assert field.text == (kept or "Amount")


def test_fields_cut_what_is_too_long(app: App) -> None:
    app.launch()
    app.tap("fb_main_add")
    app.enter("edt_name", "x" * 30)
    app.enter("edt_note", "y" * 150)
    app.enter("edt_amount", "1")
    app.tap("SAVE")
    assert [(row[1], row[4]) for row in app.rows()] == [("x" * 20, "y" * 100)]


def test_repeat_mode_keeps_the_screen_for_the_next_row(app: App) -> None:
    app.launch()
    app.tap("fb_main_add")
    app.tap("cv_lock")
    for name in ("One", "Two"):
        app.enter("edt_name", name)
        app.enter("edt_amount", "3")
        app.tap("NEXT")
    assert [row[1] for row in app.rows()] == ["One", "Two"]
    assert "Expense Entry" in app.texts()


def test_update_keeps_the_date_of_creation(app: App) -> None:
    app.seed(("Rent", 90_000, 4, "flat"))
    (before,) = app.rows()
    app.tap("Rent")
    app.tap("EDIT")
    assert "Update Data" in app.texts()
    app.enter("edt_amount", "")
    app.tap("edt_amount")
    app.phone.keys.down(KEYCODES["CTRL_LEFT"])
    app.phone.press_key(KEYCODES["A"])
    app.phone.keys.up(KEYCODES["CTRL_LEFT"])
    app.phone.type_text("912.4")
    app.phone.windows.hide_keyboard()
    app.tap("UPDATE")
    (after,) = app.rows()
    assert after == (*before[:2], 91_240, *before[3:])


def test_detail_delete_removes_exactly_that_row(app: App) -> None:
    app.seed(("Rent", 90_000, 4, ""), ("Bus", 250, 7, ""), ("Tea", 300, 3, ""))
    app.tap("Bus")
    app.tap("btn_delete")
    assert {"Delete Items", "item", "will be deleted!"} <= set(app.texts())
    app.tap("CONFIRM")
    assert [row[1] for row in app.rows()] == ["Rent", "Tea"]


def test_cancelling_a_delete_keeps_the_row(app: App) -> None:
    app.seed(("Rent", 90_000, 4, ""))
    app.tap("Rent")
    app.tap("btn_delete")
    app.phone.press_key(KEYCODES["BACK"])
    assert len(app.rows()) == 1
    assert not app.shows("CONFIRM")


def test_logs_swipe_left_opens_a_row_and_long_press_too(app: App) -> None:
    app.seed(("Rent", 90_000, 4, ""), ("Bus", 250, 7, ""))
    app.go("Expense Logs")
    app.slide("Bus", -60)
    app.tap("imv_delete_icon", nth=1)  # below the row, which takes the tap
    assert app.shows("Expense Detail")
    app.back()
    app.slide("Bus", -120)
    app.tap("imv_delete_icon", nth=1)
    app.tap("CONFIRM")
    assert [row[1] for row in app.rows()] == ["Rent"]
    app.long_press("view_bg")
    app.tap("imv_delete_icon")
    assert app.shows("Delete Items")


def test_every_row_has_its_bin_in_the_tree(app: App) -> None:
    app.seed(("Rent", 90_000, 4, ""), ("Bus", 250, 7, ""))
    app.go("Expense Logs")
    bins = app.elements("imv_delete_icon")
    assert [element.is_clickable for element in bins] == [True, True]


def test_the_week_s_graph_ends_today_and_is_empty_without_expenses(app: App) -> None:
    app.launch()
    (graph,) = (v for v in _views(app) if isinstance(v, LineChart))
    assert graph.values == (None,) * 7
    now = app.phone.system.clock.now_ms()
    app.seed(("Tea", 300, 3, ""))
    app.phone.shell(f"sqlite3 {DATABASE} 'UPDATE expense SET modified_date = {now - 1000}'")
    app.phone.system.activities.force_stop(PACKAGE)
    app.launch()
    (graph,) = (v for v in _views(app) if isinstance(v, LineChart))
    assert graph.values == (3.0, *[None] * 6)  # it is Sunday
    assert graph.labels[-1] == "SA"


def _views(app: App) -> Iterator[View]:
    for window in app.phone.windows.windows():
        yield from window.root.walk()


def test_logs_swipe_right_selects_several(app: App) -> None:
    app.seed(("Rent", 90_000, 4, ""), ("Bus", 250, 7, ""), ("Tea", 300, 3, ""))
    app.go("Expense Logs")
    app.slide("Rent", 100)
    app.slide("Tea", 100)
    assert "2 items" in app.texts()
    app.tap("Delete")
    assert "2 items" in app.texts()
    app.tap("CONFIRM")
    assert [row[1] for row in app.rows()] == ["Bus"]


def test_logs_filter_by_order(app: App) -> None:
    app.seed(("First", 100, 3, ""), ("Second", 200, 3, ""))
    app.go("Expense Logs")
    assert app.texts().index("First") < app.texts().index("Second")
    app.tap("Filter")
    app.tap("ASC")
    app.tap("APPLY FILTER")
    assert app.texts().index("Second") < app.texts().index("First")


def test_clearing_brings_onboarding_back(app: App) -> None:
    app.launch()
    app.phone.clear(PACKAGE)
    assert not app.phone.system.files.exists(DATABASE)
    app.launch()
    app.tap("NEXT")
    app.tap("Euro")
    app.tap("CONTINUE")
    app.phone.advance(1500)
    assert "EUR" in app.texts()
    assert app.phone.system.files.exists(DATABASE)


def test_dark_by_default_and_light_on_demand(app: App) -> None:
    app.launch()
    assert app.phone.screenshot()[1800, 540].max() < 64
    app.go("Settings")
    app.tap("Theme Mode")
    app.tap("Light Theme")
    app.tap("RESTART")
    app.phone.advance(1500)
    assert app.phone.screenshot()[1800, 540].min() > 200


# -- what it did not expect


def test_rows_replaced_over_adb_show_at_the_next_start(app: App) -> None:
    app.launch()
    app.push_database(
        TABLE, f"INSERT INTO expense VALUES (7,'Pushed',100,3,'',{OCTOBER},{OCTOBER})"
    )
    app.launch()
    assert "Pushed" in app.texts()


@pytest.mark.parametrize("column", ["amount", "category", "created_date", "modified_date"])
def test_odd_values(app: App, column: str) -> None:
    now = app.phone.system.clock.now_ms()
    app.launch()
    for value in ("'abc'", "x'ff00'", "9e999"):
        app.shell(
            f"am force-stop {PACKAGE}; sqlite3 {DATABASE} "
            f"\"REPLACE INTO expense ({COLUMNS}) VALUES (1, 'Odd', 5, 3, '', {now}, {now}); "
            f'UPDATE expense SET {column} = {value}"'
        )
        app.launch()
        app.go("Expense Logs")
        app.go("Statistics")
        assert "Category Statistics" in app.texts()


def test_nulls_and_an_unknown_category(app: App) -> None:
    app.push_database(
        TABLE,
        f"INSERT INTO expense VALUES (1,NULL,NULL,99,NULL,NULL,{OCTOBER})",
        f"INSERT INTO expense VALUES (2,'Known',100,3,NULL,NULL,{OCTOBER + 1})",
        "INSERT INTO expense VALUES (3,'No date',100,3,NULL,NULL,NULL)",
    )
    app.launch()
    assert "Known" in app.texts()
    app.go("Expense Logs")
    app.go("Statistics")
    assert "Category Statistics" in app.texts()


@pytest.mark.parametrize(
    ("statements", "version"),
    [
        (("CREATE TABLE expense (id INTEGER)",), 6),
        (("CREATE TABLE recipes (name TEXT)",), 6),
        ((TABLE, "INSERT INTO expense VALUES (1,'Old',1,1,'',1,1)"), 3),
    ],
)
def test_foreign_and_old_schemas_are_made_anew(
    app: App, statements: tuple[str, ...], version: int
) -> None:
    app.push_database(*statements, version=version)
    app.launch()
    assert "Totals" in app.texts()
    assert app.rows() == []


@pytest.mark.parametrize(
    "content", [b"", b"no database at all", b"SQLite format 3\x00" + b"?" * 4096]
)
def test_a_file_that_is_no_database(app: App, content: bytes) -> None:
    app.phone.system.activities.force_stop(PACKAGE)
    app.phone.push(DATABASE, content)
    app.launch()
    assert "Totals" in app.texts()


def test_a_missing_database_is_made_anew(app: App) -> None:
    app.phone.system.activities.force_stop(PACKAGE)
    for end in ("", "-wal", "-shm"):
        if app.phone.system.files.exists(DATABASE + end):
            app.phone.system.files.remove(DATABASE + end)
    app.launch()
    assert app.rows() == []


@pytest.mark.parametrize(
    "name", ["\U0001f35c ramen", "\u05e7\u05e4\u05d4", 'O\'Hara "Q"', "a; DROP TABLE expense"]
)
def test_names_of_all_kinds(app: App, name: str) -> None:
    app.launch()
    app.tap("fb_main_add")
    app.enter("edt_name", name)
    app.enter("edt_amount", "1")
    app.tap("SAVE")
    assert [row[1] for row in app.rows()] == [name[:20]]
    assert name[:20] in app.texts()
    app.phone.screenshot()


@pytest.mark.slow
def test_a_hundred_thousand_rows(app: App) -> None:
    rows = ", ".join(
        f"({i},'Row {i}',{i % 5000 + 1},{i % 11 + 1},'',{OCTOBER + i},{OCTOBER + i})"
        for i in range(1, 100_001)
    )
    app.push_database(TABLE, f"INSERT INTO expense VALUES {rows}")
    app.launch()
    app.go("Expense Logs")
    assert "Row 100000" in app.texts()
    for _ in range(3):
        app.phone.swipe(540, 2000, 540, 600, 200)
        app.phone.advance(2000)
    assert "Row 100000" not in app.texts()


# -- in the middle of an entry


def test_the_entry_survives_rotation_and_the_death_of_its_process(app: App) -> None:
    app.launch()
    app.tap("fb_main_add")
    app.enter("edt_name", "Half written")
    app.phone.shell("settings put system accelerometer_rotation 0")
    app.phone.shell("settings put system user_rotation 1")
    assert app.phone.screenshot().shape == (1080, 2400, 3)
    assert "Half written" in app.texts()
    app.phone.shell("settings put system user_rotation 0")
    app.phone.press_key(KEYCODES["HOME"])
    assert app.phone.system.activities.kill(PACKAGE)
    app.launch()
    assert "Half written" in app.texts()
    app.enter("edt_amount", "2")
    app.tap("SAVE")
    assert [row[1] for row in app.rows()] == ["Half written"]


def test_force_stop_drops_the_entry(app: App) -> None:
    app.launch()
    app.tap("fb_main_add")
    app.enter("edt_name", "Lost")
    app.phone.shell(f"am force-stop {PACKAGE}")
    app.launch()
    assert "Lost" not in app.texts()
    assert app.rows() == []
