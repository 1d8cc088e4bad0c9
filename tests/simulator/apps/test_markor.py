"""Markor through its screen, and what it makes of files and input it did not expect."""

from __future__ import annotations

import re
import shlex

import numpy as np
import pytest

from android_gym.accessibility import UIElement
from android_gym.simulator.apps.markor.colors import highlights
from android_gym.simulator.apps.markor.edits import Edited, apply, continue_list, difference
from android_gym.simulator.apps.markor.markdown import page
from android_gym.simulator.apps.markor.model import kind_of, size_text
from android_gym.simulator.apps.markor.screens.settings_pages import PAGES, PARENTS
from android_gym.simulator.apps.markor.storage import Notebook
from android_gym.simulator.phone import Phone
from android_gym.simulator.system.keycodes import KEYCODES
from android_gym.simulator.ui.widgets import TextView
from android_gym.testing.driver import AppDriver

PACKAGE = "net.gsantner.markor"
FOLDER = "/storage/emulated/0/Documents/Markor"
EDITOR = "document__fragment__edit__highlighting_editor"
ROW = "opoc_filesystem_item__root"


class App(AppDriver):
    """Markor on a phone of its own, with some notes."""

    phone: Phone

    def __init__(self, **notes: str) -> None:
        super().__init__(Phone(), PACKAGE)
        self.shell(f"settings put system time_12_24 24; mkdir -p {FOLDER}")
        for name, text in notes.items():
            self.phone.push(f"{FOLDER}/{name.replace('__', '.')}", text.encode())

    def launch(self) -> None:
        """Start it."""
        self.start(f"{PACKAGE}.activity.MainActivity")

    def elements(self, name: str | re.Pattern[str]) -> list[UIElement]:
        """List the elements of this name, or the row of this file."""
        rows = [
            e
            for e in super().elements(ROW)
            if (e.content_description or "").partition(" ")[2].startswith(f"{name} ")
        ]
        return rows or super().elements(name)

    def shown(self) -> list[str]:
        """List all texts and descriptions on the screen."""
        return [t for e in self.phone.ui_elements() for t in (e.text, e.content_description) if t]

    def rows(self) -> list[str]:
        """List kind and name of each row."""
        said = (e.content_description or "" for e in super().elements(ROW))
        return [re.sub(r" (\d\d/\d\d/\d{4}, \d\d:\d\d)?$", "", text) for text in said]

    def write(self, text: str) -> None:
        """Type where the focus is, and wait until Save can be tapped."""
        self.type(text)
        self.wait(700)

    def note(self) -> str:
        """Return what the editor shows."""
        return self.text(EDITOR)

    def read(self, name: str) -> str:
        """Read a file."""
        return self.phone.pull(f"{FOLDER}/{name}").decode()

    def names(self) -> list[str]:
        """List the folder."""
        return self.phone.system.files.listdir(FOLDER)

    def new(self, name: str) -> None:
        """Make a note by the round button."""
        self.tap("fab_add_new_item", "new_file_dialog__name")
        self.type(name)
        self.tap("OK")


# -- the browser


def test_rows_and_title() -> None:
    app = App(b__md="two", A__txt="one")
    app.phone.shell(f"mkdir {FOLDER}/zoo; touch {FOLDER}/.dot")
    app.launch()
    assert app.rows() == ["Folder ..", "Folder zoo", "File .dot", "File A.txt", "File b.md"]
    assert app.shows("Markor")
    app.tap("zoo")
    assert app.shows("> zoo")
    assert app.shows("¯\\_(ツ)_/¯")
    app.back()
    assert app.shows("Markor")


def test_back_twice_leaves() -> None:
    app = App()
    app.launch()
    app.back()
    assert app.shows("Press 'Back' again to exit")
    app.back()
    assert app.phone.system.activities.top.package != PACKAGE  # type: ignore[union-attr]


def test_back_after_a_while_asks_again() -> None:
    app = App()
    app.launch()
    for _ in range(3):
        app.back()
        app.phone.advance(2500)
    assert app.phone.system.activities.top.package == PACKAGE  # type: ignore[union-attr]


@pytest.mark.parametrize(
    ("order", "first"), [("Date", "old.md"), ("Size", "small.md"), ("Reverse order", "small.md")]
)
def test_sort_orders(order: str, first: str) -> None:
    app = App()
    app.phone.push(f"{FOLDER}/small.md", b"1", mtime_ms=1_690_000_000_000)
    app.phone.push(f"{FOLDER}/big.md", b"1" * 50, mtime_ms=1_680_000_000_000)
    app.phone.push(f"{FOLDER}/old.md", b"1" * 20, mtime_ms=1_600_000_000_000)
    app.launch()
    app.tap("Sort by")
    app.tap(order)
    assert app.rows()[1] == f"File {first}"


def test_pulling_the_list_down_reads_the_folder_anew() -> None:
    app = App(a__md="1")
    app.launch()
    app.phone.push(f"{FOLDER}/new.md", b"")
    assert "File new.md" not in app.rows()
    app.phone.swipe(540, 1000, 540, 1600, 500)
    app.phone.advance(500)
    assert "File new.md" in app.rows()


def test_delete_several() -> None:
    app = App(a__md="1", b__md="2", c__md="3")
    app.launch()
    app.long_press("a.md")
    app.tap("c.md")
    assert app.rows() == ["Folder ..", "Selected a.md", "File b.md", "Selected c.md"]
    app.tap("Delete")
    assert app.text("message").startswith(
        "Do you really want to delete this Documents?\n\n\n/storage/"
    )
    app.tap("OK")
    assert app.names() == ["b.md"]


def test_rename_keeps_times_and_refuses_a_taken_name() -> None:
    app = App()
    app.phone.push(f"{FOLDER}/a.md", b"text", mtime_ms=1_600_000_000_000)
    app.phone.push(f"{FOLDER}/b.md", b"other")
    app.launch()
    app.long_press("a.md")
    app.tap("Rename")
    assert app.text("new_name") == "a.md"
    for name in ("A.md", "b.md", "c.md"):
        app.phone.windows.focused_field().set_text(name, 4)  # type: ignore[union-attr]
        app.tap("OK")
        if name != "c.md":
            assert app.shows("File/folder already exists! Please use a different name")
            assert app.find("button1").is_enabled is False
    assert app.names() == ["b.md", "c.md"]
    assert app.phone.system.files.stat(f"{FOLDER}/c.md").mtime_ms == 1_600_000_000_000


@pytest.mark.parametrize(("how", "left"), [("Move", False), ("Copy", True)])
def test_move_and_copy(how: str, left: bool) -> None:
    app = App(a__md="text")
    app.phone.shell(f"mkdir {FOLDER}/one")
    app.launch()
    app.long_press("a.md")
    app.tap("More options")
    app.tap(how)
    assert app.shows(f"{how} → markor")
    app.tap("one")
    app.tap("ui__filesystem_dialog__button_ok")
    assert app.read("one/a.md") == "text"
    assert ("a.md" in app.names()) == left


@pytest.mark.parametrize(
    ("how", "files"),
    [
        ("Keep both", {"a.md": "old", "a_1.md": "new"}),
        ("Overwrite", {"a.md": "new"}),
        ("Skip", {"a.md": "old"}),
    ],
)
def test_a_move_onto_a_taken_name_asks(how: str, files: dict[str, str]) -> None:
    app = App(a__md="new")
    app.phone.push(f"{FOLDER}/one/a.md", b"old")
    app.launch()
    app.long_press("a.md")
    app.tap("More options")
    app.tap("Move")
    app.tap("one")
    app.tap("ui__filesystem_dialog__button_ok")
    assert app.shows("'a.md' already exists in one")
    app.tap(how)
    found = {n: app.read(f"one/{n}") for n in app.phone.system.files.listdir(f"{FOLDER}/one")}
    assert found == files
    assert ("a.md" in app.names()) == (how == "Skip")


def test_search_in_contents_opens_the_line() -> None:
    app = App(a__md="one\ntwo\nneedle here\n", b__md="nothing")
    app.launch()
    app.tap("Search")
    app.write("NEEDLE")
    app.tap("Search in content")
    app.tap("OK")
    app.tap("a.md:3")
    app.write("X")
    assert app.note() == "one\ntwo\nXneedle here\n"


def test_a_search_on_a_phone_on_its_side_has_all_its_options() -> None:
    app = App(a__md="needle")
    app.launch()
    app.phone.shell("settings put system accelerometer_rotation 0")
    app.phone.shell("settings put system user_rotation 1")
    app.tap("Search")
    assert app.phone.windows.keyboard_shown and not app.shows("Search in content")
    app.phone.swipe(1200, 280, 1200, 40, 300)
    app.wait(1000)
    app.tap("Search in content")
    assert app.find("search_in_content").is_checked


# -- new files


@pytest.mark.parametrize(
    ("kind", "made"),
    [
        (None, "my note.md"),
        ("Plain Text", "my note.txt"),
        ("todo.txt", "my note.todo.txt"),
        ("None", "my note"),
    ],
)
def test_type_decides_the_extension(kind: str | None, made: str) -> None:
    app = App()
    app.launch()
    app.tap("fab_add_new_item")
    if kind is not None:
        app.tap("Markdown")
        app.tap(kind)
    app.tap("new_file_dialog__name")
    app.write("my note")
    app.tap("OK")
    assert app.names() == [made]
    assert app.note() == ""


def test_name_and_extension_are_put_together_as_they_are() -> None:
    app = App()
    app.launch()
    app.new("foo.txt")
    assert app.names() == ["foo.txt.md"]


def test_a_blank_name_makes_nothing() -> None:
    app = App()
    app.launch()
    app.new("  ")
    assert app.names() == []
    assert app.shows("fab_add_new_item")


def test_nothing_is_overwritten() -> None:
    app = App(a__md="kept")
    app.launch()
    app.new("a")
    assert app.note() == "kept"


def test_a_folder_has_no_extension() -> None:
    app = App()
    app.launch()
    app.tap("fab_add_new_item")
    app.write("stuff")
    app.tap("FOLDER")
    assert app.rows() == ["Folder ..", "Folder stuff"]


@pytest.mark.parametrize("name", ['a"b', "a:b/c", "50%", "<x>", "who?"])
def test_characters_that_are_refused(name: str) -> None:
    app = App()
    app.launch()
    app.new(name)
    kept = "".join(c for c in name if c not in '<|[\\?*:"/]>`$%;=&#@')
    assert app.names() == [f"{kept}.md"]


@pytest.mark.parametrize("name", ["it's me", "日本 😀", "x" * 252, "a  b"])
def test_unusual_names(name: str) -> None:
    app = App()
    app.launch()
    app.new(name)
    assert app.names() == [f"{name}.md"]
    app.write("text")
    app.tap("Save")
    assert app.read(f"{name}.md") == "text"


def test_a_name_of_256_bytes_makes_nothing() -> None:
    app = App()
    app.launch()
    app.new("x" * 253)
    assert app.names() == []
    assert app.shows("fab_add_new_item")


@pytest.mark.parametrize("name", ["a'b.md", 'a"b.md', "a b.md", "a\nb.md", "😀.md", "y" * 255])
def test_files_of_any_name_can_be_opened_and_deleted(name: str) -> None:
    app = App()
    app.phone.shell(f"echo text > {FOLDER}/{shlex.quote(name)}")
    app.launch()
    app.tap(name)
    assert app.note() == "text\n"
    app.back()
    app.long_press(name)
    app.tap("Delete")
    app.tap("OK")
    assert app.names() == []


# -- the editor


def test_save_writes_at_once() -> None:
    app = App(a__md="text")
    app.launch()
    app.tap("a.md")
    assert app.find("Save").is_enabled is False
    app.write(" more")
    app.tap("Save")
    assert app.read("a.md") == "text more"
    assert app.find("Save").is_enabled is False


@pytest.mark.parametrize("key", ["BACK", "HOME", "APP_SWITCH"])
def test_leaving_saves(key: str) -> None:
    app = App(a__md="text")
    app.launch()
    app.tap("a.md")
    app.write("!")
    app.phone.press_key(KEYCODES[key])
    assert app.read("a.md") == "text!"


def test_a_force_stop_does_not_save() -> None:
    app = App(a__md="text")
    app.launch()
    app.tap("a.md")
    app.write("!")
    app.phone.shell(f"am force-stop {PACKAGE}")
    assert app.read("a.md") == "text"


def test_next_to_nothing_is_not_saved_by_itself() -> None:
    app = App(a__md="text")
    app.launch()
    app.tap("a.md")
    for _ in range(4):
        app.phone.press_key(KEYCODES["DEL"])
    assert app.note() == ""
    app.back()
    assert app.read("a.md") == "text"
    app.tap("a.md")
    for _ in range(4):
        app.phone.press_key(KEYCODES["DEL"])
    app.phone.advance(700)
    app.tap("Save")
    assert app.read("a.md") == ""


def test_reading_leaves_the_times_alone() -> None:
    app = App()
    app.phone.push(f"{FOLDER}/a.md", b"text", mtime_ms=1_600_000_000_000)
    before = app.phone.system.files.stat(f"{FOLDER}/a.md")
    app.launch()
    app.tap("a.md")
    app.back()
    assert app.phone.system.files.stat(f"{FOLDER}/a.md") == before


def test_a_change_from_outside_is_read_on_return() -> None:
    app = App(a__md="text")
    app.launch()
    app.tap("a.md")
    app.phone.press_key(KEYCODES["HOME"])
    app.phone.advance(1000)
    app.phone.push(f"{FOLDER}/a.md", b"changed outside")
    app.phone.press_key(KEYCODES["APP_SWITCH"])
    task = app.phone.system.activities.tasks
    document = next(t for t in task if t.top.component.endswith("DocumentActivity"))
    app.phone.system.activities.move_to_front(document.id)
    assert app.note() == "changed outside"


def test_undo_and_redo() -> None:
    app = App(a__md="one")
    app.launch()
    app.tap("a.md")
    app.write(" two")
    app.write("\nthree")
    texts = [app.note()]
    for _ in range(3):
        app.tap("Undo")
        texts.append(app.note())
    assert texts[0] == "one two\nthree"
    assert texts[-1] == "one"
    for _ in range(3):
        app.tap("Redo")
    assert app.note() == "one two\nthree"


def test_a_byte_order_mark_is_kept() -> None:
    app = App()
    app.phone.push(f"{FOLDER}/a.md", b"\xef\xbb\xbftext")
    app.launch()
    app.tap("a.md")
    assert app.note() == "text"
    app.write("!")
    app.tap("Save")
    assert app.phone.pull(f"{FOLDER}/a.md") == b"\xef\xbb\xbftext!"


def test_bytes_that_are_no_text_stay_unless_edited() -> None:
    app = App()
    app.phone.push(f"{FOLDER}/a.md", b"\xff\xfe\x00bad")
    app.launch()
    app.tap("a.md")
    app.back()
    assert app.phone.pull(f"{FOLDER}/a.md") == b"\xff\xfe\x00bad"


def test_view_mode_and_back() -> None:
    app = App(a__md="# Title\n\nsome **bold** words\n\n- item\n")
    app.launch()
    app.tap("a.md")
    app.tap("View mode")
    assert {"Title", "some bold words", "item"} <= set(app.shown())
    app.back()
    app.tap("a.md")
    assert app.shows("Edit mode"), "the mode is remembered"
    app.tap("Edit mode")
    assert app.note().startswith("# Title")


def test_share_as_text_offers_apps() -> None:
    app = App(a__md="shared words")
    app.launch()
    app.tap("a.md")
    app.tap("More options")
    app.tap("Share")
    app.tap("Plain Text")
    assert "shared words" in app.shown()


def test_a_large_note() -> None:
    text = ("0123456789 " * 9 + "\n") * 10_000
    app = App(big__md=text)
    app.launch()
    app.tap("big.md")
    app.write("end")
    app.tap("Save")
    assert app.read("big.md") == text + "end"


def test_a_folder_that_goes_away() -> None:
    app = App()
    app.phone.push(f"{FOLDER}/sub/a.md", b"text")
    app.launch()
    app.tap("sub")
    app.tap("a.md")
    app.write("!")
    app.phone.shell(f"rm -rf {FOLDER}")
    app.tap("Save")
    assert app.read("sub/a.md") == "text!", "a note is never lost"
    app.back()
    app.phone.shell(f"rm -rf {FOLDER}/sub")
    app.tap("a.md")
    assert app.rows() == ["Folder .."]
    app.new("b")
    assert app.names() == ["b.md"]


def test_shared_text_is_appended() -> None:
    app = App()
    app.phone.shell(
        f"am start -n {PACKAGE}/.activity.DocumentActivity -a android.intent.action.SEND "
        "-t text/plain -e android.intent.extra.TEXT 'buy milk'"
    )
    app.phone.advance(500)
    assert app.shows("Share to...")
    app.tap("To-Do")
    assert app.read("todo.txt") == "buy milk\n"


@pytest.mark.parametrize("uri", ["file:///nothing", "content://", "file://[", "x:"])
def test_odd_documents(uri: str) -> None:
    app = App()
    app.phone.shell(f"am start -n {PACKAGE}/.activity.DocumentActivity -d {shlex.quote(uri)}")
    app.phone.advance(500)
    app.phone.screenshot(108, 240)


# -- first start


def test_first_start_after_clearing() -> None:
    app = App()
    app.phone.shell(f"pm clear {PACKAGE}")
    app.launch()
    for title in ("Main View", "View", "Share -> Markor", "To-Do"):
        assert app.shows(title)
        app.tap("NEXT")
    app.tap("DONE")
    assert app.shows("Storage permission required to read and write files")
    app.tap("OK")
    app.back()
    assert app.shows("Storage permission required to read and write files")
    app.tap("OK")
    app.tap("Allow access to manage all files")
    app.back()
    assert app.shows("fab_add_new_item")


# -- texts


@pytest.mark.parametrize(
    ("action", "before", "after"),
    [
        ("bold", "word", "**word**"),
        ("unordered", "a", "- a"),
        ("unordered", "- a", "a"),
        ("ordered", "a", "1. a"),
        ("checkbox", "a", "- [ ] a"),
        ("checkbox", "- [ ] a", "- [x] a"),
        ("h2", "# a", "## a"),
        ("indent", "a", "    a"),
        ("deindent", "\ta", "a"),
        ("quote", "a", "> a"),
        ("delete_lines", "a", ""),
        ("todo_checkbox", "a", "x a"),
    ],
)
def test_actions(action: str, before: str, after: str) -> None:
    new = apply(action, Edited(before, 0, len(before)))
    assert new is not None and new.text == after


def test_lines_move() -> None:
    text = "one\ntwo\nthree"
    assert apply("line_down", Edited(text, 0, 0)) == Edited("two\none\nthree", 4, 4)
    assert apply("line_up", Edited(text, 13, 13)) == Edited("one\nthree\ntwo", 9, 9)
    assert apply("line_up", Edited(text, 0, 0)) == Edited(text, 0, 0)


@pytest.mark.parametrize(
    ("line", "added"),
    [("- a", "- "), ("  * a", "  * "), ("9. a", "10. "), ("- [x] a", "- [ ] "), ("plain", "")],
)
def test_enter_goes_on_with_lists(line: str, added: str) -> None:
    text = line + "\n"
    assert continue_list(Edited(text, len(text), len(text))).text == text + added


def test_enter_after_an_empty_item_ends_the_list() -> None:
    assert continue_list(Edited("- a\n- \n", 7, 7)).text == "- a\n"


def test_difference_takes_one_text_to_the_other() -> None:
    rng = np.random.default_rng(0)
    for _ in range(500):
        old, new = ("".join(rng.choice(list("ab\n"), size=rng.integers(0, 9))) for _ in range(2))
        start, removed, added = difference(old, new)
        assert old[start : start + len(removed)] == removed
        assert old[:start] + added + old[start + len(removed) :] == new


def test_pages_of_anything() -> None:
    rng = np.random.default_rng(0)
    signs = list("#*_-`|[]()>~ \n1.!ax:")
    for _ in range(300):
        page("".join(rng.choice(signs, size=60)), "markdown", lambda target: None)


@pytest.mark.parametrize(
    ("name", "kind"),
    [("a.md", "markdown"), ("todo.txt", "todotxt"), ("a.txt", "plaintext"), ("a", None),
     (".md", None), ("a.png", None), ("a.todo.txt", "todotxt"), ("a.CSV", "csv")],
)  # fmt: skip
def test_formats(name: str, kind: str | None) -> None:
    assert kind_of(name) == kind


def test_sizes() -> None:
    assert [size_text(n) for n in (0, 20, 1536, 1 << 20)] == [
        "0 Bytes",
        "20 Bytes",
        "1.5 KB",
        "1 MB",
    ]


def test_a_page_of_markdown() -> None:
    text = """# Title #

A **bold _both_** end with\\*
and `*code*`, ![alt *text*](x.png), \\# no <b>tag</b>.

[Link](https://a.org) and https://b.org

3. three
   - [x] done
   - [ ] open

> quoted

    indented

| a | b |
|---|---|
| `1` | 2 |
"""
    app = App(a__md=text)
    app.launch()
    app.tap("a.md")
    app.tap("View mode")
    shown = app.shown()
    assert "A bold both end with* and *code*, alt text, # no <b>tag</b>." in shown
    for part in ("Title", "Link", "https://b.org", "3.", "three", "done", "open", "quoted"):
        assert part in shown, part
    assert {"indented", "a", "b", "1", "2"} <= set(shown)
    boxes = [e.is_checked for e in app.phone.ui_elements() if e.is_checkable]
    assert boxes == [True, False]


def test_a_link_on_a_page_opens_a_document() -> None:
    app = App(a__md="see [the other](b.md) note", b__md="found it")
    app.launch()
    app.tap("a.md")
    app.tap("View mode")
    app.tap("the other")
    assert app.note() == "found it"


def words_of_a_page(app: App) -> dict[str, tuple[int, int, int, int]]:
    """Return the bounds of words on the screen by their texts."""
    app.shown()
    words = (
        view
        for window in app.phone.windows.accessible_windows()
        if window.kind == "application"
        for view in window.root.walk()
        if isinstance(view, TextView)
    )
    return {view.text.rstrip("\u00a0"): view.frame_on_screen for view in words}


def test_words_of_mixed_styles_stand_as_in_a_sentence() -> None:
    app = App(a__md="Pack the **tent**, and go.")
    app.launch()
    app.tap("a.md")
    app.tap("View mode")
    words = words_of_a_page(app)
    assert words["the"][2] == words["tent"][0] and words["tent"][2] == words[","][0]
    app.shell("settings put global debug.force_rtl 1")
    assert words_of_a_page(app)["tent"] == words["tent"]


# -- beside the real one


def keyboard(app: App) -> bool:
    packages = {e.package_name or "" for e in app.phone.ui_elements()}
    return any("inputmethod" in package for package in packages)


def test_the_keyboard_stays_after_new_file_and_is_away_after_a_folder() -> None:
    app = App(a__md="x")
    app.launch()
    app.tap("a.md")
    assert not keyboard(app)
    app.back()
    app.tap("fab_add_new_item")
    app.enter("new_file_dialog__name", "b")
    app.tap("OK")
    assert app.note() == ""
    assert keyboard(app)
    app.back(2)
    app.tap("fab_add_new_item")
    app.enter("new_file_dialog__name", "c")
    app.tap("FOLDER")
    assert not keyboard(app)


def test_a_date_is_inserted_in_the_format_chosen_and_remembered() -> None:
    app = App(a__md="")
    app.launch()
    app.tap("a.md", "Date and time", "Choose format", "dd.MM.yyyy")
    assert app.text("formatted_example") == "15.10.2023"
    app.tap("always_use_current_datetime_checkbox", "Pick date", "20 October 2023", "OK")
    assert app.text("formatted_example") == "20.10.2023"
    app.tap("OK")
    assert app.note() == "20.10.2023"
    app.tap("Date and time")
    assert app.text("datetime_format_input") == "yyyy-MM-dd HH:mm"
    app.tap("Last used", "get_format_instead_date_or_time_checkbox", "OK")
    assert app.note() == "20.10.2023dd.MM.yyyy"


def test_what_is_no_format_can_not_be_inserted() -> None:
    app = App(a__md="")
    app.launch()
    app.tap("a.md", "Date and time", "datetime_format_input")
    app.type("Q")
    assert not app.find("OK").is_enabled


@pytest.mark.parametrize(
    ("button", "inserted"),
    [
        ("HEXCODE", "#F04B4B"),
        ("FOREGROUND", "<span style='color:#F04B4B;'></span>"),
        ("BACKGROUND", "<span style='background-color:#F04B4B;'></span>"),
    ],
)
def test_colours_are_inserted(button: str, inserted: str) -> None:
    app = App(a__md="")
    app.launch()
    app.tap("a.md", "Attach", "Color", button)
    assert app.note() == inserted


def test_search_and_replace_counts_and_replaces() -> None:
    app = App(a__md="one two one")
    app.launch()
    app.tap("a.md", "Special Key")
    app.tap("Search / Replace")
    app.enter("search_input", "one")
    assert app.text("match_count_or_error") == "2 Matches"
    app.enter("replace_input", "1")
    app.tap("replace_once")
    assert app.text("match_count_or_error") == "1 Matches"
    app.tap("enable_regex")
    app.enter("search_input", "(")
    assert app.text("match_count_or_error") == "Search or replace pattern error."
    app.back(2)
    assert app.note() == "1 two one"


def test_a_scheme_colours_the_editor_and_what_is_no_colour_is_refused() -> None:
    app = App(a__md="x")
    app.launch()
    app.menu("Settings")
    app.tap("Other")
    app.scroll_to("Basic color scheme")
    app.tap("Basic color scheme", "Solarized", "BG Light")
    app.type("red")
    app.tap("OK")
    assert "#FCF5E4" in app.texts()
    app.back(3)
    app.tap("a.md")
    assert tuple(app.phone.screenshot(270, 600)[300, 200]) == (0xFC, 0xF5, 0xE4)


def test_the_last_warning_stands_above_the_bar_of_pages() -> None:
    app = App()
    app.launch()
    app.back()
    warning, page = app.find("snackbar_text"), app.find("nav_more")
    assert warning.bbox_pixels is not None and page.bbox_pixels is not None
    assert warning.bbox_pixels.y_max <= page.bbox_pixels.y_min


def colours(app: App) -> set[tuple[int, ...]]:
    pixels = app.phone.screenshot(1080, 2400)[300:1200]
    return {tuple(int(part) for part in pixel) for pixel in pixels.reshape(-1, 3)}


ORANGE, BLUE, GOLD = (0xEF, 0x6D, 0x00), (0x1E, 0xA3, 0xFE), (0xDA, 0xA5, 0x21)


def test_the_syntax_is_coloured_until_it_is_switched_off() -> None:
    app = App(a__md="# Title\n\n- [ ] maps\n[Hut](https://a.org)\nplain")
    app.launch()
    app.tap("a.md")
    assert {ORANGE, BLUE, GOLD} <= colours(app)
    app.type("#")
    assert {ORANGE, BLUE, GOLD} <= colours(app)
    app.tap("More options", "File settings", "Syntax highlighting")
    assert not {ORANGE, BLUE, GOLD} & colours(app)


@pytest.mark.parametrize(
    ("text", "kind", "parts"),
    [
        ("a\n## b c\n#d", "markdown", ["## b c"]),
        ("- a\n * b\n2. c\n-d", "markdown", ["-", " *", "2."]),
        ("> a [b](c) ", "markdown", [">", "[b](c)"]),
        ("(A) x @y +z a@b\nx done @y", "todotxt", ["(A)", "@y", "+z", "x done @y"]),
        ("# a", "plaintext", []),
        ("# a\n" * 10_000, "markdown", []),
    ],
)
def test_what_is_coloured(text: str, kind: str, parts: list[str]) -> None:
    assert [text[start:end] for start, end, _ in highlights(text, kind)] == parts


def test_every_page_of_the_settings_is_drawn_and_left() -> None:
    app = App()
    app.launch()
    app.menu("Settings")
    for title in PAGES:
        parent = PARENTS.get(title)
        if parent is not None:
            app.tap(parent)
        app.scroll_to(title)
        app.tap(title)
        shown = {row.title for row in PAGES[title]}
        for _ in range(3):
            assert app.phone.screenshot(108, 240).any()
            app.phone.swipe(540, 1800, 540, 700, 400)
            app.wait(1000)
        assert shown & set(app.texts())
        app.back(2 if parent is not None else 1)
    assert app.shows("Essential")


# -- what follows from the settings


def chosen(app: App, *names: str) -> None:
    """Open the settings from the files, follow these names, and come back."""
    app.menu("Settings")
    for name in names:
        app.scroll_to(name)
        app.tap(name)
    while not app.shows("fab_add_new_item"):
        app.back()


def kept(app: App, key: str, value: str | int) -> None:
    """Keep a setting where nothing else is kept, as its page would."""
    app.shell(f"am force-stop {PACKAGE}")
    Notebook(app.phone.host.context(PACKAGE)).put(**{key: value})


def test_it_starts_at_the_page_and_in_the_folder_that_were_chosen() -> None:
    app = App(a__md="x")
    app.launch()
    chosen(app, "General", "App start folder", "Internal storage")
    app.phone.shell(f"am force-stop {PACKAGE}")
    app.launch()
    assert app.shows("> 0") and "Folder Documents" in app.rows()
    kept(app, "pref_key__app_start_tab_v2", "2")
    app.launch()
    assert app.shows("QuickNote") and app.shows(EDITOR)


def test_documents_open_in_view_mode_where_that_is_preferred() -> None:
    app = App(a__md="x")
    app.launch()
    chosen(app, "View mode", "Prefer view")
    app.tap("a.md")
    assert app.shows("Edit mode")
    app.tap("Edit mode")
    app.back()
    app.tap("a.md")
    assert app.shows("View mode"), "it was left in edit mode"
    app.back()
    app.new("b")
    assert app.shows("View mode"), "a new document is edited"


def test_the_character_of_lists() -> None:
    app = App(a__md="x")
    kept(app, "pref_key__editor_unordered_list_character", "*")
    app.launch()
    app.tap("a.md", "Unordered list")
    assert app.note() == "* x"


@pytest.mark.parametrize(("dated", "done"), [(True, "x 2023-10-15 Buy"), (False, "x Buy")])
def test_a_task_that_is_done_has_its_day(dated: bool, done: str) -> None:
    app = App(**{"todo__txt": "Buy"})
    kept(app, "pref_key__todotxt__add_completion_date_for_todos", dated)
    app.launch()
    app.tap("To-Do", "Check list")
    assert app.note() == done
    app.tap("Check list")
    assert app.note() == "Buy"


@pytest.mark.parametrize(
    ("form", "described"),
    [
        ("", "10/15/2023, 15:34"),
        ("dd.MM.yyyy 'of' FS", "15.10.2023 of 4 Bytes"),
        ("'FS' HH:mm", "FS 15:34"),
        ("no format", "10/15/2023, 15:34"),
    ],
)
def test_rows_are_described_as_the_format_says(form: str, described: str) -> None:
    app = App(a__md="four")
    notebook = Notebook(app.phone.host.context(PACKAGE))
    notebook.put(pref_key__file_description_format=form)
    entry = notebook.entry(f"{FOLDER}/a.md")
    assert entry is not None and notebook.description(entry) == described
    app.launch()
    app.press("HOME")
    app.launch()
    assert f"File a.md {described}" in app.shown()


def test_a_search_leaves_out_what_is_ignored_and_what_lies_too_deep() -> None:
    app = App(note__md="x")
    app.shell(f"cd {FOLDER}; mkdir -p old one/two; touch old/note.md one/note.md one/two/note.md")
    notebook = Notebook(app.phone.host.context(PACKAGE))

    def found() -> list[str]:
        return notebook.search(FOLDER, "note", regex=False, case=False, content=False, first=True)

    assert sorted(found()) == ["note.md", "old/note.md", "one/note.md", "one/two/note.md"]
    notebook.put(pref_key__filesearch_ignorelist="old")
    assert sorted(found()) == ["note.md", "one/note.md", "one/two/note.md"]
    notebook.put(pref_key__max_search_depth="2")
    assert sorted(found()) == ["note.md", "one/note.md"]


def test_files_of_any_ending_open_here_once_they_are_named() -> None:
    app = App()
    notebook = Notebook(app.phone.host.context(PACKAGE))
    app.phone.push(f"{FOLDER}/a.bin", b"\0")
    assert not notebook.is_text(f"{FOLDER}/a.bin")
    notebook.put(pref_key__exts_to_always_open_in_this_app=".sav, .bin")
    assert notebook.is_text(f"{FOLDER}/a.bin")


@pytest.mark.parametrize(
    ("key", "value"),
    [
        ("pref_key__font_family", "monospace"),
        ("pref_key__editor_line_spacing", 200),
        ("pref_key__editor_start_editing_in_center", True),
        ("pref_key__editor_textaction_bar_item_padding", 32),
        ("pref_key__navigationbar_color", "#ffffff"),
        ("pref_key__theming_hide_system_statusbar", True),
    ],
)
def test_the_editor_looks_as_it_is_set(key: str, value: str | int) -> None:
    pictures = []
    app = App(a__md="one\ntwo")
    for each in (None, value):
        if each is not None:
            kept(app, key, each)
        app.launch()
        app.tap("a.md")
        app.wait(5000)
        pictures.append(app.phone.screenshot(270, 600).copy())
    assert (pictures[0] != pictures[1]).any()


@pytest.mark.parametrize(
    ("key", "value"),
    [
        ("pref_key__view_font_size", 30),
        ("pref_key__editor_font_size", 30),
        ("pref_key__view_mode_link_color", "#FF0000"),
        ("pref_key__markdown_newline_newparagraph", True),
    ],
)
def test_view_mode_looks_as_it_is_set(key: str, value: str | int) -> None:
    pictures = []
    app = App(a__md="one\ntwo [Hut](https://a.org)")
    for each in (None, value):
        if each is not None:
            kept(app, key, each)
        app.launch()
        app.tap("a.md", "View mode")
        pictures.append(app.phone.screenshot(270, 600)[60:].copy())
    assert (pictures[0] != pictures[1]).any()


def test_a_swipe_changes_the_mode_where_that_is_set() -> None:
    app = App(a__md="x")
    kept(app, "pref_key__swipe_to_change_mode", True)
    app.launch()
    app.tap("a.md")
    app.phone.swipe(900, 1200, 200, 1200, 200)
    app.wait(1000)
    assert app.shows("Edit mode")
    app.phone.swipe(900, 1200, 200, 1200, 200)
    app.wait(1000)
    assert app.shows("View mode")


def test_settings_are_backed_up_and_restored() -> None:
    app = App()
    notebook = Notebook(app.phone.host.context(PACKAGE))
    notebook.put(pref_key__editor_font_size=22, pref_key__is_preview_first=True)
    path = notebook.back_up(FOLDER)
    assert path == f"{FOLDER}/BACKUP_markor_2023-10-15T15-34-00.json"
    notebook.put(pref_key__editor_font_size=None, pref_key__is_preview_first=None)
    assert notebook.restore(path)
    assert notebook.get("pref_key__editor_font_size", 15) == 22
    assert notebook.get("pref_key__is_preview_first", False)


@pytest.mark.parametrize(
    "data",
    [b"", b"[]", b"{", b'{"app": 1}', b'{"app":' * 100_000, b"\xff"],
)
def test_what_is_no_backup_is_refused(data: bytes) -> None:
    app = App()
    app.phone.push(f"{FOLDER}/a.json", data)
    assert not Notebook(app.phone.host.context(PACKAGE)).restore(f"{FOLDER}/a.json")


def test_a_backup_brings_nothing_that_settings_can_not_hold() -> None:
    app = App()
    data = rb'{"app": {"a": "\u0000", "b\ud800": 1, "c": 1e9, "d": 99999999999, "e": 5}}'
    app.phone.push(f"{FOLDER}/a.json", data)
    notebook = Notebook(app.phone.host.context(PACKAGE))
    assert notebook.restore(f"{FOLDER}/a.json")
    assert [notebook.get(key) for key in "acde"] == [None, None, None, 5]


def test_the_rows_of_backups_ask_for_a_folder_and_for_a_file() -> None:
    app = App()
    app.launch()
    app.menu("Settings")
    app.tap("Other")
    app.phone.swipe(200, 1900, 200, 300, 300)
    app.wait(1500)
    for row in ("Backup settings", "Restore settings"):
        app.tap(row)
        top = app.phone.system.activities.top
        assert top is not None and top.package == "com.google.android.documentsui"
        app.back()
        app.wait(500)
