"""Helpers for tests of apps, tasks and devices, also of users' own."""
