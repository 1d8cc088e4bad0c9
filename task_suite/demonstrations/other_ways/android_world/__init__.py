"""Second ways to solve AndroidWorld's tasks."""
