"""Chrome's list of downloads."""

from __future__ import annotations

import pytest

from android_gym.simulator.apps.chrome.download_home import UNDO_MS
from android_gym.simulator.apps.chrome.downloading import ending_of, save_download
from android_gym.simulator.apps.chrome.history import History
from android_gym.simulator.phone import Phone
from android_gym.simulator.wire.images import dump, load
from android_gym.testing.driver import AppDriver
from tests.simulator.apps.chrome_app import DOWNLOAD, PACKAGE, chrome

ACTIVITY = "org.chromium.chrome.browser.app.download.home.DownloadActivity"
FILES = (
    ("old.pdf", "https://www.a.example/old.pdf", "application/pdf", b"x" * 2048),
    ("photo.png", "https://b.example/photo.png", "image/png", b"png"),
    ("notes.txt", "data:text/plain,hello", "text/plain", b"hello"),
)


@pytest.fixture
def app() -> AppDriver:
    driver = chrome()
    phone = driver.phone
    context = phone.host.context(PACKAGE)
    for index, (name, url, mime, data) in enumerate(FILES):
        phone.system.files.write(f"{DOWNLOAD}/{name}", data, owner=context.uid)
        History(context).downloaded(f"{DOWNLOAD}/{name}", url, mime, len(data))
        phone.advance((2 * 86_400_000, 40 * 60_000, 1000)[index])
    driver.tap("More options", "Downloads")
    return driver


def names(app: AppDriver) -> list[str]:
    return [element.text or "" for element in app.elements("title") if element.text != "Downloads"]


def on_disk(app: AppDriver) -> set[str]:
    return set(app.phone.system.files.listdir(DOWNLOAD))


def menu(app: AppDriver, name: str, entry: str) -> None:
    row = names(app).index(name)
    app.tap_element(app.elements("more")[row])
    app.tap(entry)


def marks(app: AppDriver) -> int:
    """Return how many rows are marked."""
    views = [view for w in app.phone.windows.windows() for view in w.root.walk()]
    return sum(view.id == "selection" for view in views)


def retype(app: AppDriver, field: str, text: str) -> None:
    """Type into a field in place of what is there."""
    app.tap(field)
    app.press("MOVE_END")
    for _ in app.text(field):
        app.press("DEL")
    if text:
        app.type(text)


def test_files_are_listed_by_day_with_size_and_site(app: AppDriver) -> None:
    assert names(app) == ["notes.txt", "photo.png", "old.pdf"]
    assert [e.text for e in app.elements("date")] == [
        "Just now", "Today - Oct 17, 2023", "Oct 15, 2023",
    ]  # fmt: skip
    assert [e.text for e in app.elements("caption")] == [
        "5 B", "3 B \u2022 b.example", "2.00 KB \u2022 a.example",
    ]  # fmt: skip


def test_a_deletion_is_undone_or_done_after_a_while(app: AppDriver) -> None:
    menu(app, "photo.png", "Delete")
    assert names(app) == ["notes.txt", "old.pdf"] and "Deleted photo.png" in app.texts()
    assert "photo.png" in on_disk(app), "it can still be undone"
    app.tap("Undo")
    assert names(app) == ["notes.txt", "photo.png", "old.pdf"]
    app.wait(2 * UNDO_MS)
    assert "photo.png" in on_disk(app)
    menu(app, "photo.png", "Delete")
    app.wait(UNDO_MS)
    assert "photo.png" not in on_disk(app) and not app.shows("Undo")
    assert len(History(app.phone.host.context(PACKAGE)).downloads()) == 2


def test_another_deletion_and_leaving_end_the_one_before(app: AppDriver) -> None:
    menu(app, "photo.png", "Delete")
    menu(app, "notes.txt", "Delete")
    assert on_disk(app) == {"old.pdf", "notes.txt"}
    app.tap("Undo")
    assert names(app) == ["notes.txt", "old.pdf"], "the last one alone"
    menu(app, "old.pdf", "Delete")
    app.tap("Close")
    assert on_disk(app) == {"notes.txt"}


def test_an_undone_deletion_that_is_done_again_has_its_own_time(app: AppDriver) -> None:
    menu(app, "photo.png", "Delete")
    app.wait(UNDO_MS // 3)
    app.tap("Undo")
    menu(app, "photo.png", "Delete")
    app.wait(UNDO_MS // 3)
    assert "photo.png" in on_disk(app) and app.shows("Undo")


def test_what_was_about_to_be_deleted_survives_the_process(app: AppDriver) -> None:
    menu(app, "photo.png", "Delete")
    other = Phone()
    other.restore(load(other, dump(app.phone, app.phone.snapshot())))
    assert names(AppDriver(other, PACKAGE)) == ["notes.txt", "old.pdf"]
    other.advance(UNDO_MS)
    assert not other.system.files.exists(f"{DOWNLOAD}/photo.png")


def test_a_file_that_is_gone_is_no_row(app: AppDriver) -> None:
    app.phone.shell(f"rm {DOWNLOAD}/photo.png")
    app.wait(100)
    app.back()
    app.tap("More options", "Downloads")
    assert names(app) == ["notes.txt", "old.pdf"]


def test_several_are_marked_by_a_long_press(app: AppDriver) -> None:
    app.long_press("photo.png")
    assert "1 selected" in app.texts() and marks(app) == 1
    app.tap("notes.txt")
    assert "2 selected" in app.texts()
    app.tap("notes.txt", "old.pdf", "Delete")
    assert names(app) == ["notes.txt"] and "2 downloads deleted" in app.texts()
    app.tap("Undo")
    assert len(names(app)) == 3 and "Downloads" in app.texts(), "nothing is marked any more"
    app.long_press("notes.txt")
    app.back()
    assert marks(app) == 0


def test_several_are_shared_as_one(app: AppDriver) -> None:
    app.long_press("photo.png")
    app.tap("notes.txt", "Share")
    app.tap("Gmail")
    app.wait(500)
    assert app.shows("photo.png") and app.shows("notes.txt")


def test_a_file_is_renamed(app: AppDriver) -> None:
    menu(app, "notes.txt", "Rename")
    assert app.text("file_name") == "notes.txt"
    app.phone.type_text("words")
    app.wait(200)
    assert app.text("file_name") == "words.txt", "all but the ending was selected"
    app.tap("OK")
    assert names(app)[0] == "words.txt" and on_disk(app) >= {"words.txt"}
    assert app.phone.system.files.read(f"{DOWNLOAD}/words.txt") == b"hello"
    assert "notes.txt" not in on_disk(app)
    app.tap("words.txt")
    app.wait(500)
    assert "hello" in app.texts()


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("old.pdf", "A file with this name is already there"),
        ("a:b.pdf", "This name can\u2019t be used"),
        ("  .. .pdf", ""),
        ("x" * 252 + ".pdf", "This name is too long"),
    ],
)
def test_a_name_that_cannot_be(app: AppDriver, name: str, words: str) -> None:
    app.phone.system.files.write(f"{DOWNLOAD}/new.pdf", b"", owner=0)
    History(app.phone.host.context(PACKAGE)).downloaded(f"{DOWNLOAD}/new.pdf", "", "x/y", 1)
    app.back()
    app.tap("More options", "Downloads")
    menu(app, "new.pdf", "Rename")
    retype(app, "file_name", name)
    app.tap("OK")
    if not words:
        assert names(app)[0] == name
        return
    assert app.text("error_message") == words and app.text("file_name") == name
    retype(app, "file_name", "fine.pdf")
    app.tap("OK")
    assert names(app)[0] == "fine.pdf"


def test_the_same_name_changes_nothing(app: AppDriver) -> None:
    menu(app, "photo.png", "Rename")
    app.tap("OK")
    assert names(app)[1] == "photo.png" and not app.shows("error_message")


def test_an_empty_name_can_not_be_given(app: AppDriver) -> None:
    menu(app, "notes.txt", "Rename")
    retype(app, "file_name", "")
    assert not app.find("OK").is_enabled


def test_another_ending_is_asked_about(app: AppDriver) -> None:
    menu(app, "notes.txt", "Rename")
    retype(app, "file_name", "notes.md")
    app.tap("OK")
    assert "notes.txt" in on_disk(app)
    app.tap("Cancel")
    assert app.text("file_name") == "notes.md", "asked for again"
    app.tap("OK", "Confirm")
    assert "notes.md" in on_disk(app) and names(app)[0] == "notes.md"


def test_downloads_are_searched(app: AppDriver) -> None:
    app.tap("Search")
    app.type("PHO")
    assert names(app) == ["photo.png"]
    retype(app, "search_text", "a.example")
    assert names(app) == ["old.pdf"]
    retype(app, "search_text", "nothing")
    assert "No search results" in app.texts()
    app.back(2)
    assert len(names(app)) == 3


@pytest.mark.parametrize(
    ("name", "ending"),
    [("a.txt", ".txt"), ("a.tar.gz", ".tar.gz"), ("a", ""), (".profile", ""), ("a.b.txt", ".txt"),
     ("tar.gz", ".gz"), ("", ""), (".tar.gz", ".gz"), ("a.b.tar.xz", ".tar.xz"),
     ("a.json.gz", ".json.gz"), ("a.b..gz", ".gz"), ("Mr. Smith.gz", ".gz"), ("a.tar.txt", ".txt")],
)  # fmt: skip
def test_endings(name: str, ending: str) -> None:
    assert ending_of(name) == ending


def test_a_name_that_is_taken_has_a_number_before_its_ending(app: AppDriver) -> None:
    context = app.phone.host.context(PACKAGE)
    given = ("a.txt", "a.txt", "a.txt", "b.tar.gz", "b.tar.gz", "c", "c")
    saved = [save_download(context, name, b"", "text/plain") for name in given]
    assert [path.rpartition("/")[2] for path in saved] == [
        "a.txt", "a (1).txt", "a (2).txt", "b.tar.gz", "b (1).tar.gz", "c.txt", "c (1).txt",
    ]  # fmt: skip
