# The two commands that a newcomer runs are `make demo` and `make test`.
# Everything lives in .venv; once installed, every target works without a network.

PYTHON ?= python3
VENV   := .venv
BIN    := $(VENV)/bin
CORE   := $(wildcard src/symplex/numerics/evaluation/core/* src/symplex/numerics/evaluation/cuda/* src/symplex/propose/policy/core/* src/symplex/propose/policy/cuda/*)

.DEFAULT_GOAL := demo
.PHONY: help demo test test-browser check verdicts slow formal chaos fuzz faults asan anywhere gpu-test bench docs wheel clean

help: ## show this list
	@echo "SymPlex: closed-form solutions of partial differential equations, proved."
	@echo
	@awk -F ':.*## ' '/^[a-z-]+:.*## /{printf "  make %-12s %s\n", $$1, $$2}' $(MAKEFILE_LIST)
	@echo
	@echo "To use SymPlex without developing it: pip install . (Python 3.11 or later, a C++ compiler)."
	@echo "PYTHON=python3.13 make demo chooses another interpreter."

demo: $(VENV)/.built ## set everything up, solve a bundled problem and prove the answer
	$(BIN)/symplex solve parametric-heat

test: check ## run all checks and tests
	$(BIN)/pytest -q -n 2 --dist worksteal

# Chromium comes from the system, axe-core from npm: neither is needed for anything else.
BROWSER := build/browser
test-browser: $(VENV)/.built ## install a browser and try the workbench in it
	$(BIN)/python -c "import playwright" 2>/dev/null || $(BIN)/pip install --quiet "playwright>=1.45"
	command -v chromium chromium-browser >/dev/null || { apt-get update -qq && apt-get install -y -qq --no-install-recommends chromium; }
	test -f $(BROWSER)/node_modules/axe-core/axe.min.js || \
	  PATH="$(abspath $(BIN)):$$PATH" npm install --silent --no-audit --no-fund --prefix $(BROWSER) axe-core
	$(BIN)/pytest -q -m browser tests/browser

check: $(VENV)/.built ## check formatting, lint, types, architecture and spelling
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/pyright --threads 2
	$(BIN)/lint-imports
	$(BIN)/codespell -D- -D tools/old_words.txt
	$(BIN)/python tools/house.py

# Resumes. With --write, the command keeps what was said in benchmarks/verdicts.json.
verdicts: $(VENV)/.built ## ask all attacks and truths again if what a proof imports has changed: an hour
	PYTHONPATH=benchmarks $(BIN)/python -m ledger verdicts --jobs 2

slow: $(VENV)/.built ## run the tests that are too long for every change
	$(BIN)/pytest -q -m slow

formal: .coqc $(VENV)/.built ## let Coq check the answers that are listed for it, and refuse wrong ones
	$(BIN)/symplex bench formal --jobs 2
	$(BIN)/symplex bench formal --jobs 2 --wrong --problems '*heat*'

# Asked for first: whoever lacks it should not wait for everything else to be built.
.coqc:
	@command -v coqc > /dev/null || { echo "coqc is not on the PATH; on Debian: apt-get install coq libcoq-coquelicot"; exit 1; }

chaos: $(VENV)/.built ## kill, interrupt, damage and starve runs at random, for an hour or so; SIZE=20 for less
	PYTHONPATH=benchmarks $(BIN)/python -m chaos --size $(or $(SIZE),200)

fuzz: $(VENV)/.built ## solve random statements for 3 s each and see that none ends badly, for hours; COUNT=200 for less
	PYTHONPATH=benchmarks $(BIN)/python -m statements --count $(or $(COUNT),2000) --output build/statements.jsonl

faults: $(VENV)/.built ## let each ingredient raise, hang, say NaN or a million things, and eat memory, for an hour or so
	PYTHONPATH=benchmarks $(BIN)/python -m faults --output build/faults.jsonl

bench: $(VENV)/.built ## solve the paper's 14 problems once
	$(BIN)/symplex bench paper --seeds 1

# Built with AddressSanitizer and UBSan.
ASAN := build/asan
asan: $(VENV)/.built ## run the fuzz tests of the compiled code under sanitizers
	$(BIN)/cmake -S . -B $(ASAN) -G Ninja -DCMAKE_MAKE_PROGRAM=$(abspath $(BIN))/ninja \
	  -DPython_EXECUTABLE=$(abspath $(BIN))/python -DCMAKE_BUILD_TYPE=Release -DSYMPLEX_SANITIZE=ON
	$(BIN)/cmake --build $(ASAN)
	LD_PRELOAD="$$($(CXX) -print-file-name=libasan.so) $$($(CXX) -print-file-name=libstdc++.so)" ASAN_OPTIONS=detect_leaks=0 \
	  SYMPLEX_BUILD=$(abspath $(ASAN)) PYTHONPATH=$(abspath tests/support/other_build) SYMPLEX_FUZZ_ROUNDS=100 \
	  $(BIN)/python -m pytest -q \
	  tests/numerics/evaluation/test_compiled.py tests/numerics/evaluation/test_fit.py \
	  tests/solver/search/test_loss_table.py tests/propose/policy/test_compiled.py

# Resumes; `.venv/bin/python tools/anywhere.py --help` for less of it.
anywhere: $(VENV)/.built ## run all tests on busy cores, under other clocks and with other builds: an hour
	$(BIN)/python tools/anywhere.py

gpu-test: $(VENV)/.built ## compare the GPU engine with the core, and examine its memory accesses
	$(BIN)/pytest -q tests/numerics/evaluation/test_cuda.py tests/propose/policy/test_cuda_sampler.py \
	  tests/propose/policy/test_tensor_sampler.py
	$(BIN)/symplex bench gpu --agreement
	compute-sanitizer --error-exitcode 1 $(BIN)/symplex bench gpu --agreement --trees 8 --problems heat

docs: $(VENV)/.built ## write the documentation as a site into build/site, and check its links
	$(BIN)/mkdocs build --quiet --clean
	@echo build/site/index.html

wheel: $(VENV)/.environment ## build a wheel into build/wheels, offline
	$(BIN)/pip wheel --quiet --no-build-isolation --no-deps --wheel-dir build/wheels .

clean: ## remove the environment and everything that was built
	rm -rf $(VENV) build

# The environment: needs a network, once, and again when the dependencies change.
$(VENV)/.environment: pyproject.toml benchmarks/pyproject.toml
	$(PYTHON) -m venv $(VENV)
	$(BIN)/pip install --quiet "scikit-build-core>=0.10" "nanobind>=2.4" cmake ninja
	$(BIN)/pip install --quiet --no-build-isolation --editable ".[dev]" --editable ./benchmarks
	touch $@

# The compiled core: built again when its sources change, offline. The bytecode is what pip makes of
# every package but an editable one: where Python may write none, each start would compile it anew.
$(VENV)/.built: $(VENV)/.environment CMakeLists.txt $(CORE)
	$(BIN)/pip install --quiet --no-build-isolation --no-deps --editable . --editable ./benchmarks
	$(BIN)/python -m compileall -q src benchmarks/symplex_benchmarks
	touch $@
