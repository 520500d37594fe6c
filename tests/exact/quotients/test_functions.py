"""How each function is written in generators, with a record that the kernel accepts."""

import pytest

from support.proving import formula, region, space
from support.reasons import refused
from symplex.exact.quotients.functions import function_of
from symplex.expression import operators as op
from symplex.reasons import Code

BOX = region(x=("1/4", "3/4"), y=("1/4", "3/4"))


@pytest.mark.parametrize(
    "text",
    [
        "exp(x + y + log(x)) - x*exp(x)*exp(y)",
        "sinh(2*x) - 2*sinh(x)*cosh(x)",
        "tan(x + pi/4) - (1 + tan(x))/(1 - tan(x))",
        "sin(pi/12) - sqrt(2)*(sqrt(3) - 1)/4",
        "cos(7*x - 6*x) - cos(x)",
        "sin(2*asin(x)) - 2*x*sqrt(1 - x^2)",
        "sin(atan(x) + y) - (x*cos(y) + sin(y))/sqrt(1 + x^2)",
        "log(12) - 2*log(2) - log(3)",
        "log(sqrt(x)*exp(y)/y) - log(x)/2 - y + log(y)",
        "acos(-x) - pi + acos(x)",
        "asin(1/2) - pi/6",
        "asin(sqrt(3)/2) - pi/3",
        "atan(-sqrt(3)) + pi/3",
        "erf(0)",
    ],
)
def test_laws_that_the_kernel_confirms(text):
    assert space(BOX).is_zero(formula(text))


@pytest.mark.parametrize(
    "text",
    [
        "exp(x + y) - exp(x) - exp(y)",
        "asin(sin(x)) - x",
        "atan(x) + atan(1/x) - pi/2",
        "erf(2*x) - 2*erf(x)",
        "sin(pi/5) - cos(pi/5)",
    ],
)
def test_what_is_false_or_has_no_law_is_not_confirmed(text):
    assert not space(BOX).is_zero(formula(text))


def test_a_branch_is_no_function():
    for operator in (op.ABS, op.SIGN, op.MAX, op.MIN, op.RELU):
        with refused(Code.ALGEBRA_UNRESOLVED_OPERATOR):
            function_of(operator)
    assert callable(function_of(op.SQRT))
