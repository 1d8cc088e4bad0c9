"""The state of the sound picker."""

from __future__ import annotations

from dataclasses import dataclass

__all__ = ["PickerState"]


@dataclass(frozen=True)
class PickerState:
    """The choice so far.

    Attributes:
        chosen: URI of the sound, "" for silence; None as long as nothing was chosen.
    """

    chosen: str | None = None
