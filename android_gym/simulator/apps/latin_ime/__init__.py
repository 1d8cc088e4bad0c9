"""The on-screen keyboard (English, with Gboard's layout)."""
