"""Thin adapters to other frameworks, each of which imports its framework on use."""
