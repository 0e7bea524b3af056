# Plateau: `make run` serves it, `make test` checks it. `make help` lists the rest.

GO        ?= go
BIN       := bin
LISTEN    ?= :8080
# Which build this is. The date is that of the commit, so that builds can be repeated.
VERSION   := $(shell tools/version.sh)
COMMIT    := $(shell git rev-parse HEAD 2>/dev/null)
DATE      := $(shell TZ=UTC git log -1 --date=format-local:%Y-%m-%dT%H:%M:%SZ --format=%cd 2>/dev/null)
# The address at which releases are published; without it the program knows no feed.
RELEASES  ?=
LDFLAGS   := -s -w -X main.version=$(VERSION) -X main.commit=$(COMMIT) -X main.date=$(DATE) \
	$(if $(RELEASES),-X main.feed=$(RELEASES:/=)/latest.json)

# One set of flags for builds and tests, so that they share what is compiled.
export GOFLAGS := $(strip $(filter-out -trimpath,$(GOFLAGS)) -trimpath)
export GO

include make/setup.mk make/tests.mk make/pages.mk make/data.mk make/release.mk

.DEFAULT_GOAL := help
.PHONY: help run build check test test-full lint platforms vet words requirements fmt-check fmt vuln clean .FORCE

help: ## show what can be made
	@awk -F ':.*## ' '/^[a-z0-9-]+:.*## / { printf "  make %-13s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

run: build ## build everything and serve the pages at http://localhost:8080
	$(BIN)/plateau serve --listen $(LISTEN)

build: web ## build the program with its pages into bin/
	$(GO) build -tags pages -ldflags '$(LDFLAGS)' -o $(BIN)/ ./cmd/plateau

# Three steps of checks. Each argument of steps.sh is a lane of targets that run
# one after the other, next to those of the other lanes; what follows -- is taken by
# the lane that has time first.

check: $(LINT) web/node_modules/.stamp ## format, vet, words and fast tests: half a minute, some the first time
	@MAKE='$(MAKE)' tools/steps.sh "fmt-check vet words requirements webfmt" "fast"

test: $(GOTEST) web/node_modules/.stamp compiler browser other-browsers packages postgresql tmux ssh ## what every change must pass
	@MAKE='$(MAKE)' tools/steps.sh "fmt-check words requirements lint" "build weblint e2e" "layers fuzz vuln" -- unit-servers programs unit-rules webtest

test-full: $(GOTEST) web/node_modules/.stamp compiler browser chromium other-browsers packages postgresql tmux ssh mmdebstrap ## the same, and long runs of the same tests: about an hour and a half
	@MAKE='$(MAKE)' tools/steps.sh "fmt-check words requirements lint platforms" "build weblint e2e-full e2e-cluster e2e-notifications release-test release-twice" \
		-- race repeat unit-full webtest fuzz-full kills layers data vuln

# Tests in browsers, which run beside it, must not wait for it.
lint: $(LINT) ## golangci-lint, which has vet among others
	nice $(LINT) run ./...
	GOOS=js GOARCH=wasm nice $(LINT) run ./cmd/plateau-wasm/...
	cd tests && nice ../$(LINT) run ./...
	cd tools && nice ../$(LINT) run ./lint/... ./gotest/...

platforms: ## vet for the other systems that releases are for
	GOOS=windows nice $(GO) vet ./...
	GOOS=darwin nice $(GO) vet ./...
	cd tests && GOOS=darwin nice $(GO) vet ./...

vet: ## vet alone
	$(GO) vet ./...
	cd tests && $(GO) vet ./...

words: ## find words that tools/words.txt retired, and test our own tools
	cd tools && $(GO) run ./lint words
	cd tools && $(GO) test ./lint ./gotest

requirements: ## compare the marks in go.mod files with what is imported
	cd tools && $(GO) run ./lint requirements

fmt-check: $(LINT) ## fail if a Go file is not formatted
	$(LINT) fmt --diff ./...

fmt: $(LINT) web/node_modules/.stamp ## format all files
	$(LINT) fmt ./...
	cd web && $(NPM) run fmt

# Whether the database can be reached is tried with a package that is read at once.
vuln: $(VULNCHECK) ## look for known vulnerabilities, where the database can be reached
	@if ! $(VULNCHECK) ./internal/lru >$(TOOLS)/vuln.log 2>&1 && grep -q '^govulncheck: fetching vulnerabilities' $(TOOLS)/vuln.log; then \
		echo "not run: govulncheck, whose database cannot be reached from here: known vulnerabilities of dependencies were not looked for" | \
			tee -a $${TEST_NOTES:-/dev/null}; \
	elif { $(VULNCHECK) ./... && $(VULNCHECK) -C tests ./...; } >$(TOOLS)/vuln.log 2>&1; then \
		echo "govulncheck: nothing found"; \
	else \
		cat $(TOOLS)/vuln.log; exit 1; \
	fi

clean: ## remove what was built
	rm -rf $(BIN) $(TOOLS) web/dist web/dist.packages.json web/node_modules web/src/engine/generated web/src/net/generated web/src/kernel/words/generated
