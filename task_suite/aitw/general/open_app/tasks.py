"""GENERAL's instructions to open one of the phone's own apps, or the downloads."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Final

from android_gym.task_suite.aitw import SUITE
from android_gym.task_suite.aitw.general.live import (
    GeneralTask,
    activity_shown,
    package_shown,
    runs,
    tasks_of,
)
from android_gym.task_suite.aitw.general.open_app.labels import labels_of
from android_gym.task_suite.task import NearMiss, Params

if TYPE_CHECKING:
    from android_gym.devices.device import Device

__all__ = ["OpenApp", "OpenDownloads"]

_HOME: Final = "input keyevent KEYCODE_HOME && sleep 1"
_SHADE: Final = "cmd statusbar expand-notifications && sleep 1"
_FILES: Final = SUITE.apps["files"]
_FOLDER: Final = (
    "am start -W -a android.intent.action.VIEW -t vnd.android.document/directory -d "
    "content://com.android.externalstorage.documents/document/primary%3A{} && sleep 1"
)
_HEADERS: Final = ("Files in Downloads", "Files in Download")
"""Headers of the downloads, and of their folder in the storage."""


class _Opening(GeneralTask):
    """A task that something is in front in the end."""

    phrases = (
        "Bring up the {subject}.",
        "Please go to the {subject} on this phone.",
        "I want to use the {subject} now.",
        "Take me to the {subject}, wherever you have to start from.",
    )
    difficulty = "easy"
    reads_screen = True


class OpenApp(_Opening):
    """Open an app."""

    @classmethod
    def apps_of(cls, subject: str) -> tuple[str, ...]:
        """Return the labels of the apps that count."""
        return labels_of(subject)

    def _packages(self, device: Device) -> set[str]:
        packages = {SUITE.apps[label.casefold()] for label in self.apps}
        if self.subject.startswith("SMS"):  # whichever app it is that the phone's messages go to
            default = device.get_setting("secure", "sms_default_application")
            packages |= {default} if default else set()
        return packages

    def success(self, device: Device, params: Params, answer: str | None) -> float:
        """1.0 if the app is in front, and nothing covers it."""
        return float(package_shown(device) in self._packages(device))

    def near_misses(self, params: Params) -> Mapping[str, NearMiss]:
        """Return another app, the right one left again, and another one on top of it."""
        package = SUITE.apps[self.apps[0].casefold()]
        other = next(
            one
            for label, one in SUITE.apps.items()
            if label in ("calculator", "contacts") and one != package
        )

        def opens(*packages: str, home: bool = False) -> NearMiss:
            def act(device: Device) -> None:
                for one in packages:
                    device.launch(one)
                if home:
                    device.shell(_HOME)

            return act

        return {
            "another app": opens(other),
            "opened and left": opens(package, home=True),
            "another app on top": opens(package, other),
            "the shade on top": _both(opens(package), runs(_SHADE)),
            "a folder deleted": _both(opens(package), runs("rmdir /storage/emulated/0/Ringtones")),
        }


def _both(*parts: NearMiss) -> NearMiss:
    def act(device: Device) -> None:
        for part in parts:
            part(device)

    return act


class OpenDownloads(_Opening):
    """Open the downloads: in Files, or Chrome's own list."""

    apps = ("Files", "Chrome")

    def success(self, device: Device, params: Params, answer: str | None) -> float:
        """1.0 if Files shows the Download folder, or Chrome shows its downloads."""
        activity = activity_shown(device)
        if activity.startswith(f"{_FILES}/"):
            return float(
                any(e.text in _HEADERS and not e.is_editable for e in device.ui_elements())
            )
        chrome = SUITE.apps["chrome"]
        return float(activity.startswith(f"{chrome}/") and activity.endswith(".DownloadActivity"))

    def near_misses(self, params: Params) -> Mapping[str, NearMiss]:
        """Return another folder, the folder left again, and the folder listed over adb."""
        return {
            "another folder": runs(_FOLDER.format("DCIM")),
            "opened and left": runs(_FOLDER.format("Download"), _HOME),
            "listed over adb": runs("ls /storage/emulated/0/Download"),
        }


vars().update(tasks_of("open_app", OpenApp))
vars().update(tasks_of("downloads", OpenDownloads))
