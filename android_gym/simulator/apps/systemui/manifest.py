"""What SystemUI declares."""

from android_gym.simulator.system.packages import (
    CATEGORY_DEFAULT,
    ActivityInfo,
    IntentFilter,
    Manifest,
    WindowInfo,
)

MANIFEST = Manifest(
    package="com.android.systemui",
    label="System UI",
    version_name="13",
    version_code=33,
    system=True,
    activities=(
        ActivityInfo(
            name=".settings.brightness.BrightnessDialog",
            screen="dialogs:BrightnessDialogActivity",
            translucent=True,
            exclude_from_recents=True,
            filters=(
                IntentFilter(
                    ("com.android.intent.action.SHOW_BRIGHTNESS_DIALOG",), (CATEGORY_DEFAULT,)
                ),
            ),
        ),
    ),
    windows=(
        WindowInfo("StatusBar", "bars:StatusBar"),
        WindowInfo("NavigationBar", "bars:NavigationBar"),
        WindowInfo("HeadsUp", "notices:HeadsUp"),
        WindowInfo("NotificationShade", "shade:NotificationShade"),
        WindowInfo("BrightnessDialog", "dialogs:BrightnessDialog"),
        WindowInfo("InternetDialog", "dialogs:InternetDialog"),
        WindowInfo("GlobalActions", "dialogs:GlobalActions"),
        WindowInfo("Toast", "toasts:Toast"),
    ),
)
