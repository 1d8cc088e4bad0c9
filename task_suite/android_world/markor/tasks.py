"""Tasks of Markor: creating and moving notes and folders."""

from __future__ import annotations

import shlex
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from android_gym.devices.user_data import STORAGE
from android_gym.errors import OptionError, TaskError
from android_gym.task_suite.android_world.file_names import (
    choose,
    random_text,
)
from android_gym.task_suite.android_world.markor.notes import (
    FOLDER,
    FOLDERS,
    PACKAGE,
    SENTENCES,
    MarkorTask,
    Note,
    does,
    is_there,
    moves,
    note_names,
    path_of,
    puts,
    read_note,
    with_harm,
    write_notes,
)
from android_gym.task_suite.task import Disputed, NearMiss, Params
from android_gym.task_suite.text_match import fuzzy_match, same_text
from android_gym.task_suite.touches import FileAt, MovedFile, Touch

if TYPE_CHECKING:
    from android_gym.devices.device import Device

__all__ = [
    "MarkorCreateFolder",
    "MarkorCreateNote",
    "MarkorCreateNoteFromClipboard",
    "MarkorMoveNote",
]


class MarkorCreateNote(MarkorTask):
    """Create a note with a given text."""

    template = "Create a new note in Markor named {file_name} with the following text: {text}"
    rewordings = (
        "In Markor, make a note called {file_name} that says: {text}",
        "Please write a new Markor note. Name it {file_name} and enter this text: {text}",
        "I need a note named {file_name} in Markor, and this should be in it: {text}",
        "Open Markor, add a file {file_name} and type the following into it: {text}",
    )
    difficulty = "medium"
    tags = ("data_entry", "parameterized")
    complexity = 1.6

    def sample(self, rng: np.random.Generator) -> Params:
        """Draw ``file_name``, with an extension, and ``text``, a sentence."""
        name = note_names(rng, 1)[0]
        return {"file_name": name, "text": choose(rng, SENTENCES)}

    def touches(self, params: Params) -> Sequence[Touch]:
        """Allow the new note to be created."""
        return [FileAt(path_of(params["file_name"]))]

    def success(self, device: Device, params: Params, answer: str | None) -> float:
        """1.0 if the note exists and has the wanted text, word for word."""
        text = read_note(device, params["file_name"])
        return float(text is not None and same_text(text.strip(), params["text"]))

    def original_success(self, device: Device, params: Params, answer: str | None) -> float:
        """1.0 if the note exists, and its text is at least 90 % similar to the wanted one."""
        text = read_note(device, params["file_name"])
        return float(text is not None and fuzzy_match(text.strip(), params["text"]))

    def progress(self, device: Device, params: Params) -> float:
        """Return half for a note of that name."""
        if self.success(device, params, None):
            return 1.0
        return 0.5 * is_there(device, params["file_name"])

    def near_misses(self, params: Params) -> Mapping[str, NearMiss]:
        """Return an empty note, other texts and extensions, and more than was asked for."""
        name, text = params["file_name"], params["text"]
        right = puts(name, f"{text}\n")
        return {
            "a second note": with_harm(right, puts(f"copy_{name}", text)),
            "a folder deleted": with_harm(
                right, lambda device: device.remove(f"{STORAGE}/Ringtones")
            ),
            "an empty note": puts(name, ""),
            "half the text": puts(name, text[: len(text) // 2]),
            "another text": puts(name, f"{text[::-1]}\n"),
            "an extension too many": puts(f"{name}.md", f"{text}\n"),
            "no extension": puts(name.rpartition(".")[0], f"{text}\n"),
        }


class MarkorCreateNoteFromClipboard(MarkorCreateNote):
    """Create a note and paste the clipboard's text."""

    template = (
        "Create a note in Markor named {file_name}. Perform a paste operation in the note and save "
        "the note."
    )
    rewordings = (
        "Make a Markor note called {file_name}, paste the clipboard into it and save.",
        "What is on the clipboard should become a new note in Markor. Name it {file_name}, paste, "
        "and save it.",
        "Open Markor and start a note with the name {file_name}. Paste what I copied, then save "
        "the note.",
        "Please save the clipboard's content, by pasting it, as {file_name} in Markor.",
    )
    apps = ("Markor", "Clipper")
    complexity = 1.4

    def sample(self, rng: np.random.Generator) -> Params:
        """Draw ``file_name`` and ``text``, ten random characters."""
        name = note_names(rng, 1)[0]
        return {"file_name": name, "text": random_text(rng, 10)}

    def setup(self, device: Device, params: Params) -> None:
        """Empty the folder and put the text on the clipboard.

        Raises:
            TaskError: If the clipboard doesn't contain it afterwards.
        """
        super().setup(device, params)
        device.set_clipboard(params["text"])
        found = device.get_clipboard()
        if found != params["text"]:
            raise TaskError(
                f"The clipboard should hold {params['text']!r} but holds {found!r}. "
                "Is the Clipper app installed on the device?"
            )

    def near_misses(self, params: Params) -> Mapping[str, NearMiss]:
        """Return nothing pasted, pasted twice, and another name."""
        name, text = params["file_name"], params["text"]
        return {
            "a second note": with_harm(puts(name, text), puts(f"my_{name}", text)),
            "nothing pasted": puts(name, ""),
            "pasted twice": puts(name, text * 2),
            "half of it": puts(name, text[:5]),
            "another name": puts(f"my_{name}", text),
        }


class MarkorCreateFolder(MarkorTask):
    """Create a folder."""

    template = "Create a new folder in Markor named {folder_name}."
    rewordings = (
        "In Markor, make a folder called {folder_name}.",
        "Please add a folder with the name {folder_name} to my Markor notes.",
        "I want to sort my notes: Markor needs a new folder, {folder_name}.",
        "Open Markor and set up an empty folder, to be named {folder_name}.",
    )
    tags = ("data_entry", "parameterized")
    complexity = 1.0

    def sample(self, rng: np.random.Generator) -> Params:
        """Draw ``folder_name``, which contains a date and a time, and the other notes."""
        day = f"2023{int(rng.integers(1, 10)):02}{int(rng.integers(1, 29)):02}"
        time = "".join(f"{int(rng.integers(0, most)):02}" for most in (24, 60, 60))
        return {"folder_name": f"folder_{day}_{time}", "noise": self.noise(rng, "file")}

    def touches(self, params: Params) -> Sequence[Touch]:
        """Allow the new folder to be created."""
        return [FileAt(path_of(params["folder_name"]))]

    def success(self, device: Device, params: Params, answer: str | None) -> float:
        """1.0 if the folder exists."""
        path = shlex.quote(path_of(params["folder_name"]))
        return float(device.run(f"test -d {path}")[1] == 0)

    def original_success(self, device: Device, params: Params, answer: str | None) -> float:
        """1.0 if there is a folder or a note of that name."""
        return float(is_there(device, params["folder_name"]))

    def near_misses(self, params: Params) -> Mapping[str, NearMiss]:
        """Return a note of that name, wrong folders, and notes moved or deleted."""
        name, other = params["folder_name"], params["noise"][0]["name"]
        right = does(lambda device: device.mkdir(path_of(name)))
        return {
            "a note, not a folder": Disputed(puts(name, "")),
            "two folders": with_harm(right, lambda device: device.mkdir(path_of(f"{name}_2"))),
            "a note moved into it": with_harm(right, moves(other, path_of(name))),
            "a note deleted": with_harm(right, lambda device: device.remove(path_of(other))),
            "an extension too many": does(lambda device: device.mkdir(path_of(f"{name}.md"))),
            "in another folder": does(lambda device: device.mkdir(f"{FOLDER}/../{name}")),
        }


class MarkorMoveNote(MarkorTask):
    """Move a note from one folder to another."""

    template = "In Markor, move the note {file_name} from {source_folder} to {destination_folder}."
    rewordings = (
        "The Markor note {file_name} is in the folder {source_folder}. Move it to "
        "{destination_folder}.",
        "Please take {file_name} out of Markor's folder {source_folder} and put it into "
        "{destination_folder}.",
        "I filed a note wrongly in Markor: {file_name} belongs into {destination_folder}, not "
        "into {source_folder}. Move it there.",
        "Open Markor, go to {source_folder}, and move {file_name} over to {destination_folder}.",
    )
    difficulty = "medium"
    tags = ("parameterized", "complex_ui_understanding")
    complexity = 1.4

    def sample(self, rng: np.random.Generator) -> Params:
        """Draw the two folders, ``file_name``, its ``text``, and the notes in the source."""
        source, destination = (
            FOLDERS[int(i)] for i in rng.choice(len(FOLDERS), size=2, replace=False)
        )
        name = note_names(rng, 1)[0]
        return {
            "file_name": name,
            "source_folder": source,
            "destination_folder": destination,
            "text": random_text(rng, 20),
            "noise": self.noise(rng, name),
        }

    def before(self, params: Params) -> list[Note]:
        """Return the notes in the source folder."""
        return [*params["noise"], {"name": params["file_name"], "text": params["text"]}]

    def setup(self, device: Device, params: Params) -> None:
        """Create both folders, and the notes in the first."""
        device.force_stop(PACKAGE)
        device.remove(FOLDER)
        for folder in (params["source_folder"], params["destination_folder"]):
            device.mkdir(path_of("", folder))
        write_notes(device, self.before(params), params["source_folder"])

    def check(self, params: Mapping[str, Any]) -> None:
        """Also reject a move to the same folder.

        Raises:
            OptionError: Naming the value at fault.
        """
        super().check(params)
        if params["source_folder"].lower() == params["destination_folder"].lower():
            raise OptionError(f"The folders must differ, got {params['source_folder']!r} for both.")

    def touches(self, params: Params) -> Sequence[Touch]:
        """Allow the note to be moved."""
        return [
            MovedFile(
                path_of(params["file_name"], params["source_folder"]),
                path_of(params["file_name"], params["destination_folder"]),
            )
        ]

    def success(self, device: Device, params: Params, answer: str | None) -> float:
        """1.0 if the note has left the first folder, and is in the second with the same text."""
        name = params["file_name"]
        if is_there(device, name, params["source_folder"]):
            return 0.0
        text = read_note(device, name, params["destination_folder"])
        return float(text == params["text"] + "\n")

    def original_success(self, device: Device, params: Params, answer: str | None) -> float:
        """1.0 if the note has left the first folder, and the second has a file of its name."""
        name = params["file_name"]
        return float(
            not is_there(device, name, params["source_folder"])
            and is_there(device, name, params["destination_folder"])
        )

    def progress(self, device: Device, params: Params) -> float:
        """Return half for a copy in the other folder."""
        if self.success(device, params, None):
            return 1.0
        return 0.5 * is_there(device, params["file_name"], params["destination_folder"])

    def near_misses(self, params: Params) -> Mapping[str, NearMiss]:
        """Return a copy, a deletion, another note, another folder, and an empty note."""
        name, source = params["file_name"], params["source_folder"]
        destination = params["destination_folder"]
        other = params["noise"][0]["name"]

        def shell(command: str, *paths: str) -> NearMiss:
            def attempt(device: Device) -> None:
                device.shell(f"{command} {shlex.join(paths)}")

            return does(attempt)

        here = path_of(name, source)

        def empty(device: Device) -> None:
            device.remove(here)
            device.push(path_of(name, destination), "")

        return {
            "copied": shell("cp", here, path_of("", destination)),
            "deleted": shell("rm", here),
            "moved one folder up": shell("mv", here, FOLDER),
            "another one moved": shell("mv", path_of(other, source), path_of("", destination)),
            "an empty note of that name": Disputed(does(empty)),
            "another one moved too": Disputed(
                shell("mv", here, path_of(other, source), path_of("", destination))
            ),
            "another one deleted": with_harm(
                shell("mv", here, path_of("", destination)),
                lambda device: device.remove(path_of(other, source)),
            ),
            "a copy left elsewhere": with_harm(
                shell("mv", here, path_of("", destination)), puts(name, params["text"] + "\n")
            ),
        }
