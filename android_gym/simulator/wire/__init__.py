"""The phone's interfaces to the outside: adbd, console, emulator gRPC, accessibility forwarder.

Protocols are objects that take bytes and return bytes and events. Only `server` listens, always on
127.0.0.1, and only `forwarder` connects to others. From the bottom up:

    adb, sync, shell       adb's transport, file transfer and shells
    programs               command lines that wait for input, output or time
    adbd, console          the services, which act on the phone
    grpc_server, grpc_frames, images
                           the emulator's gRPC, and snapshots as bytes
    events, forwarder      the screen's trees and events, for a listener that asked for them
    server                 ports, time, and the order of access
"""
