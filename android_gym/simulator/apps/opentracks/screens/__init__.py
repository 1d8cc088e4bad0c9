"""OpenTracks' screens."""
