"""Audio Recorder's recordings, for questions and changes."""

from __future__ import annotations

import posixpath
import shlex
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, ClassVar, Final

from android_gym.task_suite.android_gym.app_settings import AppSettings
from android_gym.task_suite.android_world.audio_recorder.tasks import DATABASE, FOLDER, PACKAGE
from android_gym.task_suite.questions.adapter import Adapter
from android_gym.task_suite.questions.conditions import Row
from android_gym.task_suite.questions.tables import read_texts, replace_tables
from android_gym.task_suite.questions.values import (
    START,
    Field,
    day_and_time,
    epoch_seconds,
    moment,
)
from android_gym.task_suite.touches import Rows, Touch

if TYPE_CHECKING:
    import numpy as np

    from android_gym.devices.device import Device, SqlValue

__all__ = ["Recordings"]

_MOST_NAME: Final = 50
_MINUTE_US: Final = 60_000_000
_SOUND: Final = r"printf '\0\0\0\030ftypmp42\0\0\0\0isommp42\0\0\0\010moov'"
"""Command that writes the beginning of an M4a file: enough for the app to list it."""


class Recordings(Adapter):
    """Recordings in M4a, of whole minutes, that lie in the app's folder under their names.

    What is in the app's trash is gone.

    Args:
        settings: The app's settings, which are made as in a new app that was started once.
    """

    name = "recordings"
    fields: ClassVar[Mapping[str, Field]] = {
        "name": Field("text"),
        "minutes": Field("number", "min", default=3),
        "bookmarked": Field("flag", default=False),
        "date": Field("date", default="2023-10-11"),
        "time": Field("time", default="10:20"),
    }
    key: ClassVar[tuple[str, ...]] = ("name",)

    def __init__(self, settings: AppSettings) -> None:
        self.settings = settings

    def noise(self, rng: np.random.Generator) -> Row:
        """Draw a recording."""
        return {"name": f"Tape {int(rng.integers(100, 1000))}", "minutes": int(rng.integers(1, 50))}

    def settle(self, row: Row) -> Row:
        """Refuse names that the app doesn't take, parts of minutes, and the future."""
        settled = super().settle(row)
        name, minutes = str(settled["name"]), settled["minutes"]
        if name != name.strip() or not 0 < len(name) <= _MOST_NAME or {*name} & {*"/:\n"}:
            raise ValueError(f"no recording is called {name!r}")
        if not isinstance(minutes, int) or not 0 < minutes < 60:
            raise ValueError(f"a recording takes 1 to 59 whole minutes, not {minutes!r}")
        if moment(settled["date"], settled["time"]) >= START:
            raise ValueError("a recording can't have been made after the task begins")
        return settled

    def put(self, device: Device, rows: Sequence[Row]) -> None:
        """Replace all recordings, and empty the trash.

        Raises:
            TaskError: If the app has not made its database yet.
        """
        self.settings.put(device, ())
        lines = [f"mkdir -p {FOLDER} && rm -rf {FOLDER}/*"]
        records = []
        for row in rows:
            path = f"{FOLDER}/{row['name']}.m4a"
            lines.append(f"{_SOUND} > {shlex.quote(path)}")
            records.append(_record(row, path))
        device.shell("\n".join(lines))
        replace_tables(device, PACKAGE, DATABASE, {"trash": (), "records": records})

    def read(self, device: Device, put: Sequence[Row]) -> list[Row]:
        """Read the recordings that the app lists; one without its file has that in its name."""
        files = set(device.shell(f"find {FOLDER} -type f; true").splitlines())
        found: list[Row] = []
        sql = "SELECT name, path, duration, bookmark, created FROM records"
        for name, path, length, bookmark, created in read_texts(device, DATABASE, sql):
            own = path in files and posixpath.splitext(posixpath.basename(path))[0] == name
            minutes = int(length) / _MINUTE_US
            found.append(
                {
                    "name": name if own else f"{name} (at {path})",
                    "minutes": int(minutes) if minutes.is_integer() else minutes,
                    "bookmarked": bookmark == "1",
                    **day_and_time(int(created) // 1000),
                }
            )
        return found

    def touches(self, lost: Sequence[Row], new: Sequence[Row]) -> Sequence[Touch]:
        """Allow for as many recordings."""
        return [Rows("recordings", added=len(new), lost=len(lost))]


def _record(row: Row, path: str) -> dict[str, SqlValue]:
    made = epoch_seconds(row["date"], row["time"]) * 1000
    minutes = int(str(row["minutes"]))
    return {
        "name": str(row["name"]),
        "duration": minutes * _MINUTE_US,
        "created": made,
        "added": made,
        "path": path,
        "format": "m4a",
        "size": minutes * 960_000,
        "sample_rate": 44_100,
        "channel_count": 2,
        "bitrate": 128_000,
        "data": b"",
        "bookmark": int(bool(row["bookmarked"])),
        "waveform_processed": 1,
        "data_str": "",
    }
