"""Content that arrives in pieces and takes up space on the phone as it comes."""

from __future__ import annotations

from io import BytesIO
from types import TracebackType

from android_gym.simulator.system.files import Files

__all__ = ["Upload"]


class Upload:
    """Content of a file being received; a context manager that drops what was not taken.

    The bytes exist only once: the buffer that collects them becomes the file's content.

    Args:
        files: The phone's files, whose free space it uses.
        path: Path of the file to be; for error messages.

    Attributes:
        size: Number of bytes received.
    """

    def __init__(self, files: Files, path: str) -> None:
        self._files = files
        self._path = path
        self._buffer = BytesIO()
        self.size = 0

    def write(self, data: bytes | memoryview) -> None:
        """Append to the content.

        Raises:
            FileError: ENOSPC if the phone has no space for it; nothing is appended then.
        """
        self._files.take_room(len(data), self._path)
        self.size += len(data)
        self._buffer.write(data)

    def take(self) -> bytes:
        """Return the content and release its reserved space; the caller now owns it."""
        content = self._buffer.getvalue()  # the buffer itself, truncated: no copy
        self.drop()
        return content

    def drop(self) -> None:
        """Discard the content. May be called more than once."""
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
