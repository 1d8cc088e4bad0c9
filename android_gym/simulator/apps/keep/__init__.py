"""Google Keep: notes and lists with labels, colours, reminders, an archive and a trash."""
