"""Evolution in time: what is marched, block by block, on a line."""

import numpy as np
import pytest

from support.reasons import refused
from support.references import ON_LINE, is_honest, solved, system
from symplex.codes import ReferenceCode
from symplex.expression import Derivative
from symplex.numerics.reference.evolution import evolution, rates_on
from symplex.numerics.reference.line import Line, Padding, statement, tail
from symplex.numerics.reference.marching import marching
from symplex.numerics.reference.speeds import speeds_of
from symplex.numerics.reference.system import NoScheme, System, on
from symplex.problem import Problem

# Statements solved for the highest derivatives by time.

U, U_T = Derivative("u"), Derivative("u", ("t",))


def test_the_state_of_a_wave_is_its_value_and_its_rate():
    form = evolution(system("2*u_tt = 8*u_xx", ON_LINE, ("t = 0", "u = x^3"), ("t = 0", "u_t = x")))
    assert form.state == (U, U_T)
    x = np.array([0.5, 2.0])
    np.testing.assert_allclose(form.initial({"x": x}), [x**3, x])
    rate, _ = rates_on(form, form.initial({"x": x}), {"x": x}, lambda values, by: 6 * x)
    np.testing.assert_allclose(rate, [x, 24 * x])


def test_a_system_is_solved_for_all_rates_at_once():
    problem = Problem(
        ["u_t + v_t = u", "u_t - v_t = v"],
        ON_LINE,
        [("t = 0", "u = 1"), ("t = 0", "v = x")],
        unknowns=["u", "v"],
    )
    form = evolution(System.of(problem))
    x = np.array([3.0])
    rate, _ = rates_on(form, form.initial({"x": x}), {"x": x}, lambda values, by: values)
    np.testing.assert_allclose(rate, [[2.0], [-1.0]])


def test_terminal_data_run_backwards():
    form = evolution(system("u_t + u_xx = 0", ON_LINE, ("t = 1", "u = x")))
    assert (form.start, form.end) == (1.0, 0.0)


@pytest.mark.parametrize(
    ("equation", "conditions", "reason"),
    [
        (
            "u_t = u_xx",
            [("t = 0", "u = x"), ("x = 1", "u = 1")],
            ReferenceCode.REFERENCE_NOT_ONE_SLICE,
        ),
        ("u_t = u_xx", [("t = 1/2", "u = x")], ReferenceCode.REFERENCE_DATA_INSIDE),
        ("u_t^2 = u_xx", [("t = 0", "u = x")], ReferenceCode.REFERENCE_NOT_LINEAR_IN_RATE),
        ("u_tt = u_xx", [("t = 0", "u = x")], ReferenceCode.REFERENCE_NO_STATE),
        (
            "u_t = u_xx",
            [("t = 0", "u = x"), ("t = 0", "u = 2*x")],
            ReferenceCode.REFERENCE_VALUE_TWICE,
        ),
        ("u_t = diff(u_xx, t)", [("t = 0", "u = x")], ReferenceCode.REFERENCE_MIXED_RATE),
    ],
)
def test_what_is_no_evolution_is_refused_with_the_reason(equation, conditions, reason):
    with refused(reason):
        evolution(system(equation, ON_LINE, *conditions))


# Statements ready for numbers.


def test_slopes_are_the_partial_derivatives_of_the_residual():
    stated = system("u_t + u*u_x = 0", ON_LINE, ("t = 0", "u = x"))
    relation = stated.equations[0]
    u, u_x = Derivative("u"), Derivative("u", ("x",))
    values = {u: np.array([3.0]), u_x: np.array([5.0])}
    assert on(relation.slopes[u_x], values, 1)[0] == 3.0
    assert on(relation.slopes[u], values, 1)[0] == 5.0
    assert not stated.linear
    assert relation.order_in("x") == 1


def test_conditions_know_where_they_hold_and_have_the_values_put_in():
    stated = system("u_t = u_xx", ON_LINE, ("t = 0", "u = x + t"))
    condition = stated.conditions[0]
    assert condition.fixed == {"t": 0.0}
    values = {"x": np.array([2.0]), Derivative("u"): np.array([0.0])}
    assert on(condition.residual, values, 1)[0] == -2.0
    assert stated.linear


def test_points_are_the_same_every_time():
    stated = system("u_t = u_xx", ON_LINE, ("t = 0", "u = x"))
    np.testing.assert_array_equal(stated.points(5)["x"], stated.points(5)["x"])


# Evolution on a line, discretised in space.


def half_line():
    return statement(system("u_t = u_xx", ON_LINE, ("t = 0", "u = x^2"), ("x = -1", "u = 1")))


def test_the_sides_of_a_half_line():
    stated = half_line()
    assert (stated.time, stated.space, stated.held) == ("t", "x", (True, False))
    line = Line(stated, Padding(0.0, 10.0, low_fades=False, high_fades=True), 20)
    assert line.ends == (-1.0, 11.0)
    fade = line.rows[0].fade
    assert fade[0] == pytest.approx(1.0)
    assert fade[-1] < 1e-3
    assert [len(row.points) for row in line.rows] == [19, 1]


def test_the_tail_says_whether_data_are_resolved():
    narrow = statement(system("u_t = u_xx", ON_LINE, ("t = 0", "u = exp(-20*x^2)")))
    padding = Padding(3.0, 3.0, low_fades=True, high_fades=True)
    assert tail(Line(narrow, padding, 16)) > 1e-3
    assert tail(Line(narrow, padding, 200)) < 1e-9


def test_data_that_end_beyond_the_box_are_refused():
    stated = statement(system("u_t = u_xx", ON_LINE, ("t = 0", "u = sqrt(x + 1)")))
    with np.errstate(all="ignore"), refused(ReferenceCode.REFERENCE_DATA_UNDEFINED_BEYOND):
        Line(stated, Padding(3.0, 3.0, low_fades=True, high_fades=True), 16).initial()


def test_a_statement_without_a_whole_state_is_refused():
    with refused(ReferenceCode.REFERENCE_NO_SLICE):
        statement(system("u_tt = u_xx", ON_LINE, ("t = 0", "u = x")))


def test_a_state_that_is_given_twice_is_refused():
    with refused(ReferenceCode.REFERENCE_NO_SLICE):
        statement(system("u_t = u_xx", ON_LINE, ("t = 0", "u = x"), ("t = 0", "u = 2*x")))


# Implicit blocks in time.


@pytest.mark.parametrize(
    ("equation", "domain", "conditions", "truth"),
    [
        (
            "u_t = u_xx + u*(1 - u)",
            {"x": [-2, 2], "t": [0, 1]},
            [("t = 0", "u = 1/(1 + exp(x/sqrt(6)))^2")],
            "1/(1 + exp(x/sqrt(6) - 5*t/6))^2",
        ),
        (
            "u_t = u_xx",
            {"x": [0, 3], "t": [1, 2]},
            [("t = 1", "u = erf(x/2)"), ("x = 0", "u = 0")],
            "erf(x/(2*sqrt(t)))",
        ),
        (
            "u_t = u_xx",
            {"x": [0, 1], "t": [0, 1]},
            [("t = 0", "u = x^2 + 2*x"), ("x = 0", "u_t = u_x"), ("x = 1", "u_x = 4")],
            "x^2 + 2*x + 2*t",
        ),
        (
            "u_tt + 2*u_t = u_xx",
            {"x": [0, "pi"], "t": [0, 2]},
            [
                *(("t = 0", "u = sin(2*x)"), ("t = 0", "u_t = 0")),
                *(("x = 0", "u = 0"), ("x = pi", "u = 0")),
            ],
            "exp(-t)*(cos(sqrt(3)*t) + sin(sqrt(3)*t)/sqrt(3))*sin(2*x)",
        ),
    ],
)
def test_open_lines_half_lines_moving_ends_and_waves(equation, domain, conditions, truth):
    stated = system(equation, domain, *conditions)
    found = solved(marching, stated)
    assert is_honest(found, stated, truth)


def test_derivatives_come_with_the_values():
    domain = {"x": [0, "pi"], "t": [0, 1]}
    sides = [("x = 0", "u = 0"), ("x = pi", "u = 0")]
    stated = system("u_t = u_xx", domain, ("t = 0", "u = sin(x)"), *sides)
    points = stated.points(50)
    field = solved(marching, stated).field
    rest = field.values(points, ("t",)) - field.values(points, ("x", "x"))
    assert abs(rest).max() < 1e-6


def test_singular_matrices_end_a_resolution_without_a_warning():
    """Two of the conditions on one end are rows of the same matrix."""
    data = [("x = -1", "u = t"), ("x = 1", "u = 0"), ("x = -1", "u = t + 1")]
    stated = system("u_t = u_xx", {"x": [-1, 1], "t": [0, "1/10"]}, ("t = 0", "u = 0"), *data)
    with pytest.raises(NoScheme):
        solved(marching, stated)


# Speeds of waves.


def test_the_speed_of_a_wave_is_the_root_of_its_coefficient():
    form = evolution(system("u_tt = 9*u_xx", ON_LINE, ("t = 0", "u = x"), ("t = 0", "u_t = 0")))
    assert speeds_of(form)["x"] == pytest.approx(3.0)


def test_a_speed_that_depends_on_the_data_is_their_largest():
    form = evolution(system("u_t + u*u_x = 0", ON_LINE, ("t = 0", "u = 2 + 0*x")))
    assert speeds_of(form)["x"] == pytest.approx(2.0)


def test_an_elliptic_equation_has_no_speeds():
    form = evolution(system("u_tt + u_xx = 0", ON_LINE, ("t = 0", "u = x"), ("t = 0", "u_t = 0")))
    with refused(ReferenceCode.REFERENCE_NOT_HYPERBOLIC):
        speeds_of(form)
