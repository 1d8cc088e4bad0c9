"""Telecom: places calls for apps, and logs all calls."""
