# Plateau: `make run` serves it, `make test` checks everything. `make help` lists the rest.

GO        ?= go
BIN       := bin
TOOLS     := tools/bin
LINT      := $(TOOLS)/golangci-lint
VULNCHECK := $(TOOLS)/govulncheck
# Inputs tried per fuzz target by `make test`; a number, not a time, so that a
# slow machine checks as much as a fast one.
FUZZ      ?= 3000x
BENCH     ?= .
BENCHTIME ?= 1x
# Where `make tables` keeps the tables it solves: a gigabyte.
TABLES    ?= $(BIN)/tables
PIVOTDATA := engine/pivotexact/pivotdata
QUIXODATA := engine/quixodata
# Packages that count a lot, which the race detector slows down tenfold. Most of
# them start no goroutine; SHARED are the tests that use something from several.
# Of the solvers, which do, it sees the short tests.
COUNTING  := ./game/... ./engine/... ./puzzles/... ./rulebook/... ./solve
SHARED    := SafeToShare|AtTheSameTime
CHROMIUM  ?= /usr/bin/chromium
LISTEN    ?= :8080
# Which build this is, as the pages tell it.
VERSION   := $(shell git describe --always --dirty 2>/dev/null || echo unknown)
NPM       := npm --no-fund --no-audit
SUDO      := $(shell [ "$$(id -u)" = 0 ] || echo sudo)

.DEFAULT_GOAL := help
.PHONY: help run build web engine site dev test lint fmt-check fmt unit layers fuzz vuln weblint webtest e2e \
	screenshots lighthouse bench tables opening estimate puzzles clean

help: ## show what can be made
	@awk -F ':.*## ' '/^[a-z0-9-]+:.*## / { printf "  make %-11s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

run: build ## build everything and serve the pages at http://localhost:8080
	$(BIN)/plateau serve --listen $(LISTEN)

build: web ## build the program with its pages into bin/
	$(GO) build -trimpath -tags pages -o $(BIN)/ ./cmd/plateau

web: web/node_modules/.stamp engine ## build the pages into web/dist and tell their size
	cd web && PLATEAU_VERSION=$(VERSION) $(NPM) run build
	node web/build/compress.mjs

engine: ## build the rules and the engine for browsers
	web/build/engine.sh

site: web ## put the pages into bin/site, for any web host and any folder there
	rm -rf $(BIN)/site
	mkdir -p $(BIN)/site
	cp -R web/dist/. $(BIN)/site/

dev: web/node_modules/.stamp engine ## serve the pages while they are worked on
	cd web && $(NPM) run dev

test: lint fmt-check unit layers fuzz vuln weblint webtest e2e ## everything that must pass before a change lands

lint: $(LINT) ## vet and golangci-lint
	$(GO) vet ./...
	$(LINT) run ./...
	GOOS=js GOARCH=wasm $(LINT) run ./cmd/plateau-wasm/...

fmt-check: $(LINT) ## fail if a file is not formatted
	$(LINT) fmt --diff ./...

fmt: $(LINT) web/node_modules/.stamp ## format all files
	$(LINT) fmt ./...
	cd web && $(NPM) run fmt

unit: ## all tests, with the race detector where things run at the same time
	@command -v $${CC:-gcc} >/dev/null || { \
		echo "the race detector needs a C compiler: installing gcc"; \
		$(SUDO) apt-get update -q && $(SUDO) apt-get install -qy --no-install-recommends gcc libc6-dev; }
	$(GO) test $(COUNTING)
	CGO_ENABLED=1 $(GO) test -race -run '$(SHARED)' ./engine ./engine/pivotexact
	CGO_ENABLED=1 $(GO) test -race -short ./solve
	CGO_ENABLED=1 $(GO) test -race $$($(GO) list ./... | grep -vxF "$$($(GO) list $(COUNTING))")

layers: ## the fullest layers of Quixo, too slow with the race detector
	$(GO) test -run '^$$' -bench QuixoLayers -benchtime 1x ./solve

fuzz: ## a short run of every fuzz target
	@set -e; for file in $$(grep -rl --include='*_test.go' --exclude-dir=node_modules '^func Fuzz' .); do \
		for target in $$(sed -n 's/^func \(Fuzz[A-Za-z]*\).*/\1/p' $$file); do \
			package=$$(dirname $$file); \
			echo "fuzz $$package $$target"; \
			$(GO) test -run '^$$' -fuzz "^$$target$$" -fuzztime $(FUZZ) $$package >$(FUZZ_LOG) 2>&1 \
				|| { cat $(FUZZ_LOG); exit 1; }; \
		done; \
	done
fuzz: FUZZ_LOG := $(shell mktemp -u)

vuln: $(VULNCHECK) ## look for known vulnerabilities, where the database can be reached
	@if $(VULNCHECK) ./... >$(TOOLS)/vuln.log 2>&1; then \
		echo "govulncheck: nothing found"; \
	elif grep -q '^govulncheck: fetching vulnerabilities' $(TOOLS)/vuln.log; then \
		echo "govulncheck: NOT RUN, its database cannot be reached from here"; \
	else \
		cat $(TOOLS)/vuln.log; exit 1; \
	fi

weblint: web/node_modules/.stamp engine ## format, lint and types of the pages
	cd web && $(NPM) run lint && $(NPM) run check

webtest: web/node_modules/.stamp engine ## tests of the pages' parts
	cd web && $(NPM) test

e2e: build $(CHROMIUM) ## tests of the whole program in a real browser
	cd web && PLATEAU_BINARY=../$(BIN)/plateau CHROMIUM=$(CHROMIUM) npx vitest run --config e2e/vitest.config.ts

screenshots: build $(CHROMIUM) ## pictures of every page into bin/screenshots
	cd web && PLATEAU_BINARY=../$(BIN)/plateau CHROMIUM=$(CHROMIUM) node build/screenshots.mjs ../$(BIN)/screenshots

lighthouse: build $(CHROMIUM) ## measure the pages on an emulated phone
	cd web && PLATEAU_BINARY=../$(BIN)/plateau CHROMIUM=$(CHROMIUM) node build/lighthouse.mjs

bench: ## benchmarks, half an hour for all of them; BENCH=pattern picks some
	$(GO) test -run '^$$' -bench '$(BENCH)' -benchtime $(BENCHTIME) -timeout 2h ./...

tables: ## compute the data of exact Pivot anew and compare it, about a minute
	$(GO) build -trimpath -o $(BIN)/plateau-tables ./cmd/plateau
	$(BIN)/plateau-tables solve pivot --out $(TABLES)
	$(BIN)/plateau-tables table losses $(PIVOTDATA)/losses.bin $(TABLES)
	cd $(PIVOTDATA) && sha256sum -c losses.bin.sha256

opening: ## extract the data of Quixo's opening from its table below TABLES and compare it
	$(GO) build -trimpath -o $(BIN)/plateau-tables ./cmd/plateau
	$(BIN)/plateau-tables table opening $(QUIXODATA)/opening.bin $(TABLES)
	cd $(QUIXODATA) && sha256sum -c opening.bin.sha256

estimate: ## fit Quixo's estimate to its table below TABLES and compare it, about ten minutes
	$(GO) build -trimpath -o $(BIN)/plateau-tables ./cmd/plateau
	$(BIN)/plateau-tables table estimate $(QUIXODATA)/estimate.bin $(TABLES)
	cd $(QUIXODATA) && sha256sum -c estimate.bin.sha256

puzzles: ## find the puzzles anew, about ten minutes
	$(GO) build -trimpath -o $(BIN)/ ./cmd/plateau
	@set -e; collect() { \
		echo "puzzles of $$1"; \
		$(BIN)/plateau puzzles find $$1 --games $$2 --count $$3 --seed 1 >$(BIN)/$$1.txt; \
		mv $(BIN)/$$1.txt puzzles/data/$$1.txt; \
	}; \
	collect quantik 1500 200; collect pivot 700 200; collect quixo 3000 200; collect quixo4p 1500 60

clean: ## remove what was built
	rm -rf $(BIN) $(TOOLS) web/dist web/node_modules web/src/engine/generated

# Not `npm ci`, which refuses the lock file where a registry lacks packages of
# other platforms. The versions are the locked ones all the same.
web/node_modules/.stamp: web/package-lock.json
	@command -v npm >/dev/null || { echo "the pages need Node 20 or later with npm"; exit 1; }
	cd web && $(NPM) install --no-save
	touch $@

$(CHROMIUM):
	@echo "the browser tests need Chromium: installing it"
	$(SUDO) apt-get update -q && $(SUDO) apt-get install -qy --no-install-recommends chromium

# The tools are pinned in a module of their own and built from source.
$(LINT): tools/go.mod tools/go.sum
	@echo "building golangci-lint (once, takes a few minutes)"
	cd tools && $(GO) build -o bin/golangci-lint github.com/golangci/golangci-lint/v2/cmd/golangci-lint

$(VULNCHECK): tools/go.mod tools/go.sum
	cd tools && $(GO) build -o bin/govulncheck golang.org/x/vuln/cmd/govulncheck
