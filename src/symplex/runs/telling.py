"""What a person is told of a run in a word: what became of it, and its best formula."""

from typing import Final

from symplex.runs.folder import RunReport, RunState

_INTERRUPTED: Final = "interrupted"


def state_of(report: RunReport) -> str:
    """What became of a run, in a word."""
    if report.state is not RunState.ENDED or report.solution is None:
        return (
            "crashed" if report.crash and report.state is RunState.STOPPED else report.state.value
        )
    named = {_INTERRUPTED: _INTERRUPTED}  # other reasons are no better known than the status
    return named.get(str(report.solution["stop_reason"]), str(report.solution["status"]))


def best_of(report: RunReport) -> str:
    """The best formula of a run."""
    if report.solution is not None and report.solution["solution"]:
        formulas = report.solution["solution"].items()
        return "; ".join(f"{name} = {text}" for name, text in formulas)
    return report.best.get("formula", "no formula yet")
