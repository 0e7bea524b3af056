#!/bin/sh
# Stops the service before its program goes; not when another version follows. Debian says
# "remove", RPM says how many versions stay.
set -e
case "${1:-}" in
remove | 0)
	if [ -d /run/systemd/system ]; then
		systemctl disable --now plateau.service
	fi
	;;
esac
