"""Demonstrations of SPA-Bench's Chinese tasks of Settings."""

from __future__ import annotations

from android_gym.task_suite.demonstrations.script import Screen, Script, Steps

__all__ = ["SCRIPTS", "open_developer_options"]


def open_developer_options(screen: Screen) -> Steps:
    """Settings > System > Developer options."""
    yield from screen.open_app("Settings")
    yield from screen.tap_on(text="系统")
    yield from screen.tap_on(text="开发者选项")
    yield from screen.wait_for(text="使用开发者选项")


def choose_a_day(screen: Screen) -> Steps:
    """Memory, a day in place of three hours, and the list of apps."""
    yield from open_developer_options(screen)
    yield from screen.tap_on(text="内存")
    yield from screen.tap_on(text="3 小时")
    yield from screen.tap_on(text="1 天")
    yield from screen.wait_while(text="3 小时")
    yield from screen.tap_on(text="应用的内存用量")
    yield from screen.wait_while(text="性能")


def look_at_two(screen: Screen) -> Steps:
    """Open two apps of the list."""
    yield from choose_a_day(screen)
    for app in ("设置", "系统界面"):
        yield from screen.tap_on(text=app)
        yield from screen.wait_for(text="详细信息")
        yield from screen.back()


SCRIPTS: dict[str, Script] = {
    "CHN-settings-0": open_developer_options,
    "CHN-settings-1": choose_a_day,
    "CHN-settings-2": look_at_two,
}
