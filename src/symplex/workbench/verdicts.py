"""Saved answers, proved again: in the background, once for each state of a run's files.

Owns when a proof is made, and what is known of it by now. What was saved with an answer is never
taken for a proof.
"""

import threading
from collections.abc import Callable, Mapping
from concurrent.futures import Future
from dataclasses import dataclass
from typing import Any, Final, final

from symplex.errors import SettingsError, SymplexError
from symplex.runs.folder import RunReport
from symplex.solution import Solution
from symplex.solution.stored import solution_of

_MAX_KEPT: Final = 300
_MAX_BEGUN: Final = 20
"""Proofs that wait for each other; for more, the page says that there is none yet."""


@final
@dataclass(frozen=True)
class Verified:
    """An answer with a certificate that was made here."""

    solution: Solution
    plain: Mapping[str, Any]
    """As JSON has it."""


Verdict = Verified | str
"""What came of a proof; a sentence where what was saved cannot be read."""


@final
class Verdicts:
    """What is proved of saved answers; threads may ask side by side."""

    def __init__(self, verify: Callable[[RunReport], Solution] = solution_of) -> None:
        self._verify = verify
        self._kept: dict[str, tuple[object, Future[Verdict]]] = {}
        self._turn = threading.Lock()

    def known(self, name: str, signature: object) -> Verdict | None:
        """What has come out by now; None if nothing has."""
        kept = self._kept.get(name)
        if kept is None or kept[0] != signature or not kept[1].done():
            return None
        return kept[1].result()

    def begun(self, name: str, signature: object, report: RunReport) -> Future[Verdict] | None:
        """The proof for a state of a run's files, begun if it was not; None if too many wait."""
        with self._turn:
            kept = self._kept.get(name)
            if kept is not None and kept[0] == signature:
                return kept[1]
            if sum(not one.done() for _, one in self._kept.values()) >= _MAX_BEGUN:
                return None
            if len(self._kept) >= _MAX_KEPT:
                self._kept = {key: one for key, one in self._kept.items() if not one[1].done()}
            future = Future[Verdict]()
            self._kept[name] = signature, future
        # A daemon: a server that ends waits for no proof.
        threading.Thread(target=self._prove, args=(report, future), daemon=True).start()
        return future

    def made(self, name: str, signature: object, report: RunReport) -> Solution:
        """The same, waited for.

        Raises:
            SettingsError: if what was saved cannot be read, or too many wait.
        """
        future = self.begun(name, signature, report)
        if future is None:
            raise SettingsError("too many answers are being proved; try again in a minute")
        verdict = future.result()
        if isinstance(verdict, str):
            raise SettingsError(verdict)
        return verdict.solution

    def _prove(self, report: RunReport, future: Future[Verdict]) -> None:
        try:
            solution = self._verify(report)
            future.set_result(Verified(solution, solution.to_json()))
        except SymplexError as error:
            future.set_result(f"the saved solution cannot be read: {error}")
        except BaseException as error:  # who waits must not wait for ever
            future.set_result(f"the saved solution could not be verified: {error!r}")
            raise
