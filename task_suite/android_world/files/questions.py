"""Rows of Files, for questions about the content of a folder."""

from __future__ import annotations

import shlex
from collections.abc import Mapping, Sequence
from datetime import timedelta
from typing import TYPE_CHECKING, ClassVar, Final

from android_gym.task_suite.android_world.file_names import ADJECTIVES, NOUNS
from android_gym.task_suite.android_world.files.tasks import STORAGE
from android_gym.task_suite.questions.adapter import Adapter
from android_gym.task_suite.questions.conditions import Row
from android_gym.task_suite.questions.values import START, TODAY, Field, epoch_seconds, moment

if TYPE_CHECKING:
    import numpy as np

    from android_gym.devices.device import Device

__all__ = ["ADAPTERS", "FOLDER", "PACKAGE", "Files"]

PACKAGE: Final = "com.google.android.documentsui"
FOLDER: Final = f"{STORAGE}/Download"

_ENDINGS: Final = ("txt", "csv", "html", "xml", "json")
_DAYS: Final = 20
"""Number of days before today from which noise is drawn."""

_MOST_KB: Final = 900


class Files(Adapter):
    """Files in the folder Download: name, size in kB of 1000 bytes, and modification time."""

    name = "files"
    fields: ClassVar[Mapping[str, Field]] = {
        "name": Field("text"),
        "size": Field("number", "kB", default=4),
        "date": Field("date", default="2023-10-02"),
        "time": Field("time", default="12:00"),
    }

    def noise(self, rng: np.random.Generator) -> Row:
        """Draw a text file."""
        words = (ADJECTIVES, NOUNS, _ENDINGS)
        first, second, ending = (pool[int(rng.integers(len(pool)))] for pool in words)
        return {
            "name": f"{first}_{second}_{int(rng.integers(10, 100))}.{ending}",
            "size": int(rng.integers(1, 60)),
            "date": (TODAY - timedelta(days=int(rng.integers(1, _DAYS + 1)))).isoformat(),
            "time": f"{int(rng.integers(7, 23)):02}:{int(rng.integers(60)):02}",
        }

    def settle(self, row: Row) -> Row:
        """Reject invalid file names, and sizes that are not shown exactly."""
        settled = super().settle(row)
        name, size = str(settled["name"]), settled["size"]
        if "/" in name or name.startswith(".") or not name.isprintable() or not name:
            raise ValueError(f"no file is called {name!r}")
        if len(name.encode()) > 255:
            raise ValueError(f"{name!r} is too long for a file's name")
        if not isinstance(size, int) or not 1 <= size <= _MOST_KB:
            raise ValueError(f"a size is 1 to {_MOST_KB} kB, whole, not {size!r}")
        if moment(settled["date"], settled["time"]) >= START:
            raise ValueError("a file can't have been changed after the question is asked")
        return settled

    def put(self, device: Device, rows: Sequence[Row]) -> None:
        """Replace the content of the folder."""
        device.force_stop(PACKAGE)
        folder = shlex.quote(FOLDER)
        lines = [f"mkdir -p {folder} && rm -rf {folder}/*"]
        for row in rows:
            path = shlex.quote(f"{FOLDER}/{row['name']}")
            size = round(float(str(row["size"])) * 1000)
            lines.append(f"head -c {size} /dev/zero > {path}")
            lines.append(f"touch -d @{epoch_seconds(row['date'], row['time'])} {path}")
        device.shell("\n".join(lines))


ADAPTERS = (Files(),)
