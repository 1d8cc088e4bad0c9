"""Keep: notes, lists, labels, archive, trash, reminders."""

from __future__ import annotations

import pytest

from android_gym.simulator.phone import Phone
from android_gym.testing.driver import AppDriver

PACKAGE = "com.google.android.keep"
DAY_MS = 24 * 3600 * 1000


class App(AppDriver):
    """The app on a phone of its own."""

    phone: Phone

    def __init__(self) -> None:
        super().__init__(Phone(), PACKAGE)
        self.start(".activities.BrowseActivity")

    def add(self, text: str, title: str = "") -> None:
        """Make a note."""
        self.tap("New text note")
        self.type(text)
        if title:
            self.tap("editable_title")
            self.type(title)
        self.tap("Navigate up")

    def add_list(self, *items: str) -> None:
        """Make a list, and stay in the editor."""
        self.tap("New list")
        self.type("\n".join(items))

    def items(self) -> list[tuple[str, int]]:
        sql = "SELECT text, is_checked FROM list_item ORDER BY order_in_parent"
        return [(text, checked) for text, checked in self.query("keep.db", sql)]

    def go(self, place: str) -> None:
        self.tap("Open navigation drawer", place)


@pytest.fixture
def app() -> App:
    return App()


def test_a_note_is_kept_as_it_is_typed(app: App) -> None:
    app.tap("New text note")
    app.type("Milk")
    assert app.query("keep.db", "SELECT text FROM list_item") == [("Milk",)]
    app.shell(f"am force-stop {PACKAGE}")
    app.start(".activities.BrowseActivity")
    assert app.shows("Milk")


def test_an_empty_note_is_thrown_away(app: App) -> None:
    app.tap("New text note", "Navigate up")
    assert app.shows("Empty note discarded")
    assert not app.query("keep.db", "SELECT 1 FROM tree_entity")
    assert not app.query("keep.db", "SELECT 1 FROM list_item")


def test_changes_are_undone_and_made_again(app: App) -> None:
    app.tap("New text note")
    app.type("Milk")
    app.tap("editable_title")
    app.type("Shop")
    app.tap("Undo")
    assert app.find("editable_title").text != "Shop"
    for _ in range(10):
        if app.find("Undo").is_enabled:
            app.tap("Undo")
    assert app.query("keep.db", "SELECT title, text FROM tree_entity, list_item") == [("", "")]
    while app.find("Redo").is_enabled:
        app.tap("Redo")
    assert app.query("keep.db", "SELECT title, text FROM tree_entity, list_item") == [
        ("Shop", "Milk")
    ]


def test_items_are_added_ticked_moved_and_removed(app: App) -> None:
    app.add_list("Milk", "Bread", "Tea")
    assert app.items() == [("Milk", 0), ("Bread", 0), ("Tea", 0)]
    app.tap("checkbox")
    assert app.items()[0] == ("Milk", 1)
    assert app.shows("1 checked item")
    app.tap("1 checked item")
    assert not app.shows("Milk")
    app.back()  # the keyboard
    handles = app.elements("drag_handle")
    x, y = handles[0].bbox_pixels.center
    app.phone.swipe(x, y, x, y + 160, 500)
    app.wait(300)
    assert [text for text, checked in app.items() if not checked] == ["Tea", "Bread"]
    app.tap("Delete list item")
    assert [text for text, checked in app.items() if not checked] == ["Bread"]
    app.tap("Action", "Delete checked items")
    assert app.items() == [("Bread", 0)]


def test_a_note_becomes_a_list_and_a_note_again(app: App) -> None:
    app.add("Milk\nBread")
    app.tap("Milk\nBread", "Add", "Checkboxes")
    assert app.items() == [("Milk", 0), ("Bread", 0)]
    app.tap("Add", "Hide checkboxes")
    assert app.items() == [("Milk\nBread", 0)]


def test_labels_are_made_chosen_renamed_and_deleted(app: App) -> None:
    app.add("Milk")
    app.tap("Milk", "Action", "Labels")
    app.type("Home")
    app.tap("Create “Home”", "Navigate up", "Navigate up")
    app.add("Report")
    app.go("Home")
    assert app.shows("Milk")
    assert not app.shows("Report")
    app.go("Edit labels")
    app.enter("label_name", " alone")
    app.tap("Navigate up")
    assert app.query("keep.db", "SELECT name FROM label") == [("Home alone",)]
    app.go("Edit labels")
    app.tap("Delete label", "Delete")
    assert not app.query("keep.db", "SELECT 1 FROM note_label")


def test_archive_trash_and_back(app: App) -> None:
    app.add("Milk")
    app.long_press("Milk")
    app.menu("Archive")
    assert not app.shows("Milk")
    app.go("Archive")
    app.tap("Milk", "Unarchive")
    app.go("Notes")
    app.tap("Milk", "Action", "Delete")
    assert app.shows("Note moved to trash")
    app.go("Trash")
    app.tap("Milk", "Restore")
    app.go("Notes")
    assert app.shows("Milk")


def test_a_swipe_archives_a_note_until_undone(app: App) -> None:
    def states() -> list[tuple[object, ...]]:
        return app.query("keep.db", "SELECT title, is_archived, is_pinned FROM tree_entity")

    app.add("Two pints", "Milk")
    app.add("One loaf", "Bread")
    app.long_press("Milk")
    app.tap("Pin")
    before = states()
    for title, distance in (("Bread", 400), ("Milk", 400), ("Milk", -400)):
        app.drag(title, dx=distance)
        assert app.shows("Note archived") and not app.shows(title)
        app.tap("Undo")
        assert states() == before, title
    # A short, slow swipe does nothing; neither does one where notes are marked or searched.
    bounds = app.find("Bread").bbox_pixels
    assert bounds is not None
    x, y = bounds.center
    app.phone.swipe(x, y, x + 60, y, 2000)
    app.long_press("Milk")
    app.drag("Bread", dx=400)
    app.back()
    app.tap("Search your notes")
    app.type("Bread")
    app.drag("One loaf", dx=400)
    assert states() == before
    app.back()
    app.back()
    app.drag("Bread", dx=400)
    app.go("Archive")
    app.drag("Bread", dx=400)
    assert app.shows("Bread")


def test_undo_pins_what_archive_and_trash_have_unpinned(app: App) -> None:
    app.add("Milk")
    app.add("Bread")
    app.long_press("Milk")
    app.tap("Pin")
    for act in ("Archive", "Delete"):
        app.long_press("Bread")
        app.tap("Milk")
        app.menu(act)
        assert not app.shows("Milk")
        app.tap("Undo")
        after = app.query("keep.db", "SELECT is_archived, is_trashed, is_pinned FROM tree_entity")
        assert after == [(0, 0, 1), (0, 0, 0)], act


def test_a_single_card_is_as_wide_as_those_in_pairs(app: App) -> None:
    for title in ("Bread", "Milk", "Salt"):
        app.add("-", title)
    cards = [app.find(f"{title}. -").bbox_pixels for title in ("Bread", "Milk", "Salt")]
    assert len({card.width for card in cards if card is not None}) == 1


def test_the_trash_is_emptied_by_hand_and_after_a_week(app: App) -> None:
    for text in ("Milk", "Bread"):
        app.add(text)
        app.tap(text, "Action", "Delete")
        app.wait(3000)
    app.go("Trash")
    app.long_press("Milk")
    app.menu("Delete forever")
    app.tap("Delete")
    assert app.query("keep.db", "SELECT text FROM list_item") == [("Bread",)]
    app.press("HOME")
    app.phone.advance(8 * DAY_MS)
    app.start(".activities.BrowseActivity")
    assert not app.query("keep.db", "SELECT 1 FROM tree_entity")


def test_pinned_notes_come_first_and_colours_are_searched_for(app: App) -> None:
    app.add("Milk")
    app.add("Bread")
    app.long_press("Milk")
    app.tap("Change color", "Sand")
    app.long_press("Milk")
    app.tap("Pin")
    tops = [app.find(text).bbox_pixels.y_min for text in ("Pinned", "Milk", "Others", "Bread")]
    assert tops == sorted(tops)
    app.tap("open_search_bar_text_view", "Sand")
    assert app.shows("Milk")
    assert not app.shows("Bread")
    app.back(2)
    app.tap("open_search_bar_text_view")
    app.type("bre")
    assert app.shows("Bread")
    assert not app.shows("Milk")


def test_a_reminder_becomes_a_notification(app: App) -> None:
    app.add("Milk")
    app.tap("Milk", "Reminder", "Tomorrow morning")
    assert app.shows("Tomorrow, 8:00 AM")
    app.press("HOME")
    app.phone.advance(DAY_MS)
    [posted] = app.phone.system.notifications.active()
    assert posted.title == "Milk"
    app.phone.system.notifications.press(posted.key)
    app.wait(500)
    assert app.find("edit_note_text").text == "Milk"


def test_what_others_send_becomes_a_note(app: App) -> None:
    component = f"{PACKAGE}/.activities.ShareReceiverActivity"
    app.shell(f"am start -n {component} --es android.intent.extra.TEXT Milk")
    app.wait(500)
    assert app.find("edit_note_text").text == "Milk"


def test_rows_that_adb_has_spoilt_do_no_harm(app: App) -> None:
    app.add("Milk")
    path = f"/data/data/{PACKAGE}/databases/keep.db"
    app.shell(
        f"sqlite3 {path} \"UPDATE tree_entity SET title = 5, color_name = 9, type = 'x', "
        f"user_edited_timestamp = 'y'; UPDATE list_item SET text = NULL\""
    )
    app.tap("5")
    assert app.find("editable_title").text == "5"
