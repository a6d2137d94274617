# Each target makes what it needs (.venv) and reuses it.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
GAME ?= triple-400
LANGUAGE ?= en

.PHONY: run test check bench clean

run: $(VENV)/installed
	@$(BIN)/tileref simulate --ruleset $(GAME) --show --language $(LANGUAGE)

test: $(VENV)/installed-dev
	$(BIN)/pytest -n auto

# Types are checked as a user gets them: on the built wheel, not on the editable install.
check: $(VENV)/installed-dev
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	rm -rf build/wheel && $(BIN)/pip wheel -q --no-deps -w build/wheel .
	$(BIN)/pip install -q --no-deps --force-reinstall --target build/installed --upgrade build/wheel/tileref-*.whl
	MYPYPATH=build/installed $(BIN)/mypy -p tileref
	MYPYPATH=build/installed $(BIN)/mypy tests

bench: $(VENV)/installed-dev
	@$(BIN)/python -m tests.bench

$(VENV)/bin/python:
	$(PYTHON) -m venv $(VENV)

$(VENV)/installed: $(VENV)/bin/python pyproject.toml
	$(BIN)/pip install -q -e .
	touch $@

$(VENV)/installed-dev: $(VENV)/installed
	$(BIN)/pip install -q -e ".[dev]"
	touch $@

clean:
	rm -rf $(VENV) build dist *.egg-info .mypy_cache .ruff_cache .pytest_cache .hypothesis
