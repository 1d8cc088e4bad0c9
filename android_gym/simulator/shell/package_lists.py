"""The lists of ``pm list``: packages, permissions, features, libraries and users."""

from __future__ import annotations

from collections.abc import Callable

from android_gym.simulator.shell.command import Arguments, Invocation

__all__ = [
    "DEVELOPMENT_PERMISSIONS",
    "OTHER_PERMISSIONS",
    "RUNTIME_PERMISSIONS",
    "apk_path",
    "has_feature",
    "run_list",
]


PERMISSION_GROUPS = (
    "ACTIVITY_RECOGNITION CALENDAR CALL_LOG CAMERA CONTACTS LOCATION MICROPHONE NEARBY_DEVICES "
    "NOTIFICATIONS PHONE READ_MEDIA_AURAL READ_MEDIA_VISUAL SENSORS SMS STORAGE"
).split()
# Runtime permissions of Android 13; no other known permission can be granted by hand.
RUNTIME_PERMISSIONS = frozenset(
    f"android.permission.{name}"
    for name in (
        "ACCEPT_HANDOVER ACCESS_BACKGROUND_LOCATION ACCESS_COARSE_LOCATION ACCESS_FINE_LOCATION "
        "ACCESS_MEDIA_LOCATION ACTIVITY_RECOGNITION ANSWER_PHONE_CALLS BLUETOOTH_ADVERTISE "
        "BLUETOOTH_CONNECT BLUETOOTH_SCAN BODY_SENSORS BODY_SENSORS_BACKGROUND CALL_PHONE CAMERA "
        "GET_ACCOUNTS NEARBY_WIFI_DEVICES POST_NOTIFICATIONS PROCESS_OUTGOING_CALLS READ_CALENDAR "
        "READ_CALL_LOG READ_CONTACTS READ_EXTERNAL_STORAGE READ_MEDIA_AUDIO READ_MEDIA_IMAGES "
        "READ_MEDIA_VIDEO READ_PHONE_NUMBERS READ_PHONE_STATE READ_SMS RECEIVE_MMS RECEIVE_SMS "
        "RECEIVE_WAP_PUSH RECORD_AUDIO SEND_SMS USE_SIP UWB_RANGING WRITE_CALENDAR WRITE_CALL_LOG "
        "WRITE_CONTACTS WRITE_EXTERNAL_STORAGE"
    ).split()
)
# Permissions granted at installation, or through special access of their holder.
OTHER_PERMISSIONS = frozenset(
    f"android.permission.{name}"
    for name in (
        "INTERNET ACCESS_NETWORK_STATE ACCESS_WIFI_STATE VIBRATE WAKE_LOCK FOREGROUND_SERVICE "
        "RECEIVE_BOOT_COMPLETED SET_ALARM NFC BLUETOOTH BLUETOOTH_ADMIN CHANGE_WIFI_STATE "
        "CHANGE_NETWORK_STATE USE_BIOMETRIC USE_FULL_SCREEN_INTENT REQUEST_INSTALL_PACKAGES "
        "QUERY_ALL_PACKAGES SCHEDULE_EXACT_ALARM"
    ).split()
)
# Development permissions and app ops, which `pm grant` can also grant.
DEVELOPMENT_PERMISSIONS = frozenset(
    f"android.permission.{name}"
    for name in "WRITE_SECURE_SETTINGS READ_LOGS DUMP PACKAGE_USAGE_STATS SET_ANIMATION_SCALE "
    "CHANGE_CONFIGURATION SYSTEM_ALERT_WINDOW WRITE_SETTINGS MANAGE_EXTERNAL_STORAGE".split()
)


def apk_path(io: Invocation, package: str) -> str:
    """Return the path of an installed package's APK."""
    return io.system.packages.apk_path(package)


def run_list(io: Invocation, args: Arguments) -> int:
    """Print the list named by the first argument."""
    what = args.next()
    function = _LISTS.get(what or "")
    if function is None:
        io.err(
            "Error: didn't specify type of data to list\n"
            if what is None
            else f"Error: unknown list type '{what}'\n"
        )
        return 255
    return function(io, args)


def _list_packages(io: Invocation, args: Arguments) -> int:
    shown: set[str] = set()
    uid: int | None = None
    while (option := args.option()) is not None:
        if option == "--user":
            args.required(option)
        elif option == "--uid":
            text = args.required(option)
            uid = int(text) if text.isdecimal() else -1
        elif option in _LIST_OPTIONS:
            shown.add(option)
        else:
            io.err(f"Error: Unknown option: {option}\n")
            return 255
    wanted = args.next() or ""
    packages = io.system.packages
    out: list[str] = []
    for name in packages.names:
        manifest, state = packages.manifest(name), packages.state(name)
        if "--apex-only" in shown:
            continue  # the phone has no modules
        if wanted not in name or (uid is not None and state.uid != uid):
            continue
        kinds = {
            "-e" if state.enabled else "-d": True,
            "-d" if state.enabled else "-e": False,
            "-s" if manifest.system else "-3": True,
            "-3" if manifest.system else "-s": False,
        }
        if not all(kinds.get(option, True) for option in shown):
            continue
        out.append("package:")
        out.append(f"{apk_path(io, name)}=" if "-f" in shown else "")
        out.append(name)
        out.append(f" versionCode:{manifest.version_code}" if _VERSIONS in shown else "")
        out.append(f"  installer={state.installer or 'null'}" if "-i" in shown else "")
        out.append(f" uid:{state.uid}" if "-U" in shown or uid is not None else "")
        out.append("\n")
    io.out("".join(out))
    return 0


_VERSIONS = "--show-versioncode"
_LIST_OPTIONS = frozenset(
    "-f -d -e -s -3 -i -l -u -U -a --show-versioncode --apex-only --factory-only".split()
)
_FEATURES = (
    "android.hardware.audio.output android.hardware.bluetooth android.hardware.bluetooth_le "
    "android.hardware.camera android.hardware.camera.any android.hardware.camera.front "
    "android.hardware.faketouch android.hardware.fingerprint android.hardware.location "
    "android.hardware.location.gps android.hardware.location.network android.hardware.microphone "
    "android.hardware.ram.normal android.hardware.screen.landscape "
    "android.hardware.screen.portrait android.hardware.sensor.accelerometer "
    "android.hardware.sensor.gyroscope "
    "android.hardware.telephony android.hardware.telephony.gsm android.hardware.touchscreen "
    "android.hardware.touchscreen.multitouch android.hardware.wifi android.software.app_widgets "
    "android.software.home_screen android.software.input_methods android.software.webview"
).split()


def has_feature(io: Invocation, args: Arguments) -> int:
    """Print whether the phone has a feature."""
    name = args.next()
    if name is None:
        io.err("Error: expected FEATURE name\n")
        return 1
    found = name in _FEATURES
    io.out(f"{str(found).lower()}\n")
    return 0 if found else 1


_LIBRARIES = (
    "android.ext.shared android.hidl.base-V1.0-java android.hidl.manager-V1.0-java "
    "android.net.ipsec.ike android.test.base android.test.mock android.test.runner "
    "com.android.location.provider com.android.media.remotedisplay javax.obex "
    "org.apache.http.legacy"
).split()


def _list_words(prefix: str, words: list[str]) -> Callable[[Invocation, Arguments], int]:
    def verb(io: Invocation, args: Arguments) -> int:
        io.out("".join(f"{prefix}{word}\n" for word in words))
        return 0

    return verb


def _list_permissions(io: Invocation, args: Arguments) -> int:
    io.out("All Permissions:\n\n")
    for name in sorted(RUNTIME_PERMISSIONS | OTHER_PERMISSIONS | DEVELOPMENT_PERMISSIONS):
        io.out(f"permission:{name}\n")
    return 0


def _list_users(io: Invocation, args: Arguments) -> int:
    io.out("Users:\n\tUserInfo{0:Owner:4c13} running\n")
    return 0


_LISTS: dict[str, Callable[[Invocation, Arguments], int]] = {
    "package": _list_packages,
    "packages": _list_packages,
    "features": _list_words("feature:", _FEATURES),
    "libraries": _list_words("library:", _LIBRARIES),
    "permission-groups": _list_words(
        "permission group:", [f"android.permission-group.{name}" for name in PERMISSION_GROUPS]
    ),
    "permissions": _list_permissions,
    "users": _list_users,
    "instrumentation": _list_words("", []),
}
