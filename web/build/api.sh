#!/bin/sh
# Generates the types of the API into web/src/net/generated, from the description
# that the server makes of itself. A file that has not changed keeps its time, so
# that nothing is rebuilt for it.
set -eu
cd "$(dirname "$0")/../.."
go=${GO:-go}
out=web/src/net/generated
mkdir -p "$out"
# Of its own, because two targets may generate at the same time.
new=$(mktemp -d "$out/newXXXXXX")
trap 'rm -rf "$new"' EXIT
"$go" run ./internal/httpapi/online/describe >"$new/openapi.json"
if [ -f "$out/openapi.ts" ] && cmp -s "$new/openapi.json" "$out/openapi.json" &&
	[ "$out/openapi.ts" -nt web/package-lock.json ]; then
	exit
fi
# Optional numbers and texts with defaults stay optional in what the server sends.
(cd web && npx --no-install openapi-typescript "../$new/openapi.json" --output "../$new/openapi.ts" --default-non-nullable=false) >/dev/null
mv "$new/openapi.ts" "$out/openapi.ts"
mv "$new/openapi.json" "$out/openapi.json"
