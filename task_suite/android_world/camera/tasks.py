"""Tasks of Camera: one photo, one video."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, ClassVar

from android_gym.devices.user_data import STORAGE
from android_gym.errors import TaskError
from android_gym.task_suite.task import Disputed, NearMiss, Params, Task
from android_gym.task_suite.touches import NewFilesBelow, Touch

if TYPE_CHECKING:
    from android_gym.devices.device import Device

__all__ = ["MOVIES", "PICTURES", "CameraTakePhoto", "CameraTakeVideo"]

PICTURES, MOVIES = "/storage/emulated/0/Pictures", "/storage/emulated/0/Movies"
"""Folders in which the camera keeps photos and videos."""


class _CameraTask(Task):
    """A task that ends with one new file in a folder that was empty.

    Attributes:
        folder: Folder in which the camera saves the file.
        file_names: Two names of such files, for near misses.
        begins: A shell command that tests whether the file ``$1`` begins like one of its kind.
    """

    apps = ("Camera",)
    folder: ClassVar[str] = ""
    file_names: ClassVar[tuple[str, str]] = ("", "")
    begins: ClassVar[str] = ""

    def setup(self, device: Device, params: Params) -> None:
        """Empty both folders.

        Raises:
            TaskError: If they are not empty afterwards.
        """
        device.shell(f"mkdir -p {PICTURES} {MOVIES}; find {PICTURES} {MOVIES} -mindepth 1 -delete")
        if left := device.listdir(self.folder):
            raise TaskError(f"{self.folder} could not be emptied; {left[0]!r} is still there.")

    def touches(self, params: Params) -> Sequence[Touch]:
        """Allow new files in the folder."""
        return [NewFilesBelow(self.folder)]

    def success(self, device: Device, params: Params, answer: str | None) -> float:
        """1.0 if the folder has exactly one entry that is not hidden, a file of the right type."""
        look = f'set -- {self.folder}/*; test $# -eq 1 -a -f "$1" && {self.begins}'
        return float(device.run(look)[1] == 0)

    def original_success(self, device: Device, params: Params, answer: str | None) -> float:
        """1.0 if the folder has exactly one entry that is not hidden, of any type."""
        count = f'set -- {self.folder}/*; test -e "$1" -a $# -eq 1'
        return float(device.run(count)[1] == 0)

    def _make(self, device: Device, path: str) -> None:
        """Write a file that begins like one of the right kind, for near misses."""
        raise NotImplementedError(f"{type(self).__name__} must write one of its files.")

    def near_misses(self, params: Params) -> Mapping[str, NearMiss]:
        """Return none, two, a folder, a file of another kind, and more than was asked for."""
        first, second = (f"{self.folder}/{name}" for name in self.file_names)
        other = f"{MOVIES}/VID_1.mp4" if self.folder == PICTURES else f"{PICTURES}/IMG_1.jpg"

        def two(device: Device) -> None:
            device.shell(f"echo x > {first}; echo x > {second}")

        def wrong_kind(device: Device) -> None:
            device.shell(f"echo x > {other}")

        def deleted(device: Device) -> None:
            device.shell(f"echo x > {first}; rm {first}")

        def folder(device: Device) -> None:
            device.shell(f"mkdir {first}")

        def text(device: Device) -> None:
            device.shell(f"echo 'Not a picture at all.' > {first}")

        def both_kinds(device: Device) -> None:
            self._make(device, first)
            device.shell(f"echo x > {other}")

        def harms(device: Device) -> None:
            self._make(device, first)
            device.shell(f"rmdir {STORAGE}/Recordings")

        def only_opened(device: Device) -> None:
            device.launch("camera")

        return {
            "two": two,
            "the wrong kind": wrong_kind,
            "taken and deleted": deleted,
            "only opened": only_opened,
            "a new folder": Disputed(folder),
            "a text": Disputed(text),
            "one of either kind": Disputed(both_kinds),
            "an old folder deleted": Disputed(harms),
        }


class CameraTakePhoto(_CameraTask):
    """Take one photo."""

    template = "Take one photo."
    rewordings = (
        "Use the camera to take a single picture.",
        "I need exactly one photo taken with the Camera app.",
        "Snap one photo.",
        "Open Camera and take one picture, no more.",
    )
    folder = PICTURES
    file_names = ("IMG_20231015_153400.jpg", "IMG_20231015_153402.jpg")
    begins = 'test "$(head -c 3 "$1" | base64)" = /9j/'  # FF D8 FF: JPEG's start of image

    def _make(self, device: Device, path: str) -> None:
        device.shell(f"echo /9j/4A== | base64 -d > {path}")


class CameraTakeVideo(_CameraTask):
    """Take one video."""

    template = "Take one video."
    rewordings = (
        "Use the camera to record a single video.",
        "I need exactly one video recorded with the Camera app.",
        "Film one video.",
        "Open Camera and record one video, no more.",
    )
    difficulty = "medium"
    folder = MOVIES
    file_names = ("VID_20231015_153400.mp4", "VID_20231015_153402.mp4")
    begins = 'test "$(head -c 8 "$1" | tail -c 4)" = ftyp'  # type of an MPEG-4 file's first box

    def _make(self, device: Device, path: str) -> None:
        device.shell(f"printf '\\0\\0\\0\\024ftypisom' > {path}")
