"""Demonstrations of MiniWoB++, by kinds of pages."""

from __future__ import annotations

from android_gym.task_suite.miniwob.demonstrations import (
    choosing,
    clicking,
    dates,
    dragging,
    drawing,
    games,
    mail,
    social,
    typing_in,
)

__all__ = ["SCRIPTS"]

SCRIPTS = {
    name: script
    for module in (
        choosing,
        clicking,
        dates,
        dragging,
        drawing,
        games,
        mail,
        social,
        typing_in,
    )
    for name, script in module.SCRIPTS.items()
}
"""Scripts by the names of pages."""
