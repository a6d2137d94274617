# Each target makes what it needs (.venv) and reuses it.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
GAME ?= triple-400
PLAYERS ?= 2
# The number of a camera or its URL; without one, the recorded table that comes with tileref.
CAMERA ?=
# Anything here: the page in the browser instead of the terminal, with its own camera or that of CAMERA.
PAGE ?=
# Photographs instead, one after each turn; those of a game come with tileref: PHOTOS=app/demo.
PHOTOS ?=
# en or ru; the language of the system where nobody says.
SPEAK ?=
SPOKEN := $(if $(SPEAK),--language $(SPEAK))

.PHONY: run test check bench evaluate clean

run: $(VENV)/installed
ifneq ($(PHOTOS),)
	@$(BIN)/tileref score $(PHOTOS) --ruleset $(GAME) --players $(PLAYERS) $(SPOKEN)
else ifneq ($(PAGE),)
	@$(BIN)/tileref watch $(CAMERA) --page $(SPOKEN)
else ifneq ($(CAMERA),)
	@$(BIN)/tileref watch $(CAMERA) --ruleset $(GAME) --players $(PLAYERS) $(SPOKEN)
else
	@$(BIN)/tileref watch app/demo/table.mp4 --orders app/demo/table.keys --opener 1 --table demo $(SPOKEN)
endif

test: $(VENV)/installed-dev
	$(BIN)/pytest -n auto

# Types are checked as a user gets them: on the built wheel, not on the editable install. What an earlier build left
# behind must not get into it.
check: $(VENV)/installed-dev
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	rm -rf build && $(BIN)/pip wheel -q --no-deps -w build/wheel .
	$(BIN)/pip install -q --no-deps --force-reinstall --target build/installed --upgrade build/wheel/tileref-*.whl
	MYPYPATH=build/installed $(BIN)/mypy -p tileref
	MYPYPATH=build/installed $(BIN)/mypy tests

bench: $(VENV)/installed-dev
	@$(BIN)/python -m tests.bench
	@$(BIN)/python -m tests.bench_vision
	@$(BIN)/python -m tests.bench_live
	@$(BIN)/python -m tests.bench_page

# Rewrites models/ACCURACY.md; the fonts come from the Debian packages that datasets/fonts.py names.
evaluate: $(VENV)/installed-dev
	@$(BIN)/python -m tests.evaluate

$(VENV)/bin/python:
	$(PYTHON) -m venv $(VENV)

$(VENV)/installed: $(VENV)/bin/python pyproject.toml
	$(BIN)/pip install -q -e .
	touch $@

$(VENV)/installed-dev: $(VENV)/installed
	$(BIN)/pip install -q -e ".[dev]"
	touch $@

clean:
	rm -rf $(VENV) .recordings build dist *.egg-info .mypy_cache .ruff_cache .pytest_cache .hypothesis
