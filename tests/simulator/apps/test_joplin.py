"""Joplin: lists, notes, the editor, the search, notebooks, the trash, and odd databases."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from typing import Any

import pytest

from android_gym.simulator.apps.joplin import search
from android_gym.simulator.apps.joplin.editing import default_title
from android_gym.simulator.phone import Phone
from android_gym.testing.driver import AppDriver

PACKAGE = "net.cozic.joplin"
DATABASE = f"/data/data/{PACKAGE}/databases/joplin.sqlite"
NOW_MS = 1_697_384_040_000
"""15 October 2023, 15:34 UTC: what the phone's clock begins with."""


def quoted(text: str) -> str:
    return "'" + text.replace("'", "''") + "'"


class Joplin(AppDriver):
    """Joplin on a phone of its own."""

    phone: Phone

    def __init__(self, phone: Phone | None = None) -> None:
        super().__init__(phone or Phone(), PACKAGE)

    def launch(self) -> None:
        """Open the app."""
        self.start(".MainActivity")

    def sql(self, statement: str) -> str:
        """Run SQL by adb."""
        self.phone.push("/data/local/tmp/run.sql", statement.encode())
        printed = self.shell(f"sqlite3 {DATABASE} < /data/local/tmp/run.sql").strip()
        self.wait(300)
        return printed

    def folder(self, number: str, title: str, parent: str = "") -> None:
        """Add a notebook by adb."""
        self.sql(
            "INSERT INTO folders (id, title, parent_id, created_time, updated_time) VALUES "
            f"({quoted(number)}, {quoted(title)}, {quoted(parent)}, 1, 1);"
        )

    def note(self, number: str, title: str, body: str = "", **more: Any) -> None:
        """Add a note by adb, with its row in the index, as a task's set-up does."""
        row = {"id": number, "parent_id": "f1", "title": title, "body": body, "is_todo": 0}
        row |= {"todo_completed": 0, "user_updated_time": NOW_MS - 1000} | more
        times = {"created_time": 1, "updated_time": 1}
        index = {**row, "title": title.lower(), "body": body.lower()}
        index.pop("deleted_time", None)
        self.sql(_insert("notes", {**row, **times}) + _insert("notes_normalized", index))

    def rows(self, sql: str) -> list[tuple[Any, ...]]:
        """Query the database."""
        return self.query("joplin.sqlite", sql)

    def titles(self) -> list[str]:
        """Texts on the screen that are no icons and stand below the bar."""
        found = []
        for element in self.phone.ui_elements():
            box, text = element.bbox_pixels, element.text or ""
            below = box is not None and box.y_min > 260
            if below and text and element.class_name == "android.widget.TextView":
                if ord(text[0]) < 0xF0000:
                    found.append(text)
        return found

    def type(self, text: str, wait_ms: int = 800) -> None:
        """Type into the focused field, and wait until that is saved."""
        self.phone.type_text(text)
        self.wait(wait_ms)


def _insert(table: str, row: dict[str, Any]) -> str:
    values = ", ".join(str(v) if isinstance(v, int) else quoted(v) for v in row.values())
    return f"INSERT INTO {table} ({', '.join(row)}) VALUES ({values});"


@pytest.fixture
def app() -> Joplin:
    """Joplin with two notebooks and some notes, opened."""
    made = Joplin()
    made.folder("f1", "Work")
    made.folder("f2", "Recipes")
    made.note("n1", "Old plan", "Nothing new", user_updated_time=NOW_MS - 9000)
    made.note("n2", "New plan", "- one\n- two", user_updated_time=NOW_MS - 1000)
    made.note("n3", "Ring Ann", is_todo=1, user_updated_time=NOW_MS - 8000)
    made.note("n4", "Pay rent", is_todo=1, todo_completed=5, user_updated_time=NOW_MS - 500)
    made.note("n5", "Soup", "300 g leeks", parent_id="f2")
    made.sql("INSERT INTO settings VALUES ('activeFolderId', 'f1', 2);")
    made.launch()
    return made


# --- lists


def test_open_todos_stand_first_and_the_newest_above(app: Joplin) -> None:
    assert app.titles() == ["Ring Ann", "Pay rent", "New plan", "Old plan"]
    boxes = {e.content_description: e.is_checked for e in app.phone.ui_elements() if e.is_checkable}
    assert boxes == {"to-do: Ring Ann": False, "to-do: Pay rent": True}


def test_ticking_a_todo_keeps_the_time_and_sorts_again(app: Joplin) -> None:
    app.tap("to-do: Ring Ann")
    (done,) = app.rows("SELECT todo_completed FROM notes WHERE id = 'n3'")[0]
    assert NOW_MS < done < NOW_MS + 60_000
    assert app.rows("SELECT todo_completed FROM notes_normalized WHERE id = 'n3'") == [(done,)]
    assert app.titles() == ["Ring Ann", "Pay rent", "New plan", "Old plan"]
    app.tap("to-do: Pay rent")
    assert app.rows("SELECT todo_completed FROM notes WHERE id = 'n4'") == [(0,)]
    assert app.titles()[0] == "Pay rent"


def test_the_order_is_chosen_and_kept(app: Joplin) -> None:
    app.tap("Sort notes by")
    assert app.shows("\u2b24 Updated Date") and app.shows("\u2713 [ Reverse sort order ]")
    app.tap("Title")
    app.tap("Sort notes by", "\u2713 [ Uncompleted to-dos on top ]")
    assert app.titles() == ["Ring Ann", "Pay rent", "Old plan", "New plan"]
    app.tap("Sort notes by", "\u2713 [ Show completed to-dos ]")
    app.tap("Sort notes by", "\u2713 [ Reverse sort order ]")
    assert app.titles() == ["New plan", "Old plan", "Ring Ann"]
    app.stop()
    app.launch()
    assert app.titles() == ["New plan", "Old plan", "Ring Ann"]
    kept = app.shell(f"cat /data/data/{PACKAGE}/files/settings.json")
    assert '"notes.sortOrder.field": "title"' in kept and '"uncompletedTodosOnTop": false' in kept


def test_notebooks_are_shown_from_the_menu_and_remembered(app: Joplin) -> None:
    app.tap("Sidebar")
    assert [t for t in app.texts() if t in ("Recipes", "Work", "Notebooks")] == [
        "Notebooks",
        "Recipes",
        "Work",
    ]
    app.tap("Recipes")
    assert app.titles() == ["Soup"]
    app.shell(f"am force-stop {PACKAGE}")
    app.launch()
    assert app.titles() == ["Soup"]
    app.tap("Sidebar", "All notes")
    assert len(app.titles()) == 5


def test_the_menu_closes_by_back_by_a_tap_beside_it_and_by_a_swipe(app: Joplin) -> None:
    for close in ("back", "tap", "swipe"):
        app.phone.swipe(72, 1200, 500, 1200, 200)
        app.wait(300)
        assert app.shows("Synchronise") and not app.shows("Ring Ann")
        if close == "back":
            app.press("BACK")
        elif close == "tap":
            app.phone.tap(1000, 1200)
        else:
            app.phone.swipe(900, 1200, 300, 1200, 200)
        app.wait(300)
        assert not app.shows("Synchronise") and app.shows("Ring Ann")
    app.phone.swipe(500, 1200, 900, 1200, 200)
    assert not app.shows("Synchronise")


def test_marked_notes_are_moved_copied_and_deleted(app: Joplin) -> None:
    app.long_press("Old plan")
    app.tap("New plan")
    app.tap("Duplicate")
    assert sorted(app.titles())[:4] == ["New plan", "New plan (1)", "Old plan", "Old plan (1)"]
    app.long_press("Old plan (1)")
    app.tap("Move to notebook...", "Recipes")
    assert app.shows('Move 1 notes to notebook "Recipes"?')
    app.tap("OK")
    assert app.rows("SELECT parent_id FROM notes WHERE title = 'Old plan (1)'") == [("f2",)]
    app.long_press("New plan (1)")
    app.tap("Select all", "Delete")
    assert app.shows("There are currently no notes. Create one by clicking on the (+) button.")
    gone = app.rows("SELECT count(*) FROM notes WHERE deleted_time > 0")
    assert gone == [(5,)]
    assert app.rows("SELECT count(*) FROM notes_normalized") == [(2,)]


def test_the_trash_gives_back_and_is_emptied(app: Joplin) -> None:
    app.long_press("Old plan")
    app.tap("Delete")
    app.tap("Sidebar", "\U0001f5d1\ufe0f Trash")
    assert app.titles() == ["Old plan"] and not app.shows("Add new")
    app.long_press("Old plan")
    app.tap("Restore")
    assert app.rows("SELECT deleted_time FROM notes WHERE id = 'n1'") == [(0,)]
    app.sql("UPDATE notes SET deleted_time = 5 WHERE id IN ('n1', 'n2');")
    app.tap("Sidebar")
    app.long_press("\U0001f5d1\ufe0f Trash")
    app.tap("EMPTY TRASH", "OK")
    assert app.rows("SELECT id FROM notes ORDER BY id") == [("n3",), ("n4",), ("n5",)]


# --- a note


def test_a_note_is_shown_as_a_page(app: Joplin) -> None:
    app.tap("New plan")
    assert app.titles() == ["\u2022", "one", "\u2022", "two"]
    assert app.shows("Work") and app.shows("Actions")
    app.press("BACK")
    assert app.shows("Ring Ann")


def test_typing_is_saved_after_half_a_second_and_indexed(app: Joplin) -> None:
    app.tap("Old plan", "Edit")
    app.phone.type_text(" Über")
    assert app.rows("SELECT body FROM notes WHERE id = 'n1'") == [("Nothing new",)]
    app.wait(600)
    assert app.rows("SELECT body FROM notes WHERE id = 'n1'") == [("Nothing new Über",)]
    assert app.rows("SELECT body FROM notes_normalized WHERE id = 'n1'") == [("nothing new uber",)]
    (updated,) = app.rows("SELECT user_updated_time FROM notes WHERE id = 'n1'")[0]
    assert updated > NOW_MS
    app.tap("Undo")
    app.wait(600)
    assert app.rows("SELECT body FROM notes WHERE id = 'n1'") == [("Nothing new",)]
    app.tap("Redo")
    app.press("BACK")  # the keyboard
    app.press("BACK")  # the editor
    assert app.shows("Edit") and app.titles() == ["Nothing new Über"]


def test_what_is_typed_survives_the_process(app: Joplin) -> None:
    app.tap("Old plan", "Edit")
    app.phone.type_text("!")
    app.stop()
    assert app.rows("SELECT body FROM notes WHERE id = 'n1'") == [("Nothing new!",)]
    app.launch()
    assert app.shows("Nothing new!")


def test_a_new_note_is_called_by_its_first_line_and_goes_if_it_stays_empty(app: Joplin) -> None:
    app.tap("Add new", "New note")
    assert app.rows("SELECT count(*) FROM notes") == [(6,)]
    app.press("BACK")  # the keyboard
    app.press("BACK")  # the note, which has no text to show
    assert app.shows("Ring Ann")
    assert app.rows("SELECT count(*) FROM notes") == [(5,)]
    app.tap("Add new", "New note")
    app.type("# Fair **day**")
    app.phone.press_key(66)
    app.type("with tea")
    assert app.rows("SELECT title, body, parent_id, is_todo FROM notes WHERE title LIKE 'F%'") == [
        ("Fair day", "# Fair **day**\nwith tea", "f1", 0)
    ]


def test_a_new_todo_begins_with_its_title(app: Joplin) -> None:
    app.tap("Add new", "New to-do")
    app.type("Water plants")
    row = "SELECT title, is_todo, source, source_application FROM notes WHERE title LIKE 'Water%'"
    assert app.rows(row) == [("Water plants", 1, "joplin", "net.cozic.joplin-mobile")]
    (number,) = app.rows("SELECT id FROM notes WHERE title LIKE 'Water%'")[0]
    assert len(number) == 32 and set(number) <= set("0123456789abcdef")


def test_the_toolbar_changes_the_text(app: Joplin) -> None:
    app.tap("Old plan", "Edit")
    app.tap("Unordered list")
    app.phone.press_key(66)
    app.type("more")
    assert app.rows("SELECT body FROM notes WHERE id = 'n1'") == [("- Nothing new\n- more",)]
    app.tap("Unordered list", "Bold")
    app.wait(600)
    assert app.rows("SELECT body FROM notes WHERE id = 'n1'") == [("- Nothing new\nmore****",)]
    app.tap("Link")
    app.enter("Link description", "site")
    app.tap_element(next(e for e in app.elements("URL") if e.is_editable))
    app.phone.type_text("https://a.b")
    app.tap("DONE")
    app.wait(600)
    (body,) = app.rows("SELECT body FROM notes WHERE id = 'n1'")[0]
    assert "[site](https://a.b)" in body


def test_find_and_replace(app: Joplin) -> None:
    app.sql("UPDATE notes SET body = 'ant Bee ant' WHERE id = 'n1';")
    app.tap("Old plan", "Edit")
    strip = next(
        e for e in app.phone.ui_elements() if e.is_scrollable and "Horiz" in (e.class_name or "")
    )
    assert strip.bbox_pixels is not None
    y = strip.bbox_pixels.center[1]
    for _ in range(3):
        app.phone.swipe(1000, y, 100, y, 300)
        app.wait(500)
    app.tap("Find and replace", "Show advanced")
    app.enter("Search for...", "ANT")
    app.enter("Replace with...", "cat")
    app.tap("Replace all")
    app.wait(600)
    assert app.rows("SELECT body FROM notes WHERE id = 'n1'") == [("cat Bee cat",)]
    app.tap("Case sensitive")
    app.tap("Replace all")
    app.tap("Close")
    assert not app.shows("Case sensitive")


def test_a_task_in_the_text_is_ticked_from_the_page(app: Joplin) -> None:
    app.sql("UPDATE notes SET body = 'Bring:\n\n- [ ] rope\n- [x] map' WHERE id = 'n1';")
    app.tap("Old plan")
    boxes = [e for e in app.phone.ui_elements() if e.is_checkable]
    assert [box.is_checked for box in boxes] == [False, True]
    app.tap_element(boxes[0])
    assert app.rows("SELECT body FROM notes WHERE id = 'n1'") == [
        ("Bring:\n\n- [x] rope\n- [x] map",)
    ]


def test_links_lead_to_notes(app: Joplin) -> None:
    app.sql("UPDATE notes SET body = 'See [the soup](:/n5) first' WHERE id = 'n1';")
    app.tap("Old plan")
    app.tap("the soup")
    assert app.shows("300 g leeks")


def test_the_menu_of_a_note(app: Joplin) -> None:
    app.tap("Old plan", "Actions", "Convert to todo")
    assert app.rows("SELECT is_todo FROM notes WHERE id = 'n1'") == [(1,)]
    app.tap("Actions", "Properties")
    assert any(text.startswith("Updated: 15/10/2023 15:34") for text in app.texts())
    app.tap("OK", "Actions", "Copy Markdown link")
    assert app.phone.system.clipboard.text == "[Old plan](:/n1)"
    app.tap("Work", "Recipes")
    assert app.rows("SELECT parent_id FROM notes WHERE id = 'n1'") == [("f2",)]
    app.tap("Actions", "Delete")
    assert app.rows("SELECT deleted_time > 0 FROM notes WHERE id = 'n1'") == [(1,)]
    assert app.shows("Ring Ann")


def test_tags_are_made_ticked_and_listed(app: Joplin) -> None:
    app.tap("Old plan", "Actions", "Tags")
    app.enter("tag1, tag2, ...", "Urgent, home ")
    app.tap("OK")
    assert app.rows("SELECT title FROM tags ORDER BY title") == [("home",), ("urgent",)]
    app.tap("Actions", "Tags", "home", "OK")
    linked = "SELECT title FROM tags JOIN note_tags ON tag_id = tags.id WHERE note_id = 'n1'"
    assert app.rows(linked) == [("urgent",)]
    app.tap("Back", "Sidebar", "Tags")
    assert app.titles() == ["urgent"]
    app.tap("urgent")
    assert app.titles() == ["Old plan"]


def test_an_alarm_rings(app: Joplin) -> None:
    app.tap("Ring Ann", "Actions", "Set alarm", "SET DATE", "OK", "OK", "SAVE ALARM", "Allow")
    (due,) = app.rows("SELECT todo_due FROM notes WHERE id = 'n3'")[0]
    assert NOW_MS < due < NOW_MS + 3_700_000
    app.wait(due - NOW_MS + 60_000)
    assert [n.title for n in app.phone.system.notifications.active() if n.package == PACKAGE] == [
        "Ring Ann"
    ]


# --- searching


def found(app: Joplin, query: str) -> list[str]:
    """Search anew and return the titles that are found."""
    app.launch()
    while not app.shows("Sidebar"):
        app.press("BACK")
    app.tap("Search")
    app.type(query, 400)
    return [t for t in app.titles() if t != query]


@pytest.mark.parametrize(
    ("query", "titles"),
    [
        ("PLAN", ["New plan", "Old plan"]),
        ("pl", ["New plan", "Old plan"]),
        ("plan nothing", ["Old plan"]),
        ("leeks", ["Soup"]),
        ("plan -old", ["New plan"]),
        ("title:leeks", []),
        ("body:leeks", ["Soup"]),
        ("notebook:Rec*", ["Soup"]),
        ("type:todo", ["Pay rent", "Ring Ann"]),
        ("iscompleted:0", ["Ring Ann"]),
        ('"g leeks"', ["Soup"]),
        ("/0 G l", ["Soup"]),
        ("any:1 soup rent", ["Pay rent", "Soup"]),
        ("- * ( NEAR \" ' :", []),
    ],
)
def test_searches(app: Joplin, query: str, titles: list[str]) -> None:
    assert found(app, query) == titles


def test_a_search_waits_for_the_typing_and_is_cleared(app: Joplin) -> None:
    app.tap("Search")
    app.phone.type_text("soup")
    assert not app.shows("Soup")
    app.wait(300)
    assert app.shows("Soup")
    app.tap("Clear")
    assert not app.shows("Soup")


@pytest.mark.parametrize("query", ["", "   ", "-", '"', "title:", "type:x", "created:20231399"])
def test_queries_that_ask_for_nothing(query: str) -> None:
    assert search.condition(query, NOW_MS) is None


def test_accents_and_capitals_do_not_matter_to_the_index() -> None:
    assert search.normalise("Crème BRÛLÉE") == "creme brulee"
    made = search.condition("日本", NOW_MS)
    assert made is not None and "LIKE" in made.sql


@pytest.mark.parametrize(
    ("body", "title"),
    [
        ("", ""),
        ("\n\n## A *b*", "A b"),
        ("- [ ] milk\nx", "milk"),
        ("[word](http://a)", "word"),
        ("x" * 500, "x" * 80),
    ],
)
def test_titles_from_texts(body: str, title: str) -> None:
    assert default_title(body) == title


# --- notebooks


def test_a_notebook_is_made_renamed_and_deleted(app: Joplin) -> None:
    app.tap("Sidebar", "New Notebook")
    app.enter("Enter notebook title", "Trips")
    app.tap("Select parent notebook", "Work", "Save changes")
    made = app.rows("SELECT id, parent_id FROM folders WHERE title = 'Trips'")
    assert made[0][1] == "f1" and app.shows("Trips")
    app.tap("Sidebar")
    app.long_press("Trips")
    assert app.shows("Notebook: Trips")
    app.tap("EDIT")
    app.enter("Trips", "Tours")
    app.tap("Save changes", "Sidebar", "Collapse")
    assert not app.shows("Tours")
    app.tap("Expand")
    app.long_press("Work")
    app.tap("DELETE", "OK")
    assert app.rows("SELECT title FROM folders WHERE deleted_time = 0") == [("Recipes",)]
    assert app.rows("SELECT count(*) FROM notes WHERE deleted_time = 0") == [(1,)]
    app.long_press("Work")
    app.tap("RESTORE")
    assert app.rows("SELECT count(*) FROM notes WHERE deleted_time = 0") == [(5,)]


def test_without_a_notebook_one_can_be_made(app: Joplin) -> None:
    app.sql("DELETE FROM folders;")
    assert app.shows("You currently have no notebooks.") and not app.shows("Add new")
    app.tap("CREATE A NOTEBOOK")
    assert app.shows("Edit notebook")


# --- settings


def test_settings_take_effect_when_they_are_saved(app: Joplin) -> None:
    app.tap("Sidebar", "Configuration", "Appearance")
    app.tap("Light", "Dark")
    before = app.phone.screenshot(54, 120).mean()
    app.tap("Save changes")
    assert app.phone.screenshot(54, 120).mean() < before - 100
    app.tap("Back", "General", "DD/MM/YYYY", "YYYY-MM-DD", "Back", "Back")
    assert app.shows("There are unsaved changes.")
    app.tap("Discard changes")
    assert app.shows("Ring Ann")
    kept = app.shell(f"cat /data/data/{PACKAGE}/files/settings.json")
    assert '"theme": 2' in kept and "dateFormat" not in kept


@pytest.mark.parametrize("content", ["", "{", "[]", '{"theme": "x", "notes.sortOrder.field": 3}'])
def test_settings_that_are_none(app: Joplin, content: str) -> None:
    app.phone.push(f"/data/data/{PACKAGE}/files/settings.json", content.encode())
    app.shell(f"am force-stop {PACKAGE}")
    app.launch()
    assert app.titles()[0] == "Ring Ann"


# --- what was not expected


def test_a_cleared_app_has_a_notebook_of_its_own() -> None:
    app = Joplin()
    app.launch()
    assert app.shows("You currently have no notebooks.")
    app.shell(f"pm clear {PACKAGE}")
    app.launch()
    assert app.shows("Welcome!") and app.titles()[0] == "1. Welcome to Joplin!"
    app.shell(f"sqlite3 {DATABASE} 'DELETE FROM notes; DELETE FROM folders'")
    app.shell(f"am force-stop {PACKAGE}")
    app.launch()
    assert app.shows("You currently have no notebooks.")


def test_a_database_of_a_newer_version_is_refused(app: Joplin) -> None:
    app.sql("UPDATE version SET version = 47;")
    app.shell(f"am force-stop {PACKAGE}")
    app.launch()
    assert any("Unknown profile version" in text for text in app.texts())
    app.tap("OK")
    assert app.rows("SELECT count(*) FROM notes") == [(5,)]


def test_adb_deletes_the_open_note(app: Joplin) -> None:
    app.tap("Old plan", "Edit")
    app.phone.type_text("x")
    app.sql("DELETE FROM notes WHERE id = 'n1';")
    app.wait(1000)
    assert app.shows("Back") and not app.shows("Nothing newx")
    app.tap("Back")
    assert app.rows("SELECT id FROM notes WHERE id = 'n1'") == []


def test_adb_changes_the_open_note(app: Joplin) -> None:
    app.tap("Old plan")
    app.sql("UPDATE notes SET body = 'From outside' WHERE id = 'n1';")
    assert app.titles() == ["From outside"]


@pytest.mark.parametrize(
    "body",
    [
        "A word or two, and [a link](https://example.org) in **bold**.\n" * 16_000,
        ("- an item that is written out in some words, and fills a line\n") * 16_000,
        "x" * 1_000_000,
        "[" * 1_000_000,
        "> " * 500_000,
    ],
    ids=["lines", "items", "word", "brackets", "quotes"],
)
def test_a_note_of_a_megabyte(app: Joplin, body: str) -> None:
    """Pushed with its database, as tasks do; it is shown, scrolled and edited."""
    app.shell(f"am force-stop {PACKAGE}")
    image = bytearray(app.phone.pull(DATABASE))
    image[18:20] = b"\x01\x01"
    with closing(sqlite3.connect(":memory:")) as database:
        database.deserialize(bytes(image))
        database.execute("UPDATE notes SET body = ? WHERE id = 'n1'", (body,))
        database.commit()
        app.phone.push(DATABASE, database.serialize())
    app.launch()
    app.tap("Old plan")
    assert len(app.phone.ui_elements()) < 200
    app.phone.swipe(500, 1800, 500, 600, 100)
    app.wait(500)
    assert len(app.phone.ui_elements()) < 200
    if "\n" not in body:
        return  # lines of a million letters take their time in an editor
    app.tap("Edit")
    app.type("z")
    (length,) = app.rows("SELECT length(body) FROM notes WHERE id = 'n1'")[0]
    assert length == len(body) + 1


def lists(count: int) -> int:
    """Return how many steps of SQLite it takes to scroll in a list of so many notes."""
    app = Joplin()
    app.folder("f1", "Work")
    app.sql(
        f"WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < {count}) "
        "INSERT INTO notes (id, parent_id, title, created_time, updated_time, user_updated_time) "
        "SELECT printf('%032d', i), 'f1', 'Note ' || i, 1, 1, i FROM n;"
    )
    app.launch()
    assert app.titles()[0] == f"Note {count}"
    app.phone.ui_elements()
    before = app.phone.system.databases.ticks
    app.phone.swipe(500, 1500, 500, 1000, 300)
    app.wait(500)
    app.phone.ui_elements()
    return app.phone.system.databases.ticks - before


def test_scrolling_asks_the_database_nothing_more_for_a_long_list() -> None:
    assert lists(2_000) <= 1.5 * max(1, lists(60))
