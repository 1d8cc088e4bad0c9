"""Content that comes in piece by piece, and takes its room on the phone as it comes."""

from __future__ import annotations

from io import BytesIO
from types import TracebackType

from android_gym.simulator.system.files import Files

__all__ = ["Upload"]


class Upload:
    """The content of a file that is under way; a context manager that drops what is left of it.

    Its bytes exist once: the buffer that they are gathered in becomes the file's content.

    Args:
        files: The phone's files, whose free room it takes.
        path: What it will be; for messages.

    Attributes:
        size: Bytes that are there.
    """

    def __init__(self, files: Files, path: str) -> None:
        self._files = files
        self._path = path
        self._buffer = BytesIO()
        self.size = 0

    def write(self, data: bytes | memoryview) -> None:
        """Add to the content.

        Raises:
            FileError: ENOSPC if the phone has no room for it; nothing is added then.
        """
        self._files.take_room(len(data), self._path)
        self.size += len(data)
        self._buffer.write(data)

    def take(self) -> bytes:
        """Return the content, and give back its room: it is the caller's now."""
        content = self._buffer.getvalue()  # the buffer itself, cut to size: no copy
        self.drop()
        return content

    def drop(self) -> None:
        """Free what is there. Can be called again."""
        self._files.give_room(self.size)
        self.size = 0
        self._buffer = BytesIO()

    def __enter__(self) -> Upload:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.drop()
