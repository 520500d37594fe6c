"""Weighted residuals at points."""

import numpy as np
import pytest

from symplex.errors import ProblemError
from symplex.expression import Derivative, leaf
from symplex.expression.parse import Scope, parse
from symplex.numerics.evaluation.objective import Objective, PointSet, Term, frozen

SCOPE = Scope(("x",), (), ("u",))
TERMS = (Term(parse("u_xx + u", SCOPE)), Term(parse("u_x", SCOPE), 2.0))


def points(**columns: list[float]) -> PointSet:
    return PointSet(frozen({k: np.array(v) for k, v in columns.items()}), TERMS)


def test_it_counts_points_and_residuals():
    objective = Objective(("u",), ("x",), (), (points(x=[0.0, 1.0, 2.0]), points(x=[0.0])))
    assert objective.rows == 8
    assert objective.point_sets[0].size == 3


def test_derivatives_stand_in_one_fixed_order():
    found = points(x=[0.0]).derivatives
    assert found == (Derivative("u"), Derivative("u", ("x",)), Derivative("u", ("x", "x")))


@pytest.mark.parametrize(
    ("columns", "message"),
    [
        ({"y": [0.0]}, "lacks the column 'x'"),
        ({"x": [0.0], "y": [0.0, 1.0]}, "vectors of one length"),
        ({"x": [[0.0]]}, "vectors of one length"),
        ({"x": [float("nan")]}, "not finite"),
    ],
)
def test_columns_that_do_not_fit_are_refused(columns, message):
    with pytest.raises(ProblemError, match=message):
        Objective(("u",), ("x",), (), (points(**columns),))


def test_frozen_columns_are_copies_that_cannot_change():
    column = np.array([1.0])
    kept = frozen({"x": column})
    column[0] = 2.0
    assert kept["x"][0] == 1.0
    with pytest.raises(ValueError, match="read-only"):
        kept["x"][0] = 3.0


def test_the_objective_of_values_has_the_unknowns_as_residuals():
    objective = Objective(("u", "v"), ("x",), (), (points(x=[0.0, 1.0]),)).of_values()
    residuals = [term.residual for term in objective.point_sets[0].terms]
    assert residuals == [leaf(Derivative("u")), leaf(Derivative("v"))]
