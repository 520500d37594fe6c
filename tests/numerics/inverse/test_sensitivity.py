"""Sensitivities in closed form."""

import numpy as np

from symplex.expression.evaluate import evaluate
from symplex.expression.parse import Scope, parse
from symplex.numerics.inverse import sensitivity


def test_the_derivative_agrees_with_differences():
    formula = parse(
        "exp(-2*kappa*t)*sin(x - kappa^2*t)/(1 + kappa*x)", Scope(("x", "t"), ("kappa",))
    )
    slope = sensitivity(formula, "kappa")
    x, t = np.random.default_rng(0).uniform(0, 1, (2, 50))
    ends = [evaluate(formula, {"x": x, "t": t, "kappa": 1.3 + h}) for h in (-1e-6, 1e-6)]
    at = evaluate(slope, {"x": x, "t": t, "kappa": 1.3})
    assert np.allclose(at, (ends[1] - ends[0]) / 2e-6, rtol=1e-7, atol=1e-9)
