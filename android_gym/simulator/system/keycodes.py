"""Android's key codes (android.view.KeyEvent), by name and by number."""

from __future__ import annotations

from typing import Final

__all__ = ["CHARACTERS", "KEYCODES", "KEY_OF_EVDEV", "NAMES", "keycode"]

_RUNS: Final = (
    (
        0,
        "UNKNOWN SOFT_LEFT SOFT_RIGHT HOME BACK CALL ENDCALL 0 1 2 3 4 5 6 7 8 9 STAR POUND "
        "DPAD_UP",
    ),
    (20, "DPAD_DOWN DPAD_LEFT DPAD_RIGHT DPAD_CENTER VOLUME_UP VOLUME_DOWN POWER CAMERA CLEAR"),
    (29, "A B C D E F G H I J K L M N O P Q R S T U V W X Y Z COMMA PERIOD ALT_LEFT ALT_RIGHT"),
    (59, "SHIFT_LEFT SHIFT_RIGHT TAB SPACE SYM EXPLORER ENVELOPE ENTER DEL GRAVE MINUS EQUALS"),
    (71, "LEFT_BRACKET RIGHT_BRACKET BACKSLASH SEMICOLON APOSTROPHE SLASH AT NUM HEADSETHOOK"),
    (80, "FOCUS PLUS MENU NOTIFICATION SEARCH MEDIA_PLAY_PAUSE MEDIA_STOP MEDIA_NEXT"),
    (88, "MEDIA_PREVIOUS MEDIA_REWIND MEDIA_FAST_FORWARD MUTE PAGE_UP PAGE_DOWN PICTSYMBOLS"),
    (95, "SWITCH_CHARSET BUTTON_A BUTTON_B BUTTON_C BUTTON_X BUTTON_Y BUTTON_Z BUTTON_L1"),
    (103, "BUTTON_R1 BUTTON_L2 BUTTON_R2 BUTTON_THUMBL BUTTON_THUMBR BUTTON_START"),
    (109, "BUTTON_SELECT BUTTON_MODE ESCAPE FORWARD_DEL CTRL_LEFT CTRL_RIGHT CAPS_LOCK"),
    (
        116,
        "SCROLL_LOCK META_LEFT META_RIGHT FUNCTION SYSRQ BREAK MOVE_HOME MOVE_END INSERT FORWARD",
    ),
    (126, "MEDIA_PLAY MEDIA_PAUSE MEDIA_CLOSE MEDIA_EJECT MEDIA_RECORD F1 F2 F3 F4 F5 F6 F7 F8 F9"),
    (140, "F10 F11 F12 NUM_LOCK NUMPAD_0 NUMPAD_1 NUMPAD_2 NUMPAD_3 NUMPAD_4 NUMPAD_5 NUMPAD_6"),
    (151, "NUMPAD_7 NUMPAD_8 NUMPAD_9 NUMPAD_DIVIDE NUMPAD_MULTIPLY NUMPAD_SUBTRACT NUMPAD_ADD"),
    (158, "NUMPAD_DOT NUMPAD_COMMA NUMPAD_ENTER NUMPAD_EQUALS NUMPAD_LEFT_PAREN"),
    (163, "NUMPAD_RIGHT_PAREN VOLUME_MUTE INFO CHANNEL_UP CHANNEL_DOWN ZOOM_IN ZOOM_OUT TV WINDOW"),
    (172, "GUIDE DVR BOOKMARK CAPTIONS SETTINGS TV_POWER TV_INPUT STB_POWER STB_INPUT AVR_POWER"),
    (182, "AVR_INPUT PROG_RED PROG_GREEN PROG_YELLOW PROG_BLUE APP_SWITCH BUTTON_1"),
    (204, "LANGUAGE_SWITCH MANNER_MODE 3D_MODE CONTACTS CALENDAR MUSIC CALCULATOR"),
    (219, "ASSIST BRIGHTNESS_DOWN BRIGHTNESS_UP MEDIA_AUDIO_TRACK SLEEP WAKEUP PAIRING"),
    (264, "STEM_PRIMARY STEM_1 STEM_2 STEM_3"),
    (276, "SOFT_SLEEP CUT COPY PASTE SYSTEM_NAVIGATION_UP SYSTEM_NAVIGATION_DOWN"),
    (284, "ALL_APPS REFRESH"),
)

KEYCODES: Final[dict[str, int]] = {
    name: first + index for first, names in _RUNS for index, name in enumerate(names.split())
}
"""Key codes by name, without the prefix ``KEYCODE_``."""

NAMES: Final[dict[int, str]] = {number: name for name, number in KEYCODES.items()}

_SHIFTED: Final = {
    "0": ")",
    "1": "!",
    "2": "@",
    "3": "#",
    "4": "$",
    "5": "%",
    "6": "^",
    "7": "&",
    "8": "*",
    "9": "(",
    "GRAVE": "`~",
    "MINUS": "-_",
    "EQUALS": "=+",
    "LEFT_BRACKET": "[{",
    "RIGHT_BRACKET": "]}",
    "BACKSLASH": "\\|",
    "SEMICOLON": ";:",
    "APOSTROPHE": "'\"",
    "SLASH": "/?",
    "COMMA": ",<",
    "PERIOD": ".>",
    "SPACE": "  ",
    "AT": "@@",
    "PLUS": "++",
    "STAR": "**",
    "POUND": "##",
    "NUMPAD_DIVIDE": "//",
    "NUMPAD_MULTIPLY": "**",
    "NUMPAD_SUBTRACT": "--",
    "NUMPAD_ADD": "++",
    "NUMPAD_DOT": "..",
}

CHARACTERS: Final[dict[int, tuple[str, str]]] = {
    **{KEYCODES[c]: (c.lower(), c) for c in "ABCDEFGHIJKLMNOPQRSTUVWXYZ"},
    **{KEYCODES[name]: (name, pair) for name, pair in _SHIFTED.items() if len(name) == 1},
    **{KEYCODES[name]: (pair[0], pair[1]) for name, pair in _SHIFTED.items() if len(name) > 1},
    **{KEYCODES[f"NUMPAD_{digit}"]: (digit, digit) for digit in "0123456789"},
}
"""Characters of each key, plain and with Shift (the generic US layout of virtual keyboards)."""


def keycode(text: str) -> int | None:
    """Parse a key code as ``input keyevent`` does: a number, ``KEYCODE_NAME`` or ``NAME``."""
    if text.lstrip("-").isdigit():
        return int(text)
    return KEYCODES.get(text.upper().removeprefix("KEYCODE_"))


def _keys_of_evdev() -> dict[int, int]:
    keys = {
        1: 111, 12: 69, 13: 70, 14: 67, 15: 61, 26: 71, 27: 72, 28: 66, 29: 113, 39: 74, 40: 75,
        41: 68, 42: 59, 43: 73, 51: 55, 52: 56, 53: 76, 54: 60, 56: 57, 57: 62, 58: 115, 102: 122,
        103: 19, 104: 92, 105: 21, 106: 22, 107: 123, 108: 20, 109: 93, 111: 112, 114: 25, 115: 24,
        116: 26, 139: 82, 158: 4, 172: 3,
    }  # fmt: skip
    for start, letters in ((16, "qwertyuiop"), (30, "asdfghjkl"), (44, "zxcvbnm")):
        keys |= {start + i: 29 + ord(letter) - ord("a") for i, letter in enumerate(letters)}
    keys |= {2 + i: 7 + (i + 1) % 10 for i in range(10)}  # 1 to 9, then 0
    return keys


KEY_OF_EVDEV: Final = _keys_of_evdev()
"""Android's key codes by Linux key code, for the keys of a US keyboard."""
