"""Tasks of Markor: deleting notes."""

from __future__ import annotations

import shlex
from collections.abc import Mapping, Sequence
from datetime import timedelta
from typing import TYPE_CHECKING, Any

import numpy as np

from android_gym.devices.user_data import STORAGE
from android_gym.errors import OptionError
from android_gym.task_suite.android_world.file_names import (
    choose,
    random_file_name,
    random_text,
)
from android_gym.task_suite.android_world.markor.notes import (
    FOLDER,
    SENTENCES,
    MarkorTask,
    Note,
    all_as_made,
    does,
    is_there,
    moves,
    note_names,
    path_of,
    puts,
    with_harm,
    write_notes,
)
from android_gym.task_suite.task import Disputed, NearMiss, Params
from android_gym.task_suite.touches import FileAt, Touch

if TYPE_CHECKING:
    from android_gym.devices.device import Device

__all__ = ["MarkorDeleteAllNotes", "MarkorDeleteNewestNote", "MarkorDeleteNote"]

_MOST_MINUTES = 500  # between two notes in MarkorDeleteNewestNote


class MarkorDeleteNote(MarkorTask):
    """Delete one note and leave the others."""

    template = "Delete the note in Markor named {file_name}."
    rewordings = (
        "In Markor, remove the note called {file_name}.",
        "Please get rid of my Markor note {file_name}.",
        "There is a note {file_name} in Markor that I don't need any more. Delete it.",
        "Open Markor, find {file_name} and delete it.",
    )
    tags = ("data_edit", "requires_setup", "parameterized")
    complexity = 1.0

    def sample(self, rng: np.random.Generator) -> Params:
        """Draw ``file_name``, which has no extension, its ``text`` and the other notes."""
        name = random_file_name(rng)
        text = random_text(rng, 20)
        return {"file_name": name, "text": text, "noise": self.noise(rng, name)}

    def before(self, params: Params) -> list[Note]:
        """Return the other notes, and the one to be deleted."""
        return [*params["noise"], {"name": params["file_name"], "text": params["text"]}]

    def touches(self, params: Params) -> Sequence[Touch]:
        """Allow the note to be deleted."""
        return [FileAt(path_of(params["file_name"]))]

    def success(self, device: Device, params: Params, answer: str | None) -> float:
        """1.0 if the note is gone, and all others are unchanged."""
        if is_there(device, params["file_name"]):
            return 0.0
        return float(all_as_made(device, params["noise"]))

    def original_success(self, device: Device, params: Params, answer: str | None) -> float:
        """1.0 if the note is gone."""
        return float(not is_there(device, params["file_name"]))

    def progress(self, device: Device, params: Params) -> float:
        """Return half once the note is gone."""
        if is_there(device, params["file_name"]):
            return 0.0
        return 0.5 + 0.5 * self.success(device, params, None)

    def near_misses(self, params: Params) -> Mapping[str, NearMiss]:
        """Return another deleted, one too many, and one renamed, moved or emptied instead."""
        name, other = params["file_name"], params["noise"][0]["name"]
        quoted = shlex.quote(path_of(name))

        def renames(device: Device) -> None:
            device.shell(f"mv {quoted} {shlex.quote(path_of(name + '.md'))}")

        def buries(device: Device) -> None:
            device.mkdir(path_of("old"))
            moves(name, path_of("old"))(device)

        return {
            "another deleted": does(lambda device: device.remove(path_of(other))),
            "one deleted too many": Disputed(
                lambda device: device.remove(path_of(name), path_of(other))
            ),
            "renamed, not deleted": Disputed(does(renames)),
            "moved away, not deleted": Disputed(does(moves(name, f"{STORAGE}/Download/"))),
            "moved into a new folder": Disputed(does(buries)),
            "emptied, not deleted": puts(name, ""),
        }


class MarkorDeleteNewestNote(MarkorTask):
    """Delete the note that was created last."""

    template = "Delete the newest note in Markor."
    rewordings = (
        "In Markor, remove the note that was written last.",
        "Please get rid of my most recent Markor note.",
        "Of all the notes in Markor, delete the latest one.",
        "Find out which Markor note is the newest and delete it.",
    )
    tags = ("data_edit", "parameterized")
    complexity = 1.0

    def sample(self, rng: np.random.Generator) -> Params:
        """Draw ``noise``: two to six notes, each with its age in minutes, all different.

        From one note to the next the time moves forward or back by up to 500 minutes.
        """
        names = note_names(rng, int(rng.integers(2, 7)))
        while True:
            times = np.cumsum(rng.integers(-_MOST_MINUTES, _MOST_MINUTES + 1, size=len(names)))
            if len(set(times)) == len(times):
                break
        ages = 5 + times.max() - times
        return {
            "noise": [
                {"name": name, "text": choose(rng, SENTENCES), "age": int(age)}
                for name, age in zip(names, ages, strict=True)
            ]
        }

    def setup(self, device: Device, params: Params) -> None:
        """Create each note at its own time; the clock is set back afterwards."""
        super().setup(device, {"noise": []})
        now = device.now()
        for note in params["noise"]:
            device.set_time(now - timedelta(minutes=note["age"]))
            write_notes(device, [note])
        device.set_time(now)

    def check(self, params: Mapping[str, Any]) -> None:
        """Also reject notes of the same age.

        Raises:
            OptionError: Naming the value at fault.
        """
        super().check(params)
        ages = [note.get("age") for note in params["noise"]]
        if not ages or any(type(age) is not int or age < 0 for age in ages):
            raise OptionError(f"Each note needs an age in minutes, 0 or more, got {ages}.")
        if len(set(ages)) != len(ages):
            raise OptionError(f"Notes must have different ages, got {ages}.")

    @staticmethod
    def _newest(params: Params) -> Note:
        return min(params["noise"], key=lambda note: note["age"])

    def touches(self, params: Params) -> Sequence[Touch]:
        """Allow the newest note to be deleted."""
        return [FileAt(path_of(self._newest(params)["name"]))]

    def success(self, device: Device, params: Params, answer: str | None) -> float:
        """1.0 if the newest note is gone, and all others are unchanged."""
        newest = self._newest(params)
        if is_there(device, newest["name"]):
            return 0.0
        return float(all_as_made(device, [n for n in params["noise"] if n is not newest]))

    def original_success(self, device: Device, params: Params, answer: str | None) -> float:
        """1.0 if exactly the newest note is gone, comparing only names of notes."""
        output, code = device.run(f"cd {FOLDER} && find . -maxdepth 1 -type f")
        left = {line.removeprefix("./") for line in output.splitlines()}
        names = {note["name"] for note in params["noise"]}
        return float(code == 0 and left == names - {self._newest(params)["name"]})

    def near_misses(self, params: Params) -> Mapping[str, NearMiss]:
        """Return the oldest deleted, one too many, one added, and another edited."""
        newest = self._newest(params)["name"]
        oldest = max(params["noise"], key=lambda note: note["age"])["name"]
        return {
            "the oldest deleted": does(lambda device: device.remove(path_of(oldest))),
            "one deleted too many": does(
                lambda device: device.remove(path_of(newest), path_of(oldest))
            ),
            "one added": puts("added.md", "new\n", newest),
            "another edited": Disputed(puts(oldest, "edited\n", newest)),
            "moved away, not deleted": Disputed(does(moves(newest, f"{STORAGE}/Download/"))),
        }


class MarkorDeleteAllNotes(MarkorTask):
    """Delete every note."""

    template = "Delete all my notes in Markor."
    rewordings = (
        "In Markor, remove every note.",
        "Please clear out Markor: no note should be left.",
        "I want to begin anew in Markor, so delete whatever notes there are.",
        "Open Markor and get rid of all of the notes.",
    )
    tags = ("data_edit", "repetition", "parameterized")
    complexity = 1.4

    def sample(self, rng: np.random.Generator) -> Params:
        """Draw ``noise``, one to n notes, where n is two to six."""
        return {"noise": self.noise(rng, random_text(rng, 5), most=int(rng.integers(2, 7)))}

    def touches(self, params: Params) -> Sequence[Touch]:
        """Allow the notes to be deleted."""
        return [FileAt(path_of(note["name"])) for note in params["noise"]]

    def success(self, device: Device, params: Params, answer: str | None) -> float:
        """1.0 if the folder of notes exists, and has no files."""
        # While the first note exists, the others need not be looked at.
        if params["noise"] and is_there(device, params["noise"][0]["name"]):
            return 0.0
        output, code = device.run(f"find {FOLDER} -maxdepth 1 -type f")
        return float(code == 0 and not output.strip())

    def progress(self, device: Device, params: Params) -> float:
        """Return the share of notes that are gone."""
        output, code = device.run(f"find {FOLDER} -maxdepth 1 -type f")
        if code or not params["noise"]:
            return self.success(device, params, None)
        left = len(output.splitlines())
        return max(0.0, 1.0 - left / len(params["noise"]))

    def near_misses(self, params: Params) -> Mapping[str, NearMiss]:
        """Return one left, one added, and all emptied."""
        names = [note["name"] for note in params["noise"]]

        def empties(device: Device) -> None:
            for name in names:
                device.push(path_of(name), "")

        return {
            "the last one left": does(
                lambda device: device.remove(*(path_of(name) for name in names[:-1]))
            ),
            "the first one left": does(
                lambda device: device.remove(*(path_of(name) for name in names[1:]))
            ),
            "one added": puts("added.md", "new\n", *names),
            "emptied, not deleted": does(empties),
            "moved away, not deleted": Disputed(
                does(lambda device: [moves(n, f"{STORAGE}/Download/")(device) for n in names])
            ),
            "a folder deleted": with_harm(
                does(lambda device: device.remove(*(path_of(name) for name in names))),
                lambda device: device.remove(f"{STORAGE}/Ringtones"),
            ),
        }
