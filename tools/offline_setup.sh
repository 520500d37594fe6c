#!/bin/sh
# Makes this checkout usable on a machine without a network that has Python, torch and a compiler:
#
#   tools/offline_setup.sh WHEELS
#   export PYTHONPATH=src:build/site
#   python3 -m symplex.cli.main bench gpu
#
# WHEELS is a folder with what is missing there (nanobind, python-flint, rich, sympy, threadpoolctl and what they
# need; `pip download --no-deps --python-version 3.12 --only-binary=:all: …` fetches them). Shared
# libraries in it, _cuda.so and _sampler_cuda.so, are taken as they are instead of being built;
# SYMPLEX_CUDA=OFF builds the compiled core alone.
set -eu
wheels=$(cd "$1" && pwd)
cd "$(dirname "$0")/.."
python=${PYTHON:-python3}
site=build/site
mkdir -p "$site"
for wheel in "$wheels"/*.whl; do
  "$python" -m zipfile -e "$wheel" "$site"
done

# What `importlib.metadata` knows of an installation.
version=$(sed -n 's/^version = "\(.*\)"/\1/p' pyproject.toml)
mkdir -p "$site/symplex-$version.dist-info"
printf 'Metadata-Version: 2.1\nName: symplex\nVersion: %s\n' "$version" \
  > "$site/symplex-$version.dist-info/METADATA"

copied() { # libraries…
  for library in "$@"; do
    [ -e "$library" ] || continue
    case $library in
      */_sampler*) cp "$library" src/symplex/policy/ ;;
      *) cp "$library" src/symplex/evaluation/ ;;
    esac
  done
}
copied "$wheels"/*.so
if [ ! -e src/symplex/evaluation/_cuda.so ] || [ ! -e src/symplex/policy/_sampler_cuda.so ]; then
  export SYMPLEX_CUDA="${SYMPLEX_CUDA:-ON}"
else
  export SYMPLEX_CUDA=OFF
fi
export PYTHONPATH="$PWD/$site"
export PYTHONNOUSERSITE=1
cmake -S . -B build/offline -G Ninja -DCMAKE_BUILD_TYPE=Release \
  -DPython_EXECUTABLE="$(command -v "$python")"
cmake --build build/offline
copied build/offline/*.so
"$python" -c 'import sys; sys.path.insert(0, "src"); import symplex.evaluation._core as c; print("core:", c.__file__)'
