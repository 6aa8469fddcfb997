# `make` sets everything up and runs the main job; `make test` checks the project.
PYTHON ?= python3
VENV := .venv
# Options for `make test`, as in PYTEST=--require-browser.
PYTEST ?=
BIN := $(VENV)/bin
READY := $(VENV)/.ready
# What the tests need besides.
TESTED := $(VENV)/.tested

.PHONY: run setup dump verify report serve test test-rest test-all lint bench format clean

run: setup
	$(BIN)/schedules dump --strict --verify

setup: $(READY)

$(READY): pyproject.toml schedules/__init__.py
	$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "Python 3.11 or later is needed; set PYTHON=")'
	$(PYTHON) -m venv $(VENV)
	@echo 'installing into $(VENV): TVM, and the CUDA compiler as a wheel'
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable '.[inspect]'
	touch $@

$(TESTED): $(READY)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable '.[dev,browser,inspect,mcp,nvcc,plots]'
	touch $@

dump verify report serve: setup
	$(BIN)/schedules $@

lint: $(TESTED)
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy

# The suite starts some hundred processes, which read their modules' bytecode if it was kept.
test: export PYTHONDONTWRITEBYTECODE =
test: lint
	$(BIN)/python -m pytest -q -rs $(PYTEST)
	$(BIN)/schedules dump --strict --check

# The kernels that `make test` samples (tests/exhaustive.py).
test-rest: export PYTHONDONTWRITEBYTECODE =
test-rest: $(TESTED)
	$(BIN)/python -m pytest -q -rs --exhaustive -m exhaustive $(PYTEST)

test-all: test test-rest

bench: $(TESTED)
	$(BIN)/python -m benchmarks.pipeline

format: $(TESTED)
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .

clean:
	rm -rf $(VENV)
