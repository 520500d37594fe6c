"""Guesses of the user's, in the stages that have their symbols."""

from support.writing import hint_tree, text_of, writing
from symplex.origin import Origin, Writer
from symplex.propose.candidates.curriculum import stages
from symplex.propose.candidates.hints import Hints

HEAT = writing("heat")


def test_a_stage_gets_the_hints_that_it_has_the_symbols_for():
    hints = tuple(hint_tree(HEAT.problem, text) for text in ("x*t", "c*sin(x)", "y"))
    space, time = stages(HEAT.problem)

    def proposed(stage):
        return list(Hints().propose(HEAT.context(stage, hints=hints)))

    assert [text_of(proposal.tree) for proposal in proposed(space)] == ["1*sin(x)", "y"]
    assert [text_of(proposal.tree) for proposal in proposed(time)] == ["x*t", "1*sin(x)", "y"]
    assert {proposal.origin for proposal in proposed(time)} == {Origin(Writer.HINT)}
