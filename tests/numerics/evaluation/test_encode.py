"""Formulas as the core reads them."""

import numpy as np
import pytest

from symplex.errors import ProblemError
from symplex.expression import CONSTANT, Derivative, Symbol, number, tuple_of
from symplex.expression.operators import PI, SIN, SQRT
from symplex.expression.parse import Scope, parse
from symplex.numerics.evaluation.engines.encode import (
    PointCode,
    code_of,
    operator_entry,
    token_entry,
)
from symplex.numerics.evaluation.objective import Objective, PointSet, Term, frozen

SCOPE = Scope(("x", "t"), (), ("u",))


def code(residual: str) -> tuple[PointCode, list[tuple[str, int, float]]]:
    columns = frozen({"x": np.array([1.0, 4.0]), "t": np.array([0.0, 2.0])})
    points = PointSet(columns, (Term(parse(residual, SCOPE)),))
    found = PointCode(Objective(("u",), ("x", "t"), (), (points,)), points)
    return found, found.residual(points.terms[0].residual)


def test_operators_are_named_powers_and_pi_are_numbers():
    assert operator_entry(SIN) == ("sin", 0, 0.0)
    assert operator_entry(SQRT) == ("power", 0, 0.5)
    assert operator_entry(PI) == ("number", 0, np.pi)
    assert operator_entry(tuple_of(3)) == ("tuple", 3, 0.0)


def test_leaves_are_columns_numbers_and_slots():
    symbols = ("x", "t")
    assert token_entry(Symbol("t"), symbols) == ("column", 1, 0.0)
    assert token_entry(number(2).root, symbols) == ("number", 0, 2.0)
    assert token_entry(CONSTANT, symbols) == ("constant", 0, 0.0)
    assert token_entry(Symbol("y"), symbols)[0] == "forbidden"
    assert token_entry(Derivative("u"), symbols)[0] == "forbidden"


def test_parts_without_an_unknown_become_columns():
    found, entries = code("u_t - sqrt(x)*u")
    assert [name for name, _, _ in entries] == ["-", "derivative", "*", "column", "derivative"]
    np.testing.assert_array_equal(found.columns[2], [1.0, 2.0])


def test_derivatives_are_counted_by_variable():
    found, _ = code("u_xxt + u")
    assert found.derivatives().tolist() == [[0, 0, 0], [0, 2, 1]]


def test_data_must_be_finite_at_every_point():
    with pytest.raises(ProblemError, match="not finite at some point"):
        code("u - log(t)")


def test_entries_become_three_arrays():
    operations, indices, values = code_of([("a", 1, 2.0), ("b", 3, 4.0)], {"a": 7, "b": 8})
    assert (operations.tolist(), indices.tolist(), values.tolist()) == ([7, 8], [1, 3], [2.0, 4.0])
