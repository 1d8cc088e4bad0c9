"""Reading of ``run.json``, which says how far a training run has come."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from android_gym.checks import shown
from android_gym.kinds import OBJECT, TEXT, Kind, check_kinds, list_of, number, or_null, whole

_TIME = number(0, 1e9)
_SHARE = number(0, 1)

_RUN: Mapping[str, Kind] = {
    "seed": whole(),
    "steps": whole(),
    "minutes": _TIME,
    "curve": list_of("a list of objects", OBJECT),
}
_LATER: Mapping[str, Kind] = {
    "task": TEXT,
    "envs": whole(1),
    "budget_factor": number(0, 1e9),
    "cpu_minutes": _TIME,
    "all_cpu_minutes": _TIME,
    "starts": list_of("a list of whole numbers or null", or_null(whole())),
    "test": OBJECT,
}
"""Values that a run may not have yet."""

_RESULT: Mapping[str, Kind] = {
    "success": _SHARE,
    "low": _SHARE,
    "high": _SHARE,
    "episodes": whole(1),
}
_POINT: Mapping[str, Kind] = {"steps": whole(), "minutes": _TIME, **_RESULT}


def read_run(path: Path) -> dict[str, Any]:
    """Read a ``run.json``; a damaged one ends the program with a message."""
    try:
        run: Any = json.loads(path.read_text())
        if not OBJECT.fits(run):
            raise ValueError(f"it is {shown(run)}, not an object")
        check_kinds(run, _RUN)
        check_kinds(run, {name: kind for name, kind in _LATER.items() if name in run})
        for point in run["curve"]:
            check_kinds(point, _POINT)
        if "test" in run:
            check_kinds(run["test"], _RESULT)
    except (OSError, ValueError, RecursionError) as error:
        raise SystemExit(
            f"error: {path} can't be read ({error}). Delete {path.parent} to begin anew."
        ) from None
    return dict(run)
