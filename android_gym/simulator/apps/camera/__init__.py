"""Camera (AOSP's Camera2): viewfinder, photos, videos, filmstrip."""
