"""Values along lines: transport, gradients, cross derivatives."""

import pytest

from support.statements import formula, on_line, on_square, ordinary
from symplex.codes import StatementCode
from symplex.expression import Derivative, number
from symplex.proof.contradictions.along_characteristic import Segment, along_characteristics
from symplex.proof.contradictions.cross_derivatives import (
    consequences,
    cross_derivatives,
    solved_equations,
)
from symplex.proof.contradictions.exact import is_zero
from symplex.reasons import Reason
from symplex.work.budget import Budget


@pytest.mark.parametrize(
    ("problem", "bad"),
    [
        (on_line("u_t + u_x = 0", ("t = 0", "u = x"), ("t = 1", "u = x")), True),
        (on_line("u_t + u_x = 0", ("t = 0", "u = x"), ("t = 1", "u = x - 1")), False),
        (on_line("u_t + u_x + u = x", ("t = 0", "u = x"), ("t = 1", "u = x")), True),
        (on_line("u_t + u_x + u = x + 1", ("t = 0", "u = x"), ("t = 1", "u = x")), False),
        (on_line("u_t + u_x = 0", ("t = 0", "u = abs(x)"), ("t = 1", "u = abs(x - 1)")), False),
        (on_square("u_x + u_y = 0", ("x = 0", "u = y"), ("y = 1", "u = 1")), True),
        (on_square("u_x + u_y = 0", ("x = 0", "u = y"), ("y = 1", "u = 1 - x")), False),
        # No line from one of these faces reaches the other.
        (on_square("u_x + u_y = 0", ("x = 0", "u = 1"), ("y = 0", "u = 2")), False),
        # Lines that are not straight, and none at all.
        (on_line("u_t + x*u_x = 0", ("t = 0", "u = x"), ("t = 1", "u = x")), False),
        (on_line("u_t + u*u_x = 0", ("t = 0", "u = x"), ("t = 1", "u = x")), False),
        (on_line("u_t = u_xx", ("t = 0", "u = x"), ("t = 1", "u = 2*x")), False),
    ],
)
def test_what_is_given_at_two_ends_of_a_line(problem, bad):
    assert bool(list(along_characteristics(problem, Budget.unlimited()))) is bad


def test_both_values_are_shown():
    (found,) = along_characteristics(
        on_line("u_t + u_x = 0", ("t = 0", "u = x"), ("t = 1", "u = x")), Budget.unlimited()
    )
    first = {"what": "u", "first": "-1/2", "start": "x = -1/2, t = 0"}
    then = {"third": "-1/2", "end": "x = 1/2, t = 1", "second": "1/2"}
    assert found.because == Reason(StatementCode.CONTRADICTION_CARRIED_BY_EQUATION, **first, **then)


ZERO, ONE, TWO = number(0), number(1), number(2)
START = {"x": ONE, "t": ZERO}
DIRECTION = {"x": TWO, "t": ONE}


def line(length=TWO, decay=ZERO, source=ZERO):
    return Segment(START, DIRECTION, length, decay, source)


def test_where_a_line_ends():
    assert line().end == {"x": number(5), "t": TWO}


def test_decay_and_sources_along_a_line():
    assert line().carried(number(3), Budget.unlimited()) == number(3)
    # x is 1 + 2s: the integral from 0 to 2 is 6.
    assert line(source=formula("x")).carried(number(3), Budget.unlimited()) == number(9)
    found = line(decay=ONE, source=ONE).carried(number(3), Budget.unlimited())
    assert found is not None
    assert is_zero(found - formula("1 + 2*exp(-2)"))


def test_backwards():
    back = line(-TWO, source=formula("x"))
    assert back.carried(number(3), Budget.unlimited()) == number(5)


def test_a_source_without_an_integral():
    assert line(source=formula("exp(sin(x))")).carried(ONE, Budget.unlimited()) is None


CORNERS = ("x = 0, y = 0", "x = 1, y = 1")


@pytest.mark.parametrize(
    ("equations", "first", "second", "bad"),
    [
        (["u_x = 1", "u_y = 1"], "u = 0", "u = 1", True),
        (["u_x = 1", "u_y = 1"], "u = 0", "u = 2", False),
        (["u_x = 2*x*y", "u_y = x^2 + 1"], "u = 0", "u = 1", True),
        (["u_x = u", "u_y = 2*u"], "u = 1", "u = exp(3)", False),
        (["u_x = u", "u_y = 2*u"], "u = 1", "u = exp(2)", True),
        (["u_x = u^2", "u_y = 2*u"], "u = 1", "u = exp(2)", False),
        (["u_x = 1"], "u = 0", "u = 7", False),
    ],
)
def test_values_at_two_points(equations, first, second, bad):
    problem = on_square(equations, (CORNERS[0], first), (CORNERS[1], second))
    assert bool(list(along_characteristics(problem, Budget.unlimited()))) is bad


def test_the_sentence_has_both_values():
    problem = on_square(["u_x = 1", "u_y = 1"], (CORNERS[0], "u = 0"), (CORNERS[1], "u = 1"))
    (found,) = along_characteristics(problem, Budget.unlimited())
    first = {"what": "u", "first": "0", "start": "x = 0, y = 0"}
    then = {"third": "2", "end": "x = 1, y = 1", "second": "1"}
    assert found.because == Reason(
        StatementCode.CONTRADICTION_CARRIED_BY_EQUATIONS, **first, **then
    )


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
    assert found[0].because.code is StatementCode.CONTRADICTION_VALUES
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
