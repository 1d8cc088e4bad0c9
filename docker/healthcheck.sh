#!/bin/sh
# Healthy is a phone that adb reaches and that has booted.
set -eu
: "${CONSOLE_PORT:=5554}"
name="emulator-$CONSOLE_PORT"
booted=$(timeout 8 adb -s "$name" shell getprop sys.boot_completed 2>/dev/null | tr -d '\r\n')
[ "$booted" = 1 ]
