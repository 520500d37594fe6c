"""From formulas to a front that is worth having."""

import math

from support.digits import digits_of
from support.yardsticks import formulas_of, yardstick_of
from symplex.expression.operators import SIGN
from symplex.origin import UNRECORDED
from symplex.problem import Problem
from symplex.solver.approximation import Approximation
from symplex.solver.approximation.approximator import Approximator
from symplex.work.budget import Budget

LINE = Problem(["u_x = u"], {"x": [0, 2]}, [("x = 0", "u = 1")])
PAIR = Problem(
    ["u_t = v", "v_t = -u"], {"t": [0, 3]}, [("t = 0", "u = 0"), ("t = 0", "v = 9")],
    unknowns=["u", "v"],
)  # fmt: skip


def approximator(problem, *solution):
    return Approximator(problem, yardstick_of(problem, *solution))


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
    front = made.front(made.own(Budget.unlimited()))
    assert front[-1].error.maximum < 1e-3
    assert all(one.size <= 40 for one in front)
    assert all(SIGN not in f.operators for one in front for f in one.formulas.values())
    coarse = next(one for one in front if one.error.maximum > 1e-3)
    assert digits_of(coarse.formulas["u"]) <= 5
    assert math.isnan(coarse.loss)


def test_several_unknowns_are_put_together():
    made = approximator(PAIR, "9*sin(t)", "9*cos(t)")
    front = made.front(made.own(Budget.unlimited()))
    assert all(set(one.formulas) == {"u", "v"} for one in front)
    assert front[-1].error.maximum < 1e-3


def test_the_same_formulas_every_time():
    texts = []
    for _ in range(2):
        made = approximator(LINE, "exp(x)*cos(x)")
        texts.append([one.text for one in made.front(made.own(Budget.unlimited()))])
    assert texts[0] == texts[1]
