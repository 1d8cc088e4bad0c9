"""An Android phone simulated in Python. It knows nothing of Gymnasium or of tasks."""
