"""Second ways to do Markor's tasks: through Files, and with mistakes that are corrected."""

from __future__ import annotations

from android_gym.task_suite.android_world.files.demonstrations import enter, open_folder, select
from android_gym.task_suite.android_world.files.other_ways import delete_selected
from android_gym.task_suite.android_world.markor.demonstrations import (
    EDITOR,
    new_note,
    open_markor,
    open_note,
    read_receipt,
    rename,
    save,
)
from android_gym.task_suite.android_world.markor.demonstrations import (
    delete_selected as delete_selected_note,
)
from android_gym.task_suite.android_world.markor.demonstrations import (
    select as select_note,
)
from android_gym.task_suite.android_world.picture_reading import read_in_files
from android_gym.task_suite.android_world.video_watching import play_in_folder, watch_video
from android_gym.task_suite.demonstrations.script import Screen, Script, Steps

__all__ = ["SCRIPTS", "create_note"]


def open_notes(screen: Screen) -> Steps:
    """Open Markor's folder in Files, as a list."""
    yield from open_folder(screen, "Documents")
    if screen.find(description="List view") is not None:
        yield from screen.tap_on(description="List view")
    yield from screen.tap_on(text="Markor", resource_id="title")
    yield from screen.wait_while(text="Documents", resource_id="title")


def create_note(screen: Screen, file_name: str, text: str) -> Steps:
    """Create the note with a wrong name, rename it, and leave by Back instead of saving."""
    yield from open_markor(screen)
    extension = file_name.rpartition(".")[2]
    yield from new_note(screen, f"draft.{extension}")
    yield from screen.type_into(text, resource_id=EDITOR)
    yield from save(screen)
    yield from open_markor(screen)
    yield from rename(screen, f"draft.{extension}", file_name)


def create_folder(screen: Screen, folder_name: str) -> Steps:
    """Use More options > New folder in Files."""
    yield from open_notes(screen)
    yield from screen.tap_on(description="More options")
    yield from screen.tap_on(text="New folder")
    yield from screen.wait_for(editable=True)
    yield from screen.type(folder_name)
    yield from screen.tap_on(text="OK")
    yield from screen.wait_while(text="OK")


def delete_note(screen: Screen, file_name: str) -> Steps:
    """Delete the note in Files."""
    yield from open_notes(screen)
    yield from select(screen, file_name)
    yield from delete_selected(screen)


def delete_all(screen: Screen) -> Steps:
    """Use More options > Select all > Delete in Files."""
    yield from open_notes(screen)
    yield from screen.tap_on(description="More options")
    yield from screen.tap_on(text="Select all")
    yield from delete_selected(screen)


def replace_all(screen: Screen, file_name: str, replace_text: str) -> Steps:
    """Delete the note's letters from the end, then type."""
    yield from open_markor(screen)
    yield from open_note(screen, file_name)
    length = len(screen.need(resource_id=EDITOR).text or "")
    yield from screen.tap(screen.need(resource_id=EDITOR))
    for _ in range(length):
        yield from screen.press("DEL")
    yield from screen.type(replace_text)
    yield from save(screen)


def move_note(screen: Screen, file_name: str, source_folder: str, destination_folder: str) -> Steps:
    """Use Move to... in Files."""
    yield from open_notes(screen)
    yield from screen.tap_on(text=source_folder, resource_id="title")
    yield from select(screen, file_name)
    yield from screen.tap_on(description="More options")
    yield from screen.tap_on(text="Move to\u2026")
    yield from screen.wait_for(text="Move", resource_id="button1")
    yield from enter(screen, "Documents")
    yield from screen.tap_on(text="Markor", resource_id="title")
    yield from screen.tap_on(text=destination_folder, resource_id="title")
    yield from screen.tap_on(text="Move", resource_id="button1")
    yield from screen.wait_while(resource_id="button1")


def merge_notes(
    screen: Screen, file1_name: str, file2_name: str, file3_name: str, new_file_name: str
) -> Steps:
    """Type each text right after reading it; a first attempt goes to a note that is deleted."""
    yield from open_markor(screen)
    yield from new_note(screen, "first try.md")
    yield from screen.type_into("nothing", resource_id=EDITOR)
    yield from save(screen)
    yield from open_markor(screen)
    yield from select_note(screen, "first try.md")
    yield from delete_selected_note(screen)
    merged = ""
    for name in (file1_name, file2_name, file3_name):
        yield from open_note(screen, name)
        text = (screen.need(resource_id=EDITOR).text or "").strip()
        yield from open_markor(screen)
        if not merged:
            yield from new_note(screen, new_file_name)
        else:
            yield from open_note(screen, new_file_name)
        more = f"\n\n{text}" if merged else text
        yield from screen.type_into(more, resource_id=EDITOR)
        yield from save(screen)
        yield from open_markor(screen)
        merged += more


def transcribe_receipt(screen: Screen) -> Steps:
    """Read the picture from Files, and rename the note."""
    rows = yield from read_in_files(screen, "receipt.png")
    yield from create_note(screen, "receipt.md", read_receipt(rows))


def transcribe_video(screen: Screen, video_name: str, file_name: str) -> Steps:
    """Play the video from its folder, look more often, and rename the note."""
    yield from play_in_folder(screen, video_name)
    seen = yield from watch_video(screen, 4)
    yield from create_note(screen, file_name, ",".join(seen))


SCRIPTS: dict[str, Script] = {
    "MarkorCreateNote": create_note,
    "MarkorCreateFolder": create_folder,
    "MarkorDeleteNote": delete_note,
    "MarkorDeleteAllNotes": delete_all,
    "MarkorEditNote": replace_all,
    "MarkorMoveNote": move_note,
    "MarkorMergeNotes": merge_notes,
    "MarkorTranscribeReceipt": transcribe_receipt,
    "MarkorTranscribeVideo": transcribe_video,
}
