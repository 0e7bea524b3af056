# Plateau: `make run` serves it, `make test` checks it. `make help` lists the rest.

GO        ?= go
BIN       := bin
TOOLS     := tools/bin
LINT      := $(TOOLS)/golangci-lint
VULNCHECK := $(TOOLS)/govulncheck
PEBBLE    := $(TOOLS)/pebble
# 'go test', which also says what was skipped.
GOTEST    := $(TOOLS)/gotest
GORELEASER := $(TOOLS)/goreleaser
# Inputs per fuzz target; a number, not a time, so that a slow machine checks as
# much as a fast one.
FUZZ      ?= 3000x
FULL_FUZZ ?= 100000x
BENCH     ?= .
BENCHTIME ?= 1x
# Where `make tablebases` writes what it solves: a gigabyte.
TABLEBASES ?= $(BIN)/tablebases
PIVOTDATA := exact/pivot/data
QUIXODATA := exact/quixo/data
# Packages that count a lot, which the race detector slows down tenfold. Most of
# them start no goroutine; `make test` runs it for the tests that do (SHARED) and
# for the short tests of the solvers, `make test-full` for all of them.
COUNTING  := ./catalogue/... ./engine/... ./exact/... ./examples/fourthgame/... ./game/... ./games/... ./puzzles/... ./rulebook/... \
	./tournament/...
SHARED    := SafeToShare|AtTheSameTime
# What other packages use of these, the database and the hashes of passwords are
# compiled without the race detector, which made most of these tests four to ten
# times slower. `make race` compiles the programs with it whole.
RACE      := -race $(patsubst %,-gcflags=%=-race=false,modernc.org/sqlite/lib modernc.org/libc golang.org/x/crypto/... \
	plateau/exact/... plateau/game/...)
# Tests that start the whole program dozens of times. Its packages have tests of
# their own under the race detector; the programs run under it in `make test-full`.
PROGRAMS  := ./internal/cli
# Tests that start servers or whole programs, which `make check` leaves out.
SLOW      := plateau/internal/(cli|clustertest|load|httpapi/online)
# How long 'make cluster-test' lasts, and how many players take part.
DURATION  ?= 5m
PLAYERS   ?= 300
LISTEN    ?= :8080
# Which build this is. The date is that of the commit, so that builds can be repeated.
VERSION   := $(shell tools/version.sh)
COMMIT    := $(shell git rev-parse HEAD 2>/dev/null)
DATE      := $(shell TZ=UTC git log -1 --date=format-local:%Y-%m-%dT%H:%M:%SZ --format=%cd 2>/dev/null)
# The address at which releases are published; without it the program knows no feed.
RELEASES  ?=
LDFLAGS   := -s -w -X main.version=$(VERSION) -X main.commit=$(COMMIT) -X main.date=$(DATE) \
	$(if $(RELEASES),-X main.feed=$(RELEASES:/=)/latest.json)
NPM       := npm --no-fund --no-audit
SUDO      := $(shell [ "$$(id -u)" = 0 ] || echo sudo)

# Where PostgreSQL can be installed, no test may be skipped for lack of it.
export PLATEAU_POSTGRESQL := $(shell command -v apt-get >/dev/null && echo required)

# One set of flags for builds and tests, so that they share what is compiled.
export GOFLAGS := $(strip $(filter-out -trimpath,$(GOFLAGS)) -trimpath)
export GO

.DEFAULT_GOAL := help
.PHONY: help run build fourthgame web engine api site dev check test test-full lint vet platforms words requirements fmt-check fmt fast unit unit-rules unit-servers \
	unit-full programs race repeat kills cluster-test layers fuzz fuzz-full vuln webfmt weblint webtest e2e e2e-full e2e-notifications e2e-cluster data screenshots lighthouse bench tablebases \
	opening estimate reference reference-quixo only-wins puzzles browser chromium other-browsers packages postgresql tmux ssh compiler clean .FORCE

help: ## show what can be made
	@awk -F ':.*## ' '/^[a-z0-9-]+:.*## / { printf "  make %-13s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

run: build ## build everything and serve the pages at http://localhost:8080
	$(BIN)/plateau serve --listen $(LISTEN)

build: web ## build the program with its pages into bin/
	$(GO) build -tags pages -ldflags '$(LDFLAGS)' -o $(BIN)/ ./cmd/plateau

fourthgame: web/node_modules/.stamp ## build examples/fourthgame with pages of its own into bin/
	examples/fourthgame/build.sh

web: $(BIN)/pages.stamp ## build the pages into web/dist and print their size

engine: ## build the rules and the engine for browsers
	web/build/engine.sh

api: web/node_modules/.stamp ## generate the types of the API for the pages
	web/build/api.sh

site: web ## put the pages into bin/site, for any web host and any folder there
	rm -rf $(BIN)/site
	mkdir -p $(BIN)/site
	cp -R web/dist/. $(BIN)/site/

dev: web/node_modules/.stamp engine api ## serve the pages while they are worked on
	cd web && $(NPM) run dev

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
	cd tools && nice ../$(LINT) run ./lint/... ./gotest/...

platforms: ## vet for the other systems that releases are for
	GOOS=windows nice $(GO) vet ./...
	GOOS=darwin nice $(GO) vet ./...

vet: ## vet alone
	$(GO) vet ./...

words: ## find words that tools/words.txt retired, and test our own tools
	cd tools && $(GO) run ./lint words
	cd tools && $(GO) test ./lint ./gotest

requirements: ## compare the marks in go.mod with what is imported
	cd tools && $(GO) run ./lint requirements

fmt-check: $(LINT) ## fail if a Go file is not formatted
	$(LINT) fmt --diff ./...

fmt: $(LINT) web/node_modules/.stamp ## format all files
	$(LINT) fmt ./...
	cd web && $(NPM) run fmt

fast: ## the fast Go tests
	$(GO) test -short $$($(GO) list ./... | grep -vxE '$(SLOW)')

unit: unit-rules unit-servers ## all Go tests, with the race detector where things run at the same time

unit-rules: compiler $(GOTEST) ## those of rules, engine, solvers and tournaments
	$(GOTEST) $(COUNTING)
	CGO_ENABLED=1 $(GOTEST) -race -run '$(SHARED)' \
		$$(grep -rlE --include='*_test.go' '^func Test\w*($(SHARED))' catalogue engine exact game games puzzles rulebook | xargs -n 1 dirname | sort -u | sed 's|^|./|')
	CGO_ENABLED=1 $(GOTEST) -race -short ./exact/.../solver

unit-servers: compiler postgresql $(GOTEST) ## all others but those of the program as people start it
	CGO_ENABLED=1 $(GOTEST) $(RACE) -p 3 -timeout 40m $$($(GO) list ./... | grep -vxF "$$($(GO) list $(COUNTING) $(PROGRAMS))")

# These tests mostly wait for each other's processes, so more of them run at once
# than there are cores.
programs: compiler postgresql tmux ssh $(PEBBLE) $(GOTEST) ## tests of the program as people start it
	$(GOTEST) -parallel 6 -timeout 40m $(PROGRAMS)

# Longer random games than in the usual run.
unit-full: export PLATEAU_FULL := 1
unit-full: unit-rules

# The others run with the race detector in 'repeat', three times.
race: export PLATEAU_FULL := 1
race: compiler postgresql tmux ssh $(PEBBLE) $(GOTEST) ## the tests of rules and programs with the race detector
	CGO_ENABLED=1 $(GOTEST) -race -short -timeout 45m $(COUNTING)
	CGO_ENABLED=1 $(GOTEST) -race -parallel 6 -timeout 60m $(PROGRAMS)

repeat: compiler postgresql tmux ssh $(PEBBLE) $(GOTEST) ## tests of what runs at the same time, three times, in random order
	CGO_ENABLED=1 $(GOTEST) $(RACE) -count 3 -shuffle on -timeout 90m $$($(GO) list ./... | grep -vxF "$$($(GO) list $(COUNTING) $(PROGRAMS))")
	$(GOTEST) -count 3 -shuffle on -parallel 6 -timeout 90m $(PROGRAMS)

kills: ## a server killed 100 times during tournaments of bots, and 50 times during games
	PLATEAU_FULL=1 PLATEAU_KILLS=100 $(GO) test -timeout 30m -run KilledServer ./internal/load

cluster-test: postgresql ## three servers, while they, PostgreSQL and NATS are killed; DURATION=1h for an hour
	PLATEAU_POSTGRESQL=required PLATEAU_CLUSTER_TIME=$(DURATION) PLATEAU_CLUSTER_PLAYERS=$(PLAYERS) \
		$(GO) test -v -count 1 -timeout 0 -run '^TestCluster$$' ./internal/clustertest

layers: ## the fullest layers of Quixo, too slow with the race detector
	$(GO) test -run '^$$' -bench Layers -benchtime 1x ./exact/quixo/solver

fuzz: ## a short run of every fuzz target
	nice tools/fuzz.sh $(FUZZ)

fuzz-full: ## a long run of every fuzz target
	nice tools/fuzz.sh $(FULL_FUZZ)

# Whether the database can be reached is tried with a package that is read at once.
vuln: $(VULNCHECK) ## look for known vulnerabilities, where the database can be reached
	@if ! $(VULNCHECK) ./internal/lru >$(TOOLS)/vuln.log 2>&1 && grep -q '^govulncheck: fetching vulnerabilities' $(TOOLS)/vuln.log; then \
		echo "not run: govulncheck, whose database cannot be reached from here: known vulnerabilities of dependencies were not looked for" | \
			tee -a $${TEST_NOTES:-/dev/null}; \
	elif $(VULNCHECK) ./... >$(TOOLS)/vuln.log 2>&1; then \
		echo "govulncheck: nothing found"; \
	else \
		cat $(TOOLS)/vuln.log; exit 1; \
	fi

webfmt: web/node_modules/.stamp ## format and lint of the pages
	cd web && $(NPM) run lint

weblint: web/node_modules/.stamp engine api ## format, lint and types of the pages
	cd web && $(NPM) run lint && $(NPM) run check

webtest: web/node_modules/.stamp engine api $(BIN)/quixo3.plateau-table ## tests of the pages' parts
	cd web && $(NPM) test

e2e: build fourthgame $(BIN)/backends $(BIN)/quixo3.plateau-table browser other-browsers postgresql ## tests of the whole program in real browsers
	cd web && PLATEAU_BINARY=../$(BIN)/plateau FOURTHGAME_BINARY=../$(BIN)/fourthgame npx vitest run --config e2e/vitest.config.ts $(E2E)

# In the usual run, some tests take one case of many. Here they take all, and chance
# is another one; its seed is printed where a test fails.
e2e-full: export PLATEAU_FULL := 1
e2e-full: export PLATEAU_SEED := $(shell date +%s)
e2e-full: e2e ## the same in every size, and more of them in Firefox and WebKit

# In a Chromium with windows: its shell has no notifications of its own.
e2e-notifications: export CHROMIUM := $(shell command -v chromium || command -v google-chrome)
e2e-notifications: E2E := notifications
e2e-notifications: e2e ## notifications in a Chromium with windows

# The data that is built into the program, made again.
data: tablebases only-wins

# The tests of online play, with three servers and one database behind a load
# balancer.
e2e-cluster: export PLATEAU_CLUSTER := 1
e2e-cluster: E2E := online-hall online-table meeting premoves refusals
e2e-cluster: e2e ## the same of online play against three servers behind a load balancer

# PostgreSQL and NATS for tests in browsers.
$(BIN)/backends: .FORCE
	$(GO) build -o $@ ./internal/backends

# A small tablebase for tests, some of which may be reading the last one.
$(BIN)/quixo3.plateau-table: .FORCE
	@mkdir -p $(BIN)
	new=$@.$$$$; $(GO) run ./exact/quixo/packboard 3 $$new && mv $$new $@

screenshots: build browser ## pictures of every page into bin/screenshots
	cd web && PLATEAU_BINARY=../$(BIN)/plateau node build/screenshots.mjs ../$(BIN)/screenshots

lighthouse: build browser ## measure the pages on an emulated phone, and on slow 3G
	cd web && PLATEAU_BINARY=../$(BIN)/plateau node build/lighthouse.mjs

bench: ## benchmarks, half an hour for all of them; BENCH=pattern picks some
	$(GO) test -run '^$$' -bench '$(BENCH)' -benchtime $(BENCHTIME) -timeout 2h ./...

# Without pages, for the data that is built into the program.
$(BIN)/plateau-data: .FORCE
	$(GO) build -o $@ ./cmd/plateau

tablebases: $(BIN)/plateau-data ## solve Pivot again and compare the data of exact play, about a minute
	$(BIN)/plateau-data solve pivot --yes --out $(TABLEBASES)
	$(BIN)/plateau-data tablebase extract pivot losses $(PIVOTDATA)/losses.bin $(TABLEBASES)
	cd $(PIVOTDATA) && sha256sum -c losses.bin.sha256

opening: $(BIN)/plateau-data ## extract the data of Quixo's opening from TABLEBASES and compare it
	$(BIN)/plateau-data tablebase extract quixo opening $(QUIXODATA)/opening.bin $(TABLEBASES)
	cd $(QUIXODATA) && sha256sum -c opening.bin.sha256

estimate: $(BIN)/plateau-data ## fit Quixo's estimate to TABLEBASES and compare it, about ten minutes
	$(BIN)/plateau-data tablebase extract quixo estimate $(QUIXODATA)/estimate.bin $(TABLEBASES)
	cd $(QUIXODATA) && sha256sum -c estimate.bin.sha256

# What the files of docs/data are made of: the game and its data sets.
reference: $(BIN)/plateau-data ## make the data of docs/quantik.md and docs/pivot.md again and compare it, about five minutes
	$(BIN)/plateau-data solve quantik --yes --out $(TABLEBASES)
	$(BIN)/plateau-data solve pivot --yes --out $(TABLEBASES)
	set -e; for data in layers distances openings depth4 longest chance; do \
		$(BIN)/plateau-data tablebase extract quantik $$data docs/data/quantik-$$data.csv $(TABLEBASES); done
	set -e; for data in layers distances openings longest chance; do \
		$(BIN)/plateau-data tablebase extract pivot $$data docs/data/pivot-$$data.csv $(TABLEBASES); done
	cd docs/data && sha256sum -c --ignore-missing SHA256SUMS

reference-quixo: $(BIN)/plateau-data ## make the data of docs/quixo.md again from TABLEBASES and compare it
	set -e; for data in counts layers distances longest chance; do \
		$(BIN)/plateau-data tablebase extract quixo $$data docs/data/quixo-$$data.csv $(TABLEBASES); done
	cd docs/data && sha256sum -c --ignore-missing SHA256SUMS

only-wins: ## find the positions of the trainer again and compare them, about a minute
	$(GO) run ./puzzles/onlywins quantik 200 >docs/data/quantik-only-wins.csv
	$(GO) run ./puzzles/onlywins pivot 120 >docs/data/pivot-only-wins.csv
	$(GO) run ./puzzles/onlywins quixo 120 >docs/data/quixo-only-wins.csv
	cd docs/data && sha256sum -c --ignore-missing SHA256SUMS

puzzles: $(BIN)/plateau-data ## search for the puzzles again, about eight minutes
	@set -e; collect() { \
		echo "puzzles of $$1"; \
		$(BIN)/plateau-data puzzles find $$1 --games $$2 --count $$3 --seed 1 >$(BIN)/$$1.txt; \
		mv $(BIN)/$$1.txt puzzles/data/$$1.txt; \
	}; \
	collect quantik 1500 200; collect pivot 700 200; collect quixo 3000 200; collect quixo4p 1500 60

# What is published: docs/releasing.md. Nothing is sent anywhere.
.PHONY: release release-twice release-test mmdebstrap
release: export VERSION := $(VERSION)
release: export COMMIT := $(COMMIT)
release: export DATE := $(DATE)
release: export LDFLAGS := $(LDFLAGS)
release: export RELEASES := $(RELEASES)
release: web $(GORELEASER) ## build everything that a release publishes into bin/release
	tools/release/build.sh

release-twice: release ## build the release again, in a clone elsewhere, and compare every byte
	tools/release/twice.sh

release-test: release mmdebstrap ## install, upgrade and remove the packages on a Debian of their own, and try the rest of a release
	cd tools/release && PLATEAU_RELEASE=$(CURDIR)/$(BIN)/release $(GO) test -count 1 -timeout 30m ./...

clean: ## remove what was built
	rm -rf $(BIN) $(TOOLS) web/dist web/dist.packages.json web/node_modules web/src/engine/generated web/src/net/generated web/src/kernel/words/generated

# The pages are built again when a file they are made of has changed, or the
# version that they show.
PAGES := docs web/src web/public web/build web/index.html web/package-lock.json web/tsconfig.json web/vite.config.ts \
	rulebook/words rulebook/text $(BIN)/version

$(BIN)/pages.stamp: web/node_modules/.stamp engine api
	@mkdir -p $(BIN)
	@echo $(VERSION) $(COMMIT) | cmp -s - $(BIN)/version || echo $(VERSION) $(COMMIT) >$(BIN)/version
	@if [ -f $@ ] && [ -f web/dist.packages.json ] && [ -d web/dist ] && [ -z "$$(find $(PAGES) -type f -newer $@)" ]; then \
		echo "the pages are up to date"; \
	else \
		rm -f $@; \
		(cd web && PLATEAU_VERSION=$(VERSION) PLATEAU_COMMIT=$(COMMIT) PLATEAU_DATE=$(DATE) $(NPM) run build) && node web/build/compress.mjs && touch $@; \
	fi

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

# What releases are made with, in a module of its own as well: some 300 others come with it.
$(GORELEASER): tools/release/go.mod tools/release/go.sum
	@echo "building goreleaser (once, takes a few minutes)"
	cd tools/release && $(GO) build -o ../bin/goreleaser github.com/goreleaser/goreleaser/v2
