"""The page that creates and deletes labels."""

from __future__ import annotations

from dataclasses import dataclass

from android_gym.simulator.appkit.dialogs import ConfirmDialog, TextDialog
from android_gym.simulator.apps.gmail.look import icon_button, theme_of
from android_gym.simulator.apps.gmail.model import Label
from android_gym.simulator.apps.gmail.storage import Mailbox
from android_gym.simulator.ui.activity import Activity, Screen
from android_gym.simulator.ui.components import MenuItem, Toolbar, empty_state
from android_gym.simulator.ui.geometry import MATCH
from android_gym.simulator.ui.layouts import RecyclerView, full_column, wide_row
from android_gym.simulator.ui.theme import Theme
from android_gym.simulator.ui.view import View
from android_gym.simulator.ui.widgets import ImageView, TextView

__all__ = ["ManageLabels"]


@dataclass(frozen=True)
class NewLabel(TextDialog["ManageLabels"]):
    """Asks for the name of a new label."""

    TITLE = "New label"
    HINT = "Label name"
    POSITIVE = "Create"
    MAX_LENGTH = 225

    def valid(self, screen: ManageLabels) -> bool:
        """Return whether the name isn't blank."""
        return bool(self.text.strip())

    def on_accept(self, screen: ManageLabels, text: str) -> None:
        """Create the label."""
        if not Mailbox(screen.context).add_label(text):
            screen.toast("This label name is not available")


@dataclass(frozen=True)
class DeleteLabel(ConfirmDialog["ManageLabels"]):
    """Asks for confirmation before a label is deleted."""

    TITLE = "Delete label?"
    MESSAGE = "“{name}” is taken off all conversations, which stay."
    POSITIVE = "Delete"
    number: int = 0
    name: str = ""

    def on_confirm(self, screen: ManageLabels) -> None:
        """Delete the label."""
        Mailbox(screen.context).delete_label(self.number)


class ManageLabels(Activity):
    """Lists the user's labels."""

    DIALOGS = (DeleteLabel, NewLabel)

    def theme(self) -> Theme:
        """Return the theme that the user has chosen."""
        return theme_of(self.context)

    def build(self) -> Screen:
        """Build the toolbar and a row for each label."""
        labels = Mailbox(self.context).labels()
        bar = Toolbar(
            "Manage labels",
            navigation="arrow_back",
            on_navigation=self.finish,
            menu=[
                MenuItem("Create new", lambda: self.show_dialog(NewLabel()), id="create_label",
                         icon="add")
            ],
        )  # fmt: skip
        body: View
        if labels:
            body = RecyclerView(len(labels), lambda index: self._row(labels[index]), id="list")
        else:
            body = empty_state("No labels", icon="label_outline")
        body.width, body.height, body.weight = MATCH, 0, 1
        return Screen(full_column(bar, body), title="Manage labels")

    def _row(self, label: Label) -> View:
        ask = DeleteLabel(label.id, label.name)
        return wide_row(
            ImageView("label_outline", margin=(0, 0, 24, 0)),
            TextView(label.name, id="label_name", size=16, width=0, weight=1, max_lines=1),
            icon_button("delete_outline", "delete_label", f"Delete {label.name}",
                        lambda: self.show_dialog(ask)),
            key=label.id,
            min_height=56,
            padding=(16, 4, 4, 4),
            content_gravity="center_vertical",
        )  # fmt: skip
