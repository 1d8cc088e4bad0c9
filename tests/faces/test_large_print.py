"""No text of a face is cut off where letters are as large as can be: its room grows with it, or it
stops growing (``most_scale``)."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from android_gym.simulator.phone import Phone
from android_gym.simulator.ui.widgets import EditText, TextView

sys.path.insert(0, str(Path(__file__).parent))

from faces import SETTLE_MS, Face, faces  # noqa: E402

LARGEST = "settings put system font_scale 2.0"
FONT_PADDING = 3
"""Pixels above and below letters that may be missing."""


def cut_off(phone: Phone) -> list[tuple[str | None, str, float, int]]:
    """Id, text, height and the room for it, of each text that has too little."""
    found = []
    windows = phone.windows.accessible_windows()
    for view in (v for w in windows if w.kind == "application" for v in w.root.walk()):
        if isinstance(view, TextView) and not isinstance(view, EditText) and view.text.strip():
            layout, (left, top, right, bottom) = view._layout, view.inner
            if view.visibility != "visible" or layout is None:
                continue
            if layout.height > bottom - top + FONT_PADDING or right <= left:
                found.append((view.id, view.text, layout.height, bottom - top))
    return found


@pytest.mark.rotating
@pytest.mark.parametrize("face", faces(), ids=str)
def test_large_letters_have_room(face: Face) -> None:
    phone = face.show().phone
    phone.shell(LARGEST)
    phone.advance(SETTLE_MS)
    assert cut_off(phone) == []
