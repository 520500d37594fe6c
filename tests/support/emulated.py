"""The GPU engine's code built for a CPU, so that it is tested where there is no GPU."""

import hashlib
import os
import shutil
import subprocess
import tempfile
from pathlib import Path

import pytest

from symplex.errors import SettingsError
from symplex.evaluation.engines.cuda_library import Library, library

ROOT = Path(__file__).parents[2]
SOURCES = ROOT / "src/symplex/evaluation"


def emulated() -> Library:
    """The emulation, built once for each state of its sources."""
    compiler = shutil.which(os.environ.get("CXX", "c++"))
    if compiler is None:
        pytest.skip("the GPU engine's code is tested on a CPU only where a C++ compiler is found")
    state = hashlib.sha256()
    for path in sorted([*(SOURCES / "cuda").iterdir(), *(SOURCES / "core").glob("*.hpp")]):
        state.update(path.read_bytes())
    built = ROOT / "build/emulation" / f"{state.hexdigest()[:16]}.so"
    if not built.is_file():
        built.parent.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(dir=built.parent) as folder:
            made = Path(folder) / "made.so"
            flags = ("-std=c++17", "-O1", "-march=native", "-fPIC", "-shared", "-Wall")
            source = SOURCES / "cuda/emulation.cpp"
            subprocess.run([compiler, *flags, str(source), "-o", str(made)], check=True)
            made.replace(built)
    return Library(built)


def on_gpu() -> Library:
    """The GPU engine, where there is a GPU."""
    try:
        return library()
    except SettingsError as error:
        pytest.skip(str(error))
