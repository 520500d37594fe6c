"""Small formulas whose error is measured: which are offered."""

import math

import pytest

from support.digits import digits_of
from support.reference_values import formulas_of, reference_values_of
from symplex.expression.operators import SIGN
from symplex.origin import UNRECORDED
from symplex.problem import Problem
from symplex.solver.approximation import Approximation
from symplex.solver.approximation.approximator import Approximator
from symplex.solver.approximation.choices import choices_between, parameter_choices
from symplex.solver.approximation.proposals import MAX_NODES, proposals
from symplex.work.clock import Deadline

# From formulas to a front that is worth having.

LINE = Problem(["u_x = u"], {"x": [0, 2]}, [("x = 0", "u = 1")])
PAIR = Problem(
    ["u_t = v", "v_t = -u"], {"t": [0, 3]}, [("t = 0", "u = 0"), ("t = 0", "v = 9")],
    unknowns=["u", "v"],
)  # fmt: skip


def approximator(problem, *solution):
    return Approximator(problem, reference_values_of(problem, *solution))


def offered(problem, made, *texts):
    return made.measured(
        Approximation.unmeasured(formulas_of(problem, text), UNRECORDED, 0.25) for text in texts
    )


def test_what_is_sharp_makes_room_for_what_is_fair():
    made = approximator(LINE, "exp(x)")
    found = offered(LINE, made, "exp(x) + sign(x - 1/3)/9", "exp(x)*tanh(10^9*x + 10)", "1 + x^2")
    assert [one.text for one in made.front(found)] == ["u = 1 + x^2"]
    found = offered(LINE, made, "exp(x)*tanh(10^9*x + 10^8)", "4*x")
    assert [one.text for one in made.front(found)] == ["u = 4*x"]


def test_a_step_that_is_not_there_is_not_written():
    made = approximator(LINE, "exp(x)")
    (one,) = made.front(offered(LINE, made, "exp(x)*sign(x + 1)"))
    assert one.text == "u = exp(x)"
    assert one.size == 2


def test_own_formulas_are_accurate_small_and_short():
    made = approximator(LINE, "exp(x)*cos(x)")
    front = made.front(made.own(Deadline()))
    assert front[-1].error.maximum < 1e-3
    assert all(one.size <= 40 for one in front)
    assert all(SIGN not in f.operators for one in front for f in one.formulas.values())
    coarse = next(one for one in front if one.error.maximum > 1e-3)
    assert digits_of(coarse.formulas["u"]) <= 5
    assert math.isnan(coarse.loss)


def test_several_unknowns_are_put_together():
    made = approximator(PAIR, "9*sin(t)", "9*cos(t)")
    front = made.front(made.own(Deadline()))
    assert all(set(one.formulas) == {"u", "v"} for one in front)
    assert front[-1].error.maximum < 1e-3


def test_the_same_formulas_every_time():
    texts = []
    for _ in range(2):
        made = approximator(LINE, "exp(x)*cos(x)")
        texts.append([one.text for one in made.front(made.own(Deadline()))])
    assert texts[0] == texts[1]


# At which values of the parameters a reference is taken.


def problem(variables, **parameters):
    domain = {name: [0, 1] for name in variables}
    return Problem(["u_t = u"], domain, [("t = 0", "u = 1")], parameters=parameters)


def test_the_middle_the_ends_and_for_an_ode_the_quarters():
    found = parameter_choices(problem("t", a=[1, 3]))
    assert [one["a"] for one in found] == [2.0, 1.0, 3.0, 1.5, 2.5]
    assert len(parameter_choices(problem("xt", a=[1, 3]))) == 3


def test_of_several_parameters_some_of_the_corners():
    found = parameter_choices(problem("xt", a=[0, 1], b=[0, 1], c=[0, 1]))
    assert found[0] == {"a": 0.5, "b": 0.5, "c": 0.5}
    assert len(found) == 5
    for name in "abc":
        assert {one[name] for one in found[1:]} == {0.0, 1.0}


def test_without_parameters_there_is_nothing_to_choose():
    assert parameter_choices(problem("t", a=2)) is None


def test_between_them_are_values_that_no_fit_has_seen():
    for variables in ("t", "xt"):
        made = problem(variables, a=[0, 1], b=[2, 4])
        assert choices_between(made) == [{"a": 0.15, "b": 3.7}, {"a": 0.85, "b": 2.3}]
        fitted = [one["a"] for one in parameter_choices(made)]
        assert not {0.15, 0.85} & set(fitted)
    assert choices_between(problem("t", a=2)) == []


# Formulas that are fitted to values.

LONG_LINE = Problem(["u_x = u"], {"x": [0, 3]}, [("x = 0", "u = 1")])
PLANE = Problem(
    ["u_t = u_xx"],
    {"x": [0, 1], "t": [0, 1]},
    [("t = 0", "u = sin(pi*x)"), ("x = 0", "u = 0"), ("x = 1", "u = 0")],
)


@pytest.mark.parametrize(
    ("problem", "solution"),
    [
        (LONG_LINE, "atan(x)*exp(-x/2)"),
        (LONG_LINE, "sin(5*x)/(1 + x)"),
        (LONG_LINE, "erf(x - 1)"),
        (PLANE, "sin(pi*x)*exp(-4*t)*(1 + t*x)"),
        (PLANE, "sqrt(1 + x*t)*sin(pi*x)"),
    ],
)
def test_smooth_functions_to_a_hundredth(problem, solution):
    reference = reference_values_of(problem, solution)
    found = list(proposals(problem, "u", reference, Deadline()))
    assert min(reference.measure({"u": one}).maximum for one in found) < 0.01
    assert all(one.size <= MAX_NODES for one in found)


def test_without_time_there_are_few():
    reference = reference_values_of(LONG_LINE, "atan(x)*exp(-x/2)")
    few = list(proposals(LONG_LINE, "u", reference, Deadline(0.0)))
    assert 0 < len(few) < 30
