"""Derivatives at points by jets, along directions."""

from itertools import combinations_with_replacement, product
from math import comb, factorial, prod

import mpmath as mp
import numpy as np
import pytest

from support.random_trees import (
    ALL_OPERATORS,
    UndefinedError,
    exact_value,
    generator,
    random_tree,
)
from symplex.expression import Symbol, apply, leaf
from symplex.expression.parse import Scope, parse
from symplex.expression.render import to_text
from symplex.numerics.evaluation.engines.directions import passes_for
from symplex.numerics.evaluation.engines.jets import derivatives_at

# Every partial derivative to order 4 against mpmath at 40 digits.

ORDER, TOLERANCE, DIGITS = 4, 1e-10, 40
LARGEST = 1e100
"""Beyond this, products of derivatives leave the range of doubles."""
NAMES = ("x", "y", "z", "a", "b", "t")


def partials(names, order=ORDER):
    return [by for n in range(order + 1) for by in combinations_with_replacement(names, n)]


def exact_partials(tree, names, point, wanted, noise=None):
    """By mpmath's finite differences at much higher precision; None where undefined nearby."""
    place = [mp.mpf(float(point[name])) for name in names]

    def value(*at):
        return exact_value(tree, dict(zip(names, at, strict=True)), noise)

    try:
        with mp.workdps(DIGITS):
            return [mp.diff(value, tuple(place), tuple(map(by.count, names))) for by in wanted]
    except UndefinedError:
        return None


def compare(tree, names, point, wanted):
    """Partials that are wrong, and partials that no double precision could get right."""
    found = derivatives_at(tree, wanted, {n: np.array([point[n]]) for n in names})[:, 0]
    exact = exact_partials(tree, names, point, wanted)
    if exact is None or any(abs(value) > LARGEST for value in exact):
        return None
    wrong = []
    for by, mine, truth in zip(wanted, found, exact, strict=True):
        largest = max(abs(e) for w, e in zip(wanted, exact, strict=True) if len(w) <= len(by))
        allowed = TOLERANCE * abs(truth) + 1e-3 * TOLERANCE * largest
        if not abs(mp.mpf(float(mine)) - truth) <= allowed:
            wrong.append((by, float(mine), truth))
    excused = [item for item in wrong if shaken(tree, names, point, *item)]
    return [item for item in wrong if item not in excused], excused


def shaken(tree, names, point, by, mine, truth):
    """Whether rounding every node once moves the exact derivative about as far."""
    noise = generator(0).choice([-1e-16, 1e-16], size=tree.size)
    (moved,) = exact_partials(tree, names, point, [by], noise) or (mp.inf,)
    return 1000 * abs(moved - truth) >= abs(mine - truth)


def check_trees(count):
    """Trees that are defined nowhere near their point are drawn again."""
    compared, excused, seed = 0, [], 0
    while compared < count:
        seed += 1
        random = generator(seed)
        names = NAMES[: 1 + compared % len(NAMES)]
        tree = random_tree(random, int(random.integers(3, 14)), names)
        point = {name: float(random.uniform(0.1, 0.9)) for name in names}
        result = compare(tree, names, point, partials(names))
        if result is None:
            continue
        assert result[0] == [], f"{to_text(tree)} at {point}"
        compared += 1
        excused += [(to_text(tree), item) for item in result[1]]
    for line in excused:
        print("ill-conditioned:", *line)  # noqa: T201
    assert len({text for text, _ in excused}) <= 0.05 * count
    assert seed <= 3 * count


def test_random_trees_over_all_operators():
    check_trees(10)


@pytest.mark.slow
def test_many_random_trees_over_all_operators():
    check_trees(300)


@pytest.mark.parametrize("operator", [o for o in ALL_OPERATORS if o.arity], ids=str)
def test_every_operator_alone(operator):
    inner = parse("0.7 + x*y/4 - x^2/5", Scope(("x", "y")))
    arguments = (inner, leaf(Symbol("y")))[: operator.arity]
    point = {"x": 0.31, "y": 0.57}
    result = compare(apply(operator, *arguments), ("x", "y"), point, partials(("x", "y")))
    assert result is not None
    assert result == ([], [])


def test_ten_variables_at_order_four():
    names = tuple(f"x{i}" for i in range(10))
    product = "*".join(f"cos({name}*{1 + i / 10})" for i, name in enumerate(names))
    tree = parse(f"exp({product}) + {'+'.join(names)}", Scope(names))
    point = {name: 0.1 * (i + 1) for i, name in enumerate(names)}
    wanted = [("x0",) * 4, ("x0", "x3", "x7", "x9"), ("x1", "x1", "x2", "x2"), ("x5", "x8")]
    assert compare(tree, names, point, wanted) == ([], [])


def test_a_whole_power_is_smooth_at_zero():
    tree = parse("x^3 + (x*y)^2", Scope(("x", "y")))
    at_zero = {"x": np.zeros(1), "y": np.zeros(1)}
    wanted = [("x", "x", "x"), ("x", "x", "y", "y"), ("x",)]
    np.testing.assert_array_equal(derivatives_at(tree, wanted, at_zero)[:, 0], [6, 4, 0])


# Derivatives from series along directions, against polynomials whose derivatives are known.


def coefficient(monomial, direction, order):
    """Of s**order in the monomial along a direction through (1, 1, …)."""
    series = np.ones(1)
    for exponent, part in zip(monomial, direction, strict=True):
        series = np.convolve(series, [comb(exponent, k) * part**k for k in range(exponent + 1)])
    return series[order] if order < len(series) else 0.0


def derivative(monomial, by):
    """The derivative of a monomial at (1, 1, …)."""
    return prod(
        factorial(m) // factorial(m - b) if m >= b else 0 for m, b in zip(monomial, by, strict=True)
    )


@pytest.mark.parametrize("variables", [1, 2, 3])
def test_every_derivative_up_to_order_four_is_a_sum_of_coefficients(variables):
    wanted = [by for by in product(range(5), repeat=variables) if sum(by) <= 4]
    plan = passes_for(np.array([(0, *by) for by in wanted], dtype=np.uint32), 1, variables)
    for monomial in product(range(4), repeat=variables):
        found = np.zeros(len(wanted))
        for share in plan.shares:
            assert share.order <= plan.orders[share.run]
            direction = plan.directions[share.run]
            found[share.derivative] += share.weight * coefficient(monomial, direction, share.order)
        truth = [derivative(monomial, by) for by in wanted]
        assert np.allclose(found, truth, rtol=1e-11, atol=1e-11)


def test_pure_derivatives_take_one_pass_for_each_variable():
    heat = np.array([(0, 0, 0, 0), (0, 2, 0, 0), (0, 0, 2, 0), (0, 0, 0, 1)], dtype=np.uint32)
    plan = passes_for(heat, 1, 3)
    assert sorted(zip(plan.directions, plan.orders, strict=True)) == [
        ((0, 0, 1), 1),
        ((0, 1, 0), 2),
        ((1, 0, 0), 2),
    ]


def test_a_mixed_second_derivative_takes_two():
    plan = passes_for(np.array([(0, 1, 1)], dtype=np.uint32), 1, 2)
    assert len(plan.directions) == 2


def test_every_unknown_has_a_pass():
    plan = passes_for(np.array([(1, 1, 0)], dtype=np.uint32), 3, 2)
    assert plan.unknowns == (0, 1, 2)
    assert plan.orders == (0, 1, 0)
