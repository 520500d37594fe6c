import math
from fractions import Fraction

import numpy as np
import pytest

from near_misses import guard
from near_misses.cases import Case, load
from near_misses.noise import noisy
from symplex.expression import CONSTANT, Expression, leaf, symbol
from symplex.expression.evaluate import evaluate, value_of
from symplex.expression.parse import Scope, parse
from symplex.expression.render import to_text
from symplex.polish.constants import bases, exact_numbers, simplest_between
from symplex.polish.fit import Family, fit
from symplex.polish.fold import folded, without_roots_of_squares, without_signs
from symplex.polish.polish import polish
from symplex.polish.simplify import shorter_forms
from symplex.polish.tidy import tidied
from symplex.problem import Problem
from symplex.problem.analysis.extent import verification_box
from symplex.proof.certificate import Status

CASES = {case.name: case for case in load() if not case.beyond}
SCOPE = Scope(variables=("x", "y", "t"))
HEAT = Problem(
    ["u_t = u_xx"],
    {"x": [-1, 1], "t": [0, 1]},
    [("t = 0", "u = 3.25*sin(2*x)")],
)


def formula(text: str) -> Expression:
    return parse(text, SCOPE)


def slot(value: float) -> Expression:
    return leaf(CONSTANT, value)


def recovers(case: Case, seed: int) -> bool:
    """Whether polish proves an answer from noisy constants; a wrong one fails the test."""
    polished = polish(case.problem, noisy(case, seed))
    exact = polished.certificate.status is Status.EXACT
    if exact:
        assert not any(part.constants for part in polished.answer.values())
        assert guard.is_right(case, polished.answer, guard.probes(case)), case.name
    return exact


@pytest.mark.parametrize("name", sorted(CASES)[::3])
def test_the_exact_form_is_recovered_from_noisy_constants(name: str) -> None:
    assert recovers(CASES[name], seed=1)


@pytest.mark.slow
def test_500_noisy_candidates_are_recovered_in_99_of_100() -> None:
    names = sorted(CASES)
    trials = [(names[index % len(names)], index) for index in range(500)]
    failed = [(name, seed) for name, seed in trials if not recovers(CASES[name], seed)]
    assert len(failed) <= 5, failed


def test_dead_weight_goes_and_the_formula_is_short() -> None:
    x, t = symbol("x"), symbol("t")
    sine = parse("sin(x)", SCOPE)
    fitted = slot(3.2500001) * sine.substitute({x.root: slot(2.0000001) * x})
    fitted = fitted * parse("exp(y)", SCOPE).substitute({symbol("y").root: slot(-3.9999999) * t})
    fitted = fitted + slot(3e-15) * x * t
    polished = polish(HEAT, {"u": fitted})
    assert polished.certificate.status is Status.EXACT
    assert to_text(polished.answer["u"]) == "13/4*sin(2*x)*exp(-4*t)"


def test_what_is_no_solution_loses_dead_weight_and_is_not_exact() -> None:
    wrong = slot(3.25) * parse("sin(2*x)*cos(t)", SCOPE) + slot(1e-14) * symbol("t")
    polished = polish(HEAT, {"u": wrong})
    assert polished.certificate.status is not Status.EXACT
    assert len(polished.answer["u"].constants) >= 1


def test_a_formula_that_is_undefined_comes_back_as_it_is() -> None:
    polished = polish(HEAT, {"u": slot(2.0) * formula("log(-1 - x^2)")})
    assert polished.certificate.status is Status.REFUTED


def test_a_formula_without_constants_is_only_proved_and_shortened() -> None:
    polished = polish(HEAT, {"u": formula("3.25*sin(2*x)*exp(-2*t)*exp(-2*t)*1")})
    assert to_text(polished.answer["u"]) == "13/4*exp(-4*t)*sin(2*x)"
    assert polished.certificate.status is Status.EXACT


@pytest.mark.parametrize("scale", ["1/1000000", "1000", "12345"])
def test_the_answer_does_not_depend_on_the_scale(scale: str) -> None:
    problem = Problem(
        ["u_t = u_xx"], {"x": [-1, 1], "t": [0, 1]}, [("t = 0", f"u = {scale}*sin(2*x)")]
    )
    size = float(Fraction(scale))
    fitted = parse("sin(2*x)*exp(-4*t)", SCOPE) * slot(size * (1 + 1e-7))
    polished = polish(problem, {"u": fitted + slot(size * 1e-16) * symbol("x")})
    assert polished.certificate.status is Status.EXACT
    right = parse(f"{scale}*sin(2*x)*exp(-4*t)", SCOPE)
    points = {"x": np.linspace(-1, 1, 9), "t": np.linspace(0, 1, 9)}
    assert np.allclose(evaluate(polished.answer["u"], points), evaluate(right, points), 1e-12, 0)


def test_a_fit_reaches_machine_precision_and_knows_its_doubt() -> None:
    case = CASES["fisher-wave"]
    found = fit(*Family.of(case.problem, noisy(case, 0)))
    assert found.is_rounding
    assert abs(found.constants[2] - 6) < 1e-12
    # 5*t/6 with two constants: only their quotient is determined.
    assert np.isinf(found.uncertainty[3:]).all()
    assert abs(found.constants[3] / found.constants[4] - 5 / 6) < 1e-13


@pytest.mark.parametrize(
    ("value", "exact"),
    [
        (2.0, "2"),
        (-5 / 6, "-5/6"),
        (0.37, "0.37"),
        (2e-07, "2e-07"),
        (math.pi / 2, "1/2*pi"),
        (1 / math.sqrt(6), "1/6*sqrt(6)"),
        (-2 * math.sqrt(3), "-2*sqrt(3)"),
        (2 * math.e, "2*exp(1)"),
        (13 / 4, "13/4"),
    ],
)
def test_constants_are_recognised(value: float, exact: str) -> None:
    best = exact_numbers(value * (1 + 1e-15), 1e-16, bases(HEAT))[0]
    assert to_text(best.exact) == exact
    assert value_of(best.exact) == pytest.approx(value, rel=1e-12)


def test_numbers_of_great_height_count_only_if_the_problem_states_them() -> None:
    strange = 1234567 / 7654321
    stated = Problem(["u_x = 1234567/7654321*u"], {"x": [0, 1]}, [("x = 0", "u = 1")])
    assert exact_numbers(strange, 1e-17, bases(HEAT)) == []
    assert to_text(exact_numbers(strange, 1e-17, bases(stated))[0].exact) == "1234567/7654321"


def test_a_doubtful_constant_is_not_believed() -> None:
    assert exact_numbers(0.123456, 1e-6, bases(HEAT)) == []


def test_the_simplest_fraction_of_an_interval() -> None:
    assert simplest_between(Fraction(31, 100), Fraction(34, 100)) == Fraction(1, 3)
    assert simplest_between(Fraction(5, 2), Fraction(7, 2)) == 3
    assert simplest_between(Fraction(-1), Fraction(1)) == 0


def test_constants_that_stand_together_are_joined() -> None:
    x = symbol("x")
    joined = folded(slot(6.0) * x / slot(2.0) + slot(1.0) - (slot(3.0) - symbol("t")))
    assert len(joined.constants) == 2
    points = {"x": np.array([0.5, 2.0]), "t": np.array([1.0, 3.0])}
    assert np.allclose(evaluate(joined, points), 3 * points["x"] - 2 + points["t"])


def test_signs_are_dropped_only_where_they_are_known() -> None:
    text = "abs(t) + relu(t) + max(t, 0) + sqrt(t^2) + max(t, -t) + abs(x)"
    plain = without_signs(formula(text), {"t"})
    assert to_text(plain) == "t + t + t + t + t + abs(x)"


@pytest.mark.parametrize(
    ("text", "tidy"),
    [
        ("1/2*(x - t)", "(x - t)/2"),
        ("x + -1*t", "x - t"),
        ("1*x + 0", "x"),
        ("x*(-3)", "-3*x"),
        ("x^2/4/t", "x^2/(4*t)"),
        ("-(-x)", "x"),
        ("x - -2*t", "x + 2*t"),
        ("0*x + t", "t"),
        ("0*log(x)", "0*log(x)"),
        ("2*(x/4)", "x/2"),
        ("1/4*x*t", "x*t/4"),
        ("-x + t", "t - x"),
        ("cos(-4/5*t)", "cos(4/5*t)"),
        ("x - sin(-2*t)", "x + sin(2*t)"),
        ("tanh(-x)*cosh(-x)", "-tanh(x)*cosh(x)"),
        ("exp(-x)", "exp(-x)"),
        ("2*sin(-x)", "-2*sin(x)"),
        ("x - 2*sin(-x)", "x + 2*sin(x)"),
        ("t*sin(-x)", "-t*sin(x)"),
    ],
)
def test_numbers_go_to_their_usual_places(text: str, tidy: str) -> None:
    assert to_text(tidied(formula(text))) == tidy


def test_shorter_forms_begin_with_the_shortest() -> None:
    forms = shorter_forms(formula("sin(x)^2 + cos(x)^2 + abs(t)"), verification_box(HEAT))
    assert to_text(forms.shortest_first[0]) in {"t + 1", "1 + t"}


def test_a_sign_is_known_only_where_the_problem_fixes_it() -> None:
    """Without a condition on a face of x, all of space is meant, whatever the interval says."""
    problem = Problem(["u_t = u_x"], {"x": [0, 1], "t": [0, 1]}, [("t = 0", "u = x")])
    forms = shorter_forms(formula("abs(x) + abs(t)"), verification_box(problem))
    assert to_text(forms.shortest_first[0]) in {"t + abs(x)", "abs(x) + t"}


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("sqrt(x^2)", "abs(x)"),
        ("1 - sqrt(max(x^2, y^2))", "1 - max(abs(x), abs(y))"),
        ("sqrt(min((x - 1)^2, max(x^2, y^2)))", "min(abs(x - 1), max(abs(x), abs(y)))"),
        ("sqrt(max(x^2, y))", "sqrt(max(x^2, y))"),
        ("sqrt(x^2 + y^2)", "sqrt(x^2 + y^2)"),
    ],
)
def test_roots_of_squares_become_plain_kinks(text, expected):
    scope = Scope(("x", "y"))
    assert without_roots_of_squares(parse(text, scope)) == parse(expected, scope)
