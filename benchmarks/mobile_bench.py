"""Costs of Mobile-Bench's parts: API calls beyond adb, CheckPoints, screens as HTML."""

from __future__ import annotations

import random
import statistics
import time
from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from android_gym.apis import load_registry, perform_call
from android_gym.devices import make_device
from android_gym.events import ApiCall
from android_gym.screen_html import screen_html
from android_gym.task_suite.android_world.media_files import make_mp3
from android_gym.task_suite.android_world.video_files import make_video
from android_gym.task_suite.mobile_bench.tasks import MobileBenchTask
from android_gym.task_suite.suite import tasks

__all__ = ["Overhead", "api_overheads", "checkpoint_seconds", "html_ms"]


@dataclass(frozen=True, slots=True)
class Overhead:
    """The cost of a call, in processor time.

    Attributes:
        api: Name of the API.
        adb_ms: Median time of its command over adb.
        above_ms: Median time of the rest of the call: checks, quoting, and looking at the activity
            in front.
    """

    api: str
    adb_ms: float
    above_ms: float


def api_overheads(rounds: int = 5) -> list[Overhead]:
    """Measure the example of each entry on the phone, each from the same state.

    Args:
        rounds: Number of calls; one more, in which apps are imported, does not count.
    """
    device = make_device("simulator")
    device.reset()
    device.push("/sdcard/Documents/api.md", "hello")
    device.push("/sdcard/Documents/api page.html", "<p>hello</p>")
    device.shell("screencap -p /sdcard/Pictures/api.png")
    device.push("/sdcard/Music/api.mp3", make_mp3("Api", "Ada", "Calls", 60_000))
    device.push("/sdcard/Movies/api.mp4", make_video(["Api"], 20.0, np.random.default_rng(0)))
    start = device.snapshot()
    registry = load_registry()
    spent: list[tuple[str, float]] = []
    run = device.run

    def timed(command: str, timeout_s: float | None = None) -> tuple[str, int]:
        begin = time.process_time()
        answer = run(command, timeout_s)
        spent.append((command, time.process_time() - begin))
        return answer

    device.run = timed  # type: ignore[method-assign]
    found = []
    for api in registry.values():
        call = ApiCall(api.name, tuple(api.example.items()))
        line = api.line(api.example)
        above, below = list[float](), list[float]()
        for _ in range(rounds + 1):
            device.restore(start)
            spent.clear()
            begin = time.process_time()
            perform_call(device, registry, call)
            whole = time.process_time() - begin
            own = sum(seconds for command, seconds in spent if command == line)
            above.append(1e3 * (whole - own))
            below.append(1e3 * own)
        found.append(Overhead(api.name, *map(statistics.median, (below[1:], above[1:]))))
    device.close()
    return found


def checkpoint_seconds(count: int = 10_000) -> float:
    """Return the time for both levels of this package's CheckPoints, in seconds of processor time.

    Args:
        count: Number of histories, of 10, 20 or 50 actions each.
    """
    points = []
    for task in (cls() for cls in tasks("MobileBench").values()):
        assert isinstance(task, MobileBenchTask)
        points.append(task.checkpoint(task.sample(np.random.default_rng(0))))
    rng = random.Random(0)
    histories: list[Sequence[str]] = [
        [
            f'click(<p id="com.app:id/row{rng.randrange(99)}" package="com.android.settings" '
            f'class="android.widget.TextView" clickable="true"> Item {rng.randrange(9999)} </p>)'
            for _ in range(rng.choice([10, 20, 50]))
        ]
        for _ in range(count)
    ]
    begin = time.process_time()
    for number, done in enumerate(histories):
        points[number % len(points)].level_1(done)
        points[number % len(points)].level_2(done)
    return time.process_time() - begin


def html_ms(count: int = 120, rounds: int = 50) -> float:
    """Return the median time for a screen as HTML, in milliseconds of processor time.

    Args:
        count: Number of elements; each has its own text, a different one in each round.
        rounds: Number of measurements.
    """
    device = make_device("simulator")
    device.reset()
    device.shell("am start -W -a android.settings.SETTINGS")
    shown = device.ui_elements()
    device.close()
    spent = []
    for turn in range(rounds):
        screen = [
            replace(shown[index % len(shown)], text=f"Row {index} of {turn}")
            for index in range(count)
        ]
        begin = time.process_time()
        found = screen_html(screen)
        spent.append(1e3 * (time.process_time() - begin))
        assert len(found.indexes) == count
    return statistics.median(spent)
