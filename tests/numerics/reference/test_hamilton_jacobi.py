"""First-order equations: characteristics, the formulas of Hopf and Lax, and WENO on a grid."""

import numpy as np
import pytest

from support.reasons import refused
from support.references import ON_LINE, is_honest, solved, system
from symplex.codes import ReferenceCode
from symplex.numerics.reference.characteristics import characteristics
from symplex.numerics.reference.gridded import Gridded
from symplex.numerics.reference.hopf_lax import hopf_lax
from symplex.numerics.reference.reference import reference
from symplex.numerics.reference.result import Reference
from symplex.numerics.reference.system import NoScheme, System
from symplex.numerics.reference.weno import METHOD, one_sided, weno
from symplex.problem import Problem
from symplex.work.budget import Budget

# First-order equations along their rays.


@pytest.mark.parametrize(
    ("equation", "data", "truth"),
    [
        ("u_t + x*u_x = 0", "sin(2*x)", "sin(2*x*exp(-t))"),
        ("u_t + u*u_x = -u", "x", "x/(2*exp(t) - 1)"),
        ("u_t + u_x^2 + u = 0", "x^2", "x^2/(5*exp(t) - 4)"),
        ("u_t + 2*u_x = 0", "abs(x)", "abs(x - 2*t)"),
    ],
)
def test_linear_quasilinear_and_nonlinear_equations(equation, data, truth):
    stated = system(equation, ON_LINE, ("t = 0", f"u = {data}"))
    assert is_honest(solved(characteristics, stated), stated, truth)


def test_a_plane_that_turns():
    box = {"x": [-1, 1], "y": [-1, 1], "t": [0, 1]}
    stated = system("u_t + y*u_x - x*u_y = 0", box, ("t = 0", "u = x"))
    assert is_honest(solved(characteristics, stated), stated, "x*cos(t) - y*sin(t)")


def test_rays_that_meet_are_refused():
    steepening = system("u_t + u*u_x = 0", {"x": [-1, 1], "t": [0, 2]}, ("t = 0", "u = -sin(x)"))
    with refused(ReferenceCode.REFERENCE_RAYS_MISSING, ReferenceCode.REFERENCE_RAYS_MEET):
        solved(characteristics, steepening)


def test_kinks_of_data_that_move_the_rays_are_refused():
    with refused(ReferenceCode.REFERENCE_DATA_KINKED):
        solved(characteristics, system("u_t + u_x^2 = 0", ON_LINE, ("t = 0", "u = min(x, 0)")))


def test_equations_of_second_order_are_refused():
    with refused(ReferenceCode.REFERENCE_NOT_FIRST_ORDER):
        solved(characteristics, system("u_t = u_xx", ON_LINE, ("t = 0", "u = x")))


# Viscosity solutions as references.


def test_a_shock_and_a_front():
    stated = system("u_t + u_x^2/2 = 0", ON_LINE, ("t = 0", "u = min(x, 0)"))
    assert is_honest(solved(hopf_lax, stated), stated, "min(x - t/2, 0)")
    plane = {"x": [-1, 1], "y": [-1, 1], "t": [0, 1]}
    eikonal = system("u_t + sqrt(u_x^2 + u_y^2) = 0", plane, ("t = 0", "u = sqrt(x^2 + y^2)"))
    assert is_honest(solved(hopf_lax, eikonal), eikonal, "max(sqrt(x^2 + y^2) - t, 0)")


def test_what_has_no_formula_is_refused():
    for equation in ("u_t + x*u_x^2 = 0", "u_t = u_xx"):
        with pytest.raises(NoScheme):
            solved(hopf_lax, system(equation, ON_LINE, ("t = 0", "u = sin(x)")))


# The WENO scheme finds viscosity solutions, and says how many digits it has.

BOX = {"x": [-1, 1], "t": [0, 1]}
SQUARE = Problem(["u_t + u_x^2/2 = 0"], BOX, [("t = 0", "u = abs(x)")])
RIDGE = Problem(["u_t + u_x^2/2 = 0"], BOX, [("t = 0", "u = -abs(x)")])
LAST = Problem(["u_t - abs(u_x) = 0"], BOX, [("t = 1", "u = abs(x)")])
PLANE = Problem(
    ["u_t + sqrt(u_x^2 + u_y^2) = 0"],
    {"x": [0, 1], "y": [0, 1], "t": [0, 1 / 4]},
    [("t = 0", "u = x + y")],
)


def fan(x, t):
    return np.where(np.abs(x) < t, x**2 / np.maximum(2 * t, 1e-300), np.abs(x) - t / 2)


KNOWN = {
    "a kink that opens": (SQUARE, fan),
    "a kink that stays": (RIDGE, lambda x, t: -np.abs(x) - t / 2),
    "data at the end": (LAST, lambda x, t: np.maximum(np.abs(x) - (1 - t), 0)),
    "the plane": (PLANE, lambda x, y, t: x + y - np.sqrt(2) * t),
}


@pytest.mark.parametrize("name", KNOWN)
def test_the_error_is_within_the_estimate(name):
    problem, truth = KNOWN[name]
    found = weno(System.of(problem), 5e-3, Budget.unlimited())
    points = System.of(problem).points(2000, seed=5)
    true = np.max(np.abs(found.field.values(points)[0] - truth(**points)))
    assert true <= found.error <= 5e-3 * found.scale
    assert not found.differentiable


def test_slopes_from_either_side_are_of_fifth_order():
    errors = []
    for size in (40, 80, 160):
        x = np.linspace(0, 1, size + 1)
        sides = one_sided(np.sin(3 * x), 0, x[1] - x[0])
        errors.append([np.max(np.abs(one - 3 * np.cos(3 * x))[4:-4]) for one in sides])
    assert np.all(np.log2(np.array(errors[:-1]) / np.array(errors[1:])) > 4.5)


def test_at_a_kink_each_side_has_its_own_slope():
    x = np.linspace(-1, 1, 21)
    left, right = one_sided(np.abs(x), 0, 0.1)
    assert left[10] == pytest.approx(-1, abs=1e-6)
    assert right[10] == pytest.approx(1, abs=1e-6)


def test_along_other_axes_slopes_are_the_same():
    x = np.linspace(-1, 1, 21)
    mesh = np.tile(np.abs(x), (4, 1))
    assert np.array_equal(one_sided(mesh, 1, 0.1)[0][2], one_sided(np.abs(x), 0, 0.1)[0])


def test_speeds_that_grow_are_followed():
    problem = Problem(
        ["u_t + u_x^2/2 + cos(x) = 0"], {"x": [-1, 1], "t": [0, 1]}, [("t = 0", "u = 0")]
    )
    found = weno(System.of(problem), 5e-3, Budget.unlimited())
    exact = reference(problem)
    assert isinstance(exact, Reference)
    points = System.of(problem).points(500, seed=5)
    assert np.max(np.abs(found.field.values(points) - exact.values(points))) <= found.error


@pytest.mark.parametrize(
    ("equation", "data", "tolerance", "reasons"),
    [
        ("u_t + u*u_x = 0", "u = -sin(3*x)", 5e-3, [ReferenceCode.REFERENCE_SPEEDS_OF_UNKNOWN]),
        ("u_t + u_x^2 = 0", "u = abs(x)", 1e-8, [ReferenceCode.REFERENCE_TOO_FEW_DIGITS]),
        ("u_t = u_xx", "u = abs(x)", 5e-3, [ReferenceCode.REFERENCE_NOT_FIRST_ORDER]),
        (
            "u_t + (1 + 9*x^2)*abs(u_x) = 0",
            "u = cos(x)",
            5e-3,
            [ReferenceCode.REFERENCE_WAVES_TOO_FAR],
        ),
        (
            "u_t + u_x^2 = 0",
            "u = 1/(x - 1.5)^2",
            5e-3,
            [ReferenceCode.REFERENCE_DATA_UNDEFINED_BEYOND, ReferenceCode.REFERENCE_WAVES_TOO_FAR],
        ),
    ],
)
def test_what_it_is_not_for_is_refused(equation, data, tolerance, reasons):
    problem = Problem([equation], BOX, [("t = 0", data)])
    with refused(*reasons):
        weno(System.of(problem), tolerance, Budget.unlimited())


def test_it_follows_where_characteristics_have_met():
    kinked = Problem(
        ["u_t + abs(u_x) + u/2 = 0"], {"x": [-1, 1], "t": [0, 1]}, [("t = 0", "u = abs(x)")]
    )
    found = reference(kinked, tolerance=5e-3)
    assert isinstance(found, Reference)
    assert found.method == METHOD
    points = System.of(kinked).points(500, seed=5)
    truth = np.maximum(np.abs(points["x"]) - points["t"], 0) * np.exp(-points["t"] / 2)
    assert np.max(np.abs(found.values(points)[0] - truth)) <= found.error


# States on a grid are looked up between its nodes.


def grid(size, times=(0.0, 1.0)):
    x, t = np.linspace(-1, 1, size), np.linspace(*times, size)
    return Gridded("t", t, {"x": x}, np.abs(x)[None] + t[:, None])


@pytest.mark.parametrize("times", [(0.0, 1.0), (1.0, 0.0)])
def test_values_between_nodes(times):
    points = {"x": np.array([-0.5, 0.0, 0.73]), "t": np.array([0.1, 1.0, 0.37])}
    assert grid(5, times).values(points)[0] == pytest.approx([0.6, 1.0, 1.1])


def test_a_grid_has_no_derivatives():
    with refused(ReferenceCode.REFERENCE_NO_DERIVATIVES):
        grid(5).values({"x": np.zeros(1), "t": np.zeros(1)}, ("x",))


def test_the_distance_is_seen_between_the_nodes_of_the_coarser():
    assert grid(5).distance(grid(9)) == pytest.approx(0)
    assert grid(4).distance(grid(9)) == pytest.approx(1 / 3)
