import math

import numpy as np
import pytest

from symplex.expression import CONSTANT, Derivative, Symbol, leaf, symbol
from symplex.expression.encoding import TreeEncoding
from symplex.expression.operators import ADD, EXP, LOG, MULTIPLY
from symplex.expression.vocabulary import Vocabulary
from symplex.numerics.evaluation.evaluator import evaluator
from symplex.numerics.evaluation.objective import Objective, PointSet, Term, frozen
from symplex_benchmarks.rivals.symbolic.lbfgs import LBFGS, fit, weights_of

WORDS = Vocabulary((ADD, MULTIPLY, EXP, LOG, Symbol("x"), CONSTANT))
ENCODING = TreeEncoding(WORDS)
X = ENCODING.symbol("x")


def values_of(values, x, weight=1.0):
    difference = leaf(Derivative("u")) - symbol("data")
    points = PointSet(frozen({"x": x, "data": values}), (Term(difference, weight),))
    return evaluator(Objective(("u",), ("x",), (), (points,)), WORDS)


@pytest.fixture
def x():
    return np.linspace(-1, 1, 40)


def test_constants_are_found(x):
    made = values_of(1.7 * np.exp(-0.6 * x) + 0.3, x)
    tree = ENCODING.free * ENCODING.apply(EXP, ENCODING.free * X) + ENCODING.free
    found = fit(made, ENCODING.batch([tree]), LBFGS(steps=200, tolerance=0))
    assert found.losses[0] < 1e-18
    assert found.trees.constants == pytest.approx([1.7, -0.6, 0.3], abs=1e-7)


def test_each_tree_of_a_batch_is_fitted_as_if_it_were_alone(x):
    made = values_of(2 * x + 1, x)
    trees = [ENCODING.free * X, X, ENCODING.free * X + ENCODING.free]
    together = fit(made, ENCODING.batch(trees))
    for index, tree in enumerate(trees):
        alone = fit(made, ENCODING.batch([tree]))
        assert together.losses[index] == pytest.approx(alone.losses[0], rel=1e-9, abs=1e-25)
    assert together.losses[2] < 1e-20 < together.losses[0] < together.losses[1]


def test_the_fit_of_a_line_is_that_of_least_squares(x):
    values = np.sin(3 * x)
    found = fit(values_of(values, x), ENCODING.batch([ENCODING.free * X]), LBFGS(tolerance=0))
    assert found.trees.constants[0] == pytest.approx(np.dot(x, values) / np.dot(x, x), abs=1e-9)


def test_an_undefined_tree_has_an_infinite_loss_and_spoils_no_other(x):
    made = values_of(x, x)
    undefined = ENCODING.apply(LOG, X) * ENCODING.free
    found = fit(made, ENCODING.batch([undefined, ENCODING.slot(3.0) * X]))
    assert math.isinf(found.losses[0])
    assert found.losses[1] < 1e-20


def test_no_loss_rises(x):
    rng = np.random.default_rng(0)
    made = values_of(np.tanh(5 * x), x)
    trees = [
        ENCODING.apply(EXP, ENCODING.slot(a) * X) * ENCODING.slot(b)
        for a, b in rng.normal(size=(20, 2)).tolist()
    ]
    batch = ENCODING.batch(trees)
    before = fit(made, batch, LBFGS(steps=0)).losses
    assert np.all(fit(made, batch, LBFGS(steps=5)).losses <= before)


def test_the_weights_are_those_of_the_loss(x):
    made = values_of(x, x, weight=4.0)
    batch = ENCODING.batch([X * X])
    residuals = made.residuals(batch.tokens, batch.constants)[0]
    loss = fit(made, batch).losses[0]
    assert float(weights_of(made) @ residuals**2) == pytest.approx(loss)
