"""Pro Expense 1.0.0-beta05 (com.arduia.expense)."""
