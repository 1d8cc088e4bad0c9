# The verbs of the project. Everything happens in .venv; nothing else on the machine is touched.
SHELL := /bin/bash
PYTHON ?= $(shell command -v python3.11 || command -v python3)
VENV := .venv
BIN := $(VENV)/bin
TASK ?= AndroidWorld/ExpenseAddSingle-v0
SEED ?= 30
# Files of the coverage measurement and of pytest go to the work tree; see `clean`.
PYTEST_ARGS ?=
# --record, names of apps
FACES ?=

.PHONY: system system-dev demo test coverage nightly check bench docs site record faces outlines mutate format install install-dev clean

demo: install ## Plays a task with its demonstration; writes demo.gif and demo.png
	$(BIN)/android-gym demo $(TASK) --seed $(SEED) --out .

test: install-dev ## Runs the tests of a commit (see CONTRIBUTING.md)
	$(BIN)/python -m pytest -n 2 --dist worksteal -m "not nightly" $(PYTEST_ARGS)

coverage: install-dev ## The same, and tells which lines none of them runs; takes more than twice as long
	$(BIN)/python -m pytest -n 2 --dist worksteal -m "not nightly" \
		--cov --cov-report=term:skip-covered $(PYTEST_ARGS)

nightly: install-dev ## Runs every case of every test; takes hours
	$(BIN)/python -m pytest -n 2 --dist worksteal --rotation all $(PYTEST_ARGS)

check: install-dev ## Lint, format, types, layers
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports --no-cache

mutate: install-dev ## Changes the judges, one thing at a time, and sees whether the tests notice
	$(BIN)/python -m tests.mutation

format: install-dev ## Mends what ruff can mend
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .

bench: install-dev ## Measures the tables of docs/performance.md on this machine
	$(BIN)/python -m benchmarks

docs: install ## Writes the pages made from the registry
	$(BIN)/python docs/make.py

site: install-dev ## Builds the documentation site in build/site/html, with a page for each task
	$(BIN)/python docs/site/make_site.py

record: install-dev ## Records what the seeds of every id give, where a change of it is meant
	$(BIN)/python tests/test_trajectories.py
	$(BIN)/python tests/evaluation/test_splits.py

faces: install-dev ## Compares each app's main screens with accepted pictures; FACES=--record accepts them
	$(BIN)/python tests/faces/faces.py $(FACES)

outlines: install-dev ## Counts how much of each app is there; needs ANDROID_GYM_OUTLINES
	$(BIN)/python tests/outlines.py

install: system $(VENV)/installed
install-dev: system-dev $(VENV)/installed-dev

system: ## Installs the system's packages that are missing, on Debian and Ubuntu; NO_APT=1 only tells
	@PYTHON="$(PYTHON)" scripts/system_packages.sh run

system-dev: ## The same, and those of the tests
	@PYTHON="$(PYTHON)" scripts/system_packages.sh test

$(VENV)/bin/python: | system
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || \
		{ echo "Python 3.11 or newer is needed; set PYTHON=/path/to/python3.11" >&2; exit 1; }
	@$(PYTHON) -m venv $(VENV) || \
		{ echo "Python's venv module is needed; on Debian: apt-get install python3-venv" >&2; exit 1; }

$(VENV)/installed: pyproject.toml | system $(VENV)/bin/python
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable .
	touch $@

$(VENV)/installed-dev: pyproject.toml | system-dev $(VENV)/bin/python
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable '.[dev]'
	touch $@ $(VENV)/installed

clean: ## Removes what the other verbs made, .venv included
	rm -rf $(VENV) build dist *.egg-info .mypy_cache .ruff_cache .pytest_cache .hypothesis \
		.import_linter_cache htmlcov .coverage .coverage.* demo.gif demo.png
	find . -name __pycache__ -type d -prune -exec rm -rf {} +
