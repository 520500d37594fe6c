"""Derivatives as coordinates: what depends on them, and what only mentions them."""

import pytest

from support.proving import formula, region, space
from symplex.expression import Derivative, Expression, Symbol
from symplex.proof.kernel.frozen import depends_on, frozen, is_always_zero

BOX = region(x=(-1, 1))
U, SLOPE = Derivative("u"), Derivative("u", ("x",))


def test_every_derivative_is_a_coordinate():
    whole, names = frozen(formula("u*u_x + x"))
    assert names.keys() == {U, SLOPE}
    assert not whole.derivatives
    back = {symbol: Expression((token,)) for token, symbol in names.items()}
    assert whole.substitute(back) == formula("u*u_x + x")
    assert all(isinstance(symbol, Symbol) and "#" in symbol.name for symbol in names.values())


@pytest.mark.parametrize(
    "text", ["0*u_x", "(u - u)*u_x", "0*abs(u)", "abs(u) - abs(u) + 0*log(x + 2)"]
)
def test_what_is_always_zero(text):
    assert is_always_zero(formula(text), space(BOX))


@pytest.mark.parametrize("text", ["u", "u*u_x", "x*u", "u - x", "abs(u)"])
def test_what_is_not(text):
    assert not is_always_zero(formula(text), space(BOX))


@pytest.mark.parametrize(
    ("text", "depends"),
    [
        ("u + x", True),
        ("x*u", True),
        ("abs(u)", True),
        ("u*u_x", True),
        ("u - u + x", False),
        ("0*abs(u)", False),
        ("relu(u) - relu(-u) - u", False),
        ("u_x", False),
        ("x", False),
    ],
)
def test_what_depends_on_an_unknown(text, depends):
    assert depends_on(formula(text), U, space(BOX)) is depends
