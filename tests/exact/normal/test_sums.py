from fractions import Fraction

from symplex.exact.normal.ring import Ring
from symplex.exact.normal.sums import Sums
from symplex.expression import symbol
from symplex.work.budget import Budget


def test_dependent_arguments_are_combinations_of_the_first_ones() -> None:
    ring = Ring(Budget.unlimited(), 8, frozenset())
    a, b, t = (ring.new(symbol(name)) for name in "abt")
    sums = Sums({})
    assert sums.combination(ring.element(a * t), "at") == {0: 1}
    assert sums.combination(ring.element(b * t), "bt") == {1: 1}
    both = ring.element(2 * a * t - b * t / 3)
    assert sums.combination(both, "both") == {0: 2, 1: Fraction(-1, 3)}
    assert len(sums.arguments) == 2


def test_quotients_are_compared_by_their_divisors() -> None:
    ring = Ring(Budget.unlimited(), 8, frozenset())
    x, t = (ring.new(symbol(name)) for name in "xt")
    sums = Sums({})
    sums.combination(ring.element(x * x, t), "kernel")
    assert sums.combination(ring.element(-x * x, 4 * t), "other") == {0: Fraction(-1, 4)}
    assert sums.combination(ring.element(x * x, t + 1), "shifted") == {1: 1}
