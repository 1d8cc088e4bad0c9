"""A walk of random actions over each app: what it sees, and that it holds.

A walk begins with what one of the app's checklists sets up, or in an unusual look of the phone, at
the app's start, and finds its way by itself. It likes elements that it has not tried yet, goes back
when nothing is new, types into a field that has the focus, and sets out again from screens that it
has rarely been to (as Go-Explore does: Ecoffet et al., 2021). It knows nothing of any app.

``python tests/simulator/test_app_walks.py [STEPS [APP...]]`` prints each app's share of screens.
"""

from __future__ import annotations

import re
import shlex
import sys
from collections import Counter
from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

import numpy as np
import pytest

from android_gym.accessibility import UIElement
from android_gym.simulator.phone import Phone
from android_gym.simulator.state import Snapshot
from android_gym.simulator.system.keycodes import KEYCODES

sys.path.insert(0, str(Path(__file__).parent))
sys.path.insert(0, str(Path(__file__).parent / "screens"))

from checklists import SETTLE_MS, checklists  # noqa: E402
from test_walk import SIZE, TEXTS, Walk  # noqa: E402

LAUNCHED = {
    manifest.package: manifest.component(info.name)
    for manifest, info in Phone().system.packages.launcher_activities()
}
APPS = sorted({checklist.app for checklist in checklists()} & LAUNCHED.keys())
HOME = "com.google.android.apps.nexuslauncher"
SHARE = 0.65
"""Share of the checklisted screens that a long walk has to see in every app."""

EPISODE = 20
"""After so many actions the walk sets out again."""

STUCK = 4
"""After so many actions that showed nothing new, the walk goes back."""

LOOKS = (
    ("settings put system accelerometer_rotation 0", "settings put system user_rotation 1"),
    ("settings put system font_scale 2.0",),
    ("settings put system system_locales ar-EG",),
    ("wm size 720x1280", "wm density 320"),
    ("wm size 1600x2560", "wm density 320", "cmd uimode night yes"),
    (
        "svc wifi disable",
        "svc data disable",
        "cmd battery unplug",
        "settings put global low_power 1",
    ),
)
"""Shell commands that give the phone another look."""

WORDS = ("a", "5", "note", "555-0100", *TEXTS)
OTHER_TOUCHES = ("tap", "swipe", "key", "text", "wait")


Option = tuple[Hashable, ...]
"""A touch: its kind, the elements around, and the element's text and name."""


@dataclass
class Place:
    """A screen that was seen, and how to be there again."""

    snapshot: Snapshot
    actions: list[str]
    options: list[tuple[Option, float]]
    begun: int = 0


class Start(NamedTuple):
    """The beginning of an episode.

    Attributes:
        setup: Shell commands.
        target: The component or action that is started then.
    """

    setup: tuple[str, ...]
    target: str

    def run(self, run: Callable[[str], object]) -> None:
        """Run its commands."""
        option = "-n" if "/" in self.target else "-a"
        for command in (*self.setup, f"am start {option} {shlex.quote(self.target)}"):
            run(command)


class AppWalk(Walk):
    """A walk within one app.

    Attributes:
        wanted: The checklists of the app.
        starts: How its episodes begin; by default as the checklists say.
    """

    def __init__(self, app: str, seed: int, starts: Sequence[Start] = ()) -> None:
        super().__init__(seed)
        self.app = app
        self.wanted = [checklist for checklist in checklists() if checklist.app == app]
        self.starts = starts or [Start(each.setup, each.start) for each in self.wanted]
        self._marks = [mark for mark in self._marks if mark[1] == app]
        self._begun: Counter[tuple[str, ...]] = Counter()
        self._tried: Counter[Option] = Counter()
        self._places: dict[Hashable, Place] = {}
        self._stale = 0

    @property
    def missed(self) -> list[str]:
        """Names of the checklists whose screens were not seen."""
        return [c.name for c in self.wanted if str(c) not in self.visited]

    @property
    def share(self) -> float:
        """Share of the checklisted screens that were seen, in [0, 1]; 0 without checklists."""
        return 1 - len(self.missed) / len(self.wanted) if self.wanted else 0.0

    def begin(self) -> None:
        """Begin at a screen seen before, or at the app's start with the next set-up."""
        self._stale = self._away = 0
        places = list(self._places.values())
        if places and self.rng.random() < 0.8:
            place = self.rng.choices(places, [self._promise(place) for place in places])[0]
            place.begun += 1
            self.phone.restore(place.snapshot)
            self.actions = list(place.actions)
            return
        self.phone.restore(self.base)
        self.actions.clear()
        least = min(self._begun[start.setup] for start in self.starts)
        start = self.rng.choice([s for s in self.starts if self._begun[s.setup] == least])
        self._begun[start.setup] += 1
        self._run(start)

    def _run(self, start: Start) -> None:
        start.run(lambda command: self._do(command, lambda: self.phone.shell(command)))
        self.phone.advance(SETTLE_MS)

    def go(self, steps: int, share: float = 2.0) -> None:
        """Take steps until the share is reached."""
        for step in range(steps):
            try:
                if step % EPISODE == 0:
                    self.begin()
                self.act()
                self.look()
                if step % 200 == 0:
                    self.check()
            except Exception as error:
                error.add_note(f"step {step} in {self.app}, after {self.actions[-8:]}")
                raise
            if self.share >= share:
                return

    def act(self) -> None:
        """Touch an element half of the time; go back when stuck, comes back when lost."""
        rng, phone = self.rng, self.phone
        top = phone.system.activities.top
        if top is None or not self._at_home(top.package):
            self._run(Start((), rng.choice(self.starts).target))
            return
        if self._stale >= STUCK:
            self._stale = 0
            self._do("key BACK", lambda: phone.press_key(KEYCODES["BACK"]))
            return
        if rng.random() < 0.5 and self._touch_element():
            return
        fields = [e for e in phone.ui_elements() if e.is_focused and e.is_editable]
        if fields and rng.random() < 0.5:
            text = rng.choice(WORDS)
            self._do(f"type {text[:20]!r}", lambda: phone.type_text(text))
            return
        width, height = phone.windows.size
        x, y = rng.random() * width, rng.random() * height
        match rng.choices(OTHER_TOUCHES, (45, 25, 15, 5, 10))[0]:
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
                name = rng.choice(("BACK", "BACK", "ENTER", "DEL", "TAB", "MENU", "ESCAPE", "A"))
                self._do(f"key {name}", lambda: phone.press_key(KEYCODES[name]))
            case "text":
                text = rng.choice(WORDS)
                self._do(f"type {text[:20]!r}", lambda: phone.type_text(text))
            case _:
                ms = rng.choice((10, 500, 3000, 70_000))
                self._do(f"wait {ms}", lambda: phone.advance(ms))

    def _at_home(self, package: str) -> bool:
        """Return whether the app is in front, or something that it asked for a little while ago."""
        if package == self.app:
            self._away = 0
            return True
        self._away += 1
        return self._away < 6 and package != HOME

    _away = 0

    def _promise(self, place: Place) -> float:
        """Return how much there is at a place that was not tried yet."""
        untried = sum(weight * self._novelty(option) for option, weight in place.options)
        return (0.1 + untried) / (1 + place.begun)

    def _novelty(self, option: Option) -> float:
        return 1 / (1 + self._tried[option]) ** 2

    def _options(self) -> list[tuple[UIElement, Option, float]]:
        """Return what can be touched and how, and how likely that leads anywhere."""
        options = []
        elements = self.phone.ui_elements()
        others = frozenset(e.resource_name for e in elements if not _aside(e))
        for element in elements:
            text = element.text if not element.is_editable else ""
            name = (others, element.resource_name, text, element.content_description)
            aside = _aside(element)
            weight = 0.05 if aside else 1.0
            active = element.is_clickable or element.is_editable
            options.append((element, ("tap", *name), weight * (1.0 if active else 0.3)))
            held = element.is_long_clickable
            options.append((element, ("hold", *name), weight * (1.0 if held else 0.2)))
            if element.is_scrollable:
                options.append((element, ("flick", *name), weight))
        return options

    def _touch_element(self) -> bool:
        """Taps, holds or flicks an element, most likely in a way that was not tried yet."""
        phone, options = self.phone, self._options()
        if not options:
            return False
        weights = [weight * self._novelty(name) for _, name, weight in options]
        element, name, _ = self.rng.choices(options, weights)[0]
        self._tried[name] += 1
        assert element.bbox_pixels is not None
        x, y = element.bbox_pixels.center
        words = " ".join(str(part) for part in (name[0], *name[2:]) if part)
        if name[0] == "flick":
            dx, dy = self.rng.choice(((0, -900), (0, -600), (0, 600), (-500, 0), (500, 0)))
            self._do(f"{words} {dx} {dy}", lambda: phone.swipe(x, y, x + dx, y + dy, 200))
        elif name[0] == "hold":
            self._do(words, lambda: phone.swipe(x, y, x, y, 700))
        else:
            self._do(words, lambda: phone.tap(x, y))
        return True

    def look(self) -> None:
        """Look, and note whether the screen is new, and that it shows something."""
        super().look()
        elements = self.phone.ui_elements()
        if self.phone.system.display.on:
            bar = self.phone.windows.status_bar_height
            boxes = [e.bbox_pixels for e in elements if e.bbox_pixels is not None]
            assert any(box.y_max > bar for box in boxes), "an empty screen"
        top = self.phone.system.activities.top
        if top is None or top.package == HOME:
            return
        screen = _kind(elements)
        self._stale += 1
        if screen not in self._places:
            self._stale = 0
            options = [(name, weight) for _, name, weight in self._options()]
            self._places[screen] = Place(self.phone.snapshot(), list(self.actions), options)


def _aside(element: UIElement) -> bool:
    """Return whether it belongs to the bars or the keyboard."""
    package = element.package_name or ""
    return package == "com.android.systemui" or package.endswith("inputmethod.latin")


def _kind(elements: tuple[UIElement, ...]) -> Hashable:
    """Tell kinds of screens apart, whatever is typed and whatever the time."""
    return frozenset(
        (e.resource_name, re.sub(r"\d+", "0", e.text or e.content_description or ""))
        for e in elements
        if not _aside(e) and not e.is_editable
    )


def _begins_like_a_fresh_phone(walk: AppWalk) -> None:
    phone, fresh = walk.phone, Phone()
    phone.restore(walk.base)
    for each in (phone, fresh):
        walk.starts[-1].run(each.shell)
        each.advance(SETTLE_MS)
    assert phone.ui_elements() == fresh.ui_elements()
    np.testing.assert_array_equal(phone.screenshot(*SIZE), fresh.repaint(*SIZE))
    files = "find /sdcard /data -type f -exec md5sum {} +; dumpsys alarm; settings list system"
    assert phone.shell(files).stdout == fresh.shell(files).stdout


@pytest.mark.slow
@pytest.mark.parametrize("app", APPS)
def test_a_short_walk(app: str) -> None:
    walk = AppWalk(app, seed=0)
    walk.go(250)
    _begins_like_a_fresh_phone(walk)


@pytest.mark.nightly
@pytest.mark.parametrize("app", sorted(LAUNCHED))
def test_a_walk_in_other_looks(app: str) -> None:
    walk = AppWalk(app, seed=2, starts=[Start(look, LAUNCHED[app]) for look in LOOKS])
    walk.go(1_000)
    _begins_like_a_fresh_phone(walk)


@pytest.mark.nightly
@pytest.mark.timeout(1200)
@pytest.mark.parametrize("app", APPS)
def test_a_long_walk_sees_most_screens(app: str) -> None:
    walk = AppWalk(app, seed=1)
    walk.go(12_000, SHARE)
    assert walk.share >= SHARE, walk.missed
    walk.go(1_000)
    _begins_like_a_fresh_phone(walk)


def main() -> None:
    """Print the shares."""
    steps = int(sys.argv[1]) if len(sys.argv) > 1 else 3_000
    for app in sys.argv[2:] or APPS:
        walk = AppWalk(app, seed=1)
        done = 0
        while done < steps and walk.share < 1:
            walk.go(min(500, steps - done))
            done += 500
            print(f"{app} {done}: {walk.share:.0%}, not {walk.missed}", flush=True)


if __name__ == "__main__":
    main()
