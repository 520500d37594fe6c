"""The runs that are saved below one folder, as the page shows them.

Owns which names are runs (a name is never a path) and the proofs of saved answers. What was read is
kept until its files change. The list has what was saved. Of one run, nothing is called proved that
was not proved again here.
"""

import re
import threading
from collections.abc import Callable, Iterable, Mapping
from concurrent.futures import Future
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final, final

from symplex.app.workbench.rendering import Renderer, finite
from symplex.errors import SettingsError, SymplexError
from symplex.origin import from_plain, in_words
from symplex.problem import Problem
from symplex.proof.verdict import Verdict
from symplex.sentences import sentence
from symplex.solver.solution.headline import what_may_help
from symplex.solver.solution.solution import Solution
from symplex.solver.solution.stored import problem_of, solution_of
from symplex.work.runs.events import Event, EventKind
from symplex.work.runs.folder import (
    PROGRESS,
    SOLUTION,
    RunReport,
    RunState,
    read_progress,
    read_run,
)
from symplex.work.runs.lock import is_locked
from symplex.work.runs.manifest import NAME
from symplex.work.runs.places import kept_runs
from symplex.work.runs.telling import best_of, state_of

_MAX_VERDICTS: Final = 300
_MAX_BEGUN: Final = 20
"""Proofs that wait for each other; for more, the page says that there is none yet."""


@final
@dataclass(frozen=True)
class Verified:
    """An answer with a certificate that was made here."""

    solution: Solution
    plain: Mapping[str, Any]
    """As JSON has it."""


Examined = Verified | str
"""What came of a proof; a sentence where what was saved cannot be read."""


@final
class Verdicts:
    """What is proved of saved answers; threads may ask side by side."""

    def __init__(self, verify: Callable[[RunReport], Solution] = solution_of) -> None:
        self._verify = verify
        self._kept: dict[str, tuple[object, Future[Examined]]] = {}
        self._turn = threading.Lock()

    def known(self, name: str, signature: object) -> Examined | None:
        """What has come out by now; None if nothing has."""
        kept = self._kept.get(name)
        if kept is None or kept[0] != signature or not kept[1].done():
            return None
        return kept[1].result()

    def begun(self, name: str, signature: object, report: RunReport) -> Future[Examined] | None:
        """The proof for a state of a run's files, begun if it was not; None if too many wait."""
        with self._turn:
            kept = self._kept.get(name)
            if kept is not None and kept[0] == signature:
                return kept[1]
            if sum(not one.done() for _, one in self._kept.values()) >= _MAX_BEGUN:
                return None
            if len(self._kept) >= _MAX_VERDICTS:
                self._kept = {key: one for key, one in self._kept.items() if not one[1].done()}
            future = Future[Examined]()
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

    def _prove(self, report: RunReport, future: Future[Examined]) -> None:
        try:
            solution = self._verify(report)
            future.set_result(Verified(solution, solution.to_json()))
        except SymplexError as error:
            future.set_result(f"the saved solution cannot be read: {error}")
        except BaseException as error:  # who waits must not wait for ever
            future.set_result(f"the saved solution could not be verified: {error!r}")
            raise


_RUN_NAME: Final = re.compile(r"[\w-][\w.-]{0,150}")
_FILES: Final = (NAME, "events.jsonl", SOLUTION)
_MAX_KEPT: Final = 300
_EVENTS: Final = 200
"""How many events of a run are shown, the latest."""
_TOLD: Final = (EventKind.FINDING, EventKind.CONJECTURE, EventKind.RESUMED, EventKind.FAULT)

Signature = tuple[object, ...]
"""What changes whenever the files of a run do."""


class UnknownRunError(SymplexError):
    """There is no run of that name."""


@final
class SavedRuns:
    """The runs of one folder."""

    def __init__(self, home: Path) -> None:
        self.home = home
        self._reports: dict[str, tuple[Signature, RunReport]] = {}
        self._renderers: dict[str, Renderer] = {}
        self._verdicts = Verdicts()

    def path(self, name: str) -> Path:
        """The folder of a run.

        Raises:
            UnknownRunError: if the name is no name, or there is no such run.
        """
        path = self.home / name
        if not _RUN_NAME.fullmatch(name) or not (path / NAME).is_file():
            raise UnknownRunError("there is no run of that name")
        if path.resolve().parent != self.home.resolve():  # a link to elsewhere
            raise UnknownRunError("there is no run of that name")
        return path

    def signature(self, name: str) -> Signature:
        """What changes when something was saved, except for progress."""
        path = self.path(name)
        return (is_locked(path), *(_changed(path / file) for file in _FILES))

    def progress_signature(self, name: str) -> object:
        """What changes when the search has said how far it is."""
        return _changed(self.path(name) / PROGRESS)

    def report(self, name: str) -> RunReport:
        """All that can be read of a run.

        Raises:
            SettingsError: if it is damaged beyond reading.
        """
        return self._read(name)[1]

    def _read(self, name: str) -> tuple[Signature, RunReport]:
        signature = self.signature(name)
        kept = self._reports.get(name)
        if kept is not None and kept[0] == signature:
            return kept
        read = signature, read_run(self.path(name))
        if len(self._reports) >= _MAX_KEPT:
            self._reports.clear()
        self._reports[name] = read
        return read

    def verified(self, name: str) -> Solution:
        """The answer of a run, proved again; that is waited for.

        Raises:
            SettingsError: if there is none, or none that can be read.
        """
        signature, report = self._read(name)
        if report.solution is None:
            raise SettingsError("there is no formula to export yet")
        return self._verdicts.made(name, signature, report)

    def is_verified(self, name: str) -> bool:
        """Whether a proof of the answer has come to its end; none is begun."""
        return self._verdicts.known(name, self.signature(name)) is not None

    def problem(self, name: str) -> Problem:
        """The problem of a run."""
        return self._renderer(name).problem

    def summaries(self, offset: int, most: int) -> dict[str, Any]:
        """A line for each run, the latest first."""
        names = [path.name for path in kept_runs(self.home)]
        shown = names[offset : offset + most]
        return {"total": len(names), "runs": [self.summary(name) for name in shown]}

    def summary(self, name: str) -> dict[str, Any]:
        """One line: what became of a run."""
        try:
            report = self.report(name)
        except SymplexError as error:
            return {"name": name, "title": name, "state": "damaged", "best": str(error)}
        solution: Mapping[str, Any] = report.solution or {}
        return {
            "name": name,
            "title": report.saved.manifest.name or "(no name)",
            "state": state_of(report),
            "best": best_of(report),
            "begun": report.saved.created,
            "seconds": finite(solution.get("seconds", report.best.get("seconds"))),
            "candidates": solution.get("candidates", report.best.get("candidates")),
            "seed": report.saved.manifest.settings.get("seed"),
            "error": _part(solution, "error").get("maximum"),
            "level": _part(solution, "certificate").get("level"),
        }

    def detail(self, name: str) -> dict[str, Any]:
        """All of it."""
        (signature, report), renderer = self._read(name), self._renderer(name)
        verdict: Examined | None = None
        if report.state is not RunState.RUNNING and report.solution is not None:
            self._verdicts.begun(name, signature, report)
            verdict = self._verdicts.known(name, signature)
        return {
            **self.summary(name),
            **_known(report, verdict, renderer),
            "running": report.state is RunState.RUNNING,
            "problem": renderer.statement,
            "text": report.saved.manifest.problem.get("text"),
            "settings": dict(report.saved.manifest.settings),
            "version": report.saved.version,
            "events": _events(report, renderer),
            "progress": self.progress(name),
            "crash": report.crash.partition("\n")[0],
        }

    def progress(self, name: str) -> dict[str, Any] | None:
        """How far a search is, and its best candidates."""
        told = read_progress(self.path(name))
        if told is None:
            return None
        return {**told, "leaders": self._renderer(name).candidates(told["leaders"])}

    def _renderer(self, name: str) -> Renderer:
        # Several threads may answer at once: what is returned is never looked up again.
        renderer = self._renderers.get(name)
        if renderer is None:
            renderer = Renderer(problem_of(self.report(name).saved.manifest))
            if len(self._renderers) >= _MAX_KEPT:
                self._renderers.clear()
            self._renderers[name] = renderer
        return renderer


def _changed(path: Path) -> tuple[int, int] | None:
    try:
        found = path.stat()
    except OSError:
        return None
    return found.st_mtime_ns, found.st_size


def _known(report: RunReport, verdict: Examined | None, renderer: Renderer) -> dict[str, Any]:
    """What may be said of an answer by now; where nothing is proved yet, it is called saved."""
    told, saved, faults = state_of(report), report.solution, list(report.faults)
    goes_on = report.state is not RunState.RUNNING
    if saved is None:
        return {"state": told, "solution": None, "resumable": goes_on, "faults": faults}
    by_status = told == saved["status"]
    match verdict:
        case None:
            reason = f"as it was saved: {saved['stop_reason']}"
            shown = {**saved, "certificate": None, "stop_reason": reason}
            state, exact = f"saved as {told}", Verdict.EXACT.value == saved["status"]
        case Verified(solution, plain):
            shown = {**plain, "may_help": list(map(sentence, what_may_help(solution)))}
            state, exact = solution.status.value, solution.is_exact
        case _:
            return {
                **{"state": "damaged", "solution": None, "level": None},
                **{"resumable": goes_on, "faults": [*faults, verdict]},
            }
    return {
        "state": state if by_status else told,
        "solution": {**_solution(shown, renderer), "verified": verdict is not None},
        "level": _part(shown, "certificate").get("level"),
        "resumable": goes_on and not exact,
        "faults": faults,
    }


def _part(saved: Mapping[str, Any] | None, name: str) -> Mapping[str, Any]:
    """A part of what was saved; empty where there is none."""
    part: Mapping[str, Any] | None = None if saved is None else saved.get(name)
    return {} if part is None else part


def _events(report: RunReport, renderer: Renderer) -> list[dict[str, Any]]:
    begun = report.saved.created
    told = [event for event in report.journal.events if event.kind in _TOLD]
    return [_event(event, begun, renderer) for event in told[-_EVENTS:]]


def _event(event: Event, begun: float, renderer: Renderer) -> dict[str, Any]:
    facts = event.facts
    shown: dict[str, Any] = {"kind": event.kind.value, "after": max(event.at - begun, 0.0)}
    formula = facts.get("formula")
    if formula is not None:
        candidate = [(formula, facts.get("loss"))]
        shown |= renderer.candidates(candidate)[0]
        shown |= {key: facts.get(key) for key in ("stage", "candidates")}
    else:
        shown["what"] = str(facts.get("what", facts.get("checkpoint") or "the beginning"))
    return shown


def _by_origin(saved: Mapping[str, Any]) -> str:
    """The candidates by who wrote them, in a line; nothing where that was not saved, or damaged."""
    try:
        return in_words(from_plain(saved.get("candidates_by_origin") or {}))
    except (AttributeError, TypeError, ValueError):
        return ""


def _solution(saved: Mapping[str, Any], renderer: Renderer) -> dict[str, Any]:
    front: Iterable[Mapping[str, Any]] = saved.get("front", ())
    kept = (
        "status",
        "headline",
        "certificate",
        "error",
        "notes",
        "note_reasons",
        "stop_reason",
        "seconds",
        "candidates",
    )
    return {
        **{
            key: saved.get(key) for key in (*kept, "may_help", "seed", "version", "latex", "origin")
        },
        "candidates_by_origin": _by_origin(saved),
        "formulas": renderer.answer(saved["solution"]),
        "front": [
            {
                "size": one["size"],
                "loss": finite(one.get("loss")),
                "error": finite(_part(one, "error").get("maximum")),
                "formulas": renderer.answer(one["solution"]),
            }
            for one in front
        ],
    }
