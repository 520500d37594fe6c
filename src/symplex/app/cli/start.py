"""Where the command line begins: whatever takes as long to start as the program is started first.

A proof is made in a process of its own, which loads much the same as this one. Started before this
one has loaded anything, it is ready when it is asked.
"""

import os
import sys
from typing import Final

from symplex.proof.prover_process import PROVER

_PROVING: Final = frozenset({"solve", "verify", "resume"})
"""The commands that ask it."""


def main() -> int:
    """Run one command and return its exit code."""
    if _PROVING.intersection(sys.argv[1:2]) and len(sys.argv) > 2 and "--help" not in sys.argv:  # noqa: PLR2004
        PROVER.launch()
    # One thread is all that the linear algebra is to have; others would wait for work busily, on a
    # core that the prover needs.
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
    from symplex.app.cli.main import main as run

    return run()


if __name__ == "__main__":
    sys.exit(main())
