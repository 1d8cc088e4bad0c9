"""Demonstrations of the tasks of Markor."""

from __future__ import annotations

import re
from collections.abc import Generator

from android_gym.accessibility import UIElement
from android_gym.events import Event
from android_gym.task_suite.android_world.picture_reading import read_picture
from android_gym.task_suite.android_world.video_watching import play_found, watch_video
from android_gym.task_suite.demonstrations.script import Observation, Screen, Script, Steps

__all__ = [
    "EDITOR",
    "SCRIPTS",
    "create_note",
    "delete_note",
    "delete_selected",
    "find_row",
    "leave",
    "new_note",
    "open_markor",
    "open_note",
    "press_text",
    "read_note",
    "read_receipt",
    "rename",
    "save",
    "select",
]

ROW = "opoc_filesystem_item__root"
EDITOR = "document__fragment__edit__highlighting_editor"
ADD = "fab_add_new_item"
TYPES = {".txt": "Plain Text", "": "None", ".md": "Markdown"}


def open_markor(screen: Screen) -> Steps:
    """Open the app on its list of files, whatever was open in it."""
    yield from screen.open_app("Markor")
    for _ in range(4):
        if screen.find(resource_id=ADD) is not None:
            return
        files = screen.find(resource_id="nav_notebook")
        if files is not None:
            yield from screen.tap(files)
        else:
            yield from screen.back()
    yield from screen.wait_for(resource_id=ADD)


def row_of(screen: Screen, kind: str, name: str) -> UIElement | None:
    """Return the row of a file or folder; None if it is not on the screen."""
    wanted = f"{kind} {name} "
    for row in screen.find_all(resource_id=ROW):
        if (row.content_description or "").startswith(wanted):
            return row
    return None


def find_row(screen: Screen, kind: str, name: str) -> Generator[Event, Observation, UIElement]:
    """Scroll to the row of a file ("File") or folder ("Folder")."""
    forward = True
    for _ in range(40):
        row = row_of(screen, kind, name)
        if row is not None:
            return row
        lists = screen.find_all(resource_id="ui__filesystem_dialog__list")
        moved = yield from screen.scroll(lists[-1] if lists else None, forward)
        if not moved:
            if not forward:
                break
            forward = False
    raise screen.stuck(f"no row is called {name!r}")


def select(screen: Screen, name: str) -> Steps:
    """Long-press the row of a file."""
    row = yield from find_row(screen, "File", name)
    yield from screen.long_press(row)
    yield from screen.wait_for(description="Delete")


def open_note(screen: Screen, name: str) -> Steps:
    """Open a note from the list."""
    row = yield from find_row(screen, "File", name)
    yield from screen.tap(row)
    yield from screen.wait_for(resource_id=EDITOR)


def read_note(screen: Screen, name: str) -> Generator[Event, Observation, str]:
    """Open a note from the list, read it, and go back."""
    yield from open_note(screen, name)
    text = screen.need(resource_id=EDITOR).text or ""
    yield from screen.back()
    yield from screen.wait_for(resource_id=ADD)
    return text


def new_note(screen: Screen, name: str) -> Steps:
    """Tap the round button, enter type and name, OK; the editor opens."""
    yield from screen.tap(screen.need(resource_id=ADD))
    yield from screen.wait_for(resource_id="new_file_dialog__name")
    stem, dot, extension = name.rpartition(".")
    stem, extension = (stem, dot + extension) if dot else (name, "")
    if screen.need(resource_id="new_file_dialog__ext").text != (extension or None):
        # The drop-down list's present text is visible to accessibility services.
        kinds = [e for kind in TYPES.values() for e in screen.find_all(text=kind)]
        if not kinds:
            raise screen.stuck("the dialog shows no type")
        yield from screen.tap(kinds[0])
        yield from screen.wait_for(text=TYPES[extension])
        yield from screen.tap(screen.find_all(text=TYPES[extension])[-1])
    yield from screen.type_into(stem, resource_id="new_file_dialog__name")
    yield from screen.tap(screen.need(resource_id="button1"))
    yield from screen.wait_for(resource_id=EDITOR)


def beginning(screen: Screen) -> tuple[int, int]:
    """Return the position of the first letter: a margin of 16 dp, lines of about 20."""
    box = screen.need(resource_id=EDITOR).bbox_pixels
    button = screen.need(description="View mode").bbox_pixels
    if box is None or button is None:
        raise screen.stuck("the device doesn't say where the text is")
    dp = button.height / 48
    return round(box.x_min + 17 * dp), round(box.y_min + 25 * dp)


def press_text(screen: Screen) -> Steps:
    """Long-press the first word of the text."""
    x, y = beginning(screen)
    yield from screen.long_press_at(x + 8, y)


def save(screen: Screen) -> Steps:
    """Tap the disk icon, which is enabled a moment after a change."""
    for _ in range(3):
        button = screen.need(description="Save")
        if button.is_enabled is not False:
            yield from screen.tap(button)
            return
        yield from screen.wait()
    raise screen.stuck("the note can't be saved")


def leave(screen: Screen) -> Steps:
    """Go home; the app saves when it is left, without waiting."""
    yield from screen.press("HOME")


def create_note(screen: Screen, file_name: str, text: str) -> Steps:
    """Create the note, type the text, and save."""
    yield from open_markor(screen)
    yield from new_note(screen, file_name)
    yield from screen.type_into(text, resource_id=EDITOR)
    yield from save(screen)


def create_from_clipboard(screen: Screen, file_name: str) -> Steps:
    """Create the note, paste the text, and save."""
    yield from open_markor(screen)
    yield from new_note(screen, file_name)
    yield from press_text(screen)
    yield from screen.wait_for(label="Paste")
    yield from screen.tap(screen.need(label="Paste", clickable=True))
    yield from save(screen)


def create_folder(screen: Screen, folder_name: str) -> Steps:
    """Tap the round button, enter the name, tap FOLDER."""
    yield from open_markor(screen)
    yield from screen.tap(screen.need(resource_id=ADD))
    yield from screen.wait_for(resource_id="new_file_dialog__name")
    yield from screen.type_into(folder_name, resource_id="new_file_dialog__name")
    yield from screen.tap(screen.need(resource_id="button3"))
    yield from screen.wait_while(resource_id="button3")


def delete_selected(screen: Screen) -> Steps:
    """Tap the bin, OK."""
    yield from screen.tap(screen.need(description="Delete"))
    yield from screen.wait_for(resource_id="button1")
    yield from screen.tap(screen.need(resource_id="button1"))
    yield from screen.wait_while(resource_id="button1")


def delete_note(screen: Screen, file_name: str) -> Steps:
    """Select the note and delete it."""
    yield from open_markor(screen)
    yield from select(screen, file_name)
    yield from delete_selected(screen)


def delete_newest(screen: Screen) -> Steps:
    """Sort by date, newest first, and delete the first note."""
    yield from open_markor(screen)
    for order in ("Date", "Reverse order"):
        yield from screen.tap(screen.need(description="Sort by"))
        yield from screen.wait_for(text=order)
        yield from screen.tap(screen.need(text=order))
    yield from screen.wait_while(text="Reverse order")
    notes = [r for r in _from_the_top(screen) if (r.content_description or "").startswith("File ")]
    if not notes:
        raise screen.stuck("there is no note")
    yield from screen.long_press(notes[0])
    yield from screen.wait_for(description="Delete")
    yield from delete_selected(screen)


def _from_the_top(screen: Screen) -> list[UIElement]:
    rows = screen.find_all(resource_id=ROW)
    return sorted(rows, key=lambda row: row.bbox_pixels.y_min if row.bbox_pixels else 0)


def delete_all(screen: Screen) -> Steps:
    """Select all visible notes and delete them, until there are none."""
    yield from open_markor(screen)
    while True:
        first = next(iter(_files(screen)), None)
        if first is None:
            return
        yield from screen.long_press(first)
        while (note := next(iter(_files(screen)), None)) is not None:
            yield from screen.tap(note)
        yield from delete_selected(screen)


def _files(screen: Screen) -> list[UIElement]:
    return [
        row for row in _from_the_top(screen) if (row.content_description or "").startswith("File ")
    ]


def edit_note(
    screen: Screen, file_name: str, header: str = "", footer: str = "", replace_text: str = ""
) -> Steps:
    """Make one of the three edits, depending on the goal."""
    if header:
        yield from add_header(screen, file_name, header)
    elif footer:
        yield from add_footer(screen, file_name, footer)
    else:
        yield from replace_all(screen, file_name, replace_text)


def add_header(screen: Screen, file_name: str, header: str) -> Steps:
    """Type a line before the first letter."""
    yield from open_markor(screen)
    yield from open_note(screen, file_name)
    yield from type_at_the_top(screen, f"{header}\n")
    yield from save(screen)


def type_at_the_top(screen: Screen, text: str) -> Steps:
    """Put the cursor before the first letter and type."""
    x, y = beginning(screen)
    yield from screen.tap_at(x, y)
    yield from screen.type(text)


def add_footer(screen: Screen, file_name: str, footer: str) -> Steps:
    """Go to the end of the text, which is an empty line, and type."""
    yield from open_markor(screen)
    yield from open_note(screen, file_name)
    text = screen.need(resource_id=EDITOR).text or ""
    line = footer if text.endswith("\n") else f"\n{footer}"
    yield from screen.type_into(line, resource_id=EDITOR)
    yield from save(screen)


def replace_all(screen: Screen, file_name: str, text: str) -> Steps:
    """Select all text and type."""
    yield from open_markor(screen)
    yield from open_note(screen, file_name)
    yield from press_text(screen)
    yield from screen.wait_for(label="Select all")
    yield from screen.tap(screen.need(label="Select all", clickable=True))
    yield from screen.type(text)
    yield from save(screen)


def move_note(screen: Screen, file_name: str, source_folder: str, destination_folder: str) -> Steps:
    """Select the note in its folder, Move, then go up and into the other folder."""
    yield from open_markor(screen)
    row = yield from find_row(screen, "Folder", source_folder)
    yield from screen.tap(row)
    yield from select(screen, file_name)
    yield from screen.tap(screen.need(description="More options"))
    yield from screen.wait_for(text="Move")
    yield from screen.tap(screen.need(text="Move"))
    yield from screen.wait_for(resource_id="ui__filesystem_dialog__button_ok")
    row = yield from find_row(screen, "Folder", "..")
    yield from screen.tap(row)
    row = yield from find_row(screen, "Folder", destination_folder)
    yield from screen.tap(row)
    yield from screen.tap(screen.need(resource_id="ui__filesystem_dialog__button_ok"))
    yield from screen.wait_for(resource_id=ADD)


def merge_notes(
    screen: Screen, file1_name: str, file2_name: str, file3_name: str, new_file_name: str
) -> Steps:
    """Read the three notes and type their texts into a new one."""
    yield from open_markor(screen)
    texts = []
    for name in (file1_name, file2_name, file3_name):
        text = yield from read_note(screen, name)
        texts.append(text.strip())
    yield from new_note(screen, new_file_name)
    yield from screen.type_into("\n\n".join(texts), resource_id=EDITOR)
    yield from save(screen)


def rename(screen: Screen, old: str, new: str) -> Steps:
    """Select a note, Rename, and enter the new name."""
    yield from select(screen, old)
    yield from screen.tap(screen.need(description="Rename"))
    yield from screen.wait_for(resource_id="new_name")
    # A long press selects a word, which is the name up to its dot.
    box = screen.need(resource_id="new_name").bbox_pixels
    if box is None:
        raise screen.stuck("the device doesn't say where the name is")
    yield from screen.long_press_at(round(box.x_min + box.height / 2), box.center[1])
    old_stem, _, old_extension = old.rpartition(".")
    new_stem, _, new_extension = new.rpartition(".")
    if old_extension == new_extension and old_stem.isidentifier():
        new = new_stem
    else:
        yield from screen.wait_for(label="Select all")
        yield from screen.tap(screen.need(label="Select all", clickable=True))
    yield from screen.type(new)
    yield from screen.tap(screen.need(resource_id="button1"))
    yield from screen.wait_while(resource_id="new_name")


def change_content(
    screen: Screen, original_name: str, updated_content: str, new_name: str
) -> Steps:
    """Rename the note, then replace its text, which is one word."""
    yield from open_markor(screen)
    yield from rename(screen, original_name, new_name)
    yield from open_note(screen, new_name)
    text = (screen.need(resource_id=EDITOR).text or "").strip()
    yield from press_text(screen)
    if not text.isalnum():
        yield from screen.wait_for(label="Select all")
        yield from screen.tap(screen.need(label="Select all", clickable=True))
    yield from screen.type(updated_content)
    yield from leave(screen)


def add_note_header(screen: Screen, original_name: str, header: str, new_name: str) -> Steps:
    """Rename the note, then type a line and an empty one before its text."""
    yield from open_markor(screen)
    yield from rename(screen, original_name, new_name)
    yield from open_note(screen, new_name)
    yield from type_at_the_top(screen, f"{header}\n\n")
    yield from leave(screen)


_TRANSACTION = re.compile(r"(\d{4}-\d\d-\d\d) *(.*?) *(\$ *[\d, ]+\. *\d ?\d)")


def read_receipt(rows: list[str]) -> str:
    """Format the transactions in a picture's rows below a header, separated by commas."""
    lines = ["Date, Item, Amount"]
    for found in map(_TRANSACTION.fullmatch, rows):
        if found:
            day, item, amount = found.groups()
            lines.append(f"{day}, {item}, {amount.replace(' ', '')}")
    return "\n".join(lines)


def transcribe_receipt(screen: Screen) -> Steps:
    """Read the picture in the gallery, and type its transactions into a new note."""
    rows = yield from read_picture(screen, "receipt.png")
    yield from create_note(screen, "receipt.md", read_receipt(rows))


def transcribe_video(screen: Screen, video_name: str, file_name: str) -> Steps:
    """Look at the video in VLC every eight seconds, and type its texts into a new note."""
    yield from play_found(screen, video_name)
    seen = yield from watch_video(screen, 8)
    yield from create_note(screen, file_name, ", ".join(seen))


SCRIPTS: dict[str, Script] = {
    "MarkorCreateNote": create_note,
    "MarkorCreateNoteFromClipboard": create_from_clipboard,
    "MarkorCreateFolder": create_folder,
    "MarkorDeleteNote": delete_note,
    "MarkorDeleteNewestNote": delete_newest,
    "MarkorDeleteAllNotes": delete_all,
    "MarkorEditNote": edit_note,
    "MarkorMoveNote": move_note,
    "MarkorMergeNotes": merge_notes,
    "MarkorChangeNoteContent": change_content,
    "MarkorAddNoteHeader": add_note_header,
    "MarkorTranscribeReceipt": transcribe_receipt,
    "MarkorTranscribeVideo": transcribe_video,
}
