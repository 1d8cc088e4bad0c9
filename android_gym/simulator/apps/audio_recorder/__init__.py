"""Audio Recorder: records sound to files, and lists and plays them."""
