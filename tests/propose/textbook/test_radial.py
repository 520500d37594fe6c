"""Problems in which nothing but the distance from the origin matters, and their centre."""

import pytest

from support.partial import cauchy, named
from support.textbook import is_solved, proposals
from symplex.expression.render import to_text
from symplex.problem import Problem
from symplex.propose.textbook.odes.euler import Euler
from symplex.propose.textbook.pdes.radial import Radial
from symplex.propose.textbook.pdes.regular import is_singular, is_underdetermined, regular_solution
from symplex.work.budget import Budget

# Problems in which only the distance matters.

METHOD = named("radial symmetry")
PLANE = {"x": [-1, 1], "y": [-1, 1]}
SPACE = {**PLANE, "z": [-1, 1]}


@pytest.mark.parametrize(
    ("equation", "data", "space"),
    [
        ("u_t = u_xx + u_yy", ["u = (x^2 + y^2)^2"], PLANE),
        ("u_t = u_xx + u_yy + u_x^2 + u_y^2", ["u = log(2 + x^2 + y^2)"], PLANE),
        ("u_tt = u_xx + u_yy + u_zz", ["u = x^2 + y^2 + z^2", "u_t = 1"], SPACE),
    ],
)
def test_seen_from_the_centre(equation, data, space):
    problem = cauchy(equation, *data, **space)
    (reduction,) = proposals(Radial(), problem)
    assert len(reduction.problem.variables) == 2
    assert is_solved(METHOD, problem)


def test_data_with_a_direction_are_left_alone():
    assert proposals(Radial(), cauchy("u_t = u_xx + u_yy", "u = x^2", **PLANE)) == []


# The regular solution where the centre has no condition.

DISC = Problem(["u_r = u_r"], {"r": [0, 1]}, [("r = 1", "u = 3")]).changed(
    equations=Problem(["u_rr = (4*u - r*u_r)/r^2"], {"r": [0, 1]}).equations
)


def test_what_is_singular_and_what_lacks_conditions():
    ring = Problem(["u_rr = (4*u - r*u_r)/r^2"], {"r": [1, 2]}, [("r = 1", "u = 3")])
    assert is_singular(DISC)
    assert is_underdetermined(DISC)
    assert not is_singular(ring)


def test_powers_with_negative_exponents_have_no_weight():
    found = regular_solution((Euler(),), DISC, Budget.unlimited())
    assert found is not None
    assert to_text(found["u"]) == "3*r^2"


def test_coupled_equations_are_declined():
    coupled = Problem(
        ["u_rr = v/r", "v_rr = u/r"], {"r": [0, 1]}, [("r = 1", "u = 1")], unknowns=["u", "v"]
    )
    assert regular_solution((Euler(),), coupled, Budget.unlimited()) is None
