"""AndroidWorld's questions about OpenTracks."""
