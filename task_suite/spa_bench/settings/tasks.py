"""SPA-Bench's tasks of Settings: screen timeout, dark theme, notification history."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, ClassVar, Final

from android_gym.errors import OptionError
from android_gym.task_suite.spa_bench.live import LiveTask, shows
from android_gym.task_suite.task import NearMiss, Params, Stage
from android_gym.task_suite.touches import Setting, Touch
from android_gym.trace import EpisodeTrace, ScreenState

if TYPE_CHECKING:
    import numpy as np

    from android_gym.devices.device import Device

__all__ = ["CheckTimeout", "TimeoutFive", "TimeoutTenAndDark", "TurnOnHistory"]

_PACKAGE: Final = "com.android.settings"
_TIMEOUT: Final = Setting("system", "screen_off_timeout")
_DARK: Final = Setting("secure", "ui_night_mode")
_HISTORY: Final = Setting("secure", "notification_history_enabled")

_OFFERED: Final[Mapping[int, str]] = {
    15_000: "15 seconds",
    30_000: "30 seconds",
    60_000: "1 minute",
    120_000: "2 minutes",
    1_800_000: "30 minutes",
}
"""Timeouts that the page offers and no goal asks for, in milliseconds."""

_NIGHT: Final = "2"
"""`UiModeManager.MODE_NIGHT_YES`."""


def _timeout(device: Device) -> str | None:
    return device.get_setting("system", "screen_off_timeout")


class _TimeoutTask(LiveTask):
    """A task that begins with some timeout."""

    apps = ("Settings",)

    def sample(self, rng: np.random.Generator) -> Params:
        """Draw the timeout that is there at the start, in milliseconds."""
        return {"timeout_ms": sorted(_OFFERED)[int(rng.integers(len(_OFFERED)))]}

    def check(self, params: Mapping[str, object]) -> None:
        """Refuse a timeout that the page does not offer.

        Raises:
            OptionError: If it is another.
        """
        super().check(params)
        if params["timeout_ms"] not in _OFFERED:
            raise OptionError(
                f"'timeout_ms' must be one of {sorted(_OFFERED)}, got {params['timeout_ms']!r}."
            )

    def setup(self, device: Device, params: Params) -> None:
        """Set the timeout."""
        device.put_setting("system", "screen_off_timeout", params["timeout_ms"])


def _told(screen: ScreenState, params: Params) -> bool:
    """Return True if Settings tells the timeout: below its row, or as a choice of its page."""
    if screen.package != _PACKAGE:
        return False
    texts = tuple(screen.texts)
    wanted = _OFFERED[params["timeout_ms"]]
    return "Screen timeout" in texts and any(
        text == wanted or text == f"After {wanted} of inactivity" for text in texts
    )


class CheckTimeout(_TimeoutTask):
    """Look at the screen timeout."""

    uid = "ENG/settings_0"
    rewordings = (
        "Look up what the screen timeout is set to now.",
        "Go and see after what time the screen turns off.",
        "In Settings, find out the present screen timeout.",
        "Please check how long the screen stays on: its timeout.",
    )

    def judge(self, trace: EpisodeTrace, params: Params) -> float:
        """1.0 once Settings has shown the timeout."""
        return shows(trace, params, _told)

    def success(self, device: Device, params: Params, answer: str | None) -> float:
        """1.0 if the timeout is unchanged."""
        return float(_timeout(device) == str(params["timeout_ms"]))

    def near_misses(self, params: Params) -> Mapping[str, NearMiss]:
        """Settings that are opened, and another page of them."""

        def opens(page: str) -> NearMiss:
            def act(device: Device) -> None:
                device.shell(f"am start -W -a android.settings.{page}")

            return act

        def reads(device: Device) -> None:
            device.get_setting("system", "screen_off_timeout")

        return {
            "the first page only": opens("SETTINGS"),
            "the sound": opens("SOUND_SETTINGS"),
            "read over adb": reads,
        }


class TimeoutFive(_TimeoutTask):
    """Set the screen timeout to five minutes."""

    uid = "ENG/settings_1"
    rewordings = (
        "See what the screen timeout is, then make it 5 minutes.",
        "Have a look at the screen timeout and change it to 5 minutes.",
        "The screen should turn off after 5 minutes. Check its timeout first.",
        "Check the screen timeout of this phone and choose 5 minutes for it.",
    )

    def touches(self, params: Params) -> Sequence[Touch]:
        """Return the timeout."""
        return [_TIMEOUT]

    def success(self, device: Device, params: Params, answer: str | None) -> float:
        """1.0 if the timeout is five minutes."""
        return float(_timeout(device) == "300000")

    def near_misses(self, params: Params) -> Mapping[str, NearMiss]:
        """Other timeouts, and another setting beside."""
        return {
            "ten minutes": _puts(600_000),
            "five seconds": _puts(5_000),
            "in seconds": _puts(300),
            "dark theme too": _puts(300_000, dark=True),
        }


def _puts(timeout_ms: int | None, *, dark: bool = False) -> NearMiss:
    def act(device: Device) -> None:
        if timeout_ms is not None:
            device.put_setting("system", "screen_off_timeout", timeout_ms)
        if dark:
            device.shell("cmd uimode night yes")

    return act


class TimeoutTenAndDark(_TimeoutTask):
    """Set the screen timeout to ten minutes, then turn the dark theme on."""

    uid = "ENG/settings_2"
    rewordings = (
        "See what the screen timeout is and make it 10 minutes. Then switch to the dark theme.",
        "Look at the screen timeout, change it to 10 minutes, and then turn on the dark theme.",
        "First check the screen timeout and choose 10 minutes; then enable dark theme.",
        "Set the screen to turn off after 10 minutes, once you have checked its timeout. Then put "
        "the phone into dark theme.",
    )

    def setup(self, device: Device, params: Params) -> None:
        """Set the timeout, and the light theme."""
        super().setup(device, params)
        device.shell("cmd uimode night no")

    def touches(self, params: Params) -> Sequence[Touch]:
        """Return the timeout and the theme."""
        return [_TIMEOUT, _DARK]

    def stages(self, params: Params) -> Sequence[Stage]:
        """Return the timeout, then the theme."""
        return [lambda device: _timeout(device) == "600000", _is_dark]

    def success(self, device: Device, params: Params, answer: str | None) -> float:
        """1.0 if the timeout is ten minutes and the theme is dark."""
        return float(_timeout(device) == "600000" and _is_dark(device))

    def progress(self, device: Device, params: Params) -> float:
        """Half for each of both."""
        return (float(_timeout(device) == "600000") + float(_is_dark(device))) / 2

    def near_misses(self, params: Params) -> Mapping[str, NearMiss]:
        """One of both, and another timeout."""
        return {
            "the timeout only": _puts(600_000),
            "the theme only": _puts(None, dark=True),
            "five minutes": _puts(300_000, dark=True),
        }


def _is_dark(device: Device) -> bool:
    return device.get_setting("secure", "ui_night_mode") == _NIGHT


class TurnOnHistory(LiveTask):
    """Turn the notification history on."""

    uid = "ENG/settings_3"
    apps: ClassVar[tuple[str, ...]] = ("Settings",)
    rewordings = (
        "In the notification settings, enable Notification History.",
        "Turn on Notification History; it is found in the settings for notifications.",
        "Go to the settings of notifications and switch their history on.",
        "Have the phone keep a Notification History. Its switch is in the notification settings.",
    )

    def setup(self, device: Device, params: Params) -> None:
        """Turn it off."""
        device.put_setting("secure", "notification_history_enabled", 0)

    def touches(self, params: Params) -> Sequence[Touch]:
        """Return its setting."""
        return [_HISTORY]

    def success(self, device: Device, params: Params, answer: str | None) -> float:
        """1.0 if the notification history is on."""
        return float(device.get_setting("secure", "notification_history_enabled") == "1")

    def near_misses(self, params: Params) -> Mapping[str, NearMiss]:
        """Its page without the switch, and other switches."""

        def opens(device: Device) -> None:
            device.shell("am start -W -a android.settings.NOTIFICATION_HISTORY")

        def puts(key: str, also: bool = False) -> NearMiss:
            def act(device: Device) -> None:
                device.put_setting("secure", key, 0)
                if also:
                    device.put_setting("secure", "notification_history_enabled", 1)

            return act

        return {
            "its page only": opens,
            "snoozing instead": puts("show_notification_snooze"),
            "bubbles off too": puts("notification_bubbles", also=True),
        }
