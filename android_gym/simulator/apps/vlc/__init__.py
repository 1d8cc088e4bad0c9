"""VLC 3.5.4: plays the phone's videos and music, and manages playlists."""
