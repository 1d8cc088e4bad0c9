"""Clipper: lets adb read and write the clipboard."""
