"""The fuzzer of statements: what it writes is the same everywhere, and each failure is seen."""

import hashlib
import json

import pytest

from statements.__main__ import main, summary
from statements.families import families
from statements.generator import statement
from statements.runner import Outcome, Timing, failures_of, row
from symplex.errors import SymplexError
from symplex.problem import Problem

TIMING = Timing(limit=3.0, startup=1.0)
ANSWER = {
    "status": "approximate",
    "solution": {"u": "x"},
    "latex": {"u": "x"},
    "certificate": None,
    "seed": 0,
    "seconds": 3.1,
    "candidates": 7,
    "stop_reason": "time limit",
    "version": "0.1.0",
}


def failing(code=1, errors="", wall=4.5, output=None, **changed):
    text = json.dumps({**ANSWER, **changed}) if output is None else output
    return failures_of(Outcome(code, text, errors, wall), TIMING)


def test_statements_are_the_same_everywhere():
    texts = "".join(statement(0, index)[1] for index in range(100))
    assert hashlib.sha256(texts.encode()).hexdigest()[:16] == "4eeca752406eb1b1"
    assert statement(1, 0) != statement(0, 0)


def test_nine_of_ten_statements_are_well_formed_and_every_kind_occurs(tmp_path):
    kinds, refused = set(), 0
    for index in range(400):
        kind, text = statement(0, index)
        kinds.add(kind)
        path = tmp_path / "problem.toml"
        path.write_text(text)
        try:
            Problem.from_file(path)
        except SymplexError:
            refused += 1
    assert refused <= 40
    assert kinds == {family.kind for family in families()}


def test_what_the_contract_says_is_no_failure():
    assert failing() == []
    assert failing(code=0, status="exact") == []
    assert failing(status="none", solution={}) == []
    assert failing(code=2, output="", errors="symplex: a sentence\n") == []


@pytest.mark.parametrize(
    ("given", "failure"),
    [
        ({"code": 130}, "exit code 130"),
        ({"code": -9, "output": ""}, "killed"),
        ({"errors": "Traceback (most recent call last):\n  …\nValueError: no"}, "traceback: Value"),
        ({"errors": "a.py:1: RuntimeWarning: overflow\n  x*x\n"}, "warning: RuntimeWarning: over"),
        ({"output": ""}, "standard output is not one JSON object"),
        ({"output": "{} {}"}, "standard output is not one JSON object"),
        ({"seconds": float("nan")}, "standard output is not one JSON object"),
        ({"output": "{}"}, "fields of the contract: status"),
        ({"status": "refuted"}, "status refuted"),
        ({"status": "exact"}, "status exact with exit code 1"),
        ({"code": 0}, "status approximate with exit code 0"),
        ({"status": "none"}, "status none with solution"),
        ({"code": 2, "errors": "symplex: no\n"}, "standard output beside exit code 2"),
        ({"code": 2, "output": "", "errors": "no\nno\n"}, "exit code 2 without one sentence"),
        ({"wall": 6.1}, "overrun: 2.1 s"),
    ],
)
def test_each_failure_is_seen(given, failure):
    (found,) = failing(**given)
    assert found.startswith(failure)


def test_what_was_left_out_is_told_beside_the_failures():
    note = "the method of images failed and was left out"
    made = row(Outcome(1, json.dumps({**ANSWER, "notes": [note]}), "", 4.0), TIMING)
    rows = [{"seed": 0, "index": 5, "kind": "heat", **made}]
    assert made["left_out"] == [note]
    assert f"{note}: 1 [5]" in summary(rows)
    assert summary(rows)[-1] == "0 of 1 failed"


def test_a_run_that_was_killed_goes_on_from_its_rows(tmp_path, monkeypatch, capsys):
    given_texts = []

    def outcome(text, limit, hard):
        given_texts.append(text)
        return Outcome(1, json.dumps(ANSWER), "", limit)

    monkeypatch.setattr("statements.__main__.outcome", outcome)
    monkeypatch.setattr("statements.__main__.startup", lambda: 1.0)
    path = tmp_path / "rows.jsonl"
    assert main(["--count", "2", "--output", str(path)]) == 0
    path.write_text(path.read_text() + '{"seed": 0, "ind')
    for _ in range(2):
        assert main(["--count", "3", "--output", str(path)]) == 0
    assert given_texts == [statement(0, index)[1] for index in range(3)]
    assert capsys.readouterr().out.endswith("0 of 3 failed\n")


def test_what_overran_beside_others_is_run_again_alone(tmp_path, monkeypatch, capsys):
    walls = {statement(0, index)[1]: [wall, 4.0] for index, wall in enumerate((9.0, 4.0))}

    def outcome(text, limit, hard):
        return Outcome(1, json.dumps(ANSWER), "", walls[text].pop(0))

    monkeypatch.setattr("statements.__main__.outcome", outcome)
    monkeypatch.setattr("statements.__main__.startup", lambda: 1.0)
    path = tmp_path / "rows.jsonl"
    assert main(["--count", "2", "--jobs", "2", "--output", str(path)]) == 0
    assert "overrun: 5.0 s" in capsys.readouterr().out
    first, *_, last = map(json.loads, path.read_text().splitlines())
    assert {first["index"], last["index"]} <= {0, 1}
    assert (last["index"], last["over_beside_others"], last["over"]) == (0, 5.0, 0.0)


def test_what_overruns_alone_has_failed(tmp_path, monkeypatch):
    late = Outcome(1, json.dumps(ANSWER), "", 9.0)
    monkeypatch.setattr("statements.__main__.outcome", lambda *_: late)
    monkeypatch.setattr("statements.__main__.startup", lambda: 1.0)
    assert main(["--count", "1", "--jobs", "2", "--output", str(tmp_path / "rows.jsonl")]) == 1
