"""Manifests of the two keyboards."""

from android_gym.simulator.system.packages import (
    IntentFilter,
    Manifest,
    ReceiverInfo,
    WindowInfo,
)

__all__ = ["MANIFESTS"]

# ADBKeyBoard is in the system image, so that it is in no list of the user's apps; on a real phone
# it comes by ``adb install``. The other comes in an APK that uiautomator2 installs when needed.
MANIFESTS = (
    Manifest(
        package="com.android.adbkeyboard",
        label="ADB Keyboard",
        version_name="2.0",
        version_code=2,
        system=True,
        installed_after=True,
        icon=("#37474F", "keyboard_outline", "#FFFFFF"),
        input_methods=(".AdbIME",),
        windows=(WindowInfo("AdbIME", "screens:AdbIME"),),
        receivers=(
            ReceiverInfo(
                name=".AdbIME$AdbReceiver",
                handler="receivers:receive",
                filters=(
                    IntentFilter(
                        (
                            "ADB_INPUT_TEXT",
                            "ADB_INPUT_B64",
                            "ADB_INPUT_CHARS",
                            "ADB_INPUT_CODE",
                            "ADB_INPUT_KEYCODE",
                            "ADB_EDITOR_CODE",
                            "ADB_CLEAR_TEXT",
                        ),
                        (),
                    ),
                ),
            ),
        ),
    ),
    Manifest(
        package="com.github.uiautomator",
        label="UIAutomator",
        version_name="2.4.0",
        version_code=2_004_000,
        icon=("#FFFFFF", "robot", "#3DDC84"),
        preinstalled=False,
        input_methods=(".AdbKeyboard",),
        windows=(WindowInfo("AdbKeyboard", "screens:AdbKeyboard"),),
        receivers=(
            ReceiverInfo(
                name=".AdbKeyboard$AdbReceiver",
                handler="receivers:receive_encoded",
                filters=(
                    IntentFilter(
                        (
                            "ADB_KEYBOARD_INPUT_TEXT",
                            "ADB_KEYBOARD_SET_TEXT",
                            "ADB_KEYBOARD_CLEAR_TEXT",
                            "ADB_KEYBOARD_INPUT_KEYCODE",
                            "ADB_KEYBOARD_EDITOR_CODE",
                            "ADB_KEYBOARD_SMART_ENTER",
                            "ADB_KEYBOARD_GET_CLIPBOARD",
                            "ADB_KEYBOARD_HIDE",
                        ),
                        (),
                    ),
                ),
            ),
        ),
    ),
)
