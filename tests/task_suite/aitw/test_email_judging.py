"""Rules of checking the mail at their thresholds, on one phone."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
import pytest

from android_gym.devices.simulated import SimulatedDevice
from android_gym.task_suite.aitw.general.email.tasks import CheckEmail
from android_gym.task_suite.mailbox import DATABASE, PACKAGE
from android_gym.task_suite.suite import tasks


@pytest.fixture(scope="module")
def phone() -> Iterator[SimulatedDevice]:
    device = SimulatedDevice()
    yield device
    device.close()


@pytest.fixture
def device(phone: SimulatedDevice) -> SimulatedDevice:
    phone.restore()
    return phone


def tap(device: SimulatedDevice, name: str) -> None:
    """Tap the first element with a text, a description or the end of an id."""
    element = next(
        each
        for each in device.ui_elements()
        if name in (each.text, each.content_description)
        or (each.resource_name or "").endswith(f"/{name}")
    )
    box = element.bbox_pixels
    assert box is not None
    x, y = box.center
    device.shell(f"input tap {round(x)} {round(y)} && sleep 1")


def test_the_inbox_is_in_front(device: SimulatedDevice) -> None:
    task = tasks("AITW")["General-0"]()
    assert isinstance(task, CheckEmail)
    params = task.sample(np.random.default_rng(3))
    task.setup(device, params)

    def score() -> float:
        return task.success(device, params, None)

    assert score() == 0.0
    device.launch(PACKAGE)
    device.shell("sleep 1")
    assert score() == 1.0
    tap(device, "Open navigation drawer")
    assert score() == 0.0  # it hides the list
    tap(device, "Spam")
    assert score() == 0.0
    tap(device, "viewified_conversation_item_view")
    assert score() == 0.0
    device.shell("input keyevent BACK && input keyevent BACK && sleep 1")
    assert score() == 1.0
    tap(device, "viewified_conversation_item_view")
    assert score() == 1.0
    device.shell("input keyevent BACK && sleep 1")
    tap(device, "compose_button")
    assert score() == 0.0


def test_the_mail_is_that_of_the_parameters(device: SimulatedDevice) -> None:
    task = tasks("AITW")["General-2"]()
    params = task.sample(np.random.default_rng(1))
    task.setup(device, params)
    rows = device.query(
        DATABASE,
        "SELECT subject FROM messages JOIN message_labels ON message_messageId = messageId "
        "WHERE labels_id = 1 ORDER BY dateReceivedMs DESC",
    )
    assert [subject for (subject,) in rows] == [mail[1] for mail in params["mails"]]
    assert 2 <= len(rows) <= 6
