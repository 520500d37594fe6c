"""A stage at work: what is opened, scored once, shrunk and handed out once."""

import numpy as np

from support.writing import writing
from symplex.origin import Writer
from symplex.problem.analysis.extent import verification_box
from symplex.propose.candidates.batches import ProposalBatch
from symplex.propose.candidates.curriculum import stages, whole_stage
from symplex.propose.candidates.settings import DEFAULT
from symplex.propose.candidates.tree_keys import TreeKeys
from symplex.solver.search.scorer import StageScorer
from symplex.solver.search.stage_run import StageRun
from symplex.solver.search.state import StageState, State

HEAT = writing("heat")
TRUTH = "exp(-2*t)*sin(x)*cos(y)"


def made(stage, state=None):
    state = state or State.begin(0, "")
    at = state.at_stage
    draw = dict(np.random.default_rng(0).bit_generator.state)
    box = verification_box(HEAT.problem)
    scorer = StageScorer(stage.problem, box, HEAT.encoding, DEFAULT, draw)
    keys = TreeKeys(HEAT.vocabulary.vocabulary)
    return state, StageRun(HEAT.context(stage), scorer, state, at, keys)


def proposals(*texts):
    trees = HEAT.encoding.batch(HEAT.trees(*texts))
    return ProposalBatch.by(Writer.MOVE, trees, HEAT.encoding)


def test_the_opening_comes_in_growing_chunks_and_continues_where_it_was():
    state, run = made(whole_stage(HEAT.problem))
    first, second = run.opened(), run.opened()
    assert (len(first), len(second)) == (64, 192)
    again = StageState.begin(state.at_stage.first_draw)
    again.opened = 64
    _, later = made(whole_stage(HEAT.problem), State("", state.rng, again))
    assert [p.tree.ids for p in later.opened()[:10]] == [p.tree.ids for p in second[:10]]


def test_a_skeleton_is_scored_once_and_counted():
    state, run = made(whole_stage(HEAT.problem))
    assert len(run.fresh(proposals("x*y", "y*x", "x + t"))) == 2
    assert state.candidates == 2
    assert not run.fresh(proposals("t + x"))
    assert state.candidates == 2
    keys = TreeKeys(HEAT.vocabulary.vocabulary).of(proposals("x*y", "x + t").trees.tokens)
    assert np.all(state.at_stage.losses.find(keys) > 0)


def test_what_looks_like_a_solution_is_handed_out_once_without_what_is_superfluous():
    state, run = made(whole_stage(HEAT.problem))
    fresh = run.fresh(proposals("x", f"{TRUTH} + 0*x"))
    (found,) = run.promising(fresh)
    assert found.size <= len(HEAT.tree(TRUTH))
    assert list(run.promising(run.fresh(proposals(TRUTH)))) == []
    assert len(state.tried) == 1


def test_a_stage_is_solved_when_its_memory_holds_a_solution():
    _, run = made(stages(HEAT.problem)[0])
    run.memory.offer(run.fresh(proposals("x")))
    assert not run.is_solved
    run.memory.offer(run.fresh(proposals("sin(x)*cos(y)")))
    assert run.is_solved
    assert not run.refreshed()
