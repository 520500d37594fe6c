"""The PyTorch engine, which serves where no core was compiled."""

import math
from fractions import Fraction

import numpy as np
import pytest
import torch

from support.evaluators import both_engines, encode, formula
from support.random_trees import ALL_OPERATORS, generator, random_tree
from symplex.expression import CONSTANT, OPERATORS, Derivative, leaf, tuple_of
from symplex.expression.evaluate import numpy_backend
from symplex.expression.expression import apply
from symplex.expression.vocabulary import TokenBatch
from symplex.notation.problem_files import bundled
from symplex.numerics.evaluation.engines.least_squares import (
    Best,
    levenberg_marquardt,
    loss_at,
    starts_of,
)
from symplex.numerics.evaluation.engines.torch_backend import torch_backend
from symplex.numerics.evaluation.fit import Adam, FitStatus, Fixed, LevenbergMarquardt, slots_of
from symplex.numerics.evaluation.sampling import Sampling, draw
from symplex.problem import Problem

# The compiled core against the plain PyTorch implementation of the same interface.

GENTLE = [o for o in ALL_OPERATORS if o.name in {"+", "-", "*", "sin", "cos", "exp", "square"}]


@pytest.fixture(scope="module")
def random_candidates():
    random = generator(3)
    names = ("x", "y", "t", "kappa")
    trees = [random_tree(random, int(random.integers(1, 20)), names) for _ in range(250)]
    words, batch = encode(trees)
    objective = draw(bundled("parametric-heat"), random, Sampling(interior=24, initial=16))
    core, oracle = both_engines(objective, words)
    return core, oracle, batch, np.concatenate([tree.constants for tree in trees])


def test_same_losses_and_statuses_without_fit(random_candidates):
    core, oracle, batch, constants = random_candidates
    mine = core.fit(batch, Fixed(), first=constants)
    theirs = oracle.fit(batch, Fixed(), first=constants)
    # An infinite value inside (1/inf at the end) may leave either engine with 0*inf or 0.
    assert np.mean(mine.statuses != theirs.statuses) <= 0.01
    assert 20 < np.sum(mine.statuses == FitStatus.FITTED) < 250
    finite = np.isfinite(mine.losses) & np.isfinite(theirs.losses)
    close = np.isclose(mine.losses[finite], theirs.losses[finite], rtol=1e-7, atol=1e-12)
    # PyTorch's own 1 - tanh² and its kin lose digits; nearly all agree nevertheless.
    assert close.mean() > 0.98


def test_same_residuals_and_jacobians_on_gentle_trees():
    random = generator(4)
    problem = bundled("parametric-heat")
    trees = [random_tree(random, 12, ("x", "y", "t", "kappa"), GENTLE, 0.4) for _ in range(40)]
    words, batch = encode([t for t in trees if abs(np.array(t.constants)).max(initial=0) < 3])
    core, oracle = both_engines(draw(problem, random, Sampling(interior=20, initial=9)), words)
    constants = random.uniform(-1, 1, int(slots_of(batch, words)[-1]))
    for ask in ("residuals", "jacobians"):
        mine, theirs = (getattr(engine, ask)(batch, constants) for engine in (core, oracle))
        finite = np.isfinite(mine)
        np.testing.assert_array_equal(finite, np.isfinite(theirs))
        scale = 1 + np.abs(np.where(finite, theirs, 0)).max(axis=-1, keepdims=True)
        gap = np.abs(np.where(finite, mine, 0) - np.where(finite, theirs, 0))
        # Where derivatives are very large, so is the effect of rounding the innermost function.
        plain = scale[..., 0] <= 1e6
        assert np.all((gap <= 1e-10 * scale)[plain])
        assert plain.mean() > 0.8
        assert finite.mean() > 0.4


def test_same_path_of_adam(random_candidates):
    core, oracle, batch, _ = random_candidates
    few = TokenBatch.of(list(batch)[:40])
    mine, theirs = core.fit(few, Adam(steps=8)), oracle.fit(few, Adam(steps=8))
    np.testing.assert_array_equal(mine.statuses, theirs.statuses)
    np.testing.assert_allclose(mine.losses, theirs.losses, rtol=1e-6)


def test_both_fit_to_machine_precision():
    problem = bundled("heat")
    words, batch = encode([formula("c0*sin(x)*cos(c1*y)*exp(c2*t)", problem)])
    for engine in both_engines(draw(problem, generator(0), Sampling(interior=40)), words):
        fit = engine.fit(batch, LevenbergMarquardt(starts=8))
        assert fit.losses[0] < 1e-20
        assert fit.rewards[0] > 1 - 1e-9
        np.testing.assert_allclose(np.abs(fit.constants), [1, 1, 2], rtol=1e-9)


def test_a_system_of_fourth_order_agrees():
    problem = Problem(
        equations=["u_xxxx + v_xxyy*u = k*v_xyy", "v_t + u*u_xy = max(u, v)"],
        unknowns=["u", "v"],
        domain={"x": [0, 1], "y": [0, 1], "t": [0, 1]},
        parameters={"k": [1, 2]},
        conditions=[("t = 0", "u = sin(x)"), ("x = 0", "v_x = u"), ("x = 0, t = 0", "v = k")],
    )
    first = formula("sin(c0*x + y)*exp(-t*c1)", problem)
    second = formula("cos(x*y*c0) + t*c1*x^3", problem)
    words, batch = encode([apply(tuple_of(2), first, second)])
    core, oracle = both_engines(draw(problem, generator(1), Sampling(interior=15)), words)
    constants = np.array([0.7, 1.1, 1.3, -0.4])
    for ask in ("residuals", "jacobians"):
        mine, theirs = (getattr(engine, ask)(batch, constants) for engine in (core, oracle))
        np.testing.assert_allclose(mine, theirs, rtol=1e-10, atol=1e-11)


def test_both_refuse_the_same_nonsense():
    problem = bundled("heat")
    sine, slot = OPERATORS["sin"], leaf(CONSTANT, 1.0)
    pair = apply(tuple_of(2), slot, slot)
    words, _ = encode([apply(sine, slot), pair, leaf(Derivative("u")), formula("x + y", problem)])
    one, two, x = (words.id_of(t) for t in (sine, pair.root, formula("x", problem).root))
    soup = [[], [one], [x, x], [two, x, x], [one, two, x, x], [words.id_of(Derivative("u"))], [200]]
    soup.append([words.id_of(OPERATORS["+"])] * 40 + [words.id_of(CONSTANT)] * 41)
    core, oracle = both_engines(draw(problem, generator(0), Sampling(interior=4)), words)
    for engine in (core, oracle):
        fit = engine.fit(TokenBatch.of(soup), LevenbergMarquardt(starts=1, steps=2))
        assert [FitStatus(s) for s in fit.statuses.tolist()] == [
            *[FitStatus.NOT_A_TREE] * 3,
            *[FitStatus.WRONG_ROOT] * 2,
            *[FitStatus.UNKNOWN_TOKEN] * 2,
            FitStatus.TOO_MANY_CONSTANTS,
        ]
        assert np.all(np.isinf(fit.losses))


@pytest.mark.parametrize("operator", [o for o in ALL_OPERATORS if o.arity], ids=str)
def test_every_operator_agrees(operator):
    problem = bundled("parametric-heat")
    inner = formula("0.4 + x*y/9 - c0*t*kappa/20", problem)
    words, batch = encode(
        [apply(operator, *(inner, formula("c1*y/3 + t", problem))[: operator.arity])]
    )
    core, oracle = both_engines(draw(problem, generator(2), Sampling(interior=30)), words)
    constants = np.array([0.9, 1.2])[: int(slots_of(batch, words)[-1])]
    for ask in ("residuals", "jacobians"):
        mine, theirs = (getattr(engine, ask)(batch, constants) for engine in (core, oracle))
        np.testing.assert_allclose(mine, theirs, rtol=1e-9, atol=1e-12)


# The operator table on PyTorch tensors.

TORCH, NUMPY = torch_backend(), numpy_backend()
VALUES = np.array([-0.9, -0.3, 0.2, 0.8])


@pytest.mark.parametrize("row", OPERATORS.values(), ids=lambda row: row.name)
def test_every_operator_has_numpy_s_values(row):
    columns = [VALUES, VALUES[::-1].copy()][: row.arity]
    with np.errstate(all="ignore"):
        expected = row.form(NUMPY, *columns)
    found = row.form(TORCH, *(torch.tensor(column) for column in columns))
    np.testing.assert_allclose(found.numpy(), expected, rtol=1e-14)


def test_the_sign_of_nan_is_nan():
    assert math.isnan(TORCH.sign(torch.tensor(math.nan)).item())
    assert TORCH.sign(torch.tensor(-2.0)).item() == -1


def test_whole_powers_are_smooth_at_zero():
    at = torch.zeros((), dtype=torch.float64, requires_grad=True)
    (slope,) = torch.autograd.grad(TORCH.power(at, Fraction(3)), at)
    assert slope.item() == 0


def test_numbers_are_in_double_precision():
    assert TORCH.number(Fraction(1, 3)).dtype == torch.float64
    assert TORCH.number(Fraction(1, 3)).item() == 1 / 3


# Levenberg–Marquardt in NumPy.

TIMES = np.linspace(0, 1, 9)


def residual(at):
    return at[0] * np.exp(at[1] * TIMES) - 3 * np.exp(-2 * TIMES)


def jacobian(at):
    growth = np.exp(at[1] * TIMES)
    return np.stack([growth, at[0] * TIMES * growth], axis=1)


def test_it_converges_to_machine_precision():
    best = levenberg_marquardt(residual, jacobian, [np.ones(2)], 50)
    assert best.loss < 1e-26
    np.testing.assert_allclose(best.at, [3, -2], rtol=1e-10)


def test_the_best_of_several_starts_is_kept():
    poor = levenberg_marquardt(residual, jacobian, [np.ones(2)], 1)
    good = levenberg_marquardt(residual, jacobian, [np.ones(2), np.array([2.9, -2.1])], 1)
    assert good.loss < poor.loss


def test_a_start_where_nothing_is_defined_leads_nowhere():
    best = levenberg_marquardt(lambda at: at * np.nan, lambda at: np.eye(2), [np.ones(2)], 5)
    assert best.loss == math.inf
    np.testing.assert_array_equal(best.at, [1, 1])


@pytest.mark.parametrize("value", [np.nan, np.inf, 1e200])
def test_a_loss_that_is_no_number_is_infinite(value):
    assert loss_at(lambda at: at, np.array([value])) == math.inf
    assert loss_at(lambda at: at, np.array([3.0, 4.0])) == 25


def test_starts_depend_on_the_key_alone():
    first, *others = starts_of(3, np.ones(2), (0, 1))
    np.testing.assert_array_equal(first, [1, 1])
    np.testing.assert_array_equal(others, starts_of(3, np.zeros(2), (0, 1))[1:])
    assert np.any(others[0] != starts_of(3, np.ones(2), (0, 2))[1])


def test_only_a_lesser_loss_is_better():
    best = Best(2.0, np.ones(1))
    assert best.or_better(2.0, np.zeros(1)) is best
    assert best.or_better(1.0, np.zeros(1)).loss == 1.0
