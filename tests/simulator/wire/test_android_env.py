"""Unmodified android_env on a served phone: attached, launched, with its accessibility wrapper."""

from __future__ import annotations

import gc
import io
import os
import re
import shutil
import socket
import socketserver
import ssl
import struct
import sys
import threading
import time
import urllib.request
import zipfile
from xml.etree import ElementTree

import numpy as np
import pytest
import trustme
from android_env import loader
from android_env.components import config_classes
from android_env.components.simulators.emulator import emulator_simulator
from android_env.proto import adb_pb2, state_pb2
from android_env.wrappers import a11y_grpc_wrapper
from android_env.wrappers.a11y import a11y_events

from android_gym.devices.adb_server import AdbServer
from android_gym.simulator.web.engines import find_engine
from android_gym.testing.serving import free_console_port

ADB = shutil.which("adb")
PACKAGE = "com.google.androidenv.accessibilityforwarder"

pytestmark = [
    pytest.mark.skipif(ADB is None, reason="needs adb"),
    # android_env leaves pipes and processes to the garbage collector.
    pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning"),
    pytest.mark.filterwarnings("ignore::ResourceWarning"),
]


def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


@pytest.fixture(autouse=True)
def _collect_what_android_env_leaves():
    yield
    gc.collect()


@pytest.fixture(scope="module")
def adb_server(real_time_phone):
    server = AdbServer(ADB, free_port())
    server.start()
    server.register(real_time_phone.adb_port)
    server.wait_for(real_time_phone.name, 20)
    yield server
    server.stop()


def load(tmp_path, adb_server_port, **launcher):
    task = tmp_path / "task.textproto"
    task.write_text('id: "test"')
    return loader.load(
        config_classes.AndroidEnvConfig(
            task=config_classes.FilesystemTaskConfig(path=str(task)),
            simulator=config_classes.EmulatorConfig(
                emulator_launcher=config_classes.EmulatorLauncherConfig(**launcher),
                adb_controller=config_classes.AdbControllerConfig(
                    adb_path=ADB, adb_server_port=adb_server_port, default_timeout=30
                ),
            ),
        )
    )


@pytest.fixture
def env(tmp_path, real_time_phone, adb_server):
    phone = real_time_phone
    env = load(
        tmp_path,
        adb_server.port,
        emulator_console_port=phone.console_port,
        adb_port=phone.adb_port,
        grpc_port=phone.grpc_port,
    )
    yield env
    env.close()


def act(kind, x=0.5, y=0.5):
    return {"action_type": np.array(kind), "touch_position": np.array([x, y], np.float32)}


def adb(env, *args):
    request = adb_pb2.AdbRequest(generic=adb_pb2.AdbRequest.GenericRequest(args=args))
    response = env.execute_adb_call(request)
    assert response.status == adb_pb2.AdbResponse.Status.OK
    return response.generic.output.decode()


def check_steps(env):
    timestep = env.reset()
    assert timestep.observation["pixels"].shape == (2400, 1080, 3)
    assert list(timestep.observation["orientation"]) == [1, 0, 0, 0]
    home = timestep.observation["pixels"].copy()
    assert adb(env, "shell", "whoami").strip() == "root"
    adb(env, "shell", "am", "start", "-a", "android.settings.SETTINGS")
    for kind in (0, 1, 2):
        timestep = env.step(act(kind, 0.5, 0.02))
    assert not np.array_equal(timestep.observation["pixels"], home)
    activity = adb_pb2.AdbRequest(get_current_activity=adb_pb2.AdbRequest.GetCurrentActivity())
    found = env.execute_adb_call(activity).get_current_activity.full_activity
    assert found.startswith("com.android.settings/")


def test_attached(env):
    check_steps(env)
    name = {"snapshot_name": "kept"}
    saved = env.save_state(state_pb2.SaveStateRequest(args=name))
    assert saved.status == state_pb2.SaveStateResponse.Status.OK
    adb(env, "shell", "input", "keyevent", "HOME")
    loaded = env.load_state(state_pb2.LoadStateRequest(args=name))
    assert loaded.status == state_pb2.LoadStateResponse.Status.OK
    assert "com.android.settings" in adb(env, "shell", "am stack list | grep visible=true")
    missing = env.load_state(state_pb2.LoadStateRequest(args={"snapshot_name": "missing"}))
    assert missing.status == state_pb2.LoadStateResponse.Status.NOT_FOUND


def test_files_and_packages(env):
    push = adb_pb2.AdbRequest.Push(content=b"data", path="/sdcard/pushed")
    env.execute_adb_call(adb_pb2.AdbRequest(push=push))
    pull = env.execute_adb_call(
        adb_pb2.AdbRequest(pull=adb_pb2.AdbRequest.Pull(path="/sdcard/pushed"))
    )
    assert pull.pull.content == b"data"
    packages = adb_pb2.AdbRequest.PackageManagerRequest
    listed = env.execute_adb_call(
        adb_pb2.AdbRequest(
            package_manager=packages(list=packages.List(packages=packages.List.Packages()))
        )
    )
    assert "com.android.settings" in listed.package_manager.list.items


class MobileMiniWoB:
    """The app, spoken to by AndroidWorld's harness, in its order and its words."""

    PACKAGE = "com.google.androidenv.miniwob"
    ACTIVITY = f"{PACKAGE}/{PACKAGE}.app.MainActivity"

    def __init__(self, env):
        self.env = env

    def set_up(self):
        adb(self.env, "shell", "input", "keyevent", "KEYCODE_HOME")
        assert adb(self.env, "shell", "whoami").strip() == "root"
        packages = adb_pb2.AdbRequest.PackageManagerRequest
        request = packages(list=packages.List(packages=packages.List.Packages()))
        listed = self.env.execute_adb_call(adb_pb2.AdbRequest(package_manager=request))
        assert self.PACKAGE in listed.package_manager.list.items
        assert adb(self.env, "shell", "pm", "clear", self.PACKAGE).strip() == "Success"
        assert "Physical size: 1080x2400" in adb(self.env, "shell", "wm", "size")

    def start(self, *extras):
        request = adb_pb2.AdbRequest.StartActivity(
            full_activity=self.ACTIVITY, extra_args=list(extras)
        )
        answer = self.env.execute_adb_call(adb_pb2.AdbRequest(start_activity=request))
        assert answer.status == adb_pb2.AdbResponse.Status.OK
        # android_env takes this word anywhere in the answer for a failure.
        assert "Error" not in str(answer)

    def begin(self, page):
        self.start("--es", "RL_TASK_APP_CONFIG", f'\'{{"task":"{page}"}}\'')
        time.sleep(1)
        self.start("--ez", "reset", "true")
        self.start("--ez", "step", "true")

    def ask(self, what):
        """Return what a broadcast is answered with; None where nobody answers."""
        told = adb(self.env, "shell", "am", "broadcast", "-a", f"{self.PACKAGE}.app.GET_{what}")
        result, _, data = told.partition("Broadcast completed: ")[2].strip().partition(", data=")
        return data.removeprefix('"').removesuffix('"') if result == "result=-1" else None

    def tap_on(self, text):
        adb(self.env, "shell", "uiautomator", "dump", "/sdcard/window_dump.xml")
        found = ElementTree.fromstring(adb(self.env, "shell", "cat", "/sdcard/window_dump.xml"))
        (node,) = found.iterfind(f".//node[@text='{text}']")
        left, top, right, bottom = map(int, re.findall(r"\d+", node.get("bounds")))
        x, y = (left + right) // 2, (top + bottom) // 2
        adb(self.env, "shell", "input", "tap", str(x), str(y))


@pytest.mark.rotating
@pytest.mark.skipif(find_engine() is None, reason="there is no Chromium")
def test_mobile_miniwob(env):
    pytest.importorskip("miniwob", reason="the group 'web' is not installed")
    harness = MobileMiniWoB(env)
    harness.set_up()
    assert harness.ask("UTTERANCE_ACTION") is None  # the app is not in front
    harness.begin("click-test-2")
    assert harness.ask("UTTERANCE_ACTION") == "Click button ONE."
    assert harness.ask("REWARD_ACTION") == ""
    adb(env, "shell", "input", "keyevent", "KEYCODE_BACK")  # is swallowed
    harness.tap_on("ONE")
    assert float(int(harness.ask("REWARD_ACTION"))) == 1.0
    harness.begin("enter-text")
    assert harness.ask("REWARD_ACTION") == ""
    wanted = re.fullmatch(
        r'Enter "(\w+)" into the text field and press Submit\.', harness.ask("UTTERANCE_ACTION")
    )[1]
    pixels = env.step(act(2)).observation["pixels"]
    yellow = (pixels > (250, 250, -1)) & (pixels < (256, 256, 6))
    assert yellow.all(axis=2)[26:].any()  # the instruction, below 10 dp of nothing
    adb(env, "shell", "input", "tap", "300", "400")
    adb(env, "shell", "input", "text", f"{wanted}x")
    harness.tap_on("Submit")
    assert float(int(harness.ask("REWARD_ACTION"))) == -1.0
    adb(env, "shell", "input", "keyevent", "KEYCODE_HOME")
    assert harness.ask("REWARD_ACTION") is None


def test_launched(tmp_path, monkeypatch):
    # android_env would take 5555 and 8554 if it finds them free, and so might others meanwhile.
    console = free_console_port()
    monkeypatch.setattr(emulator_simulator, "_pick_adb_port", lambda: console + 1)
    monkeypatch.setattr(emulator_simulator, "_pick_emulator_grpc_port", lambda: console + 3000)
    port = free_port()
    emulator = os.path.join(os.path.dirname(sys.executable), "android-gym-emulator")
    env = load(
        tmp_path, port, emulator_path=emulator, avd_name="Some", tmp_dir=str(tmp_path / "work")
    )
    try:
        check_steps(env)
        assert adb(env, "shell", "getprop ro.boot.qemu.avd_name").strip() == "Some"
    finally:
        env.close()
        AdbServer(ADB, port).stop()


def apk_of(package):
    """The smallest archive that is an APK: a manifest with a package name."""

    def string(text):
        return struct.pack("<H", len(text)) + text.encode("utf-16-le") + b"\0\0"

    strings = [string(text) for text in ("manifest", "package", package)]
    offsets = [sum(map(len, strings[:place])) for place in range(len(strings))]
    data = b"".join(strings)
    data += bytes(-len(data) % 4)
    start = 28 + 4 * len(strings)
    pool = struct.pack("<HHI5I", 1, 28, start + len(data), len(strings), 0, 0, start, 0)
    pool += struct.pack(f"<{len(strings)}I", *offsets) + data
    attribute = struct.pack("<iiiHBBi", -1, 1, 2, 8, 0, 3, 2)
    body = struct.pack("<iiiiHHHHHH", 1, -1, -1, 0, 20, 20, 1, 0, 0, 0) + attribute
    element = struct.pack("<HHI", 0x0102, 16, 8 + len(body)) + body
    xml = struct.pack("<HHI", 3, 8, 8 + len(pool) + len(element)) + pool + element
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as archive:
        archive.writestr("AndroidManifest.xml", xml)
        archive.writestr("classes.dex", os.urandom(20_000))
    return out.getvalue()


@pytest.fixture
def downloads(tmp_path, monkeypatch):
    """A proxy for https that answers every request with the forwarder's APK; lists the requests."""
    authority = trustme.CA()
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    authority.issue_cert("storage.googleapis.com").configure_cert(context)
    authority.cert_pem.write_to_path(str(tmp_path / "ca.pem"))
    requests = []

    class Proxy(socketserver.StreamRequestHandler):
        def handle(self):
            requests.append(self.head(self.rfile))
            self.wfile.write(b"HTTP/1.1 200 Connection established\r\n\r\n")
            with context.wrap_socket(self.request, server_side=True) as tunnel:
                with tunnel.makefile("rb") as stream:
                    requests.append(self.head(stream))
                body = apk_of(PACKAGE)
                length = f"Content-Length: {len(body)}\r\nConnection: close\r\n\r\n"
                tunnel.sendall(b"HTTP/1.1 200 OK\r\n" + length.encode() + body)

        @staticmethod
        def head(stream):
            first = stream.readline().decode().split()
            while stream.readline().strip():
                pass
            return " ".join(first[:2])

    with socketserver.ThreadingTCPServer(("127.0.0.1", 0), Proxy) as server:
        thread = threading.Thread(target=server.serve_forever)
        thread.start()
        monkeypatch.setenv("https_proxy", f"http://127.0.0.1:{server.server_address[1]}")
        monkeypatch.setenv("no_proxy", "localhost,127.0.0.1")
        monkeypatch.setenv("SSL_CERT_FILE", str(tmp_path / "ca.pem"))
        monkeypatch.setattr(urllib.request, "_opener", None)  # or an earlier one would be used
        yield requests
        server.shutdown()
        thread.join()


@pytest.mark.slow
def test_accessibility_wrapper(env, downloads):
    """Its fixed sleeps take 15 s; the APK that it downloads comes from a proxy."""
    adb(env, "shell", f"pm uninstall {PACKAGE}")
    wrapped = a11y_grpc_wrapper.A11yGrpcWrapper(
        env,
        install_a11y_forwarding=True,
        start_a11y_service=True,
        enable_a11y_tree_info=True,
        add_latest_a11y_info_to_obs=True,
        latest_a11y_info_only=True,
    )
    try:
        # Other libraries of the process may send their own requests through the proxy.
        tunnel, download = (
            line for line in downloads if "googleapis" in line or line.startswith("GET")
        )
        assert tunnel == "CONNECT storage.googleapis.com:443"
        assert download.endswith("accessibility_forwarder.apk")
        assert f"package:{PACKAGE}" in adb(env, "shell", "pm list packages -3")
        wrapped.reset()
        adb(env, "shell", "am", "start", "-a", "android.settings.SETTINGS")
        for _ in range(3):
            timestep = wrapped.step(act(2))
            wrapped.task_extras()
            tree = timestep.observation["a11y_forest"]
            texts = {node.text for window in tree.windows for node in window.tree.nodes}
            assert "Network & internet" in texts, "every step has the tree of its moment"
        place = next(
            node.bounds_in_screen
            for window in tree.windows
            for node in window.tree.nodes
            if node.text == "Network & internet"
        )
        x, y = (place.left + place.right) / 2160, (place.top + place.bottom) / 4800
        wrapped.step(act(0, x, y))
        wrapped.step(act(1, x, y))
        events = a11y_events.extract_events_from_task_extras(wrapped.task_extras())
        assert "TYPE_VIEW_CLICKED" in [event["event_type"] for event in events]
        adb(env, "shell", "input", "keyevent", "HOME")
        tree = wrapped.step(act(2)).observation["a11y_forest"]
        texts = {node.text for window in tree.windows for node in window.tree.nodes}
        assert "Network & internet" not in texts
    finally:
        wrapped._server.stop(None)
