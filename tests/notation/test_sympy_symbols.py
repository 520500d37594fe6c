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
        ({"nonzero": True}, (0, 1), True),
        ({"nonzero": True}, (-1, 1), False),
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


@pytest.mark.parametrize(
    ("assumptions", "value", "agree"),
    [
        ({"positive": True}, (-1, 1), False),
        ({"positive": True}, (0, 1), False),
        ({"positive": True}, (1, 2), True),
        ({"positive": True}, 0, False),
        ({"positive": True}, 3, True),
        ({"negative": True}, (-1, 0), False),
        ({"negative": True}, (-2, -1), True),
        ({"nonzero": True}, (-1, 1), False),
        ({"nonzero": True}, (-1, 0), False),
        ({"nonzero": True}, (1, 2), True),
        ({"zero": False}, (0, 1), False),
        ({"positive": False}, (0, 1), False),
        ({"positive": False}, (-1, 0), True),
        ({"nonnegative": True}, (0, 1), True),
        ({"nonpositive": True}, (-1, 0), True),
        ({"rational": True}, (1, 2), False),
        ({"integer": False}, (1, 2), False),
        ({"infinite": True}, (1, 2), False),
        ({"commutative": False}, (1, 2), False),
        ({"finite": True}, (-1, 1), True),
        ({}, (-1, 1), True),
    ],
)
def test_a_parameter_that_is_simplified_away_is_compared(assumptions, value, agree):
    """SymPy makes 1 of sign(k) if k is positive, and then no formula has k."""
    k = sympy.Symbol("k", **assumptions)
    stated = sympy.Eq(u(x).diff(x), 1), {x: (-1, 1)}, {u(0): 0}
    if agree:
        problem = Problem(*stated, parameters={k: value})
        assert "k" in {*problem.constants, *problem.parameters}
    else:
        with pytest.raises(ProblemError, match=r"parameters.k: SymPy assumes something else of k"):
            Problem(*stated, parameters={k: value})


def test_a_parameter_is_more_than_a_name():
    k = sympy.Symbol("k", positive=True)
    with pytest.raises(ProblemError, match=r"parameters.k: no formula has 'k', and SymPy may"):
        read(sympy.sign(k), parameters={"k": (-1, 1)})
    with pytest.raises(ProblemError, match=r"parameters.k: SymPy assumes something else of k"):
        read(k + x, parameters={"k": (0, 1)})


K = {name: sympy.Symbol("k", **{name: True}) for name in ("real", "positive")}


@pytest.mark.parametrize(
    "stated",
    [
        {"right": K["real"] - K["positive"], "parameters": {K["real"]: (1, 2)}},
        {"right": K["real"] - K["positive"], "parameters": {"k": (1, 2)}},
        {"right": K["real"], "parameters": {K["positive"]: (1, 2)}},
        {"right": K["real"], "parameters": {"k": (1, 2)}, "conditions": {u(x, 0): K["positive"]}},
        {"right": sympy.Dummy("k") - sympy.Dummy("k"), "parameters": {"k": (1, 2)}},
        {"right": K["real"] - sympy.Dummy("k"), "parameters": {"k": (1, 2)}},
    ],
)
def test_two_symbols_of_one_name_are_refused(stated):
    with pytest.raises(ProblemError, match="SymPy tells two symbols called 'k' apart"):
        read(**stated)


def test_a_key_of_the_domain_is_the_variable_itself():
    with pytest.raises(ProblemError, match="SymPy tells two symbols called 'x' apart"):
        read(U, {sympy.Symbol("x", real=True): (-1, 1), t: (0, 1)})


@pytest.mark.parametrize(
    "assumptions",
    [
        *({name: True} for name in ("positive", "negative", "nonzero", "nonpositive")),
        *({name: True} for name in ("integer", "rational", "imaginary")),
        *({name: False} for name in ("zero", "positive", "real")),
    ],
)
def test_what_nothing_says_of_the_unknown_is_refused(assumptions):
    w = sympy.Function("w", **assumptions)
    with pytest.raises(ProblemError, match=r"nothing says that w\(x\) has the sign"):
        Problem(sympy.Eq(w(x).diff(x), w(x)), {x: (0, 1)})


@pytest.mark.parametrize("assumptions", [{}, {"real": True}, {"finite": True}])
def test_an_unknown_may_be_real(assumptions):
    w = sympy.Function("w", **assumptions)
    assert Problem(sympy.Eq(w(x).diff(x), w(x)), {x: (0, 1)}).unknowns == ("w",)


def test_two_functions_of_one_name_are_refused():
    other = sympy.Function("u", real=True)
    sentence = "unknowns: SymPy tells two functions called 'u' apart"
    with pytest.raises(ProblemError, match=sentence):
        read(other(x, t))
    with pytest.raises(ProblemError, match=sentence):
        read(U, conditions={other(x, 0): 1})
    with pytest.raises(ProblemError, match=sentence):
        read(U, unknowns=[other])


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
