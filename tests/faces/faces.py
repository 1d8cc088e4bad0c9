"""Faces of apps: what their main screens look like, beside pictures that were accepted.

Each app that the launcher starts has the face ``start``: its first screen on a phone as it comes.
More are declared in ``screens/<app>.toml``, named as the app's folder::

    package = "org.example.notes"
    setup = ["mkdir /sdcard/Notes"]         # shell commands before all faces (optional)
    begin = ["launch", "tap ALLOW"]         # steps taken once, such as a first run (optional)

    [[face]]
    name = "list"
    setup = ["echo a > /sdcard/Notes/a"]    # shell commands before this one (optional)
    steps = ["launch", "tap Add"]

A step is ``launch`` (what the launcher starts), ``start .Activity``, or a way to touch the screen
of `android_gym.testing.driver`: ``tap X``, ``hold X`` (``tap X #2`` for the second, ``tap
<ImageButton>`` for one without a name), ``scroll X``, ``type X``, ``press KEY``, ``menu X``,
``back`` or ``wait MS``.

``make faces`` compares each face with ``golden/<app>-<face>.webp`` (light at the left, dark at the
right) and writes a sheet of those that differ: now, accepted, difference. ``make faces
FACES=--record`` accepts what there is now. Names of apps restrict both.
"""

from __future__ import annotations

import sys
import tomllib
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import numpy as np
from PIL import Image

from android_gym.accessibility import UIElement
from android_gym.simulator.apps import discover
from android_gym.simulator.phone import Phone
from android_gym.simulator.state import Snapshot
from android_gym.testing.driver import AppDriver

FOLDER = Path(__file__).parent
SCREENS = FOLDER / "screens"
GOLDEN = FOLDER / "golden"
SHEETS = FOLDER.parents[1] / "build" / "faces"
SIZE = (270, 600)
SETTLE_MS = 1500
LAST_BITS = 2
"""By so much a channel may differ from release to release of Skia; nobody sees it."""


@dataclass(frozen=True)
class Face:
    """One screen of one app.

    Attributes:
        app: Folder of the app.
        package: Its package.
        name: Told apart within the app.
        setup: Shell commands.
        steps: What leads to the screen.
        before: Shell commands and steps that the app's faces share.
    """

    app: str
    package: str
    name: str
    setup: tuple[str, ...]
    steps: tuple[str, ...]
    before: tuple[tuple[str, ...], tuple[str, ...]] = ((), ())

    def __str__(self) -> str:
        return f"{self.app}-{self.name}"

    @property
    def golden(self) -> Path:
        """The accepted picture."""
        return GOLDEN / f"{self}.webp"

    def show(self) -> AppDriver:
        """Bring the screen up; the phone is the same for all faces."""
        driver = AppDriver(_prepared(self.package, self.before), self.package)
        _take(driver, self.setup, self.steps)
        return driver

    def draw(self) -> np.ndarray:
        """Draw both themes side by side: (600, 540, 3), uint8."""
        driver, sides = self.show(), []
        for dark in ("no", "yes"):
            driver.shell(f"cmd uimode night {dark}")
            driver.wait(SETTLE_MS)
            sides.append(driver.phone.screenshot(*SIZE).copy())
        return np.concatenate(sides, axis=1)

    def accepted(self) -> np.ndarray | None:
        """Read the accepted picture, if there is one."""
        if not self.golden.exists():
            return None
        with Image.open(self.golden) as image:
            return np.asarray(image.convert("RGB"))

    def record(self, now: np.ndarray) -> None:
        """Accept a picture. Lossless WebP is less than half as large as PNG."""
        Image.fromarray(now).save(self.golden, lossless=True, quality=100, method=6)

    def sheet(self, now: np.ndarray, accepted: np.ndarray | None) -> Path:
        """Write what there is now, what was accepted, and where they differ."""
        if accepted is None:
            accepted = np.zeros_like(now)
        difference = np.where(changed(now, accepted)[..., None], (255, 0, 255), now // 4)
        SHEETS.mkdir(parents=True, exist_ok=True)
        path = SHEETS / f"{self}.png"
        parts = (now, accepted, difference.astype(np.uint8))
        Image.fromarray(np.concatenate(parts, axis=1)).save(path)
        return path


def changed(now: np.ndarray, accepted: np.ndarray) -> np.ndarray:
    """Tell for each pixel whether anybody could see that it is another one."""
    apart = np.abs(now.astype(np.int16) - accepted.astype(np.int16))
    different: np.ndarray = apart.max(axis=2) > LAST_BITS
    return different


@cache
def faces() -> tuple[Face, ...]:
    """List all faces: those of every app that the launcher starts, and those that are declared."""
    folders = {m.package: m.module.rpartition(".")[2] for m in discover()}
    alone = {package: sum(1 for f in folders.values() if f == folder) == 1
             for package, folder in folders.items()}  # fmt: skip
    found = []
    for manifest, _ in Phone().system.packages.launcher_activities():
        package = manifest.package
        app = folders[package] if alone[package] else manifest.label.lower().replace(" ", "_")
        found.append(Face(app, package, "start", (), ("launch",)))
    for path in sorted(SCREENS.glob("*.toml")):
        data = tomllib.loads(path.read_text("utf-8"))
        package = data.pop("package")
        assert folders[package] == path.stem, f"{path.name}: {package} is in {folders[package]}/"
        before = (tuple(data.pop("setup", ())), tuple(data.pop("begin", ())))
        for face in data.pop("face"):
            setup, steps = tuple(face.pop("setup", ())), tuple(face.pop("steps"))
            found.append(Face(path.stem, package, face.pop("name"), setup, steps, before))
            assert not face, f"{path.name}: unknown {sorted(face)}"
        assert not data, f"{path.name}: unknown {sorted(data)}"
    return tuple(sorted(found, key=str))


def _take(driver: AppDriver, setup: tuple[str, ...], steps: tuple[str, ...]) -> None:
    for command in setup:
        driver.shell(command)
    for step in steps:
        _step(driver, step)


def _step(driver: AppDriver, step: str) -> None:
    verb, _, rest = step.partition(" ")
    name, _, number = rest.partition(" #")
    match verb:
        case "launch":
            component = driver.phone.system.packages.launch_component(driver.package)
            assert component is not None, f"nothing launches {driver.package}"
            driver.start(component.rpartition("/")[2], wait_ms=SETTLE_MS)
        case "start":
            driver.start(rest, wait_ms=SETTLE_MS)
        case "tap":
            driver.tap_element(_element(driver, name, int(number or 1) - 1))
        case "hold":
            driver.long_press(name, nth=int(number or 1) - 1)
        case "scroll":
            driver.scroll_to(rest)
        case "type":
            driver.type(rest)
        case "press":
            driver.press(rest)
        case "menu":
            driver.menu(rest)
        case "back":
            driver.back()
        case "wait":
            driver.wait(int(rest))
        case _:
            raise AssertionError(f"Unknown step {step!r}; see faces.py.")


def _element(driver: AppDriver, name: str, nth: int) -> UIElement:
    if not name.startswith("<"):
        return driver.find(name, nth)
    kind = f".{name[1:-1]}"
    return [e for e in driver.phone.ui_elements() if (e.class_name or "").endswith(kind)][nth]


@cache
def _snapshot(package: str, before: tuple[tuple[str, ...], tuple[str, ...]]) -> Snapshot:
    phone, base = _base()
    phone.restore(base)
    _take(AppDriver(phone, package), *before)
    if before[1]:
        phone.shell(f"input keyevent KEYCODE_HOME; am force-stop {package}")
        phone.advance(SETTLE_MS)
    return phone.snapshot()


@cache
def _base() -> tuple[Phone, Snapshot]:
    phone = Phone()
    return phone, phone.snapshot()


def _prepared(package: str, before: tuple[tuple[str, ...], tuple[str, ...]]) -> Phone:
    phone, _ = _base()
    phone.restore(_snapshot(package, before))
    return phone


def main(arguments: list[str]) -> int:
    """Compare or accept; return how many faces differ from what was accepted."""
    apps = [argument for argument in arguments if argument != "--record"]
    known = {face.app for face in faces()}
    if unknown := sorted(set(apps) - known):
        print(f"No app is called {', '.join(unknown)}; there are {', '.join(sorted(known))}.")
        return 1
    GOLDEN.mkdir(exist_ok=True)
    count = 0
    for face in faces():
        if apps and face.app not in apps:
            continue
        now, accepted = face.draw(), face.accepted()
        if accepted is not None and not changed(now, accepted).any():
            continue
        if "--record" in arguments:
            face.record(now)
            print(f"recorded {face.golden.name}")
            continue
        count += 1
        share = 1.0 if accepted is None else float(changed(now, accepted).mean())
        print(f"{face}: {share:.2%} of the pixels differ, see {face.sheet(now, accepted)}")
    if "--record" in arguments and not apps:
        for path in sorted(set(GOLDEN.iterdir()) - {face.golden for face in faces()}):
            path.unlink()
            print(f"removed {path.name}")
    return count


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]) > 0)
