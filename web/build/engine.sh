#!/bin/sh
# Builds the engine for browsers into web/src/engine/generated: the module, the
# script of the Go release that runs it, and the data that is fetched on demand.
set -eu
cd "$(dirname "$0")/../.."
go=${GO:-go}
out=web/src/engine/generated
mkdir -p "$out"
GOOS=js GOARCH=wasm "$go" build -ldflags='-s -w' -trimpath -o "$out/plateau.wasm" ./cmd/plateau-wasm
cp "$("$go" env GOROOT)/lib/wasm/wasm_exec.js" "$out/wasm_exec.js"
# The data sets are called GAME-NAME, as in package games.
for file in exact/*/data/*.bin; do
	game=$(basename "$(dirname "$(dirname "$file")")")
	cp "$file" "$out/$game-$(basename "$file")"
done
