#!/usr/bin/env bash
# Installs the packages of Debian or Ubuntu that are missing here; says which first.
#
#   scripts/system_packages.sh run      what the package loads: Skia's, OpenCV's libraries, Python
#   scripts/system_packages.sh test     and what the tests use, a browser for web pages among it
#
# NO_APT=1 installs nothing: it says what is missing, and exits with 1 if something is. On a system
# without apt nothing is checked.
set -euo pipefail

packages=(libegl1 libgl1 libglib2.0-0)
case "${1:-}" in
    run) ;;
    test) packages+=(adb dash git make) ;;
    *)
        echo "usage: $0 run|test" >&2
        exit 2
        ;;
esac
if ! command -v apt-get >/dev/null || ! command -v dpkg-query >/dev/null; then
    exit 0
fi
# A Python of one's own has its venv; Debian's has it in a package, which python3 does not bring.
if ! "${PYTHON:-python3}" -c 'import ensurepip, venv' 2>/dev/null; then
    packages+=(python3 python3-venv)
fi

# Names of what is installed, and those that it provides: libglib2.0-0t64 is libglib2.0-0 renamed.
installed=$(dpkg-query --show --showformat='${db:Status-Status} ${Package}, ${Provides}\n' |
    sed -n 's/^installed //p' | sed 's/([^)]*)//g' | tr -s ', ' '\n')
missing=()
for package in "${packages[@]}"; do
    if ! grep -Fqx -- "$package" <<<"$installed"; then
        missing+=("$package")
    fi
done
# Web pages are shown by whichever Chromium there is.
if [ "$1" = test ]; then
    found=
    for browser in chromium-headless-shell chromium chromium-browser google-chrome microsoft-edge; do
        if command -v "$browser" >/dev/null; then
            found=yes
        fi
    done
    if [ -z "$found" ] && [ -z "${ANDROID_GYM_BROWSER:-}" ]; then
        missing+=(chromium-headless-shell)
    fi
fi
if [ ${#missing[@]} -eq 0 ]; then
    exit 0
fi

as_root=()
if [ "$(id -u)" -ne 0 ]; then
    as_root=(sudo)
fi
install=("${as_root[@]}" apt-get install --yes --no-install-recommends "${missing[@]}")
if [ -n "${NO_APT:-}" ]; then
    echo "Missing system packages. Install them with: ${install[*]}" >&2
    exit 1
fi
if [ ${#as_root[@]} -gt 0 ] && ! command -v sudo >/dev/null; then
    echo "Missing system packages, and no sudo to install them. As root: ${install[*]:1}" >&2
    exit 1
fi
echo "Installing missing system packages (NO_APT=1 to be told instead): ${install[*]}" >&2
"${as_root[@]}" apt-get update -qq
if ! apt-cache show chromium-headless-shell >/dev/null 2>&1; then
    missing=("${missing[@]/#chromium-headless-shell/chromium}") # an older distribution has no other
fi
"${as_root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get install -qq --yes \
    --no-install-recommends "${missing[@]}"
