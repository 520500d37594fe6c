"""How constants, and whole solutions, depend on the parameters."""

from fractions import Fraction

import numpy as np
import pytest

from support.views import known, seen
from symplex.expression import apply, symbol
from symplex.expression.render import to_text
from symplex.problem import Problem
from symplex.propose.structure.across import constants_across
from symplex.propose.structure.explain import Explainer
from symplex.propose.structure.fitting import free
from symplex.propose.structure.laws import law, with_laws
from symplex.propose.structure.scaling import power_law
from symplex.work.budget import Budget

# How constants depend on parameters.

ONE = [{"k": value} for value in (0.5, 1.25, 2.0)]
TWO = [{"a": a, "b": b} for a, b in ((1.0, 2.0), (1.5, 0.5), (0.75, 1.25), (2.0, 1.75))]


@pytest.mark.parametrize(
    ("function", "choices", "text"),
    [
        (lambda k: 3.0 + 0 * k, ONE, "3"),
        (lambda k: -2 * k, ONE, "-2*k"),
        (lambda k: np.sqrt(k), ONE, "sqrt(k)"),
        (lambda k: 1 / k**2, ONE, "k^(-2)"),
        (lambda k: 1 + k, ONE, "1 + k"),
        (lambda a, b: -4 * a - b, TWO, "-4*a - b"),
        (lambda a, b: a / b, TWO, "a*(1/b)"),
        (lambda a, b: np.sqrt(a * a + b), TWO, "sqrt(b + a^2)"),
    ],
)
def test_laws_are_read_off(function, choices, text):
    values = np.array([function(**choice) for choice in choices])
    found = law(values, choices)
    assert found is not None
    assert to_text(found) == text


def test_what_is_no_law_is_none():
    assert law(np.array([0.123456, 0.98761, 0.3333217]), ONE) is None


def test_slots_become_laws_one_by_one():
    wave = free(1.0) * apply("exp", free(-0.5) * symbol("t"))
    table = np.array([[1.0, -0.5], [1.0, -1.25], [1.0, -2.0]])
    assert to_text(with_laws(wave, table, ONE)) == "1*exp(-k*t)"


# Constants at several choices of the parameters.

LONG = {"t": (0.0, 8.0)}


def waves(rates):
    return [seen(f"exp(-{rate}*t)*sin({rate}*t) + cos(t)", LONG) for rate in rates]


def test_constants_follow_the_parameters():
    explainer = Explainer(Budget.unlimited())
    first, *others = waves((0.5, 0.75, 1.5))
    (found, *_) = explainer.explain(first)
    table = constants_across(found.formula, others, explainer)
    assert table is not None
    assert table.shape == (3, len(found.formula.constants))
    rates = [
        min(abs(abs(value) - rate) for value in row)
        for row, rate in zip(table, (0.5, 0.75, 1.5), strict=True)
    ]
    assert rates == pytest.approx([0, 0, 0], abs=1e-6)


def test_another_formula_has_no_table():
    explainer = Explainer(Budget.unlimited())
    (found, *_) = explainer.explain(seen("exp(-t)", LONG))
    assert constants_across(found.formula, [seen("1/(1 + t)", LONG)], explainer) is None


# Power laws in parameters.

PROBLEM = Problem(
    ["u_t = a*b*u"], {"t": [0, 1]}, [("t = 0", "u = 1")], parameters={"a": [1, 2], "b": [1, 2]}
)
CHOICES = [{"a": 1.0, "b": 2.0}, {"a": 1.5, "b": 1.25}, {"a": 2.0, "b": 1.75}, {"a": 1.2, "b": 1.0}]


@pytest.mark.parametrize(
    ("answer", "law"),
    [
        ("sqrt(a)/b*exp(t)", {"a": Fraction(1, 2), "b": Fraction(-1)}),
        ("a^2*(1 + t)", {"a": Fraction(2)}),
        ("exp(a*t)", {}),
        ("a + b*t", {}),
    ],
)
def test_exponents_are_those_of_the_solution(answer, law):
    assert power_law(known(PROBLEM, {"u": answer}, CHOICES), 0) == law


def test_too_few_choices_show_no_law():
    assert power_law(known(PROBLEM, {"u": "a*t"}, CHOICES[:2]), 0) == {}
