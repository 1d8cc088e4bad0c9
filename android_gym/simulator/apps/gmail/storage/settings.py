"""The user's settings."""

from __future__ import annotations

from typing import Final, Literal, cast, get_args

from android_gym.simulator.ui.activity import Context

__all__ = ["SWIPES", "Settings", "Swipe"]

Swipe = Literal["none", "archive", "delete", "read", "move", "snooze"]

SWIPES: Final[dict[Swipe, tuple[str, str, str]]] = {
    "archive": ("Archive", "archive_arrow_down_outline", "#188038"),
    "delete": ("Delete", "delete_outline", "#C5221F"),
    "read": ("Mark as read/unread", "email_mark_as_unread", "#1967D2"),
    "move": ("Move to", "folder_move_outline", "#5F6368"),
    "snooze": ("Snooze", "clock_outline", "#E37400"),
    "none": ("None", "", ""),
}
"""Label, icon and colour of each swipe action."""

_MOST_SEARCHES = 10


class Settings:
    """The user's settings, stored in the app's SharedPreferences."""

    def __init__(self, context: Context) -> None:
        self._prefs = context.preferences()

    def text(self, name: str, default: str) -> str:
        """Return a string setting."""
        return self._prefs.get(name, default)

    def flag(self, name: str, default: bool = False) -> bool:
        """Return a boolean setting."""
        return self._prefs.get(name, default)

    def number(self, name: str) -> int:
        """Return a number; 0 if none is stored."""
        return self._prefs.get(name, 0)

    def put(self, **values: str | bool | int | None) -> None:
        """Store settings."""
        self._prefs.put(**values)

    def swipe(self, side: Literal["left", "right"]) -> Swipe:
        """Return the action of a swipe to a side."""
        value = self.text(f"swipe_{side}", "archive")
        return cast(Swipe, value) if value in get_args(Swipe) else "archive"

    @property
    def signature(self) -> str:
        """The signature below each message; "" for none."""
        return self.text("signature", "")

    @property
    def searches(self) -> list[str]:
        """The recent search texts, the latest first."""
        return [line for line in self.text("searches", "").split("\n") if line][:_MOST_SEARCHES]

    def searched(self, text: str) -> None:
        """Add a text to the recent searches."""
        line = " ".join(text.split())
        if line:
            rest = [each for each in self.searches if each != line]
            self.put(searches="\n".join([line, *rest][:_MOST_SEARCHES]))
