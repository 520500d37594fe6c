"""What a stage begins with, in which order, and what switches it off."""

from dataclasses import replace
from itertools import groupby

import pytest

from support.writing import hint_tree, writing
from symplex.origin import Writer
from symplex.propose.candidates.curriculum import stages
from symplex.propose.candidates.opening import opening, opening_proposers
from symplex.propose.candidates.settings import DEFAULT, PAPER

HEAT = writing("heat")
SPACE, TIME = stages(HEAT.problem)
HINTS = (hint_tree(HEAT.problem, "c*x"),)


def writers(stage, settings, earlier=(), hints=()):
    context = HEAT.context(stage, settings, earlier=earlier, hints=hints)
    return [writer for writer, _ in groupby(one.origin.writer for one in opening(context))]


def test_the_cheap_come_first():
    assert writers(TIME, DEFAULT, HEAT.trees("sin(x)"), HINTS) == [
        Writer.HINT,
        Writer.STATEMENT,
        Writer.EARLIER_STAGE,
        Writer.LIFT,
        Writer.ANSATZ,
        Writer.INSERTION,
    ]
    assert writers(SPACE, DEFAULT) == [Writer.STATEMENT, Writer.ANSATZ]


@pytest.mark.parametrize(
    ("field", "writer"),
    [
        ("statement_formulas", Writer.STATEMENT),
        ("lifts", Writer.LIFT),
        ("ansatz", Writer.ANSATZ),
        ("insertions", Writer.INSERTION),
    ],
)
def test_each_is_switched_off_alone(field, writer):
    settings = replace(DEFAULT, **{field: False})
    earlier = HEAT.trees("sin(x)")
    rest = [o for o in writers(TIME, DEFAULT, earlier, HINTS) if o is not writer]
    assert writers(TIME, settings, earlier, HINTS) == rest
    assert len(opening_proposers(settings)) == len(opening_proposers(DEFAULT)) - 1


def test_the_paper_s_recipe_begins_with_earlier_answers_alone():
    found = writers(TIME, PAPER, HEAT.trees("sin(x)"), HINTS)
    assert found == [Writer.EARLIER_STAGE]
