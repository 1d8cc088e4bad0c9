"""The same episode gives the same bytes: again and again, on a busy machine, on any engine."""

from __future__ import annotations

import hashlib
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import gymnasium as gym
import numpy as np
import pytest

import android_gym  # noqa: F401  (registers the ids)
from android_gym.actions import Decoded
from android_gym.events import LongPress, Swipe, Tap, Text
from android_gym.simulator.phone import Phone
from android_gym.simulator.web.engines import VARIABLE, find_engine

pytest.importorskip("miniwob", reason="the group 'web' is not installed")

PAGES = ("click-checkboxes-soft", "enter-text", "scroll-text-2", "social-media", "use-slider")
STEPS = 12


@contextmanager
def busy() -> Iterator[None]:
    """Keep all processors busy."""
    command = [sys.executable, "-c", "while True: pass"]
    spinning = [subprocess.Popen(command) for _ in range(os.cpu_count() or 1)]
    try:
        yield
    finally:
        for process in spinning:
            process.kill()
            process.wait()


def event(rng: np.random.Generator) -> Tap | Swipe | Text | LongPress:
    """Something that is done to a page, which is 800x1050 pixels of the phone."""
    x, y, to_x, to_y = (int(rng.integers(800)), int(rng.integers(330, 1130)),
                        int(rng.integers(800)), int(rng.integers(330, 1130)))  # fmt: skip
    kind = rng.integers(10)
    if kind < 6:
        return Tap(x, y)
    if kind < 8:
        return Swipe(x, y, to_x, to_y, 300)
    return Text("a b") if kind == 8 else LongPress(x, y)


def is_fresh(env: gym.Env[Any, Any], pixels: np.ndarray) -> bool:
    """Return whether a frame is what another phone in the same state draws."""
    other = Phone()
    try:
        other.restore(env.get_wrapper_attr("device").phone.snapshot())
        return np.array_equal(other.repaint(pixels.shape[1], pixels.shape[0]), pixels)
    finally:
        other.close()


def episode(env: gym.Env[Any, Any], seed: int, check_at: int) -> str:
    """Play at random; return the hash of all that was observed.

    Args:
        env: Of a page.
        seed: Of the page and the actions.
        check_at: Step whose frame is compared with a fresh one.
    """
    rng = np.random.default_rng(seed)
    state = hashlib.sha256()
    observation, _ = env.reset(seed=seed)
    for step in range(STEPS):
        observation, reward, terminated, _, _ = env.step(Decoded((event(rng),)))
        state.update(observation["pixels"].tobytes())
        state.update(observation["ui_text"].tobytes())
        state.update(str(reward).encode())
        if step == check_at:
            assert is_fresh(env, observation["pixels"])
        if terminated:
            break
    return state.hexdigest()


@pytest.mark.parametrize(
    ("page", "repeats"),
    [pytest.param(page, 3, marks=pytest.mark.rotating(period=14)) for page in PAGES]
    + [pytest.param(page, 100, marks=pytest.mark.nightly) for page in PAGES],
)
def test_an_episode_gives_the_same_bytes_each_time(page: str, repeats: int) -> None:
    env = gym.make(
        f"MiniWoB/{page}-v0",
        observation=("pixels", "ui_text"),
        observation_size=(270, 600),
        termination="declared",
    )
    with busy():
        # Every fiftieth frame or more, another one of the episode each time.
        seen = [episode(env, 3, turn * 5 % STEPS) for turn in range(repeats)]
    env.close()
    assert len(set(seen)) == 1


CHILD = """
import sys
sys.path[:0] = [{root!r}, {here!r}]
from tests.simulator.web.conftest import WebPhone
from android_gym.simulator.web import engines
given = engines.require_engine()
# A headless shell, too, may draw by itself.
engines._find = lambda *_: engines.Engine(given.path, False)
phone = WebPhone()
phone.open('''<style>body{{margin:0}}button,input{{display:block;width:200px;height:60px}}</style>
<button id=go onclick="this.textContent = 'n' + ++n">n0</button><input id=name>
<div style="height:3000px;background:linear-gradient(red,blue)"></div><script>n = 0</script>''')
pictures = [phone.screenshot(100, 200)]
phone.tap_on("go")
phone.tap_on("name")
phone.type_text("Ada")
assert (phone.element("go").text, phone.element("name").text) == ("n1", "Ada")
pictures.append(phone.screenshot(100, 200))
phone.press_key(4)
phone.swipe(200, 700, 200, 300, 200)
phone.advance(1000)
pictures.append(phone.screenshot(100, 200))
assert len({{picture.tobytes() for picture in pictures}}) == 3
other = WebPhone()
other.restore(phone.snapshot())
assert (other.repaint(100, 200) == pictures[-1]).all()
assert other.app.report() == phone.app.report() and phone.app.report().scroll[1] > 100
"""


def programs() -> list[str]:
    """Return the browsers of this machine."""
    engine = find_engine()
    found = [
        engine.path if engine else None,
        shutil.which("chromium"),
        shutil.which("google-chrome"),
    ]
    return sorted({path for path in found if path is not None})


@pytest.mark.nightly
@pytest.mark.parametrize("program", programs())
def test_an_engine_that_draws_by_itself(program: str) -> None:
    """Without a display: what is typed, tapped and scrolled is seen, also after a replay."""
    root, here = Path(__file__).resolve().parents[3], Path(__file__).parent
    environment = {k: v for k, v in os.environ.items() if k not in ("DISPLAY", "WAYLAND_DISPLAY")}
    environment[VARIABLE] = program
    command = [sys.executable, "-c", CHILD.format(root=str(root), here=str(here))]
    subprocess.run(command, check=True, timeout=300, env=environment)
