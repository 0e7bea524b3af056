# Plateau: `make run` plays, `make test` checks everything. `make help` lists the rest.

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
SUDO      := $(shell [ "$$(id -u)" = 0 ] || echo sudo)

.DEFAULT_GOAL := help
.PHONY: help run build test lint fmt-check fmt unit fuzz vuln bench tables clean

help: ## show what can be made
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  make %-10s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

run: build ## play Quixo in the terminal
	$(BIN)/plateau play quixo

build: ## build the program into bin/
	$(GO) build -trimpath -o $(BIN)/ ./cmd/...

test: lint fmt-check unit fuzz vuln ## everything that must pass before a change lands

lint: $(LINT) ## vet and golangci-lint
	$(GO) vet ./...
	$(LINT) run ./...

fmt-check: $(LINT) ## fail if a file is not formatted
	$(LINT) fmt --diff ./...

fmt: $(LINT) ## format all files
	$(LINT) fmt ./...

unit: ## all tests, with the race detector
	@command -v $${CC:-gcc} >/dev/null || { \
		echo "the race detector needs a C compiler: installing gcc"; \
		$(SUDO) apt-get update -q && $(SUDO) apt-get install -qy --no-install-recommends gcc libc6-dev; }
	CGO_ENABLED=1 $(GO) test -race ./...

fuzz: ## a short run of every fuzz target
	@set -e; for package in $$($(GO) list ./...); do \
		for target in $$($(GO) test -list '^Fuzz' $$package | grep '^Fuzz' || true); do \
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

bench: ## benchmarks, half an hour for all of them; BENCH=pattern picks some
	$(GO) test -run '^$$' -bench '$(BENCH)' -benchtime $(BENCHTIME) -timeout 2h ./...

tables: build ## compute the data of exact Pivot anew and compare it, about a minute
	$(BIN)/plateau solve pivot --out $(TABLES)
	$(BIN)/plateau table losses $(PIVOTDATA)/losses.bin $(TABLES)
	cd $(PIVOTDATA) && sha256sum -c losses.bin.sha256

clean: ## remove what was built
	rm -rf $(BIN) $(TOOLS)

# The tools are pinned in a module of their own and built from source.
$(LINT): tools/go.mod tools/go.sum
	@echo "building golangci-lint (once, takes a few minutes)"
	cd tools && $(GO) build -o bin/golangci-lint github.com/golangci/golangci-lint/v2/cmd/golangci-lint

$(VULNCHECK): tools/go.mod tools/go.sum
	cd tools && $(GO) build -o bin/govulncheck golang.org/x/vuln/cmd/govulncheck
