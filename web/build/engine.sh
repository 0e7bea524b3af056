#!/bin/sh
# Builds the engine for browsers into web/src/engine/generated: the module, the
# script of the Go release that runs it, and the data that is fetched on demand.
# Files that have not changed keep their time, so that nothing is rebuilt for them.
set -eu
cd "$(dirname "$0")/../.."
go=${GO:-go}
out=web/src/engine/generated
mkdir -p "$out"
# Of its own, because two targets may build at the same time.
new=$(mktemp -d "$out/newXXXXXX")
trap 'rm -rf "$new"' EXIT
# Without the commit in it the module stays the same until its code changes, and
# browsers keep what they have.
GOOS=js GOARCH=wasm "$go" build -ldflags='-s -w' -trimpath -buildvcs=false -o "$new/plateau.wasm" ./cmd/plateau-wasm
cp "$("$go" env GOROOT)/lib/wasm/wasm_exec.js" "$new/wasm_exec.js"
# The data sets are called GAME-NAME, as in package games.
cp exact/data/*.bin "$new/"
for file in "$out"/*.*; do
	[ -e "$new/$(basename "$file")" ] || rm -f "$file"
done
for file in "$new"/*; do
	cmp -s "$file" "$out/$(basename "$file")" || mv "$file" "$out/"
done
