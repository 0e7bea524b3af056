#!/usr/bin/env bash
# Builds everything that a release publishes into bin/release: make release. The pages must
# have been built with the same version.
#
#	RELEASES   the address at which releases are published, for the feed, the cask and the
#	           Scoop manifest; without it the program knows no feed
#	CONTACT    the address that packages name
set -euo pipefail
cd "$(dirname "$0")/../.."
: "${VERSION:?}" "${COMMIT:?}" "${DATE:?}" "${LDFLAGS:?}"
go=${GO:-go}
files=bin/release-files
releases=${RELEASES:-https://releases.example.org/plateau}
releases=${releases%/}

# Later versions must open the data of this one.
case $VERSION in
*-*) ;;
*) [ -e "internal/cli/testdata/data/$VERSION.tar.gz" ] || { echo "there is no data of $VERSION for the tests of later versions: see docs/releasing.md" >&2; exit 1; } ;;
esac

# Manual pages and completions are written by the program itself.
rm -rf "$files"
mkdir -p "$files/completions"
CGO_ENABLED=0 GOFLAGS= "$go" build -trimpath -buildvcs=false -tags pages -ldflags "$LDFLAGS" -o "$files/plateau" ./cmd/plateau
"$files/plateau" man "$files/man"
gzip -9 --no-name "$files"/man/*
for shell in bash fish zsh; do
	"$files/plateau" completion "$shell" >"$files/completions/plateau.$shell"
done
rm "$files/plateau"
{
	echo "Format: https://www.debian.org/doc/packaging-manuals/copyright-format/1.0/"
	echo "Upstream-Name: plateau"
	echo
	echo "Files: *"
	echo "Copyright: 2026 The Plateau maintainers"
	echo "License: Expat"
	sed -n '5,$ { s/^$/./; s/^/ /; p }' LICENSE
} >"$files/copyright"
# Documents and scripts as they were committed. They are packed with the permissions and times they have.
git archive HEAD docs deploy/package | tar -x -C "$files"
find "$files" -type f -exec chmod 644 {} + -o -type d -exec chmod 755 {} +
find "$files" -exec touch --date="$DATE" {} +

export PLATEAU_NUMBER=${VERSION#v} PLATEAU_LDFLAGS=$LDFLAGS PLATEAU_RELEASES=$releases
export PLATEAU_CONTACT=${CONTACT:-plateau@example.org}
# Without a remote goreleaser takes the present time for that of the commit.
export GIT_CONFIG_COUNT=1 GIT_CONFIG_KEY_0=remote.origin.url GIT_CONFIG_VALUE_0="$releases"
tools/bin/goreleaser release --snapshot --clean --parallelism 2
(cd tools/release && "$go" build -o ../bin/finish-release ./finish)
tools/bin/finish-release -version "$VERSION" -commit "$COMMIT" -date "$DATE" -releases "$releases"
du -ch bin/release/* | tail -n 1
