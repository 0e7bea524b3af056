#!/bin/sh
# Unpacks programs that tests need from Debian's packages into tools/bin/debian. They
# are not installed: no service starts, nothing else on the machine changes, and no
# rights are needed (except to fetch the list of packages, where there is none).
set -eu
packages="caddy nginx fail2ban"
cd "$(dirname "$0")"
[ ! -d bin/debian ] || exit 0
if ! command -v apt-get >/dev/null || ! command -v dpkg-deb >/dev/null; then
	echo "NOT TESTED: Caddy, nginx and fail2ban, because Debian's packages cannot be had here" >&2
	exit 3
fi
mkdir -p bin
folder=$(mktemp -d "$PWD/bin/packages.XXXXXX")
trap 'rm -rf "$folder"' EXIT
cd "$folder"
if ! apt-get download -q $packages >log 2>&1; then
	[ "$(id -u)" = 0 ] || sudo=sudo
	${sudo:-} apt-get update -q >>log 2>&1 && apt-get download -q $packages >>log 2>&1 || { cat log >&2; exit 1; }
fi
for file in *.deb; do
	dpkg-deb -x "$file" debian
done
# Another run may have been faster.
mv -T debian ../debian 2>/dev/null || [ -d ../debian ]
