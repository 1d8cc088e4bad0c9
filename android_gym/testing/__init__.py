"""What apps, tasks and devices are tested with; for users to test theirs."""
