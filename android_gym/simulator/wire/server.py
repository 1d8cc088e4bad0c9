"""The sockets of a phone: adbd, console and gRPC on 127.0.0.1, in one asyncio loop.

All access to the phone is from the loop's thread, one thing at a time. Before each access the
phone's time is advanced to real time (unless it is virtual); afterwards tasks waiting for a change
are woken.
"""

from __future__ import annotations

import asyncio
import contextlib
import errno
import functools
import logging
import os
import socket
from collections.abc import AsyncIterator, Callable, Coroutine
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final

from android_gym.errors import DeviceError, OptionError
from android_gym.simulator.wire import yadb
from android_gym.simulator.wire.adbd import Adbd
from android_gym.simulator.wire.connections import AdbProtocol, Connections, ConsoleProtocol
from android_gym.simulator.wire.console import Console, Snapshots, auth_token
from android_gym.simulator.wire.programs import Programs
from android_gym.simulator.wire.signals import stop_on_signals
from android_gym.simulator.wire.uiautomator.server import MAIN, run_main

if TYPE_CHECKING:
    from android_gym.simulator.phone import Phone

__all__ = ["PhoneServer", "Ports"]

LOCALHOST: Final = "127.0.0.1"

_log = logging.getLogger(__name__)
_REGISTER_S: Final = 1.0
_REBOOT_S: Final = 1.0
_RESTART_S: Final = 0.2
_FAREWELL_S: Final = 0.05
_STOP_S: Final = 0.5
_MAX_EXTRA_PORTS: Final = 4
"""Maximum number of ports opened by ``adb tcpip``."""
_MAX_MESSAGE: Final = 16 << 20
"""Maximum bytes of a gRPC request. Snapshots come in pieces of 1 MiB."""
_MAX_RPCS: Final = 128
"""Maximum number of concurrent gRPC calls; a stream counts for as long as it lasts."""
_GRPC_OPTIONS: Final = (
    ("grpc.so_reuseport", 0),
    ("grpc.max_send_message_length", -1),
    ("grpc.max_receive_message_length", _MAX_MESSAGE),
    ("grpc.max_concurrent_streams", _MAX_RPCS // 2),
    ("grpc.max_allowed_incoming_connections", 256),
    ("grpc.server_handshake_timeout_ms", 5000),
)


def _adb_server_ports() -> tuple[int, ...]:
    """Return the ports of adb servers to notify of the phone, as the emulator does."""
    text = os.environ.get("ANDROID_ADB_SERVER_PORT", "")
    return (int(text) if text.isdecimal() and 0 < int(text) < 65536 else 5037,)


@dataclass(frozen=True)
class Ports:
    """Ports that a phone listens on, always on 127.0.0.1.

    Attributes:
        console: The telnet console; the phone is called ``emulator-<console>``.
        adb: adbd; by convention ``console + 1``, which adb looks for.
        grpc: The emulator's gRPC; 0 for none.
        adb_servers: Ports of adb servers to notify of the phone, as long as none is connected.

    Raises:
        OptionError: If one is not a valid port, or two are the same.
    """

    console: int = 5554
    adb: int = 5555
    grpc: int = 8554
    adb_servers: tuple[int, ...] = field(default_factory=_adb_server_ports)

    def __post_init__(self) -> None:
        for name, port in self.listening.items():
            if not 0 < port < 65536:
                raise OptionError(f"The port of {name} must be 1 to 65535, not {port}.")
        if len(set(self.listening.values())) < len(self.listening):
            given = ", ".join(f"{name} {port}" for name, port in self.listening.items())
            raise OptionError(f"Each needs a port of its own: {given}.")

    @property
    def listening(self) -> dict[str, int]:
        """Return the ports by the name of their service."""
        ports = {"console": self.console, "adb": self.adb, "gRPC": self.grpc}
        return {name: port for name, port in ports.items() if port or name != "gRPC"}


class PhoneServer:
    """A phone served on sockets.

    Args:
        phone: The phone; nobody else may use it meanwhile.
        ports: The ports to listen on.
        virtual_time: Whether the phone's time advances only by what commands take (a swipe's
            duration, a ``sleep``). Otherwise it follows real time.
        snapshots: Whether there is a snapshot service; a real phone has none.
        grpc_token: Bearer token that gRPC calls must send; empty for none.
    """

    def __init__(
        self,
        phone: Phone,
        ports: Ports | None = None,
        *,
        virtual_time: bool = False,
        snapshots: bool = True,
        grpc_token: str = "",
    ) -> None:
        self.phone = phone
        self.ports = ports or Ports()
        self.paused = False
        self._virtual = virtual_time
        self._has_snapshots = snapshots
        self._grpc_token = grpc_token
        self._closing: set[asyncio.Task[None]] = set()
        self._extra_ports: set[int] = set()

    # --- life ------------------------------------------------------------------------------------

    async def run(self, on_ready: Callable[[], None] = lambda: None, signals: bool = True) -> None:
        """Serve until `stop`, SIGTERM or SIGINT.

        Args:
            on_ready: Called when all ports are listening.
            signals: Whether to handle the signals; only possible in the main thread.

        Raises:
            DeviceError: If a port is taken; then none is listened on.
        """
        self._loop = loop = asyncio.get_running_loop()
        self._stopped = asyncio.Event()
        self._change = asyncio.Event()
        self.connections = Connections()
        self._tasks: list[asyncio.Task[None]] = []
        self._listeners: dict[int, asyncio.Server] = {}
        self._timer: asyncio.TimerHandle | None = None
        self._running = False
        self._wire()
        async with contextlib.AsyncExitStack() as stack:
            if signals:
                stop = functools.partial(loop.call_soon_threadsafe, self._stopped.set)
                stack.enter_context(stop_on_signals(stop))
            try:
                await self._open(stack)
            except OSError as error:
                raise DeviceError(error.strerror or str(error)) from error
            self.enter()
            on_ready()
            await self._stopped.wait()

    def stop(self) -> None:
        """Switch the phone off: connections end, ports are freed, `run` returns.

        This happens later, so that the request for it can still be answered.
        """
        self._loop.call_later(_FAREWELL_S, self._stopped.set)

    def _wire(self) -> None:
        from android_gym.simulator.wire.forwarder import Forwarder

        phone, clock = self.phone, self.phone.system.clock
        self.programs = programs = Programs(clock, real_time=not self._virtual)
        programs.on_ready = self._programs_ready
        programs.shares_time = True
        phone.pass_time = programs.pass_time
        self.adbd = adbd = Adbd(phone, programs)
        adbd.acted = self._acted
        adbd.restart = self._restart_adbd
        adbd.listen = self._listen_too
        phone.java_programs[MAIN] = functools.partial(run_main, adbd=adbd)
        phone.java_programs[yadb.MAIN] = yadb.run_main
        self.snapshots = Snapshots(phone)
        self.snapshots.restored = self._restored
        self.console = Console(phone, self.snapshots)
        self.console.kill = self.stop
        self.forwarder = Forwarder(phone)
        self.forwarder.reverse = adbd.reversed
        self._anchor = (self._loop.time(), clock.elapsed_ms())
        # Facts specific to this phone that a client may want to know.
        phone.system.properties.preset("ro.boot.forwarder", "synchronous")
        phone.system.properties.preset("ro.boot.clock", "virtual" if self._virtual else "real")

    async def _open(self, stack: contextlib.AsyncExitStack) -> None:
        self.console_token = auth_token()
        listeners = (
            (self.ports.console, lambda: ConsoleProtocol(self)),
            (self.ports.adb, lambda: AdbProtocol(self)),
        )
        for port, factory in listeners:
            await self._listen(port, factory)
            stack.callback(self._unlisten, port)
        stack.callback(self.programs.close)
        stack.callback(self._drop, "stop")
        if self.ports.grpc:
            await stack.enter_async_context(self._grpc())
        self._tasks = [
            self._loop.create_task(self.forwarder.run(every_tick=not self._virtual)),
            self._loop.create_task(self._register()),
        ]
        stack.push_async_callback(self._end_tasks)

    async def _listen(self, port: int, factory: Callable[[], asyncio.Protocol]) -> None:
        try:
            self._listeners[port] = await self._loop.create_server(factory, LOCALHOST, port)
        except OSError as error:
            raise OSError(error.errno, _taken(port, error)) from error

    def _unlisten(self, port: int) -> None:
        server = self._listeners.pop(port, None)
        if server is not None:
            server.close()

    @contextlib.asynccontextmanager
    async def _grpc(self) -> AsyncIterator[None]:
        import grpc

        from android_gym.simulator.wire.grpc_server import EmulatorService

        port = self.ports.grpc
        with socket.socket() as probe:  # gRPC doesn't report why it can't listen
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            try:
                probe.bind((LOCALHOST, port))
            except OSError as error:
                raise OSError(error.errno, _taken(port, error)) from error
        server = grpc.aio.server(options=_GRPC_OPTIONS, maximum_concurrent_rpcs=_MAX_RPCS)
        service = EmulatorService(
            self.phone, self.snapshots, self, self._has_snapshots, self._grpc_token
        )
        server.add_generic_rpc_handlers(service.handlers())
        try:
            server.add_insecure_port(f"{LOCALHOST}:{port}")
        except RuntimeError as error:
            raise OSError(errno.EADDRINUSE, f"Port {port} can't be listened on.") from error
        await server.start()
        try:
            yield
        finally:
            await server.stop(grace=_STOP_S)

    async def _end_tasks(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
        tasks = [*self._tasks, *self._closing]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        await self.forwarder.close()
        for port in list(self._listeners):
            self._unlisten(port)

    # --- time ------------------------------------------------------------------------------------

    def enter(self) -> None:
        """Advance the phone's time to the present; called before any access."""
        if self._virtual or self.paused:
            return
        began, elapsed = self._anchor
        try:
            self.programs.advance_to(elapsed + round((self._loop.time() - began) * 1000))
        except Exception:  # a bug here must not close all connections; the timer is gone
            _log.exception("The phone failed while time passed.")
        self._schedule()

    def _schedule(self) -> None:
        """Schedule `enter` for when something on the phone is due."""
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        due = self.programs.next_due_ms
        if due is not None and not (self._virtual or self.paused):
            began, elapsed = self._anchor
            self._timer = self._loop.call_at(began + (due - elapsed) / 1000, self._tick)

    def _tick(self) -> None:
        self.enter()
        self.noticed()

    def _restored(self) -> None:
        clock = self.phone.system.clock
        now = self._loop.time()
        began, elapsed = self._anchor
        before = elapsed + round((now - began) * 1000)
        self._anchor = (now, clock.elapsed_ms())
        self.programs.shift(clock.elapsed_ms() - before)
        self._schedule()

    @property
    def paused(self) -> bool:
        """Return whether the phone's time was paused by request."""
        return self._paused

    @paused.setter
    def paused(self, paused: bool) -> None:
        self._paused = paused
        if not paused and hasattr(self, "_anchor"):
            self._anchor = (self._loop.time(), self.phone.system.clock.elapsed_ms())

    # --- changes ---------------------------------------------------------------------------------

    def noticed(self) -> None:
        """Wake those who wait for changes, and look for new timers, after something was done."""
        self._change.set()
        self._change = asyncio.Event()
        self._schedule()

    async def changed(self) -> None:
        """Return once the phone may have changed."""
        await self._change.wait()

    async def leave(self) -> None:
        """Apply changes to the outside; called before an answer."""
        self.noticed()
        await self.forwarder.tell()

    async def look(self) -> None:
        """Send the screen's tree; called before its frame is fetched."""
        await self.forwarder.show()

    def _acted(self) -> None:
        """Do the same as `leave` within a program, which waits for it."""
        self.noticed()
        program = self.programs.current
        if program is None or not self.forwarder.active:
            return
        push = self._loop.create_task(self.forwarder.tell())
        push.add_done_callback(lambda _: program.wake())
        while not push.done():
            self.programs.wait()

    def _programs_ready(self) -> None:
        if not self._running:
            self._running = True
            self._loop.call_soon(self._run_programs)

    def _run_programs(self) -> None:
        self._running = False
        self.enter()
        self.programs.run()
        self.noticed()

    # --- adbd ------------------------------------------------------------------------------------

    def reboot(self) -> None:
        """Restart the phone."""
        self._restart_adbd("reboot")

    def _restart_adbd(self, reason: str) -> None:
        if reason in ("root", "unroot"):
            self.adbd.uid = 0 if reason == "root" else 2000
            delay = _RESTART_S
        else:
            self.phone.system.running.kill_all()
            self.phone.system.restart()
            self.adbd.uid = 0 if self.adbd.has_root else 2000
            delay = _REBOOT_S
        self._loop.call_soon(self._away, delay)

    def _away(self, seconds: float) -> None:
        """Disconnect all hosts, and accept none for a while."""
        self._unlisten(self.ports.adb)
        self._drop("adb")
        if not self._stopped.is_set():
            self._loop.call_later(seconds, self._back)

    def _back(self) -> None:
        if not self._stopped.is_set():
            self._soon(self._listen_again())

    async def _listen_again(self) -> None:
        while True:
            try:
                await self._listen(self.ports.adb, lambda: AdbProtocol(self))
            except OSError as error:  # another process has taken the port meanwhile
                _log.warning("adb: %s Trying again.", error.strerror)
                await asyncio.sleep(_REGISTER_S)
            else:
                return

    def _soon(self, work: Coroutine[None, None, None]) -> None:
        """Run a coroutine in the background; it is cancelled with the phone."""
        task = self._loop.create_task(work)
        self._closing.add(task)
        task.add_done_callback(self._closing.discard)

    def _drop(self, which: str) -> None:
        for connection in self.connections:
            if which == "stop" or isinstance(connection, AdbProtocol):
                connection.transport.close()

    def _listen_too(self, port: int) -> None:
        if port in self._listeners or port in self._extra_ports:
            return
        if len(self._extra_ports) >= _MAX_EXTRA_PORTS:
            raise OSError(errno.EMFILE, "Too many open files")
        listener = socket.socket()
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            listener.bind((LOCALHOST, port))
        except OSError:
            listener.close()
            raise
        self._extra_ports.add(port)

        async def serve() -> None:
            self._listeners[port] = await self._loop.create_server(
                lambda: AdbProtocol(self), sock=listener
            )

        self._soon(serve())

    async def _register(self) -> None:
        """Notify adb servers of the phone for as long as none of them is connected.

        A server that is started later only scans ports 5555 to 5585 by itself; a restarted one has
        forgotten the phone.
        """
        message = f"host:emulator:{self.ports.adb}"
        while True:
            if not any(host.banner for host in self.adbd.hosts):
                for port in self.ports.adb_servers:
                    with contextlib.suppress(OSError, asyncio.TimeoutError):
                        async with asyncio.timeout(_REGISTER_S):
                            reader, writer = await asyncio.open_connection(LOCALHOST, port)
                            writer.write(f"{len(message):04x}{message}".encode())
                            await writer.drain()
                            writer.close()
                            await writer.wait_closed()
            await asyncio.sleep(_REGISTER_S)  # a server's start can't be observed


def _taken(port: int, error: OSError) -> str:
    if error.errno == errno.EADDRINUSE:
        return f"Port {port} is taken by another program; choose another, or stop that program."
    return f"Port {port} can't be listened on: {error.strerror}."
