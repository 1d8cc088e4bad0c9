"""Lists of blocked numbers and keywords."""

from __future__ import annotations

from typing import ClassVar

from android_gym.simulator.appkit.simple_views import icon_button, link, placeholder
from android_gym.simulator.apps.sms_messenger.actions import Actions
from android_gym.simulator.apps.sms_messenger.dialogs import BlockDialog, BlockKeyword, BlockNumber
from android_gym.simulator.ui.activity import Screen
from android_gym.simulator.ui.components import MenuItem
from android_gym.simulator.ui.geometry import MATCH
from android_gym.simulator.ui.layouts import RecyclerView, full_column, wide_column, wide_row
from android_gym.simulator.ui.view import View
from android_gym.simulator.ui.widgets import TextView


class _Blocked(Actions):
    """A blocking list, whose entries are edited in a dialog.

    Attributes:
        KIND: Part of the view ids and of the screen's texts.
        EMPTY: Text shown for an empty list.
        DIALOG: Class of the dialog that adds an entry.
    """

    KIND: ClassVar[str]
    EMPTY: ClassVar[str]
    DIALOG: ClassVar[type[BlockDialog]]

    def items(self) -> list[str]:
        """Return the blocked entries."""
        raise NotImplementedError

    def remove(self, item: str) -> None:
        """Unblock an entry."""
        raise NotImplementedError

    def _ask(self, item: str = "") -> None:
        self.show_dialog(self.DIALOG(item, item))

    def build(self) -> Screen:
        """Build the list."""
        title, add = f"Manage blocked {self.KIND}s", f"Add a blocked {self.KIND}"
        if items := self.items():
            name = f"manage_blocked_{self.KIND}_list"
            rows = [self._entry(item) for item in items]
            body: View = RecyclerView(rows, id=name, width=MATCH, height=0, weight=1)
        else:
            name = f"manage_blocked_{self.KIND}_placeholder"
            body = wide_column(
                placeholder(self.EMPTY, name, "text_primary"),
                link(add, f"{name}_2", self._ask),
                height=0,
                weight=1,
                content_gravity="center_horizontal",
            )
        plus = MenuItem(add, self._ask, id=f"add_blocked_{self.KIND}", icon="plus")
        bar = self.toolbar(title, plus, id="block_toolbar")
        return Screen(full_column(bar, body), title=title)

    def _entry(self, item: str) -> View:
        return wide_row(
            TextView(item, id="manage_blocked_title", size=16, width=0, weight=1),
            icon_button("delete", "overflow_menu_icon", "Delete", lambda: self.remove(item)),
            id="manage_blocked_holder",
            key=item,
            min_height=56,
            padding=(16, 0, 4, 0),
            content_gravity="center_vertical",
            on_click=lambda: self._ask(item),
        )


class ManageBlockedKeywordsActivity(_Blocked):
    """The list of blocked keywords."""

    DIALOGS = (BlockKeyword,)
    KIND = "keyword"
    EMPTY = "You are not blocking any keywords."
    DIALOG = BlockKeyword

    def items(self) -> list[str]:
        """Return the keywords."""
        return self.store.blocked_keywords()

    def remove(self, item: str) -> None:
        """Unblock a keyword."""
        self.store.replace_keyword(item, "")


class ManageBlockedNumbersActivity(_Blocked):
    """The list of blocked numbers."""

    DIALOGS = (BlockNumber,)
    KIND = "number"
    EMPTY = "You are not blocking anyone."
    DIALOG = BlockNumber

    def items(self) -> list[str]:
        """Return the numbers."""
        return self.store.blocked_numbers()

    def remove(self, item: str) -> None:
        """Unblock a number."""
        self.store.replace_number(item, "")
