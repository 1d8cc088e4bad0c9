"""OpenTracks: records tracks, shows them, and sums them up."""
