"""Calculator's dialogs."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from android_gym.simulator.appkit.dialogs import ChoiceDialog, ConfirmDialog
from android_gym.simulator.apps.calculator.actions import Actions
from android_gym.simulator.apps.calculator.model import ThemeChoice

__all__ = ["ChooseTheme", "ClearHistory"]

_THEMES: Final[tuple[tuple[ThemeChoice, str], ...]] = (
    ("light", "Light"),
    ("dark", "Dark"),
    ("system", "System default"),
)


@dataclass(frozen=True)
class ClearHistory(ConfirmDialog[Actions]):
    """Asks for confirmation before the history is cleared."""

    MESSAGE = "Clear history?"
    POSITIVE = "Clear"
    NEGATIVE = "Dismiss"

    def on_confirm(self, screen: Actions) -> None:
        """Clear the history."""
        screen.clear_history()


@dataclass(frozen=True)
class ChooseTheme(ChoiceDialog[Actions]):
    """Asks for the theme."""

    TITLE = "Choose theme"

    def choices(self, screen: Actions) -> Sequence[str]:
        """Return the themes."""
        return [words for _, words in _THEMES]

    def selected(self, screen: Actions) -> int:
        """Return the index of the current theme."""
        return [choice for choice, _ in _THEMES].index(screen.settings.theme)

    def on_choose(self, screen: Actions, index: int) -> None:
        """Store the theme."""
        screen.settings.set_theme(_THEMES[index][0])
