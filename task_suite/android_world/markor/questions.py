"""Markor's rows, for questions about notes."""

from __future__ import annotations

import base64
import shlex
from collections.abc import Mapping, Sequence
from datetime import timedelta
from typing import TYPE_CHECKING, ClassVar, Final

from android_gym.errors import OptionError
from android_gym.task_suite.android_world.file_names import ADJECTIVES, NOUNS
from android_gym.task_suite.android_world.markor.notes import (
    FOLDER,
    PACKAGE,
    SENTENCES,
    check_name,
    filled_lines,
    path_of,
)
from android_gym.task_suite.questions.adapter import Adapter
from android_gym.task_suite.questions.conditions import Row
from android_gym.task_suite.questions.values import (
    START,
    TODAY,
    Field,
    day_and_time,
    epoch_seconds,
    moment,
)
from android_gym.task_suite.touches import FileAt, Touch

if TYPE_CHECKING:
    import numpy as np

    from android_gym.devices.device import Device

__all__ = ["ADAPTERS", "MarkorNotes"]

_DAYS: Final = 20
"""Number of days before today from which noise is drawn."""


class MarkorNotes(Adapter):
    """Notes in Markor's own folder, with their modification times."""

    name = "markor_notes"
    fields: ClassVar[Mapping[str, Field]] = {
        "name": Field("text"),
        "text": Field("text", default="Nothing yet."),
        "date": Field("date", default="2023-10-02"),
        "time": Field("time", default="12:00"),
    }

    key: ClassVar[tuple[str, ...]] = ("name",)
    made_at: ClassVar[frozenset[str]] = frozenset({"date", "time"})
    saved_at: ClassVar[frozenset[str]] = frozenset({"date", "time"})

    def noise(self, rng: np.random.Generator) -> Row:
        """Draw a note of one line."""
        first, second = (pool[int(rng.integers(len(pool)))] for pool in (ADJECTIVES, NOUNS))
        return {
            "name": f"{first}_{second}_{int(rng.integers(10, 100))}.md",
            "text": SENTENCES[int(rng.integers(len(SENTENCES)))],
            "date": (TODAY - timedelta(days=int(rng.integers(1, _DAYS + 1)))).isoformat(),
            "time": f"{int(rng.integers(7, 23)):02}:{int(rng.integers(60)):02}",
        }

    def settle(self, row: Row) -> Row:
        """Reject names that Markor does not accept, and notes from the future; drop empty lines."""
        settled = super().settle(row)
        try:
            check_name("a note's name", settled["name"])
        except OptionError as error:
            raise ValueError(str(error)) from error
        if moment(settled["date"], settled["time"]) >= START:
            raise ValueError("a note can't have been changed after the question is asked")
        return {**settled, "text": filled_lines(str(settled["text"]))}

    def put(self, device: Device, rows: Sequence[Row]) -> None:
        """Replace all notes."""
        device.force_stop(PACKAGE)
        device.remove(FOLDER)
        device.mkdir(FOLDER)
        lines = []
        for row in rows:
            path = shlex.quote(path_of(str(row["name"])))
            lines.append(f"printf '%s\\n' {shlex.quote(str(row['text']))} > {path}")
            lines.append(f"touch -d @{epoch_seconds(row['date'], row['time'])} {path}")
        device.shell("\n".join(lines) or ":")

    def read(self, device: Device, put: Sequence[Row]) -> list[Row]:
        """Read all notes, without empty lines."""
        output = device.shell(
            f"cd {shlex.quote(FOLDER)} && find . -maxdepth 1 -type f | while read -r name; do "
            'stat -c "%Y %n" "$name"; base64 -w 0 "$name"; echo; done'
        )
        lines = output.split("\n")
        return [
            {
                "name": first.split(" ", 1)[1].removeprefix("./"),
                "text": filled_lines(base64.b64decode(second).decode("utf-8", "replace")),
                **day_and_time(int(first.split(" ", 1)[0])),
            }
            for first, second in zip(lines[::2], lines[1::2], strict=False)
        ]

    def touches(self, lost: Sequence[Row], new: Sequence[Row]) -> Sequence[Touch]:
        """Allow these files to change."""
        return [FileAt(path_of(str(row["name"]))) for row in (*lost, *new)]


ADAPTERS = (MarkorNotes(),)
