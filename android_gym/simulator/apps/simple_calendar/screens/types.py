"""The list of event types, and the dialogs to add, edit and delete them."""

from __future__ import annotations

from dataclasses import dataclass, replace

from android_gym.simulator.appkit.simple_colors import ColorPickerDialog
from android_gym.simulator.appkit.simple_views import color_name, color_of
from android_gym.simulator.apps.simple_calendar.actions import Actions
from android_gym.simulator.apps.simple_calendar.dialogs import ok_cancel, radios
from android_gym.simulator.apps.simple_calendar.look import COLORS, GROUP, RELATIVE
from android_gym.simulator.apps.simple_calendar.model import REGULAR, EventType
from android_gym.simulator.apps.simple_calendar.repetition import swatch
from android_gym.simulator.ui.activity import Dialog, Overlay
from android_gym.simulator.ui.components import MenuItem, OverflowButton, TextInputLayout
from android_gym.simulator.ui.geometry import MATCH
from android_gym.simulator.ui.layouts import RecyclerView, column, row
from android_gym.simulator.ui.scrolling import OverflowScroll
from android_gym.simulator.ui.view import View
from android_gym.simulator.ui.widgets import EditText, TextView

TITLE_LENGTH = 80


@dataclass(frozen=True)
class EditType(Dialog[Actions]):
    """Ask for the title and colour of an event type.

    Attributes:
        number: Id of the type; 0 for a new one.
        title: Typed title.
        color: Chosen colour, a signed ARGB integer.
    """

    number: int = 0
    title: str = ""
    color: int = COLORS[0]

    def build(self, screen: Actions) -> Overlay:
        """Build the field and the colour circle; the dialog stays open if the title is invalid."""

        def accept() -> None:
            title = self.title.strip()
            others = [kind for kind in screen.store.types() if kind.id != self.number]
            if not title:
                screen.toast("Title cannot be empty")
            elif any(kind.title.casefold() == title.casefold() for kind in others):
                screen.toast("Type with this title already exists")
            else:
                screen.dismiss_dialog()
                screen.store.save_type(self.number, title, self.color)

        field = TextInputLayout(
            EditText(
                self.title,
                hint="Title",
                id="type_title",
                capitalize="sentences",
                max_length=TITLE_LENGTH,
                autofocus=not self.number,
                on_text_change=lambda text: screen.update_dialog(replace(self, title=text)),
                width=MATCH,
            ),
            id="type_title_hint",
            width=MATCH,
            margin=(0, 0, 0, 16),
        )
        sample = swatch(self.color, "type_color")
        sample.margin, sample.clickable, sample.focusable = (4, 8, 0, 0), True, True
        sample.on_click = lambda: screen.show_dialog(
            replace(TypeColor.of(color_name(self.color)), below=self)
        )
        holder = column(
            field,
            TextView("Color", id="type_color_label", size=16, margin=(4, 0, 0, 0)),
            sample,
            id="event_type_dialog_holder",
            width=MATCH,
            padding=(16, 16, 16, 0),
        )
        title = "Edit type" if self.number else "Add a new type"
        return ok_cancel(screen, OverflowScroll(holder, width=MATCH), accept, title)


@dataclass(frozen=True)
class TypeColor(ColorPickerDialog[Actions]):
    """Choose the colour of an event type.

    Attributes:
        below: The dialog to return to.
    """

    below: EditType = EditType()

    def on_color(self, screen: Actions, color: str) -> None:
        """Set the colour."""
        screen.update_dialog(replace(self.below, color=color_of(color)))


@dataclass(frozen=True)
class DeleteType(Dialog[Actions]):
    """Ask what to do with the events of a deleted type.

    Attributes:
        number: Id of the type.
        with_events: Whether to delete the events too.
    """

    number: int
    with_events: bool = False

    def build(self, screen: Actions) -> Overlay:
        """Build the two options."""

        def accept() -> None:
            screen.dismiss_dialog()
            screen.store.delete_types([self.number], with_events=self.with_events)

        group = radios(
            {
                "delete_type_False": "Move affected events into the default event type",
                "delete_type_True": "Permanently remove affected events",
            },
            int(self.with_events),
            lambda gone: screen.update_dialog(replace(self, with_events=bool(gone))),
            id="dialog_radio_group",
            padding=(16, 12, 16, 0),
        )
        return ok_cancel(screen, group, accept)


class ManageEventTypesActivity(Actions):
    """The list of event types."""

    DIALOGS = (DeleteType, EditType, TypeColor)

    def build(self) -> View:
        """Build the toolbar and a row for each type."""
        types = self.store.types()
        add = MenuItem(
            "Add a new type", lambda: self.show_dialog(EditType()), id="add_event_type", icon="plus"
        )
        return column(
            self.toolbar("Manage event types", add, id="manage_event_types_toolbar"),
            RecyclerView(
                len(types),
                lambda index: self._row(types[index]),
                row_key=lambda index: types[index].id,
                id="manage_event_types_list",
                width=MATCH,
                height=0,
                weight=1,
            ),
            id="manage_event_types_coordinator",
            class_name=GROUP,
            width=MATCH,
            height=MATCH,
        )

    def _row(self, kind: EventType) -> View:
        def edit() -> None:
            self.show_dialog(EditType(kind.id, kind.title, kind.color))

        def delete() -> None:
            if kind.id == REGULAR:
                self.toast("Default event type cannot be deleted")
            else:
                self.show_dialog(DeleteType(kind.id))

        sample = swatch(kind.color, "event_type_color")
        sample.margin = (0, 0, 8, 0)
        return row(
            TextView(kind.title, id="event_type_title", size=16, padding=(8, 0), width=0, weight=1),
            sample,
            OverflowButton(
                [
                    MenuItem("Edit", edit, id="cab_edit"),
                    MenuItem("Delete", delete, id="cab_delete"),
                ],
                id="overflow_menu_icon",
                width=56,
                height=56,
            ),
            id="event_type_holder",
            class_name=RELATIVE,
            width=MATCH,
            min_height=56,
            padding=(16, 0, 0, 0),
            content_gravity="center_vertical",
            on_click=edit,
        )
