"""Whether a family holds a formula for some choice of its constants."""

from itertools import product

import numpy as np

from support.writing import Writing
from symplex.expression.evaluate import evaluate
from symplex.expression.parse import parse
from symplex.problem import Problem

PLANE = Writing(
    Problem(
        ["u_t = k*u_x"],
        {"x": [0, 2], "t": [0, 1]},
        [("t = 0", "u = x")],
        parameters={"k": ["1/2", 2]},
    )
)
POINT = {
    "x": np.array([0.3, 1.2, 0.7]),
    "t": np.array([0.4, 0.3, 0.2]),
    "k": np.array([0.5, 1.5, 2.0]),
}


def reaches(family, text, constants):
    """Whether a tree of the family is the formula for some choice of constants among a few."""
    wanted = evaluate(parse(text, PLANE.problem.answer_scope), POINT)
    for tree in family:
        formula = tree.encoding.decode(tree)
        for values in product(constants, repeat=len(formula.constants)):
            value = evaluate(formula.with_constants(values), POINT)
            if np.all(np.isclose(value, wanted)):
                return True
    return False
