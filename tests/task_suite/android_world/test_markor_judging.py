"""The rules of the tasks of Markor, at their thresholds."""

from __future__ import annotations

from typing import Any

import pytest

from android_gym.task_suite.android_world.markor.deletions import (
    MarkorDeleteAllNotes,
    MarkorDeleteNewestNote,
    MarkorDeleteNote,
)
from android_gym.task_suite.android_world.markor.edits import (
    MarkorAddNoteHeader,
    MarkorChangeNoteContent,
    MarkorEditNote,
    MarkorMergeNotes,
)
from android_gym.task_suite.android_world.markor.notes import FOLDER
from android_gym.task_suite.android_world.markor.questions import MarkorNotes
from android_gym.task_suite.android_world.markor.tasks import (
    MarkorCreateFolder,
    MarkorCreateNote,
    MarkorCreateNoteFromClipboard,
    MarkorMoveNote,
)
from android_gym.task_suite.touches import FileAt, MovedFile

SLIP = ("abcdefghij", "ABCDEFGHIJ.", "abcdefghiX")
"""A text, one of the same words and one with a slip."""


def path(name: str, folder: str = "") -> str:
    return f"{FOLDER}/{folder}/{name}" if folder else f"{FOLDER}/{name}"


# --- creating ------------------------------------------------------------------------------------


@pytest.mark.parametrize("task", [MarkorCreateNote, MarkorCreateNoteFromClipboard])
def test_a_new_note(phone: Any, begun: Any, task: type) -> None:
    case = begun(task, phone, file_name="a b.md", text=SLIP[0])
    assert case.scores == (0.0, 0.0)
    for text, scores in {
        SLIP[0]: (1.0, 1.0),
        f"\n {SLIP[0]}\r\n\n": (1.0, 1.0),
        SLIP[1]: (1.0, 1.0),
        SLIP[2]: (0.0, 0.5),
        SLIP[0] * 2: (0.0, 0.5),
        "": (0.0, 0.5),
    }.items():
        phone.push(path("a b.md"), text)
        assert case.scores == scores, text
    phone.shell(f"rm '{path('a b.md')}'; mkdir '{path('a b.md')}'")
    assert case.success == 0.0
    phone.push(path("b.md"), SLIP[0])
    assert case.success == 0.0


def test_a_new_folder(phone: Any, begun: Any) -> None:
    case = begun(MarkorCreateFolder, phone, folder_name="folder 1")
    assert case.scores == (0.0, 0.0)
    phone.push(path("folder 1"), "")
    assert case.scores == (0.0, 0.0)
    phone.remove(path("folder 1"))
    phone.mkdir(path("folder 2"))
    assert case.scores == (0.0, 0.0)
    phone.mkdir(path("folder 1"))
    assert case.scores == (1.0, 1.0)


# --- deleting ------------------------------------------------------------------------------------

OTHERS = [{"name": f"o{i}.md", "text": f"other {i}"} for i in range(3)]


def test_one_note_is_deleted(phone: Any, begun: Any) -> None:
    case = begun(MarkorDeleteNote, phone, file_name="a b", text="x", noise=OTHERS)
    assert case.scores == (0.0, 0.0)
    phone.remove(path("o1.md"))
    assert case.scores == (0.0, 0.0)
    case.again()
    phone.remove(path("a b"))
    assert case.scores == (1.0, 1.0)
    for harm in (
        f"rm {path('o0.md')}",
        f"rm {path('o2.md')}",
        f"echo more >> {path('o1.md')}",
        f"printf 'other 1' > {path('o1.md')}",
        f"mv {path('o1.md')} {path('o3.md')}",
        f"echo new > {path('new.md')}",
        f"mkdir {path('sub')}; mv {path('o1.md')} {path('sub')}",
        f"rm -r {FOLDER}",
    ):
        case.again()
        phone.remove(path("a b"))
        phone.shell(harm)
        assert case.scores == (0.0, 0.5), harm
    case.again()
    phone.shell(f"rm '{path('a b')}'; mkdir {path('sub')}; echo x > {path('sub')}/y")
    assert case.success == 1.0  # only the files of the folder itself are compared


def test_a_hundred_others_and_more_are_compared(phone: Any, begun: Any) -> None:
    others = [{"name": f"{i:03}.md", "text": f"{i}"} for i in range(201)]
    case = begun(MarkorDeleteNote, phone, file_name="a", text="x", noise=others)
    phone.remove(path("a"))
    assert case.success == 1.0
    for number in (0, 99, 100, 199, 200):
        phone.push(path(f"{number:03}.md"), "x\n")
        assert case.success == 0.0, number
        phone.push(path(f"{number:03}.md"), f"{number}\n")
        assert case.success == 1.0


AGED = [
    {"name": "older.md", "text": "one", "age": 300},
    {"name": "newest.md", "text": "two", "age": 20},
    {"name": "oldest.md", "text": "three", "age": 500},
]


def test_the_newest_is_deleted(phone: Any, begun: Any) -> None:
    case = begun(MarkorDeleteNewestNote, phone, noise=AGED)
    assert case.scores == (0.0, 0.0)
    for note in ("older.md", "oldest.md"):
        phone.remove(path(note))
        assert case.scores == (0.0, 0.0)
        phone.remove(path("newest.md"))
        assert case.scores == (0.0, 0.0)
        case.again()
    phone.remove(path("newest.md"))
    assert case.scores == (1.0, 1.0)
    phone.push(path("older.md"), "changed\n")
    assert case.scores == (0.0, 0.0)


def test_all_are_deleted(phone: Any, begun: Any) -> None:
    notes = [{"name": f"{i}.md", "text": "x"} for i in range(4)]
    case = begun(MarkorDeleteAllNotes, phone, noise=notes)
    assert case.scores == (0.0, 0.0)
    phone.remove(path("0.md"))
    assert case.scores == (0.0, 0.25)
    phone.remove(path("1.md"), path("2.md"))
    assert case.scores == (0.0, 0.75)
    phone.remove(path("3.md"))
    assert case.scores == (1.0, 1.0)
    phone.mkdir(path("sub"))
    assert case.scores == (1.0, 1.0)
    for i in range(5):
        phone.push(path(f"new{i}.md"), "x")
    assert case.scores == (0.0, 0.0)
    phone.remove(FOLDER)
    assert case.scores == (0.0, 0.0)


def test_deleting_all_but_the_first_is_not_enough(phone: Any, begun: Any) -> None:
    notes = [{"name": f"{i}.md", "text": "x"} for i in range(2)]
    case = begun(MarkorDeleteAllNotes, phone, noise=notes)
    phone.remove(path("1.md"))
    assert case.scores == (0.0, 0.5)


# --- editing -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("kind", "addition", "wanted"),
    [
        ("header", "HHHHHHHH", "HHHHHHHH\ntttttttt"),
        ("footer", "HHHHHHHH", "tttttttt\nHHHHHHHH"),
        ("replace", "one\ntwo\nthree", "one\ntwo\nthree"),
    ],
)
def test_an_edited_note(phone: Any, begun: Any, kind: str, addition: str, wanted: str) -> None:
    case = begun(
        MarkorEditNote,
        phone,
        file_name="a.md",
        text="tttttttt",
        edit_type=kind,
        addition=addition,
        noise=OTHERS,
    )
    assert case.scores == (0.0, 0.0)
    texts = {
        wanted: 1.0,
        f"\n{wanted}\r\n\n": 1.0,
        wanted.replace("\n", "\n\n"): 1.0,  # the note ended with a line break already
        wanted.replace("\n", " "): 0.0,
        wanted.upper(): 1.0,
        wanted[:-1]: 0.0,
        wanted[:-4]: 0.0,
        wanted * 2: 0.0,
        "\n".join(reversed(wanted.split("\n"))): 0.0,
        addition if kind != "replace" else f"{addition}\ntttttttt": 0.0,
        "": 0.0,
    }
    for text, score in texts.items():
        phone.push(path("a.md"), text)
        assert case.scores == (score, score), text
    phone.remove(path("a.md"))
    assert case.scores == (0.0, 0.0)


@pytest.mark.parametrize(
    ("command", "scores"),
    [
        ("mv $source $target", (1.0, 1.0)),
        ("cp $source $target", (0.0, 0.5)),
        ("rm $source", (0.0, 0.0)),
        ("rm $source; mkdir $target", (0.0, 0.5)),
        ("rm $source; echo other > $target", (0.0, 0.5)),
        ("rm $source; printf text > $target", (0.0, 0.5)),
        ("mv $source $target.bak", (0.0, 0.0)),
        ("mv $source ${target%/*}/../a.md", (0.0, 0.0)),
    ],
)
def test_a_moved_note(phone: Any, begun: Any, command: str, scores: tuple[float, float]) -> None:
    case = begun(
        MarkorMoveNote,
        phone,
        file_name="a.md",
        source_folder="TripDiary",
        destination_folder="SketchPad",
        text="text",
        noise=OTHERS,
    )
    assert case.scores == (0.0, 0.0)
    source, target = path("a.md", "TripDiary"), path("a.md", "SketchPad")
    phone.shell(f"source={source} target={target}; {command}")
    assert case.scores == scores


TEXTS = ["a" * 20, "b" * 20, "c" * 20]


@pytest.mark.parametrize(
    ("text", "scores"),
    [
        ("{0}\n\n{1}\n\n{2}\n", (1.0, 1.0)),
        ("\n\n{0}\n\n{1}\n\n{2}\n\n", (1.0, 1.0)),
        ("{0}X\n\n{1}\n\n{2}\n", (0.0, 0.96)),
        ("{0}\r\n\r\n{1}\r\n\r\n{2}\r\n", (1.0, 1.0)),
        ("{0}\n{1}\n{2}\n", (0.0, 0.96)),
        ("{0}\n \n{1}\n\n{2}\n", (0.0, 0.96)),
        ("{0}\n\n{1}\n \n{2}\n", (0.0, 0.96)),
        ("{0}\n\n\n{1}\n{2}\n", (0.0, 0.96)),
        ("{0}\n\n{1}\n\n\n{2}\n", (0.0, 0.96)),
        ("{2}\n\n{1}\n\n{0}\n", (0.0, 0.96)),
        ("{0}\n\n{1}\n", (0.0, 0.72)),
        ("{0}\n\n{0}\n\n{0}\n", (0.0, 0.48)),
        ("", (0.0, 0.24)),
    ],
)
def test_merged_notes(phone: Any, begun: Any, text: str, scores: tuple[float, float]) -> None:
    names = {f"file{i}_name": f"{i}.md" for i in (1, 2, 3)}
    case = begun(MarkorMergeNotes, phone, **names, texts=TEXTS, new_file_name="new")
    assert case.scores == (0.0, 0.0)
    phone.push(path("new"), text.format(*TEXTS))
    assert case.success == scores[0]
    assert case.progress == pytest.approx(scores[1])


def test_the_notes_to_be_merged_are_there(phone: Any, begun: Any) -> None:
    names = {f"file{i}_name": f"{i}.md" for i in (1, 2, 3)}
    begun(MarkorMergeNotes, phone, **names, texts=TEXTS, new_file_name="new")
    assert phone.shell(f"cat {path('1.md')} {path('2.md')} {path('3.md')}").split() == TEXTS


CHANGED = {"original_name": "old.md", "new_name": "new.md", "text": "before", "noise": OTHERS}


def test_a_changed_note(phone: Any, begun: Any) -> None:
    case = begun(MarkorChangeNoteContent, phone, **CHANGED, updated_content=SLIP[0])
    assert case.scores == (0.0, 0.0)
    phone.push(path("old.md"), f"{SLIP[0]}\n")
    assert case.scores == (0.0, 0.5)
    phone.push(path("new.md"), f"{SLIP[0]}\n")
    assert case.scores == (0.0, 0.5)  # a copy
    phone.remove(path("old.md"))
    for text, scores in {
        f"{SLIP[0]}\n": (1.0, 1.0),
        f"\n{SLIP[1]}  \n\n": (1.0, 1.0),
        SLIP[2]: (0.0, 0.5),
        "before\n": (0.0, 0.5),
    }.items():
        phone.push(path("new.md"), text)
        assert case.scores == scores, text
    phone.remove(path("new.md"))
    assert case.scores == (0.0, 0.0)


def test_a_note_with_a_header(phone: Any, begun: Any) -> None:
    case = begun(MarkorAddNoteHeader, phone, **CHANGED, header="HEAD")
    assert case.scores == (0.0, 0.0)
    phone.push(path("old.md"), "HEAD\n\nbefore\n")
    assert case.scores == (0.0, 0.5)
    phone.remove(path("old.md"))
    for text, scores in {
        "HEAD\n\nbefore\n": (1.0, 1.0),
        "HEAD\nbefore\n": (0.0, 0.5),
        "HEAD\n\n\nbefore\n": (0.0, 0.5),
        "\nHEAD\n\nbefore\n": (0.0, 0.5),
        "head\n\nbefore\n": (0.0, 0.5),
        "before\n\nHEAD\n": (0.0, 0.5),
        "HEAD\n\n": (0.0, 0.5),
        "HEAD\n\nbeforeX\n": (0.0, 0.5),
    }.items():
        phone.push(path("new.md"), text)
        assert case.scores == scores, text


# --- numbers -------------------------------------------------------------------------------------

TEXT = "Meet me at 14 Harbour Lane"
NUMBERED = {
    MarkorCreateNote: ({"text": TEXT}, "a.md", TEXT),
    MarkorEditNote: (
        {"text": "x", "edit_type": "replace", "addition": TEXT, "noise": OTHERS},
        "a.md",
        TEXT,
    ),
    MarkorMergeNotes: ({"texts": [TEXT, "b", "c"]}, "a.md", f"{TEXT}\n\nb\n\nc\n"),
    MarkorChangeNoteContent: (
        {"original_name": "old.md", "updated_content": TEXT, "noise": OTHERS},
        "a.md",
        TEXT,
    ),
}


@pytest.mark.parametrize("task", NUMBERED)
def test_only_androidworld_forgives_a_slip(phone: Any, begun: Any, task: type) -> None:
    params, name, text = NUMBERED[task]  # type: ignore[index]
    key = {MarkorMergeNotes: "new_file_name", MarkorChangeNoteContent: "new_name"}
    case = begun(task, phone, **params, **{key.get(task, "file_name"): name})
    if task is MarkorChangeNoteContent:
        phone.remove(path("old.md"))
    for typed, ours, theirs in (
        (text, 1.0, 1.0),
        (text.replace("Lane", "lane"), 1.0, 1.0),
        (text.replace("Lane", "Lan"), 0.0, 1.0),
        (text.replace("14", "15"), 0.0, 1.0),
        (text.replace(TEXT, TEXT[:9]), 0.0, 0.0),
    ):
        phone.push(path(name), typed)
        assert case.success == ours, typed
        assert case.task.original_success(phone, case.params, None) == theirs, typed


# --- the original's verdicts, and what may differ ------------------------------------------------


def test_the_original_does_not_look_at_other_notes(phone: Any, begun: Any) -> None:
    case = begun(MarkorDeleteNote, phone, file_name="a b", text="x", noise=OTHERS)
    phone.remove(path("o1.md"))
    assert case.original == 0.0
    phone.remove(path("a b"))
    assert (case.success, case.original) == (0.0, 1.0)


@pytest.mark.parametrize(
    ("command", "ours", "theirs"),
    [
        (":", 0.0, 0.0),
        ("rm newest.md", 1.0, 1.0),
        ("rm newest.md; echo x > older.md", 0.0, 1.0),
        ("rm newest.md; mkdir sub", 1.0, 1.0),
        ("rm newest.md; echo x > new.md", 0.0, 0.0),
        ("rm newest.md older.md", 0.0, 0.0),
        ("rm older.md", 0.0, 0.0),
        (f"rm -r {FOLDER}", 0.0, 0.0),
    ],
)
def test_the_original_compares_the_names_of_the_notes_left(
    phone: Any, begun: Any, command: str, ours: float, theirs: float
) -> None:
    case = begun(MarkorDeleteNewestNote, phone, noise=AGED)
    phone.shell(f"cd {FOLDER}; {command}")
    assert (case.success, case.original) == (ours, theirs)


@pytest.mark.parametrize(
    ("text", "ours", "theirs"),
    [
        ("HEAD\n\nbefore\n", 1.0, 1.0),
        ("HEAD\n\nbefore", 1.0, 0.0),
        ("HEAD\nbefore\n", 0.0, 0.0),
    ],
)
def test_the_original_wants_a_line_feed_at_the_end(
    phone: Any, begun: Any, text: str, ours: float, theirs: float
) -> None:
    case = begun(MarkorAddNoteHeader, phone, **CHANGED, header="HEAD")
    phone.push(path("new.md"), text)
    assert (case.success, case.original) == (0.0, 0.0)  # the old one is there still
    phone.remove(path("old.md"))
    assert (case.success, case.original) == (ours, theirs)


def test_the_original_takes_a_note_for_a_folder(phone: Any, begun: Any) -> None:
    case = begun(MarkorCreateFolder, phone, folder_name="folder 1")
    assert case.original == 0.0
    phone.push(path("folder 1"), "")
    assert (case.success, case.original) == (0.0, 1.0)


@pytest.mark.parametrize(
    ("command", "theirs"),
    [
        (":", 0.0),
        ("mv TripDiary/a.md SketchPad", 1.0),
        ("rm TripDiary/a.md; echo other > SketchPad/a.md", 1.0),
        ("cp TripDiary/a.md SketchPad", 0.0),
        ("rm TripDiary/a.md", 0.0),
    ],
)
def test_the_original_does_not_read_a_moved_note(
    phone: Any, begun: Any, command: str, theirs: float
) -> None:
    folders = {"source_folder": "TripDiary", "destination_folder": "SketchPad"}
    case = begun(MarkorMoveNote, phone, file_name="a.md", text="text", noise=OTHERS, **folders)
    phone.shell(f"cd {FOLDER}; {command}")
    assert case.original == theirs


@pytest.mark.parametrize(
    ("task", "params", "touches"),
    [
        (MarkorCreateNote, {"file_name": "a"}, [FileAt(path("a"))]),
        (MarkorCreateFolder, {"folder_name": "a"}, [FileAt(path("a"))]),
        (
            MarkorMoveNote,
            {"file_name": "a", "source_folder": "f", "destination_folder": "g"},
            [MovedFile(path("a", "f"), path("a", "g"))],
        ),
        (MarkorDeleteNote, {"file_name": "a"}, [FileAt(path("a"))]),
        (MarkorDeleteNewestNote, {"noise": AGED}, [FileAt(path("newest.md"))]),
        (
            MarkorDeleteAllNotes,
            {"noise": OTHERS},
            [FileAt(path(f"o{i}.md")) for i in range(3)],
        ),
        (MarkorEditNote, {"file_name": "a"}, [FileAt(path("a"))]),
        (MarkorMergeNotes, {"new_file_name": "a"}, [FileAt(path("a"))]),
        (
            MarkorChangeNoteContent,
            {"original_name": "a", "new_name": "b"},
            [FileAt(path("a")), FileAt(path("b"))],
        ),
    ],
)
def test_which_files_may_differ(task: Any, params: Any, touches: Any) -> None:
    assert task().touches(params) == touches


def test_a_note_of_other_bytes_than_text_is_read_with_replacements(phone: Any) -> None:
    phone.push(path("menu.md"), b"caf\xe9\n")
    (note,) = MarkorNotes().read(phone, ())
    assert (note["name"], note["text"]) == ("menu.md", "caf\ufffd")
