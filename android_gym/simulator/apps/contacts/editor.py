"""The form that makes or changes a contact."""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Unpack

from android_gym.simulator.apps.contacts.look import ContactsScreen
from android_gym.simulator.apps.contacts.storage import (
    EMAIL_LABELS,
    PHONE_LABELS,
    Card,
    Entry,
    contact_number,
    split_name,
)
from android_gym.simulator.system.intents import Intent
from android_gym.simulator.system.phone_numbers import as_typed
from android_gym.simulator.ui.activity import Overlay, Screen
from android_gym.simulator.ui.components import (
    DropdownField,
    MenuItem,
    OverflowButton,
    TextInputLayout,
)
from android_gym.simulator.ui.dialogs import alert_dialog
from android_gym.simulator.ui.drawables import Oval
from android_gym.simulator.ui.layouts import ScrollView, column, row
from android_gym.simulator.ui.options import ViewOptions
from android_gym.simulator.ui.pickers import date_picker_dialog
from android_gym.simulator.ui.view import MATCH, Ui, View
from android_gym.simulator.ui.widgets import Button, EditText, ImageButton, ImageView, TextView

__all__ = ["ContactEditorActivity"]

KINDS: Mapping[str, tuple[str, str, Mapping[str, int]]] = {
    "phones": ("Phone", "phone_outline", PHONE_LABELS),
    "emails": ("Email", "email_outline", EMAIL_LABELS),
}
"""Hint, icon and labels of the fields that there can be several of."""

MORE = {
    "nickname": ("Nickname", "account_outline"),
    "title": ("Title", "briefcase_outline"),
    "address": ("Address", "map_marker_outline"),
    "website": ("Website", "web"),
    "notes": ("Notes", "note_text_outline"),
}
"""Hint and icon of the fields behind "More fields"."""


@dataclass(frozen=True)
class EditorState:
    """The form.

    Attributes:
        contact: Number of the contact that is changed; None for a new one.
        before: What was there at first.
        card: What is there now.
        names: Whether all parts of the name are shown.
        more: Whether the fields behind "More fields" are.
        dialog: What is asked: "discard", "delete", "date", "photo", or whose label is typed:
            ("phones", 0).
        draft: Label that is being typed.
    """

    contact: int | None = None
    before: Card = Card()
    card: Card = Card()
    names: bool = False
    more: bool = False
    dialog: str | tuple[str, int] = ""
    draft: str = ""


class _LabelField(DropdownField):
    """The label of a number or address; its text says whose label it is.

    Args:
        *arguments: See `DropdownField`.
        spoken: What a screen reader says of the text.
        **common: See `DropdownField`.
    """

    def __init__(self, *arguments: Any, spoken: str, **common: Unpack[ViewOptions]) -> None:
        super().__init__(*arguments, **common)
        self.spoken = spoken

    def compose(self, ui: Ui) -> Sequence[View | None]:
        """Box, text, arrow."""
        content = super().compose(ui)
        for box in content:
            for view in box.children if box is not None else ():
                if isinstance(view, TextView):
                    view.content_description = self.spoken
                    view.class_name = "android.widget.Spinner"
                    view.clickable, view.on_click = True, self.click
                elif isinstance(view, ImageView):
                    view.content_description = "Show dropdown menu"
                    view.class_name = "android.widget.ImageButton"
                    view.clickable, view.on_click = True, self.click
        return content


class ContactEditorActivity(ContactsScreen[EditorState]):
    """Makes a contact, or changes one."""

    def on_create(self) -> EditorState:
        """Fills the form with what is known, and with what the intent brings."""
        contact = self.intent.extra("contact")
        if not isinstance(contact, int):
            contact = None
            if self.intent.action != "android.intent.action.INSERT":
                contact = contact_number(self.intent.data)
        before = Card()
        if contact is not None:
            if self.store.get(contact) is None:
                self.toast("The contact doesn't exist.")
                self.finish()
                return EditorState()
            before = self.store.card(contact)
            before = replace(
                before,
                phones=before.phones or Card().phones,
                emails=before.emails or Card().emails,
            )
        card = self._filled(before)
        return EditorState(
            contact,
            before,
            card,
            names=any(card.get(part) for part in ("prefix", "middle", "suffix")),
            more=any(card.get(name) for name in MORE),
        )

    def _filled(self, card: Card) -> Card:
        """A card with the extras of the intent (ContactsContract.Intents.Insert)."""

        def given(name: str) -> str:
            value = self.intent.extra(name)
            return "" if value is None else str(value).strip()

        for part, text in split_name(given("name")).items():
            card = card.having(part, text)
        names = (("company", "company"), ("job_title", "title"), ("notes", "notes"),
                 ("postal", "address"))  # fmt: skip
        for name, field in names:
            if text := given(name):
                card = card.having(field, text)
        for name in ("phone", "secondary_phone", "tertiary_phone"):
            if text := given(name):
                label = _label(PHONE_LABELS, given(f"{name}_type"), "Mobile")
                kept = tuple(entry for entry in card.phones if entry.text)
                card = replace(card, phones=(*kept, Entry(as_typed(text), label)))
        for name in ("email", "secondary_email", "tertiary_email"):
            if text := given(name):
                label = _label(EMAIL_LABELS, given(f"{name}_type"), "Home")
                kept = tuple(entry for entry in card.emails if entry.text)
                card = replace(card, emails=(*kept, Entry(text, label)))
        return card

    # -- changes

    def _change(self, name: str, text: str) -> None:
        self.update(card=self.state.card.having(name, text))

    def _entries(self, kind: str) -> tuple[Entry, ...]:
        entries: tuple[Entry, ...] = getattr(self.state.card, kind)
        return entries

    def _set(self, kind: str, index: int, entry: Entry | None) -> None:
        """Replaces one of several, adds it behind the last, or (None) takes it away."""
        entries = list(self._entries(kind))
        entries[index : index + 1] = [entry] if entry is not None else []
        if not entries:
            entries = [getattr(Card(), kind)[0]]
        changes: dict[str, Any] = {kind: tuple(entries)}
        self.update(card=replace(self.state.card, **changes))

    def _type(self, kind: str, index: int, text: str) -> None:
        entry = self._entries(kind)[index]
        # Android's formatter stands aside where the text changes anywhere but at its end.
        if kind == "phones" and (text.startswith(entry.text) or entry.text.startswith(text)):
            text = as_typed(text)
        self._set(kind, index, replace(entry, text=text))

    def _choose_label(self, kind: str, index: int, label: str) -> None:
        if label == "Custom":
            self.update(dialog=(kind, index), draft="")
        else:
            self._set(kind, index, replace(self._entries(kind)[index], label=label))

    @property
    def changed(self) -> bool:
        """Whether there is something to lose."""
        return bool(self.state.card != self.state.before)

    def on_back(self) -> bool:
        """Asks before changes are lost."""
        if self.changed:
            self.update(dialog="discard")
            return True
        return False

    def _cancel(self) -> None:
        if not self.on_back():
            self.finish()

    def _save(self) -> None:
        state = self.state
        if (state.contact is None and state.card.empty) or not self.changed:
            self.finish()
            return
        store = self.store
        if state.contact is not None and store.get(state.contact) is None:
            self.toast("The contact doesn't exist.")
            self.finish()
            return
        contact = store.save(state.card, state.contact)
        saved = store.get(contact)
        named = saved is not None and saved.name != "(No name)"
        self.toast(f"{saved.name} saved" if saved is not None and named else "Contact saved")
        uri = f"content://com.android.contacts/contacts/{contact}"
        back = bool(self.intent.extra("finishActivityOnSaveCompleted"))
        if state.contact is None and not back:
            self.open_detail(contact)
        self.finish(-1, Intent(data=uri))

    def _delete(self) -> None:
        if self.state.contact is not None:
            self.store.delete([self.state.contact])
            self.toast("Contact deleted")
        self.finish()

    # -- views

    def build(self) -> Screen:
        """Bar and form."""
        return Screen(
            column(
                self._bar(),
                ScrollView(
                    self._form(), id="contact_editor_scroller", width=MATCH, height=0, weight=1
                ),
                width=MATCH,
                height=MATCH,
            ),
            overlays=[self._dialog()],
            title="Create contact" if self.state.contact is None else "Edit contact",
        )

    def _bar(self) -> View:
        new = self.state.contact is None
        return row(
            ImageButton("close", content_description="Cancel", on_click=self._cancel),
            TextView(
                "Create contact" if new else "Edit contact",
                style="app_bar_title",
                width=0,
                weight=1,
                margin=(8, 0),
                max_lines=1,
            ),
            Button("Save", id="toolbar_button", kind="filled", on_click=self._save),
            OverflowButton(
                [
                    MenuItem("Delete", lambda: self.update(dialog="delete")) if not new else None,
                    MenuItem("Help & feedback", self._help),
                ]
            ),
            id="toolbar",
            width=MATCH,
            height=64,
            padding=(4, 0),
            content_gravity="center_vertical",
            background="app_bar",
        )

    def _help(self) -> None:
        address = "https://support.google.com/contacts"
        self.open_elsewhere(Intent("android.intent.action.VIEW", data=address))

    def _form(self) -> View:
        state = self.state
        form: list[View | None] = [
            ImageView(
                "camera_plus_outline",
                content_description="Add contact photo",
                tint="on_secondary_container",
                size=36,
                width=96,
                height=96,
                gravity="center_horizontal",
                background=Oval("secondary_container"),
                on_click=lambda: self.update(dialog="photo"),
                margin=(0, 16, 0, 0),
                key="photo",
            ),
            Button(
                "Add picture",
                gravity="center_horizontal",
                on_click=lambda: self.update(dialog="photo"),
                key="picture",
            ),
            self._names(),
            self._line("domain", self._field("company", "Company")),
            *self._several("phones"),
            *self._several("emails"),
            self._date(),
        ]
        if state.more:
            form += [
                self._line(icon, self._field(name, hint)) for name, (hint, icon) in MORE.items()
            ]
        else:
            form.append(
                Button(
                    "More fields",
                    gravity="center_horizontal",
                    key="more",
                    on_click=lambda: self.update(more=True),
                )
            )
        return column(*form, width=MATCH, padding=(0, 0, 0, 24))

    def _line(self, icon: str | None, field: View, after: View | None = None) -> View:
        field.width, field.weight = 0, 1
        return row(
            ImageView(icon, width=56, margin=(0, 6, 0, 0)),
            field,
            after if after is not None else View(width=48, height=1),
            key=("line", field.key),
            width=MATCH,
            margin=(0, 8, 0, 0),
            content_gravity="center_vertical",
        )

    def _field(self, name: str, hint: str, *, words: bool = True) -> View:
        return TextInputLayout(
            EditText(
                self.state.card.get(name),
                key="text",
                hint=hint,
                on_text_change=lambda text: self._change(name, text),
                capitalize="words" if words else "none",
                ime_action="next",
                input_type="uri" if name == "website" else "text",
            ),
            key=name,
        )

    def _names(self) -> View:
        shown = self.state.names
        labels = {"prefix": "Name prefix", "first": "First name", "middle": "Middle name",
                  "last": "Last name", "suffix": "Name suffix"}  # fmt: skip
        parts = list(labels) if shown else ["first", "last"]
        chevron = ImageView(
            "chevron_up" if shown else "chevron_down",
            width=48,
            height=48,
            content_description="Show fewer name fields" if shown else "Show more name fields",
            on_click=lambda: self.update(names=not shown),
        )
        lines = []
        for place, part in enumerate(parts):
            first = place == 0
            field = self._field(part, labels[part])
            lines.append(self._line("account_outline" if first else None, field,
                                    chevron if first else None))  # fmt: skip
        return column(*lines, width=MATCH, key="names")

    def _several(self, kind: str) -> list[View]:
        entries = self._entries(kind)
        hint = KINDS[kind][0]
        views = [self._entry(kind, index, entry) for index, entry in enumerate(entries)]
        if all(entry.text.strip() for entry in entries):
            label = getattr(Card(), kind)[0].label

            def add() -> None:
                self._set(kind, len(self._entries(kind)), Entry(label=label))

            views.append(
                Button(
                    f"Add {hint.lower()}",
                    icon="plus",
                    margin=(48, 0, 0, 0),
                    key=("add", kind),
                    on_click=add,
                )
            )
        return views

    def _entry(self, kind: str, index: int, entry: Entry) -> View:
        hint, icon, labels = KINDS[kind]
        names = list(labels)
        if entry.label not in labels:
            names.append(entry.label)
        field = TextInputLayout(
            EditText(
                entry.text,
                key="text",
                hint=hint,
                on_text_change=lambda text: self._type(kind, index, text),
                input_type="phone" if kind == "phones" else "email",
                ime_action="next",
            ),
            key=kind,
        )
        label = _LabelField(
            "Label",
            names,
            names.index(entry.label),
            lambda chosen: self._choose_label(kind, index, names[chosen]),
            spoken=f"{entry.label} {hint}",
            clickable=False,
            key="label",
        )
        delete = None
        if entry.text:
            delete = ImageButton(
                "minus_circle_outline",
                content_description=f"Delete {entry.label} {hint}",
                on_click=lambda: self._set(kind, index, None),
            )
        return column(
            self._line(icon if index == 0 else None, field, delete),
            self._line(None, label),
            width=MATCH,
            key=(kind, index),
        )

    def _date(self) -> View:
        text = self.state.card.get("date")
        day = _day(text)

        def choose() -> None:
            self.update(dialog="date")

        field = TextInputLayout(
            EditText(
                f"{day:%B} {day.day}, {day.year}" if day else text,
                key="text",
                hint="Significant date",
                on_text_change=lambda typed: self._change("date", typed),
                ime_action="next",
            ),
            end_icon="calendar",
            end_icon_description="Show date picker",
            on_end_icon=choose,
            key="date",
        )
        return self._line("calendar", field)

    # -- dialogs

    def _close(self) -> None:
        self.update(dialog="")

    def _dialog(self) -> Overlay | None:
        dialog = self.state.dialog
        if isinstance(dialog, tuple):
            return self._label_dialog(*dialog)
        make: dict[str, Callable[[], Overlay]] = {
            "discard": self._discard_dialog,
            "delete": lambda: self.delete_dialog(1, self._delete, self._close),
            "date": self._date_dialog,
            "photo": self._photo_dialog,
        }
        return make[dialog]() if dialog in make else None

    def _discard_dialog(self) -> Overlay:
        return alert_dialog(
            None,
            "Discard your changes?",
            on_dismiss=self._close,
            positive="Discard",
            on_positive=self.finish,
            negative="Keep editing",
        )

    def _label_dialog(self, kind: str, index: int) -> Overlay:
        def done() -> None:
            label = self.state.draft.strip()
            self._close()
            if label and index < len(self._entries(kind)):
                self._set(kind, index, replace(self._entries(kind)[index], label=label))

        field = EditText(
            self.state.draft,
            id="custom_dialog_content",
            hint="Custom label name",
            on_text_change=lambda text: self.update(draft=text),
            on_editor_action=done,
            autofocus=True,
        )
        return alert_dialog(
            "Custom label name",
            content=TextInputLayout(field, padding=(24, 8)),
            on_dismiss=self._close,
            positive="OK",
            on_positive=done,
            negative="Cancel",
        )

    def _date_dialog(self) -> Overlay:
        today = self.context.system.clock.datetime().date()

        def choose(day: dt.date) -> None:
            self._change("date", day.isoformat())
            self._close()

        return date_picker_dialog(
            _day(self.state.card.get("date")) or today, choose, self._close, today=today
        )

    def _photo_dialog(self) -> Overlay:
        def choose(index: int) -> None:
            self._close()
            action, kind = (
                ("android.media.action.IMAGE_CAPTURE", None),
                ("android.intent.action.GET_CONTENT", "image/*"),
            )[index]
            if not self.start_activity(Intent(action, type=kind), request="photo"):
                self.toast("No app found to handle this action.")

        return alert_dialog(
            "Change photo",
            items=["Take photo", "Choose photo"],
            on_item=choose,
            on_dismiss=self._close,
        )


def _label(labels: Mapping[str, int], kind: str, default: str) -> str:
    """The label of a type, which an intent gives as a number, or of its own making."""
    if not kind:
        return default
    return next((name for name, number in labels.items() if str(number) == kind), kind)


def _day(text: str) -> dt.date | None:
    try:
        return dt.date.fromisoformat(text)
    except ValueError:
        return None
