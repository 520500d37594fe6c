"""Covers by bisection: found where they exist, replayed by the kernel, limited in work."""

from fractions import Fraction

import pytest

from support.proving import formula, lying, region, space
from symplex.expression.operators import Rule
from symplex.proof.advice.cover import Cover
from symplex.proof.kernel.advice import Step
from symplex.work.budget import Budget, OutOfBudget
from symplex.work.clock import Deadline

BOX = region(x=(-1, 1), y=(-1, 1))


def cover(text, where=BOX, rule=Rule.POSITIVE, boxes=200, budget=None):
    return Cover(formula(text), rule, where, budget or Budget.unlimited(), boxes).proof()


def replayed(text, record, where=BOX, rule=Rule.POSITIVE):
    told = lying(sign=lambda *_: (Step.RANGES, 64, record))
    return space(where, told).signs.holds(formula(text), rule)


@pytest.mark.parametrize(
    ("text", "where"),
    [
        ("2 - x*y", BOX),
        ("x^2 - x + 1/3", BOX),
        ("(x - 1)*x + 1/2", region(x=(0, None))),
        ("2 - tanh(x) + x^2", region(x=(None, None))),
        ("x", region(("x - y - 1/2", Rule.POSITIVE), x=(-1, 1), y=(0, 1))),
        ("x + 1/100", region(("x - y^2", Rule.NONNEGATIVE), x=(-1, 1), y=(-1, 1))),
    ],
)
def test_a_cover_that_is_found_is_replayed(text, where):
    record = cover(text, where, boxes=2000)
    assert record is not None
    assert replayed(text, record, where)


@pytest.mark.parametrize("text", ["x", "x^2 + y^2", "x - y + 1", "sin(9*x)"])
def test_there_is_no_cover_of_what_is_false(text):
    assert cover(text) is None


def leaves(record):
    return [record] if record[0] is not Step.CUT else leaves(record[3]) + leaves(record[4])


def holed(record):
    """The same cover with its last part left out."""
    if record[0] is not Step.CUT:
        return ()
    return (*record[:4], holed(record[4]))


def test_a_cover_with_a_gap_is_refused():
    record = cover("x^2 - x + 1/3")
    assert len(leaves(record)) > 1
    assert not replayed("x^2 - x + 1/3", holed(record))
    assert not replayed("x^2 - x + 1/3", (*record[:2], Fraction(7), *record[3:]))
    assert not replayed("x^2 - x + 3/20", record)


def test_the_work_is_counted_and_the_clock_is_looked_at():
    assert cover("x^2 - x + 1/3", boxes=2) is None
    with pytest.raises(OutOfBudget):
        cover("x + 2", budget=Budget(Deadline(0.0)))


def test_an_interval_too_narrow_to_cut_ends_the_search():
    assert cover("(x - x)^(-1/2)*(2*x + 1/3)", region(x=(2, 5, "()"))) is None
