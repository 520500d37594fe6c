"""What a certificate does not claim: where the statement leaves the solution open."""

from symplex.errors import listing
from symplex.problem import Problem
from symplex.problem.analysis.classify import Type, classify
from symplex.problem.analysis.extent import open_faces
from symplex.problem.box import same_value


def notes_on(problem: Problem) -> tuple[str, ...]:
    """Sentences on faces without data and on data that are missing."""
    found: list[str] = []
    if problem.time is not None and open_faces(problem):
        found.append(
            f"the faces of {listing(open_faces(problem))} without conditions are open: the problem "
            "is taken on all of space there, as far as its own formulas are defined"
        )
    found += _time_notes(problem)
    if problem.time is None:
        found += _face_notes(problem)
    if not problem.conditions:
        found.append("no condition is stated: a solution of the equation alone need not be the one")
    return tuple(found)


def _time_notes(problem: Problem) -> list[str]:
    if problem.time is None or not problem.conditions:
        return []
    low, high = problem.domain[problem.time].low, problem.domain[problem.time].high
    times = [
        condition.region.values[problem.time]
        for condition in problem.conditions
        if problem.time in condition.region.values
    ]
    if any(same_value(time, low) or same_value(time, high) for time in times):
        return []
    return ["no initial or terminal condition is stated: the solution may not be determined"]


def _face_notes(problem: Problem) -> list[str]:
    """For problems without time: faces that carry no condition."""
    missing: list[str] = []
    for name, interval in problem.domain.items():
        for end in (interval.low, interval.high):
            held = any(
                name in condition.region.values and same_value(condition.region.values[name], end)
                for condition in problem.conditions
            )
            if not held:
                missing.append(f"{name} = {float(interval.ends[end is interval.high]):g}")
    elliptic = any(classify(problem, e).type is Type.ELLIPTIC for e in problem.equations)
    if not missing or len(problem.domain) == 1:
        return []
    kind = "an elliptic problem" if elliptic else "the problem"
    return [f"{kind} has no condition at {listing(missing)}: other solutions may exist"]
