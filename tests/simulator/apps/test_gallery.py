"""Simple Gallery Pro: folders, media, and what is done to files."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from android_gym.simulator.system.media.exif import with_orientation

sys.path.insert(0, str(Path(__file__).parent))

from gallery_app import (  # noqa: E402
    BLUE,
    DATABASE,
    DCIM,
    DOWNLOAD,
    GREEN,
    PACKAGE,
    PICTURES,
    RED,
    STORAGE,
    App,
    filled,
    halves,
    picture,
)


@pytest.fixture
def app() -> App:
    return filled()


# --- folders -------------------------------------------------------------------------------------


def test_folders_with_media_are_listed_newest_first(app: App) -> None:
    app.open()
    folders = [element.text for element in app.elements("dir_name")]
    assert folders == ["DCIM", "Pictures"]
    assert [element.text for element in app.elements("photo_cnt")] == ["1", "3"]


def test_a_file_that_adb_pushes_appears(app: App) -> None:
    app.open()
    app.put(f"{STORAGE}/Movies/new.png", picture(RED), -5)
    assert [element.text for element in app.elements("dir_name")] == ["Movies", "DCIM", "Pictures"]
    app.shell(f"rm {STORAGE}/Movies/new.png")
    assert not app.shows("Movies")


def test_a_file_that_is_written_in_its_place_is_noticed(app: App) -> None:
    app.open("Pictures")
    assert app.names()[0] == "p0.png"
    app.shell(f"touch -d @1697384041 {PICTURES}/p2.png")
    assert app.names() == ["p2.png", "p0.png", "p1.png"]


def test_hidden_folders_are_shown_for_now(app: App) -> None:
    app.put(f"{STORAGE}/.secret/a.png", picture(RED))
    app.put(f"{STORAGE}/Music/.nomedia", b"")
    app.put(f"{STORAGE}/Music/cover.png", picture(RED))
    app.open()
    assert not app.shows(".secret") and not app.shows("Music")
    app.menu("Temporarily show hidden")
    assert app.shows(".secret") and app.shows("Music")
    app.menu("Stop showing hidden media")
    assert not app.shows(".secret")


def test_folders_are_searched_by_name(app: App) -> None:
    app.open()
    app.enter("top_toolbar_search", "p")
    assert [element.text for element in app.elements("dir_name")] == ["Pictures"]
    app.type("1")
    assert not app.elements("dir_name")
    app.tap("Switch to file search across all visible folders")
    assert app.activity() == "SearchActivity" and app.names() == ["p1.png"]


def test_folders_are_sorted_and_pinned(app: App) -> None:
    app.put(f"{STORAGE}/Movies/m.png", picture(RED), 500)
    app.open()
    app.menu("Sort by")
    app.tap("Name", "Ascending", "OK")
    assert [e.text for e in app.elements("dir_name")] == ["DCIM", "Movies", "Pictures"]
    app.long_press("Pictures")
    app.tap("Pin to the top")
    assert [e.text for e in app.elements("dir_name")] == ["Pictures", "DCIM", "Movies"]
    assert app.shows("PIN")


def test_the_number_of_columns_is_chosen_and_pinched(app: App) -> None:
    app.open("Pictures")
    width = lambda: app.thumbnails[0].bbox_pixels.x_max  # type: ignore[union-attr] # noqa: E731
    assert abs(width() - 359) <= 1
    app.menu("Column count")
    app.tap("2 columns")
    assert abs(width() - 539) <= 1
    app.pinch(540, 900, 700, 300)
    assert abs(width() - 359) <= 1
    app.pinch(540, 900, 300, 700)
    assert abs(width() - 539) <= 1


def test_a_folder_is_excluded_and_let_in_again(app: App) -> None:
    app.open()
    app.long_press("Pictures")
    app.menu("Exclude")
    assert not app.shows("Pictures")
    app.menu("Settings")
    app.scroll_to("Manage excluded folders")
    app.tap("Manage excluded folders")
    assert app.text("manage_folder_title") == "Internal/Pictures"
    app.long_press("manage_folder_title")
    app.tap("Remove")
    app.back(2)
    assert app.shows("Pictures")


# --- media ---------------------------------------------------------------------------------------


def test_media_are_newest_first_and_show_no_names_until_asked(app: App) -> None:
    app.open("Pictures")
    assert len(app.thumbnails) == 3 and not app.shows("p0.png")
    assert app.names() == ["p0.png", "p1.png", "p2.png"]
    app.menu("Sort by") if not app.shows("Sort by") else app.tap("Sort by")
    app.tap("Ascending", "OK")
    assert app.names() == ["p2.png", "p1.png", "p0.png"]


def test_media_are_grouped_under_headings(app: App) -> None:
    app.put(f"{PICTURES}/old.png", picture(RED), 86_400)
    app.open("Pictures")
    app.menu("Group by")
    app.tap("Last modified (daily)", "Descending", "Show file count at section headers", "OK")
    assert [e.text for e in app.elements("thumbnail_section")] == ["Today (3)", "Yesterday (1)"]
    assert len(app.thumbnails) == 4


def test_kinds_are_filtered(app: App) -> None:
    app.put(f"{PICTURES}/moving.gif", picture(RED))
    app.open("Pictures")
    assert app.shows("GIF") and len(app.thumbnails) == 4
    app.menu("Filter media")
    app.tap("Images", "OK")
    assert len(app.thumbnails) == 1
    app.menu("Filter media")
    app.tap("GIFs", "OK")
    assert app.shows("Change filters") and not app.thumbnails


def test_a_list_shows_names(app: App) -> None:
    app.open("Pictures")
    app.menu("Change view type")
    app.tap("List", "OK")
    assert app.texts().count("p0.png") == 1
    app.back()
    app.tap("DCIM")
    assert app.shows("receipt.jpg")


def test_everything_is_shown_at_once(app: App) -> None:
    app.open()
    app.tap("Show all folders content")
    assert len(app.thumbnails) == 4 and app.text("thumbnail_section") == "Today"
    app.tap("Switch to folder view")
    assert app.shows("DCIM")


# --- copying and moving --------------------------------------------------------------------------


def test_a_copy_goes_to_a_folder_without_media(app: App) -> None:
    app.open("DCIM")
    app.long_press("medium_thumbnail")
    app.menu("Copy to")
    assert [e.text for e in app.elements("dir_name")] == ["DCIM", "Pictures"]
    app.tap("DCIM")
    assert app.toast() == "Source and destination cannot be the same"
    app.wait(3000)
    app.tap("Other folder")
    assert app.shows("> DCIM") and app.shows("receipt.jpg")
    app.tap("Internal", "Download", "OK", wait_ms=100)
    assert app.toast() == "Copying\u2026"
    app.wait(3000)
    assert app.toast() == "File copied successfully"
    files = app.phone.system.files
    assert files.read(f"{DOWNLOAD}/receipt.jpg") == files.read(f"{DCIM}/receipt.jpg")
    stats = [files.stat(f"{folder}/receipt.jpg") for folder in (DOWNLOAD, DCIM)]
    assert stats[0].mtime_ms == stats[1].mtime_ms
    assert app.activity() == "MediaActivity" and len(app.thumbnails) == 1


def test_where_a_name_is_taken_the_user_decides(app: App) -> None:
    app.put(f"{DCIM}/p0.png", picture(BLUE))
    app.put(f"{DCIM}/p1.png", picture(BLUE))

    def copy(choice: str) -> None:
        app.open("Pictures")
        app.mark()
        app.menu("Select all")
        app.menu("Copy to")
        app.tap("DCIM")
        assert app.shows('File "p0.png" already exists')
        app.tap(choice, "OK")
        app.back()

    copy("Skip")
    assert app.ls(DCIM) == ["p0.png", "p1.png", "p2.png", "receipt.jpg"]
    assert app.phone.pull(f"{DCIM}/p0.png") == picture(BLUE)
    copy("Keep both")
    assert app.ls(DCIM) == [
        "p0(1).png", "p0.png", "p1(1).png", "p1.png", "p2(1).png", "p2.png", "receipt.jpg",
    ]  # fmt: skip
    copy("Overwrite")
    assert app.phone.pull(f"{DCIM}/p0.png") == picture(RED, (300, 200))
    assert len(app.ls(DCIM)) == 7


def test_each_name_can_be_decided_alone(app: App) -> None:
    app.put(f"{DCIM}/p0.png", picture(BLUE))
    app.put(f"{DCIM}/p1.png", picture(BLUE))
    app.open("Pictures")
    app.mark()
    app.menu("Select all")
    app.menu("Copy to")
    app.tap("DCIM", "Apply to all", "OK")
    assert app.shows('File "p1.png" already exists')
    app.tap("Overwrite", "OK")
    assert app.phone.pull(f"{DCIM}/p0.png") == picture(BLUE)
    assert app.phone.pull(f"{DCIM}/p1.png") == picture(GREEN, (300, 200))


def test_moving_empties_the_folder_and_leaves_it(app: App) -> None:
    app.open("DCIM")
    app.mark()
    app.menu("Move to")
    app.tap("Pictures")
    assert app.toast() == "Moving\u2026"
    app.wait(3000)
    assert app.toast() == "File moved successfully"
    assert app.ls(DCIM) == [] and "receipt.jpg" in app.ls(PICTURES)
    assert app.activity() == "MainActivity"


def test_a_folder_is_made_on_the_way(app: App) -> None:
    app.open("DCIM")
    app.mark()
    app.menu("Copy to")
    app.tap("Other folder", "Internal", "filepicker_fab")
    app.tap("OK")
    assert app.toast() == "Please enter a name"
    app.wait(3000)
    app.enter("folder_name", "DCIM")
    app.tap("OK")
    assert app.toast() == "A file or folder with that name already exists"
    app.type("2")
    app.tap("OK")
    assert app.ls(f"{STORAGE}/DCIM2") == ["receipt.jpg"]


def test_back_goes_up_in_the_picker(app: App) -> None:
    app.open("DCIM")
    app.mark()
    app.menu("Copy to")
    app.tap("Other folder")
    app.back()
    assert app.shows("Select a folder") and not app.shows("> DCIM")
    app.back()
    assert not app.shows("Select a folder") and app.shows("1 / 1")


# --- deleting ------------------------------------------------------------------------------------


def test_what_is_deleted_goes_into_the_bin_and_comes_back(app: App) -> None:
    app.open("Pictures")
    app.mark()
    app.tap("Delete")
    text = app.text("delete_remember_title")
    assert text.startswith('Are you sure you want to move "p0.png" (') and text.endswith("Bin?")
    app.tap("Yes")
    assert app.ls(PICTURES) == ["p1.png", "p2.png"] and len(app.thumbnails) == 2
    kept = f"/data/data/{PACKAGE}/files{PICTURES}/p0.png"
    assert app.phone.pull(kept) == picture(RED, (300, 200))
    row = app.query(DATABASE, "SELECT full_path, deleted_ts != 0 FROM media")
    assert row == [(f"recycle_bin{PICTURES}/p0.png", 1)]
    app.back()
    assert app.elements("dir_name")[0].text == "Recycle Bin"
    app.tap("Recycle Bin")
    app.mark()
    app.menu("Restore selected files")
    assert app.ls(PICTURES) == ["p0.png", "p1.png", "p2.png"]
    assert app.query(DATABASE, "SELECT * FROM media") == []
    assert not app.shows("Recycle Bin")


def test_the_bin_is_skipped_and_asks_no_more(app: App) -> None:
    app.open("Pictures")
    app.mark()
    app.tap("Delete", "Do not ask again in this session")
    app.tap("Skip the Recycle Bin, delete files directly", "Yes")
    app.mark()
    app.tap("Delete")
    assert app.ls(PICTURES) == ["p2.png"]
    app.back()
    assert not app.shows("Recycle Bin")
    app.stop()
    app.open("Pictures")
    app.mark()
    app.tap("Delete")
    assert app.shows("Yes"), "a new process asks again"


def test_the_bin_is_emptied_and_forgets_after_thirty_days(app: App) -> None:
    app.open("Pictures")
    for _ in range(2):
        app.mark()
        app.tap("Delete", "Yes")
    app.back()
    app.tap("Recycle Bin")
    assert len(app.thumbnails) == 2
    app.mark()
    app.tap("Delete")
    assert app.text("delete_remember_title").startswith("Are you sure you want to delete")
    app.tap("Yes")
    assert len(app.thumbnails) == 1
    app.back()
    app.shell(f"am force-stop {PACKAGE}; date -u 112015002023.00")
    app.open()
    assert app.query(DATABASE, "SELECT * FROM media") == [] and not app.shows("Recycle Bin")


def test_a_folder_is_deleted_after_a_warning(app: App) -> None:
    app.open()
    app.long_press("Pictures")
    app.tap("Delete")
    assert app.text("message_warning") == "WARNING: You are deleting 1 folder"
    app.tap("Yes")
    assert app.ls(PICTURES) == [] and app.shows("Recycle Bin")


# --- names, favourites, properties ---------------------------------------------------------------


def test_a_medium_is_renamed(app: App) -> None:
    app.open("DCIM")
    app.mark()
    app.menu("Rename")
    assert (app.text("rename_item_name"), app.text("rename_item_extension")) == ("receipt", "jpg")
    app.enter("rename_item_name", "/")
    app.tap("OK")
    assert app.toast() == "Filename contains invalid characters"
    app.press("DEL")
    app.type("s")
    app.tap("OK")
    assert len(app.ls(DCIM)) == 1 and app.ls(DCIM)[0] != "receipt.jpg"


def test_a_medium_is_renamed_to_other_capitals(app: App) -> None:
    app.open("DCIM")
    app.mark()
    app.menu("Rename")
    app.tap("rename_item_name")
    app.phone.shell("input keycombination 113 29")
    app.type("RECEIPT")
    app.tap("OK")
    assert app.ls(DCIM) == ["RECEIPT.jpg"]


def test_several_are_renamed_alike(app: App) -> None:
    app.open("Pictures")
    app.mark()
    app.menu("Select all")
    app.menu("Rename")
    app.enter("rename_simple_value", "x_")
    app.tap("Prepend filenames", "OK")
    assert app.ls(PICTURES) == ["x_p0.png", "x_p1.png", "x_p2.png"]


def test_favourites_are_a_folder_and_follow_their_files(app: App) -> None:
    app.open("Pictures")
    app.mark()
    app.menu("Add to favorites")
    assert len(app.elements("favorite")) == 1
    rows = app.query(DATABASE, "SELECT full_path, filename, parent_path FROM favorites")
    assert rows == [(f"{PICTURES}/p0.png", "p0.png", PICTURES)]
    app.mark()
    app.menu("Move to")
    app.tap("DCIM")
    assert app.query(DATABASE, "SELECT full_path FROM favorites") == [(f"{DCIM}/p0.png",)]
    app.back()
    assert app.elements("dir_name")[0].text == "Favorites"
    app.shell(f"sqlite3 {DATABASE} 'DELETE FROM favorites'")
    assert not app.shows("Favorites")


@pytest.mark.parametrize(
    "harm", ["rm {0}", "echo nonsense > {0}", "sqlite3 {0} 'DROP TABLE favorites'"]
)
def test_a_broken_database_is_made_anew(app: App, harm: str) -> None:
    app.open("Pictures")
    app.shell(f"am force-stop {PACKAGE}; {harm.format(DATABASE)}")
    app.open("Pictures")
    app.mark()
    app.menu("Add to favorites")
    assert app.query(DATABASE, "SELECT filename FROM favorites") == [("p0.png",)]


def test_properties_tell_what_is_known(app: App) -> None:
    app.open("DCIM")
    app.mark()
    app.menu("Properties")
    labels = [e.text for e in app.elements("property_label")]
    values = dict(zip(labels, (e.text for e in app.elements("property_value")), strict=True))
    assert values["Name"] == "receipt.jpg" and values["Path"] == DCIM
    assert values["Resolution"] == "500 x 700 (0.3MP)"
    assert values["Last modified"] == "15.10.2023, 03:33 PM"


def test_exif_is_told_and_removed(app: App) -> None:
    content = with_orientation(halves((60, 40)), 90)
    assert content is not None
    app.put(f"{DCIM}/turned.jpg", content)
    app.open("DCIM")
    app.mark()
    app.menu("Properties")
    app.tap("Remove EXIF", "Yes")
    assert app.toast() == "EXIF values removed successfully"
    assert app.phone.pull(f"{DCIM}/turned.jpg") == halves((60, 40))


def test_hiding_puts_a_dot_before_the_name(app: App) -> None:
    app.open("Pictures")
    app.mark()
    app.menu("Hide")
    assert app.ls(PICTURES) == [".p0.png", "p1.png", "p2.png"] and len(app.thumbnails) == 2
    app.menu("Temporarily show hidden")
    app.mark()
    app.menu("Unhide")
    assert app.ls(PICTURES) == ["p0.png", "p1.png", "p2.png"]


# --- other apps ----------------------------------------------------------------------------------


def test_a_picture_that_another_app_opens_is_among_its_neighbours(app: App) -> None:
    app.shell(
        f"am start -a android.intent.action.VIEW -d file://{PICTURES}/p1.png -t image/png "
        f"-n {PACKAGE}/.activities.PhotoActivity"
    )
    app.wait(500)
    assert app.shows("p1.png")
    app.phone.swipe(900, 1200, 200, 1200)
    app.wait(500)
    assert app.shows("p2.png")


@pytest.mark.parametrize(
    "uri",
    ["file:///nothing.png", "content://media/external/images/media/999", "content://other/1",
     "file:///data/data/net.gsantner.markor/shared_prefs/app.xml", "file:///data/../etc/hosts"],
)  # fmt: skip
def test_what_can_t_be_opened_is_said(app: App, uri: str) -> None:
    app.shell(
        f"am start -a android.intent.action.VIEW -d {uri} -t image/png "
        f"-n {PACKAGE}/.activities.PhotoActivity"
    )
    app.wait(300)
    assert app.toast() == "Unknown file location"


def test_other_apps_pick_a_picture(app: App) -> None:
    app.shell("am start -a android.intent.action.PICK -t image/png")
    app.wait(500)
    assert app.shows("DCIM") and not app.shows("Open camera")
    app.tap("Pictures")
    assert len(app.thumbnails) == 3


def test_it_asks_for_what_it_needs(app: App) -> None:
    app.shell(f"pm clear {PACKAGE}")
    app.open()
    app.tap("Allow")
    assert app.shows("message") and not app.shows("Cancel")
    app.back()
    assert app.shows("message"), "it stays until one is chosen"
    app.tap("All files")
    app.tap("Allow access to manage all files")
    app.back()
    assert app.shows("DCIM")
    app.shell(f"pm clear {PACKAGE}")
    app.open()
    app.tap(r"Don.t allow" if app.shows(r"Don.t allow") else "Don\u2019t allow", wait_ms=200)
    assert app.toast() == "Storage permission is required"


# --- what is hostile or much ---------------------------------------------------------------------


@pytest.mark.parametrize(
    "content",
    [b"", b"\xff\xd8\xff", b"\x89PNG\r\n\x1a\n" + b"\0" * 40, b"GIF89a" + b"\xff" * 60,
     b"\xff\xd8\xff\xe1\x00\x20Exif\0\0II*\0\xff\xff\xff\xff" + b"\0" * 40],
)  # fmt: skip
def test_what_is_no_picture_has_an_icon(app: App, content: bytes) -> None:
    app.put(f"{STORAGE}/Movies/bad.jpg", content)
    app.open("Movies")
    app.tap("medium_thumbnail")
    assert app.shows("bad.jpg")
    app.phone.screenshot()


def test_a_picture_of_a_billion_pixels_is_not_decoded(app: App) -> None:
    head = bytearray(picture(RED))
    head[16:24] = (60_000).to_bytes(4, "big") * 2
    app.put(f"{STORAGE}/Movies/bomb.png", bytes(head))
    app.open("Movies")
    app.tap("medium_thumbnail")
    app.phone.screenshot()
    assert app.shows("bomb.png")


def test_a_video_without_an_index_is_listed_and_not_played(app: App) -> None:
    app.put(f"{STORAGE}/Movies/cut.mp4", b"\0\0\0\x14ftypisom\0\0\2\0isom\0\1\0\0mdat" + b"x" * 900)
    app.open("Movies")
    app.tap("medium_thumbnail")
    app.phone.screenshot()
    assert app.shows("cut.mp4") and not app.shows("video_play_outline")


def test_a_long_folder_is_not_read_again_for_each_step(
    app: App, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Cost follows what changed: one new file is looked at, not the other 2,000."""
    from android_gym.simulator.apps.gallery.storage import library

    small = picture(RED, (4, 4))
    for number in range(2_000):
        app.put(f"{STORAGE}/Movies/m{number}.png", small, number)
    app.open("Movies")
    made = []
    whole = library.Library._medium
    monkeypatch.setattr(library.Library, "_medium", lambda *args: made.append(args) or whole(*args))
    app.phone.swipe(500, 1800, 500, 600)
    app.wait(800)
    assert made == []
    app.put(f"{STORAGE}/Movies/new.png", small, -5)
    assert app.thumbnails and len(made) <= 2
    made.clear()
    app.shell(f"touch -d @1698000000 {STORAGE}/Movies/m1999.png")
    assert app.thumbnails and len(made) == 1
