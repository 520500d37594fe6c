# The two commands that a newcomer runs are `make demo` and `make test`.
# Everything lives in .venv; once installed, every target works without a network.

PYTHON ?= python3
VENV   := .venv
BIN    := $(VENV)/bin
CORE   := $(wildcard src/symplex/evaluation/core/*)

.PHONY: demo test check slow asan bench clean

demo: $(VENV)/.built
	$(BIN)/symplex solve parametric-heat

test: check
	$(BIN)/pytest -q -n 2

check: $(VENV)/.built
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/pyright
	$(BIN)/lint-imports
	$(BIN)/codespell

slow: $(VENV)/.built
	$(BIN)/pytest -q -m slow

# The core built with AddressSanitizer and UBSan, under its fuzz tests.
ASAN := build/asan
asan: $(VENV)/.built
	$(BIN)/cmake -S . -B $(ASAN) -G Ninja -DCMAKE_MAKE_PROGRAM=$(abspath $(BIN))/ninja \
	  -DPython_EXECUTABLE=$(abspath $(BIN))/python -DCMAKE_BUILD_TYPE=Release -DSYMPLEX_SANITIZE=ON
	$(BIN)/cmake --build $(ASAN)
	LD_PRELOAD="$$($(CXX) -print-file-name=libasan.so) $$($(CXX) -print-file-name=libstdc++.so)" ASAN_OPTIONS=detect_leaks=0 \
	  SYMPLEX_SANITIZED_CORE="$$(ls $(ASAN)/_core*.so)" SYMPLEX_FUZZ_ROUNDS=100 \
	  $(BIN)/python -m pytest -q -p tests.support.sanitized \
	  tests/evaluation/engines/test_compiled.py tests/evaluation/test_fit.py

bench: $(VENV)/.built
	$(BIN)/symplex bench paper --seeds 1

clean:
	rm -rf $(VENV) build

# The environment: needs a network, once, and again when the dependencies change.
$(VENV)/.environment: pyproject.toml
	$(PYTHON) -m venv $(VENV)
	$(BIN)/pip install --quiet "scikit-build-core>=0.10" "nanobind>=2.4" cmake ninja
	$(BIN)/pip install --quiet --no-build-isolation --editable ".[dev]"
	touch $@

# The compiled core: built again when its sources change, offline.
$(VENV)/.built: $(VENV)/.environment CMakeLists.txt $(CORE)
	$(BIN)/pip install --quiet --no-build-isolation --no-deps --editable .
	touch $@
