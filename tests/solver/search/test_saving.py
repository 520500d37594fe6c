"""A run that was saved and continued takes the course of one that was never stopped."""

import contextlib
import hashlib
import json
import random
import subprocess
import sys
from base64 import b64encode
from collections import Counter
from dataclasses import fields, replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import settings as examples
from hypothesis import strategies as st

from support.courses import CASES, EARLY, LSTM, straight
from support.writing import writing
from symplex.errors import SettingsError
from symplex.expression import symbol
from symplex.notation.problem_files import bundled
from symplex.origin import Origin, Writer
from symplex.propose.candidates.batches import ProposalBatch
from symplex.propose.candidates.candidate import Candidate, Proposal
from symplex.propose.candidates.mutation import Mutator
from symplex.propose.candidates.settings import DEFAULT
from symplex.solver.search.loop import Search
from symplex.solver.search.loss_table import LossTable
from symplex.solver.search.memory import Remembered
from symplex.solver.search.saving import _ORIGINS_BEFORE, restore, save
from symplex.solver.search.state import RunOptions, StageState, State


def restored(case, data) -> State:
    return restore(data, CASES[case].encoding)


@pytest.mark.parametrize(
    ("case", "stop"),
    [("policy", k) for k in (1, 7)]
    + [("lstm", k) for k in (5, 14)]
    + [("paper", k) for k in (0, 4, 13)]
    + [("opening", k) for k in (1, 3, 4)]
    + [("beside", k) for k in (2, 3, 5)],
)
def test_a_continued_run_takes_the_same_course(case, stop):
    whole = straight(case)
    rest = CASES[case].course(first=stop, saved=whole.states[stop], threads=2)
    assert rest.progress == whole.progress[stop:]
    assert rest.promising == [found for found in whole.promising if found[0] > stop]
    assert rest.states == whole.states[stop:]
    assert rest.result == whole.result


def test_the_courses_above_pass_through_all_that_changes():
    """Otherwise the test above would show little."""
    solved = straight("policy")
    assert solved.is_proved
    assert {p.stage for p in solved.progress} == {"space", "time"}
    learners = [restored("policy", data).learner for data in solved.states[:3]]
    assert [learner is None for learner in learners] == [True, True, False]
    lstm = [restored("lstm", data) for data in straight("lstm").states]
    assert b"Lstm" in lstm[-1].learner
    assert max(s.at_stage.epoch for s in lstm) > EARLY.patience or lstm[-1].attempt
    paper = [restored("paper", data) for data in straight("paper").states]
    assert {s.stage for s in paper} == {0, 1, 2}
    assert paper[-1].attempt == 1
    assert any(s.at_stage.latest_draw != s.at_stage.first_draw for s in paper)
    opening = [restored("opening", data).at_stage for data in straight("opening").states]
    assert [at for at in opening if at.epoch > 1 and at.opened > 500]
    assert straight("opening").promising
    beside = [restored("beside", data) for data in straight("beside").states]
    assert [s.beside is None for s in beside[:4]] == [True, True, True, False]
    assert {s.stage for s in beside} == {0}
    assert straight("beside").promising


def test_an_interrupt_between_epochs_leaves_a_state_to_continue_from():
    whole, case = straight("paper"), CASES["paper"]
    stopped = case.course(last=6)
    assert stopped.is_interrupted
    assert stopped.result.front
    saved = save(stopped.search.state)
    assert restored("paper", saved).seconds > 0
    rest = case.course(first=6, saved=saved)
    assert stopped.progress + rest.progress == whole.progress
    assert rest.result == whole.result


def test_the_middle_of_an_epoch_is_no_state_to_continue_from():
    def interrupt(progress):
        raise KeyboardInterrupt

    search = Search(bundled("heat"), DEFAULT, RunOptions(watch=interrupt))
    with pytest.raises(KeyboardInterrupt):
        next(iter(search))
    with pytest.raises(SettingsError, match="middle of an epoch"):
        save(search.state)
    with pytest.raises(SettingsError, match="middle of an epoch"):
        search.state.checked(search.state.fingerprint)


@pytest.mark.parametrize(
    ("name", "settings", "options"),
    [
        ("heat-source", EARLY, RunOptions(seed=1)),
        ("burgers", LSTM, RunOptions(seed=1)),
        ("burgers", EARLY, RunOptions(seed=2)),
        ("burgers", EARLY, RunOptions(seed=1, operators={"sin": False})),
        ("burgers", EARLY, RunOptions(seed=1, hints=(symbol("x"),))),
    ],
)
def test_another_run_s_state_is_refused(name, settings, options):
    saved = straight("policy").states[1]
    with pytest.raises(SettingsError, match="another run"):
        Search(bundled(name), settings, options, saved)


WITHOUT_TORCH = """
import sys
from symplex.expression.encoding import TreeEncoding
from symplex.notation.problem_files import bundled
from symplex.solver.search.saving import _ORIGINS_BEFORE, restore, save
from symplex.propose.candidates.vocabulary import search_vocabulary
encoding = TreeEncoding(search_vocabulary(bundled("burgers")).vocabulary)
data = sys.stdin.buffer.read()
assert save(restore(data, encoding)) == data
assert "torch" not in sys.modules
"""


@pytest.mark.parametrize("stop", [0, 3])
def test_another_process_restores_it_without_torch(stop):
    data = straight("policy").states[stop]
    subprocess.run([sys.executable, "-c", WITHOUT_TORCH], input=data, check=True)


HEAT = writing("heat")
TOKENS = HEAT.vocabulary.vocabulary
MUTATOR = Mutator(TOKENS, TOKENS.tokens, HEAT.encoding.batch([]), 99)


@st.composite
def trees(draw):
    seed = draw(st.integers(0, 10**6))
    made = MUTATOR.propose(HEAT.encoding.batch([]), 1, seed=seed, sequence=0)
    tree = next(iter(HEAT.encoding.trees(made.trees)), HEAT.encoding.free)
    return tree.with_constants([draw(st.floats(allow_nan=False)) for _ in tree.constants])


def table_of(losses):
    keys = np.frombuffer(b"".join(losses), dtype=np.uint8).reshape(-1, 16)
    return LossTable.of(keys, np.array(list(losses.values()), dtype=np.float64))


def batch_of(proposals):
    return ProposalBatch.of(proposals, HEAT.encoding)


STEPS = st.builds(Origin, st.sampled_from(Writer))
ORIGINS = st.recursive(
    STEPS, lambda known: st.builds(Origin, st.sampled_from(Writer), of=known), max_leaves=3
)
CANDIDATES = st.builds(Candidate, trees(), st.floats(0, allow_nan=False), ORIGINS)
TUPLES = st.lists(CANDIDATES, max_size=4).map(tuple)
COUNTS = st.integers(0, 10**12)
VALUES = st.lists(st.floats(allow_nan=False), max_size=5).map(np.array)
DRAWS = st.integers(0, 2**32).map(lambda seed: np.random.default_rng(seed).bit_generator.state)
STAGE_STATES = st.builds(
    StageState,
    first_draw=DRAWS,
    latest_draw=DRAWS,
    memory=st.builds(
        Remembered,
        TUPLES,
        st.lists(st.tuples(CANDIDATES, VALUES), max_size=3),
        TUPLES.map(lambda found: {candidate.size: candidate for candidate in found}),
    ),
    losses=st.dictionaries(st.binary(min_size=16, max_size=16), st.floats(0, allow_nan=False)).map(
        table_of
    ),
    rejected=st.sets(st.binary(max_size=9)),
    proposals=st.none() | st.lists(st.builds(Proposal, ORIGINS, trees()), max_size=6).map(batch_of),
    opened=COUNTS,
    epoch=COUNTS,
    idle=COUNTS,
)
STATES = st.builds(
    State,
    fingerprint=st.text(),
    rng=st.integers().map(random.Random),
    at_stage=STAGE_STATES,
    stage=COUNTS,
    attempt=COUNTS,
    written=st.dictionaries(st.sampled_from(Writer), COUNTS).map(Counter),
    seconds=st.floats(0, 1e9),
    tried=st.sets(st.binary(max_size=9)),
    learner=st.none() | st.binary(),
    latest=TUPLES,
    front=TUPLES,
    beside=st.none() | STAGE_STATES,
)


def comparable(state):
    beside = None if state.beside is None else plain_stage(state.beside)
    return replace(
        state, at_stage=plain_stage(state.at_stage), beside=beside, rng=state.rng.getstate()
    )


def plain_stage(at):
    best = [(candidate, values.tolist()) for candidate, values in at.memory.best]
    proposals = None if at.proposals is None else list(at.proposals)
    return replace(at, memory=replace(at.memory, best=best), proposals=proposals)


@examples(max_examples=40)
@given(STATES)
def test_what_is_restored_is_what_was_saved(state):
    again = restore(save(state), HEAT.encoding)
    assert comparable(again) == comparable(state)
    assert [c.origin for c in again.front] == [c.origin for c in state.front]
    assert again.candidates == state.candidates
    assert save(again) == save(state)


def body_of(data):
    return json.loads(data.split(b"\n", 2)[2])


def test_every_field_takes_part():
    """A field that is added is saved too, or this fails."""
    plain = body_of(straight("opening").states[3])
    assert {f.name for f in fields(State)} - {"resumable"} == set(plain)
    assert {f.name for f in fields(StageState)} <= set(plain["at_stage"])
    assert {f.name for f in fields(Remembered)} <= set(plain["at_stage"]["memory"])


def test_every_flipped_bit_is_noticed():
    good = straight("opening").states[3]
    rng = random.Random(0)
    for place in [*range(100), *rng.sample(range(len(good)), 100)]:
        bad = bytearray(good)
        bad[place] ^= 1 << rng.randrange(8)
        with pytest.raises(SettingsError, match="saved state"):
            restored("opening", bytes(bad))


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"symplex-state-3",
        b"symplex-state-4",
        b"symplex-state-5",
        b"{}",
        b"PK\x03\x04",
        b"\n\n\n",
        b"\x80",
    ],
)
def test_other_bytes_are_refused(data):
    with pytest.raises(SettingsError, match="saved state"):
        restore(data, HEAT.encoding)


def test_a_cut_state_is_refused():
    good = straight("opening").states[0]
    for kept in (10, 40, 81, len(good) // 2, len(good) - 1):
        with pytest.raises(SettingsError, match="saved state"):
            restored("opening", good[:kept])


def forged(body: bytes) -> bytes:
    return b"\n".join((b"symplex-state-5", hashlib.sha256(body).hexdigest().encode(), body))


def as_before(candidates):
    """Candidates of a state of format 4, which had one word for an origin."""
    return {**candidates, "origins": [text.split(" > ")[0] for text in candidates["origins"]]}


def writers_of(data):
    """Who wrote what the next epoch of a saved state scores."""
    proposals = restored("opening", data).at_stage.proposals
    return {one.origin.writer for one in proposals or ()}


def test_a_state_of_the_format_before_continues_its_counts_as_not_recorded():
    data = next(one for one in straight("opening").states if len(writers_of(one)) > 1)
    plain, state = body_of(data), restored("opening", data)
    stage = plain["at_stage"]
    places = [_ORIGINS_BEFORE.index(one.origin.writer) for one in state.at_stage.proposals]
    memory = {key: as_before(stage["memory"][key]) for key in ("protected", "best", "front")}
    proposals = {**stage["proposals"], "origins": b64encode(bytes(places)).decode()}
    del proposals["rows"], plain["written"]
    plain |= {key: as_before(plain[key]) for key in ("latest", "front")}
    stage |= {"memory": {**stage["memory"], **memory}, "proposals": proposals}
    plain |= {"candidates": state.candidates, "at_stage": stage, "beside": None}
    body = json.dumps(plain).encode()
    again = restored("opening", forged(body).replace(b"state-5", b"state-4"))
    assert again.written == {Writer.UNRECORDED: state.candidates}
    whole, before = list(state.at_stage.proposals), list(again.at_stage.proposals)
    assert [one.tree for one in before] == [one.tree for one in whole]
    assert [one.origin for one in before] == [Origin(one.origin.writer) for one in whole]


def test_what_is_whole_but_makes_no_sense_is_refused():
    plain = body_of(straight("opening").states[3])
    again = restored("opening", forged(json.dumps(plain).encode()))
    assert again.stage == plain["stage"]
    inner = plain["at_stage"]
    for wrong in (None, [], {}, "x", -1, [[1]], 2**9999):
        bodies = [{**plain, key: wrong} for key in plain]
        bodies += [{**plain, "at_stage": {**inner, key: wrong}} for key in inner]
        for body in bodies:
            # A number may stand where another stood; nothing else may come out than an error.
            with contextlib.suppress(SettingsError):
                restored("opening", forged(json.dumps(body).encode()))
    for body in (b"", b"[]", b"null", b"{}", b"\xff", b"[" * 100_000):
        with pytest.raises(SettingsError, match="saved state"):
            restored("opening", forged(body))
