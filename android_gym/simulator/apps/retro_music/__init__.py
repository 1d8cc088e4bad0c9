"""Retro Music: the songs of the phone, playlists, and a queue that plays."""
