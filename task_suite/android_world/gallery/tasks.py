"""The task of Simple Gallery Pro: a copy of a picture in another folder."""

from __future__ import annotations

import shlex
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from android_gym.errors import OptionError, TaskError
from android_gym.task_suite.android_world.file_names import random_file_name
from android_gym.task_suite.android_world.files.tasks import STORAGE
from android_gym.task_suite.android_world.gallery.receipts import draw_receipt, receipt_picture
from android_gym.task_suite.task import Disputed, NearMiss, Params, Task
from android_gym.task_suite.touches import FileAt, Touch

if TYPE_CHECKING:
    import numpy as np

    from android_gym.devices.device import Device

__all__ = ["PACKAGE", "SaveCopyOfReceiptTaskEval"]

PACKAGE = "com.simplemobiletools.gallery.pro"

_DATABASE = f"/data/data/{PACKAGE}/databases/gallery.db"
_SOURCE = f"{STORAGE}/DCIM"
_TARGET = f"{STORAGE}/Download"
_ENDING = ".jpg"


class SaveCopyOfReceiptTaskEval(Task):
    """Copy a receipt's picture from the camera's folder to Download."""

    template = (
        "In Simple Gallery Pro, copy {file_name} in DCIM and save a copy with the same name in "
        "Download"
    )
    rewordings = (
        "The picture {file_name} is in DCIM. Use Simple Gallery Pro to put a copy of it, under "
        "the same name, into Download.",
        "Please copy {file_name} from the DCIM folder to the Download folder with Simple Gallery "
        "Pro; its name stays.",
        "I want {file_name} in Download as well as in DCIM, where it is now. Copy it in Simple "
        "Gallery Pro and keep its name.",
        "Open Simple Gallery Pro, find {file_name} among the pictures in DCIM, and save a copy of "
        "the same name to Download.",
    )
    apps = ("Simple Gallery Pro",)
    tags = ("parameterized", "complex_ui_understanding")
    complexity = 1.6
    difficulty = "hard"

    def sample(self, rng: np.random.Generator) -> Params:
        """Draw a name, and the content of the receipt."""
        name = f"receipt_{random_file_name(rng)}{_ENDING}"
        return {"file_name": name, "lines": draw_receipt(rng)}

    def check(self, params: Mapping[str, Any]) -> None:
        """Reject invalid names and lines.

        Raises:
            OptionError: Naming the parameter at fault.
        """
        super().check(params)
        name, lines = params["file_name"], params["lines"]
        stem = name.removesuffix(_ENDING) if isinstance(name, str) else ""
        if (
            not stem
            or f"{stem}{_ENDING}" != name
            or stem[0] == "."
            or set(stem) & set('/\\:*?<>|"')
        ):
            raise OptionError(f"'file_name' must be the name of a {_ENDING} file, got {name!r}.")
        if not isinstance(lines, list) or not all(isinstance(line, str) for line in lines):
            raise OptionError(f"'lines' lists the lines of a receipt as texts, got {lines!r}.")

    def _source(self, params: Params) -> str:
        return f"{_SOURCE}/{params['file_name']}"

    def _target(self, params: Params) -> str:
        return f"{_TARGET}/{params['file_name']}"

    def setup(self, device: Device, params: Params) -> None:
        """Empty the storage, put the picture there, and reset the app.

        Raises:
            TaskError: If the download folder is not empty afterwards.
        """
        device.shell(f"find {STORAGE} -mindepth 1 -type f -delete; mkdir -p {_SOURCE} {_TARGET}")
        device.push(self._source(params), receipt_picture(params["lines"]))
        device.force_stop(PACKAGE)
        if left := device.listdir(_TARGET):
            raise TaskError(f"{_TARGET} could not be emptied; {left[0]!r} is still there.")

    def touches(self, params: Params) -> Sequence[Touch]:
        """Allow the copy to be created."""
        return [FileAt(self._target(params))]

    def success(self, device: Device, params: Params, answer: str | None) -> float:
        """1.0 if the copy has the same content as the original, which still exists."""
        return float(_same(device, self._source(params), self._target(params)))

    def original_success(self, device: Device, params: Params, answer: str | None) -> float:
        """1.0 if there is a file or folder of that name."""
        return float(device.run(f"test -e {shlex.quote(self._target(params))}")[1] == 0)

    def near_misses(self, params: Params) -> Mapping[str, NearMiss]:
        """Return moved, misplaced, misnamed, empty and wrong pictures, and extra changes."""
        source, target = shlex.quote(self._source(params)), shlex.quote(self._target(params))
        name = params["file_name"]
        numbered = shlex.quote(f"{_TARGET}/{name.removesuffix(_ENDING)}(1){_ENDING}")
        beside = shlex.quote(f"{_SOURCE}/{name.removesuffix(_ENDING)}(1){_ENDING}")
        other = receipt_picture(["Another", *params["lines"]])
        path = self._source(params).replace("'", "''")
        favorite = (
            "INSERT INTO favorites (full_path, filename, parent_path) "
            f"VALUES ('{path}', '', '{_SOURCE}')"
        )

        def runs(command: str) -> NearMiss:
            return lambda device: _run(device, command)

        def another_picture(device: Device) -> None:
            device.push(self._target(params), other)

        def original_changed(device: Device) -> None:
            device.push(self._source(params), other)
            device.push(self._target(params), other)

        return {
            "copied to Pictures": runs(
                f"mkdir -p {STORAGE}/Pictures; cp {source} {STORAGE}/Pictures/"
            ),
            "copied beside the original": runs(f"cp {source} {beside}"),
            "copied under another name": runs(f"cp {source} {numbered}"),
            "a doubled ending": runs(f"cp {source} {target}{_ENDING}"),
            "moved": Disputed(runs(f"mv {source} {target}")),
            "an empty file": Disputed(runs(f": > {target}")),
            "half of the picture": Disputed(runs(f"head -c 1000 {source} > {target}")),
            "another picture": Disputed(another_picture),
            "a folder": Disputed(runs(f"mkdir {target}")),
            "copied twice": Disputed(runs(f"cp {source} {target}; cp {source} {numbered}")),
            "the original changed": Disputed(original_changed),
            "made a favourite": Disputed(
                runs(f"cp {source} {target}; sqlite3 {_DATABASE} {shlex.quote(favorite)}")
            ),
        }


def _same(device: Device, one: str, other: str) -> bool:
    """Return whether two files have the same content."""
    first, second = shlex.quote(one), shlex.quote(other)
    sums = [f'"$(sha256sum < {path})"' for path in (first, second)]
    command = f"test -f {first} && test -f {second} && test {sums[0]} = {sums[1]}"
    return device.run(command)[1] == 0


def _run(device: Device, command: str) -> None:
    device.shell(command)
