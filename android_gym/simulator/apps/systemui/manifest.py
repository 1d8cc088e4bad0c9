"""What SystemUI declares."""

from android_gym.simulator.system.packages import Manifest, WindowInfo

MANIFEST = Manifest(
    package="com.android.systemui",
    label="System UI",
    version_name="13",
    version_code=33,
    system=True,
    windows=(
        WindowInfo("StatusBar", "bars:StatusBar"),
        WindowInfo("NavigationBar", "bars:NavigationBar"),
        WindowInfo("NotificationShade", "shade:NotificationShade"),
        WindowInfo("BrightnessDialog", "dialogs:BrightnessDialog"),
        WindowInfo("InternetDialog", "dialogs:InternetDialog"),
        WindowInfo("GlobalActions", "dialogs:GlobalActions"),
        WindowInfo("Toast", "toasts:Toast"),
    ),
)
