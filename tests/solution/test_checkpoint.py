"""Where a run is, as bytes; and runs that go on from there."""

import json
import sys

import pytest

from symplex.errors import SettingsError
from symplex.expression.parse import parse
from symplex.methods.method import Family
from symplex.polish.effort import Shortfall
from symplex.polish.polish import Polished
from symplex.problem import Problem
from symplex.proof.certificate import Check, conclude
from symplex.reference import NoReference
from symplex.solution import solve
from symplex.solution.approximating import Begun
from symplex.solution.by_values import Values
from symplex.solution.checkpoint import Checkpoint, Position, Standing
from symplex.solution.recalled import Recollection
from symplex.solution.textbook import TextbookAccount

PLAIN = Problem(["u_t = u_xx - u^3"], {"x": [0, 1], "t": [0, 1]}, [("t = 0", "u = sin(x)")])
OTHER = Problem(["u_t = u_xx - u^5"], {"x": [0, 1], "t": [0, 1]}, [("t = 0", "u = sin(x)")])
HELD_AT_ENDS = Problem(
    ["u_t = u_xx - u^3"],
    {"x": [0, 1], "t": [0, 1]},
    [("t = 0", "u = sin(pi*x)"), ("x = 0", "u = 0"), ("x = 1", "u = 0")],
)
RICCATI = Problem(["u_t = t - u^2"], {"t": [0, 4]}, [("t = 0", "u = 1")])
HELD = Polished(
    {"u": parse("x + 0.1*t", PLAIN.answer_scope)},
    conclude((Check("u_t = 0", "interior", conjectured=True),)),
    frozenset({Shortfall.REWRITING}),
    by_digits=2,
)


CANDIDATES = 1_000


class Kept:
    """A record that keeps every checkpoint, in memory."""

    def __init__(self, *earlier: bytes) -> None:
        self.checkpoints, self.events, self._earlier = [], [], earlier

    def is_due(self):
        return True

    def keep(self, make):
        self.checkpoints.append(make())

    def tell(self, kind, **facts):
        self.events.append((kind, facts))

    def show(self, progress):
        pass

    def resume(self):
        yield from self._earlier

    def resumed(self):
        self.events.append("resumed")


def run(problem, record, candidates, without=("reference",), time_limit=120):
    limits = {"time_limit": time_limit, "max_candidates": candidates}
    return solve(problem, seed=1, **limits, without=without, record=record)


def seen(solution):
    return {**solution.to_json(), "seconds": 0}


@pytest.fixture(scope="module")
def straight():
    """A run that was never stopped, with all its checkpoints."""
    record = Kept()
    solution = run(PLAIN, record, CANDIDATES)
    assert solution.stop_reason == "candidate limit"
    return solution, record


def test_a_run_continued_from_any_checkpoint_ends_as_if_it_had_never_stopped(straight):
    whole, record = straight
    found = record.checkpoints
    for place in (0, len(found) // 2, len(found) - 1):
        again = Kept(found[place])
        assert seen(run(PLAIN, again, CANDIDATES)) == seen(whole)
        assert len(again.checkpoints) == len(found) - place


def test_it_is_the_same_without_a_record_and_where_there_is_no_checkpoint(straight):
    whole, _ = straight
    assert seen(run(PLAIN, None, CANDIDATES)) == seen(whole)
    assert seen(run(PLAIN, Kept(), CANDIDATES)) == seen(whole)


def test_a_checkpoint_that_cannot_be_used_gives_way_to_the_one_before(straight):
    whole, record = straight
    before, last = record.checkpoints[-2:]
    spoilt = last[:-20] + b"x" * 20
    assert seen(run(PLAIN, Kept(spoilt, before), CANDIDATES)) == seen(whole)
    with pytest.raises(SettingsError, match="damaged"):
        run(PLAIN, Kept(spoilt), CANDIDATES)
    refused = Kept(last)
    with pytest.raises(SettingsError, match="another run"):
        run(OTHER, refused, CANDIDATES)
    assert refused.events == []


def test_what_is_read_is_what_was_written():
    account = TextbookAccount(2, 300, ("the method failed",))
    formula = {"u": parse("x + 0.1*t", PLAIN.answer_scope)}
    families = (Family("seen", formula, ("c#1",), {"c#1": 0.25}), Family("seen", formula))
    known = (Recollection(families, "there was no time"), None)
    values = Values(
        Begun(shared=True, note="none"), b"\n values", (formula["u"],), 2, looked_at=True
    )
    place = (b"state\n\xff", 9, ("no hint",), 7, account, 3, account)
    position = Position(*place, known, values)
    standing = Standing(HELD, frozenset({Shortfall.PROOF}))
    again = Checkpoint.from_bytes(Checkpoint(position, standing).to_bytes())
    assert (again.position, again.standing) == (position, standing)


@pytest.mark.parametrize("data", [b"", b"{}\n", b"[]\nx", b"\xff\n", b'{"format": 3}\n', b"1\n"])
def test_other_bytes_are_refused(data):
    with pytest.raises(SettingsError, match="the checkpoint"):
        Checkpoint.from_bytes(data)


def test_another_format_is_refused():
    data = Checkpoint(Position(b"x"), Standing()).to_bytes()
    first, _, rest = data.partition(b"\n")
    other = json.dumps({**json.loads(first), "format": 1}).encode()
    with pytest.raises(SettingsError, match="has format 1, not 3"):
        Checkpoint.from_bytes(other + b"\n" + rest)


@pytest.mark.slow
def test_a_search_by_values_continues_too(monkeypatch):
    monkeypatch.setattr(sys.modules["symplex.solution.by_values"], "AFTER", 300)
    record, without = Kept(), ("textbook", "algebra")
    whole = run(RICCATI, record, 2 * CANDIDATES, without)
    states = [Checkpoint.from_bytes(data).position.values.search for data in record.checkpoints]
    begun = next(place for place, state in enumerate(states) if state is not None)
    assert 0 < begun < len(states)
    for place in (begun - 1, len(states) - 1):
        again = run(RICCATI, Kept(record.checkpoints[place]), 2 * CANDIDATES, without)
        assert seen(again) == seen(whole)


BY_VALUES_ALONE = ("textbook", "algebra", "structure")


@pytest.fixture
def early(monkeypatch):
    """Lets a search by values begin after few candidates, with few formulas to begin with."""
    monkeypatch.setattr("symplex.approximation.growth._WORK", 0)

    def after(candidates):
        monkeypatch.setattr(sys.modules["symplex.solution.by_values"], "AFTER", candidates)

    return after


def position_of(data):
    return Checkpoint.from_bytes(data).position


def seconds_of(position):
    return json.loads(position.search.split(b"\n", 2)[2])["seconds"]


def test_a_search_by_values_is_continued_though_little_time_is_left(early):
    early(100)
    record = Kept()
    whole = run(RICCATI, record, 500, BY_VALUES_ALONE)
    last = record.checkpoints[-1]
    assert position_of(last).values.search is not None
    limit = seconds_of(position_of(last)) + 4
    again = run(RICCATI, Kept(last), 500, BY_VALUES_ALONE, limit)
    assert seen(again) == seen(whole)


def test_a_search_by_values_begins_where_it_would_have_begun(early):
    """The epoch that ends the first stage is followed by a checkpoint, and by no other turn."""
    early(60)
    record = Kept()
    whole = run(HELD_AT_ENDS, record, 300, BY_VALUES_ALONE)
    places = [position_of(data) for data in record.checkpoints]
    second = json.loads(places[1].search.split(b"\n", 2)[2])
    assert second["candidates"] >= 60
    assert [place.values.begun is None for place in places[:3]] == [True, True, False]
    assert seen(run(HELD_AT_ENDS, Kept(record.checkpoints[1]), 300, BY_VALUES_ALONE)) == seen(whole)


def test_a_search_by_values_that_cannot_be_continued_is_noted(early, monkeypatch):
    early(100)
    record = Kept()
    run(RICCATI, record, 600, BY_VALUES_ALONE)
    nothing = NoReference("the time limit of 60 s was reached", 60.0)
    approximating = sys.modules["symplex.solution.approximating"]
    monkeypatch.setattr(approximating, "reference", lambda *_, **__: nothing)
    again = run(RICCATI, Kept(record.checkpoints[-1]), 600, BY_VALUES_ALONE)
    assert any("the search by values that was saved" in note for note in again.notes)
    assert any("the time limit of 60 s" in note for note in again.notes)


def test_what_was_seen_is_not_looked_for_again_unless_it_is_needed(early, monkeypatch):
    early(400)
    monkeypatch.setattr("symplex.solution.course._DELAY", 100)
    record, without = Kept(), ("textbook", "algebra")
    whole = run(RICCATI, record, 1_000, without)
    places = [position_of(data) for data in record.checkpoints]
    before = next(n for n, one in enumerate(places) if one.values.looked_at)
    assert places[before].values.begun is None
    assert places[before].recollections != (None,)
    assert places[-1].values.begun == Begun(shared=True)

    def unexpected(*_):
        raise AssertionError

    monkeypatch.setattr("symplex.structure.method.SeenStructure.propose", unexpected)
    for place in (before, -1):
        assert seen(run(RICCATI, Kept(record.checkpoints[place]), 1_000, without)) == seen(whole)


def test_a_reference_that_was_not_found_is_not_looked_for_again(early, monkeypatch):
    early(100)
    calls = []
    approximating = sys.modules["symplex.solution.approximating"]

    def reference(*_, **rest):
        calls.append(rest)
        return NoReference("too slow", 1.0)

    monkeypatch.setattr(approximating, "reference", reference)
    record = Kept()
    whole = run(RICCATI, record, 600, BY_VALUES_ALONE)
    assert len(calls) == 1
    assert seen(run(RICCATI, Kept(record.checkpoints[-1]), 600, BY_VALUES_ALONE)) == seen(whole)
    assert len(calls) == 1
