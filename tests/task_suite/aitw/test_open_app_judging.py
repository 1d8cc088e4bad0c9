"""Rules of opening apps at their thresholds."""

from __future__ import annotations

import pytest

from android_gym.task_suite.suite import tasks

SMS, CALENDAR, CLOCK, DOWNLOADS = (tasks("AITW")[f"General-{n}"]() for n in (157, 160, 165, 168))
PARAMS = {"front": ""}
FOLDER = (
    "am start -W -a android.intent.action.VIEW -t vnd.android.document/directory -d "
    "content://com.android.externalstorage.documents/document/primary%3A{} && sleep 1"
)

CHROMES_LIST = "org.chromium.chrome.browser.app.download.home.DownloadActivity"


@pytest.mark.parametrize(
    ("task", "package", "score"),
    [
        (CLOCK, "com.google.android.deskclock", 1.0),
        (CLOCK, "com.google.android.calculator", 0.0),
        (CALENDAR, "com.google.android.calendar", 1.0),
        (CALENDAR, "com.simplemobiletools.calendar.pro", 1.0),
        (CALENDAR, "com.google.android.deskclock", 0.0),
        (SMS, "com.simplemobiletools.smsmessenger", 1.0),
        (SMS, "com.google.android.apps.messaging", 0.0),
    ],
)
def test_the_app_is_in_front(device, task, package, score):
    task.setup(device, PARAMS)
    assert task.success(device, PARAMS, None) == 0.0
    device.launch(package)
    assert task.success(device, PARAMS, None) == score
    device.shell("input keyevent KEYCODE_HOME")
    assert task.success(device, PARAMS, None) == 0.0


@pytest.mark.parametrize(
    "cover",
    [
        "cmd statusbar expand-notifications",
        "cmd statusbar expand-settings",
        "input keyevent --longpress KEYCODE_POWER",
    ],
)
@pytest.mark.parametrize(
    ("task", "intent"),
    [
        (CLOCK, "-a android.intent.action.SHOW_ALARMS"),
        (DOWNLOADS, f"-n com.android.chrome/{CHROMES_LIST}"),
    ],
)
def test_what_is_covered_is_not_in_front(device, task, intent, cover):
    device.shell(f"am start -W {intent} && sleep 1")
    assert task.success(device, PARAMS, None) == 1.0
    device.shell(f"{cover} && sleep 1")
    assert task.success(device, PARAMS, None) == 0.0


def test_the_app_that_the_phones_messages_go_to_counts(device):
    device.put_setting("secure", "sms_default_application", "com.google.android.apps.messaging")
    device.launch("com.google.android.apps.messaging")
    assert SMS.success(device, PARAMS, None) == 1.0
    assert CLOCK.success(device, PARAMS, None) == 0.0
    device.delete_setting("secure", "sms_default_application")
    assert SMS.success(device, PARAMS, None) == 0.0


def test_the_downloads(device):
    device.shell(FOLDER.format("DCIM"))
    assert DOWNLOADS.success(device, PARAMS, None) == 0.0
    device.shell(FOLDER.format("Download"))
    assert DOWNLOADS.success(device, PARAMS, None) == 1.0
    device.shell(f"{FOLDER.format('DCIM')}; am start -W -a android.intent.action.VIEW_DOWNLOADS")
    assert DOWNLOADS.success(device, PARAMS, None) == 1.0
    device.force_stop("com.google.android.documentsui")
    device.launch("com.google.android.documentsui")
    device.shell("sleep 1")
    assert DOWNLOADS.success(device, PARAMS, None) == 1.0
    device.shell("input keyevent KEYCODE_HOME && sleep 1")
    assert DOWNLOADS.success(device, PARAMS, None) == 0.0


def test_chromes_list_of_downloads_counts(device):
    device.shell(f"am start -W -n com.android.chrome/{CHROMES_LIST} && sleep 1")
    assert DOWNLOADS.success(device, PARAMS, None) == 1.0
    device.launch("com.android.chrome")
    assert DOWNLOADS.success(device, PARAMS, None) == 0.0
