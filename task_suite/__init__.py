"""What to do on a phone: tasks, suites of tasks, and demonstrations of them."""
