"""The screens of Markor."""
