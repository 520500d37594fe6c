"""What the kernel of the proofs shows on a box: identities, signs, where formulas are defined."""

from collections.abc import Iterable, Mapping

from symplex.problem import Interval
from symplex.proof.advice.advisor import Advisor
from symplex.proof.kernel.region import Ends, Region
from symplex.proof.kernel.workspace import Workspace
from symplex.work.budget import Budget


def shown_on(
    box: Mapping[str, Interval],
    budget: Budget,
    constants: Iterable[str] = (),
    *,
    is_open: bool = False,
) -> Workspace:
    """What is shown on a box, without its faces if open, for every value of some constants."""
    ends = {name: Ends(interval.low, interval.high) for name, interval in box.items()}
    free = {name: Ends(None, None) for name in constants}
    region = Region({**ends, **free}, tuple(box))
    return Workspace(region.interior if is_open else region, budget, Advisor, [])
