"""The report of a run, made by the program's own command in a process of its own.

A report is a page with scripts in it. It is shown in a sandbox: it has no origin, so that nothing
in it can ask this server for anything.
"""

import asyncio
import sys
import tempfile
from contextlib import suppress
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
_COMMAND: Final = (sys.executable, "-m", "symplex.cli.main", "report")
_SECONDS: Final = 180.0


@final
@dataclass
class Reports:
    """Makes one report at a time."""

    _turn: asyncio.Lock = field(default_factory=asyncio.Lock)

    @property
    def are_made(self) -> bool:
        """Whether this installation makes reports."""
        return find_spec("symplex.report") is not None

    async def page(self, run: Path) -> str:
        """The report of a run, as HTML.

        Raises:
            SettingsError: if none can be made, with the reason.
        """
        if not self.are_made:
            raise SettingsError("this installation makes no reports")
        async with self._turn:
            with tempfile.TemporaryDirectory() as folder:
                target = Path(folder) / "report.html"
                await _made(run, target)
                return target.read_text(encoding="utf-8")


async def _made(run: Path, target: Path) -> None:
    process = await asyncio.create_subprocess_exec(
        *_COMMAND,
        str(run),
        "--to",
        str(target),
        stdin=asyncio.subprocess.DEVNULL,
        stdout=asyncio.subprocess.DEVNULL,
        stderr=asyncio.subprocess.PIPE,
        start_new_session=True,
    )
    try:
        async with asyncio.timeout(_SECONDS):
            _, errors = await process.communicate()
    except TimeoutError:
        raise SettingsError(f"the report took longer than {_SECONDS:g} s") from None
    finally:
        with suppress(ProcessLookupError):
            process.kill()
        await process.wait()
    if process.returncode or not target.exists():
        said = errors.decode(errors="replace").strip().splitlines() or ["no reason was given"]
        raise SettingsError(f"no report could be made: {said[-1].removeprefix('symplex: ')}")
