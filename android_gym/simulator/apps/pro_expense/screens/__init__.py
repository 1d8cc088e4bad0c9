"""Pro Expense's screens: each a function from what the app keeps to views."""
