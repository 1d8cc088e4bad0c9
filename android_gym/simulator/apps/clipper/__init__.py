"""Clipper: gives adb the clipboard."""
