"""Random episodes: events as data, how to carry them out, and what can be seen of a phone."""

from __future__ import annotations

from typing import Any

from hypothesis import strategies as st

from android_gym.simulator.phone import Phone
from android_gym.simulator.state import Snapshot
from android_gym.simulator.system.keycodes import KEYCODES

Event = tuple[Any, ...]

SIZE = (108, 240)
KEYS = ("BACK", "HOME", "APP_SWITCH", "ENTER", "DEL", "TAB", "DPAD_DOWN", "A", "5", "NOTIFICATION",
        "POWER", "VOLUME_UP", "ESCAPE", "MOVE_HOME", "SHIFT_LEFT")  # fmt: skip
TEXTS = ("hello", "12.5", "a b\nc", "\u65e5\u672c \U0001f600", "%s <&>\"'", "x" * 200)
COMMANDS = (
    "settings put system screen_brightness 17; settings list system",
    "settings put global airplane_mode_on 1",
    "echo $((6 * 7)) > /sdcard/x; cat /sdcard/x; ls -l /sdcard",
    "mkdir -p /sdcard/a/b; mv /sdcard/x /sdcard/a; find /sdcard",
    "rm -r /sdcard/*",
    "date",
    "id; pwd; ls /data/user/0",
    "cmd uimode night yes; cmd uimode night",
    "settings put system accelerometer_rotation 0; settings put system user_rotation 1",
    "settings put system font_scale 1.3; wm density 360; wm size",
    "am kill-all; pm clear com.android.settings",
    "input tap 540 1200; input text x; input keyevent 66; dumpsys window | grep mCurrentFocus",
    "uiautomator dump /sdcard/w.xml; md5sum /sdcard/w.xml",
)
"""Commands whose output tells something of the state."""

_part = st.floats(0, 1, exclude_max=True, width=32)

events = st.one_of(
    st.tuples(st.just("element"), _part, st.sampled_from(("tap", "tap", "tap", "hold", "flick"))),
    st.tuples(st.just("element"), _part, st.just("tap")),
    st.tuples(st.just("tap"), _part, _part),
    st.tuples(st.just("swipe"), _part, _part, _part, _part, st.sampled_from((60, 300, 900))),
    st.tuples(st.just("finger"), _part, _part, st.booleans()),
    st.tuples(st.just("key"), st.sampled_from(KEYS)),
    st.tuples(st.just("text"), st.sampled_from(TEXTS)),
    st.tuples(st.just("wait"), st.sampled_from((1, 40, 400, 2500, 61_000))),
    st.tuples(st.just("launch"), _part),
    st.tuples(st.just("shell"), st.sampled_from(COMMANDS)),
)
"""One event. Places are parts of the screen, elements parts of the list of elements."""


def carry_out(phone: Phone, event: Event) -> Any:
    """Carry one event out; return what a command printed."""
    width, height = phone.windows.size
    match event:
        case ("tap", x, y):
            phone.tap(x * width, y * height)
        case ("swipe", x1, y1, x2, y2, duration):
            phone.swipe(x1 * width, y1 * height, x2 * width, y2 * height, duration)
        case ("finger", x, y, down):
            phone.touch(x * width, y * height, down)
        case ("key", name):
            phone.press_key(KEYCODES[name])
        case ("text", text):
            phone.type_text(text)
        case ("wait", duration):
            phone.advance(duration)
        case ("launch", part):
            apps = phone.system.packages.launcher_activities()
            component = apps[int(part * len(apps))][0].package
            phone.shell(f"monkey -p {component} -c android.intent.category.LAUNCHER 1")
        case ("shell", command):
            result = phone.shell(command)
            return result.stdout, result.stderr, result.exit_code
        case ("element", part, how):
            _touch_element(phone, part, how)
        case _:
            raise ValueError(event)
    return None


def _touch_element(phone: Phone, part: float, how: str) -> None:
    wanted = [
        e.bbox_pixels
        for e in phone.ui_elements()
        if e.is_clickable or e.is_editable or e.is_scrollable or e.is_long_clickable
    ]
    if not wanted:
        return
    box = wanted[int(part * len(wanted))]
    assert box is not None
    x, y = box.center
    if how == "tap":
        phone.tap(x, y)
    elif how == "hold":
        phone.swipe(x, y, x, y, 600)
    else:
        phone.swipe(x, y, x, y - phone.windows.size[1] / 4, 120)


def look(phone: Phone) -> tuple[Any, ...]:
    """All that can be seen of a phone, as bytes or plain data."""
    frame = phone.screenshot(*SIZE)
    forest = phone.forest().SerializeToString(deterministic=True)
    return frame.shape, frame.tobytes(), phone.ui_elements(), forest


def play(phone: Phone, episode: list[Event], *, looking: bool = True) -> list[Any]:
    """Carry events out; return outputs and, if `looking`, what is seen after each."""
    seen: list[Any] = []
    for event in episode:
        seen.append(carry_out(phone, event))
        if looking:
            seen.append(look(phone))
    seen.append(look(phone))
    return seen


def difference(a: list[Any], b: list[Any]) -> str:
    """Say where two recordings of `play` part, empty where they don't."""
    for index, (one, other) in enumerate(zip(a, b, strict=True)):
        if one != other:
            if not isinstance(one, tuple) or len(one) != 4:
                return f"output {index}: {one!r} against {other!r}"
            parts = ("size", "frame", "elements", "forest")
            return f"look {index}: " + ", ".join(
                name for name, x, y in zip(parts, one, other, strict=True) if x != y
            )
    return ""


def differing(a: Snapshot, b: Snapshot) -> list[str]:
    """Names of the slots in which two snapshots differ."""
    return [name for name in sorted(a.values) if a.values[name] != b.values[name]]
