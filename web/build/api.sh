#!/bin/sh
# Generates the types of the API into web/src/net/generated, from the description
# that the server makes of itself. A file that has not changed keeps its time, so
# that nothing is rebuilt for it.
set -eu
cd "$(dirname "$0")/../.."
go=${GO:-go}
out=web/src/net/generated
mkdir -p "$out"
trap 'rm -f "$out/openapi.json.new" "$out/openapi.ts.new"' EXIT
"$go" run ./internal/httpapi/online/describe >"$out/openapi.json.new"
if [ -f "$out/openapi.ts" ] && cmp -s "$out/openapi.json.new" "$out/openapi.json" &&
	[ "$out/openapi.ts" -nt web/package-lock.json ]; then
	exit
fi
# Optional numbers and texts with defaults stay optional in what the server sends.
(cd web && npx --no-install openapi-typescript "../$out/openapi.json.new" --output "../$out/openapi.ts.new" --default-non-nullable=false) >/dev/null
mv "$out/openapi.ts.new" "$out/openapi.ts"
mv "$out/openapi.json.new" "$out/openapi.json"
