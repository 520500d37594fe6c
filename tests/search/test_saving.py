"""A run that was saved and continued takes the course of one that was never stopped."""

import contextlib
import hashlib
import json
import random
import subprocess
import sys
from dataclasses import dataclass, field, fields, replace
from functools import cache

import numpy as np
import pytest
from hypothesis import given
from hypothesis import settings as examples
from hypothesis import strategies as st

from symplex.errors import SettingsError
from symplex.evaluation import LevenbergMarquardt
from symplex.polish.polish import polish
from symplex.problem import bundled
from symplex.search.candidate import Candidate, Sprout
from symplex.search.loop import Search
from symplex.search.memory import Remembered
from symplex.search.saving import restore, save
from symplex.search.settings import DEFAULT, PAPER, Learner
from symplex.search.state import Result, RunOptions, StageState, State

EARLY = replace(
    DEFAULT.without(["seeds", "ansatz", "insertions"]),
    moves=100,
    samples=16,
    regrown=8,
    first_learning_epoch=0,
    learn_every=2,
    patience=8,
)
LSTM = replace(EARLY, learner=Learner.LSTM)
SEEDED = replace(DEFAULT, fit=LevenbergMarquardt(starts=1, steps=8))
SMALL_PAPER = replace(PAPER, samples=8, stage_epochs=6, refit_every=4)


@dataclass
class Course:
    """What could be seen of a run: its progress, its state before each epoch, its end."""

    progress: list = field(default_factory=list)
    states: list[bytes] = field(default_factory=list)
    search: Search | None = None
    result: Result | None = None


def exact(problem):
    def prove(tree, seconds):
        polished = polish(problem, {"u": tree}, min(seconds, 20))
        return polished.answer if polished.certificate.is_exact else None

    return prove


def never(tree, seconds):
    return None


def course(name, settings, *, epochs=99, state=None, prove=never, threads=1) -> Course:
    seen = Course()

    def watch(progress):
        seen.progress.append(replace(progress, seconds=0.0))

    def keep(state):
        # Clocks differ from run to run; nothing else does.
        seen.states.append(save(replace(state, seconds=0.0)))
        if len(seen.states) > epochs:
            raise KeyboardInterrupt

    run = RunOptions(seed=1, watch=watch, keep=keep, threads=threads)
    seen.search = Search(bundled(name), settings, prove, run, state)
    seen.result = seen.search.run()
    return seen


CASES = {
    "policy": ("burgers", EARLY, 99, exact(bundled("burgers"))),
    "lstm": ("parametric-heat", LSTM, 30, never),
    "paper": ("parametric-heat", SMALL_PAPER, 24, never),
    "seeds": ("parametric-heat", SEEDED, 6, never),
}


@cache
def straight(case) -> Course:
    name, settings, epochs, prove = CASES[case]
    return course(name, settings, epochs=epochs, prove=prove)


@pytest.mark.parametrize(
    ("case", "stop"),
    [("policy", k) for k in (0, 1, 2, 4, 7)]
    + [("lstm", k) for k in (1, 9, 20)]
    + [("paper", k) for k in (0, 3, 6, 8, 20)]
    + [("seeds", k) for k in (1, 3, 4)],
)
def test_a_continued_run_takes_the_same_course(case, stop):
    name, settings, epochs, prove = CASES[case]
    whole = straight(case)
    state = restore(whole.states[stop])
    rest = course(name, settings, epochs=epochs - stop, state=state, prove=prove, threads=2)
    assert rest.progress == whole.progress[stop:]
    assert rest.states == whole.states[stop:]
    assert rest.result == whole.result


def test_the_courses_above_pass_through_all_that_changes():
    """Otherwise the test above would show little."""
    solved = straight("policy")
    assert solved.result.stop_reason == "exact solution found"
    assert {p.stage for p in solved.progress} == {"space", "time"}
    assert [restore(data).learner is None for data in solved.states[:3]] == [True, True, False]
    lstm = [restore(data) for data in straight("lstm").states]
    assert b"Lstm" in lstm[-1].learner
    assert max(s.visit.epoch for s in lstm) > EARLY.patience or lstm[-1].attempt
    paper = [restore(data) for data in straight("paper").states]
    assert {s.stage for s in paper} == {0, 1, 2}
    assert paper[-1].attempt == 1
    assert any(s.visit.latest_draw != s.visit.first_draw for s in paper)
    seeds = [restore(data).visit for data in straight("seeds").states]
    assert [v.opened for v in seeds if v.epoch > 1 and v.opened > 500]


def test_an_interrupt_between_epochs_leaves_a_state_to_go_on_from():
    whole = straight("paper")
    name, settings, epochs, prove = CASES["paper"]
    stopped = course(name, settings, epochs=8)
    assert stopped.result.stop_reason == "interrupted"
    assert stopped.result.front
    state = restore(save(stopped.search.state))
    assert state.seconds > 0
    rest = course(name, settings, epochs=epochs - 8, state=state, prove=prove)
    assert stopped.progress + rest.progress == whole.progress
    assert rest.result == whole.result


def test_the_middle_of_an_epoch_is_no_state_to_go_on_from():
    def interrupt(progress):
        raise KeyboardInterrupt

    search = Search(bundled("heat"), DEFAULT, never, RunOptions(watch=interrupt))
    search.run()
    with pytest.raises(SettingsError, match="middle of an epoch"):
        save(search.state)
    with pytest.raises(SettingsError, match="middle of an epoch"):
        Search(bundled("heat"), DEFAULT, never, RunOptions(), search.state)


@pytest.mark.parametrize(
    ("name", "settings", "run"),
    [
        ("heat-source", EARLY, RunOptions(seed=1)),
        ("heat", LSTM, RunOptions(seed=1)),
        ("heat", EARLY, RunOptions(seed=2)),
        ("heat", EARLY, RunOptions(seed=1, choice={"sin": False})),
    ],
)
def test_another_run_s_state_is_refused(name, settings, run):
    state = restore(straight("policy").states[1])
    with pytest.raises(SettingsError, match="another run"):
        Search(bundled(name), settings, never, run, state)


WITHOUT_TORCH = """
import sys
from symplex.search.saving import restore, save
data = sys.stdin.buffer.read()
assert save(restore(data)) == data
assert "torch" not in sys.modules
"""


@pytest.mark.parametrize("stop", [0, 3])
def test_another_process_restores_it_without_torch(stop):
    data = straight("policy").states[stop]
    subprocess.run([sys.executable, "-c", WITHOUT_TORCH], input=data, check=True)


SPROUTS = st.lists(
    st.tuples(st.integers(0, 254), st.floats(allow_nan=False)), min_size=1, max_size=9
).map(lambda pairs: Sprout(bytes(i for i, _ in pairs), tuple(v for _, v in pairs)))
CANDIDATES = st.builds(Candidate, SPROUTS, st.floats(0, allow_nan=False), st.text(max_size=5))
TUPLES = st.lists(CANDIDATES, max_size=4).map(tuple)
COUNTS = st.integers(0, 10**12)
VALUES = st.lists(st.floats(allow_nan=False), max_size=5).map(np.array)
DRAWS = st.integers(0, 2**32).map(lambda seed: np.random.default_rng(seed).bit_generator.state)
VISITS = st.builds(
    StageState,
    first_draw=DRAWS,
    latest_draw=DRAWS,
    memory=st.builds(
        Remembered,
        TUPLES,
        st.lists(st.tuples(CANDIDATES, VALUES), max_size=3),
        TUPLES.map(lambda found: {candidate.size: candidate for candidate in found}),
    ),
    losses=st.dictionaries(st.binary(max_size=9), st.floats(0, allow_nan=False)),
    proposals=st.none() | st.lists(st.tuples(st.text(max_size=5), SPROUTS)),
    opened=COUNTS,
    epoch=COUNTS,
    idle=COUNTS,
)
STATES = st.builds(
    State,
    fingerprint=st.text(),
    rng=st.integers().map(random.Random),
    points=st.integers(0, 2**64).map(np.random.default_rng),
    visit=VISITS,
    stage=COUNTS,
    attempt=COUNTS,
    candidates=COUNTS,
    seconds=st.floats(0, 1e9),
    tried=st.sets(st.binary(max_size=9)),
    learner=st.none() | st.binary(),
    latest=TUPLES,
    front=TUPLES,
)


def comparable(state):
    visit = state.visit
    best = [(candidate, values.tolist()) for candidate, values in visit.memory.best]
    plain = replace(visit, memory=replace(visit.memory, best=best))
    generators = state.rng.getstate(), state.points.bit_generator.state
    return replace(state, visit=plain, rng=generators[0], points=generators[1])


@examples(max_examples=40)
@given(STATES)
def test_what_is_restored_is_what_was_saved(state):
    again = restore(save(state))
    assert comparable(again) == comparable(state)
    assert [c.origin for c in again.front] == [c.origin for c in state.front]
    assert save(again) == save(state)


def test_every_field_takes_part():
    """A field that is added is saved too, or this fails."""
    plain = json.loads(straight("seeds").states[3].split(b"\n", 2)[2])
    assert {f.name for f in fields(State)} - {"whole"} == set(plain)
    assert {f.name for f in fields(StageState)} <= set(plain["visit"])
    assert {f.name for f in fields(Remembered)} <= set(plain["visit"]["memory"])


def test_every_flipped_bit_is_noticed():
    good = straight("seeds").states[3]
    rng = random.Random(0)
    for place in [*range(100), *rng.sample(range(len(good)), 100)]:
        bad = bytearray(good)
        bad[place] ^= 1 << rng.randrange(8)
        with pytest.raises(SettingsError, match="saved state"):
            restore(bytes(bad))


@pytest.mark.parametrize(
    "data", [b"", b"symplex-state-1", b"{}", b"PK\x03\x04", b"\n\n\n", b"\x80"]
)
def test_other_bytes_are_refused(data):
    with pytest.raises(SettingsError, match="saved state"):
        restore(data)


def test_a_cut_state_is_refused():
    good = straight("seeds").states[0]
    for kept in (10, 40, 81, len(good) // 2, len(good) - 1):
        with pytest.raises(SettingsError, match="saved state"):
            restore(good[:kept])


def forged(body: bytes) -> bytes:
    return b"\n".join((b"symplex-state-1", hashlib.sha256(body).hexdigest().encode(), body))


def test_what_is_whole_but_makes_no_sense_is_refused():
    plain = json.loads(straight("seeds").states[3].split(b"\n", 2)[2])
    assert restore(forged(json.dumps(plain).encode())).stage == plain["stage"]
    inner = plain["visit"]
    for wrong in (None, [], {}, "x", -1, [[1]], 2**9999):
        bodies = [{**plain, key: wrong} for key in plain]
        bodies += [{**plain, "visit": {**inner, key: wrong}} for key in inner]
        for body in bodies:
            # A number may stand where another stood; nothing else may come out than an error.
            with contextlib.suppress(SettingsError):
                restore(forged(json.dumps(body).encode()))
    for body in (b"", b"[]", b"null", b"{}", b"\xff", b"[" * 100_000):
        with pytest.raises(SettingsError, match="saved state"):
            restore(forged(body))
