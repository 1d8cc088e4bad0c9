"""Goals of Markor and Simple SMS Messenger together in other words."""

from __future__ import annotations

REWORDINGS = {
    "Create a new note in Markor named {file_name} with the following text: {text}. Share the "
    "entire content of the note with the phone number {number} via SMS using Simple SMS "
    "Messenger": (
        "Write this into a new Markor note named {file_name}: {text}. Then send all of the note's "
        "text to {number} with Simple SMS Messenger.",
        "Please do two things. Make a note {file_name} in Markor that says: {text}. Text the "
        "whole note to {number}, in Simple SMS Messenger.",
        "The number {number} should get, by SMS from Simple SMS Messenger, the complete text of a "
        "note that you first create in Markor as {file_name}: {text}",
        "In Markor, create {file_name} with this in it: {text}. When it is saved, share its full "
        "content by SMS (Simple SMS Messenger) with {number}.",
    ),
}
