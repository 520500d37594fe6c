from support.statements import formula, on_rod, on_square, ordinary
from symplex.expression import Derivative, number
from symplex.proof.contradictions.linear_form import is_lone, linear_form


def test_coefficients_and_source():
    form = linear_form(on_rod("u_t = 2*u_xx + x*u + sin(x)").equations[0])
    assert form is not None
    assert form.along("u", "x") == {2: number(-2)}
    assert form.along("u", "t") == {1: number(1)}
    assert form.coefficients[Derivative("u")] == formula("-x")
    assert form.source == formula("sin(x)")
    assert form.is_pure
    assert not form.is_constant


def test_mixed_derivatives_are_not_pure():
    form = linear_form(on_square("u_xy + u = 0").equations[0])
    assert form is not None
    assert form.is_constant
    assert not form.is_pure


def test_nonlinear_equations_have_none():
    assert linear_form(on_rod("u_t + u*u_x = 0").equations[0]) is None


def test_one_unknown_and_one_equation_in_several_variables():
    assert is_lone(on_rod("u_t = u_xx"))
    assert not is_lone(ordinary("u_x = u"))
    assert not is_lone(on_square(["u_x = 0", "u_y = 0"]))
