"""Which candidates hold beyond the points of the search."""

import math

import numpy as np
import pytest

from support.reference_values import reference_values_of
from support.writing import Writing
from symplex.numerics.evaluation.sampling import Sampling
from symplex.origin import Origin, Writer
from symplex.problem import Problem
from symplex.problem.analysis.extent import verification_box
from symplex.propose.candidates.batches import ProposalBatch, ScoredBatch
from symplex.propose.candidates.candidate import Candidate, proposals_of
from symplex.solver.search.agreement import Agreement
from symplex.solver.search.holdout import HoldOut
from symplex.solver.search.memory import Remembered
from symplex.solver.search.state import RunOptions, StageState, State

# What meets the equations but not the values that are known ranks below what does both.

LINE = Writing(Problem(["u_xx = 0"], {"x": [0, 1]}, [("x = 0", "u = 0"), ("x = 1", "u = 1")]))


@pytest.fixture
def agreement():
    made = Agreement(LINE.encoding, RunOptions(threads=1))
    reference = reference_values_of(LINE.problem, "x")
    made.begin(reference.known.objective(("x",), ("u",)))
    return made


def candidates(*pairs):
    return [Candidate(LINE.tree(text), loss, Origin(Writer.MOVE)) for text, loss in pairs]


def losses_of(found):
    return [one.loss for one in found]


def test_nothing_is_ranked_before_there_are_values():
    found = candidates(("1", 0.0))
    assert Agreement(LINE.encoding, RunOptions(threads=1)).ranked(found, 1.0) == found


def test_what_does_not_agree_has_at_least_the_loss_of_its_error(agreement):
    found = agreement.ranked(candidates(("x", 0.01), ("1", 0.0), ("x^2", 0.5)), 10.0)
    assert losses_of(found)[0] == 0.01
    assert losses_of(found)[1] == pytest.approx(10 / 3, rel=0.1)
    assert losses_of(found)[2] == 0.5


def test_a_small_difference_is_left_to_the_equations(agreement):
    assert losses_of(agreement.ranked(candidates(("x + x*(1 - x)/10", 1e-9)), 1.0)) == [1e-9]


def test_a_formula_that_is_undefined_at_one_point_agrees(agreement):
    assert losses_of(agreement.ranked(candidates(("x*x/x", 1e-9)), 1.0)) == [1e-9]


def test_layers_are_demoted_wherever_they_are_remembered(agreement):
    state = State.begin(0, "")
    state.at_stage.memory, state.beside = layered(), StageState.begin(state.at_stage.first_draw)
    state.beside.memory = layered()
    state.front = tuple(candidates(("1", 1e-9), ("x*x", 0.5)))
    agreement.rerank(state, whole=True)
    for held in (state.at_stage.memory, state.beside.memory):
        best = [one.loss for one, _ in held.best]
        assert best[0] == 1e-3
        assert best[1] > 0.1
        assert held.front[1].loss > 0.1
    assert [one.loss for one in state.front] == sorted(one.loss for one in state.front)[::-1]
    assert state.front[0].loss > 0.1
    untouched = State.begin(0, "")
    untouched.at_stage.memory = layered()
    agreement.rerank(untouched, whole=False)
    assert untouched.at_stage.memory.front[1].loss == 1e-9


def layered():
    layer, right = candidates(("1", 1e-9), ("x", 1e-3))
    return Remembered(best=[(layer, np.ones(1)), (right, np.zeros(1))], front={1: layer})


def test_a_batch_stays_one_and_is_not_changed(agreement):
    proposals = ProposalBatch.of(proposals_of(candidates(("1", 0.0), ("x", 0.0))), LINE.encoding)
    batch = ScoredBatch(proposals, np.array([0.0, math.inf]))
    ranked = agreement.ranked(batch, 1.0)
    assert isinstance(ranked, ScoredBatch)
    assert ranked.losses[0] > 0.1
    assert ranked.losses[1] == math.inf
    assert batch.losses[0] == 0.0


# What seems solved is scored again at points that no fit has seen.


def losses(problem, *texts):
    formulas = Writing(problem)
    holdout = HoldOut(problem, verification_box(problem), formulas.encoding, Sampling())
    trees = formulas.trees(*texts)
    assert all(tree.ids for tree in trees)
    return holdout.losses(formulas.encoding.batch(trees))


def test_layers_at_a_face_are_seen():
    problem = Problem(
        equations=["u_xx = 0"],
        domain={"x": [0, 1]},
        conditions=[("x = 0", "u = 0"), ("x = 1", "u = 1")],
    )
    right, layer = losses(problem, "x", "1 - exp(-3000*x)")
    assert right < 1e-20
    assert layer > 1


def test_a_kink_outside_of_the_box_counts():
    problem = Problem(
        equations=["u_t = diff(u*u_x, x)"],
        domain={"x": [-2, 2], "t": [1, 2]},
        conditions=[("t = 1", "u = max(1 - x^2/6, 0)")],
    )
    profile = "1 - x^2*exp(-2*log(t)/3)/6"
    with_kink, without = losses(
        problem, f"max({profile}, 0)*exp(-log(t)/3)", f"({profile})*exp(-log(t)/3)"
    )
    assert with_kink < 1e-20
    assert without > 1e-3


def test_data_that_end_with_the_box_are_no_obstacle():
    problem = Problem(
        equations=["u_t + u*u_x = 0"],
        domain={"x": [0, 1], "t": [0, 1]},
        conditions=[("t = 0", "u = sqrt(x)")],
    )
    (loss,) = losses(problem, "sqrt(x + t^2/4) - t/2")
    assert loss < 1e-12


def test_constants_stay_as_they_are():
    problem = Problem(equations=["u_x = 3"], domain={"x": [0, 1]}, conditions=[("x = 0", "u = 0")])
    exact, off = losses(problem, "3*x", "3.5*x")
    assert exact < 1e-20
    assert off == pytest.approx(0.25, rel=0.5)
