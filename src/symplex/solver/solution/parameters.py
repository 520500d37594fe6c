"""The parameters of a solution from measurements: what `Solution.fit` hands to `inverse`."""

from collections.abc import Mapping
from pathlib import Path

from numpy.typing import ArrayLike

from symplex.errors import ExpressionError, SettingsError, listing, nearest
from symplex.exact.readable.layout import tidied
from symplex.expression import Expression
from symplex.numerics.inverse import (
    Fitted,
    Measurements,
    Model,
    fit,
    read_columns,
    read_csv,
    sensitivity,
)
from symplex.problem import Problem


def fit_parameters(
    problem: Problem,
    formulas: Mapping[str, Expression],
    data: Mapping[str, ArrayLike] | str | Path,
    fixed: Mapping[str, float],
    level: float,
) -> Fitted:
    """See `Solution.fit`."""
    if not formulas:
        raise ExpressionError("there is no formula to fit: none was found")
    for name in fixed:
        _check_parameter(problem, name)
    ranges = {n: ends.ends for n, ends in problem.parameters.items() if n not in fixed}
    model = Model(formulas, problem.variables, ranges, dict(fixed))
    return fit(model, _measurements(data), level=level)


def _measurements(data: Mapping[str, ArrayLike] | str | Path) -> Measurements:
    return read_columns(data) if isinstance(data, Mapping) else read_csv(Path(data))


def sensitivities(
    problem: Problem, formulas: Mapping[str, Expression], parameter: str
) -> dict[str, Expression]:
    """See `Solution.sensitivity`."""
    _check_parameter(problem, parameter)
    return {name: tidied(sensitivity(one, parameter)) for name, one in formulas.items()}


def _check_parameter(problem: Problem, name: str) -> None:
    known = problem.parameters
    if name not in known:
        has = f"this problem has {listing(known)}{nearest(name, known)}"
        raise SettingsError(f"'{name}' is not a parameter; {has}")
