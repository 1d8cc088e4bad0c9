"""Costs of the package, measured beside others that do the same; `python -m benchmarks`."""
