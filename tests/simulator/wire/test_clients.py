"""The programs that people use, against a served phone: adb itself, and adb libraries."""

from __future__ import annotations

import base64
import contextlib
import functools
import gc
import os
import pty
import random
import re
import select
import shutil
import socket
import struct
import subprocess
import threading
import time
from pathlib import Path

import pytest

from android_gym.devices.adb_server import AdbServer
from android_gym.simulator.wire.adbd import FEATURES
from android_gym.testing.serving import ServedPhone

adbutils = pytest.importorskip("adbutils")

DEBIAN = shutil.which("adb")
# The one that comes with adbutils; adbutils itself prefers what is on PATH.
NEWER = str(Path(adbutils.__file__).parent / "binaries" / "adb")
BINARIES = [
    pytest.param(DEBIAN, id="debian", marks=pytest.mark.skipif(not DEBIAN, reason="no adb")),
    pytest.param(NEWER, id="adbutils"),
]
pytestmark = pytest.mark.skipif(not os.access(NEWER, os.X_OK), reason="adbutils has no adb in it")


def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


@pytest.fixture(scope="module")
def phone():
    with ServedPhone() as phone:
        yield phone


class Adb:
    """adb's command line with one phone."""

    def __init__(self, binary, phone):
        self.server = AdbServer(binary, free_port())
        self.phone = phone
        self.server.start()
        self.server.register(phone.adb_port)
        self.server.wait_for(phone.name, 20)

    def command(self, *args):
        return [self.server.adb_path, "-P", str(self.server.port), "-s", self.phone.name, *args]

    def __call__(self, *args, input=b"", code=0, timeout=30):
        result = subprocess.run(
            self.command(*args), input=input, capture_output=True, timeout=timeout
        )
        assert result.returncode == code, (result.stdout, result.stderr)
        return result.stdout.decode()

    def fails(self, *args):
        """Do what can't be done; return what adb says to it."""
        result = subprocess.run(
            self.command(*args), stdin=subprocess.DEVNULL, capture_output=True, timeout=30
        )
        assert result.returncode == 1, result
        return (result.stdout + result.stderr).decode()

    def until(self, text, *args):
        """Wait until a shell command on the device, which may be away, say a text."""
        deadline = time.monotonic() + 60
        while True:
            said = subprocess.run(
                self.command("wait-for-device", "shell", *args), capture_output=True, timeout=60
            ).stdout.decode()
            if text in said:
                return said
            assert time.monotonic() < deadline, said


@pytest.fixture(scope="module", params=BINARIES)
def adb(request, phone):
    adb = Adb(request.param, phone)
    yield adb
    adb.server.stop()


@pytest.fixture(scope="module")
def apk():
    uiautomator2 = pytest.importorskip("uiautomator2")
    (path,) = (Path(uiautomator2.__file__).parent / "assets").glob("*.apk")
    return path


def leaves_sockets_open(test):
    """For a library that does: its warnings must not fall on a later test."""

    @functools.wraps(test)
    def run(*args, **kwargs):
        test(*args, **kwargs)
        gc.collect()

    mark = pytest.mark.filterwarnings
    ignored = "ignore::pytest.PytestUnraisableExceptionWarning"
    return mark("ignore::ResourceWarning")(mark(ignored)(run))


# --- adb: shells ---------------------------------------------------------------------------------


def test_shell(adb):
    assert adb("shell", "echo", "hello", "|", "tr", "a-z", "A-Z") == "HELLO\n"
    result = subprocess.run(
        adb.command("shell", "echo out; echo err >&2; exit 7"), capture_output=True, timeout=10
    )
    assert (result.stdout, result.stderr, result.returncode) == (b"out\n", b"err\n", 7)
    assert adb("shell", "nonsense", code=127) == ""


def test_standard_input(adb):
    data = os.urandom(300_000)
    result = subprocess.run(
        adb.command("shell", "wc -c; echo done"), input=data, capture_output=True, timeout=20
    )
    assert result.stdout.split() == [b"300000", b"done"]
    result = subprocess.run(
        adb.command("shell", "-T", "base64"), input=data, capture_output=True, timeout=20
    )
    assert base64.b64decode(result.stdout) == data


def test_a_command_that_reads_nothing_does_not_wait_for_input(adb):
    """As under a program whose standard input stays open."""
    process = subprocess.Popen(
        adb.command("shell", "echo quick"), stdin=subprocess.PIPE, stdout=subprocess.PIPE
    )
    assert process.stdout.read() == b"quick\n"
    assert process.wait(10) == 0
    process.stdin.close()
    process.stdout.close()


def test_output_comes_as_it_is_written(adb):
    process = subprocess.Popen(
        adb.command("shell", "echo one; read line; echo two"),
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
    )
    assert process.stdout.readline() == b"one\n"  # the command is still running
    process.stdin.write(b"go on\n")
    process.stdin.close()
    assert process.stdout.readline() == b"two\n"
    process.stdout.close()
    process.wait(10)


def test_sleeping_shells_do_not_wait_for_each_other(adb):
    """Each sleeps until all of them have come."""
    adb("shell", "mkdir -p /data/local/tmp/sleepers")
    wait = (
        "cd /data/local/tmp/sleepers; touch {}; "
        "until [ -e 0 -a -e 1 -a -e 2 -a -e 3 ]; do sleep 0.2; done"
    )
    sleepers = [
        subprocess.Popen(adb.command("shell", wait.format(number)), stdin=subprocess.DEVNULL)
        for number in range(4)
    ]
    assert [sleeper.wait(60) for sleeper in sleepers] == [0] * 4


def test_script_on_standard_input(adb):
    script = b"x=1\nfor i in a b; do\n  echo $i$x\ndone\ncat <<END\nhere\nEND\nexit 4\n"
    assert adb("shell", input=script, code=4) == "a1\nb1\nhere\n"


def test_interactive_shell(adb):
    ours, theirs = pty.openpty()
    process = subprocess.Popen(adb.command("shell"), stdin=theirs, stdout=theirs, stderr=theirs)

    def until(text):
        seen = b""
        deadline = time.monotonic() + 60
        while text not in seen:
            assert time.monotonic() < deadline, seen
            if select.select([ours], [], [], 0.2)[0]:
                seen += os.read(ours, 4096)
        return seen

    until(b"emu64xa:/ # ")
    os.write(ours, b"cd /sdcard; ls -d D\x7fM*\r")
    assert b"Music\r\n" in until(b"emu64xa:/sdcard # ")
    os.write(ours, b"sleep 1000\r")
    until(b"1000\r\n")
    os.write(ours, b"\x03")
    until(b"emu64xa:/sdcard # ")
    os.write(ours, b"exit 3\r")
    assert process.wait(10) == 3
    os.close(ours)
    os.close(theirs)


def test_exec_out_is_binary(adb):
    png = subprocess.run(
        adb.command("exec-out", "screencap", "-p"), capture_output=True, timeout=20
    ).stdout
    assert png.startswith(b"\x89PNG\r\n\x1a\n")
    assert png.endswith(b"IEND\xaeB`\x82")


# --- adb: files and packages ---------------------------------------------------------------------


def test_push_and_pull_directories(adb, tmp_path):
    here, back = tmp_path / "here", tmp_path / "back"
    (here / "a" / "b").mkdir(parents=True)
    (here / "a" / "text with spaces").write_text("Grüße")
    (here / "a" / "b" / "big").write_bytes(os.urandom(3_000_000))
    (here / "script").write_text("#!/system/bin/sh\necho ran\n")
    (here / "script").chmod(0o755)
    adb("shell", "rm -rf /data/local/tmp/here")
    adb("push", str(here), "/data/local/tmp/")
    assert adb("shell", "/data/local/tmp/here/script") == "ran\n"
    adb("pull", "/data/local/tmp/here", str(back))
    for path in sorted(p for p in here.rglob("*") if p.is_file()):
        assert (back / path.relative_to(here)).read_bytes() == path.read_bytes()
    assert "No such file" in adb.fails("pull", "/nowhere", str(back))


def test_paths_that_climb_stay_on_the_phone(adb, tmp_path):
    """`__file__` is there on this computer, and on no phone."""
    climbing = "../" * 40 + __file__.lstrip("/")
    for path in (climbing, f"/{climbing}", f"/sdcard/{climbing}"):
        assert "No such file or directory" in adb.fails("pull", path, str(tmp_path / "got"))
    here = tmp_path / "mine"
    here.write_text("x")
    climbing = "/sdcard/" + "../" * 40 + f"data/local/tmp/{tmp_path.name}"
    adb("push", str(here), climbing)
    assert adb("shell", f"cat /data/local/tmp/{tmp_path.name}") == "x"
    assert not Path(f"/data/local/tmp/{tmp_path.name}").exists()


def test_push_keeps_times(adb, tmp_path):
    path = tmp_path / "old"
    path.write_text("x")
    os.utime(path, (1_500_000_000, 1_500_000_000))
    adb("push", str(path), "/data/local/tmp/old")
    assert adb("shell", "stat -c %Y /data/local/tmp/old") == "1500000000\n"
    assert re.search(r"^[0-9a-f]{8} .* old$", adb("ls", "/data/local/tmp"), re.MULTILINE)


def test_only_what_the_phone_speaks_is_offered(adb, tmp_path):
    """Neither abb nor compression: both adbs do without."""
    said = set(adb("features").split())
    assert {"shell_v2", "cmd", "stat_v2", "ls_v2"} <= said <= set(FEATURES)
    assert not [name for name in FEATURES if "abb" in name or "brotli" in name]
    assert "abb is not supported" in adb.fails("abb", "package", "list", "packages")
    if adb.server.adb_path == NEWER:
        path = tmp_path / "file"
        path.write_bytes(b"z" * 100_000)
        adb("push", "-z", "any", str(path), "/data/local/tmp/any")
        adb("pull", "-z", "any", "/data/local/tmp/any", str(tmp_path / "back"))
        assert (tmp_path / "back").read_bytes() == path.read_bytes()
        message = adb.fails("push", "-z", "brotli", str(path), "/data/local/tmp/any")
        assert "unsupported flags 0x1" in message
        assert "doesn't support incremental" in adb.fails("install", "--incremental", str(path))


def test_services_that_there_are_not(adb):
    assert adb.fails("jdwp") == "error: closed\n"
    assert adb.fails("disable-verity") == "error: closed\n"
    assert adb("shell", "echo alive") == "alive\n"


def test_install_and_uninstall_a_real_apk(adb, apk):
    package = "com.github.uiautomator"
    assert "Success" in adb("install", "-r", "-t", "-g", str(apk))
    assert f"package:{package}\n" in adb("shell", "pm list packages -3")
    assert "Success" in adb("install", "--no-streaming", "-r", str(apk))
    assert "Success" in adb("uninstall", package)
    assert package not in adb("shell", "pm list packages")


def test_an_apk_that_is_none(adb, tmp_path):
    path = tmp_path / "bad.apk"
    path.write_bytes(b"PK nothing of the kind" * 100)
    for way in ("--streaming", "--no-streaming"):
        assert "INSTALL_PARSE_FAILED_NOT_APK" in adb.fails("install", way, str(path))
    assert adb("shell", "ls /data/local/tmp/*.apk 2>/dev/null; true") == ""


# --- adb: the rest -------------------------------------------------------------------------------


def test_logcat_follows(adb):
    adb("logcat", "-b", "all", "-c")
    process = subprocess.Popen(
        adb.command("logcat", "-v", "epoch", "Mine:I", "*:S"),
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        text=True,
    )
    try:
        adb("shell", "log -t Other no; log -t Mine -p d no; log -t Mine yes")
        line = process.stdout.readline()
        if line.startswith("---"):
            line = process.stdout.readline()
        assert re.fullmatch(r" +\d+\.\d{3} +\d+ +\d+ I Mine    : yes\n", line)
        adb("shell", "log -t Mine again")
        assert "again" in process.stdout.readline()
    finally:
        process.kill()
        process.stdout.close()
        process.wait()


def test_root_and_unroot(adb):
    assert "already running as root" in adb("root")
    adb("unroot")
    adb("wait-for-device")
    assert adb("shell", "whoami") == "shell\n"
    assert adb("shell", "ls /data/data", code=1) == ""
    adb("root")
    adb("wait-for-device")
    assert adb("shell", "whoami") == "root\n"


def test_reboot(adb):
    adb("shell", "am start -a android.settings.SETTINGS; echo kept > /sdcard/kept")
    adb("reboot")
    adb.until("NexusLauncher", "am stack list | grep visible=true")
    assert adb("shell", "cat /sdcard/kept; getprop sys.boot_completed") == "kept\n1\n"


def test_console(adb):
    assert adb("emu", "avd", "name").splitlines()[0].strip() == "AndroidWorldAvd"
    adb("emu", "sms", "send", "+15551234567", "Hello", "there")
    adb("emu", "gsm", "call", "5551234567")
    assert "5551234567" in adb("emu", "gsm", "list")
    adb("emu", "gsm", "cancel", "5551234567")
    assert "KO" in adb("emu", "nonsense")


def test_emu_kill():
    with ServedPhone() as phone:
        adb = Adb(DEBIAN or NEWER, phone)
        adb("emu", "kill")
        assert phone.process.wait(20) == 0
        for port in (phone.console_port, phone.adb_port, phone.grpc_port):
            with pytest.raises(ConnectionRefusedError):
                socket.create_connection(("127.0.0.1", port), timeout=10).close()
        adb.server.stop()


def test_forward_and_reverse_carry_data(adb):
    far, near = free_port(), free_port()
    adb("forward", f"tcp:{near}", "tcp:7000")
    adb("reverse", "tcp:7000", f"tcp:{far}")
    assert f"tcp:7000 tcp:{far}" in adb("reverse", "--list")
    with socket.create_server(("127.0.0.1", far)) as listener:
        listener.settimeout(10)

        def echo():
            connection, _ = listener.accept()
            with connection:
                while data := connection.recv(1 << 16):
                    connection.sendall(data)

        thread = threading.Thread(target=echo)
        thread.start()
        data = os.urandom(2_000_000)
        with socket.create_connection(("127.0.0.1", near), timeout=10) as client:
            sender = threading.Thread(target=client.sendall, args=(data,))
            sender.start()
            got = b""
            while len(got) < len(data):
                piece = client.recv(1 << 16)
                assert piece
                got += piece
            sender.join()
        thread.join(10)
    assert got == data
    adb("reverse", "--remove", "tcp:7000")
    adb("reverse", "--remove", "tcp:7000", code=1)
    assert adb("reverse", "tcp:0", "tcp:1").strip().isdecimal()
    adb("reverse", "--remove-all")
    assert adb("reverse", "--list").strip() == ""
    with socket.create_connection(("127.0.0.1", near), timeout=10) as client:
        assert client.recv(1) == b"", "nobody listens there any more"
    adb("forward", "--remove-all")


def test_connect_by_address(adb, phone):
    address = f"127.0.0.1:{phone.adb_port}"
    assert "connected" in adb.server.run("connect", address)
    assert adb.server.run("-s", address, "shell", "echo both") == "both\n"
    assert adb("shell", "echo both") == "both\n"
    adb.server.run("disconnect", address)


def test_tcpip(adb):
    port = free_port()
    assert str(port) in adb("tcpip", str(port))
    assert "connected" in adb.server.run("connect", f"127.0.0.1:{port}")
    adb.server.run("disconnect", f"127.0.0.1:{port}")


def test_64_shells_at_once(adb):
    processes = [
        subprocess.Popen(
            adb.command("shell", f"sleep 0.5; echo {number}"),
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
        )
        for number in range(64)
    ]
    outputs = [process.communicate(timeout=60)[0] for process in processes]
    assert outputs == [f"{number}\n".encode() for number in range(64)]


def test_servers_that_are_restarted_find_the_phone_again():
    """As after the `kill-server` of android_env; the phone is out of the range that adb scans."""
    server = AdbServer(DEBIAN or NEWER, free_port())
    with ServedPhone(adb_server_port=server.port) as phone:
        for _ in range(2):
            server.start()
            server.wait_for(phone.name, 20)
            assert server.run("-s", phone.name, "shell", "echo here") == "here\n"
            server.stop()


# --- libraries -----------------------------------------------------------------------------------


@leaves_sockets_open
def test_adbutils(phone, tmp_path):
    server = AdbServer(DEBIAN or NEWER, free_port())
    server.start()
    try:
        server.register(phone.adb_port)
        server.wait_for(phone.name, 20)
        device = adbutils.AdbClient(port=server.port).device(phone.name)
        assert device.shell("echo hello") == "hello"
        assert device.shell2("exit 3", v2=True).returncode == 3
        path = tmp_path / "file"
        path.write_bytes(b"x" * 100_000)
        device.sync.push(path, "/data/local/tmp/adbutils")
        assert device.sync.read_bytes("/data/local/tmp/adbutils") == b"x" * 100_000
        assert device.sync.stat("/data/local/tmp/adbutils").size == 100_000
        assert "Music" in [entry.path for entry in device.sync.list("/sdcard/")]
        assert device.prop.get("ro.build.version.sdk") == "33"
        assert device.window_size() == (1080, 2400)
        assert device.screenshot().size == (1080, 2400)
        assert device.framebuffer().size == (1080, 2400)
        assert device.app_current().package
    finally:
        server.stop()


def test_pure_python_adb(phone, tmp_path):
    client_module = pytest.importorskip("ppadb.client")
    server = AdbServer(DEBIAN or NEWER, free_port())
    server.start()
    try:
        server.register(phone.adb_port)
        server.wait_for(phone.name, 20)
        device = client_module.Client(port=server.port).device(phone.name)
        assert device.shell("echo hello") == "hello\n"
        path = tmp_path / "file"
        path.write_bytes(b"y" * 100_000)
        device.push(str(path), "/data/local/tmp/ppadb")
        device.pull("/data/local/tmp/ppadb", str(tmp_path / "back"))
        assert (tmp_path / "back").read_bytes() == path.read_bytes()
        assert device.screencap().startswith(b"\x89PNG")
        assert device.wm_size() == (1080, 2400)
    finally:
        server.stop()


def test_adb_shell(phone, tmp_path):
    """Needs no adb server; speaks the oldest protocol, with checksums."""
    adb_device = pytest.importorskip("adb_shell.adb_device")
    device = adb_device.AdbDeviceTcp("127.0.0.1", phone.adb_port, default_transport_timeout_s=10)
    device.connect(auth_timeout_s=1)
    assert device.shell("echo hello; whoami") == "hello\nroot\n"
    path = tmp_path / "file"
    path.write_bytes(os.urandom(100_000))
    device.push(str(path), "/data/local/tmp/adb_shell")
    device.pull("/data/local/tmp/adb_shell", str(tmp_path / "back"))
    assert (tmp_path / "back").read_bytes() == path.read_bytes()
    assert b"Music" in [entry.filename for entry in device.list("/sdcard/")]
    device.close()


@contextlib.contextmanager
def uiautomator(phone):
    """The package as it ships: it pushes its jar, starts it, and talks to it."""
    uiautomator2 = pytest.importorskip("uiautomator2")
    server = AdbServer(DEBIAN or NEWER, free_port())
    server.start()
    try:
        server.register(phone.adb_port)
        server.wait_for(phone.name, 20)
        device = uiautomator2.connect(adbutils.AdbClient(port=server.port).device(phone.name))
        device.implicitly_wait(10)
        yield device
        device.stop_uiautomator(wait=False)
    finally:
        server.stop()


@leaves_sockets_open
def test_uiautomator2(phone):
    with uiautomator(phone) as d:
        assert d.info["sdkInt"] == 33
        assert d.window_size() == (1080, 2400)
        assert d.screenshot().size == (1080, 2400)
        d.app_start("com.android.settings", stop=True)
        assert d(text="Battery").wait()
        page = d(resourceId="com.android.settings:id/main_content_scrollable_container")
        assert page.scroll.to(text="System")
        d(text="System").click()
        assert d.xpath('//*[@text="Date & time"]').wait(10) is not None
        d.press("back")
        assert page.scroll.toBeginning()
        d(text="Search settings").click()
        field = d(className="android.widget.EditText")
        field.set_text("Grüße")
        assert field.get_text() == "Grüße"
        d.clear_text()
        d.send_keys("wifi")
        assert field.get_text() == "wifi"
        d.press("home")
        assert d.app_current()["package"] == "com.google.android.apps.nexuslauncher"
        d.swipe(0.5, 0.7, 0.5, 0.2)
        assert d(text="Clock").wait()
        d(text="Clock").long_click()
        d.press("home")
        d.open_notification()
        assert d(packageName="com.android.systemui").wait()
        d.press("back")
        d.toast.show("Hello", 1.0)
        assert d.toast.get_message(0) == "Hello"
        d.app_start("com.android.settings")  # the home screen would stay upright
        d.orientation = "left"
        assert d.window_size() == (2400, 1080)
        d.orientation = "natural"
        assert not d(text="There is no such thing").exists
        d.screen_off()
        assert not d.info["screenOn"]
        d.screen_on()
        assert "hierarchy" in d.dump_hierarchy()


@leaves_sockets_open
def test_uiautomator2_starts_its_server_again(phone):
    """After its shell has ended, and where another one has registered itself."""
    uiautomator2 = pytest.importorskip("uiautomator2")
    with uiautomator(phone) as d:
        d.stop_uiautomator()
        assert d.info["sdkInt"] == 33
        with pytest.raises(uiautomator2.exceptions.AccessibilityServiceAlreadyRegisteredError):
            uiautomator2.connect(d.adb_device, port=9009)


def test_app_process_without_its_jar(adb):
    said = adb("shell", "app_process / com.wetest.uia2.Main -p 9010 2>&1", code=1)
    assert "ClassNotFoundException" in said
    adb("shell", "echo no zip > /data/local/tmp/u3.jar")
    start = "CLASSPATH=/data/local/tmp/u3.jar app_process / com.wetest.uia2.Main 2>&1"
    assert "ClassNotFoundException" in adb("shell", start, code=1)
    assert "no class name" in adb("shell", "app_process 2>&1", code=10)


# --- hosts that misbehave ------------------------------------------------------------------------


def hello():
    data = b"host::features=shell_v2"
    number = int.from_bytes(b"CNXN", "little")
    return (
        struct.pack("<6I", number, 0x01000001, 1 << 20, len(data), sum(data), number ^ 0xFFFFFFFF)
        + data
    )


def opening(number, service):
    command = int.from_bytes(b"OPEN", "little")
    data = service + b"\0"
    return struct.pack("<6I", command, number, 0, len(data), 0, command ^ 0xFFFFFFFF) + data


def alive(phone):
    with socket.create_connection(("127.0.0.1", phone.adb_port), timeout=60) as host:
        host.sendall(hello() + opening(1, b"exec:echo alive"))
        seen = b""
        while b"alive\n" not in seen:
            piece = host.recv(1 << 16)
            assert piece, seen
            seen += piece
    return True


def test_half_sent_push_leaves_no_file(phone):
    with socket.create_connection(("127.0.0.1", phone.adb_port), timeout=10) as host:
        host.sendall(hello() + opening(1, b"sync:"))
        host.recv(1 << 16)
        body = struct.pack("<4sI", b"SEND", 24) + b"/data/local/tmp/half,438"
        body += struct.pack("<4sI", b"DATA", 1000) + b"only this"
        command = int.from_bytes(b"WRTE", "little")
        header = struct.pack("<6I", command, 1, 1, len(body), 0, command ^ 0xFFFFFFFF)
        host.sendall(header + body)
    with socket.create_connection(("127.0.0.1", phone.adb_port), timeout=10) as host:
        host.sendall(hello() + opening(1, b"exec:ls /data/local/tmp/half; echo end"))
        seen = b""
        while b"end\n" not in seen:
            seen += host.recv(1 << 16)
    assert b"No such file" in seen


def test_a_host_that_never_reads_harms_nobody(phone):
    import psutil

    process = psutil.Process(phone.process.pid)
    with contextlib.ExitStack() as stack:
        host = stack.enter_context(
            socket.create_connection(("127.0.0.1", phone.adb_port), timeout=2)
        )
        host.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        host.sendall(hello())
        before = process.memory_info().rss
        with contextlib.suppress(TimeoutError):
            for number in range(1, 200):
                host.sendall(opening(number, b"exec:yes | head -c 900000"))
        assert alive(phone)
        assert process.memory_info().rss - before < 400e6
    assert alive(phone)


def random_bytes(phone, port, generator):
    """Connects, and sends a few times something that may begin as it should."""
    frames = [hello(), opening(1, b"shell,v2,raw:cat"), opening(2, b"sync:")]
    with contextlib.suppress(OSError):  # it may be cut off at any time
        with socket.create_connection(("127.0.0.1", port), timeout=10) as host:
            for _ in range(generator.randrange(4)):
                good = b"".join(generator.sample(frames, generator.randrange(3)))
                host.sendall(good + generator.randbytes(generator.randrange(2000)))
    assert phone.process.poll() is None


def test_random_bytes_on_all_ports(phone):
    generator = random.Random(0)
    for _ in range(60):
        for port in (phone.adb_port, phone.console_port, phone.grpc_port):
            random_bytes(phone, port, generator)
    assert alive(phone)
    assert any("No adb frame has command" in line for line in phone.log), "the phone says why"


@pytest.mark.nightly
@pytest.mark.timeout(300)
@pytest.mark.parametrize("which", ["adb_port", "console_port", "grpc_port"])
def test_random_bytes_for_a_minute(phone, which):
    generator = random.Random(1)
    deadline = time.monotonic() + 60
    while time.monotonic() < deadline:
        random_bytes(phone, getattr(phone, which), generator)
    assert alive(phone)
