"""The welcome notebook of a first start."""

from __future__ import annotations

from typing import Final

__all__ = ["NOTEBOOK", "NOTES"]

NOTEBOOK: Final = "Welcome!"

NOTES: Final = (
    (
        "1. Welcome to Joplin!",
        "# Welcome\n\nNotes live in **notebooks**, which the side menu lists. A note is a text; a "
        "*to-do* is a note with a box to tick.\n\n"
        "## Markdown\n\nTexts are written in Markdown:\n\n"
        "| You write | You get |\n| --- | --- |\n| `**bold**` | **bold** |\n"
        "| `*slanted*` | *slanted* |\n| `- item` | an item of a list |\n"
        "| `- [ ] task` | a box to tick |\n\n"
        "- [x] open this note\n- [ ] write one of your own\n",
    ),
    (
        "2. Importing and exporting notes",
        "# Importing\n\nA text or a file that another app shares becomes a note.\n\n"
        "# Exporting\n\nThe configuration can share all notes as one JEX file, which Joplin on a "
        "computer reads.\n",
    ),
    (
        "3. Synchronising your notes",
        "# Synchronising\n\nChoose a target in the configuration, under *Synchronisation*:\n\n"
        "- Joplin Cloud or a Joplin Server\n- Dropbox, OneDrive, Nextcloud, WebDAV or S3\n"
        "- a folder of this phone\n",
    ),
    (
        "4. Tips",
        "# Tips\n\n1. Hold a note to mark it, then move, duplicate or delete it with others.\n"
        "2. Hold a notebook in the side menu to rename or delete it.\n"
        "3. A search takes filters: `notebook:Work`, `type:todo`, `iscompleted:0`.\n",
    ),
    (
        "5. Joplin Privacy Policy",
        "Your notes stay on this phone until you set up synchronisation.\n",
    ),
)
"""Title and text of each welcome note."""
