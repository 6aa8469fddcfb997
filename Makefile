# `make` sets everything up and shows the main ladder; `make test` runs the quick checks.
PYTHON ?= python3
VENV := .venv
# Options for the tests, as in PYTEST=--require-browser.
PYTEST ?=
BIN := $(VENV)/bin
# Modules are compiled to bytecode when they are first imported, not all at once; it is kept, since
# many processes read it.
export PYTHONDONTWRITEBYTECODE =
PIP := $(BIN)/python -m pip install --quiet --no-compile --disable-pip-version-check
READY := $(VENV)/.ready
# What the tests need besides.
TESTED := $(VENV)/.tested
# Types and formatting of the page's JavaScript, for development only.
NODE := PATH="$(CURDIR)/$(BIN):$$PATH" $(BIN)/node
SCRIPTS := node_modules/.ready
LADDER := gemm/sgemm_tvm
PAGE := build/sgemm_tvm.html

.PHONY: run setup dump verify report serve site test test-rest test-all lint format clean

run: setup
	$(BIN)/schedules dump $(LADDER) --strict --verify
	$(BIN)/schedules report $(LADDER) --out $(PAGE)
	@echo
	@echo 'Open $(PAGE) in a browser: every kernel of the ladder, step by step.'
	@echo 'Run $(BIN)/schedules explore examples/transpose.py: the same for a schedule in a file.'
	@echo 'Run make test for the quick checks, make dump to lower all ladders.'

setup: $(READY)

$(READY): pyproject.toml schedules/__init__.py
	$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "Python 3.11 or later is needed; set PYTHON=")'
	$(PYTHON) -m venv $(VENV)
	@echo 'installing into $(VENV): TVM, and the CUDA compiler as a wheel'
	$(PIP) --editable '.[inspect]'
	touch $@

$(TESTED): $(READY)
	$(PIP) --editable '.[dev,browser,cluster,docs,inspect,mcp,nvcc,plots]'
	touch $@

dump: setup
	$(BIN)/schedules dump --strict --verify

$(SCRIPTS): $(TESTED) package.json
	PATH="$(CURDIR)/$(BIN):$$PATH" npm install --silent --no-audit --no-fund --no-package-lock
	touch $@

verify report serve: setup
	$(BIN)/schedules $@

# The documentation with all ladders in the explorer, which take minutes.
site: $(TESTED)
	$(BIN)/schedules report --out build/ladders.html
	$(BIN)/sphinx-build -q -W docs build/site

lint: $(TESTED) $(SCRIPTS)
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(NODE) node_modules/@biomejs/biome/bin/biome check
	$(NODE) node_modules/typescript/bin/tsc --project jsconfig.json

# The quick suite.
test: lint
	$(BIN)/python -m pytest -q -rs $(PYTEST)

# The tests marked exhaustive, and whether the dumps are current.
test-rest: $(TESTED)
	$(BIN)/python -m pytest -q -rs --exhaustive -m exhaustive $(PYTEST)
	$(BIN)/schedules dump --strict --check

test-all: test test-rest

format: $(TESTED) $(SCRIPTS)
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .
	$(NODE) node_modules/@biomejs/biome/bin/biome check --write

clean:
	rm -rf $(VENV) node_modules
