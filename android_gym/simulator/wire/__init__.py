"""The phone to the outside: adbd, telnet console, emulator gRPC and accessibility forwarder.

Protocols are objects that take bytes and give bytes and events; `server` is the only module that
listens, always on 127.0.0.1, and `forwarder` the only one that connects to anybody. From below:

    adb, sync, shell       what goes over adb's transport
    programs               command lines that wait, for input, output or time
    adbd, console          what each service does with the phone
    grpc_server, grpc_frames, images
                           the emulator's gRPC, and snapshots as bytes
    events, forwarder      trees of the screen and what led to them, for who asked for them
    server                 ports, time, and the order of things
"""
