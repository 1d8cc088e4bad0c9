"""Audio Recorder's screens."""
