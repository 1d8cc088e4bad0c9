"""Markor: notes as plain files in Documents/markor."""
