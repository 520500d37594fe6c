"""What a certificate does not claim: where the statement leaves the solution open."""

from symplex.codes import UniquenessCode
from symplex.expression.evaluate import value_of
from symplex.problem import Problem
from symplex.problem.analysis.classify import Type, classify
from symplex.problem.analysis.extent import open_faces
from symplex.problem.ends import Side, end_of, side_of
from symplex.reasons import Reason


def remarks_on(problem: Problem) -> tuple[Reason, ...]:
    """What there is to say of faces without data, and of data that are missing."""
    domain, time, found = problem.domain, problem.time, list[Reason]()
    fixed = (pair for condition in problem.conditions for pair in condition.region.fixed)
    held = {(name, side_of(value, domain[name])) for name, value in fixed}
    if time is not None and (names := open_faces(problem)):
        found.append(Reason(UniquenessCode.OPEN_FACES, names=names))
    if time is not None and problem.conditions and not held & {(time, side) for side in Side}:
        found.append(Reason(UniquenessCode.OPEN_NO_START))
    missing = tuple(
        f"{name} = {value_of(end_of(interval, side)):g}"
        for name, interval in domain.items()
        for side in Side
        if (name, side) not in held
    )
    if time is None and missing and len(domain) > 1:
        elliptic = any(classify(problem, e).type is Type.ELLIPTIC for e in problem.equations)
        code = UniquenessCode.OPEN_ELLIPTIC_FACES if elliptic else UniquenessCode.OPEN_FREE_FACES
        found.append(Reason(code, faces=missing))
    if not problem.conditions:
        found.append(Reason(UniquenessCode.OPEN_NO_CONDITIONS))
    return tuple(found)
