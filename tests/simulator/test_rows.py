"""Rows of settings and entries of menus: a tap on any of them does something that can be seen.

Each app is explored from the screens of its faces and checklists: whatever can be tapped is tapped
once, what comes up is explored in turn, and lists are scrolled to their ends. Judged are rows (as
wide as their window, with words) and entries of menus. Three kinds of rows are told apart:

- a row that takes a tap, after which the screen is as before: it is dead;
- a row of settings that is declared to take no tap: it tells something;
- a setting that keeps what is chosen, and that no code reads: nothing follows from it.

Those that are so on a phone, or whose effect can't be had here, are in ``rows.toml``, each with the
reason. An entry there that is true of no row fails the test as well.

``python tests/simulator/test_rows.py [APP...]`` prints what is found.
"""

from __future__ import annotations

import ast
import re
import sys
import tomllib
from collections import deque
from collections.abc import Hashable, Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from android_gym.simulator.apps import discover
from android_gym.simulator.phone import Phone
from android_gym.simulator.state import Snapshot
from android_gym.simulator.ui import nodes
from android_gym.simulator.ui.geometry import Rect
from android_gym.simulator.ui.menus import Menu
from android_gym.simulator.ui.view import View
from android_gym.simulator.ui.widgets import EditText
from android_gym.simulator.ui.window import Window

HERE = Path(__file__).parent
ROOT = HERE.parents[1]
for _folder in (HERE / "screens", ROOT / "tests" / "faces"):
    sys.path.insert(0, str(_folder))

import faces  # noqa: E402
from checklists import checklists  # noqa: E402

SIMULATOR = ROOT / "android_gym" / "simulator"
LAUNCHED = sorted(manifest.package for manifest, _ in Phone().system.packages.launcher_activities())
FOLDERS = {
    manifest.package: ROOT / manifest.module.replace(".", "/")
    for manifest in discover()
    if manifest.launched and not manifest.module.endswith(".stubs")
}
KNOWN: dict[str, dict[str, dict[str, str]]] = tomllib.loads((HERE / "rows.toml").read_text("utf-8"))
SIZE = (108, 240)
WAIT_MS = 600
"""For a window to come up; a toast or a snackbar is still there then."""

PAGES, TAPS, SCROLLS = 300, 2_000, 14
ALIKE = 20
"""Rows of one list with the same ids that are tapped, of those on the screen at once."""

WIDE = 0.8
"""Share of the window's width from which on something is a row."""


# -- looking


def words(view: View) -> str:
    """Join the texts of a view and of all in it."""
    texts = (v.accessibility_text() for v in view.walk() if v.visibility == "visible")
    return " / ".join(text.replace("\n", " ") for text in texts if text)


def _ours(window: Window, package: str) -> bool:
    return window.package == package


def look(phone: Phone) -> tuple[Any, ...]:
    """Return what a user sees, but for the status bar and its clock."""
    shown = tuple(e for e in phone.ui_elements() if e.package_name != "com.android.systemui")
    notices = frozenset(
        (e.resource_name, e.text)
        for e in phone.ui_elements()
        if e.package_name == "com.android.systemui" and not re.search(r"\d:\d\d", e.text or "")
    )
    bar = SIZE[1] * phone.windows.status_bar_height // phone.windows.size[1] + 1
    return shown, notices, phone.screenshot(*SIZE)[bar:].tobytes()


def kind(phone: Phone, package: str) -> Hashable:
    """Tell kinds of screens apart, whatever is typed and whatever the time."""
    return frozenset(
        (e.resource_name, re.sub(r"\d+", "0", (e.text or e.content_description or "")[:60]))
        for e in phone.ui_elements()
        if e.package_name == package and not e.is_editable
    )


@dataclass(frozen=True)
class Target:
    """Something to tap.

    Attributes:
        view: What it is.
        bounds: Where it is seen.
        words: Its texts.
        row: Whether it is a row or an entry of a menu.
    """

    view: View
    bounds: Rect
    words: str
    row: bool

    @property
    def name(self) -> tuple[str, str, str]:
        """Kind, id and words, which tell it from others of its page."""
        texts = re.sub(r"\d+", "0", self.words)
        return type(self.view).__name__, self.view.resource_name or "", texts

    @property
    def chosen(self) -> bool:
        """Return whether it is what is chosen already."""
        return any(v.selected or getattr(v, "checked", False) is True for v in self.view.walk())


class Explorer:
    """Taps whatever an app has.

    Attributes:
        dead: Words of rows that lead to nothing, and how to get there.
        taps: How many there were.
        pages: Kinds of pages that were found.
    """

    def __init__(self, package: str) -> None:
        self.package = package
        self.phone, self._base = _base()
        self.dead: dict[str, tuple[str, ...]] = {}
        self.taps = 0
        self.pages: set[Hashable] = set()
        self._queue: deque[tuple[Snapshot, tuple[str, ...]]] = deque()
        self._tried: set[Hashable] = set()

    def explore(self) -> None:
        """Begin at all screens that are declared, and go on from there."""
        self._begin()
        while self._queue and self.taps < TAPS:
            snapshot, way = self._queue.popleft()
            self.phone.restore(snapshot)
            self._page(way)

    def _begin(self) -> None:
        phone = self.phone
        for face in faces.faces():
            if face.package == self.package:
                phone.restore(face.show().phone.snapshot())
                self._add((f"face {face.name}",))
        for checklist in checklists():
            if checklist.app == self.package:
                phone.restore(self._base)
                checklist.reached(phone)
                self._add((checklist.name,))

    def _add(self, way: tuple[str, ...]) -> None:
        top = self.phone.system.activities.top
        if top is None or top.package != self.package or len(self.pages) >= PAGES:
            return
        page = kind(self.phone, self.package)
        if page not in self.pages:
            self.pages.add(page)
            self._queue.append((self.phone.snapshot(), way))

    def _page(self, way: tuple[str, ...]) -> None:
        phone = self.phone
        for _ in range(SCROLLS):
            before, shown = phone.snapshot(), look(phone)
            windows = [w for w in phone.windows.windows() if _ours(w, self.package)]
            targets, scrollers = self._targets(windows)
            around = tuple(window.title for window in windows)
            alike: dict[Hashable, int] = {}
            for target in targets:
                sort = target.name[:2] if target.name[1] else (target.name[0], bool(target.words))
                alike[sort] = alike.get(sort, 0) + 1
                name = (around, target.name)
                if name in self._tried or alike[sort] > ALIKE:
                    continue
                self._tried.add(name)
                phone.restore(before)
                self._tap(target, shown, way)
            phone.restore(before)
            if not scrollers:
                return
            x0, y0, x1, y1 = max(scrollers, key=lambda b: (b[2] - b[0]) * (b[3] - b[1]))
            height = y1 - y0
            phone.swipe((x0 + x1) / 2, y0 + height * 0.85, (x0 + x1) / 2, y0 + height * 0.3, 700)
            phone.advance(1200)
            if look(phone)[0] == shown[0]:
                return

    def _tap(self, target: Target, shown: tuple[Any, ...], way: tuple[str, ...]) -> None:
        phone, heard = self.phone, _Heard()
        left, top, right, bottom = target.bounds
        phone.windows.listeners.append(heard)
        try:
            phone.tap((left + right) / 2, (top + bottom) / 2)
        finally:
            phone.windows.listeners.remove(heard)
        self.taps += 1
        phone.advance(WAIT_MS)
        if look(phone) != shown:
            self._add((*way, target.words or target.view.resource_name or ""))
        elif heard.of(target.view) and target.row and not target.chosen:
            self.dead.setdefault(target.words, way)

    def _targets(self, windows: list[Window]) -> tuple[list[Target], list[Rect]]:
        """Return what can be tapped, and the bounds of what can be scrolled."""
        targets, scrollers = [], []
        for window in windows:
            left, _, right, _ = window.bounds
            menu = isinstance(window.root, Menu)
            waiting = [nodes.nodes_of(window, self.phone.screen, everything=True)]
            for node in waiting:
                waiting += node.children
                view, bounds = node.view, node.bounds
                if not node.visible:
                    continue
                if view.scrollable and bounds[3] - bounds[1] > 400:
                    scrollers.append(bounds)
                if not (view.clickable and view.enabled) or isinstance(view, EditText):
                    continue
                if bounds != view.bounds and view.bounds[3] > bounds[3]:
                    continue  # it is seen in part, and will be seen whole
                text = words(view)
                wide = bounds[2] - bounds[0] >= WIDE * (right - left)
                targets.append(Target(view, bounds, text, bool(text) and (menu or wide)))
        return targets, scrollers


class _Heard:
    """Hears which view takes a tap."""

    def __init__(self) -> None:
        self._paths: list[Hashable] = []

    def acted(self, kind: str, window: Window, view: View) -> None:
        """Take note of it."""
        self._paths.append(view.path)

    def of(self, view: View) -> bool:
        """Return whether it was this one."""
        return view.path in self._paths


@cache
def _base() -> tuple[Phone, Snapshot]:
    phone = Phone()
    return phone, phone.snapshot()


# -- settings


def kept(folder: Path) -> Iterator[str]:
    """Return keys of settings that an app's pages declare, and that no code reads.

    A key is read where it stands outside the declaration of a row: as a string, as a keyword, or
    in a string that is put together and begins like it.
    """
    trees = {path: ast.parse(path.read_text("utf-8")) for path in sorted(folder.rglob("*.py"))}
    makers = {name for tree in trees.values() for name in _makers(tree)}
    declared: dict[str, None] = {}
    for tree in trees.values():
        for call in ast.walk(tree):
            if isinstance(call, ast.Call) and _named(call.func, makers) and call.args:
                first = call.args[0]
                if isinstance(first, ast.Constant) and isinstance(first.value, str):
                    declared.setdefault(first.value)
                if isinstance(first, ast.Constant | ast.JoinedStr):
                    call.args[0] = ast.Constant("")
    read: set[str] = set()
    begins: set[str] = set()
    for tree in (*trees.values(), *_readers(folder)):
        _mentioned(tree, read, begins)
    for key in declared:
        name = key.rpartition("/")[2]
        if not ({key, name} & read or any(name.startswith(part) for part in begins)):
            yield key


def _mentioned(tree: ast.AST, read: set[str], begins: set[str]) -> None:
    """Add the strings and keywords of a module, and what strings that are put together begin with.

    Beginnings of three letters and less say nothing.
    """
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            read |= {node.value, node.value.rpartition("/")[2]}
        elif isinstance(node, ast.keyword) and node.arg:
            read.add(node.arg)
        elif isinstance(node, ast.JoinedStr) and isinstance(node.values[0], ast.Constant):
            if len(start := str(node.values[0].value)) > 3:
                begins.add(start)


def _readers(folder: Path) -> list[ast.AST]:
    """Return the code that reads an app's settings beside its own: the kit, or the whole phone."""
    root = SIMULATOR if folder.name == "settings" else SIMULATOR / "appkit"
    return [tree for path, tree in _code(root) if folder not in path.parents]


@cache
def _code(root: Path) -> tuple[tuple[Path, ast.AST], ...]:
    paths = sorted(root.rglob("*.py"))
    return tuple((path, ast.parse(path.read_text("utf-8"))) for path in paths)


def tells(folder: Path) -> Iterator[str]:
    """Return titles of rows that an app's pages declare without anything that a tap does."""
    for path in sorted(folder.rglob("*.py")):
        for call in ast.walk(ast.parse(path.read_text("utf-8"))):
            if not (isinstance(call, ast.Call) and _named(call.func, {"LinkPreference"})):
                continue
            given = [*call.args[1:2], *(k.value for k in call.keywords if k.arg == "on_click")]
            title = call.args[0]
            if (
                isinstance(title, ast.Constant)
                and title.value
                and not any(
                    not (isinstance(each, ast.Constant) and each.value is None) for each in given
                )
            ):
                yield title.value


ROWS = {"SwitchPreference", "ListPreference", "TextPreference", "RadioPreference",
        "SeekBarPreference", "check_row"}  # fmt: skip


def _makers(tree: ast.AST) -> set[str]:
    """Return names of functions that make rows: those of the kit, and those that call them."""
    found = set(ROWS)
    for node in ast.walk(tree):
        if isinstance(node, ast.Assign) and isinstance(node.value, ast.Call):
            arguments = node.value.args
            if arguments and _named(arguments[0], ROWS) and isinstance(node.targets[0], ast.Name):
                found.add(node.targets[0].id)
        if isinstance(node, ast.FunctionDef):
            calls = (c for c in ast.walk(node) if isinstance(c, ast.Call) and _named(c.func, ROWS))
            if any(c.args and not isinstance(c.args[0], ast.Constant) for c in calls):
                found.add(node.name)
    return found


def _named(node: ast.AST, names: set[str]) -> bool:
    return isinstance(node, ast.Name) and node.id in names


# -- what holds


def _differences(package: str, sort: str, found: list[str]) -> tuple[list[str], list[str]]:
    """Return what was found and isn't known, and what is known and wasn't found."""
    known = KNOWN.get(package, {}).get(sort, {})
    new = [text for text in found if not any(re.fullmatch(name, text) for name in known)]
    gone = [name for name in known if not any(re.fullmatch(name, text) for text in found)]
    return new, gone


@pytest.mark.rotating(period=14)
@pytest.mark.parametrize("package", LAUNCHED)
def test_every_row_leads_to_something(package: str) -> None:
    explorer = Explorer(package)
    explorer.explore()
    new, gone = _differences(package, "dead", list(explorer.dead))
    assert not new, {text: explorer.dead[text] for text in new}
    assert not gone, f"rows.toml says of rows that lead to something: {gone}"


@pytest.mark.parametrize("package", sorted(FOLDERS))
def test_every_row_of_settings_takes_taps(package: str) -> None:
    new, gone = _differences(package, "tells", list(tells(FOLDERS[package])))
    assert not new, f"rows that take no tap: {new}"
    assert not gone, f"rows.toml says of rows that take taps: {gone}"


@pytest.mark.parametrize("package", sorted(FOLDERS))
def test_every_setting_is_read(package: str) -> None:
    new, gone = _differences(package, "kept", list(kept(FOLDERS[package])))
    assert not new, f"settings that nothing reads: {new}"
    assert not gone, f"rows.toml says of settings that are read: {gone}"


def test_apps_with_exceptions_are_there() -> None:
    assert set(KNOWN) <= {*LAUNCHED, *FOLDERS}


def main() -> None:
    """Print what is found."""
    for package in sys.argv[1:] or LAUNCHED:
        explorer = Explorer(package)
        explorer.explore()
        print(f"{package}: {len(explorer.pages)} pages, {explorer.taps} taps")
        for text in _differences(package, "dead", list(explorer.dead))[0]:
            print(f"    dead: {text!r} at {explorer.dead[text]}", flush=True)
        if folder := FOLDERS.get(package):
            print(
                "    tells:",
                *_differences(package, "tells", list(tells(folder)))[0],
                sep="\n        ",
            )
            print("    kept:", *_differences(package, "kept", list(kept(folder)))[0], flush=True)


if __name__ == "__main__":
    main()
