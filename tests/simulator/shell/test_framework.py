"""Android's own commands: am, pm, content; no command fails on bad words."""

from __future__ import annotations

import io
import struct
import zipfile
from dataclasses import replace
from typing import Any

import pytest
from terminal import Terminal

from android_gym.simulator.appkit.providers import ContentProvider
from android_gym.simulator.phone import Phone
from android_gym.simulator.shell.package_lists import RUNTIME_PERMISSIONS
from android_gym.simulator.system.apk import build_apk
from android_gym.simulator.system.packages import ProviderInfo

SETTINGS = "com.android.settings/.Settings"
EXPENSE = "com.arduia.expense"


# --- am ------------------------------------------------------------------------------------------


def test_am_start_asks_the_provider_for_the_type_of_content(sh: Terminal) -> None:
    def shown(arguments: str) -> str:
        said = sh(f"am start -a android.intent.action.{arguments}")
        assert said.startswith("Starting: Intent {") and "typ=" not in said
        sh.phone.advance(1000)
        return sh("dumpsys activity activities | grep -m1 topResumedActivity")

    contacts = "content://com.android.contacts/contacts"
    assert ".ContactSelectionActivity " in shown(f"PICK -d {contacts}")
    assert ".ContactEditorActivity " in shown(f"INSERT -d {contacts}")
    assert "android.internal.app.ResolverActivity " in shown(  # both calendars show it
        "VIEW -d content://com.android.calendar/time/1697500000000"
    )
    sh("input keyevent BACK")
    assert "calendar.pro/.activities.EventActivity " in shown(
        "INSERT -d content://com.android.calendar/events --es title Regatta"
    )
    # Providers that don't know the address, and addresses without a provider, give no type.
    for unknown in ("content://com.android.contacts/nothing", "content://nobody/1", "content://"):
        said = sh.phone.shell(f"am start -a android.intent.action.PICK -d {unknown}")
        assert b"Error: Activity not started, unable to resolve Intent" in said.stderr


@pytest.mark.parametrize(
    ("kind", "key", "component"),
    [
        ("CONTACTS", "CONTACTS", "contacts/com.android.contacts.activities.PeopleActivity"),
        ("EMAIL", "ENVELOPE", "com.google.android.gm/.ConversationListActivityGmail"),
        ("MUSIC", "MUSIC", "code.name.monkey.retromusic/.activities.MainActivity"),
        ("CALCULATOR", "CALCULATOR", "calculator/com.android.calculator2.Calculator"),
        ("BROWSER", "EXPLORER", "com.android.chrome/"),
        ("CALENDAR", "CALENDAR", "android/com.android.internal.app.ResolverActivity"),
        ("FILES", "", "documentsui/com.android.documentsui.files.FilesActivity"),
    ],
)
def test_apps_of_a_kind_open_by_category_and_key(
    sh: Terminal, kind: str, key: str, component: str
) -> None:
    top = "dumpsys activity activities | grep -m1 topResumedActivity"
    category = f"android.intent.category.APP_{kind}"
    for command in (
        f"am start -a android.intent.action.MAIN -c {category}",
        f"input keyevent KEYCODE_{key}",
    ):
        if not command.endswith("_"):
            sh(f"input keyevent HOME; {command}")
            sh.phone.advance(1000)
            assert component in sh(top), command


def test_am_start_says_what_it_starts_and_how_it_went(sh: Terminal) -> None:
    assert sh(f"am start -W -n {SETTINGS}") == (
        "Starting: Intent { cmp=com.android.settings/.Settings }\n"
        "Status: ok\nLaunchState: COLD\nActivity: com.android.settings/.Settings\n"
        "TotalTime: 480\nWaitTime: 484\nComplete\n"
    )
    # Without -W what follows goes to stderr.
    again = sh.phone.shell(f"am start -n {SETTINGS} -f 0x20000000")
    assert (
        again.stdout == b"Starting: Intent { flg=0x20000000 cmp=com.android.settings/.Settings }\n"
    )
    assert again.stderr == (
        b"Warning: Activity not started, intent has been delivered to currently running "
        b"top-most instance.\n"
    )
    sh("input keyevent HOME")
    main = "-a android.intent.action.MAIN -c android.intent.category.LAUNCHER"
    sh(f"am start -W {main} -n {EXPENSE}/.ui.MainActivity; input keyevent HOME")
    output = sh(f"am start -W {main} -n {EXPENSE}/.ui.MainActivity")
    assert "Warning: Activity not started, its current task has been brought to the front" in output
    assert "LaunchState: HOT" in output
    assert sh(f"am start -S -W -n {SETTINGS}").startswith("Stopping: com.android.settings\n")


@pytest.mark.parametrize(
    ("arguments", "error"),
    [
        ("-n a.b/.C", "Error type 3\nError: Activity class {a.b/a.b.C} does not exist.\n"),
        ("-a no.such.action -d http://host/path?q",
         "Error: Activity not started, unable to resolve Intent { act=no.such.action "
         "dat=http://host/... flg=0x10000000 }\n"),
    ],
)  # fmt: skip
def test_am_start_exits_with_0_even_when_nothing_starts(
    sh: Terminal, arguments: str, error: str
) -> None:
    result = sh.phone.shell(f"am start {arguments}")
    assert (result.stderr.decode(), result.exit_code) == (error, 0)
    waited = sh.phone.shell(f"am start -W {arguments}")
    assert waited.stderr == b""
    assert waited.stdout.decode().endswith(error)


def test_extras_have_the_types_asked_for(sh: Terminal) -> None:
    extras = "--es s 'a b' --ei i 0x10 --ez b true --el l 5 --ef f 1.5 --esa list 'x\\,y,z'"
    sh(f"am start -n {SETTINGS} {extras} --eia ints 1,2 --esn nothing -e t '' -d tel:5 -t a/b")
    top = sh.phone.system.activities.top
    assert top is not None
    assert dict(top.intent.extras) == {
        "s": "a b", "i": 16, "b": True, "l": 5, "f": 1.5, "list": ("x,y", "z"), "ints": (1, 2),
        "nothing": None, "t": "",
    }  # fmt: skip
    assert (top.intent.data, top.intent.type) == ("tel:5", "a/b")


def test_uncaught_exceptions_look_like_javas(sh: Terminal) -> None:
    message, code = sh.fails("am start --zork")
    assert message.startswith(
        "\nException occurred while executing 'start':\n"
        "java.lang.IllegalArgumentException: Unknown option: --zork\n"
    )
    assert code == 255
    assert "No intent supplied" in sh.fails("am broadcast")[0]
    assert 'For input string: "x"' in sh.fails("am start -n a/.b --ei k x")[0]
    assert sh.run("am zork") == ("Unknown command: zork\n", 255)
    assert sh.fails(f"pm grant {EXPENSE} android.permission.NOPE")[0].startswith(
        "\nException occurred while executing 'grant':\n"
        "java.lang.IllegalArgumentException: Unknown permission: android.permission.NOPE\n"
    )


def test_am_stack_and_recents_agree_with_the_tasks(sh: Terminal) -> None:
    sh(f"am start -W -n {SETTINGS}; am start -W -n {EXPENSE}/.ui.MainActivity")
    tasks = sh.phone.system.activities.tasks
    lines = [line for line in sh("am stack list").splitlines() if "taskId=" in line]
    assert [int(line.split("taskId=")[1].split(":")[0]) for line in lines] == [t.id for t in tasks]
    assert ["visible=true" in line for line in lines] == [True, False, False]
    assert lines[0].endswith(f"topActivity=ComponentInfo{{{EXPENSE}/{EXPENSE}.ui.MainActivity}}")
    listed = sh("dumpsys activity recents").partition("Visible recent tasks")[2]
    assert [f"    id={t.id} userId=0" in listed for t in tasks] == [True, True, False]
    sh(f"am stack remove {tasks[0].id}; am stack remove 999")
    assert [t.id for t in sh.phone.system.activities.tasks] == [t.id for t in tasks[1:]]


def test_am_force_stop_and_kill(sh: Terminal) -> None:
    sh(f"am start -W -n {EXPENSE}/.ui.MainActivity; input keyevent HOME; am kill {EXPENSE}")
    assert not sh.phone.system.activities.running(EXPENSE)
    sh(f"am start -W -n {EXPENSE}/.ui.MainActivity; am force-stop {EXPENSE}")
    assert not sh.phone.system.activities.running(EXPENSE)
    assert "nexuslauncher" in sh("dumpsys window | grep mCurrentFocus")


@pytest.mark.parametrize(
    ("options", "shown"),
    [("-d http://example.com", "com.android.chrome"), ("-d geo:1,2", "net.osmand")],
)
def test_am_start_needs_no_action(sh: Terminal, options: str, shown: str) -> None:
    assert "Error" not in sh(f"am start {options}")
    assert shown in sh("dumpsys window | grep mCurrentFocus")


@pytest.mark.parametrize("app", ["smsmessenger", "calendar.pro", "gallery.pro"])
def test_an_app_with_a_splash_shows_its_main_activity(sh: Terminal, app: str) -> None:
    package = f"com.simplemobiletools.{app}"
    main = f"{package}/{package}.activities.MainActivity"
    splash = f"{package}/.activities.SplashActivity.Orange"
    assert splash in sh(f"cmd package resolve-activity --brief {package}")
    sh(f"monkey -p {package} -c android.intent.category.LAUNCHER 1")
    assert f"{main}}}" in sh("dumpsys window | grep mCurrentFocus")
    assert "sz=1}" in sh(f"dumpsys activity activities | grep 'Task.*{package}'")
    sh(f"input keyevent HOME; monkey -p {package} -c android.intent.category.LAUNCHER 1")
    assert "sz=1}" in sh(f"dumpsys activity activities | grep 'Task.*{package}'")
    shown = sh(f"am force-stop {package}; am start -W -n {splash}")
    assert f"Activity: {package}/.activities.MainActivity\n" in shown


def test_reboot_leaves_the_launcher_alone(sh: Terminal) -> None:
    sh(f"echo kept > /sdcard/f; am start -W -n {SETTINGS}; reboot")
    assert sh.phone.system.activities.tasks[0].home
    assert not sh.phone.system.activities.running("com.android.settings")
    assert sh("cat /sdcard/f") == "kept\n"
    denied = sh.phone._shell.run("reboot", uid=2000)
    assert denied.stderr == b"reboot: Operation not permitted\n"


def test_broadcasts_end_with_their_result(sh: Terminal) -> None:
    assert sh("am broadcast -a nobody.listens --es k v") == (
        "Broadcasting: Intent { act=nobody.listens flg=0x400000 (has extras) }\n"
        "Broadcast completed: result=0\n"
    )


def test_monkey_launches(sh: Terminal) -> None:
    result = sh.phone.shell(f"monkey -p {EXPENSE} -candroid.intent.category.LAUNCHER 1")
    assert result.stdout.decode().splitlines()[0] == "  bash arg: -p"
    assert f'data="{EXPENSE}"' in result.stderr.decode()
    assert b"Events injected: 1" in result.stdout
    top = sh.phone.system.activities.top
    assert top is not None and top.package == EXPENSE
    refused = sh.phone.shell("monkey -p not.there 1")
    assert refused.exit_code == 252
    assert b"** No activities found to run, monkey aborted." in refused.stderr


# --- pm ------------------------------------------------------------------------------------------


def test_pm_list_and_path(sh: Terminal) -> None:
    packages = sh.phone.system.packages
    listed = sh("pm list packages").splitlines()
    assert listed == [f"package:{name}" for name in packages.names]
    uid = packages.state(EXPENSE).uid
    assert sh(f"pm list packages -U {EXPENSE}") == f"package:{EXPENSE} uid:{uid}\n"
    assert sh(f"pm list packages -f {EXPENSE}").endswith(f"/base.apk={EXPENSE}\n")
    assert sh(f"pm path {EXPENSE}").startswith("package:/data/app/~~")
    assert sh.run("pm path not.there") == ("", 1)
    assert "package:com.android.settings" in sh("pm list packages -s")
    assert EXPENSE in sh("cmd package list packages -3")


def test_pm_clear_grant_and_revoke(sh: Terminal) -> None:
    assert sh(f"pm clear {EXPENSE}") == "Success\n"
    assert sh.fails("pm clear not.there") == ("Failed\n", 1)
    packages = sh.phone.system.packages
    requests = [
        (name, item)
        for name in packages.names
        for item in packages.manifest(name).permissions
        if item in RUNTIME_PERMISSIONS
    ]
    if not requests:
        pytest.skip("no app on this phone asks for a permission")
    package, permission = requests[0]
    sh(f"pm grant {package} {permission}")
    assert sh.phone.system.packages.granted(package, permission)
    assert f"{permission}: granted=true" in sh(f"dumpsys package {package}")
    sh(f"pm revoke {package} {permission}")
    assert not sh.phone.system.packages.granted(package, permission)


def test_pm_resolves_intents(sh: Terminal) -> None:
    main = "-a android.intent.action.MAIN -c android.intent.category.HOME"
    assert sh(f"cmd package resolve-activity --brief {main}").splitlines()[1] == (
        "com.google.android.apps.nexuslauncher/.NexusLauncherActivity"
    )
    assert sh("cmd package query-activities --brief -a no.such") == "No activities found\n"
    assert sh("pm resolve-activity -a no.such") == "No activity found\n"


def test_pm_lists_what_it_found_as_told(sh: Terminal) -> None:
    query = "cmd package query-activities -a android.settings.WIFI_SETTINGS"
    first = "    priority=0 preferredOrder=0 match=0x108000 specificIndex=-1 isDefault=true\n"
    head = f"1 activities found:\n  Activity #0:\n{first}"
    name = sh(f"{query} --components").rstrip("\n")
    package, _, short = name.partition("/")
    full = package + short if short.startswith(".") else short
    assert sh(f"{query} --brief") == f"{head}    {name}\n"
    assert sh(query) == (
        f"{head}    ActivityInfo:\n      name={full}\n      packageName={package}\n"
    )


def test_am_starts_what_a_package_views(sh: Terminal) -> None:
    """Arguments such as ``-a ... -d URL PACKAGE``, which deep links are opened with."""
    view = "am start -a android.intent.action.VIEW -d https://example.com com.android.chrome"
    assert sh(view) == (
        "Starting: Intent { act=android.intent.action.VIEW dat=https://example.com/... "
        "pkg=com.android.chrome }\n"
    )
    assert "com.android.chrome" in sh("dumpsys activity activities | grep topResumed")
    # What is given by options stays.
    said = sh("am start -d tel:12 -p com.google.android.dialer sms:34")
    assert "dat=tel:xx pkg=com.google.android.dialer" in said
    # Without an action the package's launcher activity is started.
    assert "act=android.intent.action.MAIN cat=[android.intent.category.LAUNCHER] pkg=" in sh(
        "am start com.android.settings"
    )


def test_dumpsys_display_has_the_panel_and_what_apps_see(sh: Terminal) -> None:
    sh("am start -W -a android.settings.SETTINGS")  # the home screen would stay upright
    sh("wm size 720x1280; wm density 320; wm user-rotation lock 1")
    base, override = (
        sh(f"dumpsys display | grep -o 'm{name}DisplayInfo=.*'") for name in ("Base", "Override")
    )
    assert "real 1080 x 2400, largest app 2400 x 2400, smallest app 1080 x 1080, " in base
    assert "rotation 0, state ON, " in base and "app 1080 x 2400, density 420 (420.0 x " in base
    assert "real 1280 x 720, largest app 1280 x 1280, smallest app 720 x 720, " in override
    assert "rotation 1, state ON, " in override and "app 1280 x 720, density 320 (" in override
    sh("wm user-rotation lock 0; input keyevent SLEEP")
    override = sh("dumpsys display | grep mOverrideDisplayInfo")
    assert "rotation 0, state OFF, " in override and "app 720 x 1217, " in override


def test_the_framework_restarts_and_the_phone_reboots(sh: Terminal) -> None:
    sh("setprop debug.mine 1; setprop persist.mine 2; stop; setprop sys.boot_completed 0")
    assert sh("getprop sys.boot_completed") == "0\n"
    sh("start")
    show = "getprop sys.boot_completed; getprop debug.mine; getprop persist.mine"
    assert sh(show) == "1\n1\n2\n"
    sh("reboot")
    assert sh(show) == "1\n\n2\n"


def _apk(package: str, version: int) -> bytes:
    """The smallest APK that names a package: a zip with a binary AndroidManifest.xml."""
    strings = ["versionCode", "package", "manifest", package]
    pool = b"".join(
        struct.pack("<H", len(text)) + text.encode("utf-16-le") + b"\0\0" for text in strings
    )
    pool += b"\0" * (-len(pool) % 4)
    offsets, at = [], 0
    for text in strings:
        offsets.append(at)
        at += 2 * len(text) + 4
    header = 28 + 4 * len(strings)
    chunk = struct.pack("<HHIIIIII", 1, 28, header + len(pool), len(strings), 0, 0, header, 0)
    chunk += struct.pack(f"<{len(strings)}I", *offsets) + pool
    attributes = struct.pack("<iiiHBBi", -1, 0, -1, 8, 0, 0x10, version)
    attributes += struct.pack("<iiiHBBi", -1, 1, 3, 8, 0, 3, 3)
    element = struct.pack("<IIiiHHHHHH", 1, 0xFFFFFFFF, -1, 2, 20, 20, 2, 0, 0, 0) + attributes
    element = struct.pack("<HHI", 0x0102, 16, 8 + len(element)) + element
    body = chunk + element
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as archive:
        archive.writestr("AndroidManifest.xml", struct.pack("<HHI", 3, 8, 8 + len(body)) + body)
    return out.getvalue()


def test_pm_installs_another_version_of_an_app_and_says_who_did(sh: Terminal) -> None:
    package = "net.gsantner.markor"
    shipped = sh.phone.system.packages.manifest(package)
    apk = build_apk(replace(shipped, version_code=shipped.version_code - 1, version_name="0.9"))
    sh("echo kept > /data/data/net.gsantner.markor/note")
    assert sh(f"pm install -i a.store -S {len(apk)}", apk) == "Success\n"
    dump = sh(f"dumpsys package {package}")
    assert f"versionCode={shipped.version_code - 1} " in dump
    assert "    versionName=0.9\n" in dump
    assert "    installerPackageName=a.store\n" in dump
    assert sh(f"pm list packages -i {package}") == f"package:{package}  installer=a.store\n"
    assert sh("cat /data/data/net.gsantner.markor/note") == "kept\n"
    assert sh("cat $(pm path net.gsantner.markor | cut -d: -f2) | wc -c") == f"{len(apk)}\n"
    newest = build_apk(shipped)
    assert sh(f"pm install -S {len(newest)}", newest) == "Success\n"
    assert f"versionCode={shipped.version_code} " in sh(f"dumpsys package {package}")
    assert "installerPackageName" not in sh(f"dumpsys package {package}")


def test_pm_installs_what_an_apk_names(sh: Terminal) -> None:
    apk = _apk("org.example.app", 7)
    assert sh(f"cmd package install -r -t -g -S {len(apk)}", apk) == "Success\n"
    assert "versionCode=7" in sh("dumpsys package org.example.app")
    assert sh("ls -d /data/data/org.example.app") == "/data/data/org.example.app\n"
    assert sh("pm uninstall org.example.app") == "Success\n"
    assert sh.run("pm uninstall org.example.app") == (
        "Failure [DELETE_FAILED_INTERNAL_ERROR]\n",
        1,
    )
    sh.phone.push("/data/local/tmp/x.apk", apk)
    assert sh("pm install /data/local/tmp/x.apk") == "Success\n"
    assert "installer=null" in sh("pm list packages -i org.example.app")
    output, code = sh.run("pm install -S 4", b"junk")
    assert output.startswith("Failure [INSTALL_PARSE_FAILED_NOT_APK")
    assert code == 1


def test_pm_leaves_the_system_image_as_it_is(sh: Terminal) -> None:
    failure = "Failure [DELETE_FAILED_INTERNAL_ERROR]\n"
    assert sh.run("pm uninstall com.android.chrome") == (failure, 1)
    assert sh("pm path com.android.chrome")
    assert sh("pm uninstall --user 0 com.android.chrome") == "Success\n"
    assert sh.run("pm path com.android.chrome") == ("", 1)
    gone = "Failure [not installed for 0]\n"
    assert sh.run("pm uninstall --user 0 com.android.chrome") == (gone, 1)


def test_pm_tells_features_apart(sh: Terminal) -> None:
    assert sh("pm has-feature android.hardware.camera") == "true\n"
    assert sh.run("pm has-feature android.hardware.nonsense") == ("false\n", 1)
    assert sh.run("pm has-feature") == ("Error: expected FEATURE name\n", 1)


def test_pm_hides_an_app(sh: Terminal) -> None:
    says = f"Package {EXPENSE} new hidden state: "
    assert sh(f"pm hide {EXPENSE}") == f"{says}true\n"
    assert sh(f"pm list packages -e {EXPENSE}") == ""
    assert sh(f"pm unhide {EXPENSE}") == f"{says}false\n"
    assert sh(f"pm list packages -e {EXPENSE}") == f"package:{EXPENSE}\n"
    assert sh.run("pm unhide no.such") == ("Package no.such new hidden state: true\n", 1)


def test_am_keeps_standby_buckets(sh: Terminal) -> None:
    assert sh(f"am get-standby-bucket {EXPENSE}") == "10\n"
    chrome = "com.android.chrome"
    assert sh(f"am set-standby-bucket --user 0 {EXPENSE} RARE {chrome} 30") == ""
    assert sh(f"am get-standby-bucket {EXPENSE}") == "40\n"
    listed = dict(line.split(": ") for line in sh("am get-standby-bucket").splitlines())
    assert listed[EXPENSE] == "40" and listed.keys() == set(sh.phone.system.packages.names)
    kept = sh.phone.snapshot()
    assert sh(f"am set-standby-bucket {EXPENSE} restricted") == ""
    assert sh(f"am get-standby-bucket {EXPENSE}") == "45\n"
    sh.phone.restore(kept)
    assert sh(f"am get-standby-bucket {EXPENSE}") == "40\n"
    assert sh.run(f"am set-standby-bucket {EXPENSE} soon") == ("Error: Unknown bucket: soon\n", 255)
    assert sh("am get-standby-bucket no.such") == "50\n"


def test_pm_disables_single_components(sh: Terminal) -> None:
    (launched,) = sh.phone.system.packages.manifest(EXPENSE).launched
    component = sh.phone.system.packages.manifest(EXPENSE).component(launched.name)
    kept = sh.phone.snapshot()
    short = component.replace(f"/{EXPENSE}.", "/.")
    assert sh(f"pm disable {short}") == f"Component {{{component}}} new state: disabled\n"
    icons = [m.package for m, _ in sh.phone.system.packages.launcher_activities()]
    assert EXPENSE not in icons and "com.android.settings" in icons
    assert "does not exist" in sh.run(f"am start -n {short}")[0]
    query = f"pm query-activities --components -a android.intent.action.MAIN {EXPENSE}"
    assert component not in sh(query)
    assert sh(f"pm list packages -e {EXPENSE}") == f"package:{EXPENSE}\n"
    off = sh.phone.snapshot()
    assert sh(f"pm enable {short}") == f"Component {{{component}}} new state: enabled\n"
    assert "does not exist" not in sh.run(f"am start -n {short}")[0]
    for snapshot, expected in ((off, False), (kept, True)):
        sh.phone.restore(snapshot)
        assert sh.phone.system.packages.component_enabled(component) is expected
    said, code = sh.run(f"pm disable {EXPENSE}/.Nothing")
    assert f"Component class {EXPENSE}.Nothing does not exist in {EXPENSE}" in said and code != 0


def test_pm_queries_services_and_receivers(sh: Terminal) -> None:
    service = "code.name.monkey.retromusic/.service.MusicService"
    assert sh(f"cmd package query-services --components -n {service}") == f"{service}\n"
    assert sh(f"pm query-services -n {service}") == (
        "1 services found:\n  Service #0:\n    priority=0 preferredOrder=0 match=0x108000 "
        "specificIndex=-1 isDefault=true\n    ServiceInfo:\n      "
        "name=code.name.monkey.retromusic.service.MusicService\n      "
        "packageName=code.name.monkey.retromusic\n"
    )
    assert sh("pm query-services -a no.such.ACTION") == "No services found\n"
    assert sh("pm query-receivers -a no.such.ACTION") == "No receivers found\n"
    receiver = "code.name.monkey.retromusic/.service.SleepReceiver"
    assert sh(f"pm query-receivers --components -n {receiver}") == f"{receiver}\n"
    sh(f"pm disable {service}")
    assert sh(f"pm query-services -n {service}") == "No services found\n"


def test_pm_disables_services(sh: Terminal) -> None:
    service = "code.name.monkey.retromusic/.service.MusicService"
    sh(f"pm disable {service}")
    assert "Error: Not found; no service started." in sh.run(f"am startservice -n {service}")[0]
    sh(f"pm default-state {service}")
    assert "Not found" not in sh.run(f"am startservice -n {service}")[0]


def test_the_word_before_a_missing_argument_is_named(sh: Terminal) -> None:
    for line, word in (("am force-stop", "force-stop"), ("cmd notification set_dnd", "set_dnd"),
                       ("am force-stop --user", "--user")):  # fmt: skip
        said, code = sh.run(line)
        assert code == 255 and said.endswith(f'Argument expected after "{word}"\n'), line


# --- content -------------------------------------------------------------------------------------


class _Notes(ContentProvider):
    """A provider of two rows."""

    WRITES = frozenset(("insert", "delete"))

    def __init__(self) -> None:
        self.rows: list[dict[str, Any]] = [{"_id": 1, "body": "a, b=c"}, {"_id": 2, "body": None}]
        self.seen: list[Any] = []

    def query(self, uri, projection=None, where=None, sort=None):  # type: ignore[no-untyped-def]
        self.seen.append((uri, projection, where, sort))
        if uri.endswith("/unknown"):
            raise ValueError(f"Unknown URL {uri}")
        names = projection or ["_id", "body"]
        return names, [[row[name] for name in names] for row in self.rows]

    def insert(self, uri: str, values: dict[str, Any]) -> str:
        self.rows.append({"_id": len(self.rows) + 1, "body": None, **values})
        return f"{uri}/{len(self.rows)}"

    def delete(self, uri: str, where: str | None = None) -> int:
        self.rows.clear()
        return 1


@pytest.fixture
def notes(sh: Terminal, monkeypatch: pytest.MonkeyPatch) -> _Notes:
    provider = _Notes()
    real = sh.phone.host.provider

    def find(authority: str) -> Any:
        return provider if authority == "notes" else real(authority)

    monkeypatch.setattr(sh.phone.host, "provider", find)
    return provider


def test_content(sh: Terminal, notes: _Notes) -> None:
    assert sh("content query --uri content://notes/all") == (
        "Row: 0 _id=1, body=a, b=c\nRow: 1 _id=2, body=NULL\n"
    )
    sh("content query --uri content://notes/all --projection body:_id --where \"_id=1\" "
       "--sort '_id DESC'")  # fmt: skip
    assert notes.seen[-1] == ("content://notes/all", ["body", "_id"], "_id=1", "_id DESC")
    assert sh("content insert --uri content://notes/all --bind body:s:new --bind _id:i:9") == ""
    assert notes.rows[-1] == {"_id": 9, "body": "new"}
    assert sh("content delete --uri content://notes/all") == ""
    assert sh("content query --uri content://notes/all") == "No result found.\n"


def test_content_reports_errors_and_exits_with_0(sh: Terminal, notes: _Notes) -> None:
    for uri, kind in (("content://notes/unknown", "java.lang.IllegalArgumentException"),
                      ("content://nobody/x", "java.lang.IllegalStateException")):  # fmt: skip
        result = sh.phone.shell(f"content query --uri {uri}")
        assert result.exit_code == 0
        lines = result.stderr.decode().splitlines()
        assert lines[0].startswith("Error while accessing provider:")
        assert lines[1].startswith(kind)
    update = sh.phone.shell("content update --uri content://notes/x --bind a:s:b")
    assert b"java.lang.UnsupportedOperationException" in update.stderr
    message, code = sh.fails("content query --zork")
    assert message.startswith("[ERROR] Unsupported argument: --zork\n")
    assert code == 1


def test_every_provider_on_the_phone_answers_a_query(whole_phone: Phone) -> None:
    for package in whole_phone.system.packages.names:
        for info in whole_phone.system.packages.manifest(package).providers:
            assert isinstance(info, ProviderInfo)
            result = whole_phone.shell(f"content query --uri content://{info.authority}/")
            assert result.exit_code == 0, (info, result)


BAD = ("", "-", "--", "-zz", "--zork", "''", "/nope", "a b c d e f", "-n", "5 5", "-c",
       "/data/local/tmp", "-e '(' /nope", "-x1 -y2", "\udcff")  # fmt: skip


def test_every_command_survives_bad_arguments(sh: Terminal) -> None:
    """No command may end in an exception of ours, whatever it is given."""
    names = [name for name, item in sh.phone._shell.commands.items() if name not in ("yes", "kill")]
    for name in names:
        for arguments in BAD:
            result = sh.phone.shell(f"{name} {arguments} </dev/null")
            assert 0 <= result.exit_code <= 255


@pytest.mark.parametrize(
    ("command", "output", "code"),
    [
        # am
        ("am get-current-user", "0\n", 0),
        ("am start-service -n a.b/.C", "Starting service: Intent { cmp=a.b/.C }\n"
         "Error: Not found; no service started.\n", 255),
        ("am stopservice -n a.b/.C", "Stopping service: Intent { cmp=a.b/.C }\n"
         "Service not stopped: was not running.\n", 255),
        ("am to-uri -a x.y -d http://h/p", "http://h/p#Intent;action=x.y;end\n", 0),
        ("am task lock stop", "Activity manager is not in lockTaskMode\n", 0),
        ("am stack zork", "Error: unknown command 'zork'\n", 255),
        ("am instrument -w a.b/c.D 2>/dev/null | head -1",
         "INSTRUMENTATION_STATUS: id=ActivityManagerService\n", None),
        ("am to-uri -a x.y -c a.b -n a.b/.C -f 0x10 --es 'k 1' 'v;=' --ei n -3 --ez b true "
         "--el l 9999999999",
         "#Intent;action=x.y;category=a.b;launchFlags=0x10;component=a.b/.C;B.b=true;"
         "S.k%201=v%3B%3D;l.l=9999999999;i.n=-3;end\n", 0),
        ("am to-intent-uri -a android.intent.action.VIEW -d http://h/p -t text/html -p a.b",
         "intent://h/p#Intent;scheme=http;type=text/html;package=a.b;end\n", 0),
        ("am to-intent-uri -a x", "intent:#Intent;action=x;end\n", 0),
        ("am switch-user 0", "", 0),
        ("am switch-user 10", "Error: Failed to switch to user 10\n", 1),
        (f"am set-debug-app -w --persistent {EXPENSE}; settings get global debug_app; "
         "settings get global wait_for_debugger; am clear-debug-app; "
         "settings get global debug_app", f"{EXPENSE}\n1\nnull\n", 0),
        ("am set-debug-app --zork a", "Error: Unknown option: --zork\n", 255),
        (f"am package-importance no.app; am package-importance {EXPENSE}; "
         f"am start -W -n {EXPENSE}/.ui.MainActivity >/dev/null 2>&1; "
         f"am package-importance {EXPENSE}; input keyevent HOME; am package-importance {EXPENSE}; "
         f"am set-debug-app {EXPENSE}; am package-importance {EXPENSE}",
         "1000\n1000\n100\n400\n1000\n", 0),
        (f"am set-inactive {EXPENSE} true; am get-inactive {EXPENSE}; dumpsys battery unplug; "
         f"am get-inactive {EXPENSE}; am get-standby-bucket {EXPENSE}; "
         f"am set-inactive {EXPENSE} false; am get-inactive {EXPENSE}; am set-inactive no.app true",
         "Idle=false\nIdle=true\n40\nIdle=false\n", 0),
        (f"am start --user 10 -n {EXPENSE}/.ui.MainActivity",
         "Starting: Intent { cmp=com.arduia.expense/.ui.MainActivity }\nError type 3\n"
         "Error: Activity class {com.arduia.expense/com.arduia.expense.ui.MainActivity} does not "
         "exist.\n", 0),
        ("am start --user all -a x", "Error: Can't start activity with user 'all'\n", 1),
        ("am kill-all; am crash not.there; am send-trim-memory x y", "", 0),
        # pm
        ("pm list users", "Users:\n\tUserInfo{0:Owner:4c13} running\n", 0),
        ("pm list features | head -1", "feature:android.hardware.audio.output\n", 0),
        ("pm list libraries | head -1", "library:android.ext.shared\n", 0),
        ("pm list permission-groups | head -1",
         "permission group:android.permission-group.ACTIVITY_RECOGNITION\n", 0),
        ("pm list zork", "Error: unknown list type 'zork'\n", 255),
        ("pm list packages --zork", "Error: Unknown option: --zork\n", 255),
        ("pm get-install-location", "0[auto]\n", 0),
        (f"pm disable-user {EXPENSE}; pm list packages -d; pm enable {EXPENSE}",
         f"Package {EXPENSE} new state: disabled-user\npackage:{EXPENSE}\n"
         f"Package {EXPENSE} new state: enabled\n", 0),
        (f"pm uninstall {EXPENSE}; pm install-existing {EXPENSE}; pm path {EXPENSE} | wc -l",
         f"Success\nPackage {EXPENSE} installed for user: 0\n1\n", 0),
        ("pm install-existing no.app", "android.content.pm.PackageManager$NameNotFoundException: "
         "Package no.app doesn't exist\n", 1),
        ("pm clear", "Error: no package specified\n", 1),
        ("pm grant x", "Error: no permission specified\n", 1),
        ("pm set-home-activity a/.b", "Error: Failed to set default home.\n", 1),
        ("pm set-home-activity a/", "Error: invalid component name\n", 1),
        ("pm set-home-activity $(cmd role get-role-holders android.app.role.HOME)",
         "Success\n", 0),
        ("cmd package resolve-activity --components -n com.android.settings/.Settings",
         "com.android.settings/.Settings\n", 0),
        # services
        ("svc zork | head -1", "Available commands:\n", 0),
        ("svc wifi | head -1", "Control the Wi-Fi manager\n", None),
        ("svc power stayon true; settings get global stay_on_while_plugged_in", "15\n", 0),
        ("svc data disable; settings get global mobile_data; cmd phone data enable; "
         "settings get global mobile_data", "0\n1\n", 0),
        ("cmd wifi list-networks", "Network Id      SSID                         Security type\n"
         "0            AndroidWifi                      open\n", 0),
        ("cmd wifi list-scan-results | wc -l", "2\n", 0),
        ("cmd wifi connect-network Nowhere open", "Connection failed with reason 0\n", 0),
        ("cmd wifi connect-network AndroidWifi open; cmd wifi forget-network 0; "
         "cmd wifi forget-network 7",
         "Connection initiated \nForget successful\nForget failed with reason: 0\n", 0),
        ("cmd wifi get-country-code", "Wifi Country Code = US\n", 0),
        ("cmd bluetooth_manager disable; cmd bluetooth_manager wait-for-state:STATE_OFF",
         "wait-for-state: STATE_OFF success\n", 0),
        ("cmd location set-location-enabled false; cmd location is-location-enabled", "false\n", 0),
        ("cmd display set-brightness 1; settings get system screen_brightness", "255\n", 0),
        ("cmd display set-brightness 7",
         "Error: brightness should be a number between 0 and 1\n", 1),
        ("cmd notification set_dnd priority; settings get global zen_mode", "1\n", 0),
        ("cmd notification set_dnd zork", "Unknown mode: zork\n", 255),
        ("cmd statusbar expand-settings; cmd statusbar collapse; cmd statusbar get-status-icons "
         "| tail -1", "clock\n", 0),
        ("cmd role add-role-holder android.app.role.SMS a.b; "
         "cmd role get-role-holders android.app.role.SMS", "a.b\n", 0),
        ("cmd alarm set-timezone Asia/Tokyo; date +%Z", "JST\n", 0),
        ("cmd overlay list | head -1; cmd user list",
         "android\nUsers:\n\tUserInfo{0:Owner:4c13} running\n", 0),
        ("cmd jobscheduler run -f x 1", "Package not found: x / user 0\n", 24),
        (f"cmd jobscheduler run {EXPENSE} 7",
         f"Could not find job 7 in package {EXPENSE} / user 0\n", 23),
        ("cmd jobscheduler zork", "Unknown command: zork\n", 255),
        ("cmd shortcut clear-shortcuts a; cmd shortcut zork",
         "Success\nUnknown command: zork\n", 255),
        ("cmd shortcut get-default-launcher | tail -1; cmd user zork",
         "Success\nUnknown command: zork\n", 255),
        ("cmd uimode night; cmd media_session dispatch play", "Night mode: no\n", 0),
        ("cmd", "cmd: No service specified; use -l to list all running services. Use -w to start "
         "and wait for a service.\n", 20),
        ("service check zork; service list | tail -n +2 | head -1",
         "Service zork: not found\n0\taccessibility: []\n", None),
        ("service call zork 1", "service: Service zork does not exist\n", 10),
        ("service call alarm 2 i64 1600000000000; date +%s",
         "Result: Parcel(00000000    '....')\n1600000000\n", 0),
        (f"appops set {EXPENSE} CAMERA deny; appops get {EXPENSE}; appops reset {EXPENSE}; "
         f"appops get {EXPENSE} CAMERA",
         f"CAMERA: deny\nReset all modes for: user 0, package {EXPENSE}\nNo operations.\n"
         "Default mode: allow\n", 0),
        ("appops set no.app CAMERA deny", "Error: No UID for no.app in user 0\n", 255),
        (f"appops set {EXPENSE} CAMERA zork", "Error: Mode zork is not valid,\n", 255),
        ("ime list -s",
         "com.google.android.inputmethod.latin/com.android.inputmethod.latin.LatinIME\n", 0),
        ("ime set a/x", "Unknown input method a/x cannot be selected for user #0\n", 255),
        ("ime enable a/.b", "Unknown input method a/.b cannot be enabled for user #0\n", 255),
        ("media volume --stream 4 --adj raise --get",
         "[V] will control stream=4 (STREAM_ALARM)\n[V] will adjust volume raise\n"
         "[V] will get volume\n[V] volume is 7 in range [0..7]\n", None),
        ("media zork", "Error: unknown command 'zork'\n", 1),
        ("locksettings set-disabled true; locksettings get-disabled",
         "Lock screen disabled set to true\ntrue\n", 0),
        ("telecom set-default-dialer a.b; telecom get-default-dialer",
         "Success - a.b set as override default dialer.\na.b\n", 0),
        ("locksettings clear; locksettings verify; locksettings clear --old 1234",
         "Lock credential cleared\nLock credential verified successfully\n"
         "Old password provided but user has no password\n", 255),
        ("ip addr show wlan0 | head -2",
         "3: wlan0: <BROADCAST,MULTICAST,UP,LOWER_UP> mtu 1500 qdisc noqueue state UP group "
         "default qlen 1000\n    link/ether 02:15:b2:00:00:00 brd ff:ff:ff:ff:ff:ff\n", 0),
        ("ip link show lo | tail -n +2 | head -1; ifconfig lo | head -1",
         "    link/loopback 00:00:00:00:00:00 brd 00:00:00:00:00:00\n"
         "lo        Link encap:Local Loopback\n", 0),
        ("ifconfig eth0 | head -1; ip route | head -1",
         "eth0      Link encap:Ethernet  HWaddr 52:54:00:12:34:56\n"
         "10.0.2.0/24 dev eth0 proto kernel scope link src 10.0.2.15 \n", 0),
        ("device_config get a b; device_config zork", "null\nInvalid command: zork\n", 255),
        # wm, input, dumpsys
        ("wm zork", "Unknown command: zork\n", 255),
        ("wm size axb", "Error: bad number java.lang.NumberFormatException: For input string: "
         '"axb"\n', 255),
        ("wm size 400dpx600dp; wm size | tail -1; wm fixed-to-user-rotation",
         "Override size: 1050x1575\ndefault\n", 0),
        ("wm user-rotation; wm user-rotation lock 2; wm user-rotation; wm user-rotation free",
         "free\nlock 2\n", 0),
        ("wm user-rotation lock 9",
         "Error: argument needs to be between 0 and 3, but we get 9\n", 255),
        ("input touchscreen -d 0 tap 5 5; input keyevent --longpress 3; input keyevent --doubletap "
         "24 25; input press; input roll 1 1; input keycombination -t 50 113 29", "", 0),
        ("dumpsys battery get level; dumpsys battery set zork 1; dumpsys battery set level x",
         "100\nUnknown set option: zork\nBad value: x\n", 0),
        ("dumpsys uimode | tail -1; dumpsys location | tail -1",
         "  mNightMode=1 (no) mNightModeLocked=false\n      enabled=true\n", None),
        ("dumpsys meminfo no.app | tail -1", "No process found for: no.app\n", 0),
        ("dumpsys --zork", "Unknown option: --zork\n", 255),
        ("dumpsys activity no.app | head -1",
         "Bad activity command, or no activities match: no.app\n", 0),
        ("dumpsys activity lru | head -1; dumpsys activity processes | head -1; "
         "dumpsys activity providers | head -1; dumpsys activity services | head -1",
         "ACTIVITY MANAGER LRU PROCESSES (dumpsys activity lru)\n"
         "ACTIVITY MANAGER RUNNING PROCESSES (dumpsys activity processes)\n"
         "ACTIVITY MANAGER CONTENT PROVIDERS (dumpsys activity providers)\n"
         "ACTIVITY MANAGER SERVICES (dumpsys activity services)\n", 0),
        ("dumpsys settings | head -1; dumpsys diskstats | head -1",
         "GLOBAL SETTINGS (user 0)\nLatency: 0ms [512B Data Write]\n", 0),
        ("logcat -c; am start -a android.settings.WIFI_SETTINGS > /dev/null; logcat -d -v brief",
         "--------- beginning of system\nI/ActivityTaskManager(  583): START u0 "
         "{act=android.settings.WIFI_SETTINGS flg=0x10000000 cmp=com.android.settings/"
         ".Settings$NetworkProviderSettingsActivity} from uid 2000\n"
         "I/ActivityTaskManager(  583): Displayed com.android.settings/"
         ".Settings$NetworkProviderSettingsActivity: +480ms\n", 0),
        ("logcat -c; log -t Tag text; logcat -dB | tail -c 10", "\x04Tag\0text\0", 0),
        ("logcat -g -b main", "main: ring buffer is 256 KiB (0 B consumed, 512 B readable), max "
         "entry is 5120 B, max payload is 4068 B\n", 0),
        ("logcat -G 16M -b main; logcat -g -b main,crash", "main: ring buffer is 16 MiB (0 B "
         "consumed, 512 B readable), max entry is 5120 B, max payload is 4068 B\n"
         "crash: ring buffer is 256 KiB (0 B consumed, 512 B readable), max entry is 5120 B, max "
         "payload is 4068 B\n", 0),
        ("logcat --buffer-size=65536; logcat -g | cut -d ' ' -f 1-6",
         "main: ring buffer is 64 KiB\nsystem: ring buffer is 64 KiB\n"
         "crash: ring buffer is 64 KiB\n", 0),
        ("logcat -G 63K", "logcat: failed to set the 'main' log size\n", 1),
        ("logcat -G many", "logcat: Invalid -G size 'many'\n", 1),
        ("log -p z -t a b", "log: bad -p 'z'\n", 1),
        ("uiautomator events | head -1", "Usage: uiautomator <subcommand> [options]\n", None),
        ("screenrecord --time-limit 3 /sdcard/v.mp4; ls /sdcard/v.mp4", "/sdcard/v.mp4\n", 0),
    ],
)  # fmt: skip
def test_what_they_say(sh: Terminal, command: str, output: str, code: int | None) -> None:
    found, exit_code = sh.run(command)
    assert found == output
    assert code is None or exit_code == code
