"""The phone's services from the shell: settings, input, radios, battery, screen, log, roles."""

from __future__ import annotations

import struct

import cv2
import numpy as np
import pytest
from terminal import Terminal

from android_gym.simulator.system.notifications import Notification

SETTINGS = "com.android.settings/.Settings"
EXPENSE = "com.arduia.expense"


# --- settings, input, wm -------------------------------------------------------------------------


def test_settings(sh: Terminal) -> None:
    assert sh("settings get global no_such_key") == "null\n"
    sh("settings put secure my_key 'a b'")
    assert sh("settings --user 0 get secure my_key; cmd settings get secure my_key") == "a b\na b\n"
    assert "my_key=a b\n" in sh("settings list secure")
    assert sh("settings delete secure my_key; settings delete secure my_key") == (
        "Deleted 1 rows\nDeleted 0 rows\n"
    )
    for command, message in (
        ("zork global x", "Invalid command: zork"),
        ("get nowhere x", "Invalid namespace 'nowhere'"),
        ("get global", "Bad arguments"),
        ("get global a b", "Too many arguments"),
    ):
        text, code = sh.fails(f"settings {command}")
        assert (text.splitlines()[0], code) == (message, 255)
    assert "Invalid value: 7 for setting: user_rotation" in sh.fails(
        "settings put system user_rotation 7")[0]  # fmt: skip


def test_input_types_into_the_focused_field(sh: Terminal) -> None:
    sh("am start -W -n com.android.settings/.Settings")
    search = next(e for e in sh.phone.ui_elements() if "earch" in (e.text or ""))
    assert search.bbox_pixels is not None
    x, y = search.bbox_pixels.center
    sh(f"input tap {x} {y}")
    if sh.phone.windows.focused_field() is None:
        pytest.skip("Settings' search has no field yet")
    sh("input text Wi; input text %s; input text Fi\\&\\<")
    field = sh.phone.windows.focused_field()
    assert field is not None and field.text == "Wi Fi&<"
    sh("input keycombination 113 29 && input keyevent 67")
    field = sh.phone.windows.focused_field()
    assert field is not None and field.text == ""


def test_input_takes_as_long_as_the_gesture(sh: Terminal) -> None:
    def passed(command: str) -> int:
        before = sh.phone.system.clock.elapsed_ms()
        sh(command)
        return sh.phone.system.clock.elapsed_ms() - before

    assert passed("input swipe 500 500 500 500 1000") == 1000
    assert passed("input swipe 500 1500 500 500 ") == 300
    assert passed("input draganddrop 100 100 200 200 400") == 900
    assert passed("input motionevent DOWN 5 5; input motionevent UP 5 5") == 0


def test_input_refuses_nonsense(sh: Terminal) -> None:
    assert "Error: Invalid arguments for command: tap" in sh.fails("input tap a b")[0]
    assert 'Argument expected after "tap"' in sh.fails("input tap 5")[0]
    assert "NullPointerException" in sh.fails("input text \u00e9")[0]
    assert sh("input zork") == "Unknown command: zork\n"


def test_wm(sh: Terminal) -> None:
    assert sh("wm size; wm density") == "Physical size: 1080x2400\nPhysical density: 420\n"
    sh("wm size 720x1280; wm density 320")
    assert sh("wm size; wm density") == (
        "Physical size: 1080x2400\nOverride size: 720x1280\n"
        "Physical density: 420\nOverride density: 320\n"
    )
    assert sh.phone.screenshot().shape == (1280, 720, 3)
    sh("wm size reset; wm density reset; wm user-rotation lock 1")
    assert "mCurrentRotation=ROTATION_0" in sh("dumpsys window")  # the home screen stays upright
    sh("am start -a android.settings.SETTINGS")
    assert "mCurrentRotation=ROTATION_90" in sh("dumpsys window")
    assert "logicalFrame=[0, 0, 2400, 1080]" in sh("dumpsys input")
    assert sh.fails("wm size 5") == ("Error: bad size 5\n", 255)
    assert sh.fails("wm density 3") == ("Error: density must be >= 72\n", 255)


# --- services ------------------------------------------------------------------------------------


def test_radios(sh: Terminal) -> None:
    sh("svc wifi disable; svc bluetooth disable")
    assert sh("cmd wifi status").startswith("Wifi is disabled\n")
    assert "enabled: false" in sh("sleep 2; dumpsys bluetooth_manager")
    sh("cmd connectivity airplane-mode enable")
    assert sh("cmd connectivity airplane-mode; settings get global airplane_mode_on") == (
        "enabled\n1\n"
    )
    sh("cmd connectivity airplane-mode disable; cmd wifi set-wifi-enabled enabled; sleep 5")
    assert 'Wifi is connected to "AndroidWifi"' in sh("cmd wifi status")
    assert sh("cmd bluetooth_manager enable; cmd bluetooth_manager wait-for-state:STATE_ON")


def test_data_saver(sh: Terminal) -> None:
    sh("cmd netpolicy set restrict-background true")
    assert sh("cmd netpolicy get restrict-background") == "Restrict background status: enabled\n"
    before = sh.phone.snapshot()
    sh("cmd netpolicy set restrict-background false")
    assert "disabled" in sh("cmd netpolicy get restrict-background")
    sh.phone.restore(before)
    assert "enabled" in sh("cmd netpolicy get restrict-background")
    assert sh.run("cmd netpolicy set restrict-background") == (
        "Error: didn't specify BOOLEAN\n",
        255,
    )
    assert sh.run("cmd netpolicy zork") == ("Unknown command: zork\n", 255)


def test_network_policies_of_apps(sh: Terminal) -> None:
    uid = sh.phone.system.packages.state("net.gsantner.markor").uid
    black, white = "restrict-background-blacklist", "restrict-background-whitelist"
    sh(f"cmd netpolicy add {black} {uid}; cmd netpolicy add {white} {uid - 1}")
    assert sh(f"cmd netpolicy list {black}; cmd netpolicy list {white}") == (
        f"Restrict background blacklisted UIDs: {uid} \n"
        f"Restrict background whitelisted UIDs: {uid - 1} \n"
    )
    assert sh("dumpsys netpolicy").endswith(
        f"Policy for UIDs:\n  UID={uid - 1} policy=4 (ALLOW_METERED_BACKGROUND)\n"
        f"  UID={uid} policy=1 (REJECT_METERED_BACKGROUND)\n"
    )
    sh(f"cmd netpolicy remove {white} {uid - 1}")
    sh("pm uninstall net.gsantner.markor")
    assert "UID=" not in sh("dumpsys netpolicy")
    assert sh("cmd netpolicy list wifi-networks") == "AndroidWifi;none\n"


@pytest.mark.parametrize(
    ("words", "message"),
    [
        ("add", "didn't specify type of data to add"),
        ("list zork", "unknown list command 'zork'"),
        (
            "get restrict-background-blacklist",
            "unknown get command 'restrict-background-blacklist'",
        ),
        ("add restrict-background-blacklist", "didn't specify UID"),
        ("add restrict-background-blacklist x", "UID (x) should be a number"),
        ("remove restrict-background-blacklist 10060", "UID 10060 not blacklisted"),
    ],
)
def test_network_policies_that_are_refused(sh: Terminal, words: str, message: str) -> None:
    assert sh.run(f"cmd netpolicy {words}") == (f"Error: {message}\n", 255)


def test_only_apps_have_network_policies(sh: Terminal) -> None:
    for uid in (1000, 9999, 20000):
        said = sh.fails(f"cmd netpolicy add restrict-background-blacklist {uid}")[0]
        assert f"cannot apply policy to UID {uid}" in said


def test_cmd_knows_its_services(sh: Terminal) -> None:
    assert sh.fails("cmd nope") == ("cmd: Can't find service: nope\n", 20)
    assert sh.run("cmd clipboard x") == ("No shell command implementation.\n", 255)
    assert sh.run("cmd wifi zork") == ("Unknown command: zork\n", 255)
    assert "  activity\n" in sh("cmd -l")
    assert sh("service check activity") == "Service activity: found\n"


def test_system_ui_answers(sh: Terminal) -> None:
    sh("cmd statusbar expand-notifications")
    assert sh.phone.system.status_bar.panel == "notifications"
    sh("service call statusbar 2")
    assert sh.phone.system.status_bar.panel == ""
    assert sh("cmd uimode night yes") == "Night mode: yes\n"
    assert sh.phone.system.display.dark
    sh("cmd notification post -t Title tag 'Some text'")
    item = sh.phone.system.notifications.active()[-1]
    assert isinstance(item, Notification)
    assert (item.title, item.text) == ("Title", "Some text")
    assert "android.title=String (Title)" in sh("dumpsys notification --noredact")
    dump = sh("dumpsys notification")
    assert "android.title=String [length=5]" in dump and "Title" not in dump
    sh("cmd statusbar expand-notifications")
    names = [
        e.text for e in sh.phone.ui_elements() if e.resource_name == "android:id/app_name_text"
    ]
    assert names == ["Shell"]
    assert sh("media volume --stream 3 --set 9").startswith("[V] will control stream=3")
    assert sh.phone.system.audio.volume == 9


@pytest.mark.parametrize(
    ("options", "shown"),
    [
        ("-S bigtext", ("Shell", "Body", "Body")),
        ("-t A -S inbox --line one --line 'and two'", ("A", "Body", "one\nand two")),
        ("-S messaging --conversation Us --message Bob:Hi --message Yes",
         ("Us", "Body", "Bob: Hi\nYes")),
    ],
)  # fmt: skip
def test_styles_of_posted_notifications(
    sh: Terminal, options: str, shown: tuple[str, str, str]
) -> None:
    sh(f"cmd notification post {options} tag Body")
    item = sh.phone.system.notifications.active()[-1]
    assert isinstance(item, Notification)
    assert (item.title, item.text, item.big_text) == shown and item.tag == "tag"


@pytest.mark.parametrize("options", ["-S zork", "--line one", "-S inbox --message Hi"])
def test_styles_that_a_notification_cannot_have(sh: Terminal, options: str) -> None:
    assert sh.run(f"cmd notification post {options} tag Body")[1] == 255
    assert not sh.phone.system.notifications.active()


def test_appops(sh: Terminal) -> None:
    assert sh(f"appops get {EXPENSE}") == "No operations.\n"
    sh(f"appops set {EXPENSE} android:system_alert_window allow")
    assert sh(f"appops get {EXPENSE} SYSTEM_ALERT_WINDOW") == "SYSTEM_ALERT_WINDOW: allow\n"
    assert sh.fails(f"appops set {EXPENSE} zork allow") == (
        "Error: Unknown operation string: zork\n",
        255,
    )


def test_battery_can_be_played_with(sh: Terminal) -> None:
    assert "  level: 100\n" in sh("dumpsys battery")
    sh("dumpsys battery unplug; dumpsys battery set level 15")
    output = sh("dumpsys battery")
    assert "  AC powered: false\n" in output and "  level: 15\n" in output
    sh("cmd battery reset")
    assert "  AC powered: true\n" in sh("dumpsys battery")


def test_properties(sh: Terminal) -> None:
    assert sh("getprop ro.build.version.sdk; getprop no.such; getprop no.such x") == "33\n\nx\n"
    assert "[ro.product.model]: [sdk_gphone64_x86_64]\n" in sh("getprop")
    sh("setprop debug.test 1; setprop persist.sys.timezone Asia/Tokyo")
    assert sh("getprop debug.test; date +%Z") == "1\nJST\n"
    assert sh.fails("setprop ro.build.id x")[1] == 1


def test_dumpsys(sh: Terminal) -> None:
    sh(f"am start -W -n {EXPENSE}/.ui.MainActivity")
    assert f"u0 {EXPENSE}/{EXPENSE}.ui.MainActivity}}" in sh("dumpsys window | grep mCurrentFocus")
    assert "mState=RESUMED" in sh("dumpsys activity activities")
    assert f"TASK {EXPENSE} id=" in sh("dumpsys activity top")
    tree = sh(f"dumpsys activity {EXPENSE} {EXPENSE}").partition("View Hierarchy:\n")[2]
    assert tree.splitlines()[0].lstrip().startswith("com.android.internal.policy.DecorView{")
    assert " app:id/" in tree
    assert "mWakefulness=Awake" in sh("dumpsys power")
    assert "mWakefulness=Asleep" in sh("input keyevent POWER; dumpsys power")
    assert sh.run("dumpsys nope") == ("Can't find service: nope\n", 0)
    assert "Unable to find package: not.there" in sh("dumpsys package not.there")
    assert sh("dumpsys -l").startswith("Currently running services:\n  ")
    assert "DUMP OF SERVICE wifi:" in sh("dumpsys")


# --- screen and log ------------------------------------------------------------------------------


def test_screencap(sh: Terminal) -> None:
    frame = sh.phone.screenshot()
    png = sh.phone.shell("screencap -p").stdout
    shown = cv2.cvtColor(cv2.imdecode(np.frombuffer(png, np.uint8), 1), cv2.COLOR_BGR2RGB)
    assert np.array_equal(shown, frame)
    raw = sh.phone.shell("screencap").stdout
    assert struct.unpack("<4I", raw[:16]) == (1080, 2400, 1, 1)
    pixels = np.frombuffer(raw[16:], np.uint8).reshape(2400, 1080, 4)
    assert np.array_equal(pixels[..., :3], frame)
    assert sh("screencap /sdcard/s.png; head -c 4 /sdcard/s.png | xxd -p") == "89504e47\n"


def test_uiautomator(sh: Terminal) -> None:
    sh(f"am start -W -n {SETTINGS}")
    assert sh("uiautomator dump") == "UI hierchary dumped to: /sdcard/window_dump.xml\n"
    xml = sh("cat /sdcard/window_dump.xml")
    assert xml.startswith("<?xml version='1.0' encoding='UTF-8' standalone='yes' ?><hierarchy")
    assert 'package="com.android.settings"' in xml
    assert "com.android.systemui" not in xml
    assert sh("uiautomator dump --compressed /dev/tty").endswith(
        "</hierarchy>UI hierchary dumped to: /dev/tty\n"
    )


def test_logcat(sh: Terminal) -> None:
    sh("logcat -c; log -p w -t Tag one; log -t Other two; sleep 1; log -p e -t Tag three")
    lines = sh("logcat -d").splitlines()
    assert lines[0] == "--------- beginning of main"
    assert lines[1].endswith(" W Tag     : one")
    assert sh("logcat -d -s Tag:E -v brief").splitlines()[-1].startswith("E/Tag")
    assert sh("logcat -t 1 -v raw").splitlines()[-1] == "three"
    assert sh("logcat -d -v epoch,year Tag:V '*:S'").count("Tag") == 2
    assert sh("logcat -b all -c; logcat -d") == ""
    assert "unknown buffer zork" in sh.fails("logcat -b zork")[0]
    sh("log -t Tag four; logcat -d -f log.txt; log -t Tag five; logcat -t 1 -v raw -f log.txt")
    assert [line[-4:] for line in sh("cat log.txt").splitlines()] == [
        "main",
        "four",
        "main",
        "five",
    ]
    assert sh.fails("logcat -d -f /nope/log.txt") == (
        "logcat: Couldn't open output file '/nope/log.txt': No such file or directory\n",
        1,
    )
    assert sh.fails("logcat -S") == ("logcat: There are no statistics on this device\n", 1)
    for last in ("-L", "--last", "-d -L"):
        said = "logcat: Logcat read failure: No such file or directory\n"
        assert sh.fails(f"logcat {last}") == (said, 1)


def test_logcat_tells_each_launch_once(sh: Terminal) -> None:
    def displayed() -> list[str]:
        lines = sh("logcat -d -v raw -s ActivityTaskManager:I").splitlines()
        sh("logcat -c")
        return [line for line in lines if line.startswith("Displayed")]

    sh("am force-stop com.android.settings; logcat -c; am start -n com.android.settings/.Settings")
    page = "Displayed com.android.settings/.Settings"
    assert displayed() == [f"{page}: +480ms"]
    sh("am start -a android.settings.WIFI_SETTINGS")
    wifi = "Displayed com.android.settings/.Settings$NetworkProviderSettingsActivity"
    assert displayed() == [f"{wifi}: +140ms"]
    sh("input keyevent HOME; am start -n com.android.settings/.Settings")
    sh("input keyevent SLEEP; input keyevent WAKEUP; wm dismiss-keyguard")
    assert displayed() == []
    sh("am force-stop com.android.settings; am start -n com.android.settings/.Settings")
    assert displayed() == [f"{page}: +480ms"]


def test_the_dark_theme_has_schedules_that_nothing_follows(sh: Terminal) -> None:
    for word, value in (("auto", "0"), ("custom_schedule", "3"), ("no", "1"), ("yes", "2")):
        assert sh(f"cmd uimode night {word}; cmd uimode night") == f"Night mode: {word}\n" * 2
        assert sh("settings get secure ui_night_mode") == f"{value}\n"
        assert f"mNightMode={value} ({word}) " in sh("dumpsys uimode")
        assert sh.phone.system.display.dark == (word == "yes")


def test_battery_saver_waits_for_the_charger_to_be_away(sh: Terminal) -> None:
    sh("cmd power set-mode 1")
    assert sh("settings get global low_power") == "0\n"
    sh("dumpsys battery unplug; cmd power set-mode 1")
    assert sh("settings get global low_power") == "1\n"
    sh("dumpsys battery set level 80")
    assert sh("settings get global low_power") == "1\n"
    sh("cmd power set-mode 0")
    assert sh("settings get global low_power") == "0\n"


def test_battery_saver_ends_when_the_phone_is_charged(sh: Terminal) -> None:
    for charger in ("reset", "set ac 1", "set usb 1", "set wireless 1"):
        sh("dumpsys battery unplug; cmd power set-mode 1")
        sh(f"dumpsys battery {charger}")
        assert sh("settings get global low_power") == "0\n"
        assert not sh.phone.system.display.dark


def test_doze_spares_what_settings_lets_run_in_the_background(sh: Terminal) -> None:
    uid = sh.phone.system.packages.state("net.gsantner.markor").uid
    for command in ("dumpsys", "cmd"):
        white = f"{command} deviceidle whitelist"
        assert sh(f"{white} +net.gsantner.markor") == "Added: net.gsantner.markor\n"
        assert sh(white) == f"user,net.gsantner.markor,{uid}\n"
        assert sh(f"{white} =net.gsantner.markor") == "true\n"
        assert "    net.gsantner.markor\n" in sh("dumpsys deviceidle")
        assert sh("cmd appops get net.gsantner.markor RUN_ANY_IN_BACKGROUND").startswith(
            "RUN_ANY_IN_BACKGROUND: allow"
        )
        assert sh(f"{white} -net.gsantner.markor") == "Removed: net.gsantner.markor\n"
        assert sh(f"{white} +no.such") == "Unknown package: no.such\n"
        assert sh(white) == ""
    assert sh("dumpsys deviceidle get deep") == "ACTIVE\n"


def test_access_to_do_not_disturb_is_given_and_listed(sh: Terminal) -> None:
    listed = "      net.gsantner.markor (user: 0 isPrimary: true)\n"
    assert listed not in sh("dumpsys notification")
    sh("cmd notification allow_dnd net.gsantner.markor")
    assert listed in sh("dumpsys notification")
    sh("cmd notification disallow_dnd net.gsantner.markor")
    assert listed not in sh("dumpsys notification")


def test_svc_power_tells_its_usage(sh: Terminal) -> None:
    assert sh("svc power").startswith("Control the power manager\n\nusage: svc power stayon [")
    sh("svc power stayon dock")
    assert sh("settings get global stay_on_while_plugged_in") == "8\n"


# --- app ops and roles ---------------------------------------------------------------------------


def test_dumpsys_lists_app_ops_that_were_set(sh: Terminal) -> None:
    uid = sh.phone.system.packages.state("net.gsantner.markor").uid - 10_000
    known = f"  Uid u0a{uid}:\n    Package net.gsantner.markor:\n"
    access = "      MANAGE_EXTERNAL_STORAGE (allow): \n"
    start = "Current AppOps service state:\n"
    for other in ("com.simplemobiletools.gallery.pro", "org.videolan.vlc"):  # have access, too
        sh(f"pm uninstall {other}")
    assert sh("dumpsys appops") == start + known + access
    sh("appops set net.gsantner.markor CAMERA ignore")
    assert sh("dumpsys appops") == start + known + "      CAMERA (ignore): \n" + access
    sh("pm uninstall net.gsantner.markor")
    assert sh("dumpsys appops") == start


def test_roles_have_a_holder_who_can_hold_them(sh: Terminal) -> None:
    get = "cmd role get-role-holders android.app.role"
    assert sh(f"{get}.HOME") == "com.google.android.apps.nexuslauncher\n"
    assert sh(f"{get}.DIALER; {get}.SMS; {get}.BROWSER; {get}.NONE") == (
        "com.google.android.dialer\ncom.simplemobiletools.smsmessenger\ncom.android.chrome\n"
    )
    sh("cmd role add-role-holder android.app.role.DIALER net.gsantner.markor")  # can't dial
    assert sh(f"{get}.DIALER") == "com.google.android.dialer\n"
    sh("cmd role add-role-holder android.app.role.SMS com.google.android.apps.messaging")
    assert sh(f"{get}.SMS; settings get secure sms_default_application") == (
        "com.google.android.apps.messaging\n" * 2
    )
