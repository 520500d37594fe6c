"""Factors that take first derivatives out."""

import pytest

from support.partial import cauchy, named
from support.textbook import is_solved, proposals
from symplex.problem.method import Reduction
from symplex.propose.textbook.pdes.factored import Factored

METHOD = named("a factor taken out")


@pytest.mark.parametrize("data", ["exp(-r^2)", "1/(1 + r^2)", "r"])
def test_spherical_waves(data):
    problem = cauchy("u_tt = u_rr + 2*u_r/r", f"u = {data}", "u_t = 0", t=(0, "1/2"), r=[1, 2])
    found = proposals(Factored(), problem)
    (reduction,) = found
    assert isinstance(reduction, Reduction)
    assert len(reduction.problem.equations[0].derivatives) == 2
    assert is_solved(METHOD, problem)


def test_a_damped_wave():
    problem = cauchy(
        "u_tt + 2*k*u_t + k^2*u = u_xx", "u = 1/(1 + x^2)", "u_t = 0", parameters={"k": [1, 2]}
    )
    assert is_solved(METHOD, problem)


def test_nothing_to_take_out():
    assert proposals(METHOD, cauchy("u_tt = u_xx", "u = x", "u_t = 0")) == []
