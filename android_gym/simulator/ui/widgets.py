"""Widgets, as in Android's ``android.widget``.

text_view         TextView, Button
image_view        ImageView, ImageButton
compound_buttons  CompoundButton, CheckBox, EndCheckBox, RadioButton, CheckedTextView, Switch
edit_text         EditText, EditState
progress          SeekBar, ProgressBar

Views without content are defined here: `Space` and `Divider`.
"""

from __future__ import annotations

from typing import Unpack

from android_gym.simulator.ui.compound_buttons import (
    CheckBox,
    CheckedTextView,
    CompoundButton,
    EndCheckBox,
    RadioButton,
    Switch,
)
from android_gym.simulator.ui.edit_text import EditState, EditText
from android_gym.simulator.ui.image_view import ImageButton, ImageView
from android_gym.simulator.ui.options import ViewOptions
from android_gym.simulator.ui.progress import ProgressBar, SeekBar
from android_gym.simulator.ui.text_view import Button, TextView
from android_gym.simulator.ui.view import View

__all__ = [
    "Button",
    "CheckBox",
    "CheckedTextView",
    "CompoundButton",
    "Divider",
    "EditState",
    "EditText",
    "EndCheckBox",
    "ImageButton",
    "ImageView",
    "ProgressBar",
    "RadioButton",
    "SeekBar",
    "Space",
    "Switch",
    "TextView",
]


class Space(View):
    """Empty space."""

    CLASS = "android.widget.Space"


class Divider(View):
    """A thin horizontal line, in the theme's "divider" colour by default."""

    def __init__(
        self, *, color: str = "divider", thickness: float = 1, **common: Unpack[ViewOptions]
    ) -> None:
        common.setdefault("width", -1.0)
        common["height"] = thickness
        common["background"] = color
        super().__init__(**common)
