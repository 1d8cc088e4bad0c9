"""Media: what audio, images and videos there are, how they play, and how sound is recorded."""
