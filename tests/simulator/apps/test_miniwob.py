"""MobileMiniWoB++'s app, driven as AndroidWorld drives it."""

from __future__ import annotations

import json
import shlex

import pytest

from android_gym.simulator.apps.miniwob.model import Config, Episode
from android_gym.simulator.apps.miniwob.screens.main import MainActivity
from android_gym.simulator.phone import Phone
from android_gym.simulator.web.engines import find_engine
from android_gym.simulator.web.inputs import Resize
from android_gym.testing.driver import AppDriver

pytest.importorskip("miniwob", reason="the group 'web' is not installed")

PACKAGE = "com.google.androidenv.miniwob"
ACTIVITY = f"{PACKAGE}/{PACKAGE}.app.MainActivity"

needs_browser = pytest.mark.skipif(find_engine() is None, reason="there is no Chromium")


def say(phone: Phone, command: str) -> str:
    return phone.shell(command).stdout.decode()


def start(phone: Phone, **config: object) -> None:
    """The commands of `MiniWoBTask.initialize_task`, as they are."""
    text = shlex.quote(json.dumps(config))
    say(phone, f"am start -W -n {ACTIVITY} --es RL_TASK_APP_CONFIG {text}")
    say(phone, "sleep 1")
    say(phone, f"am start -n {ACTIVITY} --ez reset true")
    say(phone, f"am start -n {ACTIVITY} --ez step true")
    phone.screenshot(108, 240)  # as agents do before they act


def ask(phone: Phone, what: str) -> str:
    told = say(phone, f"am broadcast -a {PACKAGE}.app.GET_{what}_ACTION")
    return told[told.index("Broadcast completed: ") :].strip().removeprefix("Broadcast completed: ")


@needs_browser
def test_an_episode() -> None:
    phone = Phone()
    assert ask(phone, "UTTERANCE") == "result=0"
    start(phone, task="click-test-2", seed=2)
    assert ask(phone, "UTTERANCE") == 'result=-1, data="Click button ONE."'
    assert ask(phone, "REWARD") == 'result=-1, data=""'
    app = AppDriver(phone, PACKAGE)
    say(phone, "input keyevent BACK")  # is swallowed
    app.tap("TWO")
    assert ask(phone, "REWARD") == 'result=-1, data="-1"'
    say(phone, f"am start -n {ACTIVITY} --ez reset true")
    assert ask(phone, "REWARD") == 'result=-1, data=""'
    app.tap("ONE")
    assert ask(phone, "REWARD") == 'result=-1, data="1"'


@needs_browser
def test_taps_on_a_page_build_nothing_else_anew(monkeypatch: pytest.MonkeyPatch) -> None:
    phone = Phone()
    start(phone, task="click-test-2", seed=2)
    built: list[None] = []
    build = MainActivity.build
    monkeypatch.setattr(MainActivity, "build", lambda self: (built.append(None), build(self))[1])
    AppDriver(phone, PACKAGE).tap("TWO")
    assert ask(phone, "REWARD") == 'result=-1, data="-1"'
    assert not built


@needs_browser
@pytest.mark.parametrize("anew", [True, False])
def test_a_list_that_is_open_is_closed_with_its_page(anew: bool) -> None:
    phone = Phone()
    app = AppDriver(phone, PACKAGE)
    start(phone, task="click-scroll-list", seed=1)
    assert app.find("options").class_name == "android.widget.Spinner"
    assert app.find("options").text == "0 selected"
    app.tap("options")
    assert app.shows("OK")
    if anew:
        start(phone, task="click-scroll-list", seed=2)
    else:
        say(phone, f"am start -n {ACTIVITY} --ez reset true")
    assert not app.shows("OK") and app.find("options").text == "0 selected"


@needs_browser
@pytest.mark.parametrize("size", ["reset", "720x1280"])
def test_the_page_is_opened_as_large_as_it_is_shown(size: str) -> None:
    """It is laid out once."""
    phone = Phone()
    say(phone, f"wm size {size}")
    start(phone, task="click-test", seed=1)
    (record,) = phone.system.activities.visible()
    (page,) = phone.host.activity(record).state.pages.values()
    assert not any(isinstance(entry, Resize) for entry in page.log.inputs)


@needs_browser
def test_it_answers_while_it_is_in_front() -> None:
    phone = Phone()
    start(phone, task="click-test", seed=1)
    say(phone, "input keyevent HOME")
    assert ask(phone, "REWARD") == "result=0"
    say(phone, f"am start -n {ACTIVITY}")
    assert ask(phone, "UTTERANCE") == 'result=-1, data="Click the button."'


@needs_browser
def test_the_seed_says_what_happens() -> None:
    told = []
    for seed in (5, 5, 6):
        phone = Phone()
        start(phone, task="enter-text", seed=seed)
        told.append(ask(phone, "UTTERANCE"))
    assert told[0] == told[1] != told[2]


@needs_browser
@pytest.mark.parametrize("task", ["no-such-task", "../core/core", "", 7])
def test_tasks_that_there_are_not(task: object) -> None:
    phone = Phone()
    start(phone, task=task)
    assert ask(phone, "UTTERANCE") == "result=0"
    assert ask(phone, "REWARD") == 'result=-1, data=""'


@needs_browser
def test_what_a_list_asks() -> None:
    phone = Phone()
    start(phone, task="choose-list", seed=1)
    wanted = ask(phone, "UTTERANCE").partition("Select ")[2].partition(" from the list")[0]
    app = AppDriver(phone, PACKAGE)
    spinner = next(e for e in phone.ui_elements() if (e.class_name or "").endswith("Spinner"))
    app.tap_element(spinner)
    app.tap(wanted)
    app.tap("Submit")
    assert ask(phone, "REWARD") == 'result=-1, data="1"'


def test_the_first_reward_counts() -> None:
    episode = Episode().told("utterance: Do it.").told("reward: -1 (raw: -1)")
    assert episode == Episode("Do it.", "-1")
    assert episode.told("reward: 1 (raw: 1)") == episode
    assert Episode().told("reward: 0.31 (raw: 1)").reward == "1"
    assert Episode().told("my reward: 1 (raw: 1)") == Episode()


def test_configurations() -> None:
    assert Config.read('{"task": "click-test", "seed": 7}') == Config("click-test", 7)
    assert Config.read('{"task": "click-test", "seed": -1}') == Config("click-test")
    assert Config.read('{"task": "click-test", "seed": true}') == Config("click-test")
    for text in ("", "[]", "{", "7", '{"task": 7}'):
        assert Config.read(text) == Config()
