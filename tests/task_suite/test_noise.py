from __future__ import annotations

import numpy as np
import pytest

from android_gym.devices.simulated import SimulatedDevice
from android_gym.task_suite.android_world.calendar import rows as calendar
from android_gym.task_suite.android_world.contacts import tasks as contacts
from android_gym.task_suite.android_world.expense import rows as expense
from android_gym.task_suite.android_world.files import tasks as files
from android_gym.task_suite.android_world.markor import notes as markor
from android_gym.task_suite.android_world.noise import NOISE
from android_gym.task_suite.android_world.opentracks import rows as opentracks
from android_gym.task_suite.android_world.sms import messages as sms
from android_gym.task_suite.noise import put_noise
from android_gym.task_suite.suite import tasks
from android_gym.task_suite.task import Task


@pytest.fixture(scope="module")
def device():
    device = SimulatedDevice()
    yield device
    device.close()


def found(device):
    """Return how much there is of every kind."""
    count = "SELECT count(*) FROM "
    return {
        "notes": int(device.shell(f"find {files.STORAGE} -name '*.md' | wc -l")),
        "files": int(device.shell(f"find {files.STORAGE} -type f -not -name '*.md' | wc -l")),
        "contacts": device.query(contacts.DATABASE, f"{count} raw_contacts")[0][0],
        "messages": device.query(sms.DATABASE, f"{count} sms")[0][0],
        "expenses": device.query(expense.DATABASE, f"{count} expense")[0][0],
        "tracks": device.query(opentracks.DATABASE, f"{count} tracks")[0][0],
        "events": device.query(calendar.DATABASE, f"{count} events")[0][0],
    }


class About(Task):
    template = "Do it."
    apps = ("Settings",)


def test_there_is_some_of_every_kind(device):
    device.reset()
    device.shell(
        "content query --uri content://contacts/phones/; rm -rf /sdcard/Documents/Markor/*"
    )
    before = found(device)
    assert sorted(put_noise(device, About(), np.random.default_rng(1), NOISE)) == sorted(NOISE)
    after = found(device)
    for kind in NOISE:
        assert 1 <= after[kind] - before[kind] <= 4, kind
    names = device.query(contacts.DATABASE, "SELECT display_name FROM raw_contacts")
    assert all(first in contacts.FIRST for first in (name.split()[0] for (name,) in names))


def test_it_is_of_the_seed(device):
    contents = []
    for seed in (1, 2, 1):
        device.reset()
        put_noise(device, About(), np.random.default_rng(seed), NOISE)
        contents.append(
            (
                device.shell(f"cat {markor.FOLDER}/*.md; ls -l {markor.FOLDER}"),
                device.query(sms.DATABASE, "SELECT address, body, date FROM sms"),
                device.query(expense.DATABASE, "SELECT * FROM expense"),
                device.query(opentracks.DATABASE, "SELECT * FROM tracks"),
            )
        )
    assert contents[0] == contents[2] != contents[1]


def test_it_keeps_away_from_what_a_task_is_about(device):
    device.reset()
    for name, task in tasks("AndroidWorld").items():
        kinds = put_noise(device, task(), np.random.default_rng(0))
        assert kinds or len(task.apps) > 1, name
        for kind in kinds:
            assert not NOISE[kind].apps & set(task.apps)


def test_an_app_s_label_keeps_its_noise_away_in_any_case(device):
    class Notes(Task):
        template = "Do it."
        apps = ("MARKOR", "simple sms  messenger")

    device.reset()
    kinds = put_noise(device, Notes(), np.random.default_rng(0), NOISE)
    assert set(NOISE) - set(kinds) == {
        kind for kind, one in NOISE.items() if one.apps & {"Markor", "Simple SMS Messenger"}
    }
    assert "notes" not in kinds and "messages" not in kinds


def test_a_task_about_nothing_in_particular_gets_none(device):
    class Whatever(Task):
        template = "Do something."

    assert put_noise(device, Whatever(), np.random.default_rng(0), NOISE) == []


def test_a_task_of_no_suite_gets_none_by_itself(device):
    assert put_noise(device, About(), np.random.default_rng(0)) == []


def test_a_device_without_the_apps_gets_what_it_can(device):
    device.reset()
    for package in (expense.PACKAGE, sms.PACKAGE, "com.android.providers.telephony"):
        device.run(f"pm uninstall --user 0 {package}; rm -rf /data/data/{package}")
    put_noise(device, About(), np.random.default_rng(0), NOISE)
    assert device.run(f"ls {markor.FOLDER}/*.md")[1] == 0
