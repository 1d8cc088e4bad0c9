"""A served phone of which an app crashes, or code of ours fails: every connection lives."""

from __future__ import annotations

import asyncio
import socket
import struct
from collections.abc import Iterator

import pytest

from android_gym.simulator.phone import Phone
from android_gym.simulator.wire.connections import AdbProtocol, Connections
from android_gym.simulator.wire.console import Console
from android_gym.simulator.wire.server import PhoneServer
from android_gym.testing.serving import ServedPhone

HEADER = struct.Struct("<6I")
DATABASE = "/data/data/com.android.providers.contacts/databases/contacts2.db"


def packet(command: bytes, first: int, second: int, data: bytes = b"") -> bytes:
    number = int.from_bytes(command, "little")
    return HEADER.pack(number, first, second, len(data), sum(data), number ^ 0xFFFFFFFF) + data


class Host:
    """adb's protocol, just enough of it for ``adb shell``."""

    def __init__(self, port: int) -> None:
        self.socket = socket.create_connection(("127.0.0.1", port), timeout=20)
        self.socket.sendall(packet(b"CNXN", 0x01000001, 1 << 20, b"host::\0"))
        assert self.read()[0] == b"CNXN"

    def __enter__(self) -> Host:
        return self

    def __exit__(self, *_: object) -> None:
        self.socket.close()

    def read(self) -> tuple[bytes, int, int, bytes]:
        command, first, second, size, *_ = HEADER.unpack(self._exactly(HEADER.size))
        return command.to_bytes(4, "little"), first, second, self._exactly(size)

    def _exactly(self, size: int) -> bytes:
        data = b""
        while len(data) < size:
            piece = self.socket.recv(size - len(data))
            assert piece, "the phone has closed the connection"
            data += piece
        return data

    def shell(self, command: str) -> str:
        self.socket.sendall(packet(b"OPEN", 1, 0, f"shell:{command}\0".encode()))
        out = b""
        while True:
            kind, remote, _, data = self.read()
            if kind == b"WRTE":
                out += data
                self.socket.sendall(packet(b"OKAY", 1, remote))
            elif kind == b"CLSE":
                return out.decode()


@pytest.fixture(scope="module")
def phone() -> Iterator[ServedPhone]:
    with ServedPhone() as served:
        yield served


def test_a_broken_database_leaves_the_phone_in_reach(phone: ServedPhone) -> None:
    with Host(phone.adb_port) as first, Host(phone.adb_port) as second:
        first.shell(
            "am force-stop com.android.providers.contacts; "
            f"sqlite3 {DATABASE} 'pragma user_version=999999'"
        )
        first.shell(
            "am force-stop com.google.android.contacts; am start -W -n "
            "com.google.android.contacts/com.android.contacts.activities.PeopleActivity"
        )
        with Host(phone.adb_port) as third:
            for host in (first, second, third):
                assert host.shell("echo here") == "here\n"
                assert "Contacts has stopped" in host.shell("uiautomator dump /dev/tty")
                assert "FATAL EXCEPTION" in host.shell("logcat -d -b crash")
                assert "Can't downgrade database" in host.shell(
                    "content query --uri content://com.android.contacts/contacts"
                )
    # The package's own log has the fault, once.
    crashes = [line for line in phone.log if "AppError" in line]
    assert len(crashes) == 1 and "com.google.android.contacts crashed in" in crashes[0]


class _Transport:
    """The part of a connection that the protocol needs."""

    def __init__(self) -> None:
        self.sent = b""
        self.aborted = False

    def set_write_buffer_limits(self, high: int) -> None:
        pass

    def get_extra_info(self, name: str) -> socket.socket:
        return socket.socket()

    def is_closing(self) -> bool:
        return self.aborted

    def writelines(self, parts: list[bytes]) -> None:
        self.sent += b"".join(parts)

    def abort(self) -> None:
        self.aborted = True


def fail(*_: object) -> None:
    raise ZeroDivisionError("on purpose")


def test_a_console_command_that_fails(monkeypatch: pytest.MonkeyPatch) -> None:
    phone = Phone()
    console = Console(phone)
    monkeypatch.setattr(phone.system.telephony, "receive_sms", fail)
    assert console.run("sms send 1 x").startswith("KO: internal error")
    assert console.run("ping") == "I am alive!\r\nOK\r\n"


@pytest.fixture
def server() -> PhoneServer:
    """A server that listens nowhere; to be used within a loop, after `wired`."""
    return PhoneServer(Phone())


def wired(server: PhoneServer) -> PhoneServer:
    server._loop = asyncio.get_running_loop()
    server._change = asyncio.Event()
    server.connections = Connections()
    server._timer = None
    server._running = False
    server._wire()
    return server


def test_time_that_fails_passes_all_the_same(server: PhoneServer) -> None:
    async def play() -> None:
        clock = wired(server).phone.system.clock
        clock.handler("faulty", fail)
        clock.schedule(0, "faulty")
        server._anchor = (server._loop.time() - 1, clock.elapsed_ms())
        server.enter()
        before = clock.elapsed_ms()
        server._anchor = (server._loop.time() - 2, before)
        server.enter()
        assert clock.timers() == () and clock.elapsed_ms() >= before + 2_000

    asyncio.run(play())


def test_a_service_that_fails_ends_its_own_connection(
    server: PhoneServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def play() -> None:
        wired(server)
        protocols, far = [], []
        with socket.create_server(("127.0.0.1", 0)) as listener:
            for _ in range(2):
                far.append(socket.create_connection(listener.getsockname()))
                near, _address = listener.accept()
                near.setblocking(False)
                _, protocol = await server._loop.connect_accepted_socket(
                    lambda: AdbProtocol(server), near
                )
                protocols.append(protocol)
        for protocol in protocols:
            protocol.data_received(packet(b"CNXN", 0x01000001, 1 << 20, b"host::\0"))
        monkeypatch.setattr("android_gym.simulator.wire.adbd._framebuffer", fail)
        protocols[0].data_received(packet(b"OPEN", 1, 0, b"framebuffer:\0"))
        assert protocols[0].transport.is_closing()
        protocols[1].data_received(packet(b"OPEN", 1, 0, b"shell:echo\0"))
        assert not protocols[1].transport.is_closing()
        server._drop("stop")
        await asyncio.sleep(0)
        for end in far:
            end.close()

    asyncio.run(play())
