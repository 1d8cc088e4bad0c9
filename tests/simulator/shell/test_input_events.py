"""getevent, sendevent and the input devices behind them."""

from __future__ import annotations

import pytest

from android_gym.simulator.phone import Phone
from android_gym.simulator.system.input_devices import RANGE, TOUCH_SCREEN, InputEvent, Touched
from android_gym.simulator.ui.view import View

GLASS = TOUCH_SCREEN.path


def units(place, size):
    return place * RANGE // size + 1


@pytest.fixture
def pad(phone):
    """A view that notes touches, as large as it can be."""
    touches = []

    class Pad(View):
        takes_touch = True

        def touch(self, event):
            touches.append((event.action, event.pointer, round(event.x), round(event.y)))

    phone.show(lambda screen: Pad(id="pad", width=400, height=700))
    return touches


def send(phone, *events):
    for kind, code, value in events:
        result = phone.shell(f"sendevent {GLASS} {kind} {code} {value}")
        assert (result.exit_code, result.output) == (0, b"")


def test_a_tap(phone, pad):
    send(phone, (3, 0x39, 7), (3, 0x35, units(100, 400)), (3, 0x36, units(200, 800)))
    assert pad == [], "nothing has happened before the report"
    send(phone, (0, 0, 0))
    send(phone, (3, 0x39, -1), (0, 0, 0))
    assert pad == [("down", 0, 100, 200), ("up", 0, 100, 200)]
    send(phone, (0, 0, 0))
    assert len(pad) == 2, "an empty report says nothing"


def test_two_fingers(phone, pad):
    send(phone, (3, 0x2F, 0), (3, 0x39, 1), (3, 0x35, units(100, 400)), (3, 0x36, units(200, 800)))
    send(phone, (3, 0x2F, 1), (3, 0x39, 2), (3, 0x35, units(300, 400)), (3, 0x36, units(200, 800)))
    send(phone, (0, 0, 0))
    send(phone, (3, 0x35, units(350, 400)), (0, 0, 0), (3, 0x39, 0xFFFFFFFF), (0, 0, 0))
    send(phone, (3, 0x2F, 0), (3, 0x39, -1), (0, 0, 0))
    actions = [(action, pointer) for action, pointer, _, _ in pad]
    assert actions[0] == ("down", 0)
    assert ("pointer_down", 1) in actions
    assert ("move", 1) in actions
    assert actions[-2:] == [("pointer_up", 1), ("up", 0)]


def test_the_glass_does_not_turn(phone, pad):
    phone.system.display.set_rotation(1)
    phone.shell("true")
    send(phone, (3, 0x39, 7), (3, 0x35, units(100, 400)), (3, 0x36, units(200, 800)), (0, 0, 0))
    assert pad[0] == ("down", 0, 200, 299)


def test_keys(phone):
    page = phone.start(".Second")
    assert phone.system.activities.top.token == page.token
    for value in (1, 0):
        phone.shell(f"sendevent /dev/input/event0 1 158 {value}")
    assert phone.system.activities.top.token != page.token, "it was BACK"


@pytest.mark.parametrize(
    ("command", "said", "code"),
    [
        ("sendevent", "use: sendevent device type code value", 1),
        (f"sendevent {GLASS} 3 57", "use:", 1),
        (f"sendevent {GLASS} 3 57 x", "not integer: x", 1),
        (f"sendevent {GLASS} 3 57 99999999999", "99999999999 >", 1),
        (f"sendevent {GLASS} -3 57 1", "-3 < 0", 1),
        ("sendevent /dev/input/event9 3 57 1", "No such file", 1),
        ("sendevent /sdcard 3 57 1", "No such file", 1),
        ("getevent /dev/input/event9", "No such file", 1),
        ("getevent -c x", "not integer", 1),
        ("getevent -c 0", "0 < 1", 1),
        ("getevent -h", "Usage: getevent", 1),
    ],
)
def test_bad_input(phone, command, said, code):
    result = phone.shell(command)
    assert (result.exit_code, said in result.output.decode()) == (code, True)


def test_events_without_a_meaning_do_nothing(phone, pad):
    revision = phone.system.state.revision
    send(phone, (3, 0x2F, 99), (9, 9, 9), (3, 0x50, 1), (1, 330, 1), (3, 0x35, 2**31 - 1))
    phone.shell("sendevent /dev/input/event0 1 9999 1; sendevent /dev/input/event0 1 30 7")
    assert pad == []
    assert phone.system.state.revision == revision


def test_a_finger_is_part_of_a_snapshot(phone, pad):
    send(phone, (3, 0x39, 7), (3, 0x35, units(100, 400)), (3, 0x36, units(200, 800)), (0, 0, 0))
    saved = phone.snapshot()
    send(phone, (3, 0x39, -1), (0, 0, 0))
    phone.restore(saved)
    send(phone, (3, 0x35, units(150, 400)), (0, 0, 0), (3, 0x39, -1), (0, 0, 0))
    assert [action for action, *_ in pad] == ["down", "up", "move", "up"]


def test_devices_are_listed():
    phone = Phone()
    said = phone.shell(f"getevent -lp {GLASS}").stdout.decode()
    assert said.startswith(f"add device 1: {GLASS}\n")
    assert '  name:     "virtio_input_multi_touch_1"\n' in said
    assert "    ABS (0003): ABS_MT_SLOT           : value 0, min 0, max 9, fuzz 0" in said
    assert "                ABS_MT_POSITION_X     : value 0, min 0, max 32767," in said
    plain = phone.shell("getevent -p").stdout.decode()
    assert "                0035  : value 0, min 0, max 32767," in plain
    assert "    KEY (0001): 0001  0002 " in plain
    assert phone.shell("ls /dev/input").stdout == b"event0\nevent2\n"


def test_touches_from_outside_can_be_read(phone):
    """As a recorder of `getevent -lt` reads them, and plays them again."""
    heard = []
    stop = phone.system.input_devices.listen(heard.append)
    phone.system.input_devices.touched([Touched(100, 200, True, 3)])
    phone.system.input_devices.touched([Touched(120, 200, True, 3), Touched(300, 400, True, 5)])
    phone.system.input_devices.touched([Touched(120, 200, False, 3)])
    stop()
    phone.system.input_devices.touched([Touched(300, 400, False, 5)])
    events = [event for device, event in heard if device is TOUCH_SCREEN]
    assert len(events) == len(heard)
    assert events[:3] == [
        InputEvent(3, 0x2F, 0),
        InputEvent(3, 0x39, 0),
        InputEvent(3, 0x3A, 0x400),
    ]
    assert events.count(InputEvent(0, 0, 0)) == 3
    assert events[-2:] == [InputEvent(3, 0x39, 0xFFFFFFFF), InputEvent(0, 0, 0)]
    touches = []
    phone.system.input_devices.on_touch = touches.extend
    for event in events:
        phone.system.input_devices.write(TOUCH_SCREEN, event)
    assert [(round(x), round(y), down) for x, y, down, _ in touches] == [
        (100, 200, True), (120, 200, True), (300, 400, True), (120, 200, False),
    ]  # fmt: skip
