"""Rules of SPA-Bench's Chinese tasks of Settings at their thresholds."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from android_gym.accessibility import UIElement
from android_gym.devices.simulated import SimulatedDevice
from android_gym.task_suite.spa_bench.chinese_settings.tasks import (
    DeveloperOptions,
    MemoryOfADay,
    MemoryOfTwoApps,
)
from android_gym.trace import EpisodeTrace, ScreenState, TraceStep

SETTINGS = "com.android.settings"
HEADER = f"{SETTINGS}:id/entity_header_title"

LIST = ("应用的内存用量", "1 天")
DETAIL = ("详细信息", "平均内存使用量")


@pytest.fixture(scope="module")
def phone() -> Iterator[SimulatedDevice]:
    device = SimulatedDevice()
    yield device
    device.close()


@pytest.fixture
def device(phone: SimulatedDevice) -> SimulatedDevice:
    phone.restore()
    return phone


def screen(*texts: str, package: str = SETTINGS, app: str = "") -> ScreenState:
    elements = [UIElement(text=text) for text in texts]
    if app:
        elements.append(UIElement(text=app, resource_name=HEADER))
    return ScreenState(0, (1080, 2400), f"{package}/.SubSettings", tuple(elements))


def trace(*screens: ScreenState) -> EpisodeTrace:
    first, *rest = screens
    return EpisodeTrace("t", "g", first, tuple(TraceStep((), each) for each in rest))


def details(app: str) -> ScreenState:
    return screen(*DETAIL, app=app)


@pytest.mark.parametrize(
    ("task", "screens", "score"),
    [
        (DeveloperOptions, [screen("使用开发者选项")], 1),
        (DeveloperOptions, [screen("开发者选项")], 0),
        (DeveloperOptions, [screen("使用开发者选项", package="com.other")], 0),
        (MemoryOfADay, [screen(*LIST)], 1),
        (MemoryOfADay, [screen("应用的内存用量", "12 小时")], 0),
        (MemoryOfADay, [screen(*LIST, "性能")], 0),
        (MemoryOfADay, [screen(*LIST, package="com.other")], 0),
        (MemoryOfTwoApps, [screen(*LIST), details("设置"), screen(*LIST), details("时钟")], 1),
        (MemoryOfTwoApps, [screen(*LIST), details("设置"), screen(*LIST), details("设置")], 0),
        (MemoryOfTwoApps, [screen(*LIST), details("设置")], 0),
        (MemoryOfTwoApps, [details("设置"), details("时钟"), screen(*LIST)], 0),
        (MemoryOfTwoApps, [details("设置"), screen(*LIST), details("时钟")], 0),
        (MemoryOfTwoApps, [details("设置"), details("时钟")], 0),
        (MemoryOfTwoApps, [screen(*LIST), screen(app="设置"), screen(app="时钟")], 0),
    ],
)
def test_what_has_been_seen(task, screens, score):
    assert task().judge(trace(*screens), {}) == score


def test_the_phone_is_put_into_chinese(device):
    DeveloperOptions().setup(device, {})
    assert DeveloperOptions().success(device, {}, None) == 1.0, "its judge tells the rest"
    assert device.shell("getprop persist.sys.locale").strip() == "zh-CN"
