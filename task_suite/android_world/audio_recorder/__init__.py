"""Tasks of Audio Recorder."""
