"""VLC 3.5.4: plays the videos and music of the phone, and keeps playlists of them."""
