"""Broadcasts that OpenTracks handles while none of its screens is shown."""

from __future__ import annotations

from android_gym.simulator.apps.opentracks.recording import on_fix, on_silence

__all__ = ["on_fix", "on_silence"]
