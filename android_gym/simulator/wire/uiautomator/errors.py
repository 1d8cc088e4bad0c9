"""Errors that are reported to the client."""

from __future__ import annotations

from android_gym.errors import SimulatorError

__all__ = ["InvalidParamsError", "NotFoundError", "RemoteError"]


class RemoteError(SimulatorError):
    """An exception of the server.

    Attributes:
        kind: Full name of the Java class.
        code: JSON-RPC's error code.
    """

    code = -32001

    def __init__(self, kind: str, message: str) -> None:
        super().__init__(message)
        self.kind = kind


class NotFoundError(RemoteError):
    """A selector that matches nothing. The client recognises it by its Java class."""

    code = -32002

    def __init__(self, selector: str) -> None:
        super().__init__("androidx.test.uiautomator.UiObjectNotFoundException", selector)


class InvalidParamsError(RemoteError):
    """Parameters that the method does not accept."""

    code = -32602

    def __init__(self, message: str) -> None:
        super().__init__("java.lang.IllegalArgumentException", message)
