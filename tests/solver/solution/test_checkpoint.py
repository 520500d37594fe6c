"""Where a run is, as bytes; and runs that go on from there."""

import json
import sys
from dataclasses import replace

import pytest

from support.checks import check
from support.reasons import codes_of
from symplex.codes import RunCode, told
from symplex.errors import SettingsError
from symplex.expression.parse import parse
from symplex.numerics.reference.result import NoReference
from symplex.origin import Origin, Writer
from symplex.problem import Problem
from symplex.problem.method import Family
from symplex.proof.certificate import conclude
from symplex.proof.verdict import Verdict
from symplex.reasons import Code, Reason
from symplex.solver.polish.effort import Shortfall
from symplex.solver.polish.polish import Polished
from symplex.solver.search.state import Finding
from symplex.solver.solution.approximating import Begun
from symplex.solver.solution.by_values import Values
from symplex.solver.solution.course import Checkpoint, Held, Position, Standing
from symplex.solver.solution.solve import solve
from symplex.solver.solution.textbook import Recollection, TextbookAccount

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
    conclude((check("u_t = 0", verdict=Verdict.CONJECTURED),)),
    frozenset({Shortfall.REWRITING}),
    by_digits=2,
)
CLAIMED = {
    "schema": 3,
    "status": "exact",
    "level": "symbolic",
    "notion": "classical",
    "uniqueness": "the only one",
    "checks": [{"what": "u_t = u_xx - u^3", "where": "interior", "proved": True, "worst": 0.0}],
}


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


def run(problem, record, candidates, without=("reference",), time_limit=999):
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
    moves = {Origin(Writer.MOVE): 300}
    account = TextbookAccount(2, moves, (Reason(RunCode.RUN_METHODS_SILENT),))
    formula = {"u": parse("x + 0.1*t", PLAIN.answer_scope)}
    put_off = Finding(formula["u"], Origin(Writer.VALUES, of=Origin(Writer.MOVE)))
    families = (Family("seen", formula, ("c#1",), {"c#1": 0.25}), Family("seen", formula))
    known = (Recollection(families, Reason(Code.BUDGET_STEPS)), None)
    why = Reason(RunCode.MEASURED_NO_REFERENCE, reason=Code.BUDGET_STEPS)
    values = Values(Begun(shared=True, note=why), b"\n values", (put_off,), 2, looked_at=True)
    place = (b"state\n\xff", 9, (told("no hint"),), 7, account, 3, account)
    position = Position(*place, known, values)
    saved = Checkpoint.of(position, Standing(HELD, frozenset({Shortfall.PROOF})))
    assert Checkpoint.from_bytes(saved.to_bytes()) == saved
    assert saved.held is not None
    assert saved.held.with_certificate(HELD.certificate) == HELD
    assert saved.shortfalls == frozenset({Shortfall.PROOF})


def test_what_was_saved_in_words_is_read():
    account = TextbookAccount(2, {Origin(Writer.MOVE): 300}, (told("the method failed"),))
    values = Values(Begun(note=told("none")))
    known = (Recollection((), told("there was no time")), Recollection(()))
    place = (b"state", 9, (told("no hint"),), 7, account, 3, None)
    position = Position(*place, known, values, (told("the method 'x'"),))
    data = Checkpoint(position).to_bytes()
    plain = json.loads(data.partition(b"\n")[0])
    plain |= {"format": 4, "told": ["no hint"], "left_out": ["the method 'x'"]}
    plain["textbook"][2], plain["values"]["begun"][1] = ["the method failed"], "none"
    plain["recollections"][0]["cut"], plain["recollections"][1]["cut"] = "there was no time", ""
    saved = b"\n".join((json.dumps(plain).encode(), data.partition(b"\n")[2]))
    assert Checkpoint.from_bytes(saved) == Checkpoint(position)


def test_no_certificate_is_saved():
    data = Checkpoint.of(Position(b"x"), Standing(HELD)).to_bytes()
    assert b"certificate" not in data
    assert b"proved" not in data


def holding(data, answer, **more):
    """A checkpoint that claims to hold an answer."""
    held = Held({name: parse(text, PLAIN.answer_scope) for name, text in answer.items()})
    first, _, rest = replace(Checkpoint.from_bytes(data), held=held).to_bytes().partition(b"\n")
    plain = json.loads(first)
    plain["held"] |= more
    return json.dumps(plain).encode() + b"\n" + rest


@pytest.mark.parametrize("earlier", [3, 4, 5, 6])
def test_an_answer_that_a_checkpoint_claims_is_verified_again(straight, earlier):
    whole, record = straight
    forged = holding(record.checkpoints[-1], {"u": "sin(x) + t"}, certificate=CLAIMED)
    forged = forged.replace(b'"format": 6', b'"format": %d' % earlier)
    told = Kept(forged)
    found = run(PLAIN, told, CANDIDATES)
    assert found.status is whole.status is Verdict.NONE
    assert (found.front, found.candidates) == (whole.front, whole.candidates)
    (remark,) = set(found.remarks) - set(whole.remarks)
    facts = {"answer": "u = sin(x) + t", "status": "refuted"}
    assert remark == Reason(RunCode.RESUMED_LEFT_OUT, **facts)
    assert not any(Checkpoint.from_bytes(data).held for data in told.checkpoints)


def test_what_is_no_answer_is_left_out_too(straight):
    whole, record = straight
    forged = holding(record.checkpoints[-1], {"v": "sin(x)"})
    found = run(PLAIN, Kept(forged), CANDIDATES)
    assert (found.status, found.front) == (whole.status, whole.front)
    assert RunCode.RESUMED_NO_ANSWER in codes_of(found.remarks)


UNCLEAR = "atan(1/2) + atan(1/3) - pi/4"
"""It is 0, which the kernel does not know."""
RAMP = Problem(["u_x = 1"], {"x": [0, 1]}, [("x = 0", f"u = {UNCLEAR}")])
ALONE = ("reference", "textbook", "algebra")


@pytest.fixture
def conjectured(monkeypatch):
    """A run that holds a conjecture, and its checkpoints since then."""
    monkeypatch.setattr(sys.modules["symplex.solver.solution.solve"], "_MORE_CANDIDATES", 600)
    record = Kept()
    whole = solve(RAMP, time_limit=999, without=ALONE, record=record)
    held = [data for data in record.checkpoints if Checkpoint.from_bytes(data).held]
    assert (whole.status, whole.text) == (Verdict.CONJECTURED, {"u": "x"})
    return whole, held


def test_a_conjecture_is_held_on_to_when_the_run_is_continued(conjectured):
    whole, held = conjectured
    for data in (held[0], held[-1]):
        again = solve(RAMP, time_limit=999, without=ALONE, record=Kept(data))
        assert seen(again) == seen(whole)


def test_a_held_answer_that_is_proved_now_ends_the_run(conjectured):
    forged = holding(conjectured[1][0], {"u": f"x + {UNCLEAR}"})
    found = solve(RAMP, time_limit=999, without=ALONE, record=Kept(forged))
    assert (found.status, found.stop_reason) == (Verdict.EXACT, "exact solution found")


@pytest.mark.parametrize("data", [b"", b"{}\n", b"[]\nx", b"\xff\n", b'{"format": 3}\n', b"1\n"])
def test_other_bytes_are_refused(data):
    with pytest.raises(SettingsError, match="the checkpoint"):
        Checkpoint.from_bytes(data)


def test_another_format_is_refused():
    data = Checkpoint(Position(b"x")).to_bytes()
    first, _, rest = data.partition(b"\n")
    other = json.dumps({**json.loads(first), "format": 1}).encode()
    with pytest.raises(SettingsError, match="has format 1, not 6"):
        Checkpoint.from_bytes(other + b"\n" + rest)


@pytest.mark.slow
def test_a_search_by_values_continues_too(monkeypatch):
    monkeypatch.setattr(sys.modules["symplex.solver.solution.by_values"], "AFTER", 300)
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
    monkeypatch.setattr("symplex.solver.approximation.families._WORK", 0)

    def after(candidates):
        monkeypatch.setattr(sys.modules["symplex.solver.solution.by_values"], "AFTER", candidates)

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
    assert sum(second["written"].values()) >= 60
    assert [place.values.begun is None for place in places[:3]] == [True, True, False]
    assert seen(run(HELD_AT_ENDS, Kept(record.checkpoints[1]), 300, BY_VALUES_ALONE)) == seen(whole)


def test_a_search_by_values_that_cannot_be_continued_is_noted(early, monkeypatch):
    early(100)
    record = Kept()
    run(RICCATI, record, 600, BY_VALUES_ALONE)
    nothing = NoReference(Reason(Code.BUDGET_TIME, seconds=60.0), 60.0)
    approximating = sys.modules["symplex.solver.solution.approximating"]
    monkeypatch.setattr(approximating, "reference", lambda *_, **__: nothing)
    again = run(RICCATI, Kept(record.checkpoints[-1]), 600, BY_VALUES_ALONE)
    assert RunCode.RESUMED_VALUES_LOST in codes_of(again.remarks)
    assert any(Code.BUDGET_TIME in remark.codes for remark in again.remarks)


def test_what_was_seen_is_not_looked_for_again_unless_it_is_needed(early, monkeypatch):
    early(400)
    monkeypatch.setattr("symplex.solver.solution.course._LOOK_AFTER", (100, 4_000))
    record, without = Kept(), ("textbook", "algebra")
    whole = run(RICCATI, record, 1_000, without)
    places = [position_of(data) for data in record.checkpoints]
    before = next(n for n, one in enumerate(places) if one.values.looked_at)
    assert places[before].values.begun is None
    assert places[before].recollections != (None,)
    assert places[-1].values.begun == Begun(shared=True)

    def unexpected(*_):
        raise AssertionError

    monkeypatch.setattr("symplex.propose.structure.method.SeenStructure.propose", unexpected)
    for place in (before, -1):
        assert seen(run(RICCATI, Kept(record.checkpoints[place]), 1_000, without)) == seen(whole)


def test_a_reference_that_was_not_found_is_not_looked_for_again(early, monkeypatch):
    early(100)
    calls = []
    approximating = sys.modules["symplex.solver.solution.approximating"]

    def reference(*_, **rest):
        calls.append(rest)
        return NoReference(Reason(Code.BUDGET_STEPS), 1.0)

    monkeypatch.setattr(approximating, "reference", reference)
    record = Kept()
    whole = run(RICCATI, record, 600, BY_VALUES_ALONE)
    assert len(calls) == 1
    assert seen(run(RICCATI, Kept(record.checkpoints[-1]), 600, BY_VALUES_ALONE)) == seen(whole)
    assert len(calls) == 1
