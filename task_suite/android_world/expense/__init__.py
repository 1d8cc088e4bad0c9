"""AndroidWorld's tasks of Pro Expense."""
