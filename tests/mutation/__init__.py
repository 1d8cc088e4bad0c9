"""Mutation testing of the functions that judge tasks: `python -m tests.mutation`, `make mutate`."""
