"""The ledger of another checkout, written there by its own program.

Owns where it comes from: a folder that has its environment, or a revision that gets a worktree and
an environment below ``build/ledger``, where the ledgers stay too, so that they are written once.
"""

import hashlib
import os
import subprocess
from collections.abc import Sequence
from pathlib import Path

from ledger.book import Book, read_book

_FALSE_VERDICTS = 1
"""The exit code of a ledger that was written and has some."""


def compared_with(root: Path, other: str, given: Sequence[str], jobs: int) -> tuple[Book, Book]:
    """The ledgers of another checkout or revision, and of this one, of the same rows.

    Args:
        root: This checkout.
        other: Another one's folder, or a revision.
        given: Options that say which rows.
        jobs: Processes that answer.

    Raises:
        ValueError: If there is no such checkout, or its ledger cannot be written.
    """
    kept = root / "build" / "ledger"
    there = Path(other) if Path(other).is_dir() else _worktree(root, other, kept)
    return _written(there.resolve(), kept, given, jobs), _written(root, kept, given, jobs)


def _worktree(root: Path, revision: str, kept: Path) -> Path:
    """A worktree of a revision, built."""
    found = _run(["git", "rev-parse", "--verify", "--quiet", f"{revision}^{{commit}}"], root)
    commit = found.stdout.strip()
    if not commit:
        raise ValueError(f"'{revision}': expected a folder or a revision of git, found neither")
    folder = kept / commit[:12]
    if not folder.exists():
        _done(["git", "worktree", "add", "--detach", str(folder), commit], root)
    _done(["make", ".venv/.built"], folder)
    return folder


def _written(checkout: Path, kept: Path, given: Sequence[str], jobs: int) -> Book:
    """The ledger of a checkout, of its package as it is now."""
    program, python = checkout / "benchmarks" / "ledger", checkout / ".venv" / "bin" / "python"
    for needed in (program, python):
        if not needed.exists():
            raise ValueError(f"{needed}: expected a checkout with a ledger and an environment")
    label = _run([str(python), "-c", _LABEL], checkout).stdout.strip()
    options = hashlib.sha256(repr(given).encode()).hexdigest()[:6]
    path = kept / f"{label}-{options}.jsonl"
    words = [str(python), "-m", "ledger", "write", str(path), *given, "--jobs", str(jobs)]
    _done(words, checkout)
    return read_book(path)


_LABEL = "from ledger.book import source_digest; print(source_digest())"


def _run(words: Sequence[str], folder: Path) -> "subprocess.CompletedProcess[str]":
    paths = os.pathsep.join(str(folder / one) for one in ("benchmarks", "src"))
    environment = {**os.environ, "PYTHONPATH": paths}
    return subprocess.run(
        words, cwd=folder, env=environment, check=False, stdout=subprocess.PIPE, text=True
    )


def _done(words: Sequence[str], folder: Path) -> None:
    """Run what has to succeed; what it prints on the way is not for the reader."""
    code = _run(words, folder).returncode
    if code not in ((0, _FALSE_VERDICTS) if "ledger" in words else (0,)):
        raise ValueError(f"{' '.join(words)}: ended with exit code {code} in {folder}")
