"""Pro Expense's data: an expense, the categories, and the state of its one activity."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Any, Literal

__all__ = [
    "CATEGORIES",
    "INCOME",
    "PAGE",
    "EntryState",
    "Expense",
    "LogsState",
    "MainState",
    "MoreState",
    "OnboardingState",
    "Range",
]

CATEGORIES: dict[int, tuple[str, str]] = {
    1: ("Others", "arrow_bottom_right_thick"),
    2: ("Income", "plus_circle_outline"),
    3: ("Food", "food"),
    4: ("Housing", "home"),
    5: ("Social", "account_group"),
    6: ("Entertainment", "youtube"),
    7: ("Transportation", "train"),
    8: ("Clothes", "tshirt_crew"),
    9: ("Health Care", "stethoscope"),
    10: ("Education", "book_open_variant"),
    11: ("Donation", "hand_heart"),
}
"""Name and icon by the id that the database keeps."""

INCOME = 2
PAGE = 50
"""Rows that a list reads at once."""

Range = Literal["logs", "statistics"]
"""The screens whose days can be filtered, as fields of the state."""


@dataclass(frozen=True)
class Expense:
    """One row of ``expense``; amounts in hundredths, dates in epoch milliseconds."""

    id: int
    name: str
    amount: int
    category: int
    note: str
    created_ms: int
    modified_ms: int


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
    """

    open_row: int | None = None
    selected: tuple[int, ...] = ()
    first_ms: int | None = None
    last_ms: int | None = None
    descending: bool = True


@dataclass(frozen=True)
class OnboardingState:
    """Choices made in onboarding so far."""

    page: int = 0
    search: str = ""
    language: str = "en"
    currency: str = "840"


@dataclass(frozen=True)
class MoreState:
    """Text fields of feedback and export.

    Attributes:
        error: (field, message) of the feedback field that is wrong.
    """

    name: str = ""
    email: str = ""
    comment: str = ""
    error: tuple[str, str] = ("", "")
    file: str = ""

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
    """

    stack: tuple[str, ...] = ("splash",)
    drawer: bool = False
    entry: EntryState = field(default_factory=EntryState)
    logs: LogsState = field(default_factory=LogsState)
    statistics: LogsState = field(default_factory=LogsState)
    onboarding: OnboardingState = field(default_factory=OnboardingState)
    more: MoreState = field(default_factory=MoreState)

    @property
    def here(self) -> str:
        """The destination on screen."""
        return self.stack[-1]
