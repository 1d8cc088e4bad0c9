"""Loaded once by the server that worker processes are forked from.

What a phone loads when the first one is made, workers then have from the start, and share.
"""

from android_gym.devices import make_device

make_device("simulator").close()
