"""The state of a search, and of one stage of it."""

import random
from dataclasses import replace

import numpy as np
import pytest

from support.writing import writing
from symplex.errors import SettingsError
from symplex.expression import symbol
from symplex.notation.problem_files import bundled
from symplex.origin import Origin, Writer
from symplex.problem.analysis.extent import verification_box
from symplex.propose.candidates.batches import ProposalBatch
from symplex.propose.candidates.candidate import Candidate
from symplex.propose.candidates.curriculum import stages, whole_stage
from symplex.propose.candidates.settings import DEFAULT, PAPER
from symplex.propose.candidates.tree_keys import TreeKeys
from symplex.propose.candidates.vocabulary import search_vocabulary
from symplex.solver.search.loss_table import LossTable
from symplex.solver.search.scorer import StageScorer
from symplex.solver.search.stage_run import StageRun
from symplex.solver.search.state import RunOptions, StageState, State, fingerprint_of
from symplex.work.clock import Deadline

# The state of a run, and to which run it belongs.

HEAT = writing("heat")
KEY = np.zeros((1, 16), dtype=np.uint8)
ANSWERS = (Candidate(HEAT.tree("x"), 0.5, Origin(Writer.MOVE)),)


def fingerprint(name="heat", settings=DEFAULT, operators=None, **options):
    problem, chosen = bundled(name), operators or {}
    run = RunOptions(operators=chosen, **options)
    return fingerprint_of(problem, settings, run, search_vocabulary(problem, chosen).vocabulary)


def test_a_fingerprint_depends_on_all_that_the_course_of_a_run_depends_on():
    others = (
        fingerprint("heat-source"),
        fingerprint(settings=PAPER),
        fingerprint(settings=replace(DEFAULT, moves=961)),
        fingerprint(seed=1),
        fingerprint(operators={"sin": False}),
        fingerprint(operators={"abs": True}),
        fingerprint(hints=(symbol("x"),)),
    )
    assert len({fingerprint(), *others}) == len(others) + 1


def test_a_fingerprint_depends_on_nothing_else():
    one = fingerprint(operators={"abs": True, "tan": False})
    other = fingerprint(
        operators={"tan": False, "abs": True},
        deadline=Deadline(7.0),
        threads=5,
        watch=print,
        keep=print,
    )
    assert one == other


def test_a_run_begins_from_its_seed():
    state = State.begin(3, "one")
    assert state.rng.getstate() == random.Random(3).getstate()
    assert state.at_stage.first_draw == np.random.default_rng(3).bit_generator.state
    assert state.at_stage.latest_draw == state.at_stage.first_draw
    assert (state.stage, state.attempt, state.candidates, state.front) == (0, 0, 0, ())
    assert state.at_stage.proposals is None


def test_only_the_same_run_continues_and_only_between_epochs():
    state = State.begin(3, "one")
    assert state.checked("one") is state
    with pytest.raises(SettingsError, match="another run"):
        state.checked("two")
    state.resumable = False
    with pytest.raises(SettingsError, match="middle of an epoch"):
        state.checked("one")


def test_a_stage_begins_with_the_answers_of_the_one_before():
    state = State.begin(3, "one")
    state.at_stage.epoch, state.at_stage.losses = 7, LossTable.of(KEY, np.ones(1))
    draw = dict(np.random.default_rng(9).bit_generator.state)
    state.go_to(1, ANSWERS, draw)
    at = state.at_stage
    assert (state.stage, state.attempt) == (1, 0)
    assert at.memory.protected == ANSWERS
    assert at.first_draw == at.latest_draw == draw
    assert (at.epoch, at.opened, len(at.losses), at.proposals) == (0, 0, 0, None)


def test_another_attempt_begins_with_nothing():
    state = State.begin(3, "one")
    state.go_to(2, ANSWERS, state.at_stage.first_draw)
    state.tried.add(b"x")
    state.front = ANSWERS
    state.try_again(state.at_stage.first_draw)
    assert (state.stage, state.attempt) == (0, 1)
    assert state.at_stage.memory.protected == ()
    assert (state.tried, state.front) == ({b"x"}, ANSWERS)


# A stage at work: what is opened, scored once, shrunk and handed out once.

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
