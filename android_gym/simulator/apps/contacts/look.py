"""Theme and small parts that several screens share."""

from __future__ import annotations

import zlib
from functools import cache
from typing import Any, Unpack

from android_gym.simulator.apps.contacts.storage import ContactStore
from android_gym.simulator.system.intents import Intent
from android_gym.simulator.ui.activity import Activity, Overlay, S_co
from android_gym.simulator.ui.dialogs import alert_dialog
from android_gym.simulator.ui.drawables import Oval
from android_gym.simulator.ui.options import ViewOptions
from android_gym.simulator.ui.theme import Theme, material_theme
from android_gym.simulator.ui.widgets import TextView

__all__ = ["ContactsScreen", "avatar"]

_AVATARS = (
    "#DB4437", "#E91E63", "#9C27B0", "#673AB7", "#3F51B5", "#4285F4", "#039BE5", "#0097A7",
    "#009688", "#0F9D58", "#689F38", "#EF6C00", "#FF5722", "#757575",
)  # fmt: skip
DETAIL = "com.android.contacts.quickcontact.QuickContactActivity"
EDITOR = "com.android.contacts.activities.ContactEditorActivity"


@cache
def theme_of(dark: bool) -> Theme:
    """The colours of the wallpaper, which is blue."""
    return material_theme("#0B57D0", dark=dark, name="contacts dark" if dark else "contacts")


def avatar(name: str, size: float, **common: Unpack[ViewOptions]) -> TextView:
    """The circle with a name's first letter."""
    first = name.strip()[:1]
    common["class_name"] = "android.widget.QuickContactBadge"
    common["width"] = common["height"] = size
    common["background"] = Oval(_AVATARS[zlib.crc32(name.encode()) % len(_AVATARS)])
    return TextView(
        first.upper() if first.isalpha() else "",
        text_description="",
        size=size * 0.5,
        color="#FFFFFF",
        align="center",
        vertical="center",
        **common,
    )


class ContactsScreen(Activity[S_co]):
    """What the activities share."""

    @property
    def store(self) -> ContactStore:
        """The contacts."""
        return ContactStore(self.context)

    def theme(self) -> Theme:
        """Light or dark as the phone is."""
        return theme_of(self.context.system.display.dark)

    def open_detail(self, contact: int) -> None:
        """Shows a contact."""
        self.start_activity(DETAIL, contact=contact)

    def open_editor(self, contact: int | None = None, **extras: Any) -> None:
        """Edits a contact, or a new one."""
        if contact is not None:
            extras["contact"] = contact
        self.start_activity(EDITOR, **extras)

    def open_elsewhere(self, intent: Intent) -> None:
        """Starts another app's activity, and says so where there is none."""
        if not self.start_activity(intent):
            self.toast("No app found to handle this action.")

    def share(self, text: str) -> None:
        """Hands text to another app."""
        self.open_elsewhere(
            Intent(
                "android.intent.action.SEND",
                type="text/x-vcard",
                extras=Intent.to("a/b", **{"android.intent.extra.TEXT": text}).extras,
            )
        )

    def delete_dialog(self, count: int, on_delete: Any, on_dismiss: Any) -> Overlay:
        """Asks whether contacts are really to be deleted."""
        words = "Delete this contact?" if count == 1 else "Delete selected contacts?"
        return alert_dialog(
            None,
            words,
            on_dismiss=on_dismiss,
            positive="Delete",
            on_positive=on_delete,
            negative="Cancel",
        )
