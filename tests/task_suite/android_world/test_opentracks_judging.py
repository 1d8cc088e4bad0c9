"""Reading tracks as a row has them."""

from __future__ import annotations

from typing import Any

from android_gym.task_suite.android_world.opentracks.questions import Tracks

START_MS = 1_697_384_040_000


class Database:
    """A device with two tracks."""

    def query(self, database: str, sql: str) -> list[tuple[Any, ...]]:
        return [
            ("Hill", "Windy", "skate boarding", START_MS, 5_400_000, 12_006.0, 120.4, 79.5),
            ("Park", "", "running", START_MS, 600_000, 2_000.0, None, None),
        ]


def test_a_track_has_its_length_and_heights() -> None:
    hill, park = Tracks().read(Database(), ())  # type: ignore[arg-type]
    assert hill == {
        "name": "Hill",
        "description": "Windy",
        "category": "skateboarding",
        "start_date": "2023-10-15",
        "start_time": "15:34",
        "duration": 90,
        "total_distance": 12_006,
        "elevation_gain": 120,
        "elevation_loss": 80,
    }
    assert park["description"] is None and park["category"] == "running"
    assert (park["duration"], park["elevation_gain"], park["elevation_loss"]) == (10, 0, 0)
