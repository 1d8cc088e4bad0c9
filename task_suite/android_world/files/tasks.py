"""Tasks of Files: deleting a file, moving one to another folder."""

from __future__ import annotations

import posixpath
import shlex
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from android_gym.errors import OptionError, TaskError
from android_gym.task_suite.android_world.file_names import (
    choose,
    look_alikes,
    random_file_name,
)
from android_gym.task_suite.task import Disputed, NearMiss, Params, Task
from android_gym.task_suite.touches import FileAt, MovedFile, Touch

if TYPE_CHECKING:
    from android_gym.devices.device import Device

__all__ = ["FOLDERS", "STORAGE", "FilesDeleteFile", "FilesMoveFile"]

STORAGE = "/storage/emulated/0"

CONTENT = "A file of no account."
"""Content of every file."""

FOLDERS: dict[str, tuple[str, str, str]] = {
    "Alarms": ("chime birds sunrise buzzer marimba", "morning weekend early gym", "mp3 ogg wav"),
    "Audiobooks": ("chapter prologue epilogue part", "odyssey walden emma dracula", "mp3 m4a"),
    "DCIM": ("sunset harbor portrait panorama", "lisbon alps garden party", "jpg png"),
    "Documents": ("invoice contract minutes resume", "march client draft final", "pdf docx txt"),
    "Download": ("manual ticket brochure setup", "printer concert museum camera", "pdf zip html"),
    "Movies": ("trailer clip reel scene", "wedding skiing concert puppy", "mp4 mkv"),
    "Music": ("ballad anthem sonata groove", "live acoustic remix demo", "mp3 flac m4a"),
    "Notifications": ("ping drop knock bell", "soft short loud double", "ogg mp3"),
    "Pictures": ("poster sketch scan collage", "kitchen passport blue team", "png jpg webp"),
    "Podcasts": ("episode interview recap debate", "science cooking cycling history", "mp3 m4a"),
    "Recordings": ("lecture rehearsal memo voice", "physics choir monday dentist", "m4a wav"),
    "Ringtones": ("guitar whistle synth drums", "classic funny quiet retro", "mp3 ogg"),
}
"""Folders of shared storage, each with words, further words and extensions for file names."""


def usual_names(folder: str) -> list[str]:
    """Return common file names of a folder, such as ``chime_morning.mp3``."""
    first, second, endings = (pool.split() for pool in FOLDERS[folder])
    pairs = [(one, two) for one in first for two in second]
    return [f"{one}_{two}.{endings[i % len(endings)]}" for i, (one, two) in enumerate(pairs)]


def _noise(rng: np.random.Generator, folder: str, name: str) -> list[str]:
    """Draw the paths, relative to the storage, of other files in the folder."""
    return [f"{folder}/{other}" for other in look_alikes(rng, name, usual_names(folder))]


class _FilesTask(Task):
    """A task about one file among others.

    The parameters list them all: ``file_name``, ``noise`` (paths relative to the storage), and
    folders.
    """

    apps = ("Files",)
    difficulty = "medium"

    def _source(self, params: Params) -> str:
        """Return the path of the file at the start."""
        raise NotImplementedError(f"{type(self).__name__} must say where the file is.")

    def _target(self, params: Params) -> str:
        """Return the path that it must have at the end; empty if it must not exist."""
        return ""

    def check(self, params: Mapping[str, Any]) -> None:
        """Reject invalid folders and names.

        Raises:
            OptionError: Naming the parameter at fault.
        """
        super().check(params)
        for name, value in params.items():
            if name.endswith("folder") and value not in FOLDERS:
                raise OptionError(
                    f"Parameter {name!r} must be one of {sorted(FOLDERS)}, got {value!r}."
                )
        if not params["file_name"] or "/" in params["file_name"]:
            raise OptionError(f"'file_name' must be a file's name, got {params['file_name']!r}.")
        for path in params["noise"]:
            folder, _, name = str(path).partition("/")
            if folder not in FOLDERS or not name or "/" in name or name == params["file_name"]:
                raise OptionError(
                    f"'noise' lists paths 'Folder/name' of other files, got {path!r}."
                )

    def setup(self, device: Device, params: Params) -> None:
        """Empty the storage, then write the file and the others.

        Raises:
            TaskError: If the file does not exist afterwards, or its destination is occupied.
        """
        device.shell(f"find {STORAGE} -mindepth 1 -type f -delete")
        folders = shlex.join(f"{STORAGE}/{folder}" for folder in FOLDERS)
        paths = [f"{STORAGE}/{path}" for path in params["noise"]] + [self._source(params)]
        _write(device, f"mkdir -p {folders}", paths)
        target = self._target(params)
        if not device.exists(self._source(params)) or (target and device.exists(target)):
            raise TaskError(
                f"The device's storage is not as written: {self._source(params)!r} must be there"
                + (f" and {target!r} must not." if target else ".")
            )

    def success(self, device: Device, params: Params, answer: str | None) -> float:
        """1.0 if the file has left its old place and, if it was to be moved, is in the new one."""
        source, target = shlex.quote(self._source(params)), self._target(params)
        there = f" && test -f {shlex.quote(target)}" if target else ""
        return float(device.run(f"test ! -e {source}{there}")[1] == 0)


def _write(device: Device, first: str, paths: Sequence[str]) -> None:
    """Run a command, then write `CONTENT` to every file, using few commands."""
    lines = [f"echo {shlex.quote(CONTENT)} > {shlex.quote(path)}" for path in paths]
    for start in range(0, len(lines), 500):
        device.shell("\n".join([first, *lines[start : start + 500]]))
        first = ":"


class FilesDeleteFile(_FilesTask):
    """Delete one file in a folder of many."""

    template = (
        "Delete the file {file_name} from the Android filesystem located in the {subfolder} folder "
        "within the sdk_gphone_x86_64 storage area."
    )
    rewordings = (
        "In the {subfolder} folder of the sdk_gphone_x86_64 storage there is a file called "
        "{file_name}. Delete it.",
        "Please remove {file_name} from {subfolder}, a folder of the storage sdk_gphone_x86_64.",
        "I no longer need the file {file_name}. It is kept in {subfolder} on sdk_gphone_x86_64; "
        "get rid of it.",
        "Open Files, go to the folder {subfolder} in sdk_gphone_x86_64 and delete {file_name}.",
    )
    tags = ("data_edit", "parameterized")
    complexity = 2.2

    def sample(self, rng: np.random.Generator) -> Params:
        """Draw a folder, a name that is common there, and the other files."""
        folder = str(rng.choice(sorted(FOLDERS)))
        name = random_file_name(rng) + posixpath.splitext(usual_names(folder)[0])[1]
        return {"subfolder": folder, "file_name": name, "noise": _noise(rng, folder, name)}

    def _source(self, params: Params) -> str:
        return f"{STORAGE}/{params['subfolder']}/{params['file_name']}"

    def touches(self, params: Params) -> Sequence[Touch]:
        """Allow the file to be deleted."""
        return [FileAt(self._source(params))]

    def near_misses(self, params: Params) -> Mapping[str, NearMiss]:
        """Return another file deleted; the file emptied, renamed, moved or deleted with another."""
        source = shlex.quote(self._source(params))
        neighbour = shlex.quote(f"{STORAGE}/{params['noise'][0]}")
        hidden = shlex.quote(f"{STORAGE}/{params['subfolder']}/.{params['file_name']}")

        def runs(command: str) -> NearMiss:
            return lambda device: _run(device, command)

        return {
            "a neighbour deleted": runs(f"rm {neighbour}"),
            "all neighbours deleted": runs(
                "rm " + shlex.join(f"{STORAGE}/{path}" for path in params["noise"])
            ),
            "emptied": runs(f": > {source}"),
            "renamed": Disputed(runs(f"mv {source} {source}.bak")),
            "hidden": Disputed(runs(f"mv {source} {hidden}")),
            "moved": Disputed(runs(f"mv {source} {STORAGE}/")),
            "one deleted too many": Disputed(runs(f"rm {source} {neighbour}")),
            "a neighbour changed": Disputed(runs(f"rm {source}; echo more >> {neighbour}")),
            "a neighbour renamed": Disputed(runs(f"rm {source}; mv {neighbour} {neighbour}.bak")),
            "the folder emptied": Disputed(
                runs(
                    f"rm -r {STORAGE}/{params['subfolder']}; mkdir {STORAGE}/{params['subfolder']}"
                )
            ),
        }


class FilesMoveFile(_FilesTask):
    """Move one file from one folder to another."""

    template = (
        "Move the file {file_name} from {source_folder} within the sdk_gphone_x86_64 storage area "
        "to the {destination_folder} within the same sdk_gphone_x86_64 storage area in the Android "
        "filesystem."
    )
    rewordings = (
        "The file {file_name} is in the folder {source_folder} of the sdk_gphone_x86_64 storage. "
        "Move it to the folder {destination_folder} there.",
        "Please take {file_name} out of {source_folder} and put it into {destination_folder}; "
        "both are folders of the storage sdk_gphone_x86_64.",
        "Open Files and go to sdk_gphone_x86_64. What should be in {destination_folder} is in "
        "{source_folder}: move {file_name} over.",
        "On the sdk_gphone_x86_64 storage, {destination_folder} is where I want the file "
        "{file_name}, not {source_folder}. Move it.",
    )
    tags = ("search", "screen_reading", "parameterized")
    complexity = 2

    def sample(self, rng: np.random.Generator) -> Params:
        """Draw two folders, a name that is common in the destination, and the other files."""
        source, destination = (str(f) for f in rng.choice(sorted(FOLDERS), 2, replace=False))
        name = choose(rng, usual_names(destination))
        return {
            "source_folder": source,
            "destination_folder": destination,
            "file_name": name,
            "noise": _noise(rng, source, name),
        }

    def check(self, params: Mapping[str, Any]) -> None:
        """Reject a move to the same folder.

        Raises:
            OptionError: Naming the parameter at fault.
        """
        super().check(params)
        if params["source_folder"] == params["destination_folder"]:
            raise OptionError("'source_folder' and 'destination_folder' must differ.")

    def _source(self, params: Params) -> str:
        return f"{STORAGE}/{params['source_folder']}/{params['file_name']}"

    def _target(self, params: Params) -> str:
        return f"{STORAGE}/{params['destination_folder']}/{params['file_name']}"

    def touches(self, params: Params) -> Sequence[Touch]:
        """Allow the file to be moved."""
        return [MovedFile(self._source(params), self._target(params))]

    def progress(self, device: Device, params: Params) -> float:
        """Return halves: a copy is at the destination; the original is gone too."""
        target = shlex.quote(self._target(params))
        if device.run(f"test -f {target}")[1]:
            return 0.0
        return 1.0 if self.success(device, params, None) else 0.5

    def near_misses(self, params: Params) -> Mapping[str, NearMiss]:
        """Return copied, deleted, misplaced, renamed and emptied files, and another file harmed."""
        source, target = shlex.quote(self._source(params)), shlex.quote(self._target(params))
        taken = (params["source_folder"], params["destination_folder"])
        other = next(folder for folder in sorted(FOLDERS) if folder not in taken)

        def runs(command: str) -> NearMiss:
            return lambda device: _run(device, command)

        return {
            "copied": runs(f"cp {source} {target}"),
            "deleted": runs(f"rm {source}"),
            "moved to another folder": runs(f"mv {source} {STORAGE}/{other}/"),
            "moved under another name": runs(f"mv {source} {target}.bak"),
            "an empty file": Disputed(runs(f"rm {source}; : > {target}")),
            "another text": Disputed(runs(f"rm {source}; echo other > {target}")),
            "a copy left elsewhere": Disputed(
                runs(f"cp {source} {STORAGE}/{other}/; mv {source} {target}")
            ),
            "a neighbour moved too": Disputed(
                runs(
                    f"mv {source} {target}; mv {shlex.quote(STORAGE + '/' + params['noise'][0])} "
                    f"{STORAGE}/{params['destination_folder']}/"
                )
            ),
            "a neighbour moved": runs(
                f"mv {shlex.quote(STORAGE + '/' + params['noise'][0])} "
                f"{STORAGE}/{params['destination_folder']}/"
            ),
        }


def _run(device: Device, command: str) -> None:
    device.shell(command)
