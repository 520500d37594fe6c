"""Series as the answer of `solve`: text, saved form, exports."""

import json

import pytest

import symplex
from support.rods import rod
from symplex.errors import ExpressionError
from symplex.expression.series import Series
from symplex.proof.verdict import Verdict
from symplex.solver.solution.solution import Solution

TEXT = "sum(8/(n^3*pi^3)*sin(n*pi*x)*exp(-(n^2*pi^2*t)), n, 1, oo, 2)"


@pytest.fixture(scope="module")
def solution():
    return symplex.solve(rod("x*(1-x)", name="rod"), time_limit=60)


def test_a_rod_is_answered_with_its_series(solution):
    assert solution.is_exact
    assert solution.text == {"u": TEXT}
    assert isinstance(solution.series["u"], Series)
    assert str(solution.origin) == "method: eigenfunctions"
    assert f"u = {TEXT}" in str(solution)
    assert solution.headline.startswith("exact")


def test_what_is_printed_is_proved_when_it_is_read(solution):
    assert symplex.verify(solution.problem, solution.text).is_exact
    assert symplex.verify(solution.problem, solution.series).is_exact


def test_a_saved_series_is_proved_again(solution):
    saved = json.loads(json.dumps(solution.to_json()))
    assert saved["solution"] == {"u": TEXT}
    read = Solution.from_json(saved)
    assert read.is_exact and read.text == solution.text
    saved["solution"]["u"] = TEXT.replace("8/", "9/")
    assert Solution.from_json(saved).status is Verdict.APPROXIMATE


def test_latex_and_sympy_have_a_sum(solution):
    sympy = pytest.importorskip("sympy")
    assert solution.latex().startswith(r"u = \sum_{n = 1, 3, \ldots}^{\infty} \frac{8}{n^{3}")
    whole = solution.sympy["u"]
    x, t = (sympy.Symbol(name, real=True) for name in "xt")
    value = whole.subs({x: sympy.Rational(1, 2), t: 0}).replace(sympy.oo, sympy.Integer(200)).doit()
    assert float(value) == pytest.approx(0.25, abs=1e-6)


def test_a_partial_sum_is_a_formula(solution):
    from symplex.expression.evaluate import evaluate

    formula = solution.partial(50)["u"]
    assert float(evaluate(formula, {"x": 0.5, "t": 0.0})) == pytest.approx(0.25, abs=1e-5)


def test_exports_say_that_they_are_partial_sums(solution):
    assert solution.export("text") == f"u = {TEXT}\n"
    assert "20 terms of the series" in solution.export("c")
    assert "20 terms of the series" in solution.python()


def test_values_are_not_claimed(solution):
    with pytest.raises(ExpressionError, match=r"solution\.partial"):
        solution(x=0.5, t=0.1)


def test_without_the_textbook_no_series_is_proposed():
    found = symplex.solve(rod("x*(1-x)"), without=("textbook",), time_limit=30, max_candidates=300)
    assert not found.series
