"""Files through its screen: browsing, selection, what is done with files, the picker, odd names."""

from __future__ import annotations

import datetime as dt

import pytest

from android_gym.simulator.apps.documentsui.model import (
    Document,
    Order,
    date_text,
    mime_type,
    size_text,
    sorted_documents,
    type_name,
)
from android_gym.simulator.apps.documentsui.storage import free_name
from android_gym.simulator.phone import Phone
from android_gym.simulator.system.documents import document_path, document_uri
from android_gym.simulator.system.media.encoders import encode_m4a
from android_gym.testing.driver import AppDriver

PACKAGE = "com.google.android.documentsui"
STORAGE = "/storage/emulated/0"
START_MS = 1_697_384_040_000


class App(AppDriver):
    """Files on a phone of its own."""

    phone: Phone

    def __init__(self) -> None:
        super().__init__(Phone(), PACKAGE)

    def put(self, *paths: str, data: bytes = b"hello") -> None:
        """Write files below the storage."""
        for path in paths:
            self.phone.push(f"{STORAGE}/{path}", data, mtime_ms=START_MS)

    def launch(self, *way: str) -> None:
        """Open the app and walk from the storage root into a folder."""
        self.start("com.android.documentsui.files.FilesActivity")
        if way:
            self.tap("Show roots", "sdk_gphone64_x86_64", *way[1:])

    def titles(self) -> list[str]:
        """List the names of the documents shown, in order."""
        found = self.phone.ui_elements()
        return [e.text or "" for e in found if e.resource_name == "android:id/title"]

    def ls(self, folder: str) -> list[str]:
        """List a folder below the storage."""
        return self.phone.system.files.listdir(f"{STORAGE}/{folder}".rstrip("/"))


@pytest.fixture
def app() -> App:
    return App()


# --- texts and rules -----------------------------------------------------------------------------


def test_names_are_sorted_as_people_do() -> None:
    names = [
        "edited",
        "comedy_u79P",
        "comedy_copy",
        "C4dW",
        "2023_10_08",
        "2023_09_07",
        "1WSX",
        "f",
    ]
    documents = [Document(f"/x/{name}", name == "f", 1, 1) for name in names]
    assert [d.name for d in sorted_documents(documents, Order())] == [
        "f", "1WSX", "2023_09_07", "2023_10_08", "C4dW", "comedy_copy", "comedy_u79P", "edited",
    ]  # fmt: skip
    a, b = Document("/x/a10", False, 1, 9), Document("/x/a9", False, 2, 5)
    assert sorted_documents([a, b], Order()) == [b, a]
    assert sorted_documents([a, b], Order("date", True)) == [a, b]
    assert sorted_documents([a, b], Order("size", True)) == [b, a]


@pytest.mark.parametrize(
    "size, text", [(0, "0 B"), (21, "21 B"), (1500, "1.50 kB"), (12_345_678, "12.35 MB")]
)
def test_size_text(size: int, text: str) -> None:
    assert size_text(size) == text


def test_date_text() -> None:
    now = dt.datetime(2023, 10, 15, 15, 34)
    assert date_text(now, now, "15:34") == "15:34"
    assert date_text(dt.datetime(2023, 10, 14), now, "15:34") == "Oct 14"
    assert date_text(dt.datetime(2022, 10, 14), now, "15:34") == "Oct 14, 2022"


def test_types() -> None:
    assert mime_type("a.MP3") == "audio/mpeg"
    assert type_name("audio/mpeg", "a.mp3") == "MP3 audio"
    assert mime_type("none") == mime_type("a.b.qqq") == "application/octet-stream"


@pytest.mark.parametrize("name", ["a.txt", "a b.txt", "ü'\"%.txt", "x/y z.md", "100%25", "."])
def test_addresses_lead_back(name: str) -> None:
    path = f"{STORAGE}/Documents/{name}"
    assert document_path(document_uri(path)) == path
    assert document_path("content://com.example/document/primary%3Aa") is None
    evil = "content://com.android.externalstorage.documents/document/primary%3A..%2F..%2Fdata"
    assert document_path(evil) is None


def test_free_names(app: App) -> None:
    app.put("Music/a.mp3", "Music/a (1).mp3", "Music/.nomedia")
    files = app.phone.system.files
    assert free_name(files, f"{STORAGE}/Music", "a.mp3") == "a (2).mp3"
    assert free_name(files, f"{STORAGE}/Music", "A.MP3") == "A (2).MP3"
    assert free_name(files, f"{STORAGE}/Music", ".nomedia") == ".nomedia (1)"


# --- browsing ------------------------------------------------------------------------------------


def test_begins_in_downloads_and_goes_through_the_roots(app: App) -> None:
    app.put("Pictures/p.png", "Music/m.mp3", "Movies/v.mp4", "Documents/d.pdf", "Download/x.txt")
    app.launch()
    assert "Files in Downloads" in app.texts() and app.titles() == ["x.txt"]
    expected = {
        "Recent": ["d.pdf", "m.mp3", "p.png", "v.mp4", "x.txt"],
        "Images": ["Pictures"],
        "Videos": ["Movies"],
        "Audio": ["Music"],
        "Documents": ["d.pdf", "x.txt"],
    }
    for root, titles in expected.items():
        app.tap("Show roots", root)
        assert app.titles() == titles, root
    app.tap("Show roots", "Images", "Pictures")
    assert app.titles() == ["p.png"]
    app.back()
    assert app.titles() == ["Pictures"]


def test_what_a_folder_keeps_from_the_media_is_in_its_folder_alone(app: App) -> None:
    app.put("Pictures/p.png", "Secret/s.png", "Secret/.nomedia", "Secret/s.txt")
    app.launch()
    app.tap("Show roots", "Images")
    assert app.titles() == ["Pictures"]
    app.tap("Show roots", "Documents")
    assert app.titles() == ["s.txt"]
    app.launch("", "Secret")
    assert app.titles() == ["s.png", "s.txt"]


def test_folders_breadcrumb_and_back(app: App) -> None:
    app.put("Music/a/b/c.txt")
    app.launch("", "Music", "a", "b")
    assert app.titles() == ["c.txt"]
    app.tap("Music")
    assert app.titles() == ["a"]
    app.back()
    assert "Files on sdk_gphone64_x86_64" in app.texts()


def test_grid_and_list_are_remembered_for_each_root(app: App) -> None:
    app.put("Download/a.mp3")
    app.launch()
    app.tap("List view")
    assert "3:34 PM, 5 B, MP3 audio" in app.texts()
    app.tap("Show roots", "sdk_gphone64_x86_64")
    assert app.shows("List view")
    app.phone.shell(f"am force-stop {PACKAGE}")
    app.launch()
    assert app.shows("Grid view")


def test_order_search_chips_and_hidden_files(app: App) -> None:
    app.put("Podcasts/b.mp3", "Podcasts/.secret", "Podcasts/deep/ab.pdf")
    app.put("Podcasts/a.pdf", data=b"much more")
    app.launch("", "Podcasts")
    assert app.titles() == ["deep", "a.pdf", "b.mp3"]
    app.tap("More options", "Sort by...", "Size (smallest first)")
    assert app.titles() == ["deep", "b.mp3", "a.pdf"]
    app.tap("More options", "Show hidden files")
    assert ".secret" in app.titles()
    app.tap("Documents")
    assert app.titles() == ["a.pdf", "ab.pdf"] or app.titles() == ["ab.pdf", "a.pdf"]
    assert "Documents in Podcasts" in app.texts()
    app.tap("Documents", "Search")
    app.type("zzz")
    app.phone.advance(300)
    assert "No matches in Podcasts" in app.texts()


# --- what is done with files ---------------------------------------------------------------------


def test_delete(app: App) -> None:
    app.put("Music/a.mp3", "Music/b.mp3", "Music/d.mp3", "Music/sub/c.mp3")
    app.launch("", "Music")
    app.long_press("a.mp3")
    app.tap("Delete")
    assert 'Delete "a.mp3"?' in app.texts()
    app.tap("Cancel")
    assert "a.mp3" in app.ls("Music")
    app.tap("Delete", "OK")
    assert app.ls("Music") == ["b.mp3", "d.mp3", "sub"]
    assert "Deleting 1 item." in app.texts()
    app.long_press("sub")
    app.tap("Delete")
    assert 'Delete folder "sub" and its contents?' in app.texts()
    app.tap("OK")
    app.long_press("b.mp3")
    app.tap("More options", "Select all", "Delete")
    assert "Delete 2 files?" in app.texts()
    app.tap("OK")
    assert app.ls("Music") == []
    assert "No items" in app.texts()


@pytest.mark.parametrize("how, left", [("Move to\u2026", []), ("Copy to\u2026", ["a.mp3"])])
def test_move_and_copy(app: App, how: str, left: list[str]) -> None:
    app.put("Music/a.mp3", data=b"song")
    app.put("Podcasts/a.mp3")
    app.launch("", "Music")
    app.long_press("a.mp3")
    app.tap("More options", how)
    assert "Files in Downloads" in app.texts()
    app.tap("Show roots", "sdk_gphone64_x86_64", "Podcasts", "button1")
    assert app.ls("Music") == left
    assert app.ls("Podcasts") == ["a (1).mp3", "a.mp3"]
    assert app.phone.pull(f"{STORAGE}/Podcasts/a (1).mp3") == b"song"
    assert "Files in Music" in app.texts()


def test_a_folder_is_not_moved_into_itself(app: App) -> None:
    app.put("Music/sub/a.mp3")
    app.launch("", "Music")
    app.long_press("sub")
    app.tap("More options", "Move to\u2026", "Show roots", "sdk_gphone64_x86_64", "Music", "sub")
    app.tap("button1")
    assert app.ls("Music/sub") == ["a.mp3"]
    assert "Moving 1 item." in app.texts()
    assert [n.title for n in app.phone.system.notifications.active()] == [
        "Couldn\u2019t move 1 item"
    ]


def test_rename_and_new_folder(app: App) -> None:
    app.put("Music/a.mp3", "Music/b.mp3")
    app.launch("", "Music")
    app.long_press("a.mp3")
    app.tap("More options", "Rename", "text1")
    app.phone.shell("input keycombination 113 29")
    app.type("b.mp3")
    app.tap("OK")
    assert "A file with this name already exists." in app.texts()
    app.phone.shell("input keycombination 113 29")
    app.type("it's \u266b.mp3")
    app.tap("OK")
    assert app.ls("Music") == ["b.mp3", "it's \u266b.mp3"]
    app.tap("More options", "New folder")
    app.type("n" * 256)
    app.tap("OK")
    assert "Failed to create folder" in app.texts()
    app.phone.shell("input keyevent KEYCODE_DEL")
    app.tap("OK")
    assert "n" * 255 in app.ls("Music")
    assert "Files in Music" in app.texts(), "the folder is entered"


def test_other_capitals_are_a_taken_name(app: App) -> None:
    app.put("Music/a.mp3")
    app.launch("", "Music")
    app.long_press("a.mp3")
    app.tap("More options", "Rename", "text1")
    app.phone.shell("input keycombination 113 29")
    app.type("A.mp3")
    app.tap("OK")
    assert app.ls("Music") == ["A (1).mp3"]


@pytest.mark.parametrize("grid", [False, True])
def test_a_new_folder_is_scrolled_to(app: App, grid: bool) -> None:
    for number in range(40):
        app.phone.shell(f"mkdir -p '{STORAGE}/Music/f{number:02}'")
    app.launch("", "Music")
    if not grid:
        app.tap("List view")
    app.tap("More options", "New folder")
    app.type("f25 and more")
    app.tap("OK")
    assert "f25 and more" in app.texts()
    app.tap("f25 and more")
    assert "Files in f25 and more" in app.texts()
    app.phone.shell("input keyevent KEYCODE_BACK")
    assert {"f00", "f01"} <= set(app.texts()), "what was made is forgotten once it was left"


def test_the_picker_enters_a_new_folder(app: App) -> None:
    app.put("Music/a.mp3")
    app.launch("", "Music")
    app.long_press("a.mp3")
    app.tap("More options", "Move to\u2026", "New folder")
    app.type("Songs")
    app.tap("OK", "button1")
    assert app.ls("Music") == [] and app.ls("Download/Songs") == ["a.mp3"]


def test_compress_and_extract(app: App) -> None:
    app.put("Music/sub/a.mp3", data=b"song")
    app.launch("", "Music")
    app.long_press("sub")
    app.tap("More options", "Compress")
    assert app.ls("Music") == ["sub", "sub.zip"]
    app.long_press("sub.zip")
    app.tap("More options", "Extract to\u2026", "Show roots", "sdk_gphone64_x86_64", "Podcasts")
    app.tap("button1")
    assert app.phone.pull(f"{STORAGE}/Podcasts/sub/a.mp3") == b"song"


def test_get_info(app: App) -> None:
    app.put("Music/a.mp3")
    app.launch("", "Music")
    app.long_press("a.mp3")
    app.tap("More options", "Get info")
    assert {"MP3 audio", "5 B", f"{STORAGE}/Music/a.mp3"} <= set(app.texts())


@pytest.mark.parametrize(("data", "shown"), [(True, True), (False, False)])
def test_the_info_of_a_picture_shows_it(app: App, data: bool, shown: bool) -> None:
    import cv2
    import numpy as np

    green = np.zeros((300, 300, 3), np.uint8)
    green[100:200, 100:200] = (0, 200, 0)
    app.put("Pictures/a.png", data=cv2.imencode(".png", green)[1].tobytes() if data else b"no png")
    app.launch("", "Pictures")
    app.long_press("a.png")
    app.tap("More options", "Get info")
    before = app.phone.screenshot(270, 600)

    def greens() -> int:
        return int((app.phone.screenshot(270, 600) == (0, 200, 0)).all(2).sum())

    assert (greens() > 100) == shown
    few = greens()
    for half in (250, 280, 310, 340, 400):  # the header is 578 pixels high
        app.phone.touches([(540 - half, 550, True, 0), (540 + half, 550, True, 1)])
    app.phone.touches([(540, 550, False, 0), (540, 550, False, 1)])
    assert (greens() > few) == shown
    assert shown or np.array_equal(app.phone.screenshot(270, 600), before)


# --- what it did not expect ----------------------------------------------------------------------

NAMES = ['it\'s "x".txt', "two\nlines.txt", "\U0001f600.png", " ", "%s %d.txt", "e" * 255, "a:b"]


@pytest.mark.parametrize("name", NAMES)
def test_odd_names(app: App, name: str) -> None:
    app.put(f"Music/{name}", "Music/other")
    app.launch("", "Music")
    title = next(t for t in app.titles() if t != "other")
    app.long_press(title)
    app.tap("Delete", "OK")
    assert app.ls("Music") == ["other"]


def test_what_adb_changes_is_seen(app: App) -> None:
    app.launch("", "Music")
    assert "No items" in app.texts()
    app.put("Music/a.mp3")
    app.phone.advance(100)
    assert app.titles() == ["a.mp3"]
    app.long_press("a.mp3")
    app.tap("Delete")
    app.phone.shell(f"rm -r {STORAGE}/Music")
    app.tap("OK")
    assert "No items" in app.texts()
    app.phone.shell("input keyevent KEYCODE_HOME")
    app.phone.advance(300)
    app.launch()
    assert "Files on sdk_gphone64_x86_64" in app.texts()


def test_the_storage_is_gone(app: App) -> None:
    app.launch("", "Music")
    app.phone.shell(f"rm -rf {STORAGE}/*")
    for root in ("Recent", "Images", "Downloads", "sdk_gphone64_x86_64"):
        app.tap("Show roots", root)
        assert "No items" in app.texts()


@pytest.mark.parametrize("mtime", [0, 2_147_483_648_000, 253_402_300_799_000, -1])
def test_odd_dates(app: App, mtime: int) -> None:
    app.phone.push(f"{STORAGE}/Music/a.mp3", b"x", mtime_ms=mtime)
    app.launch("", "Music")
    assert app.titles() == ["a.mp3"]


def test_other_apps_show_the_downloads(app: App) -> None:
    app.put("Download/a.pdf", "Music/a.mp3")
    app.launch("", "Music")
    app.phone.shell("am start -a android.intent.action.VIEW_DOWNLOADS")
    app.phone.advance(500)
    assert app.shows("Files in Downloads") and app.titles() == ["a.pdf"]


def test_other_apps_get_documents(app: App) -> None:
    app.put("Download/a.pdf", "Download/b.txt")
    app.phone.shell(
        "am start -a android.intent.action.OPEN_DOCUMENT -c android.intent.category.OPENABLE "
        "-t text/plain"
    )
    app.phone.advance(500)
    assert "Recent files" in app.texts()
    app.tap("b.txt")
    assert not app.shows("b.txt")
    app.phone.shell(
        "am start -a android.intent.action.CREATE_DOCUMENT -c android.intent.category.OPENABLE "
        "-t text/plain --es android.intent.extra.TITLE note.txt"
    )
    app.phone.advance(500)
    app.tap("SAVE")
    assert "note.txt" in app.ls("Download")


def test_a_note_opens_in_the_editor(app: App) -> None:
    app.put("Download/it's a note.md", data=b"words of the note")
    app.launch()
    app.tap("it's a note.md")
    if app.shows("Markor"):  # several apps can
        app.tap("Markor", "Just once")
    top = app.phone.system.activities.top
    assert top is not None and top.package == "net.gsantner.markor"
    assert any("words of the note" in text for text in app.texts())


def test_rename_begins_with_the_name_selected_but_not_its_end(app: App) -> None:
    app.put("Podcasts/a.tar.gz", "Podcasts/plain")
    app.launch("sdk_gphone64_x86_64", "Podcasts")
    for name, typed in (("a.tar.gz", "x.gz"), ("plain", "x")):
        app.long_press(name)
        app.tap("More options", "Rename")
        app.type("x")
        assert app.shows(typed)
        app.tap("OK")
    assert app.ls("Podcasts") == ["x", "x.gz"]


def test_searches_are_remembered(app: App) -> None:
    app.put("Podcasts/a9.mp3")
    app.launch("sdk_gphone64_x86_64", "Podcasts")
    for number, text in enumerate(("one", "two", "ONE", "a9", "b", "c", "d")):
        app.tap("Search")
        if number:
            assert not app.shows("history_list") or app.titles()
        app.type(text)
        app.phone.press_key(66)
        app.tap("Collapse")
    app.tap("Search")
    assert app.titles() == ["d", "c", "b", "a9", "ONE", "two"]
    app.tap("Delete search history b")
    assert app.titles() == ["d", "c", "a9", "ONE", "two"]
    app.tap("a9")
    assert app.titles() == ["a9.mp3"] and app.text("search_src_text") == "a9"


def test_roots_of_one_kind_have_chips_of_their_own(app: App) -> None:
    app.put("Music/new.mp3", "Music/large.mp3")
    app.phone.shell(f"dd if=/dev/zero of={STORAGE}/Music/large.mp3 bs=10000000 count=1")
    app.phone.shell(f"touch -d '2023-10-01T10:00:00' {STORAGE}/Music/large.mp3")
    app.launch()
    app.tap("Show roots", "Audio")
    assert not app.shows("Videos")
    app.tap("Large files")
    assert app.titles() == ["large.mp3"]
    app.tap("This week")
    assert app.titles() == ["new.mp3"]


def test_what_could_not_be_done_is_told_in_a_notification(app: App) -> None:
    app.put("Music/sub/a.mp3")
    app.launch("", "Music")
    app.long_press("sub")
    app.tap("More options", "Copy to\u2026", "Show roots", "sdk_gphone64_x86_64", "Music", "sub")
    app.tap("button1")
    assert "Copying 1 item." in app.texts()
    app.phone.shell("cmd statusbar expand-notifications")
    app.wait(500)
    app.tap("Couldn\u2019t copy 1 item")
    assert app.shows("This file wasn\u2019t copied: sub")
    app.tap("OK")
    assert app.shows("Files in Music")


def ask(app: App, action: str, *options: str) -> None:
    """Ask for a document as another app does."""
    app.phone.shell(" ".join(["am start -a", f"android.intent.action.{action}", *options]))
    app.phone.advance(500)


def test_the_picker_lets_files_be_looked_at(app: App) -> None:
    app.put("Download/note.md", data=b"words")
    ask(app, "OPEN_DOCUMENT", "-c android.intent.category.OPENABLE -t '*/*'")
    app.tap("Preview the file note.md")
    if app.shows("Markor"):
        app.tap("Markor", "Just once")
    assert any("words" in text for text in app.texts())
    app.phone.press_key(4)
    app.phone.advance(500)
    while not app.shows("Recent files"):
        app.back()
    app.tap("List view")
    assert app.shows("Preview the file note.md")


def test_several_documents_are_marked_where_several_are_wanted(app: App) -> None:
    app.put("Download/a.txt", "Download/b.txt")
    wanted = "-c android.intent.category.OPENABLE -t text/plain"
    ask(app, "OPEN_DOCUMENT", wanted, "--ez android.intent.extra.ALLOW_MULTIPLE true")
    app.long_press("a.txt")
    app.tap("b.txt")
    assert app.shows("2 selected")
    app.tap("Select")
    assert not app.shows("2 selected") and not app.shows("Recent files")


def test_other_apps_are_offered_where_any_content_will_do(app: App) -> None:
    ask(app, "OPEN_DOCUMENT", "-c android.intent.category.OPENABLE -t 'image/*'")
    assert not app.shows("Browse files in other apps".upper())
    ask(app, "GET_CONTENT", "-c android.intent.category.OPENABLE -t 'image/*'")
    assert app.shows("Browse files in other apps".upper())
    app.tap("Gallery")
    top = app.phone.system.activities.top
    assert top is not None and top.package == "com.simplemobiletools.gallery.pro"


def test_recent_files_are_of_the_types_that_are_wanted(app: App) -> None:
    app.put("Download/note.txt", "Download/song.mp3")
    ask(app, "OPEN_DOCUMENT", "-c android.intent.category.OPENABLE -t 'audio/*'")
    assert app.shows("song.mp3") and not app.shows("note.txt")
    app.tap("More options", "Sort by...", "File name (A to Z)")
    assert app.shows("song.mp3") and not app.shows("note.txt")


def test_an_app_never_gets_the_whole_storage(app: App) -> None:
    app.put("Podcasts/a.txt")
    ask(app, "OPEN_DOCUMENT_TREE")
    assert app.shows("Can\u2019t use this folder")
    assert not app.find("USE THIS FOLDER").is_enabled
    app.tap("Android")
    assert app.shows("Can\u2019t use this folder")
    app.tap("sdk_gphone64_x86_64", "Podcasts")
    assert not app.shows("Can\u2019t use this folder")
    app.tap("USE THIS FOLDER")
    assert app.shows("Allow Anonymous to access files in Podcasts?")
    app.tap("Cancel")
    assert app.shows("Files in Podcasts")
    app.tap("USE THIS FOLDER", "Allow")
    assert not app.shows("Files in Podcasts")


def test_the_info_says_what_a_song_is_and_what_opens_it(app: App) -> None:
    song = encode_m4a(1000)
    app.put("Music/a.m4a", data=song)
    app.launch("", "Music")
    app.tap("a.m4a", "Retro Music", "Always")
    app.stop()
    app.launch("", "Music")
    app.long_press("a.m4a")
    app.tap("More options", "Get info")
    assert {"Duration", "00:01", "Retro Music"} <= set(app.texts())
    app.tap("Clear")
    assert not app.shows("Retro Music")
