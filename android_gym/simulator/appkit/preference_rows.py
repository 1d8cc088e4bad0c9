"""Descriptions of the rows of a preferences page: what they show, and the key of their value."""

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
"""Value of a row, as stored in SharedPreferences."""


@dataclass(frozen=True)
class Category:
    """The heading of a group of rows."""

    title: str


@dataclass(frozen=True)
class Preference:
    """A row with a value.

    Attributes:
        key: Key under which the value is stored.
        title: First line.
        summary: Second line; None for the one that its class derives from the value, if any.
        icon: Icon before the text.
        enabled: Whether it is enabled.
        id: Resource id, or prefix of several ids, for layouts with ids for each row.
    """

    key: str
    title: str
    summary: str | None = None
    icon: str | Drawable | None = None
    enabled: bool = True
    id: str = ""

    @property
    def initial(self) -> Value:
        """The default value."""
        raise NotImplementedError(f"{type(self).__name__} must have a default.")


@dataclass(frozen=True)
class SwitchPreference(Preference):
    """A switch, or a check box.

    Attributes:
        default: Whether it is on by default.
        widget: Widget that shows the value.
        summary_off: Summary while it is off, if different.
    """

    default: bool = False
    widget: Literal["switch", "checkbox"] = "switch"
    summary_off: str | None = None

    @property
    def initial(self) -> bool:
        """The default value."""
        return self.default


@dataclass(frozen=True)
class ListPreference(Preference):
    """One of several values, chosen in a dialog; the summary is its label.

    Attributes:
        choices: (value, label) pairs.
        default: The default value; None for the first choice.
        cancel: Label of the dialog's button; None for no button.
    """

    choices: tuple[tuple[Value, str], ...] = ()
    default: Value | None = None
    cancel: str | None = "Cancel"

    @property
    def initial(self) -> Value:
        """The default value."""
        return self.choices[0][0] if self.default is None else self.default

    def label(self, value: Value) -> str:
        """Return the label of a value, "" if it isn't one of the choices."""
        return next((label for each, label in self.choices if each == value), "")


@dataclass(frozen=True)
class RadioPreference(Preference):
    """One of several rows with the same key, of which one is selected.

    Attributes:
        choice: The value that this row selects.
        default: The default value.
    """

    choice: Value = ""
    default: Value = ""

    @property
    def initial(self) -> Value:
        """The default value."""
        return self.default


@dataclass(frozen=True)
class TextPreference(Preference):
    """A text that is edited in a dialog; the summary is the text.

    Attributes:
        default: The default text.
        input_type: Input type of the field.
        hint: Shown while the field is empty.
        accept: Converts typed text to the value to store; None rejects it.
        button: Label of the dialog's positive button.
        required: Whether blank text is rejected.
        max_length: Longer text is truncated; None for no limit.
        empty: Summary while the text is empty.
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
        """The default value."""
        return self.default


@dataclass(frozen=True)
class SeekBarPreference(Preference):
    """A whole number, set by a slider in the row itself.

    Attributes:
        default: The default number.
        minimum: Smallest number.
        maximum: Largest number.
    """

    default: int = 0
    minimum: int = 0
    maximum: int = 100

    @property
    def initial(self) -> int:
        """The default value."""
        return self.default


@dataclass(frozen=True)
class LinkPreference:
    """A row without a value; a tap triggers an action.

    Attributes:
        title: First line.
        on_click: Called with the activity; None for a row that is only informative.
        summary: Second line.
        icon: Icon before the text.
        key: Identity; the title if empty.
        enabled: Whether it is enabled.
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
        """Return the view of the row."""
        raise NotImplementedError(f"{type(self).__name__} must build its view.")


Row = Preference | LinkPreference | Category | ViewRow


class Rows(Sequence[View]):
    """The views of a page's rows, each built when it is accessed.

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
