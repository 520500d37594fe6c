"""What SymPy assumes, and what its names and floats mean."""

from fractions import Fraction

import pytest
import sympy

from symplex.errors import ProblemError
from symplex.expression.token import Number
from symplex.problem import Problem

x, t = sympy.symbols("x t")
u = sympy.Function("u")
U = u(x, t)
DOMAIN = {x: (-1, 1), t: (0, 1)}


def read(right, domain=DOMAIN, **rest):
    return Problem(sympy.Eq(U.diff(t), right), domain, **rest)


@pytest.mark.parametrize("name", ["pi", "u", "u_x", "sin"])
def test_a_symbol_that_would_read_as_something_else_is_refused(name):
    with pytest.raises(ProblemError, match=f"the symbol '{name}' would read as something else"):
        read(sympy.Symbol(name) * U)


@pytest.mark.parametrize("other", [sympy.Dummy("x"), sympy.Symbol("x", positive=True)])
def test_another_symbol_of_the_same_name_is_refused(other):
    with pytest.raises(ProblemError, match="'x' is not the variable x"):
        read(other)


def test_an_order_that_is_no_number_is_refused():
    with pytest.raises(ProblemError, match=r"the order of .* is no number"):
        read(sympy.Derivative(U, (x, sympy.Symbol("n"))))


@pytest.mark.parametrize(
    ("assumptions", "ends", "agree"),
    [
        ({"positive": True}, (-1, 1), False),
        ({"positive": True}, (0, 1), True),
        ({"negative": True}, (-1, 1), False),
        ({"nonpositive": True}, (-1, 0), True),
        ({"integer": True}, (1, 2), False),
        ({"real": True}, (-1, 1), True),
        ({"imaginary": True}, (-1, 1), False),
    ],
)
def test_assumptions_agree_with_the_domain(assumptions, ends, agree):
    y = sympy.Symbol("y", **assumptions)
    stated = sympy.Eq(u(y).diff(y), sympy.Abs(y)), {y: ends}
    if agree:
        assert Problem(*stated).variables == ("y",)
    else:
        with pytest.raises(ProblemError, match="SymPy assumes something else of y"):
            Problem(*stated)


def test_a_parameter_is_looked_at_too():
    k = sympy.Symbol("k", positive=True)
    with pytest.raises(ProblemError, match=r"parameters.k: SymPy assumes something else"):
        read(sympy.sqrt(k**2) * U, parameters={k: (-1, 1)})


def test_a_sign_of_the_unknown_is_refused():
    w = sympy.Function("w", positive=True)
    with pytest.raises(ProblemError, match=r"nothing says that w\(x\) has the sign"):
        Problem(sympy.Eq(w(x).diff(x), sympy.Abs(w(x))), {x: (0, 1)})


def test_the_domain_has_the_variables_of_the_unknown():
    with pytest.raises(ProblemError, match=r"expected the variables of u\(t\), which are t, found"):
        Problem(sympy.Eq(u(t).diff(t), u(t)), {t: (0, 1), x: (0, 1)})


@pytest.mark.parametrize("digits", ["1.00000000000000000000000001", "3.14159265358979323846264338"])
def test_floats_of_many_digits_are_not_rounded(digits):
    found = read(sympy.Float(digits, 30) * U).equations[0].right
    assert Number(Fraction(digits)) in found.tokens


def test_a_name_stands_once():
    with pytest.raises(ProblemError, match="domain: 'x' stands there twice"):
        read(U, {**DOMAIN, "x": (0, 2)})
