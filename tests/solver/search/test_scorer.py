"""How the proposals of a stage are scored."""

import math
import random
from copy import deepcopy
from dataclasses import replace

import numpy as np
import pytest

from support.writing import Writing, writing
from symplex.numerics.evaluation.fit import Fixed, LevenbergMarquardt
from symplex.numerics.evaluation.sampling import Sampling, draw
from symplex.origin import Origin, Writer
from symplex.problem import Problem
from symplex.problem.analysis.extent import verification_box
from symplex.propose.candidates.candidate import Candidate, Proposal
from symplex.propose.candidates.settings import DEFAULT
from symplex.solver.search.scorer import StageScorer

HEAT = writing("heat")
LAYER = Writing(Problem(["u_xx = 0"], {"x": [0, 1]}, [("x = 0", "u = 0"), ("x = 1", "u = 1")]))
FIXED = Fixed()


def state_of(seed):
    return dict(np.random.default_rng(seed).bit_generator.state)


def scorer_of(formulas, settings=DEFAULT, first_draw=None, **rest):
    problem = formulas.problem
    beginning = state_of(1) if first_draw is None else first_draw
    box = verification_box(problem)
    return StageScorer(problem, box, formulas.encoding, settings, beginning, **rest)


def points_of(scorer):
    sets = scorer.objective.point_sets
    return [(name, *values) for points in sets for name, values in sorted(points.columns.items())]


def proposals(formulas, *texts):
    return [Proposal(Origin(Writer.MOVE), tree) for tree in formulas.trees(*texts)]


def test_making_a_scorer_moves_no_generator():
    beginning = state_of(7)
    before = deepcopy(beginning), random.getstate(), deepcopy(np.random.get_state())
    first, second = (scorer_of(HEAT, first_draw=beginning) for _ in range(2))
    assert beginning == before[0]
    assert random.getstate() == before[1]
    assert repr(np.random.get_state()) == repr(before[2])
    assert points_of(first) == points_of(second)
    assert first.scale == second.scale
    assert points_of(first) != points_of(scorer_of(HEAT, first_draw=state_of(8)))


def test_the_next_draw_continues_the_stream():
    rng = np.random.default_rng(7)
    drawn = [draw(HEAT.problem, rng, DEFAULT.sampling) for _ in range(2)]
    scorer = scorer_of(HEAT, first_draw=state_of(7))
    after_first = scorer.next_draw
    assert np.array_equal(
        scorer.objective.point_sets[0].columns["x"], drawn[0].point_sets[0].columns["x"]
    )
    scorer.redraw(after_first)
    assert np.array_equal(
        scorer.objective.point_sets[0].columns["x"], drawn[1].point_sets[0].columns["x"]
    )
    assert scorer.next_draw == rng.bit_generator.state
    assert scorer.next_draw != after_first


def test_scoring_and_hold_out_points_move_no_generator():
    scorer = scorer_of(LAYER)
    after = deepcopy(scorer.next_draw)
    scorer.score(proposals(LAYER, "x", "x^2", "sin(x)"), LevenbergMarquardt())
    assert scorer.next_draw == after


def test_redrawing_keeps_the_scale_and_the_behaviour():
    scorer = scorer_of(HEAT)
    (candidate,) = scorer.score(proposals(HEAT, "sin(x)"), FIXED)
    scale, values = scorer.scale, scorer.behaviour(candidate)
    scorer.redraw(scorer.next_draw)
    assert scorer.scale == scale
    assert np.array_equal(scorer.behaviour(candidate), values)


def test_constants_are_fitted_and_origins_kept():
    scorer = scorer_of(HEAT)
    tree = HEAT.tree("sin(x)*cos(y)*exp(t)")
    loose = tree * tree.encoding.free
    given = [Proposal(Origin(Writer.LIFT), loose), Proposal(Origin(Writer.MOVE), HEAT.tree("x"))]
    fixed = scorer.score(given, FIXED)
    fitted = scorer.score(given, LevenbergMarquardt())
    assert [candidate.origin for candidate in fitted] == [Origin(Writer.LIFT), Origin(Writer.MOVE)]
    assert fixed[0].tree == loose
    assert fitted[0].tree.ids == loose.ids
    assert fitted[0].loss < fixed[0].loss
    assert fitted[1] == fixed[1]
    assert list(scorer.score([], FIXED)) == []


def test_scores_do_not_depend_on_threads_nor_on_what_is_scored_beside():
    given = proposals(HEAT, "sin(2.5*x)", "x + 1.5*y", "exp(-0.3*t)", "sin(x)*cos(y)")
    alone = [scorer_of(HEAT).score([one], DEFAULT.fit)[0] for one in given]
    for threads in (1, 2):
        assert list(scorer_of(HEAT, threads=threads).score(given, DEFAULT.fit)) == alone


def test_what_has_no_finite_loss_has_an_infinite_one():
    (candidate,) = scorer_of(HEAT).score(proposals(HEAT, "log(0 - exp(x))"), FIXED)
    assert candidate.loss == math.inf


@pytest.mark.parametrize("is_on", [True, False])
def test_what_is_right_at_the_points_alone_is_found_out_at_hold_out_points(is_on):
    few = Sampling(interior=2, boundary=2)
    settings = replace(DEFAULT, holdout=is_on, sampling=few, prove_loss=1e-6)
    scorer = scorer_of(LAYER, settings)
    right, layer = scorer.score(proposals(LAYER, "x", "1 - exp(-3000*x)"), FIXED)
    assert right.loss <= scorer.solved_loss
    assert (layer.loss <= scorer.promising_loss) == (not is_on)


def test_losses_are_small_relative_to_the_scale_of_the_data():
    def scaled(factor):
        data = [("x = 0", "u = 0"), ("x = 1", f"u = {factor}")]
        return scorer_of(Writing(Problem(["u_xx = 0"], {"x": [0, 1]}, data)))

    one, large, huge = scaled("1"), scaled("10"), scaled("10^9")
    assert large.scale == pytest.approx(100 * one.scale)
    assert large.solved_loss == DEFAULT.stage_loss * large.scale
    assert large.promising_loss == DEFAULT.prove_loss * large.scale
    assert huge.scale == 1e6
    singular = Writing(Problem(["u_x = log(u)"], {"x": [0, 1]}, [("x = 0", "u = 2")]))
    assert scorer_of(singular).scale == 1.0


def test_a_stage_is_solved_by_its_best_alone():
    scorer = scorer_of(HEAT)
    good, bad = (
        Candidate(HEAT.tree("x"), share * scorer.solved_loss, Origin(Writer.MOVE))
        for share in (1, 2)
    )
    assert scorer.is_solved((good, bad))
    assert not scorer.is_solved((bad, good))
    assert not scorer.is_solved(())


def test_the_scale_of_a_system_is_that_of_its_zero():
    pair = writing("acoustics-standing")
    scorer = scorer_of(pair)
    zero = Proposal(Origin(Writer.MOVE), pair.encoding.system(pair.trees("0", "0")))
    assert scorer.score([zero], FIXED)[0].loss == pytest.approx(scorer.scale)
