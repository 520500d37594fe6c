from support.statements import on_rod, ordinary
from symplex.expression import Derivative, number
from symplex.problem import INTERIOR
from symplex.proof.contradictions.facts import Fact, facts_of, joined, label

HEAT = on_rod("u_t = u_xx", ("t = 0", "2*u = sin(x)"), ("x = 0", "u_x + u = t"))
AT_START = {"x": number(1), "t": number(0)}


def fact(problem, index):
    condition = problem.conditions[index]
    return Fact(condition.residual, "", condition.region)


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
    heat = Fact(HEAT.equations[0].residual, "", INTERIOR)
    assert joined([fact(HEAT, 0), heat]) == []
    assert len(joined([fact(HEAT, 0), fact(HEAT, 0)])) == 2


def test_labels_say_where():
    assert label(HEAT, HEAT.conditions[0]) == "conditions[0] (2*u = sin(x) at t = 0)"
    assert label(HEAT, HEAT.equations[0]) == "equations[0] (u_t = u_xx)"
