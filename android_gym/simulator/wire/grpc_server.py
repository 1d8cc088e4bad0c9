"""The emulator's gRPC: ``EmulatorController`` and ``SnapshotService`` of android_env's protos.

Methods that are not in the handler tables answer UNIMPLEMENTED.
"""

from __future__ import annotations

import asyncio
import hmac
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING, Any, Final, Protocol

import grpc
from android_env.proto import emulator_controller_pb2 as pb
from android_env.proto import snapshot_service_pb2 as snapshot_pb
from google.protobuf import empty_pb2

from android_gym.checks import shown
from android_gym.errors import AndroidGymError, OptionError
from android_gym.simulator.system.clipboard import ClipTooLargeError
from android_gym.simulator.system.input_devices import Touched
from android_gym.simulator.system.keycodes import KEY_OF_EVDEV, keycode
from android_gym.simulator.wire.grpc_frames import Frames, RequestError
from android_gym.simulator.wire.images import MOST_PACKED, dump, load

if TYPE_CHECKING:
    from android_gym.simulator.phone import Phone
    from android_gym.simulator.wire.console import Snapshots

__all__ = ["EmulatorService", "Surroundings"]

_MAX_FRAMES: Final = 256 << 20
"""Maximum bytes of frames that clients have requested and not read yet."""
_MAX_TRANSFERS: Final = 4
"""Maximum number of snapshots being pushed or pulled, each held in memory."""
_STILL_S: Final = 30.0
"""Seconds that a transfer may stall, for a client that neither sends nor reads."""
_TRANSFER_S: Final = 300.0
"""Maximum seconds of a whole transfer; over loopback the largest takes a few."""
_PIECE: Final = 1 << 20
_MOST_DETAILS: Final = 1000
"""Maximum characters of an error message, as gRPC metadata has no room for long ones."""
VERSION: Final = "android_gym"


class Surroundings(Protocol):
    """Interface of the process that the service runs in.

    Attributes:
        paused: Whether the phone's time was paused by request.
    """

    paused: bool

    def enter(self) -> None:
        """Advance the phone's time to the present; called before any access."""

    async def leave(self) -> None:
        """Apply changes to the outside; called before an answer."""

    async def look(self) -> None:
        """Called before a frame is fetched."""

    async def changed(self) -> None:
        """Return once the phone may have changed."""

    def stop(self) -> None:
        """Switch the phone off."""

    def reboot(self) -> None:
        """Restart the phone."""


class EmulatorService:
    """The RPC methods, for `grpc.aio`.

    Args:
        phone: The phone.
        snapshots: Its snapshots.
        around: The process.
        has_snapshots: False for a phone like a real one, which answers UNIMPLEMENTED.
        token: Token that every call must send as ``authorization: Bearer TOKEN``; empty for none.
    """

    def __init__(
        self,
        phone: Phone,
        snapshots: Snapshots,
        around: Surroundings,
        has_snapshots: bool = True,
        token: str = "",
    ) -> None:
        self._phone = phone
        self._kept = snapshots
        self._has_snapshots = has_snapshots
        self._around = around
        self._authorization = f"Bearer {token}".encode() if token else None
        self._frames = Frames(phone)
        self._unread = 0
        self._transfers = 0
        self._text_to_clip: str | None = None

    def handlers(self) -> tuple[grpc.GenericRpcHandler, ...]:
        """Return the handlers for a gRPC server."""
        tables = {"EmulatorController": _CONTROLLER}
        if self._has_snapshots:
            tables["SnapshotService"] = _SNAPSHOTS
        return tuple(
            grpc.method_handlers_generic_handler(
                f"android.emulation.control.{service}",
                {name: self._handler(*entry) for name, entry in table.items()},
            )
            for service, table in tables.items()
        )

    def _handler(
        self, method: Callable[..., Any], request: Any, kind: str = "unary"
    ) -> grpc.RpcMethodHandler:
        def serialize(reply: Any) -> bytes:
            return reply if isinstance(reply, bytes) else reply.SerializeToString()

        if kind == "stream":

            async def stream(message: Any, context: Any) -> AsyncIterator[Any]:
                await self._authorize(context)
                self._around.enter()
                async for reply in method(self, message, context):
                    yield reply

            return grpc.unary_stream_rpc_method_handler(stream, request.FromString, serialize)
        if kind in ("download", "upload"):
            return self._transfer_handler(method, request, serialize, kind)

        async def unary(message: Any, context: Any) -> Any:
            await self._authorize(context)
            self._around.enter()
            try:
                if kind == "look":
                    await self._reserve(message, context)
                reply = method(self, message)
                if isinstance(reply, Awaitable):
                    reply = await reply
            except RequestError as error:
                await context.abort(grpc.StatusCode.INVALID_ARGUMENT, str(error)[:_MOST_DETAILS])
            if kind != "look":
                await self._around.leave()
            return reply

        return grpc.unary_unary_rpc_method_handler(unary, request.FromString, serialize)

    async def _authorize(self, context: Any) -> None:
        """Reject a call without the token."""
        if self._authorization is None:
            return
        for name, value in context.invocation_metadata():
            given = value if isinstance(value, bytes) else value.encode()
            if name == "authorization" and hmac.compare_digest(given, self._authorization):
                return
        await context.abort(
            grpc.StatusCode.UNAUTHENTICATED,
            "This phone wants the metadata `authorization: Bearer TOKEN`; the token is grpc.token "
            "in avd/running/pid_*.ini.",
        )

    def _transfer_handler(
        self,
        method: Callable[..., Any],
        request: Any,
        serialize: Callable[[Any], bytes],
        kind: str,
    ) -> grpc.RpcMethodHandler:
        """Return a handler that receives or sends a snapshot in pieces."""

        async def download(message: Any, context: Any) -> None:
            await self._authorize(context)
            async with self._transfer(context):
                self._around.enter()
                async for reply in method(self, message):
                    async with asyncio.timeout(_STILL_S):
                        await context.write(reply)

        async def upload(messages: Any, context: Any) -> Any:
            await self._authorize(context)
            async with self._transfer(context):
                return await method(self, _steadily(messages))

        if kind == "download":
            return grpc.unary_stream_rpc_method_handler(download, request.FromString, serialize)
        return grpc.stream_unary_rpc_method_handler(upload, request.FromString, serialize)

    @asynccontextmanager
    async def _transfer(self, context: Any) -> AsyncIterator[None]:
        """Reserve a slot for a snapshot transfer, and limit its time; reject it if all are taken.

        The slot is always released, so that clients that stall lock nobody out.
        """
        if self._transfers >= _MAX_TRANSFERS:
            await context.abort(
                grpc.StatusCode.RESOURCE_EXHAUSTED,
                f"{_MAX_TRANSFERS} snapshots are being pushed or pulled; wait for one of them.",
            )
        self._transfers += 1
        try:
            async with asyncio.timeout(_TRANSFER_S):
                yield
        except TimeoutError:
            await context.abort(
                grpc.StatusCode.DEADLINE_EXCEEDED,
                f"A snapshot on its way may stand still for {_STILL_S:g} s, and take "
                f"{_TRANSFER_S:g} s; begin anew.",
            )
        finally:
            self._transfers -= 1

    async def _reserve(self, wanted: Any, context: Any) -> None:
        """Reject a frame request if too many frames wait for clients that do not read them."""
        width, height = self._frames.size(wanted)
        size = width * height * (3 if wanted.format == pb.ImageFormat.RGB888 else 4)
        if self._unread and self._unread + size > _MAX_FRAMES:
            await context.abort(
                grpc.StatusCode.RESOURCE_EXHAUSTED,
                f"{self._unread >> 20} MiB of frames wait to be read; read them first.",
            )
        self._unread += size

        def read(_: Any) -> None:
            self._unread -= size

        context.add_done_callback(read)

    # --- status ----------------------------------------------------------------------------------

    def _get_status(self, _: Any) -> Any:
        system = self._phone.system
        width, height = system.display.size
        hardware = {
            "avd.name": system.properties.get("ro.boot.qemu.avd_name"),
            "hw.lcd.density": str(system.display.density_dpi),
            "hw.lcd.height": str(height),
            "hw.lcd.width": str(width),
        }
        return pb.EmulatorStatus(
            version=VERSION,
            uptime=system.clock.elapsed_ms(),
            booted=True,
            vmConfig=pb.VmConfiguration(hypervisorType=pb.VmConfiguration.NONE, numberOfCpuCores=1),
            hardwareConfig=pb.EntryList(
                entry=[pb.Entry(key=key, value=value) for key, value in hardware.items()]
            ),
        )

    def _get_vm_state(self, _: Any) -> Any:
        paused = self._around.paused
        return pb.VmRunState(state=pb.VmRunState.PAUSED if paused else pb.VmRunState.RUNNING)

    def _set_vm_state(self, message: Any) -> Any:
        match message.state:
            case pb.VmRunState.RUNNING:
                self._around.paused = False
            case pb.VmRunState.PAUSED:
                self._around.paused = True
            case pb.VmRunState.RESET:
                self._around.reboot()
            case pb.VmRunState.SHUTDOWN | pb.VmRunState.TERMINATE:
                self._around.stop()
            case state:
                raise RequestError(f"The phone can't be put into state {state}.")
        return empty_pb2.Empty()

    # --- input -----------------------------------------------------------------------------------

    def _send_touch(self, message: Any) -> Any:
        fingers = [Touched(t.x, t.y, t.pressure > 0, t.identifier) for t in message.touches]
        self._touch(fingers)
        return empty_pb2.Empty()

    def _send_mouse(self, message: Any) -> Any:
        self._touch([Touched(message.x, message.y, bool(message.buttons & 1), 0)])
        return empty_pb2.Empty()

    def _touch(self, fingers: list[Touched]) -> None:
        """Put fingers on the panel, in its unrotated coordinates."""
        system = self._phone.system
        system.input_devices.touched(fingers)
        self._phone.touches(
            [(*system.display.turned(x, y), down, pointer) for x, y, down, pointer in fingers]
        )

    def _send_key(self, message: Any) -> Any:
        if message.eventType == pb.KeyboardEvent.keyup:  # the phone takes whole key presses
            return empty_pb2.Empty()
        if message.text:
            self._phone.type_text(message.text)
            return empty_pb2.Empty()
        if message.key:
            code = keycode(_KEY_NAMES.get(message.key, message.key))
            if len(message.key) == 1:
                self._phone.type_text(message.key)
            elif code is not None:
                self._phone.press_key(code)
            else:
                raise RequestError(f"No key is called {shown(message.key)}.")
            return empty_pb2.Empty()
        offset = {pb.KeyboardEvent.Evdev: 0, pb.KeyboardEvent.XKB: 8}.get(message.codeType)
        if offset is None:
            raise RequestError("Key codes are taken as Evdev or XKB; or give `key` or `text`.")
        code = KEY_OF_EVDEV.get(message.keyCode - offset)
        if code is not None:
            self._phone.press_key(code)
        return empty_pb2.Empty()

    # --- the screen ------------------------------------------------------------------------------

    async def _get_screenshot(self, message: Any) -> bytes:
        await self._around.look()
        return self._frames.reply(message)

    async def _stream_screenshot(self, message: Any, context: Any) -> AsyncIterator[bytes]:
        last: int | None = None
        try:
            await self._reserve(message, context)
            while True:
                revision = self._phone.screen_revision
                if revision != last:
                    last = revision
                    yield self._frames.reply(message)
                await self._around.changed()
        except RequestError as error:
            await context.abort(grpc.StatusCode.INVALID_ARGUMENT, str(error)[:_MOST_DETAILS])

    # --- clipboard, battery, radio, log ----------------------------------------------------------

    def _get_clipboard(self, _: Any) -> Any:
        return pb.ClipData(text=self._phone.system.clipboard.text)

    def _set_clipboard(self, message: Any) -> Any:
        try:
            self._phone.system.clipboard.set_text(message.text)
        except ClipTooLargeError as error:
            raise RequestError(f"The text is too long for the clipboard: {error}.") from None
        self._text_to_clip = message.text
        return empty_pb2.Empty()

    async def _stream_clipboard(self, _: Any, context: Any) -> AsyncIterator[Any]:
        last: str | None = None
        while True:
            text = self._phone.system.clipboard.text
            if text != last and (last is None or text != self._text_to_clip):
                yield pb.ClipData(text=text)
            last = text
            await self._around.changed()

    def _get_battery(self, _: Any) -> Any:
        state = self._phone.system.battery.state
        return pb.BatteryState(
            hasBattery=True,
            isPresent=state.present,
            charger=pb.BatteryState.AC if state.ac
            else pb.BatteryState.USB if state.usb
            else pb.BatteryState.WIRELESS if state.wireless
            else pb.BatteryState.NONE,
            chargeLevel=state.level,
            health=pb.BatteryState.GOOD,
            status=max(0, state.status - 1),
        )  # fmt: skip

    def _set_battery(self, message: Any) -> Any:
        if not 0 <= message.chargeLevel <= 100:
            raise RequestError(f"A battery's level is 0 to 100, not {message.chargeLevel}.")
        self._phone.system.battery.change(
            present=message.isPresent,
            level=message.chargeLevel,
            status=message.status + 1,
            ac=message.charger == pb.BatteryState.AC,
            usb=message.charger == pb.BatteryState.USB,
            wireless=message.charger == pb.BatteryState.WIRELESS,
        )
        return empty_pb2.Empty()

    def _get_gps(self, _: Any) -> Any:
        place = self._phone.system.location.place
        return pb.GpsState(
            passiveUpdate=True,
            latitude=place.latitude,
            longitude=place.longitude,
            speed=place.speed or 0.0,
            bearing=place.bearing or 0.0,
            altitude=place.altitude,
            satellites=place.satellites,
        )

    def _set_gps(self, message: Any) -> Any:
        try:
            self._phone.system.location.move(
                message.latitude,
                message.longitude,
                message.altitude,
                speed=message.speed,
                bearing=message.bearing,
                satellites=message.satellites,
            )
        except OptionError as error:
            raise RequestError(str(error)) from None
        return empty_pb2.Empty()

    def _send_sms(self, message: Any) -> Any:
        self._phone.windows.refresh()
        try:
            took = self._phone.system.telephony.receive_sms(message.srcAddress, message.text)
        except OptionError:
            return pb.PhoneResponse(response=pb.PhoneResponse.BadNumber)
        response = pb.PhoneResponse.OK if took else pb.PhoneResponse.RadioOff
        return pb.PhoneResponse(response=response)

    def _send_phone(self, message: Any) -> Any:
        telephony, number = self._phone.system.telephony, message.number
        self._phone.windows.refresh()
        try:
            match message.operation:
                case pb.PhoneCall.InitCall:
                    took = telephony.ring(number)
                    response = pb.PhoneResponse.OK if took else pb.PhoneResponse.RadioOff
                    return pb.PhoneResponse(response=response)
                case pb.PhoneCall.AcceptCall | pb.PhoneCall.TakeCallOffHold:
                    done = telephony.change(number, "active")
                case pb.PhoneCall.PlaceCallOnHold:
                    done = telephony.change(number, "held")
                case _:
                    done = telephony.change(number, "ended")
        except OptionError:
            return pb.PhoneResponse(response=pb.PhoneResponse.BadNumber)
        response = pb.PhoneResponse.OK if done else pb.PhoneResponse.InvalidAction
        return pb.PhoneResponse(response=response)

    def _get_logcat(self, message: Any) -> Any:
        text = self._phone.shell("logcat -d").stdout[-(128 << 10) :].decode("utf-8", "replace")
        return pb.LogMessage(contents=text, sort=pb.LogMessage.Text, next=len(text))

    # --- snapshots -------------------------------------------------------------------------------

    def _list_snapshots(self, _: Any) -> Any:
        kept = self._kept
        details = snapshot_pb.SnapshotDetails
        reply = snapshot_pb.SnapshotList()
        for name, taken in kept.list():
            entry = reply.snapshots.add(
                snapshot_id=name,
                status=details.Loaded if name == kept.loaded else details.Compatible,
            )
            entry.details.logical_name = name
            entry.details.creation_time = taken // 1000
        return reply

    def _save_snapshot(self, message: Any) -> Any:
        return self._answer(message, self._kept.save)

    def _load_snapshot(self, message: Any) -> Any:
        return self._answer(message, self._kept.load)

    def _delete_snapshot(self, message: Any) -> Any:
        return self._answer(message, self._kept.delete)

    def _answer(self, message: Any, action: Callable[[str], None]) -> Any:
        reply = snapshot_pb.SnapshotPackage(snapshot_id=message.snapshot_id, success=True)
        try:
            action(message.snapshot_id)
        except AndroidGymError as error:
            reply.success, reply.err = False, str(error).encode()
        return reply

    async def _pull_snapshot(self, message: Any) -> AsyncIterator[Any]:
        name = message.snapshot_id
        try:
            data = dump(self._phone, self._kept.get(name))
        except AndroidGymError as error:
            yield snapshot_pb.SnapshotPackage(
                snapshot_id=name, success=False, err=str(error).encode()
            )
            return
        for start in range(0, len(data), _PIECE):
            yield snapshot_pb.SnapshotPackage(payload=data[start : start + _PIECE], success=True)

    async def _push_snapshot(self, messages: AsyncIterator[Any]) -> Any:
        name, size = "", 0
        pieces: list[bytes] = []
        async for message in messages:
            name = name or message.snapshot_id
            size += len(message.payload)
            if size > MOST_PACKED:
                return snapshot_pb.SnapshotPackage(
                    snapshot_id=name,
                    success=False,
                    err=f"A snapshot has at most {MOST_PACKED} bytes.".encode(),
                )
            pieces.append(message.payload)
        return self._answer(
            snapshot_pb.SnapshotPackage(snapshot_id=name),
            lambda name: self._kept.accept(name, load(self._phone, b"".join(pieces))),
        )


async def _steadily(messages: AsyncIterator[Any]) -> AsyncIterator[Any]:
    """Yield a client's messages.

    Raises:
        TimeoutError: If it sends nothing for `_STILL_S` seconds.
    """
    while True:
        async with asyncio.timeout(_STILL_S):
            try:
                message = await anext(messages)
            except StopAsyncIteration:
                return
        yield message


_KEY_NAMES: Final = {
    "AppSwitch": "APP_SWITCH", "ArrowDown": "DPAD_DOWN", "ArrowLeft": "DPAD_LEFT",
    "ArrowRight": "DPAD_RIGHT", "ArrowUp": "DPAD_UP", "AudioVolumeDown": "VOLUME_DOWN",
    "AudioVolumeMute": "VOLUME_MUTE", "AudioVolumeUp": "VOLUME_UP", "Backspace": "DEL",
    "Delete": "FORWARD_DEL", "End": "MOVE_END", "Enter": "ENTER", "Escape": "ESCAPE",
    "GoBack": "BACK", "GoHome": "HOME", "Home": "MOVE_HOME", "PageDown": "PAGE_DOWN",
    "PageUp": "PAGE_UP", "Power": "POWER", "Tab": "TAB",
}  # fmt: skip
"""Android's key names by web key names (and the emulator's own GoHome, GoBack)."""

_Table = dict[str, tuple[Any, ...]]

_CONTROLLER: Final[_Table] = {
    "getStatus": (EmulatorService._get_status, empty_pb2.Empty),
    "getVmState": (EmulatorService._get_vm_state, empty_pb2.Empty),
    "setVmState": (EmulatorService._set_vm_state, pb.VmRunState),
    "sendTouch": (EmulatorService._send_touch, pb.TouchEvent),
    "sendMouse": (EmulatorService._send_mouse, pb.MouseEvent),
    "sendKey": (EmulatorService._send_key, pb.KeyboardEvent),
    "getScreenshot": (EmulatorService._get_screenshot, pb.ImageFormat, "look"),
    "streamScreenshot": (EmulatorService._stream_screenshot, pb.ImageFormat, "stream"),
    "getClipboard": (EmulatorService._get_clipboard, empty_pb2.Empty),
    "setClipboard": (EmulatorService._set_clipboard, pb.ClipData),
    "streamClipboard": (EmulatorService._stream_clipboard, empty_pb2.Empty, "stream"),
    "getBattery": (EmulatorService._get_battery, empty_pb2.Empty),
    "setBattery": (EmulatorService._set_battery, pb.BatteryState),
    "getGps": (EmulatorService._get_gps, empty_pb2.Empty),
    "setGps": (EmulatorService._set_gps, pb.GpsState),
    "sendSms": (EmulatorService._send_sms, pb.SmsMessage),
    "sendPhone": (EmulatorService._send_phone, pb.PhoneCall),
    "getLogcat": (EmulatorService._get_logcat, pb.LogMessage),
}
_SNAPSHOTS: Final[_Table] = {
    "ListSnapshots": (EmulatorService._list_snapshots, snapshot_pb.SnapshotFilter),
    "LoadSnapshot": (EmulatorService._load_snapshot, snapshot_pb.SnapshotPackage),
    "SaveSnapshot": (EmulatorService._save_snapshot, snapshot_pb.SnapshotPackage),
    "DeleteSnapshot": (EmulatorService._delete_snapshot, snapshot_pb.SnapshotPackage),
    "PullSnapshot": (EmulatorService._pull_snapshot, snapshot_pb.SnapshotPackage, "download"),
    "PushSnapshot": (EmulatorService._push_snapshot, snapshot_pb.SnapshotPackage, "upload"),
}
