"""The dialogs of Markor."""
