"""Where the command line begins: whatever takes as long to start as the program is started first.

A proof is made in a process of its own, which loads much the same as this one. Started before this
one has loaded anything, it is ready when it is asked.
"""

import atexit
import gc
import os
import sys
from typing import Final, NoReturn

from symplex.proof.prover_process import PROVER

_PROVING: Final = frozenset({"solve", "verify", "resume"})
"""The commands that ask it."""
_NEW_OBJECTS: Final = 50_000
"""After how many garbage is looked for: nearly all that a start makes is kept."""


def main() -> int:
    """Run one command and return its exit code."""
    if _PROVING.intersection(sys.argv[1:2]) and len(sys.argv) > 2 and "--help" not in sys.argv:  # noqa: PLR2004
        PROVER.launch()
    # One thread is all that the linear algebra is to have; others would wait for work busily, on a
    # core that the prover needs.
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
    gc.set_threshold(_NEW_OBJECTS)
    from symplex.app.cli.main import main as run

    return run()


def program() -> NoReturn:
    """Run one command, and end the process by its exit code.

    What is left to be done is done, but nothing is taken apart: that takes longer than many proofs.
    """
    code = main()
    atexit._run_exitfuncs()  # pyright: ignore[reportPrivateUsage] (as multiprocessing does)
    sys.stdout.flush()
    sys.stderr.flush()
    os._exit(code)


if __name__ == "__main__":
    program()
