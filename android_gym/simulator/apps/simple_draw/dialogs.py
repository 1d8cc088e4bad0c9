"""Simple Draw Pro's dialogs: file name, unsaved changes, and colours."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

from android_gym.simulator.appkit.simple_colors import ColorPickerDialog
from android_gym.simulator.appkit.simple_commons import UnsavedChangesDialog
from android_gym.simulator.apps.simple_draw.actions import MainActions
from android_gym.simulator.apps.simple_draw.model import ENDINGS, Ending
from android_gym.simulator.ui.activity import Dialog, Overlay
from android_gym.simulator.ui.components import TextInputLayout
from android_gym.simulator.ui.dialogs import alert_dialog
from android_gym.simulator.ui.geometry import MATCH
from android_gym.simulator.ui.layouts import ScrollView, wide_column
from android_gym.simulator.ui.widgets import EditText, RadioButton

__all__ = ["ChooseColor", "SaveImage", "UnsavedChanges"]


@dataclass(frozen=True)
class SaveImage(Dialog[MainActions]):
    """Asks for a file name and extension.

    Attributes:
        name: The name typed so far, without the extension.
        ending: The extension chosen so far.
    """

    name: str = ""
    ending: Ending = "png"

    def build(self, screen: MainActions) -> Overlay:
        """Build the field and the extensions; the dialog stays open while the name is invalid."""

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
    """Asks whether to save before a drawing is lost."""

    def on_save(self, screen: MainActions) -> None:
        """Ask for a name."""
        screen.ask_name()


@dataclass(frozen=True)
class ChooseColor(ColorPickerDialog[MainActions]):
    """Asks for the colour of the brush or the background.

    Attributes:
        background: Whether it is the background's.
    """

    background: bool = False

    def on_color(self, screen: MainActions, color: str) -> None:
        """Set the colour."""
        (screen.set_background if self.background else screen.set_color)(color)
