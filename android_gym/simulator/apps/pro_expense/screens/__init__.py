"""Pro Expense's screens, as functions from the app's state to views."""
