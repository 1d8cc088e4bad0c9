"""A walk of random actions over all apps: nothing is raised, all that is seen is valid."""

from __future__ import annotations

import random
import shlex
import sys
from collections import Counter
from pathlib import Path

import numpy as np
import pytest

from android_gym.accessibility import UIElement, forest_to_ui_elements
from android_gym.simulator.phone import Phone
from android_gym.simulator.system.keycodes import KEYCODES
from android_gym.testing.rotation import PERIOD, Rotation

sys.path.insert(0, str(Path(__file__).parent / "screens"))

from checklists import SETTLE_MS, Line, checklists, line_of, parse, take  # noqa: E402

SIZE = (108, 240)
EPISODE = 40
"""After so many actions the phone is restored, as a reset does."""

CHECK_EVERY = 50
KEYS = ("BACK", "BACK", "BACK", "HOME", "APP_SWITCH", "ENTER", "DEL", "TAB", "DPAD_DOWN", "A", "7",
        "MENU", "NOTIFICATION", "ESCAPE", "MOVE_END", "SPACE", "VOLUME_DOWN")  # fmt: skip
TEXTS = (
    "hello",
    "12.5",
    "Lunch",
    "a b\nc",
    "\u65e5\u672c \U0001f600",
    "'; DROP TABLE x; --",
    "x" * 300,
)
COMMANDS = (
    "am kill-all",
    "am force-stop {package}",
    "pm clear {package}",
    "cmd uimode night yes",
    "cmd uimode night no",
    "settings put system accelerometer_rotation 0; settings put system user_rotation 1",
    "settings put system user_rotation 0",
    "settings put system font_scale 1.3",
    "settings put system time_12_24 24",
    "svc wifi disable",
    "svc wifi enable",
    "date 010112002024.00",
    "input swipe 540 30 540 720 10",
    "cmd statusbar expand-settings",
    "rm -r /sdcard/*",
)


class Walk:
    """One phone, walked on at random.

    Attributes:
        visited: Names of the checklists whose screens were seen.
        actions: What was done since the phone was last restored; a failure names the last ones.
    """

    def __init__(self, seed: int) -> None:
        self.rng = random.Random(seed)
        self.phone = Phone()
        self.base = self.phone.snapshot()
        self.tried: Counter[tuple[str | None, ...]] = Counter()
        self.visited: set[str] = set()
        self.actions: list[str] = []
        self._marks = [(str(c), c.app, parse(c.mark)) for c in checklists()]
        self._seen_revision = -1

    def go(self, steps: int) -> None:
        """Take steps; what is raised on the way tells how it came to it."""
        for step in range(steps):
            try:
                if step % EPISODE == 0:
                    self.begin()
                self.act()
                self.look()
                if step % CHECK_EVERY == 0:
                    self.check()
            except Exception as error:
                error.add_note(f"step {step}, after {self.actions[-6:]}")
                raise

    def begin(self) -> None:
        """Begin an episode: with what a checklist sets up, part of the way to its screen.

        Screens that were not seen yet come first, so that the walk need not grow with their number.
        """
        self.phone.restore(self.base)
        self.actions.clear()
        unseen = [c for c in checklists() if str(c) not in self.visited]
        checklist = self.rng.choice(unseen or checklists())
        for command in checklist.setup:
            self._do(command, lambda command=command: self.phone.shell(command))
        option = "-n" if "/" in checklist.start else "-a"
        command = f"am start {option} {shlex.quote(checklist.start)}"
        self._do(command, lambda: self.phone.shell(command))
        self.phone.advance(SETTLE_MS)
        whole = len(checklist.reach)
        part = whole if self.rng.random() < 0.5 else self.rng.randrange(whole + 1)
        for step in checklist.reach[:part]:
            self._do(step, lambda step=step: take(self.phone, step))

    # -- acting

    def act(self) -> None:
        """Do something at random; half of the time it is done to an element."""
        rng, phone = self.rng, self.phone
        if not phone.system.display.on:
            self._do("wakeup", lambda: phone.press_key(KEYCODES["WAKEUP"]))
            self._do("unlock", lambda: phone.shell("wm dismiss-keyguard"))
        if rng.random() < 0.5 and self._touch_element():
            return
        width, height = phone.windows.size
        x, y = rng.random() * width, rng.random() * height
        match rng.choices(("tap", "swipe", "key", "text", "wait", "launch", "shell"),
                          (20, 25, 20, 12, 8, 5, 2))[0]:  # fmt: skip
            case "tap":
                self._do(f"tap {x:.0f} {y:.0f}", lambda: phone.tap(x, y))
            case "swipe":
                to, up = rng.random() * width, rng.random() * height
                ms = rng.choice((60, 300, 900))
                self._do(
                    f"swipe {x:.0f} {y:.0f} {to:.0f} {up:.0f} {ms}",
                    lambda: phone.swipe(x, y, to, up, ms),
                )
            case "key":
                name = rng.choice(KEYS)
                self._do(f"key {name}", lambda: phone.press_key(KEYCODES[name]))
            case "text":
                text = rng.choice(TEXTS)
                self._do(f"type {text[:20]!r}", lambda: phone.type_text(text))
            case "wait":
                ms = rng.choice((10, 500, 3000, 70_000))
                self._do(f"wait {ms}", lambda: phone.advance(ms))
            case "launch":
                package = self._package()
                command = f"monkey -p {package} -c android.intent.category.LAUNCHER 1"
                self._do(f"launch {package}", lambda: phone.shell(command))
            case _:
                command = rng.choice(COMMANDS).format(package=self._package())
                self._do(command, lambda: phone.shell(command))

    def _package(self) -> str:
        apps = self.phone.system.packages.launcher_activities()
        return self.rng.choice(apps)[0].package

    def _do(self, words: str, action: object) -> None:
        self.actions.append(words)
        action()  # type: ignore[operator]

    def _touch_element(self) -> bool:
        """Taps, holds or flicks an element; those that were not tried yet are likelier."""
        rng, phone = self.rng, self.phone
        found = [e for e in phone.ui_elements() if e.bbox_pixels is not None]
        if not found:
            return False
        names = [self._name(element) for element in found]
        weights = [1 / (1 + self.tried[name]) ** 2 for name in names]
        index = rng.choices(range(len(found)), weights)[0]
        element = found[index]
        self.tried[names[index]] += 1
        assert element.bbox_pixels is not None
        x, y = element.bbox_pixels.center
        words = " ".join(str(part) for part in names[index] if part)
        how = rng.random()
        if element.is_scrollable and how < 0.7:
            dx, dy = rng.choice(((0, -600), (0, -600), (0, 600), (-500, 0), (500, 0)))
            self._do(f"flick {words} {dx} {dy}", lambda: phone.swipe(x, y, x + dx, y + dy, 200))
        elif how < 0.15:
            self._do(f"hold {words}", lambda: phone.swipe(x, y, x, y, 700))
        else:
            self._do(f"tap {words}", lambda: phone.tap(x, y))
        return True

    def _name(self, element: UIElement) -> tuple[str | None, ...]:
        top = self.phone.system.activities.top
        return (
            top.component.rpartition(".")[2] if top is not None else None,
            element.resource_name,
            (element.text or "")[:30],
            (element.content_description or "")[:30],
        )

    # -- looking

    def look(self) -> None:
        """Check the bounds of all elements, and note which screen it is."""
        phone = self.phone
        width, height = phone.windows.size
        elements = phone.ui_elements()
        frame = phone.screenshot(*SIZE)
        assert frame.shape == (SIZE[1], SIZE[0], 3)
        if self._seen_revision == phone.screen_revision:
            return
        self._seen_revision = phone.screen_revision
        for element in elements:
            box = element.bbox_pixels
            assert box is not None
            assert 0 <= box.x_min < box.x_max <= width, element
            assert 0 <= box.y_min < box.y_max <= height, element
        lines: dict[str, list[Line]] = {}
        for name, app, mark in self._marks:
            if name in self.visited:
                continue
            if app not in lines:
                lines[app] = [line_of(e, app) for e in elements if e.package_name == app]
            if any(mark.matches(line, flags=False) for line in lines[app]):
                self.visited.add(name)

    def check(self) -> None:
        """Compare what is kept with what is made anew."""
        phone = self.phone
        np.testing.assert_array_equal(phone.screenshot(*SIZE), phone.repaint(*SIZE))
        fresh = Phone()
        fresh.restore(phone.snapshot())
        assert fresh.ui_elements() == phone.ui_elements(), "a fresh phone shows something else"
        np.testing.assert_array_equal(fresh.repaint(*SIZE), phone.screenshot(*SIZE))
        elements = phone.ui_elements()
        for window in phone.windows.windows():
            window.ui.seen = None  # views are attached again
        phone.windows._seen_revision = -1
        assert phone.ui_elements() == elements, "attached again, views are others"
        boxes = [e.bbox_pixels for e in forest_to_ui_elements(phone.forest(), True)]
        assert boxes == [e.bbox_pixels for e in phone.ui_elements()]


def test_a_walk_of_a_thousand_actions(rotation: Rotation) -> None:
    Walk((rotation.number or 0) % PERIOD).go(1_000)


@pytest.mark.nightly
@pytest.mark.parametrize("seed", range(PERIOD))
def test_each_walk_of_a_thousand_actions(seed: int) -> None:
    Walk(seed).go(1_000)


@pytest.mark.nightly
@pytest.mark.timeout(600)
def test_a_walk_of_ten_thousand_actions_sees_most_screens() -> None:
    walk = Walk(1)
    walk.go(10_000)
    missed = sorted({str(checklist) for checklist in checklists()} - walk.visited)
    assert len(missed) <= 0.2 * len(checklists()), missed
