"""Constants fitted to a statement at machine precision."""

import numpy as np

from near_misses.cases import load
from near_misses.noise import noisy
from symplex.expression import CONSTANT, leaf, number, symbol
from symplex.expression.expression import apply
from symplex.expression.operators import SIN
from symplex.problem import Problem
from symplex.solver.polish.fit import Family, fit

CASES = {case.name: case for case in load() if not case.beyond}
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
