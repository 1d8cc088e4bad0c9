"""Each port of a phone for itself: who takes places, who has to go, who has to show a token."""

from __future__ import annotations

import asyncio
import contextlib
import http.client
import os
import socket
import stat
import struct
import threading
from unittest import mock

import grpc
import pytest
from android_env.proto import emulator_controller_pb2 as pb
from android_env.proto import (
    emulator_controller_pb2_grpc,
    snapshot_service_pb2,
    snapshot_service_pb2_grpc,
)
from google.protobuf import empty_pb2

from android_gym.devices.emulator import EmulatorDevice, save_image
from android_gym.discovery import find_grpc_token, folders
from android_gym.errors import DeviceError
from android_gym.simulator.phone import Phone
from android_gym.simulator.serve import _emulator_options
from android_gym.simulator.wire import server as server_module
from android_gym.simulator.wire.connections import AdbProtocol, ConsoleProtocol
from android_gym.simulator.wire.console import ConsoleSession
from android_gym.simulator.wire.server import PhoneServer
from android_gym.testing.serving import ServedPhone, free_console_port

PATIENCE_S = 10


@pytest.fixture
def ports(serving):
    with serving() as ports:
        yield ports


@pytest.fixture
def clients():
    """Open connections that are closed after the test."""
    with contextlib.ExitStack() as stack:

        def connect(port, said=b""):
            client = stack.enter_context(
                socket.create_connection(("127.0.0.1", port), timeout=PATIENCE_S)
            )
            client.sendall(said)
            return client

        yield connect


def frame(name, arg0=0, arg1=0, data=b""):
    number = int.from_bytes(name, "little")
    return struct.pack("<6I", number, arg0, arg1, len(data), sum(data), number ^ 0xFFFFFFFF) + data


HELLO = frame(b"CNXN", 0x01000001, 1 << 20, b"host::")


def is_let_in(client):
    """Return whether adbd has answered CNXN."""
    try:
        return client.recv(4) == b"CNXN"
    except ConnectionError:
        return False


def is_hung_up(client):
    """Return whether the other side has closed; what it says before does not matter."""
    try:
        while client.recv(4096):
            pass
    except ConnectionError:
        pass
    except TimeoutError:
        return False
    return True


# --- places --------------------------------------------------------------------------------------


def test_half_open_connections_make_way(ports, clients):
    flood = [clients(ports.adb) for _ in range(100)]
    assert is_let_in(clients(ports.adb, HELLO))
    assert clients(ports.console).recv(15) == b"Android Console"
    assert is_hung_up(flood[0]), "the oldest goes"
    flood[-1].sendall(HELLO)
    assert is_let_in(flood[-1])


def test_half_written_handshakes_make_way(ports, clients):
    for size in range(1, 100):
        clients(ports.adb, HELLO[: size % 24])
    assert is_let_in(clients(ports.adb, HELLO))


def test_a_host_that_was_let_in_stays(ports, clients):
    hosts = [clients(ports.adb, HELLO) for _ in range(64)]
    assert all(map(is_let_in, hosts))
    assert is_hung_up(clients(ports.adb, HELLO)), "that is one too many"
    hosts[7].close()
    for _ in range(100):
        if is_let_in(clients(ports.adb, HELLO)):
            break
    else:
        pytest.fail("the place that was left is not given again")


def test_the_console_s_places_are_its_own(ports, clients):
    flood = [clients(ports.console) for _ in range(40)]
    assert is_let_in(clients(ports.adb, HELLO))
    assert flood[-1].recv(15) == b"Android Console"
    assert is_hung_up(flood[0])


def test_a_handshake_has_a_deadline(serving, clients):
    with (
        mock.patch.object(AdbProtocol, "PATIENCE_S", 0.2),
        mock.patch.object(ConsoleProtocol, "PATIENCE_S", 0.2),
        serving() as ports,
    ):
        host = clients(ports.adb, HELLO)
        assert is_let_in(host)
        half = clients(ports.adb, HELLO[:20])
        console = clients(ports.console, b"help\nhel")
        assert is_hung_up(half)
        assert is_hung_up(console)
        host.sendall(frame(b"OPEN", 1, 0, b"exec:echo here\0"))
        said = b""
        while b"here" not in said:
            said += host.recv(4096)


PREFACE = b"PRI * HTTP/2.0"


def test_grpc_s_places_are_its_own(serving, clients, monkeypatch):
    options = dict(server_module._GRPC_OPTIONS) | {"grpc.server_handshake_timeout_ms": 60_000}
    monkeypatch.setattr(server_module, "_GRPC_OPTIONS", tuple(options.items()))
    with serving() as ports:
        flood = [clients(ports.grpc, PREFACE[: n % 14]) for n in range(300)]
        assert is_let_in(clients(ports.adb, HELLO))
        assert clients(ports.console).recv(15) == b"Android Console"
        assert is_hung_up(flood[-1]), "there are no more than 256"


def test_grpc_s_handshake_has_a_deadline(ports, clients):
    assert is_hung_up(clients(ports.grpc, PREFACE[:5]))
    with grpc.insecure_channel(f"127.0.0.1:{ports.grpc}") as channel:
        stub = emulator_controller_pb2_grpc.EmulatorControllerStub(channel)
        assert stub.getStatus(empty_pb2.Empty(), timeout=20).booted


def test_adb_tcpip_opens_a_few_ports(ports, clients):
    host = clients(ports.adb, HELLO)
    assert is_let_in(host)
    answers = []
    free = free_console_port(6)
    for number, port in enumerate(range(free, free + 6), 1):
        host.sendall(frame(b"OPEN", number, 0, f"tcpip:{port}\0".encode()))
        said = b""
        while b"\n" not in said:
            said += host.recv(4096)
        answers.append(b"Too many open files" in said)
    assert answers == [False] * 4 + [True] * 2


def test_a_port_that_was_just_in_use_is_served_again(serving, clients):
    with serving() as ports:
        host = clients(ports.adb, HELLO)
        assert is_let_in(host)
    assert is_hung_up(host)  # the phone hung up first: its end waits in TIME_WAIT
    again = PhoneServer(Phone(), ports)

    async def serve():
        await again.run(lambda: again.stop(), signals=False)

    asyncio.run(serve())


# --- browsers ------------------------------------------------------------------------------------


@pytest.mark.parametrize("which", ["console", "adb", "grpc"])
def test_a_page_in_a_browser_gets_nowhere(serving, which, clients):
    """A page may post text to any port of the host; DNS rebinding makes it the same origin."""
    with mock.patch.object(server_module, "auth_token", lambda: ""), serving() as ports:
        connection = http.client.HTTPConnection("127.0.0.1", getattr(ports, which), timeout=10)
        with contextlib.closing(connection), pytest.raises((http.client.HTTPException, OSError)):
            connection.request("POST", "/", b"ping\nkill\n", {"Content-Type": "text/plain"})
            connection.getresponse()
        console = clients(ports.console, b"ping\n")
        said = b""
        while b"I am alive!" not in said:  # it was not switched off
            said += console.recv(4096)


@pytest.mark.parametrize(
    "first",
    [
        b"GET / HTTP/1.1\r\n",
        b"POST http://localhost:5554/x HTTP/1.0\r\n",
        b"Host: localhost:5554\r\n",
        b"origin: http://evil.example\r\n",
    ],
)
def test_the_console_hangs_up_on_http(first):
    ran = []
    session = ConsoleSession(lambda line: ran.append(line) or "OK\r\n", token="")
    assert session.receive(first + b"\r\nkill\r\n") == b"KO: this is no web server\r\n"
    assert session.over
    assert ran == []


def test_the_console_takes_what_merely_looks_like_http():
    ran = []
    session = ConsoleSession(lambda line: ran.append(line) or "OK\r\n", token="")
    session.receive(b"event text HTTP/1.1\nsms send 1 Host: me\n")
    assert ran == ["event text HTTP/1.1", "sms send 1 Host: me"]


# --- the console's lines -------------------------------------------------------------------------


def test_a_long_line_ends_the_console_however_it_comes():
    for pieces in ([b"x" * 4097], [b"x" * 4096, b"x"], [b"help\n" + b"x" * 5000 + b"\nkill\n"]):
        ran = []
        session = ConsoleSession(lambda line, ran=ran: ran.append(line) or "OK\r\n", token="")
        said = b"".join(map(session.receive, pieces))
        assert said.endswith(b"KO: line too long\r\n")
        assert session.over
        assert "kill" not in ran
        assert session._buffer == b""


def test_many_short_lines_are_read_once():
    ran = []
    session = ConsoleSession(lambda line: ran.append(line) or "", token="")
    flood = memoryview(b"p\n" * 200_000)
    for start in range(0, len(flood), 1 << 18):
        session.receive(bytes(flood[start : start + (1 << 18)]))
    assert len(ran) == 200_000


# --- gRPC ----------------------------------------------------------------------------------------


@pytest.fixture
def stubs(ports):
    with grpc.insecure_channel(f"127.0.0.1:{ports.grpc}") as channel:
        yield (
            emulator_controller_pb2_grpc.EmulatorControllerStub(channel),
            snapshot_service_pb2_grpc.SnapshotServiceStub(channel),
        )


def code_of(call):
    with pytest.raises(grpc.RpcError) as caught:
        call()
    return caught.value.code()


def test_a_message_has_a_size(stubs):
    clip = pb.ClipData(text="x" * (17 << 20))
    with pytest.raises(grpc.RpcError, match="larger than max"):
        stubs[0].setClipboard(clip)


def test_frames_that_nobody_reads_are_counted(ports, stubs):
    wanted = pb.ImageFormat(format=pb.ImageFormat.RGBA8888)
    small = pb.ImageFormat(format=pb.ImageFormat.RGB888, width=10)
    idle = [stubs[0].streamScreenshot(wanted) for _ in range(25)]
    for stream in idle:
        stream.initial_metadata()
    with pytest.raises(grpc.RpcError, match="MiB of frames wait to be read"):
        next(stubs[0].streamScreenshot(wanted))
    assert stubs[0].getScreenshot(small, timeout=20).width == 10
    for stream in idle:
        stream.cancel()
    options = [("grpc.max_receive_message_length", -1)]
    with grpc.insecure_channel(f"127.0.0.1:{ports.grpc}", options) as channel:
        shot = emulator_controller_pb2_grpc.EmulatorControllerStub(channel).getScreenshot
        for _ in range(200):  # until the phone has heard that the streams were given up
            try:
                shot(wanted, timeout=20)
                break
            except grpc.RpcError as error:
                assert error.code() == grpc.StatusCode.RESOURCE_EXHAUSTED
        for _ in range(30):  # what was read is not counted
            assert len(shot(wanted, timeout=20).image) == 1080 * 2400 * 4


def test_snapshots_on_their_way_are_counted(stubs):
    """Each is in memory as long as its client takes."""
    package = snapshot_service_pb2.SnapshotPackage(snapshot_id="x")
    assert stubs[1].SaveSnapshot(package).success
    waiting = threading.Event()

    def endless():
        yield package
        waiting.wait(30)

    uploads = [stubs[1].PushSnapshot.future(endless()) for _ in range(4)]
    for _ in range(200):
        try:
            list(stubs[1].PullSnapshot(package))
        except grpc.RpcError as error:
            assert error.code() == grpc.StatusCode.RESOURCE_EXHAUSTED
            break
    else:
        pytest.fail("any number of snapshots may be on their way")
    for upload in uploads:
        upload.cancel()
    waiting.set()
    for _ in range(200):
        with contextlib.suppress(grpc.RpcError):
            assert b"".join(part.payload for part in stubs[1].PullSnapshot(package))
            break
    else:
        pytest.fail("a place is not given again")


def test_one_client_s_streams_leave_room_for_others(ports, stubs):
    for _ in range(200):
        stubs[0].streamClipboard(empty_pb2.Empty())
    options = [("grpc.use_local_subchannel_pool", 1)]
    with grpc.insecure_channel(f"127.0.0.1:{ports.grpc}", options) as channel:
        other = emulator_controller_pb2_grpc.EmulatorControllerStub(channel)
        for _ in range(20):
            assert other.getStatus(empty_pb2.Empty(), timeout=20).booted


def test_calls_are_counted(ports):
    options = [("grpc.use_local_subchannel_pool", 1)]
    with contextlib.ExitStack() as stack:
        streams = []
        for _ in range(3):
            channel = grpc.insecure_channel(f"127.0.0.1:{ports.grpc}", options)
            stack.enter_context(channel)
            stub = emulator_controller_pb2_grpc.EmulatorControllerStub(channel)
            streams += [stub.streamClipboard(empty_pb2.Empty()) for _ in range(60)]
        codes = []
        for stream in streams:
            stack.callback(stream.cancel)
            try:
                next(stream)
            except grpc.RpcError as error:
                codes.append(error.code())
    assert codes == [grpc.StatusCode.RESOURCE_EXHAUSTED] * (180 - 128)


def test_frames_of_many_sizes_are_not_kept():
    phone = Phone()
    for side in range(100, 130):
        frame = phone.screenshot(side, side)
        assert frame.shape == (side, side, 3)
    assert len(phone._renderers) <= 8
    assert len(phone._frames) <= 8
    for _ in range(2):
        phone.screenshot(4096, 8192)
        assert list(phone._frames) == [(4096, 8192)]


# --- the token -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "header", [None, "secret", "Bearer wrong", "Bearer ", "bearer secret", "Bearer secret2"]
)
def test_calls_need_the_token(guarded, header):
    controller, snapshots, empty, package = guarded
    metadata = [("authorization", header)] if header else None
    other = [("x-authorization", "Bearer secret")]
    for call in (
        lambda: controller.getStatus(empty, metadata=other),
        lambda: controller.getStatus(empty, metadata=metadata),
        lambda: next(controller.streamClipboard(empty, metadata=metadata)),
        lambda: next(snapshots.PullSnapshot(package, metadata=metadata)),
        lambda: snapshots.PushSnapshot(iter([package]), metadata=metadata),
    ):
        assert code_of(call) == grpc.StatusCode.UNAUTHENTICATED


def test_calls_with_the_token_are_answered(guarded):
    controller, snapshots, empty, package = guarded
    metadata = [("authorization", "Bearer secret")]
    assert controller.getStatus(empty, metadata=metadata).booted
    assert next(controller.streamClipboard(empty, metadata=metadata)).text == ""
    assert snapshots.SaveSnapshot(package, metadata=metadata).success


@pytest.fixture(scope="module")
def guarded(serving):
    with (
        serving(token="secret") as ports,
        grpc.insecure_channel(f"127.0.0.1:{ports.grpc}") as channel,
    ):
        yield (
            emulator_controller_pb2_grpc.EmulatorControllerStub(channel),
            snapshot_service_pb2_grpc.SnapshotServiceStub(channel),
            empty_pb2.Empty(),
            snapshot_service_pb2.SnapshotPackage(snapshot_id="x"),
        )


def test_the_token_is_found_by_who_may_read_it(tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_RUNTIME_DIR", str(tmp_path))
    with ServedPhone(["--grpc-use-token"]) as phone:
        path = tmp_path / "avd" / "running" / f"pid_{phone.process.pid}.ini"
        assert stat.S_IMODE(path.stat().st_mode) == 0o600
        token = find_grpc_token(phone.grpc_port)
        fields = dict(line.split("=", 1) for line in path.read_text().splitlines())
        assert fields["grpc.token"] == token
        assert len(token) > 32
        assert fields["port.serial"] == str(phone.console_port)
        device = EmulatorDevice(phone.name)
        try:
            assert device.shell("echo $((6 * 7))").strip() == "42"
            assert device.get_clipboard() == ""
        finally:
            device.close()
        assert save_image(phone.grpc_port)
        monkeypatch.setenv("XDG_RUNTIME_DIR", str(tmp_path / "elsewhere"))
        with pytest.raises(DeviceError, match="UNAUTHENTICATED"):
            save_image(phone.grpc_port)
        device = EmulatorDevice(phone.name, grpc_token=token)
        device.close()
    assert not path.exists()


def test_files_that_crashes_left_behind_are_not_read(tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_RUNTIME_DIR", str(tmp_path))
    (folder := folders()[0]).mkdir(parents=True)
    text = "grpc.port=8554\ngrpc.token=old\n"
    (folder / "pid_4194305.ini").write_text(text)  # above Linux's highest process number
    (folder / "pid_x.ini").write_text(text)
    assert find_grpc_token(8554) is None
    (folder / f"pid_{os.getpid()}.ini").write_text("nonsense\n" + text.replace("old", "a=b"))
    assert find_grpc_token(8554) == "a=b"
    assert find_grpc_token(8555) is None


def test_the_emulator_s_own_option_for_it():
    assert _emulator_options(["-grpc-use-token", "-no-window"]).grpc_use_token
    assert not _emulator_options([]).grpc_use_token
