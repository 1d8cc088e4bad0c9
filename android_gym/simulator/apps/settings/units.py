"""Numbers as Android's Formatter writes them."""

from __future__ import annotations

__all__ = ["file_size"]


def file_size(count: int) -> str:
    """Writes a number of bytes as ``Formatter.formatFileSize`` does: ``12.35 MB``."""
    value = float(count)
    units = ("B", "kB", "MB", "GB", "TB", "PB")
    unit = 0
    while value > 900 and unit < len(units) - 1:
        value /= 1000
        unit += 1
    number = f"{value:.0f}" if unit == 0 or value >= 100 else f"{value:.2f}"
    return f"{number} {units[unit]}"
