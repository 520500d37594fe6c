"""Problems in which only the distance matters."""

import pytest

from support.partial import cauchy, named
from support.textbook import is_solved, proposals
from symplex.propose.textbook.pdes.radial import Radial

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
