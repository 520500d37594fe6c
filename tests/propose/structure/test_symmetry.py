"""Symmetries of a function, and what they reduce a problem to."""

import numpy as np
import pytest

from support.views import AWAY, PLANE, known, seen
from symplex.expression import symbol
from symplex.expression.parse import Scope, parse
from symplex.expression.render import to_text
from symplex.problem import Problem
from symplex.problem.residuals import residuals_of, satisfies
from symplex.propose.structure.explain import Explainer
from symplex.propose.structure.findings import view_of
from symplex.propose.structure.level_sets import along
from symplex.propose.structure.modulus import in_modulus
from symplex.propose.structure.reduction import reductions
from symplex.propose.structure.symmetry import Symmetry, symmetries
from symplex.propose.structure.tidy import exact
from symplex.work.budget import Budget

# Vector fields that leave a function alone, and what they make of it.


@pytest.mark.parametrize(
    ("text", "box", "combination"),
    [
        ("tanh(x - 2*t)", PLANE, "x - 2*t"),
        ("exp(-(x^2 + t^2))", PLANE, "x^2 + t^2"),
        ("sin(x - t^2/2)", PLANE, "x - t^2/2"),
        ("exp(x^2/t)", AWAY, "x*t^(-1/2)"),
        ("sin(x*exp(-2*t))", PLANE, "x*exp(-2*t)"),
        ("sin(x/(1 + t))", PLANE, "x*(1/(t + 1))"),
    ],
)
def test_the_combination_is_found(text, box, combination):
    first, *_ = symmetries(seen(text, box))
    assert to_text(exact(first.combination)) == combination


def test_growth_and_shifts_are_told_apart():
    (grown,) = symmetries(seen("exp(-3*t)/cosh(x - t)", PLANE))
    assert to_text(exact(grown.factor)) == "exp(-3*t)"
    (shifted,) = symmetries(seen("1/cosh(x - t) + 3*t", PLANE))
    assert to_text(exact(shifted.shift)) == "3*t"
    assert to_text(exact(shifted.whole(symbol("F")))) == "F + 3*t"


def test_scaling_has_an_exponent():
    (found,) = symmetries(seen("t^(-1/3)*exp(-x/t^(1/3))", AWAY))
    assert found.scales
    assert to_text(exact(found.factor)) == "t^(-1/3)"


def test_a_function_without_symmetry_has_none():
    assert list(symmetries(seen("sin(x^2 + exp(t)*x) + t^3", PLANE))) == []


def test_the_reduced_function_has_one_variable_less():
    view = seen("tanh(x - 2*t)", PLANE)
    (symmetry,) = symmetries(view)
    reduced = symmetry.reduced(view, "z")
    assert reduced.names == ("z",)
    points = reduced.points(10)
    truth = seen("tanh(z)", {"z": (-3.0, 1.0)}, 0.0).values(points)
    assert reduced.values(points) == pytest.approx(truth, abs=1e-7)


# Ordinary equations for profiles.

BOX = {"x": [-2, 2], "t": [1, 2]}
CASES = [
    (Problem(["u_t = u_xx"], BOX, [("t = 1", "u = erf(x/2)")]), "erf(x/(2*sqrt(t)))", "erf(z/2)"),
    (
        Problem(["u_tt - u_xx + sin(u) = 0"], BOX, [("t = 1", "u = 0")]),
        "4*atan(exp((x - t/2)*2/sqrt(3)))",
        "4*atan(exp(2*z/sqrt(3)))",
    ),
]


@pytest.mark.parametrize(("problem", "answer", "profile"), CASES)
def test_the_profile_solves_its_equation(problem, answer, profile):
    view = view_of(known(problem, {"u": answer}), 0, Budget.unlimited())
    found = list(reductions(problem, view, Budget.unlimited()))
    first = found[0]
    (unknown,), (place,) = first.problem.unknowns, first.problem.variables
    tree = parse(profile.replace("z", place), Scope((place,)))
    assert satisfies(first.problem, {unknown: tree})
    (family,) = first.back({unknown: tree})
    assert holds_equation(problem, family.formulas)


def test_equations_of_high_order_are_left_alone():
    problem = Problem(["u_t + 6*u*u_x + u_xxx = 0"], BOX, [("t = 1", "u = 2/cosh(x - 4)^2")])
    view = view_of(known(problem, {"u": "2/cosh(x - 4*t)^2"}), 0, Budget.unlimited())
    assert list(reductions(problem, view, Budget.unlimited())) == []


def holds_equation(problem, formulas):
    alone = problem.changed(conditions=())
    return satisfies(alone, formulas) and bool(residuals_of(alone, formulas))


# Functions of a combination, read off along a line.

DISC = {"x": (-1.0, 1.0), "y": (-1.0, 1.0)}


def combined(text, factor="1", shift="0"):
    scope = Scope(("x", "y"))
    return Symmetry(("x", "y"), parse(text, scope), parse(factor, scope), parse(shift, scope))


def test_a_line_from_the_centre_crosses_all_circles():
    view = along(seen("exp(x^2 + y^2)", DISC), combined("x^2 + y^2"), "z")
    low, high = view.box["z"]
    assert low < 0.01
    assert high > 1.9
    z = np.linspace(low, high, 9)
    assert view.values({"z": z}) == pytest.approx(np.exp(z), abs=1e-8)


def test_factors_and_shifts_are_taken_off():
    moved = combined("x - y", "exp(y)", "3*y")
    view = along(seen("exp(y)*sin(x - y) + 3*y", DISC), moved, "z")
    z = np.linspace(-1, 1, 5)
    assert view.values({"z": z}) == pytest.approx(np.sin(z), abs=1e-8)


def test_other_variables_stay():
    space = {**DISC, "t": (0.0, 1.0)}
    view = along(seen("t*(x - y)", space), combined("x - y"), "z")
    assert view.names == ("z", "t")


def test_a_combination_that_is_defined_nowhere_has_no_line():
    assert along(seen("x", DISC), combined("log(-4 - x^2 - y)"), "z") is None


# Two unknowns as real and imaginary part.


def test_a_wave_packet_is_an_envelope_times_a_wave():
    real = seen("cos(x/2 + 3*t/4)/cosh(x - t)", PLANE)
    imaginary = seen("sin(x/2 + 3*t/4)/cosh(x - t)", PLANE)
    explainer = Explainer(Budget.unlimited())
    assert explainer.explain(real) == []
    (found,) = in_modulus(real, imaginary, explainer)
    assert found.misfit < 1e-8


def test_a_modulus_that_vanishes_is_left_alone():
    both = seen("x*t", PLANE), seen("x*t^2", PLANE)
    assert in_modulus(*both, Explainer(Budget.unlimited())) == []
