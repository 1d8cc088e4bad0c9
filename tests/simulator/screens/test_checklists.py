"""Every screen is as its checklist says. `checklists.py` tells how one is written.

``python tests/simulator/screens/test_checklists.py APP/ACTIVITY STEP...`` prints the screen that
these steps lead to in the form of a checklist, to compare a draft with.
"""

from __future__ import annotations

import difflib
import sys
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parent))

from checklists import Checklist, checklists, holds, line_of, take  # noqa: E402

ALL = checklists()
TAPS = [(checklist, name) for checklist in ALL for name in checklist.taps]


@pytest.mark.parametrize("checklist", ALL, ids=str)
def test_elements(checklist: Checklist) -> None:
    phone = checklist.visit()
    wanted, seen = checklist.lines, checklist.seen(phone)
    if checklist.open_end:
        seen = seen[: len(wanted)]
    same = len(wanted) == len(seen) and all(
        line.matches(other) for line, other in zip(wanted, seen, strict=True)
    )
    difference = "\n".join(difflib.ndiff([str(w) for w in wanted], [str(s) for s in seen]))
    assert same, f"wanted (-) and seen (+):\n{difference}"
    assert checklist.shown(phone), f"The mark is not there: {checklist.mark}"


@pytest.mark.parametrize(("checklist", "name"), TAPS, ids=str)
def test_tap(checklist: Checklist, name: str) -> None:
    phone = checklist.visit()
    take(phone, f"tap {name}")
    claims = checklist.taps[name]
    for claim in [claims] if isinstance(claims, str) else claims:
        texts = [element.text or element.content_description for element in phone.ui_elements()]
        assert holds(phone, checklist, claim), (claim, texts)


def test_a_checklist_can_fail() -> None:
    checklist = next(c for c in ALL if c.app == "com.android.settings")
    phone = checklist.visit()
    take(phone, "back")
    assert not checklist.shown(phone)
    assert not any(
        line.matches(other)
        for line, other in zip(checklist.lines[::-1], checklist.lines, strict=True)
        if line != other
    )


def test_marks_tell_screens_apart() -> None:
    settings = [c for c in ALL if c.app == "com.android.settings"]
    phone = settings[0].visit()
    shown = {c.mark for c in settings if c.shown(phone)}
    assert shown == {settings[0].mark}


def main() -> None:
    """Print a screen as a checklist."""
    start, *steps = sys.argv[1:]
    app = start.partition("/")[0]
    checklist = Checklist(app, start, "", "", "", reach=tuple(steps))
    phone = checklist.visit()
    for element in phone.ui_elements():
        if element.package_name != "com.android.systemui":
            print(line_of(element, app))


if __name__ == "__main__":
    main()
