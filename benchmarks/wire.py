"""Measurements of a phone that is served to adb and gRPC, each beside a plain reference."""

from __future__ import annotations

import shutil
import signal
import socket
import statistics
import struct
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from concurrent import futures
from contextlib import contextmanager

import grpc
import gymnasium as gym
import numpy as np
import psutil
from android_env.proto import emulator_controller_pb2, emulator_controller_pb2_grpc

from android_gym.devices.adb_server import AdbServer, find_adb
from android_gym.devices.emulator import EmulatorDevice
from android_gym.testing.demonstrations import play
from android_gym.testing.serving import ServedPhone, free_console_port

__all__ = ["Figure", "missing", "wire"]

Figure = tuple[str, float, str, str]
"""A measurement: its name, the figure, its unit, and the reference's figure."""

SIZES = ((108, 240), (270, 600), (1080, 2400))
_COMMAND = "settings get global wifi_on"


def missing() -> str | None:
    """Return what has to be installed before this can be measured; None if nothing."""
    return None if shutil.which("adb") else "adb (apt-get install adb)"


def wire(env_id: str) -> Iterator[Figure]:
    """Measure everything.

    Args:
        env_id: A task to play.
    """
    yield from _boot()
    with ServedPhone(["--virtual-time"]) as phone:
        device = EmulatorDevice(phone.name)
        try:
            yield from _shells(device)
            yield from _screenshots(phone)
        finally:
            device.close()
        yield from _steps(env_id, phone)


def _median_ms(action: Callable[[], object], times: int) -> float:
    action()
    taken = []
    for _ in range(times):
        start = time.perf_counter()
        action()
        taken.append(time.perf_counter() - start)
    return 1e3 * statistics.median(taken)


def _boot() -> Iterator[Figure]:
    taken = []
    for _ in range(3):
        start = time.perf_counter()
        with ServedPhone():
            taken.append(time.perf_counter() - start)
    bare = _median_ms(lambda: subprocess.run([sys.executable, "-c", "import numpy, grpc"]), 3)
    yield (
        "boot of a phone, until it answers",
        statistics.median(taken),
        "s",
        f"Python with numpy and gRPC alone: {bare / 1e3:.2f} s",
    )
    count = 8
    console = free_console_port(count)
    command = [sys.executable, "-m", "android_gym.cli", "phone", "serve", "--count", str(count)]
    process = subprocess.Popen(
        [*command, "--console", str(console), "--grpc", str(console + 3000)],
        stdout=subprocess.PIPE,
        text=True,
    )
    output = process.stdout
    if output is not None:
        for _ in range(count):
            output.readline()
    family = [psutil.Process(process.pid), *psutil.Process(process.pid).children()]
    used = sum(member.memory_full_info().pss for member in family)
    process.send_signal(signal.SIGTERM)
    process.wait()
    if output is not None:
        output.close()
    yield (
        "phones per GB, just booted",
        count * 1e9 / used,
        "",
        f"{used / count / 1e6:.0f} MB each of {count} (their share of common memory counted once)",
    )


def _shells(device: EmulatorDevice) -> Iterator[Figure]:
    server, serial = device._server, device.serial
    true = shutil.which("true") or "/bin/true"
    yield (
        "adb shell, by subprocess",
        _median_ms(lambda: server.run("-s", serial, "shell", _COMMAND), 50),
        "ms",
        f"`adb version`: {_median_ms(lambda: _run(find_adb(), 'version'), 50):.2f} ms, "
        f"{true}: {_median_ms(lambda: _run(true), 50):.2f} ms",
    )
    with _echo_server() as port:
        echo = _median_ms(lambda: _ask_echo(port), 100)
    yield (
        "adb shell, by a socket to the adb server",
        _median_ms(lambda: _by_socket(server, serial), 100),
        "ms",
        f"an echo server, new connection each: {echo:.2f} ms",
    )


def _run(*command: str) -> None:
    subprocess.run(command, stdout=subprocess.DEVNULL)


def _by_socket(server: AdbServer, serial: str) -> bytes:
    with socket.create_connection(("127.0.0.1", server.port)) as channel:
        for request in (f"host:transport:{serial}", f"shell:{_COMMAND}"):
            channel.sendall(f"{len(request):04x}{request}".encode())
            channel.recv(4)
        said = b""
        while piece := channel.recv(4096):
            said += piece
        return said


@contextmanager
def _echo_server() -> Iterator[int]:
    with socket.create_server(("127.0.0.1", 0)) as listener:

        def serve() -> None:
            while True:
                try:
                    connection, _ = listener.accept()
                except OSError:
                    return
                with connection:
                    connection.sendall(connection.recv(4096))

        threading.Thread(target=serve, daemon=True).start()
        yield listener.getsockname()[1]
        listener.shutdown(socket.SHUT_RDWR)


def _ask_echo(port: int) -> None:
    with socket.create_connection(("127.0.0.1", port)) as channel:
        channel.sendall(struct.pack("<I", 1))
        channel.recv(4096)


def _screenshots(phone: ServedPhone) -> Iterator[Figure]:
    options = [("grpc.max_receive_message_length", -1), ("grpc.max_send_message_length", -1)]
    with grpc.insecure_channel(f"127.0.0.1:{phone.grpc_port}", options) as channel:
        stub = emulator_controller_pb2_grpc.EmulatorControllerStub(channel)
        for width, height in SIZES:
            form = emulator_controller_pb2.ImageFormat(
                format=emulator_controller_pb2.ImageFormat.RGBA8888, width=width, height=height
            )
            ours = _median_ms(lambda form=form: stub.getScreenshot(form), 20)  # type: ignore[misc]
            with _plain_grpc(bytes(width * height * 4)) as call:
                plain = _median_ms(call, 20)
            yield (
                f"gRPC getScreenshot, RGBA, {width}x{height}",
                ours,
                "ms",
                f"a gRPC server that only sends as many bytes: {plain:.2f} ms",
            )


@contextmanager
def _plain_grpc(payload: bytes) -> Iterator[Callable[[], object]]:
    handler = grpc.method_handlers_generic_handler(
        "plain", {"Get": grpc.unary_unary_rpc_method_handler(lambda request, context: payload)}
    )
    options = [("grpc.max_receive_message_length", -1), ("grpc.max_send_message_length", -1)]
    server = grpc.server(futures.ThreadPoolExecutor(2), options=options)
    server.add_generic_rpc_handlers((handler,))
    port = server.add_insecure_port("127.0.0.1:0")
    server.start()
    with grpc.insecure_channel(f"127.0.0.1:{port}", options) as channel:
        call = channel.unary_unary("/plain/Get")
        yield lambda: call(b"")
    server.stop(None)


def _steps(env_id: str, phone: ServedPhone) -> Iterator[Figure]:
    from benchmarks.references import fake_simulator

    size = (270, 600)
    with fake_simulator(*size) as step:
        fake = 1e3 / _median_ms(step, 200)
    env = gym.make(env_id, device=phone.name, action_mode="touch", observation_size=size)
    env.action_space.seed(0)
    env.reset(seed=0)
    actions = [env.action_space.sample() for _ in range(64)]
    numbers = iter(np.arange(1 << 30))

    def touch() -> None:
        *_, terminated, truncated, _ = env.step(actions[next(numbers) % 64])
        if terminated or truncated:
            env.reset()

    rate = 1e3 / _median_ms(touch, 100)
    yield (
        f"env steps on the wire, random touches, {size[0]}x{size[1]}",
        rate,
        "steps/s",
        f"FakeSimulator, in process: {fake:.0f}",
    )
    env.close()
    env = gym.make(env_id, device=phone.name, observation_size=size)
    play(env, 0)
    episodes = [play(env, seed) for seed in range(5)]
    seconds = sum(episode.seconds for episode in episodes)
    taken = [_timed(lambda seed=seed: env.reset(seed=seed)) for seed in range(10)]  # type: ignore[misc]
    env.close()
    yield (
        f"env steps on the wire, demonstration, {size[0]}x{size[1]}",
        sum(len(episode.actions) for episode in episodes) / seconds,
        "steps/s",
        f"env.reset: {1e3 * statistics.median(taken):.0f} ms",
    )


def _timed(action: Callable[[], object]) -> float:
    start = time.perf_counter()
    action()
    return time.perf_counter() - start
