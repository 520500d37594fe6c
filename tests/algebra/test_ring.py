"""The arithmetic of one normal form, and the limit of its work."""

from fractions import Fraction

import pytest

from symplex.algebra.polynomials import AtomOrder, atomic, constant
from symplex.algebra.ring import Ring, TooLargeError
from symplex.budget import Budget
from symplex.expression import Number, apply, leaf, symbol
from symplex.expression.operators import COS, EXP, SIN, power

X, Y = symbol("x"), symbol("y")


def leaves_alone(ring, token, below, value):
    """Every node is an atom, but for numbers."""
    if isinstance(token, Number):
        return constant(token.value)
    return atomic(leaf(token, value) if not below else apply(token, *map(ring.order.tree, below)))


def ring():
    return Ring(leaves_alone, AtomOrder(), Budget.unlimited())


def test_the_square_of_a_sine_is_written_with_the_cosine():
    sine, cosine = atomic(apply(SIN, X)), apply(COS, X)
    found = ring().multiply(sine, sine)
    assert found == {(): 1, ((cosine, 2),): -1}


def test_exponentials_are_joined():
    one, two = atomic(apply(EXP, X)), atomic(apply(EXP, -X))
    ((monomial, value),) = ring().multiply(one, two).items()
    assert value == 1
    assert len(monomial) == 1 and monomial[0][0].root is EXP


def test_a_root_to_its_own_power_is_its_base():
    root = atomic(apply(power(Fraction(1, 3)), X))
    assert ring().raised(root, Fraction(3)) == atomic(X)


def test_numbers_are_taken_out_of_a_root():
    found = ring().raised({((X, 1),): Fraction(8)}, Fraction(1, 2))
    assert list(found.values()) == [2]


def test_each_normal_form_has_its_own_work():
    many = {((symbol(f"x{n}"), 1),): Fraction(1) for n in range(300)}
    first = ring()
    with pytest.raises(TooLargeError):
        for _ in range(10):
            first.multiply(many, many)
    assert ring().multiply(atomic(X), atomic(Y))


def test_a_part_is_expanded_once():
    calls = []

    def counted(ring, token, below, value):
        calls.append(token)
        return leaves_alone(ring, token, below, value)

    one = Ring(counted, AtomOrder(), Budget.unlimited())
    assert one.written(X) is one.written(symbol("x"))
    assert len(calls) == 1
