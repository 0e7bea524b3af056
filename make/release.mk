# What is published: docs/releasing.md. Nothing is sent anywhere.

GORELEASER := $(TOOLS)/goreleaser

.PHONY: release release-twice release-test
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

# What releases are made with, in a module of its own as well: some 300 others come with it.
$(GORELEASER): tools/release/go.mod tools/release/go.sum
	@echo "building goreleaser (once, takes a few minutes)"
	cd tools/release && $(GO) build -o ../bin/goreleaser github.com/goreleaser/goreleaser/v2
