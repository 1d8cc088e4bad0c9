"""Pro Expense's data: expenses, categories, and the state of its only activity."""

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
"""Category name and icon by database id."""

INCOME = 2
PAGE = 50
"""Number of rows that a list loads at once."""

Range = Literal["logs", "statistics"]
"""Screens with a date filter, as fields of the state."""


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
    """State of the entry screen.

    Attributes:
        id: Id of the edited expense; None for a new one.
        name: Text of the name field.
        amount: Text of the amount field.
        category: Chosen category.
        first: First category in the strip (the one chosen when the screen opened).
        note: Text of the note field.
        when_ms: Date shown, epoch milliseconds.
        repeat: Whether SAVE keeps the screen open for another expense.
        error: Whether the missing amount is marked as an error.
        opened_ms: Time of opening, which makes the screen start unscrolled each time.
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
    """State of the list of expenses, or of the statistics.

    Attributes:
        open_row: Id of the row that shows its red "Delete" area.
        selected: Ids of the selected rows, in the order of selection.
        first_ms: Start of the filter; None for no filter.
        last_ms: End of the filter.
        descending: Whether the newest expenses come first.
    """

    open_row: int | None = None
    selected: tuple[int, ...] = ()
    first_ms: int | None = None
    last_ms: int | None = None
    descending: bool = True


@dataclass(frozen=True)
class OnboardingState:
    """The choices made in onboarding."""

    page: int = 0
    search: str = ""
    language: str = "en"
    currency: str = "840"


@dataclass(frozen=True)
class MoreState:
    """State of the feedback and export forms.

    Attributes:
        error: (field, message) of the invalid feedback field.
    """

    name: str = ""
    email: str = ""
    comment: str = ""
    error: tuple[str, str] = ("", "")
    file: str = ""

    def typed(self, field: str, text: str) -> MoreState:
        """Return the state with a field changed and the error cleared."""
        changes: dict[str, Any] = {field: text, "error": ("", "")}
        return replace(self, **changes)


@dataclass(frozen=True)
class MainState:
    """State of the activity, which outlives the process.

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
