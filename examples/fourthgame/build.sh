#!/bin/sh
# Builds the program with its pages into bin/fourthgame: the rules for browsers, the pages with the look
# of the game instead of those of Plateau's games, and the program that contains both.
set -eu
cd "$(dirname "$0")/../.."
go=${GO:-go}
here=$PWD/examples/fourthgame
mkdir -p bin
GOOS=js GOARCH=wasm "$go" build -ldflags='-s -w' -trimpath -o bin/fourthgame.wasm ./examples/fourthgame/wasm
[ -f web/src/engine/generated/wasm_exec.js ] || web/build/engine.sh
(cd web && PLATEAU_LOOKS=$here/fourrow/look PLATEAU_WASM=../bin/fourthgame.wasm npx vite build --outDir "$here/dist" --emptyOutDir)
"$go" build -tags pages -trimpath -o bin/ ./examples/fourthgame
