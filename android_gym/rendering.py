"""The window of ``render_mode="human"``."""

from __future__ import annotations

import os
from typing import Any

import gymnasium as gym
import numpy as np

from android_gym.errors import DependencyError, OptionError

__all__ = ["NO_DISPLAY", "FrameWindow", "open_display"]

NO_DISPLAY = (
    "There is no display, so nobody can see the window. Run this in a desktop session, or where "
    "DISPLAY or WAYLAND_DISPLAY names one, as in `ssh -X`."
)


def open_display(pygame: Any) -> bool:
    """Open the display for windows.

    Returns:
        False if nobody can see them, because SDL has found no display and draws into memory. True
        if SDL_VIDEODRIVER says where to draw.

    Raises:
        OptionError: If SDL can't draw anywhere.
    """
    try:
        pygame.display.init()
    except pygame.error as error:
        raise OptionError(f"{NO_DISPLAY} SDL says: {error}.") from error
    told = bool(os.environ.get("SDL_VIDEODRIVER"))
    return told or pygame.display.get_driver() not in ("offscreen", "dummy")


class FrameWindow:
    """A window on this computer that shows frames; without a display it warns.

    Args:
        title: The window's title.

    Raises:
        DependencyError: If pygame is missing.
        OptionError: If SDL can't draw anywhere.
    """

    def __init__(self, title: str) -> None:
        try:
            import pygame
        except ImportError as error:
            raise DependencyError(
                'render_mode="human" needs pygame: run `pip install "android-gym[play]"`.'
            ) from error
        self._pygame = pygame
        if not open_display(pygame):
            gym.logger.warn(NO_DISPLAY)
        pygame.display.set_caption(title)

    def show(self, frame: np.ndarray) -> None:
        """Show a frame, at most 800 pixels high."""
        pygame = self._pygame
        height, width = frame.shape[:2]
        scale = min(1.0, 800 / height)
        size = (round(width * scale), round(height * scale))
        screen = pygame.display.get_surface()
        if screen is None or screen.get_size() != size:
            screen = pygame.display.set_mode(size)
        picture = pygame.image.frombuffer(np.ascontiguousarray(frame), (width, height), "RGB")
        pygame.transform.smoothscale(picture, size, screen)
        pygame.event.pump()
        pygame.display.flip()

    def close(self) -> None:
        """Close the window."""
        self._pygame.display.quit()
