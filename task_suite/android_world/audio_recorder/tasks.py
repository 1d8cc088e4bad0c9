"""Tasks of Audio Recorder: a recording, under its own name or a given one."""

from __future__ import annotations

import posixpath
import shlex
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from android_gym.errors import DeviceCommandError, OptionError, TaskError
from android_gym.task_suite.android_world.file_names import choose, modified
from android_gym.task_suite.task import Disputed, NearMiss, Params, Task
from android_gym.task_suite.touches import Rows, Touch

if TYPE_CHECKING:
    from android_gym.devices.device import Device

__all__ = [
    "DATABASE",
    "FOLDER",
    "PACKAGE",
    "AudioRecorderRecordAudio",
    "AudioRecorderRecordAudioWithFileName",
]

PACKAGE: Final = "com.dimowner.audiorecorder"
FOLDER: Final = f"/storage/emulated/0/Android/data/{PACKAGE}/files/Music/records"
"""Folder in which the app keeps recordings."""

DATABASE: Final = f"/data/data/{PACKAGE}/databases/records.db"

MOST_NAME: Final = 50
"""Maximum characters of a name in the app's field."""

_WORDS: Final = (
    "briefing", "consultation", "debate", "discussion", "guidance", "interview", "journal",
    "lecture", "meeting", "memo", "narration", "seminar", "talk", "training", "webinar",
)  # fmt: skip

_SOUND: Final = """is_sound() {
  case "$(head -c 4 "$1" | base64) $(head -c 12 "$1" | tail -c 4 | base64)" in
    "UklGRg== V0FWRQ==") return 0;;
  esac
  test "$(head -c 8 "$1" | tail -c 4)" = ftyp && grep -q moov "$1"
}
"""
"""Shell function that succeeds for a complete audio file: a WAV, or an MPEG-4 with its index."""

_FINISHED: Final = f"""{_SOUND}count=0
for file in {FOLDER}/*; do
  case "$file" in *.del) continue;; esac
  if test -f "$file" -a -s "$file"; then count=$((count + 1)); found=$file; fi
done
test $count -eq 1 && is_sound "$found" && echo "$found"
"""
"""Prints the only non-empty file outside the app's trash, if it is a recording."""


class _RecordingTask(Task):
    """A task that ends with one recording in the app's folder."""

    apps = ("Audio Recorder",)

    def setup(self, device: Device, params: Params) -> None:
        """Empty the app's folder.

        Raises:
            TaskError: If it is not empty afterwards.
        """
        device.shell(f"mkdir -p {FOLDER}; rm -rf {FOLDER}/*")
        if left := device.listdir(FOLDER):
            raise TaskError(f"{FOLDER} could not be emptied; {left[0]!r} is still there.")

    def touches(self, params: Params) -> Sequence[Touch]:
        """Return the app's row of the recording, and of one discarded before."""
        return [Rows("recordings", added=1)]

    def recorded(self, device: Device) -> str:
        """Return the path of the only recording that is complete and known to the app; "" if none.

        Empty files, which each pause leaves, and files in the app's trash do not count. The app's
        name of the recording must be the file's, and it must have no bookmark.
        """
        output, code = device.run(_FINISHED)
        path = output.strip()
        if code != 0 or not path.startswith(f"{FOLDER}/"):
            return ""
        sql = (
            "SELECT count(*) FROM records WHERE path = ? AND name = ? AND duration > 0 "
            "AND bookmark = 0"
        )
        name = posixpath.splitext(posixpath.basename(path))[0]
        try:
            known = device.query(DATABASE, sql, (path, name))[0][0]
        except DeviceCommandError:  # the app has not created its database yet
            return ""
        return path if known == 1 else ""

    def _write(self, device: Device, path: str) -> None:
        """Write a file that looks like a recording, for near misses."""
        device.shell(
            f"printf '\\0\\0\\0\\030ftypmp42\\0\\0\\0\\0isommp42\\0\\0\\0\\010moov' "
            f"> {shlex.quote(path)}"
        )

    def _know(self, device: Device, path: str) -> None:
        """Add a file to the app's database as its recording, for near misses."""
        self._open(device)
        name = posixpath.splitext(posixpath.basename(path))[0]
        device.execute(
            DATABASE,
            "INSERT INTO records (name, duration, created, added, path, format, size, data, "
            "data_str) VALUES (?, 5000000, 1697384045000, 1697384040000, ?, 'm4a', 40, x'', '')",
            [(name, path)],
        )

    def _make(self, device: Device, path: str) -> None:
        """Create a file and the app's row for it, for near misses."""
        self._write(device, path)
        self._know(device, path)

    @staticmethod
    def _open(device: Device) -> None:
        """Open the app's list, which creates its database, and stop the app."""
        activity = f"{PACKAGE}/.app.records.RecordsActivity"
        device.shell(f"am start -W -n {activity} && sleep 2")
        device.force_stop(PACKAGE)


class AudioRecorderRecordAudio(_RecordingTask):
    """Record something."""

    template = "Record an audio clip using Audio Recorder app and save it."
    rewordings = (
        "Use the Audio Recorder app to make a recording, and keep it.",
        "Please record a short audio clip with Audio Recorder and save it.",
        "I want one audio clip recorded and saved in Audio Recorder.",
        "Open Audio Recorder, record a clip of sound and save the recording.",
    )
    tags = ("requires_setup",)
    complexity = 1.2

    def success(self, device: Device, params: Params, answer: str | None) -> float:
        """1.0 if there is exactly one recording, which is complete and in the app's database."""
        return float(bool(self.recorded(device)))

    def original_success(self, device: Device, params: Params, answer: str | None) -> float:
        """1.0 if the folder has exactly one file that is not empty, counting hidden ones."""
        count = f"test $(find {FOLDER} -maxdepth 1 -type f -size +0c | wc -l) -eq 1"
        return float(device.run(count)[1] == 0)

    def near_misses(self, params: Params) -> Mapping[str, NearMiss]:
        """Return none, two, an empty one, and incomplete, deleted and misplaced recordings."""
        path = f"{FOLDER}/Record-1.m4a"

        def two(device: Device) -> None:
            self._make(device, path)
            self._make(device, f"{FOLDER}/Record-2.m4a")

        def elsewhere(device: Device) -> None:
            self._write(device, "/storage/emulated/0/Recordings/Record-1.m4a")

        def not_ended(device: Device) -> None:
            device.shell(f"head -c 4000 /dev/zero > {path}")
            self._know(device, path)

        def thrown_away(device: Device) -> None:
            self._make(device, path)
            device.shell(f"mv {path} {path}.del")

        def by_hand(device: Device) -> None:
            self._write(device, path)

        def bookmarked(device: Device) -> None:
            self._make(device, path)
            device.execute(DATABASE, "UPDATE records SET bookmark = 1")

        def harms(device: Device) -> None:
            self._make(device, path)
            device.shell("rmdir /storage/emulated/0/Recordings")

        return {
            "only opened": lambda device: self._open(device),
            "an empty file": lambda device: _run(device, f": > {path}"),
            "two recordings": two,
            "in another folder": elsewhere,
            "a recording that was not ended": Disputed(not_ended),
            "in the trash": Disputed(thrown_away),
            "a file that the app does not know": Disputed(by_hand),
            "bookmarked": Disputed(bookmarked),
            "a text": Disputed(lambda device: _run(device, f"echo 'No sound.' > {path}")),
            "an old folder deleted": Disputed(harms),
        }


class AudioRecorderRecordAudioWithFileName(_RecordingTask):
    """Record something, under a name."""

    template = 'Record an audio clip and save it with name "{file_name}" using Audio Recorder app.'
    rewordings = (
        'With the Audio Recorder app, record a clip of sound and save it as "{file_name}".',
        'Use Audio Recorder to make a recording that is named "{file_name}".',
        'Please record a clip in Audio Recorder and give it the name "{file_name}".',
        'I want an audio clip called "{file_name}", recorded with the Audio Recorder app.',
    )
    tags = ("data_entry", "complex_ui_understanding", "parameterized")
    complexity = 2.0

    def sample(self, rng: np.random.Generator) -> Params:
        """Draw a name that ends in ".m4a"."""
        return {"file_name": modified(rng, f"{choose(rng, _WORDS)}.m4a")}

    def check(self, params: Mapping[str, Any]) -> None:
        """Reject names that the app can't give.

        Raises:
            OptionError: If the name lacks the ending, is too long, or is not a valid file name.
        """
        super().check(params)
        name = str(params["file_name"])
        stem, ending = posixpath.splitext(name)
        if ending != ".m4a" or not stem.strip() or len(name) > MOST_NAME or set(name) & set('/:"'):
            raise OptionError(
                f"'file_name' must be a file's name of at most {MOST_NAME} characters that ends in "
                f".m4a, got {params['file_name']!r}."
            )

    def success(self, device: Device, params: Params, answer: str | None) -> float:
        """1.0 if the only recording has the name, perhaps with a second ".m4a" added by the app."""
        name = posixpath.basename(self.recorded(device))
        return float(name in (params["file_name"], f"{params['file_name']}.m4a"))

    def original_success(self, device: Device, params: Params, answer: str | None) -> float:
        """1.0 if a file or folder has the name with a second ".m4a" at its end."""
        path = f"{FOLDER}/{params['file_name']}.m4a"
        return float(device.exists(path))

    def progress(self, device: Device, params: Params) -> float:
        """Return half for a recording with another name."""
        return max(self.success(device, params, None), 0.5 * bool(self.recorded(device)))

    def near_misses(self, params: Params) -> Mapping[str, NearMiss]:
        """Return the app's own name, other names, an empty file, and more than one recording."""
        name = params["file_name"]
        path = f"{FOLDER}/{name}.m4a"
        quoted = shlex.quote(path)

        def makes(target: str) -> NearMiss:
            return lambda device: self._make(device, f"{FOLDER}/{target}")

        def two(device: Device) -> None:
            self._make(device, path)
            self._make(device, f"{FOLDER}/Record-2.m4a")

        def renamed(device: Device) -> None:
            self._make(device, path)
            device.execute(DATABASE, "UPDATE records SET name = 'Record-1'")

        def by_hand(device: Device) -> None:
            self._write(device, path)

        def not_ended(device: Device) -> None:
            device.shell(f"head -c 4000 /dev/zero > {quoted}")
            self._know(device, path)

        return {
            "the name that it begins with": makes("Record-1.m4a"),
            "a name with more": makes(f"{name}_1.m4a"),
            "a name with less": makes(f"{posixpath.splitext(name)[0][:-1]}.m4a"),
            "another name in the list": Disputed(renamed),
            "in the trash": makes(f"{name}.m4a.del"),
            "two recordings": Disputed(two),
            "an empty file": Disputed(lambda device: _run(device, f": > {quoted}")),
            "a recording that was not ended": Disputed(not_ended),
            "a file that the app does not know": Disputed(by_hand),
        }


def _run(device: Device, command: str) -> None:
    device.shell(command)
