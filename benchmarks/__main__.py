"""The table of docs/performance.md, measured here and now: ``python -m benchmarks``."""

from __future__ import annotations

import argparse
import json
import platform
import shutil
import statistics
import time
from collections.abc import Callable, Sequence
from contextlib import ExitStack, closing
from dataclasses import asdict, dataclass
from functools import partial
from pathlib import Path

import gymnasium as gym

import android_gym  # noqa: F401  (registers the ids)
from android_gym.agents.formats import FORMATS
from android_gym.errors import ReplyError
from android_gym.observations import OBSERVATIONS
from benchmarks import (
    aitw,
    apps,
    measures,
    mobile_bench,
    models,
    moving,
    opening,
    references,
    vector,
    web,
    wire,
    wrappers,
)
from benchmarks.measures import Rates

SIZES = ((108, 240), (270, 600), (1080, 2400))
TARGETS = {
    "random touches": dict(zip(SIZES, (1.5, 3.0, 3.0), strict=True)),
    "demonstration replayed": dict(zip(SIZES, (0.6, 2.5, 4.0), strict=True)),
}
"""Targets by size, as multiples of FakeSimulator's steps/s."""
WEB_SIZE = (160, 210)
"""Size of MiniWoB++'s own pictures."""
WEB_TARGETS = {WEB_SIZE: 6, SIZES[1]: 4}
"""Targets by size, as multiples of MiniWoB++'s steps/s; 2 if frames come unrequested."""
SWITCH_TASK = "AndroidWorld/SystemWifiTurnOff-v0"
DATABASE_TASK = "AndroidWorld/ExpenseAddSingle-v0"
VECTOR_ENVS = 8

Measure = Callable[[float, Rates], None]


@dataclass
class Row:
    """One row of the table.

    Attributes:
        what: What was measured.
        ours: This package's figure.
        unit: Its unit.
        target: The target in words; empty if the figure is only reported.
        met: Whether the target is met; None without a target or a reference.
        note: How the figure was obtained.
    """

    what: str
    ours: float
    unit: str
    target: str = ""
    met: bool | None = None
    note: str = ""


def main() -> None:
    """Measure, print, and write JSON if requested."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks", description=__doc__)
    parser.add_argument(
        "--seconds", type=float, default=1.0, help="duration of a round in seconds (default 1)"
    )
    parser.add_argument(
        "--rounds", type=int, default=5, help="number of rounds of each benchmark (default 5)"
    )
    parser.add_argument("--json", type=Path, help="JSON file to write the rows to")
    options = parser.parse_args()

    print(f"{platform.python_implementation()} {platform.python_version()} on {platform.machine()}")
    rows: list[Row] = []
    for measure in (
        partial(step_rates, options.seconds, options.rounds),
        partial(vector_rates, options.seconds, options.rounds),
        looking_wrappers,
        against_miniwob,
        web_pages,
        resets,
        memory,
        import_time,
        adb_calls,
        row_counts,
        long_lists,
        partial(app_rates, options.seconds, options.rounds),
        opening_screens,
        moving_screens,
        on_the_wire,
        models_policies,
        partial(android_in_the_wild, options.rounds),
        mobile_benchs_parts,
    ):
        for row in measure():
            rows.append(row)
            print_row(row)
    if options.json is not None:
        options.json.write_text(json.dumps([asdict(row) for row in rows], indent=2) + "\n")


def print_row(row: Row) -> None:
    """Print one row."""
    verdict = {True: "met", False: "NOT MET", None: ""}[row.met]
    figure = f"{row.ours:,.0f}" if row.ours >= 100 else f"{row.ours:.3g}"
    print(f"{row.what:<52} {figure:>9} {row.unit:<8} {row.target:<28} {verdict:<8} {row.note}")


def timed(step: Callable[[], object], seconds: float, into: list[float]) -> None:
    """Take steps for `seconds` and add the rate to `into`."""
    steps, start = 0, time.perf_counter()
    while (spent := time.perf_counter() - start) < seconds:
        step()
        steps += 1
    into.append(steps / spent)


def step_rates(seconds: float, rounds: int) -> list[Row]:
    """Measure random touches and replayed demonstrations beside FakeSimulator, at three sizes."""
    rows = []
    for width, height in SIZES:
        with ExitStack() as stack:

            def touching(observation: str | Sequence[str], size: tuple[int, int]) -> Measure:
                env = gym.make(
                    SWITCH_TASK, action_mode="touch", observation=observation, observation_size=size
                )
                stack.callback(env.close)
                env.action_space.seed(0)
                env.reset(seed=0)
                return partial(measures.random_steps, env)

            def replaying(observation: str | Sequence[str], size: tuple[int, int]) -> Measure:
                return stack.enter_context(
                    closing(measures.Replay(SWITCH_TASK, size, observation))
                ).run

            size = (width, height)
            everything = tuple(OBSERVATIONS)
            contests: dict[str, tuple[Measure, Rates]] = {
                "random touches": (touching("pixels", size), Rates()),
                "random touches, all observations": (touching(everything, size), Rates()),
                "demonstration replayed": (replaying("pixels", size), Rates()),
                "demonstration replayed, all observations": (replaying(everything, size), Rates()),
            }
            fake = stack.enter_context(references.fake_simulator(width, height))
            theirs: list[float] = []
            measures.alternate(
                rounds,
                partial(timed, fake, seconds, theirs),
                *(partial(run, seconds, rates) for run, rates in contests.values()),
            )
        reference = statistics.median(theirs)
        for what, (_, rates) in contests.items():
            target = TARGETS[what][size] if what in TARGETS else None
            rows.append(
                Row(
                    f"{what}, {width}x{height}",
                    rates.per_second,
                    "steps/s",
                    f"{target:g} x FakeSimulator's {reference:,.0f}" if target else "",
                    rates.per_second >= target * reference if target else None,
                    f"{rates.share_changed:.0%} of frames changed, {rates.checked} repaints agree",
                )
            )
    return rows


def vector_rates(seconds: float, rounds: int) -> list[Row]:
    """Measure the vector environment with several numbers of workers beside AsyncVectorEnv."""
    contests = vector.vector_rates(SWITCH_TASK, VECTOR_ENVS, seconds, rounds)
    theirs = contests.pop("AsyncVectorEnv")
    note = f"AsyncVectorEnv, a process each: {theirs.per_second:,.0f} steps/s"
    return [
        Row(
            f"vector of {VECTOR_ENVS}, {what}",
            rate.per_second,
            "steps/s",
            note=f"{note}; {rate.cpu_ms:.2f} and {theirs.cpu_ms:.2f} ms of processor a step",
        )
        for what, rate in contests.items()
    ]


def looking_wrappers() -> list[Row]:
    """Measure Set-of-Marks and Stabilize; only reported."""
    rows = [
        Row(f"60 marks at 1080x2400, {style} style", wrappers.marks_ms(style), "ms")
        for style in ("android_world", "clear")
    ]
    waiting = wrappers.stabilize_ms(SWITCH_TASK)
    return [*rows, Row("Stabilize's wait in a random gesture, mean", waiting, "ms")]


def against_miniwob() -> list[Row]:
    """Measure random touches beside MiniWoB++'s random clicks."""
    missing = references.miniwob_missing()
    if missing is not None:
        print(f"MiniWoB++ is not measured: it needs {missing}.")
        return []
    with references.miniwob() as step:
        env = gym.make(SWITCH_TASK, action_mode="touch", observation_size=(160, 210))
        env.action_space.seed(0)
        env.reset(seed=0)
        ours, theirs = Rates(), list[float]()
        measures.alternate(
            3, partial(measures.random_steps, env, 1.0, ours), partial(timed, step, 3.0, theirs)
        )
        env.close()
    reference = statistics.median(theirs)
    ratio = ours.per_second / reference
    note = f"MiniWoB++ {reference:.1f} steps/s"
    return [Row("random touches, times MiniWoB++", ratio, "times", "50 or more", ratio >= 50, note)]


def web_pages() -> list[Row]:
    """Measure random taps on a page beside those on it in MiniWoB++'s own environment."""
    missing = references.miniwob_missing()
    if missing is not None:
        print(f"Web pages are not measured: they need {missing}.")
        return []
    rows = []
    contests = [web.contest(None, (WEB_SIZE, SIZES[1]), rounds=3, seconds=5.0)]
    other = shutil.which("chromium") or shutil.which("google-chrome")
    if contests[0].begin_frames and other is not None:
        contests.append(web.contest(other, (WEB_SIZE,), rounds=2, seconds=5.0))
    for found in contests:
        engine = Path(found.engine).name
        for size, ours in found.ours.items():
            wanted = WEB_TARGETS[size] if found.begin_frames else 2
            ratio = ours.rates.per_second / found.theirs
            note = (
                f"{ours.rates.per_second:.0f} against {found.theirs:.1f} steps/s, "
                f"{statistics.median(ours.cpu_ms):.0f} and {found.their_cpu_ms:.0f} ms of "
                "processor a step, "
                f"{ours.rates.share_changed:.0%} changed, {ours.rates.checked} captures agree"
            )
            what = f"a page at {size[0]}x{size[1]}, {engine}"
            target = f"{wanted} x MiniWoB++ or more"
            rows.append(Row(what, ratio, "times", target, ratio >= wanted, note))
            reset = statistics.median(ours.resets_ms)
            share = reset / found.their_reset_ms
            note = f"{reset:.0f} against {found.their_reset_ms:.0f} ms"
            what = f"a page's reset, {size[0]}x{size[1]}, {engine}"
            target = "0.33 of MiniWoB++'s or less"
            rows.append(Row(what, share, "times", target, share <= 1 / 3, note))
    used = web.memory_mb()
    what = f"one more of {web.ENVIRONMENTS} environments with a page"
    return [*rows, Row(what, used, "MB", "60 or less", used <= 60)]


def resets() -> list[Row]:
    """Measure the median reset of a task with a database, or of one without if there is none."""
    env_id = DATABASE_TASK if DATABASE_TASK in gym.registry else SWITCH_TASK
    env = gym.make(env_id)
    taken = measures.reset_ms(env)
    env.close()
    return [Row("reset, median", taken, "ms", "20 or less", taken <= 20, env_id)]


def memory() -> list[Row]:
    """Measure the memory of one more environment."""
    used = measures.memory_mb(SWITCH_TASK)
    return [Row("one more environment in a process", used, "MB", "40 or less", used <= 40)]


def import_time() -> list[Row]:
    """Measure the time of the import."""
    taken = measures.import_seconds()
    return [Row("import android_gym", taken, "s", "0.5 or less", taken <= 0.5)]


def adb_calls() -> list[Row]:
    """Measure the time of an adb call."""
    env = gym.make(SWITCH_TASK)
    taken = measures.adb_call_ms(env)
    env.close()
    return [Row("adb shell settings get, median", taken, "ms", "0.2 or less", taken <= 0.2)]


def row_counts() -> list[Row]:
    """Measure steps that write a row into a database of 10,000 rows and of 100."""
    if DATABASE_TASK not in gym.registry:
        print("Steps with 10,000 rows against 100: no app with a database yet.")
        return []
    ratio, note = measures.row_ratio(DATABASE_TASK)
    return [Row("10,000 rows against 100", ratio, "times", "1.5 or less", ratio <= 1.5, note)]


def long_lists() -> list[Row]:
    """Measure steps beside lists of 2,000 and of 20."""
    rows = []
    for listing in apps.LISTS:
        for how, ratio in listing.measure().items():
            few, many = (listing.median(how, count) for count in (20, 2_000))
            rows.append(
                Row(
                    f"2,000 {listing.name} against 20, {how}",
                    ratio,
                    "times",
                    "1.5 or less",
                    ratio <= 1.5,
                    f"{few:.2f} and {many:.2f} ms a step",
                )
            )
    return [*rows, _month()]


def _month() -> Row:
    """Measure the calendar's month with 500 repeating events and with 5."""
    ratio = apps.MONTH.measure(5, 500)["changed"]
    few, many = (apps.MONTH.median("changed", count) for count in (5, 500))
    note = f"{few:.2f} and {many:.2f} ms a step"
    name = "a month of 500 repeating events against 5, changed"
    return Row(name, ratio, "times", "3 or less", ratio <= 3, note)


def mobile_benchs_parts() -> list[Row]:
    """Measure API calls, CheckPoints and HTML."""
    calls = mobile_bench.api_overheads()
    worst = max(calls, key=lambda call: call.above_ms)
    middle = statistics.median(call.above_ms for call in calls)
    note = f"{worst.api}; median {middle:.2f}, of {len(calls)} APIs"
    above, judged, html = worst.above_ms, mobile_bench.checkpoint_seconds(), mobile_bench.html_ms()
    return [
        Row("an API call above its adb call, worst", above, "ms", "1 or less", above <= 1, note),
        Row("CheckPoints of 10,000 histories", judged, "s", "2 or less", judged <= 2),
        Row("a screen of 120 elements as HTML", html, "ms", "1 or less", html <= 1),
    ]


def app_rates(seconds: float, rounds: int) -> list[Row]:
    """Measure random touches in each app, beside Pro Expense."""
    with ExitStack() as stack:
        steps = {name: stack.enter_context(closing(apps.AppSteps(name))) for name in apps.APPS}
        measures.alternate(rounds, *(partial(app.run, seconds) for app in steps.values()))
    half = steps["Pro Expense"].per_second / 2
    return [
        Row(
            f"random touches in {name}, 108x240",
            app.per_second,
            "steps/s",
            f"half of Pro Expense {half:,.0f}" if name != "Pro Expense" else "",
            app.per_second >= half if name != "Pro Expense" else None,
        )
        for name, app in steps.items()
    ]


def opening_screens() -> list[Row]:
    """Measure steps that open screens: random ones on elements, and a demonstration's by part."""
    rows = []
    for env_id in (SWITCH_TASK, DATABASE_TASK):
        name = env_id.partition("/")[2]
        parts = opening.element_steps(env_id)
        rate = 1e3 / parts.pop("step")
        note = "ms: " + ", ".join(f"{part} {taken:.2f}" for part, taken in parts.items())
        what = f"random ElementActions, {name}"
        rows.append(Row(what, rate, "steps/s", "600 or more", rate >= 600, note))
        rows.append(Row(f"the same on new seeds, {name}", opening.new_seed_ms(env_id), "ms a step"))
        parts = opening.replay_parts(env_id, SIZES[0])
        whole = parts.pop("step")
        note = ", ".join(f"{part} {taken:.2f}" for part, taken in parts.items())
        rows.append(Row(f"a demonstration's step, {name}", whole, "ms", note=note))
    return rows


def moving_screens() -> list[Row]:
    """Measure steps while a map is dragged, and while a video plays."""
    dragged, map_changed = moving.map_steps()
    frame, video_changed = moving.video_ms()
    return [
        Row(
            "a map dragged, 270x600",
            dragged,
            "steps/s",
            "300 or more",
            dragged >= 300,
            f"{map_changed:.0%} of frames changed",
        ),
        Row(
            "a step while a video plays, 270x600",
            frame,
            "ms",
            "5 or less",
            frame <= 5,
            f"{video_changed:.0%} of frames changed",
        ),
    ]


def on_the_wire() -> list[Row]:
    """Measure a phone in another process, over adb and gRPC; only reported."""
    lacking = wire.missing()
    if lacking is not None:
        return [Row("a phone on the wire", float("nan"), "", note=f"needs {lacking}")]
    return [Row(what, ours, unit, note=note) for what, ours, unit, note in wire.wire(DATABASE_TASK)]


def models_policies() -> list[Row]:
    """Measure policies that ask a model: one with a quick server, many phones with one server."""
    rows = []
    for name in sorted(FORMATS):
        try:
            rate = models.policy_rate(SWITCH_TASK, name)
        except ReplyError:  # the format can't express what the task needs
            continue
        steps = 1e3 / rate.cpu_ms
        what = f"a model's policy, {name}, 270x600"
        note = f"in processor time; asking {rate.asking_ms:.1f} of {rate.cpu_ms:.1f} ms"
        rows.append(Row(what, steps, "steps/s", "100 or more", steps >= 100, note))
    for latency_ms in (50, 0):
        busy = models.keep_busy(SWITCH_TASK, "ui-tars-1.5", latency_ms / 1e3)
        rows.append(
            Row(
                f"16 phones on one server of {latency_ms} ms: its busy time",
                100 * busy.share,
                "%",
                "90 or more" if latency_ms else "",
                busy.share >= 0.9 if latency_ms else None,
                f"{busy.at_once:.1f} requests at once, {busy.per_second:.0f} a second",
            )
        )
    return rows


def android_in_the_wild(rounds: int) -> list[Row]:
    """Measure matching, reading and replaying Android in the Wild's episodes, in processor time."""
    ours, loop = aitw.matches(rounds)
    read, theirs = aitw.reading(rounds)
    ratio = read / theirs if theirs is not None else None
    rows = [
        Row(
            "actions matched in a batch, times a loop",
            ours / loop,
            "times",
            "100 or more",
            ours >= 100 * loop,
            f"{ours:,.0f} and {loop:,.0f} a second",
        ),
        Row(
            "TFRecords read, times the package tfrecord",
            ratio if ratio is not None else float("nan"),
            "times",
            "2 or more",
            ratio >= 2 if ratio is not None else None,
            f"{read:,.0f} MB/s, " + (f"{theirs:,.0f} MB/s" if theirs else "it is not installed"),
        ),
    ]
    for how, steps in aitw.replays(rounds).items():
        target = how == "no copies"
        rows.append(
            Row(
                f"AITW/Replay at 270x600 from memory, {how}",
                steps,
                "steps/s",
                "20,000 or more" if target else "",
                steps >= 20_000 if target else None,
            )
        )
    return rows


if __name__ == "__main__":
    main()
