"""Tasks of Camera: one photo, one video."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, ClassVar

from android_gym.errors import TaskError
from android_gym.task_suite.task import NearMiss, Params, Task

if TYPE_CHECKING:
    from android_gym.devices.device import Device

__all__ = ["MOVIES", "PICTURES", "CameraTakePhoto", "CameraTakeVideo"]

PICTURES, MOVIES = "/storage/emulated/0/Pictures", "/storage/emulated/0/Movies"
"""Where the camera keeps photos and videos."""


class _CameraTask(Task):
    """A task that ends with one new entry in a folder that was empty."""

    apps = ("Camera",)
    folder: ClassVar[str] = ""
    names: ClassVar[tuple[str, str]] = ("", "")

    def setup(self, device: Device, params: Params) -> None:
        """Empties both folders.

        Raises:
            TaskError: If something stays.
        """
        device.shell(f"mkdir -p {PICTURES} {MOVIES}; find {PICTURES} {MOVIES} -mindepth 1 -delete")
        if left := device.listdir(self.folder):
            raise TaskError(f"{self.folder} could not be emptied; {left[0]!r} is still there.")

    def success(self, device: Device, params: Params, answer: str | None) -> float:
        """1.0 if there is exactly one entry; hidden files, still being written, do not count."""
        count = f'set -- {self.folder}/*; test -e "$1" -a $# -eq 1'
        return float(device.run(count)[1] == 0)

    def near_misses(self, params: Params) -> Mapping[str, NearMiss]:
        """None, two, and one of the wrong kind."""
        first, second = (f"{self.folder}/{name}" for name in self.names)
        other = f"{MOVIES}/VID_1.mp4" if self.folder == PICTURES else f"{PICTURES}/IMG_1.jpg"

        def two(device: Device) -> None:
            device.shell(f"echo x > {first}; echo x > {second}")

        def wrong_kind(device: Device) -> None:
            device.shell(f"echo x > {other}")

        def deleted(device: Device) -> None:
            device.shell(f"echo x > {first}; rm {first}")

        def only_opened(device: Device) -> None:
            device.launch("camera")

        return {
            "two": two,
            "the wrong kind": wrong_kind,
            "taken and deleted": deleted,
            "only opened": only_opened,
        }


class CameraTakePhoto(_CameraTask):
    """Take one photo."""

    template = "Take one photo."
    folder = PICTURES
    names = ("IMG_20231015_153400.jpg", "IMG_20231015_153402.jpg")


class CameraTakeVideo(_CameraTask):
    """Take one video."""

    template = "Take one video."
    difficulty = "medium"
    folder = MOVIES
    names = ("VID_20231015_153400.mp4", "VID_20231015_153402.mp4")
