"""The task of Simple Draw Pro: a drawing saved under a given name."""

from __future__ import annotations

import posixpath
import re
import shlex
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from android_gym.errors import OptionError, TaskError
from android_gym.task_suite.android_world.file_names import choose, random_file_name
from android_gym.task_suite.android_world.files.tasks import STORAGE
from android_gym.task_suite.task import Disputed, NearMiss, Params, Task
from android_gym.task_suite.touches import FileAt, Touch

if TYPE_CHECKING:
    from android_gym.devices.device import Device

__all__ = ["PICTURES", "SimpleDrawProCreateDrawing"]

PICTURES = f"{STORAGE}/Pictures"

_WORDS = ("lorem", "ipsum", "dolor", "amet", "tempor", "magna", "aliqua", "veniam")
_BEGINNINGS = {".png": b"\x89PNG\r\n\x1a\n", ".jpg": b"\xff\xd8\xff", ".svg": b""}
"""First bytes of a file by its extension; SVG is text."""

_STROKE = re.compile(rb"<path\b[^>]*\bd=")
_WHITE, _CONTRAST = 255, 8
"""Largest difference from white that may be the compression's."""


class SimpleDrawProCreateDrawing(Task):
    """Make a drawing, and save it under a name in the pictures folder."""

    template = (
        "Create a new drawing in Simple Draw Pro. Name it {file_name}. Save it in the Pictures "
        "folder within the sdk_gphone_x86_64 storage area."
    )
    rewordings = (
        "With Simple Draw Pro, make a new drawing and save it as {file_name} in Pictures, a "
        "folder of the storage sdk_gphone_x86_64.",
        "Please draw something new in Simple Draw Pro. The file shall be called {file_name} and "
        "be in the Pictures folder of sdk_gphone_x86_64.",
        "I want a drawing of yours named {file_name}: use Simple Draw Pro, and put it into the "
        "folder Pictures on sdk_gphone_x86_64.",
        "Open Simple Draw Pro, begin a drawing and save it to Pictures in the sdk_gphone_x86_64 "
        "storage. Its name is {file_name}.",
    )
    apps = ("Simple Draw Pro",)
    tags = ("data_entry", "parameterized")
    complexity = 1.8

    def sample(self, rng: np.random.Generator) -> Params:
        """Draw a word, a name and one of three endings."""
        ending = choose(rng, sorted(_BEGINNINGS))
        return {"file_name": f"{choose(rng, _WORDS)}_{random_file_name(rng)}{ending}"}

    def check(self, params: Mapping[str, Any]) -> None:
        """Reject names that the app can't give.

        Raises:
            OptionError: If the name has another extension, or is not a valid file name.
        """
        super().check(params)
        stem, ending = posixpath.splitext(str(params["file_name"]))
        if "/" in stem or not stem or ending not in _BEGINNINGS:
            raise OptionError(
                f"'file_name' must be a file's name that ends in {', '.join(sorted(_BEGINNINGS))}, "
                f"got {params['file_name']!r}."
            )

    def setup(self, device: Device, params: Params) -> None:
        """Empty the storage, and reset the app.

        Raises:
            TaskError: If the pictures folder is not empty afterwards.
        """
        device.shell(f"find {STORAGE} -mindepth 1 -type f -delete; mkdir -p {PICTURES}")
        if left := device.listdir(PICTURES):
            raise TaskError(f"{PICTURES} could not be emptied; {left[0]!r} is still there.")

    def _path(self, params: Params) -> str:
        return f"{PICTURES}/{params['file_name']}"

    def touches(self, params: Params) -> Sequence[Touch]:
        """Allow the drawing to be created."""
        return [FileAt(self._path(params))]

    def success(self, device: Device, params: Params, answer: str | None) -> float:
        """1.0 if the file is a picture in the format of its extension, with something drawn."""
        path = self._path(params)
        if device.run(f"test -f {shlex.quote(path)}")[1] != 0:
            return 0.0
        content, ending = device.pull(path), posixpath.splitext(path)[1]
        if ending == ".svg":
            return float(b"<svg" in content and _STROKE.search(content) is not None)
        return float(content.startswith(_BEGINNINGS[ending]) and _is_drawn(content))

    def original_success(self, device: Device, params: Params, answer: str | None) -> float:
        """1.0 if there is a file or folder of that name."""
        return float(device.run(f"test -e {shlex.quote(self._path(params))}")[1] == 0)

    def _write(self, device: Device, path: str, *, drawn: bool = True) -> None:
        """Write a picture of its kind, by default with a line in it, for near misses."""
        device.push(path, _picture(posixpath.splitext(path)[1], drawn=drawn))

    def near_misses(self, params: Params) -> Mapping[str, NearMiss]:
        """Return other folders, extensions and names, an empty file, no picture, extra changes."""
        name, path = params["file_name"], self._path(params)
        stem, ending = posixpath.splitext(name)
        other = ".png" if ending != ".png" else ".jpg"
        quoted = shlex.quote(path)

        def writes(target: str) -> NearMiss:
            return lambda device: self._write(device, target)

        def runs(command: str) -> NearMiss:
            return lambda device: _run(device, command)

        def blank(device: Device) -> None:
            self._write(device, path, drawn=False)

        def two(device: Device) -> None:
            self._write(device, path)
            self._write(device, f"{PICTURES}/{stem} (1){ending}")

        def only_drawn(device: Device) -> None:
            device.launch("simple draw pro")
            device.shell("input swipe 300 900 700 1400 && sleep 1")

        return {
            "in Download": writes(f"{STORAGE}/Download/{name}"),
            "a doubled ending": writes(f"{PICTURES}/{name}{ending}"),
            "another ending": writes(f"{PICTURES}/{stem}{other}"),
            "the default name": writes(f"{PICTURES}/image_2023_10_15_15_34_05{ending}"),
            "only drawn": only_drawn,
            "nothing drawn": Disputed(blank),
            "an empty file": Disputed(runs(f": > {quoted}")),
            "a text": Disputed(runs(f"echo 'Not a picture at all.' > {quoted}")),
            "a folder": Disputed(runs(f"mkdir {quoted}")),
            "two drawings": Disputed(two),
        }


def _is_drawn(content: bytes) -> bool:
    """Return whether a picture has more than white, an empty sheet's color; False if it is none."""
    import cv2

    pixels = cv2.imdecode(np.frombuffer(content, np.uint8), cv2.IMREAD_COLOR)
    return pixels is not None and int(pixels.min()) < _WHITE - _CONTRAST


def _picture(ending: str, *, drawn: bool) -> bytes:
    """Return a white picture, perhaps with a black line."""
    if ending == ".svg":
        line = '<path d="M1,1 L9,9" stroke="#000000" />' if drawn else ""
        return f'<svg><rect width="40" height="60" fill="#FFFFFF" />{line}</svg>'.encode()
    import cv2

    pixels = np.full((60, 40, 3), _WHITE, np.uint8)
    if drawn:
        cv2.line(pixels, (5, 5), (30, 40), (0, 0, 0), 2)
    return bytes(cv2.imencode(ending, pixels)[1])


def _run(device: Device, command: str) -> None:
    device.shell(command)
