"""The device's side of adb's transport: bytes in, events and bytes out.

A connection carries frames of a 24-byte header and a payload. Once both sides have said CNXN the
host opens streams; each carries data both ways, one unacknowledged WRTE at a time. The services
behind streams (a shell, a file transfer) are implemented in `adbd`.

The format is that of AOSP's ``packages/modules/adb/protocol.txt``.
"""

from __future__ import annotations

import struct
from collections import deque
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Final

from android_gym.errors import SimulatorError

__all__ = [
    "MAX_PAYLOAD",
    "AdbConnection",
    "AdbProtocolError",
    "Closed",
    "Connected",
    "Event",
    "Opened",
    "Received",
    "Stream",
    "Written",
]

MAX_PAYLOAD: Final = 1 << 20
"""Maximum bytes of payload in one frame."""

VERSION: Final = 0x01000001
"""Protocol version that no longer checks checksums."""

_VERSION_MIN: Final = 0x01000000
_HEADER: Final = struct.Struct("<6I")
_MAX_STREAMS: Final = 256
"""Maximum streams of one host; adb's server opens one for each running command."""
_LEAST_PAYLOAD: Final = 4096
"""Payload size that every side must accept, and the limit before a host is connected."""

CNXN, AUTH, OPEN, OKAY, CLSE, WRTE, SYNC, STLS = (
    int.from_bytes(name, "little")
    for name in (b"CNXN", b"AUTH", b"OPEN", b"OKAY", b"CLSE", b"WRTE", b"SYNC", b"STLS")
)
_COMMANDS: Final = frozenset((CNXN, AUTH, OPEN, OKAY, CLSE, WRTE, SYNC, STLS))


class AdbProtocolError(SimulatorError):
    """Bytes that violate adb's protocol. The connection can't be used any more."""


@dataclass(frozen=True, slots=True)
class Connected:
    """The host has identified itself, possibly again: earlier streams are gone.

    Attributes:
        banner: The host's banner, such as ``host::features=shell_v2,cmd``.
        features: Its features.
    """

    banner: str
    features: frozenset[str]


@dataclass(frozen=True, slots=True)
class Opened:
    """The host opens a service: answer with `Stream.accept` or `Stream.close`."""

    stream: Stream
    service: str


@dataclass(frozen=True, slots=True)
class Received:
    """Data arrived on a stream; the host sends no more until `Stream.acknowledge`."""

    stream: Stream
    data: bytes


@dataclass(frozen=True, slots=True)
class Written:
    """Everything written to a stream was acknowledged, or the host accepted a stream of ours."""

    stream: Stream


@dataclass(frozen=True, slots=True)
class Closed:
    """The host closed a stream, or rejected one of ours."""

    stream: Stream


Event = Connected | Opened | Received | Written | Closed


class Stream:
    """One stream of a connection.

    Attributes:
        id: Our number for it.
        remote: The host's number, 0 until it accepts a stream of ours.
        closed: Whether it can't be used any more.
        on_end: Called when this side has closed it.
    """

    __slots__ = (
        "_accepted",
        "_closing",
        "_connection",
        "_in_flight",
        "_queue",
        "_unacknowledged",
        "_waiting",
        "closed",
        "id",
        "on_end",
        "pending",
        "remote",
    )

    def __init__(self, connection: AdbConnection, number: int, remote: int) -> None:
        self._connection = connection
        self.id = number
        self.remote = remote
        self.closed = False
        self.on_end: Callable[[], None] = lambda: None
        self.pending = 0
        """Bytes that the host has not acknowledged."""
        self._queue: deque[memoryview] = deque()
        self._in_flight = 0
        self._accepted = False
        self._waiting = True  # until accepted, or for an OKAY
        self._unacknowledged = False  # whether the host is waiting for our OKAY
        self._closing = False

    def accept(self) -> None:
        """Accept a stream that the host opened."""
        self._waiting = False
        self._accepted = True
        self._connection._send(OKAY, self.id, self.remote)
        self._pump()
        if self._closing and not self.pending:
            self._end()

    def acknowledge(self) -> None:
        """Let the host send more data."""
        self._unacknowledged = False
        if not self.closed:
            self._connection._send(OKAY, self.id, self.remote)

    def write(self, data: bytes | memoryview) -> None:
        """Send data as fast as the host acknowledges it; ignored on a closed stream."""
        if data and not (self.closed or self._closing):
            self.pending += len(data)
            self._queue.append(memoryview(data))
            self._pump()

    def close(self) -> None:
        """Close the stream once everything written is acknowledged."""
        if self.closed:
            return
        self._closing = True
        if not (self.pending or self._waiting):
            self._end()

    def abort(self) -> None:
        """Close the stream at once."""
        if not self.closed:
            self._discard()
            self._end()

    def _discard(self) -> None:
        """Discard unsent data."""
        self.closed = True
        self._queue.clear()
        self.pending = 0

    def _end(self) -> None:
        self.closed = True
        self._connection._streams.pop(self.id, None)
        if self.remote:  # an id of 0 says that the host's stream was rejected
            self._connection._send(CLSE, self.id if self._accepted else 0, self.remote)
        self.on_end()

    def _pump(self) -> None:
        if self._waiting or not self._queue:
            return
        limit = self._connection.max_payload
        data = self._queue.popleft()
        if len(data) > limit:
            self._queue.appendleft(data[limit:])
            data = data[:limit]
        elif self._queue and len(data) + len(self._queue[0]) <= limit:
            parts = [data]
            size = len(data)
            while self._queue and size + len(self._queue[0]) <= limit:
                size += len(self._queue[0])
                parts.append(self._queue.popleft())
            data = memoryview(b"".join(parts))
        self._waiting = True
        self._in_flight = len(data)
        self._connection._send(WRTE, self.id, self.remote, data)

    def _okay(self) -> bool:
        """Handle the host's acknowledgement; return whether everything was written."""
        self._waiting = False
        self._accepted = True
        self.pending -= self._in_flight
        self._in_flight = 0
        if self.pending:
            self._pump()
            return False
        if self._closing:
            self._end()
        return True


class AdbConnection:
    """One host's connection.

    Args:
        banner: The device's banner, such as ``device::ro.product.name=x;features=cmd``.

    Attributes:
        max_payload: Maximum bytes of payload in a frame to the host.
        connected: Whether the host has sent CNXN.
    """

    def __init__(self, banner: str) -> None:
        self._banner = banner.encode()
        self._buffer = bytearray()
        self._output: list[bytes | memoryview] = []
        self._streams: dict[int, Stream] = {}
        self._next = 1
        self._checksums = True
        self.max_payload = _LEAST_PAYLOAD
        self.connected = False

    @property
    def streams(self) -> tuple[Stream, ...]:
        """Streams that are open or being opened."""
        return tuple(self._streams.values())

    def output(self) -> list[bytes | memoryview]:
        """Return the bytes to send to the host, and clear them."""
        output, self._output = self._output, []
        return output

    def open(self, service: str) -> Stream:
        """Open a stream to the host; `Written` or `Closed` reports its answer."""
        stream = self._new_stream(0)
        self._send(OPEN, stream.id, 0, service.encode() + b"\0")
        return stream

    def receive(self, data: bytes) -> list[Event]:
        """Process bytes from the host.

        Returns:
            The resulting events, in order.

        Raises:
            AdbProtocolError: If they violate the protocol; close the connection.
        """
        self._buffer += data
        events: list[Event] = []
        position = 0
        buffer = self._buffer
        while len(buffer) - position >= _HEADER.size:
            command, arg0, arg1, length, checksum, magic = _HEADER.unpack_from(buffer, position)
            if command not in _COMMANDS or magic != command ^ 0xFFFFFFFF:
                raise AdbProtocolError(f"No adb frame has command {command:#x}, magic {magic:#x}.")
            most = MAX_PAYLOAD if self.connected else _LEAST_PAYLOAD
            if length > most:
                raise AdbProtocolError(f"A frame of {length} bytes is over adb's {most}.")
            start = position + _HEADER.size
            if len(buffer) < start + length:
                break
            payload = bytes(memoryview(buffer)[start : start + length])
            position = start + length
            # A host that connects again knows already that this device needs no checksums.
            again = command == CNXN and arg0 >= VERSION and checksum == 0
            if self._checksums and not again and sum(payload) & 0xFFFFFFFF != checksum:
                raise AdbProtocolError(f"A frame's checksum is {checksum}, not {sum(payload)}.")
            events += self._frame(command, arg0, arg1, payload)
        del buffer[:position]
        return events

    def _frame(self, command: int, arg0: int, arg1: int, payload: bytes) -> Iterable[Event]:
        if command == CNXN:
            return self._connect(arg0, arg1, payload)
        if command == STLS:
            raise AdbProtocolError("This device speaks no TLS.")
        if not self.connected or command in (AUTH, SYNC):
            return ()
        if command == OPEN:
            return self._open(arg0, payload)
        stream = self._streams.get(arg1)
        if stream is None or (stream.remote and stream.remote != arg0):
            return ()  # for a stream that was closed on this side meanwhile
        if command == OKAY:
            stream.remote = arg0
            return (Written(stream),) if stream._okay() else ()
        if command == WRTE:
            if stream._unacknowledged:
                raise AdbProtocolError(f"WRTE came on {stream.id} before the last one's OKAY.")
            stream._unacknowledged = True
            return (Received(stream, payload),)
        del self._streams[stream.id]
        stream._discard()
        if stream.remote:
            self._send(CLSE, stream.id, stream.remote)
        return (Closed(stream),)

    def _connect(self, version: int, max_payload: int, payload: bytes) -> Iterable[Event]:
        if version < _VERSION_MIN:
            raise AdbProtocolError(f"adb's protocol {version:#x} is too old.")
        if max_payload < _LEAST_PAYLOAD:
            raise AdbProtocolError(f"Frames of {max_payload} bytes are too small for adb.")
        gone: list[Event] = []
        for stream in self._streams.values():
            stream._discard()
            gone.append(Closed(stream))
        self._streams.clear()
        self.max_payload = min(max_payload, MAX_PAYLOAD)
        self._send(CNXN, VERSION, MAX_PAYLOAD, self._banner)
        self._checksums = version < VERSION
        self.connected = True
        banner = payload.rstrip(b"\0").decode("utf-8", "replace")
        features = banner.rpartition("features=")[2] if "features=" in banner else ""
        return [*gone, Connected(banner, frozenset(filter(None, features.split(","))))]

    def _open(self, remote: int, payload: bytes) -> Iterable[Event]:
        service = payload.partition(b"\0")[0].decode("utf-8", "surrogateescape")
        if not remote:
            raise AdbProtocolError("A stream was opened with the number 0.")
        if len(self._streams) >= _MAX_STREAMS:
            self._send(CLSE, 0, remote)
            return ()
        return (Opened(self._new_stream(remote), service),)

    def _new_stream(self, remote: int) -> Stream:
        stream = Stream(self, self._next, remote)
        self._streams[self._next] = stream
        self._next = self._next % 0x7FFFFFFF + 1
        return stream

    def _send(self, command: int, arg0: int, arg1: int, data: bytes | memoryview = b"") -> None:
        checksum = sum(data) & 0xFFFFFFFF if self._checksums else 0
        self._output.append(
            _HEADER.pack(command, arg0, arg1, len(data), checksum, command ^ 0xFFFFFFFF)
        )
        if data:
            self._output.append(data)
