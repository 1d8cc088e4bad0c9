"""`Device` over an AndroidEnv that plays a script: requests and answers."""

import pytest
from android_env.components import errors as android_env_errors
from android_env.proto import adb_pb2

from android_gym.devices.device import Device
from android_gym.errors import ActionError, DeviceCommandError, DeviceError
from android_gym.events import (
    DoubleTap,
    Drag,
    Key,
    KeyCombination,
    LongPress,
    Pinch,
    Swipe,
    Tap,
    Text,
    Wait,
)


class ScriptedEnv:
    """Answers every shell command with what `answers` says its inner command prints."""

    def __init__(self) -> None:
        self.commands: list[str] = []
        self.answers: dict[str, tuple[str, int]] = {}

    def execute_adb_call(self, request):
        name, line = request.generic.args
        assert name == "shell"
        prefix, suffix = "(", '\n) 2>&1; echo "\n$?"'
        assert line.startswith(prefix) and line.endswith(suffix)
        command = line[len(prefix) : -len(suffix)]
        self.commands.append(command)
        output, code = self.answers.get(command, ("", 0))
        response = adb_pb2.AdbResponse(status=adb_pb2.AdbResponse.Status.OK)
        response.generic.output = output.encode() + b"\n%d\n" % code
        return response


class ScriptedDevice(Device):
    def __init__(self) -> None:
        super().__init__(ScriptedEnv())
        self.unicode: list[str] = []
        self.touched: list[object] = []

    def _send_touches(self, touches):
        self.touched.append(touches)

    def _let_pass(self, duration_ms):
        self.touched.append(duration_ms)

    def _type_unicode(self, text):
        self.unicode.append(text)

    screenshot = ui_elements = snapshot = restore = recover = close = lambda self: None


@pytest.fixture
def device():
    return ScriptedDevice()


@pytest.fixture
def touched(device):
    """Touches that the device got, and milliseconds between them."""
    frame = "logicalFrame=[0, 0, 1080, 2400]"
    device.android_env.answers["dumpsys input"] = (frame, 0)
    return device.touched


def performed(device, event):
    device.perform([event])
    return device.android_env.commands


@pytest.mark.parametrize("output", ["", "\n", "one", "one\n", "one\n\n", "5", "\r\n", "é\n"])
@pytest.mark.parametrize("code", [0, 1, 127])
def test_output_and_exit_code_come_apart(device, output, code):
    device.android_env.answers["x"] = (output, code)
    assert device.run("x") == (output, code)


def test_a_failing_command_raises_what_it_printed(device):
    device.android_env.answers["cat /no"] = ("cat: /no: No such file or directory\n", 1)
    with pytest.raises(DeviceCommandError) as error:
        device.read_text("/no")
    assert error.value.exit_code == 1 and "No such file" in error.value.output


def test_a_shell_that_dies_is_a_device_error(device):
    device.adb = lambda *args, timeout_s=None: b"sh: syntax error"
    with pytest.raises(DeviceError, match="Check the command's syntax"):
        device.run("if")


def test_adb_failures_are_device_errors(device):
    def fail(request):
        raise android_env_errors.AdbControllerError("device offline")

    device.android_env.execute_adb_call = fail
    with pytest.raises(DeviceError, match="device offline"):
        device.shell("true")
    status = adb_pb2.AdbResponse.Status.FAILED_PRECONDITION
    answer = adb_pb2.AdbResponse(status=status, error_message="too bad")
    device.android_env.execute_adb_call = lambda request: answer
    with pytest.raises(DeviceError, match="FAILED_PRECONDITION: too bad"):
        device.shell("true")


@pytest.mark.parametrize(
    "event, command",
    [
        (Tap(5, 6), "input tap 5 6"),
        (DoubleTap(5, 6), "input tap 5 6 && input tap 5 6"),
        (LongPress(5, 6, 900), "input swipe 5 6 5 6 900"),
        (Swipe(1, 2, 3, 4, 500), "input swipe 1 2 3 4 500 && sleep 1"),
        (Drag(1, 2, 3, 4, 500), "input draganddrop 1 2 3 4 500"),
        (Key("KEYCODE_BACK"), "input keyevent KEYCODE_BACK"),
        (Key("home"), "input keyevent KEYCODE_HOME"),
        (Key(66), "input keyevent 66"),
        (KeyCombination((113, 29)), "input keycombination 113 29"),
        (Wait(1500), "sleep 1.5"),
        (Text("it's 5 < 6 & $x"), "input text 'it'\"'\"'s 5 < 6 & $x' && sleep 0.6"),
        (Text("a\tb\n"), "input text a && input keyevent KEYCODE_TAB && "
                         "input text b && input keyevent KEYCODE_ENTER && sleep 0.6"),
        (Text("100%sure %s"),
         "input text 100% && input text 'sure %' && input text s && sleep 0.6"),
    ],
)  # fmt: skip
def test_a_gesture_is_one_command(device, event, command):
    assert performed(device, event) == [command]


def test_a_pinch_moves_two_fingers_at_the_same_time(device, touched):
    device.perform([Pinch(540, 1200, 100, 300, duration_ms=20)])
    assert touched == [
        [(490, 1200, True, 0), (590, 1200, True, 1)],
        10,
        [(440, 1200, True, 0), (640, 1200, True, 1)],
        10,
        [(390, 1200, True, 0), (690, 1200, True, 1)],
        [(390, 1200, False, 0), (690, 1200, False, 1)],
    ]


def test_the_fingers_of_a_pinch_stay_on_the_screen(device, touched):
    device.perform([Pinch(540, 2399, 100, 5000, 90, duration_ms=0)])
    assert touched == [
        [(490, 2399, True, 0), (590, 2399, True, 1)],
        [(540, 0, True, 0), (540, 2399, True, 1)],
        [(540, 0, False, 0), (540, 2399, False, 1)],
    ]


def test_a_long_pinch_takes_few_steps(device, touched):
    device.perform([Pinch(540, 1200, 100, 300, duration_ms=60_000)])
    times = [what for what in touched if isinstance(what, int)]
    assert sum(times) == 60_000 and len(times) == 32


def test_text_beyond_the_keyboard_is_typed_in_order(device):
    typed = []
    device._type_unicode = typed.append
    device.shell = typed.append
    device.perform([Text("aé b東京")])
    assert typed == ["input text a", "é", "input text ' b'", "東京", "sleep 0.6"]


@pytest.mark.parametrize("event", [Key("BACK; reboot"), Key(""), "tap"])
def test_what_is_no_event_is_refused(device, event):
    with pytest.raises(ActionError):
        device.perform([event])


def test_a_gesture_that_the_device_refuses_is_an_action_error(device):
    device.android_env.answers["input keyevent KEYCODE_FOO"] = ("Error: Unknown key", 1)
    with pytest.raises(ActionError, match="Unknown key"):
        device.perform([Key("KEYCODE_FOO")])


def test_launch(device):
    device.launch("  simple  Calendar PRO ")
    device.launch("org.example.app")
    device.launch("org.example.app/.Main")
    assert device.android_env.commands == [
        "monkey -p com.simplemobiletools.calendar.pro -c android.intent.category.LAUNCHER 1",
        "monkey -p org.example.app -c android.intent.category.LAUNCHER 1",
        "am start -W -n org.example.app/.Main",
    ]
    with pytest.raises(ActionError, match="No app is called 'Minesweeper; rm'"):
        device.launch("Minesweeper; rm")
    command = "monkey -p org.gone.app -c android.intent.category.LAUNCHER 1"
    answer = "** No activities found to run, monkey aborted.\n"
    device.android_env.answers[command] = (answer, 252)
    with pytest.raises(ActionError, match="can't launch 'org.gone.app': .*No activities found"):
        device.launch("org.gone.app")
    device.apps = {"gone": "org.gone.app"}
    with pytest.raises(ActionError, match="can't launch 'Gone', which is org.gone.app: "):
        device.launch("Gone")


def test_settings(device):
    device.android_env.answers |= {
        "settings get global wifi_on": ("1\n", 0),
        "settings get secure x": ("null\n", 0),
    }
    assert device.get_setting("global", "wifi_on") == "1"
    assert device.get_setting("secure", "x") is None
    device.put_setting("system", "key", "two words")
    assert device.android_env.commands[-1] == "settings put system key 'two words'"


def test_foreground_activity(device):
    device.android_env.answers["am stack list"] = (
        "RootTask id=1 bounds=[0,0][1080,2400]\n"
        "  taskId=7: a.b/a.b.C bounds=[0,0][1080,2400] userId=0 visible=true "
        "topActivity=ComponentInfo{a.b/a.b.C}\n",
        0,
    )
    assert device.foreground_activity() == "a.b/a.b.C"
    device.android_env.answers["am stack list"] = ("", 0)
    assert device.foreground_activity() == ""


def test_size(device):
    frames = "logicalFrame=[0, 0, 0, 0]\n logicalFrame=[0, 0, 2400, 1080]"
    device.android_env.answers["dumpsys input"] = (frames, 0)
    assert device.size == (2400, 1080)
    device.android_env.answers["dumpsys input"] = ("", 0)
    with pytest.raises(DeviceError, match="logicalFrame"):
        _ = device.size


def test_large_scripts_go_through_a_file(device):
    pushed = {}
    device.push = lambda path, data: pushed.update({path: data})
    device.execute("/d.db", "INSERT INTO t VALUES (?)", [("x" * 30_000,)] * 3)
    (script,) = pushed.values()
    assert script.count("INSERT") == 3 and script.startswith("BEGIN;") and "COMMIT;" in script
    assert device.android_env.commands == [
        "sqlite3 -bail /d.db < /data/local/tmp/android_gym.sql; code=$?; "
        "rm /data/local/tmp/android_gym.sql; exit $code"
    ]
