"""What a stage begins with, in which order, and what switches it off."""

from dataclasses import replace
from itertools import groupby

import pytest

from support.writing import hint_tree, writing
from symplex.search.candidate import Origin
from symplex.search.curriculum import stages
from symplex.search.proposers.opening import opening, opening_proposers
from symplex.search.settings import DEFAULT, PAPER

HEAT = writing("heat")
SPACE, TIME = stages(HEAT.problem)
HINTS = (hint_tree(HEAT.problem, "c*x"),)


def origins(stage, settings, earlier=(), hints=()):
    context = HEAT.context(stage, settings, earlier=earlier, hints=hints)
    return [origin for origin, _ in groupby(proposal.origin for proposal in opening(context))]


def test_the_cheap_come_first():
    assert origins(TIME, DEFAULT, HEAT.trees("sin(x)"), HINTS) == [
        Origin.HINT,
        Origin.STATEMENT,
        Origin.EARLIER_STAGE,
        Origin.LIFT,
        Origin.ANSATZ,
        Origin.INSERTION,
    ]
    assert origins(SPACE, DEFAULT) == [Origin.STATEMENT, Origin.ANSATZ]


@pytest.mark.parametrize(
    ("field", "origin"),
    [
        ("statement_formulas", Origin.STATEMENT),
        ("lifts", Origin.LIFT),
        ("ansatz", Origin.ANSATZ),
        ("insertions", Origin.INSERTION),
    ],
)
def test_each_is_switched_off_alone(field, origin):
    settings = replace(DEFAULT, **{field: False})
    earlier = HEAT.trees("sin(x)")
    rest = [o for o in origins(TIME, DEFAULT, earlier, HINTS) if o is not origin]
    assert origins(TIME, settings, earlier, HINTS) == rest
    assert len(opening_proposers(settings)) == len(opening_proposers(DEFAULT)) - 1


def test_the_paper_s_recipe_begins_with_earlier_answers_and_hints_alone():
    found = origins(TIME, PAPER, HEAT.trees("sin(x)"), HINTS)
    assert found == [Origin.HINT, Origin.EARLIER_STAGE]
