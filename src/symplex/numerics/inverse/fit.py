"""Least squares on a closed form: estimates of its parameters with confidence intervals.

The Jacobian is exact, since the formula is. Starts are taken from the ranges of the parameters; the
estimates are free to leave them, and it is said when they do. Intervals are those of linear
regression at the optimum, with Student's t and the noise estimated from the residuals.
"""

import math
from collections.abc import Mapping
from dataclasses import dataclass
from itertools import product
from typing import Any, Final, final

import numpy as np

from symplex.codes import RunCode
from symplex.errors import SettingsError, listing
from symplex.expression import Expression
from symplex.expression.evaluate import evaluate
from symplex.numerics.inverse.measurements import DEVIATION, Floats, Measurements
from symplex.numerics.inverse.sensitivity import sensitivity
from symplex.reasons import Reason
from symplex.sentences import sentence

_STARTS: Final = 64
"""How many points of the ranges are looked at, together."""
_AT_ONCE: Final = 1_000_000
"""How many values are computed together."""
_POLISHED: Final = 2
"""From how many of them the fit is made."""
_CORRELATED: Final = 1e-12
"""Where the smallest singular value is this share of the largest, data do not tell parameters."""


@final
@dataclass(frozen=True)
class Model:
    """Formulas for measured quantities, with the parameters that are sought."""

    formulas: Mapping[str, Expression]
    variables: tuple[str, ...]
    ranges: Mapping[str, tuple[float, float]]
    """Each parameter that is sought, with the range in which it is expected."""
    fixed: Mapping[str, float]
    """Parameters with known values."""

    def columns(self, data: Measurements) -> dict[str, Any]:
        """What a formula needs besides the parameters that are sought."""
        given = {name: data.columns[name] for name in self.variables}
        return {**given, **self.fixed}


@final
@dataclass(frozen=True)
class Estimate:
    """A parameter as the data show it."""

    value: float
    deviation: float
    """Its standard error."""
    low: float
    high: float
    """The ends of the confidence interval."""

    def __str__(self) -> str:
        """``1.0012 in [0.9951, 1.0073], standard error 0.0031``."""
        interval = f"[{self.low:.6g}, {self.high:.6g}]"
        return f"{self.value:.6g} in {interval}, standard error {self.deviation:.2g}"


@final
@dataclass(frozen=True)
class Fitted:
    """What measurements say of the parameters."""

    estimates: Mapping[str, Estimate]
    level: float
    residuals: Mapping[str, Floats]
    """Measured minus computed, by unknown."""
    noise: float
    """The estimated standard deviation of a measurement, as a share of `sigma` if that is given."""
    correlation: Floats
    places: Mapping[str, Floats]
    """The variables of each measurement."""
    remarks: tuple[Reason, ...] = ()

    def to_json(self) -> dict[str, Any]:
        """Plain data, without the residuals of each measurement."""
        return {
            "estimates": {
                name: {"value": e.value, "deviation": e.deviation, "interval": [e.low, e.high]}
                for name, e in self.estimates.items()
            },
            "level": self.level,
            "measurements": sum(map(len, self.residuals.values())),
            "noise": self.noise,
            "largest_residual": max(float(np.abs(r).max()) for r in self.residuals.values()),
            "correlation": self.correlation.tolist(),
            "notes": list(map(sentence, self.remarks)),
            "note_reasons": [remark.to_json() for remark in self.remarks],
        }

    def __str__(self) -> str:
        """A page of text."""
        count = sum(map(len, self.residuals.values()))
        lines = [f"{name} = {estimate}" for name, estimate in self.estimates.items()]
        lines.append(f"{100 * self.level:g}% confidence intervals, from {count} measurements")
        lines.append(f"noise {self.noise:.3g}; largest residual {self._largest():.3g}")
        return "\n".join([*lines, *(f"note: {sentence(remark)}" for remark in self.remarks)])

    def _largest(self) -> float:
        return max(float(np.abs(residual).max()) for residual in self.residuals.values())


def fit(model: Model, data: Measurements, *, level: float = 0.95) -> Fitted:
    """The parameters for which the formulas come closest to the data, in the sense of squares.

    Args:
        model: What is fitted.
        data: The columns of the variables and of measured unknowns; `sigma`, if there, is the
            standard deviation of each measurement.
        level: Of the confidence intervals.

    Raises:
        SettingsError: for data or parameters with which this cannot be done.
    """
    measured = _measured(model, data, level)
    scale = data.columns.get(DEVIATION, np.ones(data.count))
    if (scale <= 0).any():
        raise SettingsError(f"{data.source}: column '{DEVIATION}' must be positive")
    task = _Task(model, data, measured, scale)
    best = task.solved()
    return _fitted(task, best, level)


def _measured(model: Model, data: Measurements, level: float) -> tuple[str, ...]:
    """The unknowns that were measured, where all is well with the data."""
    if not 0 < level < 1:
        raise SettingsError(f"the confidence level must lie between 0 and 1, found {level}")
    if not model.ranges:
        raise SettingsError("there is no parameter to estimate; give one a range in the statement")
    known = (*model.variables, *model.formulas, DEVIATION)
    data.require(model.variables, known)
    measured = tuple(name for name in model.formulas if name in data.columns)
    if not measured:
        message = f"there is no column with measurements of {listing(model.formulas)}"
        raise SettingsError(f"{data.source}: {message}")
    if data.count * len(measured) <= len(model.ranges):
        message = (
            f"{data.count * len(measured)} measurements cannot tell "
            f"{len(model.ranges)} parameters and their errors"
        )
        raise SettingsError(f"{data.source}: {message}")
    return measured


@final
class _Task:
    """Residuals and their derivatives as functions of the parameters."""

    def __init__(
        self, model: Model, data: Measurements, measured: tuple[str, ...], scale: Floats
    ) -> None:
        self.model, self.data, self.measured, self.scale = model, data, measured, scale
        self._columns = model.columns(data)
        self._slopes = {
            unknown: [sensitivity(model.formulas[unknown], name) for name in model.ranges]
            for unknown in measured
        }

    def residual(self, values: Floats) -> Floats:
        """Measured minus computed over the deviation, for all unknowns one after the other."""
        parts = [self.plain(unknown, values) / self.scale for unknown in self.measured]
        return np.concatenate(parts)

    def plain(self, unknown: str, values: Floats) -> Floats:
        """Measured minus computed."""
        return self.data.columns[unknown] - self._at(self.model.formulas[unknown], values)

    def jacobian(self, values: Floats) -> Floats:
        """The derivatives of `residual` by the parameters."""
        rows = [
            np.column_stack([-self._at(slope, values) / self.scale for slope in slopes])
            for slopes in self._slopes.values()
        ]
        return np.concatenate(rows)

    def _at(self, formula: Expression, values: Floats) -> Floats:
        given = dict(zip(self.model.ranges, values, strict=True))
        return np.broadcast_to(evaluate(formula, {**self._columns, **given}), self.data.count)

    def solved(self) -> Floats:
        """The best of the fits from several starts."""
        grid = math.ceil(_STARTS ** (1 / len(self.model.ranges)))
        axes = [np.linspace(*ends, max(grid, 2) + 2)[1:-1] for ends in self.model.ranges.values()]
        starts = [np.array(point) for point in product(*axes)]
        costs = self._costs(np.array(starts))
        order = [index for index in np.argsort(costs) if np.isfinite(costs[index])]
        if not order:
            message = "the formula has no value at the measurements, for any parameters tried"
            raise SettingsError(f"{self.data.source}: {message}")
        found = [self._polished(starts[index]) for index in order[:_POLISHED]]
        return min(found, key=lambda values: _cost(self.residual(values)))

    def _costs(self, starts: Floats) -> Floats:
        """The sum of squares at many starts, some at a time: a row for each start."""
        found: list[Floats] = []
        for part in np.array_split(starts, max(1, starts.size * self.data.count // _AT_ONCE)):
            given = dict(zip(self.model.ranges, part.T[:, :, None], strict=True))
            total = np.zeros(len(part))
            for unknown in self.measured:
                values = evaluate(self.model.formulas[unknown], {**self._columns, **given})
                total += (((self.data.columns[unknown] - values) / self.scale) ** 2).sum(axis=1)
            found.append(total)
        return np.concatenate(found)

    def _polished(self, start: Floats) -> Floats:
        from scipy.optimize import least_squares  # here, for it is slow to import

        jac: Any = self.jacobian  # SciPy's own annotation knows names of methods alone
        try:
            made = least_squares(self.residual, start, jac, method="lm", xtol=1e-12)
        except ValueError:  # the formula ends before the optimum
            return start
        return np.asarray(made.x)


def _cost(residual: Floats) -> float:
    total = float(residual @ residual)
    return total if math.isfinite(total) else math.inf


def _fitted(task: _Task, values: Floats, level: float) -> Fitted:
    residual, jacobian = task.residual(values), task.jacobian(values)
    _, singular, directions = np.linalg.svd(jacobian, full_matrices=False)
    names = list(task.model.ranges)
    if not np.isfinite(singular).all() or singular[-1] <= _CORRELATED * singular[0]:
        blind = [n for n, share in zip(names, np.abs(directions[-1]), strict=True) if share > 0.1]  # noqa: PLR2004
        raise SettingsError(f"{task.data.source}: the data do not determine {listing(blind)}")
    freedom = residual.size - len(names)
    noise = math.sqrt(_cost(residual) / freedom)
    inverse = directions.T / singular
    covariance = noise**2 * (inverse @ inverse.T)
    deviations = np.sqrt(np.diag(covariance))
    from scipy.special import stdtrit  # here, for it is slow to import

    reach = float(stdtrit(freedom, (1 + level) / 2)) * deviations
    estimates = {
        name: Estimate(float(v), float(d), float(v - r), float(v + r))
        for name, v, d, r in zip(names, values, deviations, reach, strict=True)
    }
    correlation = (inverse @ inverse.T) / np.outer(*(2 * [np.linalg.norm(inverse, axis=1)]))
    residuals = {unknown: task.plain(unknown, values) for unknown in task.measured}
    places = {name: task.data.columns[name] for name in task.model.variables}
    remarks = _remarks(task, estimates)
    return Fitted(estimates, level, residuals, noise, correlation, places, remarks)


def _remarks(task: _Task, estimates: Mapping[str, Estimate]) -> tuple[Reason, ...]:
    return tuple(
        Reason(RunCode.FIT_OUTSIDE, name=name, low=low, high=high)
        for name, (low, high) in task.model.ranges.items()
        if not low <= estimates[name].value <= high
    )
