"""Tasks of our own about Audio Recorder."""
