"""The dialog that asks for a runtime permission."""

from __future__ import annotations

from typing import Any

import pytest
from sampleapps.manifest import CAMERA, CONTACTS

from android_gym.testing.driver import AppDriver

WRITE_CONTACTS = "android.permission.WRITE_CONTACTS"
ID = "com.android.permissioncontroller:id/"


def ask(phone: Any, permission: str) -> Any:
    page = phone.start(".Second")
    page.request_permission(permission, "why")
    return page


def test_it_lies_over_the_app_and_says_who_asks(phone: Any, driver: AppDriver) -> None:
    ask(phone, CAMERA)
    assert phone.top == "GrantPermissionsActivity"
    assert driver.text("permission_message") == "Allow Sample to take pictures and record video?"
    names = [e.resource_name for e in phone.ui_elements() if e.is_clickable]
    assert names == [
        ID + "permission_allow_foreground_only_button",
        ID + "permission_allow_one_time_button",
        ID + "permission_deny_button",
    ]
    assert not driver.shows("name")  # it is modal
    shown = phone.system.activities.visible()
    assert [record.package for record in shown][0] == "com.sample"


def test_allowing(phone: Any, driver: AppDriver, log: list[Any]) -> None:
    ask(phone, CAMERA)
    driver.tap("While using the app")
    assert phone.system.packages.granted("com.sample", CAMERA)
    assert log[-1] == ("Second", "permission", "why", "True") or (
        "Second", "permission", "why", "True") in log  # fmt: skip
    assert phone.top == "Second"


def test_a_group_is_given_as_a_whole(phone: Any, driver: AppDriver) -> None:
    ask(phone, CONTACTS)
    driver.tap("permission_allow_button")
    assert phone.system.packages.granted("com.sample", CONTACTS)
    assert phone.system.packages.granted("com.sample", WRITE_CONTACTS)
    assert not phone.system.packages.granted("com.sample", CAMERA)


def test_denying_twice_is_for_good(phone: Any, driver: AppDriver, log: list[Any]) -> None:
    page = ask(phone, CAMERA)
    driver.tap("permission_deny_button")
    assert ("Second", "permission", "why", "False") in log
    log.clear()
    page.request_permission(CAMERA)
    driver.tap("permission_deny_and_dont_ask_again_button")
    log.clear()
    page.request_permission(CAMERA)
    assert phone.top == "Second" and ("Second", "permission", "None", "False") in log


def test_back_is_no_answer(phone: Any, driver: AppDriver) -> None:
    page = ask(phone, CAMERA)
    driver.press("BACK")
    assert phone.top == "Second" and not phone.system.packages.granted("com.sample", CAMERA)
    page.request_permission(CAMERA)
    assert phone.top == "GrantPermissionsActivity"


def test_a_touch_outside_is_none_either(phone: Any) -> None:
    ask(phone, CAMERA)
    phone.tap(200, 80)
    assert phone.top == "GrantPermissionsActivity"


def test_what_is_held_is_not_asked_for(phone: Any, log: list[Any]) -> None:
    phone.system.packages.grant("com.sample", CAMERA)
    ask(phone, CAMERA)
    assert phone.top == "Second" and ("Second", "permission", "why", "True") in log


@pytest.mark.parametrize("precise", [True, False])
def test_location_can_be_approximate(phone: Any, driver: AppDriver, precise: bool) -> None:
    fine, coarse = (f"android.permission.ACCESS_{name}_LOCATION" for name in ("FINE", "COARSE"))
    ask(phone, fine)
    assert driver.find("Precise").is_checked
    if not precise:
        driver.tap("Approximate")
        assert driver.find("Approximate").is_checked
    driver.tap("Only this time")
    assert phone.system.packages.granted("com.sample", coarse)
    assert phone.system.packages.granted("com.sample", fine) is precise


def test_who_asks_for_the_approximate_location_gets_no_more(phone: Any, driver: AppDriver) -> None:
    fine, coarse = (f"android.permission.ACCESS_{name}_LOCATION" for name in ("FINE", "COARSE"))
    ask(phone, coarse)
    assert not driver.shows("Precise")
    driver.tap("While using the app")
    assert phone.system.packages.granted("com.sample", coarse)
    assert not phone.system.packages.granted("com.sample", fine)
