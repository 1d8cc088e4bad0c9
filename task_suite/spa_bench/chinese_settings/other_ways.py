"""Second ways through SPA-Bench's Chinese tasks of Settings: by detours."""

from __future__ import annotations

from android_gym.task_suite.demonstrations.script import Screen, Script, Steps
from android_gym.task_suite.spa_bench.chinese_settings.demonstrations import (
    open_developer_options,
)

__all__ = ["SCRIPTS"]


def by_display(screen: Screen) -> Steps:
    """Look at Display first."""
    yield from screen.open_app("Settings")
    yield from screen.tap_on(text="显示")
    yield from screen.back()
    yield from open_developer_options(screen)


def list_first(screen: Screen) -> Steps:
    """Open the list with three hours, and choose the day there."""
    yield from open_developer_options(screen)
    yield from screen.tap_on(text="内存")
    yield from screen.tap_on(text="应用的内存用量")
    yield from screen.wait_while(text="性能")
    for before, span in (("3 小时", "12 小时"), ("12 小时", "1 天")):
        yield from screen.tap_on(text=before)
        yield from screen.tap_on(text=span)
        yield from screen.wait_while(text=before)


def two_others(screen: Screen) -> Steps:
    """Open an app twice, then another one."""
    yield from list_first(screen)
    for app in ("Pixel Launcher", "Pixel Launcher", "设置"):
        yield from screen.tap_on(text=app)
        yield from screen.wait_for(text="详细信息")
        yield from screen.back()


SCRIPTS: dict[str, Script] = {
    "CHN-settings-0": by_display,
    "CHN-settings-1": list_first,
    "CHN-settings-2": two_others,
}
