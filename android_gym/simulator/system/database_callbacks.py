"""Functions that SQLite calls while it compiles and runs a statement on a database image."""

from __future__ import annotations

import sqlite3
import weakref
from collections.abc import Callable
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from android_gym.simulator.system.database_image import DatabaseImage

__all__ = ["Callbacks"]


class Callbacks:
    """Callbacks of a connection, so that SQLite doesn't keep the image itself alive.

    Attributes:
        views_compare: Whether a compiled view or trigger calls a function of `_COMPARING`.
        refused: Whether a callback has refused the present statement.
        error: What a callback has raised during it, which SQLite takes for a refusal.
    """

    __slots__ = ("error", "image", "refused", "views_compare")

    def __init__(self, image: DatabaseImage) -> None:
        self.views_compare = False
        self.begin()
        self.use(image)

    def begin(self) -> None:
        """Begin another statement."""
        self.refused = False
        self.error: BaseException | None = None

    def use(self, image: DatabaseImage) -> None:
        """Hand the connection over to another image."""
        self.image: DatabaseImage = weakref.proxy(image)

    def authorize(
        self, action: int, first: str | None, second: str | None, base: str | None, by: str | None
    ) -> int:
        """See `DatabaseImage.authorize`."""
        try:
            answer = self.image.authorize(action, first, second, base, by)
        except BaseException as error:
            self.error = error
            raise
        self.refused |= answer == sqlite3.SQLITE_DENY
        return answer

    def tick(self) -> int:
        """See `DatabaseImage.tick`."""
        return self._noted(self.image.tick)

    def look(self) -> int:
        """See `DatabaseImage.look`."""
        return self._noted(self.image.look)

    def _noted(self, callback: Callable[[], int]) -> int:
        try:
            answer = callback()
        except BaseException as error:
            self.error = error
            raise
        self.refused |= answer != 0
        return answer

    def reraise(self, refusal: Exception) -> None:
        """Raise what a callback has raised, if that is why a statement failed.

        Ctrl-C can also come in a callback before its first line. Then nothing has been noted.
        """
        if self.error is not None:
            raise self.error
        code = getattr(refusal, "sqlite_errorcode", None)
        if code in (sqlite3.SQLITE_AUTH, sqlite3.SQLITE_INTERRUPT) and not self.refused:
            raise KeyboardInterrupt from refusal
