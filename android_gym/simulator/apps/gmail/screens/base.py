"""The mailbox's activity with its dialogs, shared by the modules that build its screen."""

from __future__ import annotations

from android_gym.simulator.apps.gmail.actions import Actions
from android_gym.simulator.apps.gmail.dialogs import (
    ChangeLabels,
    Confirm,
    ConfirmEmpty,
    CreateLabel,
    MoveTo,
    SearchLabel,
    SnoozeSheet,
    WhenDate,
    WhenTime,
)
from android_gym.simulator.apps.gmail.model import DRAFT, INBOX, SNOOZED, SPAM, TRASH
from android_gym.simulator.ui.components import MenuItem

__all__ = ["Base"]


class Base(Actions):
    """The mailbox's activity with the actions that ask for confirmation."""

    DIALOGS = (
        ChangeLabels, Confirm, ConfirmEmpty, CreateLabel, MoveTo, SearchLabel, SnoozeSheet,
        WhenDate, WhenTime,
    )  # fmt: skip

    def ask_archive(self, numbers: tuple[int, ...]) -> None:
        """Archive conversations, after confirmation if the user wants that."""
        if self.settings.flag("confirm_archive"):
            self.show_dialog(Confirm(numbers, "archive"))
        else:
            self.archive(numbers)

    def ask_delete(self, numbers: tuple[int, ...]) -> None:
        """Delete conversations, after confirmation if the user wants that."""
        if self.label == DRAFT:
            self.discard_drafts(numbers)
        elif self.label in (TRASH, SPAM):
            self.show_dialog(Confirm(numbers, "forever"))
        elif self.settings.flag("confirm_delete"):
            self.show_dialog(Confirm(numbers, "delete"))
        else:
            self.delete(numbers)

    def ask_labels(self, numbers: tuple[int, ...]) -> None:
        """Ask for the labels of conversations."""
        labels = self.mailbox.labels()
        if not labels:
            self.show_dialog(CreateLabel())
            return
        ticked = frozenset(
            index
            for index, label in enumerate(labels)
            if all(self.mailbox.has(number, label.name) for number in numbers)
        )
        self.show_dialog(ChangeLabels(ticked, numbers))

    def buttons(self, numbers: tuple[int, ...]) -> list[MenuItem]:
        """Return the actions of a toolbar: archive, delete, mark as unread or read."""
        mailbox, label = self.mailbox, self.label
        items = []
        if any(mailbox.has(number, INBOX) for number in numbers) and label != DRAFT:
            items.append(
                MenuItem("Archive", lambda: self.ask_archive(numbers), id="archive",
                         icon="archive_arrow_down_outline")
            )  # fmt: skip
        words = {TRASH: "Delete forever", SPAM: "Delete forever", DRAFT: "Discard drafts"}
        items.append(
            MenuItem(words.get(label, "Delete"), lambda: self.ask_delete(numbers), id="delete",
                     icon="delete_outline")
        )  # fmt: skip
        return items

    def more(self, numbers: tuple[int, ...]) -> list[MenuItem | None]:
        """Return the actions of a toolbar's overflow menu."""
        mailbox, label = self.mailbox, self.label
        if label == DRAFT:
            return []
        important = all(mailbox.has(number, "^io_im") for number in numbers)
        items: list[MenuItem | None] = [
            MenuItem("Move to", lambda: self.show_dialog(MoveTo(numbers)), id="move_to"),
        ]
        if label == SNOOZED:
            items.append(MenuItem("Unsnooze", lambda: self.unsnooze(numbers), id="unsnooze"))
        if label not in (TRASH, SPAM):
            items.append(
                MenuItem("Snooze", lambda: self.show_dialog(SnoozeSheet(numbers)), id="snooze")
            )
        items += [
            MenuItem("Label", lambda: self.ask_labels(numbers), id="change_folders"),
            MenuItem(
                "Mark not important" if important else "Mark important",
                lambda: self.important(numbers, not important),
                id="mark_important",
            ),
        ]
        if label == SPAM:
            items.append(
                MenuItem("Report not spam", lambda: self.move(numbers, INBOX), id="mark_not_spam")
            )
        else:
            items.append(MenuItem("Report spam", lambda: self.spam(numbers), id="report_spam"))
        return items
