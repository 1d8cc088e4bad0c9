"""State of Pro Expense's one activity: where the user is, and what is open there."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Any

__all__ = ["EntryState", "LogsState", "MainState", "MoreState", "OnboardingState"]


@dataclass(frozen=True)
class EntryState:
    """The entry screen.

    Attributes:
        id: Row being updated; None for a new one.
        name: Text of the name field.
        amount: Text of the amount field.
        category: Chosen category.
        first: Category that stands first in the strip (the chosen one when the screen opened).
        note: Text of the note field.
        when_ms: Date shown, epoch ms.
        repeat: Whether SAVE keeps the screen open for the next row.
        error: Whether the amount is marked as missing.
        opened_ms: When the screen was opened: each time it begins scrolled to its start.
    """

    id: int | None = None
    name: str = ""
    amount: str = ""
    category: int = 3
    first: int = 3
    note: str = ""
    when_ms: int = 0
    repeat: bool = False
    error: bool = False
    opened_ms: int = 0


@dataclass(frozen=True)
class LogsState:
    """The list of all expenses, or the range of the statistics.

    Attributes:
        open_row: Row that shows its red "Delete" area.
        selected: Rows that are ticked, in the order of ticking.
        first_ms: Beginning of the filter; None for no filter.
        last_ms: End of the filter.
        descending: Newest first.
        draft: (first, last, descending) in the filter sheet, until it is applied.
    """

    open_row: int | None = None
    selected: tuple[int, ...] = ()
    first_ms: int | None = None
    last_ms: int | None = None
    descending: bool = True
    draft: tuple[int, int, bool] = (0, 0, True)


@dataclass(frozen=True)
class OnboardingState:
    """Onboarding, and the sheets of the settings that offer the same choices."""

    page: int = 0
    search: str = ""
    language: str = "en"
    currency: str = "840"


@dataclass(frozen=True)
class MoreState:
    """Text fields of feedback and export, and the theme marked in its dialog.

    Attributes:
        error: (field, message) of the feedback field that is wrong.
    """

    name: str = ""
    email: str = ""
    comment: str = ""
    error: tuple[str, str] = ("", "")
    file: str = ""
    theme: int = 2

    def typed(self, field: str, text: str) -> MoreState:
        """Return it with another text in a field; the error is gone then."""
        changes: dict[str, Any] = {field: text, "error": ("", "")}
        return replace(self, **changes)


@dataclass(frozen=True)
class MainState:
    """Everything that outlives the process.

    Attributes:
        stack: Destinations, the one on screen last.
        drawer: Whether the navigation drawer is open.
        sheet: Bottom sheet over the destination, and what it is about.
        dialog: Dialog over everything ("date", "time", "theme", "from", "to").
    """

    stack: tuple[str, ...] = ("splash",)
    drawer: bool = False
    sheet: tuple[str, tuple[int, ...]] | None = None
    dialog: str = ""
    entry: EntryState = field(default_factory=EntryState)
    logs: LogsState = field(default_factory=LogsState)
    statistics: LogsState = field(default_factory=LogsState)
    onboarding: OnboardingState = field(default_factory=OnboardingState)
    more: MoreState = field(default_factory=MoreState)

    @property
    def here(self) -> str:
        """The destination on screen."""
        return self.stack[-1]
