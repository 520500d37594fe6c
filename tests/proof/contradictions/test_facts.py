"""What a statement says at points, as exact linear equations that exclude each other."""

import pytest

from support.statements import formula, on_rod, on_square, ordinary
from symplex.expression import Derivative, number
from symplex.problem import INTERIOR, Region
from symplex.problem.ends import Side
from symplex.proof.contradictions.elimination import Elimination, ExactRow
from symplex.proof.contradictions.exact import (
    is_nonzero,
    is_smooth_at,
    is_zero,
    place,
    plain,
    points_of,
    shortest,
    shown,
    value_at,
)
from symplex.proof.contradictions.facts import (
    Constraint,
    along,
    facts_of,
    is_lone,
    is_pure,
    joined,
    label,
    rebuilt_form,
)
from symplex.proof.contradictions.traces import Traces

HALF = {"x": number(1) / 2}


def test_points_lie_inside_and_hold_what_a_region_fixes():
    problem = on_rod("u_t = u_xx", ("x = pi", "u = 0"))
    for point in points_of(problem, problem.conditions[0].region):
        assert point["x"] == formula("pi")
        assert problem.domain["t"].contains(point["t"])
        assert not problem.domain["t"].has_end(point["t"])


def test_a_region_that_is_a_point_has_one():
    problem = ordinary("u_x = 0", ("x = 0", "u = 0"))
    assert len(list(points_of(problem, problem.conditions[0].region))) == 1
    assert len(list(points_of(problem, INTERIOR))) > 1


@pytest.mark.parametrize(
    ("text", "nonzero", "zero"),
    [
        ("1/3", True, False),
        ("0", False, True),
        ("1 + 10^(-13) - 1", True, False),
        ("sqrt(2)^2 - 2", False, True),
        ("sin(pi)", False, True),
        ("exp(1) - 2", True, False),
        ("sin(1)^2 + cos(1)^2 - 1", False, True),
    ],
)
def test_constants_are_told_from_zero_exactly(text, nonzero, zero):
    assert is_nonzero(formula(text)) is nonzero
    assert is_zero(formula(text)) is zero


def test_a_value_that_may_be_undefined_is_none():
    assert value_at(formula("x*log(x)"), {"x": number(0)}) is None
    assert value_at(formula("x^2"), {"x": number(3)}) == number(9)


def test_kinks_are_seen_at_points():
    assert not is_smooth_at(formula("abs(2*x - 1)"), HALF)
    assert is_smooth_at(formula("abs(x)"), HALF)


def test_constants_are_shortened():
    assert plain(formula("2*pi/pi")) == number(2)
    assert shortest(formula("sqrt(pi^2)")) == formula("pi")


def test_constants_and_points_in_sentences():
    assert shown(formula("1/4")) == "1/4"
    assert shown(formula("sin(pi)")) == "0"
    assert shown(formula("exp(1)")) == "exp(1) = 2.71828…"
    assert place({"x": number(1), "t": number(0)}) == "x = 1, t = 0"
    assert place(Region().values) == ""


HEAT = on_rod("u_t = u_xx", ("t = 0", "2*u = sin(x)"), ("x = 0", "u_x + u = t"))
AT_START = {"x": number(1), "t": number(0)}


def fact(problem, index):
    condition = problem.conditions[index]
    return Constraint(condition.residual, "", condition.region)


def test_what_a_condition_gives_alone():
    start = fact(HEAT, 0)
    assert start.alone == Derivative("u")
    value = start.value(AT_START)
    assert value is not None and str(value) != ""
    assert fact(HEAT, 1).alone is None


def test_a_row_has_an_entry_for_each_derivative():
    found = fact(HEAT, 1).row({"x": number(0), "t": number(2)}, 7)
    assert found is not None
    assert set(found.entries) == {Derivative("u"), Derivative("u", ("x",))}
    assert found.right == number(2)
    assert found.sources == {7}


def test_a_nonlinear_condition_has_no_row():
    assert fact(ordinary("u_x = u", ("x = 0", "u^2 = 1")), 0).row({"x": number(0)}, 0) is None


def test_derivatives_along_a_face_follow():
    wanted = [Derivative("u", ("x", "x")), Derivative("u", ("t",))]
    found = list(facts_of(HEAT, HEAT.conditions[0], wanted))
    assert [one.along for one in found] == [(), ("x", "x")]
    assert found[1].alone == Derivative("u", ("x", "x"))
    assert "differentiated by x, x" in found[1].name


def test_a_derivative_at_a_kink_says_nothing():
    problem = on_rod("u_t = u_xx", ("t = 0", "u = abs(x - 1)"))
    slope = list(facts_of(problem, problem.conditions[0], [Derivative("u", ("x",))]))[1]
    assert slope.row(AT_START, 0) is None
    assert slope.row({"x": number(2), "t": number(0)}, 0) is not None


def test_facts_alone_with_a_derivative_are_left_out():
    heat = Constraint(HEAT.equations[0].residual, "", INTERIOR)
    assert joined([fact(HEAT, 0), heat]) == []
    assert len(joined([fact(HEAT, 0), fact(HEAT, 0)])) == 2


def test_labels_say_where():
    assert label(HEAT, HEAT.conditions[0]) == "conditions[0] (2*u = sin(x) at t = 0)"
    assert label(HEAT, HEAT.equations[0]) == "equations[0] (u_t = u_xx)"


def test_coefficients_and_source():
    form = rebuilt_form(on_rod("u_t = 2*u_xx + x*u + sin(x)").equations[0].residual)
    assert form is not None
    assert along(form, "u", "x") == {2: number(-2)}
    assert along(form, "u", "t") == {1: number(1)}
    assert form.coefficients[Derivative("u")] == formula("-x")
    assert form.rest == formula("-sin(x)")
    assert is_pure(form)
    assert not form.is_constant


def test_mixed_derivatives_are_not_pure():
    form = rebuilt_form(on_square("u_xy + u = 0").equations[0].residual)
    assert form is not None
    assert form.is_constant
    assert not is_pure(form)


def test_nonlinear_equations_have_none():
    assert rebuilt_form(on_rod("u_t + u*u_x = 0").equations[0].residual) is None


def test_one_unknown_and_one_equation_in_several_variables():
    assert is_lone(on_rod("u_t = u_xx"))
    assert not is_lone(ordinary("u_x = u"))
    assert not is_lone(on_square(["u_x = 0", "u_y = 0"]))


TRACES = Traces(
    on_rod(
        "u_t = u_xx",
        ("t = 0", "u = sin(x)"),
        ("x = pi", "2*u_x = t"),
        ("x = 0", "u + u_x = 0"),
        ("x = 1", "u = 5"),
    )
)


def test_formulas_on_faces():
    assert TRACES.known[("t", Side.LOW), Derivative("u")] == (formula("sin(x)"), 0)
    assert TRACES.known[("x", Side.HIGH), Derivative("u", ("x",))] == (formula("t/2"), 1)


def test_what_is_no_derivative_on_a_face_is_left_out():
    assert len(TRACES.known) == 2


def test_orders_across_a_face():
    assert TRACES.orders(("x", Side.HIGH), "u") == {1: 1}
    assert TRACES.orders(("x", Side.LOW), "u") == {}


def row(right, source=0, **entries):
    made = {name: formula(str(value)) for name, value in entries.items()}
    return ExactRow(made, formula(str(right)), frozenset({source}))


def test_equations_that_agree_are_possible():
    elimination = Elimination()
    assert elimination.impossible([row(3, 0, a=1, b=2), row(6, 1, a=2, b=4)]) is None
    assert elimination.rank == 1


def test_the_sources_of_what_is_impossible_are_known():
    rows = [row(1, 0, a=1), row(5, 1, c=1), row(2, 2, b=1), row(4, 3, a=1, b=1)]
    left = Elimination().impossible(rows)
    assert left is not None
    assert left.sources == {0, 2, 3}
    assert left.right == number(1)


def test_what_vanishes_only_by_a_theorem_is_no_pivot():
    left = Elimination().impossible([row(1, 0, a="sin(pi)")])
    assert left is not None


def test_values_are_those_of_some_sources():
    elimination = Elimination()
    elimination.impossible([row(3, 0, a=1, b=1), row(1, 1, b=1)])
    assert elimination.values(frozenset({0, 1})) == {"a": number(2), "b": number(1)}
    assert elimination.values(frozenset({0})) == {}


def test_a_reduced_row_lacks_what_is_solved_for():
    elimination = Elimination()
    elimination.impossible([row(3, 0, a=1, b=1)])
    assert set(elimination.reduced(row(1, 1, a=2, b=5)).entries) == {"b"}
