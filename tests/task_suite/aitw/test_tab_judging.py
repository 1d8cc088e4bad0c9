"""Rules of opening tabs at their thresholds."""

from __future__ import annotations

import numpy as np
import pytest

from android_gym.errors import OptionError
from android_gym.task_suite.aitw.general.tab.kept import NEW_TAB, PACKAGE, keep_tabs, kept_tabs
from android_gym.task_suite.aitw.general.tab.tasks import chooses
from android_gym.task_suite.suite import tasks
from android_gym.task_suite.tapping import tap

ORDINARY = tasks("AITW")["General-152"]()
INCOGNITO = tasks("AITW")["General-149"]()
PAGES = ["https://example.com/", "https://example.org/recipes"]
PARAMS = {"front": "", "pages": PAGES}


def test_kept_tabs_are_those_that_chrome_has(device):
    keep_tabs(device, [*PAGES, NEW_TAB])
    assert kept_tabs(device) == [*PAGES, NEW_TAB]
    device.launch(PACKAGE)
    device.shell("sleep 1")
    said = [e.content_description or "" for e in device.ui_elements()]
    assert any(text.startswith("3 open tabs") for text in said)
    assert kept_tabs(device) == [*PAGES, NEW_TAB]
    device.push(f"/data/data/{PACKAGE}/app_tabs/0/tab_state0", b"\x00\x00\x00\x05\x00\x00\x00\x09")
    assert kept_tabs(device) == []
    device.clear(PACKAGE)
    assert kept_tabs(device) == []


def test_private_is_incognito_and_a_window_is_a_tab():
    kinds = {
        cls.instruction.subject: cls().incognito
        for cls in tasks("AITW").values()
        if cls.instruction.kind == "tab"
    }
    assert len(kinds) == 17
    assert [text for text, hidden in kinds.items() if not hidden] == [
        text for text in kinds if "incognito" not in text and "private" not in text
    ]
    assert kinds["private window in Chrome"] and not kinds["Chrome window"]


@pytest.mark.parametrize(
    ("items", "ordinary", "incognito"),
    [
        ((), 0.0, 0.0),
        (("New tab",), 1.0, 0.0),
        (("New Incognito tab",), 0.0, 1.0),
        (("New tab", "New tab"), 0.0, 0.0),
        (("New Incognito tab", "New Incognito tab"), 0.0, 0.0),
        (("New Incognito tab", "New tab"), 1.0, 0.0),
        (("New tab", "New Incognito tab"), 0.0, 0.0),
    ],
)
def test_one_new_tab_of_the_kind_is_in_front(device, items, ordinary, incognito):
    ORDINARY.setup(device, PARAMS)
    assert ORDINARY.success(device, PARAMS, None) == 0.0
    chooses(*items)(device)
    assert ORDINARY.success(device, PARAMS, None) == ordinary
    assert INCOGNITO.success(device, PARAMS, None) == incognito
    device.shell("input keyevent KEYCODE_HOME && sleep 1")
    assert ORDINARY.success(device, PARAMS, None) == INCOGNITO.success(device, PARAMS, None) == 0.0


def test_no_other_tab_may_be_closed_for_it(device):
    for task, item in ((ORDINARY, "New tab"), (INCOGNITO, "New Incognito tab")):
        task.setup(device, {"front": "", "pages": PAGES[:1]})
        chooses("New tab")(device)
        tap(device, "3 open tabs, tap to switch tabs")
        tap(device, next(
            e.content_description for e in device.ui_elements()
            if (e.content_description or "").startswith("Close ") and "New tab" not in
            (e.content_description or "")
        ))  # fmt: skip
        tap(device, "More options")
        tap(device, item)
        assert task.success(device, {"front": "", "pages": PAGES[:1]}, None) == 0.0


def test_what_is_drawn():
    drawn = [ORDINARY.sample(np.random.default_rng(seed))["pages"] for seed in range(40)]
    assert {len(pages) for pages in drawn} == {0, 1, 2, 3, 4}
    ORDINARY.check({"front": "", "pages": drawn[0]})
    with pytest.raises(OptionError, match="'pages' must be some of"):
        ORDINARY.check({"front": "", "pages": ["https://elsewhere.example/"]})
