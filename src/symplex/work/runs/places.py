"""Where runs are kept when the user names no folder, and which there are."""

import os
import re
import time
from collections.abc import Iterator
from itertools import chain, count
from pathlib import Path
from typing import Final

from symplex.work.runs.manifest import NAME

_UNFIT: Final = re.compile(r"[^\w.-]+")
_LONGEST: Final = 40


def runs_home() -> Path:
    """The folder of all runs: below the user's state folder."""
    state = os.environ.get("XDG_STATE_HOME", "")
    base = Path(state) if Path(state).is_absolute() else Path.home() / ".local" / "state"
    return base / "symplex" / "runs"


def new_place(problem: str, at: float) -> Path:
    """A folder for a run that begins at a time; its name sorts by that, and says what is solved."""
    stamp = time.strftime("%Y%m%d-%H%M%S", time.localtime(at))
    name = _UNFIT.sub("-", problem).strip("-.")[:_LONGEST] or "problem"
    path = runs_home() / f"{stamp}-{name}-{os.getpid()}"
    others = (path.with_name(f"{path.name}-{number}") for number in count(2))
    # One process may begin several runs within a second.
    return next(one for one in chain([path], others) if not one.exists())


def kept_runs(home: Path) -> Iterator[Path]:
    """The runs below a folder, the latest first."""
    folders = (path for path in home.iterdir() if (path / NAME).is_file()) if home.is_dir() else ()
    yield from sorted(folders, reverse=True)
