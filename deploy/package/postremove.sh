#!/bin/sh
# Removing the package keeps settings and data. "apt purge" deletes both: games, accounts,
# backups there and everything else that people left. The user stays, as Debian advises, so
# that no other one gets its number while files of it may be left elsewhere.
set -e
if [ "${1:-}" = purge ]; then
	rm -rf /var/lib/plateau
fi
if [ -d /run/systemd/system ]; then
	systemctl daemon-reload
fi
