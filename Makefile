# make run     set up and start the server with the demo agents   (PORT=8420 TOKEN=… APP=module:app)
# make test    set up and check everything: lint, types, import contracts, tests, real protocol clients
#              (starts a PostgreSQL and a Redis where none answers)
# make prove   the guarantees as counted experiments              (KILLS=500 FAULTS=300 MATRIX=0 MATRIX_URL=postgresql://…)
# make bench   costs beside their limits          (BENCHES=footprint, RIVALS=1: other frameworks, too)
# make screenshots  the pictures of docs/screenshots, from the real server
# make web     build the web UI into src/interlock/web            (needs Node.js; run and test do it)
# make generate  the UI's tables and the recorded runs, from the server itself
# make lint | types | contracts | unit | web-check | format | lock | clean

PYTHON ?= python3
PORT ?=
TOKEN ?=
APP ?=
KILLS ?=
FAULTS ?=
MATRIX ?=
MATRIX_URL ?=
RIVALS ?=
BENCHES ?=
WORKERS ?= 2

VENV := .venv
BIN := $(VENV)/bin
DONE := $(VENV)/.done
INSTALL := $(BIN)/uv pip install --quiet --python $(VENV) --compile-bytecode
WEB := $(shell find web/src web/public web/diagram web/scripts -type f) web/index.html web/vite.config.ts web/tsconfig.json
COMPILE := $(BIN)/uv pip compile --quiet --universal --python-version 3.11 --generate-hashes \
	--no-emit-index-url --no-header --no-annotate $(if $(UPGRADE),--upgrade)

.PHONY: run test lint types contracts unit web web-check no-node generate format bench screenshots prove lock clean
.DELETE_ON_ERROR:

run: $(DONE)/project $(if $(shell command -v npm),$(DONE)/web,no-node)
	@$(if $(TOKEN),INTERLOCK_TOKEN='$(TOKEN)') exec $(BIN)/interlock serve $(APP) $(if $(PORT),--port $(PORT))

test: lint types contracts web-check unit

lint: $(DONE)/dev
	$(BIN)/ruff check
	$(BIN)/ruff format --check

types: $(DONE)/dev
	$(BIN)/basedpyright

contracts: $(DONE)/dev
	$(BIN)/lint-imports --no-logo

unit: $(DONE)/dev $(DONE)/clients $(DONE)/web $(DONE)/chromium $(DONE)/proxies
	@postgres=$$($(BIN)/python -m scripts.services postgres) && redis=$$($(BIN)/python -m scripts.services redis) && \
	INTERLOCK_TEST_POSTGRES=$$postgres INTERLOCK_TEST_REDIS_URL=$$redis $(BIN)/pytest -n $(WORKERS) --dist loadfile

web: $(DONE)/web

generate: $(DONE)/dev
	$(BIN)/python -m scripts.generate_types
	$(BIN)/python -m scripts.describe_api | node web/scripts/schema.mjs
	$(BIN)/python -m scripts.record_runs

web-check: $(DONE)/web-packages
	cd web && npm run --silent check

no-node:
	@echo "The web UI is not built: that needs Node.js 20.19 or newer, with npm (https://nodejs.org)."
	@echo "Install it and run make again; the server, its API and the command line work without it."

format: $(DONE)/dev
	$(BIN)/ruff check --fix
	$(BIN)/ruff format

bench: $(DONE)/dev $(if $(if $(BENCHES),$(filter web,$(BENCHES)),all),$(DONE)/web $(DONE)/chromium)
	$(BIN)/python -m bench $(if $(RIVALS),--rivals) $(BENCHES)

screenshots: $(DONE)/dev $(DONE)/web $(DONE)/chromium
	$(BIN)/python -m scripts.screenshots

prove: $(DONE)/dev
	@$(BIN)/python -m scripts.services programs >/dev/null
	$(BIN)/interlock prove $(if $(KILLS),--kills $(KILLS)) $(if $(FAULTS),--faults $(FAULTS)) \
		--matrix $(or $(MATRIX),0) $(if $(MATRIX_URL),--database-url $(MATRIX_URL))

# Set-up, a stamp a step: a step runs again only when what it installs has changed.

$(DONE)/uv: requirements/build.lock
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || \
		{ echo "Interlock needs Python 3.11 or newer: make PYTHON=/path/to/python3.12 $(MAKECMDGOALS)"; exit 1; }
	@$(PYTHON) -m venv $(VENV) || \
		{ echo "Python can make no virtual environment here (Debian and Ubuntu: apt-get install python3-venv)."; exit 1; }
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --require-hashes -r requirements/build.lock
	@mkdir -p $(DONE) && touch $@

$(DONE)/server: $(DONE)/uv requirements/server.lock
	$(INSTALL) --require-hashes -r requirements/server.lock
	@touch $@

$(DONE)/project: $(DONE)/server pyproject.toml
	$(INSTALL) --no-deps --no-build-isolation --editable .
	@touch $@

$(DONE)/dev: $(DONE)/project requirements/dev.lock
	$(INSTALL) --require-hashes -r requirements/dev.lock
	@touch $@

$(DONE)/clients: $(DONE)/uv tests/clients/package.json tests/clients/package-lock.json
	@command -v npm >/dev/null || { echo "The client tests need Node.js 20 or newer, with npm: install it and try again."; exit 1; }
	cd tests/clients && npm ci --no-audit --no-fund
	@touch $@

$(DONE)/web-packages: $(DONE)/uv web/package.json web/package-lock.json
	@command -v npm >/dev/null || { echo "The web UI needs Node.js 20.19 or newer, with npm: install it and try again."; exit 1; }
	cd web && npm ci --no-audit --no-fund
	@touch $@

$(DONE)/web: $(DONE)/web-packages $(WEB)
	cd web && npm run --silent build
	@touch $@

# The browser tests and the screenshots. A browser that is here stays; installing one takes root.
$(DONE)/chromium: $(DONE)/uv
	@command -v chromium >/dev/null || command -v google-chrome >/dev/null || \
		{ [ "$$(id -u)" = 0 ] && command -v apt-get >/dev/null && apt-get update -qq && \
		apt-get install -y -qq --no-install-recommends chromium >/dev/null; } || \
		{ echo "The browser tests need Chromium: install it (Debian and Ubuntu: apt-get install chromium) and try again."; exit 1; }
	@touch $@

# What the files of deploy/ are checked with. What is here stays; installing takes root.
PROXIES := caddy nginx systemd-analyze
$(DONE)/proxies: $(DONE)/uv
	@[ $$(command -v $(PROXIES) | wc -l) = 3 ] || \
		{ [ "$$(id -u)" = 0 ] && command -v apt-get >/dev/null && apt-get update -qq && \
		RUNLEVEL=1 apt-get install -y -qq --no-install-recommends caddy nginx-light systemd >/dev/null; } || \
		{ echo "The tests of deploy/ need Caddy, nginx and systemd-analyze: install them (Debian and Ubuntu:" \
		"apt-get install caddy nginx-light systemd) and try again."; exit 1; }
	@touch $@

lock: $(DONE)/uv
	$(COMPILE) --group build -o requirements/build.lock
	$(COMPILE) pyproject.toml -c requirements/build.lock -o requirements/server.lock
	$(COMPILE) pyproject.toml --group dev -c requirements/build.lock -c requirements/server.lock -o requirements/dev.lock
	$(COMPILE) pyproject.toml --extra mcp --extra oidc --extra otel --extra pydantic --extra scale -c requirements/dev.lock -o requirements/image.lock
	cd tests/clients && npm install --package-lock-only --no-audit --no-fund
	cd web && npm install --package-lock-only --no-audit --no-fund

clean:
	@-test ! -x $(BIN)/python || $(BIN)/python -m scripts.services stop
	rm -rf $(VENV) dist build tests/clients/node_modules web/node_modules src/interlock/web
	rm -rf .pytest_cache .ruff_cache .hypothesis .import_linter_cache
	find src tests -name __pycache__ -type d -prune -exec rm -rf {} +
