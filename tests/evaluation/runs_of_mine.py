"""Sweeps made of nothing, for tests of what reads them."""

from __future__ import annotations

import contextlib
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import cv2
import numpy as np

from android_gym.accessibility import BoundingBox, UIElement
from android_gym.evaluation.folder import SweepFolder
from android_gym.evaluation.results import EpisodeKey, Result
from android_gym.events import Answer, Declare, Launch, Swipe, Tap
from android_gym.trace import EpisodeTrace, ScreenState, TraceStep, save_trace

from .conftest import manifest_of

WIFI = "AndroidWorld/SystemWifiTurnOff-v0"
NOTE = "AndroidWorld/MarkorDeleteNote-v0"
EVIL = '</script><script>document.title="owned"</script><img src=x onerror="document.title=1"><!--'


def picture(shade: int, size: tuple[int, int] = (108, 240)) -> bytes:
    frame = np.full((size[1], size[0], 3), shade, np.uint8)
    return bytes(cv2.imencode(".png", frame)[1].tobytes())


def screen(number: int, pictures: bool = True) -> ScreenState:
    button = UIElement(
        text=f"Save & go {number} {EVIL}",
        class_name="android.widget.Button",
        bbox_pixels=BoundingBox(x_min=10, x_max=60, y_min=20, y_max=50),
    )
    png = picture(40 * number) if pictures else None
    return ScreenState(100 * number, (108, 240), "com.example/.Main", (button,), png)


def trace(result: Result, pictures: bool = True) -> EpisodeTrace:
    asked = {"prompt_sha256": "ab" * 32, "prompt_tokens": 900, "reply_tokens": 7, "requests": 2}
    asked |= {"seconds": 0.25, "calls": [{"name": "tap", "arguments": f'{{"x": "{EVIL}"}}'}]}
    return EpisodeTrace(
        task=result.key.id.partition("-v")[0],
        goal=result.goal,
        start=screen(0, pictures),
        steps=(
            TraceStep(
                (Tap(35, 35),),
                screen(1, pictures),
                notes={"asked": [asked | {"reply": f"I tap. {EVIL}"}]},
            ),
            TraceStep(
                (),
                screen(2, pictures),
                error=f"No such app: {EVIL}",
                notes={"asked": [asked | {"reply": "What?"}]},
            ),
            TraceStep((Swipe(50, 200, 50, 20), Launch("Clock")), screen(3, pictures)),
            TraceStep((Answer(EVIL), Declare()), screen(4, pictures), terminated=True),
        ),
        seed=result.key.seed,
        success=result.score,
        notes={"policy": {"name": "mine"}, "result": {"error": result.error}},
    )


def result(env_id: str, seed: int, success: bool, **more: Any) -> Result:
    score = float(success)
    values: dict[str, Any] = {"steps": 4, "end": "declared", "seconds": 1.5, "action_errors": 1}
    values |= {"goal": f"Do it. {EVIL}", "success": success, "score": score} | more
    return Result(EpisodeKey(env_id, "different-seed", seed), **values)


def write_run(folder: Path, results: Sequence[Result], pictures: bool = True) -> Path:
    ids = dict.fromkeys(own.key.id for own in results) or [WIFI]
    seeds = {own.key.seed for own in results} or {0}
    manifest = manifest_of(*ids, seeds=seeds)
    manifest["policy"] = {"name": "m:Mine", "model": f"tiny {EVIL}"}
    with contextlib.closing(SweepFolder(folder, manifest)) as run:
        for own in results:
            run.add(own)
            save_trace(trace(own, pictures), folder / "traces" / own.key.file_name)
    return folder
