"""The Simple Mobile Tools' page of colours: a theme, or custom colours."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import ClassVar, Final

from android_gym.simulator.appkit.simple_colors import ColorPickerDialog, LineColorPickerDialog
from android_gym.simulator.appkit.simple_commons import (
    RadioGroupDialog,
    SimpleScreen,
    UnsavedChangesDialog,
)
from android_gym.simulator.appkit.simple_theme import (
    AUTO,
    CUSTOM,
    SYSTEM,
    THEMES,
    Colors,
    Look,
    chosen_theme,
    colors_of,
    kept_colors,
    prefs,
    theme_of,
)
from android_gym.simulator.appkit.simple_views import color_name, color_of
from android_gym.simulator.ui.activity import Dialogs, Screen
from android_gym.simulator.ui.components import MenuItem
from android_gym.simulator.ui.drawables import Oval
from android_gym.simulator.ui.geometry import MATCH
from android_gym.simulator.ui.layouts import ScrollView, full_column, wide_column, wide_row
from android_gym.simulator.ui.theme import Theme
from android_gym.simulator.ui.view import View
from android_gym.simulator.ui.widgets import ImageView, TextView

__all__ = ["CustomizationActivity", "CustomizationState"]

_ASK_AGAIN_MS: Final = 1000
"""BACK within this time after a question leaves without asking again."""

_CUSTOM_KEYS: Final = {
    "text": "custom_text_color",
    "background": "custom_background_color",
    "primary": "custom_primary_color",
    "accent": "custom_accent_color",
}


@dataclass(frozen=True)
class CustomizationState:
    """The unsaved choices on the page.

    Attributes:
        theme: Name of the theme.
        colors: The colours that the theme leaves open.
        changed: Whether there is anything to save.
        asked_ms: When it last asked whether to save changes.
    """

    theme: str = SYSTEM
    colors: Colors = Colors()
    changed: bool = False
    asked_ms: int = 0


@dataclass(frozen=True)
class ChooseTheme(RadioGroupDialog["CustomizationActivity"]):
    """A choice of themes."""

    def choices(self, screen: CustomizationActivity) -> Sequence[str]:
        """Return the labels of the themes."""
        return [label for label, _ in THEMES.values()]

    def selected(self, screen: CustomizationActivity) -> int:
        """Return the index of the current choice."""
        return list(THEMES).index(screen.state.theme)

    def on_choose(self, screen: CustomizationActivity, index: int) -> None:
        """Choose the theme."""
        screen.choose_theme(list(THEMES)[index])


@dataclass(frozen=True)
class PickColor(ColorPickerDialog["CustomizationActivity"]):
    """A picker for the text, background or accent colour.

    Attributes:
        field: Field of `Colors`.
    """

    field: str = "text"

    def on_color(self, screen: CustomizationActivity, color: str) -> None:
        """Choose the colour."""
        screen.choose_color(self.field, color)


@dataclass(frozen=True)
class PickPrimary(LineColorPickerDialog["CustomizationActivity"]):
    """A picker for the primary colour."""

    def on_color(self, screen: CustomizationActivity, color: str) -> None:
        """Choose the colour."""
        screen.choose_color("primary", color)


@dataclass(frozen=True)
class SaveColors(UnsavedChangesDialog["CustomizationActivity"]):
    """A question before changed colours are lost."""

    def on_save(self, screen: CustomizationActivity) -> None:
        """Save the colours."""
        screen.save()


class CustomizationActivity(SimpleScreen[CustomizationState]):
    """The page of colours, which previews what is chosen."""

    DIALOGS: ClassVar[Dialogs] = (ChooseTheme, PickColor, PickPrimary, SaveColors)

    def on_create(self) -> CustomizationState:
        """Return the state with the theme in use."""
        return CustomizationState(chosen_theme(self.context), kept_colors(self.context))

    def theme(self) -> Theme:
        """Return a theme with the colours chosen on the page."""
        return theme_of(Look(self.context.system.display.dark, self._colors()))

    def _colors(self) -> Colors | None:
        dark = self.context.system.display.dark
        return colors_of(self.state.theme, self.state.colors, dark=dark)

    # -- choosing

    def ask_theme(self) -> None:
        """Show the choice of themes; the first time, with a hint about changing colours."""
        kept = prefs(self.context)
        if not kept.get("was_custom_theme_switch_description_shown", False):
            kept.put(was_custom_theme_switch_description_shown=True)
            self.toast("Changing a color will make it switch to Custom theme")
        self.show_dialog(ChooseTheme())

    def choose_theme(self, name: str) -> None:
        """Choose a theme; the custom one restores its last colours."""
        colors = self.state.colors
        if name == CUSTOM:
            kept = prefs(self.context)
            found = {field: kept.get(key) for field, key in _CUSTOM_KEYS.items()}
            mine = {field: value for field, value in found.items() if type(value) is int}
            colors = replace(self._colors() or colors, **mine)
        else:
            dark = self.context.system.display.dark
            colors = colors_of(name, colors, dark=dark) or colors
        self.update(theme=name, colors=colors, changed=True)

    def choose_color(self, field: str, color: str) -> None:
        """Choose a colour, ``#RRGGBB``, which makes the theme a custom one."""
        before = self._colors() or self.state.colors
        value = color_of(color)
        if getattr(before, field) == value:
            return
        stays = self.state.theme == AUTO or field == "accent"
        self.update(
            theme=self.state.theme if stays else CUSTOM,
            colors=replace(before, **{field: value}),
            changed=True,
        )

    # -- saving

    def save(self) -> None:
        """Save the choices for the whole app, and leave."""
        state = self.state
        colors = self._colors() or state.colors
        values: dict[str, int | bool] = {
            "is_using_system_theme": state.theme == SYSTEM,
            "is_using_auto_theme": state.theme == AUTO,
            "text_color": colors.text,
            "background_color": colors.background,
            "primary_color_2": colors.primary,
            "accent_color": colors.accent,
        }
        if state.theme == CUSTOM:
            values |= {key: getattr(colors, field) for field, key in _CUSTOM_KEYS.items()}
        prefs(self.context).put(**values)
        self.finish()

    def on_back(self) -> bool:
        """Ask whether to save changes, but not twice in a second."""
        now = self.context.system.clock.now_ms()
        if not self.state.changed or now - self.state.asked_ms < _ASK_AGAIN_MS:
            return False
        self.update(asked_ms=now)
        self.show_dialog(SaveColors())
        return True

    def leave(self) -> None:
        """Leave by the arrow, which asks like BACK."""
        if not self.on_back():
            self.finish()

    # -- views

    def build(self) -> Screen:
        """Return the screen with the theme, and the colours that it leaves open."""
        theme, colors = self.state.theme, self._colors()
        rows = [self._theme()]
        if colors is not None:
            if theme != AUTO:
                rows += [
                    self._color("text", "Text color", colors.text),
                    self._color("background", "Background color", colors.background),
                ]
            rows.append(self._color("primary", "Primary color", colors.primary))
            if colors.is_white or colors.is_black:
                label = "Accent color of white theme"
                if colors.is_black:
                    label = "Accent color of Black & White theme"
                rows.append(self._color("accent", label, colors.accent))
        save = MenuItem("Save", self.save, id="save", icon="check")
        bar = self.toolbar(
            "Customize colors",
            save if self.state.changed else None,
            id="customization_toolbar",
            on_leave=self.leave,
        )
        holder = wide_column(
            *rows, id="customization_holder", class_name="android.widget.RelativeLayout"
        )
        return Screen(
            full_column(
                bar,
                ScrollView(
                    holder,
                    id="customization_nested_scrollview",
                    width=MATCH,
                    height=0,
                    weight=1,
                ),
                id="customization_coordinator",
                class_name="android.view.ViewGroup",
            ),
            title="Customize colors",
        )

    def _row(self, name: str, label: str, value: View, on_click: Callable[[], object]) -> View:
        return wide_row(
            TextView(
                label, id=f"customization_{name}_label", size=16, padding=(8, 0), width=0, weight=1
            ),
            value,
            id=f"customization_{name}_holder",
            class_name="android.widget.RelativeLayout",
            margin=(0, 8, 0, 0),
            padding=16,
            content_gravity="center_vertical",
            on_click=on_click,
        )

    def _theme(self) -> View:
        label = THEMES[self.state.theme][0]
        value = TextView(label, id="customization_theme", size=16, margin=(0, 0, 8, 0))
        return self._row("theme", "Theme", value, self.ask_theme)

    def _color(self, field: str, label: str, color: int) -> View:
        name = color_name(color)

        def ask() -> None:
            if field == "primary":
                self.show_dialog(PickPrimary.of(name))
            else:
                self.show_dialog(replace(PickColor.of(name), field=field))

        sample = ImageView(
            None,
            id=f"customization_{field}_color",
            width=34,
            height=34,
            margin=(0, 0, 8, 0),
            background=Oval(name, stroke="#55808080"),
            clickable=False,
        )
        return self._row(f"{field}_color", label, sample, ask)
