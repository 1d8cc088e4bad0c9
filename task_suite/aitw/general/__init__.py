"""Instructions of the part GENERAL as tasks: a folder for each kind.

`android_gym.task_suite.aitw.general.live` has what they share.
"""
