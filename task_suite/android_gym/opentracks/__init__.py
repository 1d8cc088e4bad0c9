"""Tasks of our own about OpenTracks."""
