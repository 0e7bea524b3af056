#!/usr/bin/env bash
# Builds the release a second time, from a clone in another folder with pages of its own,
# and compares what came out: make release-twice.
set -euo pipefail
cd "$(dirname "$0")/../.."
[ -z "$(git status --porcelain --untracked-files=no)" ] || { echo "commit your changes first: a release is made of what is committed" >&2; exit 1; }
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
git clone --quiet --no-hardlinks . "$folder/somewhere-else"
# What was downloaded and compiled from locked versions is the same.
cp -R web/node_modules "$folder/somewhere-else/web/"
mkdir -p "$folder/somewhere-else/tools/bin"
cp tools/bin/goreleaser "$folder/somewhere-else/tools/bin/"
make --no-print-directory -C "$folder/somewhere-else" release RELEASES="${RELEASES:-}"
if ! diff -r bin/release "$folder/somewhere-else/bin/release"; then
	echo "the two builds differ" >&2
	exit 1
fi
echo "$(ls bin/release | wc -l) files, the same bytes twice: $(sha256sum bin/release/SHA256SUMS | cut -c 1-16)…"
