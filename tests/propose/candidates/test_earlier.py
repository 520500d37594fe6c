"""Answers of the stage before are proposed as they are."""

from support.writing import GIVEN, writing
from symplex.origin import Origin, Writer
from symplex.propose.candidates.candidate import Proposal
from symplex.propose.candidates.curriculum import stages
from symplex.propose.candidates.earlier import EarlierAnswers

HEAT = writing("heat")


def test_all_answers_in_their_order_with_their_constants():
    tree = HEAT.tree("sin(x)") * HEAT.encoding.slot(2.5)
    earlier = (HEAT.tree("y"), tree)
    context = HEAT.context(stages(HEAT.problem)[1], earlier=earlier)
    wanted = [Proposal(Origin(Writer.EARLIER_STAGE, of=GIVEN), tree) for tree in earlier]
    assert list(EarlierAnswers().propose(context)) == wanted
