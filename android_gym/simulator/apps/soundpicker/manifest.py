"""The sound picker's manifest."""

from android_gym.simulator.system.packages import ActivityInfo, IntentFilter, platform_app

MANIFEST = platform_app(
    package="com.android.soundpicker",
    label="Sounds",
    activities=(
        ActivityInfo(
            name="com.android.soundpicker.RingtonePickerActivity",
            screen="screens:RingtonePickerActivity",
            translucent=True,
            exclude_from_recents=True,
            filters=(IntentFilter(("android.intent.action.RINGTONE_PICKER",)),),
        ),
    ),
)
