# make demo   sets up, then runs the main job: typed calls and a spoken WAV, resolved to cards
# make test   sets up, then runs all tests
# make check  linter, types, grammar lint, all tests with warnings as errors, and what is known against dependencies
# make training  sets up torch, then tests the recipe of the acoustic model by training a tiny one from nothing
PYTHON ?= python3
VENV   ?= .venv
BIN    := $(VENV)/bin

.PHONY: demo test lint audit check training test-all long bench clean
demo: $(VENV)/ready
	@$(BIN)/python examples/demo.py

test: $(VENV)/ready
	$(BIN)/python -m pytest

lint: $(VENV)/ready
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/callparser grammar lint

# Says so and goes on where the advisory service cannot be reached.
audit: $(VENV)/ready
	$(BIN)/python -m tests.dependencies

check: lint audit test

# Five minutes of processor time; needs espeak-ng. It comes after the other tests, which must do without torch.
# Of this version pip takes the build for processors (1 GB unpacked) where it is offered, else that with CUDA.
TORCH ?= torch==2.13.0
training: $(VENV)/ready
	$(BIN)/python -m pip install --quiet --disable-pip-version-check "$(TORCH)" \
	  kaldi-native-fbank --editable ".[dev,training]"
	CALLPARSER_SLOW=1 $(BIN)/python -m pytest tests/training

test-all: check training

# The random tests at full length, and the readers of records fuzzed for ten minutes each instead of one.
long: $(VENV)/ready
	HYPOTHESIS_PROFILE=long $(BIN)/python -m pytest

bench: $(VENV)/ready
	$(BIN)/python -m benchmarks.understand
	$(BIN)/python -m benchmarks.understand --lang en
	$(BIN)/python -m benchmarks.throughput
	$(BIN)/python -m benchmarks.typos
	$(BIN)/python -m benchmarks.freeform
	$(BIN)/python -m benchmarks.cold
	$(BIN)/python -m benchmarks.endpoint
	$(BIN)/python -m benchmarks.claims
	@if command -v wrk >/dev/null; then $(BIN)/python -m benchmarks.service; \
	  else echo "benchmarks.service needs wrk: apt-get install wrk"; fi

# Byte code is compiled here, once: a fresh process then starts in half the time.
$(VENV)/ready: pyproject.toml
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable ".[dev]"
	$(BIN)/python -m compileall -q callparser
	@touch $@

clean:
	rm -rf $(VENV) .pytest_cache .mypy_cache .ruff_cache .hypothesis
