"""The points that a statement in Coq is about."""

import pytest

from symplex.errors import ExpressionError
from symplex.expression import number
from symplex.problem import Problem
from symplex.proof.coq.domain import Ends, stated_domain

ANYWHERE = Ends(None, None)


def along_x(datum: str, source: str = "0", parameters=None) -> Ends:
    problem = Problem(
        [f"u_t = x*u^2 + {source}"],
        {"x": [-1, 0.5], "t": [0, 1]},
        [("t = 0", f"u = {datum}")],
        parameters=parameters,
    )
    return stated_domain(problem)["x"]


@pytest.mark.parametrize(
    "source",
    [
        "log(exp(x^3)) - x^3",  # exp(x^3) is 0 or infinite in double precision, and never in truth
        "1/cosh(40*x)",
        "log(1 + exp(40*x))",
        "1/exp(-x^2)",
        "sqrt(x^2 + 1/10^40)",
    ],
)
def test_what_only_rounding_makes_undefined_ends_nothing(source):
    assert along_x("1", source) == ANYWHERE


def test_data_end_where_they_end_and_not_at_the_box():
    assert along_x("1 + 0*sqrt(8 - x)") == Ends(None, number(8))
    assert along_x("1 + 0*log(8 - x)") == Ends(None, number(8), high_open=True)
    assert along_x("1 + 0*sqrt(8 - x) + 0/(x + 3)") == Ends(number(-3), number(8), low_open=True)


def test_parameters_and_time_keep_their_closed_ranges():
    problem = Problem(["u_t = k*u"], {"x": [0, 1], "t": [0, 1]}, parameters={"k": [1, 2]})
    found = stated_domain(problem)
    assert found["k"] == Ends(number(1), number(2))
    assert found["t"] == Ends(number(0), number(1))


@pytest.mark.parametrize("datum", ["sqrt(1 - x^2)", "0*sqrt(1 - sin(x)^2 - cos(x)^2 - 1/10^30)"])
def test_a_domain_that_is_not_known_is_refused(datum):
    with pytest.raises(ExpressionError, match="not known here: the statement is not shown"):
        along_x(datum)
