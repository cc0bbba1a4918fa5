# The one list of commands. `make help` shows it; CONTRIBUTING.md tells the rest.
#
#   PYTHON=python3.12   the interpreter for a new environment (3.11 or newer)
#   ARGS="..."          passed on to run, demo, test, bench, load and soak

SHELL := /bin/bash
.SHELLFLAGS := -eu -o pipefail -c
.DEFAULT_GOAL := help
.DELETE_ON_ERROR:
MAKEFLAGS += --no-builtin-rules

PYTHON ?= python3
ARGS ?=
VENV := .venv
BIN := $(VENV)/bin
TOOLS := .tools
PIP_INSTALL = -m pip --disable-pip-version-check install --quiet
READY := $(VENV)/.ready
BENCH_READY := $(VENV)/.ready-bench
LOAD_READY := $(VENV)/.ready-load
PROTO_READY := $(TOOLS)/proto/.ready
UV_READY := $(TOOLS)/uv/.ready
DRAW_READY := $(TOOLS)/draw/.ready
OPS_READY := $(TOOLS)/ops/.ready
DOCS_READY := $(TOOLS)/docs/.ready
EDGE_READY := $(TOOLS)/edge/.ready
E2E_READY := clients/web/e2e/node_modules/.ready
NODE_READY := $(TOOLS)/node/.ready
LOWEST_READY := $(TOOLS)/lowest/.ready
PROTOC_GEN_GO_VERSION := v1.36.12
PROTOC_GEN_GO_GRPC_VERSION := v1.6.2
STATICCHECK_VERSION := v0.8.2
CLIENT_VERSIONS := client-lowest client-highest
TYPESCRIPT_READY := clients/typescript/node_modules/.ready
GO_PLUGINS_READY := $(TOOLS)/bin/.ready-go-plugins-$(PROTOC_GEN_GO_VERSION)-$(PROTOC_GEN_GO_GRPC_VERSION)
STATICCHECK_READY := $(TOOLS)/bin/.ready-staticcheck-$(STATICCHECK_VERSION)
RUST_PLUGIN := $(TOOLS)/bin/protoc-gen-pageone-rust
JAVA_TOOLS_READY := $(TOOLS)/java/.ready
JAVA_SOURCES = $(shell find clients/java -name '*.java' -not -path '*/generated/*' -not -path '*/target/*')
JAVA_PLATFORM := $(shell uname -sm | sed 's/Linux x86_64/linux-x86_64/; s/Linux aarch64/linux-aarch_64/; s/Darwin .*/osx-aarch_64/')
# Each test process keeps a core busy; tests/ is written to run in any order.
TEST_JOBS ?= auto

.PHONY: help
help: ## this list
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  make %-17s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

## environments

# Makes a virtual environment in directory $(1) with $(PYTHON), when there is none that works.
define venv
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null || { \
	  echo "Page One needs Python 3.11 or newer, but '$(PYTHON)' is $$($(PYTHON) --version 2>&1 || true)." >&2; \
	  echo "Name a newer one: make $(MAKECMDGOALS) PYTHON=python3.12" >&2; exit 1; }
	@$(1)/bin/python -m pip --version >/dev/null 2>&1 || $(PYTHON) -m venv --clear $(1)
endef

.PHONY: setup
setup: $(READY) ## make .venv with everything for running, testing and checking

$(READY): requirements/dev.lock pyproject.toml clients/python/pyproject.toml clients/python/examples/host/pyproject.toml
	$(call venv,$(VENV))
	@echo "Installing into $(VENV) ..."
	@$(BIN)/python $(PIP_INSTALL) --require-hashes -r requirements/dev.lock
	@$(BIN)/python $(PIP_INSTALL) --no-deps --no-build-isolation -e clients/python -e clients/python/examples/host -e .
	@touch $@

$(BENCH_READY): requirements/bench.lock $(READY)
	@echo "Installing the engines to compare with into $(VENV) ..."
	@$(BIN)/python $(PIP_INSTALL) --require-hashes -r requirements/bench.lock
	@touch $@

$(LOAD_READY): requirements/load.lock $(READY)
	@echo "Installing what the load kit draws and counts with into $(VENV) ..."
	@$(BIN)/python $(PIP_INSTALL) --require-hashes -r requirements/load.lock
	@touch $@

$(PROTO_READY): requirements/proto.lock
	$(call venv,$(TOOLS)/proto)
	@$(TOOLS)/proto/bin/python $(PIP_INSTALL) --require-hashes -r requirements/proto.lock
	@touch $@

$(UV_READY): requirements/uv.lock
	$(call venv,$(TOOLS)/uv)
	@$(TOOLS)/uv/bin/python $(PIP_INSTALL) --require-hashes -r requirements/uv.lock
	@touch $@

$(DRAW_READY): requirements/draw.lock
	$(call venv,$(TOOLS)/draw)
	@$(TOOLS)/draw/bin/python $(PIP_INSTALL) --require-hashes -r requirements/draw.lock
	@touch $@

$(OPS_READY): requirements/ops.lock
	$(call venv,$(TOOLS)/ops)
	@echo "Installing the linters of image and manifests into $(TOOLS)/ops ..."
	@$(TOOLS)/ops/bin/python $(PIP_INSTALL) --require-hashes -r requirements/ops.lock
	@touch $@

$(EDGE_READY): requirements/edge.lock
	$(call venv,$(TOOLS)/edge)
	@echo "Installing Envoy into $(TOOLS)/edge ..."
	@$(TOOLS)/edge/bin/python $(PIP_INSTALL) --require-hashes -r requirements/edge.lock
	@touch $@

$(NODE_READY): requirements/node.lock
	$(call venv,$(TOOLS)/node)
	@echo "Installing Node.js into $(TOOLS)/node ..."
	@$(TOOLS)/node/bin/python $(PIP_INSTALL) --require-hashes -r requirements/node.lock
	@touch $@

$(DOCS_READY): requirements/docs.lock
	$(call venv,$(TOOLS)/docs)
	@$(TOOLS)/docs/bin/python $(PIP_INSTALL) --require-hashes -r requirements/docs.lock
	@touch $@

$(LOWEST_READY): requirements/lowest.lock pyproject.toml clients/python/pyproject.toml clients/python/examples/host/pyproject.toml
	$(call venv,$(TOOLS)/lowest)
	@$(TOOLS)/lowest/bin/python $(PIP_INSTALL) --require-hashes -r requirements/lowest.lock
	@$(TOOLS)/lowest/bin/python $(PIP_INSTALL) --no-deps -e clients/python -e clients/python/examples/host -e .
	@touch $@

# The client alone, in environments that have nothing of the server.
$(CLIENT_VERSIONS:%=$(TOOLS)/%/.ready): $(TOOLS)/%/.ready: requirements/%.lock clients/python/pyproject.toml
	$(call venv,$(TOOLS)/$*)
	@$(TOOLS)/$*/bin/python $(PIP_INSTALL) --require-hashes -r requirements/$*.lock
	@$(TOOLS)/$*/bin/python $(PIP_INSTALL) --no-deps -e clients/python
	@$(TOOLS)/$*/bin/python -m pip --disable-pip-version-check check
	@touch $@

$(TYPESCRIPT_READY): clients/typescript/package-lock.json
	@echo "Installing into clients/typescript/node_modules ..."
	@cd clients/typescript && npm ci --no-audit --no-fund --loglevel=error
	@touch $@

go_install = GOBIN=$(CURDIR)/$(TOOLS)/bin go install

$(GO_PLUGINS_READY):
	@echo "Installing protoc-gen-go and protoc-gen-go-grpc into $(TOOLS)/bin ..."
	@$(go_install) google.golang.org/protobuf/cmd/protoc-gen-go@$(PROTOC_GEN_GO_VERSION)
	@$(go_install) google.golang.org/grpc/cmd/protoc-gen-go-grpc@$(PROTOC_GEN_GO_GRPC_VERSION)
	@touch $@

$(STATICCHECK_READY):
	@echo "Installing staticcheck into $(TOOLS)/bin ..."
	@$(go_install) honnef.co/go/tools/cmd/staticcheck@$(STATICCHECK_VERSION)
	@touch $@

cargo = cd clients/rust && CARGO_TARGET_DIR=$(CURDIR)/build/rust cargo

$(RUST_PLUGIN): clients/rust/Cargo.lock clients/rust/codegen/Cargo.toml clients/rust/codegen/src/main.rs
	@echo "Building $@ ..."
	@$(cargo) build --quiet --locked -p pageone-codegen
	@mkdir -p $(@D) && install build/rust/debug/$(@F) $@

$(JAVA_TOOLS_READY): clients/java/tools/pom.xml clients/java/tools/SHA256SUMS
	@echo "Installing protoc, protoc-gen-grpc-java and google-java-format into $(TOOLS)/java ..."
	@mvn -B -q -f clients/java/tools/pom.xml dependency:copy -Dplatform=$(JAVA_PLATFORM)
	@cd $(TOOLS)/java && sha256sum --check --quiet --ignore-missing $(CURDIR)/clients/java/tools/SHA256SUMS
	@cd $(TOOLS)/java && chmod +x $(JAVA_PLATFORM)/* && ln -sf $(JAVA_PLATFORM)/* .
	@touch $@

## playing

# Serves at once; the table follows when Envoy is installed and the page built (tools/run_table.py).
.PHONY: run
run: $(READY) ## serve gRPC on 127.0.0.1:50051 and the table on http://127.0.0.1:8080 (ARGS="--address HOST:PORT ...")
	@exec $(BIN)/python -m tools.run_table $(ARGS)

.PHONY: web
web: $(READY) ## build the page of clients/web into build/web when its sources have changed
	@$(BIN)/python -m tools.web_page

# Chromium itself is a Debian program: make ops-debian.
.PHONY: web-tools
web-tools: $(E2E_READY) ## install playwright-core and axe, which drive Chromium in tests/web

$(E2E_READY): clients/web/e2e/package-lock.json
	@echo "Installing into clients/web/e2e/node_modules ..."
	@cd clients/web/e2e && npm ci --no-audit --no-fund --ignore-scripts --loglevel=error
	@touch $@

.PHONY: edge-tools
edge-tools: $(EDGE_READY) ## install Envoy into .tools

.PHONY: node-tools
node-tools: $(NODE_READY) ## install Node.js into .tools, for machines without one

.PHONY: demo
demo: $(READY) ## play whole matches of every preset against a server of its own, and print them
	@exec $(BIN)/pageone demo $(ARGS)

## testing

.PHONY: test
test: $(READY) ## run all tests (ARGS="tests/engine -k dobon")
	@$(BIN)/python -m pytest -n $(TEST_JOBS) $(ARGS)

# The programs that the README's shell examples use. Where Go or the right to install is missing, the tests that need
# them say why they are skipped; in CI nothing may be skipped.
GRPCURL_VERSION := v1.9.3
GRPCURL := $(TOOLS)/bin/grpcurl

.PHONY: readme-tools
readme-tools: $(GRPCURL) ## install grpcurl (needs Go) and jq (needs root on Debian) for the README's examples
	@command -v jq >/dev/null || { apt-get update -qq && apt-get install -y -qq jq >/dev/null; }

$(GRPCURL):
	@echo "Building grpcurl $(GRPCURL_VERSION) ..."
	@GOBIN=$(CURDIR)/$(TOOLS)/bin go install github.com/fullstorydev/grpcurl/cmd/grpcurl@$(GRPCURL_VERSION)

# Real programs that tests run the service with. Tests whose program is missing are skipped and say which of these two
# targets installs it; in CI (PAGEONE_REQUIRE=all) they fail instead.
.PHONY: ops-tools
ops-tools: $(OPS_READY) $(EDGE_READY) ## install Envoy, hadolint, kubectl and the manifests' checkers into .tools

DEBIAN_PROGRAMS := openssl:openssl promtool:prometheus h2load:nghttp2-client buildah:buildah runc:runc umoci:umoci mmdebstrap:mmdebstrap redis-server:redis-server chromium:chromium
# Fonts have no program to look for.
DEBIAN_FONTS := fonts-noto-cjk:/usr/share/fonts/opentype/noto/NotoSansCJK-Regular.ttc
.PHONY: ops-debian
ops-debian: ## install Prometheus, h2load, Redis, Chromium and what builds images (needs root on Debian)
	@missing=(); for each in $(DEBIAN_PROGRAMS); do \
	  PATH="$$PATH:/usr/sbin:/sbin" command -v "$${each%%:*}" >/dev/null || missing+=("$${each##*:}"); done; \
	for each in $(DEBIAN_FONTS); do test -e "$${each##*:}" || missing+=("$${each%%:*}"); done; \
	if (($${#missing[@]})); then echo "Installing $${missing[*]} ..."; apt-get update -qq; \
	  DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends "$${missing[@]}" >/dev/null; fi

# The image is built without a daemon, on a stand-in of its base that is made here from Debian's packages, and run with
# runc (docs/image.md). Base and build stay in .tools/image until what they are made from changes.
.PHONY: image
image: $(READY) ## build the image as its tests do and tell its size (needs root, `make ops-debian`)
	@$(BIN)/python -m tests.image

.PHONY: image-test
image-test: image ## build the image, run it, look into it, stop it
	@$(BIN)/python -m pytest tests/image $(ARGS)

.PHONY: bench-engines
bench-engines: $(BENCH_READY) ## install the engines that `make bench` compares with

.PHONY: load-tools
load-tools: $(LOAD_READY) ## install what `make load` draws and counts with

.PHONY: conformance
conformance: $(READY) $(EDGE_READY) ## every client against a live server, native and gRPC-Web: a table (ARGS=--verbose); build them with `make clients`
	@exec $(BIN)/python -m tests.conformance $(ARGS)

.PHONY: test-lowest
test-lowest: $(LOWEST_READY) ## the same tests with the oldest versions that the ranges allow
	@$(TOOLS)/lowest/bin/python -m pytest -n $(TEST_JOBS) $(ARGS)

# The server runs from .venv in processes of its own; the engine, which needs nothing, is what deals are compared with.
CLIENT_TESTS := $(addprefix tests/clients/test_python_,client.py async_client.py fairplay.py scenarios.py)
.PHONY: test-client-versions
test-client-versions: $(READY) $(CLIENT_VERSIONS:%=$(TOOLS)/%/.ready) ## the Python client's tests with the lowest and highest grpcio and protobuf
	@for each in $(CLIENT_VERSIONS); do \
	  $(TOOLS)/$$each/bin/python -c 'import google.protobuf as p, grpc; print("grpcio", grpc.__version__, "protobuf", p.__version__)'; \
	  PAGEONE_SERVER_PYTHON=$(CURDIR)/$(BIN)/python PYTHONPATH=engine $(TOOLS)/$$each/bin/python -m pytest -q $(CLIENT_TESTS) $(ARGS); done

.PHONY: cover
cover: $(READY) ## branch coverage of the engine by its own tests; fails below 98 %
	@$(BIN)/python -m pytest -n $(TEST_JOBS) --cov --cov-branch --cov-fail-under=98 tests/engine $(ARGS)

.PHONY: soak
soak: $(READY) ## random matches, every property checked (ARGS="-n 100000"); then workers killed under load
	@$(BIN)/python -m tests.soak $(ARGS)
	@exec $(BIN)/python -m tests.kill_workers

.PHONY: soak-solo
soak-solo: $(READY) ## many games against bots over two replicas, keys rotated meanwhile (ARGS="-n 10000")
	@exec $(BIN)/python -m tests.solo_soak $(ARGS)

.PHONY: load
load: $(LOAD_READY) ## five minutes of real games at rising rates; report in build/load (ARGS="--help")
	@exec $(BIN)/python -m tests.load $(ARGS)

.PHONY: soak-service
soak-service: $(READY) ## hostile and excessive callers, thinking, memory: figures (ARGS="saturated --seconds 60"); needs h2load
	@exec $(BIN)/python -m tests.hostile $(ARGS)

.PHONY: bench
bench: $(BENCH_READY) ## measure engine and service beside others (ARGS="service"); writes docs/benchmarks.md
	@exec $(BIN)/python -m tests.bench $(ARGS)

## checking

.PHONY: check
CHECKS := check-format check-lint check-types check-walls check-proto check-lock check-clauses check-corpus check-conformance check-alerts check-clients
check: ## all check-... below; names each that fails
	@failed=(); for one in $(CHECKS); do \
	  echo "== $$one"; $(MAKE) --no-print-directory $$one || failed+=("$$one"); done; \
	if (($${#failed[@]})); then echo "failed: $${failed[*]}" >&2; exit 1; fi; echo "all checks passed"

.PHONY: check-format
check-format: $(READY) ## formatting (mend: make format)
	@$(BIN)/ruff format --check --quiet . || { $(BIN)/ruff format --check .; exit 1; }

.PHONY: check-lint
check-lint: $(READY) ## lint
	@$(BIN)/ruff check .

.PHONY: check-types
check-types: $(READY) ## mypy, strict
	@$(BIN)/mypy

.PHONY: check-walls
check-walls: $(READY) ## who may import whom
	@$(BIN)/lint-imports --no-logo 2>/dev/null || $(BIN)/lint-imports
	@$(BIN)/python -m tools.check_walls

.PHONY: check-proto
check-proto: $(READY) proto-tools ## contract: format, lint, no breaking change, stubs current
	@$(BIN)/buf format --diff --exit-code
	@$(BIN)/buf lint
	@for baseline in proto/baseline/*.binpb; do \
	  $(BIN)/buf breaking --against "$$baseline" || { echo "breaks $$baseline" >&2; exit 1; }; done
	@$(BIN)/python -m tools.generate_stubs --check

.PHONY: check-lock
check-lock: $(READY) ## lock files fit pyproject.toml (mend: make lock)
	@$(BIN)/python -m tools.lock --check
	@$(BIN)/python -m pip --disable-pip-version-check check

.PHONY: check-clauses
check-clauses: $(READY) ## docs/rules.md has every clause and tests/ has a test for each
	@$(BIN)/python -m tools.check_clauses

.PHONY: check-corpus
check-corpus: $(READY) ## what earlier releases wrote is read, and answered as they did (record one: python -m tests.corpus VERSION)
	@$(BIN)/python -m pytest --quiet --no-header tests/corpus

.PHONY: check-conformance
check-conformance: $(READY) ## tests/conformance/scenarios.json is current (mend: python -m tests.conformance.record)
	@$(BIN)/python -m tests.conformance.record --check

.PHONY: check-alerts
check-alerts: ## alert rules of monitoring/: they fire when they must, and only then (needs promtool: make ops-debian)
	@if command -v promtool >/dev/null; then cd monitoring/prometheus; \
	  promtool check rules --lint=all --lint-fatal alerts.yaml; \
	  promtool test rules alerts_test.yaml; \
	else echo "promtool is not installed, so nobody checked the alert rules: make ops-debian" >&2; \
	  test "$${PAGEONE_REQUIRE:-}" != all; fi

# Each language adds itself here and has targets clients-LANGUAGE and check-LANGUAGE, which run where its toolchain is there:
# LANGUAGE:program that it needs.
LANGUAGES := typescript:npm \
  go:go \
  rust:cargo \
  java:mvn \
  web:npm
# Runs make $(1)-LANGUAGE for each of them that this machine can build; with PAGEONE_REQUIRE=all for all.
define each_language
	@failed=(); for each in $(LANGUAGES); do language="$${each%%:*}"; program="$${each##*:}"; \
	  if command -v "$$program" >/dev/null || test "$${PAGEONE_REQUIRE:-}" = all; then \
	    echo "== $(1)-$$language"; $(MAKE) --no-print-directory $(1)-$$language || failed+=("$$language"); \
	  else echo "== $(1)-$$language left out: $$program is not installed"; fi; done; \
	if (($${#failed[@]})); then echo "failed: $${failed[*]}" >&2; exit 1; fi
endef

.PHONY: clients
clients: ## build the clients of other languages and their conformance runners, where the toolchain is there
	$(call each_language,clients)

.PHONY: check-clients
check-clients: ## format, lint and types of the clients of other languages, where the toolchain is there
	$(call each_language,check)

.PHONY: clients-typescript
clients-typescript: $(TYPESCRIPT_READY) ## build clients/typescript and its conformance runner (needs Node.js 20 and npm)
	@cd clients/typescript && npm run --silent build:all && node scripts/runner.js

.PHONY: check-typescript
check-typescript: $(TYPESCRIPT_READY) ## clients/typescript: format, lint, types
	@cd clients/typescript && NO_COLOR=1 npm run --silent check

# Its types and words come from clients/typescript, with what that package has installed.
WEB_READY := clients/web/node_modules/.package-lock.json
$(WEB_READY): clients/web/package-lock.json clients/web/package.json $(TYPESCRIPT_READY)
	@cd clients/web && npm ci --no-audit --no-fund --ignore-scripts --loglevel=error
	@touch $@

.PHONY: clients-web
clients-web: web ## the same as web

.PHONY: check-web
check-web: $(WEB_READY) ## clients/web: format, lint, types
	@cd clients/web && NO_COLOR=1 npm run --silent check

.PHONY: clients-java
clients-java: ## build clients/java, for the JVM and for Android, and its conformance runner (needs a JDK 17 and Maven)
	@cd clients/java && mvn -B -q package -DskipTests
	@install -D -m 755 clients/java/conformance/run.sh build/conformance/java

.PHONY: check-java
check-java: $(JAVA_TOOLS_READY) ## clients/java: format, and what javac and doclint warn of (mend the format: make format-java)
	@java -jar $(TOOLS)/java/google-java-format.jar --dry-run --set-exit-if-changed $(JAVA_SOURCES) || \
	  { echo "Not as google-java-format writes them: make format-java" >&2; exit 1; }
	@cd clients/java && mvn -B -q test-compile

.PHONY: format-java
format-java: $(JAVA_TOOLS_READY) ## format clients/java
	@java -jar $(TOOLS)/java/google-java-format.jar --replace $(JAVA_SOURCES)

.PHONY: clients-go
clients-go: ## build clients/go and its conformance runner (needs Go 1.26; the client alone Go 1.24)
	@cd clients/go && go build ./...
	@cd clients/go/conformance && go build -trimpath -o $(CURDIR)/build/conformance/go .

.PHONY: race-go
race-go: ## the tests of clients/go with the race detector (needs a C compiler; a minute of building)
	@cd clients/go && go test -race -count=1 ./...

.PHONY: check-go
check-go: $(STATICCHECK_READY) ## clients/go: format, vet, staticcheck, go.mod and go.sum current
	@cd clients/go; unformatted=$$(gofmt -l .); test -z "$$unformatted" || { echo "not as gofmt writes it: $$unformatted" >&2; exit 1; }
	@for module in clients/go clients/go/conformance; do \
	  (cd "$$module"; go mod tidy -diff; go vet ./...; $(CURDIR)/$(TOOLS)/bin/staticcheck ./...); done

.PHONY: clients-rust
clients-rust: ## build clients/rust, its tests and its conformance runner (needs Rust 1.88)
	@$(cargo) build --quiet --locked --workspace
	@$(cargo) test --quiet --locked --workspace --no-run
	@mkdir -p build/conformance && install build/rust/debug/pageone-conformance build/conformance/rust

.PHONY: check-rust
check-rust: ## clients/rust: format, clippy, documentation
	@$(cargo) fmt --all --check
	@$(cargo) clippy --quiet --locked --workspace --all-targets -- -D warnings
	@export RUSTDOCFLAGS="-D warnings"; $(cargo) doc --quiet --locked --no-deps -p pageone-client

.PHONY: format
format: $(READY) ## format Python and proto, mend what lint can mend
	@$(BIN)/ruff check --fix-only --quiet .
	@$(BIN)/ruff format .
	@$(BIN)/buf format --write

## documentation

# mkdocs-material says at every start that its successor is being made.
MKDOCS := NO_MKDOCS_2_WARNING=1 $(TOOLS)/docs/bin/mkdocs

.PHONY: docs
docs: $(DOCS_READY) ## build the documentation as a site into build/site; fails at a link that leads nowhere
	@$(MKDOCS) build --quiet
	@echo "The site is in build/site: open build/site/index.html, or make docs-serve"

.PHONY: docs-serve
docs-serve: $(DOCS_READY) ## show the documentation at http://127.0.0.1:8000 while it is written (ARGS="--dev-addr HOST:PORT")
	@exec env $(MKDOCS) serve $(ARGS)

## making what is committed

.PHONY: proto
proto: $(READY) proto-tools ## generate the clients' stubs from proto/ (ARGS="typescript go": these languages)
	@$(BIN)/python -m tools.generate_stubs $(ARGS)

# The plugins of buf.gen.yaml, of those languages whose toolchain is there.
has = $(shell command -v $(1) 2>/dev/null)
.PHONY: proto-tools
proto-tools: $(PROTO_READY) $(if $(call has,npm),$(TYPESCRIPT_READY)) $(if $(call has,go),$(GO_PLUGINS_READY)) $(if $(call has,cargo),$(RUST_PLUGIN)) $(if $(call has,mvn),$(JAVA_TOOLS_READY)) ## install the plugins of buf.gen.yaml whose toolchain is there

.PHONY: baseline
baseline: $(READY) ## freeze the contract of a release (NAME=v1.0.0) for breaking-change checks
	@test -n "$(NAME)" || { echo "Name the release: make baseline NAME=v1.0.0" >&2; exit 1; }
	@test ! -e proto/baseline/$(NAME).binpb || { echo "proto/baseline/$(NAME).binpb exists" >&2; exit 1; }
	@$(BIN)/buf build --exclude-source-info -o proto/baseline/$(NAME).binpb

.PHONY: lock
lock: $(UV_READY) ## write requirements/*.lock (UPGRADE=1: newest versions)
	@$(PYTHON) -m tools.lock $(if $(UPGRADE),--upgrade) --uv $(TOOLS)/uv/bin/uv

.PHONY: configuration
configuration: $(READY) ## write the table of settings in docs/configuration.md
	@$(BIN)/python -m tools.configuration

.PHONY: api-reference
api-reference: $(READY) ## write docs/api.md from the comments in proto/
	@$(BIN)/python -m tools.api_reference

.PHONY: dashboard-picture
dashboard-picture: $(READY) $(DRAW_READY) ## run servers and Prometheus for five minutes; writes docs/dashboard.png
	@exec $(BIN)/python -m tests.monitoring $(ARGS)

.PHONY: web-pictures
web-pictures: $(READY) $(DRAW_READY) $(E2E_READY) ## take the pictures of the table in the browser; writes docs/web-*.png
	@$(BIN)/python -m tests.web
	@$(TOOLS)/draw/bin/python -m tools.shrink_picture docs/web-*.png

.PHONY: clean
clean: ## remove environments, caches and what tests left
	@rm -rf $(VENV) $(TOOLS) build dist .coverage* htmlcov .hypothesis .import_linter_cache
	@rm -rf .mypy_cache .pytest_cache .ruff_cache
	@find engine service clients/python tests tools -name __pycache__ -prune -exec rm -rf {} + 2>/dev/null || true
