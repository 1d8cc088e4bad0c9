"""The kernel's input devices: a touch screen that speaks multi-touch protocol B, and a keyboard.

Programs read events with ``getevent`` and write them with ``sendevent``. Written events take effect
like real touches and keys; input from outside (an emulator's window) can be read. Events injected
by ``input`` enter above the kernel and are not seen here, as on Android.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from typing import Final, NamedTuple

from immutables import Map

from android_gym.simulator.state import State
from android_gym.simulator.system.display import Display

__all__ = ["DEVICES", "Axis", "InputDevice", "InputDevices", "InputEvent", "Touched"]

EV_SYN: Final = 0
EV_KEY: Final = 1
EV_ABS: Final = 3
SYN_REPORT: Final = 0
ABS_MT_SLOT: Final = 0x2F
ABS_MT_POSITION_X: Final = 0x35
ABS_MT_POSITION_Y: Final = 0x36
ABS_MT_TRACKING_ID: Final = 0x39
ABS_MT_PRESSURE: Final = 0x3A

RANGE: Final = 32_768
"""Units of the touch screen along each side, as on the emulator."""

_SLOTS: Final = 10
_PRESSURE: Final = 0x400
_MOST_TRACKING: Final = 0xFFFF
_NONE: Final = 0xFFFFFFFF
"""The tracking id of a slot without a finger: -1."""


class InputEvent(NamedTuple):
    """A kernel input event; `value` is 0 to 0xFFFFFFFF."""

    kind: int
    code: int
    value: int


class Touched(NamedTuple):
    """A finger that goes down, moves or lifts, in pixels of the rotated screen."""

    x: float
    y: float
    down: bool
    pointer: int


class Axis(NamedTuple):
    """An axis of a device and its largest value; the smallest is 0."""

    code: int
    largest: int


@dataclass(frozen=True)
class InputDevice:
    """An input device.

    Attributes:
        path: Path of its device file.
        name: Name that it reports.
        axes: Axes that it measures.
        keys: Codes of its keys.
        direct: Whether it is a direct input device, touched where things are displayed.
    """

    path: str
    name: str
    axes: tuple[Axis, ...] = ()
    keys: tuple[int, ...] = ()
    direct: bool = False


KEYBOARD: Final = InputDevice("/dev/input/event0", "qwerty2", keys=tuple(range(1, 0x100)))
TOUCH_SCREEN: Final = InputDevice(
    "/dev/input/event2",
    "virtio_input_multi_touch_1",
    axes=(
        Axis(ABS_MT_SLOT, _SLOTS - 1),
        Axis(0x30, 0x7FFFFFFF),
        Axis(0x31, 0x7FFFFFFF),
        Axis(0x34, 90),
        Axis(ABS_MT_POSITION_X, RANGE - 1),
        Axis(ABS_MT_POSITION_Y, RANGE - 1),
        Axis(0x37, 2),
        Axis(ABS_MT_TRACKING_ID, _MOST_TRACKING),
        Axis(ABS_MT_PRESSURE, _PRESSURE),
    ),
    direct=True,
)
DEVICES: Final = (KEYBOARD, TOUCH_SCREEN)


@dataclass(frozen=True)
class _Contact:
    """A finger in a slot: its tracking id, and its position in the device's units."""

    tracking: int = _NONE
    x: int = 0
    y: int = 0


@dataclass(frozen=True)
class _Panel:
    """The touch screen's state: what was written since the last report, and what was reported.

    Attributes:
        slot: The current slot.
        written: Contacts by slot.
        reported: Contacts by slot at the last report.
        tracking: Tracking id for the next finger from outside.
        fingers: Slot by pointer number of a finger from outside.
    """

    slot: int = 0
    written: Map[int, _Contact] = field(default_factory=Map)
    reported: Map[int, _Contact] = field(default_factory=Map)
    tracking: int = 0
    fingers: Map[int, int] = field(default_factory=Map)


class InputDevices:
    """Reads and writes events of the input devices.

    Args:
        state: The root of state.
        display: Converts positions on the panel to the rotated screen.

    Attributes:
        on_touch: Called with the fingers that a report has changed.
        on_key: Called with the Linux code of a written key, and whether it is down.
    """

    def __init__(self, state: State, display: Display) -> None:
        self._slot = state.slot("touch_panel", _Panel(), observable=False)
        self._display = display
        self._listeners: list[Callable[[tuple[InputDevice, InputEvent]], None]] = []
        self.on_touch: Callable[[Sequence[Touched]], None] = lambda touches: None
        self.on_key: Callable[[int, bool], None] = lambda code, down: None

    def listen(
        self, listener: Callable[[tuple[InputDevice, InputEvent]], None]
    ) -> Callable[[], None]:
        """Have `listener` called with each event; return a function that unregisters it."""
        self._listeners.append(listener)
        return lambda: self._listeners.remove(listener)

    def _tell(self, device: InputDevice, events: Sequence[InputEvent]) -> None:
        for event in events:
            for listener in tuple(self._listeners):
                listener((device, event))

    # --- from programs ---------------------------------------------------------------------------

    def write(self, device: InputDevice, event: InputEvent) -> None:
        """Handle an event as if it came from the device; touches take effect at a report."""
        self._tell(device, [event])
        if device is KEYBOARD:
            if event.kind == EV_KEY and event.value in (0, 1):
                self.on_key(event.code, event.value == 1)
            return
        if event.kind == EV_ABS:
            self._measure(event.code, event.value)
        elif (event.kind, event.code) == (EV_SYN, SYN_REPORT):
            self._report()

    def _measure(self, code: int, value: int) -> None:
        panel = self._slot.peek()
        if code == ABS_MT_SLOT:
            if 0 <= value < _SLOTS:
                self._slot.set(replace(panel, slot=value))
            return
        contact = panel.written.get(panel.slot, _Contact())
        if code == ABS_MT_TRACKING_ID:
            contact = replace(contact, tracking=value)
        elif code == ABS_MT_POSITION_X:
            contact = replace(contact, x=min(value, RANGE - 1))
        elif code == ABS_MT_POSITION_Y:
            contact = replace(contact, y=min(value, RANGE - 1))
        else:
            return
        self._slot.set(replace(panel, written=panel.written.set(panel.slot, contact)))

    def _report(self) -> None:
        panel = self._slot.peek()
        touches: list[Touched] = []
        for slot, contact in sorted(panel.written.items()):
            before = panel.reported.get(slot, _Contact())
            if contact == before:
                continue
            if before.tracking != _NONE and contact.tracking != before.tracking:
                touches.append(Touched(*self._place(before), False, slot))
            if contact.tracking != _NONE:
                touches.append(Touched(*self._place(contact), True, slot))
        self._slot.set(replace(panel, reported=panel.written))
        if touches:
            self.on_touch(touches)

    def _place(self, contact: _Contact) -> tuple[float, float]:
        """Return a finger's position on the rotated screen, in pixels."""
        width, height = self._display.upright_size
        return self._display.turned(contact.x * width / RANGE, contact.y * height / RANGE)

    # --- from outside ----------------------------------------------------------------------------

    @property
    def heard(self) -> bool:
        """Return whether anyone is reading events."""
        return bool(self._listeners)

    def touched(self, touches: Sequence[Touched]) -> None:
        """Emit events for fingers on the panel; (x, y) are in panel pixels, before rotation."""
        if not self._listeners:
            return
        width, height = self._display.upright_size
        events: list[InputEvent] = []
        for x, y, down, pointer in touches:
            place = (int(x * RANGE / width), int(y * RANGE / height))
            events += self._finger(pointer, place, down)
        if events:
            self._tell(TOUCH_SCREEN, [*events, InputEvent(EV_SYN, SYN_REPORT, 0)])

    def _finger(self, pointer: int, place: tuple[int, int], down: bool) -> list[InputEvent]:
        panel = self._slot.peek()
        slot = panel.fingers.get(pointer)
        events: list[InputEvent] = []
        if slot is None:
            free = [s for s in range(_SLOTS) if s not in set(panel.fingers.values())]
            if not down or not free:
                return []
            slot = free[0]
            tracking = panel.tracking
            self._slot.set(
                replace(
                    panel,
                    fingers=panel.fingers.set(pointer, slot),
                    tracking=(tracking + 1) % _MOST_TRACKING,
                )
            )
            events = [
                InputEvent(EV_ABS, ABS_MT_SLOT, slot),
                InputEvent(EV_ABS, ABS_MT_TRACKING_ID, tracking),
                InputEvent(EV_ABS, ABS_MT_PRESSURE, _PRESSURE),
            ]
        else:
            events = [InputEvent(EV_ABS, ABS_MT_SLOT, slot)]
        if not down:
            self._slot.set(replace(panel, fingers=panel.fingers.delete(pointer)))
            return [*events, InputEvent(EV_ABS, ABS_MT_TRACKING_ID, _NONE)]
        x, y = (max(0, min(RANGE - 1, value)) for value in place)
        return [
            *events,
            InputEvent(EV_ABS, ABS_MT_POSITION_X, x),
            InputEvent(EV_ABS, ABS_MT_POSITION_Y, y),
        ]
