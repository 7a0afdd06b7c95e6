PYTHON ?= python3
export PORT DATA REDIS_URL QUEUE_URL
BIN := .venv/bin

help:  ## list the commands
	@grep -E '^[a-z-]+:.*##' $(MAKEFILE_LIST) | awk -F ':.*## ' '{printf "make %-12s %s\n", $$1, $$2}'

.venv/ready: pyproject.toml
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { echo "Firstfire needs Python 3.11 or newer: PYTHON=/path/to/python3.11 make ..."; exit 1; }
	$(PYTHON) -m venv .venv
	$(BIN)/pip install --quiet --disable-pip-version-check --editable '.[dev]'
	@touch $@

run: .venv/ready  ## start everything on this machine (PORT=8000 DATA=data)
	@$(BIN)/python -m service run

test: .venv/ready chromium warm  ## run every test, on two cores
	$(BIN)/pytest -q -n 2

warm: .venv/ready
	@$(BIN)/python -m puzzles.search.warm

chromium: .venv/ready
	@$(BIN)/python -m tests.browser.chromium

check: .venv/ready chromium  ## ruff, mypy, import-linter, then the tests
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy
	$(BIN)/lint-imports
	$(BIN)/pytest -q -n 2

format: .venv/ready  ## let ruff write the code as it likes it
	$(BIN)/ruff format .
	$(BIN)/ruff check --fix .

javascript: .venv/ready  ## prettier, eslint and tsc on the browser's modules
	@$(BIN)/python -m tests.tools.javascript

coverage: .venv/ready  ## which branches of the rules no test reaches
	$(BIN)/pytest -q --cov --cov-report=term-missing tests/domain tests/projections

bench: .venv/ready chromium  ## measure, and print beside the targets
	$(BIN)/python -m tests.bench

arena: .venv/ready  ## how strong the engine is, match by match (PARTS= GAMES= JOBS=)
	$(BIN)/python -m tests.arena

teach: .venv/ready  ## teach the engine anew what territories promise: a quarter of an hour
	$(BIN)/python -m puzzles.search.teach

soak: .venv/ready  ## the long proofs: 10,000 random games, killed processes, power cuts
	$(BIN)/python -m tests.soak

sprites: .venv/ready chromium  ## the drawn pieces as pixels, whenever pieces.svg changes
	$(BIN)/python -m tests.sprites

screenshots: .venv/ready chromium  ## the pictures of the README, from a real game
	$(BIN)/python -m tests.screenshots

clean:  ## forget the virtual environment and caches
	rm -rf .venv node_modules .mypy_cache .pytest_cache .ruff_cache .hypothesis .import_linter_cache
	find . -name __pycache__ -type d -prune -exec rm -rf {} +

.PHONY: help run test chromium warm check format javascript coverage bench arena teach soak sprites screenshots clean
