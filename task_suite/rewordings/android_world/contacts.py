"""Goals of Contacts in other words."""

from __future__ import annotations

REWORDINGS = {
    "Create a new contact for {name}. Their number is {number}.": (
        "Add {name} to my contacts, phone number {number}.",
        "Please save {number} as the number of a new contact called {name}.",
        "I met {name} today. Store a contact under that name, with the number {number}.",
        "My address book lacks {name}, who can be reached at {number}. Make an entry.",
    ),
    "Go to the new contact screen and enter the following details: First Name: {first}, "
    "Last Name: {last}, Phone: {phone}, Phone Label: {phone_label}. Do NOT hit save.": (
        "Fill in the form for a new contact, but leave it unsaved. First name: {first}, last "
        "name: {last}, phone: {phone}, label of the phone: {phone_label}.",
        "Begin a new contact and don't save it: the first name is {first}, the last name {last}, "
        "the phone number {phone} with the label {phone_label}.",
        "Prepare a contact for me to check. On the screen for new contacts enter {first} as first "
        "name, {last} as last name, {phone} as phone and {phone_label} as its label. I will save "
        "it myself.",
        "Open the new contact screen. Put {first} into First name, {last} into Last name, {phone} "
        "into Phone, and choose the label {phone_label}. Stop before saving.",
    ),
}
