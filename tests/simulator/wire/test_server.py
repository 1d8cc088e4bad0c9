"""A served phone as a process: its start, its end, its ports and its time."""

from __future__ import annotations

import os
import pickle
import re
import signal
import socket
import struct
import subprocess
import sys
import time
import zlib

import psutil
import pytest
from typer.testing import CliRunner

from android_gym.cli import app
from android_gym.errors import OptionError, SnapshotError
from android_gym.simulator import serve as phone_server
from android_gym.simulator.phone import Phone
from android_gym.simulator.serve import ServeOptions, _emulator_options
from android_gym.simulator.wire.images import MAGIC, dump
from android_gym.testing.serving import ServedPhone, free_console_port


def serve(*options, **kwargs):
    return subprocess.run(
        [sys.executable, "-m", "android_gym.cli", "phone", "serve", *options],
        capture_output=True,
        text=True,
        timeout=60,
        **kwargs,
    )


def is_open(port):
    with socket.socket() as probe:
        probe.settimeout(1)
        return probe.connect_ex(("127.0.0.1", port)) == 0


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_stops_cleanly(number):
    with ServedPhone() as phone:
        ports = (phone.console_port, phone.adb_port, phone.grpc_port)
        assert all(map(is_open, ports))
        # Somebody is connected, and something runs.
        host = socket.create_connection(("127.0.0.1", phone.adb_port))
        assert phone.stop(number) == 0
        host.close()
        assert not any(map(is_open, ports))
        again = ServedPhone(console_port=phone.console_port)
        again.start()
        again.stop()


def test_listens_on_the_loopback_only():
    with ServedPhone() as phone:
        listening = [
            connection.laddr
            for connection in psutil.Process(phone.process.pid).net_connections("inet")
            if connection.status == "LISTEN"
        ]
    # gRPC writes 127.0.0.1 as IPv6 does.
    assert {address.ip.removeprefix("::ffff:") for address in listening} == {"127.0.0.1"}
    assert {address.port for address in listening} == {
        phone.console_port, phone.adb_port, phone.grpc_port,
    }  # fmt: skip


@pytest.mark.parametrize("which", ["console_port", "adb_port", "grpc_port"])
def test_a_taken_port_is_one_line_that_names_it(which):
    phone = ServedPhone()
    phone.console_port = free_console_port()
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", getattr(phone, which)))
        taken.listen()
        result = serve("--console", str(phone.console_port), "--grpc", str(phone.grpc_port))
    assert result.returncode == 2
    assert result.stderr == (
        f"Port {getattr(phone, which)} is taken by another program; choose another, or stop that "
        "program.\n"
    )


def test_several_phones():
    console = free_console_port(3)
    command = [sys.executable, "-m", "android_gym.cli", "phone", "serve", "--count", "3"]
    command += ["--console", str(console), "--grpc", str(console + 3000)]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
    try:
        lines = [process.stdout.readline() for _ in range(3)]
        names = [f"emulator-{console + step} is ready" for step in (0, 2, 4)]
        assert [line.partition(":")[0] for line in lines] == names
        children = psutil.Process(process.pid).children()
        assert len(children) == 3
        process.send_signal(signal.SIGTERM)
        assert process.wait(20) == 0
        assert not any(child.is_running() for child in children)
    finally:
        process.kill()
        process.stdout.close()


def test_several_phones_of_which_one_cannot_start():
    console = free_console_port(2)
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", console + 3))
        taken.listen()
        result = serve("--count", "2", "--console", str(console), "--grpc", str(console + 3000))
    assert result.returncode == 2
    assert f"Port {console + 3} is taken" in result.stderr
    assert not is_open(console + 1)


def test_phones_do_not_outlive_who_started_them():
    console = free_console_port(2)
    command = [sys.executable, "-m", "android_gym.cli", "phone", "serve", "--count", "2"]
    command += ["--console", str(console), "--grpc", str(console + 3000)]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
    for _ in range(2):
        process.stdout.readline()
    children = psutil.Process(process.pid).children()
    process.kill()
    process.wait()
    process.stdout.close()
    _, alive = psutil.wait_procs(children, timeout=10)
    assert not alive


def test_size_and_image(tmp_path):
    phone = Phone(720, 1600, 280)
    phone.shell("settings put global from_image 1")
    image = tmp_path / "image"
    image.write_bytes(dump(phone, phone.snapshot()))
    options = ["--size", "720x1600", "--density", "280", "--image", str(image)]
    with ServedPhone(options) as served:
        assert run(served, "wm size; settings get global from_image").splitlines() == [
            "Physical size: 720x1600",
            "1",
        ]


def run(phone, command):
    """Run a command without adb."""
    service = f"exec:{command}\0".encode()
    banner = b"host::"
    frames = b""
    for name, arg0, data in ((b"CNXN", 0x01000001, banner), (b"OPEN", 1, service)):
        number = int.from_bytes(name, "little")
        size = 1 << 20 if name == b"CNXN" else 0
        frames += struct.pack("<6I", number, arg0, size, len(data), sum(data), number ^ 0xFFFFFFFF)
        frames += data
    with socket.create_connection(("127.0.0.1", phone.adb_port), timeout=10) as host:
        host.sendall(frames)
        stream = host.makefile("rb")
        said = b""
        while True:
            number, arg0, _, length, _, _ = struct.unpack("<6I", stream.read(24))
            data = stream.read(length)
            name = number.to_bytes(4, "little")
            if name == b"WRTE":
                said += data
                okay = int.from_bytes(b"OKAY", "little")
                host.sendall(struct.pack("<6I", okay, 1, arg0, 0, 0, okay ^ 0xFFFFFFFF))
            elif name == b"CLSE":
                stream.close()
                return said.decode()


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (["--size", "big"], "--size takes WIDTHxHEIGHT"),
        (["--size", "9999x9999"], "width must be 200 to 8192"),
        (["--image", "/nowhere"], "The image /nowhere can't be read"),
        (["--image", __file__], "This is no image of a phone"),
        (["--console", "5555"], "--console takes an even number, as adb looks for emulators"),
        (["--console", "70000"], "The port of console must be 1 to 65535, not 70000"),
        (["--console", "5700", "--grpc", "5701"], "own: console 5700, adb 5701, gRPC 5701"),
        (["--console", "65532"], "The port of gRPC must be 1 to 65535, not 68532"),
        (
            ["--console", "65532", "--count", "3", "--grpc", "0"],
            "console must be 1 to 65535, not 65536",
        ),
        (["--console", "5700", "--grpc", "5702", "--count", "2"], "Put them further apart"),
    ],
)
def test_bad_options(options, message):
    result = serve(*options)
    assert result.returncode == 2
    assert message in result.stderr
    assert "Traceback" not in result.stderr


def test_time_is_real_unless_it_is_virtual(served_phone, real_time_phone):
    for phone, moved in ((served_phone, False), (real_time_phone, True)):
        before = run(phone, "echo $EPOCHREALTIME")
        time.sleep(0.3)
        after = run(phone, "echo $EPOCHREALTIME")
        assert (float(after) - float(before) >= 0.3) is moved


def test_arguments_of_google_s_emulator():
    """As android_env's EmulatorLauncher passes them."""
    arguments = (
        "-adb-path /usr/bin/adb -gpu swangle_indirect -no-audio -show-kernel -verbose -avd Name "
        "-grpc 8560 -no-skin -no-window -ports 5560,5561 -no-snapshot"
    )
    options = _emulator_options(arguments.split())
    assert (options.ports.console, options.ports.adb, options.ports.grpc) == (5560, 5561, 8560)
    assert options.avd_name == "Name"
    options = _emulator_options(
        ["@Name", "-port", "5570", "-snapshot", "s", "-feature", "A,B", "-skin", "720x1600"]
    )
    assert options.ports.adb == 5571
    assert (options.width, options.height) == (720, 1600)
    assert options == ServeOptions(**vars(options))
    options = _emulator_options(["-skip-adb-auth", "-grpc", "8600", "-feature", "-Vulkan"])
    assert options.ports.grpc == 8600


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["-ports", "1"], "-ports takes CONSOLE,ADB, not '1'"),
        (["-ports", "5554,5554"], "Each needs a port of its own: console 5554, adb 5554"),
        (["-avd"], "the argument -avd needs a value"),
        (["-avd", "-grpc", "8554"], "the argument -avd needs a value"),
        (["file"], "unknown argument 'file'"),
        (["-grpc", "x"], "-grpc takes a number, not 'x'"),
        (["-port", "0"], "port of console must be 1 to 65535, not 0"),
        (["-skin", "big"], "-skin takes WIDTHxHEIGHT, not 'big'"),
    ],
)
def test_wrong_arguments_of_the_emulator(arguments, message):
    with pytest.raises(OptionError, match=re.escape(message)):
        _emulator_options(arguments)


def asked(options: ServeOptions) -> list[str]:
    phone = phone_server._phone(options)
    return phone.shell("getprop ro.build.version.sdk; wm size; wm density").stdout.decode().split()


def test_a_profile_is_a_screen_and_a_build():
    told = asked(ServeOptions(profile="pixel_5"))
    assert (told[0], told[3], told[-1]) == ("31", "1080x2340", "440")
    told = asked(ServeOptions(profile="pixel_5", width=720, height=1600, density_dpi=280))
    assert (told[0], told[3], told[-1]) == ("31", "720x1600", "280")
    assert asked(ServeOptions())[0] == "33"
    with pytest.raises(OptionError, match="pixel_5"):
        asked(ServeOptions(profile="pixel_9"))


@pytest.mark.parametrize("content", [b"", b"no image", MAGIC, MAGIC + b"x" * 50])
def test_an_image_that_is_none_is_named(tmp_path, content):
    file = tmp_path / "phone.image"
    file.write_bytes(content)
    with pytest.raises(SnapshotError, match=f"^{re.escape(repr(str(file)))}: Th"):
        asked(ServeOptions(image=file))


@pytest.mark.parametrize(
    ("arguments", "told"),
    [(["--profile", "pixel_9"], "pixel_5"), (["--size", "big"], "--size takes WIDTHxHEIGHT")],
)
def test_phone_serve_says_what_is_wrong(arguments, told):
    command = ["phone", "serve", "--console", "5658", "--grpc", "0", *arguments]
    done = CliRunner().invoke(app, command)
    assert done.exit_code != 0
    assert told in done.output


def test_the_emulator_says_what_it_is_asked_for():
    emulator = os.path.join(os.path.dirname(sys.executable), "android-gym-emulator")
    said = {
        argument: subprocess.run([emulator, argument], capture_output=True, text=True, check=True)
        for argument in ("-help", "-version", "-list-avds")
    }
    assert "-ports CONSOLE,ADB" in said["-help"].stdout
    assert said["-version"].stdout.startswith("Android emulator of android_gym ")
    assert said["-list-avds"].stdout == "AndroidWorldAvd\n"
    wrong = subprocess.run([emulator, "-avd"], capture_output=True, text=True)
    assert wrong.returncode == 2
    assert wrong.stderr == "android-gym-emulator: the argument -avd needs a value\n"


class Evil:
    """A pickle of it makes a file."""

    def __init__(self, path):
        self.path = path

    def __reduce__(self):
        return os.system, (f"touch {self.path}",)


@pytest.mark.parametrize("magic", [b"android_gym image 1\n", MAGIC, b""])
def test_image_files_run_nothing(tmp_path, magic):
    image = tmp_path / "image"
    image.write_bytes(magic + zlib.compress(pickle.dumps(Evil(tmp_path / "owned"))))
    for command in (
        ("android-gym", "phone", "serve", "--console", "5658", "--grpc", "0", "--image"),
        ("android-gym-emulator", "-port", "5658", "-image"),
    ):
        program = os.path.join(os.path.dirname(sys.executable), command[0])
        ran = subprocess.run([program, *command[1:], image], capture_output=True, text=True)
        assert ran.returncode in (1, 2)
        assert "image" in ran.stderr and "Traceback" not in ran.stderr
    assert not (tmp_path / "owned").exists()


def test_an_image_that_is_no_file(tmp_path):
    for path in (tmp_path / "missing", tmp_path):
        with pytest.raises(OptionError, match="can't be read"):
            phone_server.serve(ServeOptions(image=path))
