"""uiautomator2's server, which the Python package `uiautomator2` starts on a phone.

The package pushes a ``u2.jar`` and runs ``app_process / com.wetest.uia2.Main``, which serves
JSON-RPC over HTTP on a port of the phone that adb forwards to. Here the jar's class is replaced by
a program of the phone: `selectors` finds nodes as UiSelector does, `automator` and `object_methods`
are the remote methods, `rpc` and `http` are the protocol, and `server` is the program.
"""
