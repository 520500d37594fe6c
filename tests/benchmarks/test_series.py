"""Wrong series by outsiders, who had the source: none may be proved."""

import json

import pytest

from near_misses.cases import BENCHMARKS
from symplex.errors import SymplexError
from symplex.expression.read_series import read_series
from symplex.problem import Problem
from symplex.proof.series.here import verify_series_here

ATTACKS = [
    json.loads(line)
    for line in (BENCHMARKS / "series" / "attacks.jsonl").read_text(encoding="utf-8").splitlines()
]


def is_proved(attack):
    stated = attack["statement"]
    try:
        problem = Problem(
            stated["equations"],
            stated["domain"],
            [tuple(one) for one in stated["conditions"]],
            parameters=stated["parameters"],
        )
        series = read_series(attack["answer"], problem.answer_scope)
        return verify_series_here(problem, series).is_exact
    except SymplexError:
        return False


def deceiving(attacks):
    return [attack["answer"] for attack in attacks if is_proved(attack)]


def test_a_tenth_of_the_wrong_series_is_refused():
    assert deceiving(ATTACKS[::10]) == []


def test_angles_in_angles_hide_no_factor():
    nested = [one for one in ATTACKS if "pi*cos(" in one["answer"] or "*cos(0)" in one["answer"]]
    assert nested
    assert deceiving(nested) == []


@pytest.mark.slow
def test_all_wrong_series_are_refused():
    assert len(ATTACKS) >= 440
    assert deceiving(ATTACKS) == []
