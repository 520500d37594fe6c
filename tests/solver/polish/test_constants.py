"""Fitted numbers that are recognised."""

import math
from fractions import Fraction

import numpy as np
import pytest

from near_misses.noise import noisy
from support.cases import cases
from symplex.expression import CONSTANT, leaf, number, symbol
from symplex.expression.evaluate import value_of
from symplex.expression.expression import apply
from symplex.expression.operators import SIN
from symplex.expression.render import to_text
from symplex.problem import Problem
from symplex.solver.polish.constants import exact_numbers, simplest_between
from symplex.solver.polish.fit import Family, fit

# Which exact number a fitted constant may be.


@pytest.mark.parametrize(
    ("value", "exact"),
    [
        (2.0, "2"),
        (-5 / 6, "-5/6"),
        (0.37, "0.37"),
        (2e-07, "2e-07"),
        (13 / 4, "13/4"),
    ],
)
def test_constants_are_recognised(value: float, exact: str) -> None:
    best = exact_numbers(value * (1 + 1e-15), 1e-16)[0]
    assert to_text(best.exact) == exact
    assert value_of(best.exact) == pytest.approx(value, rel=1e-12)


def test_numbers_of_great_height_are_not_believed() -> None:
    assert exact_numbers(1234567 / 7654321, 1e-17) == []


@pytest.mark.parametrize("value", [math.pi / 2, 1 / math.sqrt(6), 2 * math.e])
def test_an_irrational_constant_is_no_rational_one(value: float) -> None:
    assert exact_numbers(value, 1e-16) == []


def test_a_doubtful_constant_is_not_believed() -> None:
    assert exact_numbers(0.123456, 1e-6) == []


def test_the_simplest_fraction_of_an_interval() -> None:
    assert simplest_between(Fraction(31, 100), Fraction(34, 100)) == Fraction(1, 3)
    assert simplest_between(Fraction(5, 2), Fraction(7, 2)) == 3
    assert simplest_between(Fraction(-1), Fraction(1)) == 0


def test_zero_is_the_only_exact_form_of_zero() -> None:
    assert [found.value for found in exact_numbers(0.0, 0.0)] == [0.0]


def test_an_undetermined_constant_becomes_a_simple_number_nearby() -> None:
    values = [found.value for found in exact_numbers(2.9, math.inf)]
    assert values == [3.0, 3.0, 1.0]


# Constants fitted to a statement at machine precision.

CASES = {name: case for name, case in cases().items() if not case.beyond}
WAVE = Problem(["u_xx + 4*u = 0"], {"x": [0, 1]}, [("x = 0", "u = 0"), ("x = 0", "u_x = 6")])
SINE = leaf(CONSTANT, 2.9) * apply(SIN, leaf(CONSTANT, 2.1) * symbol("x"))


def test_a_fit_reaches_machine_precision_and_knows_its_doubt() -> None:
    case = CASES["fisher-wave"]
    found = fit(*Family.of(case.problem, noisy(case, 0)))
    assert found.is_rounding
    assert abs(found.constants[2] - 6) < 1e-12
    # 5*t/6 with two constants: only their quotient is determined.
    assert np.isinf(found.uncertainty[3:]).all()
    assert abs(found.constants[3] / found.constants[4] - 5 / 6) < 1e-13


def test_the_constants_of_a_sine_are_found() -> None:
    family, start = Family.of(WAVE, {"u": SINE})
    found = fit(family, start)
    assert found.is_rounding
    np.testing.assert_allclose(found.constants, [3, 2], rtol=1e-12)
    assert 1 < found.iterations < 30
    assert found.evaluations == (found.iterations + 1) * 5


def test_a_family_without_a_solution_keeps_a_residual() -> None:
    family, start = Family.of(WAVE, {"u": leaf(CONSTANT, 1.0) * symbol("x")})
    assert not fit(family, start).is_rounding


def test_a_member_of_a_family_is_the_answer_again() -> None:
    family, start = Family.of(WAVE, {"u": SINE})
    assert family.member(start) == {"u": SINE}
    assert family.size == sum(tree.size for tree in family.derivatives.values())


def test_a_constant_made_exact_leaves_the_family() -> None:
    family, start = Family.of(WAVE, {"u": SINE})
    fewer = family.fixed(family.names[1], number(2))
    assert fewer.member(start[:1])["u"] == leaf(CONSTANT, 2.9) * apply(SIN, 2 * symbol("x"))


def test_residuals_do_not_depend_on_the_unit_of_the_answer() -> None:
    large = Problem(["u_xx + 4*u = 0"], {"x": [0, 1]}, [("x = 0", "u_x = 6000000")])
    answer = leaf(CONSTANT, 3e6) * apply(SIN, leaf(CONSTANT, 2.001) * symbol("x"))
    small = Problem(["u_xx + 4*u = 0"], {"x": [0, 1]}, [("x = 0", "u_x = 6")])
    scaled = leaf(CONSTANT, 3.0) * apply(SIN, leaf(CONSTANT, 2.001) * symbol("x"))
    first, second = (
        family.residuals(start[None, :])
        for family, start in (Family.of(large, {"u": answer}), Family.of(small, {"u": scaled}))
    )
    np.testing.assert_allclose(first, second, rtol=1e-9, atol=1e-15)
