"""A phone in Python. It knows nothing of Gymnasium or of tasks."""
