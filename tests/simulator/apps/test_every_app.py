"""Promises of every app of the phone: an app that is added brings its own cases with it.

Screens fit and are painted right in both themes, upright and turned; walks, rotations, the death of
the process and edits of databases by adb under the open app raise nothing, leave no stale views and
lose no state; many rows are shown as well as few.
"""

from __future__ import annotations

import importlib
import random
import shlex
import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import numpy as np
import pytest

from android_gym.accessibility import UIElement
from android_gym.simulator.apps import discover
from android_gym.simulator.phone import Phone
from android_gym.simulator.state import Snapshot
from android_gym.simulator.system.packages import Manifest
from android_gym.simulator.ui import nodes
from android_gym.simulator.ui.colors import parse_color
from android_gym.simulator.ui.icons import icon_exists
from android_gym.simulator.ui.view import View
from android_gym.testing.rotation import Rotation

sys.path.insert(0, str(Path(__file__).parents[1]))

from episodes import carry_out  # noqa: E402

BROUGHT = [
    manifest.package
    for manifest in discover()
    if manifest.launched and not manifest.preinstalled and not manifest.module.endswith(".stubs")
]
"""Apps of ours that are not on a new phone."""


def bring(phone: Phone) -> Phone:
    """Install every app of ours, and return the phone."""
    for package in BROUGHT:
        assert phone.shell(f"pm install-existing {package}").exit_code == 0
    return phone


COMPONENTS = sorted(
    manifest.component(info.name)
    for manifest in discover()
    if manifest.preinstalled or manifest.package in BROUGHT
    for info in manifest.activities
)
LAUNCHED = {
    m.package: m.component(i.name) for m, i in bring(Phone()).system.packages.launcher_activities()
}
FRAMES = ((108, 240), (270, 600), (1080, 2400))
"""Sizes of pictures, of which agents get the small ones."""

SCREENS = {"tall": (1080, 2400, 420), "small": (720, 1280, 320)}
"""Width and height in pixels, and dots per inch: 411 x 914 dp, and 360 x 640 dp."""

TURN = "settings put system accelerometer_rotation 0; settings put system user_rotation {}"
LOOKS = {
    "light": "cmd uimode night no",
    "dark": "cmd uimode night yes",
    "turned": TURN.format(1),
    "large print": "settings put system font_scale 1.3",
}
MAGIC = b"SQLite format 3\0"
OF_SQLITE = ("sqlite_", "android_metadata", "room_master_table")
NUMBER = "+15551234567"
MANY = 128
SETTLE_MS = 1000

every_app = pytest.mark.parametrize("package", sorted(LAUNCHED))


@pytest.mark.parametrize("manifest", discover(), ids=lambda manifest: manifest.package)
def test_a_manifest_names_what_there_is(manifest: Manifest) -> None:
    """Its icons, colours and screens, which are looked for only when they are shown."""
    background, icon, ink = manifest.icon
    assert icon_exists(icon), icon
    for shortcut in manifest.shortcuts:
        assert icon_exists(shortcut.icon), shortcut
    for color in (background, ink):
        parse_color(color)
    for info in manifest.activities:
        if info.target is not None:  # an alias
            assert manifest.qualify(info.target) in manifest.activity_by_name, info
            continue
        module, _, name = info.screen.partition(":")
        assert hasattr(importlib.import_module(f"{manifest.module}.{module}"), name), info.screen


# --- looking


def check(phone: Phone, frames: tuple[tuple[int, int], ...] = FRAMES[:1]) -> None:
    """Check the bounds of what is shown, and that what is kept is what is made anew."""
    elements = phone.ui_elements()
    assert misplaced(phone) == []
    for size in frames:
        np.testing.assert_array_equal(phone.screenshot(*size), phone.repaint(*size))
    fresh = Phone(*_screen_of(phone))
    fresh.restore(phone.snapshot())
    assert fresh.ui_elements() == elements, "a fresh phone shows something else"
    np.testing.assert_array_equal(fresh.repaint(*FRAMES[0]), phone.screenshot(*FRAMES[0]))


def _screen_of(phone: Phone) -> tuple[int, int, int]:
    return next(s for s in SCREENS.values() if sorted(s[:2]) == sorted(phone.windows.size))


def misplaced(phone: Phone) -> list[tuple[str | None, ...]]:
    """View with texts, or to be touched, that have no size or are not wholly on the screen.

    What scrolls may be cut off by what it scrolls in.
    """
    width, height = phone.windows.size
    found = []
    for window in phone.windows.windows():
        waiting = [nodes.nodes_of(window, phone.screen)]
        for node in waiting:
            waiting += node.children
            view, (left, top, right, bottom) = node.view, node.view.bounds
            if not (view.accessibility_text() or view.clickable) or _scrolls(view):
                continue
            inside = 0 <= left < right <= width and 0 <= top < bottom <= height
            if not (inside and node.visible):
                text = view.accessibility_text()
                found.append((type(view).__name__, view.resource_name, text, str(view.bounds)))
    return found


def _scrolls(view: View) -> bool:
    return any(parent.scrollable for parent in view.ancestors())


# --- phones


@cache
def _phone(screen: str) -> tuple[Phone, Snapshot]:
    phone = bring(Phone(*SCREENS[screen]))
    return phone, phone.snapshot()


def new_phone(screen: str = "tall") -> Phone:
    """A phone as it comes; the same one again, restored."""
    phone, base = _phone(screen)
    phone.restore(base)
    return phone


@cache
def _used() -> tuple[Phone, Snapshot]:
    phone = bring(Phone())
    for component in LAUNCHED.values():
        start(phone, component)
    for authority in sorted(p.authority for app in discover() for p in app.providers):
        phone.shell(f"content query --uri content://{authority}/")
    for number in range(2):
        phone.console(f"sms send {NUMBER}{number} hello there")
        phone.console(f"gsm call {NUMBER}{number}")
        phone.console(f"gsm cancel {NUMBER}{number}")
    contact = "content insert --uri content://com.android.contacts"
    phone.shell(
        f"{contact}/raw_contacts --bind account_type:n:x\n"
        f"{contact}/data --bind raw_contact_id:i:1 --bind data1:s:Ann "
        "--bind mimetype:s:vnd.android.cursor.item/name\n"
        f"{contact}/data --bind raw_contact_id:i:1 --bind data1:s:{NUMBER} "
        "--bind mimetype:s:vnd.android.cursor.item/phone_v2 --bind data2:i:2"
    )
    phone.press_key(3)
    phone.shell("cmd notification unpost_all; am kill-all")
    phone.advance(SETTLE_MS)
    return phone, phone.snapshot()


def used_phone() -> Phone:
    """A phone with something in every app."""
    phone, base = _used()
    phone.restore(base)
    return phone


def start(phone: Phone, component: str) -> None:
    phone.shell(f"am start -n {shlex.quote(component)}")
    phone.advance(SETTLE_MS)


def front(phone: Phone) -> str:
    top = phone.system.activities.top
    return top.package if top is not None else ""


TABLES = """
SELECT name FROM sqlite_master WHERE type = 'table' AND NOT EXISTS (
  SELECT * FROM sqlite_master AS of WHERE of.sql LIKE 'CREATE VIRTUAL%'
  AND sqlite_master.name LIKE of.name || '~_%' ESCAPE '~'
)
"""
"""Tables but for those in which full-text indices keep their data."""


def tables(phone: Phone) -> Iterator[tuple[str, str]]:
    """Paths of databases, each with one of its tables."""
    for top in ("/data/data", "/data/user_de"):
        for path, stat in sorted(phone.system.files.walk(top)):
            if stat.kind == "file" and phone.system.files.read(path).startswith(MAGIC):
                for (name,) in query(phone, path, TABLES):
                    if not name.startswith(OF_SQLITE):
                        yield path, name


def query(phone: Phone, path: str, statement: str) -> list[list[str]]:
    result = phone.shell(f"sqlite3 -separator '|' {path} {shlex.quote(statement)}")
    assert result.exit_code == 0, (statement, result)
    return [line.split("|") for line in result.stdout.decode().splitlines()]


def doubled(phone: Phone, path: str, table: str) -> str:
    """The statement that copies each row, under a new key."""
    names, values = [], []
    for name, key, kind in query(
        phone, path, f"SELECT name, pk, type FROM pragma_table_info('{table}')"
    ):
        names.append(f'"{name}"')
        values.append("NULL" if key == "1" and kind.upper() == "INTEGER" else names[-1])
    return (
        f'INSERT OR IGNORE INTO "{table}" ({", ".join(names)}) '
        f'SELECT {", ".join(values)} FROM "{table}"'
    )


def fill(phone: Phone, path: str, table: str) -> int:
    """Copy the rows of a table until there are many, or no more can be; return how many."""
    statement = doubled(phone, path, table)
    count, before = 1, 0
    while before < count < MANY:
        before = count
        query(phone, path, statement)
        count = int(query(phone, path, f'SELECT COUNT(*) FROM "{table}"')[0][0])
    return count


# --- what holds


@pytest.mark.parametrize("component", COMPONENTS)
def test_a_screen_fits(component: str) -> None:
    for screen in SCREENS:
        for look, command in LOOKS.items():
            phone = new_phone(screen)
            phone.shell(command)
            start(phone, component)
            assert misplaced(phone) == [], (screen, look)


@pytest.mark.rotating
@pytest.mark.parametrize("component", COMPONENTS)
def test_a_screen_is_painted_right(component: str) -> None:
    """Also when it is turned, and when its colours change under it."""
    phone = new_phone()
    start(phone, component)
    check(phone, FRAMES)
    for command in (TURN.format(1), LOOKS["dark"]):
        phone.shell(command)
        phone.advance(SETTLE_MS)
        check(phone)


@every_app
def test_a_walk(package: str) -> None:
    """Touches elements at random, turns the phone between, and looks at every step."""
    rng = random.Random(package)
    phone = used_phone()
    for step in range(40):
        if front(phone) != package:
            start(phone, LAUNCHED[package])
        how = rng.choice(("tap", "tap", "tap", "hold", "flick"))
        if step % 10 == 5:
            phone.shell(TURN.format(rng.randrange(2)))
        carry_out(phone, ("text", "x1") if step % 8 == 7 else ("element", rng.random(), how))
        phone.ui_elements()
        phone.screenshot(*FRAMES[0])
        if step % 8 == 0:
            check(phone)


FORGETS = frozenset(["com.android.chrome"])
"""Apps that show what is below again, as after BACK, and not what was typed or open over it."""


@every_app
def test_the_process_dies_and_nothing_is_lost(package: str) -> None:
    """Back in the app, a user finds it as if it had only been left."""
    for seed in range(6):
        rng = random.Random(f"{package} {seed}")
        phone = used_phone()
        start(phone, LAUNCHED[package])
        for _ in range(seed):
            carry_out(phone, ("element", rng.random(), "tap"))
            phone.advance(SETTLE_MS)
        if front(phone) != package:
            continue
        phone.press_key(3)
        phone.advance(SETTLE_MS)
        left = phone.snapshot()
        seen = [shown_again(phone, package)]
        phone.restore(left)
        assert phone.shell(f"am kill {package}").exit_code == 0
        services = [n for n in phone.system.notifications.active() if n.foreground_service]
        alive = any(notification.package == package for notification in services)
        assert bool(phone.shell(f"pidof {package}").stdout) == alive
        seen.append(shown_again(phone, package))
        if package in FORGETS and seen[0] != seen[1]:
            phone.restore(left)
            shown_again(phone, package)
            phone.press_key(4)
            phone.advance(SETTLE_MS)
            seen[0] = own(phone, package)
        assert seen[0] == seen[1], seed
        check(phone)


def shown_again(phone: Phone, package: str) -> list[UIElement]:
    """Return what the app shows when it is opened again."""
    phone.shell(f"monkey -p {package} -c android.intent.category.LAUNCHER 1")
    phone.advance(SETTLE_MS)
    return own(phone, package)


def own(phone: Phone, package: str) -> list[UIElement]:
    """Return what an app shows."""
    return [e for e in phone.ui_elements() if e.package_name == package]


@every_app
def test_adb_edits_databases_under_it(package: str, rotation: Rotation) -> None:
    """Rows of tables of the phone are deleted and copied while the app shows them.

    On a commit, those of its own and a seventh of the others.
    """
    phone = used_phone()
    start(phone, LAUNCHED[package])
    phone.ui_elements()
    opened = phone.snapshot()
    for path, table in list(tables(phone)):
        if f"/{package}/" not in path and not rotation.includes(f"{package} {path} {table}"):
            continue
        for statement in (f'DELETE FROM "{table}"', doubled(phone, path, table)):
            phone.restore(opened)
            query(phone, path, statement)
            phone.advance(SETTLE_MS)
            phone.ui_elements()
            assert front(phone) == package, (path, statement)
            start(phone, LAUNCHED[package])
            phone.screenshot(*FRAMES[0])
        if package in path:
            check(phone)


@cache
def _crowded() -> tuple[Phone, Snapshot]:
    phone = used_phone()
    counts = [fill(phone, path, table) for path, table in tables(phone)]
    assert sum(count >= MANY for count in counts) > 10
    for folder in ("Documents/Markor", "Download", "Pictures", "Podcasts"):
        phone.shell(
            f"mkdir -p /sdcard/{folder}; cd /sdcard/{folder}; "
            f"for n in $(seq {MANY}); do echo text > note_$n.md; done"
        )
    return phone, phone.snapshot()


@every_app
def test_a_crowd_is_shown(package: str) -> None:
    """Many rows in every table, many files: no more is built than there is room for."""
    phone, crowded = _crowded()
    phone.restore(crowded)
    start(phone, LAUNCHED[package])
    width, height = phone.windows.size
    for _ in range(3):
        assert len(phone.ui_elements()) < MANY
        check(phone)
        phone.swipe(width / 2, height * 0.7, width / 2, height * 0.2, 100)
        phone.advance(2 * SETTLE_MS)
