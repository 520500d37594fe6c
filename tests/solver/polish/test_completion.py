"""Constants completed by algebra."""

import numpy as np
import pytest

from symplex.codes import RunCode
from symplex.expression import CONSTANT, Expression, Symbol, apply, leaf, symbol
from symplex.expression.parse import Scope, parse
from symplex.expression.render import to_text
from symplex.notation.problem_files import bundled
from symplex.problem import Problem
from symplex.reasons import Reason
from symplex.solver.polish.algebra import solved
from symplex.solver.polish.completion import Completer, Skeleton
from symplex.solver.polish.effort import Account, Effort
from symplex.solver.polish.fit import Family
from symplex.solver.polish.polish import Polished, polish
from symplex.work.clock import Deadline

# Constants of told formulas: many starts, one value for each name, and why there is none.

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
    assert ended.value.value == Reason(RunCode.SKELETON_NO_SINGLE_VALUES)


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
    assert ended.value.value.code is RunCode.SKELETON_NO_VALUES


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


T = symbol("t")
OSCILLATOR = Problem(
    ["u_tt + 3*u_t + u = 0"], {"t": [0, 2]}, [("t = 0", "u = 1"), ("t = 0", "u_t = 0")]
)


def slot(value: float) -> Expression:
    return leaf(CONSTANT, value)


def exponentials(*values: float) -> Expression:
    one, other = (
        slot(values[0]) * apply("exp", slot(values[1]) * T),
        apply("exp", slot(values[3]) * T),
    )
    return one + slot(values[2]) * other


FITTED = {"u": exponentials(1.1708203932, -0.3819660113, -0.1708203932, -2.6180339887)}


def families(problem: Problem, answer: dict[str, Expression]) -> list[Family]:
    account = Account(Effort(), Deadline())
    family, start = Family.of(problem, answer)
    return [found for found, _ in solved(family, account.fit(family, start), account)]


class TestSolved:
    def test_irrational_constants_come_out_exact(self) -> None:
        family = families(OSCILLATOR, FITTED)[0]
        assert family.names == ()
        assert "sqrt(5)" in to_text(family.trees["u"])

    def test_what_is_no_solution_has_none(self) -> None:
        assert families(OSCILLATOR, {"u": slot(1.0) * T + slot(2.0)}) == []

    def test_a_free_constant_stays_fitted(self) -> None:
        problem = Problem(["u_t = u_xx"], {"x": [-1, 1], "t": [0, 1]})
        answer = slot(0.7) * (symbol("x") ** 2 + slot(2.0) * T)
        family = families(problem, {"u": answer})[0]
        assert len(family.names) == 1

    def test_each_is_a_fit_to_rounding(self) -> None:
        account = Account(Effort(), Deadline())
        family, start = Family.of(OSCILLATOR, FITTED)
        for _, fitted in solved(family, account.fit(family, start), account):
            assert fitted.is_rounding

    def test_formulas_that_are_too_long_are_left_alone(
        self, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr("symplex.solver.polish.algebra._MAX_NODES", 10)
        assert families(OSCILLATOR, FITTED) == []


class TestInPolish:
    def polished(self, *, algebra: bool) -> Polished:
        return polish(OSCILLATOR, FITTED, algebra=algebra)

    def test_constants_of_a_linear_equation_are_exact_and_counted(self) -> None:
        found = self.polished(algebra=True)
        assert found.certificate.is_exact
        assert (found.by_algebra, found.by_digits) == (4, 0)

    def test_without_algebra_digits_do_not_show_them(self) -> None:
        found = self.polished(algebra=False)
        assert not found.certificate.is_exact
        assert found.by_algebra == 0

    def test_plain_numbers_are_recognised_without_algebra(self) -> None:
        problem = Problem(["u_t = -u/4"], {"t": [0, 1]}, [("t = 0", "u = 3")])
        answer = {"u": slot(3.0) * apply("exp", slot(-0.25) * T)}
        found = polish(problem, answer, algebra=False)
        assert (found.certificate.is_exact, found.by_digits) == (True, 2)

    def test_a_parameter_is_found_that_the_skeleton_does_not_have(self) -> None:
        problem = Problem(
            ["u_t = -k*u"], {"t": [0, 1]}, [("t = 0", "u = 1")], parameters={"k": [1, 2]}
        )
        found = polish(problem, {"u": apply("exp", slot(-1.5) * T)})
        assert found.certificate.is_exact
        assert found.answer["u"].symbols == {"k", "t"}


@pytest.mark.parametrize("seed", range(3))
def test_noise_does_not_matter(seed: int) -> None:
    rng = np.random.default_rng(seed)
    values = np.array(FITTED["u"].constants) * (1 + 1e-7 * rng.standard_normal(4))
    found = polish(OSCILLATOR, {"u": FITTED["u"].with_constants(values.tolist())})
    assert found.certificate.is_exact
