"""Suites of tasks for agents on a phone, and demonstrations that solve them."""
