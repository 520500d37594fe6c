"""The workbench without a network: everything that a page can ask for, as plain functions.

Owns the meaning of a request and its limits. `app` gives each of them an address.
"""

import time
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any, final

from symplex.app.workbench.exports import FORMS, export, saved_formulas
from symplex.app.workbench.limits import Limits
from symplex.app.workbench.pictures import View, picture
from symplex.app.workbench.rendering import rendered_problem
from symplex.app.workbench.reports import Reports
from symplex.app.workbench.saved_runs import SavedRuns, UnknownRunError
from symplex.app.workbench.searches import Search, Searches
from symplex.errors import ProblemError, SettingsError, shown
from symplex.notation.mistakes import read
from symplex.notation.problem_files import bundled_names, problem_file

_LONGEST_TEXT = 1_000
"""Characters of a hint."""


@final
@dataclass(frozen=True)
class Workbench:
    """Problems, runs and searches of one folder."""

    runs: SavedRuns
    searches: Searches
    limits: Limits
    reports: Reports = field(default_factory=Reports)

    @classmethod
    def opened(cls, home: Path, limits: Limits) -> "Workbench":
        """The workbench of a folder of runs, which no other one has."""
        return cls(SavedRuns(home), Searches.opened(home, limits), limits)

    def problems(self) -> list[str]:
        """The names of the bundled problems."""
        return list(bundled_names())

    def problem_text(self, name: str) -> str:
        """The text of a bundled problem: never of a file that someone names."""
        if name not in bundled_names():
            raise UnknownRunError(f"there is no bundled problem '{shown(name)}'")
        return problem_file(name).data.decode()

    def check(self, text: str) -> dict[str, Any]:
        """A problem in formulas, and every mistake in it."""
        reading = read(text, self.limits.mistakes)
        found = reading.problem or reading.rest
        whole = reading.problem is not None
        return {
            "mistakes": [asdict(mistake) for mistake in reading.mistakes],
            "problem": None if found is None else rendered_problem(found, summary=whole),
        }

    def submit(self, text: str, settings: Mapping[str, Any]) -> dict[str, Any]:
        """Put a search for a problem into the queue.

        Raises:
            ProblemError: for the first mistake in the problem.
            SettingsError: for a setting out of its range, and where the queue is full.
        """
        reading = read(text, 1)
        if reading.problem is None:
            first = reading.mistakes[0]
            raise ProblemError(f"line {first.line}: {first.sentence}")
        title = reading.problem.name
        hints = tuple(settings.get("hints", ()))
        if len(hints) > self.limits.hints or any(len(hint) > _LONGEST_TEXT for hint in hints):
            raise SettingsError(f"expected at most {self.limits.hints} hints, none of them long")
        search = Search(
            self.searches.new_name(title),
            title or "(no name)",
            text,
            self._time_limit(settings["time_limit"]),
            settings["seed"],
            settings["recipe"],
            hints,
        )
        self.searches.submit(search)
        self.searches.advance()
        return {"name": search.name}

    def resume(self, name: str, time_limit: float) -> dict[str, Any]:
        """Put a saved run into the queue, to be continued up to a time limit of its whole."""
        report = self.runs.report(name)
        title = report.saved.manifest.name or "(no name)"
        self.searches.submit(Search(name, title, "", self._time_limit(time_limit)))
        self.searches.advance()
        return {"name": name}

    def stop(self, name: str) -> dict[str, Any]:
        """Take a search out of the queue or interrupt it."""
        if not self.searches.stop(name):
            raise UnknownRunError("no search of that name runs or waits here")
        self.searches.advance()
        return {"name": name}

    def queue(self) -> dict[str, Any]:
        """What runs, what waits, what was refused."""
        searches = self.searches
        return {
            "running": [_line(search) for search in searches.running],
            "waiting": [_line(search) for search in searches.waiting],
            "refused": dict(searches.refused),
            "limits": {"waiting": self.limits.waiting, "longest": self.limits.longest},
            "now": time.time(),
        }

    def run(self, name: str) -> dict[str, Any]:
        """A run, from the moment it was put into the queue."""
        waiting = next((one for one in self.searches.waiting if one.name == name), None)
        if waiting is not None and not waiting.resumes:
            return {"name": name, "title": waiting.title, "state": "waiting", "own": True}
        own = any(search.name == name for search in self.searches.running)
        try:
            shown_run = self.runs.detail(name)
        except UnknownRunError:
            if name in self.searches.refused:
                why = self.searches.refused[name]
                return {"name": name, "title": name, "state": "refused", "why": why}
            if own:  # its process is about to make the folder
                return {"name": name, "title": name, "state": "starting", "own": True}
            raise
        exports = {form: one.title for form, one in FORMS.items()}
        return {
            **shown_run,
            "own": own or waiting is not None,
            "exports": exports,
            "report": self.reports.are_made,
        }

    def compared(self, names: Sequence[str]) -> list[dict[str, Any]]:
        """Runs side by side."""
        if len(names) > self.limits.compared:
            raise SettingsError(f"at most {self.limits.compared} runs can be compared at once")
        return [self.runs.detail(name) for name in dict.fromkeys(names)]

    def picture(self, name: str, view: View) -> dict[str, Any]:
        """The values that a picture of an answer is drawn from."""
        problem = self.runs.problem(name)
        formulas = saved_formulas(problem, self.runs.report(name).solution)
        return picture(problem, formulas, view, self.limits)

    def export(self, name: str, form: str) -> tuple[str, str]:
        """An answer, proved again, as a file: its content and its name."""
        return export(self.runs.verified(name), form, name)

    def _time_limit(self, seconds: float) -> float:
        if not 1.0 <= seconds <= self.limits.longest:
            raise SettingsError(
                f"expected a time limit from 1 to {self.limits.longest:g} s, found {seconds:g}"
            )
        return seconds


def _line(search: Search) -> dict[str, Any]:
    seed = None if search.resumes else search.seed  # a saved run goes on with its own
    return {"name": search.name, "title": search.title, "resumes": search.resumes, "seed": seed}
