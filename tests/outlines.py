"""Outlines of the apps' resources beside the phone's screens: the share of each app.

An outline lists an app's strings, layouts with ids, menus and settings. They are not part of this
repository; the environment variable ``ANDROID_GYM_OUTLINES`` names their folder. `outlines.toml`
says which package an outline describes, and which of its layouts AndroidWorld's tasks lead to.

Two measures, in percent:

- **task screens**: of the ids, texts and menu entries in those layouts, what was on the screen.
- **all**: of all ids, strings, menu entries and settings, what was on the screen, or what the app's
  own code holds (for what no walk came upon: a message after a failure, say).

On the screen is what is in the trees of all screens of the app's checklists
(`tests/simulator/screens/`), of its faces (`tests/faces/`), of what both lead to when they are
scrolled and their "More options" are opened, and of a walk of random actions. A text with a place
for a value ("%d items") is there if a text of this form is.

Not asked for is what nobody can see on a phone: views that only help a layout (`_HELPERS`), of the
task screens what is inside a view that is gone, names of preferences among the strings, and what
`leave_out` of `outlines.toml` names. Each of its entries is a regular expression, of names of
strings, layouts and ids and of titles of menu entries and settings, with the reason, which is in
docs/fidelity.md too.

``make outlines`` prints the table that is in docs/fidelity.md; ``python tests/outlines.py --missing
APP`` what an app lacks.
"""

from __future__ import annotations

import ast
import os
import re
import sys
import tomllib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
for _folder in ("simulator", "simulator/screens", "faces"):
    sys.path.insert(0, str(ROOT / "tests" / _folder))

import faces  # noqa: E402
from checklists import checklists, take  # noqa: E402
from test_app_walks import AppWalk  # noqa: E402

from android_gym.simulator.apps import discover  # noqa: E402
from android_gym.simulator.phone import Phone  # noqa: E402
from android_gym.testing.driver import AppDriver  # noqa: E402

VARIABLE = "ANDROID_GYM_OUTLINES"
BARS = {"task screens": 0.9, "all": 0.7}
KINDS = ("ids", "strings", "menu entries", "settings")
SCROLLS = 8
WALK = 1_500
HOLE = "\0"
"""Stands in a text for a value."""

_PLACEHOLDER = re.compile(r"%(\d+\$)?[-+0,.\d]*[sdfxc]|\{[^{}]*\}|<[^<>]*>")
_HOLES = re.compile(f"{HOLE}+")
"""Marks of bold text around a value are no values of their own."""

_QUOTED = re.compile(r'\b(?:text|hint|desc|title)="((?:[^"\\]|\\.)*)"')
_TITLE = re.compile(r'\btitle="((?:[^"\\]|\\.)*)"')
_ID = re.compile(r"^\s*(?:<[^>]*>|\w+) #(\w+)")
_HELPERS = re.compile(r"\s*(Guideline|Barrier|Group|Flow|Space|ViewStub|ViewStubCompat) ")
"""Views that are never drawn and in no tree; a stub gives way to what it stands for."""

_HIDDEN = re.compile(r"(?m)^ *Group .*\bvis=gone .*\brefs=([\w,]+)")
"""A group that is gone, and the ids of the views that are gone with it."""

_CUT = re.compile(r"…(\(\d+ chars\))?$")
_NO_TEXT = re.compile(
    r"pref_key|prefs?_|p_|abid_|.*(_keys?|_values?|_keys_|arrkeys.*|entryvalues)$", re.I
)

Entry = tuple[str, str]
"""A kind of `KINDS`, and an id or a text in its normal form."""


def normal(text: str) -> str:
    """Write a text as it is compared: no case, one blank, holes for values."""
    text = text.replace("\\n", " ").replace("\\", "").replace("%%", "%").replace("<br>", " ")
    return " ".join(_HOLES.sub(HOLE, _PLACEHOLDER.sub(HOLE, text)).casefold().split())


# -- outlines


@dataclass
class Outline:
    """The demands of an outline.

    Attributes:
        all: Everything.
        task_screens: What is on the screens that tasks lead to.
    """

    all: set[Entry] = field(default_factory=set)
    task_screens: set[Entry] = field(default_factory=set)


def read(text: str, screens: frozenset[str], leave_out: Sequence[str] = ()) -> Outline:
    """Read an outline.

    Args:
        text: The outline.
        screens: The layouts and menus that tasks lead to.
        leave_out: Expressions of names of strings, layouts and ids, and of titles in their normal
            form, that nobody can see.
    """
    outline = Outline()
    left_out = re.compile("|".join(leave_out) or "(?!)")
    hidden = {("ids", name) for ids in _HIDDEN.findall(text) for name in ids.split(",")}
    known = set()
    section = block = ""
    gone: int | None = None  # how far the view is indented that is gone
    for line in text.splitlines():
        indent = len(line) - len(line.lstrip())
        if gone is not None and indent <= gone:
            gone = None
        if line.startswith("########"):
            section, block = line.split()[1], ""
        elif line.startswith("== "):
            block = "" if "[LANDSCAPE]" in line else line[3:].split(" (")[0].strip()
            known.add(block)
            if left_out.fullmatch(block):
                block = ""
        elif section == "1.":
            if not left_out.fullmatch(line.partition("\t")[0]):
                outline.all |= {("strings", string) for string in _strings(line)}
        elif section in ("2.", "3a.", "3b.") and block and not _HELPERS.match(line):
            entries = {e for e in _entries(line, section) if not left_out.fullmatch(e[1])}
            outline.all |= {e for e in entries if section != "2." or e[0] == "ids"}
            if gone is None and re.search(r"vis=(gone|invisible)|visible=false", line):
                gone = indent
            if block in screens and gone is None and entries.isdisjoint(hidden):
                outline.task_screens |= entries
    assert screens <= known, f"not in the outline: {sorted(screens - known)}"
    return outline


def _strings(line: str) -> Iterator[str]:
    name, _, value = line.partition("\t")
    if line.startswith(("--", "#")) or name == value or _NO_TEXT.match(name):
        return
    for part in value.split(" | "):
        part = re.sub(r"^(zero|one|two|few|many|other): ", "", part)
        words = normal(part)
        if re.search(r"[^\W\d_]{2}", words) and not re.match(r"https?://|[\w-]+[_.@/]\S+$", words):
            yield words


def _entries(line: str, section: str) -> Iterator[Entry]:
    if section == "2.":
        if found := _ID.match(line):
            yield "ids", found[1]
        yield from (("strings", normal(text)) for text in _QUOTED.findall(line) if normal(text))
        return
    words = line.split()
    if not words or words[0] in ("group", "PreferenceCategory", "PreferenceScreen"):
        if section == "3a." or "icon=" not in line:
            return
    kind = "menu entries" if section == "3a." else "settings"
    yield from ((kind, normal(title)) for title in _TITLE.findall(line)[:1] if normal(title))


# -- what there is


@dataclass
class Found:
    """Ids and texts of an app, those in its trees and those in its code."""

    ids: set[str] = field(default_factory=set)
    texts: set[str] = field(default_factory=set)

    def has(self, entry: Entry) -> bool:
        """Return whether an entry is there."""
        kind, name = entry
        if kind == "ids":
            return name in self.ids
        if name in self.texts:
            return True
        if cut := _CUT.search(name):
            start = name[: cut.start()].rstrip()
            return any(text.startswith(start) for text in self.texts)
        if HOLE not in name or name.strip(HOLE + " .,:") == "":
            return False
        parts = (re.escape(part) for part in name.split(HOLE))
        form = re.compile(".+".join(parts), re.DOTALL)
        return any(form.fullmatch(text) for text in self.texts)

    def add(self, text: str) -> None:
        """Add a text, and each of its lines."""
        for part in (text, *text.splitlines()):
            if words := normal(part):
                self.texts.add(words)
                self.texts.add(words.rstrip(":*").strip())


@cache
def _base() -> tuple[Phone, object]:
    phone = Phone()
    return phone, phone.snapshot()


def shown(package: str) -> Found:
    """Collect what is in the trees of an app's screens."""
    found = Found()
    phone, base = _base()
    for checklist in checklists():
        if checklist.app != package:
            continue
        for tapped in (None, *checklist.taps):
            phone.restore(base)
            checklist.reached(phone)
            if tapped is not None:
                take(phone, f"tap {tapped}")
            _look_around(phone, found)
    for face in faces.faces():
        if face.package == package:
            _look_around(face.show().phone, found)
    if any(checklist.app == package for checklist in checklists()):
        walk = _WatchedWalk(package, found)
        walk.go(WALK)
    return found


class _WatchedWalk(AppWalk):
    """A walk that collects what it sees."""

    def __init__(self, package: str, found: Found) -> None:
        super().__init__(package, seed=2)
        self.found = found

    def look(self) -> None:
        super().look()
        _collect(self.phone, self.found)


def _look_around(phone: Phone, found: Found) -> None:
    """Collect what is on the screen, below it, and in its menu."""
    _collect(phone, found)
    driver = AppDriver(phone)
    if driver.shows("More options"):
        before = phone.snapshot()
        driver.tap("More options")
        _collect(phone, found)
        phone.restore(before)
    left, top, right, bottom = phone.screen
    x, height = (left + right) / 2, bottom - top
    for _ in range(SCROLLS):
        before_texts = driver.texts()
        phone.swipe(x, top + 0.7 * height, x, top + 0.3 * height, 500)
        phone.advance(1000)
        if driver.texts() == before_texts:
            return
        _collect(phone, found)


def _collect(phone: Phone, found: Found) -> None:
    for element in phone.ui_elements():
        for text in (element.text, element.content_description, element.hint_text):
            if text:
                found.add(text)
    for window in phone.windows.windows():
        for view in window.root.walk():
            if view.resource_name:
                found.ids.add(view.resource_name.rpartition("/")[2])


def held(package: str) -> Found:
    """Collect the ids and texts that an app's code holds, or the kit's."""
    module = next(m.module for m in discover() if m.package == package)
    found = Found()
    simulator = ROOT / "android_gym" / "simulator"
    for folder in (ROOT / module.replace(".", "/"), simulator / "appkit"):
        for path in sorted(folder.rglob("*")):
            if path.suffix == ".py":
                _read_code(ast.parse(path.read_text("utf-8")), found)
            elif path.suffix in (".txt", ".toml", ".json"):
                found.add(path.read_text("utf-8"))
    return found


def _read_code(tree: ast.AST, found: Found) -> None:
    docstrings = {
        id(node.body[0].value)
        for node in ast.walk(tree)
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef)
        and node.body
        and isinstance(node.body[0], ast.Expr)
    }
    for node in ast.walk(tree):
        if isinstance(node, ast.JoinedStr):
            parts = [str(v.value) if isinstance(v, ast.Constant) else "%s" for v in node.values]
            found.add("".join(parts))
        elif isinstance(node, ast.Call) and (words := _split(node)):
            for word in words:
                found.add(word)
        elif isinstance(node, ast.Constant) and isinstance(node.value, str):
            if id(node) not in docstrings:
                found.add(node.value)
                found.ids.add(node.value.rpartition("/")[2])


def _split(call: ast.Call) -> list[str]:
    """Return the words of ``"a,b".split(",")``, none of any other call."""
    of = call.func.value if isinstance(call.func, ast.Attribute) else None
    if not (isinstance(of, ast.Constant) and isinstance(of.value, str)):
        return []
    if not isinstance(call.func, ast.Attribute) or call.func.attr != "split":
        return []
    separators = [arg.value for arg in call.args if isinstance(arg, ast.Constant)]
    return of.value.split(*separators[:1])


# -- the table


@dataclass
class Report:
    """One app's counts.

    Attributes:
        name: Of the outline.
        missing: What is not there, by measure or kind.
        asked: How many entries each measure or kind has.
        declared: How many entries the outline has, with those that `leave_out` names.
    """

    name: str
    missing: dict[str, list[Entry]]
    asked: dict[str, int]
    declared: int

    def share(self, measure: str) -> float | None:
        """Return how much is there, in [0, 1]; None where the outline asks for nothing."""
        asked = self.asked[measure]
        return 1 - len(self.missing[measure]) / asked if asked else None


def report(name: str, package: str, outline: Outline, declared: int) -> Report:
    """Count one app, of whose outline `declared` entries are there before any is left out."""
    screen, code = shown(package), held(package)
    missing = {"task screens": sorted(e for e in outline.task_screens if not screen.has(e))}
    asked = {"task screens": len(outline.task_screens), "all": len(outline.all)}
    missing["all"] = sorted(e for e in outline.all if not (screen.has(e) or code.has(e)))
    for kind in KINDS:
        missing[kind] = [entry for entry in missing["all"] if entry[0] == kind]
        asked[kind] = sum(1 for entry in outline.all if entry[0] == kind)
    return Report(name, missing, asked, declared)


def reports(folder: Path, names: list[str]) -> Iterator[Report]:
    """Count the apps of these outlines, or of all that `outlines.toml` has."""
    declared = tomllib.loads((ROOT / "tests" / "outlines.toml").read_text("utf-8"))
    for name, of in declared.items():
        if not names or name in names:
            text = (folder / f"{name}.txt").read_text("utf-8")
            screens = frozenset(of["screens"])
            outline = read(text, screens, list(of.get("leave_out", {})))
            yield report(name, of["package"], outline, len(read(text, screens).all))


def row(app: Report) -> str:
    """Write an app's row of the table; what is below a bar has a mark."""
    cells = [app.name, f"{app.asked['all']} of {app.declared}"]
    for measure in ("task screens", "all", *KINDS):
        share = app.share(measure)
        below = share is not None and share < BARS.get(measure, 0)
        cells.append("-" if share is None else f"{share:.0%}{' ✗' if below else ''}")
    return f"| {' | '.join(cells)} |"


def main(arguments: list[str]) -> int:
    """Print the table, or what is missing."""
    if VARIABLE not in os.environ:
        print(f"{VARIABLE} is not set: it names the folder with the outlines of apps.")
        return 1
    names = [argument for argument in arguments if not argument.startswith("-")]
    print(f"| app | counted | task screens | all | {' | '.join(KINDS)} |")
    print(f"|{' --- |' * (4 + len(KINDS))}")
    for app in reports(Path(os.environ[VARIABLE]), names):
        print(row(app), flush=True)
        if "--missing" in arguments:
            for measure in ("task screens", "all"):
                for kind, name in app.missing[measure]:
                    print(f"{measure}: {kind}: {name.replace(HOLE, '%')}")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
