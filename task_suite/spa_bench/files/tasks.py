"""SPA-Bench's tasks of Files: folders of the storage."""

from __future__ import annotations

import shlex
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, ClassVar, Final

from android_gym.devices.user_data import STORAGE
from android_gym.task_suite.spa_bench.live import LiveTask, shows
from android_gym.task_suite.tapping import tap
from android_gym.task_suite.task import NearMiss, Params
from android_gym.task_suite.touches import FileAt, Touch
from android_gym.trace import EpisodeTrace, ScreenState

if TYPE_CHECKING:
    from android_gym.devices.device import Device

__all__ = ["GoToDcim", "MakeFolder", "MakeAndMoveFolders"]

_PACKAGE: Final = "com.google.android.documentsui"
_HEADER: Final = f"{_PACKAGE}:id/header_title"
_DCIM: Final = f"{STORAGE}/DCIM"
_DOCUMENTS: Final = f"{STORAGE}/Documents"


class _FilesTask(LiveTask):
    """A task in the storage, whose two folders are there at the start."""

    apps = ("Files",)

    def setup(self, device: Device, params: Params) -> None:
        """Make both folders, in case that they are not there."""
        device.shell(f"mkdir -p {_DCIM} {_DOCUMENTS}")


def _is_dcim(screen: ScreenState, params: Params) -> bool:
    """Return True if Files shows what is in DCIM, which its header says."""
    return screen.package == _PACKAGE and any(
        element.resource_name == _HEADER and element.text == "Files in DCIM"
        for element in screen.elements
    )


class GoToDcim(_FilesTask):
    """Open the folder DCIM."""

    uid = "ENG/files_0"
    rewordings = (
        "Open the 'DCIM' folder of the internal storage.",
        "In the internal storage there is a folder 'DCIM'. Go there.",
        "Show me what is in the folder 'DCIM' of the internal storage.",
        "Browse to the folder called 'DCIM' in the internal storage.",
    )

    def judge(self, trace: EpisodeTrace, params: Params) -> float:
        """1.0 once Files has shown the folder."""
        return shows(trace, params, _is_dcim)

    def success(self, device: Device, params: Params, answer: str | None) -> float:
        """1.0 if the folder exists."""
        return float(_all_folders(device, _DCIM))

    def near_misses(self, params: Params) -> Mapping[str, NearMiss]:
        """Files without the folder, another folder, its header typed, the folder over adb."""

        def opens(device: Device) -> None:
            device.launch(_PACKAGE)

        def lists(device: Device) -> None:
            device.listdir(_DCIM)

        def settings(device: Device) -> None:
            device.shell("am start -W -a android.settings.INTERNAL_STORAGE_SETTINGS")

        def types(device: Device) -> None:
            device.launch(_PACKAGE)
            device.shell("sleep 1")
            tap(device, "Search")
            device.shell("input text 'Files%sin%sDCIM' && sleep 1")

        return {
            "Files only": opens,
            "listed over adb": lists,
            "the storage's settings": settings,
            "its header typed": types,
        }


def _all_folders(device: Device, *paths: str) -> bool:
    tests = " && ".join(f"test -d {shlex.quote(path)}" for path in paths)
    return device.run(tests)[1] == 0


def _makes(*commands: str) -> NearMiss:
    def act(device: Device) -> None:
        device.shell(" && ".join(commands))

    return act


class MakeFolder(_FilesTask):
    """Make a folder in DCIM."""

    uid = "ENG/files_1"
    made: ClassVar[str] = f"{_DCIM}/Agent_created"
    rewordings = (
        "Open the 'DCIM' folder of the internal storage and make a folder 'Agent_created' in it.",
        "In the internal storage's 'DCIM', create a subfolder with the name 'Agent_created'.",
        "Make a new folder called 'Agent_created' inside of 'DCIM' in the internal storage.",
        "The folder 'DCIM' of the internal storage should have a subfolder 'Agent_created'.",
    )

    def touches(self, params: Params) -> Sequence[Touch]:
        """Return the folder."""
        return [FileAt(self.made)]

    def success(self, device: Device, params: Params, answer: str | None) -> float:
        """1.0 if the folder exists."""
        return float(_all_folders(device, self.made))

    def near_misses(self, params: Params) -> Mapping[str, NearMiss]:
        """Other names and places, a file, and something more."""
        return {
            "in the storage itself": _makes(f"mkdir {STORAGE}/Agent_created"),
            "another name": _makes(f"mkdir {_DCIM}/Agent"),
            "with a blank": _makes(f"mkdir '{_DCIM}/Agent created'"),
            "a file": _makes(f"touch {self.made}"),
            "another folder too": _makes(f"mkdir {self.made} {self.made}_2"),
            "with something in it": _makes(f"mkdir -p {self.made}/Agent_created"),
        }


class MakeAndMoveFolders(_FilesTask):
    """Make two folders in DCIM, and move one of them."""

    uid = "ENG/files_2"
    rewordings = (
        "In the 'DCIM' folder of the internal storage make the subfolders 'Agent_created_2' and "
        "'Agent_created_3'. Then move 'Agent_created_2' to 'Documents' in the internal storage.",
        "Open 'DCIM' in the internal storage, create 'Agent_created_2' and 'Agent_created_3', and "
        "after that move 'Agent_created_2' into the folder 'Documents' of the storage.",
        "Make two folders in the internal storage's 'DCIM': 'Agent_created_2' and "
        "'Agent_created_3'. The first one has to be moved into 'Documents' afterwards.",
        "Create the folders 'Agent_created_2' and 'Agent_created_3' in 'DCIM' (internal storage), "
        "then put 'Agent_created_2' into 'Documents' by moving it.",
    )
    _second: ClassVar[str] = f"{_DCIM}/Agent_created_2"
    _third: ClassVar[str] = f"{_DCIM}/Agent_created_3"
    _moved: ClassVar[str] = f"{_DOCUMENTS}/Agent_created_2"

    def touches(self, params: Params) -> Sequence[Touch]:
        """Return the two folders."""
        return [FileAt(self._third), FileAt(self._moved)]

    def success(self, device: Device, params: Params, answer: str | None) -> float:
        """1.0 if one new folder is in DCIM, and the other in Documents and no longer in DCIM."""
        there = _all_folders(device, self._third, self._moved)
        return float(there and not device.exists(self._second))

    def progress(self, device: Device, params: Params) -> float:
        """Return the share of the two folders that are where they belong."""
        return sum(_all_folders(device, path) for path in (self._third, self._moved)) / 2

    def near_misses(self, params: Params) -> Mapping[str, NearMiss]:
        """Not moved, copied, the wrong one moved, one missing."""
        fourth = f"{_DOCUMENTS}/Agent_created_3"
        return {
            "not moved": _makes(f"mkdir {self._second} {self._third}"),
            "copied": _makes(f"mkdir {self._second} {self._third} {self._moved}"),
            "the other one moved": _makes(f"mkdir {self._second} {fourth}"),
            "one only": _makes(f"mkdir {self._moved}"),
            "both moved": _makes(f"mkdir {self._moved} {fourth}"),
        }
