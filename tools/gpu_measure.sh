#!/bin/sh
# Everything that is to be known of the GPU engine, in one command on a machine with a GPU:
#
#   tools/gpu_measure.sh WHEELS OUT [quick]
#
# WHEELS as for tools/offline_setup.sh; logs and JSON go to OUT. Every step has a time limit, and one
# that fails does not keep the others from running. `quick` leaves out the long tables.
set -u
wheels=$1
out=$2
quick=${3:-}
mkdir -p "$out"
export PYTHONUNBUFFERED=1 PYTHONDONTWRITEBYTECODE=1

step() { # name, seconds, command…
  name=$1
  limit=$2
  shift 2
  echo "== $name"
  begin=$(date +%s)
  timeout "$limit" "$@" > "$out/$name.log" 2>&1
  echo "   exit $? after $(($(date +%s) - begin)) s"
  tail -n "${LINES_SHOWN:-12}" "$out/$name.log"
}

step machine 20 nvidia-smi
step setup 240 tools/offline_setup.sh "$wheels"
export PYTHONPATH=src:benchmarks:build/site:tests
symplex="python3 -m symplex.app.cli.main"

step agreement-quick 60 $symplex bench gpu --agreement --trees 40 --trials 10 --threads 16 \
  --problems heat,parametric-heat,burgers,hj-convex,ode-fourth-order,taylor-green
step tests 150 python3 -m pytest -q -p no:cacheprovider -W ignore -k "gpu or sampler" \
  tests/numerics/evaluation/test_cuda.py tests/propose/policy/test_cuda_sampler.py \
  tests/propose/policy/test_tensor_sampler.py
step sanitizer 90 compute-sanitizer --error-exitcode 1 python3 -m symplex.app.cli.main bench gpu \
  --agreement --trees 8 --trials 2 --problems heat
LINES_SHOWN=60 step speed 150 $symplex bench gpu --speed --runs 3 --threads 16 --json "$out/speed.json"
LINES_SHOWN=12 step sampling 90 $symplex bench gpu --agreement --trees 4 --trials 1 --problems heat \
  --sampling --json "$out/sampling.json"
[ "$quick" = quick ] && exit 0
step racecheck 90 compute-sanitizer --tool racecheck --error-exitcode 1 python3 -m symplex.app.cli.main \
  bench gpu --agreement --trees 8 --trials 2 --problems heat
LINES_SHOWN=30 step agreement 200 $symplex bench gpu --agreement --trees 300 --threads 16 \
  --json "$out/agreement.json"
