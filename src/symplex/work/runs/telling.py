"""What a person is told of a run in a word: what became of it, and its formula."""

from types import MappingProxyType
from typing import Final

from symplex.work.runs.folder import RunReport, RunState

_TOLD_BY_REASON: Final = MappingProxyType({"interrupted": "interrupted"})
"""Why a run ended, where that says more than what it found."""


def state_of(report: RunReport) -> str:
    """What became of a run, in a word."""
    if report.state is not RunState.ENDED or report.solution is None:
        return (
            "crashed" if report.crash and report.state is RunState.STOPPED else report.state.value
        )
    return _TOLD_BY_REASON.get(report.solution["stop_reason"], report.solution["status"])


def best_of(report: RunReport) -> str:
    """The answer of a run; the best candidate while there is none yet."""
    if report.solution is None:
        return report.best.get("formula", "no formula yet")
    formulas = report.solution["solution"].items()
    return "; ".join(f"{name} = {text}" for name, text in formulas) or "no formula found"
