"""Carrying calls out: whatever the values, one command with exactly these arguments is run."""

from __future__ import annotations

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from android_gym.apis import Api, load_registry, perform_call
from android_gym.apis.results import MAX_RESULT, failure_in
from android_gym.devices import make_device
from android_gym.events import ApiCall, ApiValue
from android_gym.simulator.shell.parser import parse
from android_gym.simulator.shell.syntax import Simple

REGISTRY = load_registry()
HOSTILE = [
    "'; rm -rf /sdcard; '", "$(reboot)", "`reboot`", "a\nreboot\n", "a\0b", "x" * 100_000, '"',
    "\\", "\\'", "--es", "-n", "; reboot", "&& reboot", "| sh", "> /sdcard/x", "\ud800", "",
    "'", "a' OR '1'='1", "{text}", "\r\nreboot", "~", "*", "$HOME", "!!", "\u2028reboot", "#",
]  # fmt: skip


class Spy:
    """Stands for a device: keeps the command lines that it is given."""

    def __init__(self, output: str = "", code: int = 0, front: str = "") -> None:
        self.lines: list[str] = []
        self.answer = output, code
        self.front = front

    def run(self, command: str, timeout_s: float | None = None) -> tuple[str, int]:
        self.lines.append(command)
        return self.answer

    def shell(self, command: str) -> str:
        return ""

    def foreground_activity(self) -> str:
        return self.front


def argv(line: str) -> tuple[str, ...]:
    """Return the words of a command line, which must be one plain command and nothing else."""
    program = parse(line)
    assert program.error is None
    ((node, in_background),) = program.commands
    assert isinstance(node, Simple) and not in_background
    assert node.assignments == () and node.redirects == ()
    assert all(isinstance(word, str) for word in node.words)  # nothing to expand
    return node.words


def check_one_command(api: Api, arguments: dict[str, ApiValue]) -> None:
    """Make a call, and check that it runs nothing, or exactly what its entry names."""
    spy = Spy(front=f"{api.package}/.A")
    result = perform_call(spy, REGISTRY, ApiCall(api.name, tuple(arguments.items())))
    if not spy.lines:
        assert result.failed and result.command == ""
        return
    (line,) = spy.lines
    words = argv(line)
    assert words == api.arguments(arguments)
    assert words[0] == api.program
    # There are as many words as the entry has: each value is inside one of them.
    groups = api.command.groups
    assert len(words) == sum(
        len(group)
        for optional, group in groups
        if not optional or all(name in arguments for one in group for name in one.names)
    )


VALUES: st.SearchStrategy[ApiValue] = st.one_of(
    st.text(max_size=60),
    st.sampled_from(HOSTILE),
    # Words that begin rightly, and those that follow a place's first letters.
    st.builds("{}{}".format, st.sampled_from(["/sdcard/", "https://", "+1", "a.b"]), st.text()),
    st.sampled_from(HOSTILE).map("/sdcard/{}".format),
    st.integers(),
    st.floats(),
    st.booleans(),
)


@given(value=VALUES)
@settings(deadline=None)
@example(value="'; reboot; '")
def test_nothing_but_the_named_command_runs(value: ApiValue) -> None:
    for api in REGISTRY.values():
        for name in api.parameters:
            check_one_command(api, {**api.example, name: value})
        check_one_command(api, {name: value for name in api.parameters})


@given(name=st.text(), value=VALUES)
@settings(deadline=None)
def test_an_argument_that_an_entry_does_not_name_runs_nothing(name: str, value: ApiValue) -> None:
    for api in REGISTRY.values():
        spy = Spy()
        call = ApiCall(api.name, (*api.example.items(), (f"{name}!", value)))
        assert perform_call(spy, REGISTRY, call).failed and spy.lines == []


def test_a_hostile_value_reaches_the_app_as_it_is() -> None:
    device = make_device("simulator")
    device.reset()
    files = device.shell("find /sdcard")
    text = '\'; rm -rf /sdcard; echo "$(reboot)" `id`\n$HOME \\ * #'
    result = perform_call(
        device, REGISTRY, ApiCall.of("sms_compose", number="+15550101234", text=text)
    )
    assert not result.failed
    assert text in [element.text for element in device.ui_elements()]
    assert device.shell("find /sdcard") == files
    device.close()


@pytest.mark.parametrize(
    ("call", "told"),
    [
        (ApiCall.of("clock_alarm"), "No API is called 'clock_alarm'. Did you mean"),
        (ApiCall.of("\0" * 100_000), "No API is called"),
        (ApiCall.of("clock_set_alarm", hour=7), "needs 'minute'"),
        (ApiCall.of("clock_set_alarm", hour=7, minute=1, second=1), "no parameter 'second'"),
        (ApiCall.of("clock_set_alarm", hour=24, minute=0), "a whole number from 0 to 23, got 24"),
        (ApiCall.of("set_screen_timeout", value=1), "from 15000 to 1800000, got 1"),
        (ApiCall.of("clock_set_alarm", hour="7", minute=0), "got '7'"),
        (ApiCall.of("clock_set_alarm", hour=True, minute=0), "got True"),
        (ApiCall.of("clock_set_alarm", hour=7.0, minute=0), "got 7.0"),
        (ApiCall.of("set_font_scale", value=float("nan")), "a number from 0.85 to 1.3, got nan"),
        (ApiCall.of("set_wifi", on="on"), "true or false, got 'on'"),
        (ApiCall.of("set_do_not_disturb", mode="loud"), "one of 'off', 'priority'"),
        (ApiCall.of("list_folder", path="/data/data"), "below /sdcard, got '/data/data'"),
        (ApiCall.of("list_folder", path="/sdcard/../data"), "below /sdcard"),
        (ApiCall.of("list_folder", path="/sdcard/a\nb"), "below /sdcard"),
        (ApiCall.of("list_folder", path="/sdcardx"), "below /sdcard"),
        (ApiCall.of("open_app", package="settings; reboot"), "the name of a package"),
        (ApiCall.of("phone_dial", number="555 CALL"), "a phone number"),
        (ApiCall.of("clipboard_set", text="a\0b"), "without NUL"),
        (ApiCall.of("clipboard_set", text="\ud800"), "a text of"),
        (ApiCall.of("clipboard_set", text="x" * 100_000), "1 to 10000 characters"),
        (ApiCall.of("contacts_find", name="a\nb"), "one line"),
        (ApiCall.of("calendar_go_to", day="2023-10-20"), "a time with its offset"),
        (ApiCall.of("calendar_go_to", day="2023-13-20T10:00:00+00:00"), "a time with its offset"),
        (ApiCall.of("calendar_go_to", day="1869-01-01T10:00:00+00:00"), "a time with its offset"),
    ],
)
def test_a_wrong_call_runs_nothing_and_says_what_is_right(call: ApiCall, told: str) -> None:
    spy = Spy()
    result = perform_call(spy, REGISTRY, call)
    assert spy.lines == []
    assert result.failed and told in result.text
    assert len(str(result)) < 2_000


def test_values_are_written_as_the_command_has_them() -> None:
    def command(api: str, **arguments: object) -> str:
        return REGISTRY[api].line(arguments)  # type: ignore[arg-type]

    assert command("set_wifi", on=False) == "svc wifi disable"
    assert command("phone_dial", number="+1 (555)#") == (
        "am start -W -a android.intent.action.DIAL -d tel:%2B1%20%28555%29%23"
    )
    assert "display_name='\"'\"'O'\"'\"''\"'\"'Neill'\"'\"''" in command(
        "contacts_find", name="O'Neill"
    )
    assert "-d file:///sdcard/a%20b%23%3F%25/%C3%A9.png" in command(
        "gallery_show_picture", path="/sdcard/a b#?%/é.png"
    )
    assert command("calendar_go_to", day="2023-10-20T02:00:00+02:00").count("1697760000000") == 1
    assert "label" not in command("clock_set_alarm", hour=7, minute=15)


@pytest.mark.parametrize(
    ("program", "output", "code", "told"),
    [
        ("am", "Starting: Intent { act=x }\nError: Activity not started, unable", 0, "Error: Act"),
        ("am", "Starting: Intent { }\nError type 3\nError: Activity class {a} does", 0, "Error ty"),
        ("am", "Starting: Intent { }\nStatus: timeout\n", 0, "Status: timeout"),
        ("am", "Starting: Intent { }\nStatus: ok\nComplete", 0, None),
        ("am", "Warning: Activity not started, intent has been delivered to", 0, None),
        ("am", 'Broadcast completed: result=-1, data="a\nError: b"', 0, None),
        ("content", "Row: 0 body=hi\nError: none\nMyException", 0, None),
        ("content", "Error while accessing provider:nobody\njava.lang", 0, "Error while accessing"),
        ("content", "[ERROR] Unsupported argument: x", 0, "[ERROR] Unsupported"),
        ("monkey", "** No activities found to run, monkey aborted.", 0, "** No activities"),
        ("ls", "Error: a file's name", 0, None),
        ("ls", "ls: /sdcard/x: No such file or directory", 1, "exit code 1: ls: /sdcard/x"),
        ("cmd", "cmd: Can't find service: nobody", 20, "cmd: Can't find service"),
        ("pm", "Failure [not installed for 0]", 0, "Failure [not"),
        ("settings", "", 255, "exit code 255"),
    ],
)
def test_failure_is_read_from_what_programs_say(program, output, code, told) -> None:
    found = failure_in(program, output, code)
    assert (found is None) == (told is None)
    assert told is None or told in found


def test_an_activity_that_goes_away_at_once_has_failed() -> None:
    device = make_device("simulator")
    device.reset()
    call = ApiCall.of("gallery_show_picture", path="/sdcard/Pictures/none.png")
    result = perform_call(device, REGISTRY, call)
    assert result.failed and "is in front, not com.simplemobiletools.gallery.pro" in result.text
    device.close()


def test_a_result_is_bounded_and_says_how_much_is_missing() -> None:
    result = perform_call(Spy("y" * 50_000), REGISTRY, ApiCall("list_apps"))
    assert len(result.text) < MAX_RESULT + 50
    assert result.text.endswith(f"({50_000 - MAX_RESULT} characters more)")
    assert perform_call(Spy(), REGISTRY, ApiCall("go_home")).text == "Done."
