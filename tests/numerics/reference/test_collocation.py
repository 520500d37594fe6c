"""Chebyshev collocation on boxes, by eigenvectors in each variable, and in logarithms."""

import numpy as np

from support.reasons import refused
from support.references import is_honest, solved, system, true_error
from symplex.codes import ReferenceCode
from symplex.numerics.reference.chebyshev import Expansion, Pieces, basis, from_nodes, nodes, split
from symplex.numerics.reference.collocation import collocation
from symplex.numerics.reference.logarithmic import logarithmic
from symplex.numerics.reference.separable import separable
from symplex.work.budget import Budget

# Functions as sums of Chebyshev polynomials.

BOX = {"x": (0.0, 2.0), "y": (-1.0, 1.0)}


def made() -> Expansion:
    return Expansion.sampled(lambda c: np.array([np.sin(c["x"]) * np.exp(c["y"])]), BOX, (20, 18))


def points() -> dict[str, np.ndarray]:
    random = np.random.default_rng(0)
    return {name: random.uniform(*ends, 50) for name, ends in BOX.items()}


def test_values_and_derivatives_are_those_of_the_function():
    at = points()
    x, y = at["x"], at["y"]
    np.testing.assert_allclose(made().values(at)[0], np.sin(x) * np.exp(y), atol=1e-13)
    np.testing.assert_allclose(
        made().values(at, ("x", "x", "y"))[0], -np.sin(x) * np.exp(y), atol=1e-9
    )


def test_a_grid_has_the_same_values_as_its_points():
    axes = {"x": np.array([0.1, 0.7, 1.9]), "y": np.array([-0.5, 0.5])}
    mesh = np.meshgrid(*axes.values(), indexing="ij")
    at = {name: part.ravel() for name, part in zip(axes, mesh, strict=True)}
    whole = made().on_grid(axes, ("y",))[0]
    np.testing.assert_allclose(whole.ravel(), made().values(at, ("y",))[0], atol=1e-12)


def test_nodes_lead_to_coefficients_and_back():
    values = np.cos(nodes(16))
    there = np.array([0.3])
    found = basis(there, 16, (-1.0, 1.0)) @ (from_nodes(16) @ values)
    np.testing.assert_allclose(found, np.cos(there), atol=1e-13)


def test_tails_show_which_variable_is_not_resolved():
    rough = Expansion.sampled(lambda c: np.array([np.sin(20 * c["x"]) * c["y"]]), BOX, (12, 12))
    tails = rough.tails()
    assert tails[0] > 1e-3
    assert tails[1] < 1e-12


def test_pieces_follow_each_other():
    intervals = split((0.0, 2.0), 4)
    parts = [
        Expansion.sampled(lambda c: np.array([np.sin(9 * c["x"])]), {"x": ends}, (16,))
        for ends in intervals
    ]
    x = np.linspace(0, 2, 41)
    found = Pieces("x", tuple(parts)).values({"x": x}, ("x",))
    np.testing.assert_allclose(found[0], 9 * np.cos(9 * x), atol=1e-8)


# Collocation on boxes.


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
    with refused(ReferenceCode.REFERENCE_ENDS_LACK_DATA):
        solved(collocation, open_heat)


def test_a_compromise_between_data_is_no_solution():
    twice = system("u_x = u", {"x": [0, 1]}, ("x = 0", "u = 1"), ("x = 0", "u = 2"))
    with refused(ReferenceCode.REFERENCE_NO_SMOOTH_FUNCTION) as caught:
        solved(collocation, twice)
    assert caught.value.applies


def test_data_that_leave_a_constant_open_are_refused():
    free = system("u_xx = 0", {"x": [0, 1]}, ("x = 0", "u_x = 0"), ("x = 1", "u_x = 0"))
    with refused(ReferenceCode.REFERENCE_NOT_DETERMINED):
        solved(collocation, free)


def test_a_kink_is_not_resolved_and_said_so():
    kinked = system(
        "u_xx = abs(x - 0.3)^(1/2)*sign(x - 0.3)",
        {"x": [0, 1]},
        ("x = 0", "u = 0"),
        ("x = 1", "u = 1"),
    )
    with refused(ReferenceCode.REFERENCE_COLLOCATION_ERROR):
        solved(collocation, kinked)


def test_the_error_of_a_solution_with_a_kinked_source_is_not_understated():
    """Beside kinks the error falls slowly: a few polynomials more change far less than is left."""
    box, start = {"t": [0, 4]}, (("t = 0", "u = 0"), ("t = 0", "u_t = 0"))
    stated = system("u_tt + u = max(t - 1, 0)", box, *start)
    found = collocation(stated, 5e-3, Budget.unlimited())
    assert true_error(found, stated, "max(t - 1, 0) - sin(max(t - 1, 0))") <= found.error


# Separated linear equations.


def test_a_box_of_three_variables():
    box = {name: [1, 2] for name in "xyz"}
    sides = [
        (f"{name} = {end}", "u = 1/sqrt({} + {}^2 + {}^2)".format(end**2, *set("xyz") - {name}))
        for name in "xyz"
        for end in (1, 2)
    ]
    stated = system("u_xx + u_yy + u_zz = 0", box, *sides)
    assert is_honest(solved(separable, stated), stated, "1/sqrt(x^2 + y^2 + z^2)")


def test_slopes_on_faces_and_a_coefficient_that_varies():
    stated = system(
        "u_xx + x*u_x + u_yy = x*(1 - y) + 2",
        {"x": [0, 1], "y": [0, 1]},
        *(("x = 0", "u = y^2"), ("x = 1", "u_x = 1 - y")),
        *(("y = 0", "u = x"), ("y = 1", "u_y = 2 - x")),
    )
    assert is_honest(solved(separable, stated), stated, "x*(1 - y) + y^2")


def test_a_constant_left_open_is_refused():
    faces = [(f"{name} = {end}", f"u_{name} = 0") for name in "xy" for end in (0, 1)]
    stated = system("u_xx + u_yy = 0", {"x": [0, 1], "y": [0, 1]}, *faces)
    with refused(ReferenceCode.REFERENCE_NOT_DETERMINED):
        solved(separable, stated)


def test_mixed_derivatives_are_refused():
    faces = [(f"{name} = {end}", "u = 0") for name in "xy" for end in (0, 1)]
    with refused(ReferenceCode.REFERENCE_NOT_SEPARABLE):
        solved(
            separable,
            system("u_xx + u_xy + u_yy = 1", {"x": [0, 1], "y": [0, 1]}, *faces),
        )


# Equations in the logarithm of a variable.

HALF_LINE = {"x": [1, 2], "t": [0, 1]}


def test_an_option_price_and_its_derivatives():
    stated = system("u_t + x^2*u_xx/2 + x*u_x - u = 0", HALF_LINE, ("t = 1", "u = x^3"))
    found = solved(logarithmic, stated)
    assert is_honest(found, stated, "x^3*exp(5*(1 - t))")
    points = stated.points(20)
    values, slopes = found.field.values(points), found.field.values(points, ("x", "x"))
    assert abs(slopes * points["x"] ** 2 / values - 6).max() < 1e-6


def test_equations_that_do_not_scale_are_refused():
    with refused(ReferenceCode.REFERENCE_NOTHING_SCALES):
        solved(logarithmic, system("u_t = u_xx", HALF_LINE, ("t = 0", "u = x")))
