"""Clipper's broadcast receiver."""

from __future__ import annotations

from android_gym.simulator.system.intents import BroadcastResult, Intent
from android_gym.simulator.ui.activity import Context

__all__ = ["receive"]

RESULT_OK = -1


def receive(context: Context, intent: Intent) -> BroadcastResult:
    """Get or set the clipboard, which Android allows only for the focused app."""
    top = context.system.activities.top
    focused = top is not None and top.package == context.package
    clipboard = context.system.clipboard
    if intent.action in ("clipper.set", "set"):
        text = intent.extra("text")
        if text is None:
            return BroadcastResult(0, 'No text is provided. Use -e text "text to be pasted"')
        if focused:
            clipboard.set_text(str(text), source=context.package)
        return BroadcastResult(RESULT_OK, "Text is copied into clipboard.")
    if not focused or clipboard.clip is None:
        return BroadcastResult(0, "")
    return BroadcastResult(RESULT_OK, clipboard.text)
