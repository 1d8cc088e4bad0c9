"""The rules of opening apps, at their thresholds."""

from __future__ import annotations

from typing import Any

import pytest

from android_gym.task_suite.android_world.open_app.tasks import (
    APPS,
    OpenAppTaskEval,
    TurnOnWifiAndOpenApp,
)

PACKAGES = {
    "camera": "com.android.camera2",
    "clock": "com.google.android.deskclock",
    "contacts": "com.google.android.contacts",
    "dialer": "com.google.android.dialer",
    "settings": "com.android.settings",
}


def test_packages_are_android_worlds() -> None:
    assert APPS == PACKAGES


@pytest.mark.parametrize("name", PACKAGES)
def test_the_app_must_be_in_front(shown: Any, name: str) -> None:
    task = OpenAppTaskEval()
    for package in [*PACKAGES.values(), "com.android", "com.android.launcher3", ""]:
        device = shown(f"{package}/.{PACKAGES[name]}.Main")
        score = float(package == PACKAGES[name])
        assert task.success(device, {"app_name": name}, None) == score
        assert task.progress(device, {"app_name": name}) == score


def test_both_are_wanted(phone: Any, begun: Any) -> None:
    case = begun(TurnOnWifiAndOpenApp, phone, OpenAppTaskEval={"app_name": "clock"})
    assert case.success == 0.0
    phone.shell("svc wifi enable && sleep 3")
    assert case.scores == (0.0, 0.5)
    phone.launch(PACKAGES["clock"])
    assert case.scores == (1.0, 1.0)
    phone.shell("svc wifi disable && sleep 3")
    assert case.success == 0.0


@pytest.mark.parametrize("name", PACKAGES)
def test_settings_may_be_open_before_wifi_is_on(name: str) -> None:
    params = {"SystemWifiTurnOn": {}, "OpenAppTaskEval": {"app_name": name}}
    stages = [str(stage) for stage in TurnOnWifiAndOpenApp().stages(params)]
    assert stages == ([] if name == "settings" else ["SystemWifiTurnOn", "OpenAppTaskEval"])
