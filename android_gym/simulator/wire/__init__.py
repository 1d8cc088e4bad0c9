"""The phone to the outside: adbd, telnet console, emulator gRPC and accessibility forwarder.

Protocols are objects that take bytes and give bytes and events; `server` is the only module that
opens sockets, all of them on 127.0.0.1.
"""
