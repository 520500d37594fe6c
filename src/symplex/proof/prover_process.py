"""The process in which answers are verified, which may be started before anything else is loaded.

Owns the one worker that this process shares: it takes as long to start as the program itself, so
the command line starts it first. What it is asked is `verify`'s affair.
"""

from typing import Final

from symplex.work.worker.client import WorkerClient

GRACE: Final = 0.3
"""Seconds after which the worker is ended that has not stopped a proof by itself."""
PROVER: Final = WorkerClient("from symplex.proof.proof_worker import main; main()", GRACE)
"""It holds a pipe and nothing that a caller could notice: every answer is verified by a fresh fork
of a worker that has verified none."""
