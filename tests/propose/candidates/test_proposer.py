"""What proposers are shown of a stage."""

import numpy as np
import pytest

from support.writing import GIVEN, text_of, writing
from symplex.expression import number, symbol
from symplex.expression.sequences.replay import admits
from symplex.expression.vocabulary import TokenBatch
from symplex.origin import Origin, Writer
from symplex.problem import Problem
from symplex.propose.candidates.candidate import Proposal
from symplex.propose.candidates.curriculum import stages
from symplex.propose.candidates.proposer import encodable, extended_earlier
from symplex.propose.candidates.settings import DEFAULT

HEAT = writing("parametric-heat")
SPACE, TIME, KAPPA = stages(HEAT.problem)


def released(formulas, stage):
    context = formulas.context(stage)
    found = (context.released_variable, context.released_parameter)
    return tuple(tree and text_of(tree) for tree in found)


def test_a_stage_releases_a_variable_or_a_parameter():
    assert released(HEAT, SPACE) == (None, None)
    assert released(HEAT, TIME) == ("t", None)
    assert released(HEAT, KAPPA) == (None, "kappa")


def test_a_released_variable_counts_from_where_it_began():
    back = writing("lq-control")
    assert released(back, stages(back.problem)[1]) == ("t - 1", None)
    side = writing("hadamard")
    assert released(side, stages(side.problem)[1]) == ("y", None)


def test_time_is_released_from_the_beginning_where_no_slice_carries_all_data():
    pair = Problem(
        ["u_t = v_x", "v_t = u_x"],
        {"x": [0, 1], "t": [0, 1]},
        [("t = 0", "u = x")],
        unknowns=["u", "v"],
    )
    formulas = type(HEAT)(pair)
    assert released(formulas, stages(pair)[0]) == ("t", None)


def test_the_grammar_has_the_symbols_of_the_stage_and_the_operators_of_the_round():
    def is_admitted(stage, text, round_number=0):
        context = HEAT.context(stage, round_number=round_number)
        ids = np.frombuffer(HEAT.tree(text).ids, dtype=np.uint8)
        return bool(admits(context.grammar, TokenBatch.of([ids]))[0])

    assert is_admitted(SPACE, "sin(x)")
    assert not is_admitted(SPACE, "sin(t)")
    assert is_admitted(TIME, "sin(t)")
    assert not is_admitted(TIME, "tanh(t)")
    assert is_admitted(TIME, "tanh(t)", round_number=1)
    long = " + ".join(["x"] * DEFAULT.max_length)
    assert not is_admitted(SPACE, long)


def test_what_the_vocabulary_cannot_spell_is_left_out():
    trees = (HEAT.tree("x"), HEAT.encoding.not_encodable, HEAT.tree("y"))
    wanted = [Proposal(Origin(Writer.LIFT), tree) for tree in (trees[0], trees[2])]
    assert list(encodable(Writer.LIFT, trees)) == wanted
    context = HEAT.context(SPACE)
    found = context.encoded(Writer.HINT, [symbol("x"), symbol("z"), number(2)])
    assert [text_of(proposal.tree) for proposal in found] == ["x", "2"]


@pytest.mark.parametrize(
    ("stage", "wanted"),
    [
        (SPACE, []),
        (TIME, ["x + t + x*y", "y + t + x*y", "x + y + t + x*y"]),
        (KAPPA, ["x*kappa", "y*kappa", "(x + y)*kappa"]),
    ],
)
def test_the_best_three_answers_are_carried_on(stage, wanted):
    def in_variable(formula, new, others):
        first, second = map(HEAT.encoding.symbol, others)
        yield formula + new + first * second

    def in_parameter(formula, new):
        yield formula * new

    context = HEAT.context(stage, earlier=HEAT.trees("x", "y", "x + y", "x*y"))
    found = list(extended_earlier(Writer.LIFT, context, in_variable, in_parameter))
    assert [text_of(proposal.tree) for proposal in found] == wanted
    assert all(proposal.origin == Origin(Writer.LIFT, of=GIVEN) for proposal in found)
