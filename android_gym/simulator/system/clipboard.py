"""The clipboard: one clip, as on Android."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from android_gym.errors import SimulatorError
from android_gym.simulator.state import State
from android_gym.simulator.system.intents import MAX_TRANSACTION, utf16_bytes

__all__ = ["Clip", "ClipTooLargeError", "Clipboard"]


class ClipTooLargeError(SimulatorError):
    """A clip that exceeds what an app can pass to the clipboard.

    Attributes:
        kind: The exception that an app gets on Android.
    """

    kind = "android.os.TransactionTooLargeException"


@dataclass(frozen=True)
class Clip:
    """Content of the clipboard.

    Attributes:
        text: The text, or the text form of `uri`.
        label: Label given by the app that copied it.
        source: Package that copied it; empty for adb.
        uri: A content URI, where something other than text was copied.
        sensitive: Whether it must not be shown (a password).
    """

    text: str
    label: str = ""
    source: str = ""
    uri: str = ""
    sensitive: bool = False


class Clipboard:
    """The clipboard that all apps share."""

    def __init__(self, state: State) -> None:
        nothing: Clip | None = None
        self._slot = state.slot("clipboard", nothing, holds=Clip | None)
        self._listeners: list[Callable[[Clip | None], None]] = []

    @property
    def clip(self) -> Clip | None:
        """Return the current clip; None if empty."""
        return self._slot.get()

    @property
    def text(self) -> str:
        """The clip's text; empty if there is none."""
        clip = self.clip
        return "" if clip is None else clip.text

    def set_text(self, text: str, label: str = "", source: str = "") -> None:
        """Put a text on the clipboard.

        Raises:
            ClipTooLargeError: If text and label take more than `MAX_TRANSACTION` in UTF-16.
        """
        self.set(Clip(text, label, source))

    def set(self, clip: Clip | None) -> None:
        """Put a clip on the clipboard; None empties it.

        Raises:
            ClipTooLargeError: If its texts take more than `MAX_TRANSACTION` in UTF-16.
        """
        if clip is not None:
            size = sum(map(utf16_bytes, (clip.text, clip.label, clip.uri)))
            if size > MAX_TRANSACTION:
                raise ClipTooLargeError(f"data parcel size {size} bytes")
        if clip != self._slot.peek():
            self._slot.set(clip)
        for listener in self._listeners:
            listener(clip)

    def clear(self) -> None:
        """Empty the clipboard."""
        self.set(None)

    def listen(self, listener: Callable[[Clip | None], None]) -> None:
        """Have `listener` called whenever something is copied. Not called on restore."""
        self._listeners.append(listener)
