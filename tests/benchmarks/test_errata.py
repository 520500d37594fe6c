"""What the paper prints, put into its own equations: SymPy alone decides, none of our code."""

import sympy

x, y, t, kappa = sympy.symbols("x y t kappa", real=True)


def _is_zero(formula):
    return sympy.simplify(formula) == 0


def _laplacian(u):
    return u.diff(x, 2) + u.diff(y, 2)


def test_the_printed_source_of_poisson_does_not_belong_to_its_solution():
    u = x**4 + sympy.Rational(6, 5) * y**4
    assert _is_zero(-_laplacian(u) - (-12 * x**2 - sympy.Rational(72, 5) * y**2))
    left = sympy.expand(-_laplacian(u) - (-12 * x**2 - sympy.Rational(24, 5) * y**2))
    assert left == -sympy.Rational(48, 5) * y**2


def test_the_printed_solution_of_advection_solves_another_equation():
    u = sympy.sin(-sympy.Rational(3, 2) * (x - y - 2 * t))
    assert _is_zero(u.diff(t) + u.diff(x) - u.diff(y))
    as_printed = u.diff(t) + u.diff(x) + u.diff(y)
    assert _is_zero(as_printed - 3 * sympy.cos(sympy.Rational(3, 2) * (x - y - 2 * t)))


def test_the_printed_answer_to_advection_solves_neither():
    u = sympy.sin(-(sympy.Rational(149, 100) * ((x - 2 * t) - sympy.Rational(3, 2) * y)))
    for sign in (1, -1):
        assert not _is_zero(u.diff(t) + u.diff(x) + sign * u.diff(y))


def test_the_printed_answer_to_heat_misses_the_initial_data_by_a_hundredth():
    u = sympy.Rational(99, 100) * sympy.sin(x) * sympy.cos(y) * sympy.exp(-2 * t)
    assert _is_zero(u.diff(t) - _laplacian(u))
    missed = u.subs(t, 0) - sympy.sin(x) * sympy.cos(y)
    assert _is_zero(missed + sympy.sin(x) * sympy.cos(y) / 100)


def test_the_printed_answer_to_the_convex_problem_has_residual_one_where_it_is_positive():
    # max(0, t + t + x − 1.5 t), on the side on which it is not 0.
    printed = x + t / 2
    assert printed.diff(t) + printed.diff(x) ** 2 / 2 == 1
    true = x - t / 2  # min(x − t/2, 0), likewise
    assert true.diff(t) + true.diff(x) ** 2 / 2 == 0
    # At t = 0 it is max(x, 0), and min(x, 0) was asked for.
    assert sympy.Max(0, printed).subs({t: 0, x: 1}) == 1
    assert sympy.Min(true, 0).subs({t: 0, x: 1}) == 0


def test_the_printed_answer_to_parametric_heat_grows_where_the_solution_decays():
    u = -sympy.exp(kappa * t) * sympy.sin(-x) * sympy.cos(y)
    assert _is_zero(u.diff(t) - kappa * _laplacian(u) - 3 * kappa * u)


def test_the_printed_answer_to_parametric_advection_is_negative_where_the_solution_is_zero():
    printed = 1 - (sympy.Abs(kappa * t - y) + sympy.Abs(x - sympy.Abs(t) * kappa))
    at = {x: 1, y: -1, t: 0, kappa: 1}
    assert printed.subs(at) == -1
    assert sympy.Max(printed, 0).subs(at) == 0


def test_the_flat_part_of_the_eikonal_solution_fills_a_share_pi_over_12_of_the_box():
    share = sympy.integrate(sympy.pi * t**2, (t, 0, 1)) / 4
    assert share == sympy.pi / 12
    assert float(share) > 0.26
