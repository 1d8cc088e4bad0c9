"""OpenTracks: records tracks, and shows and sums up those recorded."""
