"""Markor's notes, plain files in one folder of shared storage, and a base class of its tasks.

Judging first reads, in one command, the few files that the task is about. Only if these are as
wanted, and the task requires it, are the other notes compared with the parameters, so that a
crowded folder costs nothing while the task is in progress.
"""

from __future__ import annotations

import re
import shlex
from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np

from android_gym.errors import OptionError
from android_gym.task_suite.android_world.file_names import (
    MOST_FILES,
    choose,
    look_alikes,
    random_file_name,
    random_text,
)
from android_gym.task_suite.task import Disputed, NearMiss, Params, Task

if TYPE_CHECKING:
    from android_gym.devices.device import Device

__all__ = [
    "FOLDER",
    "FOLDERS",
    "MarkorTask",
    "Note",
    "PACKAGE",
    "SENTENCES",
    "TITLES",
    "all_as_made",
    "check_name",
    "does",
    "filled_lines",
    "is_there",
    "moves",
    "note_names",
    "path_of",
    "puts",
    "read_note",
    "with_harm",
    "write_notes",
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
"""Common names of notes, from which the names of other notes are made."""

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


def note_names(rng: np.random.Generator, count: int) -> list[str]:
    """Draw names with an extension, which differ in more than case."""
    found: dict[str, str] = {}
    while len(found) < count:
        name = random_file_name(rng) + choose(rng, (".md", ".txt"))
        found.setdefault(name.lower(), name)
    return list(found.values())


def path_of(name: str, folder: str = "") -> str:
    """Return the path of a note, in a folder of Markor's own folder if one is named."""
    return f"{FOLDER}/{folder}/{name}" if folder else f"{FOLDER}/{name}"


def write_notes(device: Device, notes: Sequence[Note], folder: str = "") -> None:
    """Create notes, each with a line feed at its end; a hundred in one command."""
    for first in range(0, len(notes), 100):
        device.shell(
            "\n".join(
                f"printf '%s\\n' {shlex.quote(note['text'])} > "
                f"{shlex.quote(path_of(note['name'], folder))}"
                for note in notes[first : first + 100]
            )
        )


def read_note(device: Device, name: str, folder: str = "") -> str | None:
    """Return the text of a note; None if there is no such file."""
    path = shlex.quote(path_of(name, folder))
    output, code = device.run(f"test -f {path} && cat {path}")
    return output.replace("\r", "") if code == 0 else None


def filled_lines(text: str) -> str:
    """Return a text without its empty lines: Enter at the end of a note's last one makes one."""
    return "\n".join(line for line in text.split("\n") if line.strip())


def is_there(device: Device, name: str, folder: str = "") -> bool:
    """Return whether there is a file of this name."""
    return device.exists(path_of(name, folder))


def all_as_made(device: Device, notes: Sequence[Note]) -> bool:
    """Return whether Markor's folder contains exactly these files, with their texts unchanged."""
    output, code = device.run(f"cd {FOLDER} && find . -maxdepth 1 -type f")
    names = {line.removeprefix("./") for line in output.splitlines()}
    if code or names != {note["name"] for note in notes}:
        return False
    for first in range(0, len(notes), 100):
        part = notes[first : first + 100]
        files = shlex.join(f"./{note['name']}" for note in part)
        text, code = device.run(f"cd {FOLDER} && cat {files}")
        if code or text != "".join(note["text"] + "\n" for note in part):
            return False
    return True


def does(attempt: Callable[[Device], object]) -> NearMiss:
    """Return a near miss that gives no answer."""

    def near_miss(device: Device) -> str | None:
        attempt(device)
        return None

    return near_miss


def puts(name: str, text: str, *gone: str) -> NearMiss:
    """Return a near miss that writes a file exactly so, and removes others."""

    def attempt(device: Device) -> None:
        device.push(path_of(name), text)
        if gone:
            device.remove(*(path_of(other) for other in gone))

    return does(attempt)


def with_harm(attempt: NearMiss, harm: Callable[[Device], object]) -> NearMiss:
    """Return a solution that also does harm, which AndroidWorld ignores."""

    def act(device: Device) -> str | None:
        answer = attempt(device)
        harm(device)
        return answer

    return Disputed(act)


def moves(name: str, path: str) -> Callable[[Device], object]:
    """Return a function that moves a note out of the folder."""
    return lambda device: device.shell(f"mv {shlex.quote(path_of(name))} {shlex.quote(path)}")


class MarkorTask(Task):
    """Base class of Markor's tasks, which have notes in its folder at the start.

    Attributes:
        most_noise: Maximum number of notes besides the task's own.
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
        """Draw the other notes, at least one.

        Args:
            rng: The source of randomness.
            base: Name of the note that some of the others resemble.
            taken: Names that must not occur, besides the base.
            most: Maximum number of notes; `most_noise` by default.
        """
        names = look_alikes(rng, base, TITLES, most=most or self.most_noise, taken=taken)
        return [{"name": name, "text": random_text(rng, 20)} for name in names]

    def before(self, params: Params) -> list[Note]:
        """Return the notes in the folder at the start."""
        return list(params.get("noise", ()))

    def setup(self, device: Device, params: Params) -> None:
        """Empty Markor's folder and create the notes."""
        device.force_stop(PACKAGE)
        device.remove(FOLDER)
        device.mkdir(FOLDER)
        write_notes(device, self.before(params))

    def progress(self, device: Device, params: Params) -> float:
        """Return the progress, 1.0 only if the task is solved."""
        return self.success(device, params, None)

    def check(self, params: Mapping[str, Any]) -> None:
        """Reject invalid file names, and notes that can't be distinguished.

        ``noise`` may have any length: a crowded folder is harder.

        Raises:
            OptionError: Naming the value at fault.
        """
        super().check(params)
        for name, value in params.items():
            if name.endswith("_name") or name.endswith("_folder"):
                check_name(name, value)
        names = []
        for note in self.before(dict(params)):
            if not isinstance(note, Mapping) or {"name", "text"} - set(note):
                raise OptionError(f"A note needs a name and a text, got {note!r}.")
            check_name("a note's name", note["name"])
            names.append(note["name"].lower())
        if len(set(names)) != len(names):
            raise OptionError(f"Notes must have different names, got {sorted(names)}.")


def check_name(what: str, value: Any) -> None:
    """Check that a value given by hand is a file name that Markor accepts.

    Args:
        what: Its name in the error.
        value: The name.

    Raises:
        OptionError: If it is not.
    """
    if (
        not isinstance(value, str)
        or not value.strip(".")
        or not value.isprintable()
        or re.search(r'[/<|\[\\?*:"\]>`$%;=&#@]', value)
        or len(value.encode()) > 255
    ):
        raise OptionError(f"{what} must be a file name that Markor takes, got {value!r}.")
