# What is solved, searched and measured, made again: docs/data.md.

# Where `make tablebases` writes what it solves: a gigabyte.
TABLEBASES ?= $(BIN)/tablebases
DATA := exact/data

.PHONY: data tablebases opening estimate reference reference-quixo only-wins puzzles

# The data that is built into the program, made again.
data: tablebases only-wins

# Without pages, for the data that is built into the program.
$(BIN)/plateau-data: .FORCE
	$(GO) build -o $@ ./cmd/plateau

tablebases: $(BIN)/plateau-data ## solve Pivot again and compare the data of exact play, about a minute
	$(BIN)/plateau-data solve pivot --yes --out $(TABLEBASES)
	$(BIN)/plateau-data tablebase extract pivot losses $(DATA)/pivot-losses.bin $(TABLEBASES)
	cd $(DATA) && sha256sum -c pivot-losses.bin.sha256

opening: $(BIN)/plateau-data ## extract the data of Quixo's opening from TABLEBASES and compare it
	$(BIN)/plateau-data tablebase extract quixo opening $(DATA)/quixo-opening.bin $(TABLEBASES)
	cd $(DATA) && sha256sum -c quixo-opening.bin.sha256

estimate: $(BIN)/plateau-data ## fit Quixo's estimate to TABLEBASES and compare it, about ten minutes
	$(BIN)/plateau-data tablebase extract quixo estimate $(DATA)/quixo-estimate.bin $(TABLEBASES)
	cd $(DATA) && sha256sum -c quixo-estimate.bin.sha256

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
