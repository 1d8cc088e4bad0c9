"""Agents based on models: the formats of their replies, sessions with them, and a client."""
