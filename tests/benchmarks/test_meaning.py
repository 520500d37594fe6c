"""The page on the meaning of exact, statement by statement: what is exact, and what is refused."""

import json
import math
import tomllib

import pytest

from support.checkout import BENCHMARKS
from symplex.errors import ProblemError
from symplex.problem import Problem
from symplex.proof.answer import read_formulas
from symplex.proof.here import verify_here
from symplex.work.budget import Limits

ROWS = tomllib.loads((BENCHMARKS / "meaning" / "rows.toml").read_text(encoding="utf-8"))["rows"]
NO_STATEMENT = {"name", "answer", "exact", "awaits", "skip"}
COUNTED = Limits(seconds=math.inf)
"""Steps alone: a busy machine gives the same verdict."""


def is_exact(row):
    """Whether the answer of a row is exact; it is none to a statement that is an error."""
    stated = {key: value for key, value in row.items() if key not in NO_STATEMENT}
    try:
        problem = Problem(**stated)
    except ProblemError:
        return False
    return verify_here(problem, read_formulas(problem, row["answer"]), COUNTED).is_exact


def test_rows_have_names_of_their_own():
    assert len({row["name"] for row in ROWS}) == len(ROWS)


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row["name"])
def test_an_answer_is_exact_if_the_page_says_so(row):
    if "skip" in row:
        pytest.skip(row["skip"])
    assert is_exact(row) is (row["exact"] and "awaits" not in row)


# Wrong answers by readers who had the page and the source, to deceive the proof.

ATTACKS = [
    json.loads(line)
    for line in (BENCHMARKS / "meaning" / "attacks.jsonl").read_text(encoding="utf-8").splitlines()
]


def is_proved(attack):
    try:
        problem = Problem.from_statement(attack["statement"])
    except ProblemError:
        return False
    return verify_here(problem, read_formulas(problem, attack["answer"]), COUNTED).is_exact


def deceiving(attacks):
    return [attack for attack in attacks if is_proved(attack)]


def test_an_attack_of_every_tenth_idea_is_refused():
    assert deceiving(ATTACKS[::10]) == []


@pytest.mark.slow
def test_every_attack_is_refused():
    assert len(ATTACKS) >= 390
    assert deceiving(ATTACKS) == []
