"""Audio Recorder: records sound into files, and plays and keeps them."""
