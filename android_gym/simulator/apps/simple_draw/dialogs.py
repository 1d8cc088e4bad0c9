"""Simple Draw Pro's dialogs: the name of a file, what was not saved, and colours."""

from __future__ import annotations

import colorsys
import re
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import ClassVar, Literal

from android_gym.simulator.appkit.simple_commons import UnsavedChangesDialog
from android_gym.simulator.apps.simple_draw.actions import MainActions
from android_gym.simulator.apps.simple_draw.model import ENDINGS, Ending
from android_gym.simulator.ui.activity import Dialog, Overlay
from android_gym.simulator.ui.components import TextInputLayout
from android_gym.simulator.ui.dialogs import alert_dialog
from android_gym.simulator.ui.drawables import Drawable, Gradient, Layers, Rounded
from android_gym.simulator.ui.layouts import FrameLayout, ScrollView, row, wide_column, wide_row
from android_gym.simulator.ui.surface import Surface, SurfaceContent, SurfaceTouch
from android_gym.simulator.ui.view import MATCH, View
from android_gym.simulator.ui.widgets import EditText, RadioButton, TextView

__all__ = ["ChooseColor", "SaveImage", "UnsavedChanges"]


@dataclass(frozen=True)
class SaveImage(Dialog[MainActions]):
    """Asks for the name of a file and its ending.

    Attributes:
        name: The name typed so far, without the ending.
        ending: The ending chosen so far.
    """

    name: str = ""
    ending: Ending = "png"

    def build(self, screen: MainActions) -> Overlay:
        """Build the field and the endings; the dialog stays while the name is no good."""

        def accept() -> None:
            wrong = screen.name_error(self.name)
            if wrong:
                screen.toast(wrong)
                return
            screen.dismiss_dialog()
            screen.save_as(self.name, self.ending)

        def choose(ending: Ending) -> Callable[[], object]:
            return lambda: screen.update_dialog(replace(self, ending=ending))

        field = TextInputLayout(
            EditText(
                self.name,
                hint="Filename",
                id="save_image_filename",
                autofocus=True,
                max_lines=1,
                on_text_change=lambda text: screen.update_dialog(replace(self, name=text)),
                width=MATCH,
            ),
            id="save_image_filename_hint",
            width=MATCH,
            margin=(0, 0, 0, 8),
        )
        endings = wide_column(
            *(
                RadioButton(
                    f".{ending}",
                    id=f"save_image_radio_{ending}",
                    checked=ending == self.ending,
                    size=16,
                    width=MATCH,
                    min_height=40,
                    clickable=True,
                    on_click=choose(ending),
                )
                for ending in ENDINGS
            ),
            id="save_image_radio_group",
            class_name="android.widget.RadioGroup",
        )
        holder = wide_column(field, endings, id="save_image_holder", padding=(24, 16, 24, 0))
        return alert_dialog(
            "Save as",
            content=ScrollView(holder, id="save_image_wrapper", width=MATCH),
            positive="OK",
            on_positive=accept,
            negative="Cancel",
            on_dismiss=screen.dismiss_dialog,
        )


@dataclass(frozen=True)
class UnsavedChanges(UnsavedChangesDialog[MainActions]):
    """Asks before a drawing is lost."""

    def on_save(self, screen: MainActions) -> None:
        """Ask for a name."""
        screen.ask_name()


@dataclass(frozen=True)
class Hsv:
    """A colour as hue, saturation and value, 0 to 1 each."""

    hue: float = 0.0
    saturation: float = 0.0
    value: float = 0.0

    @classmethod
    def of(cls, color: str) -> Hsv:
        """Return a colour ``#RRGGBB``."""
        red, green, blue = bytes.fromhex(color.removeprefix("#"))
        return cls(*colorsys.rgb_to_hsv(red / 255, green / 255, blue / 255))

    @property
    def color(self) -> str:
        """The colour as ``#RRGGBB``."""
        parts = colorsys.hsv_to_rgb(self.hue, self.saturation, self.value)
        return "#" + "".join(f"{round(part * 255):02X}" for part in parts)


@dataclass(frozen=True)
class _Pad(SurfaceContent[Hsv]):
    """The square of saturations and values, or the strip of hues, under a finger."""

    part: Literal["square", "strip"]

    TOUCHES: ClassVar[bool] = True

    def picture(self, state: Hsv, size: tuple[int, int]) -> Drawable:
        """Return the gradients."""
        if self.part == "strip":
            hues = tuple(Hsv(step / 6, 1, 1).color for step in range(6, -1, -1))
            return Gradient(hues)
        full = Hsv(state.hue, 1, 1).color
        return Layers((Gradient(("#FFFFFF", full), angle=0), Gradient(("#00000000", "#FF000000"))))

    def touch(self, state: Hsv, touch: SurfaceTouch, size: tuple[int, int]) -> Hsv:
        """Take the colour under the finger."""
        if touch.action == "cancel":
            return state
        across = min(1.0, max(0.0, touch.x / max(1, size[0])))
        down = min(1.0, max(0.0, touch.y / max(1, size[1])))
        if self.part == "strip":
            return replace(state, hue=1 - down)
        return replace(state, saturation=across, value=1 - down)


@dataclass(frozen=True)
class ChooseColor(Dialog[MainActions]):
    """Asks for any colour: by a square, a strip of hues, or six digits.

    Attributes:
        old: The colour before, ``#RRGGBB``.
        chosen: The colour chosen so far.
        digits: What stands in the field.
        background: Whether it is the sheet's colour, not the brush's.
    """

    old: str
    chosen: Hsv
    digits: str
    background: bool = False

    @classmethod
    def of(cls, color: str, *, background: bool) -> ChooseColor:
        """Return the dialog that begins with a colour."""
        return cls(color, Hsv.of(color), color.removeprefix("#"), background)

    def build(self, screen: MainActions) -> Overlay:
        """Build square, strip, field and samples."""

        def pick(chosen: Hsv) -> None:
            screen.update_dialog(replace(self, chosen=chosen, digits=chosen.color[1:]))

        def type_digits(text: str) -> None:
            known = re.fullmatch(r"[0-9A-Fa-f]{6}", text)
            chosen = Hsv.of(text) if known else self.chosen
            screen.update_dialog(replace(self, chosen=chosen, digits=text))

        def accept() -> None:
            screen.dismiss_dialog()
            known = re.fullmatch(r"[0-9A-Fa-f]{6}", self.digits)
            color = f"#{self.digits.upper()}" if known else self.chosen.color
            (screen.set_background if self.background else screen.set_color)(color)

        def pad(part: Literal["square", "strip"], width: int) -> View:
            return Surface(
                _Pad(part),
                self.chosen,
                on_change=pick,
                id=f"color_picker_{'square' if part == 'square' else 'hue'}",
                class_name="android.view.View",
                important_for_accessibility="yes",
                width=width,
                height=200,
                margin=(0, 0, 12, 0),
            )

        fields = wide_row(
            TextView(self.old, id="color_picker_old_hex", size=16, margin=(0, 0, 12, 0)),
            _sample(self.old, "color_picker_old_color"),
            _sample(self.chosen.color, "color_picker_new_color"),
            TextView("#", id="color_picker_hash", size=16, margin=(12, 0, 0, 0)),
            EditText(
                self.digits,
                id="color_picker_new_hex",
                max_length=6,
                max_lines=1,
                on_text_change=type_digits,
                width=0,
                weight=1,
            ),
            content_gravity="center_vertical",
            margin=(0, 12, 0, 0),
        )
        holder = wide_column(
            row(pad("square", 200), pad("strip", 30)),
            fields,
            id="color_picker_holder",
            padding=(24, 20, 24, 0),
        )
        return alert_dialog(
            content=ScrollView(holder, id="color_picker_scrollview", width=MATCH),
            positive="OK",
            on_positive=accept,
            negative="Cancel",
            on_dismiss=screen.dismiss_dialog,
        )


def _sample(color: str, name: str) -> View:
    return FrameLayout(
        [],
        id=name,
        class_name="android.widget.ImageView",
        important_for_accessibility="yes",
        width=36,
        height=24,
        background=Rounded(color, stroke="#808080"),
    )
