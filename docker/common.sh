#!/bin/sh
# What both entry points share. Sourced, with these set:
#   CONSOLE_PORT  an even number; adb's port is the next one
#   GRPC_PORT     the emulator's gRPC

# Prints why something can't be, and ends.
die() {
    echo "$0: $1" >&2
    exit 2
}

check_port() {
    case "$2" in
        '' | *[!0-9]*) die "$1 must be a port number, not '$2'" ;;
    esac
    [ "$2" -ge 1024 ] && [ "$2" -le 65534 ] || die "$1 must be 1024 to 65534, not $2"
}

check_ports() {
    check_port CONSOLE_PORT "$CONSOLE_PORT"
    check_port GRPC_PORT "$GRPC_PORT"
    [ $((CONSOLE_PORT % 2)) -eq 0 ] || die "CONSOLE_PORT must be even, not $CONSOLE_PORT"
}

# Phones listen on the loopback. Whoever publishes the container's ports reaches them through the
# container's own address, from where connections are handed on. A container without an address of
# its own (network_mode: host) needs none of it.
hand_on() {
    address=$(hostname -i 2>/dev/null | tr ' ' '\n' | grep -v -e '^127\.' -e ':' | head -n 1)
    if [ -z "$address" ] || [ "${HAND_ON:-yes}" = no ]; then
        return
    fi
    for port in "$CONSOLE_PORT" $((CONSOLE_PORT + 1)) "$GRPC_PORT"; do
        socat "TCP-LISTEN:$port,bind=$address,fork,reuseaddr" "TCP:127.0.0.1:$port" &
    done
}
