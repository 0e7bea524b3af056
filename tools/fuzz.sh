#!/usr/bin/env bash
# Runs every fuzz target for a number of inputs: tools/fuzz.sh 1000x
# Each package is built once for all of its targets, in the module that it belongs to.
set -euo pipefail
inputs=$1
go=${GO:-go}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cache=$("$go" env GOCACHE)/fuzz

files=$(grep -rl --include='*_test.go' --exclude-dir=node_modules '^func Fuzz' .)
for folder in $(for file in $files; do dirname "$file"; done | sort -u); do
	"$go" test -C "$folder" -c -fuzz=. -o "$work/fuzz.test" .
	for target in $(sed -n 's/^func \(Fuzz[A-Za-z]*\)(.*/\1/p' "$folder"/*_test.go); do
		echo "fuzz $folder $target"
		(cd "$folder" && "$work/fuzz.test" -test.run '^$' -test.fuzz "^$target\$" -test.fuzztime "$inputs" \
			-test.fuzzcachedir "$cache/plateau/${folder#./}") >"$work/log" 2>&1 || { cat "$work/log"; exit 1; }
	done
done
