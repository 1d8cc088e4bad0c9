"""Telling the time, here and in other cities."""
