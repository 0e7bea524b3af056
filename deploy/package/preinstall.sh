#!/bin/sh
# The user of the service. It exists before the files do, because one of them belongs to
# its group.
set -e
if getent passwd plateau >/dev/null 2>&1 || grep -q '^plateau:' /etc/passwd; then
	exit 0
fi
if command -v useradd >/dev/null; then
	useradd --system --user-group --home-dir /var/lib/plateau --no-create-home --shell /usr/sbin/nologin \
		--comment "Plateau server" plateau
else
	# Alpine
	addgroup -S plateau
	adduser -S -D -H -h /var/lib/plateau -s /sbin/nologin -G plateau -g "Plateau server" plateau
fi
