"""Linear equations by determinants."""

from support.textbook import arithmetic, formula
from symplex.propose.textbook.pdes.determinants import by_determinants


def test_a_rotation_is_undone_without_quotients():
    real = arithmetic(a=(-1.0, 1.0))
    equations = [formula("x*cos(a) - y*sin(a) - k"), formula("x*sin(a) + y*cos(a)")]
    found = by_determinants(equations, ["x", "y"], real)
    assert found is not None
    assert real.are_equal(found["x"], formula("k*cos(a)"))
    assert real.are_equal(found["y"], formula("-k*sin(a)"))


def test_equations_that_depend_on_each_other_have_no_answer():
    real = arithmetic(a=(-1.0, 1.0))
    equations = [formula("x + y - 1"), formula("2*x + 2*y - k")]
    assert by_determinants(equations, ["x", "y"], real) is None


def test_what_is_not_affine_is_declined():
    real = arithmetic(a=(-1.0, 1.0))
    assert by_determinants([formula("x^2 - 1")], ["x"], real) is None
