# What builds and tests need: it is installed where that is possible, or built.

TOOLS     := tools/bin
LINT      := $(TOOLS)/golangci-lint
VULNCHECK := $(TOOLS)/govulncheck
PEBBLE    := $(TOOLS)/pebble
# 'go test', which also says what was skipped.
GOTEST    := $(TOOLS)/gotest
SUDO      := $(shell [ "$$(id -u)" = 0 ] || echo sudo)

# Where PostgreSQL can be installed, no test may be skipped for lack of it.
export PLATEAU_POSTGRESQL := $(shell command -v apt-get >/dev/null && echo required)

.PHONY: browser chromium other-browsers packages postgresql tmux ssh mmdebstrap compiler

# Not `npm ci`, which refuses the lock file where a registry lacks packages of
# other platforms. The versions are the locked ones all the same.
web/node_modules/.stamp: web/package-lock.json
	@command -v npm >/dev/null && node -e 'const [major, minor] = process.versions.node.split("."); process.exit(major > 20 || (major == 20 && minor >= 19) ? 0 : 1)' || \
		{ echo "the pages need Node 20.19 or later with npm"; exit 1; }
	cd web && $(NPM) install --no-save
	touch $@

# A browser that is there is used; CHROMIUM=path chooses another.
browser:
	@node web/build/browser.mjs >/dev/null 2>&1 || ! command -v apt-get >/dev/null || { \
		echo "the browser tests need Chromium: installing it"; \
		$(SUDO) apt-get update -q; \
		$(SUDO) apt-get install -qy --no-install-recommends chromium-headless-shell || \
			$(SUDO) apt-get install -qy --no-install-recommends chromium; }
	@node web/build/browser.mjs

chromium:
	@command -v chromium >/dev/null || command -v google-chrome >/dev/null || ! command -v apt-get >/dev/null || { \
		echo "the test of notifications needs a Chromium with windows: installing it"; \
		$(SUDO) apt-get update -q && $(SUDO) apt-get install -qy --no-install-recommends chromium; }

# The main ways are tested in these as well. Where they cannot be installed like
# this, the tests in them are skipped.
other-browsers:
	@command -v apt-get >/dev/null || exit 0; missing=""; \
	node web/build/browser.mjs firefox >/dev/null 2>&1 || missing="firefox-esr"; \
	node web/build/browser.mjs webkit >/dev/null 2>&1 || missing="$$missing webkit2gtk-driver xvfb"; \
	[ -z "$$missing" ] || { \
		echo "the browser tests need Firefox and WebKit: installing$${missing:+ $$missing}"; \
		$(SUDO) apt-get update -q && $(SUDO) apt-get install -qy --no-install-recommends $$missing; }; \
	node web/build/browser.mjs firefox && node web/build/browser.mjs webkit

# Proxies, and fail2ban, which the documents have configurations for. The script says
# where they cannot be had; then the tests with them are skipped.
packages:
	@tools/packages.sh || [ $$? = 3 ]

# The store is tested on PostgreSQL, too. Tests start servers of their own, so no
# service is made where it is installed here.
postgresql:
	@ls /usr/lib/postgresql/*/bin/initdb >/dev/null 2>&1 || command -v initdb >/dev/null || ! command -v apt-get >/dev/null || { \
		echo "the tests of the store need PostgreSQL: installing it"; \
		$(SUDO) mkdir -p /etc/postgresql-common; \
		[ -e /etc/postgresql-common/createcluster.conf ] || \
			echo "create_main_cluster = false" | $(SUDO) tee /etc/postgresql-common/createcluster.conf >/dev/null; \
		$(SUDO) apt-get update -q && $(SUDO) apt-get install -qy --no-install-recommends postgresql; }
	@ls /usr/lib/postgresql/*/bin/initdb >/dev/null 2>&1 || command -v initdb >/dev/null || \
		echo "NOT TESTED: the store on PostgreSQL, because it is not installed"

# The terminal app is tested in real terminals; where tmux cannot be installed, that
# is skipped.
tmux:
	@command -v tmux >/dev/null || ! command -v apt-get >/dev/null || { \
		echo "the tests of the terminal app need tmux: installing it"; \
		$(SUDO) apt-get update -q && $(SUDO) apt-get install -qy --no-install-recommends tmux; }

# Playing over SSH is tested with OpenSSH's client; where that cannot be installed, it
# is skipped.
ssh:
	@command -v ssh >/dev/null || ! command -v apt-get >/dev/null || { \
		echo "the tests of SSH need its client: installing it"; \
		$(SUDO) apt-get update -q && $(SUDO) apt-get install -qy --no-install-recommends openssh-client; }

mmdebstrap:
	@command -v mmdebstrap >/dev/null || ! command -v apt-get >/dev/null || { \
		echo "the tests of the packages need mmdebstrap: installing it"; \
		$(SUDO) apt-get update -q && $(SUDO) apt-get install -qy --no-install-recommends mmdebstrap; }

compiler:
	@command -v $${CC:-gcc} >/dev/null || ! command -v apt-get >/dev/null || { \
		echo "the race detector needs a C compiler: installing gcc"; \
		$(SUDO) apt-get update -q && $(SUDO) apt-get install -qy --no-install-recommends gcc libc6-dev; }
	@command -v $${CC:-gcc} >/dev/null || { \
		echo "The race detector needs a C compiler: install gcc, or set CC to the path of another."; exit 1; }

# The tools are pinned in a module of their own and built from source.
$(LINT): tools/go.mod tools/go.sum
	@echo "building golangci-lint (once, takes a few minutes)"
	cd tools && $(GO) build -o bin/golangci-lint github.com/golangci/golangci-lint/v2/cmd/golangci-lint

# An ACME authority for tests.
$(PEBBLE): tools/go.mod tools/go.sum
	cd tools && $(GO) build -o bin/ github.com/letsencrypt/pebble/v2/cmd/pebble github.com/letsencrypt/pebble/v2/cmd/pebble-challtestsrv

$(GOTEST): tools/go.mod $(wildcard tools/gotest/*.go)
	cd tools && $(GO) build -o bin/ ./gotest
	@touch $@

$(VULNCHECK): tools/go.mod tools/go.sum
	cd tools && $(GO) build -o bin/govulncheck golang.org/x/vuln/cmd/govulncheck
