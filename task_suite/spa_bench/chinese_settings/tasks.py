"""SPA-Bench's Chinese tasks of Settings: developer options, and the memory that apps use.

The goals name menus of another maker's phone ("系统与更新"); Android's own way there counts, by
System and Developer options. They only ask to look, so screens are judged.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Final

from android_gym.task_suite.spa_bench.live import LiveTask, shows, speak_chinese
from android_gym.task_suite.task import NearMiss, Params
from android_gym.trace import EpisodeTrace, ScreenState

if TYPE_CHECKING:
    from android_gym.devices.device import Device

__all__ = ["DeveloperOptions", "MemoryOfADay", "MemoryOfTwoApps"]

_PACKAGE: Final = "com.android.settings"
_SUMMARY: Final = "applications.ProcessStatsSummary"
_APPS: Final = "applications.ProcessStatsUi"
_APP: Final = "applications.ProcessStatsDetail"


def _opens(*pages: tuple[str, str]) -> NearMiss:
    """Open pages of Settings one after the other: class of a fragment, and its extras."""

    def act(device: Device) -> None:
        for fragment, extras in pages:
            device.shell(
                f"am start -W -n {_PACKAGE}/.SubSettings "
                f"--es :settings:show_fragment {_PACKAGE}.{fragment} {extras}"
            )

    return act


def _starts(action: str) -> NearMiss:
    def act(device: Device) -> None:
        device.shell(f"am start -W -a android.settings.{action}")

    return act


def _is_developer_page(screen: ScreenState, params: Params) -> bool:
    return screen.package == _PACKAGE and "使用开发者选项" in screen.texts


def _is_list_of_a_day(screen: ScreenState, params: Params) -> bool:
    """Return True for the list of apps, with a day chosen; the page before it tells how it goes."""
    texts = set(screen.texts)
    return (
        screen.package == _PACKAGE and {"应用的内存用量", "1 天"} <= texts and "性能" not in texts
    )


def _app_of(screen: ScreenState) -> str:
    """Return the app whose memory a screen tells in detail, "" for none."""
    if screen.package != _PACKAGE or not {"详细信息", "平均内存使用量"} <= set(screen.texts):
        return ""
    names = (
        element.text or ""
        for element in screen.elements
        if (element.resource_name or "").endswith("id/entity_header_title")
    )
    return next(names, "")


class _LookTask(LiveTask):
    """A task that only looks."""

    apps = ("Settings",)

    def setup(self, device: Device, params: Params) -> None:
        """Put the phone into Chinese, with developer options."""
        speak_chinese(device)
        device.put_setting("global", "development_settings_enabled", 1)

    def success(self, device: Device, params: Params, answer: str | None) -> float:
        """1.0 in any state: what counts is that the page was shown during the episode."""
        return 1.0


class DeveloperOptions(_LookTask):
    """Look at the developer options."""

    uid = "CHN/settings_0"
    rewordings = (
        "打开设置里的“系统与更新”，再打开开发者选项",
        "请进入开发者选项，它在“系统与更新”里面",
        "在“系统与更新”中找到开发者选项并打开",
        "我想看看开发者选项，请从“系统与更新”进去",
    )

    def judge(self, trace: EpisodeTrace, params: Params) -> float:
        """1.0 once the page has been on the screen."""
        return shows(trace, params, _is_developer_page)

    def near_misses(self, params: Params) -> Mapping[str, NearMiss]:
        """The pages before it, and another one."""
        return {
            "the first page only": _starts("SETTINGS"),
            "System only": _opens(("system.SystemDashboardFragment", "")),
            "the memory at once": _opens((_SUMMARY, "")),
            "read over adb": lambda device: _read(device),
        }


def _read(device: Device) -> None:
    device.get_setting("global", "development_settings_enabled")


class MemoryOfADay(_LookTask):
    """Look at the memory that apps have used in a day."""

    uid = "CHN/settings_1"
    rewordings = (
        "打开“系统与更新”里的开发者选项，在内存里选择1天，然后查看各个应用的内存使用量",
        "请在开发者选项的内存页面把时长改为1天，再看看各个应用用了多少内存。开发者选项在“系统与更新”里",
        "我想知道1天之内各个应用的内存使用量：“系统与更新”，开发者选项，内存",
        "从“系统与更新”进入开发者选项，打开内存，选1天，查看每个应用的内存使用量",
    )

    def judge(self, trace: EpisodeTrace, params: Params) -> float:
        """1.0 once the list of apps has been on the screen with a day chosen."""
        return shows(trace, params, _is_list_of_a_day)

    def near_misses(self, params: Params) -> Mapping[str, NearMiss]:
        """Other spans, and the page before."""
        return {
            "three hours": _opens((_APPS, "--es duration 0")),
            "twelve hours": _opens((_APPS, "--es duration 2")),
            "the page before": _opens((_SUMMARY, "--es duration 3")),
            "an app at once": _opens((_APP, "--es package com.android.systemui")),
        }


class MemoryOfTwoApps(_LookTask):
    """Look at the memory of apps in a day, then at that of two of them."""

    uid = "CHN/settings_2"
    rewordings = (
        "打开“系统与更新”里的开发者选项，在内存里选择1天，查看各个应用的内存使用量，再分别打开其中两个应用看看",
        "请在开发者选项的内存页面把时长改为1天，看各个应用的内存使用量，然后分别进入两个应用的页面。开发者选项在“系统与更新”里",
        "我想知道1天之内各个应用的内存使用量，还要分别看其中两个应用：“系统与更新”，开发者选项，内存",
        "从“系统与更新”进入开发者选项，打开内存，选1天，查看每个应用的内存使用量，再分别查看其中两个应用的内存使用量",
    )

    def judge(self, trace: EpisodeTrace, params: Params) -> float:
        """1.0 once two apps have been looked at, after the list with a day chosen."""
        screens = iter(trace.screens)
        listed = any(_is_list_of_a_day(screen, params) for screen in screens)
        return float(listed and len(set(_apps_on(screens))) >= 2)

    def near_misses(self, params: Params) -> Mapping[str, NearMiss]:
        """The list only, and an app without it."""
        return {
            "the list only": _opens((_APPS, "--es duration 3")),
            "another span": _opens((_APPS, "--es duration 1")),
            "one app only": _opens((_APP, "--es package com.android.settings")),
        }


def _apps_on(screens: Iterator[ScreenState]) -> Iterator[str]:
    return filter(None, map(_app_of, screens))
