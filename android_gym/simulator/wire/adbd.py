"""adbd: the phone's adb daemon, which connects each host's streams to services.

No sockets are opened here. A connection that a host forwards to a port of the phone reaches whoever
listens there *on the phone*: a program of the phone, or a host's own ``adb reverse``.
"""

from __future__ import annotations

import struct
from collections.abc import Callable
from typing import TYPE_CHECKING, Final, Protocol

from android_gym.errors import SimulatorError
from android_gym.simulator.wire.adb import (
    AdbConnection,
    Closed,
    Connected,
    Event,
    Opened,
    Received,
    Stream,
)
from android_gym.simulator.wire.programs import Programs
from android_gym.simulator.wire.shell import Link, ShellSession, parse_shell_service
from android_gym.simulator.wire.sync import SyncService

if TYPE_CHECKING:
    from android_gym.simulator.phone import Phone

__all__ = ["FEATURES", "Adbd", "Host", "Service"]

FEATURES: Final = ("shell_v2", "cmd", "stat_v2", "ls_v2", "fixed_push_mkdir", "sendrecv_v2")
"""Features of this adbd, by adb's names."""

_WINDOW: Final = 1 << 20
"""Bytes that a forwarded stream may be ahead of its reader."""


_MAX_REVERSED: Final = 64
"""Maximum sockets of the phone opened by ``adb reverse``."""

_MAX_FRAMEBUFFERS: Final = 4
"""Maximum number of frames being sent for ``framebuffer:``, 10 MB each."""


class Service(Protocol):
    """The service behind a stream."""

    def received(self, data: bytes) -> None:
        """Process data from the host; acknowledge it when more may come."""

    def written(self) -> None:
        """Called when the host has acknowledged everything."""

    def closed(self) -> None:
        """Called when the stream is closed."""


class Adbd:
    """The adb daemon of one phone, for any number of hosts.

    Args:
        phone: The phone.
        programs: Runs shells.

    Attributes:
        uid: User id of shells: 0 after ``adb root``, 2000 after ``adb unroot``. A production build
            (``ro.debuggable=0``), such as a system image with Google Play, stays at 2000.
        hosts: The connected hosts.
        listeners: Host and destination of each ``adb reverse``, by the address of the phone's
            socket.
        framebuffers: Number of frames being sent.
        ports: Function that accepts connections to a socket of the phone, by its address; it
            returns None if there are too many.
        automated: Whether a program has registered itself as UiAutomation; only one may.
        acted: Called when a shell command has run, before its answer is complete.
        restart: Called with ``root``, ``unroot`` or ``reboot`` (with its argument, if any): hosts
            must be disconnected.
        listen: Called with a port on which ``adb tcpip`` wants the daemon to listen too.
    """

    def __init__(self, phone: Phone, programs: Programs) -> None:
        self.phone = phone
        self.programs = programs
        self.uid = 0 if self.has_root else 2000
        self.hosts: list[Host] = []
        self.listeners: dict[str, tuple[Host, str]] = {}
        self.framebuffers = 0
        self.ports: dict[str, Callable[[Link], Service | None]] = {}
        self.automated = False
        self.acted: Callable[[], None] = lambda: None
        self.restart: Callable[[str], None] = lambda reason: None
        self.listen: Callable[[int], None] = lambda port: None

    @property
    def has_root(self) -> bool:
        """Return whether the build allows adbd to run as root."""
        return self.phone.system.properties.get("ro.debuggable") == "1"

    def connect(self, on_output: Callable[[], None]) -> Host:
        """Accept a new connection.

        Args:
            on_output: Called when there is something to send to this host.
        """
        host = Host(self, on_output)
        self.hosts.append(host)
        return host

    def reversed(self, port: int) -> int:
        """Return the host's port that ``adb reverse`` maps a port of the phone to; 0 if none."""
        _, destination = self.listeners.get(f"tcp:{port}", (None, ""))
        kind, _, where = destination.partition(":")
        return int(where) if kind == "tcp" and where.isdecimal() else 0

    def banner(self) -> str:
        """Return the daemon's banner."""
        get = self.phone.system.properties.get
        names = ("ro.product.name", "ro.product.model", "ro.product.device")
        properties = "".join(f"{name}={get(name)};" for name in names)
        return f"device::{properties}features={','.join(FEATURES)}"


class Host:
    """One host's connection.

    Attributes:
        banner: The host's banner; empty until it is received.
    """

    def __init__(self, adbd: Adbd, on_output: Callable[[], None]) -> None:
        self._adbd = adbd
        self._on_output = on_output
        self._connection = AdbConnection(adbd.banner())
        self._services: dict[Stream, Service] = {}
        self.banner = ""

    def receive(self, data: bytes) -> None:
        """Process bytes from the host.

        Raises:
            AdbProtocolError: If they violate the protocol; close the connection.
        """
        for event in self._connection.receive(data):
            self._dispatch(event)
        self._adbd.programs.run()
        self._on_output()

    def output(self) -> list[bytes | memoryview]:
        """Return the bytes to send, and clear them."""
        return self._connection.output()

    def disconnected(self) -> None:
        """Close all services of the connection, which is gone."""
        self._adbd.hosts.remove(self)
        listeners = self._adbd.listeners
        for place in [place for place, (host, _) in listeners.items() if host is self]:
            del listeners[place]
        for stream, service in list(self._services.items()):
            stream.closed = True
            service.closed()
        self._services.clear()
        self._adbd.programs.run()

    def open(self, destination: str, service: Callable[[Stream], Service]) -> Stream:
        """Open a stream to a destination on the host's side, such as ``tcp:6000``."""
        stream = self._connection.open(destination)
        self._services[stream] = service(stream)
        stream.on_end = lambda: self._ended(stream)
        self._on_output()
        return stream

    def _dispatch(self, event: Event) -> None:
        if isinstance(event, Connected):
            self.banner = event.banner or "host::"
            return
        if isinstance(event, Opened):
            self._serve(event.stream, event.service)
            return
        service = self._services.get(event.stream)
        if service is None:
            return
        if isinstance(event, Closed):
            del self._services[event.stream]
            service.closed()
        else:
            try:
                if isinstance(event, Received):
                    service.received(event.data)
                else:
                    service.written()
            except SimulatorError:  # malformed; other streams are not affected
                event.stream.close()

    def _serve(self, stream: Stream, name: str) -> None:
        service = self._find(stream, name)
        if service is None:
            stream.abort()
        else:
            self._services[stream] = service
            stream.on_end = lambda: self._ended(stream)
            stream.accept()

    def _ended(self, stream: Stream) -> None:
        service = self._services.pop(stream, None)
        if service is not None:
            service.closed()

    def _find(self, stream: Stream, name: str) -> Service | None:
        adbd = self._adbd
        if parse_shell_service(name) is not None:
            link = _Link(stream, self._on_output)
            return ShellSession(adbd.programs, adbd.phone, link, name, adbd.uid, adbd.acted)
        if name == "sync:":
            return _Sync(adbd.phone, adbd.uid, stream)
        if name == "framebuffer:":
            return self._framebuffer(stream)
        if name.startswith("reverse:"):
            return _Says(stream, self._reverse(name.removeprefix("reverse:")))
        if name.partition(":")[0] in _SOCKETS:
            return self._socket(stream, name)
        return self._command(stream, name)

    def _framebuffer(self, stream: Stream) -> Service | None:
        adbd = self._adbd
        if adbd.framebuffers >= _MAX_FRAMEBUFFERS:
            return None

        def sent() -> None:
            adbd.framebuffers -= 1

        adbd.framebuffers += 1
        return _Says(stream, _framebuffer(adbd.phone), sent)

    def _command(self, stream: Stream, name: str) -> Service | None:
        adbd = self._adbd
        verb, colon, argument = name.partition(":")
        if not colon:
            return None
        if verb == "root":
            if adbd.uid == 0:
                return _Says(stream, b"adbd is already running as root\n")
            if not adbd.has_root:
                return _Says(stream, b"adbd cannot run as root in production builds\n")
            return _Says(stream, b"restarting adbd as root\n", lambda: adbd.restart("root"))
        if verb == "unroot":
            if adbd.uid != 0:
                return _Says(stream, b"adbd not running as root\n")
            return _Says(stream, b"restarting adbd as non root\n", lambda: adbd.restart("unroot"))
        if verb == "reboot":
            return _Says(stream, b"", lambda: adbd.restart(f"reboot {argument}".strip()))
        if verb == "remount":
            return _Says(stream, b"remount succeeded\n" if adbd.uid == 0 else b"Not running as "
                         b"root. Try \"adb root\" first.\n")  # fmt: skip
        if verb == "tcpip":
            return _Says(stream, self._tcpip(argument))
        return None

    def _tcpip(self, argument: str) -> bytes:
        if not argument.isdecimal() or not 0 < int(argument) < 65536:
            return b"invalid port\n"
        try:
            self._adbd.listen(int(argument))
        except OSError as error:
            return f"error: cannot listen on {argument}: {error.strerror}\n".encode()
        return f"restarting in TCP mode port: {argument}\n".encode()

    # --- sockets of the phone --------------------------------------------------------------------

    def _socket(self, stream: Stream, name: str) -> Service | None:
        place = _place(name)
        found = self._adbd.listeners.get(place)
        if found is None:
            accept = self._adbd.ports.get(place)
            return accept(_Link(stream, self._on_output)) if accept is not None else None
        host, destination = found
        near = _Pipe(stream, self._on_output)
        far = host.open(destination, lambda other: _Pipe(other, host._on_output, near))
        near.join(far)
        return near

    def _reverse(self, request: str) -> bytes:
        """Answer a request of ``adb reverse``."""
        listeners = self._adbd.listeners
        verb, _, argument = request.partition(":")
        if verb == "list-forward":
            lines = [f"host-{self._adbd.hosts.index(h) + 1} {place} {to}\n"
                     for place, (h, to) in listeners.items()]  # fmt: skip
            return _counted("".join(lines))
        if verb == "killforward-all":
            listeners.clear()
            return b"OKAY"
        if verb == "killforward":
            if listeners.pop(_place(argument), None) is None:
                return b"FAIL" + _counted(f"listener '{argument}' not found")
            return b"OKAY"
        if verb != "forward":
            return b"FAIL" + _counted(f"unknown request '{request}'")
        fixed = argument.startswith("norebind:")
        place, _, destination = argument.removeprefix("norebind:").partition(";")
        if not destination or place.partition(":")[0] not in _SOCKETS:
            return b"FAIL" + _counted(f"bad forward: {argument}")
        if _place(place) not in listeners and len(listeners) >= _MAX_REVERSED:
            return b"FAIL" + _counted("cannot bind listener: Too many open files")
        chosen = ""
        if place == "tcp:0":
            chosen = str(next(p for p in range(40000, 65536) if f"tcp:{p}" not in listeners))
            place = f"tcp:{chosen}"
        if fixed and _place(place) in listeners:
            return b"FAIL" + _counted("cannot rebind existing socket")
        listeners[_place(place)] = (self, destination)
        return b"OKAY" + (_counted(chosen) if chosen else b"")


_SOCKETS: Final = ("tcp", "local", "localabstract", "localreserved", "localfilesystem")


def _place(name: str) -> str:
    """Return a socket's address on the phone in a canonical form."""
    kind, _, where = name.partition(":")
    if kind == "tcp":  # tcp:PORT, or the host's tcp:HOST:PORT
        return f"tcp:{where.rpartition(':')[2]}"
    return f"localabstract:{where}" if kind == "local" else name


def _counted(text: str) -> bytes:
    data = text.encode()
    return f"{len(data):04x}".encode() + data


class _Link:
    """A stream that reports its output, as programs write at any time."""

    def __init__(self, stream: Stream, on_output: Callable[[], None]) -> None:
        self._stream = stream
        self._on_output = on_output

    @property
    def pending(self) -> int:
        return self._stream.pending

    @property
    def closed(self) -> bool:
        return self._stream.closed

    def write(self, data: bytes | memoryview) -> None:
        self._stream.write(data)
        self._on_output()

    def acknowledge(self) -> None:
        self._stream.acknowledge()
        self._on_output()

    def close(self) -> None:
        self._stream.close()
        self._on_output()

    def abort(self) -> None:
        self._stream.abort()
        self._on_output()


class _Says:
    """A service that sends a text and closes; then it may call a function."""

    def __init__(
        self, stream: Stream, text: bytes, then: Callable[[], None] = lambda: None
    ) -> None:
        self._then = then
        stream.write(text)
        stream.close()

    def received(self, data: bytes) -> None:
        pass

    def written(self) -> None:
        pass

    def closed(self) -> None:
        then, self._then = self._then, lambda: None
        then()


class _Sync:
    """The service ``sync:``; see `SyncService`."""

    def __init__(self, phone: Phone, uid: int, stream: Stream) -> None:
        self._stream = stream
        self._service = SyncService(phone, uid, stream.write, self._has_room)
        self._is_unanswered = False

    def _has_room(self) -> bool:
        return self._stream.pending < _WINDOW

    def received(self, data: bytes) -> None:
        self._is_unanswered = True
        self._answer()  # before the reply, which some hosts would not expect yet
        self._went_on(self._service.receive(data))

    def written(self) -> None:
        if self._service.is_sending:
            self._went_on(self._service.resume())

    def closed(self) -> None:
        self._service.close()

    def _went_on(self, more: bool) -> None:
        self._answer()
        if not more:
            self._stream.close()

    def _answer(self) -> None:
        if self._is_unanswered and not self._service.is_sending:
            self._is_unanswered = False
            self._stream.acknowledge()


class _Pipe:
    """One end of a connection between two streams."""

    def __init__(
        self, stream: Stream, on_output: Callable[[], None], other: _Pipe | None = None
    ) -> None:
        self._stream = stream
        self._on_output = on_output
        self._unanswered = 0
        self._other = other
        if other is not None:
            other._other = self

    def join(self, far: Stream) -> None:
        """Close at once if the far end could not be opened."""
        if far.closed:
            self._stream.close()

    def received(self, data: bytes) -> None:
        self._unanswered += 1
        if self._other is not None:
            self._other._stream.write(data)
            self._other._on_output()
        self._answer()

    def written(self) -> None:
        if self._other is not None:
            self._other._answer()

    def closed(self) -> None:
        other, self._other = self._other, None
        if other is not None:
            other._other = None
            other._stream.close()
            other._on_output()

    def _answer(self) -> None:
        if self._other is None or self._other._stream.pending < _WINDOW:
            while self._unanswered:
                self._unanswered -= 1
                self._stream.acknowledge()
            self._on_output()


def _framebuffer(phone: Phone) -> bytes:
    """Return the screen in adb's ``framebuffer:`` format: a version 2 header, then RGBA pixels."""
    import cv2

    frame = cv2.cvtColor(phone.screenshot(), cv2.COLOR_RGB2RGBA)
    height, width = frame.shape[:2]
    header = struct.pack("<14I", 2, 32, 1, frame.nbytes, width, height, 0, 8, 16, 8, 8, 8, 24, 8)
    return header + frame.tobytes()
