"""The window of ``render_mode="human"``."""

from __future__ import annotations

import numpy as np

from android_gym.errors import DependencyError

__all__ = ["FrameWindow"]


class FrameWindow:
    """A window on this computer that shows frames.

    Args:
        title: The window's title.

    Raises:
        DependencyError: If pygame is missing.
    """

    def __init__(self, title: str) -> None:
        try:
            import pygame
        except ImportError as error:
            raise DependencyError(
                'render_mode="human" needs pygame: run `pip install "android-gym[play]"`.'
            ) from error
        self._pygame = pygame
        pygame.display.init()
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
