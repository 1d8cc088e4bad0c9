"""The emulator's gRPC of a served phone."""

from __future__ import annotations

import asyncio
import pickle
import threading
import time
import zlib
from types import SimpleNamespace

import cv2
import grpc
import numpy as np
import pytest
from android_env.proto import (
    emulator_controller_pb2 as pb,
)
from android_env.proto import (
    emulator_controller_pb2_grpc,
    snapshot_service_pb2,
    snapshot_service_pb2_grpc,
)
from google.protobuf import empty_pb2

from android_gym.simulator.phone import Phone
from android_gym.simulator.wire import grpc_server
from android_gym.simulator.wire.console import Snapshots
from android_gym.simulator.wire.grpc_server import EmulatorService
from android_gym.simulator.wire.images import load
from android_gym.testing.serving import ServedPhone

NOTHING = empty_pb2.Empty()
PNG, RGBA, RGB = pb.ImageFormat.PNG, pb.ImageFormat.RGBA8888, pb.ImageFormat.RGB888


@pytest.fixture(scope="module")
def channel(served_phone):
    options = [("grpc.max_receive_message_length", -1)]
    with grpc.insecure_channel(f"localhost:{served_phone.grpc_port}", options) as channel:
        yield channel


@pytest.fixture(scope="module")
def controller(channel):
    return emulator_controller_pb2_grpc.EmulatorControllerStub(channel)


@pytest.fixture(scope="module")
def snapshots(channel):
    stub = snapshot_service_pb2_grpc.SnapshotServiceStub(channel)
    stub.SaveSnapshot(package("fresh"))
    return stub


@pytest.fixture(autouse=True)
def _fresh(snapshots):
    assert snapshots.LoadSnapshot(package("fresh")).success


def package(name, **fields):
    return snapshot_service_pb2.SnapshotPackage(snapshot_id=name, **fields)


def shot(controller, form=RGB, width=0, height=0, **fields):
    return controller.getScreenshot(
        pb.ImageFormat(format=form, width=width, height=height, **fields), timeout=20
    )


def tap(controller, x, y):
    for pressure in (1, 0):
        controller.sendTouch(pb.TouchEvent(touches=[pb.Touch(x=x, y=y, pressure=pressure)]))


def refused(code, method, request):
    with pytest.raises(grpc.RpcError) as caught:
        method(request, timeout=10)
    assert caught.value.code() == code
    return caught.value.details()


def test_status(controller):
    status = controller.getStatus(NOTHING)
    assert status.booted
    assert status.uptime >= 60_000
    hardware = {entry.key: entry.value for entry in status.hardwareConfig.entry}
    assert (hardware["hw.lcd.width"], hardware["hw.lcd.height"]) == ("1080", "2400")


@pytest.mark.parametrize("size", [(0, 0), (270, 600), (108, 240), (333, 740)])
def test_screenshots_show_what_the_phone_shows(controller, size):
    phone = Phone()
    expected = phone.screenshot(*(size if any(size) else ()))
    reply = shot(controller, RGB, *size)
    shape = reply.format.height, reply.format.width
    assert shape == expected.shape[:2]
    pixels = np.frombuffer(reply.image, np.uint8).reshape(*shape, 3)
    # The status bar may show another icon: the served phone has one more app, and no other clock.
    assert np.array_equal(pixels, expected)
    rgba = np.frombuffer(shot(controller, RGBA, *size).image, np.uint8).reshape(*shape, 4)
    assert np.array_equal(rgba[..., :3], pixels)
    assert (rgba[..., 3] == 255).all()
    png = cv2.imdecode(np.frombuffer(shot(controller, PNG, *size).image, np.uint8), 1)
    assert np.array_equal(png[..., ::-1], pixels)


def test_screenshots_keep_the_ratio_within_what_is_asked_for(controller):
    reply = shot(controller, RGB, 500, 500)
    assert (reply.format.width, reply.format.height) == (225, 500)
    assert len(reply.image) == 225 * 500 * 3
    reply = shot(controller, RGB, 540, 0)
    assert (reply.format.width, reply.format.height) == (540, 1200)


def test_screenshots_that_cannot_be(controller):
    invalid = grpc.StatusCode.INVALID_ARGUMENT
    assert "display 1" in refused(
        invalid, controller.getScreenshot, pb.ImageFormat(format=RGB, display=1)
    )
    too_large = pb.ImageFormat(format=RGB, width=100_000, height=100_000)
    assert "too large" in refused(invalid, controller.getScreenshot, too_large)
    to_file = pb.ImageFormat(
        transport=pb.ImageTransport(channel=pb.ImageTransport.MMAP, handle="file:///tmp/x")
    )
    assert "not written to files" in refused(invalid, controller.getScreenshot, to_file)


def test_sequence_and_time(controller):
    first, second = shot(controller), shot(controller)
    assert second.seq > first.seq
    assert first.timestampUs == 1_697_384_040_000_000


def test_touch_and_keys(controller):
    home = shot(controller, RGB, 108, 240).image
    tap(controller, 540, 2250)
    controller.sendTouch(pb.TouchEvent(touches=[pb.Touch(x=540, y=1900, pressure=1)]))
    controller.sendTouch(pb.TouchEvent(touches=[pb.Touch(x=540, y=600, pressure=1)]))
    controller.sendTouch(pb.TouchEvent(touches=[pb.Touch(x=540, y=600, pressure=0)]))
    assert shot(controller, RGB, 108, 240).image != home
    controller.sendKey(pb.KeyboardEvent(key="GoHome"))
    assert shot(controller, RGB, 108, 240).image == home


@pytest.mark.parametrize(
    "event",
    [
        pb.KeyboardEvent(key="Power"),
        pb.KeyboardEvent(codeType=pb.KeyboardEvent.Evdev, keyCode=116),
        pb.KeyboardEvent(codeType=pb.KeyboardEvent.XKB, keyCode=124, eventType=2),
    ],
)
def test_keys_by_every_kind_of_code(controller, event):
    before = shot(controller, RGB, 108, 240).image
    controller.sendKey(event)
    assert shot(controller, RGB, 108, 240).image != before


def test_keys_that_do_nothing_or_cannot_be(controller):
    before = shot(controller, RGB, 108, 240).image
    controller.sendKey(pb.KeyboardEvent(key="Power", eventType=1))
    assert shot(controller, RGB, 108, 240).image == before
    invalid = grpc.StatusCode.INVALID_ARGUMENT
    assert "Nonsense" in refused(invalid, controller.sendKey, pb.KeyboardEvent(key="Nonsense"))
    windows = pb.KeyboardEvent(codeType=pb.KeyboardEvent.Win, keyCode=65)
    assert "Evdev or XKB" in refused(invalid, controller.sendKey, windows)


def test_clipboard(controller):
    controller.setClipboard(pb.ClipData(text="Grüße"))
    assert controller.getClipboard(NOTHING).text == "Grüße"


def test_the_clipboard_has_a_limit(controller):
    controller.setClipboard(pb.ClipData(text="before"))
    with pytest.raises(grpc.RpcError) as refused:
        controller.setClipboard(pb.ClipData(text="x" * (2 << 20)))
    assert refused.value.code() is grpc.StatusCode.INVALID_ARGUMENT
    assert "too long for the clipboard" in refused.value.details()
    assert controller.getClipboard(NOTHING).text == "before"


def test_clipboard_stream_tells_what_others_copy(controller, served_phone):
    stream = controller.streamClipboard(NOTHING, timeout=20)
    assert next(stream).text == ""
    controller.setClipboard(pb.ClipData(text="mine"))
    controller.sendSms(pb.SmsMessage(srcAddress="1", text="x"))
    stream.cancel()


def test_battery_and_radio(controller):
    assert controller.getBattery(NOTHING).chargeLevel == 100
    controller.setBattery(
        pb.BatteryState(isPresent=True, chargeLevel=7, charger=pb.BatteryState.NONE, status=2)
    )
    battery = controller.getBattery(NOTHING)
    assert (battery.chargeLevel, battery.charger) == (7, pb.BatteryState.NONE)
    refused(
        grpc.StatusCode.INVALID_ARGUMENT, controller.setBattery, pb.BatteryState(chargeLevel=101)
    )
    sms = pb.SmsMessage(srcAddress="+15551234", text="Hi")
    assert controller.sendSms(sms).response == pb.PhoneResponse.OK
    bad = pb.SmsMessage(srcAddress="{}", text="Hi")
    assert controller.sendSms(bad).response == pb.PhoneResponse.BadNumber
    ring = pb.PhoneCall(operation=pb.PhoneCall.InitCall, number="5551")
    assert controller.sendPhone(ring).response == pb.PhoneResponse.OK
    hang_up = pb.PhoneCall(operation=pb.PhoneCall.DisconnectCall, number="5551")
    assert controller.sendPhone(hang_up).response == pb.PhoneResponse.OK
    assert controller.sendPhone(hang_up).response == pb.PhoneResponse.InvalidAction


def test_place(controller):
    assert controller.getGps(NOTHING).latitude == 37.421998
    controller.setGps(
        pb.GpsState(latitude=47.5, longitude=8.5, altitude=400, speed=2, satellites=4)
    )
    place = controller.getGps(NOTHING)
    assert (place.latitude, place.longitude, place.altitude) == (47.5, 8.5, 400)
    assert (place.speed, place.bearing, place.satellites) == (2, 0, 4)
    for wrong in ({"latitude": 91}, {"longitude": float("nan")}, {"speed": -1}):
        refused(grpc.StatusCode.INVALID_ARGUMENT, controller.setGps, pb.GpsState(**wrong))
    assert controller.getGps(NOTHING).latitude == 47.5


def test_state_of_the_machine(controller):
    state = pb.VmRunState
    assert controller.getVmState(NOTHING).state == state.RUNNING
    controller.setVmState(state(state=state.PAUSED))
    assert controller.getVmState(NOTHING).state == state.PAUSED
    controller.setVmState(state(state=state.RUNNING))
    assert controller.getVmState(NOTHING).state == state.RUNNING
    invalid = grpc.StatusCode.INVALID_ARGUMENT
    refused(invalid, controller.setVmState, state(state=state.INTERNAL_ERROR))


def test_unknown_methods(controller):
    refused(grpc.StatusCode.UNIMPLEMENTED, controller.getSensor, pb.SensorValue())


def test_log(controller):
    log = controller.getLogcat(pb.LogMessage())
    assert log.sort == pb.LogMessage.Text
    assert log.next == len(log.contents)


def test_snapshots(controller, snapshots):
    controller.setClipboard(pb.ClipData(text="one"))
    assert snapshots.SaveSnapshot(package("one")).success
    controller.setClipboard(pb.ClipData(text="two"))
    names = [s.snapshot_id for s in snapshots.ListSnapshots(NOTHING_FILTER).snapshots]
    assert names == ["fresh", "one"]
    assert snapshots.LoadSnapshot(package("one")).success
    assert controller.getClipboard(NOTHING).text == "one"
    listed = {s.snapshot_id: s for s in snapshots.ListSnapshots(NOTHING_FILTER).snapshots}
    details = snapshot_service_pb2.SnapshotDetails
    assert listed["one"].status == details.Loaded
    assert listed["fresh"].status == details.Compatible
    assert snapshots.DeleteSnapshot(package("one")).success
    reply = snapshots.LoadSnapshot(package("one"))
    assert not reply.success
    assert reply.err == b"There is no snapshot 'one'."
    assert not snapshots.SaveSnapshot(package("a/b")).success


NOTHING_FILTER = snapshot_service_pb2.SnapshotFilter(
    statusFilter=snapshot_service_pb2.SnapshotFilter.LoadStatus.All
)


def test_snapshots_go_to_other_phones(controller, snapshots):
    controller.setClipboard(pb.ClipData(text="carried"))
    snapshots.SaveSnapshot(package("carried"))
    data = b"".join(part.payload for part in snapshots.PullSnapshot(package("carried")))
    assert load(Phone(), data).values
    with ServedPhone(["--virtual-time"]) as other:
        with grpc.insecure_channel(f"localhost:{other.grpc_port}") as channel:
            there = snapshot_service_pb2_grpc.SnapshotServiceStub(channel)
            parts = [package("carried"), *(package("", payload=p) for p in (data[:99], data[99:]))]
            assert there.PushSnapshot(iter(parts)).success
            assert there.LoadSnapshot(package("carried")).success
            stub = emulator_controller_pb2_grpc.EmulatorControllerStub(channel)
            assert stub.getClipboard(NOTHING).text == "carried"
            for bad, why in (
                (b"nonsense", b"no image of a phone"),
                (b"android_gym image 1\n" + zlib.compress(pickle.dumps(print)), b"version 1"),
                (data[:-9], b"can't be read"),
            ):
                reply = there.PushSnapshot(iter([package("bad", payload=bad)]))
                assert not reply.success
                assert why in reply.err
            much = (package("bad", payload=bytes(3 << 20)) for _ in range(100))
            assert b"A snapshot has at most" in there.PushSnapshot(much).err
    (missing,) = snapshots.PullSnapshot(package("missing"))
    assert not missing.success


class Refused(Exception):
    pass


class Call:
    """A call as a method sees it, of a client that reads after some seconds."""

    def __init__(self, read_s=0.0):
        self.read_s = read_s
        self.said = []

    def invocation_metadata(self):
        return ()

    async def abort(self, code, details):
        self.said.append((code, details))
        raise Refused

    async def write(self, reply):
        await asyncio.sleep(self.read_s)


async def silent():
    yield package("x")
    await asyncio.sleep(60)


async def dripping():
    while True:
        yield package("x")
        await asyncio.sleep(0.01)


@pytest.mark.parametrize("what", ["silent", "dripping", "unread"])
def test_clients_that_stop_in_the_middle_of_a_snapshot_lock_out_nobody(monkeypatch, what):
    monkeypatch.setattr(grpc_server, "_STILL_S", 0.05)
    monkeypatch.setattr(grpc_server, "_TRANSFER_S", 0.3)
    phone = Phone()
    kept = Snapshots(phone)
    kept.save("x")
    service = EmulatorService(phone, kept, SimpleNamespace(enter=lambda: None))
    methods = service.handlers()[1]

    def start(name, message, call):
        details = SimpleNamespace(
            method=f"/android.emulation.control.SnapshotService/{name}", invocation_metadata=()
        )
        handler = methods.service(details)
        return (handler.stream_unary or handler.unary_stream)(message, call)

    async def attack():
        calls = [Call(60.0) for _ in range(4)]
        if what == "unread":
            held = [start("PullSnapshot", package("x"), call) for call in calls]
        else:
            client = silent if what == "silent" else dripping
            held = [start("PushSnapshot", client(), call) for call in calls]
        tasks = [asyncio.ensure_future(one) for one in held]
        await asyncio.sleep(0)
        fifth = Call()
        with pytest.raises(Refused):
            await start("PullSnapshot", package("x"), fifth)
        assert fifth.said[0][0] is grpc.StatusCode.RESOURCE_EXHAUSTED
        done = await asyncio.wait_for(asyncio.gather(*tasks, return_exceptions=True), 20)
        assert all(isinstance(one, Refused) for one in done)
        assert {call.said[0][0] for call in calls} == {grpc.StatusCode.DEADLINE_EXCEEDED}
        await start("PullSnapshot", package("x"), Call())

    asyncio.run(attack())


def test_a_refusal_of_a_long_name_is_short(controller, snapshots):
    with pytest.raises(grpc.RpcError) as refused:
        controller.sendKey(pb.KeyboardEvent(key="x" * 100_000))
    assert refused.value.code() is grpc.StatusCode.INVALID_ARGUMENT
    assert len(refused.value.details()) < 300
    assert len(snapshots.LoadSnapshot(package("x" * 100_000)).err) < 400


def test_frames_stream_as_the_screen_changes(controller):
    wanted = pb.ImageFormat(format=RGB, width=108, height=240)
    frames = controller.streamScreenshot(wanted, timeout=20)
    first = next(frames)
    threading.Timer(0.2, lambda: controller.sendKey(pb.KeyboardEvent(key="Power"))).start()
    second = next(frames)
    assert second.image != first.image
    frames.cancel()
    refused(
        grpc.StatusCode.INVALID_ARGUMENT,
        lambda request, timeout: next(controller.streamScreenshot(request, timeout=timeout)),
        pb.ImageFormat(format=RGB, display=3),
    )


def test_paused_time_stands_still(real_time_phone):
    with grpc.insecure_channel(f"localhost:{real_time_phone.grpc_port}") as channel:
        controller = emulator_controller_pb2_grpc.EmulatorControllerStub(channel)
        controller.setVmState(pb.VmRunState(state=pb.VmRunState.PAUSED))
        before = controller.getStatus(NOTHING).uptime
        time.sleep(0.15)
        assert controller.getStatus(NOTHING).uptime == before
        controller.setVmState(pb.VmRunState(state=pb.VmRunState.RUNNING))
        time.sleep(0.15)
        assert 100 < controller.getStatus(NOTHING).uptime - before < 5000


def test_a_phone_that_is_shut_down_ends():
    with ServedPhone() as phone:
        with grpc.insecure_channel(f"127.0.0.1:{phone.grpc_port}") as channel:
            stub = emulator_controller_pb2_grpc.EmulatorControllerStub(channel)
            stub.setVmState(pb.VmRunState(state=pb.VmRunState.SHUTDOWN), timeout=20)
        assert phone.process.wait(20) == 0


def test_messages_that_are_none(served_phone):
    """Bytes that are no protobuf, and more of them than are taken."""
    with grpc.insecure_channel(f"127.0.0.1:{served_phone.grpc_port}") as channel:
        service = "/android.emulation.control.EmulatorController"
        shot = channel.unary_unary(f"{service}/getScreenshot")
        with pytest.raises(grpc.RpcError) as caught:
            shot(b"\xff" * 100, timeout=20)
        assert "Error parsing message" in caught.value.details()
        with pytest.raises(grpc.RpcError) as caught:
            shot(bytes(257 << 20), timeout=60)
        assert caught.value.code() is grpc.StatusCode.RESOURCE_EXHAUSTED
        assert "larger than max" in caught.value.details()
        status = emulator_controller_pb2_grpc.EmulatorControllerStub(channel).getStatus
        assert status(empty_pb2.Empty(), timeout=20).booted
