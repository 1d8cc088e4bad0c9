"""The Chrome DevTools Protocol over a pair of pipes, without a port that others could connect to.

Messages are JSON, each followed by a zero byte. No library was found that uses pipes without an
event loop of its own, which would cost a thread switch for each message.
"""

from __future__ import annotations

import json
import os
import select
import threading
import time
from collections import deque
from collections.abc import Callable, Sequence
from typing import Final, TypeVar

from android_gym.errors import DeviceError

__all__ = [
    "BEGIN_FRAME",
    "Command",
    "Connection",
    "DocumentLeft",
    "EngineGone",
    "EngineSlow",
    "FrameLost",
    "Json",
    "Message",
    "ProtocolError",
    "Session",
    "part",
    "value_of",
]

Json = None | bool | int | float | str | list["Json"] | dict[str, "Json"]
Message = dict[str, Json]
Command = tuple[str, Message]
"""A method of the protocol, and its parameters."""

T = TypeVar("T")

MOST_MESSAGE: Final = 256 << 20
"""Most bytes of a message: enough for a frame of 50 million pixels; others are far smaller."""

_READ: Final = 1 << 20


def part(message: Message, key: str) -> Message:
    """Return the object at a key of a message; an empty one if there is none."""
    found = message.get(key)
    return found if isinstance(found, dict) else {}


def value_of(answer: Message) -> Json:
    """Return the value in the answer to a command that evaluates something; None without one."""
    return part(answer, "result").get("value")


class EngineGone(DeviceError):
    """The browser's process has ended, or its pipes have broken."""


class EngineSlow(DeviceError):
    """The browser has not answered in time."""


class FrameLost(EngineSlow):
    """The browser has not drawn a page that it was told to draw."""


class ProtocolError(DeviceError):
    """The browser refused a command."""


class DocumentLeft(ProtocolError):
    """The document that a command was running in is gone, so there is no answer."""


BEGIN_FRAME: Final = "HeadlessExperimental.beginFrame"
"""The command that runs a frame. Chromium 156 crashes if two targets run one at the same time."""

_LEFT: Final = "Inspected target navigated"
"""Chromium's message if a script's own page was left while it ran (``history.go``)."""


class Connection:
    """The pair of pipes to one browser, shared by the threads of a process.

    A thread that waits for an answer reads for all threads, and stores what is for others.

    Args:
        reader: File descriptor that the browser writes to.
        writer: File descriptor that the browser reads from.
    """

    def __init__(self, reader: int, writer: int) -> None:
        self._reader = reader
        self._writer = writer
        os.set_blocking(writer, False)
        self._changed = threading.Condition()
        self._writing = threading.Lock()
        self._reads = False  # whether a thread is reading
        self._rest = bytearray()
        self._last = 0
        self._answers: dict[int, Message] = {}
        self._unwanted: set[int] = set()  # numbers of commands whose answers are dropped
        self._events: dict[str, deque[Message]] = {}
        self._frame: tuple[str, int] | None = None  # session and number of the frame under way
        self._gone = ""

    @property
    def gone(self) -> bool:
        """True if the connection is broken or closed."""
        return bool(self._gone)

    def session(self, name: str) -> Session:
        """Return the session of an attached target; "" is the browser's own session."""
        with self._changed:
            return Session(self, name, self._events.setdefault(name, deque()))

    def forget(self, name: str) -> None:
        """Drop the events of a session from now on."""
        with self._changed:
            self._events.pop(name, None)
        self.hold_frame(name)

    def send(
        self, commands: Sequence[Command], session: str, limit: float, *, wanted: bool = True
    ) -> list[int]:
        """Send commands in one write and return their numbers; use `wait` to get the answers.

        Each write wakes the browser, which often preempts this process: commands that don't need
        each other's answers should be sent together. A frame first waits for the end of another
        target's frame.

        Args:
            commands: The commands; a frame has to be the last.
            session: Name of the session.
            limit: Seconds that the browser may take to read them.
            wanted: Whether the answers are needed; otherwise they are dropped.

        Raises:
            EngineGone: If the browser has ended.
            EngineSlow: If it does not read the commands within `limit` seconds.
        """
        frame = any(method == BEGIN_FRAME for method, _ in commands)
        if frame:
            self._wait_for_frame(session, limit)
        with self._changed:
            first = self._last + 1
            self._last += len(commands)
            numbers = list(range(first, first + len(commands)))
            if frame:
                self._frame = session, self._last
            if not wanted:
                self._unwanted.update(numbers)
        parts = []
        for number, (method, parameters) in zip(numbers, commands, strict=True):
            message: Message = {"id": number, "method": method, "params": parameters}
            if session:
                message["sessionId"] = session
            parts.append(json.dumps(message).encode() + b"\0")
        data = memoryview(b"".join(parts))
        end = time.monotonic() + limit
        with self._writing:
            while data:
                try:
                    data = data[os.write(self._writer, data) :]
                except BlockingIOError:
                    left = end - time.monotonic()
                    if left <= 0 or not select.select([], [self._writer], [], left)[1]:
                        what = ", ".join(method for method, _ in commands)
                        self._break(f"it has not taken {what} in {limit:g} s")
                        raise EngineSlow(
                            f"The browser has not taken {what} in {limit:g} s."
                        ) from None
                except OSError as error:
                    self._break(str(error))
                    raise EngineGone(f"The browser has ended: {error}.") from None
        return numbers

    def hold_frame(self, session: str) -> None:
        """Let other sessions run frames while a session's frame is blocked or will never end."""
        with self._changed:
            if self._frame is not None and self._frame[0] == session:
                self._frame = None

    def resume_frame(self, session: str, number: int, limit: float) -> None:
        """Wait until a frame that was blocked can go on; it is then the frame under way.

        Args:
            session: Name of its session.
            number: Number of its command.
            limit: Seconds to wait at most.
        """
        self._wait_for_frame(session, limit)
        with self._changed:
            self._frame = None if self.is_there(number) else (session, number)

    def _wait_for_frame(self, session: str, limit: float) -> None:
        """Wait until no frame is under way; one that does not end in time is given up as lost.

        Args:
            session: Name of the session that runs the next frame.
            limit: Seconds to wait at most.
        """

        def ended() -> bool | None:
            if self._frame is not None:
                return None
            self._frame = session, 0
            return True

        try:
            self.wait(ended, limit, "a frame of another page")
        except EngineSlow:
            self._lose_frame(session)

    def _lose_frame(self, session: str) -> None:
        """Let a session run the next frame although another one has not ended."""
        with self._changed:
            self._frame = session, 0

    def wait(self, found: Callable[[], T | None], limit: float, what: str) -> T:
        """Read messages until a condition is met, and return its result.

        Args:
            found: Called with the lock held; returns the result, or None to keep waiting.
            limit: Seconds to wait at most.
            what: Name of what is awaited, for the error message.

        Raises:
            EngineGone: If the browser ends.
            EngineSlow: If the condition is not met in time.
        """
        end = time.monotonic() + limit
        while True:
            with self._changed:
                result = found()
                if result is not None:
                    return result
                if self._gone:
                    raise EngineGone(f"The browser has ended: {self._gone}.")
                left = end - time.monotonic()
                if left <= 0:
                    raise EngineSlow(f"The browser has not answered in {limit:g} s: {what}.")
                if self._reads:
                    self._changed.wait(left)
                    continue
                self._reads = True
            messages: list[Message] = []
            try:
                messages = self._read(left)
            finally:
                with self._changed:
                    self._reads = False
                    for message in messages:
                        self._take(message)
                    self._changed.notify_all()

    def is_there(self, number: int) -> bool:
        """Return True if the answer to a command has arrived; called with the lock held."""
        return number in self._answers

    def has(self, number: int) -> bool:
        """Return True if the answer to a command has arrived, without reading."""
        with self._changed:
            return self.is_there(number)

    def answer(self, number: int) -> Message | None:
        """Take the answer to a command, or None; called with the lock held, by `wait`."""
        return self._answers.pop(number, None)

    def discard(self, numbers: Sequence[int]) -> None:
        """Drop the answers to commands, whether they have arrived or not."""
        with self._changed:
            self._unwanted.update(
                number for number in numbers if self._answers.pop(number, None) is None
            )

    def _take(self, message: Message) -> None:
        number = message.get("id")
        if isinstance(number, int):
            if self._frame is not None and number == self._frame[1]:
                self._frame = None
            if number in self._unwanted:
                self._unwanted.discard(number)
            else:
                self._answers[number] = message
            return
        session = message.get("sessionId", "")
        events = self._events.get(session) if isinstance(session, str) else None
        if events is not None:
            events.append(message)

    def _read(self, left: float) -> list[Message]:
        if not select.select([self._reader], [], [], left)[0]:
            return []
        try:
            data = os.read(self._reader, _READ)
        except OSError as error:
            self._break(str(error))
            return []
        if not data:
            self._break("it closed its pipe")
            return []
        start = len(self._rest)
        self._rest += data
        if b"\0" not in data:
            if start > MOST_MESSAGE:
                self._break(f"a message of more than {MOST_MESSAGE} bytes")
            return []
        *parts, rest = self._rest.split(b"\0")
        self._rest = rest
        return [json.loads(part) for part in parts]

    def _break(self, why: str) -> None:
        self._gone = self._gone or why

    def abandon(self) -> None:
        """Close the pipes in a fork of the process that opened them.

        Takes no lock, as a thread that doesn't exist in the fork may have held it.
        """
        reader, writer, self._reader, self._writer = self._reader, self._writer, -1, -1
        if writer >= 0:  # the number of a closed pipe may belong to another file by now
            os.close(writer)
            os.close(reader)

    def close(self) -> None:
        """Close both pipes, which ends the browser."""
        with self._changed:
            if self._writer < 0:
                return
            self._break("it was closed")
            reader, writer, self._reader, self._writer = self._reader, self._writer, -1, -1
            self._changed.notify_all()
        os.close(writer)
        os.close(reader)


class Session:
    """A session with one target: commands, answers and events.

    Attributes:
        name: The session's id.
        events: Events of the target that nobody has handled yet.
        limit: Seconds that an answer may take.
    """

    def __init__(self, connection: Connection, name: str, events: deque[Message]) -> None:
        self._connection = connection
        self.name = name
        self.events = events
        self.limit = 20.0

    def send(self, method: str, **parameters: Json) -> int:
        """Send a command and return its number; see `Connection.send`."""
        return self.send_all([(method, parameters)])[0]

    def tell(self, method: str, **parameters: Json) -> None:
        """Send a command whose answer does not matter; see `Connection.send`."""
        self._connection.send([(method, parameters)], self.name, self.limit, wanted=False)

    def send_all(self, commands: Sequence[Command]) -> list[int]:
        """Send commands in one write and return their numbers; see `Connection.send`."""
        return self._connection.send(commands, self.name, self.limit)

    def hold_frame(self) -> None:
        """Let other sessions run frames; see `Connection.hold_frame`."""
        self._connection.hold_frame(self.name)

    def resume_frame(self, number: int) -> None:
        """Wait until a blocked frame can go on; see `Connection.resume_frame`."""
        self._connection.resume_frame(self.name, number, self.limit)

    def discard(self, numbers: Sequence[int]) -> None:
        """Drop answers; see `Connection.discard`."""
        self._connection.discard(numbers)

    def comes(self, number: int, seconds: float) -> bool:
        """Return True if the answer to a command arrives in some seconds; `result` takes it.

        Raises:
            EngineGone: If the browser has ended.
        """
        is_there = self._connection.is_there
        try:
            return self._connection.wait(lambda: is_there(number) or None, seconds, "an answer")
        except EngineSlow:
            return False

    def answers(self, seconds: float, method: str, **parameters: Json) -> bool:
        """Return True if a command, whose answer does not matter, is answered in some seconds."""
        number = self.send(method, **parameters)
        comes = self.comes(number, seconds)
        self.discard([number])
        return comes

    def has(self, number: int) -> bool:
        """Return True if the answer to a command has arrived; `result` takes it."""
        return self._connection.has(number)

    def result(self, number: int, *, until: Callable[[], bool] | None = None) -> Message | None:
        """Wait for the answer to a command.

        Args:
            number: What `send` returned.
            until: Ends the wait when it returns True; the answer can still be taken later.

        Returns:
            The answer; None if `until` ended the wait.

        Raises:
            ProtocolError: If the browser refuses the command.
            EngineGone: If the browser has ended.
            EngineSlow: If it does not answer in time.
        """

        def found() -> tuple[Message | None] | None:
            message = self._connection.answer(number)
            if message is not None:
                return (message,)
            return (None,) if until is not None and until() else None

        (message,) = self._connection.wait(found, self.limit, f"command {number}")
        if message is None:
            return None
        error = message.get("error")
        if isinstance(error, dict):
            message_text = str(error.get("message"))
            kind = DocumentLeft if _LEFT in message_text else ProtocolError
            raise kind(f"The browser refused a command: {message_text}.")
        result = message.get("result")
        return result if isinstance(result, dict) else {}

    def call(self, method: str, **parameters: Json) -> Message:
        """Send a command and wait for its answer; raises what `result` does."""
        result = self.result(self.send(method, **parameters))
        return result if result is not None else {}

    def wait(self, found: Callable[[], T | None], what: str) -> T:
        """Wait until a condition is met by what has arrived; see `Connection.wait`."""
        return self._connection.wait(found, self.limit, what)
