"""True solutions on other boxes: open directions and horizons shorter and longer.

``PYTHONPATH=src:benchmarks python -m attacks.rescaled [--share 0.1]`` scales the open directions
and the time span of the 14 bundled statements and the 150 of the handbook by 1/5, 1/2, 2 and 5 and
verifies the truth: none may be refuted. Where a condition sits on a moved face its data are made
anew from the truth; where the truth has no value on the new box, that is counted apart.
"""

import argparse
import sys
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Any

import numpy as np

from attacks.cases import Attack, Statement
from attacks.children import ask_all, verdict_on
from attacks.guard import open_both_ways, residual_of, violation
from attacks.rewritings import answer_of
from attacks.truths import Truth, handbook, paper
from symplex.expression import Expression, Number, Symbol, number
from symplex.expression.evaluate import evaluate
from symplex.expression.operator_facts import limits_of, obeys
from symplex.expression.operators import Rule
from symplex.expression.render import to_text
from symplex.problem import Equation, Interval, Problem
from symplex.problem.box import same_value

FACTORS = (Fraction(1, 5), Fraction(1, 2), Fraction(2), Fraction(5))
RESCALED = "rescaled"
UNDEFINED = "undefined on the new box"
CHANGED = "no longer a solution"
_PROBES = 400
_FAR = (0.0, 0.5, 5.0)
"""How far beyond the box, in its widths, in open directions."""
Limit = tuple[Expression, Rule]


def attacks() -> Iterator[Attack]:
    """Each truth on each other box, if the box changes at all."""
    for truth in (*paper(), *handbook()):
        for factor in FACTORS:
            wider = {n: _scaled(truth.problem, n, factor) for n in truth.problem.domain}
            if all(wider[name] is truth.problem.domain[name] for name in wider):
                break
            yield _attack(truth, factor, wider)


def _attack(truth: Truth, factor: Fraction, wider: Mapping[str, Interval]) -> Attack:
    stated = _restated(truth, wider)
    problem = Problem.from_statement(stated)
    kind = RESCALED
    if not _is_defined(problem, truth):
        kind = UNDEFINED
    elif violation(problem, truth.solution):
        kind = CHANGED
    return Attack(kind, stated, answer_of(truth), f"{truth.name} times {factor}", is_right=True)


def _scaled(problem: Problem, name: str, factor: Fraction) -> Interval:
    """The interval with its free ends moved; time is moved at the end without its data."""
    interval = problem.domain[name]
    held = [c.region.values[name] for c in problem.conditions if name in c.region.values]
    low_held = any(same_value(where, interval.low) for where in held)
    high_held = any(same_value(where, interval.high) for where in held)
    is_time = name == problem.time
    if not is_time and (problem.time is None or (low_held and high_held)):
        return interval
    if low_held or (is_time and not high_held):
        return Interval(interval.low, _between(interval, factor))
    if high_held:
        return Interval(_between(interval, 1 - factor), interval.high)
    if held:  # a condition inside must stay inside
        return interval
    share = (1 - factor) / 2
    return Interval(_between(interval, share), _between(interval, 1 - share))


def _between(interval: Interval, share: Fraction) -> Expression:
    """The point at a share of the way from the low end to the high one, as one number if it is."""
    match interval.low.root, interval.high.root:
        case Number(low), Number(high):
            return number(low + (high - low) * share)
        case _:
            return interval.low + (interval.high - interval.low) * share


def _restated(truth: Truth, wider: Mapping[str, Interval]) -> Statement:
    old = truth.statement
    conditions = [
        _moved(truth, condition, wider, entry)
        for condition, entry in zip(truth.problem.conditions, old["conditions"], strict=True)
    ]
    domain = {name: [to_text(i.low), to_text(i.high)] for name, i in wider.items()}
    return {**old, "domain": domain, "conditions": conditions}


def _moved(
    truth: Truth, condition: Equation, wider: Mapping[str, Interval], entry: Mapping[str, str]
) -> Mapping[str, str]:
    """A condition, on the moved face with the truth's own data if its face has moved."""
    fixed: dict[str, Expression] = {}
    for name, where in condition.region.fixed:
        old, new = truth.problem.domain[name], wider[name]
        end = new.high if same_value(where, old.high) else new.low
        fixed[name] = end if old.has_end(where) and not same_value(end, where) else where
    if all(fixed[name] is where for name, where in condition.region.fixed):
        return entry
    left = residual_of(Equation(condition.left, condition.right * 0), truth.solution)
    if left is None:
        return entry
    data = left.substitute({Symbol(name): where for name, where in fixed.items()})
    side = entry["equation"].split("=")[0].strip()
    places = ", ".join(f"{name} = {to_text(where)}" for name, where in fixed.items())
    return {"where": places, "equation": f"{side} = {to_text(data)}"}


def _is_defined(problem: Problem, truth: Truth) -> bool:
    """Whether truth and equations are defined on the box and wherever the data are farther out."""
    values = dict(truth.solution)
    margins = {limit for formula in values.values() for limit in limits_of(formula)}
    for equation in problem.equations:
        residual = residual_of(equation, values)
        margins |= set(limits_of(residual)) if residual is not None else set()
    data = {limit for c in problem.conditions for limit in limits_of(c.residual)}
    rng = np.random.default_rng(2)
    return all(_keeps(problem, margins, data, far, rng) for far in _FAR)


def _keeps(
    problem: Problem, margins: set[Limit], data: set[Limit], far: float, rng: np.random.Generator
) -> bool:
    points = _points(problem, far, rng)
    meant = np.ones(_PROBES, dtype=bool)
    for margin, rule in data if far else ():
        if not margin.derivatives:
            meant &= np.broadcast_to(obeys(margin, rule, points), meant.shape)
    for margin, rule in margins:
        found = np.broadcast_to(evaluate(margin, points), meant.shape)[meant]
        below = found < 0
        if np.isnan(found).any() or (below.any() and (rule is not Rule.NONZERO or not below.all())):
            return False
    return True


def _points(problem: Problem, far: float, rng: np.random.Generator) -> dict[str, Any]:
    """Random points of the box, wider in open directions."""
    points: dict[str, Any] = {}
    for name, interval in {**problem.domain, **problem.parameters}.items():
        low, high = interval.ends
        stretch = far * (high - low) if name in open_both_ways(problem) else 0.0
        points[name] = rng.uniform(low - stretch, high + stretch, _PROBES)
    return points


def main(arguments: Sequence[str] | None = None) -> int:
    """The harness from the command line; the exit code is 1 if a truth is refuted."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--share", type=float, default=1.0, help="of the statements")
    parser.add_argument("--jobs", type=int, default=2, help="processes at once")
    options = parser.parse_args(arguments)
    chosen = list(attacks())[:: round(1 / options.share) | 1]
    pairs = list(ask_all(chosen, verdict_on, seconds=30, jobs=options.jobs))
    for kind in (RESCALED, UNDEFINED, CHANGED):
        statuses = Counter(reply.status for attack, reply in pairs if attack.kind == kind)
        print(f"{kind:<26}{statuses.total():>5}  {dict(statuses)}")
    offenders = [
        f"{reply.status.upper()} {attack}: {reply.detail}"
        for attack, reply in pairs
        if attack.kind == RESCALED and reply.status not in {"exact", "conjectured", "approximate"}
    ]
    print("\n".join(offenders))
    return int(bool(offenders))


if __name__ == "__main__":
    sys.exit(main())
