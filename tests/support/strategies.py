"""Random trees over every operator, for the property tests."""

from hypothesis import strategies as st

from symplex.expression import (
    CONSTANT,
    OPERATORS,
    Derivative,
    Expression,
    apply,
    leaf,
    number,
    power,
    symbol,
)
from symplex.expression.parse import Scope
from symplex.expression.render import to_text

SCOPE = Scope(("x", "y", "theta"), ("kappa",), ("u", "v"))

fractions = st.fractions(min_value=-1000, max_value=1000, max_denominator=1000)
exponents = st.fractions(min_value=-5, max_value=5, max_denominator=4)
symbols = st.sampled_from([symbol(name) for name in (*SCOPE.variables, *SCOPE.parameters)])
numbers = fractions.map(number) | st.just(apply("pi"))
floats = st.floats(min_value=-1e6, max_value=1e6, allow_nan=False).map(
    lambda value: leaf(CONSTANT, value)
)
derivatives = st.builds(
    lambda of, by: leaf(Derivative(of, tuple(by))),
    st.sampled_from(SCOPE.unknowns),
    st.lists(st.sampled_from(SCOPE.variables), max_size=3),
)
_UNARY = [row for row in OPERATORS.values() if row.arity == 1]
_BINARY = [row for row in OPERATORS.values() if row.arity == 2]


def _extend(children):
    unary = st.builds(apply, st.sampled_from(_UNARY), children)
    powers = st.builds(lambda exponent, child: apply(power(exponent), child), exponents, children)
    binary = st.builds(apply, st.sampled_from(_BINARY), children, children)
    return unary | powers | binary


def _divides_by_zero(tree: Expression) -> bool:
    """A quotient by the literal 0: the parser refuses it, so no text stands for it."""
    return any(
        to_text(tree.subtree(position).arguments[1]) == "0"
        for position, token in enumerate(tree.tokens)
        if getattr(token, "name", "") == "/"
    )


def trees(leaves=symbols | numbers | derivatives, most=12):
    """Random trees with up to `most` leaves."""
    return st.recursive(leaves, _extend, max_leaves=most).filter(
        lambda tree: not _divides_by_zero(tree)
    )
