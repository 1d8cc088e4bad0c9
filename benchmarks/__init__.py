"""What the package costs, measured beside others that do the same; `python -m benchmarks`."""
