"""Mutation testing of the functions that judge: `python -m tests.mutation`, or `make mutate`."""
