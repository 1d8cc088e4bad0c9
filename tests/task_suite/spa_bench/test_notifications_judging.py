"""Rules of SPA-Bench's tasks of notifications at their thresholds."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from android_gym.devices.simulated import SimulatedDevice
from android_gym.errors import TaskError
from android_gym.task_suite.spa_bench.notifications.tasks import SilenceInstagram, SilencePlayStore

POST = "android.permission.POST_NOTIFICATIONS"
STORE, INSTAGRAM = SilencePlayStore.package, SilenceInstagram.package


@pytest.fixture(scope="module")
def phone() -> Iterator[SimulatedDevice]:
    device = SimulatedDevice()
    yield device
    device.close()


@pytest.fixture
def device(phone: SimulatedDevice) -> SimulatedDevice:
    phone.restore()
    return phone


def test_the_play_store(device):
    task = SilencePlayStore()
    task.setup(device, {})
    assert task.success(device, {}, None) == 0.0
    device.shell(f"pm revoke {STORE} {POST}")
    assert task.success(device, {}, None) == 1.0
    device.shell(f"pm disable-user {STORE}")
    assert task.success(device, {}, None) == 0.0
    device.shell(f"pm uninstall --user 0 {STORE}")
    assert task.success(device, {}, None) == 0.0


def switch(device, *names):
    device.shell(
        "am start -W -a android.settings.APP_NOTIFICATION_SETTINGS "
        f"--es android.provider.extra.APP_PACKAGE {INSTAGRAM} && sleep 1"
    )
    for name in names:
        (box,) = (e.bbox_pixels for e in device.ui_elements() if e.content_description == name)
        device.shell("input tap {:.0f} {:.0f} && sleep 1".format(*box.center))


@pytest.mark.parametrize(
    ("names", "files", "score", "progress"),
    [
        (("Alerts", "Likes"), "*", 1.0, 1.0),
        (("Alerts", "Likes"), "journal", 0.0, 2 / 3),
        (("Alerts",), "*", 0.0, 2 / 3),
        (("Likes",), "*", 0.0, 2 / 3),
        (("Alerts", "Likes", "Comments"), "*", 0.0, 1.0),
        ((), "*", 0.0, 1 / 3),
    ],
)
def test_instagram(device, names, files, score, progress):
    task = SilenceInstagram()
    task.setup(device, {})
    assert task.success(device, {}, None) == task.progress(device, {}) == 0.0
    switch(device, *names)
    device.shell(f"rm -rf /data/data/{INSTAGRAM}/cache/{files}")
    assert task.success(device, {}, None) == score
    assert task.progress(device, {}) == pytest.approx(progress)
    device.shell(f"pm revoke {INSTAGRAM} {POST}")
    assert task.success(device, {}, None) == 0.0


def test_a_device_without_the_app_is_told(device, monkeypatch):
    monkeypatch.setattr(SilenceInstagram, "package", "no.such.app")
    with pytest.raises(TaskError, match=r"needs no\.such\.app.*Install it"):
        SilenceInstagram().setup(device, {})
