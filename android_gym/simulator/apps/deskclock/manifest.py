"""Clock's manifest."""

from android_gym.simulator.system.intents import Intent
from android_gym.simulator.system.packages import (
    LAUNCHER_FILTER,
    ActivityInfo,
    IntentFilter,
    Manifest,
    ReceiverInfo,
    ShortcutInfo,
)

TIME_CHANGED = ("android.intent.action.TIME_SET", "android.intent.action.TIMEZONE_CHANGED")

MANIFEST = Manifest(
    package="com.google.android.deskclock",
    label="Clock",
    version_name="7.3 (466604746)",
    version_code=73001466,
    min_sdk=26,
    system=True,
    icon=("#E8F0FE", "clock", "#1A73E8"),
    shortcuts=(
        ShortcutInfo("alarm", "New alarm", "alarm", Intent("android.intent.action.SET_ALARM")),
        ShortcutInfo("timer", "New timer", "timer_sand", Intent("android.intent.action.SET_TIMER")),
    ),
    activities=(
        ActivityInfo(
            name="com.android.deskclock.DeskClock",
            screen="screens.main:DeskClock",
            filters=(LAUNCHER_FILTER,),
            launch_mode="singleTask",
        ),
        ActivityInfo(
            name="com.android.deskclock.HandleApiCalls",
            screen="screens.api:HandleApiCalls",
            filters=(
                IntentFilter(
                    (
                        "android.intent.action.SET_ALARM",
                        "android.intent.action.SET_TIMER",
                        "android.intent.action.SHOW_ALARMS",
                        "android.intent.action.SHOW_TIMERS",
                        "android.intent.action.DISMISS_ALARM",
                        "android.intent.action.SNOOZE_ALARM",
                        "android.intent.action.DISMISS_TIMER",
                    )
                ),
            ),
            exclude_from_recents=True,
            translucent=True,
        ),
        ActivityInfo(
            "com.android.deskclock.alarms.AlarmActivity",
            "screens.ringing:AlarmActivity",
            show_when_locked=True,
        ),
        ActivityInfo(
            "com.android.deskclock.timer.ExpiredTimersActivity",
            "screens.expired:ExpiredTimersActivity",
            exported=False,
            exclude_from_recents=True,
            show_when_locked=True,
        ),
        ActivityInfo("com.android.deskclock.CitySelectionActivity", "screens.cities:CitySelection"),
        ActivityInfo(
            "com.android.deskclock.settings.SettingsActivity", "screens.settings:Settings"
        ),
        ActivityInfo(
            "com.android.deskclock.ringtone.RingtonePickerActivity", "screens.ringtones:Picker"
        ),
        ActivityInfo("com.android.deskclock.ScreensaverActivity", "screens.ringing:Screensaver"),
    ),
    receivers=(
        ReceiverInfo(
            name="com.android.deskclock.AlarmReceiver",
            handler="receivers:receive",
            filters=(IntentFilter(TIME_CHANGED, ()),),
        ),
    ),
    install="storage:install",
    device_protected=True,
)
