"""What a certificate does not claim: where the statement leaves the solution open."""

from symplex.codes import UniquenessCode
from symplex.problem import Problem
from symplex.problem.analysis.classify import Type, classify
from symplex.problem.analysis.extent import open_faces
from symplex.problem.box import same_value
from symplex.reasons import Reason


def remarks_on(problem: Problem) -> tuple[Reason, ...]:
    """What there is to say of faces without data, and of data that are missing."""
    found: list[Reason] = []
    if problem.time is not None and open_faces(problem):
        found.append(Reason(UniquenessCode.OPEN_FACES, names=tuple(open_faces(problem))))
    found += _time_notes(problem)
    if problem.time is None:
        found += _face_notes(problem)
    if not problem.conditions:
        found.append(Reason(UniquenessCode.OPEN_NO_CONDITIONS))
    return tuple(found)


def _time_notes(problem: Problem) -> list[Reason]:
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
    return [Reason(UniquenessCode.OPEN_NO_START)]


def _face_notes(problem: Problem) -> list[Reason]:
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
    code = UniquenessCode.OPEN_ELLIPTIC_FACES if elliptic else UniquenessCode.OPEN_FREE_FACES
    return [Reason(code, faces=tuple(missing))]
