"""Icons of apps with their labels."""

from __future__ import annotations

from typing import Unpack

from android_gym.simulator.apps.nexuslauncher.actions import Actions
from android_gym.simulator.apps.nexuslauncher.dialogs import AppMenu
from android_gym.simulator.apps.nexuslauncher.model import App, Place
from android_gym.simulator.ui.icons import AppIcon
from android_gym.simulator.ui.layouts import LinearLayout
from android_gym.simulator.ui.options import ViewOptions
from android_gym.simulator.ui.widgets import ImageView, TextView

__all__ = ["AppIconView"]


class AppIconView(LinearLayout):
    """An icon with its label: one TextView to accessibility, as in Launcher3.

    Args:
        screen: The launcher.
        app: Started by a tap; a long press opens its menu.
        place: Where the icon is.
        label: Whether the label is seen.
        color: Colour of the label; by default that of its style.
        **common: See `View`.
    """

    CLASS = "android.widget.TextView"
    IMPORTANT = True

    def __init__(
        self,
        screen: Actions,
        app: App,
        place: Place,
        *,
        label: bool = True,
        color: str | None = None,
        **common: Unpack[ViewOptions],
    ) -> None:
        manifest, info = app
        component = manifest.component(info.name)
        self.text = info.label or manifest.label
        common.setdefault("content_description", self.text)
        common["id"] = "icon"
        common["key"] = f"{place}:{component}"
        common["on_click"] = lambda: screen.launch(app)
        common["on_long_click"] = lambda: screen.show_dialog(AppMenu(place, component))
        name = TextView(
            self.text, style="launcher_label", color=color, max_lines=1, margin=(2, 6, 2, 0)
        )
        picture = ImageView(AppIcon(*manifest.icon), size=56, tint=None)
        for part in (picture, name):
            part.important = "no_hide_descendants"
        super().__init__(
            [picture, name if label else None],
            orientation="vertical",
            content_gravity="center",
            **common,
        )

    def accessibility_text(self) -> str:
        """Return the label."""
        return self.text
