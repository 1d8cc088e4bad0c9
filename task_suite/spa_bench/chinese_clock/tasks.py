"""SPA-Bench's Chinese tasks of Clock: an alarm that rings on Mondays."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, ClassVar, Final

from android_gym.errors import DeviceCommandError
from android_gym.task_suite.android_world.clock.alarms import HAS_USUAL_SOUND
from android_gym.task_suite.spa_bench.live import LiveTask, speak_chinese
from android_gym.task_suite.task import NearMiss, Params
from android_gym.task_suite.touches import Rows, Touch

if TYPE_CHECKING:
    from android_gym.devices.device import Device

__all__ = ["NamedMonday", "NamedMondayWithSound", "OnMonday"]

_CLOCK: Final = "com.google.android.deskclock"
_ALARMS: Final = f"/data/user_de/0/{_CLOCK}/databases/alarms.db"
_MONDAY, _TUESDAY, _WEEKDAYS = 1, 2, 31
"""Days as Clock keeps them: a bit for each, Monday's the lowest."""

_LABEL: Final = "一个闹钟"
_SOUND: Final = "Argon"
_SAME_SOUND: Final = "content://media/internal/audio/media/29?title=Cesium&canonical=1"


def _adds(
    days: int,
    label: str = "",
    sound: str | None = None,
    *,
    enabled: int = 1,
    vibrates: int = 1,
    times: int = 1,
) -> NearMiss:
    def act(device: Device) -> None:
        device.force_stop(_CLOCK)
        device.execute(
            _ALARMS,
            "INSERT INTO alarm_templates (hour, minutes, daysofweek, enabled, vibrate, label, "
            "ringtone, delete_after_use) VALUES (7, ?, ?, ?, ?, ?, ?, 0)",
            [(minute, days, enabled, vibrates, label, sound) for minute in range(times)],
        )

    return act


class _MondayTask(LiveTask):
    """A task that sets an alarm for Mondays.

    Attributes:
        label: Its name; "" for none.
        sound: Whether it has another sound than the default one.
    """

    apps = ("Clock",)
    label: ClassVar[str] = ""
    sound: ClassVar[bool] = False

    def setup(self, device: Device, params: Params) -> None:
        """Put the phone into Chinese."""
        speak_chinese(device)

    def touches(self, params: Params) -> Sequence[Touch]:
        """Return the new alarm. Clock's own, which are off, may be changed into it."""
        return [Rows("alarms", added=1, replaced=1)]

    def success(self, device: Device, params: Params, answer: str | None) -> float:
        """1.0 if there is an alarm for Mondays that is on, with the wanted name and sound.

        It vibrates, as a new one does.
        """
        sql = (
            f"SELECT ifnull(label, ''), {HAS_USUAL_SOUND} FROM alarm_templates WHERE enabled = 1 "
            "AND daysofweek = ? AND ifnull(ringtone, 'default') != '' AND vibrate"  # not silent
        )
        try:
            found = device.query(_ALARMS, f"{sql} LIMIT 50", (_MONDAY,))
        except DeviceCommandError:  # Clock's data has been cleared
            return 0.0
        return float(any(self._is_right(str(label), bool(usual)) for label, usual in found))

    def _is_right(self, label: str, usual_sound: bool) -> bool:
        return label.strip() == self.label and usual_sound != self.sound


class OnMonday(_MondayTask):
    """Set an alarm for Mondays."""

    uid = "CHN/deskclock_0"
    rewordings = (
        "请新建一个闹钟，让它每个星期一重复，然后停止操作",
        "添加一个每个星期一都会响的闹钟，然后停止操作",
        "我需要一个新的闹钟，重复日选星期一，设置好以后停止操作",
        "新建闹钟，重复设为每个星期一，完成后停止操作",
    )

    def near_misses(self, params: Params) -> Mapping[str, NearMiss]:
        """Other days, an alarm that is off, and one too many."""
        return {
            "on Tuesdays": _adds(_TUESDAY),
            "on weekdays": _adds(_WEEKDAYS),
            "once": _adds(0),
            "on Mondays and Tuesdays": _adds(_MONDAY | _TUESDAY),
            "switched off": _adds(_MONDAY, enabled=0),
            "silent": _adds(_MONDAY, sound=""),
            "with another sound": _adds(_MONDAY, sound=_SOUND),
            "without vibration": _adds(_MONDAY, vibrates=0),
            "with a name": _adds(_MONDAY, _LABEL),
            "two of them": _adds(_MONDAY, times=2),
        }


class NamedMonday(_MondayTask):
    """Set an alarm with a name for Mondays."""

    uid = "CHN/deskclock_1"
    label = _LABEL
    rewordings = (
        "请新建一个每个星期一重复的闹钟，把标签（备注）或闹钟名改为“一个闹钟”，然后停止操作",
        "添加一个名为“一个闹钟”的闹钟，每个星期一重复，然后停止操作",
        "我需要一个新的闹钟，重复日选星期一，标签（备注）或闹钟名写“一个闹钟”，设置好以后停止操作",
        "新建闹钟，每个星期一都响，标签（备注）或闹钟名是“一个闹钟”，完成后停止操作",
    )

    def near_misses(self, params: Params) -> Mapping[str, NearMiss]:
        """Without a name, other names, other days."""
        return {
            "without a name": _adds(_MONDAY),
            "another name": _adds(_MONDAY, "闹钟"),
            "a longer name": _adds(_MONDAY, f"{_LABEL}1"),
            "on Tuesdays": _adds(_TUESDAY, _LABEL),
            "switched off": _adds(_MONDAY, _LABEL, enabled=0),
            "two of them": _adds(_MONDAY, _LABEL, times=2),
        }


class NamedMondayWithSound(_MondayTask):
    """Set an alarm with a name and a sound of its own for Mondays."""

    uid = "CHN/deskclock_2"
    label = _LABEL
    sound = True
    rewordings = (
        "请新建一个每个星期一重复的闹钟，标签（备注）或闹钟名为“一个闹钟”，再换一个铃声音乐，保存闹钟",
        "添加一个名为“一个闹钟”的闹钟，每个星期一重复，给它换一个铃声音乐，然后保存",
        "我需要一个新的闹钟，重复日选星期一，标签（备注）或闹钟名写“一个闹钟”，铃声换成别的，保存闹钟",
        "新建闹钟，每个星期一都响，标签（备注）或闹钟名是“一个闹钟”，铃声音乐更换一个，保存好闹钟",
    )

    def near_misses(self, params: Params) -> Mapping[str, NearMiss]:
        """The default sound, silence, without a name, other days."""
        return {
            "the default sound": _adds(_MONDAY, _LABEL),
            "the same sound": _adds(_MONDAY, _LABEL, "Cesium"),
            "the same sound's file": _adds(_MONDAY, _LABEL, _SAME_SOUND),
            "silent": _adds(_MONDAY, _LABEL, ""),
            "without a name": _adds(_MONDAY, "", _SOUND),
            "on Tuesdays": _adds(_TUESDAY, _LABEL, _SOUND),
            "switched off": _adds(_MONDAY, _LABEL, _SOUND, enabled=0),
        }
