"""Rules of GENERAL's tasks of apps of the catalogue at their thresholds."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
import pytest

from android_gym.accessibility import UIElement
from android_gym.devices.simulated import SimulatedDevice
from android_gym.errors import OptionError, TaskError
from android_gym.simulator.apps.play_store.catalogue import listing_of
from android_gym.task_suite.aitw.general.bringing import STORE, bring, draw_others, others_than
from android_gym.task_suite.aitw.general.catalogue import NAMED
from android_gym.task_suite.suite import tasks
from android_gym.trace import EpisodeTrace, ScreenState, TraceStep

POST = "android.permission.POST_NOTIFICATIONS"
MAPS, PHOTOS = "com.google.android.apps.maps", "com.google.android.apps.photos"
APP_INFO = "am start -W -a android.settings.APPLICATION_DETAILS_SETTINGS -d package:{} && sleep 1"


@pytest.fixture(scope="module")
def phone() -> Iterator[SimulatedDevice]:
    device = SimulatedDevice()
    yield device
    device.close()


@pytest.fixture
def device(phone: SimulatedDevice) -> SimulatedDevice:
    phone.restore()
    return phone


def general(number: int):
    return tasks("AITW")[f"General-{number}"]()


def test_names_are_those_of_the_catalogue() -> None:
    for named in NAMED.values():
        assert named.like and named.like != named.package
        if (found := listing_of(named.package)) is not None:
            assert found.title == named.label
        assert listing_of(named.like) is not None
    without = {name for name, named in NAMED.items() if listing_of(named.package) is None}
    assert without == {"Google Play Store"}


def test_others_are_drawn_of_other_peoples_apps() -> None:
    package = "com.ubercab"
    drawn = [draw_others(np.random.default_rng(seed), package) for seed in range(40)]
    assert {len(others) for others in drawn} == {2, 3, 4, 5}
    assert all(package not in others for others in drawn)
    assert {name for others in drawn for name in others} == set(others_than(package))
    assert not any(name.startswith(("com.google.", "com.android.")) for name in others_than())


@pytest.mark.parametrize(
    "others",
    [None, "com.ubercab", ["no.such"], ["com.ubercab"], ["org.wikipedia"] * 2, [1],
     [*others_than("com.ubercab")[:6]]],
)  # fmt: skip
def test_other_others_are_refused(others: object) -> None:
    for number in (132, 22):  # Uber
        with pytest.raises(OptionError, match="'others'.* must be a list"):
            general(number).check({"front": "", "others": others})


def test_what_cannot_be_brought_is_named(device) -> None:
    with pytest.raises(TaskError, match=r"Task needs no\.such, which can't be installed"):
        bring(device, "Task", [STORE, "no.such"])


@pytest.mark.parametrize("number", [120, 123, 126])
def test_installing_counts_when_it_is_there_and_enabled(device, number: int) -> None:
    task, params = general(number), {"front": "", "others": ["org.wikipedia", "com.ubercab"]}
    task.setup(device, params)
    assert "package:org.wikipedia" in device.shell("pm list packages").split()
    assert task.success(device, params, None) == 0.0
    device.shell(f"pm install-existing {task.package}")
    assert task.success(device, params, None) == 1.0
    device.shell(f"pm disable-user {task.package}")
    assert task.success(device, params, None) == 0.0
    device.shell(f"pm uninstall {task.package}; pm install-existing com.yelp.android")
    assert task.success(device, params, None) == 0.0


def test_a_package_whose_name_begins_alike_does_not_count(device) -> None:
    task, params = general(132), {"front": "", "others": []}  # com.ubercab
    task.setup(device, params)
    device.shell("pm install-existing com.ubercab.driver")
    assert task.success(device, params, None) == 0.0


def test_the_store_is_in_front(device) -> None:
    task, params = general(172), {"front": ""}
    task.setup(device, params)
    assert task.success(device, params, None) == 0.0
    device.launch(STORE)
    assert task.success(device, params, None) == 1.0


def test_a_page_about_an_app_is_on_the_screen(device) -> None:
    task, params = general(10), {"front": "", "others": ["com.ubercab"]}  # Maps
    task.setup(device, params)
    assert task.success(device, params, None) == 0.0
    device.shell(APP_INFO.format(MAPS))
    assert task.success(device, params, None) == 1.0
    device.shell(
        "am start -W -a android.settings.APP_NOTIFICATION_SETTINGS "
        f"--es android.provider.extra.APP_PACKAGE {MAPS} && sleep 1"
    )
    assert task.success(device, params, None) == 0.0
    device.launch(MAPS)
    assert task.success(device, params, None) == 0.0


SETTINGS_PAGE = "com.android.settings/.SubSettings"


def page(title: str = "App info", head: str | None = None) -> tuple[UIElement, ...]:
    package = "com.android.settings"
    bar = UIElement(
        content_description=title,
        resource_name=f"{package}:id/collapsing_toolbar",
        package_name=package,
    )
    name = UIElement(
        text=head, resource_name=f"{package}:id/entity_header_title", package_name=package
    )
    return (bar, *([name] if head else []))


@pytest.mark.parametrize(
    ("activity", "title", "score"),
    [
        (SETTINGS_PAGE, "App info", 1.0),
        (SETTINGS_PAGE, "Storage", 0.0),
        ("org.notes/.Note", "App info", 0.0),
        ("", "App info", 0.0),
    ],
)
def test_a_note_with_the_same_words_does_not_count(
    device, monkeypatch, activity, title, score
) -> None:
    task, params = general(10), {"front": "", "others": []}
    monkeypatch.setattr(device, "foreground_activity", lambda: activity)
    monkeypatch.setattr(device, "ui_elements", lambda: page(title, "Maps"))
    assert task.success(device, params, None) == score


@pytest.mark.parametrize(
    ("heads", "score"),
    [
        (["Maps"], 1.0),
        (["Maps", None, None], 1.0),  # scrolled
        ([None], 0.0),
        (["Maps Go"], 0.0),
        (["Maps", "Photos", None], 0.0),
        (["Photos", None, "Maps", None], 1.0),
    ],
)
def test_the_last_head_of_a_page_tells_whose_it_is(heads: list[str | None], score: float) -> None:
    screens = [ScreenState(0, (1080, 2400), SETTINGS_PAGE, page(head=head)) for head in heads]
    steps = tuple(TraceStep((), screen) for screen in screens)
    start = ScreenState(0, (1080, 2400), "launcher/.Main", ())
    trace = EpisodeTrace("", "", start, steps)
    judge = general(10).judge
    assert judge(trace, {}) == score


@pytest.mark.parametrize(
    ("number", "component"),
    [
        (9, "com.android.chrome/org.chromium.chrome.browser.settings.SettingsActivity"),
        (15, f"{STORE}/com.google.android.finsky.activities.SettingsActivity"),
    ],
)
def test_settings_of_the_app_itself_count(device, number: int, component: str) -> None:
    task, params = general(number), {"front": "", "others": []}
    task.setup(device, params)
    device.launch(component.partition("/")[0])
    assert task.success(device, params, None) == 0.0
    device.shell(f"am start -W -n {component} && sleep 1")
    assert task.success(device, params, None) == 1.0


@pytest.mark.parametrize(("number", "on"), [(312, True), (312, False), (314, True), (315, False)])
@pytest.mark.parametrize("other_on", [True, False])
def test_notifications_change_and_others_do_not(device, number, on, other_on) -> None:
    task, params = general(number), {"front": "", "on": on, "other_on": other_on}
    task.check(params)
    task.setup(device, params)
    turn = {True: "grant", False: "revoke"}
    assert task.success(device, params, None) == 0.0
    device.shell(f"pm {turn[not on]} {MAPS} {POST}")
    assert task.success(device, params, None) == 1.0
    device.shell(f"pm {turn[not other_on]} {PHOTOS} {POST}")
    assert task.success(device, params, None) == 0.0
    device.shell(f"pm {turn[other_on]} {PHOTOS} {POST}; pm {turn[on]} {MAPS} {POST}")
    assert task.success(device, params, None) == 0.0


@pytest.mark.parametrize(("number", "on"), [(314, False), (315, True), (312, 1), (313, None)])
def test_states_that_cannot_be_are_refused(number: int, on: object) -> None:
    with pytest.raises(OptionError, match="'on'.* must be "):
        general(number).check({"front": "", "on": on, "other_on": True})
