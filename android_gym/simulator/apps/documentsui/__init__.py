"""Files (DocumentsUI): the document browser, and the picker for other apps."""
