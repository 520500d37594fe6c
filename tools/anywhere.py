"""Runs the tests as other machines would, and compares what becomes of each of them.

``python tools/anywhere.py`` in the root of the repository (Linux). The variants: as it is; each
worker of pytest pinned to a core that something else keeps busy; a clock that runs eight times as
fast or as slow, which is a machine that is as much slower or faster; the compiled code built for
any processor with AVX2 and FMA, where the installed one is built for the present one; code that
rounds otherwise, as on other processors still: no fused products, no vector maths, OpenBLAS for an
old one, sets in another order. The exit code is 1 if a test fails, or if two variants differ in
what becomes of a test.

Arguments after ``--`` go to pytest. A variant that was run with the same arguments, and with the
files as they are, is not run again; ``--fresh`` runs it all the same.
"""

import argparse
import json
import os
import shutil
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Generator, Iterable, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final
from xml.etree import ElementTree

ROOT: Final = Path(__file__).resolve().parents[1]
PLACE: Final = ROOT / "build" / "anywhere"
PORTABLE: Final = ROOT / "build" / "portable"
ROUNDING: Final = ROOT / "build" / "rounding"
_CORES: Final = "SYMPLEX_TEST_CORES"
_OTHER_BUILD: Final = ROOT / "tests" / "support" / "other_build"
_SOURCES: Final = (
    "src",
    "tests",
    "benchmarks",
    "tools",
    "docs",
    "pyproject.toml",
    "CMakeLists.txt",
)
_RAN: Final = (0, 1)
"""Exit codes of pytest after which every outcome is known."""
_OUTCOMES: Final = ("passed", "skipped", "failed", "error")
"""From good to bad."""
_ABSENT: Final = "absent"
_HOG: Final = """
import os
os.sched_setaffinity(0, {{{core}}})
while os.getppid() == {parent}:  # it ends with us, however we end
    for _ in range(1_000_000):
        pass
"""

Outcomes = Mapping[str, str]
"""What became of each test."""


@dataclass(frozen=True)
class Variant:
    """One way to run the tests."""

    name: str
    environment: Mapping[str, str] = field(default_factory=dict[str, str])
    plugins: tuple[str, ...] = ()
    on_path: tuple[Path, ...] = ()
    is_busy: bool = False
    build: tuple[Path, tuple[str, ...]] | None = None
    """Where the compiled modules are built for it, and with which choices of CMake's."""


VARIANTS: Final = (
    Variant("plain"),
    Variant("busy", plugins=("anywhere",), on_path=(ROOT / "tools",), is_busy=True),
    Variant("fast-clock", {"SYMPLEX_CLOCK_RATE": "8"}),
    Variant("slow-clock", {"SYMPLEX_CLOCK_RATE": "0.125"}),
    Variant(
        "portable",
        {"SYMPLEX_BUILD": str(PORTABLE)},
        on_path=(_OTHER_BUILD,),
        build=(PORTABLE, ()),
    ),
    Variant(
        "rounding",
        {
            "SYMPLEX_BUILD": str(ROUNDING),
            "OPENBLAS_CORETYPE": "NEHALEM",  # elsewhere than on x86-64, it is not heard
            "PYTHONHASHSEED": "7",
        },
        on_path=(_OTHER_BUILD,),
        build=(
            ROUNDING,
            (
                "-DCMAKE_CXX_FLAGS=-ffp-contract=off",
                "-DSYMPLEX_LIBMVEC=OFF",
                "-DSYMPLEX_LIBMVEC_2_35=OFF",
            ),
        ),
    ),
)


def pytest_configure(config: Any) -> None:  # noqa: ANN401 (pytest loads this file as a plugin)
    """Pin a worker, and whatever it starts, to a core of its own."""
    del config
    cores = [int(core) for core in os.environ[_CORES].split(",")]
    number = int(os.environ.get("PYTEST_XDIST_WORKER", "gw0").removeprefix("gw"))
    if "PYTEST_XDIST_WORKER" in os.environ or len(cores) == 1:
        os.sched_setaffinity(0, {cores[number % len(cores)]})


def outcomes_in(file: Path) -> Outcomes:
    """What became of each test, as pytest has written it down."""
    found: dict[str, str] = {}
    for case in ElementTree.parse(file).iter("testcase"):
        name = f"{case.get('classname')}::{case.get('name')}"
        names = {"failure": "failed", "error": "error", "skipped": "skipped"}
        said = [names[child.tag] for child in case if child.tag in names]
        found[name] = max([found.get(name, "passed"), *said], key=_OUTCOMES.index)
    return found


def differences(variants: Mapping[str, Outcomes]) -> dict[str, dict[str, str]]:
    """The tests that end otherwise in some variant, each with what becomes of it in all."""
    tests = sorted({test for outcomes in variants.values() for test in outcomes})
    by_test = {
        test: {name: outcomes.get(test, _ABSENT) for name, outcomes in variants.items()}
        for test in tests
    }
    return {test: found for test, found in by_test.items() if len(set(found.values())) > 1}


def failures(variants: Mapping[str, Outcomes]) -> list[str]:
    """The tests that fail in some variant."""
    bad = {"failed", "error"}
    found = {test for outcomes in variants.values() for test, one in outcomes.items() if one in bad}
    return sorted(found)


def table(variants: Mapping[str, Outcomes]) -> str:
    """How many tests end how, a line for each variant."""
    width = max(map(len, variants), default=0)
    lines = [f"{'':{width}}  " + "  ".join(f"{outcome:>7}" for outcome in _OUTCOMES)]
    for name, outcomes in variants.items():
        counts = Counter(outcomes.values())
        numbers = "  ".join(f"{counts[outcome]:>7}" for outcome in _OUTCOMES)
        lines.append(f"{name:{width}}  {numbers}")
    return "\n".join(lines)


def command(variant: Variant, jobs: int, given: Sequence[str], result: Path) -> list[str]:
    """How pytest is called; the examples of property tests are the same in every variant."""
    made = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider"]
    made += ["--hypothesis-seed=0", f"--junitxml={result}"]
    made += [part for plugin in variant.plugins for part in ("-p", plugin)]
    return [*made, *(("-n", str(jobs), "--dist", "loadfile") if jobs > 1 else ()), *given]


def environment(variant: Variant, cores: Sequence[int]) -> dict[str, str]:
    """The variables of a variant, without those of another one."""
    ours = {_CORES}.union(*(one.environment for one in VARIANTS))
    made = {name: value for name, value in os.environ.items() if name not in ours}
    path = [*map(str, variant.on_path), made.get("PYTHONPATH", "")]
    made["PYTHONPATH"] = os.pathsep.join(filter(None, path))
    return {**made, **variant.environment, _CORES: ",".join(map(str, cores))}


@contextmanager
def kept_busy(cores: Iterable[int]) -> Generator[list[int]]:
    """Keep each of the cores busy with a process; gives their numbers."""
    hogs = [
        subprocess.Popen([sys.executable, "-c", _HOG.format(core=core, parent=os.getpid())])
        for core in cores
    ]
    try:
        yield [hog.pid for hog in hogs]
    finally:
        for hog in hogs:
            hog.kill()
            hog.wait()


def build(folder: Path, choices: Sequence[str]) -> None:
    """Build the compiled modules for any processor with AVX2 and FMA, and with more choices."""
    beside = f"{Path(sys.executable).parent}{os.pathsep}{os.environ.get('PATH', '')}"
    cmake, ninja = shutil.which("cmake", path=beside), shutil.which("ninja", path=beside)
    if cmake is None:
        raise SystemExit(f"anywhere: cmake is needed to build the variant {folder.name}")
    generator = ["-G", "Ninja", f"-DCMAKE_MAKE_PROGRAM={ninja}"] if ninja else []
    plain = ["-DCMAKE_BUILD_TYPE=Release", "-DSYMPLEX_PORTABLE=ON", "-DSYMPLEX_CUDA=OFF"]
    plain.append(f"-DPython_EXECUTABLE={sys.executable}")
    subprocess.run([cmake, "-S", ROOT, "-B", folder, *generator, *plain, *choices], check=True)
    subprocess.run([cmake, "--build", folder], check=True)


def run(variant: Variant, jobs: int, given: Sequence[str]) -> None:
    """Run a variant, and keep what pytest wrote down.

    Raises:
        SystemExit: if pytest could not run all tests.
    """
    if variant.build is not None:
        build(*variant.build)
    available = sorted(os.sched_getaffinity(0))
    cores = available[:jobs] if variant.is_busy else available
    begun, part = time.monotonic(), PLACE / f"{variant.name}.part"
    print(f"{variant.name}: {jobs} at a time", flush=True)
    with kept_busy(cores if variant.is_busy else ()):
        done = subprocess.run(
            command(variant, jobs, given, part),
            cwd=ROOT,
            env=environment(variant, cores),
            check=False,
        )
    print(f"{variant.name}: {time.monotonic() - begun:.0f} s", flush=True)
    if done.returncode not in _RAN:
        raise SystemExit(f"anywhere: pytest ended with {done.returncode} in '{variant.name}'")
    part.replace(result_of(variant))


def result_of(variant: Variant) -> Path:
    """The file in which the outcomes of a variant are kept."""
    return PLACE / f"{variant.name}.xml"


def is_known(variant: Variant, newest: float) -> bool:
    """Whether a variant was run since the newest of the sources was written."""
    result = result_of(variant)
    return result.exists() and result.stat().st_mtime > newest


def _newest() -> float:
    files = (file for name in _SOURCES for file in (ROOT / name, *(ROOT / name).rglob("*")))
    return max(f.stat().st_mtime for f in files if f.is_file() and f.suffix != ".pyc")


def _prepare(given: Sequence[str], *, fresh: bool) -> None:
    """Forget what was kept, if it was kept of other tests or is not wanted."""
    PLACE.mkdir(parents=True, exist_ok=True)
    arguments = PLACE / "arguments.json"
    same = arguments.exists() and json.loads(arguments.read_text(encoding="utf-8")) == [*given]
    if fresh or not same:
        for variant in VARIANTS:
            result_of(variant).unlink(missing_ok=True)
    arguments.write_text(json.dumps([*given]), encoding="utf-8")


def verdict(variants: Mapping[str, Outcomes]) -> int:
    """Print the table and whatever is wrong; the exit code."""
    print(f"\n{table(variants)}")
    for test in failures(variants):
        print(f"fails: {test}")
    for test, found in differences(variants).items():
        print(f"differs: {test}: " + ", ".join(f"{name} {one}" for name, one in found.items()))
    is_good = any(variants.values()) and not failures(variants) and not differences(variants)
    print("the same everywhere" if is_good else "not the same everywhere, or not all green")
    return 0 if is_good else 1


def main(arguments: Sequence[str] | None = None) -> int:
    """Run what is asked for, compare, and say what differs."""
    names = [variant.name for variant in VARIANTS]
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--only", nargs="+", choices=names, default=names, metavar="VARIANT")
    cores = len(os.sched_getaffinity(0))
    parser.add_argument("--jobs", type=int, default=cores, help="tests at a time: %(default)s")
    parser.add_argument("--fresh", action="store_true", help="run again what was run")
    parser.add_argument("pytest", nargs="*", help="arguments for pytest, after --")
    options = parser.parse_args(arguments)
    _prepare(options.pytest, fresh=options.fresh)
    newest, found = _newest(), dict[str, Outcomes]()
    for variant in (one for one in VARIANTS if one.name in options.only):
        if not is_known(variant, newest):
            run(variant, options.jobs, options.pytest)
        found[variant.name] = outcomes_in(result_of(variant))
    return verdict(found)


if __name__ == "__main__":
    sys.exit(main())
