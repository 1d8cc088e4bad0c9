"""Sweeps, metrics, statistics, recordings."""
