"""The first candidates of a stage: what the statement, the hints and earlier stages give."""

from dataclasses import replace
from itertools import groupby

import pytest

from support.writing import GIVEN, hint_tree, text_of, writing
from symplex.expression.render import to_text
from symplex.notation.problem_files import bundled
from symplex.origin import Origin, Writer
from symplex.problem import Problem
from symplex.propose.candidates.candidate import Proposal
from symplex.propose.candidates.curriculum import stages
from symplex.propose.candidates.earlier import EarlierAnswers
from symplex.propose.candidates.hints import Hints
from symplex.propose.candidates.opening import opening, opening_proposers
from symplex.propose.candidates.settings import DEFAULT, PAPER
from symplex.propose.candidates.statement_formulas import building_blocks, statement_formulas

# What a stage begins with, in which order, and what switches it off.

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
    ]
    assert writers(SPACE, DEFAULT) == [Writer.STATEMENT, Writer.ANSATZ]


@pytest.mark.parametrize(
    ("field", "writer"),
    [
        ("statement_formulas", Writer.STATEMENT),
        ("lifts", Writer.LIFT),
        ("ansatz", Writer.ANSATZ),
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


# The statement's own formulas: whole candidates, and building blocks for moves.

PROBLEM = bundled("parametric-heat")


def test_data_are_candidates_and_their_parts_are_building_blocks():
    assert "sin(x)*cos(y)" in {to_text(formula) for formula in statement_formulas(PROBLEM)}
    blocks = building_blocks(PROBLEM)
    assert {"sin(x)", "cos(y)"} <= {to_text(block) for block in blocks}
    assert [block.size for block in blocks] == sorted(block.size for block in blocks)


def test_data_on_a_face_are_read_as_functions_of_the_variable_that_it_fixes():
    found = {to_text(formula) for formula in statement_formulas(bundled("poisson-exp"))}
    assert "exp(x) + exp(y)" in found


def test_the_negative_of_a_face_s_value_becomes_the_negative_of_its_variable():
    problem = Problem(
        ["u_xx + u_yy = 0"],
        {"x": [0, 2], "y": [0, 1]},
        [("x = 2", "u = exp(-2)*sin(y)"), ("x = 0", "u = 0*y + sin(y)")],
    )
    found = {to_text(formula) for formula in statement_formulas(problem)}
    assert {"exp(-2)*sin(y)", "exp(-x)*sin(y)", "0*y + sin(y)"} <= found
    assert "x*y + sin(y)" not in found


def test_zero_is_always_among_them():
    bare = Problem(["u_x + u_y = u"], {"x": [0, 1], "y": [0, 1]})
    assert [to_text(formula) for formula in statement_formulas(bare)] == ["0"]
    assert building_blocks(bare) == ()


def test_a_system_s_formulas_are_combined_in_every_way():
    pair = Problem(
        ["u_t = v_x", "v_t = u_x"],
        {"x": [0, 1], "t": [0, 1]},
        [("t = 0", "u = sin(x)"), ("t = 0", "v = cos(x)")],
        unknowns=["u", "v"],
    )
    found = [tuple(map(to_text, formula.components)) for formula in statement_formulas(pair)]
    assert found[0] == ("sin(x)", "cos(x)")
    assert {("cos(x)", "sin(x)"), ("sin(x)", "0"), ("0", "0")} <= set(found)
    assert len(found) == len(set(found)) == 9


# Guesses of the user's, in the stages that have their symbols.


def test_a_stage_gets_the_hints_that_it_has_the_symbols_for():
    hints = tuple(hint_tree(HEAT.problem, text) for text in ("x*t", "c*sin(x)", "y"))
    space, time = stages(HEAT.problem)

    def proposed(stage):
        return list(Hints().propose(HEAT.context(stage, hints=hints)))

    assert [text_of(proposal.tree) for proposal in proposed(space)] == ["1*sin(x)", "y"]
    assert [text_of(proposal.tree) for proposal in proposed(time)] == ["x*t", "1*sin(x)", "y"]
    assert {proposal.origin for proposal in proposed(time)} == {Origin(Writer.HINT)}


# Answers of the stage before are proposed as they are.


def test_all_answers_in_their_order_with_their_constants():
    tree = HEAT.tree("sin(x)") * HEAT.encoding.slot(2.5)
    earlier = (HEAT.tree("y"), tree)
    context = HEAT.context(stages(HEAT.problem)[1], earlier=earlier)
    wanted = [Proposal(Origin(Writer.EARLIER_STAGE, of=GIVEN), tree) for tree in earlier]
    assert list(EarlierAnswers().propose(context)) == wanted
