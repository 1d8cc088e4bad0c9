#!/bin/sh
# Starts Google's emulator. EMULATOR_OPTIONS are further options of its own; SNAPSHOT names a
# snapshot to start from.
set -eu
: "${CONSOLE_PORT:=5554}" "${GRPC_PORT:=8554}" "${EMULATOR_OPTIONS:=}" "${AVD:=AndroidWorldAvd}"
: "${SNAPSHOT:=}" "${KVM:=/dev/kvm}"
# shellcheck source=docker/common.sh
. "$(dirname "$0")/common.sh"

check_ports
[ -e "$KVM" ] || [ "${WITHOUT_KVM:-no}" = yes ] \
    || die "there is no $KVM: run with --device /dev/kvm, or set WITHOUT_KVM=yes (very slow)"
hand_on
if [ -n "$SNAPSHOT" ]; then
    set -- -snapshot "$SNAPSHOT" "$@"
else
    set -- -no-snapshot-load "$@"
fi
if [ ! -e "$KVM" ]; then
    set -- -no-accel "$@"
fi
# Words of EMULATOR_OPTIONS are separate options.
# shellcheck disable=SC2086
exec emulator -avd "$AVD" -ports "$CONSOLE_PORT,$((CONSOLE_PORT + 1))" -grpc "$GRPC_PORT" \
    -no-window -no-audio -no-boot-anim -skip-adb-auth -gpu swiftshader_indirect \
    $EMULATOR_OPTIONS "$@"
