"""The page that `symplex solve` prints: the formulas, what is proved of them, where they came from.

Owns the order of what is said, and candidates as what they are. Its first line is the headline's.
"""

import math
from collections.abc import Iterator
from typing import TYPE_CHECKING, Final

from symplex.errors import one_line
from symplex.origin import in_words
from symplex.reasons import Reason
from symplex.sentences import sentence
from symplex.solver.approximation import Approximation
from symplex.solver.solution.claimed import ended_by
from symplex.solver.solution.headline import what_may_help
from symplex.solver.solution.text import shortened

if TYPE_CHECKING:
    from symplex.solver.solution.solution import Solution

UNMEASURED: Final = "candidates, whose errors were not measured"
_WIDTH: Final = 100
"""A formula of the front is cut beyond this."""
_FEW: Final = 5
"""How many candidates are shown that are no answer."""


def page(solution: "Solution") -> Iterator[str]:
    """Its lines."""
    yield one_line(solution.headline)
    yield from (f"{name} = {text}" for name, text in solution.text.items())
    if solution.certificate is not None:
        yield ""
        yield f"{solution.status.value} (level: {solution.certificate.level})"
        yield solution.certificate.details
    yield from (f"  note: {one_line(sentence(remark))}" for remark in own_remarks(solution))
    yield from (f"  may help: {one_line(sentence(advice))}" for advice in what_may_help(solution))
    yield from _front(solution)
    yield ""
    cost = f"{solution.candidates} candidates in {solution.seconds:.1f} s, seed {solution.seed}"
    yield f"{ended_by(solution.stop_reason)}: {cost}"
    if solution.origin is not None:
        yield f"origin of the answer: {solution.origin}"
    if solution.candidates_by_origin:
        yield f"candidates by origin: {in_words(solution.candidates_by_origin)}"


def _front(solution: "Solution") -> Iterator[str]:
    if solution.is_exact or not solution.front:
        return
    yield ""
    if is_unmeasured(solution.front):
        yield f"{UNMEASURED}:"
        yield from map(_line, best_few(solution.front))
        return
    when = ", errors as they were saved" if solution.measured_earlier else ""
    yield f"approximations by size{when}:"
    yield from map(_line, solution.front)


def is_unmeasured(front: tuple[Approximation, ...]) -> bool:
    """Whether a front is of candidates, none of which has a measured error."""
    return all(one.error is None for one in front)


def best_few(front: tuple[Approximation, ...]) -> list[Approximation]:
    """Those with the least residual norms, which is all that is known of them."""
    known = sorted(front, key=lambda one: (math.isnan(one.loss), one.loss, one.size))
    return known[:_FEW]


def _line(one: Approximation) -> str:
    """One formula of the front."""
    return f"  {one.size:4d}  {one_line(one.sentence)}  {shortened(one.text, _WIDTH)}"


def own_remarks(solution: "Solution") -> list[Reason]:
    """What is said beside what the certificate says."""
    said = () if solution.certificate is None else solution.certificate.remarks
    return [remark for remark in solution.remarks if remark not in said]
