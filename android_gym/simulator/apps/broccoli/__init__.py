"""Broccoli: recipes with categories, search, cooking mode and a seasonal calendar."""
