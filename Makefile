# `make` sets everything up and runs the main job; `make test` checks the project.
PYTHON ?= python3
VENV := .venv
# Options for `make test`, as in PYTEST=--require-browser.
PYTEST ?=
BIN := $(VENV)/bin
READY := $(VENV)/.ready

.PHONY: run setup dump verify report serve test test-rest test-all lint bench format clean

run: setup
	$(BIN)/schedules dump --strict --verify

setup: $(READY)

$(READY): pyproject.toml schedules/__init__.py
	$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "Python 3.11 or later is needed; set PYTHON=")'
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable '.[dev,browser,inspect,mcp,nvcc,plots]'
	touch $@

dump verify report serve: setup
	$(BIN)/schedules $@

lint: setup
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
test-rest: setup
	$(BIN)/python -m pytest -q -rs --exhaustive -m exhaustive $(PYTEST)

test-all: test test-rest

bench: setup
	$(BIN)/python -m benchmarks.pipeline

format: setup
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .

clean:
	rm -rf $(VENV)
