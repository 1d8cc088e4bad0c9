"""Tasks of Markor: notes are plain files in one folder of the shared storage.

Judging asks first, in one command, for the few files that the task is about. Only when these are
as wanted, and the task says so, are the other notes compared with what the parameters say: a
crowded folder costs nothing while the task is under way.
"""

from __future__ import annotations

import re
import shlex
from collections.abc import Callable, Mapping, Sequence
from datetime import timedelta
from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np

from android_gym.devices.user_data import STORAGE
from android_gym.errors import OptionError, TaskError
from android_gym.task_suite.android_world.file_names import (
    MOST_FILES,
    choose,
    look_alikes,
    random_file_name,
    random_text,
)
from android_gym.task_suite.goal import Goal
from android_gym.task_suite.task import Disputed, NearMiss, Params, Task
from android_gym.task_suite.text_match import fuzzy_match, same_text
from android_gym.task_suite.touches import FileAt, MovedFile, Touch

if TYPE_CHECKING:
    from android_gym.devices.device import Device

__all__ = [
    "FOLDER",
    "FOLDERS",
    "SENTENCES",
    "TITLES",
    "MarkorAddNoteHeader",
    "MarkorChangeNoteContent",
    "MarkorCreateFolder",
    "MarkorCreateNote",
    "MarkorCreateNoteFromClipboard",
    "MarkorDeleteAllNotes",
    "MarkorDeleteNewestNote",
    "MarkorDeleteNote",
    "MarkorEditNote",
    "MarkorMergeNotes",
    "MarkorMoveNote",
]

PACKAGE = "net.gsantner.markor"
FOLDER = "/storage/emulated/0/Documents/Markor"

Note = dict[str, str]
"""A file: its name and its text, without the line feed at its end."""

TITLES = (
    "packing_list_autumn.md", "meeting_agenda_sales.md", "house_rules_guests.md",
    "running_plan_spring.md", "books_to_borrow.md", "thesis_outline_draft.md",
    "birthday_party_menu.md", "plant_care_calendar.md", "job_interview_questions.md",
    "car_service_history.md", "piano_practice_log.md", "moving_day_checklist.md",
    "favorite_film_scenes.md", "camping_gear_inventory.md", "bread_baking_notes.md",
    "french_vocabulary_unit_3.md", "studio_rent_comparison.md", "volunteer_shift_schedule.md",
    "holiday_gift_budget.md", "podcast_episode_ideas.md",
)  # fmt: skip
"""Usual names of notes, from which the names of the notes around a task's own are made."""

SENTENCES = (
    "Remember to water the tomatoes before leaving on Friday.",
    "The spare key is under the blue flower pot.",
    "Ask Nadia whether the projector works with a short cable.",
    "Train leaves at seven from the second platform.",
    "Buy sandpaper, two brushes and a tin of white paint.",
    "Grandfather's recipe needs a pinch of nutmeg.",
    "The library closes early during the holidays.",
    "Call the plumber about the dripping tap upstairs.",
    "Practice the third movement slowly with a metronome.",
    "Return the borrowed tent to Emil next weekend.",
    "The password hint is the name of our first cat.",
    "Write a thank-you card to the neighbours.",
    "Check the tyre pressure before the long drive.",
    "Sketch three ideas for the garden fence.",
    "Book club meets at Irene's place this month.",
    "The dentist moved to the building across the street.",
    "Collect chestnuts with the children after school.",
    "Finish chapter nine and note every open question.",
    "Our flight was delayed by almost four hours.",
    "Try the bakery beside the old town hall.",
    "Renew the museum pass before it runs out.",
    "Two of the bicycle lights need new batteries.",
    "The meeting minutes should name all decisions.",
    "Plant the tulip bulbs before the first frost.",
    "A good walk clears the head better than coffee.",
    "Measure the shelf twice and cut it once.",
    "Send the signed contract by registered mail.",
    "The lake was calm and covered in thin mist.",
    "Learn ten new words of Portuguese every day.",
    "Borrow a ladder to clean the gutters.",
    "Choose a frame for the photo of the lighthouse.",
    "The choir rehearses in the chapel on Tuesdays.",
    "Defrost the soup overnight in the fridge.",
    "Back up the photos before updating the laptop.",
    "Mark the trail with small piles of stones.",
    "The orchestra opened with a very short overture.",
    "Invite Kofi and Marta to the lantern parade.",
    "Replace the fuse in the workshop on Monday.",
    "Save a seat near the window for Yusuf.",
    "The ferry does not run when the wind is strong.",
)
"""Texts of notes."""

FOLDERS = (
    "ArchiveBox", "ConcertNotes", "GardenPlans", "HomeRepairs", "LanguageDrills", "ProjectIdeas",
    "ReadingList", "SketchPad", "TripDiary", "WeeklyMenus",
)  # fmt: skip
"""Folders for notes."""

_EDITS = ("header", "footer", "replace")
_MOST_MINUTES = 500  # between one note and the next, in MarkorDeleteNewestNote


def _note_names(rng: np.random.Generator, count: int) -> list[str]:
    """Draw names with an extension, which differ in more than capitals."""
    found: dict[str, str] = {}
    while len(found) < count:
        name = random_file_name(rng) + choose(rng, (".md", ".txt"))
        found.setdefault(name.lower(), name)
    return list(found.values())


def _path(name: str, folder: str = "") -> str:
    return f"{FOLDER}/{folder}/{name}" if folder else f"{FOLDER}/{name}"


def _write(device: Device, notes: Sequence[Note], folder: str = "") -> None:
    """Makes notes, each with a line feed at its end; a hundred in one command."""
    for first in range(0, len(notes), 100):
        device.shell(
            "\n".join(
                f"printf '%s\\n' {shlex.quote(note['text'])} > "
                f"{shlex.quote(_path(note['name'], folder))}"
                for note in notes[first : first + 100]
            )
        )


def _text(device: Device, name: str, folder: str = "") -> str | None:
    """What a note holds; None if there is no such file."""
    path = shlex.quote(_path(name, folder))
    output, code = device.run(f"test -f {path} && cat {path}")
    return output.replace("\r", "") if code == 0 else None


def _is_there(device: Device, name: str, folder: str = "") -> bool:
    return device.exists(_path(name, folder))


def _all_as_made(device: Device, notes: Sequence[Note], folder: str = "") -> bool:
    """Whether a folder holds these files and no others, their texts untouched."""
    path = shlex.quote(_path("", folder).rstrip("/"))
    output, code = device.run(f"cd {path} && find . -maxdepth 1 -type f")
    names = {line.removeprefix("./") for line in output.splitlines()}
    if code or names != {note["name"] for note in notes}:
        return False
    for first in range(0, len(notes), 100):
        part = notes[first : first + 100]
        files = shlex.join(f"./{note['name']}" for note in part)
        text, code = device.run(f"cd {path} && cat {files}")
        if code or text != "".join(note["text"] + "\n" for note in part):
            return False
    return True


def _does(attempt: Callable[[Device], object]) -> NearMiss:
    """A near miss that gives no answer."""

    def near_miss(device: Device) -> str | None:
        attempt(device)
        return None

    return near_miss


def _puts(name: str, text: str, *gone: str) -> NearMiss:
    """Writes a file exactly so, and removes others."""

    def attempt(device: Device) -> None:
        device.push(_path(name), text)
        if gone:
            device.remove(*(_path(other) for other in gone))

    return _does(attempt)


def _with(attempt: NearMiss, harm: Callable[[Device], object]) -> NearMiss:
    """A solution that also does harm, of which AndroidWorld takes no notice."""

    def act(device: Device) -> str | None:
        answer = attempt(device)
        harm(device)
        return answer

    return Disputed(act)


def _moves(name: str, path: str) -> Callable[[Device], object]:
    """Moves a note out of the folder."""
    return lambda device: device.shell(f"mv {shlex.quote(_path(name))} {shlex.quote(path)}")


class _MarkorTask(Task):
    """What the tasks of Markor share: notes in its folder at the start.

    Attributes:
        most_noise: Most notes around those that the task is about.
    """

    apps: ClassVar[tuple[str, ...]] = ("Markor",)
    most_noise: ClassVar[int] = MOST_FILES

    def noise(
        self,
        rng: np.random.Generator,
        base: str,
        taken: Sequence[str] = (),
        most: int | None = None,
    ) -> list[Note]:
        """Draw the notes around those of the task: one at least.

        Args:
            rng: The source of randomness.
            base: Name of the note that some of the others are called like.
            taken: Names that must not occur, besides the base.
            most: Most notes; `most_noise` unless given.
        """
        names = look_alikes(rng, base, TITLES, most=most or self.most_noise, taken=taken)
        return [{"name": name, "text": random_text(rng, 20)} for name in names]

    def before(self, params: Params) -> list[Note]:
        """The notes in the folder at the start."""
        return list(params.get("noise", ()))

    def setup(self, device: Device, params: Params) -> None:
        """Empties Markor's folder and makes the notes."""
        device.force_stop(PACKAGE)
        device.remove(FOLDER)
        device.mkdir(FOLDER)
        _write(device, self.before(params))

    def progress(self, device: Device, params: Params) -> float:
        """Share of the way, 1.0 only where the task is solved."""
        return self.success(device, params, None)

    def check(self, params: Mapping[str, Any]) -> None:
        """Refuses names that are no file names, and notes that can't be told apart.

        ``noise`` may have any length: a crowded folder is harder.

        Raises:
            OptionError: Naming the value at fault.
        """
        super().check(params)
        for name, value in params.items():
            if name.endswith("_name") or name.endswith("_folder"):
                _check_name(name, value)
        names = []
        for note in self.before(dict(params)):
            if not isinstance(note, Mapping) or {"name", "text"} - set(note):
                raise OptionError(f"A note needs a name and a text, got {note!r}.")
            _check_name("a note's name", note["name"])
            names.append(note["name"].lower())
        if len(set(names)) != len(names):
            raise OptionError(f"Notes must have different names, got {sorted(names)}.")


def _check_name(what: str, value: Any) -> None:
    if (
        not isinstance(value, str)
        or not value.strip(".")
        or not value.isprintable()
        or re.search(r'[/<|\[\\?*:"\]>`$%;=&#@]', value)
        or len(value.encode()) > 255
    ):
        raise OptionError(f"{what} must be a file name that Markor takes, got {value!r}.")


class MarkorCreateNote(_MarkorTask):
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
        """Draws ``file_name``, with an extension, and ``text``, a sentence."""
        name = _note_names(rng, 1)[0]
        return {"file_name": name, "text": choose(rng, SENTENCES)}

    def touches(self, params: Params) -> Sequence[Touch]:
        """Return the new note."""
        return [FileAt(_path(params["file_name"]))]

    def success(self, device: Device, params: Params, answer: str | None) -> float:
        """1.0 if the note is there and says what it should, but for a slip outside of numbers."""
        text = _text(device, params["file_name"])
        return float(text is not None and same_text(text.strip(), params["text"]))

    def original_success(self, device: Device, params: Params, answer: str | None) -> float:
        """1.0 if the note is there and says what it should, but for a slip."""
        text = _text(device, params["file_name"])
        return float(text is not None and fuzzy_match(text.strip(), params["text"]))

    def progress(self, device: Device, params: Params) -> float:
        """Half of it is a note of that name."""
        if self.success(device, params, None):
            return 1.0
        return 0.5 * _is_there(device, params["file_name"])

    def near_misses(self, params: Params) -> Mapping[str, NearMiss]:
        """An empty note, another text, extensions too many or missing, more than was asked for."""
        name, text = params["file_name"], params["text"]
        right = _puts(name, f"{text}\n")
        return {
            "a second note": _with(right, _puts(f"copy_{name}", text)),
            "a folder deleted": _with(right, lambda device: device.remove(f"{STORAGE}/Ringtones")),
            "an empty note": _puts(name, ""),
            "half the text": _puts(name, text[: len(text) // 2]),
            "another text": _puts(name, f"{text[::-1]}\n"),
            "an extension too many": _puts(f"{name}.md", f"{text}\n"),
            "no extension": _puts(name.rpartition(".")[0], f"{text}\n"),
        }


class MarkorCreateNoteFromClipboard(MarkorCreateNote):
    """Create a note and paste what is on the clipboard."""

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
        """Draws ``file_name`` and ``text``, ten random characters."""
        name = _note_names(rng, 1)[0]
        return {"file_name": name, "text": random_text(rng, 10)}

    def setup(self, device: Device, params: Params) -> None:
        """Empties the folder and puts the text on the clipboard.

        Raises:
            TaskError: If the clipboard doesn't hold it afterwards.
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
        """Nothing pasted, pasted twice, another name."""
        name, text = params["file_name"], params["text"]
        return {
            "a second note": _with(_puts(name, text), _puts(f"my_{name}", text)),
            "nothing pasted": _puts(name, ""),
            "pasted twice": _puts(name, text * 2),
            "half of it": _puts(name, text[:5]),
            "another name": _puts(f"my_{name}", text),
        }


class MarkorCreateFolder(_MarkorTask):
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
        """Draws ``folder_name``, with a date and a time in it, and the notes around."""
        day = f"2023{int(rng.integers(1, 10)):02}{int(rng.integers(1, 29)):02}"
        time = "".join(f"{int(rng.integers(0, most)):02}" for most in (24, 60, 60))
        return {"folder_name": f"folder_{day}_{time}", "noise": self.noise(rng, "file")}

    def touches(self, params: Params) -> Sequence[Touch]:
        """Return the new folder."""
        return [FileAt(_path(params["folder_name"]))]

    def success(self, device: Device, params: Params, answer: str | None) -> float:
        """1.0 if the folder is there."""
        path = shlex.quote(_path(params["folder_name"]))
        return float(device.run(f"test -d {path}")[1] == 0)

    def original_success(self, device: Device, params: Params, answer: str | None) -> float:
        """1.0 if there is a folder or a note of that name."""
        return float(_is_there(device, params["folder_name"]))

    def near_misses(self, params: Params) -> Mapping[str, NearMiss]:
        """A note of that name, a folder with an extension or elsewhere, notes moved or deleted."""
        name, other = params["folder_name"], params["noise"][0]["name"]
        right = _does(lambda device: device.mkdir(_path(name)))
        return {
            "a note, not a folder": Disputed(_puts(name, "")),
            "two folders": _with(right, lambda device: device.mkdir(_path(f"{name}_2"))),
            "a note moved into it": _with(right, _moves(other, _path(name))),
            "a note deleted": _with(right, lambda device: device.remove(_path(other))),
            "an extension too many": _does(lambda device: device.mkdir(_path(f"{name}.md"))),
            "in another folder": _does(lambda device: device.mkdir(f"{FOLDER}/../{name}")),
        }


class MarkorDeleteNote(_MarkorTask):
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
        """Draws ``file_name``, which has no extension, its ``text`` and the notes around."""
        name = random_file_name(rng)
        text = random_text(rng, 20)
        return {"file_name": name, "text": text, "noise": self.noise(rng, name)}

    def before(self, params: Params) -> list[Note]:
        """The notes around, and the one to be deleted."""
        return [*params["noise"], {"name": params["file_name"], "text": params["text"]}]

    def touches(self, params: Params) -> Sequence[Touch]:
        """Return the note."""
        return [FileAt(_path(params["file_name"]))]

    def success(self, device: Device, params: Params, answer: str | None) -> float:
        """1.0 if the note is gone and all others are as they were."""
        if _is_there(device, params["file_name"]):
            return 0.0
        return float(_all_as_made(device, params["noise"]))

    def original_success(self, device: Device, params: Params, answer: str | None) -> float:
        """1.0 if the note is gone."""
        return float(not _is_there(device, params["file_name"]))

    def progress(self, device: Device, params: Params) -> float:
        """Half of it is that the note is gone."""
        if _is_there(device, params["file_name"]):
            return 0.0
        return 0.5 + 0.5 * self.success(device, params, None)

    def near_misses(self, params: Params) -> Mapping[str, NearMiss]:
        """Another deleted, one too many, renamed, moved or emptied in place of deleted."""
        name, other = params["file_name"], params["noise"][0]["name"]
        quoted = shlex.quote(_path(name))

        def renames(device: Device) -> None:
            device.shell(f"mv {quoted} {shlex.quote(_path(name + '.md'))}")

        def buries(device: Device) -> None:
            device.mkdir(_path("old"))
            _moves(name, _path("old"))(device)

        return {
            "another deleted": _does(lambda device: device.remove(_path(other))),
            "one deleted too many": Disputed(
                lambda device: device.remove(_path(name), _path(other))
            ),
            "renamed, not deleted": Disputed(_does(renames)),
            "moved away, not deleted": Disputed(_does(_moves(name, f"{STORAGE}/Download/"))),
            "moved into a new folder": Disputed(_does(buries)),
            "emptied, not deleted": _puts(name, ""),
        }


class MarkorDeleteNewestNote(_MarkorTask):
    """Delete the note that was made last."""

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

        From one note to the next the time moves by up to 500 minutes, forth or back.
        """
        names = _note_names(rng, int(rng.integers(2, 7)))
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
        """Makes each note at its own time; the clock is put back afterwards."""
        super().setup(device, {"noise": []})
        now = device.now()
        for note in params["noise"]:
            device.set_time(now - timedelta(minutes=note["age"]))
            _write(device, [note])
        device.set_time(now)

    def check(self, params: Mapping[str, Any]) -> None:
        """Refuses notes of the same age too.

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
        """Return the newest note."""
        return [FileAt(_path(self._newest(params)["name"]))]

    def success(self, device: Device, params: Params, answer: str | None) -> float:
        """1.0 if the newest note is gone and all others are as they were."""
        newest = self._newest(params)
        if _is_there(device, newest["name"]):
            return 0.0
        return float(_all_as_made(device, [n for n in params["noise"] if n is not newest]))

    def original_success(self, device: Device, params: Params, answer: str | None) -> float:
        """1.0 if the names of the notes are those of before without the newest."""
        output, code = device.run(f"cd {FOLDER} && find . -maxdepth 1 -type f")
        left = {line.removeprefix("./") for line in output.splitlines()}
        names = {note["name"] for note in params["noise"]}
        return float(code == 0 and left == names - {self._newest(params)["name"]})

    def near_misses(self, params: Params) -> Mapping[str, NearMiss]:
        """The oldest deleted, one too many, one added, another edited."""
        newest = self._newest(params)["name"]
        oldest = max(params["noise"], key=lambda note: note["age"])["name"]
        return {
            "the oldest deleted": _does(lambda device: device.remove(_path(oldest))),
            "one deleted too many": _does(
                lambda device: device.remove(_path(newest), _path(oldest))
            ),
            "one added": _puts("added.md", "new\n", newest),
            "another edited": Disputed(_puts(oldest, "edited\n", newest)),
            "moved away, not deleted": Disputed(_does(_moves(newest, f"{STORAGE}/Download/"))),
        }


class MarkorDeleteAllNotes(_MarkorTask):
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
        """Draw ``noise``, one to six notes: one to n, where n is two to six."""
        return {"noise": self.noise(rng, random_text(rng, 5), most=int(rng.integers(2, 7)))}

    def touches(self, params: Params) -> Sequence[Touch]:
        """Return the notes."""
        return [FileAt(_path(note["name"])) for note in params["noise"]]

    def success(self, device: Device, params: Params, answer: str | None) -> float:
        """1.0 if there is a folder without any file in it."""
        # As long as the first note is there, nobody has to look at the others.
        if params["noise"] and _is_there(device, params["noise"][0]["name"]):
            return 0.0
        output, code = device.run(f"find {FOLDER} -maxdepth 1 -type f")
        return float(code == 0 and not output.strip())

    def progress(self, device: Device, params: Params) -> float:
        """Share of the notes that are gone."""
        output, code = device.run(f"find {FOLDER} -maxdepth 1 -type f")
        if code or not params["noise"]:
            return self.success(device, params, None)
        left = len(output.splitlines())
        return max(0.0, 1.0 - left / len(params["noise"]))

    def near_misses(self, params: Params) -> Mapping[str, NearMiss]:
        """One left, one added, all emptied."""
        names = [note["name"] for note in params["noise"]]

        def empties(device: Device) -> None:
            for name in names:
                device.push(_path(name), "")

        return {
            "the last one left": _does(
                lambda device: device.remove(*(_path(name) for name in names[:-1]))
            ),
            "the first one left": _does(
                lambda device: device.remove(*(_path(name) for name in names[1:]))
            ),
            "one added": _puts("added.md", "new\n", *names),
            "emptied, not deleted": _does(empties),
            "moved away, not deleted": Disputed(
                _does(lambda device: [_moves(n, f"{STORAGE}/Download/")(device) for n in names])
            ),
            "a folder deleted": _with(
                _does(lambda device: device.remove(*(_path(name) for name in names))),
                lambda device: device.remove(f"{STORAGE}/Ringtones"),
            ),
        }


class MarkorEditNote(_MarkorTask):
    """Add a line to a note, or replace its text."""

    template = "Edit {file_name} in Markor. Add to the top of the note {header}"
    rewordings = (
        "In Markor, open {file_name} and write this at its very beginning: {header}",
        "Please insert a first line into the Markor note {file_name}: {header}",
        "The note {file_name} in Markor should begin with what follows; leave the rest below it "
        "as it is. {header}",
        "Change my Markor note {file_name} by putting this above everything in it: {header}",
    )
    tags = ("data_edit", "transcription", "parameterized")
    complexity = 1.2
    footer_template = "Edit {file_name} in Markor. Add to the bottom of the note {footer}"
    footer_rewordings = (
        "In Markor, open {file_name} and write this at its very end: {footer}",
        "Please append a last line to the Markor note {file_name}: {footer}",
        "The note {file_name} in Markor should end with what follows; leave the rest above it as "
        "it is. {footer}",
        "Change my Markor note {file_name} by putting this below everything in it: {footer}",
    )
    replace_template = "Edit {file_name} in Markor. Replace the text with {replace_text}"
    replace_rewordings = (
        "In Markor, open {file_name} and make this its whole text: {replace_text}",
        "Please throw away what the Markor note {file_name} says and write instead: {replace_text}",
        "The note {file_name} in Markor should contain nothing but what follows. {replace_text}",
        "Overwrite the content of my Markor note {file_name} with this: {replace_text}",
    )

    @classmethod
    def wordings(cls) -> Mapping[str, tuple[str, ...]]:
        """Return the templates of the three kinds of edit."""
        return {
            cls.template: cls.rewordings,
            cls.footer_template: cls.footer_rewordings,
            cls.replace_template: cls.replace_rewordings,
        }

    def sample(self, rng: np.random.Generator) -> Params:
        """Draws ``file_name``, its ``text``, ``edit_type``, the new ``addition``, the noise.

        ``edit_type`` is "header", "footer" or "replace"; for the last the addition has three lines.
        """
        name = f"note_{random_text(rng, 5)}" + choose(rng, (".md", ".txt"))
        kind = choose(rng, _EDITS)
        chosen = [SENTENCES[int(i)] for i in rng.choice(len(SENTENCES), size=4, replace=False)]
        return {
            "file_name": name,
            "text": chosen[3],
            "edit_type": kind,
            "addition": "\n".join(chosen[:3]) if kind == "replace" else chosen[0],
            "noise": self.noise(rng, name),
        }

    def goal(self, params: Params) -> Goal:
        """Return the instruction for the kind of edit."""
        name, addition = params["file_name"], params["addition"]
        match params["edit_type"]:
            case "header":
                return Goal(self.template, {"file_name": name, "header": addition})
            case "footer":
                return Goal(self.footer_template, {"file_name": name, "footer": addition})
            case _:
                return Goal(self.replace_template, {"file_name": name, "replace_text": addition})

    def check(self, params: Mapping[str, Any]) -> None:
        """Refuses unknown kinds of edits too.

        Raises:
            OptionError: Naming the value at fault.
        """
        super().check(params)
        if params["edit_type"] not in _EDITS:
            raise OptionError(f"edit_type must be one of {_EDITS}, got {params['edit_type']!r}.")

    def before(self, params: Params) -> list[Note]:
        """The notes around, and the one to be edited."""
        return [*params["noise"], {"name": params["file_name"], "text": params["text"]}]

    @staticmethod
    def _wanted(params: Params) -> str:
        text, addition = params["text"], params["addition"]
        return {
            "header": f"{addition}\n{text}",
            "footer": f"{text}\n{addition}",
            "replace": addition,
        }[params["edit_type"]]

    def touches(self, params: Params) -> Sequence[Touch]:
        """Return the note."""
        return [FileAt(_path(params["file_name"]))]

    def success(self, device: Device, params: Params, answer: str | None) -> float:
        """1.0 if the note says what it should, but for a slip outside of numbers."""
        text = _text(device, params["file_name"])
        return float(text is not None and same_text(text.strip(), self._wanted(params)))

    def original_success(self, device: Device, params: Params, answer: str | None) -> float:
        """1.0 if the note says what it should, but for a slip."""
        text = _text(device, params["file_name"])
        return float(text is not None and fuzzy_match(text.strip(), self._wanted(params)))

    def near_misses(self, params: Params) -> Mapping[str, NearMiss]:
        """The addition at the other end, the old text gone or left, another note edited."""
        name, text, addition = params["file_name"], params["text"], params["addition"]
        right = _puts(name, self._wanted(params) + "\n")
        other = params["noise"][0]["name"]
        found = {
            "another note deleted": _with(right, lambda device: device.remove(_path(other))),
            "another note edited too": _with(right, _puts(other, self._wanted(params))),
            "the old note kept as a copy": _with(right, _puts(f"old_{name}", f"{text}\n")),
            "another note edited": _puts(params["noise"][0]["name"], self._wanted(params)),
            "a new note": _puts(f"{name}.md", self._wanted(params)),
            "emptied": _puts(name, ""),
        }
        if params["edit_type"] == "replace":
            found["the old text left"] = _puts(name, f"{text}\n{addition}\n")
            found["a line missing"] = _puts(name, addition.rpartition("\n")[0] + "\n")
        else:
            swapped = {"header": f"{text}\n{addition}\n", "footer": f"{addition}\n{text}\n"}
            found["at the other end"] = _puts(name, swapped[params["edit_type"]])
            found["the old text gone"] = _puts(name, f"{addition}\n")
        return found


class MarkorMoveNote(_MarkorTask):
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
        """Draws the two folders, ``file_name``, its ``text``, and the notes in the source."""
        source, destination = (
            FOLDERS[int(i)] for i in rng.choice(len(FOLDERS), size=2, replace=False)
        )
        name = _note_names(rng, 1)[0]
        return {
            "file_name": name,
            "source_folder": source,
            "destination_folder": destination,
            "text": random_text(rng, 20),
            "noise": self.noise(rng, name),
        }

    def before(self, params: Params) -> list[Note]:
        """The notes in the source folder."""
        return [*params["noise"], {"name": params["file_name"], "text": params["text"]}]

    def setup(self, device: Device, params: Params) -> None:
        """Makes both folders and the notes in the first."""
        device.force_stop(PACKAGE)
        device.remove(FOLDER)
        for folder in (params["source_folder"], params["destination_folder"]):
            device.mkdir(_path("", folder))
        _write(device, self.before(params), params["source_folder"])

    def check(self, params: Mapping[str, Any]) -> None:
        """Refuses a move to the same folder too.

        Raises:
            OptionError: Naming the value at fault.
        """
        super().check(params)
        if params["source_folder"].lower() == params["destination_folder"].lower():
            raise OptionError(f"The folders must differ, got {params['source_folder']!r} for both.")

    def touches(self, params: Params) -> Sequence[Touch]:
        """Return the move."""
        return [
            MovedFile(
                _path(params["file_name"], params["source_folder"]),
                _path(params["file_name"], params["destination_folder"]),
            )
        ]

    def success(self, device: Device, params: Params, answer: str | None) -> float:
        """1.0 if the note has left one folder and is in the other with the same text."""
        name = params["file_name"]
        if _is_there(device, name, params["source_folder"]):
            return 0.0
        text = _text(device, name, params["destination_folder"])
        return float(text == params["text"] + "\n")

    def original_success(self, device: Device, params: Params, answer: str | None) -> float:
        """1.0 if the note has left one folder, and a file of its name is in the other."""
        name = params["file_name"]
        return float(
            not _is_there(device, name, params["source_folder"])
            and _is_there(device, name, params["destination_folder"])
        )

    def progress(self, device: Device, params: Params) -> float:
        """Half of it is a copy in the other folder."""
        if self.success(device, params, None):
            return 1.0
        return 0.5 * _is_there(device, params["file_name"], params["destination_folder"])

    def near_misses(self, params: Params) -> Mapping[str, NearMiss]:
        """A copy, a deletion, another note, another folder, an empty note."""
        name, source = params["file_name"], params["source_folder"]
        destination = params["destination_folder"]
        other = params["noise"][0]["name"]

        def shell(command: str, *paths: str) -> NearMiss:
            def attempt(device: Device) -> None:
                device.shell(f"{command} {shlex.join(paths)}")

            return _does(attempt)

        here = _path(name, source)

        def empty(device: Device) -> None:
            device.remove(here)
            device.push(_path(name, destination), "")

        return {
            "copied": shell("cp", here, _path("", destination)),
            "deleted": shell("rm", here),
            "moved one folder up": shell("mv", here, FOLDER),
            "another one moved": shell("mv", _path(other, source), _path("", destination)),
            "an empty note of that name": Disputed(_does(empty)),
            "another one moved too": Disputed(
                shell("mv", here, _path(other, source), _path("", destination))
            ),
            "another one deleted": _with(
                shell("mv", here, _path("", destination)),
                lambda device: device.remove(_path(other, source)),
            ),
            "a copy left elsewhere": _with(
                shell("mv", here, _path("", destination)), _puts(name, params["text"] + "\n")
            ),
        }


class MarkorMergeNotes(_MarkorTask):
    """Put the texts of three notes into a new one, with empty lines between them."""

    template = (
        "Merge the contents of Markor notes {file1_name}, {file2_name} and {file3_name} (in the "
        "same order) into a new Markor note named {new_file_name} and save it. Add a new line "
        "between the content of each note."
    )
    rewordings = (
        "Write a new note {new_file_name} in Markor that has the text of {file1_name}, then that "
        "of {file2_name}, then that of {file3_name}, with an empty line after each but the last. "
        "Save it.",
        "In Markor, put three notes together in one: first {file1_name}, second {file2_name}, "
        "third {file3_name}. Separate them by a blank line and save the result as a new note "
        "called {new_file_name}.",
        "I have the Markor notes {file1_name}, {file2_name} and {file3_name}. Join what they say, "
        "in this order and with a new line between them, in another note, {new_file_name}, and "
        "save that.",
        "Please make one Markor note out of {file1_name}, {file2_name} and {file3_name}. Keep the "
        "order, leave a blank line between their contents, name it {new_file_name} and don't "
        "forget to save.",
    )
    difficulty = "hard"
    tags = ("data_edit", "data_entry", "parameterized")
    complexity = 7.8

    def sample(self, rng: np.random.Generator) -> Params:
        """Draws the names, the three ``texts`` and ``new_file_name``, which has no extension."""
        names = _note_names(rng, 3)
        return {
            **{f"file{i}_name": name for i, name in enumerate(names, start=1)},
            "texts": [random_text(rng, 20) for _ in names],
            "new_file_name": random_text(rng, 8),
        }

    def before(self, params: Params) -> list[Note]:
        """The three notes."""
        names = [params[f"file{i}_name"] for i in (1, 2, 3)]
        return [
            {"name": name, "text": text} for name, text in zip(names, params["texts"], strict=True)
        ]

    def touches(self, params: Params) -> Sequence[Touch]:
        """Return the new note."""
        return [FileAt(_path(params["new_file_name"]))]

    def success(self, device: Device, params: Params, answer: str | None) -> float:
        """1.0 if the new note has the three texts with one empty line between each two."""
        return self._merged(device, params, same_text)

    def original_success(self, device: Device, params: Params, answer: str | None) -> float:
        """The same; a slip in a number is forgiven too."""
        return self._merged(device, params, fuzzy_match)

    def _merged(
        self, device: Device, params: Params, match: Callable[[str | None, str | None], bool]
    ) -> float:
        text = _text(device, params["new_file_name"])
        if text is None:
            return 0.0
        lines = text.strip().split("\n")
        if len(lines) != 5 or lines[1] or lines[3]:
            return 0.0
        return float(match(text.strip(), "\n\n".join(params["texts"])))

    def progress(self, device: Device, params: Params) -> float:
        """A quarter for the note, a quarter for each text, and 1.0 for all in order."""
        if self.success(device, params, None):
            return 1.0
        text = _text(device, params["new_file_name"])
        if text is None:
            return 0.0
        return 0.24 * (1 + sum(part in text for part in params["texts"]))

    def near_misses(self, params: Params) -> Mapping[str, NearMiss]:
        """No empty lines, another order, one text missing, an extension too many."""
        name, texts = params["new_file_name"], params["texts"]
        merged = "\n\n".join(texts) + "\n"
        return {
            "no empty lines": _puts(name, "\n".join(texts) + "\n"),
            "in reverse order": _puts(name, "\n\n".join(reversed(texts)) + "\n"),
            "one text missing": _puts(name, "\n\n".join(texts[:2]) + "\n"),
            "two empty lines": _puts(name, "\n\n\n".join(texts) + "\n"),
            "an extension too many": _puts(f"{name}.md", merged),
            "a source deleted": _with(
                _puts(name, merged), lambda device: device.remove(_path(params["file2_name"]))
            ),
            "a source renamed": _with(
                _puts(name, merged),
                _moves(params["file3_name"], _path("x_" + params["file3_name"])),
            ),
            "a source emptied": _with(_puts(name, merged), _puts(params["file1_name"], "")),
        }


class MarkorChangeNoteContent(_MarkorTask):
    """Replace the text of a note and rename it."""

    template = (
        'Update the content of {original_name} to "{updated_content}" in Markor and change its '
        "name to {new_name}."
    )
    rewordings = (
        'In Markor, {original_name} should say "{updated_content}" and nothing else, and be '
        "called {new_name}.",
        'Please overwrite the Markor note {original_name} with "{updated_content}", then rename '
        "it to {new_name}.",
        'Open {original_name} in Markor. Replace all of its text with "{updated_content}". Then '
        "give the note the name {new_name}.",
        "Rename my Markor note {original_name}: its new name is {new_name}, and its new text, in "
        'place of the old, is "{updated_content}".',
    )
    difficulty = "medium"
    tags: ClassVar[tuple[str, ...]] = ("data_entry", "requires_setup", "parameterized")
    complexity = 1.2
    most_noise = 6

    def sample(self, rng: np.random.Generator) -> Params:
        """Draws both names, the ``text`` before, ``updated_content``, and the notes around."""
        names = _note_names(rng, 2)
        return {
            "original_name": names[0],
            "new_name": names[1],
            "text": random_text(rng, 20),
            "updated_content": random_text(rng, 20),
            "noise": self.noise(rng, names[0], names[1:]),
        }

    def before(self, params: Params) -> list[Note]:
        """The notes around, and the one to be changed."""
        return [*params["noise"], {"name": params["original_name"], "text": params["text"]}]

    def right(self, text: str, params: Params) -> bool:
        """Return true if the note's text is as wanted, but for a slip outside of numbers."""
        return same_text(text.strip(), params["updated_content"])

    def wanted(self, params: Params) -> str:
        """The file as it should be."""
        return f"{params['updated_content']}\n"

    def touches(self, params: Params) -> Sequence[Touch]:
        """Return the note under both of its names."""
        return [FileAt(_path(params[name])) for name in ("original_name", "new_name")]

    def success(self, device: Device, params: Params, answer: str | None) -> float:
        """1.0 if the old name is gone and the new one has the new text."""
        text = _text(device, params["new_name"])
        if text is None or _is_there(device, params["original_name"]):
            return 0.0
        return float(self.right(text, params))

    def original_success(self, device: Device, params: Params, answer: str | None) -> float:
        """1.0 if the old name is gone and the new one has the new text, but for a slip."""
        text = _text(device, params["new_name"])
        gone = not _is_there(device, params["original_name"])
        wanted = params["updated_content"]
        return float(gone and text is not None and fuzzy_match(text.strip(), wanted))

    def progress(self, device: Device, params: Params) -> float:
        """Half of it is the name, half the text under either name."""
        new = _text(device, params["new_name"])
        old = _text(device, params["original_name"])
        renamed = new is not None and old is None
        text = new if new is not None else old
        changed = text is not None and self.right(text, params)
        return 0.5 * renamed + 0.5 * changed

    def near_misses(self, params: Params) -> Mapping[str, NearMiss]:
        """Only renamed, only changed, a copy, another name."""
        old, new, wanted = params["original_name"], params["new_name"], self.wanted(params)
        right, other = _puts(new, wanted, old), params["noise"][0]["name"]
        return {
            "another note deleted": _with(right, lambda device: device.remove(_path(other))),
            "another note changed": _with(right, _puts(other, wanted)),
            "the old note kept elsewhere": _with(right, _puts(f"../{old}", f"{params['text']}\n")),
            "only renamed": _puts(new, f"{params['text']}\n", old),
            "only changed": _puts(old, wanted),
            "a copy": _puts(new, wanted),
            "an extension too many": _puts(f"{new}.md", wanted, old),
            "both texts": _puts(new, wanted + wanted, old),
        }


class MarkorAddNoteHeader(MarkorChangeNoteContent):
    """Add a line and an empty line above the text of a note, and rename it."""

    template = (
        "Update the Markor note {original_name} by adding the following text, along with a new "
        'blank line before the existing content: "{header}", and rename it to {new_name}.'
    )
    rewordings = (
        'In Markor, put "{header}" at the top of {original_name}, followed by an empty line and '
        "then what it says now. Rename the note to {new_name}.",
        'Please let the Markor note {original_name} begin with "{header}" and a blank line, keep '
        "the old text below, and change the note's name to {new_name}.",
        "Rename {original_name} in Markor: call it {new_name}. Also add a heading above its text, "
        'with a blank line in between: "{header}".',
        "My Markor note {original_name} needs the new name {new_name}, and before its present "
        'text this line and an empty one: "{header}".',
    )
    difficulty = "medium"
    tags = ("data_entry", "parameterized")
    complexity = 1.2

    def sample(self, rng: np.random.Generator) -> Params:
        """Draws both names, the ``text`` before, ``header``, and the notes around."""
        params = super().sample(rng)
        header = params.pop("updated_content")
        return {**params, "text": choose(rng, SENTENCES), "header": header}

    def wanted(self, params: Params) -> str:
        """The file as it should be."""
        return f"{params['header']}\n\n{params['text']}\n"

    def right(self, text: str, params: Params) -> bool:
        """Whether the note's text is exactly as wanted, but for line feeds at its end."""
        return text.rstrip("\n") == self.wanted(params).rstrip("\n")

    def original_success(self, device: Device, params: Params, answer: str | None) -> float:
        """1.0 if the old name is gone and the new one has the text, to the line feed at its end."""
        done = self.success(device, params, answer)
        return done * (_text(device, params["new_name"]) == self.wanted(params))

    def near_misses(self, params: Params) -> Mapping[str, NearMiss]:
        """Those of the other task, and: no empty line, the header below."""
        old, new = params["original_name"], params["new_name"]
        header, text = params["header"], params["text"]
        return {
            **super().near_misses(params),
            "no empty line": _puts(new, f"{header}\n{text}\n", old),
            "the header below": _puts(new, f"{text}\n\n{header}\n", old),
            "the text gone": _puts(new, f"{header}\n\n", old),
        }
