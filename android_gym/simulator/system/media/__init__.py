"""Media: the index of audio, images and videos, their playback, and sound recording."""
