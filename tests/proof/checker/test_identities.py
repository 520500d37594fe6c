"""A rule is followed only if its law holds."""

from fractions import Fraction

import pytest

from symplex.budget import Budget, Undecided
from symplex.expression import CONSTANT, leaf
from symplex.expression.parse import Scope, parse
from symplex.proof.checker.identities import Identities
from symplex.proof.kernel.advice import Rewriting


def read(text):
    return parse(text, Scope(("x", "y")))


def vanishes(text, generators, rules=None, *, positive=()):
    hint = Rewriting(
        tuple(map(read, generators)), {read(k).tokens: v for k, v in (rules or {}).items()}
    )
    known = Identities(
        hint, lambda formula: formula in map(read, positive), lambda _: True, Budget.unlimited()
    )
    return known.of(read(text)).top == 0


def is_believed(text, generators, rules):
    try:
        return vanishes(text, generators, rules)
    except (Undecided, LookupError, TypeError, ValueError):
        return False


def double(times):
    return {"sin(2*x)": ("angle", [(read("x"), times)], [], 0)}


def test_laws_that_hold():
    circle = ("cos(x)", "sin(x)")
    assert vanishes("(x + 1)^2 - x^2 - 2*x - 1", ())
    assert vanishes("sin(x)^2 + cos(x)^2 - 1", circle)
    assert vanishes("sin(2*x) - 2*sin(x)*cos(x)", circle, double(2))
    assert vanishes("sqrt(x)^2 - x", ("sqrt(x)",))
    assert vanishes("exp(2*x) - exp(x)^2", ("exp(x)",), {"exp(2*x)": ("exp", [(read("x"), 2)], [])})
    assert vanishes("1/(1/x) - x", ())
    root = {"sqrt(x^2)": ("power", [(read("x"), Fraction(1))], None)}
    assert vanishes("sqrt(x^2) - x", (), root, positive=("x",))
    arc = {"acos(x)": ("arc", 1, read("x"), None)}
    assert vanishes("acos(x) + asin(x) - pi/2", ("asin(x)",), arc)


@pytest.mark.parametrize(
    ("text", "generators", "rules"),
    [
        ("sin(2*x) - sin(x)", ("cos(x)", "sin(x)"), double(1)),
        ("sin(2*x) - 2*sin(x)*cos(x)", ("cos(x)", "sin(x)"), double(3)),
        ("sqrt(x^2) - x", (), {"sqrt(x^2)": ("power", [(read("x"), Fraction(1))], None)}),
        ("exp(x) - 1", (), {"exp(x)": ("exp", [], [])}),
        ("log(x) - 0", (), {"log(x)": ("log", [], [])}),
        ("asin(x) - pi/6", ("sqrt(2)", "sqrt(3)"), {"asin(x)": ("arc", 1, None, Fraction(1, 6))}),
        ("abs(x) - x", ("abs(x)",), {}),
        ("max(x, y) - x", (), {"max(x, y)": ("power", [(read("x"), 1)], None)}),
        ("x^(-1/2) - x", ("x^(-1/2)",), {}),
        ("exp(x) - log(x)", ("log(x^2)",), {"exp(x)": ("log", [(read("x"), Fraction(1))], [])}),
    ],
)
def test_laws_that_do_not_hold(text, generators, rules):
    assert not is_believed(text, generators, rules)


def test_fitted_constants_are_not_equal():
    slot = leaf(CONSTANT, 1.0) - leaf(CONSTANT, 2.0)
    with pytest.raises(Undecided):
        Identities(Rewriting((), {}), lambda _: True, lambda _: True, Budget.unlimited()).of(slot)
