"""Tasks of our own about Pro Expense."""
