"""Checklists of screens: what must be on a screen, in which order, and what a tap does.

A checklist is written down from public sources before its screen is coded. Each ``*.toml`` file in
this folder and below holds the screens of one app, or some of them::

    app = "com.android.settings"               # its elements are compared, those of others are not
    start = "com.android.settings/.Settings"   # component or action; a fresh phone each time

    [[screen]]
    name = "Display"
    setup = ["svc wifi disable"]               # shell commands before the app is started (optional)
    reach = ["tap Display"]                    # how to get there from `start` (optional)
    mark = 'FrameLayout :collapsing_toolbar [Display]'     # tells this screen from all others
    elements = '''
    ScrollView    :content_parent       scrollable
    FrameLayout   :collapsing_toolbar   [Display]
    ImageButton   -                     [Navigate up]  clickable
    TextView      android:title         "Brightness"
    ...
    '''
    [screen.taps]
    "Brightness level" = "SeekBar com.android.systemui:id/slider"
    "Airplane mode" = "setting global airplane_mode_on 1"

A step of `reach` is ``tap X``, ``hold X``, ``scroll down``, ``scroll up``, ``scroll to X`` (down,
until the text is there), ``type X``, ``back`` or ``wait MS``. X is a text, a description, ``:id``
or ``<Class>`` of an element; ``X #2`` is the second of them.

A line of `elements` is: class (its last part), resource id (``:name`` in the app's package,
``android:name`` in Android's, ``-`` for none), then in any order ``"text"``, ``[description]``,
``<hint>`` and the flags clickable, long-clickable, scrollable, editable, selected, disabled, and on
or off for what can be checked. What isn't said must not be: an element without ``clickable`` isn't.
``*`` in a text, description or hint stands for anything; a last line ``...`` for further elements.
Elements are those an agent sees, in AndroidWorld's order.

`taps` says for some elements (named as in `reach`) what must hold after a tap, each from a fresh
start: a line as above that is on the screen (of which more may be true than is said here), a bare
text or description, or ``setting NAMESPACE KEY VALUE``. A list says several things.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any

from android_gym.accessibility import UIElement
from android_gym.simulator.phone import Phone
from android_gym.simulator.system.intents import Intent, component_name

FOLDER = Path(__file__).parent
SETTLE_MS = 400
MAX_SCROLLS = 20
_LINE = re.compile(
    r'"(?P<text>[^"]*(?="(?:\s|$))|.*?(?="(?:\s\s|\s*$)))"|'
    r"\[(?P<label>.*?)\](?=\s|$)|<(?P<hint>[^>]*)>|(?P<word>\S+)"
)


@dataclass(frozen=True)
class Line:
    """One line of a checklist."""

    kind: str
    id: str
    text: str = ""
    label: str = ""
    hint: str = ""
    flags: frozenset[str] = frozenset()

    def __str__(self) -> str:
        parts = [self.kind, self.id]
        parts += [f'"{self.text}"'] if self.text else []
        parts += [f"[{self.label}]"] if self.label else []
        parts += [f"<{self.hint}>"] if self.hint else []
        return "  ".join([*parts, *sorted(self.flags)])

    def matches(self, seen: Line, *, flags: bool = True) -> bool:
        """Return whether an element is as this line says."""
        return (
            self.kind == seen.kind
            and self.id == seen.id
            and _like(self.text, seen.text)
            and _like(self.label, seen.label)
            and _like(self.hint, seen.hint)
            and (self.flags == seen.flags or not flags)
        )


def _like(pattern: str, text: str) -> bool:
    if "*" not in pattern:
        return pattern == text
    expression = ".*".join(re.escape(part) for part in pattern.split("*"))
    return re.fullmatch(expression, text, re.DOTALL) is not None


def parse(line: str) -> Line:
    """Read one line."""
    words: list[str] = []
    found = {"text": "", "label": "", "hint": ""}
    for match in _LINE.finditer(line):
        name = str(match.lastgroup)
        if name == "word":
            words.append(match["word"])
        else:
            found[name] = match[name]
    assert len(words) >= 2, f"A line needs class and id: {line!r}"
    words[1] = words[1].replace("android:id/", "android:")
    return Line(words[0], words[1], flags=frozenset(words[2:]), **found)


def line_of(element: UIElement, app: str) -> Line:
    """Describe an element as checklists do."""
    name = element.resource_name or "-"
    name = name.replace(f"{app}:id/", ":").replace("android:id/", "android:")
    flags = {
        "clickable": element.is_clickable,
        "long-clickable": element.is_long_clickable,
        "scrollable": element.is_scrollable,
        "editable": element.is_editable,
        "selected": element.is_selected,
        "disabled": not element.is_enabled,
        "on": element.is_checkable and element.is_checked,
        "off": element.is_checkable and not element.is_checked,
    }
    return Line(
        (element.class_name or "").rpartition(".")[2],
        name,
        _flat(element.text),
        _flat(element.content_description),
        _flat(element.hint_text),
        frozenset(flag for flag, on in flags.items() if on),
    )


def _flat(text: str | None) -> str:
    return (text or "").replace("\n", " ")


@dataclass(frozen=True)
class Checklist:
    """One screen of one app."""

    app: str
    start: str
    name: str
    mark: str
    elements: str
    setup: tuple[str, ...] = ()
    reach: tuple[str, ...] = ()
    taps: dict[str, Any] = field(default_factory=dict)

    def __str__(self) -> str:
        return f"{self.app}: {self.name}"

    @property
    def lines(self) -> list[Line]:
        """The elements asked for."""
        texts = [text.strip() for text in self.elements.strip().splitlines()]
        return [parse(text) for text in texts if text not in ("", "...")]

    @property
    def open_end(self) -> bool:
        """Return whether further elements may follow."""
        return self.elements.rstrip().endswith("...")

    def seen(self, phone: Phone) -> list[Line]:
        """Describe the app's elements on the screen."""
        return [
            line_of(element, self.app)
            for element in phone.ui_elements()
            if element.package_name == self.app
        ]

    def shown(self, phone: Phone) -> bool:
        """Return whether this screen is the one on display, told by its mark."""
        return any(parse(self.mark).matches(line, flags=False) for line in self.seen(phone))

    def visit(self) -> Phone:
        """Return a fresh phone that shows the screen."""
        phone = Phone()
        self.reached(phone)
        return phone

    def reached(self, phone: Phone) -> None:
        """Bring a phone to the screen."""
        for command in self.setup:
            result = phone.shell(command)
            assert result.exit_code == 0, (command, result)
        intent = Intent(action=self.start)
        if "/" in self.start:
            intent = Intent(component=component_name(self.start))
        assert phone.system.activities.start(intent).ok, self.start
        phone.advance(SETTLE_MS)
        for step in self.reach:
            take(phone, step)


def find(phone: Phone, name: str) -> UIElement:
    """Find an element by text, description, ``:id`` or ``<Class>``; ``#2`` asks for the second."""
    name, _, number = name.partition(" #")
    found = [
        element
        for element in phone.ui_elements()
        if name in (_flat(element.text), _flat(element.content_description))
        or (name.startswith(":") and (element.resource_name or "").endswith(f":id/{name[1:]}"))
        or name == f"<{(element.class_name or '').rpartition('.')[2]}>"
    ]
    index = int(number or 1) - 1
    assert index < len(found), f"No {name!r} among {[_name(e) for e in phone.ui_elements()]}"
    return found[index]


def _shows(phone: Phone, name: str) -> bool:
    return any(_flat(element.text) == name for element in phone.ui_elements())


def _name(element: UIElement) -> str:
    return element.text or element.content_description or element.resource_name or ""


def take(phone: Phone, step: str) -> None:
    """Do one step of `reach`."""
    verb, _, rest = step.partition(" ")
    width, height = phone.windows.size
    match verb:
        case "tap" | "hold":
            box = find(phone, rest).bbox_pixels
            assert box is not None
            x, y = box.center
            if verb == "tap":
                phone.tap(x, y)
            else:
                phone.swipe(x, y, x, y, 1000)
        case "scroll" if rest.startswith("to "):
            for _ in range(MAX_SCROLLS):
                if _shows(phone, rest.removeprefix("to ")):
                    break
                take(phone, "scroll down")
        case "scroll":
            ends = (0.75, 0.25) if rest == "down" else (0.25, 0.75)
            # Slow and held at the end, so that nothing is flung.
            start, end = (height * part for part in ends)
            phone.touch(width / 2, start, True)
            for part in range(1, 21):
                phone.advance(20)
                phone.touch(width / 2, start + (end - start) * part / 20, True)
            phone.advance(300)
            phone.touch(width / 2, end, True)
            phone.touch(width / 2, end, False)
        case "type":
            phone.type_text(rest)
        case "back":
            phone.windows.back()
        case "wait":
            phone.advance(int(rest))
        case _:
            raise AssertionError(f"Unknown step {step!r}; see checklists.py.")
    phone.advance(SETTLE_MS)


def holds(phone: Phone, checklist: Checklist, claim: str) -> bool:
    """Return whether what `taps` says is so."""
    words = claim.split(" ", 3)
    if words[0] == "setting":
        return phone.system.settings.get(words[1], words[2]) == words[3]
    texts = {_flat(e.text) for e in phone.ui_elements()}
    texts |= {_flat(e.content_description) for e in phone.ui_elements()}
    if claim in texts:
        return True
    if re.match(r"[A-Z]\w+ (-|\S*:\S+)", claim) is None:
        return False
    line = parse(claim)
    return any(
        line.kind == other.kind
        and line.id == other.id
        and _like(line.text or "*", other.text)
        and _like(line.label or "*", other.label)
        and _like(line.hint or "*", other.hint)
        and line.flags <= other.flags
        for other in (line_of(element, checklist.app) for element in phone.ui_elements())
    )


@cache
def checklists() -> tuple[Checklist, ...]:
    """Read all checklists, in order of file names."""
    return tuple(_read(sorted(FOLDER.rglob("*.toml"))))


def _read(paths: Iterable[Path]) -> Iterable[Checklist]:
    for path in paths:
        data = tomllib.loads(path.read_text("utf-8"))
        screens = data.pop("screen")
        for screen in screens:
            values = {**data, **screen}
            for name in ("setup", "reach"):
                values[name] = tuple(values.get(name, ()))
            yield Checklist(**values)
