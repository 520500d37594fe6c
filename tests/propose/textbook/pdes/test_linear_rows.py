"""Formulas solved for some of their symbols."""

from support.textbook import arithmetic, formula
from symplex.propose.textbook.pdes.linear_rows import solved_for


def test_values_and_what_is_left_over():
    real = arithmetic()
    found = solved_for([formula("x + y - 1"), formula("x - a"), formula("y - k")], ["x", "y"], real)
    assert found is not None
    values, rest = found
    assert set(values) == {"x", "y"}
    (condition,) = rest
    assert real.are_equal(condition, formula("a + k - 1")) or real.are_equal(
        condition, formula("1 - a - k")
    )


def test_all_or_nothing_where_that_is_asked():
    real = arithmetic()
    assert solved_for([formula("x - 1")], ["x", "y"], real, complete=True) is None
    found = solved_for([formula("x - 1")], ["x", "y"], real)
    assert found == ({"x": formula("1")}, [])


def test_what_is_not_affine_is_declined():
    real = arithmetic()
    assert solved_for([formula("x*y - 1")], ["x", "y"], real) is None
