"""What was asked of a run: the problem as given, the settings, the program and the machine."""

import os
import platform
import sys
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Any, Final, final

from symplex.errors import SettingsError
from symplex.work.runs.damage import DamagedError
from symplex.work.runs.files import read_text, write_whole
from symplex.work.runs.sealing import sealed, unsealed

FORMAT: Final = 1
"""Of a run's folder; it grows when an older program could not read it."""
NAME: Final = "run.json"
_INDENT: Final = 1
_LIBRARIES: Final = ("numpy", "python-flint", "sympy", "torch")


@final
@dataclass(frozen=True)
class Manifest:
    """What a run was asked to do; it never changes."""

    problem: Mapping[str, Any]
    """The statement, and the text of the problem file where there was one."""
    settings: Mapping[str, Any]
    """What `solve` was called with."""
    name: str = ""
    """Of the problem."""

    def write(self, folder: Path, created: float) -> None:
        """Write it into the folder of a run, with what the run is made by and on."""
        content = {
            "format": FORMAT,
            "created": created,
            "version": version("symplex"),
            "environment": _environment(),
            **asdict(self),
        }
        write_whole(folder / NAME, f"{sealed(content, _INDENT)}\n".encode())


@final
@dataclass(frozen=True)
class SavedManifest:
    """A manifest as it was found."""

    manifest: Manifest
    created: float
    version: str
    environment: Mapping[str, str]


def read_manifest(folder: Path) -> SavedManifest:
    """What a run was asked to do.

    Raises:
        SettingsError: if the folder holds no run, a damaged one, or one of a later format.
    """
    try:
        content = unsealed(read_text(folder / NAME).removesuffix("\n"), _INDENT)
    except DamagedError as damage:
        if not (folder / NAME).exists():
            raise SettingsError(f"{folder}: holds no run (there is no {NAME})") from None
        raise SettingsError(f"{folder}: {NAME} {damage}; the run cannot be read") from None
    found = content.get("format")
    if found != FORMAT:
        raise SettingsError(
            f"{folder}: the run has format {found}, and this version of SymPlex reads format "
            f"{FORMAT}; use the version that saved it, which was {content.get('version')}"
        )
    manifest = Manifest(content["problem"], content["settings"], content["name"])
    return SavedManifest(manifest, content["created"], content["version"], content["environment"])


def _environment() -> dict[str, str]:
    """What a person who wonders about a run may want to know of the machine."""
    found = {
        "python": platform.python_version(),
        "system": f"{platform.system()} {platform.release()} {platform.machine()}",
        "host": platform.node(),
        "cores": str(os.cpu_count()),
        "program": sys.executable,
    }
    for name in _LIBRARIES:
        try:
            found[name] = version(name)
        except PackageNotFoundError:
            continue
    return found
