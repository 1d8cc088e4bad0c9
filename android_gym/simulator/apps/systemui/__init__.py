"""SystemUI: status bar, navigation bar, shade with quick settings, system dialogs, toasts."""
