"""A ring whose elements can be written as formulas again."""

from hypothesis import given
from hypothesis import strategies as st

from support.proving import formula, region, space
from symplex.exact.quotients.tree_ring import TreeRing
from symplex.work.budget import Budget


def made():
    ring = TreeRing(Budget.unlimited())
    return ring, ring.new_for(formula("x")), ring.new_for(formula("exp(y)"))


@given(st.lists(st.tuples(st.integers(-9, 9), st.integers(0, 3), st.integers(0, 3)), max_size=4))
def test_a_polynomial_is_written_as_its_formula(terms):
    ring, a, b = made()
    polynomial = sum((c * a**m * b**n for c, m, n in terms), ring.constant(0))
    text = " + ".join(f"({c})*x^{m}*exp(y)^{n}" for c, m, n in terms) or "0"
    assert space(region(x=(-1, 1), y=(-1, 1))).is_zero(ring.tree(polynomial) - formula(text))


def test_a_quotient_and_the_generators_in_it():
    ring, a, b = made()
    element = ring.element(a + 1, b)
    assert ring.element_tree(element) == formula("x + 1") / formula("exp(y)")
    assert ring.generators_in(a * b**2) == {0: 1, 1: 2}
    assert ring.generator(1) == b
