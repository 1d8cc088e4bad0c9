"""Every command line that AndroidWorld and android_env send, and what they read out of its output.

The regular expressions are theirs: android_world's env/adb_utils.py, utils/file_utils.py and
task_evals, and android_env's adb_call_parser.py and device_settings.py.
"""

from __future__ import annotations

import datetime as dt
import re
from collections.abc import Callable
from typing import Any

import pytest

from android_gym.simulator.phone import Phone

Check = Callable[[str], Any]

SETTINGS = "com.android.settings/.Settings"
EXPENSE = "/data/data/com.arduia.expense"
SNAPSHOT = "/data/data/android_world/snapshots/com.arduia.expense"
MARKOR = "/storage/emulated/0/Documents/Markor"


def anything(output: str) -> bool:
    """For output that nobody reads."""
    return True


def silent(output: str) -> bool:
    return output == ""


def exists(output: str) -> bool:
    """AndroidWorld's file_utils.check_file_exists."""
    return "Exists" in output


def missing(output: str) -> bool:
    return "Does not exist" in output and "Exists" not in output


def says(text: str) -> Check:
    return lambda output: output.strip() == text


def matches(pattern: str) -> Check:
    return lambda output: re.search(pattern, output) is not None


def number(output: str) -> bool:
    return int(output.strip()) >= 0


def if_test(kind: str, path: str) -> str:
    """AndroidWorld's multi-line test, as adb joins it."""
    return (
        f'if [ -{kind} "{path}" ]; then\n          echo "Exists"\n        else\n'
        '          echo "Does not exist"\n        fi'
    )


def file_list(output: str) -> bool:
    """AndroidWorld's file_utils.get_file_list_with_metadata."""
    names = []
    for line in output.splitlines():
        if not line.startswith("-"):
            continue
        parts = line.split(None, 8)
        assert len(parts) == 9, line
        assert int(parts[4]) >= 0
        dt.datetime.fromisoformat(f"{parts[5]} {parts[6][:-3]}")
        names.append(parts[8])
    return "my note.md" in names and ".hidden" in names


def current_activity(output: str) -> bool:
    """android_env's adb_call_parser: the last braces of the first line."""
    found = re.search(r".*\{(.*)\}", output)
    assert found is not None
    return found.group(1) == "com.android.settings/com.android.settings.Settings"


def orientation(output: str) -> bool:
    """android_env's device_settings."""
    skip = False
    for line in output.splitlines():
        width = re.match(r"\s+PhysicalWidth:\s+(-?\d+)px", line)
        if width:
            skip = int(width.group(1)) < 0
        found = re.match(r"\s+(SurfaceOrientation|InputDeviceOrientation):\s+(\d)", line)
        if found and not skip:
            return found.group(2) == "0"
    return False


def logical_size(output: str) -> bool:
    sizes = re.findall(r"logicalFrame=\[0, 0, (\d+), (\d+)\]", output)
    return next(size for size in sizes if size != ("0", "0")) == ("1080", "2400")


def physical_frame(output: str) -> bool:
    frames = re.findall(r"physicalFrame=\[(\d+), (\d+), (\d+), (\d+)\]", output)
    return frames[0] == ("0", "0", "1080", "2400")


def launched(output: str) -> bool:
    return re.search(".*Error.*", output) is None and "Complete" in output


def recents(output: str) -> bool:
    return all(int(task) for task in re.findall(r"id=(\d+)", output)) and "id=" in output


def messages(output: str) -> bool:
    if output.startswith("No result found."):
        return True
    return all("body=" in row and "address=" in row for row in output.split("\nRow:"))


def phones(output: str) -> bool:
    return "No result found." in output or bool(
        list(re.finditer(r"display_name=(.*), number=(.*)", output))
    )


def broadcast(output: str) -> bool:
    """AndroidWorld's adb_utils.extract_broadcast_data."""
    return bool(re.search("Broadcast completed: result=(-1, data=|0)", output))


# Where a phone lacks the app or provider that a row is about, the row is skipped.
ROWS: list[tuple[str, Check, str]] = [
    # Identity, clock and locale.
    ("whoami", says("root"), ""),
    ("getprop ro.build.version.sdk", number, ""),
    ("date 1015153423.00", anything, ""),
    ("date", lambda out: dt.datetime.strptime(out.strip(), "%a %b %d %H:%M:%S %Z %Y"), ""),
    ("date +%s", lambda out: int(out.strip()) * 1000 > 1_600_000_000_000, ""),
    ("service call alarm 3 s16 UTC", anything, ""),
    # Settings and radios.
    ("settings put global auto_time 0", silent, ""),
    ("settings put global auto_time_zone 0", silent, ""),
    ("settings put global auto_time 1", silent, ""),
    ("settings put global auto_time_zone 1", silent, ""),
    ("settings put system time_12_24 24", silent, ""),
    ("settings put system show_touches 1", silent, ""),
    ("settings put system pointer_location 1", silent, ""),
    ("settings put system pointer_location 0", silent, ""),
    ("settings put global policy_control immersive.full=*", silent, ""),
    ("settings put global no_proxy 10.0.2.2:38217", silent, ""),
    ("settings put global airplane_mode_on 0", silent, ""),
    ("settings get global airplane_mode_on", says("0"), ""),
    ("settings get system screen_brightness", number, ""),
    ("settings put system screen_brightness 255; settings get system screen_brightness",
     says("255"), ""),
    ("settings put system screen_brightness 1; settings get system screen_brightness",
     says("1"), ""),
    ("settings put global heads_up_notifications_enabled 0", silent, ""),
    ("settings put global heads_up_notifications_enabled 1", silent, ""),
    ("settings put secure sms_default_application com.simplemobiletools.smsmessenger", silent, ""),
    ("settings put secure enabled_accessibility_services com.google.androidenv.accessibility"
     "forwarder/com.google.androidenv.accessibilityforwarder.AccessibilityForwarder", silent, ""),
    ("settings list secure", lambda out: dict(row.split("=", 1) for row in out.splitlines()), ""),
    ("settings list global", lambda out: dict(row.split("=", 1) for row in out.splitlines()), ""),
    ("settings list system", lambda out: dict(row.split("=", 1) for row in out.splitlines()), ""),
    ("svc wifi disable; settings get global wifi_on", says("0"), ""),
    ("svc wifi enable; settings get global wifi_on", says("1"), ""),
    ("svc bluetooth disable; settings get global bluetooth_on", says("0"), ""),
    ("svc bluetooth enable; settings get global bluetooth_on", says("1"), ""),
    ("appops set com.example.androidworld android:system_alert_window allow", silent,
     "com.example.androidworld"),
    # Activities.
    (f"am start  -W -n {SETTINGS}", launched, ""),
    (f"am start  -W -n {SETTINGS}; am stack list | grep -E visible=true",
     lambda out: current_activity(out.partition("Complete")[2]), ""),
    ("am stack list | grep -E visible=true", matches(r".*\{(.*)\}"), ""),
    ("am force-stop com.arduia.expense", silent, ""),
    ("am force-stop not.installed", silent, ""),
    (f"am start -n {SETTINGS} >/dev/null; dumpsys activity recents", recents, ""),
    ("am stack remove 7", silent, ""),
    ('am start -a android.intent.action.VIEW -d content://contacts/people/', anything,
     "com.google.android.contacts"),
    ('am start -a android.intent.action.INSERT -t vnd.android.cursor.dir/contact '
     '-e name "Ann Lee" -e phone +15551234', lambda out: "Error" not in out,
     "com.google.android.contacts"),
    ('am start -a android.intent.action.SENDTO -d sms:+15551234 --es sms_body "Hi there"',
     lambda out: "Error" not in out, "com.simplemobiletools.smsmessenger"),
    ("am broadcast -a clipper.get", broadcast, ""),
    ("am broadcast -a clipper.set -e text Hello\\ there\\!", broadcast, ""),
    ("am broadcast -a android.intent.action.MEDIA_SCANNER_SCAN_FILE "
     '-d "file:///storage/emulated/0/Music"', broadcast, ""),
    ("am broadcast -a com.google.androidenv.miniwob.app.GET_REWARD_ACTION", broadcast, ""),
    ("am broadcast -a accessibility_forwarder.intent.action.ENABLE_ACCESSIBILITY_TREE_LOGS -n "
     "com.google.androidenv.accessibilityforwarder/com.google.androidenv.accessibilityforwarder"
     ".FlagsBroadcastReceiver", anything, ""),
    ('am broadcast -a accessibility_forwarder.intent.action.SET_GRPC --ei "port" 40617 -n '
     "com.google.androidenv.accessibilityforwarder/com.google.androidenv.accessibilityforwarder"
     ".FlagsBroadcastReceiver", anything, ""),
    ('am broadcast -a com.example.ACTION_UPDATE_OVERLAY --es task_type_string "Answer" '
     '--es goal_string "It is 5"', anything, ""),
    # Packages.
    ("pm list packages", matches(r"(?m)^package:com\.arduia\.expense$"), ""),
    ("pm clear com.arduia.expense", says("Success"), ""),
    ("pm clear com.android.chrome", says("Success"), "com.android.chrome"),
    ("pm clear com.google.android.deskclock", says("Success"), "com.google.android.deskclock"),
    ("pm clear com.android.providers.contacts", says("Success"), "com.android.providers.contacts"),
    ("pm grant com.android.chrome android.permission.POST_NOTIFICATIONS", silent,
     "com.android.chrome"),
    ("monkey -p com.arduia.expense -candroid.intent.category.LAUNCHER 1",
     matches("Events injected: 1"), ""),
    ("monkey -p com.arduia.expense 1", matches("Events injected: 1"), ""),
    # Input.
    ("input tap 540 1200", silent, ""),
    ("input swipe 540 1200 540 1200 1000", silent, ""),
    ("input swipe 540 1200 540 2400 ", silent, ""),
    ("input swipe 540 0 540 2400 500", silent, ""),
    ("input draganddrop 100 100 500 500 4000", silent, ""),
    ("input keyevent KEYCODE_HOME", silent, ""),
    ("input keyevent KEYCODE_BACK", silent, ""),
    ("input keyevent KEYCODE_ENTER", silent, ""),
    ("input keyevent KEYCODE_ENDCALL", silent, ""),
    ("input keycombination 113 29 && input keyevent 67", silent, ""),
    ("input text Don\\'t", silent, ""),
    ("input text %s", silent, ""),
    # dumpsys and wm.
    ("dumpsys input | grep logicalFrame", logical_size, ""),
    ("dumpsys input | grep physicalFrame", physical_frame, ""),
    ("dumpsys input", orientation, ""),
    ("dumpsys window | grep mCurrentRotation", matches(r"mCurrentRotation=ROTATION_(\d+)"), ""),
    ("wm size", matches(r"Physical size: (\d+)x(\d+)"), ""),
    ("wm size 1080x2340; wm size", matches(r"Override size: 1080x2340"), ""),
    ("dumpsys telephony.registry", matches(r"mCallState=(\d)"), ""),
    ("settings put system accelerometer_rotation 0; settings put system user_rotation 1; "
     "am start -a android.settings.SETTINGS >/dev/null; "
     "dumpsys window | grep mCurrentRotation", matches("mCurrentRotation=ROTATION_90"), ""),
    ("uiautomator dump /sdcard/window_dump.xml",
     says("UI hierchary dumped to: /sdcard/window_dump.xml"), ""),
    ("uiautomator dump /sdcard/window_dump.xml >/dev/null; cat /sdcard/window_dump.xml",
     matches(r"^<\?xml .*<hierarchy rotation=\"0\"><node index=\"0\" .*</hierarchy>$"), ""),
    # Content providers and databases.
    ("content query --uri content://sms/sent", messages, "content:sms"),
    ("content query --uri content://sms/inbox", messages, "content:sms"),
    ("content query --uri content://contacts/phones/ --projection display_name:number", phones,
     "content:contacts"),
    ("content delete --uri content://media/external/downloads", silent, "content:media"),
    ("content delete --uri content://call_log/calls", silent, "content:call_log"),
    ('sqlite3 /data/data/com.android.providers.telephony/databases/mmssms.db "DELETE FROM sms;"',
     silent, "content:sms"),
    ('sqlite3 /data/data/com.android.providers.telephony/databases/mmssms.db '
     '"DELETE FROM threads;"', silent, "content:sms"),
    # Files.
    (if_test("d", EXPENSE), exists, ""),
    (if_test("d", f"{EXPENSE}/nothing"), missing, ""),
    (if_test("f", f"{MARKOR}/my note.md"), exists, ""),
    (if_test("f", MARKOR), missing, ""),
    (if_test("d", SNAPSHOT), missing, ""),
    (f"ls {MARKOR} -ll -au", file_list, ""),
    (f"ls -1 {MARKOR}", says("a.md\nmy note.md"), ""),
    (f"ls {MARKOR}", lambda out: set(out.split("\n")) >= {"a.md", "my note.md"}, ""),
    (f"rm -r {MARKOR}/*; ls -A {MARKOR}", says(".hidden"), ""),
    (f"rm -r {MARKOR}/a.md", silent, ""),
    (f"rm -rf {MARKOR}/none/*", silent, ""),
    (f"mkdir -p {SNAPSHOT} && cp -a {EXPENSE}/. {SNAPSHOT}/ && ls {SNAPSHOT}",
     matches("databases"), ""),
    (f"restorecon -RD {EXPENSE}", silent, ""),
    (f"chmod 777 -R {EXPENSE} && stat -c %a {EXPENSE}", says("777"), ""),
    (f"chmod 777 {MARKOR}/my\\ note.md", silent, ""),
    (f"chcon u:object_r:media_rw_data_file:s0 {MARKOR}/a.md", silent, ""),
    (f"cat {MARKOR}/a.md", says("# Title"), ""),
    (f"find {MARKOR} -type f -o -type d",
     lambda out: {MARKOR, f"{MARKOR}/my note.md"} <= set(out.splitlines()), ""),
    ("find /storage/emulated/0/ -mindepth 1 -type f -delete && find /sdcard/ -type f", silent, ""),
    (f"mkdir -p {MARKOR}/new/folder", silent, ""),
    (f"echo 'It'\"'\"'s here' > {MARKOR}/b.md; cat {MARKOR}/b.md", says("It's here"), ""),
    # Logs.
    ("export ANDROID_LOG_TAGS=\"''\"; exec logcat '-b' 'all' '-c'", silent, ""),
    ("export ANDROID_LOG_TAGS=\"''\"; exec logcat '-v' 'epoch' '*:S'", silent, ""),
]  # fmt: skip


@pytest.mark.parametrize(("command", "check", "needs"), ROWS, ids=[row[0][:60] for row in ROWS])
def test_command(command: str, check: Check, needs: str, whole_phone: Phone) -> None:
    phone = whole_phone
    packages = phone.system.packages
    if needs.startswith("content:"):
        if packages.provider(needs.partition(":")[2]) is None:
            pytest.skip(f"no provider of {needs} on this phone")
    elif needs and not packages.installed(needs):
        pytest.skip(f"{needs} is not on this phone")
    before = phone.snapshot()
    try:
        for name, text in (("a.md", "# Title\n"), ("my note.md", "x\n"), (".hidden", "")):
            phone.push(f"{MARKOR}/{name}", text.encode())
        result = phone.shell(command)
        # android_env merges the streams, and takes any other exit code for a dead adb server.
        assert result.exit_code == 0, result
        assert check(result.output.decode()), result
    finally:
        phone.restore(before)


def test_log_lines_have_the_shape_that_android_env_reads(whole_phone: Phone) -> None:
    line = whole_phone.shell("log -t Tag text; logcat -d -v epoch 'Tag:D' '*:S'").stdout.decode()
    found = re.search(
        r"(?m)^\s*(?P<timestamp>\d+\.\d+)\s+(?P<pid>\d+)\s+(?P<tid>\d+)\s+(?P<priority>\w)\s+"
        r"(?P<tag>[^:]*):\s(?P<message>.*)$",
        line,
    )
    assert found is not None, line
    assert found["tag"].strip() == "Tag"
    assert found["message"] == "text"


def test_all_of_the_clipboard_survives_the_broadcast(whole_phone: Phone) -> None:
    """AndroidWorld takes what follows ``data=`` up to the last quote."""
    phone = whole_phone
    if not phone.system.packages.installed("ca.zgrs.clipper"):
        pytest.skip("ca.zgrs.clipper is not on this phone")
    before = phone.snapshot()
    try:
        phone.shell("am start -W -n ca.zgrs.clipper/ca.zgrs.clipper.Main")
        phone.system.clipboard.set_text("1, 2 = three\nlines")
        output = phone.shell("am broadcast -a clipper.get").stdout.decode()
        assert "Broadcast completed: result=-1, data=" in output
        assert output.split("data=")[1].strip('"\r\n') == "1, 2 = three\nlines"
    finally:
        phone.restore(before)
