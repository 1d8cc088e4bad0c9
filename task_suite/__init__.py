"""Tasks for agents on a phone: suites of them, and demonstrations."""
