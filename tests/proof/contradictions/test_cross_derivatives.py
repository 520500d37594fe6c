import pytest

from support.statements import on_square, ordinary
from symplex.expression import Derivative
from symplex.proof.contradictions.cross_derivatives import (
    consequences,
    cross_derivatives,
    solved_equations,
)
from symplex.reasons import Code


@pytest.mark.parametrize(
    ("equations", "why"),
    [
        (["u_x = y", "u_y = -x"], ("u_xy", "1", "-1")),
        (["u_xx = y", "2*u_xy - u = 0", "u_x = 0"], ("u_xxy", "1")),
        (["u_x = 1", "u_x = 2"], ("u_x", "1", "2")),
    ],
)
def test_derivatives_that_come_out_differently(equations, why):
    found = list(cross_derivatives(on_square(equations)))
    assert found[0].because.code is Code.CONTRADICTION_VALUES
    facts = dict(found[0].because.facts)
    assert (facts["what"], facts["one"], facts["other"])[: len(why)] == why


@pytest.mark.parametrize(
    "equations",
    [
        ["u_x = y", "u_y = x"],
        ["u_x = u", "u_y = 2*u"],
        ["u_x^2 = 1", "u_y^2 = 1"],
        ["u_xx + u_yy = 0"],
    ],
)
def test_silence_where_they_agree(equations):
    assert list(cross_derivatives(on_square(equations))) == []


def test_every_equation_that_was_used_is_named():
    found = next(cross_derivatives(on_square(["u_xx = y", "2*u_xy - u = 0", "u_x = 0"])))
    assert found.second == "equations[1] (2*u_xy - u = 0) with equations[2] (u_x = 0)"


def test_two_values_of_an_unknown():
    assert len(list(cross_derivatives(ordinary(["u = x", "u = 2*x"])))) == 1


def test_what_follows_without_derivatives():
    (found,) = consequences(on_square(["u_x = u", "u_y = x*u"]))
    assert found.residual.derivatives == {Derivative("u")}


def test_a_system_of_two_unknowns_contradicts_nothing():
    riemann = on_square(["u_x = v_y", "u_y = -v_x"], unknowns=["u", "v"])
    assert list(cross_derivatives(riemann)) == []


def test_equations_are_solved_for_their_highest_derivative():
    (found,) = solved_equations(on_square(["2*u_xy + u_x = 4"]))
    assert found.lead == Derivative("u", ("x", "y"))
    assert solved_equations(on_square(["x*u_xy = 4"])) == []
