"""Runs Coq on a file that was written, and reads what it says."""

import re
import shutil
import subprocess
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final, final

from symplex.errors import SettingsError
from symplex.work.clock import now

SECONDS = 60.0
"""How long a file may take."""
INSTALL: Final = (
    "coqc is not on the PATH; on Debian, 'apt-get install coq libcoq-coquelicot' installs it"
)
_AXIOM: Final = re.compile(r"^\S+", re.MULTILINE)
"""Types stand behind a name or are indented, so that every line that begins at once is a name."""
_NONE: Final = re.compile("Closed under the global context")
_STANDARD: Final = frozenset(
    {
        "ClassicalDedekindReals.sig_not_dec",
        "ClassicalDedekindReals.sig_forall_dec",
        "FunctionalExtensionality.functional_extensionality_dep",
        "Classical_Prop.classic",
    }
)
"""What Coq's own real numbers, and the theorems about them, assume."""


@final
@dataclass(frozen=True)
class Verdict:
    """What Coq says of a file."""

    accepted: bool
    seconds: float
    reason: str = ""
    """Why it is not accepted."""


def find_coqc() -> str:
    """The path of Coq's compiler.

    Raises:
        SettingsError: saying how to install it, if there is none.
    """
    found = shutil.which("coqc")
    if found is None:
        raise SettingsError(INSTALL)
    return found


def compile_file(coqc: str, text: str, seconds: float = SECONDS) -> Verdict:
    """Compile a file, and look at what its theorem assumes."""
    start = now()
    with TemporaryDirectory() as folder:
        file = Path(folder) / "solution.v"
        file.write_text(text, encoding="utf-8")
        command = [coqc, "-w", "none", file.name]
        try:
            done = subprocess.run(
                command, cwd=folder, capture_output=True, text=True, timeout=seconds, check=False
            )
        except subprocess.TimeoutExpired:
            return Verdict(accepted=False, seconds=seconds, reason=f"not done after {seconds:g} s")
    taken = now() - start
    if done.returncode:
        return Verdict(accepted=False, seconds=taken, reason=" ".join(done.stderr.split())[:400])
    assumed = assumptions(done.stdout)
    if assumed is None:
        return Verdict(accepted=False, seconds=taken, reason="it does not tell what it assumes")
    strange = assumed - _STANDARD
    reason = f"it assumes {', '.join(sorted(strange))}" if strange else ""
    return Verdict(accepted=not strange, seconds=taken, reason=reason)


def assumptions(printed: str) -> frozenset[str] | None:
    """The names in what ``Print Assumptions`` printed; none if it printed nothing."""
    if _NONE.search(printed):
        return frozenset()
    _, mark, listed = printed.partition("Axioms:")
    return frozenset(_AXIOM.findall(listed)) if mark else None
