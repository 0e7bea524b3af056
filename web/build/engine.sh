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
cp engine/pivotexact/pivotdata/losses.bin "$out/pivot.bin"
cp engine/quixodata/opening.bin "$out/quixo.bin"
cp engine/quixodata/estimate.bin "$out/quixo-estimate.bin"
