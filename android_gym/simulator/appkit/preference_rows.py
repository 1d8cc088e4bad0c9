"""The rows of a page of preferences: what each shows, and where its value is kept."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Literal, overload

from android_gym.simulator.ui.activity import Activity
from android_gym.simulator.ui.drawables import Drawable
from android_gym.simulator.ui.options import InputType
from android_gym.simulator.ui.view import View

__all__ = [
    "Category",
    "LinkPreference",
    "ListPreference",
    "Preference",
    "RadioPreference",
    "Row",
    "Rows",
    "SeekBarPreference",
    "SwitchPreference",
    "TextPreference",
    "Value",
    "ViewRow",
]

Value = str | int | float | bool
"""A value of a row, as SharedPreferences keep it."""


@dataclass(frozen=True)
class Category:
    """The heading of a group of rows."""

    title: str


@dataclass(frozen=True)
class Preference:
    """A row with a value.

    Attributes:
        key: Name under which the value is kept.
        title: First line.
        summary: Second line; by default what a family shows of its value.
        icon: Icon before them.
        enabled: Whether it is not greyed out.
        id: Resource id, or the beginning of several, in a look that has one for each row.
    """

    key: str
    title: str
    summary: str | None = None
    icon: str | Drawable | None = None
    enabled: bool = True
    id: str = ""

    @property
    def initial(self) -> Value:
        """The value where none is kept."""
        raise NotImplementedError(f"{type(self).__name__} must have a default.")


@dataclass(frozen=True)
class SwitchPreference(Preference):
    """A switch, or a check box.

    Attributes:
        default: Whether it is on where nothing is kept.
        widget: What shows it.
        summary_off: Summary while it is off, where that differs.
    """

    default: bool = False
    widget: Literal["switch", "checkbox"] = "switch"
    summary_off: str | None = None

    @property
    def initial(self) -> bool:
        """The value where none is kept."""
        return self.default


@dataclass(frozen=True)
class ListPreference(Preference):
    """One of several values, chosen in a dialog; the summary is its label.

    Attributes:
        choices: (value, label) pairs.
        default: The value where nothing is kept; the first where None.
        cancel: Label of the dialog's button; None for none.
    """

    choices: tuple[tuple[Value, str], ...] = ()
    default: Value | None = None
    cancel: str | None = "Cancel"

    @property
    def initial(self) -> Value:
        """The value where none is kept."""
        return self.choices[0][0] if self.default is None else self.default

    def label(self, value: Value) -> str:
        """Return the label of a value, "" where it is none of the choices."""
        return next((label for each, label in self.choices if each == value), "")


@dataclass(frozen=True)
class RadioPreference(Preference):
    """One of several rows with the same key, of which one is chosen.

    Attributes:
        choice: The value that this row stands for.
        default: The value where nothing is kept.
    """

    choice: Value = ""
    default: Value = ""

    @property
    def initial(self) -> Value:
        """The value where none is kept."""
        return self.default


@dataclass(frozen=True)
class TextPreference(Preference):
    """A text that is edited in a dialog; the summary is the text.

    Attributes:
        default: The text where nothing is kept.
        input_type: What the field takes.
        hint: Shown while it is empty.
        accept: Returns what is to be kept of a text typed, None where it is refused.
        button: Label of the dialog's positive button.
        required: Whether a blank text can't be accepted.
        max_length: Longer text is cut; None for no limit.
        empty: Summary while there is no text.
    """

    default: str = ""
    input_type: InputType = "text"
    hint: str | None = None
    accept: Callable[[str], Value | None] = str.strip
    button: str = "OK"
    required: bool = False
    max_length: int | None = None
    empty: str = ""

    @property
    def initial(self) -> str:
        """The value where none is kept."""
        return self.default


@dataclass(frozen=True)
class SeekBarPreference(Preference):
    """A whole number on a slider in the row itself.

    Attributes:
        default: The number where nothing is kept.
        minimum: Smallest.
        maximum: Largest.
    """

    default: int = 0
    minimum: int = 0
    maximum: int = 100

    @property
    def initial(self) -> int:
        """The value where none is kept."""
        return self.default


@dataclass(frozen=True)
class LinkPreference:
    """A row without a value: a tap does something.

    Attributes:
        title: First line.
        on_click: Called with the activity; None for a row that only tells something.
        summary: Second line.
        icon: Icon before them.
        key: Identity; the title where it is empty.
        enabled: Whether it is not greyed out.
        id: As for `Preference`.
    """

    title: str
    on_click: Callable[[Any], object] | None = None
    summary: str | None = None
    icon: str | Drawable | None = None
    key: str = ""
    enabled: bool = True
    id: str = ""


@dataclass(frozen=True)
class ViewRow:
    """A row that builds its own view: a picture, small print, buttons."""

    def view(self, screen: Activity[Any]) -> View:
        """Build the row."""
        raise NotImplementedError(f"{type(self).__name__} must build its view.")


Row = Preference | LinkPreference | Category | ViewRow


class Rows(Sequence[View]):
    """The views of a page's rows, each built when it is asked for.

    Attributes:
        items: The rows.
    """

    def __init__(self, items: Sequence[Row], build: Callable[[Row], View]) -> None:
        self.items = items
        self._build = build

    def __len__(self) -> int:
        return len(self.items)

    @overload
    def __getitem__(self, index: int) -> View: ...

    @overload
    def __getitem__(self, index: slice) -> Sequence[View]: ...

    def __getitem__(self, index: int | slice) -> View | Sequence[View]:
        if isinstance(index, slice):
            return Rows(self.items[index], self._build)
        return self._build(self.items[index])
