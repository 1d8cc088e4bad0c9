"""App and folder icons with their labels."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Unpack

from android_gym.simulator.apps.nexuslauncher.actions import Actions
from android_gym.simulator.apps.nexuslauncher.dialogs import AppMenu, FolderDialog
from android_gym.simulator.apps.nexuslauncher.favorites import Item, Spot
from android_gym.simulator.apps.nexuslauncher.model import App, Place
from android_gym.simulator.system.words import counted, phrase, verbatim
from android_gym.simulator.ui.drag_drop import DragSource
from android_gym.simulator.ui.drawables import Oval, Rounded
from android_gym.simulator.ui.icons import AppIcon
from android_gym.simulator.ui.layouts import FrameLayout, GridLayout, LinearLayout
from android_gym.simulator.ui.options import ViewOptions
from android_gym.simulator.ui.view import View
from android_gym.simulator.ui.widgets import ImageView, TextView

__all__ = ["AppIconView", "FolderIconView"]

DOT = 14
"""Diameter in dp of the dot on an app with notifications."""


class AppIconView(DragSource, LinearLayout):
    """An icon with its label, which is one TextView to accessibility services as in Launcher3.

    Args:
        screen: The launcher.
        app: The app, started by a tap; a long press opens its menu.
        place: Place of the icon.
        label: Whether the label is shown.
        color: Colour of the label; the style's by default.
        spot: Cell of the icon on the home screen; None in all apps.
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
        spot: Spot | None = None,
        **common: Unpack[ViewOptions],
    ) -> None:
        manifest, info = app
        component = manifest.component(info.name)
        self.text = screen.name(app)
        common.setdefault("content_description", self.text)
        common["id"] = "icon"
        common["key"] = f"{place}:{component}"
        common["on_click"] = lambda: screen.launch(app)
        common["on_long_click"] = lambda: screen.show_dialog(AppMenu(place, component))
        name = TextView(
            self.text, style="launcher_label", color=color, max_lines=1, margin=(2, 6, 2, 0)
        )
        picture: View = ImageView(AppIcon(*manifest.icon), size=56, tint=None)
        notices = len(screen.notices(manifest.package))
        if notices:
            dot = View(
                width=DOT,
                height=DOT,
                gravity="top|end",
                background=Oval("accent", "#FFFFFF", 1),
            )
            picture = FrameLayout([picture, dot], width=56, height=56)
            said = common.get("content_description") or self.text
            one, other = "{app}, has {n} notification", "{app}, has {n} notifications"
            common["content_description"] = counted(notices, one, other, app=said)
        for part in (picture, name):
            part.important = "no_hide_descendants"
        super().__init__(
            [picture, name if label else None],
            orientation="vertical",
            content_gravity="center",
            **common,
        )

        self.drag_with(
            lambda view, x, y: screen.put_down(component, spot, x, y),
            (lambda: screen.pick_up(component)) if spot is not None else None,
        )

    def accessibility_text(self) -> str:
        """Return the label."""
        return self.text


class FolderIconView(DragSource, LinearLayout):
    """A folder with the icons of its first four apps.

    Args:
        screen: The launcher.
        item: The folder.
        apps: The installed apps of the folder.
        label: Whether the title is shown.
        **common: See `View`.
    """

    CLASS = "android.widget.FrameLayout"
    IMPORTANT = True

    def __init__(
        self,
        screen: Actions,
        item: Item,
        apps: Sequence[App],
        *,
        label: bool = True,
        **common: Unpack[ViewOptions],
    ) -> None:
        few = [ImageView(AppIcon(*app[0].icon), size=20, tint=None) for app in apps[:4]]
        picture = FrameLayout(
            [GridLayout(few, columns=2, width=48, row_height=24, gravity="center")],
            width=56,
            height=56,
            background=Rounded("#E6F1F3F4", 28),
        )
        name = TextView(
            verbatim(item.title), style="launcher_label", max_lines=1, margin=(2, 6, 2, 0)
        )
        for part in (picture, name):
            part.important = "no_hide_descendants"
        spot = item.spot
        common["key"] = ("folder", spot)
        common["content_description"] = phrase(
            "Folder: {title}, {n} items", title=verbatim(item.title), n=len(apps)
        )
        common["on_click"] = lambda: screen.show_dialog(FolderDialog(spot, item.title))
        common["on_long_click"] = lambda: None  # starts a drag
        super().__init__(
            [picture, name if label else None],
            orientation="vertical",
            content_gravity="center",
            **common,
        )
        first = item.components[0]
        self.drag_with(
            lambda view, x, y: screen.put_down(first, spot, x, y), lambda: screen.pick_up(first)
        )
