"""Records as tasks, for devices that have the apps that they need.

They are no ids by themselves: `record_tasks` makes those that are asked for. Nothing is known here
of where such apps keep their state, so only what their screens show can be judged
(`android_gym.evaluation.spa_bench.evaluate_session`).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cache
from typing import TYPE_CHECKING

from android_gym.devices.apps import fold_label
from android_gym.errors import OptionError, TaskError
from android_gym.task_suite.spa_bench.live import LiveTask, speak_chinese
from android_gym.task_suite.spa_bench.records import Record, load, records
from android_gym.task_suite.task import Params

if TYPE_CHECKING:
    from android_gym.devices.device import Device

__all__ = ["RecordTask", "packages_of", "record_tasks"]


class RecordTask(LiveTask):
    """A record whose success only a judge of screens can tell."""

    def setup(self, device: Device, params: Params) -> None:
        """Look for the apps; for a Chinese task, put the phone into Chinese.

        Raises:
            TaskError: If an app is not on the device; names all that are missing.
            DeviceError: If the device fails.
        """
        installed = set(device.shell("pm list packages").split())
        missing = [
            f"{label} ({package})"
            for label, package in packages_of(self.record).items()
            if f"package:{package}" not in installed
        ]
        if missing:
            raise TaskError(
                f"{self.uid} needs apps that are not on the device: {', '.join(missing)}. Install "
                "them, or leave it out."
            )
        if self.record.language == "CHN":
            speak_chinese(device)

    def success(self, device: Device, params: Params, answer: str | None) -> float:
        """0.0: no state of the device is known to be a solution."""
        return 0.0


def packages_of(record: Record) -> dict[str, str]:
    """Return the packages of a record's apps by the apps' names.

    Raises:
        OptionError: If no record names the package of one.
    """
    if record.package:
        return {record.app: record.package}
    known = _packages()
    found = {}
    for app in record.apps:
        package = known.get((record.language, fold_label(app)))
        if package is None:
            raise OptionError(
                f"{record.uid} needs {app!r}, whose package no record names, so that it can't be "
                "looked for on a device. Leave it out."
            )
        found[app] = package
    return found


@cache
def _packages() -> Mapping[tuple[str, str], str]:
    return {(r.language, fold_label(r.app)): r.package for r in records() if r.package}


def record_tasks(uids: Iterable[str]) -> tuple[type[RecordTask], ...]:
    """Make the tasks of records, for `android_gym.task_suite.suite.add_tasks`.

    Raises:
        OptionError: If there is no such record, or the package of an app is not known.
    """
    made = []
    for uid in uids:
        record = load(uid)
        packages_of(record)
        body = {"uid": record.uid, "__module__": __name__, "__doc__": record.goal}
        made.append(type(f"Record_{record.id}", (RecordTask,), body))
    return tuple(made)
