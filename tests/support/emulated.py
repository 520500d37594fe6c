"""The GPU's code, engine and sampler, built for a CPU: so it is tested where there is no GPU."""

import hashlib
import os
import shutil
import subprocess
import tempfile
from pathlib import Path

import pytest

from support.checkout import ROOT
from symplex.errors import SettingsError
from symplex.numerics.evaluation.engines.cuda_library import Library, library
from symplex.propose.policy.cuda_library import SamplerLibrary

CORE, POLICY_CORE = (
    ROOT / f"src/symplex/{name}/core" for name in ("numerics/evaluation", "propose/policy")
)


def emulated() -> Library:
    """The engine."""
    return Library(_built("numerics/evaluation", CORE))


def emulated_sampler() -> SamplerLibrary:
    """The sampler."""
    return SamplerLibrary(_built("propose/policy", CORE, POLICY_CORE))


def _built(package: str, *headers: Path) -> Path:
    """The emulation of a package, built once for each state of its sources."""
    compiler = shutil.which(os.environ.get("CXX", "c++"))
    if compiler is None:
        pytest.skip("the GPU engine's code is tested on a CPU only where a C++ compiler is found")
    state = hashlib.sha256()
    sources = ROOT / "src/symplex" / package / "cuda"
    shared = [path for folder in headers for path in folder.glob("*.hpp")]
    for path in sorted([*sources.iterdir(), *shared]):
        state.update(path.read_bytes())
    built = ROOT / "build/emulation" / f"{state.hexdigest()[:16]}.so"
    if not built.is_file():
        built.parent.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(dir=built.parent) as folder:
            made = Path(folder) / "made.so"
            flags = ("-std=c++17", "-O1", "-march=native", "-fPIC", "-shared", "-Wall")
            places = [f"-I{folder}" for folder in headers]
            source = str(sources / "emulation.cpp")
            subprocess.run([compiler, *flags, *places, source, "-o", str(made)], check=True)
            made.replace(built)
    return built


def on_gpu() -> Library:
    """The GPU engine, where there is a GPU."""
    try:
        return library()
    except SettingsError as error:
        pytest.skip(str(error))
