"""Tasks.org 13.6.3: tasks with dates, priorities, lists, tags, subtasks and reminders."""
