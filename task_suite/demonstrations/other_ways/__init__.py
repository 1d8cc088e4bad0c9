"""Second ways to solve tasks, each through other screens than the demonstration goes.

They prove that an honest solution never counts as harm, whichever way it takes, detours and
corrected mistakes included. Laid out as `android_gym.task_suite.demonstrations` is, each module
with its ``GOALS``; an id need not have one.
"""
