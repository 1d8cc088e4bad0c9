"""Colours and measures of the camera's screens."""

from __future__ import annotations

from typing import Final

from android_gym.simulator.apps.camera.model import Mode

__all__ = ["BAR_DP", "COLORS", "NAVIGATION_BAR_DP", "STATUS_BAR_DP", "TOP_DP"]

COLORS: Final[dict[Mode, str]] = {"photo": "#00838F", "video": "#C62828"}
BAR_DP: Final = 120
TOP_DP: Final = 40
STATUS_BAR_DP: Final = 48
NAVIGATION_BAR_DP: Final = 24
