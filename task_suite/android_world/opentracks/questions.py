"""OpenTracks' rows, for questions about tracks."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, ClassVar

from android_gym.errors import DeviceCommandError, TaskError
from android_gym.task_suite.android_world.opentracks import rows as table
from android_gym.task_suite.questions.adapter import Adapter
from android_gym.task_suite.questions.conditions import Row
from android_gym.task_suite.questions.tables import read_texts
from android_gym.task_suite.questions.values import TODAY, Field, day_and_time, moment
from android_gym.task_suite.touches import Rows, Touch

if TYPE_CHECKING:
    import numpy as np

    from android_gym.devices.device import Device

__all__ = ["ADAPTERS", "Tracks"]


class Tracks(Adapter):
    """Recorded tracks of OpenTracks, without track points."""

    name = "tracks"
    fields: ClassVar[Mapping[str, Field]] = {
        "name": Field("text"),
        "description": Field("text", optional=True, default=""),
        "category": Field("text"),
        "start_date": Field("date"),
        "start_time": Field("time"),
        "duration": Field("number", "min"),
        "total_distance": Field("number", "m"),
        "elevation_gain": Field("number", "m", default=0),
        "elevation_loss": Field("number", "m", default=0),
    }

    def noise(self, rng: np.random.Generator) -> Row:
        """Draw a track from the last two weeks."""
        drawn = table.draw(rng, TODAY)
        return {
            "name": drawn.name,
            "description": drawn.description or None,
            "category": drawn.category,
            "start_date": drawn.start.date().isoformat(),
            "start_time": f"{drawn.start:%H:%M}",
            "duration": drawn.minutes,
            "total_distance": drawn.metres,
            "elevation_gain": drawn.gain,
            "elevation_loss": drawn.loss,
        }

    def settle(self, row: Row) -> Row:
        """Round distances to what the app shows, hundredths of a mile, and durations to minutes."""
        settled = super().settle(row)
        for field in ("duration", "total_distance", "elevation_gain", "elevation_loss"):
            number = float(str(settled[field]))
            if not 0 <= number <= 10_000_000:
                raise ValueError(f"{field!r} must be from 0 to 10,000,000, got {number:g}")
            settled[field] = round(number)
        settled["total_distance"] = table.rounded(float(str(settled["total_distance"])))
        return settled

    def put(self, device: Device, rows: Sequence[Row]) -> None:
        """Replace all tracks, with their points and markers.

        Raises:
            TaskError: If the app has not created its database yet.
        """
        device.force_stop(table.PACKAGE)
        try:
            for name in ("trackpoints", "markers", "tracks"):
                device.execute(table.DATABASE, f"DELETE FROM {name}")
        except DeviceCommandError as error:
            raise TaskError(
                f"OpenTracks has no table of tracks in {table.DATABASE}: {error}. Install the app "
                "on the device, start it once, allow what it asks for, and save the base state."
            ) from error
        table.insert(device, [_track(row) for row in rows])

    def read(self, device: Device, put: Sequence[Row]) -> list[Row]:
        """Read all tracks; the activity type of a skateboard's picture is one word, as usual."""
        columns = (
            "name, description, category, starttime, totaltime, totaldistance, elevationgain, "
            "elevationloss"
        )
        found: list[Row] = []
        for name, about, kind, start, time, metres, gain, loss in read_texts(
            device, table.DATABASE, f"SELECT {columns} FROM tracks"
        ):
            began = day_and_time(int(start) // 1000)
            found.append(
                {
                    "name": name,
                    "description": about or None,
                    "category": "skateboarding" if kind == "skate boarding" else kind,
                    "start_date": began["date"],
                    "start_time": began["time"],
                    "duration": round(int(time) / 60_000),
                    "total_distance": table.rounded(float(metres)),
                    "elevation_gain": round(float(gain or 0)),
                    "elevation_loss": round(float(loss or 0)),
                }
            )
        return found

    def touches(self, lost: Sequence[Row], new: Sequence[Row]) -> Sequence[Touch]:
        """Allow as many lost and new tracks as given."""
        return [Rows("tracks", added=len(new), lost=len(lost))]


def _track(row: Row) -> table.Track:
    """Return a row in the format of the app's table."""
    minutes, metres, gain, loss = (
        round(float(str(row[field])))
        for field in ("duration", "total_distance", "elevation_gain", "elevation_loss")
    )
    return table.Track(
        str(row["name"]),
        str(row["description"] or ""),
        str(row["category"]),
        moment(row["start_date"], row["start_time"]),
        minutes,
        metres,
        gain,
        loss,
    )


ADAPTERS = (Tracks(),)
