#!/bin/sh
# The service is not started by itself: many want the program alone. One that was running
# goes on with the new version.
set -e
mkdir -p /var/lib/plateau
chown plateau:plateau /var/lib/plateau
chmod 750 /var/lib/plateau
if [ -d /run/systemd/system ]; then
	systemctl daemon-reload
	systemctl try-restart plateau.service
fi
