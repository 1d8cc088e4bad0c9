"""The form that makes or changes a contact."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Unpack

from android_gym.simulator.apps.contacts.actions import MORE_FIELDS, EditorActions
from android_gym.simulator.apps.contacts.dialogs import (
    ChangePhoto,
    CustomLabel,
    DeleteContacts,
    DiscardChanges,
    SignificantDate,
    day_of,
)
from android_gym.simulator.apps.contacts.model import LABELS, Entry, Kind
from android_gym.simulator.ui.activity import Screen
from android_gym.simulator.ui.components import (
    DropdownField,
    MenuItem,
    OverflowButton,
    TextInputLayout,
)
from android_gym.simulator.ui.drawables import Oval
from android_gym.simulator.ui.layouts import (
    FrameLayout,
    ScrollView,
    full_column,
    wide_column,
    wide_row,
)
from android_gym.simulator.ui.options import ViewOptions
from android_gym.simulator.ui.view import MATCH, Ui, View
from android_gym.simulator.ui.widgets import Button, EditText, ImageButton, ImageView, TextView

__all__ = ["ContactEditorActivity"]

SEVERAL: Mapping[Kind, tuple[str, str]] = {
    "phones": ("Phone", "phone_outline"),
    "emails": ("Email", "email_outline"),
}
"""Hint and icon of the fields that there can be several of."""

FIELDS = {
    "prefix": ("Name prefix", "account_outline"),
    "first": ("First name", "account_outline"),
    "middle": ("Middle name", "account_outline"),
    "last": ("Last name", "account_outline"),
    "suffix": ("Name suffix", "account_outline"),
    "company": ("Company", "domain"),
    "nickname": ("Nickname", "account_outline"),
    "title": ("Title", "briefcase_outline"),
    "address": ("Address", "map_marker_outline"),
    "website": ("Website", "web"),
    "notes": ("Notes", "note_text_outline"),
}
"""Hint and icon of the fields that there are one of."""


class ContactEditorActivity(EditorActions):
    """Makes a contact, or changes one."""

    DIALOGS = (ChangePhoto, CustomLabel, DeleteContacts, DiscardChanges, SignificantDate)

    def on_back(self) -> bool:
        """Ask before changes are lost."""
        if self.changed:
            self.show_dialog(DiscardChanges())
        return self.changed

    def build(self) -> Screen:
        """Build bar and form."""
        title = "Create contact" if self.state.contact is None else "Edit contact"
        form = ScrollView(
            self._form(), id="contact_editor_scroller", width=MATCH, height=0, weight=1
        )
        return Screen(full_column(self._bar(title), form), title=title)

    def _bar(self, title: str) -> View:
        contact = self.state.contact
        delete = None
        if contact is not None:
            delete = MenuItem("Delete", lambda: self.show_dialog(DeleteContacts((contact,))))
        return wide_row(
            ImageButton("close", content_description="Cancel", on_click=self._cancel),
            TextView(title, style="app_bar_title", width=0, weight=1, margin=(8, 0), max_lines=1),
            Button("Save", id="toolbar_button", kind="filled", on_click=self.save),
            OverflowButton([delete, MenuItem("Help & feedback", self.open_help)]),
            id="toolbar",
            height=64,
            padding=(4, 0),
            content_gravity="center_vertical",
            background="app_bar",
        )

    def _cancel(self) -> None:
        if not self.on_back():
            self.finish()

    def _form(self) -> View:
        def photo() -> None:
            self.show_dialog(ChangePhoto())

        if self.state.more:
            more = [self._line(FIELDS[name][1], self._field(name)) for name in MORE_FIELDS]
        else:
            more = [
                Button(
                    "More fields",
                    gravity="center_horizontal",
                    key="more",
                    on_click=lambda: self.update(more=True),
                )
            ]
        return wide_column(
            ImageView(
                "image_plus_outline",
                content_description="Add contact photo",
                tint="on_secondary_container",
                size=40,
                width=120,
                height=120,
                gravity="center_horizontal",
                background=Oval("secondary_container"),
                on_click=photo,
                margin=(0, 20, 0, 0),
                key="photo",
            ),
            Button(
                "Add picture",
                gravity="center_horizontal",
                margin=(0, 0, 0, 2),
                on_click=photo,
                key="picture",
            ),
            self._names(),
            self._line(FIELDS["company"][1], self._field("company")),
            *self._several("phones"),
            *self._several("emails"),
            self._date(),
            *more,
            padding=(0, 0, 0, 24),
        )

    def _line(self, icon: str | None, field: View, after: View | None = None) -> View:
        """Return a field between its icon, without which it belongs to the one above, and a button.

        A field that is as wide as it says leaves the rest of the line empty.
        """
        rest = None
        if field.width == MATCH:
            field.width, field.weight = 0, 1
        else:
            rest = View(width=0, height=1, weight=1)
        end = FrameLayout([after], width=56, key="end")
        return wide_row(
            ImageView(icon, width=52, margin=(0, 6, 0, 0)),
            field,
            rest,
            end,
            key=("line", field.key),
            margin=(0, 9 if icon is None else 16, 0, 0),
            content_gravity="center_vertical",
        )

    def _field(self, name: str) -> View:
        field = EditText(
            self.state.card.get(name),
            key="text",
            hint=FIELDS[name][0],
            on_text_change=lambda text: self.change(name, text),
            capitalize="words",
            ime_action="next",
            input_type="uri" if name == "website" else "text",
        )
        return TextInputLayout(field, key=name)

    def _names(self) -> View:
        shown = self.state.names
        first, *rest = list(FIELDS)[:5] if shown else ["first", "last"]
        chevron = ImageView(
            "chevron_up" if shown else "chevron_down",
            width=48,
            height=48,
            gravity="center_horizontal",
            content_description=f"Show {'fewer' if shown else 'more'} name fields",
            on_click=lambda: self.update(names=not shown),
        )
        return wide_column(
            self._line(FIELDS[first][1], self._field(first), chevron),
            *(self._line(None, self._field(part)) for part in rest),
            key="names",
        )

    # -- numbers and addresses

    def _several(self, kind: Kind) -> list[View]:
        entries = self.state.card.entries(kind)
        views = [self._entry(kind, index, entry) for index, entry in enumerate(entries)]
        if all(entry.text.strip() for entry in entries):
            fresh = Entry(label=next(iter(LABELS[kind])))
            views.append(
                Button(
                    f"Add {SEVERAL[kind][0].lower()}",
                    icon="plus",
                    margin=(48, 0, 0, 0),
                    key=("add", kind),
                    on_click=lambda: self.put(kind, len(entries), fresh),
                )
            )
        return views

    def _entry(self, kind: Kind, index: int, entry: Entry) -> View:
        hint, icon = SEVERAL[kind]
        names = list(LABELS[kind])
        if entry.label not in names:
            names.append(entry.label)

        def choose(chosen: int) -> None:
            if names[chosen] == "Custom":
                self.show_dialog(CustomLabel(kind, index))
            else:
                self.label(kind, index, names[chosen])

        field = EditText(
            entry.text,
            key="text",
            hint=hint,
            on_text_change=lambda text: self.type(kind, index, text),
            input_type="phone" if kind == "phones" else "email",
            ime_action="next",
        )
        delete = None
        if entry.text:
            delete = ImageButton(
                "close",
                gravity="center_horizontal",
                content_description=f"Delete {entry.label} {hint}",
                on_click=lambda: self.put(kind, index, None),
            )
        label = _LabelField(
            names, names.index(entry.label), choose, f"{entry.label} {hint}", key="label", width=170
        )
        return wide_column(
            self._line(icon if index == 0 else None, TextInputLayout(field, key=kind), delete),
            self._line(None, label),
            key=(kind, index),
        )

    def _date(self) -> View:
        text = self.state.card.get("date")
        day = day_of(text)
        field = EditText(
            f"{day:%B} {day.day}, {day.year}" if day else text,
            key="text",
            hint="Significant date",
            on_text_change=lambda typed: self.change("date", typed),
            ime_action="next",
        )
        box = TextInputLayout(
            field,
            end_icon="arrow_drop_down",
            end_icon_description="Show date picker",
            on_end_icon=lambda: self.show_dialog(SignificantDate()),
            key="date",
        )
        return self._line("calendar", box)


class _LabelField(DropdownField):
    """The label of a number or address; its text says whose label it is.

    Args:
        labels: Labels to choose from.
        chosen: Index of the present one.
        on_choose: Called with the index of the one that was tapped.
        spoken: Description of the text for screen readers.
        **common: See `View`.
    """

    def __init__(
        self,
        labels: Sequence[str],
        chosen: int,
        on_choose: Callable[[int], Any],
        spoken: str,
        **common: Unpack[ViewOptions],
    ) -> None:
        common["clickable"] = False  # its text and its arrow are
        super().__init__("Label", labels, chosen, on_choose, **common)
        self.spoken = spoken

    def compose(self, ui: Ui) -> Sequence[View | None]:
        """Make the text and the arrow say what a tap does."""
        content = super().compose(ui)
        for box in content:
            for view in box.children if box is not None else ():
                if not isinstance(view, TextView | ImageView):
                    continue
                view.clickable, view.on_click = True, self.click
                if isinstance(view, TextView):
                    view.content_description = self.spoken
                    view.class_name = "android.widget.Spinner"
                else:
                    view.content_description = "Show dropdown menu"
                    view.class_name = "android.widget.ImageButton"
        return content
