# The Go tests.

# Inputs per fuzz target; a number, not a time, so that a slow machine checks as
# much as a fast one.
FUZZ      ?= 3000x
FULL_FUZZ ?= 100000x
BENCH     ?= .
BENCHTIME ?= 1x
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
SLOW      := plateau/internal/(cli|load|httpapi/online)
# How long 'make cluster-test' lasts, and how many players take part.
DURATION  ?= 5m
PLAYERS   ?= 300

.PHONY: fast unit unit-rules unit-servers unit-full programs race repeat kills cluster-test layers fuzz fuzz-full bench

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
	cd tests && CGO_ENABLED=1 ../$(GOTEST) $(RACE) -timeout 40m ./...

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
	cd tests && CGO_ENABLED=1 ../$(GOTEST) $(RACE) -count 3 -shuffle on -timeout 90m ./...
	$(GOTEST) -count 3 -shuffle on -parallel 6 -timeout 90m $(PROGRAMS)

kills: ## a server killed 100 times during tournaments of bots, and 50 times during games
	PLATEAU_FULL=1 PLATEAU_KILLS=100 $(GO) test -timeout 30m -run KilledServer ./internal/load

cluster-test: postgresql ## three servers, while they, PostgreSQL and NATS are killed; DURATION=1h for an hour
	cd tests && PLATEAU_POSTGRESQL=required PLATEAU_CLUSTER_TIME=$(DURATION) PLATEAU_CLUSTER_PLAYERS=$(PLAYERS) \
		$(GO) test -v -count 1 -timeout 0 -run '^TestCluster$$' ./cluster

layers: ## the fullest layers of Quixo, too slow with the race detector
	$(GO) test -run '^$$' -bench Layers -benchtime 1x ./exact/quixo/solver

fuzz: ## a short run of every fuzz target
	nice tools/fuzz.sh $(FUZZ)

fuzz-full: ## a long run of every fuzz target
	nice tools/fuzz.sh $(FULL_FUZZ)

bench: ## benchmarks, half an hour for all of them; BENCH=pattern picks some
	$(GO) test -run '^$$' -bench '$(BENCH)' -benchtime $(BENCHTIME) -timeout 2h ./...
