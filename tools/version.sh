#!/bin/sh
# Prints the version of this tree: that of its tag, such as v1.2.3, or else one that sorts
# between the last tag and the next, such as v1.2.4-dev.17.g0123abcd.
set -eu
cd "$(dirname "$0")/.."
hash=$(git rev-parse --short=8 HEAD 2>/dev/null) || { echo unknown; exit; }
changed=""
[ -z "$(git status --porcelain --untracked-files=no 2>/dev/null)" ] || changed=.changed
last=$(git describe --tags --match 'v[0-9]*' --exclude '*-*' --abbrev=0 2>/dev/null || echo "")
if [ -n "$last" ] && [ -z "$changed" ] && [ "$(git rev-list -n 1 "$last")" = "$(git rev-parse HEAD)" ]; then
	echo "$last"
	exit
fi
number=${last:-v0.0.0}
count=$(git rev-list --count ${last:+"$last.."}HEAD)
echo "${number%.*}.$((${number##*.} + 1))-dev.$count.g$hash$changed"
