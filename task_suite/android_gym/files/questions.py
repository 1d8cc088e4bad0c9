"""Files in folders of the shared storage, for changes."""

from __future__ import annotations

import shlex
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, ClassVar, Final

from android_gym.devices.user_data import STORAGE
from android_gym.task_suite.android_world.files.questions import PACKAGE, Files
from android_gym.task_suite.questions.conditions import Row
from android_gym.task_suite.questions.values import Field, day_and_time, epoch_seconds
from android_gym.task_suite.touches import FileAt, MovedFile, Touch

if TYPE_CHECKING:
    import numpy as np

    from android_gym.devices.device import Device

__all__ = ["ADAPTERS", "StoredFiles"]

_FOLDERS: Final = ("Download", "Documents", "Podcasts")


class StoredFiles(Files):
    """Files in the folders Download, Documents and Podcasts, each with a size of whole kB.

    A file that is moved by copying it and deleting the original has the date of the copy.
    """

    name = "stored files"
    fields: ClassVar[Mapping[str, Field]] = {
        "folder": Field("text", default="Download"),
        **Files.fields,
    }
    key: ClassVar[tuple[str, ...]] = ("folder", "name")
    made_at: ClassVar[frozenset[str]] = frozenset({"date", "time"})
    saved_at: ClassVar[frozenset[str]] = frozenset({"date", "time"})

    def noise(self, rng: np.random.Generator) -> Row:
        """Draw a text file in Download."""
        return {"folder": "Download", **super().noise(rng)}

    def settle(self, row: Row) -> Row:
        """Refuse what `Files` refuses, and other folders."""
        settled = super().settle(row)
        if settled["folder"] not in _FOLDERS:
            raise ValueError(f"{settled['folder']!r} is none of the folders {_FOLDERS}")
        return settled

    def put(self, device: Device, rows: Sequence[Row]) -> None:
        """Replace all files in the folders; folders inside them stay."""
        device.force_stop(PACKAGE)
        folders = " ".join(_FOLDERS)
        lines = [
            f"cd {STORAGE} && mkdir -p {folders}",
            f"find {folders} -maxdepth 1 -type f -exec rm -f {{}} +",
        ]
        for row in rows:
            path = shlex.quote(f"{row['folder']}/{row['name']}")
            size = round(float(str(row["size"])) * 1000)
            lines.append(f"head -c {size} /dev/zero > {path}")
            lines.append(f"touch -d @{epoch_seconds(row['date'], row['time'])} {path}")
        device.shell("\n".join(lines))

    def read(self, device: Device, put: Sequence[Row]) -> list[Row]:
        """Read what files there are, how large, and of when."""
        output = device.shell(
            f"cd {STORAGE} && find {' '.join(_FOLDERS)} -maxdepth 1 -type f "
            "-exec stat -c '%s %Y %n' {} +; true"
        )
        found: list[Row] = []
        for line in output.splitlines():
            size, seconds, path = line.split(" ", 2)
            folder, _, name = path.partition("/")
            found.append(
                {
                    "folder": folder,
                    "name": name,
                    "size": int(size) / 1000,
                    **day_and_time(int(seconds)),
                }
            )
        return found

    def touches(self, lost: Sequence[Row], new: Sequence[Row]) -> Sequence[Touch]:
        """Allow for these files, and those that are moved to have been there before."""
        old, new_paths = (
            [f"{STORAGE}/{r['folder']}/{r['name']}" for r in rows] for rows in (lost, new)
        )
        if lost and len(lost) == len(new):
            return [MovedFile(*pair) for pair in zip(old, new_paths, strict=True)]
        return [FileAt(path) for path in (*old, *new_paths)]


ADAPTERS = (StoredFiles(),)
