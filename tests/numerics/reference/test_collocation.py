"""Collocation on boxes."""

from support.reasons import refused
from support.references import is_honest, solved, system, true_error
from symplex.numerics.reference.collocation import collocation
from symplex.reasons import Code
from symplex.work.budget import Budget


def test_a_boundary_value_problem_with_a_condition_on_the_slope():
    stated = system("u_xx = 4*u", {"x": [0, 1]}, ("x = 0", "u = 1"), ("x = 1", "u_x + 2*u = 0"))
    assert is_honest(solved(collocation, stated), stated, "exp(-2*x)")


def test_a_removable_singularity_at_the_start():
    stated = system(
        "x*u_xx + 2*u_x + x*u^5 = 0", {"x": [0, 2]}, ("x = 0", "u = 1"), ("x = 0", "u_x = 0")
    )
    found = solved(collocation, stated)
    assert is_honest(found, stated, "1/sqrt(1 + x^2/3)")
    assert true_error(found, stated, "1/sqrt(1 + x^2/3)") < 1e-12


def test_a_nonlinear_elliptic_problem_by_newton():
    stated = system(
        "u_xx + u_yy = 2*u^3",
        {"x": [0, 1], "y": [0, 1]},
        *(("x = 0", "u = 5/(5 + 4*y)"), ("x = 1", "u = 5/(8 + 4*y)")),
        *(("y = 0", "u = 5/(5 + 3*x)"), ("y = 1", "u = 5/(9 + 3*x)")),
    )
    assert is_honest(solved(collocation, stated), stated, "5/(5 + 3*x + 4*y)")


def test_a_wave_between_walls():
    stated = system(
        "u_tt = u_xx + sin(x)",
        {"x": [0, "pi"], "t": [0, 3]},
        *(("t = 0", "u = 0"), ("t = 0", "u_t = 0"), ("x = 0", "u = 0"), ("x = pi", "u = 0")),
    )
    assert is_honest(solved(collocation, stated), stated, "(1 - cos(t))*sin(x)")


def test_ends_without_data_are_refused():
    open_heat = system("u_t = u_xx", {"x": [0, 1], "t": [0, 1]}, ("t = 0", "u = x"))
    with refused(Code.REFERENCE_ENDS_LACK_DATA):
        solved(collocation, open_heat)


def test_a_compromise_between_data_is_no_solution():
    twice = system("u_x = u", {"x": [0, 1]}, ("x = 0", "u = 1"), ("x = 0", "u = 2"))
    with refused(Code.REFERENCE_NO_SMOOTH_FUNCTION) as caught:
        solved(collocation, twice)
    assert caught.value.applies


def test_data_that_leave_a_constant_open_are_refused():
    free = system("u_xx = 0", {"x": [0, 1]}, ("x = 0", "u_x = 0"), ("x = 1", "u_x = 0"))
    with refused(Code.REFERENCE_NOT_DETERMINED):
        solved(collocation, free)


def test_a_kink_is_not_resolved_and_said_so():
    kinked = system(
        "u_xx = abs(x - 0.3)^(1/2)*sign(x - 0.3)",
        {"x": [0, 1]},
        ("x = 0", "u = 0"),
        ("x = 1", "u = 1"),
    )
    with refused(Code.REFERENCE_COLLOCATION_ERROR):
        solved(collocation, kinked)


def test_the_error_of_a_solution_with_a_kinked_source_is_not_understated():
    """Beside kinks the error falls slowly: a few polynomials more change far less than is left."""
    box, start = {"t": [0, 4]}, (("t = 0", "u = 0"), ("t = 0", "u_t = 0"))
    stated = system("u_tt + u = max(t - 1, 0)", box, *start)
    found = collocation(stated, 5e-3, Budget.unlimited())
    assert true_error(found, stated, "max(t - 1, 0) - sin(max(t - 1, 0))") <= found.error
