"""Receiver of the accessibility trees that android_env's accessibility forwarder sends."""

from __future__ import annotations

import threading
import time
from concurrent import futures
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import grpc
from android_env.proto.a11y import a11y_pb2, a11y_pb2_grpc

if TYPE_CHECKING:
    from android_gym.devices.device import Device

__all__ = ["CACHE", "ForestReceiver", "cached_apk", "direct", "is_installed"]

CACHE: Final = Path("~/.cache/android_gym").expanduser()
"""Folder in which the forwarder's APK is looked for."""

_PACKAGE: Final = "com.google.androidenv.accessibilityforwarder"
_SERVICE: Final = f"{_PACKAGE}/{_PACKAGE}.AccessibilityForwarder"
_RECEIVER: Final = f"{_PACKAGE}/{_PACKAGE}.FlagsBroadcastReceiver"
_ACTION: Final = "accessibility_forwarder.intent.action"
_STOP_S: Final = 0.2


def is_installed(device: Device) -> bool:
    """Return whether the device has the forwarder."""
    return f"package:{_PACKAGE}" in device.shell("pm list packages").split()


def cached_apk() -> Path | None:
    """Return the latest of the forwarder's APKs in `CACHE`, None if there is none."""
    return max(CACHE.glob("*accessibility_forwarder*.apk"), default=None)


def direct(device: Device, receiver: ForestReceiver) -> None:
    """Enable the forwarder, and tell it to send trees to a receiver."""
    device.shell(
        f"settings put secure enabled_accessibility_services {_SERVICE}\n"
        "settings put secure accessibility_enabled 1\n"
        f"am broadcast -a {_ACTION}.ENABLE_ACCESSIBILITY_TREE_LOGS -n {_RECEIVER}\n"
        f"am broadcast -a {_ACTION}.SET_GRPC --ei port {receiver.port} "
        f"--es host 10.0.2.2 -n {_RECEIVER}"
    )


class ForestReceiver(a11y_pb2_grpc.A11yServiceServicer):  # type: ignore[misc]
    """A gRPC server on 127.0.0.1 that keeps the latest tree.

    Attributes:
        port: Port of the server.
        number: Number of trees received.
        arrived: When the latest arrived, in `time.monotonic` seconds.
    """

    def __init__(self) -> None:
        self.number = 0
        self.arrived = 0.0
        self._latest: Any = None
        self._came = threading.Condition()
        self._workers = futures.ThreadPoolExecutor(max_workers=2)
        self._server = grpc.server(self._workers, options=[("grpc.so_reuseport", 0)])
        a11y_pb2_grpc.add_A11yServiceServicer_to_server(self, self._server)
        self.port: int = self._server.add_insecure_port("127.0.0.1:0")
        self._server.start()

    def SendForest(self, request: Any, context: Any) -> Any:  # noqa: N802  (the service's name)
        """Receive a tree."""
        with self._came:
            self._latest = request
            self.number += 1
            self.arrived = time.monotonic()
            self._came.notify_all()
        return a11y_pb2.ForestResponse()

    def SendEvent(self, request: Any, context: Any) -> Any:  # noqa: N802
        """Receive an event, and ignore it."""
        return a11y_pb2.EventResponse()

    def latest(self, number: int, arrived: float, timeout_s: float) -> Any | None:
        """Wait for a tree that is new enough.

        Args:
            number: Its number has to be larger than this.
            arrived: It has to have arrived no earlier than this, in `time.monotonic` seconds.
            timeout_s: How long to wait.

        Returns:
            The tree, None if none came.
        """
        with self._came:
            new = self._came.wait_for(
                lambda: self.number > number and self.arrived >= arrived, timeout_s
            )
            return self._latest if new else None

    def close(self) -> None:
        """Stop listening."""
        self._server.stop(_STOP_S).wait(_STOP_S * 5)
        self._workers.shutdown()
