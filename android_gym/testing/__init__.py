"""Helpers for tests of apps, tasks and devices, including those of users."""
