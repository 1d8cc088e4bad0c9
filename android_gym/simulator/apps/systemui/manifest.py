"""SystemUI's manifest."""

from android_gym.simulator.system.packages import (
    ActivityInfo,
    IntentFilter,
    WindowInfo,
    platform_app,
)

MANIFEST = platform_app(
    package="com.android.systemui",
    label="System UI",
    activities=(
        ActivityInfo(
            name=".settings.brightness.BrightnessDialog",
            screen="screens.dialogs:BrightnessDialogActivity",
            translucent=True,
            exclude_from_recents=True,
            filters=(IntentFilter(("com.android.intent.action.SHOW_BRIGHTNESS_DIALOG",)),),
        ),
    ),
    windows=(
        WindowInfo("Keyguard", "screens.keyguard:Keyguard"),
        WindowInfo("StatusBar", "screens.bars:StatusBar"),
        WindowInfo("NavigationBar", "screens.bars:NavigationBar"),
        WindowInfo("VolumeDialog", "screens.volume:VolumeDialog"),
        WindowInfo("ScreenshotPreview", "screens.screenshot:ScreenshotPreview"),
        WindowInfo("HeadsUp", "screens.heads_up:HeadsUp"),
        WindowInfo("NotificationShade", "screens.shade:NotificationShade"),
        WindowInfo("BrightnessDialog", "screens.dialogs:BrightnessDialog"),
        WindowInfo("InternetDialog", "screens.dialogs:InternetDialog"),
        WindowInfo("PrivacyDialog", "screens.dialogs:PrivacyDialog"),
        WindowInfo("GlobalActions", "screens.dialogs:GlobalActions"),
        WindowInfo("ClipboardOverlay", "screens.clipboard:ClipboardOverlay"),
        WindowInfo("Toast", "screens.toasts:Toast"),
        WindowInfo("ScreenDecorations", "screens.cutout:ScreenDecorations"),
    ),
)
