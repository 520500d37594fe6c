"""The state of a run, and to which run it belongs."""

import random
from dataclasses import replace

import numpy as np
import pytest

from support.writing import writing
from symplex.errors import SettingsError
from symplex.expression import symbol
from symplex.notation.problem_files import bundled
from symplex.origin import Origin, Writer
from symplex.propose.candidates.candidate import Candidate
from symplex.propose.candidates.settings import DEFAULT, PAPER
from symplex.propose.candidates.vocabulary import search_vocabulary
from symplex.solver.search.loss_table import LossTable
from symplex.solver.search.state import RunOptions, State, fingerprint_of

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
        operators={"tan": False, "abs": True}, time_limit=7.0, threads=5, watch=print, keep=print
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
