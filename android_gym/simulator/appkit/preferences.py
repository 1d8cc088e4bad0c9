"""Preferences pages described by their rows, like androidx's PreferenceFragment.

    class SettingsActivity(PreferenceActivity):
        ROWS = (
            Category("Display"),
            SwitchPreference("dark", "Dark theme"),
            ListPreference("sort", "Sort by", choices=(("name", "Name"), ("date", "Date"))),
            TextPreference("folder", "Folder", default="/sdcard/Notes"),
            LinkPreference("Help", on_click=SettingsActivity.help),
        )

Values are stored in the app's default SharedPreferences under the row's key, unless `value` and
`set_value` are overridden. The layout of rows is `row`, which apps with a layout of their own
override once; a row unlike all others is a `ViewRow`. Rows are built when they become visible.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, Final

from typing_extensions import TypeVar, Unpack

from android_gym.errors import OptionError
from android_gym.simulator.appkit.dialogs import ChoiceDialog, TextDialog
from android_gym.simulator.appkit.preference_rows import (
    Category,
    LinkPreference,
    ListPreference,
    Preference,
    RadioPreference,
    Row,
    Rows,
    SeekBarPreference,
    SwitchPreference,
    TextPreference,
    Value,
    ViewRow,
)
from android_gym.simulator.ui.activity import Activity, Dialogs, NoState, Screen
from android_gym.simulator.ui.components import ListItem, Toolbar, section_header
from android_gym.simulator.ui.geometry import MATCH
from android_gym.simulator.ui.layouts import RecyclerView, full_column, wide_column
from android_gym.simulator.ui.options import InputType, Insets, TextOptions, ViewOptions
from android_gym.simulator.ui.view import View
from android_gym.simulator.ui.widgets import CheckBox, RadioButton, SeekBar, Switch

__all__ = [
    "Category",
    "LinkPreference",
    "ListPreference",
    "P_co",
    "Preference",
    "PreferenceActivity",
    "RadioPreference",
    "Row",
    "Rows",
    "SeekBarPreference",
    "SwitchPreference",
    "TextPreference",
    "Value",
    "ViewRow",
]

P_co = TypeVar("P_co", covariant=True, default=NoState)

SUMMARY_LINES: Final = 10
"""Most lines of a row's summary (androidx's preference_material)."""


@dataclass(frozen=True)
class ListPreferenceDialog(ChoiceDialog["PreferenceActivity[Any]"]):
    """The list of choices of a `ListPreference`."""

    key: str = ""

    def title(self, screen: PreferenceActivity[Any]) -> str:
        return screen.preference(self.key).title

    def choices(self, screen: PreferenceActivity[Any]) -> Sequence[str]:
        return [label for _, label in self._row(screen).choices]

    def selected(self, screen: PreferenceActivity[Any]) -> int:
        row = self._row(screen)
        values = [value for value, _ in row.choices]
        value = screen.value(row)
        return values.index(value) if value in values else -1

    def on_choose(self, screen: PreferenceActivity[Any], index: int) -> None:
        row = self._row(screen)
        screen.set_value(row, row.choices[index][0])

    def negative(self, screen: PreferenceActivity[Any]) -> str | None:
        return self._row(screen).cancel

    def _row(self, screen: PreferenceActivity[Any]) -> ListPreference:
        row = screen.preference(self.key)
        assert isinstance(row, ListPreference)
        return row


@dataclass(frozen=True)
class TextPreferenceDialog(TextDialog["PreferenceActivity[Any]"]):
    """The text field of a `TextPreference`."""

    key: str = ""

    def padding(self, screen: PreferenceActivity[Any]) -> Insets:
        return screen.DIALOG_PADDING

    def field_options(self, screen: PreferenceActivity[Any]) -> TextOptions:
        options = super().field_options(screen)
        if screen.FIELD_PADDING is not None:
            options["padding"] = screen.FIELD_PADDING
        return options

    def positive(self, screen: PreferenceActivity[Any]) -> str:
        return self._row(screen).button

    def valid(self, screen: PreferenceActivity[Any]) -> bool:
        return bool(self.text.strip()) or not self._row(screen).required

    def max_length(self, screen: PreferenceActivity[Any]) -> int | None:
        return self._row(screen).max_length

    def title(self, screen: PreferenceActivity[Any]) -> str:
        return screen.preference(self.key).title

    def hint(self, screen: PreferenceActivity[Any]) -> str | None:
        return self._row(screen).hint

    def input_type(self, screen: PreferenceActivity[Any]) -> InputType:
        return self._row(screen).input_type

    def on_accept(self, screen: PreferenceActivity[Any], text: str) -> None:
        row = self._row(screen)
        value = row.accept(text)
        if value is not None:
            screen.set_value(row, value)

    def _row(self, screen: PreferenceActivity[Any]) -> TextPreference:
        row = screen.preference(self.key)
        assert isinstance(row, TextPreference)
        return row


class PreferenceActivity(Activity[P_co]):
    """A page of preferences.

    Attributes:
        TITLE: Title of the app bar.
        ROWS: The rows, if they never change; see `rows`.
        DIALOG_PADDING: Padding around the field in a `TextPreference`'s dialog.
        FIELD_PADDING: Padding of that field itself; None for a field's default.
    """

    DIALOGS: ClassVar[Dialogs] = (ListPreferenceDialog, TextPreferenceDialog)
    DIALOG_PADDING: ClassVar[Insets] = (24, 8)
    FIELD_PADDING: ClassVar[Insets | None] = None

    TITLE: ClassVar[str] = "Settings"
    ROWS: ClassVar[Sequence[Row]] = ()

    # -- what subclasses define

    def rows(self) -> Sequence[Row | None]:
        """Return the rows; None entries are skipped."""
        return self.ROWS

    def value(self, preference: Preference) -> Value:
        """Return a preference's value, or its default if a value of another type is stored."""
        return self.context.preferences().get(preference.key, preference.initial)

    def set_value(self, preference: Preference, value: Value) -> None:
        """Store a preference's value."""
        self.context.preferences().put(**{preference.key: value})

    def title(self) -> str:
        """Return the title; `TITLE` unless overridden."""
        return self.TITLE

    def summary(self, preference: Preference, value: Value) -> str | None:
        """Return the summary of a row with a value."""
        match preference:
            case SwitchPreference() if not value and preference.summary_off is not None:
                return preference.summary_off
            case ListPreference() if preference.summary is None:
                return preference.label(value)
            case TextPreference() if preference.summary is None:
                return str(value) or preference.empty
        return preference.summary

    def row(
        self,
        row: Preference | LinkPreference,
        summary: str | None,
        on_click: Callable[[], object] | None,
        widget: View | None,
    ) -> View:
        """Return the view of a row: androidx's layout, unless overridden.

        Args:
            row: Description of the row.
            summary: Second line.
            on_click: Action of a tap.
            widget: Switch, check box, radio button or slider.
        """
        if not row.title and isinstance(row, LinkPreference):  # only small print
            return ListItem(
                summary or "",
                title_id="android:id/summary",
                title_style="list_item_secondary",
                title_lines=SUMMARY_LINES,
                key=row.key,
                on_click=on_click,
            )
        slider = isinstance(widget, SeekBar)
        item = ListItem(
            row.title,
            summary,
            icon=row.icon,
            title_id="android:id/title",
            subtitle_id="android:id/summary",
            subtitle_lines=SUMMARY_LINES,
            trailing=None if slider else widget,
            enabled=row.enabled,
            key=(row.key, row.choice) if isinstance(row, RadioPreference) else row.key or row.title,
            on_click=on_click,
        )
        if not slider:
            return item
        return wide_column(item, widget, key=("slider", row.key))

    def heading(self, title: str) -> View:
        """Return the heading of a group."""
        return section_header(title, key=("category", title))

    def bar(self) -> View:
        """Return the app bar with its arrow."""
        return Toolbar(self.title(), navigation="arrow_back", on_navigation=self.up)

    def up(self) -> None:
        """Leave the page, as the arrow does."""
        if not self.on_back():
            self.finish()

    def listing(self, rows: Sequence[View]) -> View:
        """Return the list; the views in `rows` are built when they are accessed."""
        return RecyclerView(
            len(rows), rows.__getitem__, id="recycler_view", width=MATCH, height=0, weight=1
        )

    def content(self, rows: Sequence[View]) -> View:
        """Return the layout of app bar and list."""
        return full_column(self.bar(), self.listing(rows))

    # -- what is derived from it

    def preference(self, key: str) -> Preference:
        """Return the row with a value of a key.

        Raises:
            OptionError: If the page has no such row.
        """
        found = [row for row in self.rows() if isinstance(row, Preference)]
        for row in found:
            if row.key == key:
                return row
        raise OptionError(
            f"{type(self).__name__} has no preference {key!r}; it has "
            f"{', '.join(row.key for row in found) or 'none'}."
        )

    def build(self) -> Screen:
        """Return the screen."""
        rows = Rows([row for row in self.rows() if row is not None], self.view)
        return Screen(self.content(rows), title=self.title())

    def view(self, row: Row) -> View:
        """Return the view of a row."""
        match row:
            case Category():
                return self.heading(row.title)
            case ViewRow():
                return row.view(self)
            case LinkPreference():
                click = row.on_click
                return self.row(
                    row, row.summary, (lambda: click(self)) if click is not None else None, None
                )
            case SwitchPreference():
                on = bool(self.value(row))
                summary = self.summary(row, on)
                return self.row(row, summary, lambda: self.set_value(row, not on), _switch(row, on))
            case ListPreference():
                summary = self.summary(row, self.value(row))
                return self.row(
                    row, summary, lambda: self.show_dialog(ListPreferenceDialog(key=row.key)), None
                )
            case TextPreference():
                value = self.value(row)
                edit = TextPreferenceDialog(str(value), key=row.key)
                return self.row(row, self.summary(row, value), lambda: self.show_dialog(edit), None)
            case RadioPreference():
                button = RadioButton(
                    id="android:id/checkbox",
                    checked=self.value(row) == row.choice,
                    enabled=row.enabled,
                    clickable=False,
                    focusable=False,
                )
                return self.row(row, row.summary, lambda: self.set_value(row, row.choice), button)
            case SeekBarPreference():
                return self.row(row, row.summary, None, self.slider(row))
        raise OptionError(f"{type(self).__name__} has a row of an unknown kind: {row!r}.")

    def slider(self, row: SeekBarPreference, **options: Unpack[ViewOptions]) -> View:
        """Return the slider of a row."""
        value = self.value(row)
        assert isinstance(value, int)

        def move(moved: float) -> None:
            if (number := row.minimum + round(moved)) != value:
                self.set_value(row, number)

        options["id"], options["width"] = row.id or "seekbar", MATCH
        options["enabled"] = row.enabled
        return SeekBar(
            value - row.minimum,
            row.maximum - row.minimum,
            on_change=move,
            **options,
        )


def _switch(row: SwitchPreference, on: bool) -> View:
    if row.widget == "checkbox":
        return CheckBox(checked=on, id="android:id/checkbox", clickable=False, focusable=False)
    return Switch(checked=on, id="android:id/switch_widget", clickable=False, focusable=False)
