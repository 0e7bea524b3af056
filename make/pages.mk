# The pages, and tests of the whole program in browsers.

NPM       := npm --no-fund --no-audit

.PHONY: fourthgame web engine api site dev webfmt weblint webtest e2e e2e-full e2e-notifications e2e-cluster screenshots lighthouse

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

# The tests of online play, with three servers and one database behind a load
# balancer.
e2e-cluster: export PLATEAU_CLUSTER := 1
e2e-cluster: E2E := online-hall online-table meeting premoves refusals
e2e-cluster: e2e ## the same of online play against three servers behind a load balancer

# PostgreSQL and NATS for tests in browsers.
$(BIN)/backends: .FORCE
	cd tests && $(GO) build -o ../$@ ./backends

# A small tablebase for tests, some of which may be reading the last one.
$(BIN)/quixo3.plateau-table: .FORCE
	@mkdir -p $(BIN)
	new=$@.$$$$; $(GO) run ./exact/quixo/packboard 3 $$new && mv $$new $@

screenshots: build browser ## pictures of every page into bin/screenshots
	cd web && PLATEAU_BINARY=../$(BIN)/plateau node build/screenshots.mjs ../$(BIN)/screenshots

lighthouse: build browser ## measure the pages on an emulated phone, and on slow 3G
	cd web && PLATEAU_BINARY=../$(BIN)/plateau node build/lighthouse.mjs
