"""The on-screen keyboard (Gboard's layout, English)."""
