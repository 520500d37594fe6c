"""Derivatives match across pieces or not, and first degree is seen only where it is rational."""

import pytest

from support.checked import examined, stated
from symplex.budget import Budget
from symplex.expression import Derivative
from symplex.proof.checker.place import Ends, Place, Refused
from symplex.proof.checker.study import Study, slope_of

PROBLEM = stated("u_xx = 2*max(x, 0)", {"x": [-1, 1]}, ("x = -1", "u = 0"))
U, UX, UXX = (Derivative("u", ("x",) * k) for k in range(3))


def studied(text):
    answer, proof = examined(PROBLEM, text)
    interval = PROBLEM.domain["x"]
    ends = {"x": Ends(interval.low, interval.high, no_low=True, no_high=True)}
    return Study.of(answer, frozenset({UXX}), Place(ends, ("x",), proof, Budget.unlimited()))


def test_a_cube_matches_twice():
    assert studied("max(x, 0)^3/3").is_continuous(UXX)


def test_a_square_matches_once():
    study = studied("max(x, 0)^2")
    assert study.is_continuous(UX)
    assert not study.is_continuous(UXX)


@pytest.mark.parametrize(
    "equation", ["u_t + u*abs(u_x) = 0", "u_t + max(u_x, 0) = 0", "u_t + u_x^2 = 0"]
)
def test_a_branch_is_not_of_first_degree(equation):
    problem = stated(equation, {"x": [-1, 1], "t": [0, 1]}, ("t = 0", "u = 0"))
    _, proof = examined(problem, "0*x")
    with pytest.raises(Refused):
        slope_of(problem.equations[0].residual, UX, Place({}, (), proof, Budget.unlimited()))
