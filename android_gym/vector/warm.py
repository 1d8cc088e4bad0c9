"""Preloading for the server that worker processes are forked from.

Importing this loads whatever the first phone of a process loads, which workers then inherit and
share.
"""

from android_gym.devices import make_device

make_device("simulator").close()
