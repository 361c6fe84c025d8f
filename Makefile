# Every target does its own set-up: a bare clone, Python 3.11+ and make are enough.
PYTHON ?= python3
BIN := .venv/bin
SCENARIO ?= astronuts/declaration
READY := .venv/.ready

.DEFAULT_GOAL := help
.PHONY: help install run test test-deep test-nojit test-bounds check format bench reports snapshots playthroughs constraints wheel clean

help: ## list the targets
	@grep -hE '^[a-z-]+:.*## ' $(MAKEFILE_LIST) | sed -E 's/:[^#]*## /\t/' | expand -t 16

$(READY): pyproject.toml constraints.txt
	$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "balance needs Python 3.11 or newer")'
	$(PYTHON) -m venv .venv
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --constraint constraints.txt --editable '.[dev]'
	@touch $(READY)

install: $(READY) ## make .venv with pinned versions

run: $(READY) ## play a shipped scenario (SCENARIO=game/name) and write its report
	$(BIN)/balance run $(SCENARIO)

# Kernels are compiled once, two games at a time; then two processes share the cache.
test: $(READY) ## all tests with a fixed sample of the deep proofs
	printf '%s\n' astronuts planet_busters star_command red_alert | xargs -P 2 -n 1 $(BIN)/balance warmup
	$(BIN)/python -m pytest -m "not deep" -n 2 --dist loadgroup

test-deep: $(READY) ## the whole proof: thousands of games against the naive twins, coverage studies
	$(BIN)/python -m pytest -m deep --timeout 7200

test-nojit: $(READY) ## kernels' tests as plain Python
	NUMBA_DISABLE_JIT=1 $(BIN)/python -m pytest -m "kernel and not deep" --timeout 7200

test-bounds: $(READY) ## kernels' tests with bounds checking compiled in
	BALANCE_BOUNDSCHECK=1 $(BIN)/python -m pytest -m "kernel and not deep" --timeout 7200

check: $(READY) ## style, types, one-way dependencies, house rules
	$(BIN)/ruff format --check balance tests
	$(BIN)/ruff check balance tests
	$(BIN)/mypy
	$(BIN)/lint-imports
	$(BIN)/python -m pytest tests/house

format: $(READY) ## format the code
	$(BIN)/ruff format balance tests
	$(BIN)/ruff check --fix balance tests

bench: $(READY) ## benchmarks: games per second of each game, report, start-up
	$(BIN)/python -m pytest tests/benchmarks --benchmark-only --benchmark-disable-gc --benchmark-columns min,median,ops -o addopts=""

reports: $(READY) ## write the published reports of all shipped scenarios again
	$(BIN)/python -m tests.house.publish_reports

snapshots: $(READY) ## renew golden help and error texts
	$(BIN)/python -m tests.cli.renew

playthroughs: $(READY) ## renew the told games kept as tests
	$(BIN)/python -m tests.games.renew_playthroughs

constraints: ## renew constraints.txt from the newest versions
	$(PYTHON) -m venv .venv-new
	.venv-new/bin/python -m pip install --quiet --upgrade '.[dev]'
	echo "# Exact versions of everything a checkout installs (pip -c). Renew with: make constraints" > constraints.txt
	.venv-new/bin/python -m pip freeze --exclude tabletop-balance >> constraints.txt
	rm -rf .venv-new

wheel: $(READY) ## build the wheel (scenarios inside)
	$(BIN)/python -m pip wheel --quiet --no-deps --wheel-dir dist .

clean: ## remove what the targets made
	rm -rf .venv .venv-new build dist *.egg-info .pytest_cache .mypy_cache .ruff_cache .hypothesis
