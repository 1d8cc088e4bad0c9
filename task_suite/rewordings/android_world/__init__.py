"""Goals of AndroidWorld's tasks in other words, one module for each of the suite's."""
