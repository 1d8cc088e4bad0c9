"""Demonstrations of SPA-Bench's Chinese tasks of Clock."""

from __future__ import annotations

from functools import partial

from android_gym.task_suite.demonstrations.script import Screen, Script, Steps

__all__ = ["SCRIPTS", "add_alarm", "on_monday", "open_alarms"]


def open_alarms(screen: Screen) -> Steps:
    """Open Clock and its tab of alarms."""
    yield from screen.open_app("Clock")
    yield from screen.wait_for(description="闹钟")
    yield from screen.tap_on(description="闹钟")


def add_alarm(screen: Screen, day: str = "星期一") -> Steps:
    """Add an alarm at the time that is offered, and have it repeat on a day."""
    yield from screen.tap_on(description="添加闹钟")
    yield from screen.wait_for(text="选择时间")
    yield from screen.tap_on(text="确定")
    yield from screen.wait_while(text="选择时间")
    yield from screen.scroll_to(description=day)
    yield from screen.tap_on(description=day)


def name(screen: Screen, label: str = "一个闹钟") -> Steps:
    """Name the alarm whose card is open."""
    yield from screen.tap_on(text="添加标签")
    yield from screen.wait_for(text="确定")
    yield from screen.type(label)
    yield from screen.tap_on(text="确定")
    yield from screen.wait_while(text="确定")


def choose_sound(screen: Screen, sound: str = "Argon") -> Steps:
    """Choose another sound for the alarm whose card is open."""
    yield from screen.tap_on(text="默认（Cesium）")
    yield from screen.wait_for(text="设备提示音")
    yield from screen.tap_on(text=sound)
    yield from screen.back()


def on_monday(screen: Screen, *, named: bool = False, sound: bool = False) -> Steps:
    """Add an alarm for Mondays, with a name and a sound where they are asked for."""
    yield from open_alarms(screen)
    yield from add_alarm(screen)
    if named:
        yield from name(screen)
    if sound:
        yield from choose_sound(screen)


SCRIPTS: dict[str, Script] = {
    "CHN-deskclock-0": on_monday,
    "CHN-deskclock-1": partial(on_monday, named=True),
    "CHN-deskclock-2": partial(on_monday, named=True, sound=True),
}
