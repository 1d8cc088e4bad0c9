"""Errors that the client is told of."""

from __future__ import annotations

from android_gym.errors import SimulatorError

__all__ = ["InvalidParamsError", "NotFoundError", "RemoteError"]


class RemoteError(SimulatorError):
    """An exception of the server.

    Attributes:
        kind: Full name of the Java class.
        code: JSON-RPC's number for it.
    """

    code = -32001

    def __init__(self, kind: str, message: str) -> None:
        super().__init__(message)
        self.kind = kind


class NotFoundError(RemoteError):
    """A selector that finds nothing. The client knows it by the name of its class."""

    code = -32002

    def __init__(self, selector: str) -> None:
        super().__init__("androidx.test.uiautomator.UiObjectNotFoundException", selector)


class InvalidParamsError(RemoteError):
    """Parameters that the method can't take."""

    code = -32602

    def __init__(self, message: str) -> None:
        super().__init__("java.lang.IllegalArgumentException", message)
