"""Tasks of Simple SMS Messenger: values, goals, set-up, rules."""

from __future__ import annotations

import itertools
import json
import re
from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest

from android_gym.devices import make_device
from android_gym.errors import OptionError, TaskError
from android_gym.task_suite.android_world.markor_sms.tasks import MarkorCreateNoteAndSms
from android_gym.task_suite.android_world.sms import tasks as module
from android_gym.task_suite.android_world.sms.messages import (
    ADDRESSES,
    DATABASE,
    GLITCH,
    MESSAGES,
    NAMES,
    PACKAGE,
    put_message,
    receive_message,
)
from android_gym.task_suite.android_world.sms.tasks import (
    SimpleSmsReply,
    SimpleSmsReplyMostRecent,
    SimpleSmsResend,
    SimpleSmsSend,
    SimpleSmsSendReceivedAddress,
)
from android_gym.task_suite.demonstrations.script import parse
from android_gym.task_suite.task import Disputed, Task
from android_gym.task_suite.text_match import fuzzy_match

ALL = [getattr(module, name) for name in module.__all__ if name.startswith("Simple")]
SEEDS = range(60)


def sample(task: type[Task], seed: int = 0) -> dict[str, Any]:
    return task().sample(np.random.default_rng(seed))


@pytest.fixture(scope="module")
def shared() -> Iterator[Any]:
    device = make_device()
    yield device
    device.close()


@pytest.fixture
def device(shared: Any) -> Any:
    shared.restore()
    return shared


# -- values


@pytest.mark.parametrize("task", [*ALL, MarkorCreateNoteAndSms])
def test_samples_are_json_and_pass_the_check(task: type[Task]) -> None:
    for seed in SEEDS:
        params = sample(task, seed)
        assert json.loads(json.dumps(params)) == params
        task().check(params)
        assert sample(task, seed) == params


@pytest.mark.parametrize("task", ALL)
def test_goals_can_be_read_back_by_one_template(task: type[Task]) -> None:
    templates = {template for other in ALL for template in other.wordings()}
    for seed in SEEDS:
        params = sample(task, seed)
        goal = str(task().goal(params))
        found = [values for t in templates if (values := parse(t, goal)) is not None]
        assert len(found) == 1
        for name, value in found[0].items():
            assert params[name] == value


def test_no_two_texts_are_alike() -> None:
    for pool in ((*MESSAGES, GLITCH), ADDRESSES, NAMES):
        for first, second in itertools.combinations(pool, 2):
            assert not fuzzy_match(first, second, 0.8), (first, second)


def test_numbers_of_an_instance_differ_in_what_android_compares() -> None:
    for seed in SEEDS:
        params = sample(SimpleSmsReply, seed)
        numbers = [params["number"], *(number for number, _ in params["others"])]
        assert all(re.fullmatch(r"\+1\d{10}", number) for number in numbers)
        assert len({number[-7:] for number in numbers}) == len(numbers)
        assert 1 <= len(params["others"]) <= 5


@pytest.mark.parametrize(
    "change",
    [{"number": "abc"}, {"message": ""}, {"message": "two\nlines"}, {"message": "x" * 200}],
)
def test_bad_values_are_refused(change: dict[str, str]) -> None:
    with pytest.raises(OptionError):
        SimpleSmsSend().check({**sample(SimpleSmsSend), **change})


# -- set-up


def test_the_newest_message_is_the_one_to_answer(device: Any) -> None:
    for seed in range(3):
        device.restore()
        params = sample(SimpleSmsReplyMostRecent, seed)
        SimpleSmsReplyMostRecent().setup(device, params)
        rows = device.query(DATABASE, "SELECT address, body FROM sms ORDER BY date DESC")
        assert rows[0] == (params["number"], params["message_received"])
        assert len(rows) == len(params["others"]) + 1
        threads = device.query(DATABASE, "SELECT date FROM threads")
        assert len(set(threads)) == len(threads)
        assert device.get_setting("global", "heads_up_notifications_enabled") == "1"


def test_the_set_up_leaves_the_screen_alone(device: Any) -> None:
    before = device.foreground_activity()
    for task in ALL:
        device.restore()
        task().setup(device, sample(task))
        assert device.foreground_activity() == before


def test_a_message_that_does_not_arrive_is_told(device: Any) -> None:
    # The phone's radio is off: the console says OK and nothing comes.
    device.shell("cmd connectivity airplane-mode enable")
    with pytest.raises(TaskError, match="no message has arrived"):
        receive_message(device, "+15551234567", "lost")
    assert device.query(DATABASE, "SELECT count(*) FROM sms") == [(0,)]


def test_a_message_reaches_an_app_that_was_stopped(device: Any) -> None:
    device.force_stop(PACKAGE)
    receive_message(device, "+15551234567", 'It\'s here, "as it is"; $HOME')
    assert device.query(DATABASE, "SELECT type, read, body FROM sms") == [
        (1, 0, 'It\'s here, "as it is"; $HOME')
    ]


def test_contacts_are_found_by_the_messages(device: Any) -> None:
    params = sample(SimpleSmsSendReceivedAddress)
    SimpleSmsSendReceivedAddress().setup(device, params)
    output = device.shell("content query --uri content://contacts/phones "
                          "--projection display_name:number")  # fmt: skip
    for name, number in (("name1", "number"), ("name2", "number2")):
        assert f"display_name={params[name]}, number={params[number]}\n" in output


# -- rules


@pytest.mark.parametrize("task", ALL)
def test_the_message_in_the_sent_box_solves_it(device: Any, task: type[Task]) -> None:
    params = sample(task, 1)
    task().setup(device, params)
    assert task().success(device, params, None) == 0.0
    put_message(device, "sent", params["number"], params["message"])
    assert task().success(device, params, None) == 1.0
    assert task().progress(device, params) == 1.0


@pytest.mark.parametrize("task", [*ALL, MarkorCreateNoteAndSms])
def test_near_misses_earn_nothing(device: Any, task: type[Task]) -> None:
    params = sample(task, 2)
    names = list(task().near_misses(params))
    assert len(names) >= 6
    for name in names:
        if isinstance(task().near_misses(params)[name], Disputed):
            continue  # the harm is for the judge to see
        device.restore()
        task().setup(device, params)
        task().near_misses(params)[name](device)
        assert task().success(device, params, None) == 0.0, name
        assert 0.0 <= task().progress(device, params) < 1.0, name


def test_punctuation_of_numbers_and_slips_are_forgiven(device: Any) -> None:
    params = sample(SimpleSmsSend)
    SimpleSmsSend().setup(device, params)
    number = params["number"]
    pretty = f"{number[:2]} ({number[2:5]}) {number[5:8]}-{number[8:]}"
    put_message(device, "sent", pretty, params["message"].lower().rstrip("."))
    assert SimpleSmsSend().success(device, params, None) == 1.0


def test_half_the_way_is_half_the_progress(device: Any) -> None:
    params = sample(SimpleSmsSend)
    SimpleSmsSend().setup(device, params)
    assert SimpleSmsSend().progress(device, params) == 0.0
    put_message(device, "sent", params["number"], "Something else entirely")
    assert SimpleSmsSend().progress(device, params) == 0.5


def test_sending_again_twice_is_once_too_often(device: Any) -> None:
    params = sample(SimpleSmsResend)
    SimpleSmsResend().setup(device, params)
    assert SimpleSmsResend().progress(device, params) == 0.0
    for expected in (1.0, 0.0):
        put_message(device, "sent", params["number"], params["message"])
        assert SimpleSmsResend().success(device, params, None) == expected


def test_a_phone_without_its_messages_scores_nothing(device: Any) -> None:
    params = sample(SimpleSmsSend)
    SimpleSmsSend().setup(device, params)
    device.shell(f"rm {DATABASE}")
    assert SimpleSmsSend().success(device, params, None) == 0.0
