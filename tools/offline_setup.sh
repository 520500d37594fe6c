#!/bin/sh
# Makes this checkout usable on a machine without a network that has Python, torch and a compiler:
#
#   tools/offline_setup.sh WHEELS
#   export PYTHONPATH=src:benchmarks:build/site
#   python3 -m symplex.app.cli.main bench gpu
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
installed() { # project, its folder, its name in file names
  version=$(sed -n 's/^version = "\(.*\)"/\1/p' "$2/pyproject.toml")
  info="$site/$3-$version.dist-info"
  mkdir -p "$info"
  printf 'Metadata-Version: 2.1\nName: %s\nVersion: %s\n' "$1" "$version" > "$info/METADATA"
}
installed symplex . symplex
installed symplex-benchmarks benchmarks symplex_benchmarks
{ # the commands that the benchmarks add
  echo "[symplex.commands]"
  sed -n '/entry-points."symplex.commands"/,/^$/s/"//gp' benchmarks/pyproject.toml | grep '^[a-z]'
} > "$info/entry_points.txt"

copied() { # libraries…
  for library in "$@"; do
    [ -e "$library" ] || continue
    case $library in
      */_sampler*) cp "$library" src/symplex/propose/policy/ ;;
      *) cp "$library" src/symplex/numerics/evaluation/ ;;
    esac
  done
}
copied "$wheels"/*.so
if [ ! -e src/symplex/numerics/evaluation/_cuda.so ] || [ ! -e src/symplex/propose/policy/_sampler_cuda.so ]; then
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
"$python" -c 'import sys; sys.path.insert(0, "src"); import symplex.numerics.evaluation._core as c; print("core:", c.__file__)'
