"""Outlines are read right, what is there is told from what is not, and the table is true."""

from __future__ import annotations

import ast
import os
import re
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT / "tests"))

from outlines import (  # noqa: E402
    VARIABLE,
    Found,
    Report,
    _read_code,
    held,
    normal,
    read,
    reports,
    row,
)

SAMPLE = """\
# Notes 1.0
######## 1. STRINGS (name<TAB>English)
app_name\tNotes
pref_key__sort\tpref_key__sort
sort_keys\tby_date
count\t%1$d notes
hello\tHello\\nyou
-- plurals
left\tone: %d day left | other: %d days left
-- arrays
pref_arrkeys__themes\tsystem | light
themes\tSystem | Light
######## 2. LAYOUTS
== main
  LinearLayout #root matchxmatch
    TextView #title text="Welcome \\"back\\"" wrapxwrap
    EditText hint="Search" wrapxwrap
    Button #hidden text="Never" vis=gone
== main [LANDSCAPE]
  TextView #wide text="Wide" wrapxwrap
== other
  TextView #other text="Elsewhere" wrapxwrap
######## 3a. MENUS
== menu notes
  item #sort title="Sort" icon=x
    group #sorts
      item #by_date title="By date"
== menu more
  item #help title="Help"
######## 3b. PREFERENCE SCREENS, SHORTCUTS, NAVIGATION
== preferences settings
  PreferenceScreen title="Settings"
    PreferenceCategory title="Look"
      ListPreference key=theme title="Theme" summary="%1$s"
      PreferenceScreen title="Colours" icon=palette
######## 4a. THEMES
== theme Dark
  #no text="No"
"""


def test_reading() -> None:
    outline = read(SAMPLE, frozenset({"main", "menu notes"}))
    assert outline.task_screens == {
        ("ids", "root"),
        ("ids", "title"),
        ("strings", 'welcome "back"'),
        ("strings", "search"),
        ("menu entries", "sort"),
        ("menu entries", "by date"),
    }
    by_kind = {
        kind: {name for k, name in outline.all if k == kind}
        for kind in ("ids", "strings", "menu entries", "settings")
    }
    assert by_kind == {
        "ids": {"root", "title", "hidden", "other"},
        "strings": {
            "notes",
            "\0 notes",
            "hello you",
            "\0 day left",
            "\0 days left",
            "system",
            "light",
        },
        "menu entries": {"sort", "by date", "help"},
        "settings": {"theme", "colours"},
    }


HIDING = """\
######## 1. STRINGS (name<TAB>English)
widget_title\tWidget
p_theme\tkept-theme
hello\tHello
######## 2. LAYOUTS
== main
  Barrier #barrier wrapxwrap
  Group #sensors wrapxwrap vis=gone refs=heart,beat
  TextView #heart text="Heart"
  TextView #beat text="Beat"
  LinearLayout #closed vis=gone
    TextView #inside text="Inside"
  TextView #after text="After"
== widget
  TextView #cell text="Cell"
"""


def test_what_nobody_sees_is_not_asked_for() -> None:
    outline = read(HIDING, frozenset({"main"}), ["widget.*"])
    assert outline.task_screens == {("ids", "after"), ("strings", "after")}
    assert outline.all == {("strings", "hello")} | {
        ("ids", name) for name in ("heart", "beat", "closed", "inside", "after")
    }


def test_words_of_a_split_text_are_held() -> None:
    found = Found()
    _read_code(ast.parse('A = "red kite,blue".split(","); B = "one".split(x); C = f("two")'), found)
    assert found.has(("strings", "red kite")) and not found.has(("strings", "two words"))


def test_a_layout_that_is_not_there_is_a_mistake() -> None:
    with pytest.raises(AssertionError, match="elsewhere"):
        read(SAMPLE, frozenset({"elsewhere"}))


@pytest.mark.parametrize(
    ("wanted", "there"),
    [
        ("Save", True),
        ("SAVE ME", False),
        ("%d notes", True),
        ("%d days", False),
        ("%s", False),
        ("<b>%1$s</b> notes", True),
        ("The first line", True),
        ("The first", False),
        ("The first li…(20 chars)", True),
        ("Name", True),
    ],
)
def test_what_is_there(wanted: str, there: bool) -> None:
    found = Found()
    for text in ("save", "12 notes", "The first line\nThe second", "Name:"):
        found.add(text)
    assert found.has(("strings", normal(wanted))) is there
    assert not found.has(("ids", "save"))


def test_code_holds_texts_but_not_docstrings() -> None:
    found = held("net.gsantner.markor")
    assert found.has(("strings", normal("Press 'Back' again to exit")))
    assert not found.has(("strings", normal("Markor's declarations.")))


def test_a_row_marks_what_is_below_a_bar() -> None:
    asked = {
        "task screens": 10, "all": 10, "ids": 5, "strings": 4, "menu entries": 1, "settings": 0,
    }  # fmt: skip
    missing = {name: [("ids", "a")] for name in asked}
    line = "| notes | 10 of 12 | 90% | 90% | 80% | 75% | 0% | - |"
    assert row(Report("notes", missing, asked, 12)) == line
    missing["all"] = missing["task screens"] = [("ids", "a")] * 4
    assert row(Report("notes", missing, asked, 12)).startswith(
        "| notes | 10 of 12 | 60% ✗ | 60% ✗ |"
    )


@pytest.mark.nightly
@pytest.mark.timeout(1800)
@pytest.mark.skipif(VARIABLE not in os.environ, reason=f"{VARIABLE} names no folder of outlines")
def test_the_table_of_the_documentation_is_true() -> None:
    page = (ROOT / "docs" / "fidelity.md").read_text("utf-8")
    rows = [line.split("|") for line in page.splitlines() if line.startswith("|")]
    told = {cells[1].strip(): cells for cells in rows}
    for app in reports(Path(os.environ[VARIABLE]), []):
        cells = row(app).split("|")
        assert app.name in told, f"{app.name} is not in the table: make outlines"
        assert cells[2] == told[app.name][2], f"{app.name}: {cells[2]} are counted: make outlines"
        for now, then in zip(cells[3:], told[app.name][3:], strict=True):
            number, other = (int("".join(re.findall(r"\d", cell)) or -9) for cell in (now, then))
            assert abs(number - other) <= 2, (app.name, now, then)
