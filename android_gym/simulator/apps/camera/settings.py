"""Camera's settings."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from typing import Final

from android_gym.simulator.ui.activity import Activity, Context, Overlay, Screen
from android_gym.simulator.ui.components import ListItem, Toolbar
from android_gym.simulator.ui.dialogs import alert_dialog
from android_gym.simulator.ui.layouts import ScrollView, column
from android_gym.simulator.ui.theme import Theme, material_theme
from android_gym.simulator.ui.view import MATCH, View
from android_gym.simulator.ui.widgets import Switch

__all__ = ["Settings", "size"]

_PHOTO = {
    "(4:3) 1.9 megapixels": (1200, 1600),
    "(4:3) 1.2 megapixels": (960, 1280),
    "(4:3) 0.3 megapixels": (480, 640),
}
_VIDEO = {"HD 720p": (720, 1280), "SD 480p": (480, 720), "CIF": (288, 352)}
CHOICES: Final = {
    "size_back_photo": ("Back camera photo", _PHOTO),
    "size_back_video": ("Back camera video", _VIDEO),
    "size_front_photo": ("Front camera photo", _PHOTO),
    "size_front_video": ("Front camera video", _VIDEO),
}
"""Title, and width and height in pixels by what they are called, of each size that is chosen."""


def size(context: Context, *, front: bool, video: bool) -> tuple[int, int]:
    """Width and height in pixels of what a lens takes."""
    name = f"size_{'front' if front else 'back'}_{'video' if video else 'photo'}"
    sizes = list(CHOICES[name][1].values())
    chosen = context.preferences().get(name, 0)
    return sizes[chosen if chosen in range(len(sizes)) else 0]


@dataclass(frozen=True)
class SettingsState:
    """The page and the choice that are open ("" for none)."""

    page: str = ""
    choice: str = ""


class Settings(Activity[SettingsState]):
    """Resolution and quality, and whether photos keep their place."""

    def theme(self) -> Theme:
        """Light or dark as the phone is."""
        dark = self.context.system.display.dark
        return material_theme("#00838F", dark=dark, material=2, name="camera settings")

    def on_back(self) -> bool:
        """Leaves the page, then the settings."""
        if not self.state.page:
            return False
        self.update(page="")
        return True

    def build(self) -> Screen:
        """The list, or the page of sizes."""
        kept = self.context.preferences().all()
        rows: list[View] = []
        dialog: Overlay | None = None
        if self.state.page:
            for name, (title, sizes) in CHOICES.items():
                options = list(sizes)
                chosen = kept.get(name, 0)
                rows.append(
                    ListItem(
                        title,
                        options[chosen],
                        title_id="android:id/title",
                        subtitle_id="android:id/summary",
                        key=name,
                        on_click=partial(self.update, choice=name),
                    )
                )
                if self.state.choice == name:
                    dialog = alert_dialog(
                        title,
                        items=options,
                        selected=chosen,
                        on_item=partial(self._choose, name),
                        on_dismiss=partial(self.update, choice=""),
                        negative="Cancel",
                    )
        else:
            rows = [
                ListItem(
                    "Resolution & quality",
                    title_id="android:id/title",
                    on_click=partial(self.update, page="size"),
                ),
                self._location(bool(kept.get("save_location", False))),
            ]
        title = "Resolution & quality" if self.state.page else "Settings"
        bar = Toolbar(title, navigation="arrow_back", on_navigation=self._up)
        return Screen(
            column(
                bar,
                ScrollView(column(*rows, width=MATCH), width=MATCH, height=0, weight=1),
                width=MATCH,
                height=MATCH,
            ),
            [dialog],
            title=title,
        )

    def _up(self) -> None:
        if not self.on_back():
            self.finish()

    def _location(self, on: bool) -> View:
        return ListItem(
            "Save location",
            title_id="android:id/title",
            trailing=Switch(
                checked=on, id="android:id/switch_widget", clickable=False, focusable=False
            ),
            on_click=partial(self._save_location, not on),
        )

    def _save_location(self, on: bool) -> None:
        permission = "android.permission.ACCESS_COARSE_LOCATION"
        if on and not self.context.granted(permission):
            self.request_permission(permission)
        else:
            self.on_permission_result(None, on)

    def on_permission_result(self, request: object, granted: bool) -> None:
        """Places are kept where Android lets the camera know them."""
        self.context.preferences().put(save_location=granted)

    def _choose(self, name: str, index: int) -> None:
        self.context.preferences().put(**{name: index})
        self.update(choice="")
