"""The phone's interfaces to the outside: adbd, console, emulator gRPC, accessibility forwarder.

Protocols are objects that take bytes and return bytes and events. Only `server` listens, always on
127.0.0.1, and only `forwarder` connects to others. From the bottom up:

    adb, sync, shell       what goes over adb's transport
    programs               command lines that wait, for input, output or time
    adbd, console          what each service does with the phone
    grpc_server, grpc_frames, images the emulator's gRPC, and snapshots as bytes
    events, forwarder      trees of the screen and what led to them, for who asked for them
    server                 ports, time, and the order of things
"""
