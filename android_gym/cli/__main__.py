"""`python -m android_gym.cli`, for use if the command is not on PATH."""

from android_gym.cli import app

app()
