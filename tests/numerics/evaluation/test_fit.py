"""Constants fitted by least squares."""

from itertools import pairwise

import numpy as np
import pytest

from support.evaluators import encode, evaluator_for, formula
from support.random_trees import generator, random_tree
from symplex.errors import ExpressionError, SettingsError
from symplex.expression.vocabulary import TokenBatch
from symplex.notation.problem_files import bundled
from symplex.numerics.evaluation.engines import compiled
from symplex.numerics.evaluation.evaluator import evaluator
from symplex.numerics.evaluation.fit import Adam, FitStatus, Fixed, LevenbergMarquardt
from symplex.numerics.evaluation.sampling import Sampling, draw
from symplex.problem import Problem


@pytest.fixture(scope="module")
def mixed():
    """Random candidates of every kind, on a problem with a parameter."""
    random = generator(5)
    problem = bundled("parametric-heat")
    names = ("x", "y", "t", "kappa")
    trees = [random_tree(random, int(random.integers(1, 24)), names) for _ in range(300)]
    words, batch = encode(trees)
    return draw(problem, random), words, batch


@pytest.mark.parametrize(
    "method",
    [LevenbergMarquardt(), LevenbergMarquardt(first_points=20), Adam(steps=20), Fixed()],
)
def test_threads_and_order_change_no_bit(mixed, method):
    objective, words, batch = mixed
    one, two = (evaluator(objective, words, threads).fit(batch, method) for threads in (1, 2))
    np.testing.assert_array_equal(one.losses, two.losses)
    np.testing.assert_array_equal(one.constants, two.constants)
    order = generator(0).permutation(len(batch))
    shuffled = TokenBatch.of([batch[i] for i in order])
    again = evaluator(objective, words).fit(shuffled, method)
    np.testing.assert_array_equal(one.losses[order], again.losses)
    np.testing.assert_array_equal(one.statuses[order], again.statuses)
    for place, index in enumerate(order):
        np.testing.assert_array_equal(one.constants_of(index), again.constants_of(place))


def test_first_points_choose_a_start_and_the_loss_is_over_all_points(mixed):
    objective, words, batch = mixed
    scorer = evaluator(objective, words)
    whole = scorer.fit(batch, LevenbergMarquardt())
    brief = scorer.fit(batch, LevenbergMarquardt(first_points=20))
    fixed = scorer.fit(batch, Fixed(), first=brief.constants)
    fitted = np.isfinite(brief.losses) & (brief.losses < 1e12)
    np.testing.assert_allclose(brief.losses[fitted], fixed.losses[fitted], rtol=1e-9)
    assert np.mean(np.isfinite(whole.losses) == np.isfinite(brief.losses)) > 0.98
    moves = fitted & np.isfinite(whole.losses) & (np.diff(brief.slots) > 0)
    ratios = brief.losses[moves] / whole.losses[moves]
    assert np.any(ratios != 1)
    assert np.median(ratios) < 1.01
    assert np.mean(ratios < 1.2) > 0.9


def test_as_many_first_points_as_there_are_change_no_bit(mixed):
    objective, words, batch = mixed
    most = max(points.size for points in objective.point_sets)
    fits = [
        evaluator(objective, words).fit(batch, LevenbergMarquardt(first_points=first))
        for first in (None, 0, most)
    ]
    for fit in fits[1:]:
        np.testing.assert_array_equal(fit.losses, fits[0].losses)
        np.testing.assert_array_equal(fit.constants, fits[0].constants)


def test_large_batches_are_cut_without_a_trace(mixed, monkeypatch):
    objective, words, batch = mixed
    scorer = evaluator(objective, words)
    whole = scorer.fit(batch, LevenbergMarquardt(starts=2))
    monkeypatch.setattr(compiled, "CHUNK", 7)
    cut = scorer.fit(batch, LevenbergMarquardt(starts=2))
    np.testing.assert_array_equal(whole.losses, cut.losses)
    np.testing.assert_array_equal(whole.constants, cut.constants)
    np.testing.assert_array_equal(whole.statuses, cut.statuses)


def test_another_seed_gives_other_random_starts(mixed):
    objective, words, batch = mixed
    scorer = evaluator(objective, words)
    first, second = (scorer.fit(batch, LevenbergMarquardt(), seed=seed) for seed in (0, 1))
    assert np.any(first.constants != second.constants)


@pytest.mark.parametrize("method", [LevenbergMarquardt(), Adam(steps=30)])
def test_a_fit_never_loses_to_its_own_start(mixed, method):
    objective, words, batch = mixed
    scorer = evaluator(objective, words)
    before, after = scorer.fit(batch, Fixed()), scorer.fit(batch, method)
    assert np.all(after.losses <= before.losses)
    assert np.any(after.losses < 0.5 * before.losses)


def test_the_loss_is_the_one_at_the_fitted_constants(mixed):
    objective, words, batch = mixed
    scorer = evaluator(objective, words)
    fit = scorer.fit(batch, LevenbergMarquardt())
    np.testing.assert_array_equal(
        scorer.fit(batch, Fixed(), first=fit.constants).losses, fit.losses
    )


def test_constants_that_enter_linearly_need_one_start():
    scorer, batch = evaluator_for("burgers", "c0*abs(x) + c1*abs(y) + c2*t")
    problem = Problem(["u_x = 2"], {"x": [0, 1]}, [("x = 0", "u = 3")])
    scorer, batch = evaluator_for(problem, "c0*x + c1")
    fit = scorer.fit(batch, LevenbergMarquardt(starts=1, steps=5))
    np.testing.assert_allclose(fit.constants, [2, 3], rtol=1e-12)


def test_fits_start_where_they_are_told():
    scorer, batch = evaluator_for("advection-sine", "sin(c0*x + c1*y + c2*t)")
    near = np.array([-1.4, 1.6, 2.9])
    fit = scorer.fit(batch, LevenbergMarquardt(starts=1), first=near)
    np.testing.assert_allclose(fit.constants, [-1.5, 1.5, 3.0], rtol=1e-9)
    np.testing.assert_array_equal(near, [-1.4, 1.6, 2.9])
    with pytest.raises(ExpressionError, match="expected 3 constants"):
        scorer.fit(batch, Fixed(), first=np.ones(2))


@pytest.mark.parametrize(
    "text",
    [
        "log(x - 2)",  # derivatives are finite where the value is not
        "x + 0*log(y - 2)",
        "max(x, log(y - 2))",
        "min(log(y - 2), x)",
        "abs(log(y - 2))",
        "sign(log(y - 2))",
        "(max(0, sqrt(y - 2)))^2",
        "1/(x - x)",
        "exp(exp(exp(9 + x)))",
        "sqrt(x - 2)*0",
        "asin(x + 3)",
    ],
)
def test_what_is_not_finite_has_an_infinite_loss(text):
    problem = Problem(["u_xx = u_yy"], {"x": [0, 1], "y": [0, 1]})
    scorer, batch = evaluator_for(problem, text)
    fit = scorer.fit(batch, LevenbergMarquardt())
    assert fit.losses[0] == np.inf
    assert fit.status_of(0) is FitStatus.NOT_FINITE
    assert fit.rewards[0] == 0


def test_relu_passes_nan_on():
    problem = Problem(["u_xx = 0"], {"x": [0, 1]})
    stated = formula("max(log(x - 2), 0)", problem)
    words, batch = encode([stated])
    scorer = evaluator(draw(problem, generator(0)), words)
    assert scorer.fit(batch, Fixed()).losses[0] == np.inf


def test_a_jacobian_that_is_not_finite_does_not_stop_the_fit():
    # d/dc0 of sqrt(c0*t) is 0*inf at t = 0, where its limit is 0; the loss is finite there.
    problem = Problem(
        ["u_x = 0"], {"x": [0, 1], "t": [0, 1]}, [("t = 0", "u = 0"), ("t = 1", "u = 3")]
    )
    scorer, batch = evaluator_for(problem, "sqrt(c0*t)")
    jacobian = scorer.jacobians(batch, np.ones(1))
    assert not np.all(np.isfinite(jacobian))
    fit = scorer.fit(batch, LevenbergMarquardt(starts=1))
    assert fit.losses[0] < 1e-20
    np.testing.assert_allclose(fit.constants, [9.0], rtol=1e-9)


def test_a_candidate_above_the_limit_is_given_up():
    scorer, batch = evaluator_for("heat", "x + 5", "sin(x)*cos(y)", "c0*x")
    fit = scorer.fit(batch, LevenbergMarquardt(), loss_cutoff=10.0)
    assert fit.status_of(0) is FitStatus.ABOVE_CUTOFF
    assert fit.losses[0] == np.inf
    assert fit.status_of(1) is FitStatus.FITTED
    assert fit.status_of(2) is FitStatus.FITTED


def test_jacobians_agree_with_central_differences():
    random = generator(8)
    names = ("x", "y", "t", "kappa")
    trees = [
        random_tree(random, int(random.integers(4, 16)), names, constants=0.4) for _ in range(80)
    ]
    words, batch = encode(trees)
    scorer = evaluator(draw(bundled("parametric-heat"), random, Sampling(interior=8)), words)
    at = random.uniform(0.3, 1.2, sum(len(tree.constants) for tree in trees))
    jacobian = scorer.jacobians(batch, at)
    slots = np.cumsum([0, *(len(tree.constants) for tree in trees)])
    compared = 0
    for j in range(jacobian.shape[1]):
        slopes = [_slope(scorer, batch, at, slots, (j, step)) for step in (1e-5, 2e-5)]
        steady = np.isclose(*slopes, rtol=1e-5, atol=1e-7) & np.isfinite(jacobian[:, j])
        compared += int(steady.sum())
        wrong = ~np.isclose(jacobian[:, j], slopes[0], rtol=1e-3, atol=1e-4) & steady
        assert wrong.mean() < 1e-3
    assert compared > 3000


def _slope(scorer, batch, at, slots, move):
    """Central differences by the j-th constant of every candidate at once."""
    j, step = move
    nudge = np.zeros_like(at)
    mine = [first + j for first, end in pairwise(slots) if first + j < end]
    nudge[mine] = step
    with np.errstate(invalid="ignore"):
        return (scorer.residuals(batch, at + nudge) - scorer.residuals(batch, at - nudge)) / (
            2 * step
        )


def test_settings_refuse_nonsense():
    for wrong in (lambda: LevenbergMarquardt(starts=0), lambda: Adam(rate=float("nan"))):
        with pytest.raises(SettingsError, match="must be"):
            wrong()
