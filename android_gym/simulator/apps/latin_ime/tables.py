"""Characters of the keys, and their alternates for a long press."""

from __future__ import annotations

from typing import Final

__all__ = [
    "ACTIONS",
    "ALTERNATES",
    "LAYERS",
    "NUMBER_PAD",
    "PHONE_LETTERS",
    "PHONE_PAD",
    "PHONE_SYMBOLS",
    "hint",
]

LAYERS: Final = {
    "letters": ("qwertyuiop", "asdfghjkl", "zxcvbnm"),
    "symbols": ("1234567890", "@#$_&-+()/", "*\"':;!?"),
    "more": (
        "~`|\u2022\u221a\u03c0\u00f7\u00d7\u00a7\u0394",
        "\u00a3\u00a2\u20ac\u00a5^\u00b0={}\\",
        "%\u00a9\u00ae\u2122\u2713[]",
    ),
}
"""The three rows of keys of each layer."""

NUMBER_PAD: Final = ("123-", "456 ", "789\b", ",0.\n")
"""Keys for number fields; "\\b" is delete, "\\n" is the action key."""

PHONE_PAD: Final = ("123-", "456 ", "789\b", "*0.\n")
"""Keys for phone number fields; "*" opens `PHONE_SYMBOLS`."""

PHONE_SYMBOLS: Final = ("(/)-", "Np, ", "*w#\b", "1+.\n")
"""Second page of the phone pad, opened by "*": "p" is a pause, "w" a wait, "1" goes back."""

PHONE_LETTERS: Final = {
    "2": "ABC", "3": "DEF", "4": "GHI", "5": "JKL", "6": "MNO", "7": "PQRS", "8": "TUV",
    "9": "WXYZ", "0": "+",
}  # fmt: skip
"""Letters shown beside the digits of the phone pad."""

ACTIONS: Final = {
    "done": ("Done", "check"),
    "next": ("Next", "keyboard_tab"),
    "search": ("Search", "magnify"),
    "send": ("Send", "send"),
    "go": ("Go", "arrow_right"),
    "previous": ("Previous", "chevron_left"),
    "none": ("Enter", "keyboard_return"),
}
"""Content description and icon of each action key."""

ALTERNATES: Final = {
    "a": "\u00e0\u00e1\u00e2\u00e4\u00e6\u00e3\u00e5\u0101",
    "c": "\u00e7\u0107\u010d",
    "e": "3\u00e8\u00e9\u00ea\u00eb\u0113",
    "i": "8\u00ee\u00ef\u00ed\u012b\u00ec",
    "l": "\u0142",
    "n": "\u00f1\u0144",
    "o": "9\u00f4\u00f6\u00f2\u00f3\u0153\u00f8\u014d\u00f5",
    "p": "0",
    "q": "1",
    "r": "4",
    "s": "\u00df\u015b\u0161",
    "t": "5",
    "u": "7\u00fb\u00fc\u00f9\u00fa\u016b",
    "w": "2",
    "y": "6\u00ff",
    "z": "\u017e\u017a\u017c",
    ".": "?!'\":;-@/",
    "0": "+\u207f\u2205",
    "1": "\u00b9\u00bd\u2153\u00bc\u215b",
    "2": "\u00b2\u2154",
    "3": "\u00b3\u00be\u215c",
    "4": "\u2074",
    "5": "\u215d",
    "7": "\u215e",
    "$": "\u00a2\u00a3\u20ac\u00a5\u20b1",
    "-": "_\u2013\u2014\u00b7",
    "+": "\u00b1",
    "(": "<{[",
    ")": ">}]",
    "*": "\u2020\u2021\u2605",
    '"': "\u201e\u201c\u201d\u00ab\u00bb",
    "'": "\u201a\u2018\u2019\u2039\u203a",
    "!": "\u00a1",
    "?": "\u00bf\u203d",
    "%": "\u2030",
    "=": "\u2260\u2248\u221e",
}
"""Alternates for a long press; the first is typed if the finger doesn't move."""


def hint(character: str) -> str:
    """Return the hint in a key's corner: the digit typed by a long press."""
    first = ALTERNATES.get(character.lower(), "")[:1]
    return first if character.isalpha() and first.isdigit() else ""
