"""Colour pickers of the Simple Mobile Tools: a square of shades, or lines of colour samples."""

from __future__ import annotations

import colorsys
import re
from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import partial
from typing import ClassVar, Final, Literal, Self

from android_gym.simulator.appkit.dialog_base import A_contra
from android_gym.simulator.appkit.simple_theme import prefs
from android_gym.simulator.ui.activity import Context, Dialog, Overlay
from android_gym.simulator.ui.dialogs import alert_dialog
from android_gym.simulator.ui.drawables import Drawable, Gradient, Layers, Oval, Rounded
from android_gym.simulator.ui.geometry import MATCH
from android_gym.simulator.ui.layouts import (
    FrameLayout,
    ScrollView,
    column,
    row,
    wide_column,
    wide_row,
)
from android_gym.simulator.ui.surface import Surface, SurfaceContent, SurfaceTouch
from android_gym.simulator.ui.view import View
from android_gym.simulator.ui.widgets import EditText, ImageView, TextView

__all__ = ["FAMILIES", "ColorPickerDialog", "Hsv", "LineColorPickerDialog"]

FAMILIES: Final = tuple(
    tuple(shades)
    for shades in (
        "#FFCDD2 #EF9A9A #E57373 #EF5350 #F44336 #E53935 #D32F2F #C62828 #B71C1C".split(),
        "#F8BBD0 #F48FB1 #F06292 #EC407A #E91E63 #D81B60 #C2185B #AD1457 #880E4F".split(),
        "#E1BEE7 #CE93D8 #BA68C8 #AB47BC #9C27B0 #8E24AA #7B1FA2 #6A1B9A #4A148C".split(),
        "#D1C4E9 #B39DDB #9575CD #7E57C2 #673AB7 #5E35B1 #512DA8 #4527A0 #311B92".split(),
        "#C5CAE9 #9FA8DA #7986CB #5C6BC0 #3F51B5 #3949AB #303F9F #283593 #1A237E".split(),
        "#BBDEFB #90CAF9 #64B5F6 #42A5F5 #2196F3 #1E88E5 #1976D2 #1565C0 #0D47A1".split(),
        "#B3E5FC #81D4FA #4FC3F7 #29B6FC #03A9F4 #039BE5 #0288D1 #0277BD #01579B".split(),
        "#B2EBF2 #80DEEA #4DD0E1 #26C6DA #00BCD4 #00ACC1 #0097A7 #00838F #006064".split(),
        "#B2DFDB #80CBC4 #4DB6AC #26A69A #009688 #00897B #00796B #00695C #004D40".split(),
        "#C8E6C9 #A5D6A7 #81C784 #66BB6A #4CAF50 #43A047 #388E3C #2E7D32 #1B5E20".split(),
        "#DCEDC8 #C5E1A5 #AED581 #9CCC65 #8BC34A #7CB342 #689F38 #558B2F #33691E".split(),
        "#F0F4C3 #E6EE9C #DCE775 #D4E157 #CDDC39 #C0CA33 #A4B42B #9E9D24 #827717".split(),
        "#FFF9C4 #FFF590 #FFF176 #FFEE58 #FFEB3B #FDD835 #FBC02D #F9A825 #F57F17".split(),
        "#FFECB3 #FFE082 #FFD54F #FFCA28 #FFC107 #FFB300 #FFA000 #FF8F00 #FF6F00".split(),
        "#FFE0B2 #FFCC80 #FFB74D #FFA726 #FF9800 #FB8C00 #F57C00 #EF6C00 #E65100".split(),
        "#FFCCBC #FFAB91 #FF8A65 #FF7043 #FF5722 #F4511E #E64A19 #D84315 #BF360C".split(),
        "#D7CCC8 #BCAAA4 #A1887F #8D6E63 #795548 #6D4C41 #5D4037 #4E342E #3E2723".split(),
        "#CFD8DC #B0BBC5 #90A4AE #78909C #607D8B #546E7A #455A64 #37474F #263238".split(),
        "#FFFFFF #EEEEEE #E0E0E0 #BDBDBD #9E9E9E #757575 #616161 #424242 #000000".split(),
    )
)
"""Material's colours: families, and their shades (``md_reds`` to ``md_greys``)."""

_FIRST_FAMILY, _FIRST_SHADE = 14, 6
"""Selected for a colour that is none of these: the apps' orange."""

_MIDDLE: Final = 4
"""Shade that represents a family (``md_primary_colors``)."""

_RECENT: Final = "color_picker_recent_colors"
_MOST_RECENT: Final = 5

_Mark = Callable[[int], object]


@dataclass(frozen=True)
class Hsv:
    """A colour as hue, saturation and value, each 0 to 1."""

    hue: float = 0.0
    saturation: float = 0.0
    value: float = 0.0

    @classmethod
    def of(cls, color: str) -> Hsv:
        """Convert a colour ``#RRGGBB``."""
        red, green, blue = bytes.fromhex(color.removeprefix("#"))
        return cls(*colorsys.rgb_to_hsv(red / 255, green / 255, blue / 255))

    @property
    def color(self) -> str:
        """The colour as ``#RRGGBB``."""
        parts = colorsys.hsv_to_rgb(self.hue, self.saturation, self.value)
        return "#" + "".join(f"{round(part * 255):02X}" for part in parts)


@dataclass(frozen=True)
class _Pad(SurfaceContent[Hsv]):
    """The square of saturation and value, or the strip of hues, as a touch surface."""

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
        """Select the colour under the finger."""
        if touch.action == "cancel":
            return state
        across = min(1.0, max(0.0, touch.x / max(1, size[0])))
        down = min(1.0, max(0.0, touch.y / max(1, size[1])))
        if self.part == "strip":
            return replace(state, hue=1 - down)
        return replace(state, saturation=across, value=1 - down)


def _recent(context: Context) -> list[str]:
    """Return the recently chosen colours, the latest first."""
    lines = prefs(context).get(_RECENT, "").split("\n")
    numbers = [int(line) for line in lines if re.fullmatch(r"-?\d{1,10}", line)]
    return [f"#{number & 0xFFFFFF:06X}" for number in numbers[:_MOST_RECENT]]


def _remember(context: Context, color: str) -> None:
    kept = [color, *(other for other in _recent(context) if other != color)][:_MOST_RECENT]
    numbers = (str(int(f"FF{one[1:]}", 16) - (1 << 32)) for one in kept)
    prefs(context).put(**{_RECENT: "\n".join(numbers)})


@dataclass(frozen=True)
class ColorPickerDialog(Dialog[A_contra]):
    """A picker for any colour: with a square, a strip of hues, or six digits.

    Attributes:
        NEUTRAL: Label of a third button, such as "Default"; None for none.
        old: The previous colour, ``#RRGGBB``.
        chosen: The colour chosen so far.
        digits: Text of the field.
    """

    NEUTRAL: ClassVar[str | None] = None
    SIDE: ClassVar[int] = 240
    LEAST_SIDE: ClassVar[int] = 120
    AROUND: ClassVar[int] = 160
    """Height in dp that the dialog needs around the square."""

    old: str = "#000000"
    chosen: Hsv = Hsv()
    digits: str = "000000"

    @classmethod
    def of(cls, color: str) -> Self:
        """Return the dialog with an initial colour ``#RRGGBB``."""
        return cls(color, Hsv.of(color), color.removeprefix("#"))

    def on_color(self, screen: A_contra, color: str) -> None:
        """React to a tap on OK, with the colour ``#RRGGBB``."""
        raise NotImplementedError(f"{type(self).__name__} must say what its colour does.")

    def on_neutral(self, screen: A_contra) -> None:
        """React to a tap on the third button."""

    def build(self, screen: A_contra) -> Overlay:
        """Return the window with square, strip, text field and samples."""
        known = re.fullmatch(r"[0-9A-Fa-f]{6}", self.digits)
        color = f"#{self.digits.upper()}" if known else self.chosen.color

        def pick(chosen: Hsv) -> None:
            screen.update_dialog(replace(self, chosen=chosen, digits=chosen.color[1:]))

        def type_digits(text: str) -> None:
            full = re.fullmatch(r"[0-9A-Fa-f]{6}", text)
            chosen = Hsv.of(text) if full else self.chosen
            screen.update_dialog(replace(self, chosen=chosen, digits=text))

        def accept() -> None:
            screen.dismiss_dialog()
            _remember(screen.context, color)
            self.on_color(screen, color)

        def neutral() -> None:
            screen.dismiss_dialog()
            self.on_neutral(screen)

        display = screen.context.system.display
        room = display.size[0] / display.density - self.AROUND
        side = round(min(self.SIDE, max(self.LEAST_SIDE, room)))
        recent = [
            ImageView(
                None,
                content_description=each,
                key=each,
                width=34,
                height=34,
                margin=(4, 0),
                background=Oval(each, stroke="#55808080"),
                on_click=partial(pick, Hsv.of(each)),
            )
            for each in _recent(screen.context)
        ]
        holder = wide_column(
            row(*recent, id="recent_colors", margin=(16, 16, 16, 0)) if recent else None,
            row(
                self._square(pick, side),
                self._strip(pick, side),
                id="color_picker_top_holder",
                class_name="android.widget.RelativeLayout",
                margin=(0, 16),
            ),
            self._codes(type_digits),
            row(
                _sample(self.old, "color_picker_old_color"),
                _arrow("color_picker_arrow"),
                _sample(color, "color_picker_new_color"),
                id="color_picker_bottom_holder",
                class_name="android.widget.RelativeLayout",
                margin=(0, 8),
                content_gravity="center_vertical",
            ),
            id="color_picker_holder",
            class_name="android.widget.RelativeLayout",
            content_gravity="center_horizontal",
        )
        return alert_dialog(
            content=ScrollView(holder, id="color_picker_scrollview", width=MATCH),
            positive="OK",
            on_positive=accept,
            negative="Cancel",
            neutral=self.NEUTRAL,
            on_neutral=neutral if self.NEUTRAL else None,
            on_dismiss=screen.dismiss_dialog,
        )

    def _square(self, pick: Callable[[Hsv], object], side: int) -> View:
        x, y = self.chosen.saturation * side, (1 - self.chosen.value) * side
        cursor = ImageView(
            None,
            id="color_picker_cursor",
            width=16,
            height=16,
            margin=(min(max(x - 8, 0), side - 16), min(max(y - 8, 0), side - 16), 0, 0),
            background=Oval(None, stroke="#FFFFFF", stroke_width=2),
            clickable=False,
        )
        return FrameLayout([_pad("square", self.chosen, pick, side, side), cursor], width=side)

    def _strip(self, pick: Callable[[Hsv], object], side: int) -> View:
        cursor = ImageView(
            "chevron_right",
            id="color_picker_hue_cursor",
            size=12,
            width=12,
            height=12,
            margin=(0, min(max((1 - self.chosen.hue) * side - 6, 0), side - 12), 0, 0),
            clickable=False,
        )
        return FrameLayout(
            [cursor, row(_pad("strip", self.chosen, pick, 30, side), padding=(12, 0, 0, 0))]
        )

    def _codes(self, type_digits: Callable[[str], None]) -> View:
        return row(
            TextView(self.old, id="color_picker_old_hex", size=14, width=70, align="center"),
            _arrow("color_picker_hex_arrow"),
            TextView("#", id="color_picker_new_hex_label", size=14),
            EditText(
                self.digits,
                id="color_picker_new_hex",
                size=14,
                max_length=6,
                max_lines=1,
                on_text_change=type_digits,
                width=80,
            ),
            id="color_picker_hex_codes_holder",
            class_name="android.widget.RelativeLayout",
            content_gravity="center_vertical",
        )


def _pad(
    part: Literal["square", "strip"],
    chosen: Hsv,
    pick: Callable[[Hsv], object],
    width: float,
    height: float,
) -> View:
    return Surface(
        _Pad(part),
        chosen,
        on_change=pick,
        id="color_picker_square" if part == "square" else "color_picker_hue",
        class_name="android.view.View" if part == "square" else "android.widget.ImageView",
        important_for_accessibility="yes",
        width=width,
        height=height,
    )


def _arrow(name: str) -> View:
    return ImageView(
        "arrow_right", id=name, size=20, width=20, height=20, margin=(12, 0), clickable=False
    )


def _sample(color: str, name: str) -> View:
    return FrameLayout(
        [],
        id=name,
        class_name="android.widget.ImageView",
        important_for_accessibility="yes",
        width=30,
        height=30,
        background=Rounded(color, stroke="#808080"),
    )


@dataclass(frozen=True)
class _Line(SurfaceContent[int]):
    """A line of samples as a touch surface; the state is the index of the selected one.

    Attributes:
        count: Number of samples.
    """

    count: int

    TOUCHES: ClassVar[bool] = True

    def picture(self, state: int, size: tuple[int, int]) -> Drawable:
        """Return an empty drawable, as the samples are views below."""
        return Layers(())

    def touch(self, state: int, touch: SurfaceTouch, size: tuple[int, int]) -> int:
        """Select the sample under the finger."""
        if touch.action == "cancel":
            return state
        return min(self.count - 1, max(0, int(touch.x * self.count / max(1, size[0]))))


@dataclass(frozen=True)
class LineColorPickerDialog(Dialog[A_contra]):
    """A picker for Material's colours: a line of families, and a line of the family's shades.

    Attributes:
        family: Index of the family selected so far.
        shade: Index of the shade selected so far.
    """

    family: int = _FIRST_FAMILY
    shade: int = _FIRST_SHADE

    @classmethod
    def of(cls, color: str) -> Self:
        """Return the dialog with an initial colour ``#RRGGBB``."""
        for family, shades in enumerate(FAMILIES):
            if color in shades:
                return cls(family, shades.index(color))
        return cls()

    def on_color(self, screen: A_contra, color: str) -> None:
        """React to a tap on OK, with the colour ``#RRGGBB``."""
        raise NotImplementedError(f"{type(self).__name__} must say what its colour does.")

    def build(self, screen: A_contra) -> Overlay:
        """Return the window with both lines and the colour's digits."""
        shades = FAMILIES[self.family]
        color = shades[self.shade]

        def accept() -> None:
            screen.dismiss_dialog()
            self.on_color(screen, color)

        def mark_family(index: int) -> None:
            screen.update_dialog(replace(self, family=index))

        def mark_shade(index: int) -> None:
            screen.update_dialog(replace(self, shade=index))

        def line(name: str, colors: tuple[str, ...], marked: int, mark: _Mark) -> View:
            samples = wide_row(
                *(
                    View(
                        key=index,
                        width=0,
                        weight=1,
                        height=80 if index == marked else 60,
                        background=each,
                    )
                    for index, each in enumerate(colors)
                ),
                height=80,
                content_gravity="center_vertical",
            )
            touched = Surface(
                _Line(len(colors)),
                marked,
                on_change=mark,
                id=name,
                class_name="android.widget.LinearLayout",
                important_for_accessibility="yes",
                width=MATCH,
                height=80,
            )
            return FrameLayout([samples, touched], width=MATCH)

        families = tuple(family[_MIDDLE] for family in FAMILIES)
        holder = column(
            line("primary_line_color_picker", families, self.family, mark_family),
            View(height=24),
            line("secondary_line_color_picker", shades, self.shade, mark_shade),
            TextView(color, id="hex_code", size=16, align="center", margin=(0, 24, 0, 0)),
            id="line_color_picker_holder",
            class_name="android.widget.RelativeLayout",
            width=MATCH,
            padding=16,
            content_gravity="center_horizontal",
        )
        return alert_dialog(
            content=ScrollView(holder, width=MATCH),
            positive="OK",
            on_positive=accept,
            negative="Cancel",
            on_dismiss=screen.dismiss_dialog,
        )
