"""Theme and ways to other apps that several screens share."""

from __future__ import annotations

from functools import cache

from immutables import Map

from android_gym.simulator.appkit import simple_commons
from android_gym.simulator.appkit.simple_commons import SimpleScreen
from android_gym.simulator.system.intents import Intent
from android_gym.simulator.ui.activity import S_co
from android_gym.simulator.ui.theme import Theme

__all__ = ["AppScreen", "theme_of"]


@cache
def theme_of(dark: bool) -> Theme:
    """Return the app's default theme."""
    return simple_commons.theme_of(dark).having(
        bubble="#44888888", search_pill="#4076D1FF" if dark else "#40219BCC"
    )


class AppScreen(SimpleScreen[S_co]):
    """What all screens of the app share."""

    NAME = "Simple SMS Messenger"

    def theme(self) -> Theme:
        """Return the app's colours, light or dark as the phone is."""
        return theme_of(self.context.system.display.dark)

    def dial(self, number: str) -> None:
        """Show a number in the phone's dialler."""
        self.open_elsewhere(Intent("android.intent.action.DIAL", data=f"tel:{number}"))

    def add_contact(self, number: str) -> None:
        """Have the contacts app keep a number."""
        self.open_elsewhere(
            Intent(
                "android.intent.action.INSERT_OR_EDIT",
                type="vnd.android.cursor.item/contact",
                extras=Map(phone=number),
            )
        )
