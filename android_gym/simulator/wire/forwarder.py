"""android_env's accessibility forwarder: a gRPC client on the phone that sends the screen's tree.

On a real phone it is an app (``com.google.androidenv.accessibilityforwarder``), enabled as an
accessibility service and controlled by broadcasts, which sends the tree ten times a second, and
each accessibility event. This implementation follows the same setting and broadcasts. In addition,
it sends both before the phone answers a request that may have changed the screen or that asks for
it, so that the listener never sees a stale screen.
"""

from __future__ import annotations

import asyncio
import logging
from collections import deque
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Final

import grpc
from android_env.proto.a11y import a11y_pb2

from android_gym.simulator.system.intents import BroadcastResult, Intent
from android_gym.simulator.wire import events

if TYPE_CHECKING:
    from android_gym.simulator.phone import Phone
    from android_gym.simulator.ui.view import View
    from android_gym.simulator.ui.windows import Window

__all__ = ["PACKAGE", "Forwarder"]

_log = logging.getLogger(__name__)

PACKAGE: Final = "com.google.androidenv.accessibilityforwarder"
SERVICE: Final = f"{PACKAGE}/{PACKAGE}.AccessibilityForwarder"

_ACTION: Final = "accessibility_forwarder.intent.action."
_HOST: Final = "10.0.2.2"
"""Address of the emulator's host machine, as seen from the phone."""
_SEND_FOREST: Final = "/android_env.A11yService/SendForest"
_SEND_EVENT: Final = "/android_env.A11yService/SendEvent"
_MAX_EVENTS: Final = 1000
"""Maximum number of events queued while nobody receives them."""
_DEADLINE_S: Final = 5.0
"""The app gives up after 1 s and retries; here a command is waiting, and a busy listener is
slow."""
_RETRY_S: Final = 0.5
_RETRY_WAIT_S: Final = 1.0
"""Seconds that a command waits for a retry that is under way, which nobody may answer."""

_PERIOD_S: Final = 0.1


class Forwarder:
    """Sends the screen's tree to the listener that asked for it.

    Args:
        phone: The phone.

    Attributes:
        reverse: Returns the host's port that ``adb reverse`` maps a port of the phone to; 0 if
            none.
    """

    def __init__(self, phone: Phone) -> None:
        self._phone = phone
        self._enabled = False  # whether trees are requested at all
        self._target: tuple[str, int] | None = None
        self._channel: grpc.aio.Channel | None = None
        self._send_forest: Any = None
        self._send_event: Any = None
        self._events: deque[dict[str, str]] = deque(maxlen=_MAX_EVENTS)
        self._screen: events.Screen = {}
        self._alive = True
        self._woken = asyncio.Event()
        self._retry: asyncio.Future[None] | None = None  # under way
        self._revision: int | None = None
        self._data = b""
        self._was_sent = False  # since the last frame was fetched
        self.reverse: Callable[[int], int] = lambda port: 0
        listen = phone.system.activities.listen
        for name, handler in (
            ("ENABLE_ACCESSIBILITY_TREE_LOGS", self._enable),
            ("DISABLE_ACCESSIBILITY_TREE_LOGS", self._disable),
            ("SET_GRPC", self._set_target),
        ):
            listen(_ACTION + name, handler)
        phone.windows.listeners.append(self)

    # --- the broadcasts --------------------------------------------------------------------------

    def _enable(self, _: Intent) -> BroadcastResult | None:
        self._enabled = True
        self._woken.set()
        return None

    def _disable(self, _: Intent) -> BroadcastResult | None:
        self._enabled = False
        return None

    def _set_target(self, intent: Intent) -> BroadcastResult | None:
        port = intent.extra("port")
        host = intent.extra("host") or _HOST
        if isinstance(port, int) and 0 < port < 65536:
            self._target = (str(host), port)
            self._close_channel()
            self._woken.set()
        return None

    # --- sending ---------------------------------------------------------------------------------

    @property
    def active(self) -> bool:
        """Return whether there is a reachable listener for events and trees."""
        return self._target is not None and self._is_on and self._reachable

    @property
    def _is_on(self) -> bool:
        enabled = self._phone.system.settings.get("secure", "enabled_accessibility_services")
        return SERVICE in (enabled or "").split(":")

    @property
    def _reachable(self) -> bool:
        """Return whether the listener is reachable; `adb reverse` needs no network on the phone."""
        return self._address() is not None

    def _address(self) -> str | None:
        """Return the listener's address on this computer; nothing is ever sent elsewhere."""
        if self._target is None:
            return None
        host, port = self._target
        if host in ("localhost", "127.0.0.1", "::1"):
            port = self.reverse(port)
            return f"127.0.0.1:{port}" if port else None
        if host != _HOST or self._phone.system.connectivity.active_network is None:
            return None
        return f"127.0.0.1:{port}"

    async def show(self) -> None:
        """Send the tree of a frame about to be fetched, unless it was just sent."""
        if not (self._was_sent and self._phone.screen_revision == self._revision):
            await self.push()
        self._was_sent = False

    async def tell(self) -> None:
        """Send the tree after a change to the phone."""
        await self.push()
        self._was_sent = True

    async def push(self) -> None:
        """Send the tree if there is a listener. Never raises, and gives up after a short time."""
        if self._retry is not None:
            # It sends what was on the screen before, so the tree of now has to come after it.
            await asyncio.wait([self._retry], timeout=_RETRY_WAIT_S)
        if not (self.active and self._alive):
            return
        try:
            await self._call()
        except grpc.aio.AioRpcError as error:
            self._alive = False
            self._woken.set()
            self._log(error)
        except Exception:  # a bug here: the next tree may work again
            _log.exception("The accessibility tree could not be sent.")

    async def run(self, every_tick: bool) -> None:
        """Send periodically, and look for a listener that was lost.

        Args:
            every_tick: Whether to send ten times a second, as the app does; not needed if the
                phone's time stands still, as nothing changes in between.
        """
        while True:
            if self._target is None or (self._alive and not every_tick):
                await self._woken.wait()
            self._woken.clear()
            await asyncio.sleep(_PERIOD_S if self._alive else _RETRY_S)
            if not self.active:
                continue
            if not self._alive:
                self._retry = asyncio.ensure_future(self._try_again())
                try:
                    await self._retry
                finally:
                    self._retry = None
            elif every_tick:
                await self.push()

    async def _try_again(self) -> None:
        """Send to a listener that was lost. Never raises."""
        try:
            await self._call()
            self._alive = True
        except grpc.aio.AioRpcError:
            self._close_channel(alive=False)
        except Exception:
            _log.exception("The accessibility tree could not be sent.")

    async def _call(self) -> None:
        """Send the queued events, then the tree if trees are requested."""
        if self._channel is None:
            # The listener's side accepts local credentials, and none as well.
            self._channel = grpc.aio.insecure_channel(
                self._address() or "", options=[("grpc.enable_http_proxy", 0)]
            )
            self._send_forest = self._channel.unary_unary(_SEND_FOREST)  # bytes in, bytes out
            self._send_event = self._channel.unary_unary(_SEND_EVENT)
        data = self._look()
        while self._events:
            message = a11y_pb2.EventRequest(event=self._events[0]).SerializeToString()
            await self._send_event(message, timeout=_DEADLINE_S)
            if self._events:  # another call may have sent it meanwhile
                self._events.popleft()
        if self._enabled:
            await self._send_forest(data, timeout=_DEADLINE_S)

    def _look(self) -> bytes:
        """Build the current tree, and the events that led to it."""
        revision = self._phone.screen_revision
        if revision != self._revision:
            tree = self._phone.forest()
            windows = self._phone.windows.accessible_windows()
            screen: events.Screen = {
                w.key: shown for w, shown in zip(windows, tree.windows, strict=True)
            }
            if self._screen:
                now = self._phone.system.clock.elapsed_ms()
                self._events.extend(events.between(self._screen, screen, now))
            self._screen, self._data = screen, tree.SerializeToString()
            self._revision = revision
        return self._data

    def acted(self, kind: str, window: Window, view: View) -> None:
        """Record a tap on a view as an event."""
        if self._target is not None and self._is_on:
            now = self._phone.system.clock.elapsed_ms()
            self._events.append(events.acted(kind, window.package, view, now))

    def _log(self, error: grpc.aio.AioRpcError) -> None:
        message = f"extra: exception ['io.grpc.StatusException: {error.code().name}']"
        self._phone.system.logs.write("I", "AccessibilityForwarder", message)

    def _close_channel(self, alive: bool = True) -> None:
        channel, self._channel = self._channel, None
        self._alive = alive
        if channel is not None:
            asyncio.ensure_future(channel.close())

    async def close(self) -> None:
        """Close the connection."""
        if self._channel is not None:
            await self._channel.close()
            self._channel = None
