#!/bin/sh
# Serves one built-in phone. PHONE_OPTIONS are further options of `android-gym phone serve`.
set -eu
: "${CONSOLE_PORT:=5554}" "${GRPC_PORT:=8554}" "${PHONE_OPTIONS:=}"
# shellcheck source=docker/common.sh
. "$(dirname "$0")/common.sh"

check_ports
hand_on
# Words of PHONE_OPTIONS are separate options.
# shellcheck disable=SC2086
exec android-gym phone serve --console "$CONSOLE_PORT" --grpc "$GRPC_PORT" $PHONE_OPTIONS "$@"
