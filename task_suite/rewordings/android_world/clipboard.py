"""Goals about the clipboard in other words."""

from __future__ import annotations

REWORDINGS = {
    "Copy the following text to the clipboard: {clipboard_content}": (
        "Please put this text on the clipboard: {clipboard_content}",
        "I want the clipboard to hold exactly the text after the colon: {clipboard_content}",
        "Set the phone's clipboard to: {clipboard_content}",
        "The next time I paste, this is what should come out: {clipboard_content}",
    ),
}
