"""The report of a run, made by the program's own command in a process of its own.

A report is a page with scripts in it. It is shown in a sandbox: it has no origin, so that nothing
in it can ask this server for anything.
"""

import asyncio
import subprocess
import sys
import tempfile
from dataclasses import dataclass, field
from importlib.util import find_spec
from pathlib import Path
from typing import Final, final

from symplex.errors import SettingsError

POLICY: Final = "; ".join(
    (
        "sandbox allow-scripts allow-downloads",
        "default-src 'none'",
        "script-src 'unsafe-inline'",
        "style-src 'unsafe-inline'",
        "img-src data:",
        "font-src data:",
        "frame-ancestors 'none'",
    )
)
"""What the page may do: all that it holds, and nothing beyond."""
_COMMAND: Final = (sys.executable, "-m", "symplex.app.cli.main", "report")
_SECONDS: Final = 180.0


@final
@dataclass
class Reports:
    """Makes one report at a time."""

    _turn: asyncio.Lock = field(default_factory=asyncio.Lock)

    @property
    def are_made(self) -> bool:
        """Whether this installation makes reports."""
        return find_spec("symplex.app.report") is not None

    async def page(self, run: Path) -> str:
        """The report of a run, as HTML.

        Raises:
            SettingsError: if none can be made, with the reason.
        """
        if not self.are_made:
            raise SettingsError("this installation makes no reports")
        async with self._turn:
            return await asyncio.to_thread(_made, run)


def _made(run: Path) -> str:
    with tempfile.TemporaryDirectory() as folder:
        target, errors = Path(folder) / "report.html", Path(folder) / "errors"
        command = (*_COMMAND, str(run), "--to", str(target))
        with errors.open("wb") as sink:  # a file: no grandchild can hold it open
            try:
                done = subprocess.run(
                    command,
                    stdin=subprocess.DEVNULL,
                    stdout=subprocess.DEVNULL,
                    stderr=sink,
                    timeout=_SECONDS,
                    check=False,
                )
            except subprocess.TimeoutExpired:
                message = f"the report took longer than {_SECONDS:g} s"
                raise SettingsError(message) from None
        if done.returncode or not target.exists():
            told = errors.read_text(encoding="utf-8", errors="replace").strip().splitlines()
            said = (told or ["no reason was given"])[-1].removeprefix("symplex: ")
            raise SettingsError(f"no report could be made: {said}")
        return target.read_text(encoding="utf-8")
