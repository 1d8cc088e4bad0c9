"""Telecom: places calls that apps ask for, and logs all calls."""
