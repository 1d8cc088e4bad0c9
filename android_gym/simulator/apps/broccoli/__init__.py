"""Broccoli: recipes with categories, a search, a cooking mode and a seasonal calendar."""
