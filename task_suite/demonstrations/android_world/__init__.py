"""Demonstrations of AndroidWorld's tasks, one module for each of the suite's."""
