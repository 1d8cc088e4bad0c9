"""The editor of a new or existing contact."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping, Sequence
from typing import Any, Unpack

from android_gym.simulator.apps.contacts.actions import MORE_LISTS, EditorActions
from android_gym.simulator.apps.contacts.dialogs import (
    ChangePhoto,
    ContactLabels,
    CustomLabel,
    DeleteContacts,
    DiscardChanges,
    NewLabel,
    SignificantDate,
    Unlink,
    day_of,
)
from android_gym.simulator.apps.contacts.model import (
    LABELS,
    PHONETIC_PARTS,
    Entry,
    Kind,
    blank,
)
from android_gym.simulator.apps.contacts.storage import PHONETIC
from android_gym.simulator.system.activity_records import RESULT_OK
from android_gym.simulator.system.intents import Intent
from android_gym.simulator.ui.activity import Screen
from android_gym.simulator.ui.components import (
    DropdownField,
    MenuItem,
    OverflowButton,
    TextInputLayout,
)
from android_gym.simulator.ui.drawables import Oval
from android_gym.simulator.ui.geometry import MATCH
from android_gym.simulator.ui.layouts import (
    FrameLayout,
    ScrollView,
    full_column,
    wide_column,
    wide_row,
)
from android_gym.simulator.ui.options import InputType, ViewOptions
from android_gym.simulator.ui.ui import Ui
from android_gym.simulator.ui.view import View
from android_gym.simulator.ui.widgets import Button, EditText, ImageButton, ImageView, TextView

__all__ = ["ContactEditorActivity"]

SEVERAL: Mapping[Kind, tuple[str, str]] = {
    "phones": ("Phone", "phone_outline"),
    "emails": ("Email", "email_outline"),
    "dates": ("Significant date", "calendar"),
    "addresses": ("Address", "map_marker_outline"),
    "websites": ("Website", "web"),
    "relations": ("Related person", "account_multiple_outline"),
    "chats": ("IM", "message_outline"),
}
"""Hint and icon of the multi-entry fields."""

_INPUT: Mapping[Kind, InputType] = {"phones": "phone", "emails": "email", "websites": "uri"}

FIELDS = {
    "prefix": ("Name prefix", "account_outline"),
    "first": ("First name", "account_outline"),
    "middle": ("Middle name", "account_outline"),
    "last": ("Last name", "account_outline"),
    "suffix": ("Name suffix", "account_outline"),
    "phonetic_last": ("Phonetic last name", "account_voice"),
    "phonetic_middle": ("Phonetic middle name", "account_voice"),
    "phonetic_first": ("Phonetic first name", "account_voice"),
    "company": ("Company", "domain"),
    "nickname": ("Nickname", "account_outline"),
    "title": ("Title", "briefcase_outline"),
    "department": ("Department", "briefcase_outline"),
    "sip": ("SIP", "dialpad"),
    "notes": ("Notes", "note_text_outline"),
}
"""Hint and icon of the single-entry fields."""

PLACES = ("Street", "PO box", "Neighborhood", "City", "State", "ZIP code", "Country")
"""Parts of a postal address, in order."""

ORDER = (
    "phonetic_last", "phonetic_middle", "phonetic_first", "nickname", "title", "department",
    "addresses", "websites", "relations", "chats", "sip", "notes",
)  # fmt: skip
"""Fields under "More fields", in order."""


class ContactEditorActivity(EditorActions):
    """The editor of a new or existing contact."""

    DIALOGS = (
        ChangePhoto,
        ContactLabels,
        CustomLabel,
        DeleteContacts,
        DiscardChanges,
        NewLabel,
        SignificantDate,
        Unlink,
    )

    def on_back(self) -> bool:
        """Ask before discarding changes."""
        if self.changed:
            self.show_dialog(DiscardChanges())
        return self.changed

    def build(self) -> Screen:
        """Build the bar and the form."""
        title = "Create contact" if self.state.contact is None else "Edit contact"
        form = ScrollView(self._form(), id="contact_editor_scroller", width=MATCH, height=MATCH)
        frame = FrameLayout([form], id="contact_editor_fragment", width=MATCH, height=0, weight=1)
        whole = full_column(self._bar(title), frame, id="fragment_container")
        return Screen(whole, title=title)

    def _bar(self, title: str) -> View:
        contact = self.state.contact
        delete = link = unlink = None
        if contact is not None:
            link = MenuItem("Link", self._link, id="menu_join")
            if len(self.store.raw_contacts(contact)) > 1:
                ask = Unlink(contact)
                unlink = MenuItem("Unlink", lambda: self.show_dialog(ask), id="menu_split")
            delete = MenuItem("Delete", lambda: self.show_dialog(DeleteContacts((contact,))))
        return wide_row(
            ImageButton("close", content_description="Cancel", on_click=self._cancel),
            TextView(title, style="app_bar_title", width=0, weight=1, margin=(8, 0), max_lines=1),
            Button("Save", id="toolbar_button", kind="filled", on_click=self.save),
            OverflowButton([unlink, link, delete, MenuItem("Help & feedback", self.open_help)]),
            id="toolbar",
            height=64,
            padding=(4, 0),
            content_gravity="center_vertical",
            background="app_bar",
        )

    def _link(self) -> None:
        """Save the changes, and let the user choose the contact to link with."""
        contact = self.state.contact
        if contact is not None and self.store.get(contact) is not None:
            if self.changed:
                self.store.save(self.state.card, contact)
            self.ask_link(contact)

    def on_activity_result(self, request: Hashable, code: int, data: Intent | None) -> None:
        """Leave the form once the contact has been linked."""
        if request == "link" and code == RESULT_OK:
            self.finish(RESULT_OK, data)

    def _cancel(self) -> None:
        if not self.on_back():
            self.finish()

    def _form(self) -> View:
        def photo() -> None:
            self.show_dialog(ChangePhoto())

        if self.state.more:
            hidden = self.context.preferences().get(PHONETIC, 0) == 1
            shown = [
                name
                for name in ORDER
                if name not in PHONETIC_PARTS or not hidden or self.state.card.get(name)
            ]
            more = [view for name in shown for view in self._more(name)]
            more.append(self._labels())
        else:
            more = [
                Button(
                    "More fields",
                    id="more_fields",
                    gravity="center_horizontal",
                    key="more",
                    on_click=lambda: self.update(more=True),
                )
            ]
        return wide_column(
            ImageView(
                "image_plus_outline",
                content_description="Add contact photo",
                id="photo_touch_intercept_overlay",
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
            *self._several("dates"),
            wide_column(*more, id="kind_section_views"),
            id="raw_contacts_editor_view",
            padding=(0, 0, 0, 24),
        )

    def _line(self, icon: str | None, field: View, after: View | None = None) -> View:
        """Build a line: an icon (None if it belongs to the line above), a field, and a button.

        A field with a fixed width leaves the rest of the line empty.
        """
        rest = None
        if field.width == MATCH:
            field.width, field.weight = 0, 1
        else:
            rest = View(width=0, height=1, weight=1)
        end = FrameLayout([after], width=56, key="end")
        return wide_row(
            ImageView(icon, id="kind_icon", width=52, margin=(0, 6, 0, 0)),
            field,
            rest,
            end,
            key=("line", field.key),
            id="editors",
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
            input_type="text",
        )
        return TextInputLayout(field, key=name)

    def _more(self, name: str) -> list[View]:
        """Build a field, or the fields of a kind, under "More fields"."""
        for kind in MORE_LISTS:
            if kind == name:
                return self._several(kind)
        icon = FIELDS[name][1]
        shared = name in ("phonetic_middle", "phonetic_first", "department")
        return [self._line(None if shared else icon, self._field(name))]

    def _labels(self) -> View:
        """Build the line of the contact's labels."""
        groups = {group.id: group.title for group in self.store.groups()}
        names = ", ".join(groups[each] for each in self.state.card.groups if each in groups)

        def choose() -> None:
            if not groups:
                self.show_dialog(NewLabel())
                return
            ticked = frozenset(
                place for place, each in enumerate(groups) if each in self.state.card.groups
            )
            self.show_dialog(ContactLabels(ticked))

        label = TextView(
            names or "Add to label",
            id="group_list",
            size=16,
            color="text_primary" if names else "text_secondary",
            vertical="center",
            min_height=48,
            width=MATCH,
            content_description=f"Labels: {names}" if names else None,
            on_click=choose,
        )
        return self._line("label_outline", label)

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

    # -- multi-entry fields

    def _several(self, kind: Kind) -> list[View]:
        entries = self.state.card.shown(kind)
        views = [self._entry(kind, index, entry) for index, entry in enumerate(entries)]
        if all(entry.text.strip() for entry in entries):
            views.append(
                Button(
                    f"Add {SEVERAL[kind][0].lower()}",
                    icon="plus",
                    margin=(48, 0, 0, 0),
                    key=("add", kind),
                    on_click=lambda: self.put(kind, len(entries), blank(kind)),
                )
            )
        return views

    def _entry(self, kind: Kind, index: int, entry: Entry) -> View:
        hint, icon = SEVERAL[kind]
        delete: View | None = None
        if entry.text:
            delete = ImageButton(
                "close",
                id="delete_button",
                gravity="center_horizontal",
                content_description=f"Delete {entry.label} {hint}".replace("  ", " "),
                on_click=lambda: self.put(kind, index, None),
            )
        first, last = delete, None
        if kind == "addresses":
            first, last = self._places_chevron(), delete
        fields = self._entry_fields(kind, index, entry)
        lines = [
            self._line(
                icon if index == 0 and place == 0 else None, field, first if place == 0 else None
            )
            for place, field in enumerate(fields)
        ]
        # A date only has a label once the date is set.
        labelled = LABELS[kind] and (kind != "dates" or entry.text)
        if labelled:
            lines.append(self._line(None, self._label(kind, index, entry), last))
        return wide_column(*lines, key=(kind, index), id="kind_editors")

    def _entry_fields(self, kind: Kind, index: int, entry: Entry) -> list[View]:
        hint, _ = SEVERAL[kind]
        if kind == "addresses" and self.state.places:
            return [self._place(index, entry, name) for name in PLACES]
        if kind == "dates":
            return [self._date(index, entry)]
        field = EditText(
            entry.text,
            key="text",
            hint=hint,
            on_text_change=lambda text: self.type(kind, index, text),
            input_type=_INPUT.get(kind, "text"),
            capitalize="words" if kind in ("addresses", "relations") else "none",
            ime_action="next",
        )
        return [TextInputLayout(field, key=kind)]

    def _place(self, index: int, entry: Entry, name: str) -> View:
        field = EditText(
            entry.part(name),
            key="text",
            hint=name,
            on_text_change=lambda text: self.type_part(index, name, text),
            capitalize="words",
            ime_action="next",
        )
        return TextInputLayout(field, key=("place", name))

    def _places_chevron(self) -> View:
        shown = self.state.places
        return ImageView(
            "chevron_up" if shown else "chevron_down",
            id="expansion_view",
            width=48,
            height=48,
            gravity="center_horizontal",
            content_description=f"Show {'fewer' if shown else 'more'} address fields",
            on_click=lambda: self.update(places=not shown),
        )

    def _label(self, kind: Kind, index: int, entry: Entry) -> View:
        names = list(LABELS[kind])
        if entry.label not in names:
            names.append(entry.label)

        def choose(chosen: int) -> None:
            if names[chosen] == "Custom":
                self.show_dialog(CustomLabel(kind, index))
            else:
                self.label(kind, index, names[chosen])

        spoken = f"{entry.label} {SEVERAL[kind][0]}"
        return _LabelField(names, names.index(entry.label), choose, spoken, key="label", width=170)

    def _date(self, index: int, entry: Entry) -> View:
        day = day_of(entry.text)
        field = EditText(
            f"{day:%B} {day.day}, {day.year}" if day else entry.text,
            key="text",
            hint="Significant date",
            on_text_change=lambda typed: self.type("dates", index, typed),
            ime_action="next",
        )
        return TextInputLayout(
            field,
            end_icon="arrow_drop_down",
            end_icon_description="Show date picker",
            on_end_icon=lambda: self.show_dialog(SignificantDate(index)),
            key="date",
        )


class _LabelField(DropdownField):
    """The label of an entry; its content description says what it labels.

    Args:
        labels: Labels to choose from.
        chosen: Index of the current label.
        on_choose: Called with the index of the tapped label.
        spoken: Content description of the text.
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
        common["clickable"] = False  # its text and arrow are clickable instead
        super().__init__("Label", labels, chosen, on_choose, **common)
        self.spoken = spoken

    def compose(self, ui: Ui) -> Sequence[View | None]:
        """Describe the tap action on the text and the arrow."""
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
