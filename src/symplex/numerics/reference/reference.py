"""A numerical solution of a problem, whose error is known: which method, at which parameters.

The first of the methods that applies and meets the tolerance wins. Whether the work is given up is
decided by its steps; the clock is that of whoever asks.
"""

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import TYPE_CHECKING

import numpy as np

from symplex.codes import ReferenceCode
from symplex.errors import SymplexError
from symplex.expression import number
from symplex.expression.evaluate import value_of
from symplex.numerics.reference.residual_estimate import check_met
from symplex.numerics.reference.result import Found, NoReference, Reference, Sample
from symplex.numerics.reference.system import NoScheme, System
from symplex.problem import Problem
from symplex.problem.restrict import value_inside, with_parameters
from symplex.reasons import Reason
from symplex.work.blas import one_thread
from symplex.work.budget import Budget, OutOfBudget
from symplex.work.clock import now

if TYPE_CHECKING:
    from symplex.numerics.reference.methods import Method

_STEPS, _STEPS_OF_A_METHOD = 500_000, 250_000
"""After which the work is given up; most references take less than 20 000."""
_DENOMINATOR = 64


def reference(
    problem: Problem,
    *,
    tolerance: float = 1e-8,
    budget: Budget | None = None,
    parameters: Sequence[Mapping[str, float]] | None = None,
) -> Reference | NoReference:
    """A numerical solution on the box of a problem, or why there is none.

    Args:
        problem: What is to be solved.
        tolerance: The largest error allowed, beside the largest value of the solution.
        budget: What the work may cost; by default it ends by its own steps alone.
        parameters: The values of the parameters at which to solve, a mapping for each choice; by
            default a few that fill their ranges, always the same.
    """
    budget = (budget or Budget.unlimited()).part(_STEPS)
    started = now()
    choices = _choices(problem) if parameters is None else parameters

    try:
        with one_thread(with_scipy=True):
            samples, method = _samples(problem, choices, tolerance, budget)
    except NoScheme as error:
        return NoReference(error.reason, now() - started, tried=error.applies)
    except OutOfBudget as error:
        return NoReference(error.reason, now() - started, cut=True)
    except SymplexError as error:
        refused = Reason(ReferenceCode.REFERENCE_STATEMENT, error=str(error))
        return NoReference(refused, now() - started)
    box = {name: interval.ends for name, interval in problem.domain.items()}
    seconds = now() - started
    return Reference(problem.unknowns, box, samples, method, seconds)


def _samples(
    problem: Problem,
    choices: Sequence[Mapping[str, float]],
    tolerance: float,
    budget: Budget,
) -> tuple[tuple[Sample, ...], str]:
    """The solution at every choice of the parameters; the first choice decides on the method."""
    from symplex.numerics.reference.methods import METHODS  # late: most runs end without any

    _check_stated(problem)
    methods, name = METHODS, ""
    samples: list[Sample] = []
    for choice in choices:
        exact = {key: number(Fraction(value)) for key, value in choice.items()}
        system = System.of(with_parameters(problem, exact))
        if not all(one.slopes for one in (*system.equations, *system.conditions)):
            raise NoScheme(ReferenceCode.REFERENCE_NOTHING_OF_UNKNOWNS)
        found, used = _first(system, methods, tolerance, budget)
        methods, name = (used,), found.method
        made = Sample(dict(choice), found.field, found.error, found.scale, found.differentiable)
        samples.append(made)
    return tuple(samples), name


def _first(
    system: System, methods: "Sequence[Method]", tolerance: float, budget: Budget
) -> "tuple[Found, Method]":
    """The first method that applies and succeeds.

    Raises:
        NoScheme: with what the last of those that apply was left with.
    """
    reason, applies = Reason(ReferenceCode.REFERENCE_NONE_APPLIES), False
    for method in methods:
        try:
            with np.errstate(all="ignore"):
                found = method(system, tolerance, budget.part(_STEPS_OF_A_METHOD))
                check_met(system, found, tolerance)
                return found, method
        except NoScheme as error:
            reason = error.reason if error.applies or len(methods) == 1 else reason
            applies = applies or error.applies
        except np.linalg.LinAlgError:
            reason = Reason(ReferenceCode.REFERENCE_SINGULAR)
        except OutOfBudget as error:
            if budget.is_spent:
                raise
            reason, applies = Reason(ReferenceCode.REFERENCE_GIVEN_UP, why=error.reason), True
    raise NoScheme(reason, applies=applies)


def _check_stated(problem: Problem) -> None:
    if len(problem.equations) < len(problem.unknowns):
        raise NoScheme(ReferenceCode.REFERENCE_UNDER_DETERMINED)
    if not problem.conditions:
        raise NoScheme(ReferenceCode.REFERENCE_NO_DATA)


def _choices(problem: Problem) -> list[dict[str, float]]:
    """Values of the parameters that fill their ranges; the first is in the middle."""
    count = len(problem.parameters)
    if not count:
        return [{}]
    ratio = _generalised_golden_ratio(count)
    found: list[dict[str, float]] = []
    for step in range(count + 2):
        shares = [(0.5 + step * ratio ** -(k + 1)) % 1 for k in range(count)]
        found.append(
            {
                name: value_of(value_inside(interval, 0.05 + 0.9 * share, _DENOMINATOR))
                for (name, interval), share in zip(problem.parameters.items(), shares, strict=True)
            }
        )
    return found


def _generalised_golden_ratio(count: int) -> float:
    """The root above 1 of x^(count + 1) = x + 1: its powers spread points evenly."""
    ratio = 1.5
    for _ in range(60):
        ratio = (1 + ratio) ** (1 / (count + 1))
    return ratio
