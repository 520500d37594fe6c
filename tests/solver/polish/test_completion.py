"""Constants of told formulas: many starts, one value for each name, and why there is none."""

import pytest

from symplex.expression import Symbol, symbol
from symplex.expression.parse import Scope, parse
from symplex.notation.problem_files import bundled
from symplex.problem import Problem
from symplex.reasons import Code, Reason
from symplex.solver.polish.completion import Completer, Skeleton

PRODUCT = Problem(
    ["u_t = u_xx + u_yy + u_zz"],
    {"x": [-1, 1], "y": [-1, 1], "z": [-1, 1], "t": [0, 1]},
    [("t = 0", "u = x^2*y^2*z^2")],
)
LINE = Problem(["u_x = a"], {"x": [0, 1]}, [("x = 0", "u = 3")], parameters={"a": [1, 2]})


def skeleton(text, *names, of=PRODUCT, unknown="u"):
    scope = Scope((*of.variables, *of.parameters, *names))
    marked = {Symbol(name): symbol(f"{name}#") for name in names}
    tree = parse(text, scope).substitute(marked)
    return Skeleton({unknown: tree}, tuple(f"{name}#" for name in names))


def values(answer):
    return [value for formula in answer.values() for value in formula.constants]


def test_a_product_whose_first_starts_end_elsewhere_is_completed():
    answer = next(
        Completer(PRODUCT).answers(skeleton("(x^2 + a*t)*(y^2 + b*t)*(z^2 + c*t)", *"abc"))
    )
    assert values(answer) == pytest.approx([2, 2, 2])


def test_a_constant_at_several_places_has_one_value():
    text = "x^2*y^2*z^2 + a*t*(x^2*y^2 + y^2*z^2 + x^2*z^2) + b*t^2*(x^2 + y^2 + z^2) + a*b*t^3"
    made = skeleton(text, "a", "b", "c")
    assert made.places == ("a#", "b#", "a#", "b#")
    assert made.names == ("a#", "b#")
    answer = next(Completer(PRODUCT).answers(made))
    assert values(answer) == pytest.approx([2, 4, 2, 4])
    none = Completer(PRODUCT).answers(skeleton(f"{text} + a*b*t^3", "a", "b"))
    with pytest.raises(StopIteration) as ended:
        next(none)
    assert ended.value.value == Reason(Code.SKELETON_NO_SINGLE_VALUES)


def test_it_begins_near_what_it_is_told():
    made = skeleton("sin(a)*x + 3", "a", of=LINE)
    problem = Problem(["u_x = sin(7)"], {"x": [0, 1]}, [("x = 0", "u = 3")])
    answer = next(Completer(problem).answers(made, {"a#": 6.9}))
    assert values(answer) == pytest.approx([7])


def test_the_same_seed_finds_the_same():
    made = skeleton("(x^2 + a*t)*(y^2 + b*t)*(z^2 + c*t)", *"abc")
    first, second = (next(Completer(PRODUCT, seed=3).answers(made)) for _ in range(2))
    assert first == second


def test_what_does_not_hold_for_all_parameters_is_not_fitted():
    steps = Completer(LINE).answers(skeleton("b*x + c", "b", "c", of=LINE))
    with pytest.raises(StopIteration) as ended:
        next(steps)
    assert ended.value.value.code is Code.SKELETON_NO_VALUES


def test_a_system_is_one_skeleton():
    problem = bundled("acoustics-standing")
    one, two = problem.unknowns
    formulas = {one: symbol("a#") * symbol("x"), two: symbol("a#") + symbol("t")}
    assert len(Skeleton(formulas, ("a#",)).tree.components) == 2


def test_a_longer_skeleton_has_fewer_starts():
    short = skeleton("(x^2 + a*t)*(y^2 + b*t)*(z^2 + c*t)", *"abc")
    names = [f"c{n}" for n in range(30)]
    long = skeleton(" + ".join(f"{name}*sin(x*{n}*t)" for n, name in enumerate(names)), *names)
    assert sum(short.rounds) > 5_000
    assert 0 < sum(long.rounds) < 1_000
