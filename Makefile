PYTHON ?= python3
WORKERS ?= 2  # of pytest
export PORT DATA REDIS_URL QUEUE_URL
unexport PYTHONDONTWRITEBYTECODE  # the tests start hundreds of processes, and each would compile every module
BIN := .venv/bin
INSTALL := $(BIN)/pip install --quiet --disable-pip-version-check
LOCK := $(BIN)/uv pip compile --quiet --universal --python-version 3.11 --fork-strategy fewest --no-strip-extras --generate-hashes \
	--custom-compile-command 'make lock' $(if $(UPGRADE),--upgrade)

help:  ## list the commands
	@grep -E '^[a-z-]+:.*##' $(MAKEFILE_LIST) | awk -F ':.*## ' '{printf "make %-12s %s\n", $$1, $$2}'

.venv/ready: pyproject.toml requirements/dev.txt
	@$(PYTHON) -c 'import sys; sys.exit(not (3, 11) <= sys.version_info < (3, 14))' \
		|| { echo "Firstfire needs Python 3.11, 3.12 or 3.13: PYTHON=/path/to/python3.11 make ..."; exit 1; }
	$(PYTHON) -m venv .venv
	$(INSTALL) --only-binary :all: --require-hashes --requirement requirements/dev.txt
	$(INSTALL) --no-deps --no-build-isolation --editable .
	@touch $@

run: .venv/ready  ## start everything on this machine (PORT=8000 DATA=data; MAIL=catch shows its mails)
	@$(BIN)/python -m service run

test: .venv/ready chromium browsers caddy warm  ## run every test, on two cores (WORKERS=2)
	$(BIN)/pytest -q -n $(WORKERS)

test-pythons: .venv/ready  ## the tests of the rules under every other Python that is installed here
	$(BIN)/python -m tests.support.pythons

warm: .venv/ready
	@$(BIN)/python -m puzzles.search.precompile

chromium: .venv/ready
	@$(BIN)/python -m tests.tools.chromium

browsers: .venv/ready
	@$(BIN)/python -m tests.tools.other_browsers

caddy: .venv/ready
	@$(BIN)/python -m tests.tools.caddy

check: .venv/ready  ## the checks without the tests; make test runs each of these commands as a test
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/lint-imports
	$(BIN)/mypy
	$(BIN)/basedpyright

hooks: .venv/ready  ## check before each commit (.pre-commit-config.yaml)
	$(BIN)/pre-commit install

format: .venv/ready  ## let ruff write the code as it likes it
	$(BIN)/ruff format .
	$(BIN)/ruff check --fix .

lock: .venv/ready  ## resolve pyproject.toml into requirements/ (UPGRADE=1: to the newest versions)
	$(LOCK) pyproject.toml --group dev --output-file requirements/dev.txt
	$(LOCK) pyproject.toml --constraint requirements/dev.txt --output-file requirements/run.txt
	$(LOCK) --group build --constraint requirements/dev.txt --output-file requirements/build.txt

javascript: .venv/ready  ## prettier, eslint and tsc on the browser's modules
	@$(BIN)/python -m tests.tools.javascript

coverage: .venv/ready  ## which branches of the rules no test reaches
	$(BIN)/pytest -q --cov --cov-report=term-missing tests/domain tests/projections

bench: .venv/ready chromium  ## measure, and print beside the targets
	$(BIN)/python -m tests.tools.bench

arena: .venv/ready  ## how strong the engine is, match by match (PARTS= GAMES= JOBS=)
	$(BIN)/python -m tests.tools.arena

teach: .venv/ready  ## train the outlooks from nothing: half an hour
	$(BIN)/python -m puzzles.search.train

soak: .venv/ready  ## the long proofs: 10,000 random games, killed processes, power cuts
	$(BIN)/python -m tests.tools.soak

sprites: .venv/ready chromium  ## the drawn pieces as pixels, whenever pieces.svg changes
	$(BIN)/python -m tests.tools.sprites

screenshots: .venv/ready chromium  ## the pictures of the README, from a real game
	$(BIN)/python -m tests.tools.screenshots

clean:  ## forget the virtual environment and caches
	rm -rf .venv .venv-* node_modules .mypy_cache .pytest_cache .ruff_cache .hypothesis .import_linter_cache
	find . -name __pycache__ -type d -prune -exec rm -rf {} +

.PHONY: help run test test-pythons chromium browsers caddy warm check hooks format javascript lock coverage bench arena teach soak sprites screenshots clean
