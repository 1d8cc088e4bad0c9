"""The phone's languages: how they are chosen, what they change, and the files that they are in."""

from __future__ import annotations

import re
from string import Formatter

import pytest

from android_gym.simulator.apps import discover
from android_gym.simulator.apps.settings.pages import PAGES
from android_gym.simulator.phone import Phone
from android_gym.simulator.system.locales import COMMON, LABELS, known, tables
from android_gym.testing.driver import AppDriver

SETTINGS = "com.android.settings"
CLOCK = "com.google.android.deskclock"


def speak(phone: Phone, tags: str = "zh-CN") -> None:
    phone.shell(f"settings put system system_locales '{tags}'")


def driver(package: str, tags: str = "zh-CN") -> AppDriver:
    phone = Phone()
    speak(phone, tags)
    return AppDriver(phone, package)


@pytest.mark.parametrize(
    ("tags", "spoken"),
    [
        ("zh-CN", "zh-CN"), ("zh-CN,en-US", "zh-CN"), ("zh_CN", "zh-CN"), ("zh", "zh-CN"),
        ("zh-Hans-SG", "zh-CN"), ("fr-FR,zh-CN", "zh-CN"), (" zh-CN , en-US", "zh-CN"),
        ("en-US,zh-CN", "en-US"), ("en-GB", "en-US"), ("zh-TW", "en-US"), ("zh-Hant-CN", "en-US"),
        ("fr-FR", "en-US"), ("", "en-US"), (",,", "en-US"), ("null", "en-US"), ("zhx", "en-US"),
        ("../../etc/passwd", "en-US"), ("zh-CN" * 900, "en-US"), ("\u4e2d\u6587", "en-US"),
        (",".join(["fr-FR"] * 40 + ["zh-CN"]), "en-US"), ("EN-US,zh-CN", "en-US"),
        ("zh-CN-u-nu-hanidec", "zh-CN"), ("zh-u-ca-buddhist", "zh-CN"),
        ("zh-Hant-u-nu-hans", "en-US"),
    ],
)  # fmt: skip
def test_the_first_language_with_texts_is_spoken(tags, spoken):
    phone = Phone(manifests=())
    speak(phone, tags)
    assert phone.system.locales.current == spoken


def test_the_property_follows_the_setting_and_a_restart_follows_the_property():
    phone = Phone()
    assert phone.shell("getprop persist.sys.locale").stdout == b"en-US\n"
    speak(phone, "zh-CN,en-US")
    assert phone.shell("getprop persist.sys.locale").stdout == b"zh-CN\n"
    phone.shell("setprop persist.sys.locale en-US")
    assert phone.system.locales.current == "zh-CN"  # what runs keeps its language
    phone.shell("reboot")
    assert phone.system.locales.current == "en-US"
    assert phone.shell("settings get system system_locales").stdout == b"en-US,zh-CN\n"
    phone.shell("setprop persist.sys.locale zh-CN")
    phone.shell("am broadcast -a android.intent.action.LOCALE_CHANGED")
    assert phone.system.locales.current == "zh-CN"
    phone.shell("settings delete system system_locales")
    assert phone.system.locales.current == "en-US"


@pytest.mark.parametrize("tags", ["x-" * 40, " ", "zh-CN;rm", ",", "zh-CN" * 9, "\u4e2d"])
def test_what_names_no_language_is_english_after_a_restart_too(tags):
    phone = Phone(manifests=())
    speak(phone)
    speak(phone, tags)
    assert phone.shell("getprop persist.sys.locale").stdout == b"en-US\n"
    phone.shell("reboot")
    assert phone.system.locales.current == "en-US"
    assert phone.system.locales.tags == tags  # a restart adds no language
    phone.shell(f"setprop persist.sys.locale '{tags}'; reboot")
    assert phone.system.locales.tags == tags


def test_open_screens_change_their_language_and_keep_their_state():
    app = driver(CLOCK, "en-US")
    app.start("com.android.deskclock.DeskClock")
    app.tap("Stopwatch")
    speak(app.phone)
    assert app.shows("秒表") and not app.shows("Stopwatch")
    before = app.phone.state.snapshot()
    speak(app.phone, "en-US")
    assert app.shows("Stopwatch") and not app.shows("秒表")
    app.phone.state.restore(before)
    assert app.shows("秒表")
    app.shell("settings put system user_rotation 1")
    app.shell("settings put system accelerometer_rotation 0")
    assert app.shows("秒表")


def test_what_users_write_stays_as_it_is():
    app = driver(CLOCK)
    app.start("com.android.deskclock.DeskClock")
    app.tap("闹钟")
    app.tap("展开闹钟")
    app.tap("添加标签")
    app.type("Clock")
    app.tap("确定")
    assert app.shows("Clock")
    app.shell("cmd notification post -t Settings tag 'Clear all'")
    app.shell("cmd statusbar expand-notifications")
    assert app.shows("Settings") and app.shows("Clear all")
    assert app.shows("全部清除")


def test_times_and_dates_are_those_of_the_language():
    app = driver("com.android.systemui")
    app.shell("cmd statusbar expand-notifications")
    assert app.find("clock").text == "15:34"  # CLDR: Chinese has 24 hours
    assert app.shows("10月15日周日")
    app.shell("settings put system time_12_24 12")
    assert app.find("clock").text == "3:34"
    assert app.find("clock").content_description == "下午3:34"


def test_apps_are_called_by_their_names_in_the_language():
    app = driver("com.google.android.apps.nexuslauncher")
    app.press("HOME")
    app.phone.swipe(540, 1800, 540, 600)
    app.phone.advance(600)
    assert app.shows("时钟") and app.shows("设置") and app.shows("Markor")
    assert "Clock" not in app.texts()


def test_toasts_and_notifications_are_told_in_the_language():
    app = driver(CLOCK)
    app.shell(
        "am start -a android.intent.action.SET_ALARM --ei android.intent.extra.alarm.HOUR 16 "
        "--ei android.intent.extra.alarm.MINUTES 0 --ez android.intent.extra.alarm.SKIP_UI true"
    )
    app.phone.advance(1000)
    (notification,) = app.phone.system.notifications.active()
    assert notification.title == "即将响铃的闹钟"
    assert notification.text == "周日 16:00"
    assert [action.title for action in notification.actions] == ["关闭"]
    app.start("com.android.deskclock.DeskClock")
    app.tap("闹钟")
    app.tap("onoff")
    assert app.shows(re.compile("闹钟已设为从现在起.*后响铃。"))
    app.shell(f"am start -n {SETTINGS}/.Settings\\$MyDeviceInfoActivity")
    app.scroll_to("版本号")
    app.tap("版本号")
    assert app.phone.system.status_bar.toast[1] == "您已处于开发者模式，无需进行此操作。"


# -- the files


@pytest.mark.parametrize("tag", known())
def test_translations_name_apps_of_the_phone_and_fill_in_what_the_texts_do(tag):
    packages = {manifest.package for manifest in discover()} | {"android"}
    for name, texts in tables(tag).items():
        assert name in packages | {COMMON, LABELS}, name
        if name == LABELS:
            assert set(texts) <= packages
            continue
        for english, entry in texts.items():
            for form in [entry] if isinstance(entry, str) else entry.values():
                assert _fields(form) <= _fields(english), (english, form)
                assert form, english


def _fields(template: str) -> set[str]:
    return {name for _, name, _, _ in Formatter().parse(template) if name}


@pytest.fixture(scope="module")
def chinese() -> Phone:
    phone = Phone(1080, 6000)
    speak(phone)
    phone.shell("settings put global development_settings_enabled 1")
    return phone


_NAMES = re.compile(
    r"\b(Android|APN|Audio|B|Beta|Cesium|Chrome|DNS|Exchange|Flutey|GHz|Gboard|GMT|Google|GPS|ADB|ADT"
    r"|GB|ID|IMAP|IMEI|IP|kB|LTE|MAC|MB|Mbps|One|Phone|PIN|Pixie|Dust|Play|POP3|QWERTY|RTL|SIM|SSID"
    r"|T-Mobile|TalkBack|TTS|US|USB|UTC|VPN|WebView|Wi|WLAN|WPA[0-9]?|dp|x)\b"
)
"""Names and abbreviations that Chinese leaves as they are."""

_OWN = {
    "languages:AddLanguage",
    "device:About",
    "device:AndroidVersion",
    "device:SimStatus",
    "privacy:Ads",
}
"""Pages of names and numbers that are in no language."""


@pytest.mark.rotating
@pytest.mark.parametrize(
    "page", [page for page in PAGES if page.screen not in _OWN], ids=lambda page: page.screen
)
def test_no_page_of_settings_has_english_left(chinese, page):
    data = "--es package com.google.android.deskclock"
    chinese.shell(
        f"am start -n {SETTINGS}/.SubSettings "
        f"--es :settings:show_fragment {page.fragment_class} {data}"
    )
    chinese.advance(500)
    names = {m.label for m in discover()} | {"AndroidWifi", "AndroidAP", "Android_4c1f"}
    names |= {"sdk_gphone64_x86_64", "epc.tmobile.com", "ranchu", "SMS Messenger", "Keep 记事"}
    left = []
    for element in chinese.ui_elements():
        for text in (element.text, element.content_description):
            if element.package_name == SETTINGS and text and text not in names:
                rest = _NAMES.sub("", re.sub("|".join(map(re.escape, names)), "", text))
                if re.search("[A-Za-z]{2}", rest):
                    left.append(text)
    chinese.shell(f"am force-stop {SETTINGS}")
    assert not left
