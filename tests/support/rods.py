"""Rods with data at the start and two walls, for tests of series."""

from symplex.expression.read_series import read_series
from symplex.problem import Problem
from symplex.proof.series.here import verify_series_here

COLD = ("u = 0", "u = 0")


def rod(data, walls=COLD, equation="u_t = u_xx", **rest):
    """A rod on [0, 1], from t = 0 on."""
    low, high = walls
    conditions = [("t = 0", f"u = {data}"), ("x = 0", low), ("x = 1", high)]
    return Problem([equation], {"x": [0, 1], "t": [0, 1]}, conditions, **rest)


def certified(problem, text):
    """The certificate for the text of a series, made in this process."""
    return verify_series_here(problem, read_series(text, problem.answer_scope))


def partial_sum(series, count, **values):
    """The value of a partial sum at a point, in floating point."""
    import numpy as np

    from symplex.expression.evaluate import evaluate

    return evaluate(series.partial(count), {name: np.asarray(v) for name, v in values.items()})
