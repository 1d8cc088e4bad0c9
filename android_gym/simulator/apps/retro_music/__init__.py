"""Retro Music: plays the phone's songs, with playlists and a playing queue."""
