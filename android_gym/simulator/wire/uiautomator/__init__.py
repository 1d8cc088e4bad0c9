"""uiautomator2's server: the program that the Python package `uiautomator2` starts on a phone.

The package pushes a ``u2.jar`` and runs ``app_process / com.wetest.uia2.Main``, which serves
JSON-RPC over HTTP at a port of the phone that adb leads to. Here the jar's class is a program of
the phone's own: `selectors` finds nodes as UiSelector does, `automator` and `object_methods` are
what can be done, `rpc` and `http` are the protocol, and `server` is the program.
"""
