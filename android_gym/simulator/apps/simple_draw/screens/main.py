"""The main screen: the sheet with its tools, and the toolbar."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial

from android_gym.simulator.appkit.simple_commons import COMMONS, prefs
from android_gym.simulator.appkit.simple_views import color_of, ink_on
from android_gym.simulator.apps.simple_draw.actions import MainActions
from android_gym.simulator.apps.simple_draw.canvas import BRUSH_DP, Canvas
from android_gym.simulator.apps.simple_draw.dialogs import ChooseColor, SaveImage, UnsavedChanges
from android_gym.simulator.apps.simple_draw.model import Sheet, Tool
from android_gym.simulator.ui.activity import Screen
from android_gym.simulator.ui.components import MenuItem, Toolbar
from android_gym.simulator.ui.drawables import Oval
from android_gym.simulator.ui.geometry import MATCH
from android_gym.simulator.ui.layouts import FrameLayout, full_column, row
from android_gym.simulator.ui.surface import Surface
from android_gym.simulator.ui.view import View
from android_gym.simulator.ui.widgets import ImageView, SeekBar

__all__ = ["MainActivity"]

_TOUCH = 48
_LEAST_BRUSH = 5


class MainActivity(MainActions):
    """Shows the sheet."""

    DIALOGS = (ChooseColor, SaveImage, UnsavedChanges)

    def ask_to_save(self) -> None:
        """Ask whether to save the drawing before leaving the app."""
        self.show_dialog(UnsavedChanges())

    def on_resume(self) -> None:
        """Request the orientation from the settings: portrait, or as the phone is held."""
        upright = bool(prefs(self.context).get("force_portrait_mode", False))
        self.request_orientation("portrait" if upright else "sensor")

    def build(self) -> Screen:
        """Build the toolbar and the sheet with its tools."""
        sheet = self.sheet
        settings = prefs(self.context)
        zooms = bool(settings.get("allow_zooming_canvas", True))
        sized = settings.get("show_brush_size", True) and sheet.tool in ("brush", "eraser")
        holder = FrameLayout(
            [
                Surface(
                    Canvas(self.context.windows.density, zooms),
                    sheet,
                    on_change=self.change,
                    id="my_canvas",
                    class_name="android.view.View",
                    width=MATCH,
                    height=MATCH,
                    important_for_accessibility="yes",
                ),
                self._tools(sheet),
                self._tool("undo", "Undo", self.undo, margin=(0, _TOUCH, 0, 0))
                if sheet.operations
                else None,
                *(self._size(sheet) if sized else ()),
            ],
            id="main_holder",
            class_name="android.widget.RelativeLayout",
            width=MATCH,
            height=0,
            weight=1,
        )
        return Screen(
            full_column(
                self._bar(), holder, id="main_coordinator", class_name="android.view.ViewGroup"
            ),
            title="Draw",
        )

    def ask_name(self) -> None:
        """Ask for the name to save the drawing under, at the sheet's current size."""
        self.measure()
        self.show_dialog(SaveImage(self.default_name(), self.ending))

    def _bar(self) -> View:
        def choose(*, background: bool) -> None:
            color = self.sheet.background if background else self.sheet.color
            self.show_dialog(replace(ChooseColor.of(color), background=background))

        return Toolbar(
            "",
            menu=[
                MenuItem("Save", self.ask_name, id="menu_save", icon="content_save"),
                MenuItem("Clear", self.clear, id="clear", icon="close"),
                MenuItem("Share", self.share, id="menu_share", icon="share_variant"),
                MenuItem("Open file", self.open_file, id="open_file"),
                MenuItem(
                    "Change background color",
                    partial(choose, background=True),
                    id="change_background",
                ),
                # The phone has no print spooler to show a preview.
                MenuItem("Print", lambda: self.toast("No valid app found"), id="menu_print"),
                MenuItem(
                    "Settings",
                    lambda: self.start_activity(".activities.SettingsActivity"),
                    id="settings",
                ),
                MenuItem(
                    "About", lambda: self.start_activity(f"{COMMONS}.AboutActivity"), id="about"
                ),
            ],
            id="main_toolbar",
        )

    def _tools(self, sheet: Sheet) -> View:
        """Build the row of tools at the top right."""

        def tool(name: Tool, label: str, icon: str, id: str) -> View:
            return self._tool(
                icon, label, partial(self.use, name), id=id, active=sheet.tool == name
            )

        picker = FrameLayout(
            [],
            id="color_picker",
            class_name="android.widget.ImageView",
            content_description="Change color",
            width=_TOUCH - 16,
            height=_TOUCH - 16,
            margin=8,
            background=Oval(sheet.color, "#808080", 1),
            on_click=lambda: self.show_dialog(ChooseColor.of(sheet.color)),
        )
        return row(
            self._tool("redo", "Redo", self.redo) if sheet.undone else None,
            tool("bucket", "Bucket fill", "format_color_fill", "bucket_fill"),
            tool("eraser", "Eraser", "eraser", "eraser"),
            tool("eyedropper", "Eyedropper", "eyedropper", "eye_dropper"),
            picker,
            key="tools",
            gravity="top|end",
        )

    def _tool(
        self,
        icon: str,
        label: str,
        on_click: Callable[[], object],
        *,
        id: str | None = None,
        active: bool = False,
        margin: tuple[float, float, float, float] = (0, 0, 0, 0),
    ) -> View:
        ink = ink_on(color_of(self.sheet.background))
        return ImageView(
            icon,
            id=id or icon,
            content_description=label,
            tint="primary" if active else ink,
            scale="center",
            width=_TOUCH,
            height=_TOUCH,
            gravity="top|end",
            margin=margin,
            on_click=on_click,
            on_long_click=lambda: self.toast(label),
        )

    def _size(self, sheet: Sheet) -> tuple[View, View]:
        """Build the preview dot and the slider of the brush's size."""
        dot = BRUSH_DP * sheet.brush / 100
        ink = sheet.background if sheet.tool == "eraser" else sheet.color
        preview = FrameLayout(
            [
                View(
                    key="dot",
                    width=dot,
                    height=dot,
                    gravity="center",
                    background=Oval(ink, "#808080", 1),
                )
            ],
            id="stroke_width_preview",
            class_name="android.widget.ImageView",
            important_for_accessibility="yes",
            width=BRUSH_DP,
            height=BRUSH_DP,
            gravity="bottom|center_horizontal",
            margin=(0, 0, 0, 52),
        )
        slider = SeekBar(
            sheet.brush - _LEAST_BRUSH,
            100 - _LEAST_BRUSH,
            on_change=self.set_brush,
            id="stroke_width_bar",
            width=150,
            gravity="bottom|center_horizontal",
            margin=(0, 0, 0, 12),
        )
        return preview, slider
