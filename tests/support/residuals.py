"""How far an answer is from its statement, by derivatives in floating point: no proof is used."""

from collections.abc import Mapping
from functools import reduce

import numpy as np

from symplex.expression import Expression
from symplex.expression.calculus import differentiate
from symplex.expression.evaluate import evaluate
from symplex.problem import Equation, Problem
from symplex.problem.analysis.classify import draw


def residual(problem: Problem, equation: Equation, answer: Mapping[str, Expression]) -> float:
    """The largest residual at random points of the equation's region, relative to its parts."""
    points = draw(problem, equation.region, seed=3)
    inputs = {name: points[name] for name in (*problem.domain, *problem.parameters)}
    jets = {
        d: evaluate(reduce(differentiate, d.by, answer[d.of]), inputs) for d in equation.derivatives
    }
    left = evaluate(equation.left, {**inputs, **jets})
    right = evaluate(equation.right, {**inputs, **jets})
    scale = 1 + max(np.abs(value).max() for value in (left, right, *jets.values()))
    return float(np.abs(left - right).max() / scale)
