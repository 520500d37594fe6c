"""Linear equations with formulas as coefficients."""

from support.textbook import arithmetic, formula
from symplex.exact.formulas.linear_solve import linear_values


def solved(*texts):
    return linear_values([formula(text) for text in texts], ("x", "y"), arithmetic())


def test_a_unique_solution():
    values = solved("k*x + y - 1", "x - k*y")
    assert values is not None
    real = arithmetic()
    assert real.are_equal(values["x"], formula("k/(k^2 + 1)"))
    assert real.are_equal(values["y"], formula("1/(k^2 + 1)"))


def test_free_unknowns_have_no_value():
    assert solved("x + y - 1", "2*x + 2*y - 2") == {"x": formula("1")}


def test_contradictions_and_curved_equations_have_none():
    assert solved("x + y - 1", "x + y - 2") is None
    assert solved("x*y - 1") is None
